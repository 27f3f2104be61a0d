/* SPDX-License-Identifier: MIT */
#include "extract.h"

#include <inttypes.h>
#include <stdio.h>

#include <diagfmt/bugreport.h>

#include "op/drive.h"
#include "op/reading.h"

/* EXTRACT_FORMATS is FORMAT(name) for each format with more than keys and values, in NAME.c. */
#define FORMAT(NAME) extern const struct dfmto_extract_format dfmto_extract_##NAME;
EXTRACT_FORMATS
#undef FORMAT
#define FORMAT(NAME) &dfmto_extract_##NAME,
static const struct dfmto_extract_format *const all[] = {EXTRACT_FORMATS NULL};

static const dfmt_str no_key = {NULL, 0};

/* ---- the input ---- */

static bool seeks(const dfmt_op *op) { return ((const struct dfmto_extract *)op->state)->sections; }

/* The second pass reads only values, the text as one of them. */
static dfmt_status prepare(dfmt_op *op, dfmt_source *s) {
  (void)s;
  if (!((const struct dfmto_extract *)op->state)->again) return DFMT_OK;
  dfmt_reader_free(op->reader);
  op->reader = NULL;
  return dfmt_config_set(op->config, DFMT_CFG_BUGREPORT_TEXT, 0);
}

static dfmt_status begin_input(dfmt_op *op) {
  dfmto_select_open(&((struct dfmto_extract *)op->state)->select);
  return DFMT_OK;
}

static dfmt_status refuse(struct dfmto_extract *x, const char *format, const char *what) {
  x->refused = true;
  return dfmti_fail(&x->op->err, DFMT_E_UNSUPPORTED, DFMT_ERR_NOT_IMPLEMENTED, format, what);
}

static dfmt_status on_format(dfmt_op *op, uint32_t id) {
  struct dfmto_extract *x = op->state;
  const struct dfmto_entry_format *entries = dfmto_entry_find(id);
  if (!entries) return refuse(x, "%s has no entries to extract", dfmt_format_name(id));
  for (size_t i = 0; all[i]; i++)
    if (all[i]->format == id) x->format = all[i];
  if (x->format && x->format->refused) return refuse(x, "%s", x->format->refused);
  if (x->format && x->format->state_size && !x->state) {
    x->state = dfmti_zalloc(&op->mem, x->format->state_size);
    if (!x->state) return dfmto_no_memory(op);
  }
  dfmt_status st = dfmto_select_check(op, &x->select);
  x->refused = st == DFMT_E_UNSUPPORTED || st == DFMT_E_ARG;
  if (st != DFMT_OK) return st;
  dfmto_entry_lift_limit(op, entries, DFMTO_WAY_VALUES);
  x->entries = entries;
  return DFMT_OK;
}

static dfmt_status on_diagnostic(dfmt_op *op, const dfmt_diagnostic *d) {
  struct dfmto_extract *x = op->state;
  struct dfmto_extract_found *f = &x->found;
  if (x->again) return DFMT_OK;
  const dfmt_error e = {.status = d->status, .number = d->number, .message = ""};
  dfmto_extract_fault(f, DFMT_EXTRACT_PASSED, no_key, &e);
  f->severity = d->severity;
  f->sentence_len = dfmti_min(dfmti_clamp(d->message.len), sizeof f->sentence);
  for (size_t i = 0; i < f->sentence_len; i++) f->sentence[i] = d->message.ptr[i];
  if (d->present & DFMT_DIAGNOSTIC_HAS_BYTE_OFFSET) f->offset = d->byte_offset;
  if (d->present & DFMT_DIAGNOSTIC_HAS_LINE) f->line = d->line;
  if (d->present & DFMT_DIAGNOSTIC_HAS_SKIPPED) f->skipped = d->skipped;
  x->waits = true;
  return DFMT_OK;
}

/* ---- an event ---- */

static bool set(struct dfmto_extract *x, struct dfmti_buf *to, dfmt_str text) {
  to->len = 0;
  return text.len == 0 || dfmti_buf_append(&x->op->mem, to, text.ptr, dfmti_clamp(text.len));
}

/* By the options on calls, and by key. Only once per event, as calls are counted. */
static dfmt_status choose(struct dfmto_extract *x, dfmt_str *key, bool *entry) {
  struct dfmto_entry_key name;
  dfmt_status st = x->chosen ? DFMT_OK : dfmto_select_call(x->op, &x->select, x->ev, &x->wanted);
  if (st != DFMT_OK) return st;
  x->chosen = true;
  *entry = x->entries->key(x->ev, &name);
  if (*entry && !dfmto_entry_whole_key(&x->op->mem, &x->room, &name, key)) return dfmto_no_memory(x->op);
  return DFMT_OK;
}

