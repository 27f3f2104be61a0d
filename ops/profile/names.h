/* SPDX-License-Identifier: MIT */
/* Names of frames and groups in documents. */
#ifndef DFMTO_PROFILE_NAMES_H
#define DFMTO_PROFILE_NAMES_H

#include "profile.h"

/*
 * Appends the name of a function; for code without one its file, "[libc.so]", as other tools do; nothing if neither is
 * known. false: no memory.
 */
bool dfmto_profile_function_name(dfmt_op *op, uint32_t function, struct dfmti_buf *to);

/* A text that labels each track: its first 255 bytes. */
dfmt_str dfmto_profile_label_text(const dfmt_op *op, uint32_t text);

/* Frames for viewers, with texts that are UTF-8: code without a name is called "libc.so+0x12". */
struct dfmto_profile_named {
  uint32_t name, system, file; /* texts of the view; system: the linker's name */
  uint64_t address;
};

struct dfmto_profile_view {
  struct dfmto_texts texts;           /* 0 is empty */
  struct dfmto_profile_named *frames; /* of the store */
  size_t n;
};

/* E_NOMEM, E_LIMIT; the caller frees it in any case. */
dfmt_status dfmto_profile_view_make(dfmt_op *op, struct dfmto_profile_view *v);
void dfmto_profile_view_free(struct dfmti_mem *m, struct dfmto_profile_view *v);

/* Returns the number of a text in it. false: no memory. */
bool dfmto_profile_view_text(dfmt_op *op, struct dfmto_profile_view *v, dfmt_str text, uint32_t *number);

#endif
