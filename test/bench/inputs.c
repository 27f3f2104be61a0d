/* SPDX-License-Identifier: MIT */
#include "inputs.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <zlib.h>
#ifdef HAVE_ZSTD
#include <zstd.h>
#endif

#include "core_data.h"

/* In every name: another generator makes other files. */
#define GENERATION "1"

static const char report_head[] =
    "ProblemType: Crash\n"
    "Date: Thu Jan  2 03:04:05 2025\n"
    "ExecutablePath: /usr/bin/demo\n"
    "Signal: 11\n"
    "CoreDump: base64\n";

size_t base64_line(const uint8_t *in, size_t n, uint8_t *out) {
  static const char alphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  uint8_t *o = out;
  *o++ = ' ';
  for (size_t i = 0; i < n; i += 3) {
    size_t left = n - i;
    uint32_t v = (uint32_t)in[i] << 16 | (left > 1 ? (uint32_t)in[i + 1] << 8 : 0) | (left > 2 ? in[i + 2] : 0u);
    *o++ = (uint8_t)alphabet[v >> 18];
    *o++ = (uint8_t)alphabet[v >> 12 & 63];
    *o++ = left > 1 ? (uint8_t)alphabet[v >> 6 & 63] : '=';
    *o++ = left > 2 ? (uint8_t)alphabet[v & 63] : '=';
  }
  *o++ = '\n';
  return (size_t)(o - out);
}

static void join(char out[INPUT_PATH], const char *dir, const char *name) {
  if (snprintf(out, INPUT_PATH, "%s/%s", dir, name) >= INPUT_PATH) bench_fail("path too long: %s/%s", dir, name);
}

static bool exists(const char *path) {
  struct stat sb;
  return stat(path, &sb) == 0;
}

static FILE *create(const char *path) {
  FILE *f = fopen(path, "wb");
  if (!f) bench_fail("cannot write %s: %s", path, strerror(errno));
  return f;
}

static void put(FILE *f, const void *ptr, size_t len) {
  if (fwrite(ptr, 1, len, f) != len) bench_fail("cannot write: %s", strerror(errno));
}

static void finish(FILE *f, const char *from, const char *to) {
  if (fclose(f) != 0 || rename(from, to) != 0) bench_fail("cannot write %s: %s", to, strerror(errno));
}

uint8_t *input_load(const char *path, size_t *len) {
  FILE *f = fopen(path, "rb");
  struct stat sb;
  if (!f || fstat(fileno(f), &sb) != 0) bench_fail("cannot read %s: %s", path, strerror(errno));
  *len = (size_t)sb.st_size;
  uint8_t *p = bench_alloc(*len + 1);
  if (fread(p, 1, *len, f) != *len) bench_fail("cannot read %s", path);
  fclose(f);
  return p;
}

/* A pair of files in the making. */
struct core_output {
  FILE *report, *stream;
  struct core_input tmp;
  uint8_t *text; /* of a line of up to 2 * BENCH_BLOCK bytes */
};

static void unfinished_name(char out[INPUT_PATH], const char *path) {
  if (snprintf(out, INPUT_PATH, "%s~", path) >= INPUT_PATH) bench_fail("path too long: %s", path);
}

static void core_begin(struct core_output *o, const struct core_input *names) {
  fprintf(stderr, "making %s\n", names->report);
  unfinished_name(o->tmp.report, names->report);
  unfinished_name(o->tmp.stream, names->stream);
  o->report = create(o->tmp.report);
  o->stream = create(o->tmp.stream);
  o->text = bench_alloc((size_t)BENCH_BLOCK * 4);
  put(o->report, report_head, sizeof report_head - 1);
}

static void core_line(struct core_output *o, const uint8_t *ptr, size_t len) {
  put(o->stream, ptr, len);
  put(o->report, o->text, base64_line(ptr, len, o->text));
}

static void core_end(struct core_output *o, const struct core_input *names) {
  free(o->text);
  finish(o->stream, o->tmp.stream, names->stream);
  finish(o->report, o->tmp.report, names->report);
}

