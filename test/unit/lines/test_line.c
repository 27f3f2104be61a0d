/* SPDX-License-Identifier: MIT */
/* Lines of logs in every dialect, what they remember of each other, what is none, and hostile ones. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "lines/line.h"
#include "lines/priority.h"

#define ESC "\x1b"

static const char *const kinds[DFMTI_LINE_KINDS] = {
    "text",    "blank",  "marker", "threadtime", "time",       "ddms",           "brief",  "tag",
    "process", "thread", "head",   "long",       "studio",     "studio_old",     "kernel", "human",
    "decoded", "iso",    "kmsg",   "syslog",     "short_full", "short_monotonic"};

/* One member after another, those that are there: what a test says of a line. */
static void say_line(const struct dfmti_line *l, char *to, size_t room) {
  const struct {
    const char *name;
    dfmt_str s;
  } texts[] = {{"time", l->time},       {"uid", l->uid},       {"tag", l->tag},
               {"process", l->process}, {"caller", l->caller}, {"message", l->message}};
  size_t n = (size_t)snprintf(to, room, "%s", kinds[l->kind]);
  if (l->continued) n += (size_t)snprintf(to + n, room - n, " continued");
  if (l->late) n += (size_t)snprintf(to + n, room - n, " late");
  if (l->switched) n += (size_t)snprintf(to + n, room - n, " switched");
  if (l->has_zone) n += (size_t)snprintf(to + n, room - n, " zone=%d", l->zone_minute);
  if (l->has_uptime) n += (size_t)snprintf(to + n, room - n, " us=%llu", (unsigned long long)l->uptime_us);
  if (l->has_level) n += (size_t)snprintf(to + n, room - n, " level=%u", l->level);
  if (l->has_pid) n += (size_t)snprintf(to + n, room - n, " pid=%d", l->pid);
  if (l->has_tid) n += (size_t)snprintf(to + n, room - n, " tid=%d", l->tid);
  if (l->priority) n += (size_t)snprintf(to + n, room - n, " %c", dfmti_priority_letter(l->priority));
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
    if (texts[i].s.len > 0)
      n += (size_t)snprintf(to + n, room - n, " %s=%.*s", texts[i].name, (int)texts[i].s.len, texts[i].s.ptr);
}

/*
 * Every line of a log, each from a copy that ends where the line does, so that tools see what is read after it; heads
 * are kept beside, as their lines go away.
 */
static void check_log(const char *log, const char *const *want) {
  struct dfmti_lines x;
  uint8_t room[DFMTI_LINES_ROOM];
  dfmti_lines_learn(&x, (const uint8_t *)log, strlen(log));
  for (const char *p = log; *p; want++) {
    const char *lf = strchr(p, '\n');
    const size_t n = lf ? (size_t)(lf - p) : strlen(p);
    uint8_t *copy = malloc(n + 1);
    struct dfmti_line l;
    char told[512];
    assert_non_null(copy);
    memcpy(copy + 1, p, n);
    const bool taken = dfmti_line(&x, copy + 1, copy + 1 + n, &l);
    assert_int_equal(taken, l.kind != DFMTI_LINE_TEXT && l.kind != DFMTI_LINE_BLANK);
    dfmti_lines_keep(&x, &l, room);
    say_line(&l, told, sizeof told);
    free(copy);
    if (!*want) fail_msg("%.*s: more lines than expected", (int)n, p);
    if (strcmp(told, *want) != 0) fail_msg("%.*s:\n  is   %s\n  want %s", (int)n, p, told, *want);
    p += n + (lf != NULL);
  }
  assert_null(*want);
}

