/* SPDX-License-Identifier: MIT */
#include "tombstone_proto.h"

#include "base/heapsort.h"
#include "proto.h"

/* Field numbers. */
enum {
  TOMBSTONE_ARCH = 1,
  TOMBSTONE_FINGERPRINT = 2,
  TOMBSTONE_REVISION = 3,
  TOMBSTONE_TIMESTAMP = 4,
  TOMBSTONE_PID = 5,
  TOMBSTONE_TID = 6,
  TOMBSTONE_UID = 7,
  TOMBSTONE_SELINUX_LABEL = 8,
  TOMBSTONE_COMMAND = 9,
  TOMBSTONE_SIGNAL = 10,
  TOMBSTONE_ABORT_MESSAGE = 14,
  TOMBSTONE_THREAD = 16,
  TOMBSTONE_UPTIME = 20,
  TOMBSTONE_DETAIL = 21,
  TOMBSTONE_PAGE_SIZE = 22,
  TOMBSTONE_GUEST_ARCH = 24
};
enum { ENTRY_KEY = 1, ENTRY_VALUE = 2 };
enum { THREAD_ID = 1, THREAD_NAME = 2, THREAD_FRAME = 4 };
enum { DETAIL_NAME = 1, DETAIL_DATA = 2 };

static bool is_message(dfmt_str start) {
  struct dfmti_proto_item x = {.number = 0};
  if (!dfmti_proto_take(&start, &x)) return false;
  if (x.number == TOMBSTONE_ARCH && (x.wire != DFMTI_PROTO_VARINT || x.value > 5 || !dfmti_proto_take(&start, &x)))
    return false;
  if (x.number != TOMBSTONE_FINGERPRINT || x.wire != DFMTI_PROTO_BYTES || !dfmti_proto_take(&start, &x)) return false;
  if (x.number == TOMBSTONE_REVISION && (x.wire != DFMTI_PROTO_BYTES || !dfmti_proto_take(&start, &x))) return false;
  if (x.number != TOMBSTONE_TIMESTAMP || x.wire != DFMTI_PROTO_BYTES || x.bytes.len < 19) return false;
  uint64_t year;
  return dfmti_cut_number(&x.bytes, 10, &year) && year < 10000 && dfmti_starts(x.bytes, "-");
}

/* A tombstone in the device's store stands after lines and an empty one. */
static dfmt_str after_heads(dfmt_str start) {
  static const char end[] = "\n\n";
  if (!dfmti_starts(start, "isPrevious: ") && !dfmti_starts(start, "Build: ")) return start;
  return dfmti_cut_after(start, dfmti_cut_find(start, end) + sizeof end - 1);
}

dfmt_str dfmti_tombstone_proto_begins(dfmt_str start) {
  const dfmt_str message = after_heads(start);
  return is_message(message) ? message : (dfmt_str){NULL, 0};
}

/* ---- threads ---- */

/* Position of a thread. */
struct place {
  int32_t tid;
  uint32_t other; /* it is not the one that crashed */
  size_t at, len;
};

static bool is_before(const void *a, const void *b) {
  const struct place *x = a, *y = b;
  if (x->other != y->other) return x->other < y->other;
  return x->tid != y->tid ? x->tid < y->tid : x->at < y->at;
}

static bool find_threads(struct dfmti_mem *m, struct dfmti_tombstone *t, dfmt_str message, struct dfmti_buf *to) {
  struct dfmti_proto_item x;
  to->len = 0;
  for (dfmt_str rest = message; dfmti_proto_take(&rest, &x);) {
    if (x.number != TOMBSTONE_THREAD || x.wire != DFMTI_PROTO_BYTES) continue;
    dfmt_str thread = dfmti_proto_bytes(x.bytes, ENTRY_VALUE);
    struct place p = {.tid = (int32_t)(uint32_t)dfmti_proto_number(thread, THREAD_ID), .len = (size_t)thread.len};
    p.other = p.tid != t->thread_id;
    if (p.len > 0) p.at = (size_t)(thread.ptr - message.ptr);
    if (to->len >= DFMTI_TOMBSTONE_THREADS * sizeof p)
      t->cut = true;
    else if (!dfmti_buf_append(m, to, &p, sizeof p))
      return false;
  }
  (void)dfmti_heapsort(NULL, to->ptr, to->len / sizeof(struct place), sizeof(struct place), is_before);
  return true;
}

bool dfmti_tombstone_proto_thread(dfmt_str message, const struct dfmti_buf *threads, size_t i,
                                  struct dfmti_tombstone_thread *x) {
  dfmt_str frame;
  if (i >= threads->len / sizeof(struct place)) return false;
  const struct place *p = (const struct place *)(const void *)threads->ptr + i;
  dfmt_str thread = dfmti_cut_first(dfmti_cut_after(message, p->at), p->len);
  *x = (struct dfmti_tombstone_thread){.crashed = !p->other,
                                       .tid = p->tid,
                                       .name = dfmti_proto_bytes(thread, THREAD_NAME),
                                       .frames = {.message = thread, .field = THREAD_FRAME}};
  while (dfmti_proto_next(&thread, THREAD_FRAME, &frame)) x->n_frames++;
  return true;
}

