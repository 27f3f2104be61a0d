/* SPDX-License-Identifier: MIT */
#include "cli/asked.h"

#include <string.h>

#include "cli/choice.h"
#include "cli/report.h"
#include "cli/rows.h"

/* What members of a struct mean for the exit code, by their names. */
static void raise_by_facts(struct tool *t, const dfmt_head *facts) {
  static const struct {
    const char *member;
    int code;
  } telling[] = {{"n_problems", CODE_DAMAGED}, {"n_findings", CODE_DAMAGED}, {"n_no_codec", CODE_UNKNOWN}};
  const dfmt_type *type = facts ? dfmt_ops_describe(facts->type) : NULL;
  for (uint64_t i = 0; type && i < type->n_fields; i++)
    for (size_t k = 0; k < sizeof telling / sizeof *telling; k++)
      if (strcmp(type->fields[i].name, telling[k].member) == 0 &&
          *(const uint64_t *)(const void *)((const char *)facts + type->fields[i].offset))
        raise_code(t, telling[k].code);
}

void op_ask(struct tool *t, struct input *in, void *user) {
  const struct asked *asked = &t->command->asked;
  dfmt_config *c = op_config(t, in);
  dfmt_op *op = op_new(c, asked->kind);
  dfmt_rows *rows;
  (void)user;
  if (asked->named_first) put_name(t, in->name);
  if (op_run(t, in, op, asked->in_part) && (rows = op_rows(t, in, op)) != NULL) {
    raise_by_facts(t, dfmt_rows_set(rows)->facts);
    asked->put(t, in, op, rows);
    raise_by_facts(t, dfmt_rows_set(rows)->facts); /* of rows that are read as they are asked for */
    dfmt_rows_free(rows);
  }
  dfmt_op_free(op);
}
