/* SPDX-License-Identifier: MIT */
#include "lone.h"

#include "base/text.h"

dfmt_str dfmti_bugreport_lone_line(dfmt_str *rest) {
  uint64_t n = dfmti_cut_find(*rest, "\n");
  dfmt_str line = dfmti_cut_first(*rest, n);
  *rest = dfmti_cut_after(*rest, n + 1);
  (void)dfmti_cut_take_end(&line, "\r");
  return line;
}

/* ---- tombstones ---- */

enum { VARINT = 0, BYTES = 2 };                                  /* kinds of protobuf's fields */
enum { ARCH = 1, FINGERPRINT = 2, REVISION = 3, TIMESTAMP = 4 }; /* numbers of a tombstone's */

struct field {
  uint64_t number, kind;
  uint64_t value; /* of VARINT */
  dfmt_str bytes; /* of BYTES */
};

static bool take_varint(dfmt_str *s, uint64_t *v) {
  *v = 0;
  for (unsigned n = 0; n < 10 && n < s->len; n++) {
    uint8_t byte = (uint8_t)s->ptr[n];
    *v |= (uint64_t)(byte & 127) << (7 * n);
    if (byte & 128) continue;
    *s = dfmti_cut_after(*s, n + 1);
    return true;
  }
  return false;
}

static bool take_field(dfmt_str *s, struct field *f) {
  uint64_t key, n;
  if (!take_varint(s, &key)) return false;
  *f = (struct field){.number = key >> 3, .kind = key & 7, .bytes = {"", 0}};
  if (f->kind == VARINT) return take_varint(s, &f->value);
  if (f->kind != BYTES || !take_varint(s, &n) || n > s->len) return false;
  f->bytes = dfmti_cut_first(*s, n);
  *s = dfmti_cut_after(*s, n);
  return true;
}

static bool is_proto(dfmt_str start) {
  struct field f;
  uint64_t year;
  if (!take_field(&start, &f)) return false;
  if (f.number == ARCH && (f.kind != VARINT || f.value > 5 || !take_field(&start, &f))) return false;
  if (f.number != FINGERPRINT || f.kind != BYTES || !take_field(&start, &f)) return false;
  if (f.number == REVISION && (f.kind != BYTES || !take_field(&start, &f))) return false;
  if (f.number != TIMESTAMP || f.kind != BYTES || f.bytes.len < 19) return false;
  return dfmti_cut_number(&f.bytes, 10, &year) && year < 10000 && dfmti_starts(f.bytes, "-");
}

bool dfmti_bugreport_lone_is_tombstone(dfmt_str start) {
  static const char stars[] = "*** *** *** *** *** *** *** *** *** *** *** *** *** *** *** ***";
  dfmt_str rest = start;
  return dfmti_is(dfmti_bugreport_lone_line(&rest), stars) || is_proto(start);
}

/* ---- dumps of threads ---- */

enum { LOOK = 16384 }; /* bytes: more than what stands before the first process */

/* "YYYY-MM-DD …" */
static bool is_date(dfmt_str s) {
  static const char form[] = "0000-00-00 ";
  if (s.len < sizeof form - 1) return false;
  for (size_t i = 0; i < sizeof form - 1; i++)
    if (form[i] == '0' ? !dfmti_is_digit((uint8_t)s.ptr[i]) : s.ptr[i] != form[i]) return false;
  return true;
}

/* "----- pid N at TIME -----" */
static bool take_process(dfmt_str *s) {
  int32_t pid;
  return dfmti_cut_take(s, "----- pid ") && dfmti_cut_i32(s, &pid) && dfmti_cut_take(s, " at ") &&
         dfmti_cut_take_end(s, " -----");
}

bool dfmti_bugreport_lone_is_dump(dfmt_str start) {
  dfmt_str rest = dfmti_cut_first(start, LOOK);
  bool headed = false;
  while (rest.len > 0) {
    dfmt_str line = dfmti_bugreport_lone_line(&rest), time = line;
    if (take_process(&time)) return is_date(time);
    headed = headed || dfmti_starts(line, "Subject: ") || dfmti_starts(line, "----- dumping pid: ");
    if (!headed && line.len > 0) return false;
  }
  return false;
}

/* ---- ps ---- */

enum { MOST_COLUMNS = 24 };

static dfmt_str take_word(dfmt_str *s) {
  dfmti_cut_blanks(s);
  dfmt_str word = dfmti_cut_first(*s, dfmti_cut_find(*s, " "));
  *s = dfmti_cut_after(*s, word.len);
  return word;
}

/* Before Android 8 the state, before the name, has no heading. */
bool dfmti_bugreport_lone_is_ps(dfmt_str line) {
  bool user = false, pid = false, pc = false, state = false, name = false;
  unsigned n = 0;
  if (!dfmti_starts(line, "USER ") && !dfmti_starts(line, "LABEL ")) return false;
  for (dfmt_str word = take_word(&line); word.len > 0; word = take_word(&line)) {
    if (name) return false;
    user |= dfmti_is(word, "USER");
    pid |= dfmti_is(word, "PID");
    pc |= dfmti_is(word, "PC");
    state |= dfmti_is(word, "S");
    name = dfmti_is(word, "NAME") || dfmti_is(word, "CMD");
    n += name && pc && !state ? 2 : 1;
  }
  return user && pid && name && n <= MOST_COLUMNS;
}
