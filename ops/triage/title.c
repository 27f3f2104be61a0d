/* SPDX-License-Identifier: MIT */
#include "title.h"

#include <string.h>

#include "base/cut.h"
#include "base/str.h"

enum { MOST = 512 }; /* bytes of a title: what follows is for the message */

/* ---- parts of a signature ---- */

/* From 0; empty: there are fewer. */
static dfmt_str part(dfmt_str signature, unsigned n) {
  while (n-- > 0) signature = dfmti_cut_after(signature, dfmti_cut_find(signature, "|") + 1);
  return dfmti_cut_first(signature, dfmti_cut_find(signature, "|"));
}

/* Which parts are an exception or signal, and the innermost frame, by the first; 0: none is. */
static const struct language {
  const char *name;
  unsigned exception, frame;
} languages[] = {{"native", 2, 3}, {"java", 2, 3}, {"python", 2, 3}, {"memory", 0, 3}, {"anr", 0, 3}, {"kernel", 0, 2}};

/* Of the kernel's, only these have no words before their functions. */
static bool has_frames(dfmt_str signature) {
  static const char *const kinds[] = {"kernel|oops|", "kernel|lockup|", "kernel|stall|", "kernel|crash|"};
  if (!dfmti_starts(signature, "kernel|")) return true;
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
    if (dfmti_starts(signature, kinds[i])) return true;
  return false;
}

static void set_parts(dfmt_triage_finding *row) {
  const dfmt_str language = part(row->signature, 0);
  for (size_t i = 0; i < sizeof languages / sizeof *languages; i++) {
    const struct language *l = &languages[i];
    if (!dfmti_is(language, l->name)) continue;
    if (l->exception && !row->exception.len) row->exception = part(row->signature, l->exception);
    if (has_frames(row->signature)) row->frame = part(row->signature, l->frame);
  }
  if (row->exception.len) row->present |= DFMT_TRIAGE_FINDING_HAS_EXCEPTION;
  if (row->frame.len) row->present |= DFMT_TRIAGE_FINDING_HAS_FRAME;
}

/* ---- text ---- */

struct writing {
  struct dfmti_mem *mem;
  struct dfmti_buf *text;
  bool failed;
};

/* Up to MOST bytes in all, whole characters; control characters become blanks. */
static void put(struct writing *w, dfmt_str s) {
  const size_t from = w->text->len, room = from < MOST ? MOST - from : 0;
  size_t n = dfmti_min(dfmti_clamp(s.len), room);
  while (n > 0 && n < s.len && ((uint8_t)s.ptr[n] & 0xc0) == 0x80) n--;
  if (w->failed || n == 0) return;
  w->failed = !dfmti_buf_append(w->mem, w->text, s.ptr, n);
  for (size_t i = from; i < w->text->len; i++)
    if (w->text->ptr[i] < ' ' || w->text->ptr[i] == 0x7f) w->text->ptr[i] = ' ';
}

static void put_word(struct writing *w, const char *word) { put(w, (dfmt_str){word, strlen(word)}); }

/* The text with a word before it, if there is one. */
static void put_after(struct writing *w, const char *word, dfmt_str s) {
  if (!s.len) return;
  put_word(w, word);
  put(w, s);
}

/* ---- titles ---- */

static void put_process(struct writing *w, const dfmt_triage_finding *row) {
  if (row->process_name.len)
    put(w, row->process_name);
  else
    put_word(w, "a process");
}

/* " in com.example.A.b()", " in libexample.so+0x1234"; a frame without a name says nothing. */
static void put_frame(struct writing *w, dfmt_str frame) {
  if (dfmti_is(frame, "<anon>")) return;
  put_after(w, " in ", frame);
  if (frame.len && dfmti_cut_find(frame, "+0x") == frame.len) put_word(w, "()");
}

/* "com.example crashed with java.lang.Error in com.example.A.b(): boom" */
static void put_crash(struct writing *w, const dfmt_triage_finding *row, const char *words) {
  put_process(w, row);
  put_word(w, words);
  put_after(w, " with ", row->exception);
  put_frame(w, row->frame);
  put_after(w, ": ", row->message);
}

/* "com.example did not respond: Input dispatching timed out" */
static void put_state(struct writing *w, const dfmt_triage_finding *row, const char *words) {
  put_process(w, row);
  put_word(w, words);
  put_after(w, ": ", row->message);
}

/* "com.example: used after free in free()" */
static void put_memory(struct writing *w, const dfmt_triage_finding *row, const char *words) {
  put_process(w, row);
  put_word(w, words);
  put(w, part(row->signature, 2));
  put_frame(w, row->frame);
}

/* "game: glDrawArrays: GL_INVALID_VALUE", without a call that is not known */
static void put_call(struct writing *w, const dfmt_triage_finding *row, const char *words) {
  const dfmt_str call = part(row->signature, 2);
  put_process(w, row);
  if (!dfmti_is(call, "?")) put_after(w, words, call);
  put_after(w, ": ", part(row->signature, 3));
  put_after(w, ": ", row->message);
}

/* "game never returned from glDrawElements" */
static void put_last_call(struct writing *w, const dfmt_triage_finding *row, const char *words) {
  put_process(w, row);
  put_after(w, words, part(row->signature, 2));
}

/* What the kernel said; or the signature. */
static void put_head(struct writing *w, const dfmt_triage_finding *row, const char *words) {
  (void)words;
  put(w, row->message.len ? row->message : row->signature);
}

static const struct form {
  const char *kind;
  void (*put)(struct writing *w, const dfmt_triage_finding *row, const char *words);
  const char *words;
} forms[] = {{"java_crash", put_crash, " crashed"},
             {"native_crash", put_crash, " crashed"},
             {"python_crash", put_crash, " crashed"},
             {"anr", put_state, " did not respond"},
             {"watchdog", put_state, " was stuck"},
             {"foreground_kill", put_state, " was killed"},
             {"past_exit", put_state, " ended"},
             {"wtf", put_state, " met what should never be"},
             {"memory_error", put_memory, ": "},
             {"leak", put_memory, ": "},
             {"shader_error", put_call, ": "},
             {"api_error", put_call, ": "},
             {"api_unfinished", put_last_call, " never returned from "},
             {NULL, put_head, ""}};

bool dfmto_triage_title(struct dfmti_mem *m, struct dfmti_buf *text, dfmt_triage_finding *row) {
  struct writing w = {.mem = m, .text = text};
  const struct form *f = forms;
  set_parts(row);
  if (row->present & DFMT_TRIAGE_FINDING_HAS_TITLE) return true;
  while (f->kind && !dfmti_is(row->kind, f->kind)) f++;
  text->len = 0;
  f->put(&w, row, f->words);
  row->title = (dfmt_str){(const char *)text->ptr, text->len};
  if (row->title.len) row->present |= DFMT_TRIAGE_FINDING_HAS_TITLE;
  return !w.failed;
}
