/* SPDX-License-Identifier: MIT */
/*
 * Logs in many spellings, those of logcat and those that other programs make of them: what is recognised is read, at
 * least one report or message, and what cannot be read is not recognised.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include <diagfmt/diagfmt.h>

#define ESC "\x1b"

/* $ is the message, % the tag. */
struct spelling {
  const char *name, *line;
  bool read; /* the reader knows it */
};

static const struct spelling spellings[] = {
    {"threadtime", "04-15 12:00:31.304  7412  7413 E %: $\n", true},
    {"threadtime, CR LF", "04-15 12:00:31.304  7412  7413 E %: $\r\n", true},
    {"year, usec, zone", "2025-04-15 12:00:31.304567 +0200  7412  7413 E %: $\n", true},
    {"uid", "04-15 12:00:31.304 u0a12  7412  7413 E %: $\n", true},
    {"epoch", "         1681560031.304  7412  7413 E %: $\n", true},
    {"time", "04-15 12:00:31.304 E/%( 7412): $\n", true},
    {"brief", "E/%( 7412): $\n", true},
    {"tag", "E/%: $\n", true},
    {"process", "E( 7412) $  (%)\n", true},
    {"thread", "E( 7412: 7413) $\n", true},
    {"long", "[ 04-15 12:00:31.304  7412: 7413 E/% ]\n$\n\n", true},
    {"standard error", "malloc_debug: $\n", true},
    {"raw", "$\n", true},
    {"color, threadtime", ESC "[38;5;196m04-15 12:00:31.304  7412  7413 E %: $" ESC "[0m\n", true},
    {"color, brief", ESC "[38;5;196mE/%( 7412): $" ESC "[0m\n", true},
    {"color, long", ESC "[38;5;196m[ 04-15 12:00:31.304  7412: 7413 E/% ]" ESC "[0m\n$\n\n", true},
    {"Android Studio since 2021", "2025-04-15 12:00:31.304  7412-7413  %           com.example.app     E  $\n", true},
    {"the same, with the process", "2025-04-15 12:00:31.304  7412-7413  %  com.example.app  com.example.app:x  E  $\n",
     true},
    {"the same, compact", "12:00:31.304  E  $\n", true},
    {"the same, without time", " 7412-7413  %           com.example.app     E  $\n", false},
    {"Android Studio to 2021", "04-15 12:00:31.304 7412-7413/com.example.app E/%: $\n", true},
    {"the same, with the year", "2025-04-15 12:00:31.304 7412-7413/? E/%: $\n", true},
    {"the same, older", "04-15 12:00:31.304    7412-7413/com.example.app E/% $\n", false},
    {"DDMS", "04-15 12:00:31.304: E/%(7412): $\n", true},
    {"Eclipse", "04-15 12:00:31.304: ERROR/%(7412): $\n", true},
    {"Unity", "2025/04/15 12:00:31.304 7412 7413 Error % $\n", false},
    {"Oculus", "2025-04-15T12:00:31.304Z:error7412/7413 [OAR] %\n $\n", false},
    {"quoted by mail", "> 04-15 12:00:31.304  7412  7413 E %: $\n", true},
    {"indented", "    04-15 12:00:31.304  7412  7413 E %: $\n", true},
    {"commented out", "# 04-15 12:00:31.304  7412  7413 E %: $\n", true},
    {"listed", "- $\n", false},
    {"numbered", "1: $\n", false},
    {"syslog", "Apr 15 12:00:31 host %[7412]: $\n", true},
    {"ISO", "2025-04-15T12:00:31.304567+02:00 host %[7412]: $\n", true},
    {"kernel", "<3>[   12.345678] %: $\n", false},
    {"JSON", "{\"tag\": \"%\", \"message\": \"$\"}\n", false},
    {"CSV", "7412,7413,E,%,\"$\"\n", false},
    {"HTML", "<tr><td>E</td><td>%</td><td>$</td></tr>\n", false},
    {"source code", "  printf(\"%: $\\n\");\n", false},
};

struct message {
  const char *text;
  bool report; /* it opens one */
};

static const struct message messages[] = {
    {"+++ ALLOCATION 0x12345678 SIZE 100 HAS A CORRUPTED FRONT GUARD", true},
    {"+++ ALLOCATION 0x12345678 SIZE 100 HAS A CORRUPTED REAR GUARD", true},
    {"+++ ALLOCATION 0x12345678 USED AFTER FREE", true},
    {"+++ ALLOCATION 0x12345678 USED AFTER FREE (free)", true},
    {"+++ ALLOCATION 0x12345678 UNKNOWN POINTER (realloc)", true},
    {"+++ ALLOCATION 0x12345678 HAS INVALID TAG 1ee7d00c (free)", true},
    {"+++ ALLOCATION 0x12345678 HAS CORRUPTED HEADER TAG 0x1cc7dccc AFTER FREE", true},
    {"+++ app leaked block of size 24 at 0x12345678 (leak 1 of 2)", true},
    /* cut, or in the words of Android 6 */
    {"+++ ALLOCATION 0x12345678 SIZE 100 HAS A CORR", false},
    {"+++ ALLOCATION 0x12345678 SIZE 10 ALLOCATED HERE:", false},
    {"+++ ALLOCATION 0x", false},
    {"+++ app leaked block of size many", false},
    {"look for +++ ALLOCATION 0x12345678 USED AFTER FREE in the log", false},
    /* lines that are of no report by themselves */
    {"  allocation[100] = 0xbf (expected 0xbb)", false},
    {"Backtrace at time of failure:", false},
    {"          #00  pc 0000000000029310  /system/lib64/libc.so (free+4)", false},
    {"*** *** *** *** *** *** *** *** *** *** *** *** *** *** *** ***", false},
    /* others */
    {"a.out: malloc debug enabled", false},
    {"the options of malloc_debug are in its documentation", false},
    {"", false},
};

