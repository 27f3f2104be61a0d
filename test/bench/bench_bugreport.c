/* SPDX-License-Identifier: MIT */
/*
 * diagfmt-bench-bugreport --dir FOLDER: a large bug report read from its zip and as a text, against what inflating and
 * counting lines alone take, and against programs that people use. The files are made by big_input.py; what is MB are
 * bytes of text. Parts for --only: memory, zip, text, log, programs.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <zlib.h>
#ifdef HAVE_ISAL
#include <isa-l/crc.h>
#include <isa-l/igzip_lib.h>
#endif

#include "footprint.h"
#include "inputs.h"
#include "report.h"

enum { ROUNDS = 7, PEER_ROUNDS = 3, SECTIONS = 1900, SERVICES = 270, MEMORY_KIB = 8192 };

#define NAMED "THE LAST" /* a section after nearly all of the text */
#define SEARCHED "Activity.*99"

/* The text compressed, as it stands in the zip, and what is known about it. */
struct text {
  uint8_t *ptr;
  size_t len, cap;
  uint64_t bytes;
  uint32_t crc;
  char name[256]; /* of its entry */
};

struct input {
  char zip[INPUT_PATH], flat[INPUT_PATH], log[INPUT_PATH];
  const char *tool; /* the program diagfmt, or NULL */
  struct text text;
  uint64_t lines; /* of the text; each floor must find as many */
};

static uint64_t size_of(const char *path) {
  struct stat sb;
  if (stat(path, &sb) != 0) bench_fail("cannot read %s: %s", path, strerror(errno));
  return (uint64_t)sb.st_size;
}

/* ---- floors ---- */

static uint64_t lines_in(const uint8_t *p, size_t n) {
  uint64_t lines = 0;
  for (const uint8_t *end = p + n; (p = memchr(p, '\n', (size_t)(end - p))) != NULL; p++) lines++;
  return lines;
}

static void expect(struct input *in, const char *who, uint64_t bytes, uint64_t lines, uint32_t crc) {
  if (in->lines == 0) in->lines = lines;
  if (bytes != in->text.bytes || lines != in->lines || crc != in->text.crc) bench_fail("%s read something else", who);
}

static void zlib_floor(void *arg) {
  static uint8_t out[BENCH_BLOCK];
  struct input *in = arg;
  z_stream z = {.next_in = in->text.ptr, .avail_in = (uInt)in->text.len};
  uint64_t bytes = 0, lines = 0;
  uLong crc = 0;
  int ret = inflateInit2(&z, -15);
  while (ret == Z_OK) {
    z.next_out = out;
    z.avail_out = BENCH_BLOCK;
    ret = inflate(&z, Z_NO_FLUSH);
    uInt got = BENCH_BLOCK - z.avail_out;
    crc = crc32(crc, out, got);
    lines += lines_in(out, got);
    bytes += got;
  }
  inflateEnd(&z);
  if (ret != Z_STREAM_END) bench_fail("zlib stopped with %d", ret);
  expect(in, "zlib", bytes, lines, (uint32_t)crc);
}

#ifdef HAVE_ISAL
static void isal_floor(void *arg) {
  static uint8_t out[BENCH_BLOCK];
  struct input *in = arg;
  struct inflate_state *z = bench_alloc(sizeof *z);
  uint64_t bytes = 0, lines = 0;
  uint32_t crc = 0;
  isal_inflate_init(z);
  z->next_in = in->text.ptr;
  z->avail_in = (uint32_t)in->text.len;
  while (z->block_state != ISAL_BLOCK_FINISH) {
    z->next_out = out;
    z->avail_out = BENCH_BLOCK;
    int ret = isal_inflate(z);
    if (ret != ISAL_DECOMP_OK) bench_fail("ISA-L stopped with %d", ret);
    size_t got = BENCH_BLOCK - z->avail_out;
    crc = crc32_gzip_refl(crc, out, got);
    lines += lines_in(out, got);
    bytes += got;
  }
  free(z);
  expect(in, "ISA-L", bytes, lines, crc);
}
#endif

