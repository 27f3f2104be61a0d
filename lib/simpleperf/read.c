/* SPDX-License-Identifier: MIT */
/*
 * Reading records (spec 1, 5.3). The window stands at the size of a record; `phase` says what comes:
 *
 *   HEADER --magic, version 1--> RECORD --whole record--> event
 *                                 |--kind not wanted--> SKIP --all of it--> RECORD
 *                                 |--size 0--> TRAILING --input ends--> DONE
 *                                 '--damage--> error; with RECOVER (salvage.c): a record that is malformed inside:
 *                                      JUDGE --another one follows it--> RECORD
 *                                        '--none--> RESYNC --bytes like a record--> RECORD
 *                                      else RESYNC                  '--input ends--> DONE
 *
 * With RECOVER a size of 0 is the end only if the input or another file follows it; otherwise it is searched as damage,
 * and is the end if no record is found.
 */
#include "read.h"

#include <inttypes.h>
#include <stdio.h>

static struct dfmti_simpleperf_reader *state(dfmt_reader *r) { return r->state; }

static uint64_t here(dfmt_reader *r, size_t at) { return dfmti_window_offset(&r->in.win) + at; }

static dfmt_status open_file(dfmt_reader *r) {
  struct dfmti_simpleperf_reader *s = state(r);
  s->phase = PHASE_HEADER;
  s->wanted = (uint32_t)dfmti_config_own(&r->config, dfmti_simpleperf_options, DFMT_CFG_SIMPLEPERF_RECORDS);
  if (s->wanted == 0) s->wanted = UINT32_MAX;
  s->effort = 0;
  return DFMT_OK;
}

static void close_file(dfmt_reader *r) { dfmti_simpleperf_record_free(&r->in.mem, &state(r)->record); }

/* ---- header ---- */

static dfmt_status bad_magic(dfmt_reader *r, const uint8_t *p, size_t n) {
  char shown[64], text[160];
  const char *known = dfmti_simpleperf_what_is(p, n);
  snprintf(text, sizeof text, "expected \"SIMPLEPERF\", found '%s'%s%s",
           dfmti_quote(shown, sizeof shown, p, dfmti_min(n, DFMTI_SIMPLEPERF_MAGIC_LEN)), known ? ": " : "",
           known ? known : "");
  return dfmti_simpleperf_damaged(r, DFMT_E_FORMAT, DFMT_ERR_SIMPLEPERF_MAGIC, 0, text);
}

static dfmt_status header(dfmt_reader *r) {
  struct dfmti_simpleperf_reader *s = state(r);
  dfmt_status st = dfmti_stream_fill(&r->in, DFMTI_SIMPLEPERF_HEADER_LEN);
  if (st != DFMT_OK && st != DFMT_END) return st;
  const uint8_t *p = dfmti_window_ptr(&r->in.win);
  size_t n = dfmti_min(dfmti_window_len(&r->in.win), DFMTI_SIMPLEPERF_HEADER_LEN); /* however much is at hand */
  size_t magic = dfmti_min(n, DFMTI_SIMPLEPERF_MAGIC_LEN);
  if (memcmp(p, DFMTI_SIMPLEPERF_MAGIC, magic) != 0) return bad_magic(r, p, n);
  if (n < DFMTI_SIMPLEPERF_HEADER_LEN)
    return dfmti_simpleperf_damaged(r, DFMT_E_TRUNCATED, DFMT_ERR_SIMPLEPERF_HEADER,
                                    n < DFMTI_SIMPLEPERF_MAGIC_LEN ? 0 : DFMTI_SIMPLEPERF_MAGIC_LEN,
                                    "the input ends inside the header");
  uint32_t version = (uint32_t)p[10] | (uint32_t)p[11] << 8;
  if (version != DFMTI_SIMPLEPERF_VERSION && !r->in.recover)
    return dfmti_fail_at(&r->in.err, DFMT_E_UNSUPPORTED, DFMT_ERR_SIMPLEPERF_VERSION, DFMTI_SIMPLEPERF_MAGIC_LEN, 0,
                         "version %" PRIu32 ", where only 1 is known", version);
  if (version != DFMTI_SIMPLEPERF_VERSION)
    dfmti_stream_note(&r->in, DFMT_SEVERITY_WARNING, DFMT_ERR_SIMPLEPERF_VERSION, DFMT_E_UNSUPPORTED,
                      DFMTI_SIMPLEPERF_MAGIC_LEN, 0, 0, "version %" PRIu32 " is read as version 1", version);
  else
    r->variant = DFMT_SIMPLEPERF_VARIANT_V1;
  dfmti_window_consume(&r->in.win, DFMTI_SIMPLEPERF_HEADER_LEN);
  s->phase = PHASE_RECORD;
  return DFMT_OK;
}

