/* SPDX-License-Identifier: MIT */
/*
 * Convert for malloc_debug. Records are copied unchanged unless something changes: the version of a heap dump
 * (mallocdbg spec 2.1), the choice of allocations, times of operations. Whatever the output cannot hold is counted and
 * reported.
 */
#include <inttypes.h>
#include <string.h>

#include <diagfmt/mallocdbg.h>

#include "convert.h"
#include "op/choose.h"
#include "op/reading.h"

/* Parts of the head of a log line: those that a layout has, or a record. */
enum { TIME = 1, PID = 2, TID = 4, PRIORITY = 8, TAG = 16, PARTS = 5 };

enum { BITS_32 = 8, BITS_64 = 16 }; /* digits of a pc */

struct state {
  uint32_t from, to;                 /* variants of the dump */
  bool anew;                         /* the dump's records are rewritten */
  bool began, wide;                  /* wide: a pc of more than 32 bits was seen */
  bool counts, counts_known;         /* counts: the numbers of a v1.0 dump are counts */
  bool other_numbers;                /* some differ from 1, so that it matters */
  bool fingerprint, resolved;        /* omitted from the output */
  uint64_t infos;                    /* number of records whose bt_info is omitted */
  uint64_t times;                    /* number of operations whose times are omitted */
  uint64_t lost[PARTS], made[PARTS]; /* parts of log lines' heads that are omitted, or invented */
  bool log;
  dfmt_reader *ahead; /* reads ahead to the dump's end */
  union dfmto_convert_body body;
};

static const char *variant_word(uint32_t variant) {
  const char *word = dfmt_type_word(DFMT_TYPE_MALLOCDBG_VARIANT, variant);
  return word ? word : "?";
}

/* ---- possible conversions ---- */

enum family { DUMP, APOLOGY, RECORDS, LOG };

static enum family family_of(uint32_t variant) {
  return variant < DFMT_MALLOCDBG_VARIANT_NOT_AVAILABLE    ? DUMP
         : variant == DFMT_MALLOCDBG_VARIANT_NOT_AVAILABLE ? APOLOGY
         : variant == DFMT_MALLOCDBG_VARIANT_RECORDS       ? RECORDS
                                                           : LOG;
}

static bool chooses(const struct dfmto_convert *c) {
  return dfmto_has_choice(c->op, DFMT_OPS_KEYS) || dfmto_has_choice(c->op, DFMT_OPS_DROP) ||
         dfmto_has_choice(c->op, DFMT_OPS_FUNCTIONS);
}

/* The first event decides. */
static dfmt_status begin(struct dfmto_convert *c, struct state *s, const dfmt_event *ev) {
  static const char *const names[] = {"a heap dump", "a text that there is no dump", "recorded operations", "a log"};
  const dfmt_mallocdbg_header *h = dfmt_event_mallocdbg_header(ev);
  uint32_t to = c->recipe.variant;
  enum family from = h ? family_of(h->variant) : dfmt_event_mallocdbg_op(ev) ? RECORDS : LOG;
  bool threads = dfmto_has_choice(c->op, DFMT_OPS_THREADS);
  const char *why = to && family_of(to) != from           ? "cannot be written as"
                    : threads && from == DUMP             ? "has no threads to choose by"
                    : c->recipe.log_format && from != LOG ? "has no lines of a log for --log-format"
                                                          : NULL;
  if (why) return dfmto_convert_refuse(c->op, "%s %s%s%s", names[from], why, to ? " " : "", to ? variant_word(to) : "");
  s->began = true;
  s->from = h ? h->variant : 0;
  s->to = to ? to : s->from;
  s->log = from == LOG;
  s->anew = to || chooses(c);
  return DFMT_OK;
}

/* ---- heap dumps ---- */

static bool has_info(uint32_t variant) { return variant == DFMT_MALLOCDBG_VARIANT_V12; }

/* A v1.0 dump does not say what its numbers are. */
static bool is_ambiguous(uint32_t variant) {
  return variant == DFMT_MALLOCDBG_VARIANT_V10 || variant == DFMT_MALLOCDBG_VARIANT_COMMA ||
         variant == DFMT_MALLOCDBG_VARIANT_HEAPSNAP;
}

static dfmt_status open_ahead(struct dfmto_convert *c, struct state *s, dfmt_source *from) {
  dfmt_source *again;
  if (s->ahead) return DFMT_OK;
  dfmt_status st = dfmt_source_slice(c->op->config, from, 0, UINT64_MAX, &again);
  if (st == DFMT_OK) st = dfmt_reader_new(c->op->config, &s->ahead);
  if (st == DFMT_OK) st = dfmt_reader_open(s->ahead, c->op->format, again);
  dfmt_source_free(again);
  return st == DFMT_OK ? st : dfmti_fail(&c->op->err, st, DFMT_ERR_NOMEM, "no memory for a reader");
}

