/* SPDX-License-Identifier: MIT */
/*
 * Writing heap dumps (spec 2.16). What a body needs before it is written if it is not there: a head without totals,
 * the MAPS line. Totals that were not given leave room for their digits, and dfmti_mallocdbg_dump_finish() fills it.
 */
#include <string.h>

#include "read.h"
#include "write.h"

enum { ROOM = 20 }; /* digits of the largest number */

static struct dfmti_mallocdbg_writer *state(dfmt_writer *w) { return w->state; }

static bool has_lf(const dfmt_str *s) { return s->ptr && memchr(s->ptr, '\n', (size_t)s->len) != NULL; }

/* ---- the head ---- */

static void put_line(dfmt_writer *w, const char *name, uint64_t v) {
  dfmti_mallocdbg_line_text(w, name);
  dfmti_mallocdbg_line_decimal(w, v, 0);
  dfmti_mallocdbg_line_text(w, "\n");
}

/* A total, or room for it. */
static void put_total(dfmt_writer *w, const char *name, bool given, uint64_t v, struct dfmti_total *t) {
  static const char blanks[ROOM + 1] = "                    ";
  dfmti_mallocdbg_line_text(w, name);
  size_t start = state(w)->held.len;
  t->at = dfmt_writer_offset(w) + start;
  t->claimed = given;
  t->claim = v;
  if (given)
    dfmti_mallocdbg_line_decimal(w, v, 0);
  else
    dfmti_mallocdbg_line_put(w, blanks, ROOM);
  t->width = state(w)->held.len - start;
  dfmti_mallocdbg_line_text(w, "\n");
}

static const char apology[] =
    "Native heap dump not available. To enable, run these commands (requires root):\n"
    "# adb shell stop\n"
    "# adb shell setprop libc.debug.malloc.options backtrace\n"
    "# adb shell start\n";

static void put_fingerprint(dfmt_writer *w, const dfmt_mallocdbg_header *h) {
  dfmt_str unknown = {"unknown", 7};
  dfmti_mallocdbg_line_text(w, "Build fingerprint: '");
  dfmti_mallocdbg_line_str(w, h->present & DFMT_MALLOCDBG_HEADER_HAS_FINGERPRINT ? &h->fingerprint : &unknown);
  dfmti_mallocdbg_line_text(w, "'\n\n");
}

static dfmt_status put_header(dfmt_writer *w, const dfmt_mallocdbg_header *h, uint32_t variant) {
  static const char *const banners[] = {[DFMT_MALLOCDBG_VARIANT_V10] = "Android Native Heap Dump v1.0\n\n",
                                        [DFMT_MALLOCDBG_VARIANT_V11] = "Android Native Heap Dump v1.1\n\n",
                                        [DFMT_MALLOCDBG_VARIANT_V12] = "Android Native Heap Dump v1.2\n\n",
                                        [DFMT_MALLOCDBG_VARIANT_COMMA] = "Android Native Heap Dump v1.0\n\n",
                                        [DFMT_MALLOCDBG_VARIANT_HEAPSNAP] = "Heap Snapshot v1.0\n\n"};
  struct dfmti_mallocdbg_output *o = &state(w)->out;
  bool total = h->present & DFMT_MALLOCDBG_HEADER_HAS_TOTAL_BYTES, n = h->present & DFMT_MALLOCDBG_HEADER_HAS_N_RECORDS;
  o->variant = variant;
  o->written = WRITTEN_HEADER;
  if (variant == DFMT_MALLOCDBG_VARIANT_NOT_AVAILABLE) {
    o->written = WRITTEN_END;
    dfmti_mallocdbg_line_text(w, apology);
    return dfmti_mallocdbg_line_out(w);
  }
  if (variant > DFMT_MALLOCDBG_VARIANT_HEAPSNAP) return dfmti_fail_arg(&w->out.err, "unknown variant in the header");
  if (has_lf(&h->fingerprint)) return dfmti_mallocdbg_refuse(w, "a fingerprint must not contain a line feed");
  if ((!total || !n) && !dfmti_sink_can_patch(w->out.sink))
    return dfmti_fail(&w->out.err, DFMT_E_UNSUPPORTED, DFMT_ERR_MALLOCDBG_TOTALS,
                      "total_bytes and n_records are required if the sink cannot seek");
  dfmti_mallocdbg_line_text(w, banners[variant]);
  if (variant == DFMT_MALLOCDBG_VARIANT_V12) put_fingerprint(w, h);
  put_total(w, "Total memory: ", total, h->total_bytes, &o->total);
  put_total(w, "Allocation records: ", n, h->n_records, &o->records);
  if (h->present & DFMT_MALLOCDBG_HEADER_HAS_WARNED_SIZE) {
    dfmti_mallocdbg_line_text(w, "WARNING: mismatched backtrace sizes (");
    dfmti_mallocdbg_line_decimal(w, h->warned_size, 0);
    dfmti_mallocdbg_line_text(w, " vs. 32)\n");
  }
  if (h->present & DFMT_MALLOCDBG_HEADER_HAS_BACKTRACE_SIZE) put_line(w, "Backtrace size: ", h->backtrace_size);
  dfmti_mallocdbg_line_text(w, "\n");
  return dfmti_mallocdbg_line_out(w);
}

