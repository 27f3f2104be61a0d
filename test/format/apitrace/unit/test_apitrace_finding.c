/* SPDX-License-Identifier: MIT */
/* The table of findings of traces: what counts as a fault, where memory fails, and its limits. */
#include "rows.h"

#include "apitrace_write.h"

/* ---- traces ---- */

enum { FUNCTIONS = 700 };

/* A trace that is written, and its functions by their names. */
struct program {
  struct fixture out;
  dfmt_apitrace_sig sigs[FUNCTIONS];
  char names[FUNCTIONS][32];
  uint32_t n;
};

static const dfmt_str arg_names[] = {S("a"), S("b"), S("c"), S("d")};
static const dfmt_str error_names[] = {S("OK"), S("BAD"), S("GL_LINK_STATUS"), S("E_FAIL")};
static const int64_t error_values[] = {0, 0x500, 0x8b82, -2147467259};
static const dfmt_apitrace_sig sig_error = SIG(ENUM, 0, {0}, error_names, error_values);

static struct program *begin_program(void) {
  struct program *p = calloc(1, sizeof *p);
  assert_non_null(p);
  open_with(&p->out, NULL, NULL, DFMT_APITRACE_CONTAINER_GZIP); /* in builds with and without codecs */
  return p;
}

static void name_program(struct program *p, const char *name) {
  const dfmt_pair property = {S("process.name"), {name, strlen(name)}};
  const dfmt_apitrace_header h = {
      .head = {sizeof h, DFMT_APITRACE_HEADER},
      .present = DFMT_APITRACE_HEADER_HAS_SEMANTIC_VERSION | DFMT_APITRACE_HEADER_HAS_PROPERTIES,
      .semantic_version = 6,
      .properties = &property,
      .n_properties = 1};
  assert_int_equal(dfmt_writer_put(p->out.w, &h.head), DFMT_OK);
}

static const dfmt_apitrace_sig *function(struct program *p, const char *name) {
  uint32_t i = 0;
  while (i < p->n && strcmp(p->names[i], name) != 0) i++;
  if (i < p->n) return &p->sigs[i];
  assert_in_range(p->n, 0, FUNCTIONS - 1);
  snprintf(p->names[p->n++], sizeof *p->names, "%s", name);
  p->sigs[i] = (dfmt_apitrace_sig)SIG(FUNCTION, i, {0}, arg_names, NO_VALUES);
  p->sigs[i].name = (dfmt_str){p->names[i], strlen(p->names[i])};
  return &p->sigs[i];
}

/* A call of a thread with arguments, up to NULL, and what it returned, or NULL. */
static void does(struct program *p, uint64_t thread, const char *name, const dfmt_apitrace_value *ret,
                 const dfmt_apitrace_value *const *values) {
  dfmt_apitrace_arg args[LEN(arg_names)] = {{.number = 0}};
  dfmt_apitrace_call c = call_of(DFMT_APITRACE_CALL, function(p, name), thread);
  for (; values && values[c.n_args]; c.n_args++) args[c.n_args] = (dfmt_apitrace_arg){{0}, values[c.n_args], c.n_args};
  c.args = args;
  c.present |= c.n_args ? DFMT_APITRACE_CALL_HAS_ARGS : 0;
  if (ret) give_ret(&c, ret);
  put(&p->out, &c);
}

static void plain(struct program *p, uint64_t thread, const char *name) { does(p, thread, name, NULL, NULL); }

static void returns(struct program *p, uint64_t thread, const char *name, dfmt_apitrace_value ret) {
  does(p, thread, name, &ret, NULL);
}

static dfmt_apitrace_value named(int64_t number) {
  return sig_node(DFMT_APITRACE_VALUE_ENUM, (uint64_t)number, &sig_error);
}

static void asks(struct program *p, uint64_t thread, int64_t error) { returns(p, thread, "glGetError", named(error)); }

/* Asks for the status of a program that did not link. */
static void fails_to_link(struct program *p, uint64_t thread, uint64_t object) {
  const dfmt_apitrace_value of = NODE(UINT, object), which = named(0x8b82);
  const dfmt_apitrace_value out[] = {parent(DFMT_APITRACE_VALUE_ARRAY, 2, 1, NULL), NODE(FALSE, 0)};
  does(p, thread, "glGetProgramiv", NULL, (const dfmt_apitrace_value *[]){&of, &which, out, NULL});
}

