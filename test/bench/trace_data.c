/* SPDX-License-Identifier: MIT */
#include "trace_data.h"

#include <errno.h>
#include <snappy-c.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "core_data.h"

#define GENERATION "1" /* of the files: another one if what is below makes other bytes */

enum { CHUNK = 1 << 20, N_ENUMS = 3500, ENUM_STEP = 13, CALLS_PER_FRAME = 500, MAX_BLOB = 16384, MAX_TEXTURE = 262144 };

/* ---- the event stream ---- */

struct trace {
  FILE *f;
  char *packed;
  size_t room;
  uint8_t chunk[CHUNK];
  size_t n;       /* bytes in the chunk */
  uint64_t total; /* bytes written before it */
  uint64_t calls; /* entered */
  uint64_t random;
  uint64_t defined; /* bit n: function n */
  bool has_enums, has_bits;
};

static void flush(struct trace *t) {
  size_t len = t->room;
  if (t->n == 0) return;
  if (snappy_compress((const char *)t->chunk, t->n, t->packed + 4, &len) != SNAPPY_OK) bench_fail("libsnappy failed");
  for (size_t i = 0; i < 4; i++) t->packed[i] = (char)(uint8_t)(len >> (8 * i));
  if (fwrite(t->packed, 1, len + 4, t->f) != len + 4) bench_fail("cannot write: %s", strerror(errno));
  t->total += t->n;
  t->n = 0;
}

static void put_byte(struct trace *t, unsigned b) {
  if (t->n == CHUNK) flush(t);
  t->chunk[t->n++] = (uint8_t)b;
}

static void put_bytes(struct trace *t, const void *ptr, size_t len) {
  for (size_t i = 0; i < len; i++) put_byte(t, ((const uint8_t *)ptr)[i]);
}

static void put_uint(struct trace *t, uint64_t v) {
  for (; v > 127; v >>= 7) put_byte(t, (unsigned)(v & 127) | 128);
  put_byte(t, (unsigned)v);
}

static void put_string(struct trace *t, const char *s) {
  put_uint(t, strlen(s));
  put_bytes(t, s, strlen(s));
}

static uint64_t pick(struct trace *t, uint64_t n) { return core_random(&t->random) % n; }

/* ---- values ---- */

static void put_number(struct trace *t, uint64_t v) {
  put_byte(t, 4);
  put_uint(t, v);
}

static void put_float(struct trace *t) {
  float x = (float)pick(t, 4096) / 64 - 32;
  uint32_t bits;
  memcpy(&bits, &x, sizeof bits);
  put_byte(t, 5);
  for (size_t i = 0; i < 4; i++) put_byte(t, bits >> (8 * i) & 255);
}

static void put_floats(struct trace *t, uint32_t n) {
  put_byte(t, 11);
  put_uint(t, n);
  while (n--) put_float(t);
}

/* One of a table as large as OpenGL's. */
static void put_enum(struct trace *t, uint64_t place) {
  put_byte(t, 9);
  put_uint(t, 0);
  if (!t->has_enums) {
    char name[32];
    put_uint(t, N_ENUMS);
    for (uint32_t i = 0; i < N_ENUMS; i++) {
      snprintf(name, sizeof name, "GL_CONSTANT_NUMBER_%u", i);
      put_string(t, name);
      put_number(t, (uint64_t)i * ENUM_STEP);
    }
    t->has_enums = true;
  }
  put_number(t, place * ENUM_STEP);
}

static void put_bits(struct trace *t) {
  static const char *const names[] = {"GL_DEPTH_BUFFER_BIT", "GL_STENCIL_BUFFER_BIT", "GL_COLOR_BUFFER_BIT"};
  put_byte(t, 10);
  put_uint(t, 0);
  if (!t->has_bits) {
    put_uint(t, 3);
    for (uint32_t i = 0; i < 3; i++) {
      put_string(t, names[i]);
      put_uint(t, 0x100u << (3 * i));
    }
    t->has_bits = true;
  }
  put_uint(t, 0x4100);
}

static void put_name(struct trace *t) {
  static const char *const names[] = {"modelViewProjection", "lightPosition", "u_texture0", "material.diffuse"};
  put_byte(t, 7);
  put_string(t, names[pick(t, 4)]);
}