/* A line by itself. */
static const struct {
  const char *line, *want;
} alone[] = {
    {"03-17 08:15:01.123   512   530 I Tag     : a: b",
     "threadtime pid=512 tid=530 I time=03-17 08:15:01.123 tag=Tag message=a: b"},
    {"2024-03-17 08:15:01.123456 -0330  u0_a1  1  2 F a b: ",
     "threadtime zone=-210 pid=1 tid=2 F time=2024-03-17 08:15:01.123456 uid=u0_a1 tag=a b"},
    {"03-17 08:15:01.123  1000   512   530 I x:y: z",
     "threadtime pid=512 tid=530 I time=03-17 08:15:01.123 uid=1000 "
     "tag=x:y message=z"},
    {"03-17 08:15:01.123   512   530 A Tag:", "threadtime pid=512 tid=530 F time=03-17 08:15:01.123 tag=Tag"},
    {"         1710663301.123   512   530 I T: m", "threadtime pid=512 tid=530 I time=1710663301.123 tag=T message=m"},
    {"    12.345678   512   530 I T: m", "threadtime pid=512 tid=530 I time=12.345678 tag=T message=m"},
    {"01-02 03:04:01.000 W/Old     (   12): x", "time pid=12 W time=01-02 03:04:01.000 tag=Old message=x"},
    {"01-02 03:04:01.000 +0100 W/a(b) ((c(3): (4): x",
     "time zone=60 pid=3 W time=01-02 03:04:01.000 tag=a(b) ((c message=(4): x"},
    {"01-02 03:04:01.000 W/Old( root:   12):", "time pid=12 W time=01-02 03:04:01.000 uid=root tag=Old"},
    {"01-02 03:04:01.000: W/Old(12): x", "ddms pid=12 W time=01-02 03:04:01.000 tag=Old message=x"},
    {"01-02 03:04:01.000: ERROR/AndroidRuntime(2145): x",
     "ddms pid=2145 E time=01-02 03:04:01.000 tag=AndroidRuntime message=x"},
    {"01-02 03:04:01.000: ASSERT/x( 1): ", "ddms pid=1 F time=01-02 03:04:01.000 tag=x"},
    {"E/Net(2)( 1234): x", "brief pid=1234 E tag=Net(2) message=x"},
    {"D/a(b:c): ( 1000:  1): ", "brief pid=1 D uid=1000 tag=a(b:c):"},
    {"E/Tag:Sub ( 1013:  655): x", "brief pid=655 E uid=1013 tag=Tag:Sub message=x"},
    {"E/Tag     : E/Inner( 12): x", "tag E tag=Tag message=E/Inner( 12): x"},
    {"V/Tag     : ", "tag V tag=Tag"},
    {"V/LongerTag: x", "tag V tag=LongerTag message=x"},
    {"E(   12) text  (Tag)", "process pid=12 E tag=Tag message=text"},
    {"E( root:   12) text  (Net(2))", "process pid=12 E uid=root tag=Net(2) message=text"},
    {"E(   12)   (Tag)", "process pid=12 E tag=Tag"},
    {"E(   12:   13) text ", "thread pid=12 tid=13 E message=text "},
    {"E( 1000:   12:   13) ", "thread pid=12 tid=13 E uid=1000"},
    {"[ 12-31 23:59:59.999  123:  456 E/Tag      ]", "head pid=123 tid=456 E time=12-31 23:59:59.999 tag=Tag"},
    {"[ 2024-12-31 23:59:59.999 +0100  1000:  123:  456 E/a b ]",
     "head zone=60 pid=123 tid=456 E time=2024-12-31 23:59:59.999 uid=1000 tag=a b"},
    {"[       12.345 root:  123:  456 E/T ]", "head pid=123 tid=456 E time=12.345 uid=root tag=T"},
    {"2024-04-10 12:00:45.621  7412-7413  tag                     com.example.app                      E   x",
     "studio pid=7412 tid=7413 E time=2024-04-10 12:00:45.621 tag=tag process=com.example.app message= x"},
    {"2024-04-10 12:00:45.621  7412 tag                      A  x",
     "studio pid=7412 F time=2024-04-10 12:00:45.621 tag=tag message=x"},
    {"12:00:45.621  W  x", "studio W time=12:00:45.621 message=x"},
    {"12:00:45.621  W", "studio W time=12:00:45.621"},
    {"04-10 12:00:45.621 7412-7413/com.example.app E/Tag: x",
     "studio_old pid=7412 tid=7413 E time=04-10 12:00:45.621 tag=Tag process=com.example.app message=x"},
    {"2024-04-10 12:00:45.621    7412-7413/? E/Tag:",
     "studio_old pid=7412 tid=7413 E time=2024-04-10 12:00:45.621 tag=Tag process=?"},
    {"[   12.345678] text", "kernel us=12345678 time=12.345678 message=text"},
    {"<6>[   12.345678]  text", "kernel us=12345678 level=6 time=12.345678 message= text"},
    {"<14>[   12.345678][  T123] text", "kernel us=12345678 level=14 tid=123 time=12.345678 caller=T123 message=text"},
    {"[   12.345678][    C4] x", "kernel us=12345678 time=12.345678 caller=C4 message=x"},
    {"[   12.345678][T123@C4] x", "kernel us=12345678 tid=123 time=12.345678 caller=T123 message=x"},
    {"[   12.345678]  [4:           comm:  123] x", "kernel us=12345678 pid=123 time=12.345678 process=comm message=x"},
    {"[   12.345678] [4:           comm:  123] x", "kernel us=12345678 pid=123 time=12.345678 process=comm message=x"},
    {"[   12.345678] I[4:fifteen letters:  123] x",
     "kernel us=12345678 pid=123 time=12.345678 process=fifteen letters message=x"},
    {"[   12.345678]I[4:           comm:  123] x", "kernel us=12345678 pid=123 time=12.345678 process=comm message=x"},
    {"[   12.345678] I[2] am none", "kernel us=12345678 time=12.345678 message=I[2] am none"},
    {"[   12.345678] [4:          comm:  123] x",
     "kernel us=12345678 time=12.345678 message=[4:          comm:  123] x"},
    {"[   12.345678]  (3)[123:comm]x", "kernel us=12345678 pid=123 time=12.345678 process=comm message=x"},
    {"[   12.345678]-(3)[123:comm] x", "kernel us=12345678 pid=123 time=12.345678 process=comm message= x"},
    {"[   12.345678] c1   123 (comm) x", "kernel us=12345678 pid=123 time=12.345678 process=comm message=x"},
    {"[   12.345678] c1 is a message", "kernel us=12345678 time=12.345678 message=c1 is a message"},
    {"[   12.345678,1] x", "kernel us=12345678 time=12.345678 message=x"},
    {"[   12.345678@3] x", "kernel us=12345678 time=12.345678 message=x"},
    {"[   12.345678 / 03-17 08:15:01.123][3] x", "kernel us=12345678 time=12.345678 message=x"},
    {"[   12.345678]  [4:fifteen letters:   abc] yy",
     "kernel us=12345678 time=12.345678 message= [4:fifteen letters:   abc] yy"},
    {"[   12.345678] c1", "kernel us=12345678 time=12.345678 message=c1"},
    {"[   12.345678] c1x y", "kernel us=12345678 time=12.345678 message=c1x y"},
    {"[   12.345678] (null) device", "kernel us=12345678 time=12.345678 message=(null) device"},
    {"[   12.345678]  (100)[1:x]y", "kernel us=12345678 time=12.345678 message= (100)[1:x]y"},
    {"[   12.345678]  (1)[x:y]", "kernel us=12345678 time=12.345678 message= (1)[x:y]"},
    {"[   12.345678]  (1)[1:no end of fifteen]", "kernel us=12345678 time=12.345678 message= (1)[1:no end of fifteen]"},
    {"[   12.345678]  [4:fifteen letters:  123 x] y",
     "kernel us=12345678 time=12.345678 message= [4:fifteen letters:  123 x] y"},
    {"[   12.345678]  [4:fifteen letters:  12] yyyyyy",
     "kernel us=12345678 time=12.345678 message= [4:fifteen letters:  12] yyyyyy"},
    {"[   12.345678]~(3)[123:comm]x", "kernel us=12345678 pid=123 time=12.345678 process=comm message=x"},
    {"[   12.345678]N(3)[123:comm]x", "kernel us=12345678 pid=123 time=12.345678 process=comm message=x"},
    {"[   12.345678] ~ a tilde", "kernel us=12345678 time=12.345678 message=~ a tilde"},
    {"[   12.345678] None of them", "kernel us=12345678 time=12.345678 message=None of them"},
    {"[   12.345678] a kernel: x", "short_monotonic us=12345678 time=12.345678 tag=kernel message=x"},
    {"[   12.345678] pine a[1]: x", "short_monotonic us=12345678 pid=1 time=12.345678 tag=a message=x"},
    {"[   12.345678] pine sixsix: x", "kernel us=12345678 time=12.345678 message=pine sixsix: x"},
    {"[   12.345678][3] x", "kernel us=12345678 time=12.345678 message=x"},
    {"[   12.345678s][pid:123,cpu3,a b]x", "kernel us=12345678 pid=123 time=12.345678 process=a b message=x"},
    {"[   12.345678 cpu 3] x", "kernel us=12345678 time=12.345678 message=x"},
    {"[   12.345678] [drm] x", "kernel us=12345678 time=12.345678 message=[drm] x"},
    {"<13>1 2024-11-20T10:11:12Z pine app - - - x",
     "syslog zone=0 level=13 time=2024-11-20T10:11:12 tag=app message=x"},
    {"[Wed Nov 20 10:11:12 2024] x", "human time=Wed Nov 20 10:11:12 2024 message=x"},
    {"[Wed Nov 20 10:11:12 2024 <    0.000012>] x", "human time=Wed Nov 20 10:11:12 2024 message=x"},
    {"[Nov20 10:11] x", "human time=Nov20 10:11 message=x"},
    {"[Nov 2 10:11]  x", "human time=Nov 2 10:11 message= x"},
    {"[  +0.000123] x", "human message=x"},
    {"[ +12.345678] x", "human message=x"},
    {"[  -0.000001][  T123] x", "human tid=123 caller=T123 message=x"},
    {"[<    0.000123>] x", "human message=x"},
    {"kern  :info  : [  +0.000123] x", "decoded level=6 message=x"},
    {"kern  :info  : [Nov20 10:11] x", "decoded level=6 time=Nov20 10:11 message=x"},
    {"kern  :info  : [<    0.000123>] x", "decoded level=6 message=x"},
    {"kern  :info  : [   12.345678] x", "decoded us=12345678 level=6 time=12.345678 message=x"},
    {"daemon:notice: [   12.345678] x", "decoded us=12345678 level=29 time=12.345678 message=x"},
    {"kern  :err   : 2024-11-20T10:11:12,123456+01:00 x",
     "decoded zone=60 level=3 time=2024-11-20T10:11:12,123456 message=x"},
    {"2024-11-20T10:11:12,123456+01:00 x: y", "iso zone=60 time=2024-11-20T10:11:12,123456 message=x: y"},
    {"6,1234,12345678,-;x", "kmsg us=12345678 level=6 time=12345678 message=x"},
    {"Nov 20 10:11:12 pine sshd[123]: x", "syslog pid=123 time=Nov 20 10:11:12 tag=sshd message=x"},
    {"Nov  2 10:11:12.123456 pine cron: x", "syslog time=Nov  2 10:11:12.123456 tag=cron message=x"},
    {"Nov 20 10:11:12 pine kernel: [   12.345678] x", "syslog time=Nov 20 10:11:12 tag=kernel message=x"},
    {"<34>Nov 20 10:11:12 pine su: x", "syslog level=34 time=Nov 20 10:11:12 tag=su message=x"},
    {"2024-11-20T10:11:12.123456+01:00 pine a[1]: x",
     "syslog zone=60 pid=1 time=2024-11-20T10:11:12.123456 tag=a message=x"},
    {"2024-11-20T10:11:12+0100 pine a: x", "syslog zone=60 time=2024-11-20T10:11:12 tag=a message=x"},
    {"2024-11-20T10:11:12Z pine a: x", "syslog zone=0 time=2024-11-20T10:11:12 tag=a message=x"},
    {"<13>1 2024-11-20T10:11:12.1Z pine app 12 ID [a b=\"]\\\"\"][c] x",
     "syslog zone=0 level=13 pid=12 time=2024-11-20T10:11:12.1 tag=app message=x"},
    {"<13>1 - - - - - - \xef\xbb\xbfx", "syslog level=13 message=x"},
    {"1732093872.123456 pine a: x", "syslog time=1732093872.123456 tag=a message=x"},
    {"Wed 2024-11-20 10:11:12 CET pine a[1]: x", "short_full pid=1 time=2024-11-20 10:11:12 tag=a message=x"},
    {"[   12.345678] pine kernel: x", "short_monotonic us=12345678 time=12.345678 tag=kernel message=x"},
    {"--------- beginning of main", "marker message=main"},
    {"--------- switch to crash", "marker switched message=crash"},
    /* carriers */
    {ESC "[38;5;40m03-17 08:15:01.123  1  2 I a: b" ESC "[0m\r\r",
     "threadtime pid=1 tid=2 I time=03-17 08:15:01.123 tag=a message=b"},
    {ESC "[38;5;40mI(  123) x" ESC "[0m  (T)", "process pid=123 I tag=T message=x"},
    {"I/a(    1): x\r" ESC "[0m", "brief pid=1 I tag=a message=x"}, /* as without colours: it was the line's end */
    {"I/a(    1): x\r" ESC "[0m\r" ESC "[m\r", "brief pid=1 I tag=a message=x"},
    {"I(  123) x\r" ESC "[0m  (T)", "process pid=123 I tag=T message=x"},
    {"text\r" ESC "[0m", "text message=text"},
    {"I/a(    1): " ESC "[1mbold" ESC "[0m m", "brief pid=1 I tag=a message=" ESC "[1mbold" ESC "[0m m"},
    {"> I/a(    1): x", "brief pid=1 I tag=a message=x"},
    {"  # |\tI/a(    1): x", "brief pid=1 I tag=a message=x"},
    {"* I/a(    1): x", "brief pid=1 I tag=a message=x"},
    {"I/a(    1): [0m", "brief pid=1 I tag=a message=[0m"},
    {"I/a(    1): ;1m", "brief pid=1 I tag=a message=;1m"},
    {"I/a(    1): 12m", "brief pid=1 I tag=a message=12m"},
    {">       12.345   1   2 I a: x", "threadtime pid=1 tid=2 I time=12.345 tag=a message=x"},
};

