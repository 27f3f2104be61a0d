/* SPDX-License-Identifier: MIT */
/*
 * Peak memory does not grow with the value: each scene reads or writes a value of 10 MiB and one of N MiB (256, or what
 * the argument says) in processes of their own, and the peaks of resident memory differ by 5 % at most, or by what the
 * kernel's counters are off. The input is made as it is read, so that no file is needed.
 *
 *   memory [N]                 memory --child SCENE MIB   prints the peak in KiB
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "harness.h"

enum { SMALL = 10, LARGE = 256 /* MiB */, BLOCK = 65535, ZSTD_BLOCK = 131070 };
enum { COUNTER_ERROR = 256 }; /* KiB: the kernel gathers changes per CPU, and maps more or less of a library at once */

/* A file made on the fly: a start, one piece over and over, an end. */
struct maker {
  uint32_t format; /* 0: apport */
  struct bytes start, piece, end;
  uint64_t n_pieces;
  uint64_t at;                                         /* bytes given */
  void (*renew)(struct bytes *piece, uint64_t number); /* changes bytes of a piece before it is given; NULL: none */
  uint64_t n_events;                                   /* 0: 3, the second one large */
  uint32_t form;                                       /* of a trace's reader */
  uint64_t least_size;                                 /* bytes of a copy, at least; 0: the mebibytes asked for */
};

static dfmt_status make(void *user, void *buf, uint64_t cap, uint64_t *got) {
  struct maker *m = user;
  uint64_t middle = m->n_pieces * m->piece.len, at = m->at;
  const uint8_t *from;
  uint64_t n;
  if (at < m->start.len) {
    from = m->start.ptr + at;
    n = m->start.len - at;
  } else if ((at -= m->start.len) < middle) {
    if (m->renew && at % m->piece.len == 0) m->renew(&m->piece, at / m->piece.len);
    from = m->piece.ptr + at % m->piece.len;
    n = m->piece.len - at % m->piece.len;
  } else if ((at -= middle) < m->end.len) {
    from = m->end.ptr + at;
    n = m->end.len - at;
  } else {
    return DFMT_END;
  }
  *got = n < cap ? n : cap;
  memcpy(buf, from, (size_t)*got);
  m->at += *got;
  return DFMT_OK;
}

static void put_line(struct bytes *to, const void *ptr, size_t len) {
  bytes_add(to, " ", 1);
  base64_add(to, ptr, len);
  bytes_add(to, "\n", 1);
}

static void some_bytes(uint8_t *to, size_t len) {
  struct rng rng = {5};
  for (size_t i = 0; i < len; i++) to[i] = (uint8_t)(i % 3 ? rng_next(&rng) : 0);
}

/* A gzip member of stored blocks, one per line. */
static void make_gzip(struct maker *m, uint64_t mebibytes) {
  static uint8_t block[5 + BLOCK] = {0, 0xff, 0xff, 0, 0};
  uint8_t end[13] = {1, 0, 0, 0xff, 0xff};
  m->n_pieces = (mebibytes << 20) / BLOCK;
  some_bytes(block + 5, BLOCK);
  uint32_t crc = 0, size = (uint32_t)(m->n_pieces * BLOCK);
  for (uint64_t i = 0; i < m->n_pieces; i++) crc = crc32_more(crc, block + 5, BLOCK);
  for (int i = 0; i < 4; i++) {
    end[5 + i] = (uint8_t)(crc >> 8 * i);
    end[9 + i] = (uint8_t)(size >> 8 * i);
  }
  bytes_print(&m->start, "ProblemType: Crash\nCoreDump: base64\n");
  put_line(&m->start, "\x1f\x8b\x08\0\0\0\0\0\0\xff", 10);
  put_line(&m->piece, block, sizeof block);
  put_line(&m->end, end, sizeof end);
  bytes_print(&m->end, "Title: behind it\n");
}

/* A Zstandard frame of raw blocks, on one line. */
static void make_zstd(struct maker *m, uint64_t mebibytes) {
  static uint8_t block[3 + ZSTD_BLOCK];
  uint32_t head = (uint32_t)ZSTD_BLOCK << 3;
  for (int i = 0; i < 3; i++) block[i] = (uint8_t)(head >> 8 * i);
  some_bytes(block + 3, ZSTD_BLOCK);
  m->n_pieces = (mebibytes << 20) / ZSTD_BLOCK;
  bytes_print(&m->start, "ProblemType: Crash\nCoreDump: base64\n ");
  base64_add(&m->start, "\x28\xb5\x2f\xfd\0\x38", 6);
  base64_add(&m->piece, block, sizeof block);
  base64_add(&m->end, "\1\0\0", 3);
  bytes_print(&m->end, "\nTitle: behind it\n");
}

