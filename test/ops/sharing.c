/* SPDX-License-Identifier: MIT */
#include "sharing.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Of nothing that the inputs have; two templates of one word, and one of a word that a place has. */
static const char labels[] =
    "account token\n  = badge no\n  ~ logged in as %v%_at\n  ~ logged in as %v%_from\n  ~ cookie of %v\n";

const char key[] = "a key of 16 bytes or more";

struct bytes copy(const void *ptr, size_t len) {
  struct bytes b = {malloc(len + 1), len};
  if (len) memcpy(b.ptr, ptr, len);
  b.ptr[len] = '\0';
  return b;
}

dfmt_config *config(void) {
  dfmt_config *c;
  assert_int_equal(dfmt_config_new(&c), DFMT_OK);
  return c;
}

dfmt_op *made(const dfmt_config *c, dfmt_source *s, dfmt_sink *to) {
  dfmt_op *op;
  assert_int_equal(dfmt_op_new(c, "share", &op), DFMT_OK);
  assert_int_equal(dfmt_op_add(op, s), DFMT_OK);
  assert_int_equal(dfmt_op_output(op, "output", 0, to), DFMT_OK);
  return op;
}

struct bytes held(dfmt_sink *to) {
  const void *ptr;
  uint64_t len;
  assert_int_equal(dfmt_sink_bytes(to, &ptr, &len), DFMT_OK);
  return copy(ptr, (size_t)len);
}

/* What becomes of a text. */
struct bytes shared(dfmt_config *c, const char *ptr, size_t len) {
  dfmt_source *s;
  dfmt_sink *to;
  assert_int_equal(dfmt_source_memory(NULL, ptr, len, &s), DFMT_OK);
  assert_int_equal(dfmt_sink_memory(NULL, &to), DFMT_OK);
  dfmt_op *op = made(c, s, to);
  dfmt_status st = dfmt_op_run(op);
  if (st != DFMT_OK) fail_msg("%s, line %u", dfmt_op_error(op)->message, (unsigned)dfmt_op_error(op)->line);
  struct bytes out = held(to);
  dfmt_op_free(op);
  dfmt_source_free(s);
  dfmt_sink_free(to);
  return out;
}

struct bytes with_key(const char *text, const char *k) {
  dfmt_config *c = config();
  assert_int_equal(dfmt_config_add(c, DFMT_OPS_SHARE_KEY, k, strlen(k)), DFMT_OK);
  struct bytes out = shared(c, text, strlen(text));
  dfmt_config_free(c);
  return out;
}

/* Without the hashes of placeholders: "<email:7f3a9c>" as "<email>". */
void bare(char *text) {
  char *to = text;
  for (const char *p = text; *p;) {
    size_t name = strspn(p, "abcdefghijklmnopqrstuvwxyz-46"), hash;
    bool colon = to > text && (to[-1] == '<' || (to - text > 2 && memcmp(to - 3, "%3C", 3) == 0)) && name;
    size_t between = !colon ? 0 : p[name] == ':' ? 1 : strncmp(p + name, "%3A", 3) == 0 ? 3 : 0;
    hash = between ? strspn(p + name + between, "0123456789abcdef") : 0;
    if (hash >= 6) {
      memmove(to, p, name);
      to += name;
      p += name + between + hash;
    } else {
      *to++ = *p++;
    }
  }
  *to = '\0';
}

void same(struct bytes a, struct bytes b) {
  assert_int_equal(a.len, b.len);
  assert_memory_equal(a.ptr, b.ptr, a.len);
}