/* ---- records ---- */

static dfmt_status no_more(dfmt_reader *r) {
  struct dfmti_simpleperf_reader *s = state(r);
  if (dfmti_window_len(&r->in.win))
    return dfmti_simpleperf_damaged(r, DFMT_E_TRUNCATED, DFMT_ERR_SIMPLEPERF_SIZE_CUT, here(r, 0),
                                    "the input ends inside the length of a record");
  dfmt_status st = dfmti_stream_fault(&r->in, DFMT_SEVERITY_WARNING, DFMT_ERR_SIMPLEPERF_NO_END, DFMT_E_TRUNCATED,
                                      here(r, 0), 0, 0, "the input ends without the four zero bytes that end a file");
  if (st == DFMT_OK) s->phase = PHASE_DONE;
  return st;
}

static dfmt_status record_cut(dfmt_reader *r, uint64_t start, uint64_t total) {
  char text[80];
  snprintf(text, sizeof text, "the input ends inside a record of %" PRIu64 " bytes", total - 4);
  return dfmti_simpleperf_damaged(r, DFMT_E_TRUNCATED, DFMT_ERR_SIMPLEPERF_RECORD_CUT, start, text);
}

static bool is_wanted(const struct dfmti_simpleperf_reader *s, uint32_t kind) {
  return s->wanted & (kind ? 1u << (kind - 1) : (uint32_t)DFMT_SIMPLEPERF_RECORDS_OPAQUE);
}

/* Of records that are there as a whole, those that are not wanted: this is what a pass over the names does. */
static void pass_unwanted(dfmt_reader *r) {
  const struct dfmti_simpleperf_reader *s = state(r);
  const uint8_t *p = dfmti_window_ptr(&r->in.win), *end = p + dfmti_window_len(&r->in.win), *q = p;
  while (end - q >= 16) {
    uint32_t size = dfmti_load_le32(q);
    if (size > (size_t)(end - q) - 4) break;
    uint32_t kind = size ? dfmti_simpleperf_kind_at(q + 4, size, size) : 0;
    if (!kind || is_wanted(s, kind)) break;
    q += 4 + (size_t)size;
  }
  dfmti_window_consume(&r->in.win, (size_t)(q - p));
}

/* SKIP: a record may be passed over in pieces. */
static dfmt_status skip(dfmt_reader *r) {
  struct dfmti_simpleperf_reader *s = state(r);
  while (s->skip_left) {
    dfmt_status st = dfmti_stream_fill(&r->in, 1);
    if (st == DFMT_END) return record_cut(r, s->skip_start, here(r, 0) - s->skip_start + s->skip_left);
    if (st != DFMT_OK) return st;
    size_t n = dfmti_min(dfmti_window_len(&r->in.win), dfmti_clamp(s->skip_left));
    dfmti_window_consume(&r->in.win, n);
    s->skip_left -= n;
  }
  s->phase = PHASE_RECORD;
  return DFMT_OK;
}

static void deliver(dfmt_reader *r, const uint8_t *p, size_t total) {
  dfmt_event *ev = &r->out.ev;
  ev->body = &state(r)->record.body.head;
  ev->type = ev->body->type;
  ev->offset = here(r, 0);
  ev->length = total;
  ev->raw = (dfmt_str){(const char *)p, total};
  r->payload.inlined = true;
  r->payload.raw = (dfmt_str){(const char *)p, total}; /* what was just stored in ev->raw is slow to load */
}

/* The record at the window's position, all of it there. */
static dfmt_status decode(dfmt_reader *r, size_t total) {
  struct dfmti_simpleperf_reader *s = state(r);
  const uint8_t *p = dfmti_window_ptr(&r->in.win);
  struct dfmti_simpleperf_fault fault;
  dfmt_status st = dfmti_simpleperf_decode(&r->in.mem, &s->record, p + 4, total - 4, &fault);
  if (st == DFMT_E_NOMEM) return dfmti_fail_mem(&r->in.err, &r->in.mem);
  if (st != DFMT_OK) {
    size_t at = (size_t)(fault.at - p);
    st = dfmti_simpleperf_damaged(r, st, fault.number, here(r, at), fault.what);
    if (st != DFMT_OK) return st;
    s->judged = at;
    s->skip_left = total - 1;
    s->phase = PHASE_JUDGE;
    return DFMT_OK;
  }
  const struct dfmti_simpleperf_message *msg = s->record.message;
  if (is_wanted(s, msg ? (uint32_t)(msg - dfmti_simpleperf_messages) + 1 : 0)) deliver(r, p, total);
  dfmti_window_consume(&r->in.win, total);
  return DFMT_OK;
}

