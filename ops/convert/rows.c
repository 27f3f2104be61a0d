/* SPDX-License-Identifier: MIT */
#include "rows.h"

#include <string.h>

#include "convert.h"

static const struct dfmto_convert_output *output_of(const struct dfmto_set *s) { return s->op->state; }

dfmt_status dfmto_convert_open_result(struct dfmto_set *s) {
  const struct dfmto_convert_output *o = output_of(s);
  const char *format = dfmt_format_name(o->format);
  dfmt_convert_result *r = s->state;
  *r = (dfmt_convert_result){.head = {sizeof *r, DFMT_CONVERT_RESULT},
                             .present = format ? DFMT_CONVERT_RESULT_HAS_FORMAT : 0u,
                             .variant = o->variant,
                             .format = {format, format ? strlen(format) : 0},
                             .n_inputs = s->op->n_inputs,
                             .n_read = o->n_read,
                             .n_written = o->n_written,
                             .bytes_in = o->bytes_in,
                             .bytes_out = o->writer ? dfmt_writer_offset(o->writer) : 0,
                             .n_problems = dfmto_convert_notes_problems(&o->notes),
                             .n_left_out = o->notes.n_left_out};
  s->facts = &r->head;
  return DFMT_OK;
}

dfmt_status dfmto_convert_put_result(struct dfmto_set *s, uint64_t i, void *body) {
  if (i > 0) return DFMT_END;
  *(dfmt_convert_result *)body = *(const dfmt_convert_result *)s->state;
  return DFMT_OK;
}

dfmt_status dfmto_convert_open_notes(struct dfmto_set *s) {
  dfmt_str name;
  dfmto_set_column(s, "file", dfmto_name(s->op, 0, &name) ? DFMT_COLUMN_GROUP : DFMT_COLUMN_HIDDEN);
  return dfmto_convert_open_result(s);
}

dfmt_status dfmto_convert_put_note(struct dfmto_set *s, uint64_t i, void *body) {
  const struct dfmto_convert_notes *notes = &output_of(s)->notes;
  if (i == notes->n) return DFMT_END;
  dfmto_convert_note_row(s->op, notes, (size_t)i, body);
  return DFMT_OK;
}

const struct dfmto_answer dfmto_convert_answers[] = DFMTO_CONVERT_ANSWERS("conversion");