static void gets_log(struct program *p, uint64_t thread, uint64_t object, const char *log) {
  const dfmt_apitrace_value of = NODE(UINT, object), none = NODE(NULL, 0), text = BYTES(STRING, log, strlen(log));
  does(p, thread, "glGetProgramInfoLog", NULL, (const dfmt_apitrace_value *[]){&of, &none, &none, &text, NULL});
}

static void enters(struct program *p, uint64_t thread, const char *name) {
  const dfmt_apitrace_call c = call_of(DFMT_APITRACE_ENTER, function(p, name), thread);
  put(&p->out, &c);
}

static void end_program(struct program *p, struct rows_case *c) {
  uint64_t size;
  assert_int_equal(dfmt_writer_finish(p->out.w), DFMT_OK);
  assert_int_equal(dfmt_sink_bytes(p->out.sink, &c->ptr, &size), DFMT_OK);
  c->len = (size_t)size;
}

static void free_program(struct program *p) {
  close_it(&p->out);
  free(p);
}

/* ---- rows ---- */

static const struct rows_case findings = {.table = "apitrace.triage_finding",
                                          .columns = {"truncated", "severity", "count", "process_name", "signature"}};

/* Wherever memory fails. */
static void expect_rows(struct program *p, const char *want) {
  struct rows_case c = findings;
  end_program(p, &c);
  c.want = want;
  check_case(&c);
  free_program(p);
}

/* The text of all rows, by the caller to be freed. */
static struct lines rows_of(struct program *p) {
  struct rows_case c = findings;
  struct ArrowSchema schema;
  struct ArrowArray batch;
  struct lines got = {0};
  dfmt_scan *x;
  uint32_t table;
  end_program(p, &c);
  assert_int_equal(scan_case(&c, NULL, 0, &x), DFMT_OK);
  assert_int_equal(dfmt_scan_schema(x, 0, &schema), DFMT_OK);
  while (dfmt_scan_next(x, &table, &batch) == DFMT_OK) {
    add_rows(&got, &schema, &batch);
    batch.release(&batch);
  }
  schema.release(&schema);
  dfmt_scan_free(x);
  free_program(p);
  return got;
}

/* ---- faults ---- */

/* Of a thread's only call since it asked, else of one that is not known. */
static void test_gl_errors(void **state) {
  (void)state;
  struct program *p = begin_program();
  name_program(p, "C:\\Games/a game.exe");
  plain(p, 0, "glOne");
  plain(p, 1, "glOther");
  asks(p, 0, 0x500);
  asks(p, 0, 0x500);
  plain(p, 0, "glTwo");
  asks(p, 1, 0);
  asks(p, 0, 0x501);
  plain(p, 0, "glOne");
  returns(p, 0, "glGetError", NODE(UINT, 0x500));
  plain(p, 0, "glOne");
  plain(p, 0, "glTwo");
  asks(p, 0, 0x500);
  expect_rows(p,
              "0 40 2 C:\\Games/a game.exe api|a game.exe|?|BAD\n"
              "0 40 1 C:\\Games/a game.exe api|a game.exe|glOne|BAD\n"
              "0 40 1 C:\\Games/a game.exe api|a game.exe|glTwo|0x501\n"
              "0 40 1 C:\\Games/a game.exe api|a game.exe|glOne|0x500\n");
}

static void test_shaders(void **state) {
  (void)state;
  struct program *p = begin_program();
  fails_to_link(p, 0, 1);
  fails_to_link(p, 0, 2);
  gets_log(p, 1, 1, "error: of another thread");
  gets_log(p, 0, 2, "w\n  two: Error 2 \nerror 3");
  gets_log(p, 0, 9, "link error of 1");
  gets_log(p, 0, 1, "error: too late");
  fails_to_link(p, 0, 1);
  gets_log(p, 0, 1, "no reason");
  fails_to_link(p, 0, 1);
#define LINK "api|?|glLinkProgram|GL_LINK_STATUS"
  expect_rows(p, "0 42 2 ? " LINK "\n0 42 1 ? " LINK "|error of 1\n0 42 1 ? " LINK "|Error 2\n");
}