/* Bytes of a record from its size on: OK, and all that is looked at first is there. */
static dfmt_status begin_record(dfmt_reader *r, uint64_t total, size_t want) {
  dfmt_status st = dfmti_stream_fill(&r->in, want);
  return st == DFMT_END ? record_cut(r, here(r, 0), total) : st;
}

static dfmt_status record(dfmt_reader *r) {
  struct dfmti_simpleperf_reader *s = state(r);
  if (s->wanted != UINT32_MAX) pass_unwanted(r);
  dfmt_status st = dfmti_stream_fill(&r->in, 4);
  if (st != DFMT_OK) return st == DFMT_END ? no_more(r) : st;
  uint32_t size = dfmti_load_le32(dfmti_window_ptr(&r->in.win));
  uint64_t total = (uint64_t)size + 4;
  if (size == 0 && r->in.recover) return dfmti_simpleperf_zero_size(r);
  if (size == 0) {
    dfmti_simpleperf_end(r);
    return DFMT_OK;
  }
  size_t telling = (size_t)(total < DFMTI_SIMPLEPERF_TELLING ? total : DFMTI_SIMPLEPERF_TELLING);
  st = begin_record(r, total, telling);
  if (st != DFMT_OK || s->phase != PHASE_RECORD) return st;
  uint32_t kind = dfmti_simpleperf_kind_at(dfmti_window_ptr(&r->in.win) + 4, telling - 4, size);
  if (kind && !is_wanted(s, kind)) {
    s->skip_start = here(r, 0);
    s->skip_left = total;
    s->phase = PHASE_SKIP;
    return DFMT_OK;
  }
  st = begin_record(r, total, dfmti_clamp(total < r->in.max_record ? total : r->in.max_record));
  if (st != DFMT_OK || s->phase != PHASE_RECORD) return st;
  if (total <= r->in.max_record) return decode(r, (size_t)total);
  if (r->in.recover && !kind)
    return dfmti_simpleperf_damaged(r, DFMT_E_FORMAT, DFMT_ERR_SIMPLEPERF_LENGTH, here(r, 0),
                                    "a length beyond the limit, and no record after it");
  return dfmti_fail_limit(&r->in.err, DFMT_CFG_MAX_RECORD, DFMT_ERR_MAX_RECORD, here(r, 0), total);
}

/* ---- after the end ---- */

static dfmt_status trailing(dfmt_reader *r) {
  struct dfmti_simpleperf_reader *s = state(r);
  while (r->in.diagnostics) {
    dfmt_status st = dfmti_stream_fill(&r->in, 1);
    if (st == DFMT_END) break;
    if (st != DFMT_OK) return st;
    dfmti_window_consume(&r->in.win, dfmti_window_len(&r->in.win));
  }
  uint64_t n = here(r, 0) - s->end;
  if (n)
    dfmti_stream_note(&r->in, DFMT_SEVERITY_WARNING, DFMT_ERR_SIMPLEPERF_TRAILING, DFMT_OK, s->end, 0, n,
                      "%" PRIu64 " trailing bytes after the end of the file were ignored", n);
  s->phase = PHASE_DONE;
  return DFMT_OK;
}

static dfmt_status done(dfmt_reader *r) {
  (void)r;
  return DFMT_END;
}

static dfmt_status step(dfmt_reader *r) {
  static dfmt_status (*const steps[])(dfmt_reader *) = {[PHASE_HEADER] = header,
                                                        [PHASE_RECORD] = record,
                                                        [PHASE_SKIP] = skip,
                                                        [PHASE_JUDGE] = dfmti_simpleperf_judge,
                                                        [PHASE_RESYNC] = dfmti_simpleperf_resync,
                                                        [PHASE_TRAILING] = trailing,
                                                        [PHASE_DONE] = done};
  return steps[state(r)->phase](r);
}

static dfmt_status next(dfmt_reader *r) { return dfmti_reader_steps(r, step); }

const dfmt_read_format dfmti_simpleperf_read = {
    .format = &dfmti_format_simpleperf,
    .begins = dfmti_simpleperf_begins,
    .probe = dfmti_simpleperf_probe,
    .state_size = sizeof(struct dfmti_simpleperf_reader),
    .open = open_file,
    .next = next,
    .close = close_file,
};

const dfmt_read_format *dfmt_simpleperf_read_format(void) { return &dfmti_simpleperf_read; }