/* It has a value, which is a file. */
static bool is_file(const struct dfmto_extract *x) { return !x->entries->is_file || x->entries->is_file(x->ev); }

/* Names of device files may have ':', which not all file systems allow: it becomes '_'. */
static bool set_path(struct dfmto_extract *x, dfmt_str key) {
  struct dfmti_buf *path = &x->out->path;
  if (!set(x, path, key)) return false;
  for (size_t i = 0; x->entries->paths && i < path->len; i++)
    if (path->ptr[i] == ':') path->ptr[i] = '_';
  return true;
}

/* The text as a whole is left to the second pass, which does nothing else. */
static bool is_put_off(struct dfmto_extract *x) {
  const dfmt_bugreport_entry *e = x->sections ? dfmt_event_bugreport_entry(x->ev) : NULL;
  if (x->again) return !x->text_wanted || x->ev->offset != x->text_offset;
  if (!e || e->role != DFMT_BUGREPORT_ROLE_MAIN) return false;
  x->text_wanted = true;
  x->text_offset = x->ev->offset;
  return true;
}

static dfmt_status take_value(struct dfmto_extract *x, dfmt_str key) {
  const char *why = x->entries->unusable ? x->entries->unusable(x->ev) : NULL;
  char text[100];
  if (is_put_off(x)) return DFMT_OK;
  x->out = &x->outs[DFMTO_EXTRACT_VALUE];
  if (why) {
    snprintf(text, sizeof text, "%s: not extracted", why);
    (void)dfmto_extract_tell(x, DFMT_EXTRACT_UNSAFE, key, x->ev->offset, text);
    return DFMT_OK;
  }
  if (!set_path(x, key)) return dfmto_no_memory(x->op);
  x->phase = DFMTO_EXTRACT_BEGINNING;
  return DFMT_OK;
}

/* Sets the next phase: DONE if the event is not wanted. */
static dfmt_status take_event(struct dfmto_extract *x) {
  const struct dfmto_extract_format *f = x->format;
  dfmt_str key = no_key;
  bool entry = false;
  dfmt_status st = choose(x, &key, &entry);
  if (st != DFMT_OK) return st;
  x->wanted = x->wanted && (!entry || dfmto_select_key(&x->select, key));
  if (f && f->look) st = f->look(x);
  if (st != DFMT_OK) return st;
  x->phase = DFMTO_EXTRACT_DONE;
  if (f && f->next) {
    if (entry && x->wanted) x->phase = DFMTO_EXTRACT_NEXT;
    return DFMT_OK;
  }
  if (entry && is_file(x)) {
    x->n_found += !x->again;
    st = x->wanted ? take_value(x, key) : DFMT_OK;
  } else if (f && f->part && x->sections && !x->again) {
    st = f->part(x);
  }
  return st;
}

static dfmt_status set_key(struct dfmto_extract *x) {
  struct dfmto_entry_key name;
  dfmt_str key = no_key;
  if (x->entries->key(x->ev, &name) && !dfmto_entry_whole_key(&x->op->mem, &x->room, &name, &key))
    return dfmto_no_memory(x->op);
  x->out->offset = x->ev->offset;
  return set(x, &x->out->key, key) ? DFMT_OK : dfmto_no_memory(x->op);
}

/* Damage between entries, which only the last event reports. */
static void tell_late(struct dfmto_extract *x) {
  const char *late = x->sections && x->entries->late ? x->entries->late(x->ev) : NULL;
  if (late && !x->again) (void)dfmto_extract_tell(x, DFMT_EXTRACT_PASSED, no_key, x->ev->offset, late);
}

static dfmt_status taking(struct dfmto_extract *x) {
  dfmt_status st = take_event(x);
  if (st != DFMT_OK) {
    x->phase = DFMTO_EXTRACT_TAKING;
    return st;
  }
  x->then = DFMTO_EXTRACT_DONE;
  x->given = false;
  x->piece = no_key;
  if (x->phase == DFMTO_EXTRACT_DONE) tell_late(x);
  return DFMT_OK;
}

/* ---- its files ---- */

