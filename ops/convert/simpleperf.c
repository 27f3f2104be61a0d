/* SPDX-License-Identifier: MIT */
/*
 * Convert for simpleperf: records unchanged and in order; or, if a part is chosen, names are redacted or inputs joined,
 * records in the order of the real tool, with used names only, and with counts that match.
 *
 *   KEEP -> NAMES (of an input) -> NUMBERS -> KEEP (the next) ...
 *        -> META -> OPEN -> RECORDS (of an input) -> OPEN (the next) ... -> LOST -> FILES -> THREADS -> OVER
 */
#include "simpleperf.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "op/choose.h"
#include "op/reading.h"

static dfmt_status event(struct dfmto_convert *c, const dfmt_event *ev, bool wanted) {
  (void)ev;
  (void)wanted;
  if (dfmto_has_choice(c->op, DFMT_OPS_KEYS) || dfmto_has_choice(c->op, DFMT_OPS_DROP))
    return dfmto_convert_refuse(c->op, "profiles are not chosen by keys; there are --thread, --event and --time");
  dfmto_convert_say_copy(&c->out);
  return DFMT_OK;
}

/* ---- names of an input ---- */

enum { BEGIN, KEEP, NAMES, NUMBERS, META, PUT_META, OPEN, RECORDS, STEPS, LOST, FILES, THREADS, OVER };

static dfmt_status make_names_reader(struct dfmto_convert_remake *x) {
  dfmt_op *op = x->c->op;
  dfmt_config *c;
  uint64_t records = DFMT_SIMPLEPERF_RECORDS_META | DFMT_SIMPLEPERF_RECORDS_FILE | DFMT_SIMPLEPERF_RECORDS_THREAD |
                     DFMT_SIMPLEPERF_RECORDS_LOST | (x->relative ? (uint64_t)DFMT_SIMPLEPERF_RECORDS_SAMPLE : 0);
  dfmt_status st = dfmt_config_copy(op->config, &c);
  if (st == DFMT_OK) st = dfmt_config_set(c, DFMT_CFG_SIMPLEPERF_RECORDS, records);
  if (st == DFMT_OK && !x->names_reader) st = dfmt_reader_new(c, &x->names_reader);
  dfmt_config_free(c);
  return st == DFMT_OK ? st : dfmti_fail(&op->err, st, DFMT_ERR_NOMEM, "no memory for a reader");
}

static void swap_readers(struct dfmto_convert_remake *x) {
  dfmt_reader *r = x->c->op->reader;
  x->c->op->reader = x->names_reader;
  x->names_reader = r;
}

static dfmt_status begin(struct dfmto_convert_remake *x) {
  dfmt_op *op = x->c->op;
  x->n = op->n_inputs;
  x->from_ns = dfmto_option(op, DFMT_OPS_CONVERT_FROM_NS);
  x->to_ns = dfmto_option(op, DFMT_OPS_CONVERT_TO_NS);
  x->relative = dfmto_option(op, DFMT_OPS_CONVERT_RELATIVE);
  x->bare = x->c->redacts || dfmto_option(op, DFMT_OPS_CONVERT_STRIP);
  if (!x->list) x->list = dfmti_zalloc(&op->mem, x->n * sizeof *x->list);
  if (!x->threads.op && !dfmto_convert_words_begin(&x->threads, op, DFMT_OPS_THREADS)) x->threads.op = NULL;
  if (!x->events.op && !dfmto_convert_words_begin(&x->events, op, DFMT_OPS_CONVERT_EVENTS)) x->events.op = NULL;
  if (!x->list || !x->threads.op || !x->events.op) return dfmto_no_memory(op);
  dfmt_status st = x->symbols ? DFMT_OK : dfmt_simpleperf_symbols_new(op->config, &x->symbols);
  if (st == DFMT_OK && !x->event_numbers) st = dfmt_simpleperf_symbols_new(op->config, &x->event_numbers);
  if (st != DFMT_OK) return dfmti_fail(&op->err, st, DFMT_ERR_NOMEM, "no memory for names");
  st = make_names_reader(x);
  if (st == DFMT_OK) x->phase = KEEP;
  return st;
}

