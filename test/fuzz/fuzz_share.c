/* SPDX-License-Identifier: MIT */
/*
 * Share: what comes out has nothing that would be taken out of it again, stands its own check, and stays as it is, byte
 * for byte; the second scan, which has none of the code of the first, sees nothing of a known form in it; and it is the
 * same for bytes in one piece and in random ones with AGAIN in between. The bytes are an input, or a protobuf message
 * in one.
 */
#include <diagfmt/ops/share.h>
#include <string.h>

#include "fuzz.h"

/* The settings: a profile, which has names with DFMT_SHARE_PROFILE_GIVEN, pieces of input, a message, labels. */
enum { PROFILE = 3, PIECES = 4, MESSAGE = 8, LABELS = 16 };

const uint16_t fuzz_settings[] = {DFMT_SHARE_PROFILE_VENDOR | LABELS, DFMT_SHARE_PROFILE_LOG | PIECES, MESSAGE,
                                  DFMT_SHARE_PROFILE_GIVEN | PIECES, 0};
const size_t fuzz_settings_size = 1;

static const char key[] = "a key that anybody knows";

/* They do not match what placeholders in names of files consist of. */
static const char *const names[] = {"*@*", "Q?", "XY*Z", "[A-C][!0-9a-z-]", "M%"};

static const char labels[] = "account token\n  = badge no\n  _ seat\n  ~ logged in as %v%_at\n";

/* The second scan sees nothing that looks like personal data. */
static void must_see_nothing(dfmt_op *op) {
  dfmt_rows *rows;
  const dfmt_head *row;
  MUST(dfmt_op_answer(op, "doubtful", &rows) == DFMT_OK);
  while (dfmt_rows_next(rows, &row) == DFMT_OK)
    MUST(((const dfmt_share_doubtful *)(const void *)row)->why != DFMT_SHARE_DOUBT_FORM);
  dfmt_rows_free(rows);
}

static uint64_t places(dfmt_op *op) {
  dfmt_rows *rows;
  MUST(dfmt_op_answer(op, NULL, &rows) == DFMT_OK);
  uint64_t n = ((const dfmt_share_result *)(const void *)dfmt_rows_set(rows)->facts)->n_places;
  dfmt_rows_free(rows);
  return n;
}

static void must_be_clean(dfmt_op *op, dfmt_sink *to) {
  const void *ptr;
  uint64_t len;
  dfmt_source *s;
  MUST(dfmt_sink_bytes(to, &ptr, &len) == DFMT_OK && dfmt_source_memory(NULL, ptr, len, &s) == DFMT_OK);
  dfmt_status st = dfmt_op_check(op, s);
  MUST(st == DFMT_OK || st == DFMT_E_LIMIT);
  dfmt_source_free(s);
}

/* A zip of a message, after a text that teaches. */
static dfmt_sink *wrapped(const void *data, size_t len) {
  static const char teaches[] = "Account {name=chatty_jo, type=x} 00:00:5e:00:53:af 490154203237518 jane@example.org\n";
  const struct {
    const char *name;
    const void *ptr;
    size_t len;
  } parts[] = {{"a.txt", teaches, sizeof teaches - 1}, {"b.pb", data, len}};
  dfmt_writer *w;
  dfmt_sink *to;
  uint64_t taken;
  MUST(dfmt_sink_memory(NULL, &to) == DFMT_OK && dfmt_writer_new(NULL, &w) == DFMT_OK);
  MUST(dfmt_writer_open(w, DFMT_BUGREPORT, DFMT_BUGREPORT_VARIANT_ZIP, to) == DFMT_OK);
  for (size_t i = 0; i < 2; i++) {
    const dfmt_bugreport_entry e = {.head = {sizeof e, DFMT_BUGREPORT_ENTRY},
                                    .name = {parts[i].name, strlen(parts[i].name)}};
    MUST(dfmt_writer_begin(w, &e.head, DFMT_PAYLOAD_DECODED) == DFMT_OK);
    MUST(!parts[i].len || dfmt_writer_payload(w, parts[i].ptr, parts[i].len, &taken) == DFMT_OK);
    MUST(dfmt_writer_end(w) == DFMT_OK);
  }
  MUST(dfmt_writer_finish(w) == DFMT_OK);
  dfmt_writer_free(w);
  return to;
}

