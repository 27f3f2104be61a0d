/* SPDX-License-Identifier: MIT */
#include "memory_report.h"

#include "sanitizer.h"
#include "signature.h"

/* ---- the first line ---- */

/* Meaning of what follows "ALLOCATION 0x7f00". */
static const char *what_of(dfmt_str rest) {
  uint64_t bytes;
  dfmt_str guard = rest;
  if (dfmti_cut_take(&guard, " SIZE ") && dfmti_cut_number(&guard, 10, &bytes)) {
    if (dfmti_is(guard, " HAS A CORRUPTED FRONT GUARD")) return "front guard";
    return dfmti_is(guard, " HAS A CORRUPTED REAR GUARD") ? "rear guard" : NULL;
  }
  if (dfmti_is(rest, " USED AFTER FREE (free)")) return "double free";
  if (dfmti_starts(rest, " USED AFTER FREE")) return "used after free";
  if (dfmti_starts(rest, " UNKNOWN POINTER ")) return "unknown pointer";
  if (dfmti_starts(rest, " HAS INVALID TAG ") || dfmti_starts(rest, " HAS CORRUPTED HEADER TAG ")) return "invalid tag";
  return NULL;
}

bool dfmti_memory_begins(dfmt_str line, struct dfmti_memory_head *head) {
  static const char leaked[] = " leaked block of size ";
  dfmt_str rest = line;
  uint64_t number;
  *head = (struct dfmti_memory_head){.what = NULL};
  if (!dfmti_cut_take(&rest, "+++ ")) return dfmti_sanitizer_begins(line, head);
  const uint64_t at = dfmti_cut_find_last(rest, leaked);
  if (at > 0 && at < rest.len) {
    dfmt_str size = dfmti_cut_after(rest, at + sizeof leaked - 1);
    *head =
        (struct dfmti_memory_head){.what = "leak", .leak = true, .program = dfmti_cut_first(rest, at), .message = rest};
    return dfmti_cut_number(&size, 10, &number) && dfmti_cut_take(&size, " at 0x");
  }
  head->message = rest;
  if (!dfmti_cut_take(&rest, "ALLOCATION 0x") || !dfmti_cut_number(&rest, 16, &number)) return false;
  head->what = what_of(rest);
  return head->what != NULL;
}

/* ---- stacks ---- */

/* How well a stack explains the fault; 0: the line does not begin a stack. */
static uint32_t rank_of(dfmt_str line, bool leak) {
  if (dfmti_is(line, "Backtrace at time of failure:")) return 3;
  if (dfmti_is(line, "Backtrace at time of free:") || dfmti_is(line, "Backtrace of original free:")) return 2;
  return leak && dfmti_is(line, "Backtrace at time of allocation:") ? 1 : 0;
}

bool dfmti_memory_line(struct dfmti_mem *m, struct dfmti_memory_stack *s, dfmt_str line) {
  struct dfmti_native_frame f;
  const uint32_t rank = rank_of(line, s->leak);
  if (dfmti_starts(line, "Backtrace ")) {
    s->taken = rank > s->rank;
    if (s->taken) dfmti_native_stack_clear(&s->stack);
    if (s->taken) s->rank = rank;
    s->stack.of_memory = true;
    return true;
  }
  if (!s->taken || !(s->by_frames ? dfmti_sanitizer_frame(line, &f) : dfmti_native_frame(line, &f))) return true;
  s->taken = !(s->began && f.place == 0);
  if (s->taken && !dfmti_native_stack_add(m, &s->stack, &f)) return false;
  s->began = s->by_frames;
  return true;
}

bool dfmti_memory_signature(struct dfmti_mem *m, const struct dfmti_memory_stack *s, dfmt_str process, const char *what,
                            dfmt_str detail, struct dfmti_buf *to) {
  return dfmti_signature_add(m, to, (dfmt_str){"memory", 6}) &&
         dfmti_signature_add(m, to, process.len ? dfmti_signature_process(process) : (dfmt_str){"?", 1}) &&
         dfmti_signature_add(m, to, (dfmt_str){what, strlen(what)}) &&
         (!detail.len ||
          (dfmti_buf_append(m, to, " ", 1) && dfmti_buf_append(m, to, detail.ptr, (size_t)detail.len))) &&
         (!s->stack.text.len || dfmti_buf_append(m, to, s->stack.text.ptr, s->stack.text.len));
}
