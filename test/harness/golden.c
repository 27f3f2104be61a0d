/* SPDX-License-Identifier: MIT */
/*
 * What a reader gives of each small sample is what its golden file says: NAME.jsonl, and NAME.salvage.jsonl if salvage
 * gives something else. Of another view of the same files only digests of these are kept, in one file; what was read is
 * written to $DFMT_TRANSCRIPTS/FORMAT-VIEW each time, so that it can be compared.
 *
 *   golden      DFMT_UPDATE_GOLDEN=1 writes golden files and digests instead
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "digests.h"
#include "harness.h"
#include "samples.h"
#include "transcript.h"

enum { GOLDEN_INPUT = 16384, GOLDEN_OUTPUT = 131072 }; /* bytes up to which a sample must have a golden file */

/* What is expected of one form of a format. */
struct golden {
  const struct harness_format *format;
  const char *view; /* "-VIEW" of one of which only digests are kept, else "" */
  char *path;       /* the folder of golden files, or the file of digests */
  struct digests digests;
  char *transcripts; /* of a view: the folder for those that were read; NULL: they are not written */
};

static bool updating(void) { return getenv("DFMT_UPDATE_GOLDEN") != NULL; }

static char *golden_path(const struct golden *g) {
  const char *root = getenv("DFMT_GOLDEN");
  if (!root) broken("DFMT_GOLDEN is not set: the folder with a folder per format, in which golden/ has its files");
  char name[300];
  snprintf(name, sizeof name, "%s/golden%s%s", g->format->folder, g->view, *g->view ? ".sha256" : "");
  return path_join(root, name);
}

static char *transcripts_folder(const struct golden *g) {
  const char *root = getenv("DFMT_TRANSCRIPTS");
  if (!root) return NULL;
  char *folder = path_join(root, g->format->name);
  if ((mkdir(root, 0777) != 0 && errno != EEXIST) || (mkdir(folder, 0777) != 0 && errno != EEXIST))
    broken("cannot make %s: %s", folder, strerror(errno));
  return folder;
}

static void golden_open(struct golden *g, const struct harness_format *f) {
  *g = (struct golden){.format = f, .view = f->name + strlen(f->folder)};
  g->path = golden_path(g);
  if (!*g->view) return;
  context_set("%s", f->name);
  digests_load(&g->digests, g->path);
  g->transcripts = transcripts_folder(g);
}

static void golden_close(struct golden *g, bool all) {
  const char *name = all ? digests_left_over(&g->digests) : NULL;
  context_set("%s", g->path);
  if (*g->view && updating())
    digests_save(&g->digests, g->path, all);
  else
    check(!name, "there is no transcript %s", name ? name : "");
  digests_free(&g->digests);
  xfree(g->transcripts);
  xfree(g->path);
}

/* Whether there is a golden file, or digest, and should be. */
static bool check_there(bool found, bool needed, const char *what) {
  return check(found == needed, found ? "there is a %s too many" : "there is no %s", what) && found;
}

static void check_file(const struct golden *g, const char *name, const struct bytes *text, bool needed) {
  char *path = path_join(g->path, name);
  struct bytes want = {0};
  context_set("%s: golden file %s", g->format->name, path);
  if (!updating()) {
    if (check_there(file_read(path, &want), needed, "golden file")) check_same(text, &want, "transcript");
  } else if (needed) {
    file_write(path, text->ptr, text->len);
  } else {
    unlink(path);
  }
  bytes_free(&want);
  xfree(path);
}

static void check_digest(struct golden *g, const char *name, const struct bytes *text, bool needed) {
  char got[SHA256_TEXT + 1];
  char *path = g->transcripts && needed ? path_join(g->transcripts, name) : NULL;
  sha256_text(got, text->ptr, text->len);
  if (path) file_write(path, text->ptr, text->len);
  if (updating()) {
    digests_set(&g->digests, name, needed ? got : NULL);
  } else {
    const char *want = digests_find(&g->digests, name);
    context_set("%s: digest of %s in %s", g->format->name, name, g->path);
    if (check_there(want != NULL, needed, "digest"))
      check(strcmp(got, want) == 0, "the transcript's digest is\n    %s, not\n    %s; what was read is\n    %s", got,
            want, path ? path : "written if DFMT_TRANSCRIPTS is a folder for it");
  }
  xfree(path);
}

static void check_golden(struct golden *g, const struct sample *s, const char *suffix, const struct bytes *text,
                         bool needed) {
  char name[300];
  snprintf(name, sizeof name, "%s%s", s->name, suffix);
  if (*g->view)
    check_digest(g, name, text, needed);
  else
    check_file(g, name, text, needed);
}

/* A sample that this build cannot read keeps what it has. */
static void pass_over(struct golden *g, const struct sample *s) {
  static const char *const suffixes[] = {".jsonl", ".salvage.jsonl"};
  for (size_t i = 0; i < ARRAY_LEN(suffixes); i++) {
    char name[300];
    snprintf(name, sizeof name, "%s%s", s->name, suffixes[i]);
    digests_find(&g->digests, name);
  }
}

/* The tool's output, strict and in salvage. */
static void against_golden(struct golden *g, const struct sample *s) {
  struct transcript strict = {0}, salvage = {0};
  const struct recipe recipes[] = {{.style = STYLE_INLINE}, {.style = STYLE_INLINE, .recover = true}};
  transcript_read(&strict, s, INPUT_MEMORY, NULL, &recipes[0]);
  transcript_read(&salvage, s, INPUT_MEMORY, NULL, &recipes[1]);
  bool differ = !bytes_same(&strict.text, &salvage.text);
  context_set("%s: salvage against strict", s->path);
  if (transcript_is_clean(&strict)) check_same(&salvage.text, &strict.text, "salvage of an undamaged file");
  if (!sample_decodable(s)) {
    pass_over(g, s);
  } else if (s->bytes.len <= GOLDEN_INPUT && strict.text.len <= GOLDEN_OUTPUT) {
    check_golden(g, s, ".jsonl", &strict.text, true);
    check_golden(g, s, ".salvage.jsonl", &salvage.text, differ);
  }
  transcript_free(&strict);
  transcript_free(&salvage);
}

int main(int argc, char **argv) {
  struct samples all;
  samples_load(&all, argc, argv);
  const struct harness_format *f;
  for (size_t k = 0; (f = harness_format_at(k)) != NULL; k++) {
    struct golden g;
    golden_open(&g, f);
    for (size_t i = 0; i < all.n; i++)
      if (all.ptr[i].format == f) against_golden(&g, &all.ptr[i]);
    golden_close(&g, argc < 2);
  }
  samples_free(&all);
  return updating() ? 0 : finish("golden");
}