/* Only the end tells; seekable input is read up to there first. */
static dfmt_status find_counts(struct dfmto_convert *c, struct state *s) {
  const dfmt_mallocdbg_end *e = NULL;
  const dfmt_event *ev;
  dfmt_source *from = c->op->spool.source ? c->op->spool.source : c->op->inputs[0];
  if (!s->counts_known) s->counts = dfmto_option(c->op, DFMT_CFG_MALLOCDBG_COUNTS);
  bool ask = is_ambiguous(s->from) && dfmt_source_seekable(from) && !dfmto_option(c->op, DFMT_OPS_CONVERT_COUNTS);
  if (s->counts_known || !ask) return DFMT_OK;
  dfmt_status st = open_ahead(c, s, from);
  for (uint64_t n = 0; st == DFMT_OK && !e; n++) {
    if (n % 1024 == 0) st = dfmto_progress(c->op, 0, 0);
    if (st != DFMT_OK) return st;
    st = dfmt_reader_next(s->ahead, &ev);
    if (st == DFMT_OK) e = dfmt_event_mallocdbg_end(ev);
  }
  if (st == DFMT_AGAIN || st == DFMT_E_NOMEM || st == DFMT_E_LIMIT || st == DFMT_E_IO)
    return dfmto_fail_as(c->op, dfmt_reader_error(s->ahead));
  if (e) s->counts = e->counts_valid;
  s->counts_known = true;
  return DFMT_OK;
}

static dfmt_status put_header(struct dfmto_convert *c, struct state *s, const dfmt_event *ev) {
  dfmt_mallocdbg_header h = {.head = {sizeof h, DFMT_MALLOCDBG_HEADER}};
  (void)dfmt_body_copy(ev->body, &h.head);
  h.variant = s->to;
  dfmt_status st = find_counts(c, s);
  if (st != DFMT_OK) return st;
  if (chooses(c)) /* the writer counts them */
    h.present &= ~(uint32_t)(DFMT_MALLOCDBG_HEADER_HAS_TOTAL_BYTES | DFMT_MALLOCDBG_HEADER_HAS_N_RECORDS);
  bool warned = h.present & DFMT_MALLOCDBG_HEADER_HAS_WARNED_SIZE && !is_ambiguous(s->to);
  if (warned) { /* the same limit, as later versions write it */
    h.backtrace_size = h.warned_size;
    h.present |= DFMT_MALLOCDBG_HEADER_HAS_BACKTRACE_SIZE;
    h.present &= ~(uint32_t)DFMT_MALLOCDBG_HEADER_HAS_WARNED_SIZE;
  }
  s->fingerprint = h.present & DFMT_MALLOCDBG_HEADER_HAS_FINGERPRINT && !has_info(s->to);
  s->resolved = s->from == DFMT_MALLOCDBG_VARIANT_HEAPSNAP && s->to != s->from;
  memcpy(&s->body, &h, sizeof h);
  dfmto_convert_say_put(&c->out, &s->body.head);
  return DFMT_OK;
}

/* In 32-bit processes v1.1 and earlier write 8 digits; only pcs tell which the process was. */
static void choose_digits(struct state *s, dfmt_mallocdbg_alloc *a) {
  for (uint64_t i = 0; i < a->n_pcs && !s->wide; i++) s->wide = a->pcs[i] > UINT32_MAX;
  if (a->present & DFMT_MALLOCDBG_ALLOC_HAS_PC_DIGITS && !has_info(s->from)) return;
  a->pc_digits = s->wide ? BITS_64 : BITS_32;
  a->present |= DFMT_MALLOCDBG_ALLOC_HAS_PC_DIGITS;
}

static void put_alloc(struct dfmto_convert *c, struct state *s, const dfmt_event *ev) {
  dfmt_mallocdbg_alloc a = {.head = {sizeof a, DFMT_MALLOCDBG_ALLOC}};
  (void)dfmt_body_copy(ev->body, &a.head);
  s->other_numbers |= a.count_written != 1;
  if (is_ambiguous(s->from)) a.count = s->counts ? a.count_written : 1;
  a.count_written = a.count;
  choose_digits(s, &a);
  if (!has_info(s->to) && a.present & DFMT_MALLOCDBG_ALLOC_HAS_FRAMES) dfmto_convert_say_count(&c->out, &s->infos);
  memcpy(&s->body, &a, sizeof a);
  dfmto_convert_say_put(&c->out, &s->body.head);
}

