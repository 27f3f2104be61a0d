/* SPDX-License-Identifier: MIT */
/*
 * `convert` for malloc_debug. Records go over as they stand unless something is to change: the version of a heap dump
 * (mallocdbg spec 2.1), a choice of allocations, times of operations. What the output cannot hold is counted and told.
 */
#include <inttypes.h>
#include <string.h>

#include "options.h"
#include "rewrite.h"

/* What of a log line's head a layout has; the same bits say what a record has. */
enum { TIME = 1, PID = 2, TID = 4, PRIORITY = 8, TAG = 16, PARTS = 5 };

enum { BITS_32 = 8, BITS_64 = 16 }; /* digits of a pc */

struct state {
  struct rewrite *x;
  uint32_t from, to;                 /* variants of the dump */
  bool anew;                         /* the dump's records are written anew */
  bool began, wide;                  /* wide: a pc of more than 32 bits has come */
  bool counts;                       /* the numbers of a v1.0 dump are counts */
  bool other_numbers;                /* some are not 1, so that it matters */
  uint64_t infos;                    /* records whose bt_info is lost */
  uint64_t times;                    /* operations whose times are lost */
  uint64_t lost[PARTS], made[PARTS]; /* parts of log lines' heads that are lost, or made up */
  bool log;
};

static const char *variant_word(uint32_t variant) {
  const char *word = dfmt_type_word(DFMT_TYPE_MALLOCDBG_VARIANT, variant);
  return word ? word : "?";
}

/* ---- which dialect can become which ---- */

enum family { DUMP, APOLOGY, RECORDS, LOG };

static enum family family_of(uint32_t variant) {
  return variant < DFMT_MALLOCDBG_VARIANT_NOT_AVAILABLE    ? DUMP
         : variant == DFMT_MALLOCDBG_VARIANT_NOT_AVAILABLE ? APOLOGY
         : variant == DFMT_MALLOCDBG_VARIANT_RECORDS       ? RECORDS
                                                           : LOG;
}

static bool chooses(const struct settings *set) { return set->keys.n || set->drop.n || set->grep; }

/* The first event decides. false: it cannot become what was asked for, which was reported. */
static bool begin(struct state *s, struct rewrite *x, const dfmt_event *ev) {
  static const char *const names[] = {"a heap dump", "a text that there is no dump", "recorded operations", "a log"};
  const dfmt_mallocdbg_header *h = dfmt_event_mallocdbg_header(ev);
  const struct settings *set = &x->t->set;
  uint32_t to = x->recipe.variant;
  enum family from = h ? family_of(h->variant) : dfmt_event_mallocdbg_op(ev) ? RECORDS : LOG;
  s->x = x;
  s->began = true;
  s->from = h ? h->variant : 0;
  s->to = to ? to : s->from;
  s->log = from == LOG;
  bool blind = chooses(set) && !set->output && !set->directory; /* nowhere to go back and fill totals in */
  const char *why = to && family_of(to) != from           ? "cannot be written as"
                    : set->threads.n && from == DUMP      ? "has no threads to choose by"
                    : x->recipe.log_format && from != LOG ? "has no lines of a log for --log-format"
                    : blind && from == DUMP               ? "has totals before the choice: give --output=FILE"
                                                          : NULL;
  if (why)
    report(x->t, CODE_USAGE, x->in->name, "%s %s%s%s", names[from], why, to ? " " : "", to ? variant_word(to) : "");
  x->failed = x->failed || why;
  s->anew = to || chooses(set);
  return !why;
}

static void note(const struct state *s, uint64_t n, const char *what) {
  if (n && !s->x->t->set.quiet) report(s->x->t, CODE_FINE, s->x->in->name, "note: %" PRIu64 " %s", n, what);
}

/* ---- heap dumps ---- */

static bool has_info(uint32_t variant) { return variant == DFMT_MALLOCDBG_VARIANT_V12; }

/* A v1.0 dump does not say which its numbers are. */
static bool is_ambiguous(uint32_t variant) {
  return variant == DFMT_MALLOCDBG_VARIANT_V10 || variant == DFMT_MALLOCDBG_VARIANT_COMMA ||
         variant == DFMT_MALLOCDBG_VARIANT_HEAPSNAP;
}

