/* SPDX-License-Identifier: MIT */
/* Rows: tables, CSV, JSON and Arrow of made ones, and the same when memory, rows or sinks stop on the way. */
#include <errno.h>
#include <math.h>

#include <diagfmt/diagfmt.h>

#include "../rows.h"
#include "base/find_bytes.h"
#include "base/safe_text.h"
#include "made.h"
#include "model/json_struct.h"

#define STR(text) {text, sizeof text - 1}
#define ROW(...) {.head = {sizeof(t_row), T_ROW}, .present = T_ROW_HAS_ALL, __VA_ARGS__}

static const dfmt_str chain[] = {STR("libc.so"), STR("a,b \"c\"\n"), STR(""), STR("main")};

static const t_row rows[] = {
    ROW(.process = STR("init"), .thread_id = 1, .weight = 12345, .share = 0.99949, .change = 7, .rate = 0.5,
        .function_name = STR("main"), .n_chain = 4, .chain = chain),
    ROW(.process = STR("init"), .thread_id = 1, .weight = 9, .share = -0.00001, .change = -7, .rate = -0.5, .depth = 1,
        .function_name = STR("wide \xe6\x97\xa5\xe6\x9c\xac e\xcc\x81")),
    {.head = {sizeof(t_row), T_ROW}, .share = NAN, .rate = NAN, .thread_id = -1, .depth = 1000000},
    ROW(.process = STR(""), .thread_id = 2, .weight = UINT64_MAX, .share = 1e300, .change = INT64_MIN, .rate = INFINITY,
        .function_name = STR("")),
    ROW(.process = STR("\x1b[1m"), .thread_id = 2, .share = 0.005,
        .function_name = STR("say \"hi\", you\r\n\xff\x01z")),
};
enum { ROWS = sizeof rows / sizeof *rows };

static const char table[] =
    "Functions\\x0a\\x1b\n"
    "\n"
    "process init, thread id 1\n"
    "weight   share  change  rate  function name\n"
    " 12345  99.9 %      +7    +1  main\n"
    "      #00 libc.so\n"
    "      #01 a,b \"c\"\\x0a\n"
    "      #02 \n"
    "      #03 main\n"
    "     9   0.0 %      -7    -1    wide \xe6\x97\xa5\xe6\x9c\xac e\xcc\x81\n"
    "\n"
    "thread id -1\n"
    "weight  share  change  rate  function name\n"
    "          nan       0   nan\n"
    "\n"
    "process , thread id 2\n"
    "              weight   share                change  rate  function name\n"
    "18446744073709551615  1e+300  -9223372036854775808  +inf\n"
    "\n"
    "process \\x1b[1m, thread id 2\n"
    "weight  share  change  rate  function name\n"
    "     0  0.5 %       0     0  say \"hi\", you\\x0d\\x0a\\xff\\x01z\n";

static const char csv[] =
    "process,thread_id,weight,share,change,rate,depth,function_name,chain\n"
    "init,1,12345,0.99949,7,0.5,0,main,\"[\"\"libc.so\"\",\"\"a,b \\\"\"c\\\"\"\\n\"\",\"\"\"\",\"\"main\"\"]\"\n"
    "init,1,9,-1e-05,-7,-0.5,1,wide \xe6\x97\xa5\xe6\x9c\xac e\xcc\x81,[]\n"
    ",-1,,nan,0,nan,1000000,,[]\n"
    "\"\",2,18446744073709551615,1e+300,-9223372036854775808,inf,0,\"\",[]\n"
    "\x1b[1m,2,0,0.005,0,0.0,0,\"say \"\"hi\"\", you\r\n\xff\x01z\",[]\n";

static const char json[] =
    "{\"process\":\"init\",\"thread_id\":1,\"weight\":12345,\"share\":0.99949,\"change\":7,\"rate\":0.5,\"depth\":0,"
    "\"function_name\":\"main\",\"chain\":[\"libc.so\",\"a,b \\\"c\\\"\\n\",\"\",\"main\"]}\n"
    "{\"process\":\"init\",\"thread_id\":1,\"weight\":9,\"share\":-1e-05,\"change\":-7,\"rate\":-0.5,\"depth\":1,"
    "\"function_name\":\"wide \xe6\x97\xa5\xe6\x9c\xac e\xcc\x81\",\"chain\":[]}\n"
    "{\"thread_id\":-1,\"share\":\"nan\",\"change\":0,\"rate\":\"nan\",\"depth\":1000000,\"chain\":[]}\n"
    "{\"process\":\"\",\"thread_id\":2,\"weight\":18446744073709551615,\"share\":1e+300,"
    "\"change\":-9223372036854775808,\"rate\":\"inf\",\"depth\":0,\"function_name\":\"\",\"chain\":[]}\n"
    "{\"process\":\"\\u001b[1m\",\"thread_id\":2,\"weight\":0,\"share\":0.005,\"change\":0,\"rate\":0.0,\"depth\":0,"
    "\"function_name\":{\"base64\":\"c2F5ICJoaSIsIHlvdQ0K/wF6\"},\"chain\":[]}\n";

static struct made_set all_rows(void) {
  return (struct made_set){&made_type, made_columns, made_n_columns, "Functions\n\x1b", rows, sizeof *rows, ROWS};
}