/* What vertices look like: few different words. */
static void put_blob(struct trace *t, size_t len) {
  put_byte(t, 8);
  put_uint(t, len);
  for (size_t i = 0; i < len; i += 4) {
    uint32_t word = pick(t, 4) ? (uint32_t)pick(t, 64) << 18 | 0x3f000000 : 0;
    for (size_t k = 0; k < 4; k++) put_byte(t, word >> (8 * k) & 255);
  }
}

static void put_pointer(struct trace *t, uint64_t v) {
  put_byte(t, 13);
  put_uint(t, v);
}

/* ---- calls ---- */

/* One letter for each argument: n number, s small number, e enum, b bitmask, f float, v, m and l 4, 16 and 64 floats,
 * t text, p pointer, d blob, D a large one, o an array of one number that comes with the leave; after '=' the result.
 */
struct function {
  const char *name, *kinds;
  const char *args[6];
};

static void put_value(struct trace *t, char kind) {
  switch (kind) {
    case 's': put_number(t, pick(t, 16)); break;
    case 'e': put_enum(t, pick(t, 40) * 80); break;
    case 'b': put_bits(t); break;
    case 'f': put_float(t); break;
    case 'v': put_floats(t, 4); break;
    case 'm': put_floats(t, 16); break;
    case 'l': put_floats(t, 64); break;
    case 't': put_name(t); break;
    case 'p': put_pointer(t, 0x55aa00000000 + pick(t, 4096) * 16); break;
    case 'd': put_blob(t, (size_t)(1 + pick(t, MAX_BLOB / 1024)) * 1024); break;
    case 'D': put_blob(t, (size_t)(1 + pick(t, MAX_TEXTURE / 4096)) * 4096); break;
    case 'o': put_byte(t, 11), put_uint(t, 1), put_number(t, pick(t, 4096)); break;
    default: put_number(t, pick(t, 65536)); break;
  }
}

static uint64_t enter(struct trace *t, const struct function *f, uint32_t id, uint64_t thread) {
  uint32_t n = 0;
  while (f->kinds[n] && f->kinds[n] != '=') n++;
  put_byte(t, 0);
  put_uint(t, thread);
  put_uint(t, id);
  if (!(t->defined >> id & 1)) {
    put_string(t, f->name);
    put_uint(t, n);
    for (uint32_t i = 0; i < n; i++) put_string(t, f->args[i]);
    t->defined |= (uint64_t)1 << id;
  }
  for (uint32_t i = 0; i < n; i++) {
    if (f->kinds[i] == 'o') continue;
    put_byte(t, 1);
    put_uint(t, i);
    put_value(t, f->kinds[i]);
  }
  put_byte(t, 0);
  return t->calls++;
}

static void leave(struct trace *t, const struct function *f, uint64_t number) {
  const char *out = strchr(f->kinds, 'o'), *result = strchr(f->kinds, '=');
  put_byte(t, 1);
  put_uint(t, number);
  if (out) {
    put_byte(t, 1);
    put_uint(t, (uint64_t)(out - f->kinds));
    put_value(t, 'o');
  }
  if (result) {
    put_byte(t, 2);
    put_value(t, result[1]);
  }
  put_byte(t, 0);
}

static void call(struct trace *t, const struct function *f, uint32_t id) { leave(t, f, enter(t, f, id, 0)); }

/* ---- the traces ---- */

enum { SWAP, UPLOAD, DRAW_FIRST };

static const struct function mixed[] = {
    [SWAP] = {"eglSwapBuffers", "pp=e", {"dpy", "surface"}},
    [UPLOAD] = {"glBufferSubData", "ennd", {"target", "offset", "size", "data"}},
    [DRAW_FIRST] = {"glDrawElements", "enep", {"mode", "count", "type", "indices"}},
    {"glUniformMatrix4fv", "snem", {"location", "count", "transpose", "value"}},
    {"glUniform4fv", "snv", {"location", "count", "value"}},
    {"glVertexAttribPointer", "seeesp", {"index", "size", "type", "normalized", "stride", "pointer"}},
    {"glUniformMatrix4fv", "snem", {"location", "count", "transpose", "value"}},
    {"glBindTexture", "en", {"target", "texture"}},
    {"glUniform4fv", "snv", {"location", "count", "value"}},
    {"glUniformMatrix4fv", "snel", {"location", "count", "transpose", "value"}},
    {"glGetUniformLocation", "nt=s", {"program", "name"}},
    {"glClear", "b", {"mask"}},
    {"glUniformMatrix4fv", "snem", {"location", "count", "transpose", "value"}},
    {"glUniformMatrix4fv", "snem", {"location", "count", "transpose", "value"}},
    {"glGenBuffers", "so", {"n", "buffers"}},
    {"glTexParameterf", "eef", {"target", "pname", "param"}},
};