/* Where the digits after a word stand, with what is left of the line. */
static void find_total(dfmt_writer *w, const char *name, bool given, uint64_t v, struct dfmti_total *t) {
  const struct dfmti_buf *b = &state(w)->held;
  if (b->len == 0 || !given) return;
  const uint8_t *end = b->ptr + b->len, *p = b->ptr;
  while ((p = dfmti_find(p, end, name)) != NULL && p > b->ptr && p[-1] != '\n') p++;
  if (!p) return;
  p += strlen(name);
  const uint8_t *lf = memchr(p, '\n', (size_t)(end - p));
  *t = (struct dfmti_total){.at = dfmt_writer_offset(w) + (uint64_t)(p - b->ptr),
                            .claimed = true,
                            .claim = v,
                            .width = (size_t)((lf ? lf : end) - p)};
  if (t->width && p[t->width - 1] == '\r') t->width--;
}

dfmt_status dfmti_mallocdbg_dump_raw_header(dfmt_writer *w, const dfmt_mallocdbg_header *h) {
  struct dfmti_mallocdbg_output *o = &state(w)->out;
  o->variant = h->variant;
  o->written = h->variant == DFMT_MALLOCDBG_VARIANT_NOT_AVAILABLE ? WRITTEN_END : WRITTEN_HEADER;
  find_total(w, "Total memory: ", h->present & DFMT_MALLOCDBG_HEADER_HAS_TOTAL_BYTES, h->total_bytes, &o->total);
  find_total(w, "Allocation records: ", h->present & DFMT_MALLOCDBG_HEADER_HAS_N_RECORDS, h->n_records, &o->records);
  return dfmti_mallocdbg_line_out(w);
}

/* ---- the order ---- */

static dfmt_status put_maps_line(dfmt_writer *w) {
  state(w)->out.written = WRITTEN_MAPS;
  return dfmti_out_put(&w->out, "MAPS\n", 5);
}

