/* SPDX-License-Identifier: MIT */
#include "priority.h"

uint32_t dfmti_priority_of(uint8_t letter) {
  static const uint8_t priorities[32] = {['V' & 31] = DFMTI_PRIORITY_VERBOSE, ['D' & 31] = DFMTI_PRIORITY_DEBUG,
                                         ['I' & 31] = DFMTI_PRIORITY_INFO,    ['W' & 31] = DFMTI_PRIORITY_WARN,
                                         ['E' & 31] = DFMTI_PRIORITY_ERROR,   ['F' & 31] = DFMTI_PRIORITY_FATAL,
                                         ['S' & 31] = DFMTI_PRIORITY_SILENT};
  return letter >> 5 == 'A' >> 5 ? priorities[letter & 31] : 0;
}

uint32_t dfmti_priority_of_level(uint32_t level) {
  static const uint8_t priorities[8] = {DFMTI_PRIORITY_FATAL, DFMTI_PRIORITY_FATAL, DFMTI_PRIORITY_FATAL,
                                        DFMTI_PRIORITY_ERROR, DFMTI_PRIORITY_WARN,  DFMTI_PRIORITY_INFO,
                                        DFMTI_PRIORITY_INFO,  DFMTI_PRIORITY_DEBUG};
  return priorities[level % 8];
}

char dfmti_priority_letter(uint32_t priority) {
  static const char letters[] = "VDIWEFS";
  uint32_t at = priority - DFMTI_PRIORITY_VERBOSE;
  return at < DFMTI_PRIORITIES ? letters[at] : '\0';
}