static dfmt_rows *rows_of(struct made *m, const dfmt_config *c) {
  dfmt_rows *x;
  assert_int_equal(made_rows(m, c, &x), DFMT_OK);
  return x;
}

static void assert_ok(dfmt_status st, const dfmt_rows *x) {
  if (st != DFMT_OK) fail_msg("%s", dfmt_rows_error(x)->message);
}

/* The rows of some sets in a form, each set after the other. */
static void expect_form(const struct made_set *sets, size_t n, uint32_t form, const dfmt_print *how, const char *want) {
  struct made m = {.sets = sets, .n = n};
  dfmt_rows *x = rows_of(&m, NULL);
  dfmt_sink *to = memory_sink();
  do assert_ok(dfmt_rows_print(x, form, how, to), x);
  while (dfmt_rows_next_set(x) == DFMT_OK);
  assert_int_equal(dfmt_rows_print(x, form, how, to), DFMT_OK); /* all are */
  dfmt_rows_free(x);
  assert_int_equal(m.closed, 1);
  expect(to, want);
  dfmt_sink_free(to);
}

/* The same in 40 columns: texts lose their middle, what has no room is named below each group. */
static const char narrow[] =
    "Functions\\x0a\\x1b\n"
    "\n"
    "process init, thread id 1\n"
    "weight  change  rate  function name\n"
    "12.3 k      +7    +1  main\n"
    "      #00 libc.so\n"
    "      #01 a,b \"c\"\\x0a\n"
    "      #02 \n"
    "      #03 main\n"
    "     9      -7    -1    wide \xe6\x97\xa5\xe6\x9c\xac e\xcc\x81\n"
    "\n"
    "thread id -1\n"
    "weight  change  rate  function name\n"
    "             0   nan           \xe2\x80\xa6\n"
    "\n"
    "process , thread id 2\n"
    "              weight  function name\n"
    "18446744073709551615\n"
    "\n"
    "process \\x1b[1m, thread id 2\n"
    "weight  change  rate  function name\n"
    "     0       0     0  say \"hi\",\xe2\x80\xa6xff\\x01z\n"
    "also: share, change, rate; all: more\n";

static const char narrow_lines[] =
    "Functions\\x0a\\x1b\n"
    "weight:         12345\n"
    "share:          99.9 %\n"
    "change:         +7\n"
    "rate:           +1\n"
    "function name:  main\n"
    "\n"
    "weight:         9\n"
    "share:          0.0 %\n"
    "change:         -7\n"
    "rate:           -1\n"
    "function name:  wide \xe6\x97\xa5\xe6\x9c\xac e\xcc\x81\n"
    "\n"
    "share:          nan\n"
    "change:         0\n"
    "rate:           nan\n"
    "\n"
    "weight:         18446744073709551615\n"
    "share:          1e+300\n"
    "change:         -9223372036854775808\n"
    "rate:           +inf\n"
    "\n"
    "weight:         0\n"
    "share:          0.5 %\n"
    "change:         0\n"
    "rate:           0\n"
    "function name:  say \"hi\", you\\x0d\\x0a\\xf\n"
    "                f\\x01z\n";

static void test_forms(void **state) {
  (void)state;
  const struct made_set s = all_rows();
  expect_form(&s, 1, DFMT_PRINT_TABLE, NULL, table);
  expect_form(&s, 1, DFMT_PRINT_CSV, NULL, csv);
  expect_form(&s, 1, DFMT_PRINT_JSON, NULL, json);
}

/* Returns whether anything lost its middle. */
static bool expect_narrow(const struct made_set *s, uint64_t width) {
  const dfmt_print how = {.size = sizeof how, .width = width, .wider = "a long word that tells how to see all of it"};
  struct made m = {.sets = s, .n = 1};
  dfmt_rows *x = rows_of(&m, NULL);
  dfmt_sink *to = memory_sink();
  const void *ptr;
  uint64_t len;
  assert_ok(dfmt_rows_print(x, DFMT_PRINT_TABLE, &how, to), x);
  assert_int_equal(dfmt_sink_bytes(to, &ptr, &len), DFMT_OK);
  const char *p = ptr, *end = p + len;
  for (const char *lf; p < end && (lf = memchr(p, '\n', (size_t)(end - p))) != NULL; p = lf + 1) {
    size_t columns;
    (void)dfmti_safe_start(p, (size_t)(lf - p), SIZE_MAX, &columns);
    if (columns > width) fail_msg("%d columns: %.*s", (int)width, (int)(lf - p), p);
  }
  const bool cut = dfmti_find_bytes(ptr, (size_t)len, "\xe2\x80\xa6", 3) != NULL;
  dfmt_rows_free(x);
  dfmt_sink_free(to);
  return cut;
}

/* No line is wider than the terminal, whichever it is; nor are those of numbers that come late. */
static void test_widths(void **state) {
  (void)state;
  enum { N = 600 };
  static t_row many[N];
  for (size_t i = 0; i < N; i++) {
    many[i] = rows[0];
    many[i].weight = i < N / 2 ? i : UINT64_MAX;
    if (i > N / 2) many[i].function_name = (dfmt_str)STR("a function with a name of forty letters!");
  }
  const struct made_set all = all_rows(),
                        late = {&made_type, made_columns, made_n_columns, NULL, many, sizeof *many, N};
  for (uint64_t width = 40; width < 160; width++) {
    (void)expect_narrow(&all, width);
    (void)expect_narrow(&late, width);
  }
  assert_true(expect_narrow(&late, 60));
  assert_false(expect_narrow(&late, 100)); /* the last column has what is left, for the longer names to come */
}

