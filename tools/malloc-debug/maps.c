/* SPDX-License-Identifier: MIT */
#include "maps.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "real.h"

/* The whole file, NUL-terminated, for own_free(); NULL: it cannot be read. */
static char *read_all(const char *path) {
  size_t cap = 1 << 16, len = 0;
  int fd = open(path, O_RDONLY | O_CLOEXEC);
  char *all = fd >= 0 ? own_resize(NULL, cap) : NULL;
  for (ssize_t n = 1; all && n != 0;) {
    if (cap - len < 4096) {
      char *larger = own_resize(all, cap *= 2);
      if (!larger) own_free(all);
      if (!(all = larger)) break;
    }
    n = read(fd, all + len, cap - len - 1);
    if (n > 0) len += (size_t)n;
    if (n < 0 && errno != EINTR) n = 0;
  }
  if (fd >= 0) close(fd);
  if (all) all[len] = '\0';
  return all;
}

/* "START-END rwxp OFFSET MAJOR:MINOR INODE NAME". */
bool maps_parse(const char *line, dfmt_mallocdbg_map *m) {
  char letters[4];
  int name = 0;
  if (sscanf(line, "%" SCNx64 "-%" SCNx64 " %4c %" SCNx64 " %x:%x %" SCNu64 " %n", &m->start_address, &m->end_address,
             letters, &m->file_offset, &m->dev_major, &m->dev_minor, &m->inode, &name) != 7 ||
      name == 0)
    return false;
  m->prot = (letters[0] == 'r' ? (uint32_t)DFMT_MALLOCDBG_PROT_READ : 0) |
            (letters[1] == 'w' ? (uint32_t)DFMT_MALLOCDBG_PROT_WRITE : 0) |
            (letters[2] == 'x' ? (uint32_t)DFMT_MALLOCDBG_PROT_EXEC : 0);
  m->shared = letters[3] == 's';
  if (!line[name]) return true;
  m->present = DFMT_MALLOCDBG_MAP_HAS_NAME;
  m->name = (dfmt_str){line + name, strlen(line + name)};
  m->name_column = (uint32_t)name;
  return true;
}

void maps_put(struct output *o) {
  static const char failure[] = "Could not open /proc/self/maps";
  char *all = read_all("/proc/self/maps"), *end;
  dfmt_mallocdbg_maps_begin b = {.head = {sizeof b, DFMT_MALLOCDBG_MAPS_BEGIN}};
  if (!all) {
    b.present = DFMT_MALLOCDBG_MAPS_BEGIN_HAS_FAILURE;
    b.failure = (dfmt_str){failure, sizeof failure - 1};
  }
  output_put(o, &b.head);
  for (char *line = all; line && (end = strchr(line, '\n')) != NULL; line = end + 1) {
    dfmt_mallocdbg_map m = {.head = {sizeof m, DFMT_MALLOCDBG_MAP}};
    *end = '\0';
    if (maps_parse(line, &m)) output_put(o, &m.head);
  }
  own_free(all);
}