/* Field numbers of a frame. */
enum { FRAME_PC = 1, FRAME_FUNCTION = 4, FRAME_FUNCTION_OFFSET = 5, FRAME_FILE = 6, FRAME_MAP = 7, FRAME_BUILD_ID = 8 };

static void put_in_frame(struct dfmti_native_frame *f, const struct dfmti_proto_item *x) {
  if (x->wire == DFMTI_PROTO_VARINT && x->number == FRAME_PC) f->pc = x->value;
  if (x->wire == DFMTI_PROTO_VARINT && x->number == FRAME_FUNCTION_OFFSET) f->function_offset = x->value;
  if (x->wire == DFMTI_PROTO_VARINT && x->number == FRAME_MAP) f->map_offset = x->value;
  if (x->wire != DFMTI_PROTO_BYTES) return;
  if (x->number == FRAME_FUNCTION) f->function = x->bytes;
  if (x->number == FRAME_FILE) f->path = x->bytes;
  if (x->number == FRAME_BUILD_ID) f->build_id = x->bytes;
}

bool dfmti_tombstone_proto_frame(struct dfmti_tombstone_frames *x, struct dfmti_native_frame *f) {
  struct dfmti_proto_item member;
  dfmt_str frame;
  if (!dfmti_proto_next(&x->message, x->field, &frame)) return false;
  *f = (struct dfmti_native_frame){.place = x->place++, .path = {"", 0}};
  while (dfmti_proto_take(&frame, &member)) put_in_frame(f, &member);
  f->has_function = f->function.len > 0;
  f->has_map_offset = f->map_offset > 0;
  f->has_build_id = f->build_id.len > 0;
  return true;
}

/* ---- the crash ---- */

enum {
  SIGNAL_NUMBER = 1,
  SIGNAL_NAME = 2,
  SIGNAL_CODE = 3,
  SIGNAL_CODE_NAME = 4,
  SIGNAL_HAS_SENDER = 5,
  SIGNAL_SENDER_UID = 6,
  SIGNAL_SENDER_PID = 7,
  SIGNAL_HAS_ADDRESS = 8,
  SIGNAL_ADDRESS = 9
};

static void take_signal(struct dfmti_tombstone *t, dfmt_str s) {
  t->signal = (int32_t)(uint32_t)dfmti_proto_number(s, SIGNAL_NUMBER);
  t->code = (int32_t)(uint32_t)dfmti_proto_number(s, SIGNAL_CODE);
  t->sender_process_id = (uint32_t)dfmti_proto_number(s, SIGNAL_SENDER_PID);
  t->sender_user_id = (uint32_t)dfmti_proto_number(s, SIGNAL_SENDER_UID);
  t->fault_address = dfmti_proto_number(s, SIGNAL_ADDRESS);
  t->has |= DFMTI_TOMBSTONE_HAS_SIGNAL | DFMTI_TOMBSTONE_HAS_CODE;
  if (dfmti_proto_number(s, SIGNAL_HAS_SENDER)) t->has |= DFMTI_TOMBSTONE_HAS_SENDER;
  if (dfmti_proto_number(s, SIGNAL_HAS_ADDRESS)) t->has |= DFMTI_TOMBSTONE_HAS_FAULT_ADDRESS;
  dfmti_tombstone_keep(t, DFMTI_TOMBSTONE_SIGNAL_NAME, dfmti_proto_bytes(s, SIGNAL_NAME));
  dfmti_tombstone_keep(t, DFMTI_TOMBSTONE_CODE_NAME, dfmti_proto_bytes(s, SIGNAL_CODE_NAME));
}

static void take_text(struct dfmti_tombstone *t, const struct dfmti_proto_item *x) {
  if (x->wire != DFMTI_PROTO_BYTES) return;
  switch (x->number) {
    case TOMBSTONE_FINGERPRINT: dfmti_tombstone_keep(t, DFMTI_TOMBSTONE_FINGERPRINT, x->bytes); break;
    case TOMBSTONE_REVISION: dfmti_tombstone_keep(t, DFMTI_TOMBSTONE_REVISION, x->bytes); break;
    case TOMBSTONE_TIMESTAMP: dfmti_tombstone_keep_time(t, x->bytes); break;
    case TOMBSTONE_SIGNAL: take_signal(t, x->bytes); break;
    case TOMBSTONE_ABORT_MESSAGE:
      if (x->bytes.len) dfmti_tombstone_keep(t, DFMTI_TOMBSTONE_ABORT_MESSAGE, x->bytes);
      break;
    case DFMTI_TOMBSTONE_PROTO_CAUSE:
      dfmti_tombstone_keep_cause(t, dfmti_proto_bytes(x->bytes, DFMTI_TOMBSTONE_PROTO_CAUSE_TEXT));
      break;
    case TOMBSTONE_SELINUX_LABEL:
      if (x->bytes.len) dfmti_tombstone_keep(t, DFMTI_TOMBSTONE_SELINUX_LABEL, x->bytes);
      break;
    case TOMBSTONE_DETAIL:
      dfmti_tombstone_keep_detail(t, dfmti_proto_bytes(x->bytes, DETAIL_NAME),
                                  dfmti_proto_bytes(x->bytes, DETAIL_DATA));
      break;
    default: break;
  }
}