static void make_text(struct maker *m, uint64_t mebibytes) {
  bytes_print(&m->start, "ProblemType: Crash\nJournal:\n");
  bytes_print(&m->piece, " Jan  2 03:04:05 host demo[4242]: a message of some length, \xc3\xa4\n");
  bytes_print(&m->end, "Title: behind it\n");
  m->n_pieces = (mebibytes << 20) / m->piece.len;
}

static void make_line(struct maker *m, uint64_t mebibytes) {
  bytes_print(&m->start, "ProblemType: Crash\nJournal: ");
  bytes_print(&m->piece, "word w\xc3\xb6rd ");
  bytes_print(&m->end, "end\nTitle: behind it\n");
  m->n_pieces = (mebibytes << 20) / m->piece.len;
}

/* --- traces: Snappy chunks that are one literal each --- */

enum { PIECE_CALLS = 4000, CALL_BYTES = 27, NUMBER_AT = 21 /* in a call */, BLOB_PIECE = 100000 };

static void put_chunk(struct bytes *to, const void *ptr, size_t len) {
  uint8_t head[11];
  size_t block = 7 + len;
  for (int i = 0; i < 4; i++) head[i] = (uint8_t)(block >> 8 * i);
  for (int i = 0; i < 3; i++) head[4 + i] = (uint8_t)((len >> 7 * i & 127) | (i < 2 ? 128 : 0));
  head[7] = 62 << 2;
  for (int i = 0; i < 3; i++) head[8 + i] = (uint8_t)((len - 1) >> 8 * i);
  bytes_add(to, head, sizeof head);
  bytes_add(to, ptr, len);
}

/* Version 6, and a first call, of function 1, with an argument. */
static const uint8_t trace_start[] = {6, 6, 0, 0, 0, 1, 1, 'f', 2, 1, 'a', 1, 'b', 0, 1, 0, 0};

/* In five bytes, however small it is. */
static void put_number(uint8_t *to, uint64_t number) {
  for (int i = 0; i < 5; i++) to[i] = (uint8_t)((number >> 7 * i & 127) | (i < 4 ? 128 : 0));
}

/* The calls of a piece get their numbers, which end in what they are left by, and other arguments. */
static void renew_calls(struct bytes *piece, uint64_t number) {
  uint8_t *call = piece->ptr + piece->len - (size_t)PIECE_CALLS * CALL_BYTES;
  for (uint64_t i = 0; i < PIECE_CALLS; i++, call += CALL_BYTES) {
    uint64_t n = 1 + number * PIECE_CALLS + i;
    put_number(call + NUMBER_AT, n);
    for (int k = 0; k < 3; k++) call[6 + k] = (uint8_t)(n * 2654435761u >> (8 + 8 * k));
  }
}

static void make_calls(struct maker *m, uint64_t mebibytes) {
  static const uint8_t call[CALL_BYTES] = {0, 0, 1, 1, 0, 5, 0, 0, 0, 0, 1, 1, 7, 5, 'h', 'e', 'l', 'l', 'o', 0, 1};
  struct bytes calls = {0};
  for (int i = 0; i < PIECE_CALLS; i++) bytes_add(&calls, call, sizeof call);
  m->format = DFMT_APITRACE;
  m->form = DFMT_APITRACE_FORM_CALLS;
  m->renew = renew_calls;
  bytes_add(&m->start, "at", 2);
  put_chunk(&m->start, trace_start, sizeof trace_start);
  put_chunk(&m->piece, calls.ptr, calls.len);
  m->n_pieces = (mebibytes << 20) / calls.len;
  m->n_events = 2 + m->n_pieces * PIECE_CALLS;
  m->least_size = mebibytes << 17;
  bytes_free(&calls);
}

static void make_events(struct maker *m, uint64_t mebibytes) {
  make_calls(m, mebibytes);
  m->form = DFMT_APITRACE_FORM_EVENTS;
  m->n_events = 1 + 2 * (m->n_events - 1);
}

static void make_stream(struct maker *m, uint64_t mebibytes) {
  make_calls(m, mebibytes);
  m->form = DFMT_APITRACE_FORM_STREAM;
  m->n_events = 1;
}

