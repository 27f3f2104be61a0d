/* SPDX-License-Identifier: MIT */
/* The table apport.frame: the frames of Stacktrace, ThreadStacktrace and Traceback. */
#include "base/str.h"
#include "base/text.h"
#include "derived.h"
#include "python.h"

enum { MOST_BYTES = 8 << 20 }; /* bytes of a field that are parsed */

struct state {
  struct dfmti_derived_input in;
  dfmt_str rest;     /* of the current field */
  uint32_t field;    /* DFMT_APPORT_STACK_*, 0: none */
  uint32_t n_python; /* number of frames of a traceback so far */
  bool in_thread;    /* of a ThreadStacktrace: */
  uint64_t thread_number;
  dfmt_apport_frame row;
};

#define HAS(BIT) (uint32_t)DFMT_APPORT_FRAME_HAS_##BIT

static uint32_t field_of(dfmt_str key) {
  if (dfmti_is(key, "Stacktrace")) return DFMT_APPORT_STACK_STACKTRACE;
  if (dfmti_is(key, "ThreadStacktrace")) return DFMT_APPORT_STACK_THREAD_STACKTRACE;
  return dfmti_is(key, "Traceback") ? DFMT_APPORT_STACK_TRACEBACK : 0;
}

static uint64_t wants(void *state, const dfmt_event *ev) {
  (void)state;
  return field_of(dfmt_event_apport_field(ev)->key) ? MOST_BYTES : 0;
}

static dfmt_status event(void *state, const dfmt_event *ev) {
  struct state *x = state;
  const dfmt_apport_field *f = dfmt_event_apport_field(ev);
  x->field = f ? field_of(f->key) : 0;
  x->rest = (dfmt_str){0};
  x->n_python = 0;
  x->in_thread = false;
  if (x->field && x->in.from->payload_read) x->rest = x->in.from->payload;
  if (x->field && f->present & DFMT_APPORT_FIELD_HAS_TEXT) x->rest = f->text;
  return DFMT_OK;
}

/* ---- numbers ---- */

/* Takes digits off the start; false: none, or too many. */
static bool take_number(dfmt_str *s, unsigned base, uint64_t *v) {
  uint64_t n = 0;
  for (*v = 0; n < s->len; n++) {
    uint8_t c = (uint8_t)s->ptr[n], low = (uint8_t)(c | 0x20);
    unsigned digit = dfmti_is_digit(c) ? c - (unsigned)'0' : low >= 'a' && low <= 'f' ? low - 'a' + 10u : base;
    if (digit >= base) break;
    if (*v > (UINT64_MAX - digit) / base) return false;
    *v = *v * base + digit;
  }
  *s = dfmti_apport_py_after(*s, n);
  return n > 0;
}

static bool take(dfmt_str *s, const char *text) {
  if (!dfmti_starts(*s, text)) return false;
  *s = dfmti_apport_py_after(*s, strlen(text));
  return true;
}

/* ---- gdb ---- */

/* The end of the parentheses opened at a place, skipping strings; s.len: they are not closed. */
static uint64_t close_of(dfmt_str s, uint64_t at) {
  unsigned depth = 0;
  bool quoted = false;
  for (; at < s.len; at++) {
    char c = s.ptr[at];
    if (c == '"') quoted = !quoted;
    if (c == '\\' && quoted) at++;
    if (quoted) continue;
    depth += c == '(';
    if (c == ')' && --depth == 0) return at + 1;
  }
  return s.len;
}

/* Position of " (" outside of a name's own parentheses and template arguments; s.len: none. */
static uint64_t arguments_of(dfmt_str s) {
  static const char word[] = "operator";
  int depth = 0;
  for (uint64_t at = 0; at < s.len; at++) {
    char c = s.ptr[at];
    if (depth <= 0 && c == ' ' && at + 1 < s.len && s.ptr[at + 1] == '(') return at;
    if (dfmti_starts(dfmti_apport_py_after(s, at), word)) {
      at += sizeof word - 2;
      while (at + 1 < s.len && strchr("<>-", s.ptr[at + 1])) at++;
      continue;
    }
    depth += (c == '(' || c == '<') - (c == ')' || c == '>');
  }
  return s.len;
}

