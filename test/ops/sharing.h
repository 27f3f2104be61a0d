/* SPDX-License-Identifier: MIT */
/* What tests of share make of texts and zips: test_share.c, test_share_parts.c. */
#ifndef OPS_SHARING_H
#define OPS_SHARING_H

#include <diagfmt/diagfmt.h>
#include <diagfmt/ops/share.h>

#include "../unit/counter.h"

struct bytes {
  char *ptr;
  size_t len;
};

extern const char key[];

struct bytes copy(const void *ptr, size_t len);
struct bytes text(const char *t);
dfmt_config *config(void);
/* An operation on one input, and its output. */
dfmt_op *made(const dfmt_config *c, dfmt_source *s, dfmt_sink *to);
struct bytes held(dfmt_sink *to);

/* What becomes of a text. */
struct bytes shared(dfmt_config *c, const char *ptr, size_t len);
struct bytes with_key(const char *text, const char *k);
struct bytes zip_with_key(struct bytes in);

/* Without the hashes of placeholders: "<email:7f3a9c>" as "<email>". */
void bare(char *text);
void same(struct bytes a, struct bytes b);

/*
 * The n-th allocation fails, and what goes on makes the same. name: a pattern of names that go, NULL: none. true:
 * nothing failed any more.
 */
bool fails_at(struct bytes in, struct bytes want, const char *name, uint64_t n);

struct entry {
  const char *name;
  struct bytes value;
};
struct bytes zipped(const struct entry *list, size_t n);
/* The decoded text of an entry. */
struct bytes entry(struct bytes zip, const char *name);

#endif
