/* SPDX-License-Identifier: MIT */
#include "text.h"

#include <string.h>

#include "base/find_bytes.h"

/* What such lines say after "*** …", in all releases (spec 6.6); the first that fits. */
static const struct {
  const char *words;
  uint32_t result;
  bool code; /* a number follows */
} statuses[] = {
    {": Exit code ", DFMT_BUGREPORT_RESULT_EXIT_CODE, true},
    {"' failed: exit code ", DFMT_BUGREPORT_RESULT_EXIT_CODE, true},
    {": Killed by signal ", DFMT_BUGREPORT_RESULT_SIGNAL, true},
    {"' failed: killed by signal ", DFMT_BUGREPORT_RESULT_SIGNAL, true},
    {": Timed out after ", DFMT_BUGREPORT_RESULT_TIMED_OUT, false},
    {"' timed out after ", DFMT_BUGREPORT_RESULT_TIMED_OUT, false},
    {": Error after ", DFMT_BUGREPORT_RESULT_FAILED, false},
    {"' failed: ", DFMT_BUGREPORT_RESULT_FAILED, false}, /* 7: by any code or signal */
    {"*** failed to drop root ", DFMT_BUGREPORT_RESULT_FAILED, false},
    {"*** fail todrop root ", DFMT_BUGREPORT_RESULT_FAILED, false}, /* 7 */
    {"*** exec(", DFMT_BUGREPORT_RESULT_FAILED, false},
    {"*** fork: ", DFMT_BUGREPORT_RESULT_FAILED, false},
    {"*** Error dumping ", DFMT_BUGREPORT_RESULT_FAILED, false},
};

/* "*** PATH: ERROR" below the heading of a file that could not be opened, up to Android 7. */
static bool says_of_file(const struct dfmti_heading *h, const uint8_t *p, size_t n) {
  size_t len = h->command_len;
  const char *path = h->text + h->command;
  return len > 0 && path[0] == '/' && n > 4 + len + 2 && memcmp(p + 4, path, len) == 0 &&
         memcmp(p + 4 + len, ": ", 2) == 0;
}

uint32_t dfmti_bugreport_text_status(const struct dfmti_heading *h, const uint8_t *p, size_t n, uint32_t *code,
                                     bool *has_code) {
  for (size_t i = 0; i < sizeof statuses / sizeof *statuses; i++) {
    size_t len = strlen(statuses[i].words);
    const uint8_t *q = dfmti_find_bytes(p, n, statuses[i].words, len), *end = p + n;
    if (!q || (statuses[i].words[0] == '*' && q != p)) continue;
    *code = 0;
    *has_code = false;
    for (q += len; statuses[i].code && q < end && *q >= '0' && *q <= '9' && *code < 100000; q++) {
      *code = *code * 10 + (uint32_t)(*q - '0');
      *has_code = true;
    }
    if (!statuses[i].code || (*has_code && q == end)) return statuses[i].result;
  }
  *code = 0;
  *has_code = false;
  return says_of_file(h, p, n) ? DFMT_BUGREPORT_RESULT_FAILED : DFMT_BUGREPORT_RESULT_OK;
}