/* Arguments, joined by a space; the first one is the process. */
static void take_command(struct dfmti_tombstone *t, dfmt_str message) {
  struct dfmti_proto_item x;
  char joined[4096];
  size_t n = 0;
  bool first = true;
  while (dfmti_proto_take(&message, &x)) {
    if (x.number != TOMBSTONE_COMMAND || x.wire != DFMTI_PROTO_BYTES) continue;
    if (first) dfmti_tombstone_keep(t, DFMTI_TOMBSTONE_PROCESS_NAME, x.bytes);
    if (!first && n < sizeof joined) joined[n++] = ' ';
    size_t len = dfmti_min((size_t)x.bytes.len, sizeof joined - n);
    if (len < x.bytes.len) t->cut = true;
    if (len > 0) memcpy(joined + n, x.bytes.ptr, len);
    n += len;
    first = false;
  }
  if (!first) dfmti_tombstone_keep(t, DFMTI_TOMBSTONE_CMDLINE, (dfmt_str){joined, n});
}

static void take_abi(struct dfmti_tombstone *t, uint32_t which, uint64_t arch) {
  static const char *const abis[] = {"arm", "arm64", "x86", "x86_64", "riscv64"};
  if (arch < sizeof abis / sizeof *abis) dfmti_tombstone_keep(t, which, (dfmt_str){abis[arch], strlen(abis[arch])});
}

/* The guest is absent unless it was set: ARM is 0, and NONE is 5. */
static void take_guest(struct dfmti_tombstone *t, dfmt_str message) {
  struct dfmti_proto_item x;
  while (dfmti_proto_take(&message, &x))
    if (x.number == TOMBSTONE_GUEST_ARCH && x.wire == DFMTI_PROTO_VARINT)
      take_abi(t, DFMTI_TOMBSTONE_GUEST_ABI, x.value);
}

static void take_numbers(struct dfmti_tombstone *t, dfmt_str message) {
  take_abi(t, DFMTI_TOMBSTONE_ABI, dfmti_proto_number(message, TOMBSTONE_ARCH));
  take_guest(t, message);
  t->page_size = dfmti_proto_number(message, TOMBSTONE_PAGE_SIZE);
  if (t->page_size) t->has |= DFMTI_TOMBSTONE_HAS_PAGE_SIZE;
  t->process_id = (int32_t)(uint32_t)dfmti_proto_number(message, TOMBSTONE_PID);
  t->thread_id = (int32_t)(uint32_t)dfmti_proto_number(message, TOMBSTONE_TID);
  t->user_id = (uint32_t)dfmti_proto_number(message, TOMBSTONE_UID);
  t->uptime_s = dfmti_proto_number(message, TOMBSTONE_UPTIME);
  t->has |= DFMTI_TOMBSTONE_HAS_PROCESS_ID | DFMTI_TOMBSTONE_HAS_USER_ID | DFMTI_TOMBSTONE_HAS_UPTIME;
}

bool dfmti_tombstone_proto(struct dfmti_mem *m, struct dfmti_tombstone *t, dfmt_str message,
                           struct dfmti_buf *threads) {
  struct dfmti_tombstone_thread thread;
  struct dfmti_native_frame f;
  struct dfmti_proto_item x;
  dfmti_tombstone_clear(t);
  if (!dfmti_buf_reserve(m, &t->text, DFMTI_TOMBSTONE_TEXT)) return false;
  take_numbers(t, message);
  take_command(t, message);
  dfmt_str rest = message;
  while (dfmti_proto_take(&rest, &x)) take_text(t, &x);
  t->cut |= rest.len > 0;
  if (!find_threads(m, t, message, threads)) return false;
  if (!dfmti_tombstone_proto_thread(message, threads, 0, &thread) || !thread.crashed) return true;
  dfmti_tombstone_keep(t, DFMTI_TOMBSTONE_THREAD_NAME, thread.name);
  while (dfmti_tombstone_proto_frame(&thread.frames, &f))
    if (!dfmti_native_stack_add(m, &t->stack, &f)) return false;
  return true;
}