/* With input that is not seekable, numbers were written before the end told what they are. */
static dfmt_status check_counts(struct dfmto_convert *c, const struct state *s, const dfmt_mallocdbg_end *e) {
  bool used = s->counts;
  if (!is_ambiguous(s->from) || !s->other_numbers || used == (e->counts_valid != 0)) return DFMT_OK;
  return dfmto_convert_refuse(c->op, "by its totals the numbers of this dump are %s: convert it with %s",
                              used ? "no counts" : "counts", used ? "--no-mallocdbg-counts" : "--mallocdbg-counts");
}

static dfmt_status copy_dump(struct dfmto_convert *c, struct state *s, const dfmt_event *ev, bool wanted) {
  const dfmt_mallocdbg_end *e = dfmt_event_mallocdbg_end(ev);
  dfmt_status st = e && s->anew ? check_counts(c, s, e) : DFMT_OK;
  if (st != DFMT_OK) return st;
  if (e && e->marker != DFMT_MALLOCDBG_MARKER_END) return DFMT_OK; /* the writer adds missing parts, including MAPS */
  if (dfmt_event_mallocdbg_alloc(ev) && !wanted) return DFMT_OK;
  if (s->anew && dfmt_event_mallocdbg_header(ev) && family_of(s->from) == DUMP) return put_header(c, s, ev);
  if (s->anew && dfmt_event_mallocdbg_alloc(ev))
    put_alloc(c, s, ev);
  else
    dfmto_convert_say_copy(&c->out);
  return DFMT_OK;
}

/* ---- operations ---- */

static void copy_op(struct dfmto_convert *c, struct state *s, const dfmt_event *ev) {
  static const uint32_t times =
      DFMT_MALLOCDBG_OP_HAS_START_NS | DFMT_MALLOCDBG_OP_HAS_END_NS | DFMT_MALLOCDBG_OP_HAS_RESIDENT_BYTES;
  dfmt_mallocdbg_op o = {.head = {sizeof o, DFMT_MALLOCDBG_OP}};
  (void)dfmt_body_copy(ev->body, &o.head);
  if (!dfmto_option(c->op, DFMT_OPS_CONVERT_DROP_TIMES) || !(o.present & times)) {
    dfmto_convert_say_copy(&c->out);
    return;
  }
  o.present &= ~times;
  memcpy(&s->body, &o, sizeof o);
  dfmto_convert_say_count(&c->out, &s->times);
  dfmto_convert_say_put(&c->out, &s->body.head);
}

/* ---- logs ---- */

static unsigned parts_of(const dfmt_event *ev) {
  const dfmt_mallocdbg_report *r = dfmt_event_mallocdbg_report(ev);
  const dfmt_mallocdbg_message *m = dfmt_event_mallocdbg_message(ev);
  static const struct {
    uint32_t report, message;
    unsigned part;
  } bits[] = {{DFMT_MALLOCDBG_REPORT_HAS_TIME_TEXT, DFMT_MALLOCDBG_MESSAGE_HAS_TIME_TEXT, TIME},
              {DFMT_MALLOCDBG_REPORT_HAS_PROCESS_ID, DFMT_MALLOCDBG_MESSAGE_HAS_PROCESS_ID, PID},
              {DFMT_MALLOCDBG_REPORT_HAS_THREAD_ID, DFMT_MALLOCDBG_MESSAGE_HAS_THREAD_ID, TID},
              {DFMT_MALLOCDBG_REPORT_HAS_PRIORITY, DFMT_MALLOCDBG_MESSAGE_HAS_PRIORITY, PRIORITY},
              {DFMT_MALLOCDBG_REPORT_HAS_TAG, DFMT_MALLOCDBG_MESSAGE_HAS_TAG, TAG}};
  unsigned found = 0;
  for (size_t i = 0; i < PARTS; i++)
    if ((r && r->present & bits[i].report) || (m && m->present & bits[i].message)) found |= bits[i].part;
  return found;
}