/* One blob; its size in five bytes. */
static void make_blob(struct maker *m, uint64_t mebibytes) {
  static uint8_t piece[BLOB_PIECE];
  uint8_t head[] = {6, 6, 0, 0, 0, 1, 1, 'f', 1, 1, 'a', 1, 0, 8, 0, 0, 0, 0, 0};
  m->format = DFMT_APITRACE;
  m->form = DFMT_APITRACE_FORM_CALLS;
  m->n_pieces = (mebibytes << 20) / BLOB_PIECE;
  put_number(head + sizeof head - 5, m->n_pieces * BLOB_PIECE);
  some_bytes(piece, sizeof piece);
  bytes_add(&m->start, "at", 2);
  put_chunk(&m->start, head, sizeof head);
  put_chunk(&m->piece, piece, sizeof piece);
  put_chunk(&m->end, "\0\1\0\0", 4);
}

typedef void (*make_fn)(struct maker *m, uint64_t mebibytes);

static dfmt_reader *open_maker(struct maker *m, make_fn fill, uint64_t mebibytes) {
  const dfmt_source_ops ops = {.size = sizeof ops, .read = make};
  dfmt_source *s;
  dfmt_reader *r;
  fill(m, mebibytes);
  dfmt_config *c = config_make(NULL, m->form ? (uint32_t)DFMT_CFG_APITRACE_FORM : 0, m->form);
  if (dfmt_source_new(NULL, &ops, m, &s) != DFMT_OK || dfmt_reader_new(c, &r) != DFMT_OK ||
      dfmt_reader_open(r, m->format ? m->format : (uint32_t)DFMT_APPORT, s) != DFMT_OK)
    broken("no reader");
  dfmt_source_free(s);
  dfmt_config_free(c);
  return r;
}

static dfmt_sink *null_sink(void) {
  dfmt_sink *s;
  if (dfmt_sink_null(NULL, &s) != DFMT_OK) broken("no sink");
  return s;
}

/* Calls `each` for every event; there must be as many as were made. */
static void read_made(make_fn fill, uint64_t mebibytes,
                      dfmt_status (*each)(dfmt_reader *r, const dfmt_event *ev, dfmt_sink *to)) {
  struct maker m = {0};
  dfmt_reader *r = open_maker(&m, fill, mebibytes);
  dfmt_sink *to = null_sink();
  const dfmt_event *ev;
  dfmt_status st;
  uint64_t n = 0;
  for (; (st = dfmt_reader_next(r, &ev)) == DFMT_OK; n++) check_status(each(r, ev, to), DFMT_OK, NULL, "reading");
  check_status(st, DFMT_END, dfmt_reader_error(r), "the end");
  check(n == (m.n_events ? m.n_events : 3), "%llu events", (unsigned long long)n);
  dfmt_sink_free(to);
  dfmt_reader_free(r);
}

static dfmt_status drain(dfmt_reader *r, const dfmt_event *ev, dfmt_sink *to) {
  (void)ev;
  return dfmt_payload_drain(r, to, NULL);
}

static dfmt_status json(dfmt_reader *r, const dfmt_event *ev, dfmt_sink *to) {
  return dfmt_reader_json(r, ev, DFMT_JSON_PAYLOAD_INLINE, to);
}

static dfmt_status pass(dfmt_reader *r, const dfmt_event *ev, dfmt_sink *to) {
  (void)r;
  (void)ev;
  (void)to;
  return DFMT_OK;
}

/* --- writing --- */

static dfmt_writer *open_writer(uint32_t format, uint32_t variant, dfmt_sink *to) {
  dfmt_config *c = config_make(NULL, DFMT_CFG_LEVEL, DFMT_LEVEL_FASTEST);
  dfmt_writer *w;
  if (format == 0) format = DFMT_APPORT;
  if (dfmt_writer_new(c, &w) != DFMT_OK || dfmt_writer_open(w, format, variant, to) != DFMT_OK) broken("no writer");
  dfmt_config_free(c);
  return w;
}