/* Makes the input readable twice. */
static dfmt_status keep(struct dfmto_convert_remake *x) {
  dfmt_op *op = x->c->op;
  struct dfmto_convert_profile_part *p = &x->list[x->at];
  dfmt_status st = DFMT_OK;
  if (!p->source) st = dfmto_seekable(op, &p->source);
  if (st != DFMT_OK) p->source = NULL;
  const dfmt_config *c = dfmto_helpers(op);
  if (st == DFMT_OK && !p->names && (!c || dfmt_simpleperf_names_new(c, &p->names) != DFMT_OK))
    st = dfmto_no_memory(op);
  if (st != DFMT_OK) return st;
  if (op->spool.begun) { /* for this input */
    p->spool = op->spool;
    op->spool = (struct dfmto_spool){.sink = NULL};
  }
  swap_readers(x);
  st = dfmto_reopen(op, p->source);
  if (st == DFMT_OK)
    x->phase = NAMES;
  else
    swap_readers(x);
  return st;
}

static dfmt_status check_format(struct dfmto_convert_remake *x) {
  uint32_t format = dfmto_format(x->c->op);
  if (format == 0 || format == DFMT_SIMPLEPERF) return DFMT_OK;
  return dfmto_convert_refuse(x->c->op, "is %s, unlike the first file", dfmt_format_name(format));
}

static void names_are_over(struct dfmto_convert_remake *x) {
  swap_readers(x);
  x->ev = NULL;
  x->phase = NUMBERS;
}

/* In salvage mode the second pass reports the damage. */
static dfmt_status names(struct dfmto_convert_remake *x) {
  dfmt_op *op = x->c->op;
  dfmt_status st = x->ev ? DFMT_OK : dfmto_next(op, &x->ev);
  dfmt_status right = check_format(x);
  if (right != DFMT_OK) return right;
  bool salvage = dfmto_option(op, DFMT_CFG_RECOVER) && dfmto_is_damage(st);
  if (st == DFMT_END || salvage) {
    names_are_over(x);
    return DFMT_OK;
  }
  if (st == DFMT_OK && !dfmt_event_diagnostic(x->ev)) st = dfmto_convert_part_note(x, &x->list[x->at], x->ev);
  if (st == DFMT_OK) x->ev = NULL;
  return st;
}

/* ---- selection ---- */

static bool thread_matches(struct dfmto_convert_remake *x, int32_t id, dfmt_str name) {
  char number[16];
  int n = snprintf(number, sizeof number, "%" PRId32, id);
  bool by_name = dfmto_convert_words_match(&x->threads, name, true);
  return dfmto_convert_words_match(&x->threads, (dfmt_str){number, (uint64_t)n}, true) || by_name;
}

static void choose(struct dfmto_convert_remake *x, struct dfmto_convert_profile_part *p) {
  for (size_t i = 0; i < p->thread_ids.n; i++) {
    int32_t id = (int32_t)(uint32_t)p->thread_ids.list[i].number;
    dfmto_convert_part_thread(p, id)->wanted = thread_matches(x, id, dfmto_convert_part_thread_name(p, id, NULL));
  }
  const dfmt_simpleperf_meta *meta = dfmto_convert_part_meta(p); /* NULL: there are no events */
  for (uint64_t i = 0; meta && i < p->n_events; i++)
    p->events_wanted[i] = dfmto_convert_words_match(&x->events, meta->event_types[i], true);
}

static bool wants_thread(struct dfmto_convert_remake *x, const struct dfmto_convert_profile_part *p, int32_t id) {
  const struct dfmto_convert_profile_thread *t = dfmto_convert_part_thread(p, id);
  return t ? t->wanted : thread_matches(x, id, (dfmt_str){"", 0});
}

static bool wants_event(struct dfmto_convert_remake *x, const struct dfmto_convert_profile_part *p, uint32_t id) {
  return id < p->n_events ? p->events_wanted[id] : dfmto_convert_words_match(&x->events, (dfmt_str){"", 0}, true);
}

/* Converts to the file's clock, saturating. */
static uint64_t moment(uint64_t ns, bool relative, uint64_t start) {
  if (!relative) return ns;
  return ns > UINT64_MAX - start ? UINT64_MAX : start + ns;
}

static bool wants_time(const struct dfmto_convert_remake *x, const struct dfmto_convert_profile_part *p,
                       uint64_t time) {
  return time >= moment(x->from_ns, x->relative & DFMT_CONVERT_RELATIVE_FROM, p->start) &&
         (x->to_ns == UINT64_MAX || time < moment(x->to_ns, x->relative & DFMT_CONVERT_RELATIVE_TO, p->start));
}

