/* SPDX-License-Identifier: MIT */
#include "samples.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "carried.h"

static bool ends_with(const char *name, const char *suffix) {
  size_t n = strlen(name), m = strlen(suffix);
  return n >= m && strcmp(name + n - m, suffix) == 0;
}

static void add(struct samples *s, const struct harness_format *f, const char *path) {
  s->ptr = xrealloc(s->ptr, (s->n + 1) * sizeof *s->ptr);
  struct sample *x = &s->ptr[s->n++];
  memset(x, 0, sizeof *x);
  x->format = f;
  x->path = path_join("", path);
  memmove(x->path, x->path + 1, strlen(x->path));
  const char *slash = strrchr(x->path, '/');
  x->name = slash ? x->path + (slash - x->path) + 1 : x->path;
  if (!file_read(path, &x->bytes)) broken("cannot read %s: %s", path, strerror(errno));
}

static int by_path(const void *a, const void *b) {
  const struct sample *x = a, *y = b;
  int order = strcmp(x->path, y->path);
  return order ? order : strcmp(x->format->name, y->format->name);
}

/* Every plain file of a folder; suffix NULL: whatever its name. */
static void add_folder(struct samples *s, const struct harness_format *f, const char *dir, const char *suffix) {
  DIR *d = opendir(dir);
  if (!d) return;
  const struct dirent *e;
  while ((e = readdir(d)) != NULL) {
    if (e->d_name[0] == '.' || (suffix && !ends_with(e->d_name, suffix))) continue;
    char *path = path_join(dir, e->d_name);
    struct stat sb;
    if (stat(path, &sb) == 0 && S_ISREG(sb.st_mode)) add(s, f, path);
    xfree(path);
  }
  closedir(d);
}

static void load_samples(struct samples *s) {
  const char *root = getenv("DFMT_SAMPLES");
  if (!root) broken("DFMT_SAMPLES is not set: the folder with a folder of samples per format");
  const struct harness_format *f;
  for (size_t i = 0; (f = harness_format_at(i)) != NULL; i++) {
    char *dir = path_join(root, f->folder);
    size_t before = s->n;
    add_folder(s, f, dir, NULL);
    if (s->n == before) broken("no samples in %s", dir);
    xfree(dir);
  }
}

static void load_corpus(struct samples *s) {
  const char *root = getenv("DFMT_CORPUS"), *source = getenv("DFMT_SOURCE_ROOT");
  char *base = root ? path_join(root, ".") : path_join(source ? source : ".", "../shared/corpus");
  const struct harness_format *f;
  for (size_t i = 0; (f = harness_format_at(i)) != NULL; i++)
    for (const char *const *name = f->corpus; *name; name++) {
      char dir[1200];
      snprintf(dir, sizeof dir, "%s/%s/%s", base, f->folder, *name);
      add_folder(s, f, dir, f->suffix);
    }
  if (s->n == 0) skip("no corpus in %s", base);
  xfree(base);
}

/* Of formats without a suffix of their own the folder tells. */
static void add_named(struct samples *s, const char *path) {
  size_t before = s->n;
  const struct harness_format *f;
  for (size_t i = 0; (f = harness_format_at(i)) != NULL; i++)
    if (strstr(path, *f->suffix ? f->suffix : f->folder)) add(s, f, path);
  if (s->n == before) add(s, harness_format_at(0), path);
}

void samples_load(struct samples *s, int argc, char **argv) {
  memset(s, 0, sizeof *s);
  s->corpus = over_corpus = argc == 2 && strcmp(argv[1], "--corpus") == 0;
  if (s->corpus)
    load_corpus(s);
  else if (argc < 2)
    load_samples(s);
  else
    for (int i = 1; i < argc; i++) add_named(s, argv[i]);
  qsort(s->ptr, s->n, sizeof *s->ptr, by_path);
}

void samples_free(struct samples *s) {
  for (size_t i = 0; i < s->n; i++) {
    bytes_free(&s->ptr[i].bytes);
    xfree(s->ptr[i].path);
  }
  xfree(s->ptr);
}

const struct sample *samples_find(const struct samples *s, const char *name) {
  for (size_t i = 0; i < s->n; i++)
    if (strcmp(s->ptr[i].name, name) == 0) return &s->ptr[i];
  return NULL;
}

void format_configure(dfmt_config *c, const struct harness_format *f) {
  if (f && f->reader.key) config_set(c, f->reader.key, f->reader.value);
}

bool variant_usable(const struct harness_variant *v) { return v->feature == 0 || dfmt_has_feature(v->feature); }

bool sample_decodable(const struct sample *s) {
  uint32_t feature = !s->format->needs ? 0 : s->format->needs(s->name, s->bytes.ptr, s->bytes.len);
  return feature == 0 || dfmt_has_feature(feature);
}

bool sample_carried(const struct sample *s) { return carried_as(s->bytes.ptr, s->bytes.len) != CARRIED_NOT; }

bool sample_bytes_wrapped(const void *ptr, size_t len) {
  static const char message[] = "Content-Type: multipart/";
  return len >= 4 && (memcmp(ptr, "\x1f\x8b", 2) == 0 || memcmp(ptr, "\x28\xb5\x2f\xfd", 4) == 0 ||
                      (len >= sizeof message && memcmp(ptr, message, sizeof message - 1) == 0));
}

bool sample_wrapped(const struct sample *s) {
  return sample_carried(s) || sample_bytes_wrapped(s->bytes.ptr, s->bytes.len);
}