/* A text's lines counted as it is read. */
static void scan(const char *path) {
  static uint8_t buf[BENCH_BLOCK];
  uint64_t lines = 0;
  int fd = open(path, O_RDONLY | O_CLOEXEC);
  for (ssize_t n; (n = read(fd, buf, sizeof buf)) > 0;) lines += lines_in(buf, (size_t)n);
  close(fd);
  if (lines == 0) bench_fail("%s has no lines", path);
}

static void scan_flat(void *arg) { scan(((const struct input *)arg)->flat); }
static void scan_log(void *arg) { scan(((const struct input *)arg)->log); }

/* ---- ours ---- */

static dfmt_reader *open_reader(const dfmt_config *c, const char *path) {
  dfmt_reader *r = new_reader(c);
  dfmt_source *s = new_path_source(NULL, path);
  check_reader(dfmt_reader_open(r, DFMT_BUGREPORT, s), r);
  dfmt_source_free(s);
  return r;
}

static dfmt_reader *open_with(uint32_t option, uint64_t value, const char *path) {
  dfmt_config *c;
  check_config(dfmt_config_new(&c));
  check_config(dfmt_config_set(c, option, value));
  dfmt_reader *r = open_reader(c, path);
  dfmt_config_free(c);
  return r;
}

/* Sections and services with all their text; other entries of a zip are passed over. */
static void read_text(dfmt_reader *r, uint64_t bytes) {
  const dfmt_event *ev;
  const dfmt_bugreport_summary *end = NULL;
  dfmt_status st;
  uint64_t sections = 0, services = 0, text = 0;
  while ((st = dfmt_reader_next(r, &ev)) == DFMT_OK) {
    sections += ev->type == DFMT_BUGREPORT_SECTION_END;
    services += ev->type == DFMT_BUGREPORT_SERVICE_END;
    if (ev->flags & DFMT_EVENT_FLAG_PAYLOAD && ev->type != DFMT_BUGREPORT_ENTRY) text += discard_payload(r);
    end = dfmt_event_bugreport_summary(ev);
    if (end && (end->text_size != bytes || !end->complete)) bench_fail("the text is not what was made");
  }
  if (st != DFMT_END) check_reader(st, r);
  if (sections != SECTIONS || services != SERVICES || text < bytes / 10 * 9)
    bench_fail("%llu sections, %llu services", (unsigned long long)sections, (unsigned long long)services);
  dfmt_reader_free(r);
}

static void read_zip(void *arg) {
  const struct input *in = arg;
  read_text(open_reader(NULL, in->zip), size_of(in->flat));
}

static void read_forward(void *arg) {
  const struct input *in = arg;
  read_text(open_with(DFMT_CFG_BUGREPORT_PASS, DFMT_BUGREPORT_PASS_FORWARD, in->zip), size_of(in->flat));
}

static void read_flat(void *arg) {
  const struct input *in = arg;
  read_text(open_reader(NULL, in->flat), size_of(in->flat));
}

static void read_log(void *arg) {
  const struct input *in = arg;
  dfmt_reader *r = open_with(DFMT_CFG_BUGREPORT_LOG, 1, in->log);
  const dfmt_event *ev;
  dfmt_status st;
  uint64_t lines = 0, text = 0;
  while ((st = dfmt_reader_next(r, &ev)) == DFMT_OK) {
    const dfmt_bugreport_log *l = dfmt_event_bugreport_log(ev);
    if (!l) continue;
    lines += l->present & DFMT_BUGREPORT_LOG_HAS_USER_ID && l->process_id > 0 &&
             l->priority >= DFMT_BUGREPORT_PRIORITY_VERBOSE;
    text += l->tag.len + l->message.len;
  }
  if (st != DFMT_END) check_reader(st, r);
  if (lines < size_of(in->log) / 150 || text < size_of(in->log) / 3)
    bench_fail("only %llu lines", (unsigned long long)lines);
  dfmt_reader_free(r);
}