static dfmt_status numbers(struct dfmto_convert_remake *x) {
  struct dfmto_convert_profile_part *p = &x->list[x->at];
  dfmt_status st = dfmto_convert_part_settle(x, p);
  if (st != DFMT_OK) return st;
  choose(x, p);
  st = dfmto_convert_renumber_threads(x, p);
  if (st != DFMT_OK) return st;
  x->phase = META;
  return DFMT_OK;
}

static void next_part(struct dfmto_convert_remake *x, int again, int then) {
  do x->at++;
  while (x->at < x->n && x->list[x->at].dropped);
  x->phase = x->at < x->n ? again : then;
  if (x->at < x->n) x->c->op->input = x->at;
}

static dfmt_status meta(struct dfmto_convert_remake *x) {
  dfmt_status st = dfmto_convert_join_meta(x, &x->list[x->at]);
  if (st == DFMT_OK) next_part(x, KEEP, PUT_META);
  return st;
}

/* ---- samples and switches ---- */

static dfmt_status open_writer(struct dfmto_convert_remake *x) { return dfmto_convert_open(x->c, NULL); }

enum {
  SAMPLE_UNKNOWN = DFMT_SIMPLEPERF_SAMPLE_HAS_UNKNOWN | DFMT_SIMPLEPERF_SAMPLE_HAS_RECORD_UNKNOWN |
                   DFMT_SIMPLEPERF_SAMPLE_HAS_UNWIND_UNKNOWN | DFMT_SIMPLEPERF_SAMPLE_HAS_FRAME_UNKNOWN,
  SWITCH_UNKNOWN = DFMT_SIMPLEPERF_SWITCH_HAS_UNKNOWN | DFMT_SIMPLEPERF_SWITCH_HAS_RECORD_UNKNOWN,
  META_UNKNOWN = DFMT_SIMPLEPERF_META_HAS_UNKNOWN | DFMT_SIMPLEPERF_META_HAS_RECORD_UNKNOWN
};

static dfmt_status put_frames(struct dfmto_convert_remake *x, struct dfmto_convert_profile_part *p,
                              dfmt_simpleperf_sample *out) {
  size_t size;
  x->frames.len = 0;
  if (!dfmti_mul(dfmti_clamp(out->n_frames), sizeof *out->frames, &size) ||
      (size && !dfmti_buf_append(&x->c->op->mem, &x->frames, out->frames, size)))
    return dfmto_no_memory(x->c->op);
  dfmt_simpleperf_frame *frames = (void *)x->frames.ptr;
  dfmt_status st = DFMT_OK;
  for (uint64_t i = 0; i < out->n_frames && st == DFMT_OK; i++) st = dfmto_convert_renumber_frame(x, p, &frames[i]);
  out->frames = frames;
  return st;
}

static dfmt_status put_sample(struct dfmto_convert_remake *x, struct dfmto_convert_profile_part *p,
                              const dfmt_simpleperf_sample *s) {
  if (!wants_time(x, p, s->time_ns) || !wants_event(x, p, s->event_type_id) || !wants_thread(x, p, s->thread_id))
    return DFMT_OK;
  dfmt_simpleperf_sample out = *s;
  dfmt_status st = put_frames(x, p, &out);
  if (st == DFMT_OK) st = dfmto_convert_renumber_thread(x, p, &out.thread_id);
  if (st != DFMT_OK) return st;
  out.event_type_id = dfmto_convert_renumber_event(p, s->event_type_id, x->meta.n_event_types);
  if (out.thread_id) out.present |= DFMT_SIMPLEPERF_SAMPLE_HAS_THREAD_ID; /* an absent one is 0 */
  if (out.event_type_id) out.present |= DFMT_SIMPLEPERF_SAMPLE_HAS_EVENT_TYPE_ID;
  if (x->bare) out.present &= ~(uint32_t)SAMPLE_UNKNOWN;
  memcpy(&x->c->body, &out, sizeof out);
  dfmto_convert_say_count(&x->c->out, &x->samples);
  dfmto_convert_say_put(&x->c->out, &x->c->body.head);
  return DFMT_OK;
}

