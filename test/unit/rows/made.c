/* SPDX-License-Identifier: MIT */
#include "made.h"

#include <string.h>

#include <diagfmt/errors.h>

#define F(MEMBER, KIND, ...) DFMTI_FIELD(t_row, MEMBER, KIND, __VA_ARGS__)
static const dfmt_field members[] = {
    F(head, HEAD, .unit = 0),
    F(present, PRESENT, .unit = 0),
    F(depth, U32, .unit = 0),
    F(process, STR, .present_mask = T_ROW_HAS_PROCESS),
    F(thread_id, I32, .unit = 0),
    F(pad, RESERVED, .unit = 0),
    F(weight, U64, .present_mask = T_ROW_HAS_WEIGHT),
    F(share, F64, .unit = 0),
    F(change, I64, .unit = 0),
    F(rate, F64, .unit = 0),
    F(function_name, STR, .present_mask = T_ROW_HAS_NAME),
    F(n_chain, COUNT, .unit = 0),
    F(chain, ARRAY, .elem_type = DFMT_KIND_STR, .count_offset = offsetof(t_row, n_chain))};
const dfmt_type made_type =
    DFMTI_STRUCT(T_ROW, "test.row", t_row, ROW, members, .present_offset = offsetof(t_row, present));

const dfmt_column made_columns[] = {{3, DFMT_COLUMN_GROUP}, {4, DFMT_COLUMN_GROUP}, {6, DFMT_COLUMN_WEIGHT},
                                    {7, DFMT_COLUMN_SHARE}, {8, DFMT_COLUMN_DELTA}, {9, DFMT_COLUMN_DELTA},
                                    {2, DFMT_COLUMN_DEPTH}, {10, DFMT_COLUMN_KEY},  {12, DFMT_COLUMN_DETAIL}};
const uint32_t made_n_columns = sizeof made_columns / sizeof *made_columns;

static bool say_again(struct made *m) {
  m->said_again = m->again && !m->said_again;
  return m->said_again;
}

static dfmt_status next_set(void *user, dfmt_row_set *out) {
  struct made *m = user;
  if (m->set == m->n) return DFMT_END;
  const struct made_set *s = &m->sets[m->set++];
  m->row = 0;
  *out = (dfmt_row_set){.size = sizeof *out,
                        .n_columns = s->n_columns,
                        .name = "made",
                        .type = s->type,
                        .types = kinds.types,
                        .columns = s->columns,
                        .heading = {s->heading, s->heading ? strlen(s->heading) : 0}};
  return DFMT_OK;
}

static dfmt_status next(void *user, const dfmt_head **row) {
  struct made *m = user;
  const struct made_set *s = &m->sets[m->set - 1];
  if (say_again(m)) return DFMT_AGAIN;
  if (m->set == 1 && m->fail_at && m->row + 1 == m->fail_at) {
    m->error = (dfmt_error){.size = sizeof m->error,
                            .status = DFMT_E_FORMAT,
                            .number = DFMT_ERR_ARGUMENT,
                            .line = 3,
                            .message = "that row is bad"};
    return DFMT_E_FORMAT;
  }
  if (m->row == s->n) {
    m->row = 0; /* whoever asked again would have them again */
    return DFMT_END;
  }
  *row = (const void *)((const uint8_t *)s->rows + m->row++ * s->step);
  return DFMT_OK;
}

static dfmt_status back(void *user) {
  struct made *m = user;
  m->set = m->row = 0;
  return DFMT_OK;
}

static const dfmt_error *error(void *user) { return &((struct made *)user)->error; }

static void close_made(void *user) { ((struct made *)user)->closed++; }

dfmt_status made_rows(struct made *m, const dfmt_config *c, dfmt_rows **out) {
  const dfmt_rows_ops ops = {.size = sizeof ops,
                             .next_set = next_set,
                             .next = next,
                             .rewind = m->rewinds ? back : NULL,
                             .error = error,
                             .close = close_made};
  return dfmt_rows_new(c, &ops, m, out);
}
