/* SPDX-License-Identifier: MIT */
#include "recognise.h"

#include "base/wire.h"
#include "bytes.h"

/* The type of a sample: two small numbers. */
static bool is_type(const uint8_t *p, const uint8_t *end) {
  enum { TYPE = 1, UNIT = 2, MOST = 22 };
  struct dfmti_wire_field f;
  if (p == end || end - p > MOST) return false;
  for (; p < end; p = f.content)
    if (!dfmti_wire_field(p, end, &f) || f.type != DFMTI_WIRE_VARINT || (f.number != TYPE && f.number != UNIT))
      return false;
  return true;
}

/* pprof data begin with types of samples; Go writes numbers and the type of the period before them. */
static bool is_pprof(const uint8_t *p, const uint8_t *end) {
  enum { SAMPLE_TYPE = 1, PERIOD_TYPE = 11, LAST = 15 };
  struct dfmti_wire_field f;
  for (; p < end && dfmti_wire_field(p, end, &f) && f.number <= LAST; p = f.content + f.len) {
    if (f.type == DFMTI_WIRE_VARINT) continue;
    if (f.type != DFMTI_WIRE_BYTES || !is_type(f.content, f.content + f.len)) return false;
    if (f.number != PERIOD_TYPE) return f.number == SAMPLE_TYPE;
  }
  return false;
}

dfmt_status dfmto_profile_begins(dfmt_op *op, const uint8_t *ptr, size_t n, bool *is) {
  uint8_t head[64];
  size_t len = sizeof head;
  dfmt_status st = dfmto_profile_bytes_peek(op, ptr, n, head, &len);
  *is = st == DFMT_OK && is_pprof(head, head + len);
  return st;
}

static dfmt_status open_source(dfmt_op *op, struct dfmto_profile_head *x, dfmt_source *from) {
  dfmt_status st = dfmt_source_slice(op->config, from, 0, UINT64_MAX, &x->source);
  return st == DFMT_OK ? st : dfmti_fail(&op->err, st, DFMT_ERR_NOMEM, "no memory for a source");
}

dfmt_status dfmto_profile_look(dfmt_op *op, struct dfmto_profile_head *x, dfmt_source *from) {
  uint64_t got = 1;
  dfmt_status st = x->known || x->source ? DFMT_OK : open_source(op, x, from);
  if (x->known || st != DFMT_OK) return st;
  while (st == DFMT_OK && got && x->n < sizeof x->bytes) {
    st = dfmt_source_read(x->source, x->bytes + x->n, sizeof x->bytes - x->n, &got);
    x->n += (size_t)got;
  }
  if (st < 0) return dfmto_fail_as(op, dfmt_source_error(x->source));
  if (st != DFMT_OK && st != DFMT_END) return st;
  st = dfmto_profile_begins(op, x->bytes, x->n, &x->is_pprof);
  x->known = st == DFMT_OK;
  return st;
}

void dfmto_profile_head_free(struct dfmto_profile_head *x) {
  dfmt_source_free(x->source);
  *x = (struct dfmto_profile_head){.n = 0};
}
