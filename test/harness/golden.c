/* SPDX-License-Identifier: MIT */
/*
 * What a reader gives of each small sample is what its golden file says: NAME.jsonl, and NAME.salvage.jsonl if salvage
 * gives something else.
 *
 *   golden      DFMT_UPDATE_GOLDEN=1 writes the golden files instead
 */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "harness.h"
#include "samples.h"
#include "transcript.h"

enum { GOLDEN_INPUT = 16384, GOLDEN_OUTPUT = 131072 }; /* bytes up to which a sample must have a golden file */

static char *golden_path(const struct sample *s, const char *suffix) {
  const char *root = getenv("DFMT_GOLDEN");
  if (!root) broken("DFMT_GOLDEN is not set: the folder with a folder per format, in which golden/ has its files");
  const struct harness_format *f = s->format;
  char name[300];
  snprintf(name, sizeof name, "%s/golden%s/%s%s", f->folder, f->name + strlen(f->folder), s->name, suffix);
  return path_join(root, name);
}

static void check_golden(const struct sample *s, const struct transcript *t, const char *suffix, bool needed) {
  char *path = golden_path(s, suffix);
  struct bytes want = {0};
  if (getenv("DFMT_UPDATE_GOLDEN")) {
    if (needed)
      file_write(path, t->text.ptr, t->text.len);
    else
      unlink(path);
  } else {
    context_set("%s: golden file %s", s->path, path);
    bool found = file_read(path, &want);
    if (check(found == needed, found ? "there is a golden file too many" : "there is no golden file") && found)
      check_same(&t->text, &want, "transcript");
  }
  bytes_free(&want);
  xfree(path);
}

/* The tool's output, strict and in salvage. */
static void against_golden(const struct sample *s) {
  struct transcript strict = {0}, salvage = {0};
  const struct recipe recipes[] = {{.style = STYLE_INLINE}, {.style = STYLE_INLINE, .recover = true}};
  transcript_read(&strict, s, INPUT_MEMORY, NULL, &recipes[0]);
  transcript_read(&salvage, s, INPUT_MEMORY, NULL, &recipes[1]);
  bool differ = !bytes_same(&strict.text, &salvage.text);
  context_set("%s: salvage against strict", s->path);
  if (transcript_is_clean(&strict)) check_same(&salvage.text, &strict.text, "salvage of an undamaged file");
  if (s->bytes.len <= GOLDEN_INPUT && strict.text.len <= GOLDEN_OUTPUT && sample_decodable(s)) {
    check_golden(s, &strict, ".jsonl", true);
    check_golden(s, &salvage, ".salvage.jsonl", differ);
  }
  transcript_free(&strict);
  transcript_free(&salvage);
}

int main(int argc, char **argv) {
  struct samples all;
  samples_load(&all, argc, argv);
  for (size_t i = 0; i < all.n; i++) against_golden(&all.ptr[i]);
  samples_free(&all);
  return getenv("DFMT_UPDATE_GOLDEN") ? 0 : finish("golden");
}