/* One section out of a text: its heading and its lines. */
static void find_named(void *arg) {
  const struct input *in = arg;
  dfmt_config *c;
  const dfmt_event *ev;
  check_config(dfmt_config_new(&c));
  check_config(dfmt_config_add(c, DFMT_CFG_BUGREPORT_TITLES, NAMED, strlen(NAMED)));
  dfmt_reader *r = open_reader(c, in->flat);
  dfmt_config_free(c);
  do check_reader(dfmt_reader_next(r, &ev), r);
  while (ev->type != DFMT_BUGREPORT_SECTION);
  if (discard_payload(r) == 0) bench_fail("the section is empty");
  dfmt_reader_free(r);
}

/* The compressed text out of the zip, for the floors. */
static void load_text(struct input *in) {
  struct text *t = &in->text;
  dfmt_reader *r = open_with(DFMT_CFG_BUGREPORT_TEXT, 0, in->zip);
  const dfmt_event *ev;
  const dfmt_bugreport_entry *e;
  const void *p;
  uint64_t n;
  dfmt_status st;
  do check_reader(dfmt_reader_next(r, &ev), r);
  while (!(e = dfmt_event_bugreport_entry(ev)) || e->role != DFMT_BUGREPORT_ROLE_MAIN);
  snprintf(t->name, sizeof t->name, "%.*s", (int)e->name.len, e->name.ptr);
  t->bytes = e->decoded_size;
  t->crc = e->crc32;
  t->cap = (size_t)e->stored_size;
  t->ptr = bench_alloc(t->cap);
  check_reader(dfmt_payload_mode(r, DFMT_PAYLOAD_STORED), r);
  while ((st = dfmt_payload_chunk(r, &p, &n)) == DFMT_OK) {
    if (n > t->cap - t->len) bench_fail("the text is longer than its entry says");
    memcpy(t->ptr + t->len, p, (size_t)n);
    t->len += (size_t)n;
  }
  if (st != DFMT_END) check_reader(st, r);
  dfmt_reader_free(r);
}

/* ---- programs ---- */

/* Runs a shell's command, its output dropped. $1: the zip, $2: the text's name in it, $3: the tool, $4: the text. */
static int run_command(const struct input *in, const char *command) {
  pid_t pid = fork();
  if (pid == 0) {
    int fd = open("/dev/null", O_WRONLY);
    if (fd < 0 || dup2(fd, STDOUT_FILENO) < 0 || dup2(fd, STDERR_FILENO) < 0) _exit(1);
    const char *tool = in->tool ? in->tool : "";
    execl("/bin/sh", "sh", "-c", command, "sh", in->zip, in->text.name, tool, in->flat, (char *)NULL);
    _exit(1);
  }
  int status;
  if (pid < 0 || waitpid(pid, &status, 0) != pid) bench_fail("no child");
  return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}

/* A command as one side of a comparison. */
struct program {
  const struct input *in;
  const char *command;
};

static void run_program(void *arg) {
  const struct program *p = arg;
  if (run_command(p->in, p->command) != 0) bench_fail("fails: %s", p->command);
}

static bool is_installed(const struct input *in, const char *name) {
  char command[64];
  snprintf(command, sizeof command, "command -v %s", name);
  return run_command(in, command) == 0;
}

/* ---- rows ---- */

static void row(const char *name, double work, uint32_t rounds, const struct bench_side *our,
                const struct bench_side *floor, double ratio) {
  bench_report(&(struct bench_row){.name = name,
                                   .ours = our,
                                   .floor = floor,
                                   .rounds = rounds,
                                   .work = work,
                                   .scale = 1e6,
                                   .unit = "MB/s",
                                   .min_ratio = ratio});
}

