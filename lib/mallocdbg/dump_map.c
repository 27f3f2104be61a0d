/* SPDX-License-Identifier: MIT */
/* Lines of /proc/PID/maps (spec 2.11). */
#include "read.h"

static bool number(const uint8_t **p, char after, uint64_t *v) {
  if (dfmti_hexadecimal(p, v) != DFMTI_NUMBER_OK || **p != (uint8_t)after) return false;
  ++*p;
  return true;
}

static bool permissions(const uint8_t **p, dfmt_mallocdbg_map *m) {
  static const char letters[] = "rwx";
  const uint8_t *q = *p;
  for (unsigned i = 0; i < 3; i++) {
    if (q[i] != (uint8_t)letters[i] && q[i] != '-') return false;
    if (q[i] != '-') m->prot |= 1u << i;
  }
  if ((q[3] != 'p' && q[3] != 's') || q[4] != ' ') return false;
  m->shared = q[3] == 's';
  *p = q + 5;
  return true;
}

bool dfmti_mallocdbg_dump_map(const uint8_t *p, const uint8_t *end, dfmt_mallocdbg_map *m) {
  const uint8_t *line = p;
  uint64_t major, minor;
  *m = (dfmt_mallocdbg_map){.present = DFMT_MALLOCDBG_MAP_HAS_LINE};
  if (!number(&p, '-', &m->start_address) || !number(&p, ' ', &m->end_address) || m->end_address < m->start_address ||
      !permissions(&p, m) || !number(&p, ' ', &m->file_offset) || !number(&p, ':', &major) ||
      !number(&p, ' ', &minor) || major > UINT32_MAX || minor > UINT32_MAX ||
      dfmti_decimal(&p, &m->inode) != DFMTI_NUMBER_OK)
    return false;
  m->dev_major = (uint32_t)major;
  m->dev_minor = (uint32_t)minor;
  const uint8_t *name = p;
  while (name < end && *name == ' ') name++;
  if (name >= end) return true;
  m->name = (dfmt_str){(const char *)name, (uint64_t)(end - name)};
  uint64_t column = (uint64_t)(name - line);
  m->name_column = column < UINT32_MAX ? (uint32_t)column : 0;
  m->present |= DFMT_MALLOCDBG_MAP_HAS_NAME;
  return true;
}
