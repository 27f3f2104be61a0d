/* SPDX-License-Identifier: MIT */
/* Extract: beside what every operation is held to, names, damage, limits, and folders that cannot be written to. */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <diagfmt/diagfmt.h>
#include <diagfmt/ops/extract.h>

#include "all.h"

const struct kind kind = {.name = "extract", .option = DFMT_OPS_EXTRACT_SECTIONS, .extracts = true};

struct extraction {
  dfmt_op *op;
  char path[300];
  int fd;
};

/* into: a descriptor for its files. */
static dfmt_op *made(const char *text, size_t len, const dfmt_config *c, int into) {
  dfmt_op *op;
  dfmt_source *s;
  dfmt_config *own;
  assert_int_equal(dfmt_config_copy(c, &own), DFMT_OK);
  assert_int_equal(dfmt_config_set(own, DFMT_OPS_EXTRACT_DIRECTORY, (uint64_t)into), DFMT_OK);
  assert_int_equal(dfmt_op_new(own, "extract", &op), DFMT_OK);
  assert_int_equal(dfmt_source_memory(NULL, text, len, &s), DFMT_OK);
  assert_int_equal(dfmt_op_add(op, s), DFMT_OK);
  dfmt_source_free(s);
  dfmt_config_free(own);
  return op;
}

static struct extraction begin(const char *text, size_t len, const dfmt_config *c) {
  struct extraction x;
  x.fd = make_folder(x.path);
  x.op = made(text, len, c, x.fd);
  return x;
}

static struct extraction begin_text(const char *text, const dfmt_config *c) { return begin(text, strlen(text), c); }

/* The rows are these kinds of problems, 0 at their end. */
static void assert_problems(struct extraction *x, const uint32_t *what) {
  dfmt_rows *rows;
  const dfmt_head *row;
  assert_int_equal(dfmt_op_answer(x->op, NULL, &rows), DFMT_OK);
  for (; *what; what++) {
    assert_int_equal(dfmt_rows_next(rows, &row), DFMT_OK);
    assert_int_equal(((const dfmt_extract_problem *)(const void *)row)->what, *what);
  }
  assert_int_equal(dfmt_rows_next(rows, &row), DFMT_END);
  dfmt_rows_free(rows);
}

static dfmt_extract_total total(struct extraction *x) {
  dfmt_rows *rows;
  assert_int_equal(dfmt_op_answer(x->op, NULL, &rows), DFMT_OK);
  const dfmt_extract_total t = *(const dfmt_extract_total *)(const void *)dfmt_rows_set(rows)->facts;
  dfmt_rows_free(rows);
  return t;
}

/* The files' names and sizes are these lines. */
static void end(struct extraction *x, const char *files) {
  char names[2000] = "";
  dfmt_op_free(x->op);
  close(x->fd);
  char *text = take_folder(x->path);
  for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n"))
    snprintf(names + strlen(names), sizeof names - strlen(names), "%.*s\n", (int)(strrchr(line, ' ') - line), line);
  assert_string_equal(names, files);
  free(text);
}

static void test_order(void **state) {
  (void)state;
  struct extraction x = begin_text("ProblemType: Crash\n", NULL);
  dfmt_op *op;
  dfmt_source *s;
  assert_int_equal(dfmt_op_run(x.op), DFMT_OK);
  end(&x, "/ProblemType 5\n");
  assert_int_equal(dfmt_op_new(NULL, "extract", &op), DFMT_OK);
  assert_int_equal(dfmt_source_memory(NULL, "", 0, &s), DFMT_OK);
  assert_int_equal(dfmt_op_add(op, s), DFMT_OK);
  assert_int_equal(dfmt_op_run(op), DFMT_E_ARG); /* no directory */
  dfmt_source_free(s);
  dfmt_op_free(op);
}

