/* SPDX-License-Identifier: MIT */
#include "death.h"

#include "base/text.h"

/* ---- signals ---- */

static const struct {
  int32_t number;
  char name[8];
} signals[] = {{4, "SIGILL"}, {5, "SIGTRAP"},  {6, "SIGABRT"}, {7, "SIGBUS"},
               {8, "SIGFPE"}, {11, "SIGSEGV"}, {31, "SIGSYS"}};

const char *dfmti_death_signal(int32_t signal) {
  for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
    if (signals[i].number == signal) return signals[i].name;
  return NULL;
}

/* Takes the number of such a signal. */
static bool take_signal(dfmt_str *s, struct dfmti_death *d) {
  int32_t number;
  d->signal = dfmti_cut_i32(s, &number) ? dfmti_death_signal(number) : NULL;
  return d->signal != NULL;
}

static bool take_id(dfmt_str *s, struct dfmti_death *d) { return d->has_process_id = dfmti_cut_i32(s, &d->process_id); }

/* ---- those who wait for processes ---- */

/* "Service 'x' (pid N) received signal S", to Android 9 "killed by": of init */
static bool of_init(dfmt_str s, struct dfmti_death *d) {
  if (!dfmti_cut_take(&s, "Service '") || !dfmti_cut_take_to(&s, "' (pid ", &d->name) || !take_id(&s, d)) return false;
  if (!dfmti_cut_take(&s, ") received signal ") && !dfmti_cut_take(&s, ") killed by signal ")) return false;
  return take_signal(&s, d);
}

/* "x.service: Main process exited, code=dumped, status=11/SEGV", without the process: of systemd */
static bool of_systemd(dfmt_str s, struct dfmti_death *d) {
  dfmt_str which;
  if (!dfmti_cut_take_to(&s, ": ", &d->name) || !dfmti_cut_take_to(&s, " process exited, code=", &which)) return false;
  if (!dfmti_cut_take(&s, "dumped") && !dfmti_cut_take(&s, "killed")) return false;
  return dfmti_cut_take(&s, ", status=") && take_signal(&s, d);
}

/* ---- those who store its memory ---- */

bool dfmti_death_thread(dfmt_str message, int32_t *thread_id) {
  dfmt_str before;
  return dfmti_cut_take_to(&message, "Stack trace of thread ", &before) && dfmti_cut_i32(&message, thread_id) &&
         dfmti_starts(message, ":");
}

/* "[[…] ]Process N (x)[ of user U] dumped core.", and when that begins "terminated abnormally with signal S/…" */
static bool of_coredump(dfmt_str s, struct dfmti_death *d) {
  dfmt_str before;
  if (dfmti_starts(s, "[") && !dfmti_cut_take_to(&s, "] ", &before)) return false; /* an arrow, on terminals */
  if (!dfmti_cut_take(&s, "Process ") || !take_id(&s, d) || !dfmti_cut_take(&s, " (")) return false;
  const bool has_user = dfmti_cut_take_to(&s, ") of user ", &d->name);
  if (has_user ? !dfmti_cut_take_to(&s, " ", &before) : !dfmti_cut_take_to(&s, ") ", &d->name)) return false;
  d->has_thread_id = dfmti_death_thread(s, &d->thread_id); /* of lines joined by syslog */
  d->stored = true;
  if (dfmti_starts(s, "dumped core")) return true;
  return dfmti_cut_take(&s, "terminated abnormally with signal ") && take_signal(&s, d);
}

/* ---- those who keep account ---- */

/* A name with blanks or quotes is printed as hexadecimal digits. */
static void take_comm(dfmt_str s, struct dfmti_death *d) {
  if (dfmti_cut_take(&s, "\"")) {
    d->name = dfmti_cut_first(s, dfmti_cut_find(s, "\""));
    return;
  }
  d->name = (dfmt_str){d->decoded, 0};
  while (s.len > 1 && d->name.len < sizeof d->decoded) {
    dfmt_str pair = dfmti_cut_first(s, 2);
    uint64_t byte;
    if (!dfmti_cut_number(&pair, 16, &byte) || pair.len > 0 || byte == 0) return;
    d->decoded[d->name.len++] = (char)byte;
    s = dfmti_cut_after(s, 2);
  }
}

/* "… pid=N comm="x" exe="/x" … sig=S res=1" */
static bool of_audit(dfmt_str s, struct dfmti_death *d) {
  dfmt_str before;
  if (!dfmti_cut_take_to(&s, " pid=", &before) || !take_id(&s, d)) return false;
  if (dfmti_cut_take(&s, " comm=")) take_comm(s, d);
  return dfmti_cut_take_to(&s, " sig=", &before) && take_signal(&s, d);
}

/* ---- all of them ---- */

static const struct {
  const char *tag; /* NULL: whatever it is, as an audited line has the tag of the program, or none */
  const char *word;
  bool (*read)(dfmt_str rest, struct dfmti_death *d);
} forms[] = {{NULL, "1701 audit(", of_audit},
             {NULL, "ANOM_ABEND ", of_audit},
             {"systemd", "", of_systemd},
             {"systemd-coredump", "", of_coredump},
             {"init", "", of_init}};

/* Takes the word that a line of a form begins with off; an audit's own log has "type=" before it. */
static bool take_form(size_t i, dfmt_str tag, dfmt_str *message) {
  (void)dfmti_cut_take(message, "type=");
  return (!forms[i].tag || dfmti_is(tag, forms[i].tag)) && dfmti_cut_take(message, forms[i].word);
}

bool dfmti_death_takes(dfmt_str tag, dfmt_str message) {
  const char t = tag.len > 0 ? *tag.ptr : 0, m = message.len > 0 ? *message.ptr : 0;
  if (t != 's' && t != 'i' && m != 't' && m != 'A') return false; /* most lines */
  for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
    dfmt_str rest = message;
    if (take_form(i, tag, &rest)) return true;
  }
  return false;
}

bool dfmti_death(dfmt_str tag, dfmt_str message, struct dfmti_death *d) {
  for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
    dfmt_str rest = message;
    *d = (struct dfmti_death){0};
    if (take_form(i, tag, &rest) && forms[i].read(rest, d)) return true;
  }
  return false;
}
