/* SPDX-License-Identifier: MIT */
#include "digests.h"

#include <stdlib.h>
#include <string.h>

enum { GAP = 2 }; /* spaces between digest and name */

static void add(struct digests *d, const char *text, const char *name, size_t name_len) {
  d->ptr = xrealloc(d->ptr, (d->n + 1) * sizeof *d->ptr);
  struct digest_line *line = &d->ptr[d->n++];
  *line = (struct digest_line){.name = xrealloc(NULL, name_len + 1)};
  memcpy(line->text, text, SHA256_TEXT);
  memcpy(line->name, name, name_len);
  line->name[name_len] = '\0';
}

void digests_load(struct digests *d, const char *path) {
  struct bytes file = {0};
  *d = (struct digests){0};
  if (!file_read(path, &file)) return;
  const char *p = (const char *)file.ptr, *end = p + file.len, *stop;
  for (; p < end; p = stop + 1) {
    stop = memchr(p, '\n', (size_t)(end - p));
    if (!stop || stop - p <= SHA256_TEXT + GAP || memcmp(p + SHA256_TEXT, "  ", GAP) != 0)
      broken("%s: line %zu is no digest and name", path, d->n + 1);
    const char *name = p + SHA256_TEXT + GAP;
    add(d, p, name, (size_t)(stop - name));
  }
  bytes_free(&file);
}

static struct digest_line *find(struct digests *d, const char *name) {
  for (size_t i = 0; i < d->n; i++)
    if (strcmp(d->ptr[i].name, name) == 0) {
      d->ptr[i].asked_for = true;
      return &d->ptr[i];
    }
  return NULL;
}

const char *digests_find(struct digests *d, const char *name) {
  const struct digest_line *line = find(d, name);
  return line ? line->text : NULL;
}

void digests_set(struct digests *d, const char *name, const char *text) {
  struct digest_line *line = find(d, name);
  if (line && text) {
    memcpy(line->text, text, SHA256_TEXT);
  } else if (line) {
    xfree(line->name);
    *line = d->ptr[--d->n];
  } else if (text) {
    add(d, text, name, strlen(name));
    find(d, name);
  }
}

const char *digests_left_over(const struct digests *d) {
  for (size_t i = 0; i < d->n; i++)
    if (!d->ptr[i].asked_for) return d->ptr[i].name;
  return NULL;
}

static int by_name(const void *a, const void *b) {
  const struct digest_line *x = a, *y = b;
  return strcmp(x->name, y->name);
}

void digests_save(struct digests *d, const char *path, bool all) {
  struct bytes file = {0};
  if (d->n) qsort(d->ptr, d->n, sizeof *d->ptr, by_name);
  for (size_t i = 0; i < d->n; i++)
    if (d->ptr[i].asked_for || !all) bytes_print(&file, "%s  %s\n", d->ptr[i].text, d->ptr[i].name);
  file_write(path, file.ptr, file.len);
  bytes_free(&file);
}

void digests_free(struct digests *d) {
  for (size_t i = 0; i < d->n; i++) xfree(d->ptr[i].name);
  xfree(d->ptr);
}
