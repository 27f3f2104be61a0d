/* SPDX-License-Identifier: MIT */
/*
 * debuggerd makes its text of the same message (tombstone_proto_to_text.cpp); what is read here goes the other way
 * (tombstone.c). Fields that no text has, such as guests' threads, are left out.
 */
#include "tombstone_text.h"

#include <inttypes.h>

#include "proto.h"
#include "tombstone_proto.h"

enum { ARM = 0, X86 = 2, NO_ARCH = 5, USUAL_PAGE = 4096 };
enum { IN_A_LINE = 4 }; /* registers */

/* Field numbers; tombstone_proto.c has the others. */
enum { ARCH = 1, FINGERPRINT = 2, REVISION = 3, TIMESTAMP = 4 };
enum { ABORT_MESSAGE = 14, UPTIME = 20, DETAIL = 21, PAGE_SIZE = 22, BEEN_16K = 23, GUEST_ARCH = 24 };
enum { THREAD_ID = 1, THREAD_NAME = 2, TAGGED_ADDRESSES = 6, NOTE = 7, PAC_KEYS = 8 };

#define PUT(S) dfmti_tombstone_put(w, S)
#define WORD(S) dfmti_tombstone_put_word(w, S)
#define PUT_F(...) dfmti_tombstone_put_f(w, __VA_ARGS__)

static void put_quoted(struct dfmti_tombstone_writing *w, const char *key, dfmt_str value) {
  WORD(key);
  WORD(": '");
  PUT(value);
  WORD("'\n");
}

static int32_t signed_of(dfmt_str message, uint64_t number) {
  return (int32_t)(uint32_t)dfmti_proto_number(message, number);
}

/* ---- the head ---- */

static const char *arch_name(uint64_t arch) {
  static const char *const names[] = {"arm", "arm64", "x86", "x86_64", "riscv64", "none"};
  return arch < sizeof names / sizeof *names ? names[arch] : "unknown";
}

/* ARM is 0, so that a guest counts only if it is there. */
static bool find_guest(dfmt_str message, uint64_t *arch) {
  struct dfmti_proto_item x;
  *arch = NO_ARCH;
  while (dfmti_proto_take(&message, &x))
    if (x.number == GUEST_ARCH && x.wire == DFMTI_PROTO_VARINT) *arch = x.value;
  return *arch != NO_ARCH;
}

static void put_head(struct dfmti_tombstone_writing *w, dfmt_str message) {
  const uint64_t page = dfmti_proto_number(message, PAGE_SIZE), arch = dfmti_proto_number(message, ARCH);
  uint64_t guest;
  WORD("*** *** *** *** *** *** *** *** *** *** *** *** *** *** *** ***\n");
  put_quoted(w, "Build fingerprint", dfmti_proto_bytes(message, FINGERPRINT));
  put_quoted(w, "Revision", dfmti_proto_bytes(message, REVISION));
  PUT_F("ABI: '%s'\n", arch_name(arch));
  if (find_guest(message, &guest)) PUT_F("Guest architecture: '%s'\n", arch_name(guest));
  WORD("Timestamp: ");
  PUT(dfmti_proto_bytes(message, TIMESTAMP));
  PUT_F("\nProcess uptime: %" PRIu64 "s\n", dfmti_proto_number(message, UPTIME));
  if (page && page != USUAL_PAGE) PUT_F("Page size: %" PRIu64 " bytes\n", page);
  if (dfmti_proto_number(message, BEEN_16K)) WORD("Has been in 16kb mode: yes\n");
}

/* ---- a thread ---- */

/* What all threads have is in the tombstone. */
static void put_thread_head(struct dfmti_tombstone_writing *w, const struct dfmti_tombstone *t, dfmt_str thread) {
  static const dfmt_str unknown = {"<unknown>", 9};
  const int64_t tagged = (int64_t)dfmti_proto_number(thread, TAGGED_ADDRESSES),
                keys = (int64_t)dfmti_proto_number(thread, PAC_KEYS);
  const bool named = t->has & 1u << DFMTI_TOMBSTONE_PROCESS_NAME;
  WORD("Cmdline: ");
  PUT(named ? dfmti_tombstone_text(t, t->texts[DFMTI_TOMBSTONE_CMDLINE]) : unknown);
  PUT_F("\npid: %" PRId32 ", tid: %" PRId32 ", name: ", t->process_id, signed_of(thread, THREAD_ID));
  PUT(dfmti_proto_bytes(thread, THREAD_NAME));
  WORD("  >>> ");
  PUT(named ? dfmti_tombstone_text(t, t->texts[DFMTI_TOMBSTONE_PROCESS_NAME]) : unknown);
  PUT_F(" <<<\nuid: %" PRIu32 "\n", t->user_id);
  if (tagged > 0) PUT_F("tagged_addr_ctrl: %016" PRIx64 "\n", (uint64_t)tagged);
  if (keys > 0) PUT_F("pac_enabled_keys: %016" PRIx64 "\n", (uint64_t)keys);
}