static void test_alone(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof alone / sizeof *alone; i++) {
    const char *const want[] = {alone[i].want, NULL};
    check_log(alone[i].line, want);
  }
}

/* Near misses: widths are exact, days and times can be. */
static void test_text(void **state) {
  (void)state;
  static const char *const lines[] = {
      "I",
      "I/O: it was slow",
      "E/Tag: x",
      "E/       : x",
      "X/LongerTag: x",
      "I/Tag(1):x",
      "V(100) is the potential",
      "E(12) text  (Tag)",
      "E(   12) text (Tag)",
      "E(   12:3) text",
      "E(   12:   13)text",
      "E( root:root) text  (Tag)",
      "13-17 08:15:01.123  1  2 I a: b",
      "03-32 08:15:01.123  1  2 I a: b",
      "03-17 24:15:01.123  1  2 I a: b",
      "03-17 08:15:01.12  1  2 I a: b",
      "03-17 08:15:01,123  1  2 I a: b",
      "03-17 08:15:01.123  1  2147483648 I a: b",
      "03-17 08:15:01.123  1  2 X a: b",
      "03-17 08:15:01.123  1  2 I a",
      "03-17 08:15:01.123  1  2 I a:b",
      "03-17 08:15:01.123 a b 1 2 I a: b",
      "03-17 08:15:01.123 some words E  x",
      "03-17 08:15:01.123: I/Tag: x",
      "03-17 08:15:01.123: ERROR/x: y",
      "03-17 08:15:01.123 1-/p E/T: x",
      "03-17 08:15:01.123 1-2/p ET: x",
      "12:00:45,621  W  x",
      "12:00:45.6  W  x",
      "12:00:45.621  W x",
      "12:00:45.621  S  x",
      "[   12.345678][T1\x01] x",
      "<13>1 - a b 1 - [a b=\"\\",
      "[ 12-31 23:59:59.999  123:  456 E/Tag]",
      "[ 12-31 23:59:59.999  123  456 E/Tag ]",
      "[ 12-31 23:59:59.999 r:s:t:1 E/Tag ]",
      "[ 12%] Building",
      "[   12.345678][T123 x] y",
      "[   12.345678][T123 with much behind it] y",
      "[   12.345678",
      "[1234567890123.345678] x",
      "[ 12-31 23:59:59.999]",
      "[ 12-31 23:59:59.999  :  456 E/Tag ]",
      "[ 12-31 23:59:59.999 x!y:  1:  456 E/Tag ]",
      "[ 12-31 23:59:59.999  123:  456! E/Tag ]",
      "6,1234,1234567890123456789,-;y",
      "61234,1,2,-;y",
      "6;1234,1,2,-;y",
      "[Wed Nov 20 10:11:12x2024] x",
      "[Wed Nov 20 10:11:12 2024 <x>] y",
      "[Wed Nov 20 10:11:12 2024 ] x",
      "[Nov32 10:11] x",
      "[Nov20 24:11] x",
      "[Nov20 10:11:12] x",
      "[Nov20 10:11",
      "[+0.000123] x",
      "[  +0.00012] x",
      "[  +0.000123 x",
      "[  +0.000123",
      "[  0.000123 <x",
      "[<    0.000123] x",
      "[<    0.000123",
      "<13>1 x",
      "Wed 11-20 10:11:12 CET pine a: x",
      "[   12.34567] x",
      "[   12.345678]x",
      "[   12.345678",
      "[   12.345678, x",
      "[   12.345678 / 03-17 08:15:01.123][x] x",
      "[1.234567, 2.345678] x",
      "[   12.345678][1234] x",
      "[   12.345678s][pid:123,cpu3]x",
      "[   12.345678s][pid:123,cpux,a]x",
      "[   12.345678s][pid:x,cpu3,a]x",
      "[   12.345678s][pid:123,cpu3,a x",
      "<6>x: some longer text",
      "<99999>[   12.345678] x",
      "[Wed Foo 20 10:11:12 2024] x",
      "[Wed Nov 20 10:11:12 20x4] x",
      "kern:info: [   12.345678] x",
      "kern  :infos : [   12.345678] x",
      "kern  :info  : nothing else",
      "2024-11-20T10:11:12,123456 x",
      "2024-13-20T10:11:12,123456Z x",
      "6,1234,x,-;y",
      "6,1234,5,no semicolon",
      "Nov 32 10:11:12 pine a: x",
      "Nov x0 10:11:12 pine a: x",
      "Now 20 10:11:12 pine a: x",
      "Nov 20 10:11:12 pine a b: x",
      "Nov 20 10:11:12 pine a[b]: x",
      "Nov 20 10:11:12 pine a:x",
      "<13>1 - pine app 12 ID",
      "<13>1 - pine app 12 ID [a=\"]",
      "<13>1 2024-11-20 pine app 12 ID - x",
      "Wed 2024-11-20 10:11:12 pine a: x",
      "173209387.123456 pine a: x",
      "-------- beginning of main",
      "at com.example.Main.run(Main.java:9)",
      "                         I/a(    1): x", /* 25 blanks */
  };
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
    struct dfmti_lines x;
    struct dfmti_line l;
    const uint8_t *p = (const uint8_t *)lines[i], *end = p + strlen(lines[i]);
    dfmti_lines_learn(&x, p, strlen(lines[i]));
    if (dfmti_line(&x, p, end, &l)) fail_msg("taken: %s", lines[i]);
  }
}