/* Every kind, all there and none there. */
static void test_kinds(void **state) {
  (void)state;
  const t_all all[] = {kinds_sample(), {.head = {sizeof(t_all), T_ALL}}};
  const dfmt_type *t = kinds_find(T_ALL);
  dfmt_column columns[64];
  uint32_t n = 0;
  for (uint32_t i = 0; i < t->n_fields; i++)
    if (dfmti_json_has(&t->fields[i])) columns[n++] = (dfmt_column){i, DFMT_COLUMN_PLAIN};
  const struct made_set s = {t, columns, n, NULL, all, sizeof *all, 2};
  char want[4096];
  const char *none =
      "{\"u32\":0,\"i32\":0,\"i64\":0,\"bytes\":\"\",\"cstr\":null,\"colour\":0,\"bits\":[],\"yes\":false,"
      "\"status\":\"ok\",\"crc\":\"00000000\",\"address\":\"0x0\",\"a_u32\":[],\"a_u64\":[],\"strings\":[],"
      "\"cstrings\":[],\"points\":[],\"node\":null,\"any\":null,\"f64\":0.0,\"a_f64\":[]}\n";
  snprintf(want, sizeof want, "{%s,%s}\n%s", kinds_sample_json, kinds_sample_late, none);
  expect_form(&s, 1, DFMT_PRINT_JSON, NULL, want);
  expect_form(
      &s, 1, DFMT_PRINT_CSV, &(dfmt_print){.size = sizeof(dfmt_print), .flags = DFMT_PRINT_SAFE},
      "u32,i32,u64,i64,str,bytes,cstr,colour,bits,yes,status,crc,address,a_u32,a_u64,a_more,strings,cstrings,points,"
      "node,any,nodes,f64,a_f64,late\n"
      "4000000000,-2147483648,18446744073709551615,-9223372036854775808,\xc3\xa9\\x0a\\x01/,80818283,c,green,"
      "one|2|four|top,true,e_format,00000abc,0xdeadbeef00,\"[1,0,4294967295]\",\"[\"\"0x0\"\","
      "\"\"0xffffffffffffffff\"\"]\",\"[7,10000000000000000000]\",\"[\"\"a\\\"\"b\"\",\"\"\"\",{\"\"base64\"\":"
      "\"\"/w==\"\"}]\",\"[\"\"x\"\",null]\",\"[{\"\"address\"\":\"\"0x7f00\"\",\"\"name\"\":\"\"p\"\",\"\"tags\"\":"
      "[\"\"t1\"\",\"\"t2\"\"]},{\"\"address\"\":\"\"0x1\"\",\"\"name\"\":\"\"\"\",\"\"tags\"\":[]}]\",\"{"
      "\"\"number\"\":"
      "2,\"\"next\"\":{\"\"number\"\":-1,\"\"next\"\":null,\"\"label\"\":\"\"leaf\"\"},\"\"label\"\":null}\","
      "\"{\"\"event\"\":\"\"opaque\"\",\"\"native_type\"\":5,\"\"data\"\":\"\"raw\"\"}\",\"[{\"\"number\"\":2,"
      "\"\"next\"\":"
      "{\"\"number\"\":-1,\"\"next\"\":null,\"\"label\"\":\"\"leaf\"\"},\"\"label\"\":null},null,{\"\"number\"\":3,"
      "\"\"next\"\":null}]\",0.1,\"[-1.0,\"\"inf\"\",1e+300]\",9\n"
      "0,0,,0,,\"\",,0,\"\",false,ok,00000000,0x0,[],[],,[],[],[],,,,0.0,[],\n");
}

/* Details are elements of every kind. */
static void test_details(void **state) {
  (void)state;
  const t_all all = kinds_sample();
  static const dfmt_column columns[] = {{2, DFMT_COLUMN_KEY},     {18, DFMT_COLUMN_DETAIL}, {20, DFMT_COLUMN_DETAIL},
                                        {25, DFMT_COLUMN_DETAIL}, {27, DFMT_COLUMN_DETAIL}, {31, DFMT_COLUMN_DETAIL},
                                        {34, DFMT_COLUMN_DETAIL}, {3, DFMT_COLUMN_DETAIL}};
  const struct made_set s = {kinds_find(T_ALL), columns, 8, NULL, &all, sizeof all, 1};
  const dfmt_print bare = {.size = sizeof bare, .flags = DFMT_PRINT_BARE, .max_details = 2};
  expect_form(&s, 1, DFMT_PRINT_TABLE, &bare,
              "4000000000\n"
              "      #00 1\n      #01 0\n      and 1 more\n"
              "      #00 0x0\n      #01 0xffffffffffffffff\n"
              "      #00 x\n      #01 \n"
              "      #00 0x7f00  p  [\"t1\",\"t2\"]\n      #01 0x1  []\n"
              "      #00 2  {\"number\":-1,\"next\":null,\"label\":\"leaf\"}\n      #01 \n      and 1 more\n"
              "      #00 -1.0\n      #01 inf\n      and 1 more\n");
}