static dfmt_status put_switch(struct dfmto_convert_remake *x, struct dfmto_convert_profile_part *p,
                              const dfmt_simpleperf_switch *s) {
  if (!wants_time(x, p, s->time_ns) || !wants_thread(x, p, s->thread_id)) return DFMT_OK;
  dfmt_simpleperf_switch out = *s;
  dfmt_status st = dfmto_convert_renumber_thread(x, p, &out.thread_id);
  if (st != DFMT_OK) return st;
  if (out.thread_id) out.present |= DFMT_SIMPLEPERF_SWITCH_HAS_THREAD_ID;
  if (x->bare) out.present &= ~(uint32_t)SWITCH_UNKNOWN;
  memcpy(&x->c->body, &out, sizeof out);
  dfmto_convert_say_put(&x->c->out, &x->c->body.head);
  return DFMT_OK;
}

static dfmt_status open_part(struct dfmto_convert_remake *x) {
  dfmt_op *op = x->c->op;
  op->input = x->at;
  dfmt_status st = dfmto_reopen(op, x->list[x->at].source);
  if (st == DFMT_OK) x->phase = RECORDS;
  return st;
}

static void part_is_over(struct dfmto_convert_remake *x) {
  if (x->at + 1 < x->n) x->c->out.bytes_in += dfmto_bytes_read(x->c->op); /* the last one is added at the end */
  x->ev = NULL;
  next_part(x, OPEN, LOST);
}

static dfmt_status say_record(struct dfmto_convert_remake *x) {
  struct dfmto_convert_profile_part *p = &x->list[x->at];
  const dfmt_diagnostic *d = dfmt_event_diagnostic(x->ev);
  const dfmt_simpleperf_sample *s = dfmt_event_simpleperf_sample(x->ev);
  const dfmt_simpleperf_switch *w = dfmt_event_simpleperf_switch(x->ev);
  dfmto_convert_output_begin(&x->c->out, x->ev);
  if (d) return dfmto_convert_note_diagnostic(x->c->op, &x->c->out.notes, d, 0, 0);
  if (s) return put_sample(x, p, s);
  if (w) return put_switch(x, p, w);
  if (dfmt_event_opaque(x->ev)) dfmto_convert_say_count(&x->c->out, &x->opaque);
  return DFMT_OK;
}

static dfmt_status records(struct dfmto_convert_remake *x) {
  dfmt_status st = x->ev ? DFMT_OK : dfmto_next(x->c->op, &x->ev);
  if (st == DFMT_END || (dfmto_is_damage(st) && x->list[x->at].accepted)) {
    part_is_over(x);
    return DFMT_OK;
  }
  if (st == DFMT_OK) st = say_record(x);
  if (st != DFMT_OK) return st;
  x->c->out.n_read += dfmt_event_diagnostic(x->ev) == NULL;
  x->phase = STEPS;
  return DFMT_OK;
}

static dfmt_status steps(struct dfmto_convert_remake *x) {
  dfmt_status st = open_writer(x);
  if (st == DFMT_OK) st = dfmto_convert_output_steps(&x->c->out);
  if (st != DFMT_OK) return st;
  x->ev = NULL;
  x->phase = RECORDS;
  return DFMT_OK;
}

/* ---- the others ---- */

static dfmt_status put_now(struct dfmto_convert_remake *x, const dfmt_head *body) {
  dfmt_status st = open_writer(x);
  if (st != DFMT_OK) return st;
  st = dfmt_writer_put(x->c->out.writer, body);
  x->c->out.n_written += st == DFMT_OK;
  return st == DFMT_OK || st == DFMT_AGAIN ? st : dfmto_convert_output_failed(&x->c->out);
}

static dfmt_status put_meta(struct dfmto_convert_remake *x) {
  dfmt_simpleperf_meta out = x->meta;
  dfmt_status st = DFMT_OK;
  if (x->bare) out.present &= ~(uint32_t)META_UNKNOWN;
  if (x->any_meta && out.present & DFMT_SIMPLEPERF_META_HAS_APP_PACKAGE_NAME)
    st = dfmto_convert_renumber_name(x, DFMTO_REDACTED_APP, out.app_package_name, &out.app_package_name);
  if (st == DFMT_OK && x->any_meta) st = put_now(x, &out.head);
  if (st != DFMT_OK) return st;
  x->at = SIZE_MAX;
  next_part(x, OPEN, LOST);
  return DFMT_OK;
}

