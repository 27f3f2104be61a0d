/* SPDX-License-Identifier: MIT */
/*
 * Single messages (spec 4.8), by patterns: %P program, %D detail, %E error, %S signal, %T target pid, %X pointer
 * (hexadecimal), %I index; %< the detail begins here, and is all the rest. A text goes up to the first place of what
 * follows it in the pattern, a %L (detail) to the last.
 */
#include "base/cut.h"
#include "read.h"

static const struct {
  uint32_t kind;
  const char *pattern;
} patterns[] = {
    {DFMT_MALLOCDBG_TEXT_ENABLED, "%P: malloc debug enabled"},
    {DFMT_MALLOCDBG_TEXT_RUN_HINT, "%P: Run: 'kill -%S %T' to %D."},
    {DFMT_MALLOCDBG_TEXT_OPTION_ERROR, "%P: %<unknown option "},
    {DFMT_MALLOCDBG_TEXT_OPTION_ERROR, "%P: %<bad value for option "},
    {DFMT_MALLOCDBG_TEXT_OPTION_ERROR, "%P: %<value set for option "},
    {DFMT_MALLOCDBG_TEXT_USAGE, "malloc debug options usage:"},
    {DFMT_MALLOCDBG_TEXT_USAGE, "For malloc debug option descriptions go to:"},
    {DFMT_MALLOCDBG_TEXT_USAGE, "https://android.googlesource.com/platform/bionic/+/%<"},
    {DFMT_MALLOCDBG_TEXT_DUMP_FILE, "Dumping to file: %D"},
    {DFMT_MALLOCDBG_TEXT_DUMP_FILE_ERROR, "Unable to create file: %D"},
    {DFMT_MALLOCDBG_TEXT_RECORD_FILE_ERROR, "Cannot create record alloc file %L: %E"},
    {DFMT_MALLOCDBG_TEXT_RECORD_WRITE_ERROR, "Failed to write record alloc information: %E"},
    {DFMT_MALLOCDBG_TEXT_RECORD_FULL, "Maximum number of records added, all new operations will be dropped."},
    {DFMT_MALLOCDBG_TEXT_RECORD_EMPTY, "No alloc entries to write."},
    {DFMT_MALLOCDBG_TEXT_PAGEMAP_ERROR, "Unable to open /proc/self/pagemap: %E"},
    {DFMT_MALLOCDBG_TEXT_PAGE_DATA_ERROR, "Failed to read page data: %E"},
    {DFMT_MALLOCDBG_TEXT_SIGNAL_SETUP_ERROR, "Unable to set up %D function: %E"},
    {DFMT_MALLOCDBG_TEXT_UNREACHABLE_START, "Starting to check for unreachable memory."},
    {DFMT_MALLOCDBG_TEXT_UNREACHABLE_FAILED, "Unreachable check failed, run setenforce 0 and try again."},
    {DFMT_MALLOCDBG_TEXT_STATS_START, "Logging allocator stats..."},
    {DFMT_MALLOCDBG_TEXT_STATS_FAILED, "mallopt(M_LOG_STATS, 0) call failed."},
    {DFMT_MALLOCDBG_TEXT_LEAK_INFO_BAD_ARGUMENT, "get_malloc_leak_info: At least one invalid parameter."},
    {DFMT_MALLOCDBG_TEXT_LEAK_INFO_NOT_TRACKING,
     "get_malloc_leak_info: Allocations not being tracked, to enable set the option 'backtrace'."},
    {DFMT_MALLOCDBG_TEXT_ASAN_CONFLICT, "malloc debug cannot be enabled alongside ASAN"},
    {DFMT_MALLOCDBG_TEXT_UNTRACKED_POINTER, "No tracked pointer found for 0x%X"},
    {DFMT_MALLOCDBG_TEXT_MISSING_HASH_INDEX, "Pointer 0x%X hash_index %I does not exist."},
    {DFMT_MALLOCDBG_TEXT_MISSING_FRAME_DATA, "hash_index %I does not have matching frame data."},
    {DFMT_MALLOCDBG_TEXT_MISSING_FRAME_DATA, "Freed pointer hash_index %I does not have matching frame data."},
    {DFMT_MALLOCDBG_TEXT_KEY_CREATE_ERROR, "pthread_key_create failed: %E"},
    {DFMT_MALLOCDBG_TEXT_ENABLE_FAILED, "%P: failed to enable malloc debug"},
    {DFMT_MALLOCDBG_TEXT_LIBRARY_MISSING, "%P: Unable to open shared library %D: %E"},
    {DFMT_MALLOCDBG_TEXT_LIBRARY_MISSING, "%P: Unable to open debug malloc shared library %D: %E"},
    {DFMT_MALLOCDBG_TEXT_ROUTINE_MISSING, "%P: dlsym(\"%D\") failed"},
    {DFMT_MALLOCDBG_TEXT_ROUTINE_MISSING, "%P: %D routine not found in %E"},
};