/* "PATH:LINE" */
static void put_source(dfmt_apport_frame *row, dfmt_str s) {
  uint64_t colon = dfmti_apport_py_find_last(s, ":");
  dfmt_str number = colon < s.len ? dfmti_apport_py_after(s, colon + 1) : (dfmt_str){0};
  if (take_number(&number, 10, &row->source_line) && number.len == 0) {
    row->present |= HAS(SOURCE_LINE);
    s.len = colon;
  }
  row->source_path = s;
  row->present |= HAS(SOURCE_PATH);
}

/* "FUNCTION (ARGUMENTS)[ at PATH:LINE| from LIBRARY]" */
static void put_call(dfmt_apport_frame *row, dfmt_str s) {
  uint64_t open = arguments_of(s), end = open < s.len ? close_of(s, open + 1) : s.len;
  dfmt_str tail = dfmti_apport_py_after(s, end);
  row->function = dfmti_apport_py_first(s, open);
  if (!dfmti_is(row->function, "??")) row->present |= HAS(FUNCTION);
  if (open == s.len) return;
  row->arguments = dfmti_apport_py_after(dfmti_apport_py_first(s, end), open + 2);
  if (s.ptr[end - 1] == ')') row->arguments.len--;
  row->present |= HAS(ARGUMENTS);
  if (take(&tail, " at ")) put_source(row, tail);
  if (!take(&tail, " from ")) return;
  row->library = tail;
  row->present |= HAS(LIBRARY);
}

/* "#N  [0xADDRESS in ]…" */
static bool is_gdb_frame(struct state *x, dfmt_str line) {
  dfmt_apport_frame *row = &x->row;
  uint64_t number, blanks;
  if (take(&line, "Thread ")) {
    x->in_thread = take_number(&line, 10, &x->thread_number);
    return false;
  }
  if (!take(&line, "#") || !take_number(&line, 10, &number) || number > UINT32_MAX) return false;
  blanks = dfmti_apport_py_spaces(line);
  line = dfmti_apport_py_after(line, blanks);
  if (blanks == 0 || line.len == 0) return false;
  row->number = (uint32_t)number;
  row->thread_number = x->thread_number;
  if (x->in_thread) row->present |= HAS(THREAD_NUMBER);
  dfmt_str s = line;
  if (take(&s, "0x") && take_number(&s, 16, &row->address) && take(&s, " in ")) {
    row->present |= HAS(ADDRESS);
    line = s;
  }
  row->signal_handler = dfmti_starts(line, "<signal handler called>");
  if (!row->signal_handler) put_call(row, line);
  return true;
}

/* ---- Python ---- */

/* File "PATH", line N, in FUNCTION */
static bool is_python_frame(struct state *x, dfmt_str line) {
  dfmt_apport_frame *row = &x->row;
  line = dfmti_apport_py_after(line, dfmti_apport_py_spaces(line));
  if (!take(&line, "File \"")) return false;
  uint64_t end = dfmti_apport_py_find_last(line, "\", line ");
  dfmt_str path = dfmti_apport_py_first(line, end);
  if (end == line.len) return false;
  line = dfmti_apport_py_after(line, end + 8);
  if (!take_number(&line, 10, &row->source_line)) return false;
  row->source_path = path;
  row->present |= HAS(SOURCE_PATH) | HAS(SOURCE_LINE);
  row->number = x->n_python++;
  if (!take(&line, ", in ")) return true;
  row->function = line;
  row->present |= HAS(FUNCTION);
  return true;
}

/* ---- the table ---- */

static dfmt_status next_row(void *state, const dfmt_head **out) {
  struct state *x = state;
  for (dfmt_str line; dfmti_apport_py_line(&x->rest, &line);) {
    x->row = (dfmt_apport_frame){.head = {sizeof x->row, DFMT_TYPE_APPORT_FRAME}, .field = x->field};
    bool found = x->field == DFMT_APPORT_STACK_TRACEBACK ? is_python_frame(x, line) : is_gdb_frame(x, line);
    if (!found) continue;
    *out = &x->row.head;
    return DFMT_OK;
  }
  return DFMT_END;
}

static const uint32_t events[] = {DFMT_APPORT_FIELD, 0};

const dfmt_table_maker dfmti_apport_frame_table = {
    .size = sizeof(dfmt_table_maker),
    .row = DFMT_TYPE_APPORT_FRAME,
    .types = dfmti_apport_tables_types,
    .events = events,
    .state_size = sizeof(struct state),
    .begin = dfmti_derived_begin,
    .wants = wants,
    .event = event,
    .next_row = next_row,
};