/* Messages go on: texts of the head, which is gone by then, are those that were kept. */
static void test_long(void **state) {
  (void)state;
  static const char log[] =
      "[ 12-31 23:59:59.999  123:  456 E/Tag      ]\n"
      "one\n"
      "\n"
      "03-17 08:15:01.123  1  2 I a: b\n"
      "[ 12.345678] x\n"
      "\n"
      "\n"
      "[ 12-31 23:59:59.999  124:  456 I/Other    ]\n"
      "\n"
      "\n"
      "--------- beginning of crash\n"
      "--------- is text\n"
      "[ 12-31 23:59:59.999  125:  456 I/Other    ]\n"
      "--------- is a message\n";
#define OF_TAG " pid=123 tid=456 E time=12-31 23:59:59.999 tag=Tag"
#define OF_OTHER(PID) " pid=" PID " tid=456 I time=12-31 23:59:59.999 tag=Other"
  static const char *const want[] = {"head" OF_TAG,
                                     "long" OF_TAG " message=one",
                                     "blank continued" OF_TAG,
                                     "long continued late" OF_TAG " message=03-17 08:15:01.123  1  2 I a: b",
                                     "long continued" OF_TAG " message=[ 12.345678] x",
                                     "blank continued" OF_TAG,
                                     "blank continued late" OF_TAG,
                                     "head" OF_OTHER("124"),
                                     "blank" OF_OTHER("124"),
                                     "blank continued late" OF_OTHER("124"),
                                     "marker message=crash",
                                     "text message=--------- is text",
                                     "head" OF_OTHER("125"),
                                     "long" OF_OTHER("125") " message=--------- is a message",
                                     NULL};
  check_log(log, want);
}