dfmt_status dfmti_mallocdbg_dump_prepare(dfmt_writer *w, uint32_t type) {
  struct dfmti_mallocdbg_output *o = &state(w)->out;
  enum dfmti_written needs = type == DFMT_MALLOCDBG_HEADER ? WRITTEN_NOTHING
                             : type < DFMT_MALLOCDBG_MAP   ? WRITTEN_HEADER
                                                           : WRITTEN_MAPS;
  bool other =
      o->written == WRITTEN_RECORDS || o->written == WRITTEN_LOG || w->variant > DFMT_MALLOCDBG_VARIANT_NOT_AVAILABLE;
  if (type == DFMT_MALLOCDBG_END && o->written < WRITTEN_MAPS) needs = WRITTEN_HEADER; /* of a dump cut before MAPS */
  if (other || o->written > needs)
    return dfmti_fail(&w->out.err, DFMT_E_ARG, DFMT_ERR_MALLOCDBG_ORDER,
                      "out of order: not allowed after what has been written");
  if (o->written < WRITTEN_HEADER && needs >= WRITTEN_HEADER) {
    dfmt_mallocdbg_header h = {.present = 0};
    uint32_t variant = w->variant ? w->variant : DFMT_MALLOCDBG_VARIANT_V12;
    state(w)->held.len = 0;
    dfmt_status st = put_header(w, &h, variant);
    if (st != DFMT_OK) return st;
  }
  return o->written < needs ? put_maps_line(w) : DFMT_OK;
}

/* ---- records ---- */

static uint64_t count_of(uint32_t variant, const dfmt_mallocdbg_alloc *a) {
  return variant == DFMT_MALLOCDBG_VARIANT_V11 || variant == DFMT_MALLOCDBG_VARIANT_V12 ? a->count : a->count_written;
}

void dfmti_mallocdbg_dump_count(dfmt_writer *w, const dfmt_mallocdbg_alloc *a) {
  struct dfmti_mallocdbg_output *o = &state(w)->out;
  o->n_records++;
  o->sum += a->bytes * count_of(o->variant, a);
}

static void put_pcs(dfmt_writer *w, const dfmt_mallocdbg_alloc *a, const char *before, unsigned digits) {
  for (uint64_t i = 0; i < a->n_pcs; i++) {
    dfmti_mallocdbg_line_text(w, before);
    dfmti_mallocdbg_line_hex(w, a->pcs[i], digits);
  }
}

static void put_frame(dfmt_writer *w, const dfmt_mallocdbg_frame *f) {
  dfmti_mallocdbg_line_text(w, " {\"");
  if (f->present & DFMT_MALLOCDBG_FRAME_HAS_MAP) dfmti_mallocdbg_line_str(w, &f->map);
  dfmti_mallocdbg_line_text(w, "\" ");
  dfmti_mallocdbg_line_hex(w, f->rel_pc, 1);
  dfmti_mallocdbg_line_text(w, " \"");
  if (f->present & DFMT_MALLOCDBG_FRAME_HAS_FUNCTION) dfmti_mallocdbg_line_str(w, &f->function);
  dfmti_mallocdbg_line_text(w, "\" ");
  dfmti_mallocdbg_line_hex(w, f->present & DFMT_MALLOCDBG_FRAME_HAS_FUNCTION_OFFSET ? f->function_offset : 0, 1);
  dfmti_mallocdbg_line_text(w, "}");
}

/* Nothing is escaped, so a name could be taken for something else: one that would be is refused. */
static bool reads_back(const uint8_t *p, const uint8_t *end, const dfmt_mallocdbg_frame *f) {
  dfmt_mallocdbg_frame got[1];
  return !has_lf(&f->map) && !has_lf(&f->function) && dfmti_mallocdbg_dump_info(p, end, got, 1) == 1 &&
         got[0].map.len == (f->present & DFMT_MALLOCDBG_FRAME_HAS_MAP ? f->map.len : 0) &&
         got[0].function.len == (f->present & DFMT_MALLOCDBG_FRAME_HAS_FUNCTION ? f->function.len : 0);
}