static void too_large(struct dfmto_extract *x, const struct dfmto_extract_file *f) {
  char text[100];
  snprintf(text, sizeof text, "its %" PRIu64 " bytes are above max_inline: not extracted", f->content.len);
  struct dfmto_extract_found *found = dfmto_extract_tell(x, DFMT_EXTRACT_TOO_LARGE, f->name, x->ev->offset, text);
  found->option = DFMT_CFG_MAX_INLINE;
  found->needed = f->content.len;
}

static dfmt_status next_file(struct dfmto_extract *x) {
  struct dfmto_extract_file f;
  dfmt_status st = x->format->next(x, &f);
  if (st == DFMT_END) x->phase = DFMTO_EXTRACT_DONE;
  if (st != DFMT_OK) return st == DFMT_END ? DFMT_OK : st;
  if (f.content.len && !f.content.ptr) {
    too_large(x, &f);
    return DFMT_OK;
  }
  x->out = &x->outs[DFMTO_EXTRACT_VALUE];
  x->name = f.name;
  x->piece = f.content;
  x->given = true;
  x->then = DFMTO_EXTRACT_NEXT;
  x->phase = DFMTO_EXTRACT_BEGINNING;
  return DFMT_OK;
}

/* A file of an event with several has its name as its key. */
static dfmt_status name_file(struct dfmto_extract *x) {
  x->out->offset = x->ev->offset;
  return set(x, &x->out->key, x->name) && set(x, &x->out->path, x->name) ? DFMT_OK : dfmto_no_memory(x->op);
}

static dfmt_status beginning(struct dfmto_extract *x) {
  dfmt_status st = x->given ? name_file(x) : set_key(x);
  if (st == DFMT_OK) st = dfmto_extract_begin(x);
  if (st == DFMT_OK) x->phase = x->out->sink ? DFMTO_EXTRACT_POURING : x->then;
  return st;
}

static bool is_part(const struct dfmto_extract *x) { return x->out != &x->outs[DFMTO_EXTRACT_VALUE]; }

/* The file of a section continues with other events. */
static void end_value(struct dfmto_extract *x) {
  x->piece = no_key;
  x->phase = is_part(x) ? DFMTO_EXTRACT_DONE : DFMTO_EXTRACT_ENDING;
}

/* What could be decoded of a damaged value is kept. */
static dfmt_status value_failed(struct dfmto_extract *x, dfmt_status st) {
  const dfmt_error *e = &x->op->err.e;
  if (!dfmto_is_damage(st) && st != DFMT_E_UNSUPPORTED) return st;
  const uint32_t what = e->number == DFMT_ERR_CODEC_MISSING ? DFMT_EXTRACT_NO_CODEC : DFMT_EXTRACT_DAMAGED;
  dfmto_extract_fault(&x->found, what, dfmto_extract_key(x->out), e);
  x->waits = true;
  end_value(x);
  return DFMT_OK;
}

/* Progress, within a value that came in one piece. */
static dfmt_status report(struct dfmto_extract *x) {
  uint64_t done = 0, total = 0;
  (void)dfmt_reader_stat(x->op->reader, DFMT_STAT_STORED, &done);
  (void)dfmt_reader_stat(x->op->reader, DFMT_STAT_TOTAL, &total);
  return dfmto_progress(x->op, done, total);
}

static dfmt_status more_value(struct dfmto_extract *x) {
  if (x->given) {
    end_value(x);
    return DFMT_OK;
  }
  dfmt_status st = dfmto_chunk(x->op, &x->piece);
  if (st == DFMT_END) end_value(x);
  return st < 0 ? value_failed(x, st) : st == DFMT_END ? DFMT_OK : st;
}

static dfmt_status pouring(struct dfmto_extract *x) {
  if (!x->piece.len) return more_value(x);
  dfmt_status st = dfmto_extract_write(x);
  if (st == DFMT_OK && !x->out->sink) x->phase = x->then;
  if (st == DFMT_OK && x->given && x->piece.len) st = report(x);
  return st;
}

static dfmt_status ending(struct dfmto_extract *x) {
  dfmt_status st = dfmto_extract_end(x);
  if (st == DFMT_OK) x->phase = x->then;
  return st;
}

/* ---- all of it ---- */

static dfmt_status step(struct dfmto_extract *x) {
  switch (x->phase) {
    case DFMTO_EXTRACT_TAKING: return taking(x);
    case DFMTO_EXTRACT_NEXT: return next_file(x);
    case DFMTO_EXTRACT_BEGINNING: return beginning(x);
    case DFMTO_EXTRACT_POURING: return pouring(x);
    case DFMTO_EXTRACT_ENDING: return ending(x);
    case DFMTO_EXTRACT_DONE: break;
  }
  return DFMT_OK;
}

