/* SPDX-License-Identifier: MIT */
#include "cli/rows.h"

#include <string.h>

#include <diagfmt/errors.h>

#include "cli/kept.h"
#include "cli/options.h"
#include "cli/report.h"
#include "cli/text.h"

dfmt_config *op_config(struct tool *t, struct input *const *in, size_t n) {
  dfmt_config *c;
  uint32_t format = input_format(t, in[0]);
  op_made(dfmt_config_copy(t->config, &c));
  for (size_t i = 0; i < n; i++) {
    op_made(dfmt_config_add(c, DFMT_OPS_NAMES, in[i]->name, strlen(in[i]->name)));
    if (input_format(t, in[i]) != format) format = 0;
  }
  op_made(dfmt_config_set(c, DFMT_OPS_FORMAT, format));
  return c;
}

dfmt_op *op_new(dfmt_config *c, const char *kind) {
  dfmt_op *op;
  op_made(dfmt_op_new(c, kind, &op));
  dfmt_config_free(c);
  return op;
}

bool op_can_pass(const dfmt_error *e, bool in_part) {
  if (e->status == DFMT_E_LIMIT)
    return in_part || (e->option != DFMT_CFG_MAX_MEMORY && e->option != DFMT_CFG_MAX_TABLE);
  return e->status == DFMT_E_IO || (code_of(e) == CODE_DAMAGED && e->number != DFMT_ERR_UNKNOWN_FORMAT);
}

void on_remark(void *user, uint64_t input, const dfmt_diagnostic *d) {
  const struct remarked *x = user;
  const struct input *in = x->inputs[input];
  report_diagnostic(x->t, &(struct place){.file = in->name, .in = in}, d);
}

void op_fault(struct tool *t, struct input *in, const dfmt_op *op) {
  const dfmt_error *e = dfmt_op_error(op);
  struct place where = {.file = in->name, .in = in};
  dfmt_str key;
  if (dfmt_op_key(op, &key) == DFMT_OK) {
    where.key = key.ptr;
    where.key_len = key.len;
  }
  report_fault(t, &where, e);
}

bool op_go(struct tool *t, struct input *const *inputs, dfmt_op *op, bool in_part) {
  for (;;) {
    dfmt_status st = dfmt_op_run(op);
    if (st == DFMT_OK) return true;
    if (tool_stopped()) return false;
    if (t->set.recursive && (t->inside || t->passes) && dfmt_op_error(op)->number == DFMT_ERR_NOT_IMPLEMENTED)
      return t->n_passed++, false; /* the command is for others */
    op_fault(t, inputs[dfmt_op_input(op)], op);
    if (!op_can_pass(dfmt_op_error(op), in_part) || dfmt_op_accept(op) != DFMT_OK) return false;
  }
}

void put_name(struct tool *t, const char *name) {
  if (!many_files(t, 0) || t->set.json || t->set.csv) return;
  put_s(t->out.sink, t->n_files ? "\n" : "");
  put_safe_s(t->out.sink, name);
  put_s(t->out.sink, ":");
  put_end(t->out.sink);
}

dfmt_rows *op_rows(struct tool *t, struct input *in, dfmt_op *op) {
  dfmt_rows *x = NULL;
  dfmt_status st = dfmt_op_answer(op, NULL, &x);
  if (st != DFMT_OK) op_fault(t, in, op);
  return x;
}

uint64_t op_n_found(dfmt_op *op) {
  dfmt_rows *x;
  const dfmt_head *row = NULL;
  op_made(dfmt_op_answer(op, "found", &x));
  (void)dfmt_rows_next(x, &row);
  const uint64_t n = row ? ((const dfmt_value_found *)(const void *)row)->n_entries : 0;
  dfmt_rows_free(x);
  return n;
}

bool op_has_set(struct tool *t, struct input *in, dfmt_rows *x, dfmt_status st) {
  if (st < 0) report_fault(t, &(struct place){.file = in ? in->name : NULL, .in = in}, dfmt_rows_error(x));
  return st == DFMT_OK;
}

bool op_next_set(struct tool *t, struct input *in, dfmt_rows *x) { return op_has_set(t, in, x, dfmt_rows_next_set(x)); }

void raise_by_facts(struct tool *t, const dfmt_head *facts) {
  static const struct {
    const char *member;
    int code;
  } telling[] = {{"n_problems", CODE_DAMAGED},
                 {"n_partial", CODE_DAMAGED},
                 {"n_findings", CODE_DAMAGED},
                 {"n_differences", CODE_DAMAGED},
                 {"n_no_codec", CODE_UNKNOWN}};
  const dfmt_type *type = facts ? dfmt_ops_describe(facts->type) : NULL;
  for (uint64_t i = 0; type && i < type->n_fields; i++)
    for (size_t k = 0; k < sizeof telling / sizeof *telling; k++)
      if (type->fields[i].kind == DFMT_KIND_U64 && strcmp(type->fields[i].name, telling[k].member) == 0 &&
          *(const uint64_t *)(const void *)((const char *)facts + type->fields[i].offset))
        raise_code(t, telling[k].code);
}