/* Results of 32 bits below 0; those that are answers, or no results, do not count. */
static void test_results(void **state) {
  (void)state;
  struct program *p = begin_program();
  returns(p, 0, "IA::Make", named(-2147467259));
  returns(p, 0, "IA::Make", named(0x80004005));
  returns(p, 0, "IA::Make", NODE(SINT, -1));
  returns(p, 0, "IA::Make", NODE(SINT, -2147483649));
  returns(p, 0, "IA::Make", NODE(UINT, 0x80004005));
  returns(p, 0, "IA::Make", named(1));
  returns(p, 0, "IA::CheckThis", named(-2147467259));
  returns(p, 0, "IA::QueryInterface", named(-2147467259));
  returns(p, 0, "IA::QueryInterfaces", named(-2147467259));
  returns(p, 0, "Make", named(-2147467259));
  returns(p, 0, "glCheckFramebufferStatus", NODE(UINT, 0x8cd5));
  returns(p, 0, "glCheckXFramebufferStatusY", NODE(UINT, 0x8cd6));
  expect_rows(p,
              "0 40 1 ? api|?|IA::Make|E_FAIL\n"
              "0 40 1 ? api|?|IA::Make|0x80004005\n"
              "0 40 1 ? api|?|IA::Make|0xffffffff\n"
              "0 40 1 ? api|?|IA::QueryInterfaces|E_FAIL\n"
              "0 40 1 ? api|?|glCheckXFramebufferStatusY|0x8cd6\n");
}

/* Of a thread the call where it is. */
static void test_unfinished(void **state) {
  (void)state;
  struct program *p = begin_program();
  enters(p, 0, "glDraw");
  enters(p, 1, "ISwapChain::Present1");
  enters(p, 0, "glDrawMore");
  enters(p, 257, "eglSwapBuffersWithDamage");
  expect_rows(p,
              "0 60 1 ? api|?|glDrawMore|no return\n"
              "0 15 1 ? api|?|ISwapChain::Present1|no return\n"
              "0 15 1 ? api|?|eglSwapBuffersWithDamage|no return\n");
}

/* ---- limits ---- */

/* Of a finding all are counted, and 512 places are kept. */
static void test_many_places(void **state) {
  (void)state;
  struct program *p = begin_program();
  for (int i = 0; i < 513; i++) asks(p, 0, 0x500);
  struct lines got = rows_of(p);
  assert_string_equal(got.ptr, "1 40 513 ? api|?|?|BAD\n");
  free(got.ptr);
}

/* The 513th finding is missing, which all tell. */
static void test_many_findings(void **state) {
  (void)state;
  struct program *p = begin_program();
  char name[32];
  for (int i = 0; i < 513; i++) {
    snprintf(name, sizeof name, "glCall%d", i);
    plain(p, 0, name);
    asks(p, 0, 0x500);
  }
  struct lines got = rows_of(p);
  size_t n = 0;
  for (const char *at = got.ptr; (at = strstr(at, "1 40 1 ? ")) != NULL; at++) n++;
  assert_int_equal(n, 512);
  free(got.ptr);
}

/* Of more programs than can wait for a log, the first have none. */
static void test_many_programs(void **state) {
  (void)state;
  struct program *p = begin_program();
  for (uint64_t i = 0; i < 70; i++) fails_to_link(p, 0, i);
  gets_log(p, 0, 99, "error: e");
  struct lines got = rows_of(p);
  assert_string_equal(got.ptr, "0 42 64 ? " LINK "|error: e\n0 42 6 ? " LINK "\n");
  free(got.ptr);
}

/* Two threads in one place: what the other called is forgotten. */
static void test_many_threads(void **state) {
  (void)state;
  struct program *p = begin_program();
  plain(p, 0, "glOne");
  plain(p, 256, "glTwo");
  asks(p, 0, 0x500);
  plain(p, 255, "glThree");
  asks(p, 255, 0x500);
  struct lines got = rows_of(p);
  assert_string_equal(got.ptr, "0 40 1 ? api|?|?|BAD\n0 40 1 ? api|?|glThree|BAD\n");
  free(got.ptr);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_gl_errors),     cmocka_unit_test(test_shaders),
                                     cmocka_unit_test(test_results),       cmocka_unit_test(test_unfinished),
                                     cmocka_unit_test(test_many_places),   cmocka_unit_test(test_many_findings),
                                     cmocka_unit_test(test_many_programs), cmocka_unit_test(test_many_threads)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