/* Runs phases until DONE; problems of each are stored before the next one. */
static dfmt_status do_steps(struct dfmto_extract *x) {
  dfmt_status st = dfmto_extract_keep(x);
  while (st == DFMT_OK && x->phase != DFMTO_EXTRACT_DONE) {
    st = step(x);
    if (st == DFMT_OK) st = dfmto_extract_keep(x);
  }
  return st;
}

static uint32_t on_new_event(dfmt_op *op, const dfmt_event *ev) {
  struct dfmto_extract *x = op->state;
  x->ev = ev;
  x->chosen = false;
  x->phase = DFMTO_EXTRACT_TAKING;
  return DFMTO_WANTS_NOTHING;
}

static dfmt_status on_event(dfmt_op *op, const dfmt_event *ev) {
  struct dfmto_extract *x = op->state;
  (void)ev;
  dfmt_status st = do_steps(x);
  return st == DFMT_OK && dfmto_select_is_done(&x->select) ? DFMT_END : st;
}

/* ---- the end ---- */

/* Sections without an end are complete as far as they go. false: no file is open. */
static bool end_open_file(struct dfmto_extract *x) {
  for (size_t i = 0; i < DFMTO_EXTRACT_FILES; i++) {
    x->out = &x->outs[i];
    if (!x->out->sink && !x->out->anew) continue;
    x->then = DFMTO_EXTRACT_DONE;
    x->phase = DFMTO_EXTRACT_ENDING;
    return true;
  }
  return false;
}

/* Reports one choice that matched nothing. false: no more. */
static bool tell_missing(struct dfmto_extract *x) {
  dfmt_str pattern;
  if (x->entries && x->entries->is_file && x->n_found == 0) {
    (void)dfmto_extract_tell(x, DFMT_EXTRACT_NO_FILES, no_key, UINT64_MAX, "there are no files in it");
    x->n_found = 1; /* report it once */
  } else if (dfmto_select_took_none(&x->select)) {
    (void)dfmto_extract_tell(x, DFMT_EXTRACT_NO_ENTRY, no_key, UINT64_MAX, DFMTO_TOOK_NONE);
  } else if (dfmto_select_missing(&x->select, &x->missing, &pattern)) {
    (void)dfmto_extract_tell(x, DFMT_EXTRACT_NO_ENTRY, pattern, UINT64_MAX, "no entry of this key");
  } else {
    return false;
  }
  return true;
}

static dfmt_status on_end(dfmt_op *op, bool whole) {
  struct dfmto_extract *x = op->state;
  dfmt_status st = do_steps(x);
  while (st == DFMT_OK && end_open_file(x)) st = do_steps(x);
  if (st == DFMT_OK && x->text_wanted && !x->again) {
    x->again = true;
    return (dfmt_status)DFMTO_ONCE_MORE;
  }
  while (st == DFMT_OK && whole && tell_missing(x)) st = do_steps(x);
  return st;
}

/* ---- failures ---- */

static bool is_in_value(const struct dfmto_extract *x) { return x->phase != DFMTO_EXTRACT_DONE; }

static bool has_file(const struct dfmto_extract *x) { return x->phase >= DFMTO_EXTRACT_BEGINNING; }

/* Prepares the report for when the caller accepts the failure. */
static void note(struct dfmto_extract *x, dfmt_status st) {
  const dfmt_error *e = &x->op->err.e;
  uint32_t what = DFMT_EXTRACT_ENDED;
  if (is_in_value(x)) what = e->origin == DFMT_ORIGIN_SINK ? DFMT_EXTRACT_UNWRITTEN : DFMT_EXTRACT_UNREAD;
  if (x->phase == DFMTO_EXTRACT_POURING && st == DFMT_E_LIMIT) what = DFMT_EXTRACT_LIMIT;
  dfmto_extract_fault(&x->maybe, what, has_file(x) ? dfmto_extract_key(x->out) : no_key, e);
}

/* Omits a value, except for its start if a limit stopped it. */
static void pass_value(struct dfmto_extract *x) {
  if (x->maybe.what == DFMT_EXTRACT_LIMIT) {
    end_value(x);
    return;
  }
  x->piece = no_key;
  if (!has_file(x)) {
    x->phase = DFMTO_EXTRACT_DONE;
    return;
  }
  dfmto_extract_drop(x->out);
  x->out->anew = false;
  x->phase = x->then;
}

