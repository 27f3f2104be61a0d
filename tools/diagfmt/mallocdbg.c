/* SPDX-License-Identifier: MIT */
/* Android's malloc_debug: records have no keys, so that commands that work by key find nothing in them. */
#include "formats.h"
#include "rewrite.h"

static bool key(const dfmt_event *ev, dfmt_str *out) {
  (void)ev;
  (void)out;
  return false;
}

static bool must_be_text(const dfmt_event *ev) {
  (void)ev;
  return false;
}

static bool says_cut(const dfmt_diagnostic *d) {
  (void)d;
  return false;
}

static const struct column columns[] = {{NULL, NULL, 0}};

static void copy(void *state, struct rewrite *x, struct walk *w, const dfmt_event *ev, bool wanted) {
  (void)state;
  (void)wanted; /* there is nothing to select by */
  rewrite_copy(x, w, ev, (dfmt_str){NULL, 0});
}

static const struct convert_ops as_they_are = {.copy = copy};

const struct tool_format mallocdbg_format = {
    .id = DFMT_MALLOCDBG,
    .key = key,
    .must_be_text = must_be_text,
    .says_cut = says_cut,
    .columns = columns,
    .info = &mallocdbg_info,
    .flame = &mallocdbg_flame,
    .convert = &as_they_are,
};