void core_gzip_input(const struct bench_options *options, struct core_input *out) {
  static const uint8_t header[] = {0x1f, 0x8b, 8, 8, 0, 0, 0, 0, 2, 0xff, 'C', 'o', 'r', 'e', 'D', 'u', 'm', 'p', 0};
  enum { ROOM = 2 * BENCH_BLOCK };
  join(out->report, options->dir, "core-gzip-" GENERATION ".crash");
  join(out->stream, options->dir, "core-gzip-" GENERATION ".stream");
  if (exists(out->report) && exists(out->stream)) return;

  struct core_output o;
  core_begin(&o, out);
  core_line(&o, header, sizeof header);
  uint8_t *block = bench_alloc(BENCH_BLOCK), *packed = bench_alloc(ROOM);
  uint32_t crc = 0;
  z_stream z = {0};
  if (deflateInit2(&z, 6, Z_DEFLATED, -15, 8, Z_DEFAULT_STRATEGY) != Z_OK) bench_fail("zlib does not start");
  const uint64_t size = (uint64_t)bench_scaled(options, CORE_MIB) << 20, blocks = size / BENCH_BLOCK;
  for (uint64_t i = 0; i <= blocks; i++) {
    size_t n = i < blocks ? BENCH_BLOCK : 0;
    if (n) core_block(i, block);
    crc = (uint32_t)crc32(crc, block, (uInt)n);
    z.next_in = block;
    z.avail_in = (uInt)n;
    z.next_out = packed;
    z.avail_out = ROOM - 8;
    int ret = deflate(&z, n ? Z_NO_FLUSH : Z_FINISH);
    if (ret != (n ? Z_OK : Z_STREAM_END) || z.avail_in) bench_fail("zlib stopped with %d", ret);
    size_t len = (size_t)(z.next_out - packed);
    for (size_t k = 0; !n && k < 4; k++) {
      packed[len + k] = (uint8_t)(crc >> (8 * k));
      packed[len + 4 + k] = (uint8_t)(size >> (8 * k));
    }
    if (!n) len += 8;
    if (len) core_line(&o, packed, len);
  }
  deflateEnd(&z);
  free(block);
  free(packed);
  core_end(&o, out);
}

#ifdef HAVE_ZSTD
void core_zstd_input(const struct bench_options *options, struct core_input *out) {
  join(out->report, options->dir, "core-zstd-" GENERATION ".crash");
  join(out->stream, options->dir, "core-zstd-" GENERATION ".stream");
  if (exists(out->report) && exists(out->stream)) return;

  struct core_output o;
  core_begin(&o, out);
  uint8_t *block = bench_alloc(BENCH_BLOCK), *packed = bench_alloc(BENCH_BLOCK);
  ZSTD_CCtx *z = ZSTD_createCCtx();
  if (!z || ZSTD_isError(ZSTD_CCtx_setParameter(z, ZSTD_c_compressionLevel, 3)) ||
      ZSTD_isError(ZSTD_CCtx_setParameter(z, ZSTD_c_checksumFlag, 1)))
    bench_fail("libzstd does not start");
  const uint64_t size = (uint64_t)bench_scaled(options, CORE_MIB) << 20, blocks = size / BENCH_BLOCK;
  ZSTD_outBuffer to = {packed, BENCH_BLOCK, 0};
  for (uint64_t i = 0; i <= blocks; i++) {
    ZSTD_inBuffer from = {block, i < blocks ? BENCH_BLOCK : 0, 0};
    if (from.size) core_block(i, block);
    for (size_t left = 1; from.pos < from.size || (i == blocks && left);) {
      left = ZSTD_compressStream2(z, &to, &from, i < blocks ? ZSTD_e_continue : ZSTD_e_end);
      if (ZSTD_isError(left)) bench_fail("libzstd: %s", ZSTD_getErrorName(left));
      if (to.pos < BENCH_BLOCK) continue;
      core_line(&o, packed, to.pos);
      to.pos = 0;
    }
  }
  if (to.pos) core_line(&o, packed, to.pos);
  ZSTD_freeCCtx(z);
  free(block);
  free(packed);
  core_end(&o, out);
}
#endif

/* Text of a small report in the making; what does not fit is a mistake in this file. */
struct text {
  char *ptr;
  size_t len, cap;
  uint64_t random;
};

static void add(struct text *t, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void add(struct text *t, const char *format, ...) {
  va_list ap;
  va_start(ap, format);
  int n = vsnprintf(t->ptr + t->len, t->cap - t->len, format, ap);
  va_end(ap);
  if (n < 0 || (size_t)n >= t->cap - t->len) bench_fail("a small report does not fit");
  t->len += (size_t)n;
}

static uint32_t below(struct text *t, uint32_t n) { return (uint32_t)(core_random(&t->random) >> 33) % n; }

static const char *const libraries[] = {"glib-2.0", "gtk-3", "ssl",  "crypto", "pthread", "X11",   "dbus-1", "systemd",
                                        "stdc++",   "pcre2", "zstd", "lzma",   "ffi",     "mount", "blkid",  "selinux"};
enum { N_LIBRARIES = sizeof libraries / sizeof *libraries };

static void add_maps(struct text *t) {
  uint64_t at = 0x7f0000000000 + (uint64_t)below(t, 1u << 20) * 4096;
  add(t, "ProcMaps:\n");
  for (uint32_t i = 0; i < 88; i++) {
    static const char *const modes[] = {"r--p", "r-xp", "r--p", "rw-p"};
    uint64_t size = (1 + (uint64_t)below(t, 300)) * 4096;
    add(t, " %012llx-%012llx %s %08x 08:02 %-26u /usr/lib/x86_64-linux-gnu/lib%s.so.%u.%u\n", (unsigned long long)at,
        (unsigned long long)(at + size), modes[i & 3], (i & 3) * 0x5000, 1050000 + below(t, 90000),
        libraries[i / 4 % N_LIBRARIES], i & 7, 100 + i / 4);
    at += size;
  }
}

static void add_status(struct text *t) {
  static const char *const sizes[] = {"VmPeak",  "VmSize", "VmLck", "VmPin", "VmHWM", "VmRSS", "RssAnon",
                                      "RssFile", "VmData", "VmStk", "VmExe", "VmLib", "VmPTE", "VmSwap"};
  static const char *const masks[] = {"SigPnd", "ShdPnd", "SigBlk", "SigIgn", "SigCgt", "CapInh", "CapPrm", "CapEff"};
  add(t, "ProcStatus:\n Name:\tdemo\n Umask:\t0022\n State:\tS (sleeping)\n Tgid:\t%u\n Pid:\t%u\n PPid:\t1\n",
      below(t, 30000), below(t, 30000));
  for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) add(t, " %s:\t%8u kB\n", sizes[i], below(t, 900000));
  for (size_t i = 0; i < sizeof masks / sizeof *masks; i++) add(t, " %s:\t%016x\n", masks[i], below(t, 1u << 30));
}