/* ---- how ---- */

static void test_how(void **state) {
  (void)state;
  const struct made_set s = all_rows();
  const struct made_set two[] = {
      {&made_type, made_columns + 2, 3, NULL, rows, sizeof *rows, 2},
      {&made_type, made_columns + 7, 1, "Names", rows, sizeof *rows, 1},
      {&made_type, made_columns + 7, 1, "None", rows, sizeof *rows, 0},
  };
  dfmt_print how = {.size = sizeof how, .flags = DFMT_PRINT_BARE};
  expect_form(&s, 1, DFMT_PRINT_CSV, &how, strchr(csv, '\n') + 1);
  expect_form(two, 3, DFMT_PRINT_CSV, NULL,
              "weight,share,change\n12345,0.99949,7\n9,-1e-05,-7\nfunction_name\nmain\nfunction_name\n");
  expect_form(two, 3, DFMT_PRINT_TABLE, NULL,
              "weight   share  change\n 12345  99.9 %      +7\n     9   0.0 %      -7\n"
              "Names\nfunction name\nmain\nNone\n");
  expect_form(two, 3, DFMT_PRINT_TABLE, &how, "12345  99.9 %  +7\n    9   0.0 %  -7\nmain\n");
  how.max_rows = 1;
  expect_form(two, 1, DFMT_PRINT_TABLE, &how, "12345  99.9 %  +7\nand 1 more row\n");
  expect_form(two, 1, DFMT_PRINT_CSV, &how, "12345,0.99949,7\n9,-1e-05,-7\n");
  static const dfmt_column hidden[] = {{4, DFMT_COLUMN_HIDDEN}, {10, DFMT_COLUMN_KEY}};
  const struct made_set half = {&made_type, hidden, 2, NULL, rows, sizeof *rows, 1};
  expect_form(&half, 1, DFMT_PRINT_TABLE, NULL, "function name\nmain\n");
  expect_form(&half, 1, DFMT_PRINT_CSV, NULL, "thread_id,function_name\n1,main\n");
  how = (dfmt_print){.size = sizeof how, .flags = DFMT_PRINT_BOLD};
  expect_form(two + 1, 1, DFMT_PRINT_TABLE, &how, "\x1b[1mNames\n\x1b[0m\x1b[1mfunction name\n\x1b[0mmain\n");
}

/* A line for each column; hidden ones are for programs alone. */
static void test_lines(void **state) {
  (void)state;
  dfmt_column columns[3] = {made_columns[2], made_columns[3], made_columns[4]};
  columns[1].role = DFMT_COLUMN_HIDDEN;
  const struct made_set s = {&made_type, columns, 3, "Heading", rows, sizeof *rows, 2};
  const dfmt_print how = {.size = sizeof how, .flags = DFMT_PRINT_LINES};
  expect_form(&s, 1, DFMT_PRINT_TABLE, &how, "Heading\nweight:  12345\nchange:  +7\n\nweight:  9\nchange:  -7\n");
  expect_form(&s, 1, DFMT_PRINT_TABLE, NULL, "Heading\nweight  change\n 12345      +7\n     9      -7\n");
  expect_form(&s, 1, DFMT_PRINT_CSV, &how, "weight,share,change\n12345,0.99949,7\n9,-1e-05,-7\n");
}

/* Rows wait for each other's widths, up to a number, and groups have their own. */
static void test_many(void **state) {
  (void)state;
  enum { N = 1000 };
  static t_row many[N];
  struct lines want = {0};
  char line[64];
  for (size_t i = 0; i < N; i++) {
    many[i] = rows[0];
    many[i].weight = i < N - 1 ? i : UINT64_MAX;
    many[i].thread_id = i < N - 1 ? 1 : 2;
    snprintf(line, sizeof line, "%6zu\n", i);
    add_text(&want, line, i < N - 1 ? strlen(line) : 0);
  }
  static const dfmt_column columns[] = {{4, DFMT_COLUMN_GROUP}, {6, DFMT_COLUMN_WEIGHT}};
  const struct made_set s = {&made_type, columns, 2, NULL, many, sizeof *many, N};
  struct lines all = {0};
  add_text(&all, "thread id 1\nweight\n", 19);
  add_text(&all, want.ptr, want.len);
  static const char last[] = "\nthread id 2\n              weight\n18446744073709551615\n";
  add_text(&all, last, sizeof last - 1);
  expect_form(&s, 1, DFMT_PRINT_TABLE, NULL, all.ptr);
  const dfmt_print how = {.size = sizeof how, .max_rows = 2};
  expect_form(&s, 1, DFMT_PRINT_TABLE, &how,
              "thread id 1\nweight\n     0\n     1\nand 997 more rows\n\nthread id 2\n              weight\n"
              "18446744073709551615\n");
  free(want.ptr);
  free(all.ptr);
}

/* ---- what stops on the way ---- */