static void copy_line(struct dfmto_convert *c, struct state *s, const dfmt_event *ev) {
  static const unsigned layouts[] = {/* mallocdbg spec 4.2 */
                                     [DFMT_MALLOCDBG_LOG_THREADTIME] = TIME | PID | TID | PRIORITY | TAG,
                                     [DFMT_MALLOCDBG_LOG_TIME] = TIME | PID | PRIORITY | TAG,
                                     [DFMT_MALLOCDBG_LOG_BRIEF] = PID | PRIORITY | TAG,
                                     [DFMT_MALLOCDBG_LOG_TAG] = PRIORITY | TAG,
                                     [DFMT_MALLOCDBG_LOG_PROCESS] = PID | PRIORITY | TAG,
                                     [DFMT_MALLOCDBG_LOG_THREAD] = PID | TID | PRIORITY,
                                     [DFMT_MALLOCDBG_LOG_RAW] = 0,
                                     [DFMT_MALLOCDBG_LOG_LONG] = TIME | PID | TID | PRIORITY | TAG,
                                     [DFMT_MALLOCDBG_LOG_STDERR] = TAG};
  uint32_t format = c->recipe.log_format;
  unsigned has = parts_of(ev);
  for (size_t i = 0; i < PARTS && format && format < sizeof layouts / sizeof *layouts; i++) {
    if ((has & ~layouts[format]) >> i & 1) dfmto_convert_say_count(&c->out, &s->lost[i]);
    if ((layouts[format] & ~has) >> i & 1) dfmto_convert_say_count(&c->out, &s->made[i]);
  }
  dfmto_convert_say_copy(&c->out);
}

/* ---- all ---- */

/* The reader has the same option, for the layout of its input, which may differ. */
static void prepare(struct dfmto_convert *c, const dfmt_event *first) {
  (void)first;
  if (c->recipe.log_format) (void)dfmt_config_set(c->out.config, DFMT_CFG_MALLOCDBG_LOG_FORMAT, c->recipe.log_format);
}

static dfmt_status event(struct dfmto_convert *c, const dfmt_event *ev, bool wanted) {
  struct state *s = c->state;
  dfmt_status st = s->began ? DFMT_OK : begin(c, s, ev);
  if (st != DFMT_OK) return st;
  if (!dfmt_event_mallocdbg_op(ev) && !s->log) return copy_dump(c, s, ev, wanted);
  if (wanted && s->log) copy_line(c, s, ev);
  if (wanted && !s->log) copy_op(c, s, ev);
  return DFMT_OK;
}

static dfmt_status note(struct dfmto_convert *c, uint64_t n, const char *what) {
  if (!n) return DFMT_OK;
  return dfmto_convert_note(c->op, &c->out.notes, DFMT_SEVERITY_NOTE, NULL, "%" PRIu64 " %s", n, what);
}

static dfmt_status tell_heads(struct dfmto_convert *c, const struct state *s) {
  static const char *const lost[] = {"events lose their time", "events lose their process", "events lose their thread",
                                     "events lose their priority", "events lose their tag"};
  static const char *const made[] = {
      "events have no time: 01-01 00:00:00.000 is written instead", "events have no process: 0 is written instead",
      "events have no thread: 0 is written instead", "events have no priority: E is written instead",
      "events have no tag: malloc_debug is written instead"};
  dfmt_status st = DFMT_OK;
  for (size_t i = 0; i < PARTS && st == DFMT_OK; i++) {
    st = note(c, s->lost[i], lost[i]);
    if (st == DFMT_OK) st = note(c, s->made[i], made[i]);
  }
  return st;
}

static dfmt_status finish(struct dfmto_convert *c) {
  const struct state *s = c->state;
  struct dfmto_convert_notes *notes = &c->out.notes;
  dfmt_status st = DFMT_OK;
  if (s->fingerprint)
    st = dfmto_convert_note(c->op, notes, DFMT_SEVERITY_NOTE, NULL, "the fingerprint is lost: only v12 has it");
  if (st == DFMT_OK && s->resolved)
    st = dfmto_convert_note(c->op, notes, DFMT_SEVERITY_NOTE, NULL, "resolved frames of heapsnap are lost");
  if (st == DFMT_OK) st = note(c, s->infos, "records lose the names of their frames: only v12 has bt_info");
  if (st == DFMT_OK) st = note(c, s->times, "operations lose their times");
  return st == DFMT_OK ? tell_heads(c, s) : st;
}

static void close_state(struct dfmto_convert *c) { dfmt_reader_free(((struct state *)c->state)->ahead); }

extern const struct dfmto_convert_format dfmto_convert_mallocdbg;
const struct dfmto_convert_format dfmto_convert_mallocdbg = {.format = DFMT_MALLOCDBG,
                                                             .is_text = true,
                                                             .state_size = sizeof(struct state),
                                                             .prepare = prepare,
                                                             .event = event,
                                                             .finish = finish,
                                                             .close = close_state};
