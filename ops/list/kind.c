/* SPDX-License-Identifier: MIT */
/* A row for each entry, and for each problem between entries. */
#include "list.h"

#include <stdio.h>
#include <string.h>

#include "op/answers.h"
#include "op/reading.h"
#include "op/stream.h"

/* ---- parts that are listed where they end ---- */

/* If more parts are open than allowed, replaces the last. */
static dfmt_status keep_part(struct dfmto_list *x) {
  dfmt_str key;
  if (!dfmto_entry_whole_key(&x->op->mem, &x->key, &x->name, &key)) return dfmto_no_memory(x->op);
  if (x->n_open == DFMTO_LIST_OPEN) x->n_open--;
  struct dfmto_list_open_part *p = &x->open[x->n_open];
  p->key.len = 0;
  if (!dfmti_buf_append(&x->op->mem, &p->key, key.ptr, (size_t)key.len)) return dfmto_no_memory(x->op);
  p->format = x->format;
  x->n_open++;
  return DFMT_OK;
}

static const char *format_of_part(struct dfmto_list *x, dfmt_str key) {
  for (size_t i = x->n_open; i-- > 0;) {
    const struct dfmti_buf *b = &x->open[i].key;
    if (b->len != key.len || (key.len && memcmp(b->ptr, key.ptr, b->len) != 0)) continue;
    x->n_open = i;
    return x->open[i].format;
  }
  return NULL;
}

/* ---- rows ---- */

static void begin_row(struct dfmto_list *x) {
  x->row = (dfmt_list_entry){.head = {sizeof x->row, DFMT_LIST_ENTRY}};
  if (dfmto_name(x->op, 0, &x->row.file)) x->row.present |= DFMT_LIST_ENTRY_HAS_FILE;
}

static void set_problem(struct dfmto_list *x, dfmt_str text) {
  size_t n = dfmti_min(dfmti_clamp(text.len), sizeof x->problem - 1);
  if (n) memcpy(x->problem, text.ptr, n);
  x->problem[n] = '\0';
}

static void tell_problem(struct dfmto_list *x) {
  if (!*x->problem) return;
  x->row.problem = (dfmt_str){x->problem, strlen(x->problem)};
  x->row.present |= DFMT_LIST_ENTRY_HAS_PROBLEM;
  x->total.n_problems++;
}

/* Adds a row for a problem between entries. line 0: unknown. */
static dfmt_status pause_for_problem(struct dfmto_list *x, dfmt_str text, uint64_t offset, uint64_t line) {
  set_problem(x, text);
  begin_row(x);
  x->row.byte_offset = offset;
  x->row.line = line;
  x->row.present |= DFMT_LIST_ENTRY_HAS_BYTE_OFFSET | (line ? DFMT_LIST_ENTRY_HAS_LINE : 0u);
  tell_problem(x);
  return dfmto_pause(x->op, &x->row.head);
}

static dfmt_status pause_for_entry(struct dfmto_list *x) {
  dfmt_str key;
  if (!dfmto_entry_whole_key(&x->op->mem, &x->key, &x->name, &key)) return dfmto_no_memory(x->op);
  begin_row(x);
  dfmt_status st = dfmto_list_fill(x);
  if (st != DFMT_OK) return st;
  const char *format = x->format ? x->format : format_of_part(x, key);
  x->row.key = key;
  x->row.present |= DFMT_LIST_ENTRY_HAS_KEY;
  if (format) {
    x->row.format = (dfmt_str){format, strlen(format)};
    x->row.present |= DFMT_LIST_ENTRY_HAS_FORMAT;
  }
  tell_problem(x);
  x->total.n_entries++;
  return dfmto_pause(x->op, &x->row.head);
}

/* ---- the input ---- */

static dfmt_status on_format(dfmt_op *op, uint32_t format) {
  struct dfmto_list *x = op->state;
  x->entries = dfmto_entry_find(format);
  if (x->entries) return DFMT_OK;
  return dfmti_fail(&op->err, DFMT_E_UNSUPPORTED, DFMT_ERR_NOT_IMPLEMENTED, "%s has no entries to list",
                    dfmt_format_name(format));
}

static dfmt_status on_diagnostic(dfmt_op *op, const dfmt_diagnostic *d) {
  if (dfmto_has_paused(op) || d->severity == DFMT_SEVERITY_NOTE) return DFMT_OK;
  return pause_for_problem(op->state, d->message, d->byte_offset, d->line);
}

/* ---- an event ---- */

/* Whether it has a row, or begins a part that will have one: its value is then identified. */
static uint32_t on_new_event(dfmt_op *op, const dfmt_event *ev) {
  struct dfmto_list *x = op->state;
  const struct dfmto_entry_format *e = x->entries;
  x->ev = ev;
  x->has_row = (e->listed ? e->listed : e->key)(ev, &x->name);
  x->begins = !x->has_row && e->tells_format && e->key(ev, &x->name);
  x->looks = (x->has_row || x->begins) && e->tells_format && ev->flags & DFMT_EVENT_FLAG_PAYLOAD;
  x->format = NULL;
  *x->problem = '\0';
  x->passed = false;
  return DFMTO_WANTS_NOTHING;
}

/* Sizes of a value that the record lacks are known only after reading it. */
static bool wants_sizes(const struct dfmto_list *x) {
  if (x->passed || !(x->ev->flags & DFMT_EVENT_FLAG_PAYLOAD)) return false;
  return x->sizes || !x->entries->tells_format || !dfmt_source_seekable(x->op->inputs[0]);
}

