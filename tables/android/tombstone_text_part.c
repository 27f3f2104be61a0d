/* SPDX-License-Identifier: MIT */
/* Memory, maps, open files and logs in the text of a tombstone. */
#include <inttypes.h>

#include "proto.h"
#include "tombstone_proto.h"
#include "tombstone_text.h"

enum { TAIL = 50, IN_A_LINE = 16 }; /* lines of a log; bytes of memory */

#define PUT(S) dfmti_tombstone_put(w, S)
#define WORD(S) dfmti_tombstone_put_word(w, S)
#define PUT_F(...) dfmti_tombstone_put_f(w, __VA_ARGS__)

/* ---- memory ---- */

enum { THREAD_MEMORY = 5, MEMORY_REGISTER = 1, MEMORY_MAP = 2, MEMORY_ADDRESS = 3, MEMORY_BYTES = 4 };

/* Words of the processor, whose lowest byte comes first; what is missing at the end is blank. */
static void put_words(struct dfmti_tombstone_writing *w, const uint8_t *p, size_t n) {
  const size_t size = (size_t)w->digits / 2;
  for (size_t i = 0; i < IN_A_LINE; i += size) {
    uint64_t v = 0;
    for (size_t k = size; k-- > 0;)
      if (i + k < n) v = v << 8 | p[i + k];
    if (i + size <= n)
      PUT_F(" %0*" PRIx64, w->digits, v);
    else
      PUT_F(" %*s", w->digits, "");
  }
}

static void put_memory_line(struct dfmti_tombstone_writing *w, uint64_t address, const uint8_t *p, size_t n) {
  PUT_F("    %0*" PRIx64, w->digits, address);
  put_words(w, p, n);
  WORD("  ");
  for (size_t i = 0; i < n; i++) PUT_F("%c", p[i] >= ' ' && p[i] <= '~' ? p[i] : '.');
  WORD("\n");
}

void dfmti_tombstone_put_memory(struct dfmti_tombstone_writing *w, dfmt_str thread) {
  dfmt_str memory;
  while (dfmti_proto_next(&thread, THREAD_MEMORY, &memory)) {
    const dfmt_str map = dfmti_proto_bytes(memory, MEMORY_MAP), bytes = dfmti_proto_bytes(memory, MEMORY_BYTES);
    const uint64_t at = dfmti_proto_number(memory, MEMORY_ADDRESS);
    WORD("\nmemory near ");
    PUT(dfmti_proto_bytes(memory, MEMORY_REGISTER));
    if (map.len) {
      WORD(" (");
      PUT(map);
      WORD(")");
    }
    WORD(":\n");
    for (uint64_t i = 0; i < bytes.len; i += IN_A_LINE)
      put_memory_line(w, at + i, (const uint8_t *)bytes.ptr + i, dfmti_min((size_t)(bytes.len - i), IN_A_LINE));
  }
}

/* ---- maps ---- */

static void put_address(struct dfmti_tombstone_writing *w, uint64_t v) {
  if (w->digits == 16)
    PUT_F("%08" PRIx64 "'%08" PRIx64, v >> 32, v & UINT32_MAX);
  else
    PUT_F("%08" PRIx64, v);
}

static void put_map(struct dfmti_tombstone_writing *w, const struct dfmti_tombstone_map *x) {
  WORD(x->faulted ? "--->" : "    ");
  put_address(w, x->start);
  WORD("-");
  put_address(w, x->end - (x->end > x->start));
  WORD(" ");
  PUT(x->permissions);
  PUT_F("  %8" PRIx64 "  %8" PRIx64, x->offset, x->end > x->start ? x->end - x->start : 0);
  if (x->path.len) {
    WORD("  ");
    PUT(x->path);
    if (x->has_build_id) WORD(" (BuildId: ");
    PUT(x->build_id);
    if (x->has_build_id) WORD(")");
    if (x->has_load_bias) PUT_F(" (load bias 0x%" PRIx64 ")", x->load_bias);
  }
  WORD("\n");
}

