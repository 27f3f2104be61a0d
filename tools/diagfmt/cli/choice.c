/* SPDX-License-Identifier: MIT */
#include "cli/choice.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <diagfmt/ops/ops.h>

#include "cli/interrupt.h"
#include "cli/report.h"
#include "cli/words.h"

void op_made(dfmt_status st) {
  if (st != DFMT_OK) tool_no_memory();
}

void op_set(dfmt_config *c, uint32_t key, uint64_t value) { op_made(dfmt_config_set(c, key, value)); }

void op_text(dfmt_config *c, uint32_t key, const char *text) {
  if (text) op_made(dfmt_config_add(c, key, text, strlen(text)));
}

void op_words(dfmt_config *c, uint32_t key, const struct words *words) {
  for (size_t i = 0; i < words->n; i++) op_text(c, key, words->list[i]);
}

bool op_word(dfmt_config *c, uint32_t key, const char *word) {
  uint64_t number;
  if (!word) return true;
  bool known = word_number(dfmt_ops_option_find(key)->words, word, &number);
  if (known) op_set(c, key, number);
  return known;
}

bool op_file(struct tool *t, dfmt_config *c, uint32_t key, const char *option, const char *path) {
  const int fd = interrupt_open(path, O_RDONLY | O_CLOEXEC);
  FILE *f = fd < 0 ? NULL : fdopen(fd, "r");
  char *text = NULL;
  size_t cap = 0;
  if (!f) return report(t, CODE_IO, path, "cannot open: %s", strerror(errno));
  errno = 0;
  ssize_t n = getdelim(&text, &cap, '\0', f);
  bool good = n >= 0 || feof(f), whole = n <= 0 || strlen(text) == (size_t)n;
  if (!good) report(t, CODE_IO, path, "cannot read: %s", strerror(errno));
  if (!whole) report(t, CODE_USAGE, path, "%s: a NUL byte", option);
  if (good && whole && dfmt_config_add(c, key, n > 0 ? text : "", n > 0 ? (uint64_t)n : 0) != DFMT_OK) tool_no_memory();
  tool_realloc(text, 0);
  fclose(f);
  return good && whole;
}

static bool add_sets(struct tool *t, dfmt_config *c, uint32_t key, const char *option, const struct words *words) {
  for (size_t i = 0; i < words->n; i++) {
    const char *word = words->list[i];
    if (*word == '@' && !op_file(t, c, key, option, word + 1)) return false;
    if (*word != '@') op_text(c, key, word);
  }
  return true;
}

void op_scratch(dfmt_config *c) { op_text(c, DFMT_OPS_SCRATCH, output_temporary_folder()); }

bool op_choice(struct tool *t, dfmt_config *c, const struct choice *s) {
  op_text(c, DFMT_OPS_FUNCTIONS, s->grep);
  return add_sets(t, c, DFMT_OPS_CALLS, "--calls", &s->calls) &&
         add_sets(t, c, DFMT_OPS_FRAMES, "--frames", &s->frames) &&
         add_sets(t, c, DFMT_OPS_THREADS, "--thread", &s->threads);
}
