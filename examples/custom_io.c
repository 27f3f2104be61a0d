/* SPDX-License-Identifier: MIT */
/*
 * Uses the caller's own functions for everything: memory from a budget, bytes from a stream of the program, output to a
 * checksum. custom_io FILE
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <diagfmt/diagfmt.h>

/* Lua-style allocator with a budget: it gets the old size, so it needs no book-keeping. */
struct budget {
  uint64_t left, lowest;
};

static void *budget_realloc(void *user, void *ptr, uint64_t old_size, uint64_t new_size) {
  struct budget *b = user;
  if (new_size == 0) {
    free(ptr);
    b->left += old_size;
    return NULL;
  }
  if (new_size > old_size && new_size - old_size > b->left) return NULL;
  void *p = realloc(ptr, (size_t)new_size);
  if (!p) return NULL;
  b->left += old_size;
  b->left -= new_size;
  if (b->left < b->lowest) b->lowest = b->left;
  return p;
}

/* A source: only read is required. Without read_at the library reads it like a pipe. */
static dfmt_status file_read(void *user, void *buf, uint64_t cap, uint64_t *got) {
  FILE *file = user;
  *got = fread(buf, 1, (size_t)cap, file);
  if (*got) return DFMT_OK;
  return ferror(file) ? DFMT_E_IO : DFMT_END;
}

static void file_close(void *user) { (void)fclose(user); }

/* A sink that keeps only the Adler-32 of its bytes. */
struct sum {
  uint32_t a, b;
};

static dfmt_status sum_write(void *user, const void *buf, uint64_t len, uint64_t *taken) {
  struct sum *s = user;
  const unsigned char *p = buf;
  for (uint64_t i = 0; i < len; i++) {
    s->a = (s->a + p[i]) % 65521;
    s->b = (s->b + s->a) % 65521;
  }
  *taken = len;
  return DFMT_OK;
}

static dfmt_status sum_events(dfmt_reader *r, dfmt_sink *sink) {
  const dfmt_event *ev;
  dfmt_status st;
  while ((st = dfmt_reader_next(r, &ev)) == DFMT_OK)
    if ((st = dfmt_reader_json(r, ev, DFMT_JSON_PAYLOAD_INLINE, sink)) != DFMT_OK) return st;
  return st == DFMT_END ? dfmt_sink_flush(sink) : st;
}

int main(int argc, char **argv) {
  static const dfmt_source_ops from_file = {.size = sizeof from_file, .read = file_read, .close = file_close};
  static const dfmt_sink_ops to_sum = {.size = sizeof to_sum, .write = sum_write};
  struct budget budget = {4u << 20, 4u << 20};
  struct sum sum = {1, 0};
  dfmt_config *config = NULL;
  dfmt_source *source = NULL;
  dfmt_sink *sink = NULL;
  dfmt_reader *r = NULL;
  dfmt_status st = DFMT_E_NOMEM;
  FILE *file = argc == 2 ? fopen(argv[1], "rb") : NULL;
  if (!file) {
    fprintf(stderr, "usage: custom_io FILE\n");
    return 2;
  }
  if (dfmt_config_new(&config) == DFMT_OK && dfmt_config_allocator(config, budget_realloc, &budget) == DFMT_OK &&
      dfmt_source_new(config, &from_file, file, &source) == DFMT_OK &&
      dfmt_sink_new(config, &to_sum, &sum, &sink) == DFMT_OK && dfmt_reader_new(config, &r) == DFMT_OK &&
      dfmt_reader_open(r, 0, source) == DFMT_OK) {
    st = sum_events(r, sink);
    printf("%s: %08lx, %s 4 MiB\n", dfmt_status_name(st), (unsigned long)(sum.b << 16 | sum.a),
           budget.lowest ? "within" : "all of");
  }
  if (!source) (void)fclose(file); /* otherwise the source closes it */
  dfmt_reader_free(r);
  dfmt_sink_free(sink);
  dfmt_source_free(source);
  dfmt_config_free(config);
  return st == DFMT_OK && budget.left == 4u << 20 ? 0 : 1;
}
