/* SPDX-License-Identifier: MIT */
/* Writes each document of the second profile, and what changed since the first: documents BEFORE AFTER FOLDER */
#include <stdbool.h>
#include <stdio.h>

#include <diagfmt/diagfmt.h>
#include <diagfmt/ops/compare.h>
#include <diagfmt/ops/profile.h>

static const struct document {
  const char *name;
  uint32_t form, purpose;
} documents[] = {{"folded", DFMT_PROFILE_FOLDED, DFMT_PROFILE_FOR_FOLDED},
                 {"flame", DFMT_PROFILE_FLAME, DFMT_PROFILE_FOR_FLAME},
                 {"pprof", DFMT_PROFILE_PPROF, DFMT_PROFILE_FOR_PPROF},
                 {"firefox", DFMT_PROFILE_FIREFOX, DFMT_PROFILE_FOR_FIREFOX}};

static dfmt_op *profile(const char *path, uint32_t purpose) {
  dfmt_config *c = NULL;
  dfmt_op *op = NULL;
  dfmt_source *s = NULL;
  bool good = dfmt_config_new(&c) == DFMT_OK && dfmt_config_set(c, DFMT_OPS_PROFILE_PURPOSE, purpose) == DFMT_OK;
  good = good && dfmt_profile_new(c, &op) == DFMT_OK && dfmt_source_path(NULL, path, &s) == DFMT_OK &&
         dfmt_op_add(op, s) == DFMT_OK && dfmt_op_run(op) == DFMT_OK;
  dfmt_source_free(s);
  dfmt_config_free(c);
  if (good) return op;
  dfmt_op_free(op);
  return NULL;
}

/* d NULL: what changed. */
static bool write_one(const char *folder, const struct document *d, dfmt_op *before, dfmt_op *after) {
  char path[1000];
  dfmt_sink *to = NULL;
  snprintf(path, sizeof path, "%s/%s", folder, d ? d->name : "compare");
  bool good =
      after && dfmt_sink_path(NULL, path, &to) == DFMT_OK &&
      (d ? dfmt_profile_write(after, d->form, NULL, to) : dfmt_compare_flame(before, after, NULL, to)) == DFMT_OK &&
      dfmt_sink_close(to) == DFMT_OK;
  dfmt_sink_free(to);
  return good;
}

int main(int argc, char **argv) {
  bool good = argc == 4;
  for (size_t i = 0; good && i < sizeof documents / sizeof *documents; i++) {
    const struct document *d = &documents[i];
    dfmt_op *op = profile(argv[2], d->purpose);
    good = write_one(argv[3], d, NULL, op);
    dfmt_op_free(op);
  }
  dfmt_op *before = good ? profile(argv[1], DFMT_PROFILE_FOR_COMPARE_FLAME) : NULL;
  dfmt_op *after = good ? profile(argv[2], DFMT_PROFILE_FOR_COMPARE_FLAME) : NULL;
  good = good && before && write_one(argv[3], NULL, before, after);
  dfmt_op_free(before);
  dfmt_op_free(after);
  return !good;
}