static dfmt_status put_lost(struct dfmto_convert_remake *x) {
  dfmt_simpleperf_lost out = {.head = {sizeof out, DFMT_SIMPLEPERF_LOST},
                              .present = DFMT_SIMPLEPERF_LOST_HAS_SAMPLE_COUNT | DFMT_SIMPLEPERF_LOST_HAS_LOST_COUNT,
                              .sample_count = x->samples};
  for (size_t i = 0; i < x->n; i++) {
    uint64_t lost = x->list[i].dropped ? 0 : x->list[i].lost;
    out.lost_count = lost > UINT64_MAX - out.lost_count ? UINT64_MAX : out.lost_count + lost;
  }
  dfmt_status st = put_now(x, &out.head);
  if (st == DFMT_OK) x->phase = FILES;
  return st;
}

static dfmt_status put_files(struct dfmto_convert_remake *x) {
  dfmt_status st = dfmt_simpleperf_symbols_write(x->symbols, x->c->out.writer);
  if (st == DFMT_AGAIN) return st;
  if (st != DFMT_OK) return dfmto_convert_output_failed(&x->c->out);
  x->at = x->thread = 0;
  x->phase = THREADS;
  return DFMT_OK;
}

/* In the order of their records; a thread of several inputs is wanted in all or none of them. */
static dfmt_status put_thread(struct dfmto_convert_remake *x, const struct dfmto_convert_profile_thread *t) {
  const struct dfmto_count *at = t->numbered ? dfmto_count_find(&x->thread_ids, (uint32_t)t->number) : NULL;
  if (!at || !t->wanted) return DFMT_OK;
  struct dfmto_convert_new_thread *r =
      (struct dfmto_convert_new_thread *)(void *)x->new_threads.ptr + (at - x->thread_ids.list);
  if (!r->known || r->put) return DFMT_OK;
  dfmt_simpleperf_thread out = {.head = {sizeof out, DFMT_SIMPLEPERF_THREAD},
                                .present = DFMT_SIMPLEPERF_THREAD_HAS_THREAD_ID |
                                           DFMT_SIMPLEPERF_THREAD_HAS_PROCESS_ID | DFMT_SIMPLEPERF_THREAD_HAS_NAME,
                                .thread_id = t->number,
                                .process_id = r->process};
  dfmt_status st = dfmto_convert_renumber_name(x, DFMTO_REDACTED_THREAD, r->name, &out.name);
  if (st == DFMT_OK) st = put_now(x, &out.head);
  r->put = st == DFMT_OK;
  return st;
}

static dfmt_status put_threads(struct dfmto_convert_remake *x) {
  for (; x->at < x->n; x->at++, x->thread = 0) {
    const struct dfmto_convert_profile_part *p = &x->list[x->at];
    const struct dfmto_convert_profile_thread *threads = (const void *)p->threads.ptr;
    for (; x->thread < p->thread_ids.n && !p->dropped; x->thread++) {
      dfmt_status st = put_thread(x, &threads[x->thread]);
      if (st != DFMT_OK) return st;
    }
  }
  x->phase = OVER;
  return DFMT_OK;
}

/* ---- all ---- */

static bool is_last(const struct dfmto_convert_remake *x) {
  size_t left = 0;
  for (size_t i = 0; i < x->n; i++) left += !x->list[i].dropped;
  return left <= 1;
}

static dfmt_status drop(struct dfmto_convert_remake *x) {
  if (is_last(x)) {
    x->c->refused = true;
    return dfmti_fail_state(&x->c->op->err, "all inputs were dropped");
  }
  x->list[x->at].dropped = true;
  if (x->phase == NAMES) swap_readers(x);
  x->ev = NULL;
  next_part(x, KEEP, PUT_META);
  return DFMT_OK;
}

static dfmt_status decide(struct dfmto_convert_remake *x) {
  uint32_t decision = x->c->op->decision;
  x->c->op->decision = DFMTO_UNDECIDED;
  if (decision == DFMTO_DROPPED && (x->phase == KEEP || x->phase == NAMES)) return drop(x);
  if (decision == DFMTO_ACCEPTED && x->phase == NAMES) {
    x->list[x->at].accepted = true;
    names_are_over(x);
  } else if (decision == DFMTO_ACCEPTED && x->phase == RECORDS) {
    part_is_over(x);
  } else if (decision == DFMTO_ACCEPTED && x->phase == STEPS) {
    dfmto_convert_output_pass(&x->c->out);
  } else if (decision != DFMTO_UNDECIDED) {
    x->c->refused = true;
    return dfmti_fail_state(&x->c->op->err, "something of the input was written");
  }
  return DFMT_OK;
}