#define AT "2024-04-10 12:00:45.621 "
#define STUDIO(PIDS, TAG, PACKAGE) AT PIDS " " TAG " " PACKAGE " "
#define TWENTY "                    "

static void test_studio(void **state) {
  (void)state;
  static const char log[] =
      STUDIO("  123-456  ", "a" TWENTY "  ", "com.example" TWENTY "    ") " I  first\n" /* message at column 100 */
      TWENTY TWENTY TWENTY TWENTY TWENTY "\tsecond\n" TWENTY TWENTY TWENTY TWENTY TWENTY "\n"
      "\n" /* trimmed by an editor */
      TWENTY TWENTY TWENTY TWENTY TWENTY "  third\n"
      STUDIO("  123-456  ", "E" TWENTY "  ", "com.example" TWENTY "    ") " W  a tag like a level\n"
      STUDIO("123456-123457", "abcdefghij...mnopqrstuv", "com.example" TWENTY "    ") " I  ids of six digits\n"
      STUDIO("  123-456  ", TWENTY "   ", TWENTY "               ") " I  hidden\n"
      STUDIO("  123-456  ", "\xc3\xa9" TWENTY "  ", "com.example" TWENTY "    ") " I  characters\n"
      "plain text\n"
      TWENTY TWENTY TWENTY TWENTY TWENTY "of no message\n"
      "03-17 08:15:01.123  1  2 I a: another dialect\n";
#define HEAD(PIDS, P) "studio" PIDS " " P " time=2024-04-10 12:00:45.621"
#define MORE "studio continued pid=123 tid=456 I time=2024-04-10 12:00:45.621 tag=a process=com.example"
  static const char *const want[] = {
      HEAD(" pid=123 tid=456", "I") " tag=a process=com.example message=first",
      MORE " message=\tsecond",
      MORE,
      "text",
      MORE " message=  third",
      HEAD(" pid=123 tid=456", "W") " tag=E process=com.example message=a tag like a level",
      HEAD(" pid=123456 tid=123457", "I") " tag=abcdefghij...mnopqrstuv process=com.example message=ids of six digits",
      HEAD(" pid=123 tid=456", "I") " tag=abcdefghij...mnopqrstuv process=com.example message=hidden",
      HEAD(" pid=123 tid=456", "I") " tag=\xc3\xa9 process=com.example message=characters",
      "text message=plain text",
      "text message=" TWENTY TWENTY TWENTY TWENTY TWENTY "of no message",
      "threadtime pid=1 tid=2 I time=03-17 08:15:01.123 tag=a message=another dialect",
      NULL};
  check_log(log, want);
  static const char old[] = "04-10 12:00:45.621 12-34/p E/Tag: one\n    E/Inner( 12): two\n     three\n";
#define OLD " pid=12 tid=34 E time=04-10 12:00:45.621 tag=Tag process=p"
  static const char *const want_old[] = {"studio_old" OLD " message=one",
                                         "studio_old continued" OLD " message=E/Inner( 12): two",
                                         "studio_old continued" OLD " message= three", NULL};
  check_log(old, want_old);
}

/* All six-digit ids: the width that is set is told by further lines alone. */
static void test_studio_indent(void **state) {
  (void)state;
  static const char log[] =
      "2024-04-10 12:00:45.621 123456-123457 a  I  x\n"
      "                                          y\n"
      "                                            z\n";
  static const char *const want[] = {
      "studio pid=123456 tid=123457 I time=2024-04-10 12:00:45.621 tag=a message=x",
      "studio continued pid=123456 tid=123457 I time=2024-04-10 12:00:45.621 tag=a message=y",
      "studio continued pid=123456 tid=123457 I time=2024-04-10 12:00:45.621 tag=a message=  z", NULL};
  check_log(log, want);
}

/* Columns of other widths: a tag that fills its own ends where those of other lines tell. */
static void test_studio_columns(void **state) {
  (void)state;
  static const char log[] =
      "2024-04-10 12:00:45.621   123-456   tag          com.example           I  x\n"
      "2024-04-10 12:00:45.621   123-456   twelve_chars com.example           I  x\n"
      "2024-04-10 12:00:45.621   123-456                                      I  hidden\n"
      "2024-04-10 12:00:45.621   123-456   tag          com.example           I  x\n";
  static const char *const want[] = {
      "studio pid=123 tid=456 I time=2024-04-10 12:00:45.621 tag=tag process=com.example message=x",
      "studio pid=123 tid=456 I time=2024-04-10 12:00:45.621 tag=twelve_chars process=com.example message=x",
      "studio pid=123 tid=456 I time=2024-04-10 12:00:45.621 tag=twelve_chars process=com.example message=hidden",
      "studio pid=123 tid=456 I time=2024-04-10 12:00:45.621 tag=tag process=com.example message=x", NULL};
  check_log(log, want);
  static const char package[] =
      "2024-04-10 12:00:45.621   123-456   com.example                          I  x\n"
      "2024-04-10 12:00:45.621   123-456   com.example                          I  y\n";
  static const char *const want_package[] = {
      "studio pid=123 tid=456 I time=2024-04-10 12:00:45.621 process=com.example message=x",
      "studio pid=123 tid=456 I time=2024-04-10 12:00:45.621 process=com.example message=y", NULL};
  check_log(package, want_package);
  static const char hidden[] =
      "2024-04-10 12:00:45.621   123-456                                                                I  x\n"; /* as
                                                                                                                    what
                                                                                                                    is
                                                                                                                    not
                                                                                                                    told
                                                                                                                  */
  static const char *const want_hidden[] = {"studio pid=123 tid=456 I time=2024-04-10 12:00:45.621 message=x", NULL};
  check_log(hidden, want_hidden);
}