/* Forms, and the narrow ones of tables. */
static const struct way {
  uint32_t form;
  dfmt_print how;
  const char *want;
} ways[] = {
    {DFMT_PRINT_TABLE, {.size = sizeof(dfmt_print)}, table},
    {DFMT_PRINT_CSV, {.size = sizeof(dfmt_print)}, csv},
    {DFMT_PRINT_JSON, {.size = sizeof(dfmt_print)}, json},
    {DFMT_PRINT_TABLE, {.size = sizeof(dfmt_print), .flags = DFMT_PRINT_AMOUNTS, .width = 40, .wider = "more"}, narrow},
    {DFMT_PRINT_TABLE, {.size = sizeof(dfmt_print), .flags = DFMT_PRINT_LINES, .width = 40}, narrow_lines},
};
enum { WAYS = sizeof ways / sizeof *ways };

/* To the end, however often the call has to be repeated. */
static void print_on(dfmt_rows *x, const struct way *w, dfmt_sink *to, dfmt_status allowed) {
  dfmt_status st;
  while ((st = dfmt_rows_print(x, w->form, &w->how, to)) != DFMT_OK) {
    assert_int_equal(st, allowed);
    if (st < 0) assert_int_equal(dfmt_rows_error(x)->status, st);
  }
}

/* Each allocation fails once, of rows and of the sink; the same call then goes on. */
static void test_memory(void **state) {
  (void)state;
  const struct made_set s = all_rows();
  struct counter memory;
  dfmt_config *c = counting_config(&memory);
  for (const struct way *w = ways; w < ways + WAYS; w++) {
    bool failed = true;
    for (uint64_t at = 1; failed; at++) {
      struct made m = {.sets = &s, .n = 1};
      dfmt_rows *x = rows_of(&m, c);
      dfmt_sink *to;
      assert_int_equal(dfmt_sink_memory(c, &to), DFMT_OK);
      memory.calls = 0;
      memory.fail_at = at;
      print_on(x, w, to, DFMT_E_NOMEM);
      failed = memory.calls >= at;
      memory.fail_at = 0;
      expect(to, w->want);
      dfmt_rows_free(x);
      dfmt_sink_free(to);
      assert_int_equal(memory.blocks, 0);
    }
  }
  dfmt_config_free(c);
}

static void test_again(void **state) {
  (void)state;
  const struct made_set s = all_rows();
  for (const struct way *w = ways; w < ways + WAYS; w++) {
    struct made m = {.sets = &s, .n = 1, .again = true};
    dfmt_rows *x = rows_of(&m, NULL);
    dfmt_sink *to = memory_sink();
    print_on(x, w, to, DFMT_AGAIN);
    expect(to, w->want);
    dfmt_rows_free(x);
    dfmt_sink_free(to);
  }
}

/* A sink that takes little at a time gets all, and never has more than it says to wait. */
static void test_full_sinks(void **state) {
  (void)state;
  enum { N = 20000 };
  t_row *many = calloc(N, sizeof *many);
  assert_non_null(many);
  for (size_t i = 0; i < N; i++) many[i] = rows[i % ROWS];
  const struct made_set s = {&made_type, made_columns, made_n_columns, NULL, many, sizeof *many, N};
  for (const struct way *w = ways; w < ways + WAYS; w++) {
    struct drip slow = {.budget = 1000}, fast = {.budget = SIZE_MAX};
    struct drip *drips[] = {&slow, &fast};
    for (size_t i = 0; i < 2; i++) {
      struct made m = {.sets = &s, .n = 1};
      dfmt_rows *x = rows_of(&m, NULL);
      dfmt_sink *to = drip_sink(NULL, drips[i]);
      dfmt_status st;
      while ((st = dfmt_rows_print(x, w->form, &w->how, to)) == DFMT_AGAIN)
        assert_true(to->wait.len - to->written < 200000);
      assert_ok(st, x);
      while (dfmt_sink_flush(to) == DFMT_AGAIN) continue;
      dfmt_rows_free(x);
      dfmt_sink_free(to);
    }
    assert_int_equal(slow.len, fast.len);
    assert_memory_equal(slow.ptr, fast.ptr, fast.len);
    free(slow.ptr);
    free(fast.ptr);
  }
  free(many);
}

static dfmt_status broken_write(void *user, const void *buf, uint64_t len, uint64_t *taken) {
  (void)user;
  (void)buf;
  *taken = len;
  return DFMT_E_IO;
}

static void test_broken_sinks(void **state) {
  (void)state;
  const struct made_set s = all_rows();
  const dfmt_sink_ops ops = {.size = sizeof ops, .write = broken_write};
  t_row *many = calloc(5000, sizeof *many);
  assert_non_null(many);
  for (size_t i = 0; i < 5000; i++) many[i] = rows[i % ROWS];
  const struct made_set long_one = {&made_type, made_columns, made_n_columns, NULL, many, sizeof *many, 5000};
  for (const struct way *w = ways; w < ways + WAYS; w++) {
    struct made m = {.sets = &long_one, .n = 1}, few = {.sets = &s, .n = 1};
    dfmt_rows *x = rows_of(&m, NULL);
    dfmt_sink *to;
    assert_int_equal(dfmt_sink_new(NULL, &ops, NULL, &to), DFMT_OK);
    assert_int_equal(dfmt_rows_print(x, w->form, &w->how, to), DFMT_E_IO);
    assert_int_equal(dfmt_rows_error(x)->origin, DFMT_ORIGIN_SINK);
    assert_int_equal(dfmt_rows_print(x, w->form, &w->how, to), DFMT_E_IO);
    dfmt_rows_free(x);
    dfmt_sink_free(to);
    x = rows_of(&few, NULL);
    to = memory_sink();
    assert_int_equal(dfmt_sink_close(to), DFMT_OK);
    assert_int_equal(dfmt_rows_print(x, w->form, &w->how, to), DFMT_E_STATE);
    dfmt_sink_free(to);
    dfmt_rows_free(x);
  }
  free(many);
}

