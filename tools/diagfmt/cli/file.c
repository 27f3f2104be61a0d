/* SPDX-License-Identifier: MIT */
#include "cli/file.h"

#include <string.h>

#include "cli/interrupt.h"
#include "cli/part.h"

bool input_open(struct tool *t, struct input *in, const char *name) {
  size_t n = part_path_length(name);
  if (n == 0) return input_open_file(t, in, name);
  struct input *outer = tool_zalloc(sizeof *outer);
  char *path = tool_realloc(NULL, n + 1);
  memcpy(path, name, n);
  path[n] = '\0';
  if (input_open_file(t, outer, path)) {
    outer->own_name = path;
    return part_open(t, in, outer, name + n + 1);
  }
  tool_realloc(path, 0);
  tool_realloc(outer, 0);
  return false;
}

void one_file(struct tool *t, const char *name, file_fn one, void *user) {
  struct input in;
  t->file_code = CODE_FINE;
  interrupt_ignore(false); /* there is more to do */
  if (!interrupted() && input_open(t, &in, name)) {
    one(t, &in, user);
    input_close(&in);
  }
  t->n_files++;
  t->files_with[t->file_code]++;
}
