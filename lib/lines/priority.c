/* SPDX-License-Identifier: MIT */
#include "priority.h"

uint32_t dfmti_log_priority(uint8_t letter) {
  static const uint8_t priorities[32] = {['V' & 31] = DFMTI_LOG_VERBOSE, ['D' & 31] = DFMTI_LOG_DEBUG,
                                         ['I' & 31] = DFMTI_LOG_INFO,    ['W' & 31] = DFMTI_LOG_WARN,
                                         ['E' & 31] = DFMTI_LOG_ERROR,   ['F' & 31] = DFMTI_LOG_FATAL,
                                         ['S' & 31] = DFMTI_LOG_SILENT};
  return letter >> 5 == 'A' >> 5 ? priorities[letter & 31] : 0;
}

char dfmti_log_letter(uint32_t priority) {
  static const char letters[] = "VDIWEFS";
  uint32_t at = priority - DFMTI_LOG_VERBOSE;
  return at < DFMTI_LOG_PRIORITIES ? letters[at] : '\0';
}