/* true: nothing failed any more. */
bool fails_at(struct bytes in, struct bytes want, const char *name, uint64_t n) {
  struct counter x;
  dfmt_config *c = counting_config(&x);
  dfmt_source *s;
  dfmt_sink *to;
  dfmt_op *op;
  assert_int_equal(dfmt_config_add(c, DFMT_OPS_SHARE_KEY, key, strlen(key)), DFMT_OK);
  if (name) assert_int_equal(dfmt_config_add(c, DFMT_OPS_SHARE_NAMES, name, strlen(name)), DFMT_OK);
  assert_int_equal(dfmt_config_add(c, DFMT_OPS_SHARE_LABELS, labels, strlen(labels)), DFMT_OK);
  assert_int_equal(dfmt_source_memory(NULL, in.ptr, in.len, &s), DFMT_OK);
  assert_int_equal(dfmt_sink_memory(NULL, &to), DFMT_OK);
  x.fail_at = x.calls + n;
  dfmt_status st = dfmt_op_new(c, "share", &op);
  if (st == DFMT_OK) st = dfmt_op_add(op, s);
  if (st == DFMT_OK) st = dfmt_op_output(op, "output", 0, to);
  for (int i = 0; st == DFMT_OK && i < 3; i++) {
    st = dfmt_op_run(op);
    if (st < 0) assert_int_equal(dfmt_op_error(op)->status, st); /* whoever runs it for others relies on that */
    if (st == DFMT_E_NOMEM) st = DFMT_OK;
  }
  if (st == DFMT_OK) {
    struct bytes out = held(to);
    same(out, want);
    free(out.ptr);
  } else {
    assert_int_equal(st, DFMT_E_NOMEM);
  }
  dfmt_op_free(op);
  dfmt_source_free(s);
  dfmt_sink_free(to);
  dfmt_config_free(c);
  assert_int_equal(x.blocks, 0);
  return x.calls < x.fail_at;
}

struct bytes zip_with_key(struct bytes in) {
  dfmt_config *c = config();
  assert_int_equal(dfmt_config_add(c, DFMT_OPS_SHARE_KEY, key, strlen(key)), DFMT_OK);
  struct bytes out = shared(c, in.ptr, in.len);
  dfmt_config_free(c);
  return out;
}

struct bytes zipped(const struct entry *list, size_t n) {
  dfmt_writer *w;
  dfmt_sink *to;
  uint64_t taken;
  assert_int_equal(dfmt_sink_memory(NULL, &to), DFMT_OK);
  assert_int_equal(dfmt_writer_new(NULL, &w), DFMT_OK);
  assert_int_equal(dfmt_writer_open(w, DFMT_BUGREPORT, DFMT_BUGREPORT_VARIANT_ZIP, to), DFMT_OK);
  for (size_t i = 0; i < n; i++) {
    dfmt_bugreport_entry e = {.head = {sizeof e, DFMT_BUGREPORT_ENTRY}, .name = {list[i].name, strlen(list[i].name)}};
    assert_int_equal(dfmt_writer_begin(w, &e.head, DFMT_PAYLOAD_DECODED), DFMT_OK);
    assert_int_equal(dfmt_writer_payload(w, list[i].value.ptr, list[i].value.len, &taken), DFMT_OK);
    assert_int_equal(dfmt_writer_end(w), DFMT_OK);
  }
  assert_int_equal(dfmt_writer_finish(w), DFMT_OK);
  struct bytes out = held(to);
  dfmt_writer_free(w);
  dfmt_sink_free(to);
  return out;
}

/* The decoded text of an entry. */
struct bytes entry(struct bytes zip, const char *name) {
  dfmt_source *s;
  dfmt_sink *to;
  dfmt_reader *r;
  const dfmt_event *ev;
  assert_int_equal(dfmt_source_memory(NULL, zip.ptr, zip.len, &s), DFMT_OK);
  assert_int_equal(dfmt_sink_memory(NULL, &to), DFMT_OK);
  assert_int_equal(dfmt_reader_new(NULL, &r), DFMT_OK);
  assert_int_equal(dfmt_reader_open(r, DFMT_BUGREPORT, s), DFMT_OK);
  while (dfmt_reader_next(r, &ev) == DFMT_OK) {
    const dfmt_bugreport_entry *e = dfmt_event_bugreport_entry(ev);
    if (e && e->name.len == strlen(name) && memcmp(e->name.ptr, name, (size_t)e->name.len) == 0)
      assert_int_equal(dfmt_payload_drain(r, to, NULL), DFMT_OK);
  }
  struct bytes out = held(to);
  dfmt_reader_free(r);
  dfmt_source_free(s);
  dfmt_sink_free(to);
  return out;
}

struct bytes text(const char *t) { return (struct bytes){(char *)(uintptr_t)t, strlen(t)}; }