static const char *const tags[] = {"malloc_debug", "libc    ", "Other"};

/* What stands before: nothing, prose, a divider, lines of others in the same spelling and in another one. */
enum { NOTHING, PROSE, DIVIDER, OTHERS, FAR, ELSEWHERE, N_BEFORE };

struct text {
  char bytes[1 << 15];
  size_t n;
};

static void put(struct text *t, const char *s, size_t n) {
  assert_true(t->n + n < sizeof t->bytes);
  memcpy(t->bytes + t->n, s, n);
  t->n += n;
}

static void put_text(struct text *t, const char *s) { put(t, s, strlen(s)); }

/* Tags are padded, but not those of syslog. */
static void put_line(struct text *t, const char *spelling, const char *tag, const char *message) {
  for (const char *p = spelling; *p; p++) {
    if (*p == '%')
      put(t, tag, p[1] == '[' ? strcspn(tag, " ") : strlen(tag));
    else if (*p == '$')
      put_text(t, message);
    else
      put(t, p, 1);
  }
}

static void put_before(struct text *t, int before, const char *spelling) {
  const int n = before == OTHERS ? 10 : before == FAR ? 200 : 0;
  if (before == PROSE) put_text(t, "This is what I see when I run it:\n\n");
  if (before == DIVIDER) put_text(t, "--------- beginning of main\n");
  if (before == ELSEWHERE) put_text(t, "04-15 12:00:30.000  1200  1222 I ActivityManager: Start proc 1:com.example\n");
  for (int i = 0; i < n; i++) put_line(t, spelling, "Activity", "Start proc 1:com.example/u0a1");
}

static bool is_recognised(const struct text *t) {
  dfmt_probe all[8];
  uint32_t n;
  assert_int_equal(dfmt_identify(NULL, t->bytes, t->n, NULL, all, 8, &n), DFMT_OK);
  for (uint32_t i = 0; i < n && i < 8; i++)
    if (all[i].format == DFMT_MALLOCDBG) return true;
  return false;
}

struct count {
  unsigned reports, messages;
};

static struct count read_all(const struct text *t) {
  struct count c = {.reports = 0};
  dfmt_reader *r;
  dfmt_source *s;
  const dfmt_event *ev;
  dfmt_status st;
  assert_int_equal(dfmt_reader_new(NULL, &r), DFMT_OK);
  assert_int_equal(dfmt_source_memory(NULL, t->bytes, t->n, &s), DFMT_OK);
  assert_int_equal(dfmt_reader_open(r, DFMT_MALLOCDBG, s), DFMT_OK);
  while ((st = dfmt_reader_next(r, &ev)) == DFMT_OK) {
    c.reports += dfmt_event_mallocdbg_report(ev) != NULL;
    c.messages += dfmt_event_mallocdbg_message(ev) != NULL;
  }
  assert_int_equal(st, DFMT_END);
  dfmt_source_free(s);
  dfmt_reader_free(r);
  return c;
}

static void check(const struct spelling *s, const char *tag, const struct message *m, int before) {
  static struct text t;
  t.n = 0;
  put_before(&t, before, s->line);
  put_line(&t, s->line, tag, m->text);
  const bool recognised = is_recognised(&t);
  const struct count c = recognised ? read_all(&t) : (struct count){.reports = 0};
  if (recognised && c.reports + c.messages == 0)
    fail_msg("%s, %s, %d: '%s' is recognised, and nothing is read", s->name, tag, before, m->text);
  const bool ours = !strchr(s->line, '%') || strcmp(tag, "Other") != 0;
  const bool alone = before == ELSEWHERE || before == FAR ? strchr(s->line, '%') != NULL : true;
  if (s->read && m->report && ours && alone && !(recognised && c.reports == 1))
    fail_msg("%s, %s, %d: '%s' is %srecognised, reports read: %u", s->name, tag, before, m->text,
             recognised ? "" : "not ", c.reports);
}

static void test_what_is_recognised_is_read(void **unused) {
  (void)unused;
  for (size_t s = 0; s < sizeof spellings / sizeof *spellings; s++)
    for (size_t t = 0; t < sizeof tags / sizeof *tags; t++)
      for (size_t m = 0; m < sizeof messages / sizeof *messages; m++)
        for (int before = 0; before < N_BEFORE; before++) check(&spellings[s], tags[t], &messages[m], before);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_what_is_recognised_is_read)};
  return cmocka_run_group_tests_name("mallocdbg_spellings", tests, NULL, NULL);
}