static void leave(struct dfmto_extract *x) {
  for (size_t i = 0; i < DFMTO_EXTRACT_FILES; i++) dfmto_extract_drop(&x->outs[i]);
  x->phase = DFMTO_EXTRACT_DONE;
  x->op->drive.step = DFMTO_DRIVE_LEAVE;
}

static void accept(struct dfmto_extract *x) {
  uint32_t *step = &x->op->drive.step;
  x->found = x->maybe;
  x->waits = true;
  if (is_in_value(x))
    pass_value(x);
  else
    *step = *step == DFMTO_DRIVE_NEXT ? DFMTO_DRIVE_END : DFMTO_DRIVE_LEAVE;
}

static bool decide(dfmt_op *op, bool accepted) {
  struct dfmto_extract *x = op->state;
  const bool no_room = x->waits; /* for more rows */
  x->full = x->full || no_room;
  if (!accepted || x->refused)
    leave(x);
  else if (!no_room)
    accept(x);
  return true;
}

/* ---- the operation ---- */

static dfmt_status keep(dfmt_op *op) { return dfmto_extract_keep(op->state); }

static const struct dfmto_callbacks callbacks = {.settle = keep,
                                                 .begin_input = begin_input,
                                                 .seeks = seeks,
                                                 .look_ahead = prepare,
                                                 .format = on_format,
                                                 .diagnostic = on_diagnostic,
                                                 .wants = on_new_event,
                                                 .event = on_event,
                                                 .end = on_end,
                                                 .decide = decide};

static dfmt_status run(dfmt_op *op) {
  struct dfmto_extract *x = op->state;
  if (x->directory < 0) return dfmti_fail_arg(&op->err, "no directory: the option extract.directory");
  dfmt_status st = dfmto_select_begin(op, &x->select);
  if (st != DFMT_OK) return st;
  st = dfmto_drive(op);
  if (st < 0 && !x->waits) note(x, st);
  return st;
}

static dfmt_status begin(dfmt_op *op) {
  struct dfmto_extract *x = op->state;
  x->op = op;
  const uint64_t directory = dfmto_option(op, DFMT_OPS_EXTRACT_DIRECTORY);
  x->directory = directory <= INT32_MAX ? (int)directory : -1;
  for (size_t i = 0; i < DFMTO_EXTRACT_FILES; i++) x->outs[i].folder = -1;
  x->total.head = (dfmt_head){sizeof x->total, DFMT_EXTRACT_TOTAL};
  x->sections = dfmto_option(op, DFMT_OPS_EXTRACT_SECTIONS) != 0;
  return dfmto_entry_set_way(op, x->sections ? DFMTO_WAY_CHANGES : DFMTO_WAY_VALUES);
}

static void close_op(dfmt_op *op) {
  struct dfmto_extract *x = op->state;
  struct dfmti_mem *m = &op->mem;
  if (!x->op) return;
  for (size_t i = 0; i < DFMTO_EXTRACT_FILES; i++) {
    dfmto_extract_drop(&x->outs[i]);
    dfmti_buf_free(m, &x->outs[i].key);
    dfmti_buf_free(m, &x->outs[i].path);
  }
  if (x->state && x->format->close) x->format->close(x);
  if (x->state) dfmti_free(m, x->state, x->format->state_size);
  dfmto_select_free(m, &x->select);
  dfmto_texts_free(m, &x->texts);
  dfmti_free(m, x->kept, x->cap_kept * sizeof *x->kept);
  dfmti_buf_free(m, &x->room);
  dfmt_config_free(x->sinks);
}

const struct dfmto_kind dfmto_extract_kind = {
    .is = {DFMTO_KIND(EXTRACT, "extract", "Write the values of a file as files in a directory."), .min_inputs = 1,
           .max_inputs = 1,
           .shared = DFMTO_SHARED_BY_ALL | DFMTO_SHARED(KEYS) | DFMTO_SHARED(DROP) | DFMTO_SHARED(CALLS) |
                     DFMTO_SHARED(FRAMES) | DFMTO_SHARED(THREADS) | DFMTO_SHARED(FUNCTIONS)},
    .state_size = sizeof(struct dfmto_extract),
    .options = dfmto_extract_options,
    .types = dfmto_extract_types,
    .answers = dfmto_extract_answers,
    .begin = begin,
    .drive = &callbacks,
    .run = run,
    .close = close_op};
