/* SPDX-License-Identifier: MIT */
/* Native frames as debuggerd prints them, and their part of a signature. */
#ifndef DFMTI_ANDROID_NATIVE_FRAME_H
#define DFMTI_ANDROID_NATIVE_FRAME_H

#include "base/cut.h"
#include "base/mem.h"
#include "rules/rules.h"

/* The texts are borrowed. */
struct dfmti_native_frame {
  uint32_t place; /* as printed, from 0 */
  uint64_t pc;    /* address within the file */
  dfmt_str path;  /* may be empty, or <anonymous:…> */
  bool has_map_offset, has_function, has_build_id;
  uint64_t map_offset, function_offset;
  dfmt_str function, build_id;
};

/* "  #NN[ ] pc HEX  PATH[ (offset 0xHEX)][ (FUNCTION+DEC)][ (BuildId: HEX)]". false: not a frame. */
bool dfmti_native_frame(dfmt_str line, struct dfmti_native_frame *f);

/* Takes " (BuildId: HEX)" off the end of a line. false: there is none. */
bool dfmti_native_build_id(dfmt_str *s, dfmt_str *id);

/* Appends a text, and a number's digits. false: no memory. */
bool dfmti_native_hex(struct dfmti_mem *m, struct dfmti_buf *to, const char *before, uint64_t v);

/*
 * Appends the normal form of a function (docs/triage.md): without arguments, template arguments, return type and
 * suffixes added by compilers. false: no memory.
 */
bool dfmti_native_name(struct dfmti_mem *m, struct dfmti_buf *to, dfmt_str name);

/* The frames of a stack that are used in a signature, from the top. Zeroed: none yet. The first two are the owner's. */
enum { DFMTI_NATIVE_COUNT = 5 };
struct dfmti_native_stack {
  const struct dfmti_rules *rules; /* NULL: those that are compiled in */
  bool of_memory;                  /* functions that allocate are left out at the top, too */
  struct dfmti_buf text;           /* each preceded by "|" */
  uint32_t n;
  bool anonymous; /* the last one is <anon> */
  bool ended;     /* reached the base of the thread */
};

void dfmti_native_stack_clear(struct dfmti_native_stack *s);
/* Takes the next frame. false: no memory; the stack is unchanged. */
bool dfmti_native_stack_add(struct dfmti_mem *m, struct dfmti_native_stack *s, const struct dfmti_native_frame *f);

#endif