static void measure_zip(const struct bench_options *o, struct input *in) {
  struct bench_side our = {.run = read_zip, .arg = in, .name = "bugreport: zip"},
                    forward = {.run = read_forward, .arg = in, .name = "bugreport: forward"},
                    zlib = {.run = zlib_floor, .arg = in};
  double work = (double)in->text.bytes;
#ifdef HAVE_ISAL
  struct bench_side isal = {.run = isal_floor, .arg = in};
  struct bench_side *sides[] = {&our, &isal, &zlib, &forward};
#else
  struct bench_side *sides[] = {&our, &zlib, &forward};
#endif
  uint32_t n = bench_measure(o, ROUNDS, sides, sizeof sides / sizeof *sides);
  if (dfmt_has_feature(DFMT_FEATURE_ISAL)) {
#ifdef HAVE_ISAL
    row("bugreport: zip by ISA-L / ISA-L, lines, crc", work, n, &our, &isal, 0.83);
    if (o->floors) row("bugreport: forward by ISA-L / ISA-L, lines, crc", work, n, &forward, &isal, 0);
#endif
    row("bugreport: zip by ISA-L / zlib, lines, crc", work, n, &our, &zlib, 0);
  } else {
    row("bugreport: zip by zlib / zlib, lines, crc", work, n, &our, &zlib, 0.85);
    if (o->floors) row("bugreport: forward by zlib / zlib, lines, crc", work, n, &forward, &zlib, 0);
  }
}

static void measure_flat(const struct bench_options *o, struct input *in) {
  struct bench_side our = {.run = read_flat, .arg = in, .name = "bugreport: flat text"},
                    named = {.run = find_named, .arg = in, .name = "bugreport: one named section"},
                    lines = {.run = scan_flat, .arg = in};
  double work = (double)size_of(in->flat);
  uint32_t n = bench_measure(o, ROUNDS, (struct bench_side *[]){&our, &named, &lines}, 3);
  row("bugreport: flat text / memchr lines", work, n, &our, &lines, 0.40);
  if (o->floors) row("bugreport: one named section / memchr lines", work, n, &named, &lines, 0.50);
}

static void measure_log(const struct bench_options *o, struct input *in) {
  struct bench_side our = {.run = read_log, .arg = in, .name = "bugreport: log lines"},
                    lines = {.run = scan_log, .arg = in};
  double work = (double)size_of(in->log);
  uint32_t n = bench_measure(o, ROUNDS, (struct bench_side *[]){&our, &lines}, 2);
  row("bugreport: log lines / memchr lines", work, n, &our, &lines, 0);
  bench_report(&(struct bench_row){.name = "bugreport: log lines",
                                   .ours = &our,
                                   .rounds = n,
                                   .work = work,
                                   .scale = 1e6,
                                   .unit = "MB/s",
                                   .min_rate = 300e6});
}

/*
 * A library and a tool against programs; `ours` NULL: read_zip(). Where grep's output is a device that takes anything,
 * it stops at the first match, so that it writes to a pipe.
 */
static void measure_peer(const struct bench_options *o, struct input *in, const char *name, const char *ours,
                         const char *needed, const char *theirs, double target) {
  struct program a = {in, ours}, b = {in, theirs};
  struct bench_side our = {.run = ours ? run_program : read_zip, .arg = ours ? (void *)&a : (void *)in},
                    their = {.run = run_program, .arg = &b};
  if (ours && !in->tool) {
    bench_not_run(name, "no tool in this build");
  } else if (!is_installed(in, needed)) {
    char why[64];
    snprintf(why, sizeof why, "%s is not installed", needed);
    bench_not_run(name, why);
  } else {
    uint32_t n = bench_measure(o, PEER_ROUNDS, (struct bench_side *[]){&our, &their}, 2);
    row(name, (double)in->text.bytes, n, &our, &their, target);
  }
}

