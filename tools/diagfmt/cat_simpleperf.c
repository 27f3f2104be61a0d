/* SPDX-License-Identifier: MIT */
/* `cat` for simpleperf: the symbols of a file, called by its path or number. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "index.h"
#include "text.h"
#include "walk.h"

static bool is_meant(const dfmt_simpleperf_file *f, const char *key) {
  char number[16];
  snprintf(number, sizeof number, "%" PRIu32, f->id);
  return strcmp(number, key) == 0 || (strlen(key) == f->path.len && memcmp(key, f->path.ptr, (size_t)f->path.len) == 0);
}

/* "12\tname\tmangled name", the last if it is another. Always escaped, so that a line is one symbol. */
static bool event(struct walk *w, const dfmt_event *ev, const char *key, const struct output *out, const char **wrong) {
  const dfmt_simpleperf_file *f = dfmt_event_simpleperf_file(ev);
  (void)w;
  (void)wrong;
  if (!f || !is_meant(f, key)) return false;
  for (uint64_t i = 0; i < f->n_symbols; i++) {
    put_f(out->sink, "%" PRIu64 "\t", i);
    put_safe(out->sink, f->symbols[i].ptr, f->symbols[i].len);
    if (i < f->n_mangled && !same_key(f->symbols[i], f->mangled[i])) {
      put_s(out->sink, "\t");
      put_safe(out->sink, f->mangled[i].ptr, f->mangled[i].len);
    }
    put_s(out->sink, "\n");
  }
  return true;
}

const struct cat_ops simpleperf_cat = {.event = event};