static void copy_made(make_fn fill, uint64_t mebibytes, uint32_t variant) {
  struct maker m = {0};
  dfmt_reader *r = open_maker(&m, fill, mebibytes);
  dfmt_sink *to = null_sink();
  dfmt_writer *w = open_writer(m.format, variant, to);
  const dfmt_event *ev;
  while (dfmt_reader_next(r, &ev) == DFMT_OK)
    check_status(dfmt_writer_copy(w, r, ev), DFMT_OK, dfmt_writer_error(w), "copying");
  check_status(dfmt_writer_finish(w), DFMT_OK, dfmt_writer_error(w), "finishing");
  uint64_t least = m.least_size ? m.least_size : mebibytes << 20;
  check(dfmt_writer_offset(w) >= least, "%llu bytes written", (unsigned long long)dfmt_writer_offset(w));
  dfmt_writer_free(w);
  dfmt_reader_free(r);
  dfmt_sink_free(to);
}

static void write_value(uint64_t mebibytes, uint32_t encoding, uint32_t compression, const void *piece, size_t len) {
  dfmt_sink *to = null_sink();
  dfmt_writer *w = open_writer(DFMT_APPORT, 0, to);
  dfmt_apport_field f = {.head = {sizeof f, DFMT_APPORT_FIELD},
                         .present = compression ? DFMT_APPORT_FIELD_HAS_COMPRESSION : 0,
                         .encoding = encoding,
                         .compression = compression,
                         .key = {"Value", 5}};
  uint64_t taken;
  check_status(dfmt_writer_begin(w, &f.head, DFMT_PAYLOAD_DECODED), DFMT_OK, dfmt_writer_error(w), "begin");
  for (uint64_t n = (mebibytes << 20) / len; n > 0; n--)
    check_status(dfmt_writer_payload(w, piece, len, &taken), DFMT_OK, dfmt_writer_error(w), "payload");
  check_status(dfmt_writer_end(w), DFMT_OK, dfmt_writer_error(w), "end");
  check_status(dfmt_writer_finish(w), DFMT_OK, dfmt_writer_error(w), "finishing");
  dfmt_writer_free(w);
  dfmt_sink_free(to);
}

static void write_binary(uint64_t mebibytes, uint32_t compression) {
  static uint8_t piece[100000];
  memset(piece, 'x', sizeof piece);
  some_bytes(piece, 5000);
  write_value(mebibytes, DFMT_APPORT_ENCODING_BASE64, compression, piece, sizeof piece);
}

static void read_gzip(uint64_t n) { read_made(make_gzip, n, drain); }
static void read_zstd(uint64_t n) { read_made(make_zstd, n, drain); }
static void read_text(uint64_t n) { read_made(make_text, n, drain); }
static void read_line(uint64_t n) { read_made(make_line, n, drain); }
static void json_gzip(uint64_t n) { read_made(make_gzip, n, json); }
static void pass_gzip(uint64_t n) { read_made(make_gzip, n, pass); }
static void pass_line(uint64_t n) { read_made(make_line, n, pass); }
static void copy_gzip(uint64_t n) { copy_made(make_gzip, n, 0); }
static void copy_text(uint64_t n) { copy_made(make_text, n, 0); }
static void copy_stored(uint64_t n) { copy_made(make_gzip, n, DFMT_APPORT_VARIANT_GZIP_1M); }
static void read_calls(uint64_t n) { read_made(make_calls, n, drain); }
static void read_events(uint64_t n) { read_made(make_events, n, drain); }
static void read_stream(uint64_t n) { read_made(make_stream, n, drain); }
static void read_blob(uint64_t n) { read_made(make_blob, n, drain); }
static void pass_blob(uint64_t n) { read_made(make_blob, n, pass); }
static void copy_calls(uint64_t n) { copy_made(make_calls, n, 0); }
static void copy_events(uint64_t n) { copy_made(make_events, n, 0); }
static void copy_stream(uint64_t n) { copy_made(make_stream, n, 0); }
static void write_gzip(uint64_t n) { write_binary(n, DFMT_APPORT_COMPRESSION_GZIP); }
static void write_zstd(uint64_t n) { write_binary(n, DFMT_APPORT_COMPRESSION_ZSTD); }
static void write_text(uint64_t n) {
  static const char line[] = "first line\nsecond line, a little longer\n";
  write_value(n, DFMT_APPORT_ENCODING_TEXT, 0, line, sizeof line - 1);
}

