/* SPDX-License-Identifier: MIT */
/* The writer's state, and lines in the making. */
#ifndef DFMTI_LOG_WRITE_H
#define DFMTI_LOG_WRITE_H

#include "core/writer_impl.h"
#include "log.h"

/* What has been written so far. */
struct dfmti_log_output {
  bool in_message;  /* of LONG: an empty line has to end it; of JSON: it has no end yet */
  uint8_t last;     /* the last byte; LF before the first */
  bool in_document; /* of JSON, whose members were copied */
};

struct dfmti_log_writer {
  struct dfmti_log_output out, before; /* `before`: of the current record, for cancel */
  struct dfmti_buf held;               /* a line in the making; len SIZE_MAX: there was no memory for it */
  struct dfmti_buf clean;              /* a text of it as UTF-8 */
};

static inline struct dfmti_log_writer *dfmti_log_writer(dfmt_writer *w) { return w->state; }

/* write_put.c: adds to the line in the making; a text in a column of `width`, to its right or left; a number there. */
void dfmti_log_put(dfmt_writer *w, const char *ptr, size_t n);
void dfmti_log_put_text(dfmt_writer *w, dfmt_str s, size_t width, bool right);
void dfmti_log_put_number(dfmt_writer *w, uint64_t v, size_t width);

/* Writes it. E_NOMEM, E_LIMIT: also if there was no memory to make it. */
dfmt_status dfmti_log_put_out(dfmt_writer *w);

/* write_json.c: adds a line as an element of a document, or more text of it; and what ends the document. */
void dfmti_log_put_element(dfmt_writer *w, const dfmt_log_line *l);
void dfmti_log_put_end(dfmt_writer *w);

/* write_line.c: whether lines can be written in a layout, DFMT_LOG_VARIANT_*. */
bool dfmti_log_can_write(uint32_t kind);

/* A line in its layout, and what has to stand before it. */
dfmt_status dfmti_log_write_line(dfmt_writer *w, const dfmt_log_line *l);

/* The empty line that ends a message of LONG, if one is open; the end of a document. */
dfmt_status dfmti_log_write_end(dfmt_writer *w);

#endif
