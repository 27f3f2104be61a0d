/* SPDX-License-Identifier: MIT */
#include "cli/inputs.h"

#include <string.h>

#include "cli/files.h"
#include "tool.h"

/* Opens it once more, under a name of its own. */
static void take(struct tool *t, struct input *in, void *user) {
  struct inputs *x = user;
  const size_t size = strlen(in->name) + 1;
  if (t->code != CODE_FINE) return;
  struct input *own = tool_zalloc(sizeof *own);
  char *name = memcpy(tool_realloc(NULL, size), in->name, size);
  const bool opened = input_open(t, own, name);
  if (opened && !own->own_name)
    own->own_name = name;
  else
    tool_realloc(name, 0);
  x->list = tool_realloc(x->list, (x->n + opened) * sizeof *x->list);
  if (opened)
    x->list[x->n++] = own;
  else
    tool_realloc(own, 0);
}

bool inputs_open(struct tool *t, struct inputs *x) {
  *x = (struct inputs){.list = NULL};
  each_file(t, 0, take, x);
  return x->n && t->code == CODE_FINE && !tool_stopped();
}

void inputs_close(struct inputs *x) {
  for (size_t i = 0; i < x->n; i++) {
    input_close(x->list[i]);
    tool_realloc(x->list[i], 0);
  }
  tool_realloc(x->list, 0);
}