/* What becomes of bytes, in a sink of memory; NULL: they are refused. */
static dfmt_sink *share(const void *data, size_t len, unsigned settings, uint64_t random, uint64_t *n) {
  struct memory m = {0};
  dfmt_config *c = fuzz_config(&m);
  struct pieces p = {.ptr = data, .len = len, .random = random};
  dfmt_source *from;
  dfmt_sink *to;
  dfmt_op *op;
  dfmt_status st;
  fuzz_set(c, DFMT_OPS_SHARE_PROFILE, settings & PROFILE);
  MUST(dfmt_config_add(c, DFMT_OPS_SHARE_KEY, key, sizeof key - 1) == DFMT_OK);
  for (size_t i = 0; (settings & PROFILE) == DFMT_SHARE_PROFILE_GIVEN && i < sizeof names / sizeof *names; i++)
    MUST(dfmt_config_add(c, DFMT_OPS_SHARE_NAMES, names[i], strlen(names[i])) == DFMT_OK);
  if (settings & LABELS) MUST(dfmt_config_add(c, DFMT_OPS_SHARE_LABELS, labels, sizeof labels - 1) == DFMT_OK);
  MUST(pieces_source(&p, c, &from) == DFMT_OK);
  MUST(dfmt_sink_memory(NULL, &to) == DFMT_OK);
  MUST(dfmt_op_new(c, "share", &op) == DFMT_OK);
  dfmt_config_free(c);
  MUST(dfmt_op_add(op, from) == DFMT_OK && dfmt_op_output(op, "output", 0, to) == DFMT_OK);
  dfmt_source_free(from);
  do st = dfmt_op_run(op);
  while (st == DFMT_AGAIN);
  MUST(st == DFMT_OK || dfmt_op_error(op)->status == st);
  *n = st == DFMT_OK ? places(op) : 0;
  if (st == DFMT_OK) must_be_clean(op, to);
  if (st == DFMT_OK && !(settings & MESSAGE)) must_see_nothing(op);
  dfmt_op_free(op);
  MUST(m.live == 0);
  if (st == DFMT_OK) return to;
  dfmt_sink_free(to);
  return NULL;
}

static void must_be_same(dfmt_sink *a, dfmt_sink *b) {
  const void *x, *y;
  uint64_t n, m;
  MUST(dfmt_sink_bytes(a, &x, &n) == DFMT_OK && dfmt_sink_bytes(b, &y, &m) == DFMT_OK);
  MUST(n == m && (n == 0 || memcmp(x, y, (size_t)n) == 0));
}

static void share_twice(const void *data, size_t size, unsigned settings) {
  const void *ptr;
  uint64_t len, n;
  dfmt_sink *once = share(data, size, settings, 0, &n);
  if (settings & PIECES) {
    dfmt_sink *same = share(data, size, settings, size * 2 + 1, &n);
    MUST((once == NULL) == (same == NULL));
    if (once) must_be_same(once, same);
    dfmt_sink_free(same);
  }
  if (!once) return;
  MUST(dfmt_sink_bytes(once, &ptr, &len) == DFMT_OK);
  dfmt_sink *twice = share(ptr, (size_t)len, settings, 0, &n);
  MUST(twice && n == 0);
  must_be_same(once, twice);
  dfmt_sink_free(once);
  dfmt_sink_free(twice);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size < fuzz_settings_size) return 0;
  const void *ptr = data + 1;
  uint64_t len = size - 1;
  dfmt_sink *zip = *data & MESSAGE ? wrapped(ptr, (size_t)len) : NULL;
  if (zip) MUST(dfmt_sink_bytes(zip, &ptr, &len) == DFMT_OK);
  share_twice(ptr, (size_t)len, *data);
  dfmt_sink_free(zip);
  return 0;
}
