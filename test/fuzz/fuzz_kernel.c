/* SPDX-License-Identifier: MIT */
/*
 * Lines of the kernel: what stands before a message is a part of its line, what a head tells of lies in the line or is
 * a constant, and a fault keeps what it promises, with its texts, within its bounds. Each line is read from memory of
 * its own, by itself and as one of a log.
 */
#include <stdlib.h>
#include <string.h>

#include "android/kernel_fault.h"
#include "android/kernel_frame.h"
#include "android/kernel_line.h"
#include "fuzz.h"

const uint16_t fuzz_settings[] = {0};
const size_t fuzz_settings_size = 1;

static bool lies_in(dfmt_str s, dfmt_str in) {
  if (s.len == 0) return true;
  const uintptr_t at = (uintptr_t)s.ptr, from = (uintptr_t)in.ptr;
  return at >= from && at - from <= in.len && s.len <= in.len - (at - from);
}

static void check_line(dfmt_str line, const struct dfmti_kernel_line *l) {
  MUST(lies_in(l->text, line) && lies_in(l->time, line) && l->text.len <= line.len);
  MUST(l->text.len == 0 || l->text.ptr + l->text.len == line.ptr + line.len);
  MUST(!l->timed || l->time.len > 0);
}

static void check_head(dfmt_str line) {
  struct dfmti_kernel_head h;
  if (!dfmti_kernel_head(NULL, line, &h)) return;
  MUST(h.kind > DFMTI_KERNEL_NONE && h.kind <= DFMTI_KERNEL_USER);
  MUST(lies_in(h.comm, line) && lies_in(h.panic, line));
  MUST(!h.dies || h.kind == DFMTI_KERNEL_OOPS);
  for (size_t i = 0; i < DFMTI_KERNEL_PIECES; i++) MUST(h.subject[i].len <= line.len + sizeof h.offset);
}

static void check_frame(dfmt_str line) {
  dfmt_str name;
  if (!dfmti_kernel_frame(NULL, line, &name) || name.len == 0) return;
  const dfmt_str function = dfmti_kernel_function(NULL, name);
  MUST(lies_in(name, line) && !memchr(name.ptr, ' ', (size_t)name.len));
  MUST(function.ptr == name.ptr && function.len > 0 && function.len <= name.len);
}

static void check_fault(struct dfmti_mem *m, const struct dfmti_kernel_fault *f) {
  struct dfmti_buf signature = {0};
  const struct dfmti_kernel_place texts[] = {f->message, f->subject, f->panic, f->comm, f->pc, f->lr};
  MUST(f->text.len <= DFMTI_KERNEL_TEXT && f->n_trace <= DFMTI_KERNEL_TRACE && f->comm.len <= 15);
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) MUST(texts[i].at + texts[i].len <= f->text.len);
  MUST(dfmti_kernel_fault_signature(m, f, &signature));
  MUST(signature.len > 7 && (memcmp(signature.ptr, "kernel|", 7) == 0 || memcmp(signature.ptr, "native|", 7) == 0));
  dfmti_buf_free(m, &signature);
}

static void take(struct dfmti_mem *m, struct dfmti_kernel_fault *f, dfmt_str line) {
  bool began;
  if (dfmti_kernel_fault_ends(f, line)) {
    check_fault(m, f);
    dfmti_kernel_fault_clear(f);
    MUST(!dfmti_kernel_fault_is_open(f));
  }
  const bool open = dfmti_kernel_fault_is_open(f);
  MUST(dfmti_kernel_fault_line(m, f, line, &began));
  MUST(!(began && open) && dfmti_kernel_fault_is_open(f) == (open || began));
}

static void check(struct dfmti_mem *m, struct dfmti_kernel_fault *f, const uint8_t *p, size_t n) {
  uint8_t *own = malloc(n + 1); /* what is read beyond it is noticed */
  struct dfmti_kernel_line l;
  MUST(own);
  if (n > 0) memcpy(own + 1, p, n);
  const dfmt_str line = {(const char *)own + 1, n};
  dfmti_kernel_line(line, &l);
  check_line(line, &l);
  check_head(l.text);
  check_frame(l.text);
  take(m, f, l.text);
  free(own);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  struct memory counted = {0};
  struct dfmti_mem m = {.fn = memory_realloc, .user = &counted, .limit = UINT64_MAX};
  struct dfmti_kernel_fault f = {0};
  const uint8_t *p = data + fuzz_settings_size, *end = data + size;
  while (size > 0 && p < end) {
    const uint8_t *lf = memchr(p, '\n', (size_t)(end - p));
    check(&m, &f, p, (size_t)((lf ? lf : end) - p));
    p = lf ? lf + 1 : end;
  }
  if (dfmti_kernel_fault_is_open(&f)) check_fault(&m, &f);
  dfmti_kernel_fault_free(&m, &f);
  MUST(counted.live == 0);
  return 0;
}