/* Of a message, the address of the fault without its tag, which is its highest byte. false: it has none. */
static bool find_fault(dfmt_str message, uint64_t *address) {
  enum { SIGNAL = 10, HAS_ADDRESS = 8, ADDRESS = 9 };
  const dfmt_str signal = dfmti_proto_bytes(message, SIGNAL);
  *address = dfmti_proto_number(signal, ADDRESS) & (UINT64_MAX >> 8);
  return dfmti_proto_number(signal, HAS_ADDRESS) != 0;
}

void dfmti_tombstone_put_maps(struct dfmti_tombstone_writing *w, dfmt_str message) {
  struct dfmti_tombstone_rest rest = {.message = message};
  struct dfmti_tombstone_map x;
  uint64_t fault, n = 0;
  const bool has_fault = find_fault(message, &fault);
  while (dfmti_tombstone_proto_map(&rest, &x)) n++;
  WORD("\n");
  if (n == 0) return;
  PUT_F("memory map (%" PRIu64 " %s):%s\n", n, n == 1 ? "entry" : "entries",
        has_fault ? " (fault address prefixed with --->)" : "");
  rest = (struct dfmti_tombstone_rest){.message = message};
  while (dfmti_tombstone_proto_map(&rest, &x)) {
    x.faulted = has_fault && x.start <= fault && fault < x.end;
    put_map(w, &x);
  }
}

/* ---- open files ---- */

void dfmti_tombstone_put_files(struct dfmti_tombstone_writing *w, dfmt_str message) {
  struct dfmti_tombstone_rest rest = {.message = message};
  struct dfmti_tombstone_file x;
  uint64_t tag;
  for (bool any = false; dfmti_tombstone_proto_file(&rest, &x, &tag); any = true) {
    if (!any) WORD("\nopen files:\n");
    PUT_F("    fd %" PRId32 ": ", x.number);
    PUT(x.path);
    if (x.has_owner) {
      WORD(" (owned by ");
      PUT(x.owner);
      PUT_F(" 0x%" PRIx64 ")\n", tag);
    } else {
      WORD(" (unowned)\n");
    }
  }
}

/* ---- logs ---- */

enum { LOG = 18, LOG_NAME = 1, LOG_MESSAGE = 2 };

/* A line of the text for each line of the message, all with the same head. */
static void put_message(struct dfmti_tombstone_writing *w, const struct dfmti_tombstone_message *x) {
  static const char priorities[] = "??VDIWEFS";
  dfmt_str rest = x->text;
  bool more = true;
  while (more) {
    const uint64_t end = dfmti_cut_find(rest, "\n");
    PUT(x->time);
    PUT_F(" %5" PRId32 " %5" PRId32 " %c ", x->process_id, x->thread_id,
          x->priority < sizeof priorities - 1 ? priorities[x->priority] : '?');
    PUT(x->tag);
    for (uint64_t i = x->tag.len; i < 8; i++) WORD(" ");
    WORD(": ");
    PUT(dfmti_cut_first(rest, end));
    WORD("\n");
    more = end + 1 < rest.len;
    rest = dfmti_cut_after(rest, end + 1);
  }
}

static void put_log(struct dfmti_tombstone_writing *w, dfmt_str log, bool tail) {
  struct dfmti_tombstone_rest rest = {.part = log};
  struct dfmti_tombstone_message x;
  dfmt_str buffer = dfmti_proto_bytes(log, LOG_NAME), one, count = log;
  uint64_t n = 0, i = 0;
  while (dfmti_proto_next(&count, LOG_MESSAGE, &one)) n++;
  WORD(tail ? "--------- tail end of log " : "--------- log ");
  PUT(buffer);
  WORD("\n");
  for (; dfmti_tombstone_proto_message(&rest, &buffer, &x); i++)
    if (!tail || n - i <= TAIL) put_message(w, &x);
}

void dfmti_tombstone_put_logs(struct dfmti_tombstone_writing *w, dfmt_str message, bool tail) {
  dfmt_str log;
  while (dfmti_proto_next(&message, LOG, &log)) put_log(w, log, tail);
}