/* Only the end tells; a file that can seek is read up to there first. */
static bool are_counts(const struct state *s) {
  struct rewrite *x = s->x;
  const dfmt_event *ev;
  const dfmt_mallocdbg_end *e = NULL;
  struct walk w;
  dfmt_reader *r = NULL;
  dfmt_source *again = NULL;
  bool counts = option_value(x->t, DFMT_CFG_MALLOCDBG_COUNTS);
  if (!is_ambiguous(s->from) || !x->in->seekable || option_is_given(x->t, DFMT_CFG_MALLOCDBG_COUNTS)) return counts;
  if (dfmt_reader_new(x->t->config, &r) != DFMT_OK ||
      dfmt_source_slice(x->t->config, x->in->source, 0, UINT64_MAX, &again) != DFMT_OK)
    tool_no_memory();
  walk_open_part(&w, x->t, x->in, r, again, input_format(x->t, x->in), 0, 0);
  w.quiet = true;
  while (!e && walk_next(&w, &ev)) e = dfmt_event_mallocdbg_end(ev);
  if (e) counts = e->counts_valid;
  dfmt_source_free(again);
  dfmt_reader_free(r);
  return counts;
}

static void put_header(struct state *s, struct walk *w, const dfmt_event *ev) {
  dfmt_mallocdbg_header h = {.head = {sizeof h, DFMT_MALLOCDBG_HEADER}};
  const struct settings *set = &s->x->t->set;
  (void)dfmt_body_copy(ev->body, &h.head);
  h.variant = s->to;
  s->counts = are_counts(s);
  if (chooses(set)) /* the writer counts */
    h.present &= ~(uint32_t)(DFMT_MALLOCDBG_HEADER_HAS_TOTAL_BYTES | DFMT_MALLOCDBG_HEADER_HAS_N_RECORDS);
  bool warned = h.present & DFMT_MALLOCDBG_HEADER_HAS_WARNED_SIZE && !is_ambiguous(s->to);
  if (warned) { /* the same limit, as later versions tell it */
    h.backtrace_size = h.warned_size;
    h.present |= DFMT_MALLOCDBG_HEADER_HAS_BACKTRACE_SIZE;
    h.present &= ~(uint32_t)DFMT_MALLOCDBG_HEADER_HAS_WARNED_SIZE;
  }
  if (h.present & DFMT_MALLOCDBG_HEADER_HAS_FINGERPRINT && !has_info(s->to) && !set->quiet)
    report(s->x->t, CODE_FINE, s->x->in->name, "note: the fingerprint is lost: only v12 has it");
  if (s->from == DFMT_MALLOCDBG_VARIANT_HEAPSNAP && s->to != s->from && !set->quiet)
    report(s->x->t, CODE_FINE, s->x->in->name, "note: resolved frames of heapsnap are lost");
  rewrite_put(s->x, w, ev, &h.head, (dfmt_str){NULL, 0});
}

/* In a process of 32 bits v1.1 and before write 8 digits; which it is, pcs tell. */
static void choose_digits(struct state *s, dfmt_mallocdbg_alloc *a) {
  for (uint64_t i = 0; i < a->n_pcs && !s->wide; i++) s->wide = a->pcs[i] > UINT32_MAX;
  if (a->present & DFMT_MALLOCDBG_ALLOC_HAS_PC_DIGITS && !has_info(s->from)) return;
  a->pc_digits = s->wide ? BITS_64 : BITS_32;
  a->present |= DFMT_MALLOCDBG_ALLOC_HAS_PC_DIGITS;
}

static void put_alloc(struct state *s, struct walk *w, const dfmt_event *ev) {
  dfmt_mallocdbg_alloc a = {.head = {sizeof a, DFMT_MALLOCDBG_ALLOC}};
  (void)dfmt_body_copy(ev->body, &a.head);
  s->other_numbers |= a.count_written != 1;
  if (is_ambiguous(s->from)) a.count = s->counts ? a.count_written : 1;
  a.count_written = a.count;
  choose_digits(s, &a);
  if (!has_info(s->to)) s->infos += (a.present & DFMT_MALLOCDBG_ALLOC_HAS_FRAMES) != 0;
  rewrite_put(s->x, w, ev, &a.head, (dfmt_str){NULL, 0});
}