/* The tool's search in flat text against GNU grep's: what is there, what is not, and an expression. */
static void measure_grep(const struct bench_options *o, struct input *in) {
  static const struct {
    const char *name, *ours, *theirs;
  } rows[] = {
#define GREP(NAME, PATTERN) \
  {"diagfmt grep -c / grep -c, " NAME, "\"$3\" grep -c '" PATTERN "' \"$4\" | cat", \
   "grep -a -c '" PATTERN "' \"$4\" | cat"}
      GREP("literal", "WindowManager"),
      GREP("absent literal", "zqx"),
      GREP("expression", "pid [0-9]*7"),
#undef GREP
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    measure_peer(o, in, rows[i].name, rows[i].ours, "grep", rows[i].theirs, 1.2);
}

static const char unzip_grep[] = "unzip -p \"$1\" \"$2\" | grep -c '" SEARCHED "' | cat";

static void measure_peers(const struct bench_options *o, struct input *in) {
  static const char split[] =
      "python3 -c 'import sys, zipfile; "
      "text = zipfile.ZipFile(sys.argv[1]).read(sys.argv[2]).decode(\"utf-8\", \"replace\"); "
      "print(len(text.split(\"\\n\")))' \"$1\" \"$2\"";
  measure_peer(o, in, "bugreport: zip / unzip -p | grep -c", NULL, "unzip", unzip_grep, 0);
  measure_peer(o, in, "bugreport: zip / Python zipfile, split", NULL, "python3", split, 0);
  measure_peer(o, in, "bugreport: zip / bsdtar -xO | wc -l", NULL, "bsdtar", "bsdtar -xOf \"$1\" \"$2\" | wc -l", 0);
  measure_peer(o, in, "diagfmt info / unzip -p | grep -c", "\"$3\" info \"$1\"", "unzip", unzip_grep, 0);
  measure_peer(o, in, "diagfmt grep -c / unzip -p | grep -c", "\"$3\" grep -c '" SEARCHED "' \"$1\"", "unzip",
               unzip_grep, 0);
  measure_peer(o, in, "diagfmt cat section:, zip / unzip -p | grep -c", "\"$3\" cat \"$1\" 'section:" NAMED "'",
               "unzip", unzip_grep, 0);
  measure_peer(o, in, "diagfmt cat section:, flat / grep -c", "\"$3\" cat \"$4\" 'section:" NAMED "'", "grep",
               "grep -c '" NAMED "' \"$4\" | cat", 0);
  measure_grep(o, in);
}

/* Before anything large is in memory. */
static void measure_memory(const struct input *in) {
  static const struct {
    const char *name;
    void (*run)(void *arg);
  } ways[] = {{"zip", read_zip}, {"forward", read_forward}, {"flat text", read_flat}, {"log lines", read_log}};
  for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
    char name[80], ours[32];
    long peak = footprint(ways[i].run, (void *)(uintptr_t)in).peak;
    bool ok = peak <= MEMORY_KIB;
    snprintf(name, sizeof name, "bugreport: peak memory, %s", ways[i].name);
    snprintf(ours, sizeof ours, "%ld KiB", peak);
    bench_print(name, ours, "", "", "<= 8192 KiB", ok ? "ok" : "miss");
  }
}

static void join(char out[INPUT_PATH], const char *dir, const char *name) {
  if (snprintf(out, INPUT_PATH, "%s/%s", dir, name) >= INPUT_PATH) bench_fail("the path of %s is too long", dir);
}

int main(int argc, char **argv) {
  struct bench_options o = bench_start(argc, argv);
  struct input in = {.tool = o.tool};
  join(in.zip, o.dir, "big.bugreport.zip");
  join(in.flat, o.dir, "big.bugreport.txt");
  join(in.log, o.dir, "big.bugreport-log.txt");
  if (bench_wanted(&o, "memory")) measure_memory(&in);
  load_text(&in);
  if (bench_wanted(&o, "zip")) measure_zip(&o, &in);
  if (bench_wanted(&o, "text")) measure_flat(&o, &in);
  if (bench_wanted(&o, "log")) measure_log(&o, &in);
  if (bench_wanted(&o, "programs")) measure_peers(&o, &in);
  free(in.text.ptr);
  return 0;
}