/* The first of equal keys is kept, unsafe ones have no file, and links are not followed. */
static void test_names(void **state) {
  (void)state;
  struct extraction x = begin_text("ProblemType: Crash\nA: 1\nA: 22\nCON: x\nLink: y\n", NULL);
  char link[400];
  snprintf(link, sizeof link, "%.299s/Link", x.path);
  assert_int_equal(symlink("/tmp/diagfmt-elsewhere", link), 0);
  assert_int_equal(dfmt_op_run(x.op), DFMT_OK);
  assert_problems(&x, (const uint32_t[]){DFMT_EXTRACT_REPEATED, DFMT_EXTRACT_UNSAFE, DFMT_EXTRACT_REPEATED, 0});
  assert_int_equal(total(&x).n_files, 2);
  assert_int_equal(total(&x).n_problems, 1);
  assert_int_equal(access("/tmp/diagfmt-elsewhere", F_OK), -1);
  assert_int_equal(unlink(link), 0);
  end(&x, "/A 1\n/ProblemType 5\n");
}

/* What could be decoded of a damaged value stays, and the next one follows. */
static void test_damage(void **state) {
  (void)state;
  struct extraction x = begin_text("A: b\nCore: base64\n H4sICAAAAAAC/0NvcmUA\n nonsense!\nB: cc\n", NULL);
  assert_int_equal(dfmt_op_run(x.op), DFMT_OK);
  assert_problems(&x, (const uint32_t[]){DFMT_EXTRACT_DAMAGED, 0});
  end(&x, "/A 1\n/B 2\n/Core 0\n");
}

/* Damage between values ends it where it is, if it is accepted; what was asked for is then not missed. */
static void test_end(void **state) {
  (void)state;
  dfmt_config *c;
  assert_int_equal(dfmt_config_new(&c), DFMT_OK);
  assert_int_equal(dfmt_config_add(c, DFMT_OPS_KEYS, "[AZ]", 4), DFMT_OK);
  assert_int_equal(dfmt_config_add(c, DFMT_OPS_KEYS, "Z", 1), DFMT_OK);
  struct extraction x = begin_text("ProblemType: Crash\nA: b\nbad key: c\n", c);
  assert_int_equal(dfmt_op_run(x.op), DFMT_E_FORMAT);
  assert_int_equal(dfmt_op_run(x.op), DFMT_E_STATE);
  assert_int_equal(dfmt_op_accept(x.op), DFMT_OK);
  assert_int_equal(dfmt_op_run(x.op), DFMT_OK);
  assert_problems(&x, (const uint32_t[]){DFMT_EXTRACT_ENDED, 0});
  end(&x, "/A 1\n");
  x = begin_text("ProblemType: Crash\nA: b\n", c);
  assert_int_equal(dfmt_op_run(x.op), DFMT_OK);
  assert_problems(&x, (const uint32_t[]){DFMT_EXTRACT_NO_ENTRY, 0});
  end(&x, "/A 1\n");
  dfmt_config_free(c);
}

/* A limit is raised, or what is there up to it is kept. */
static void test_limit(void **state) {
  (void)state;
  dfmt_config *c;
  static const char text[] =
      "ProblemType: Crash\nA: base64\n eJztwTEBAAAAwqDai28KP6AAAAAAgLcBFBYoSA==\nB: cc\n"; /* 5000 times 'x', in zlib */
  assert_int_equal(dfmt_config_new(&c), DFMT_OK);
  assert_int_equal(dfmt_config_set(c, DFMT_CFG_MAX_OUTPUT, 1024), DFMT_OK);
  for (int raised = 0; raised < 2; raised++) {
    struct extraction x = begin_text(text, c);
    assert_int_equal(dfmt_op_run(x.op), DFMT_E_LIMIT);
    assert_int_equal(dfmt_op_error(x.op)->option, DFMT_CFG_MAX_OUTPUT);
    if (raised)
      assert_int_equal(dfmt_op_limit(x.op, DFMT_CFG_MAX_OUTPUT, 1 << 20), DFMT_OK);
    else
      assert_int_equal(dfmt_op_accept(x.op), DFMT_OK);
    assert_int_equal(dfmt_op_run(x.op), DFMT_OK);
    assert_problems(&x, raised ? (const uint32_t[]){0} : (const uint32_t[]){DFMT_EXTRACT_LIMIT, 0});
    assert_int_equal(total(&x).n_files, 3);
    end(&x, raised ? "/A 5000\n/B 2\n/ProblemType 5\n" : "/A 1024\n/B 2\n/ProblemType 5\n");
  }
  dfmt_config_free(c);
}