static void add_dependencies(struct text *t) {
  add(t, "Dependencies:\n");
  for (uint32_t i = 0; i < 190; i++) {
    add(t, " lib%s%u %u.%u.%u-%uubuntu%u", libraries[below(t, N_LIBRARIES)], i, below(t, 9), below(t, 90), below(t, 20),
        below(t, 9), below(t, 30));
    add(t, i % 24 == 7 ? " [origin: LP-PPA-demo]\n" : "\n");
  }
}

static void add_stack(struct text *t) {
  add(t, "Stacktrace:\n");
  for (uint32_t i = 0; i < 24; i++)
    add(t, " #%-2u 0x%012x in demo_step_%u (self=0x%x, count=%u) at ../src/demo-%u.c:%u\n", i, below(t, 1u << 30),
        below(t, 500), below(t, 1u << 30), below(t, 100), i % 7, below(t, 2000));
}

/* The text of one of them; returns its length, at most cap. */
static size_t small_report(uint32_t number, char *out, size_t cap) {
  struct text t = {.ptr = out, .cap = cap, .random = (number + 1) * 0x9e3779b97f4a7c15};
  add(&t, "ProblemType: Crash\nArchitecture: amd64\nCurrentDesktop: ubuntu:GNOME\nDate: Thu Jan  2 03:04:05 2025\n");
  add_dependencies(&t);
  add(&t, "DistroRelease: Ubuntu 22.04\nExecutablePath: /usr/bin/demo-%u\nExecutableTimestamp: %u\n", number,
      1600000000 + below(&t, 100000000));
  add(&t, "Package: demo 3.36.%u-0ubuntu1\nPackageArchitecture: amd64\n", below(&t, 30));
  add(&t, "ProcCmdline: /usr/bin/demo-%u --gapplication-service\nProcCwd: /home/user\n", number);
  add(&t, "ProcEnviron:\n LANG=en_US.UTF-8\n XDG_RUNTIME_DIR=<set>\n SHELL=/bin/bash\n PATH=(custom, user)\n");
  add_maps(&t);
  add_status(&t);
  add(&t, "Signal: 11\nSourcePackage: demo\n");
  add_stack(&t);
  add(&t, "StacktraceTop:\n demo_a (self=0x1)\n demo_b ()\n demo_c ()\n g_main_loop_run ()\n main ()\n");
  add(&t, "Tags:  jammy wayland-session\nTitle: demo crashed with SIGSEGV in caf\xc3\xa9_%u()\n", below(&t, 100));
  add(&t, "Uname: Linux 5.15.0-%u-generic x86_64\n", below(&t, 99));
  add(&t, "UpgradeStatus: No upgrade log present (probably fresh install)\n");
  add(&t, "UserGroups: adm cdrom dip lpadmin plugdev sudo\n");
  return t.len;
}

void small_inputs(const struct bench_options *o, char out[INPUT_PATH]) {
  enum { CAP = 65536 };
  char done[INPUT_PATH], path[INPUT_PATH], name[32];
  join(out, o->dir, "small-" GENERATION);
  join(done, o->dir, "small-" GENERATION ".complete");
  if (exists(done)) return;
  fprintf(stderr, "making %s\n", out);
  if (mkdir(out, 0777) != 0 && errno != EEXIST) bench_fail("cannot make %s: %s", out, strerror(errno));
  char *text = bench_alloc(CAP);
  for (uint32_t i = 0; i < bench_scaled(o, SMALL_REPORTS); i++) {
    snprintf(name, sizeof name, "%06u.crash", i);
    join(path, out, name);
    FILE *f = create(path);
    put(f, text, small_report(i, text, CAP));
    if (fclose(f) != 0) bench_fail("cannot write %s", path);
  }
  free(text);
  FILE *f = create(done);
  fclose(f);
}
