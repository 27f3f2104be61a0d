/* SPDX-License-Identifier: MIT */
#include "cli/choice.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <diagfmt/ops/ops.h>

#include "cli/report.h"
#include "cli/rows.h"

void op_words(dfmt_config *c, uint32_t key, const struct words *words) {
  for (size_t i = 0; i < words->n; i++)
    if (dfmt_config_add(c, key, words->list[i], strlen(words->list[i])) != DFMT_OK) tool_no_memory();
}

bool op_word(dfmt_config *c, uint32_t key, const char *word) {
  const dfmt_type *words = dfmt_ops_describe(dfmt_ops_option_find(key)->words);
  for (uint32_t i = 0; word && i < words->n_fields; i++) {
    if (strcmp(words->fields[i].name, word) != 0) continue;
    op_made(dfmt_config_set(c, key, words->fields[i].offset));
    return true;
  }
  return !word;
}

static bool add_file(struct tool *t, dfmt_config *c, uint32_t key, const char *option, const char *path) {
  FILE *f = fopen(path, "r");
  char *text = NULL;
  size_t cap = 0;
  if (!f) {
    report(t, CODE_IO, path, "cannot open: %s", strerror(errno));
    return false;
  }
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
    if (*word == '@' && !add_file(t, c, key, option, word + 1)) return false;
    if (*word != '@' && dfmt_config_add(c, key, word, strlen(word)) != DFMT_OK) tool_no_memory();
  }
  return true;
}

void op_scratch(dfmt_config *c) {
  const char *folder = getenv("TMPDIR");
  if (!folder || !*folder) folder = "/tmp";
  op_made(dfmt_config_add(c, DFMT_OPS_SCRATCH, folder, strlen(folder)));
}

bool op_choice(struct tool *t, dfmt_config *c, const struct choice *s) {
  if (s->grep) op_made(dfmt_config_add(c, DFMT_OPS_FUNCTIONS, s->grep, strlen(s->grep)));
  return add_sets(t, c, DFMT_OPS_CALLS, "--calls", &s->calls) &&
         add_sets(t, c, DFMT_OPS_FRAMES, "--frames", &s->frames) &&
         add_sets(t, c, DFMT_OPS_THREADS, "--thread", &s->threads);
}