static bool take_number(char what, const uint8_t **p, dfmt_mallocdbg_message *m) {
  uint64_t v;
  if (what == 'X') {
    m->present |= DFMT_MALLOCDBG_MESSAGE_HAS_PTR;
    return dfmti_hexadecimal(p, &m->ptr) == DFMTI_NUMBER_OK;
  }
  if (dfmti_decimal(p, &v) != DFMTI_NUMBER_OK) return false;
  if (what == 'I') {
    m->present |= DFMT_MALLOCDBG_MESSAGE_HAS_HASH_INDEX;
    m->hash_index = v;
    return true;
  }
  if (v > INT32_MAX) return false;
  m->present |= what == 'S' ? DFMT_MALLOCDBG_MESSAGE_HAS_SIGNAL : DFMT_MALLOCDBG_MESSAGE_HAS_TARGET_PROCESS_ID;
  *(what == 'S' ? &m->signal : &m->target_process_id) = (int32_t)v;
  return true;
}

static void take_text(char what, const uint8_t *p, const uint8_t *end, dfmt_mallocdbg_message *m) {
  static const struct {
    char what;
    uint32_t present;
    size_t member;
  } texts[] = {{'P', DFMT_MALLOCDBG_MESSAGE_HAS_PROGRAM, offsetof(dfmt_mallocdbg_message, program)},
               {'E', DFMT_MALLOCDBG_MESSAGE_HAS_ERROR, offsetof(dfmt_mallocdbg_message, error)},
               {0, DFMT_MALLOCDBG_MESSAGE_HAS_DETAIL, offsetof(dfmt_mallocdbg_message, detail)}};
  size_t i = 0;
  while (texts[i].what && texts[i].what != what) i++;
  *(dfmt_str *)(void *)((uint8_t *)m + texts[i].member) = (dfmt_str){(const char *)p, (uint64_t)(end - p)};
  m->present |= texts[i].present;
}

/* The literal part of a pattern up to the next %, as bytes and length. */
static size_t literal(const char *pattern) { return (size_t)dfmti_cut_find((dfmt_str){pattern, strlen(pattern)}, "%"); }

static const uint8_t *find(const uint8_t *p, const uint8_t *end, const char *word, size_t n, bool last) {
  const uint8_t *found = NULL;
  for (; (size_t)(end - p) >= n; p++) {
    if (memcmp(p, word, n) != 0) continue;
    found = p;
    if (!last) break;
  }
  return found;
}

/* What stands before a detail, up to the words that follow "%<" in the pattern. */
static const uint8_t *find_detail(const uint8_t *p, const uint8_t *end, const char *word, size_t n) {
  while ((p = find(p, end, word, n, false)) != NULL && !dfmti_begins(p + n, end, word + n + strlen("%<"))) p++;
  return p;
}

static bool match(const char *x, const uint8_t *p, const uint8_t *end, dfmt_mallocdbg_message *m) {
  for (;;) {
    size_t n = literal(x);
    if ((size_t)(end - p) < n || memcmp(p, x, n) != 0) return false;
    p += n;
    x += n;
    if (*x == '\0') return p == end;
    char what = x[1];
    x += 2;
    if (what == '<') {
      take_text('D', p, end, m);
      return dfmti_begins(p, end, x);
    }
    if (strchr("XIST", what)) {
      if (!take_number(what, &p, m)) return false;
      continue;
    }
    n = literal(x);
    const uint8_t *stop = end;
    if (n) {
      bool at_end = x[n] == '\0'; /* the pattern's last word must be the message's last */
      if (at_end)
        stop = (size_t)(end - p) >= n ? end - n : NULL;
      else
        stop = x[n + 1] == '<' ? find_detail(p, end, x, n) : find(p, end, x, n, what == 'L');
    }
    if (!stop || (what == 'P' && stop == p)) return false;
    take_text(what, p, stop, m);
    p = stop;
  }
}

static bool is_letter(uint8_t c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

void dfmti_mallocdbg_log_message(const uint8_t *p, const uint8_t *end, dfmt_mallocdbg_message *m) {
  dfmt_mallocdbg_message empty = *m;
  while (p < end && dfmti_is_blank(*p)) p++;
  for (size_t i = 0; i < sizeof patterns / sizeof *patterns; i++) {
    *m = empty;
    if (!match(patterns[i].pattern, p, end, m)) continue;
    m->kind = patterns[i].kind;
    return;
  }
  *m = empty;
}

bool dfmti_mallocdbg_log_is_help(const uint8_t *p, const uint8_t *end) {
  const uint8_t *q = p;
  while (q < end && *q == ' ') q++;
  if (q - p == 4) return q < end && (is_letter(*q) || dfmti_is_digit(*q)); /* what an option does */
  if (q - p != 2 || q == end) return false;
  while (q < end && (is_letter(*q) || *q == '_')) q++;
  return q > p + 2 && (q == end || (dfmti_begins(q, end, "[=") && end[-1] == ']'));
}