/* Nothing is learnt from columns that are wider than those that are counted, or hidden, or that others do not share. */
static void test_studio_odd(void **state) {
  (void)state;
  static const char log[] =
      "2024-04-10 12:00:45.621   123-456                                      I  hidden\n"
      "2024-04-10 12:00:45.621   123-456   tag          com.example           I  x\n"
      "2024-04-10 12:00:45.621   123-456   tag          com.example           I  x\n"
      "2024-04-10 12:00:45.621   123-456   fourteen_chars  com.example           I  x\n"
      "2024-04-10 12:00:45.621   123-456   tag                     com.example                         com.example     "
      "                     I  x\n"
      "2024-04-10 12:00:45.621   123-456   tag                                                                         "
      "                                                                                                                "
      "                                                                                                                "
      "                       a          I  x\n"
      "> quoted\n"
      " little\n";
  static const char *const want[] = {
      "studio pid=123 tid=456 I time=2024-04-10 12:00:45.621 message=hidden",
      "studio pid=123 tid=456 I time=2024-04-10 12:00:45.621 tag=tag process=com.example message=x",
      "studio pid=123 tid=456 I time=2024-04-10 12:00:45.621 tag=tag process=com.example message=x",
      "studio pid=123 tid=456 I time=2024-04-10 12:00:45.621 tag=fourteen_chars process=com.example message=x",
      "studio pid=123 tid=456 I time=2024-04-10 12:00:45.621 tag=tag process=com.example message=x",
      "studio pid=123 tid=456 I time=2024-04-10 12:00:45.621 tag=tag process=a message=x",
      "text message=> quoted",
      "text message= little",
      NULL};
  check_log(log, want);
  static const char little[] = "04-10 12:00:45.621 12-34/p E/Tag: one\n   three blanks\n";
  static const char *const want_little[] = {"studio_old" OLD " message=one", "text message=   three blanks", NULL};
  check_log(little, want_little);
  static const char indents[] =
      "2024-04-10 12:00:45.621   123-456   a  I  x\n"
      "                              y\n"
      "                                                  z\n"
      "2024-04-10 12:00:45.621   123-456   ab  I  x\n";
  static const char *const want_indents[] = {
      "studio pid=123 tid=456 I time=2024-04-10 12:00:45.621 tag=a message=x",
      "studio continued pid=123 tid=456 I time=2024-04-10 12:00:45.621 tag=a message=y",
      "studio continued pid=123 tid=456 I time=2024-04-10 12:00:45.621 tag=a message=        z",
      "studio pid=123 tid=456 I time=2024-04-10 12:00:45.621 tag=ab message=x", NULL};
  check_log(indents, want_indents);
}

/* What the look learns, of lines that could be two things each. */
static void test_learnt(void **state) {
  (void)state;
  static const char cpus[] =
      "[    1.000000] c1 a\n[    1.000000] c10 b\n[    1.000000] c1 c\n[    1.000000] c1 d\n"
      "[    1.000000] e\n";
  static const char *const want_cpus[] = {
      "kernel us=1000000 time=1.000000 message=a", "kernel us=1000000 time=1.000000 message=b",
      "kernel us=1000000 time=1.000000 message=c", "kernel us=1000000 time=1.000000 message=d",
      "kernel us=1000000 time=1.000000 message=e", NULL};
  check_log(cpus, want_cpus);
  static const char uids[] = "I( 1000:  123) a  (T)\nI( 1000:  123) b  (T)\nI( 1000:  123) c  (T)\nI(10123:  123) d\n";
  static const char *const want_uids[] = {
      "process pid=123 I uid=1000 tag=T message=a", "process pid=123 I uid=1000 tag=T message=b",
      "process pid=123 I uid=1000 tag=T message=c", "thread pid=10123 tid=123 I message=d", NULL};
  check_log(uids, want_uids);
  static const char threads[] = "I(  122:  123) a  (T)\nI(  122:  123) b\n";
  static const char *const want_threads[] = {"thread pid=122 tid=123 I message=a  (T)",
                                             "thread pid=122 tid=123 I message=b", NULL};
  check_log(threads, want_threads);
  static const char journal[] =
      "[    1.000000] pine kernel: a\n[    1.000000] pine sshd: b\n[    1.000000] pine c\n"
      "[    1.000000] pine d: e\n[    1.000000] pine f: g\n[    1.000000] pine h: i\n";
  static const char *const want_journal[] = {"short_monotonic us=1000000 time=1.000000 tag=kernel message=a",
                                             "short_monotonic us=1000000 time=1.000000 tag=sshd message=b",
                                             "kernel us=1000000 time=1.000000 message=pine c",
                                             "short_monotonic us=1000000 time=1.000000 tag=d message=e",
                                             "short_monotonic us=1000000 time=1.000000 tag=f message=g",
                                             "short_monotonic us=1000000 time=1.000000 tag=h message=i",
                                             NULL};
  check_log(journal, want_journal);
}

