/* SPDX-License-Identifier: MIT */
/* Rows of operations that write files: figures, then notes. */
#ifndef DFMTO_CONVERT_ROWS_H
#define DFMTO_CONVERT_ROWS_H

#include "op/answers.h"

dfmt_status dfmto_convert_open_result(struct dfmto_set *s);
dfmt_status dfmto_convert_put_result(struct dfmto_set *s, uint64_t i, void *body);
dfmt_status dfmto_convert_open_notes(struct dfmto_set *s);
dfmt_status dfmto_convert_put_note(struct dfmto_set *s, uint64_t i, void *body);

/* For operations whose state begins with a struct dfmto_convert_output. FIRST: the name of the set of figures. */
#define DFMTO_CONVERT_ANSWERS(FIRST) \
  { \
    {.part = DFMTO_ANSWER(DFMT_OP_USUAL, FIRST, DFMT_CONVERT_RESULT, DFMT_CONVERT_RESULT, \
                          "How much was read, written and left out."), \
     .columns = "format n_inputs n_read n_written bytes_in bytes_out n_problems n_left_out", \
     .state_size = sizeof(dfmt_convert_result), \
     .open = dfmto_convert_open_result, \
     .row = dfmto_convert_put_result}, \
        {.part = DFMTO_ANSWER(DFMT_OP_USUAL, "notes", DFMT_CONVERT_NOTE, DFMT_CONVERT_RESULT, \
                              "What was changed, left out or damaged, and where."), \
         .columns = "input/h severity number/h line byte_offset bytes place message/m", \
         .state_size = sizeof(dfmt_convert_result), \
         .open = dfmto_convert_open_notes, \
         .row = dfmto_convert_put_note}, \
    { \
      .part = {.name = NULL } \
    } \
  }

#endif