/* Rows before an error are printed; it has the owner's details. */
static void test_errors(void **state) {
  (void)state;
  const struct made_set s = all_rows();
  static const size_t ends[] = {4, 2, 2}; /* lines before the third row, of CSV and JSON */
  for (uint32_t form = 0; form < 3; form++) {
    struct made m = {.sets = &s, .n = 1, .fail_at = 3};
    dfmt_rows *x = rows_of(&m, NULL);
    dfmt_sink *to = memory_sink();
    assert_int_equal(dfmt_rows_print(x, form, NULL, to), DFMT_E_FORMAT);
    assert_int_equal(dfmt_rows_error(x)->line, 3);
    assert_string_equal(dfmt_rows_error(x)->message, "that row is bad");
    const char *end = form == DFMT_PRINT_TABLE ? strstr(table, "\nthread id -1") : ways[form].want;
    for (size_t i = 0; form && i < ends[form] + (form == DFMT_PRINT_CSV); i++) end = strchr(end, '\n') + 1;
    expect_bytes(to, ways[form].want, (size_t)(end - ways[form].want));
    dfmt_rows_free(x);
    dfmt_sink_free(to);
  }
}

/* ---- rows themselves ---- */

static void test_sets(void **state) {
  (void)state;
  const struct made_set sets[] = {all_rows(), {&made_type, made_columns, 1, NULL, rows, sizeof *rows, 1}};
  struct made m = {.sets = sets, .n = 2, .rewinds = true}, once = {.sets = sets, .n = 2};
  const dfmt_head *row;
  dfmt_rows *x = rows_of(&m, NULL);
  for (uint32_t i = 0; i < 2; i++) {
    assert_int_equal(dfmt_rows_set(x)->n_columns, made_n_columns);
    assert_int_equal(dfmt_rows_next(x, &row), DFMT_OK);
    assert_ptr_equal(row, rows);
    assert_int_equal(dfmt_rows_next_set(x), DFMT_OK);
    assert_int_equal(dfmt_rows_set(x)->n_columns, 1);
    assert_int_equal(dfmt_rows_next(x, &row), DFMT_OK);
    assert_int_equal(dfmt_rows_next(x, &row), DFMT_END);
    assert_null(row);
    assert_int_equal(dfmt_rows_next_set(x), DFMT_END);
    assert_int_equal(dfmt_rows_set(x)->n_columns, 1);
    assert_int_equal(dfmt_rows_next(x, &row), DFMT_END);
    assert_int_equal(dfmt_rows_rewind(x), DFMT_OK);
  }
  dfmt_sink *to = memory_sink();
  assert_int_equal(dfmt_rows_next(x, &row), DFMT_OK); /* the rest is printed */
  assert_ok(dfmt_rows_print(x, DFMT_PRINT_JSON, NULL, to), x);
  expect(to, strchr(json, '\n') + 1);
  dfmt_sink_free(to);
  dfmt_rows_free(x);
  x = rows_of(&once, NULL);
  assert_int_equal(dfmt_rows_rewind(x), DFMT_E_UNSUPPORTED);
  assert_int_equal(dfmt_rows_error(x)->number, DFMT_ERR_NOT_IMPLEMENTED);
  dfmt_rows_free(x);
}

static void assert_ended(dfmt_rows *x) {
  const dfmt_head *row = &rows[0].head;
  for (int i = 0; i < 3; i++) {
    assert_int_equal(dfmt_rows_next(x, &row), DFMT_END);
    assert_null(row);
  }
}

/* The end of a set stays until the next set, or the first one, is turned to, however it was reached. */
static void test_end(void **state) {
  (void)state;
  const struct made_set sets[] = {all_rows(), {&made_type, made_columns, 1, NULL, rows, sizeof *rows, 1}};
  for (uint32_t again = 0; again < 2; again++) {
    struct made m = {.sets = sets, .n = 2, .rewinds = true, .again = again};
    dfmt_rows *x = rows_of(&m, NULL);
    for (const struct way *w = ways; w < ways + WAYS; w++) {
      const dfmt_head *row;
      dfmt_status st;
      dfmt_sink *to = memory_sink();
      print_on(x, w, to, DFMT_AGAIN);
      expect(to, w->want);
      print_on(x, w, to, DFMT_AGAIN);
      expect(to, "");
      dfmt_sink_free(to);
      assert_ended(x);
      assert_int_equal(dfmt_rows_next_set(x), DFMT_OK);
      while ((st = dfmt_rows_next(x, &row)) != DFMT_END) assert_int_equal(st, row ? DFMT_OK : DFMT_AGAIN);
      assert_ended(x);
      assert_int_equal(dfmt_rows_next_set(x), DFMT_END);
      assert_ended(x);
      assert_int_equal(dfmt_rows_rewind(x), DFMT_OK);
    }
    dfmt_rows_free(x);
  }
}