/* What too few lines say. */
static void test_not_learnt(void **state) {
  (void)state;
  static const char cpus[] = "[    1.000000] c1 a\n[    1.000000] c1 b\n[    1.000000] c1 c\n[    1.000000] d\n";
  static const char *const want_cpus[] = {
      "kernel us=1000000 time=1.000000 message=c1 a", "kernel us=1000000 time=1.000000 message=c1 b",
      "kernel us=1000000 time=1.000000 message=c1 c", "kernel us=1000000 time=1.000000 message=d", NULL};
  check_log(cpus, want_cpus);
  static const char hosts[] =
      "[    1.000000] a kernel: b\n[    1.000000] c kernel: d\n[    1.000000] ee kernel: f\n"
      "[    1.000000] a_host_name_that_is_longer_than_host_names_may_be_on_any_system_at_all kernel: g\n";
  static const char *const want_hosts[] = {
      "kernel us=1000000 time=1.000000 message=a kernel: b", "kernel us=1000000 time=1.000000 message=c kernel: d",
      "kernel us=1000000 time=1.000000 message=ee kernel: f",
      "kernel us=1000000 time=1.000000 "
      "message=a_host_name_that_is_longer_than_host_names_may_be_on_any_system_at_all kernel: g",
      NULL};
  check_log(hosts, want_hosts);
}

/* The line before decides where a line could be two things, and does not overrule what it says. */
static void test_memory(void **state) {
  (void)state;
  static const char log[] =
      "E/Tag     (   12): x\nE/Tag     : E/Inner( 12): x\nE/Tag     : y\n"
      "E/Tag:Sub ( 1013:  655): x\nE/Tag     : E/Inner( 12): x\n";
  static const char *const want[] = {"brief pid=12 E tag=Tag message=x",
                                     "brief pid=12 E tag=Tag     : E/Inner message=x",
                                     "tag E tag=Tag message=y",
                                     "brief pid=655 E uid=1013 tag=Tag:Sub message=x",
                                     "brief pid=12 E tag=Tag     : E/Inner message=x",
                                     NULL};
  check_log(log, want);
}

/* A prefix is taken off while lines have it; messages that begin so keep it. */
static void test_prefix(void **state) {
  (void)state;
  static const char log[] =
      "> quoted text\n> I/a(    1): > x\n>\n> more\nx\nnot quoted\n> a line of text\n"
      "I/a(    1): y\n> I/a(    1): z\n";
  static const char *const want[] = {"text message=quoted text",
                                     "brief pid=1 I tag=a message=> x",
                                     "text",
                                     "text message=more",
                                     "text message=x",
                                     "text message=not quoted",
                                     "text message=> a line of text",
                                     "brief pid=1 I tag=a message=y",
                                     "brief pid=1 I tag=a message=z",
                                     NULL};
  check_log(log, want);
  static const char longest[] = "                        I/a(    1): x\n"; /* 24 blanks */
  static const char *const want_longest[] = {"brief pid=1 I tag=a message=x", NULL};
  check_log(longest, want_longest);
}

/* Lines passed over end what is open. */
static void test_gap(void **state) {
  (void)state;
  struct dfmti_lines x = {.last = 0};
  struct dfmti_line l;
  static const char head[] = "[ 12-31 23:59:59.999  123:  456 E/Tag      ]", more[] = "more";
  const uint8_t *p = (const uint8_t *)head, *q = (const uint8_t *)more;
  assert_true(dfmti_line(&x, p, p + sizeof head - 1, &l));
  assert_true(dfmti_line(&x, q, q + sizeof more - 1, &l));
  dfmti_lines_gap(&x);
  assert_false(dfmti_line(&x, q, q + sizeof more - 1, &l));
}

/* A head whose tag does not fit behind its time, with blanks where it is cut. */
static void check_room(int blanks) {
  enum { TAG = 3000, TIME = 18 };
  static char log[TAG + 100];
  const int n = snprintf(log, sizeof log, "04-10 12:00:45.621 12-34/process E/");
  memset(log + n, 't', TAG);
  memset(log + n + DFMTI_LINES_ROOM - TIME - blanks, ' ', (size_t)blanks);
  memcpy(log + n + TAG, ": x", 3);
  struct dfmti_lines x = {.last = 0};
  struct dfmti_line l;
  uint8_t room[DFMTI_LINES_ROOM];
  const uint8_t *p = (const uint8_t *)log;
  assert_true(dfmti_line(&x, p, p + n + TAG + 3, &l));
  assert_int_equal(l.tag.len, TAG);
  dfmti_lines_keep(&x, &l, room);
  memset(log, 0, sizeof log);
  const uint8_t *more = (const uint8_t *)"    y";
  assert_true(dfmti_line(&x, more, more + 5, &l));
  assert_int_equal(l.tag.len, DFMTI_LINES_ROOM - TIME - blanks);
  assert_memory_equal(l.time.ptr, "04-10 12:00:45.621", TIME);
  assert_memory_equal(l.fraction.ptr, "621", 3);
  if (!blanks) assert_int_equal(l.process.len, 0);
}

/* Texts of a head that do not fit are cut, and trimmed as they are elsewhere. */
static void test_room(void **state) {
  (void)state;
  check_room(0);
  check_room(2);
}

/* Each beginning of every line, and each with another character somewhere: no more is asked than that tools see no
 * harm, and that what a line does not have is not set. */
static void check_any(struct dfmti_lines *x, uint8_t *room, const char *line, size_t n) {
  struct dfmti_line l;
  uint8_t *copy = malloc(n + 1);
  assert_non_null(copy);
  memcpy(copy + 1, line, n);
  dfmti_line(x, copy + 1, copy + 1 + n, &l);
  assert_true(l.has_pid || l.pid == 0);
  assert_true(l.has_tid || l.tid == 0);
  dfmti_lines_keep(x, &l, room);
  dfmti_line_of_report(copy + 1, copy + 1 + n, &l);
  free(copy);
}