static dfmt_status put_info(dfmt_writer *w, const dfmt_mallocdbg_alloc *a) {
  struct dfmti_buf *b = &state(w)->held;
  if (a->n_frames < a->n_pcs || (a->n_frames && !a->frames)) return dfmti_mallocdbg_refuse(w, "fewer frames than pcs");
  dfmti_mallocdbg_line_text(w, "  bt_info");
  for (uint64_t i = 0; i < a->n_frames; i++) {
    size_t start = b->len;
    put_frame(w, &a->frames[i]);
    dfmti_mallocdbg_line_put(w, "\n", 1); /* what must follow any text that is parsed */
    if (b->len == SIZE_MAX) break;
    b->len--;
    if (!reads_back(b->ptr + start, b->ptr + b->len, &a->frames[i]))
      return dfmti_mallocdbg_refuse(w, "a map or function name that readers would misinterpret");
  }
  dfmti_mallocdbg_line_text(w, "\n");
  return DFMT_OK;
}

static dfmt_status put_alloc(dfmt_writer *w, const dfmt_mallocdbg_alloc *a) {
  uint32_t variant = state(w)->out.variant;
  bool comma = variant == DFMT_MALLOCDBG_VARIANT_COMMA;
  bool padded = variant != DFMT_MALLOCDBG_VARIANT_V11 && variant != DFMT_MALLOCDBG_VARIANT_V12;
  bool info = a->present & DFMT_MALLOCDBG_ALLOC_HAS_FRAMES &&
              (w->variant == 0 || variant == DFMT_MALLOCDBG_VARIANT_V12); /* other versions do not have it */
  unsigned digits = a->present & DFMT_MALLOCDBG_ALLOC_HAS_PC_DIGITS && a->pc_digits <= 16 ? a->pc_digits : 16;
  if (a->zygote_child > 1 || (a->n_pcs && !a->pcs))
    return dfmti_fail_arg(&w->out.err, "zygote_child must be 0 or 1, and pcs must be given");
  dfmti_mallocdbg_line_text(w, a->zygote_child ? "z 1  sz " : "z 0  sz ");
  dfmti_mallocdbg_line_decimal(w, a->bytes, 8);
  dfmti_mallocdbg_line_text(w, comma ? ",  num " : padded ? "  num " : "  num    ");
  dfmti_mallocdbg_line_decimal(w, count_of(variant, a), padded ? 4 : 0);
  if (!comma) dfmti_mallocdbg_line_text(w, "  bt");
  if (comma)
    put_pcs(w, a, ", 0x", 8);
  else
    put_pcs(w, a, " ", variant == DFMT_MALLOCDBG_VARIANT_V12 ? 1 : digits);
  dfmti_mallocdbg_line_text(w, "\n");
  dfmt_status st = DFMT_OK;
  if (info) st = put_info(w, a);
  if (st == DFMT_OK) st = dfmti_mallocdbg_line_out(w);
  if (st == DFMT_OK) dfmti_mallocdbg_dump_count(w, a);
  return st;
}

/* ---- maps and the end ---- */

static dfmt_status put_map(dfmt_writer *w, const dfmt_mallocdbg_map *m) {
  const dfmt_str *n = &m->name;
  bool named = m->present & DFMT_MALLOCDBG_MAP_HAS_NAME && n->len && n->ptr;
  if (m->end_address < m->start_address || (named && (has_lf(n) || n->ptr[0] == ' ' || n->ptr[n->len - 1] == '\r')))
    return dfmti_mallocdbg_refuse(w, "a map that ends before it starts, or a name that would not read back unchanged");
  dfmti_mallocdbg_line_hex(w, m->start_address, 8);
  dfmti_mallocdbg_line_text(w, "-");
  dfmti_mallocdbg_line_hex(w, m->end_address, 8);
  char letters[] = {
      ' ', m->prot & 1 ? 'r' : '-', m->prot & 2 ? 'w' : '-', m->prot & 4 ? 'x' : '-', m->shared ? 's' : 'p', ' '};
  dfmti_mallocdbg_line_put(w, letters, sizeof letters);
  dfmti_mallocdbg_line_hex(w, m->file_offset, 8);
  dfmti_mallocdbg_line_text(w, " ");
  dfmti_mallocdbg_line_hex(w, m->dev_major, 2);
  dfmti_mallocdbg_line_text(w, ":");
  dfmti_mallocdbg_line_hex(w, m->dev_minor, 2);
  dfmti_mallocdbg_line_text(w, " ");
  dfmti_mallocdbg_line_decimal(w, m->inode, 0);
  dfmti_mallocdbg_line_text(w, " ");
  size_t column = m->name_column && m->name_column < 1024 ? m->name_column : 73;
  while (named && state(w)->held.len < column) dfmti_mallocdbg_line_text(w, " ");
  if (named) dfmti_mallocdbg_line_str(w, n);
  dfmti_mallocdbg_line_text(w, "\n");
  return dfmti_mallocdbg_line_out(w);
}