static void test_misuse(void **state) {
  (void)state;
  static const dfmt_column beyond[] = {{13, DFMT_COLUMN_PLAIN}}, no_role[] = {{4, DFMT_COLUMN_HIDDEN + 1}},
                           no_value[] = {{1, DFMT_COLUMN_PLAIN}}, count[] = {{11, DFMT_COLUMN_PLAIN}};
  const dfmt_column *const bad[] = {beyond, no_role, no_value, count, NULL};
  struct made_set s = all_rows();
  struct made m = {.sets = &s, .n = 1}, none = {.sets = &s};
  dfmt_print how = {.size = offsetof(dfmt_print, width) - 1};
  struct ArrowArrayStream stream;
  dfmt_rows *x;
  assert_int_equal(made_rows(&none, NULL, &x), DFMT_E_ARG);
  assert_null(x);
  assert_int_equal(none.closed, 1);
  s.n_columns = 1;
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    m.set = 0;
    s.columns = bad[i];
    assert_int_equal(made_rows(&m, NULL, &x), DFMT_E_ARG);
  }
  s = all_rows();
  m.set = 0;
  x = rows_of(&m, NULL);
  dfmt_sink *to = memory_sink();
  assert_int_equal(dfmt_rows_print(x, 3, NULL, to), DFMT_E_ARG);
  assert_int_equal(dfmt_rows_print(x, 0, NULL, NULL), DFMT_E_ARG);
  assert_int_equal(dfmt_rows_print(x, 0, &how, to), DFMT_E_ARG);
  how = (dfmt_print){.size = sizeof how, .flags = 32};
  assert_int_equal(dfmt_rows_print(x, 0, &how, to), DFMT_E_ARG);
  assert_int_equal(dfmt_rows_next(x, NULL), DFMT_E_ARG);
  assert_int_equal(dfmt_rows_arrow(x, NULL), DFMT_E_ARG);
  assert_int_equal(dfmt_rows_arrow(NULL, &stream), DFMT_E_ARG);
  assert_ok(dfmt_rows_print(x, DFMT_PRINT_CSV, NULL, to), x);
  expect(to, csv);
  dfmt_sink_free(to);
  dfmt_rows_free(x);
}

/* ---- the table of a scan ---- */

static const char recorded[] =
    "7: malloc 0x5000 24\n7: free 0x5000\n8: calloc 0x6000 2 16\n9: realloc 0x7000 0x6000 64\n";

static dfmt_status scan_rows(const dfmt_config *c, dfmt_rows **out) {
  dfmt_source *s;
  dfmt_scan *scan;
  uint32_t number;
  assert_int_equal(dfmt_source_memory(NULL, recorded, strlen(recorded), &s), DFMT_OK);
  dfmt_status st = dfmt_scan_new(c, s, &scan);
  dfmt_source_free(s);
  if (st != DFMT_OK) return st;
  st = dfmt_scan_table(scan, "mallocdbg.op", NULL, &number);
  if (st == DFMT_OK) st = dfmt_scan_rows(scan, out);
  if (st != DFMT_OK) dfmt_scan_free(scan);
  return st;
}

static void test_scan_memory(void **state) {
  (void)state;
  struct counter memory;
  dfmt_config *c = counting_config(&memory);
  dfmt_rows *x;
  for (const struct way *w = ways; w < ways + WAYS; w++) {
    dfmt_sink *want = memory_sink(), *to;
    const void *ptr;
    uint64_t len;
    bool failed = true;
    assert_int_equal(scan_rows(NULL, &x), DFMT_OK);
    assert_ok(dfmt_rows_print(x, w->form, &w->how, want), x);
    dfmt_rows_free(x);
    assert_int_equal(dfmt_sink_bytes(want, &ptr, &len), DFMT_OK);
    assert_true(len > 100);
    for (uint64_t at = 1; failed; at++) {
      memory.calls = 0;
      memory.fail_at = at;
      if (scan_rows(c, &x) == DFMT_OK) {
        assert_int_equal(dfmt_sink_memory(NULL, &to), DFMT_OK);
        print_on(x, w, to, DFMT_E_NOMEM);
        expect_bytes(to, ptr, (size_t)len);
        dfmt_sink_free(to);
        dfmt_rows_free(x);
      }
      failed = memory.calls >= at;
      memory.fail_at = 0;
      assert_int_equal(memory.blocks, 0);
    }
    dfmt_sink_free(want);
  }
  dfmt_config_free(c);
}

/* Rows are of one table, from its first row, and of what is in it. */
static void test_scan_refused(void **state) {
  (void)state;
  static const struct {
    dfmt_table_request request;
    dfmt_status want;
  } cases[] = {{{.size = sizeof(dfmt_table_request), .payload = DFMT_SCAN_PAYLOAD_SIZE}, DFMT_E_UNSUPPORTED},
               {{.size = sizeof(dfmt_table_request), .envelope = 1}, DFMT_E_UNSUPPORTED},
               {{.size = sizeof(dfmt_table_request)}, DFMT_E_STATE}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    dfmt_source *s;
    dfmt_scan *scan;
    dfmt_rows *x;
    struct ArrowArray batch;
    uint32_t number;
    assert_int_equal(dfmt_source_memory(NULL, recorded, strlen(recorded), &s), DFMT_OK);
    assert_int_equal(dfmt_scan_new(NULL, s, &scan), DFMT_OK);
    assert_int_equal(dfmt_scan_rows(scan, &x), DFMT_E_STATE); /* no table */
    assert_null(x);
    assert_int_equal(dfmt_scan_table(scan, "mallocdbg.op", &cases[i].request, &number), DFMT_OK);
    assert_int_equal(dfmt_scan_rows(scan, NULL), DFMT_E_ARG);
    if (cases[i].want == DFMT_E_STATE) {
      assert_int_equal(dfmt_scan_next(scan, &number, &batch), DFMT_OK);
      batch.release(&batch);
    }
    assert_int_equal(dfmt_scan_rows(scan, &x), cases[i].want);
    assert_int_equal(dfmt_scan_error(scan)->status, cases[i].want);
    dfmt_scan_free(scan); /* it is the caller's still */
    dfmt_source_free(s);
  }
}