static const struct function small[] = {
    {"eglSwapBuffers", "pp=e", {"dpy", "surface"}},   {"glBindTexture", "en", {"target", "texture"}},
    {"glUniform1i", "ss", {"location", "v0"}},        {"glDrawArrays", "esn", {"mode", "first", "count"}},
    {"glUniform1f", "sf", {"location", "v0"}},        {"glEnable", "e", {"cap"}},
    {"glUniform2f", "sff", {"location", "v0", "v1"}}, {"glViewport", "ssnn", {"x", "y", "width", "height"}},
};

static const struct function blobs[] = {
    [SWAP] = {"eglSwapBuffers", "pp=e", {"dpy", "surface"}},
    [UPLOAD] = {"glBufferData", "enDe", {"target", "size", "data", "usage"}},
    [DRAW_FIRST] = {"glDrawElements", "enep", {"mode", "count", "type", "indices"}},
    {"glBindTexture", "en", {"target", "texture"}},
};

enum { N_MIXED = sizeof mixed / sizeof *mixed, N_SMALL = sizeof small / sizeof *small };

/* An upload of another thread begins before the call and ends after it. */
static void mixed_call(struct trace *t) {
  uint32_t id = DRAW_FIRST + (uint32_t)pick(t, N_MIXED - DRAW_FIRST);
  bool upload = pick(t, 217) == 0;
  uint64_t number = upload ? enter(t, &mixed[UPLOAD], UPLOAD, 1) : 0;
  call(t, &mixed[id], id);
  if (upload) leave(t, &mixed[UPLOAD], number);
}

static void small_call(struct trace *t) {
  uint32_t id = 1 + (uint32_t)pick(t, N_SMALL - 1);
  call(t, &small[id], id);
}

static void blob_call(struct trace *t) {
  uint32_t id = pick(t, 16) == 0 ? UPLOAD : DRAW_FIRST + (uint32_t)pick(t, 2);
  call(t, &blobs[id], id);
}

static void begin(struct trace *t, const char *path) {
  static const uint8_t header[] = {6, 6};
  memset(t, 0, sizeof *t);
  t->random = 1;
  t->room = snappy_max_compressed_length(CHUNK);
  t->packed = bench_alloc(t->room + 4);
  t->f = fopen(path, "wb");
  if (!t->f || fwrite("at", 1, 2, t->f) != 2) bench_fail("cannot write %s: %s", path, strerror(errno));
  put_bytes(t, header, sizeof header);
  put_string(t, "process.name");
  put_string(t, "/usr/games/benchmark");
  put_byte(t, 0);
}

static void input(const struct bench_options *o, const char *name, const struct function *swap,
                  void (*one)(struct trace *t), char out[INPUT_PATH]) {
  const uint32_t mib = bench_scaled(o, TRACE_MIB);
  char unfinished[INPUT_PATH + 1];
  struct stat sb;
  if (snprintf(out, INPUT_PATH, "%s/%s-%u-" GENERATION ".trace", o->dir, name, mib) >= INPUT_PATH)
    bench_fail("path too long: %s", o->dir);
  if (stat(out, &sb) == 0) return;
  fprintf(stderr, "making %s\n", out);
  snprintf(unfinished, sizeof unfinished, "%s~", out);
  struct trace *t = bench_alloc(sizeof *t);
  begin(t, unfinished);
  while (t->total < (uint64_t)mib << 20) {
    for (uint32_t i = 0; i < CALLS_PER_FRAME; i++) one(t);
    call(t, swap, SWAP);
  }
  flush(t);
  if (fclose(t->f) != 0 || rename(unfinished, out) != 0) bench_fail("cannot write %s: %s", out, strerror(errno));
  free(t->packed);
  free(t);
}

void trace_mixed_input(const struct bench_options *o, char out[INPUT_PATH]) {
  input(o, "mixed", &mixed[SWAP], mixed_call, out);
}

void trace_small_input(const struct bench_options *o, char out[INPUT_PATH]) {
  input(o, "small", &small[SWAP], small_call, out);
}

void trace_blobs_input(const struct bench_options *o, char out[INPUT_PATH]) {
  input(o, "blobs", &blobs[SWAP], blob_call, out);
}