static dfmt_status put_maps(dfmt_writer *w, const dfmt_mallocdbg_maps_begin *m) {
  dfmt_status st = put_maps_line(w);
  if (st != DFMT_OK || !(m->present & DFMT_MALLOCDBG_MAPS_BEGIN_HAS_FAILURE)) return st;
  const uint8_t *p = (const uint8_t *)m->failure.ptr;
  if (!p || has_lf(&m->failure) || !dfmti_begins(p, p + m->failure.len, "Could not open "))
    return dfmti_mallocdbg_refuse(w, "a failure must begin with 'Could not open ' and have no line feed");
  dfmti_mallocdbg_line_str(w, &m->failure);
  dfmti_mallocdbg_line_text(w, "\n");
  return dfmti_mallocdbg_line_out(w);
}

dfmt_status dfmti_mallocdbg_dump_put(dfmt_writer *w, const dfmt_head *body) {
  const void *b = body;
  const dfmt_mallocdbg_header *h = b;
  switch (body->type) {
    case DFMT_MALLOCDBG_HEADER:
      return put_header(w, h, w->variant ? w->variant : h->variant ? h->variant : (uint32_t)DFMT_MALLOCDBG_VARIANT_V12);
    case DFMT_MALLOCDBG_ALLOC: return put_alloc(w, b);
    case DFMT_MALLOCDBG_MAPS_BEGIN: return put_maps(w, b);
    case DFMT_MALLOCDBG_MAP: return put_map(w, b);
    default: state(w)->out.written = WRITTEN_END; return dfmti_out_put(&w->out, "END\n", 4);
  }
}

/* The number in its room, if it fits; what was claimed rightly stays as it is. */
static dfmt_status patch(dfmt_writer *w, const struct dfmti_total *t, uint64_t v) {
  uint8_t digits[ROOM + 1];
  size_t n = (size_t)(dfmti_mallocdbg_put_decimal(digits, v, 0, ' ') - digits);
  if ((t->claimed && t->claim == v) || n > t->width || !w->out.sink->ops.write_at) return DFMT_OK;
  memset(digits + n, ' ', dfmti_min(t->width, ROOM) - n);
  return dfmti_out_patch(&w->out, t->at, digits, dfmti_min(t->width, ROOM));
}

dfmt_status dfmti_mallocdbg_dump_finish(dfmt_writer *w) {
  struct dfmti_mallocdbg_output *o = &state(w)->out;
  dfmt_status st = DFMT_OK;
  if (o->written != WRITTEN_END && o->last != '\n') st = dfmti_out_put(&w->out, "\n", 1);
  if (st == DFMT_OK && o->written == WRITTEN_HEADER) st = put_maps_line(w);
  if (st == DFMT_OK && o->written == WRITTEN_MAPS) {
    o->written = WRITTEN_END;
    st = dfmti_out_put(&w->out, "END\n", 4);
  }
  if (st == DFMT_OK) st = patch(w, &o->records, o->n_records);
  if (st == DFMT_OK && !o->total.claimed) st = patch(w, &o->total, o->sum);
  return st;
}
