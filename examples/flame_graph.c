/* SPDX-License-Identifier: MIT */
/*
 * A flame graph of profiles, or of heap dumps: flame_graph OUT.svg FILE...
 *
 * What is told apart stands below the stacks: of profiles threads, of heap dumps the app's and the zygote's heap. The
 * file appears when it is complete.
 */
#include <stdio.h>

#include <diagfmt/diagfmt.h>
#include <diagfmt/ops/profile.h>

static int fail(const char *what, const dfmt_op *op) {
  const dfmt_error *e = dfmt_op_error(op);
  fprintf(stderr, "flame_graph: %s: %s\n", what, e ? e->message : "cannot be opened, or no memory");
  return 1;
}

static dfmt_op *make(void) {
  dfmt_config *c;
  dfmt_op *op = NULL;
  if (dfmt_config_new(&c) != DFMT_OK) return NULL;
  (void)dfmt_config_set(c, DFMT_OPS_PROFILE_KEEP, DFMT_PROFILE_KEEP_STACKS);
  (void)dfmt_config_set(c, DFMT_OPS_PROFILE_GROUP, DFMT_PROFILE_BY_USUAL);
  (void)dfmt_config_add(c, DFMT_OPS_SCRATCH, "/tmp", 4); /* stacks that memory has no room for */
  (void)dfmt_config_add(c, DFMT_OPS_PROFILE_FLAME_TITLE, "Where the time goes", 19);
  (void)dfmt_op_new(c, "profile", &op);
  dfmt_config_free(c); /* the operation has a copy */
  return op;
}

static dfmt_status add(dfmt_op *op, const char *path) {
  dfmt_source *s;
  dfmt_status st = dfmt_source_path(NULL, path, &s);
  if (st == DFMT_OK) st = dfmt_op_add(op, s); /* keeps a reference */
  if (st == DFMT_OK) st = dfmt_op_run(op);
  dfmt_source_free(s);
  return st;
}

static dfmt_status draw(dfmt_op *op, const char *path) {
  dfmt_sink *to;
  dfmt_status st = dfmt_sink_path(NULL, path, &to);
  if (st == DFMT_OK) st = dfmt_op_write(op, "flame", NULL, to);
  if (st == DFMT_OK) st = dfmt_sink_close(to);
  dfmt_sink_free(to); /* without close() nothing has appeared */
  return st;
}

int main(int argc, char **argv) {
  if (argc < 3) return fail("flame_graph OUT.svg FILE...", NULL);
  dfmt_op *op = make();
  int code = op ? 0 : fail("profile", NULL);
  for (int i = 2; i < argc && !code; i++)
    if (add(op, argv[i]) != DFMT_OK) code = fail(argv[i], op);
  if (!code && draw(op, argv[1]) != DFMT_OK) code = fail(argv[1], op);
  dfmt_op_free(op);
  return code;
}