static void test_damaged(void **state) {
  (void)state;
  static const char others[] = " :(/.9E[]<-\x1b";
  for (size_t i = 0; i < sizeof alone / sizeof *alone; i++) {
    const size_t n = strlen(alone[i].line);
    struct dfmti_lines x;
    uint8_t room[DFMTI_LINES_ROOM];
    dfmti_lines_learn(&x, (const uint8_t *)alone[i].line, n);
    for (size_t cut = 0; cut <= n; cut++) {
      for (size_t k = 0; k < sizeof others; k++) {
        char line[256];
        memcpy(line, alone[i].line, n);
        if (cut < n) line[cut] = others[k];
        check_any(&x, room, line, n);
        check_any(&x, room, line, cut);
      }
    }
  }
}

/* What could be the end of a member is looked at a bounded number of times, however much of it there is. */
static void test_huge(void **state) {
  (void)state;
  enum { HUGE = 1 << 20 };
  static const char *const heads[] = {"I/",
                                      "I(   12) ",
                                      "03-17 08:15:01.123  1  2 I ",
                                      "03-17 08:15:01.123 I/",
                                      "03-17 08:15:01.123: I/",
                                      "2024-04-10 12:00:45.621  7412-7413  ",
                                      "04-10 12:00:45.621 7412-7413/",
                                      "[ 12-31 23:59:59.999  ",
                                      "[   12.345678] ",
                                      "[   12.345678] c1 1 (",
                                      "[   12.345678]  (1)[1:",
                                      "6,1,1,",
                                      "<13>1 - - - - - [\"",
                                      "Nov 20 10:11:12 ",
                                      ESC "[",
                                      ""};
  static const char fill[] = "( :/)][;x.\xc3\xa9m>\"";
  char *line = malloc(HUGE);
  assert_non_null(line);
  for (size_t i = 0; i < sizeof heads / sizeof *heads; i++) {
    for (size_t k = 0; k + 1 < sizeof fill; k++) {
      struct dfmti_lines x;
      struct dfmti_line l;
      const uint8_t *p = (const uint8_t *)line;
      memset(line, fill[k], HUGE);
      memcpy(line, heads[i], strlen(heads[i]));
      dfmti_lines_learn(&x, p, HUGE);
      x.level_column = x.message_column = x.tag_width = UINT32_MAX;
      dfmti_line(&x, p, p + HUGE, &l);
      assert_true(l.message.len <= HUGE);
    }
  }
  free(line);
}

static void test_of_report(void **state) {
  (void)state;
  static const struct {
    const char *line, *want;
  } good[] = {
      {"03-17 08:15:01.123  1000   512   530 I T: x",
       "threadtime pid=512 tid=530 I time=03-17 08:15:01.123 uid=1000 tag=T message=x"},
      {"99-99 99:99:99.1 +0100 1 2 S : ", "threadtime zone=60 pid=1 tid=2 S time=99-99 99:99:99.1"},
      {"03-17 08:15:01.123 I/a(b) (  1): x", "time pid=1 I time=03-17 08:15:01.123 tag=a(b) message=x"},
      {"<191>[    1.5][  T1] x", "kernel us=1500000 level=191 time=1.5 caller=T1 message=x"},
      {"[1.123456000] ", "kernel us=1123456 time=1.123456000"},
      {"--------- switch to x", "marker switched message=x"},
  };
  static const char *const bad[] = {"",
                                    " 03-17 08:15:01.123  1  2 I a: b",
                                    "12.345  1  2 I a: b",
                                    "03-17 08:15:01.123  1  2 A a: b",
                                    "03-17 08:15:01.123  1  2 I a:",
                                    "03-17 08:15:01.123  1  1234567890 I a: b",
                                    "03-17 08:15:01.123 I/a(u: 1): b",
                                    "03-17 08:15:01.123 I/a( 1):",
                                    "03-17 08:15:01.1234567890  1  2 I a: b",
                                    "03-17 08:15:01  1  2 I a: b",
                                    "I/a( 1): b",
                                    "[1.1234567] x",
                                    "[1.0][T1@C4] x",
                                    "[1234567890.0] x"};
  for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
    const uint8_t *p = (const uint8_t *)good[i].line;
    struct dfmti_line l;
    char told[256];
    if (!dfmti_line_of_report(p, p + strlen(good[i].line), &l)) fail_msg("not taken: %s", good[i].line);
    say_line(&l, told, sizeof told);
    assert_string_equal(told, good[i].want);
  }
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    const uint8_t *p = (const uint8_t *)bad[i];
    struct dfmti_line l;
    if (dfmti_line_of_report(p, p + strlen(bad[i]), &l)) fail_msg("taken: %s", bad[i]);
  }
}

static void test_priorities(void **state) {
  (void)state;
  static const char letters[] = "VDIWEFS";
  unsigned found = 0;
  for (unsigned c = 0; c < 256; c++) {
    uint32_t priority = dfmti_priority_of((uint8_t)c);
    const char *at = c ? strchr(letters, (int)c) : NULL;
    assert_int_equal(priority, at ? (uint32_t)(at - letters) + DFMTI_PRIORITY_VERBOSE : 0);
    if (!at) continue;
    assert_int_equal(dfmti_priority_letter(priority), (char)c);
    found++;
  }
  assert_int_equal(found, DFMTI_PRIORITIES);
  assert_int_equal(dfmti_priority_letter(DFMTI_PRIORITY_VERBOSE - 1), '\0');
  assert_int_equal(dfmti_priority_letter(DFMTI_PRIORITY_SILENT + 1), '\0');
  assert_int_equal(dfmti_priority_letter(UINT32_MAX), '\0');
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_alone),      cmocka_unit_test(test_text),          cmocka_unit_test(test_long),
      cmocka_unit_test(test_studio),     cmocka_unit_test(test_studio_indent), cmocka_unit_test(test_learnt),
      cmocka_unit_test(test_studio_odd), cmocka_unit_test(test_not_learnt),    cmocka_unit_test(test_studio_columns),
      cmocka_unit_test(test_memory),     cmocka_unit_test(test_prefix),        cmocka_unit_test(test_gap),
      cmocka_unit_test(test_room),       cmocka_unit_test(test_damaged),       cmocka_unit_test(test_huge),
      cmocka_unit_test(test_of_report),  cmocka_unit_test(test_priorities)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
