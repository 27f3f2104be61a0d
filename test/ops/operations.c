/* SPDX-License-Identifier: MIT */
/*
 * Any operation by its name, with what it has no default for: operations NAME WORD FILE... Rows of all sets go to
 * standard output as JSON lines, or what it writes does; extract writes to the directory WORD.
 */
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <diagfmt/diagfmt.h>
#include <diagfmt/ops/convert.h>
#include <diagfmt/ops/diff.h>
#include <diagfmt/ops/extract.h>
#include <diagfmt/ops/heap.h>
#include <diagfmt/ops/info.h>
#include <diagfmt/ops/list.h>
#include <diagfmt/ops/profile.h>
#include <diagfmt/ops/repair.h>
#include <diagfmt/ops/search.h>
#include <diagfmt/ops/share.h>
#include <diagfmt/ops/text.h>
#include <diagfmt/ops/triage.h>
#include <diagfmt/ops/value.h>
#include <diagfmt/ops/verify.h>

static const struct operation {
  const char *name;
  dfmt_status (*make)(const dfmt_config *c, dfmt_op **out);
  dfmt_status (*to)(dfmt_op *op, dfmt_sink *to); /* NULL: it has rows */
  uint32_t word;                                 /* the option that WORD is of; 0: none */
} all[] = {{"convert", dfmt_convert_new, dfmt_convert_to, 0},
           {"diff", dfmt_diff_new, NULL, 0},
           {"entries", dfmt_list_new, NULL, 0},
           {"extract", dfmt_extract_new, NULL, 0},
           {"info", dfmt_info_new, NULL, 0},
           {"leaks", dfmt_heap_new, NULL, 0},
           {"repair", dfmt_repair_new, dfmt_convert_to, 0},
           {"search", dfmt_search_new, NULL, DFMT_OPS_SEARCH_PATTERNS},
           {"share", dfmt_share_new, dfmt_share_to, DFMT_OPS_SHARE_KEY},
           {"text", dfmt_text_new, dfmt_text_to, 0},
           {"top", dfmt_profile_new, NULL, 0},
           {"triage", dfmt_triage_new, NULL, 0},
           {"value", dfmt_value_new, dfmt_value_to, DFMT_OPS_VALUE_KEY},
           {"verify", dfmt_verify_new, NULL, 0}};

static const struct operation *find(const char *name) {
  for (size_t i = 0; i < sizeof all / sizeof *all; i++)
    if (strcmp(all[i].name, name) == 0) return &all[i];
  return NULL;
}

static bool add(dfmt_op *op, const char *path) {
  dfmt_source *s = NULL;
  bool good = dfmt_source_path(NULL, path, &s) == DFMT_OK && dfmt_op_add(op, s) == DFMT_OK;
  dfmt_source_free(s);
  return good;
}

static bool put_rows(dfmt_op *op, dfmt_sink *to) {
  dfmt_rows *rows = NULL;
  bool good = dfmt_op_rows(op, &rows) == DFMT_OK;
  dfmt_status st = DFMT_OK;
  while (good && st == DFMT_OK) {
    good = dfmt_rows_print(rows, DFMT_PRINT_JSON, NULL, to) == DFMT_OK;
    st = dfmt_rows_next_set(rows);
  }
  dfmt_rows_free(rows);
  return good;
}

static bool run(const struct operation *o, dfmt_op *op, const char *word, dfmt_sink *to) {
  int folder = o->make == dfmt_extract_new ? open(word, O_RDONLY | O_DIRECTORY) : -1;
  bool good = folder < 0 || dfmt_extract_to(op, folder) == DFMT_OK;
  if (o->to) good = o->to(op, to) == DFMT_OK;
  good = good && dfmt_op_run(op) == DFMT_OK && (o->to || put_rows(op, to)) && dfmt_sink_close(to) == DFMT_OK;
  if (folder >= 0) close(folder);
  if (!good) fprintf(stderr, "%s: %s\n", o->name, dfmt_op_error(op)->message);
  return good;
}

int main(int argc, char **argv) {
  const struct operation *o = argc > 3 ? find(argv[1]) : NULL;
  dfmt_config *c = NULL;
  dfmt_op *op = NULL;
  dfmt_sink *to = NULL;
  bool good = o && dfmt_config_new(&c) == DFMT_OK;
  if (good && o->word) good = dfmt_config_add(c, o->word, argv[2], strlen(argv[2])) == DFMT_OK;
  for (int i = 3; good && i < argc; i++) good = dfmt_config_add(c, DFMT_OPS_NAMES, argv[i], strlen(argv[i])) == DFMT_OK;
  good = good && o->make(c, &op) == DFMT_OK && dfmt_sink_fd(NULL, STDOUT_FILENO, 0, &to) == DFMT_OK;
  for (int i = 3; good && i < argc; i++) good = add(op, argv[i]);
  good = good && run(o, op, argv[2], to);
  dfmt_op_free(op);
  dfmt_sink_free(to);
  dfmt_config_free(c);
  return !good;
}