static dfmt_status remake(struct dfmto_convert *c) {
  static dfmt_status (*const phases[])(struct dfmto_convert_remake *x) = {
      [BEGIN] = begin, [KEEP] = keep,         [NAMES] = names,     [NUMBERS] = numbers,
      [META] = meta,   [PUT_META] = put_meta, [OPEN] = open_part,  [RECORDS] = records,
      [STEPS] = steps, [LOST] = put_lost,     [FILES] = put_files, [THREADS] = put_threads};
  struct dfmto_convert_remake *x = c->state;
  x->c = c;
  dfmt_status st = decide(x);
  while (st == DFMT_OK && x->phase != OVER) st = phases[x->phase](x);
  return st;
}

/* An option names something that the input does not have. */
static bool is_unused(const struct dfmto_convert_words *w) {
  for (size_t i = 0; i < w->n; i++)
    if (!w->found[i]) return true;
  return false;
}

static dfmt_status tell_unused(struct dfmto_convert *c, const char *option, const struct dfmto_convert_words *w) {
  dfmt_status st = DFMT_OK;
  const struct dfmto_convert_about about = {.key = {option, strlen(option)}};
  for (size_t i = 0; i < w->n && st == DFMT_OK; i++) {
    dfmt_str word = dfmto_convert_word_at(w, i);
    if (!w->found[i])
      st = dfmto_convert_note(c->op, &c->out.notes, DFMT_SEVERITY_WARNING, &about, "nothing is called '%.*s'",
                              (int)word.len, word.ptr);
  }
  return st;
}

/* Each option matches something, but no sample matches all; or no sample is within the given time. */
static dfmt_status tell_none(const struct dfmto_convert_remake *x) {
  static const struct dfmto_convert_about about = {.number = DFMT_ERR_NOTHING_CHOSEN};
  bool chosen = x->threads.n || x->events.n || x->from_ns || x->to_ns != UINT64_MAX;
  if (!chosen || x->samples || is_unused(&x->threads) || is_unused(&x->events)) return DFMT_OK;
  return dfmto_convert_note(x->c->op, &x->c->out.notes, DFMT_SEVERITY_WARNING, &about,
                            "no sample is in what was chosen");
}

static dfmt_status finish(struct dfmto_convert *c) {
  const struct dfmto_convert_remake *x = c->state;
  dfmt_status st = DFMT_OK;
  if (!x->c) return st;
  if (x->opaque)
    st = dfmto_convert_note(c->op, &c->out.notes, DFMT_SEVERITY_NOTE, NULL,
                            "%" PRIu64 " records of unknown kinds are omitted", x->opaque);
  if (st == DFMT_OK) st = tell_unused(c, "threads", &x->threads);
  if (st == DFMT_OK) st = tell_unused(c, "events", &x->events);
  if (st == DFMT_OK) st = tell_none(x);
  if (st == DFMT_OK && c->redacts) st = tell_unused(c, "redact", &c->placeholders.words);
  return st;
}

static void close_state(struct dfmto_convert *c) {
  struct dfmto_convert_remake *x = c->state;
  struct dfmti_mem *m = &c->op->mem;
  x->c = c;
  for (size_t i = 0; x->list && i < x->n; i++) dfmto_convert_part_free(x, &x->list[i]);
  if (x->list) dfmti_free(m, x->list, x->n * sizeof *x->list);
  dfmt_reader_free(x->names_reader);
  dfmto_convert_words_free(m, &x->threads);
  dfmto_convert_words_free(m, &x->events);
  dfmt_simpleperf_symbols_free(x->symbols);
  dfmt_simpleperf_symbols_free(x->event_numbers);
  dfmto_counts_free(m, &x->thread_ids);
  dfmti_buf_free(m, &x->new_threads);
  dfmti_buf_free(m, &x->event_names);
  dfmti_buf_free(m, &x->frames);
}

extern const struct dfmto_convert_format dfmto_convert_simpleperf;
const struct dfmto_convert_format dfmto_convert_simpleperf = {.format = DFMT_SIMPLEPERF,
                                                              .state_size = sizeof(struct dfmto_convert_remake),
                                                              .event = event,
                                                              .finish = finish,
                                                              .close = close_state,
                                                              .remake = remake};
