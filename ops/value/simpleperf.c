/* SPDX-License-Identifier: MIT */
/* The symbols of a file, named by its path or number. */
#include <string.h>

#include <diagfmt/simpleperf.h>

#include "base/str.h"
#include "base/text.h"
#include "value.h"

static bool is_file(const struct dfmto_value *x, const dfmt_simpleperf_file *f) {
  char number[DFMTI_U64_TEXT];
  size_t n = dfmti_u64_text(f->id, number);
  return dfmti_same(x->key, (dfmt_str){number + sizeof number - n, n}) || dfmti_same(x->key, f->path);
}

/* Always escaped, so that each symbol has one line. */
static void put_symbol(struct dfmto_text_out *o, const dfmt_simpleperf_file *f, uint64_t i) {
  dfmto_text_put_unsigned(o, i);
  dfmto_text_put_byte(o, '\t');
  dfmto_text_put_safe(o, f->symbols[i], false);
  if (i < f->n_mangled && !dfmti_same(f->symbols[i], f->mangled[i])) {
    dfmto_text_put_byte(o, '\t');
    dfmto_text_put_safe(o, f->mangled[i], false);
  }
  dfmto_text_put_byte(o, '\n');
}

static dfmt_status take(struct dfmto_value *x) {
  const dfmt_simpleperf_file *f = dfmt_event_simpleperf_file(x->ev);
  if (!f || !is_file(x, f)) return DFMT_END;
  x->out.text.len = 0;
  for (uint64_t i = 0; i < f->n_symbols && !x->out.failed; i++) put_symbol(&x->out, f, i);
  if (dfmto_text_take_back(&x->out, 0)) return dfmto_no_memory(x->op);
  x->piece = (dfmt_str){(const char *)x->out.text.ptr, x->out.text.len};
  return DFMT_OK;
}

const struct dfmto_value_format dfmto_value_simpleperf = {.format = DFMT_SIMPLEPERF, .take = take};