/* ---- Arrow ---- */

/* Rows of the stream as text; `depth` and such, but no lists. */
static void take(struct ArrowArrayStream *s, const char *want, int32_t error, struct counter *memory) {
  struct ArrowSchema schema;
  struct ArrowArray batch;
  struct lines got = {0};
  int st;
  add_text(&got, "", 0);
  while ((st = s->get_schema(s, &schema)) != 0) assert_int_equal(st, ENOMEM);
  while ((st = s->get_next(s, &batch)) != 0 || batch.release) {
    if (st && st == error) break;
    if (st == ENOMEM && memory) continue;
    if (st == EAGAIN) continue;
    assert_int_equal(st, 0);
    add_rows(&got, &schema, &batch);
    batch.release(&batch);
  }
  assert_int_equal(st, error);
  for (int i = 0; !error && i < 3; i++) { /* the end comes again */
    assert_int_equal(s->get_next(s, &batch), 0);
    assert_null(batch.release);
  }
  if (error) assert_string_equal(s->get_last_error(s), "line 3: that row is bad");
  schema.release(&schema);
  s->release(s);
  assert_string_equal(got.ptr, want);
  free(got.ptr);
}

static void test_arrow(void **state) {
  (void)state;
  static const dfmt_column columns[] = {{2, 0}, {4, 0}, {6, 0}, {7, 0}, {9, 0}, {10, 0}};
  t_row some[ROWS];
  memcpy(some, rows, sizeof some);
  some[1].function_name = (dfmt_str)STR("ok");
  const struct made_set s = {&made_type, columns, 6, NULL, some, sizeof *some, 4};
  static const char want[] =
      "0 1 12345 0.99949 0.5 main\n1 1 9 -1e-05 -0.5 ok\n1000000 -1 - nan nan -\n0 2 18446744073709551615 1e+300 inf "
      "\n";
  struct counter memory;
  struct ArrowArrayStream stream;
  dfmt_config *c = counting_config(&memory);
  bool failed = true;
  for (uint64_t at = 0; failed; at++) { /* each allocation fails once */
    struct made m = {.sets = &s, .n = 1, .again = at % 2};
    dfmt_rows *x = rows_of(&m, c);
    memory.calls = 0;
    memory.fail_at = at;
    while (dfmt_rows_arrow(x, &stream) != DFMT_OK) assert_int_equal(dfmt_rows_error(x)->status, DFMT_E_NOMEM);
    take(&stream, want, 0, &memory);
    failed = at == 0 || memory.calls >= at;
    memory.fail_at = 0;
    assert_int_equal(memory.blocks, 0);
    assert_int_equal(m.closed, 1);
  }
  dfmt_config_free(c);
  struct made m = {.sets = &s, .n = 1, .fail_at = 3};
  dfmt_rows *x = rows_of(&m, NULL);
  assert_int_equal(dfmt_rows_arrow(x, &stream), DFMT_OK);
  take(&stream, "0 1 12345 0.99949 0.5 main\n1 1 9 -1e-05 -0.5 ok\n", EINVAL, NULL);
  struct made half = {.sets = &s, .n = 1}; /* a row that lacks members cannot be read as a whole one */
  some[2].head.size = offsetof(t_row, chain);
  x = rows_of(&half, NULL);
  assert_int_equal(dfmt_rows_arrow(x, &stream), DFMT_OK);
  struct ArrowArray batch;
  assert_int_equal(stream.get_next(&stream, &batch), 0);
  assert_int_equal(batch.length, 2);
  batch.release(&batch);
  assert_int_not_equal(stream.get_next(&stream, &batch), 0);
  assert_string_equal(stream.get_last_error(&stream), "a row is shorter than its type");
  stream.release(&stream);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_forms),        cmocka_unit_test(test_widths),      cmocka_unit_test(test_kinds),
      cmocka_unit_test(test_details),      cmocka_unit_test(test_how),         cmocka_unit_test(test_many),
      cmocka_unit_test(test_memory),       cmocka_unit_test(test_again),       cmocka_unit_test(test_full_sinks),
      cmocka_unit_test(test_broken_sinks), cmocka_unit_test(test_errors),      cmocka_unit_test(test_sets),
      cmocka_unit_test(test_misuse),       cmocka_unit_test(test_scan_memory), cmocka_unit_test(test_scan_refused),
      cmocka_unit_test(test_arrow),        cmocka_unit_test(test_lines),       cmocka_unit_test(test_end),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