/* ---- one list of all files ---- */

void add_list(struct tool *t, const void *ptr, size_t len) {
  if (!t->lists) t->lists = text_begin();
  put(t->lists, ptr, len);
}

static void keep_list(struct tool *t, dfmt_op *op) {
  dfmt_sink *text = text_begin();
  put_settle(text, dfmt_op_write(op, t->command->asked.list, NULL, text));
  const dfmt_str bytes = text_held(text);
  if (kept_put(KEPT_LIST, bytes.ptr, (size_t)bytes.len) == 0) add_list(t, bytes.ptr, (size_t)bytes.len);
  dfmt_sink_free(text);
}

void op_ask(struct tool *t, struct input *in, void *user) {
  const struct asked *asked = &t->command->asked;
  dfmt_config *c = op_config(t, &in, 1);
  dfmt_op *op = op_new(c, asked->kind);
  dfmt_rows *rows;
  (void)user;
  if (asked->named_first) put_name(t, in->name);
  op_made(dfmt_op_add(op, in->source));
  if (op_go(t, &in, op, asked->in_part) && (rows = op_rows(t, in, op)) != NULL) {
    raise_by_facts(t, dfmt_rows_set(rows)->facts);
    if (asked->list && !t->over && !option_is_given(t, asked->each))
      keep_list(t, op);
    else
      asked->put(t, in, op, rows);
    raise_by_facts(t, dfmt_rows_set(rows)->facts); /* for streamed rows */
    dfmt_rows_free(rows);
  }
  dfmt_op_free(op);
}

void put_list(struct tool *t) {
  const dfmt_str bytes = t->lists ? text_held(t->lists) : (dfmt_str){NULL, 0};
  struct input in = {.name = "all files", .fd = -1};
  if (!bytes.len || tool_stopped()) return;
  t->over = true;
  op_made(dfmt_source_memory(NULL, bytes.ptr, bytes.len, &in.source));
  op_ask(t, &in, NULL);
  input_close(&in);
}

static uint32_t flags_of(struct tool *t, const dfmt_row_set *set) {
  bool named = t->set.csv && t->rows_named && strcmp(t->rows_named, set->name) == 0;
  bool bare = named || (t->set.quiet && !t->set.csv);
  t->rows_named = set->name;
  kept_name_rows(t->out.sink, set->name);
  return (bare ? DFMT_PRINT_BARE : 0u) | (t->color ? DFMT_PRINT_BOLD : 0u) | (t->out.escape ? DFMT_PRINT_SAFE : 0u);
}

static dfmt_status print(struct tool *t, dfmt_rows *x, const struct shown *shown, uint32_t flags) {
  const dfmt_print how = {.size = sizeof how,
                          .flags = flags | (t->width && !t->set.exact ? DFMT_PRINT_AMOUNTS : 0u) |
                                   (shown->lines ? DFMT_PRINT_LINES : 0u) | (shown->bare ? DFMT_PRINT_BARE : 0u),
                          .max_rows = shown->rows,
                          .max_details = shown->details,
                          .width = t->set.wide ? 0 : t->width,
                          .wider = "--wide"};
  const uint32_t form = t->set.json ? DFMT_PRINT_JSON : t->set.csv ? DFMT_PRINT_CSV : DFMT_PRINT_TABLE;
  return dfmt_rows_print(x, form, &how, t->out.sink);
}

void put_shown(struct tool *t, dfmt_rows *x, const struct shown *shown) {
  put_settle(t->out.sink, print(t, x, shown, flags_of(t, dfmt_rows_set(x))));
  put_flush(t->out.sink);
}

bool put_scanned(struct tool *t, dfmt_rows *x) {
  const uint32_t flags = flags_of(t, dfmt_rows_set(x));
  dfmt_status st = print(t, x, &(struct shown){.rows = 0}, flags);
  put_flush(t->out.sink);
  return st == DFMT_OK || tool_stopped() || dfmt_rows_error(x)->status != st;
}

bool op_pass(struct tool *t, struct input *in, dfmt_op *op) {
  const dfmt_error *e = dfmt_op_error(op);
  op_fault(t, in, op);
  return op_can_pass(e, false) && dfmt_op_accept(op) == DFMT_OK;
}

bool put_read(struct tool *t, struct input *in, dfmt_op *op, dfmt_rows *x, const struct shown *shown) {
  const uint32_t flags = flags_of(t, dfmt_rows_set(x));
  dfmt_status st;
  bool whole = true;
  while ((st = print(t, x, shown, flags)) != DFMT_OK && !tool_stopped()) {
    if (st == DFMT_E_NOMEM) tool_no_memory();    /* of the operation, or of printing */
    if (dfmt_rows_error(x)->status != st) break; /* an error of the sink is reported when it is committed */
    whole = false;
    if (!op_pass(t, in, op)) break;
  }
  put_flush(t->out.sink);
  return whole && !tool_stopped();
}

void put_rows(struct tool *t, dfmt_rows *x, uint64_t max) { put_shown(t, x, &(struct shown){.rows = max}); }