/* Where no file can be written it is an error, after which the next value has its turn. */
static void test_unwritten(void **state) {
  (void)state;
  static const char text[] = "Uname: b\nB: c\n";
  struct extraction x = begin_text(text, NULL);
  int null = open("/dev/null", O_RDONLY | O_CLOEXEC);
  dfmt_op_free(x.op);
  x.op = made(text, sizeof text - 1, NULL, null);
  for (int i = 0; i < 2; i++) {
    assert_int_equal(dfmt_op_run(x.op), DFMT_E_IO);
    assert_int_equal(dfmt_op_error(x.op)->origin, DFMT_ORIGIN_SINK);
    assert_true(dfmt_op_error(x.op)->sys_errno);
    assert_int_equal(dfmt_op_accept(x.op), DFMT_OK);
  }
  assert_int_equal(dfmt_op_run(x.op), DFMT_OK);
  assert_problems(&x, (const uint32_t[]){DFMT_EXTRACT_UNWRITTEN, DFMT_EXTRACT_UNWRITTEN, 0});
  assert_int_equal(total(&x).n_files, 0);
  close(null);
  end(&x, "");
}

/* Formats without values say so. */
static void test_refused(void **state) {
  (void)state;
  struct extraction x = begin_text("7: malloc 0x5000 24\n7: free 0x5000\n", NULL);
  assert_int_equal(dfmt_op_run(x.op), DFMT_E_UNSUPPORTED);
  assert_non_null(strstr(dfmt_op_error(x.op)->message, "records of malloc_debug have no values"));
  assert_int_equal(dfmt_op_accept(x.op), DFMT_OK);
  assert_int_equal(dfmt_op_run(x.op), DFMT_OK);
  assert_problems(&x, (const uint32_t[]){0});
  end(&x, "");
}

static const char bugreport[] =
    "========================================================\n"
    "== dumpstate: 2024-03-17 08:15:30\n"
    "========================================================\n"
    "\n"
    "Build: AB1C\n"
    "------ UP/TIME (uptime) ------\n"
    "up 1 day\n"
    "------ 0.001s was the duration of 'UP/TIME' ------\n"
    "------ DUMPSYS (/system/bin/dumpsys) ------\n"
    "before\n"
    "-------------------------------------------------------------------------------\n"
    "DUMP OF SERVICE a.b/c:\n"
    "of the service\n"
    "--------- 0.001s was the duration of dumpsys a.b/c, ending at: 2024-03-17 08:15:31\n"
    "------ 0.002s was the duration of 'DUMPSYS' ------\n";

/* Sections and services only if they are asked for, by keys of theirs. */
static void test_sections(void **state) {
  (void)state;
  dfmt_config *c;
  struct extraction x = begin_text(bugreport, NULL);
  assert_int_equal(dfmt_op_run(x.op), DFMT_OK);
  assert_problems(&x, (const uint32_t[]){DFMT_EXTRACT_NO_FILES, 0});
  end(&x, "");
  assert_int_equal(dfmt_config_new(&c), DFMT_OK);
  assert_int_equal(dfmt_config_set(c, DFMT_OPS_EXTRACT_SECTIONS, 1), DFMT_OK);
  x = begin_text(bugreport, c);
  assert_int_equal(dfmt_op_run(x.op), DFMT_OK);
  end(&x, "/sections/000_UP_TIME.txt 9\n/sections/001_DUMPSYS.txt 7\n/services/000_a.b_c.txt 15\n");
  assert_int_equal(dfmt_config_add(c, DFMT_OPS_KEYS, "service:*", 9), DFMT_OK);
  x = begin_text(bugreport, c);
  assert_int_equal(dfmt_op_run(x.op), DFMT_OK);
  end(&x, "/services/000_a.b_c.txt 15\n");
  dfmt_config_free(c);
}

int main(void) {
  const struct CMUnitTest tests[] = {ALL_TESTS,
                                     cmocka_unit_test(test_order),
                                     cmocka_unit_test(test_names),
                                     cmocka_unit_test(test_damage),
                                     cmocka_unit_test(test_end),
                                     cmocka_unit_test(test_limit),
                                     cmocka_unit_test(test_unwritten),
                                     cmocka_unit_test(test_refused),
                                     cmocka_unit_test(test_sections)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