static const struct {
  const char *name;
  void (*run)(uint64_t mebibytes);
  uint32_t feature; /* DFMT_FEATURE_* that it needs, 0: none */
} scenes[] = {
    {"read_gzip", read_gzip, 0},
    {"read_zstd", read_zstd, DFMT_FEATURE_ZSTD},
    {"read_text", read_text, 0},
    {"read_line", read_line, 0},
    {"json_gzip", json_gzip, 0},
    {"pass_gzip", pass_gzip, 0},
    {"pass_line", pass_line, 0},
    {"copy_gzip", copy_gzip, 0},
    {"copy_text", copy_text, 0},
    {"copy_stored", copy_stored, 0},
    {"write_gzip", write_gzip, 0},
    {"write_zstd", write_zstd, DFMT_FEATURE_ZSTD},
    {"write_text", write_text, 0},
    {"read_calls", read_calls, DFMT_FEATURE_SNAPPY},
    {"read_events", read_events, DFMT_FEATURE_SNAPPY},
    {"read_stream", read_stream, DFMT_FEATURE_SNAPPY},
    {"read_blob", read_blob, DFMT_FEATURE_SNAPPY},
    {"pass_blob", pass_blob, DFMT_FEATURE_SNAPPY},
    {"copy_calls", copy_calls, DFMT_FEATURE_SNAPPY},
    {"copy_events", copy_events, DFMT_FEATURE_SNAPPY},
    {"copy_stream", copy_stream, DFMT_FEATURE_SNAPPY},
};

/* --- measuring --- */

/* Peak of resident memory of this process, KiB. */
static unsigned long peak(void) {
  FILE *f = fopen("/proc/self/status", "r");
  char line[200];
  unsigned long kib = 0;
  while (f && fgets(line, sizeof line, f)) sscanf(line, "VmHWM: %lu", &kib);
  if (f) fclose(f);
  return kib;
}

static int child(const char *name, uint64_t mebibytes) {
  for (size_t i = 0; i < ARRAY_LEN(scenes); i++) {
    if (strcmp(scenes[i].name, name) != 0) continue;
    context_set("%s of %llu MiB", name, (unsigned long long)mebibytes);
    scenes[i].run(mebibytes);
    printf("%lu\n", peak());
    fflush(stdout);
    return finish("memory") ? 1 : 0;
  }
  broken("no scene %s", name);
}

/* Runs a scene in a process of its own; its peak in KiB, 0: it failed. */
static unsigned long measure(const char *program, const char *scene, uint64_t mebibytes) {
  int fds[2], status;
  char size[32], answer[200] = "";
  snprintf(size, sizeof size, "%llu", (unsigned long long)mebibytes);
  if (pipe(fds) != 0) broken("no pipe");
  pid_t pid = fork();
  if (pid == 0) {
    dup2(fds[1], 1);
    execl(program, program, "--child", scene, size, (char *)NULL);
    _exit(99);
  }
  close(fds[1]);
  ssize_t got = read(fds[0], answer, sizeof answer - 1);
  waitpid(pid, &status, 0);
  close(fds[0]);
  if (!check(got > 0 && WIFEXITED(status) && WEXITSTATUS(status) == 0, "%s of %s MiB failed", scene, size)) return 0;
  return strtoul(answer, NULL, 10);
}

/* Whether the peak is the same for a small and for a large input. */
static bool is_flat(const char *scene, uint64_t large) {
  unsigned long a = measure("/proc/self/exe", scene, SMALL);
  unsigned long b = measure("/proc/self/exe", scene, large);
  printf("%-12s peak %5lu KiB for %d MiB, %5lu KiB for %llu MiB\n", scene, a, SMALL, b, (unsigned long long)large);
  fflush(stdout);
  return b <= a + (a / 20 > COUNTER_ERROR ? a / 20 : COUNTER_ERROR);
}

int main(int argc, char **argv) {
  if (argc == 4 && strcmp(argv[1], "--child") == 0) return child(argv[2], strtoull(argv[3], NULL, 10));
  if (under_sanitizer()) skip("a sanitizer's own memory would be measured");
  if (getenv("DFMT_EMULATED")) skip("an emulator's own memory would be measured");
  if (peak() == 0) skip("no /proc/self/status here");
  uint64_t large = argc > 1 ? strtoull(argv[1], NULL, 10) : LARGE;
  for (size_t i = 0; i < ARRAY_LEN(scenes); i++) {
    if (scenes[i].feature && !dfmt_has_feature(scenes[i].feature)) continue;
    const char *name = scenes[i].name;
    context_set("%s", name);
    /* On a busy system the counters are further off now and then: what grows with the input does so each time. */
    check(is_flat(name, large) || is_flat(name, large) || is_flat(name, large), "the peak grows with the input");
  }
  return finish("memory");
}