/* Of input that cannot seek they have been written when the end tells what they were. */
static void check_counts(struct state *s, const dfmt_mallocdbg_end *e) {
  bool used = s->counts;
  if (!is_ambiguous(s->from) || !s->other_numbers || used == (e->counts_valid != 0)) return;
  report(s->x->t, CODE_USAGE, s->x->in->name, "by its totals the numbers of this dump are %s: convert it with %s",
         used ? "no counts" : "counts", used ? "--no-mallocdbg-counts" : "--mallocdbg-counts");
  s->x->failed = true;
}

static void copy_dump(struct state *s, struct walk *w, const dfmt_event *ev, bool wanted) {
  const dfmt_mallocdbg_end *e = dfmt_event_mallocdbg_end(ev);
  if (e && s->anew) check_counts(s, e);
  if (e && e->marker != DFMT_MALLOCDBG_MARKER_END) return; /* the writer adds what is missing, MAPS as well */
  if (s->x->failed || (dfmt_event_mallocdbg_alloc(ev) && !wanted)) return;
  if (s->anew && dfmt_event_mallocdbg_header(ev) && family_of(s->from) == DUMP)
    put_header(s, w, ev);
  else if (s->anew && dfmt_event_mallocdbg_alloc(ev))
    put_alloc(s, w, ev);
  else
    rewrite_copy(s->x, w, ev, (dfmt_str){NULL, 0});
}

/* ---- operations ---- */

static void copy_op(struct state *s, struct walk *w, const dfmt_event *ev) {
  static const uint32_t times =
      DFMT_MALLOCDBG_OP_HAS_START_NS | DFMT_MALLOCDBG_OP_HAS_END_NS | DFMT_MALLOCDBG_OP_HAS_RESIDENT_BYTES;
  dfmt_mallocdbg_op o = {.head = {sizeof o, DFMT_MALLOCDBG_OP}};
  (void)dfmt_body_copy(ev->body, &o.head);
  if (!s->x->t->set.drop_times || !(o.present & times)) {
    rewrite_copy(s->x, w, ev, (dfmt_str){NULL, 0});
    return;
  }
  s->times++;
  o.present &= ~times;
  rewrite_put(s->x, w, ev, &o.head, (dfmt_str){NULL, 0});
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

static void copy_line(struct state *s, struct walk *w, const dfmt_event *ev) {
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
  uint32_t format = s->x->recipe.log_format;
  unsigned has = parts_of(ev);
  for (size_t i = 0; i < PARTS && format && format < sizeof layouts / sizeof *layouts; i++) {
    s->lost[i] += (has & ~layouts[format]) >> i & 1;
    s->made[i] += (layouts[format] & ~has) >> i & 1;
  }
  rewrite_copy(s->x, w, ev, (dfmt_str){NULL, 0});
}

static void tell_heads(const struct state *s) {
  static const char *const lost[] = {"events lose their time", "events lose their process", "events lose their thread",
                                     "events lose their priority", "events lose their tag"};
  static const char *const made[] = {
      "events have no time: 01-01 00:00:00.000 is written instead", "events have no process: 0 is written instead",
      "events have no thread: 0 is written instead", "events have no priority: E is written instead",
      "events have no tag: malloc_debug is written instead"};
  for (size_t i = 0; i < PARTS; i++) {
    note(s, s->lost[i], lost[i]);
    note(s, s->made[i], made[i]);
  }
}

/* ---- all ---- */

/* The reader has the same option, but it may be another layout that it reads. */
static void prepare(const struct recipe *recipe, const dfmt_event *first, dfmt_config *writer) {
  (void)first;
  if (recipe->log_format) (void)dfmt_config_set(writer, DFMT_CFG_MALLOCDBG_LOG_FORMAT, recipe->log_format);
}

static void copy(void *user, struct rewrite *x, struct walk *w, const dfmt_event *ev, bool wanted) {
  struct state *s = user;
  if (!s->began && !begin(s, x, ev)) return;
  if (dfmt_event_mallocdbg_op(ev)) {
    if (wanted) copy_op(s, w, ev);
  } else if (s->log) {
    if (wanted) copy_line(s, w, ev);
  } else {
    copy_dump(s, w, ev, wanted);
  }
}

static void end(void *user) {
  const struct state *s = user;
  if (!s->x || s->x->failed) return;
  note(s, s->infos, "records lose the names of their frames: only v12 has bt_info");
  note(s, s->times, "operations lose their times");
  tell_heads(s);
}

const struct convert_ops mallocdbg_convert = {
    .prepare = prepare, .copy = copy, .end = end, .state_size = sizeof(struct state)};