/* Reads or skips the value. Its errors go into its row. */
static dfmt_status read_value(struct dfmto_list *x) {
  dfmt_str piece;
  dfmt_status st;
  if (!x->sizes && !x->entries->tells_format) (void)dfmt_payload_mode(x->op->reader, DFMT_PAYLOAD_STORED);
  do st = dfmto_chunk(x->op, &piece);
  while (st == DFMT_OK);
  if (st != DFMT_END && !dfmto_is_damage(st) && st != DFMT_E_UNSUPPORTED) return st;
  if (st != DFMT_END) {
    const dfmt_error *e = &x->op->err.e;
    set_problem(x, (dfmt_str){e->message, strlen(e->message)});
    x->total.n_no_codec += e->number == DFMT_ERR_CODEC_MISSING;
  }
  x->passed = true;
  return DFMT_OK;
}

static dfmt_status on_event(dfmt_op *op, const dfmt_event *ev) {
  struct dfmto_list *x = op->state;
  const char *late = x->entries->late ? x->entries->late(ev) : NULL;
  if (dfmto_has_paused(op)) return DFMT_OK;
  if (late) return pause_for_problem(x, (dfmt_str){late, strlen(late)}, ev->offset, 0);
  dfmt_status st = x->looks ? dfmto_list_look(x) : DFMT_OK;
  x->looks = x->looks && st != DFMT_OK;
  if (st == DFMT_OK && x->begins) return keep_part(x);
  if (st == DFMT_OK && x->has_row && wants_sizes(x)) st = read_value(x);
  return st == DFMT_OK && x->has_row ? pause_for_entry(x) : st;
}

/* The format of its value remains unknown, or the rest of it is skipped. */
static bool decide(dfmt_op *op, bool accepted) {
  struct dfmto_list *x = op->state;
  dfmto_list_look_free(&x->look);
  if (!accepted || op->drive.step != DFMTO_DRIVE_EVENT) return false;
  if (!x->looks) {
    static const char unread[] = "its value was not read to its end";
    set_problem(x, (dfmt_str){unread, sizeof unread - 1});
    x->passed = true;
  }
  x->looks = false;
  return true;
}

/* ---- the rows ---- */

static bool is_shown(const char *columns, const char *name) {
  size_t n = strlen(name);
  for (const char *p = columns; p && *p; p += strspn(p, " ")) {
    size_t word = strcspn(p, " ");
    if (word == n && memcmp(p, name, n) == 0) return true;
    p += word;
  }
  return false;
}

/* Columns of the table first, then the others. */
static void plan_columns(struct dfmto_list *x, dfmt_row_set *set) {
  const dfmt_type *type = set->type;
  const char *columns = x->entries ? x->entries->columns : NULL;
  char name[32];
  set->n_columns = 0;
  set->columns = x->columns;
  for (const char *p = columns; p && *p; p += strspn(p, " ")) {
    size_t n = strcspn(p, " ");
    snprintf(name, sizeof name, "%.*s", (int)n, p);
    dfmto_add_column(set, x->columns, name, strcmp(name, "problem") == 0 ? DFMT_COLUMN_MESSAGE : DFMT_COLUMN_PLAIN);
    p += n;
  }
  for (uint32_t i = 0; i < type->n_fields; i++) {
    const dfmt_field *f = &type->fields[i];
    if (f->kind == DFMT_KIND_HEAD || f->kind == DFMT_KIND_PRESENT || f->kind == DFMT_KIND_RESERVED) continue;
    if (!is_shown(columns, f->name)) dfmto_add_column(set, x->columns, f->name, DFMT_COLUMN_HIDDEN);
  }
}

static void describe_rows(dfmt_op *op, dfmt_row_set *set) {
  struct dfmto_list *x = op->state;
  set->name = "entries";
  set->facts = &x->total.head;
  plan_columns(x, set);
}

/* ---- the operation ---- */

static dfmt_status begin(dfmt_op *op) {
  struct dfmto_list *x = op->state;
  x->op = op;
  x->total.head = (dfmt_head){sizeof x->total, DFMT_LIST_TOTAL};
  x->parts = dfmto_option(op, DFMT_OPS_LIST_PARTS) != 0;
  x->sizes = dfmto_option(op, DFMT_OPS_LIST_SIZES) != 0;
  return dfmto_entry_set_way(op, x->parts ? DFMTO_WAY_PARTS : DFMTO_WAY_NAMES);
}

static void close_op(dfmt_op *op) {
  struct dfmto_list *x = op->state;
  struct dfmti_mem *m = &op->mem;
  dfmto_list_look_free(&x->look);
  for (size_t i = 0; i < DFMTO_LIST_OPEN; i++) dfmti_buf_free(m, &x->open[i].key);
  dfmti_buf_free(m, &x->key);
  dfmti_buf_free(m, &x->flags);
}

static const struct dfmto_callbacks callbacks = {
    .format = on_format, .diagnostic = on_diagnostic, .wants = on_new_event, .event = on_event, .decide = decide};

static const struct dfmto_answer answers[] = {
    {.part = DFMTO_ANSWER(DFMT_OP_USUAL, "entries", DFMT_LIST_ENTRY, DFMT_LIST_TOTAL,
                          "Entries, in the order of the file.")},
    {.part = {.name = NULL}}};

const struct dfmto_kind dfmto_list_kind = {
    .is = {DFMTO_KIND(LIST, "list", "List the entries of a file."), .flags = DFMT_OP_STREAMS, .min_inputs = 1,
           .max_inputs = 1, .shared = DFMTO_SHARED_BY_ALL},
    .state_size = sizeof(struct dfmto_list),
    .options = dfmto_list_options,
    .types = dfmto_list_types,
    .answers = answers,
    .begin = begin,
    .drive = &callbacks,
    .stream = describe_rows,
    .close = close_op};