/* Those that every architecture has stand last. */
static bool is_special(dfmt_str name) {
  static const char *const names[] = {"ip", "lr", "sp", "pc", "pst", "ra", "ebp", "esp", "eip", "rbp", "rsp", "rip"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (dfmti_is(name, names[i])) return true;
  return false;
}

static void put_registers(struct dfmti_tombstone_writing *w, dfmt_str thread, bool special) {
  struct dfmti_tombstone_register r;
  unsigned n = 0;
  while (dfmti_tombstone_proto_register(&thread, &r)) {
    if (is_special(r.name) != special) continue;
    WORD(n % IN_A_LINE == 0 ? "    " : "  ");
    PUT(r.name);
    for (uint64_t i = r.name.len; i < 3; i++) WORD(" ");
    PUT_F(" %0*" PRIx64, w->digits, r.value);
    if (++n % IN_A_LINE == 0 && !special) WORD("\n");
  }
  if (special ? n : n % IN_A_LINE) WORD("\n");
}

static void put_frame(struct dfmti_tombstone_writing *w, const struct dfmti_native_frame *f) {
  PUT_F("      #%02" PRIu32 " pc %0*" PRIx64 "  ", f->place, w->digits, f->pc);
  PUT(f->path);
  if (f->has_map_offset) PUT_F(" (offset 0x%" PRIx64 ")", f->map_offset);
  if (f->has_function) {
    WORD(" (");
    PUT(f->function);
    PUT_F("+%" PRIu64 ")", f->function_offset);
  }
  if (f->has_build_id) {
    WORD(" (BuildId: ");
    PUT(f->build_id);
    WORD(")");
  }
  WORD("\n");
}

/* true: there were some. */
static bool put_frames(struct dfmti_tombstone_writing *w, struct dfmti_tombstone_frames frames) {
  struct dfmti_native_frame f;
  bool any = false;
  for (; dfmti_tombstone_proto_frame(&frames, &f); any = true) put_frame(w, &f);
  return any;
}

static void put_stack(struct dfmti_tombstone_writing *w, dfmt_str thread, const struct dfmti_tombstone_thread *x) {
  dfmt_str note;
  PUT_F("\n%" PRIu64 " total frames\nbacktrace:\n", x->n_frames);
  while (dfmti_proto_next(&thread, NOTE, &note)) {
    WORD("  NOTE: ");
    PUT(note);
    WORD("\n");
  }
  (void)put_frames(w, x->frames);
}

/* ---- the thread that crashed ---- */

static void put_signal(struct dfmti_tombstone_writing *w, const struct dfmti_tombstone *t, bool any) {
  if (!any) return;
  PUT_F("signal %" PRId32 " (", t->signal);
  PUT(dfmti_tombstone_text(t, t->texts[DFMTI_TOMBSTONE_SIGNAL_NAME]));
  PUT_F("), code %" PRId32 " (", t->code);
  PUT(dfmti_tombstone_text(t, t->texts[DFMTI_TOMBSTONE_CODE_NAME]));
  if (t->has & DFMTI_TOMBSTONE_HAS_SENDER)
    PUT_F(" from pid %" PRIu32 ", uid %" PRIu32, t->sender_process_id, t->sender_user_id);
  if (t->has & DFMTI_TOMBSTONE_HAS_FAULT_ADDRESS)
    PUT_F("), fault addr 0x%0*" PRIx64 "\n", w->digits, t->fault_address);
  else
    WORD("), fault addr --------\n");
}

/* As octal escapes, but for what is printable. */
static void put_escaped(struct dfmti_tombstone_writing *w, dfmt_str s) {
  for (uint64_t i = 0; i < s.len; i++) {
    const uint8_t c = (uint8_t)s.ptr[i];
    if (c >= ' ' && c <= '~' && c != '\\' && c != '\'')
      PUT(((dfmt_str){s.ptr + i, 1}));
    else
      PUT_F("\\%03o", c);
  }
}

static void put_details(struct dfmti_tombstone_writing *w, dfmt_str message) {
  dfmt_str detail;
  while (dfmti_proto_next(&message, DETAIL, &detail)) {
    WORD("Extra crash detail: ");
    put_escaped(w, dfmti_proto_bytes(detail, 1));
    WORD(": '");
    put_escaped(w, dfmti_proto_bytes(detail, 2));
    WORD("'\n");
  }
}

static uint64_t count(dfmt_str message, uint64_t number) {
  dfmt_str one;
  uint64_t n = 0;
  while (dfmti_proto_next(&message, number, &one)) n++;
  return n;
}

static void put_cause(struct dfmti_tombstone_writing *w, dfmt_str cause) {
  WORD("Cause: ");
  PUT(dfmti_proto_bytes(cause, DFMTI_TOMBSTONE_PROTO_CAUSE_TEXT));
  WORD("\n");
}

/* The stacks of who freed and who allocated the memory that a cause is about. Of several causes, each has its text
 * before them. */
static void put_causes(struct dfmti_tombstone_writing *w, dfmt_str message, struct dfmti_tombstone *t, bool several) {
  struct dfmti_tombstone_rest rest = {.message = message};
  struct dfmti_tombstone_frames frames;
  dfmt_str causes = message, cause;
  if (several)
    WORD(
        "\nNote: multiple potential causes for this crash were detected, listing them in decreasing order of "
        "likelihood.\n");
  while (dfmti_proto_next(&causes, DFMTI_TOMBSTONE_PROTO_CAUSE, &cause)) {
    if (several) WORD("\n");
    if (several) put_cause(w, cause);
    for (unsigned i = 0; i < 2; i++) {
      if (!dfmti_tombstone_proto_stack(&rest, t, &frames)) return;
      struct dfmti_tombstone_frames look = frames;
      struct dfmti_native_frame f;
      if (!dfmti_tombstone_proto_frame(&look, &f)) continue;
      PUT_F("\n%sallocated by thread %" PRId32 ":\n", i == 0 ? "de" : "", t->by.tid);
      (void)put_frames(w, frames);
    }
  }
}

static void put_crashed(struct dfmti_tombstone_writing *w, dfmt_str message, struct dfmti_tombstone *t,
                        const struct dfmti_tombstone_thread *x) {
  const dfmt_str thread = x->frames.message;
  const uint64_t n_causes = count(message, DFMTI_TOMBSTONE_PROTO_CAUSE);
  dfmt_str rest = message, cause;
  put_thread_head(w, t, thread);
  put_signal(w, t, t->has & DFMTI_TOMBSTONE_HAS_SIGNAL);
  if (n_causes == 1 && dfmti_proto_next(&rest, DFMTI_TOMBSTONE_PROTO_CAUSE, &cause)) put_cause(w, cause);
  const dfmt_str said = dfmti_proto_bytes(message, ABORT_MESSAGE);
  if (said.len) put_quoted(w, "Abort message", said);
  put_details(w, message);
  put_registers(w, thread, false);
  put_registers(w, thread, true);
  put_stack(w, thread, x);
  put_causes(w, message, t, n_causes > 1);
  dfmti_tombstone_put_memory(w, thread);
  dfmti_tombstone_put_maps(w, message);
}

/* ---- all ---- */

static void put_others(struct dfmti_tombstone_writing *w, dfmt_str message, const struct dfmti_tombstone *t,
                       const struct dfmti_buf *threads, size_t from) {
  struct dfmti_tombstone_thread x;
  for (size_t i = from; dfmti_tombstone_proto_thread(message, threads, i, &x); i++) {
    const dfmt_str thread = x.frames.message;
    WORD("--- --- --- --- --- --- --- --- --- --- --- --- --- --- --- ---\n");
    put_thread_head(w, t, thread);
    put_registers(w, thread, false);
    put_registers(w, thread, true);
    put_stack(w, thread, &x);
    dfmti_tombstone_put_memory(w, thread);
  }
}

bool dfmti_tombstone_write(struct dfmti_mem *m, struct dfmti_buf *to, dfmt_str message, uint64_t most) {
  struct dfmti_tombstone_writing writing = {.mem = m, .to = to, .most = most}, *w = &writing;
  struct dfmti_tombstone t = {0};
  struct dfmti_tombstone_thread x;
  struct dfmti_buf threads = {0};
  const uint64_t arch = dfmti_proto_number(message, ARCH);
  w->digits = arch == ARM || arch == X86 ? 8 : 16;
  w->failed = !dfmti_tombstone_proto(m, &t, message, &threads);
  const bool crashed = !w->failed && dfmti_tombstone_proto_thread(message, &threads, 0, &x) && x.crashed;
  put_head(w, message);
  if (crashed) put_crashed(w, message, &t, &x);
  dfmti_tombstone_put_logs(w, message, true);
  put_others(w, message, &t, &threads, crashed);
  dfmti_tombstone_put_files(w, message);
  dfmti_tombstone_put_logs(w, message, false);
  dfmti_buf_free(m, &threads);
  dfmti_tombstone_free(m, &t);
  return !w->failed;
}
