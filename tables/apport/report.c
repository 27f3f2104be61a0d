/* SPDX-License-Identifier: MIT */
/* The table apport.report: the standard keys of a report as columns of one row. */
#include <string.h>

#include "base/calendar.h"
#include "base/str.h"
#include "derived.h"

/* Keys whose text is a column, in the order of the row. */
static const struct dfmti_derived_text texts[] = {
#define TEXT(KEY, MEMBER, BIT) \
  {KEY, DFMT_APPORT_FIELD, offsetof(dfmt_apport_report, MEMBER), DFMT_APPORT_REPORT_HAS_##BIT}
    TEXT("ProblemType", problem_type, PROBLEM_TYPE),
    TEXT("Date", time_text, TIME_TEXT),
    TEXT("Title", title, TITLE),
    TEXT("DistroRelease", distro_release, DISTRO_RELEASE),
    TEXT("Architecture", architecture, ARCHITECTURE),
    TEXT("Uname", uname, UNAME),
    TEXT("Package", package, PACKAGE),
    TEXT("SourcePackage", source_package, SOURCE_PACKAGE),
    TEXT("PackageArchitecture", package_architecture, PACKAGE_ARCHITECTURE),
    TEXT("ExecutablePath", executable_path, EXECUTABLE_PATH),
    TEXT("InterpreterPath", interpreter_path, INTERPRETER_PATH),
    TEXT("ProcCmdline", proc_cmdline, PROC_CMDLINE),
    TEXT("ProcCwd", proc_cwd, PROC_CWD),
    TEXT("Signal", signal_text, SIGNAL_TEXT),
    TEXT("SignalName", signal_name, SIGNAL_NAME),
    TEXT("StacktraceTop", stacktrace_top, STACKTRACE_TOP),
    TEXT("StacktraceAddressSignature", stacktrace_address_signature, STACKTRACE_ADDRESS_SIGNATURE),
    TEXT("Traceback", traceback, TRACEBACK),
    TEXT("AssertionMessage", assertion_message, ASSERTION_MESSAGE),
    TEXT("DuplicateSignature", duplicate_signature, DUPLICATE_SIGNATURE),
    TEXT("Tags", tags, TAGS),
#undef TEXT
};

enum { N_TEXTS = sizeof texts / sizeof *texts };

struct state {
  struct dfmti_derived_input in;
  struct dfmti_buf values[N_TEXTS];
  bool in_core;        /* the last entry is the core dump */
  uint64_t core_start; /* its offset */
  bool ended;          /* the row is due */
  dfmt_apport_report row;
};

static dfmt_status begin(void *state, const dfmt_table_input *in) {
  struct state *x = state;
  dfmti_derived_input_begin(&x->in, in);
  x->row.head = (dfmt_head){sizeof x->row, DFMT_TYPE_APPORT_REPORT};
  return DFMT_OK;
}

static void close_state(void *state) {
  struct state *x = state;
  for (size_t i = 0; i < N_TEXTS && x->in.from; i++) dfmti_buf_free(&x->in.mem, &x->values[i]);
}

/* ---- entries ---- */

/* The last of several equal keys counts. */
static dfmt_status keep(struct state *x, size_t i, const dfmt_apport_field *f) {
  x->row.present &= ~texts[i].bit;
  if (!(f->present & DFMT_APPORT_FIELD_HAS_TEXT)) return DFMT_OK;
  dfmt_status st = dfmti_derived_keep(&x->in, &x->values[i], f->text);
  if (st == DFMT_OK) x->row.present |= texts[i].bit;
  return st;
}

/* The entry before this offset ends there. */
static void end_core(struct state *x, uint64_t offset) {
  if (x->in_core) x->row.core_bytes = offset - x->core_start;
  x->in_core = false;
}

static dfmt_status event(void *state, const dfmt_event *ev) {
  struct state *x = state;
  const dfmt_apport_field *f = dfmt_event_apport_field(ev);
  end_core(x, ev ? ev->offset : x->in.from->input_size);
  x->ended = !ev;
  if (!f) return DFMT_OK;
  size_t i = dfmti_derived_text_find(texts, N_TEXTS, ev->type, f->key);
  dfmt_status st = i < N_TEXTS ? keep(x, i, f) : DFMT_OK;
  if (st != DFMT_OK) return st;
  x->in_core = dfmti_is(f->key, "CoreDump");
  x->core_start = ev->offset;
  x->row.present |= x->in_core ? (uint32_t)DFMT_APPORT_REPORT_HAS_CORE_BYTES : 0;
  x->row.has_core |= x->in_core;
  x->row.n_fields++;
  return DFMT_OK;
}

/* ---- the row ---- */

static uint32_t digits(const char *p, size_t n) {
  uint32_t v = 0;
  for (size_t i = 0; i < n; i++) v = v * 10 + (p[i] == ' ' ? 0 : (uint32_t)(p[i] - '0'));
  return v;
}

/* "Thu Jan  2 03:04:05 2025" (spec 9.2) */
static uint32_t set_time(dfmt_apport_report *row) {
  static const char months[] = "JanFebMarAprMayJunJulAugSepOctNovDec";
  const char *p = row->time_text.ptr;
  if (!dfmt_apport_value_is_valid(dfmt_apport_key_find("Date", 4), p, row->time_text.len)) return 0;
  uint32_t month = 1, day = digits(p + 8, 2),
           second = digits(p + 11, 2) * 3600 + digits(p + 14, 2) * 60 + digits(p + 17, 2);
  while (memcmp(months + 3 * (month - 1), p + 4, 3) != 0) month++;
  if (day < 1 || day > 31) return 0;
  row->time_local_s = dfmti_calendar_seconds(digits(p + 20, 4), month, day, second);
  return DFMT_APPORT_REPORT_HAS_TIME_LOCAL_S;
}

static uint32_t set_signal(dfmt_apport_report *row) {
  dfmt_str s = row->signal_text;
  if (s.len > 9 || !dfmt_apport_value_is_valid(dfmt_apport_key_find("Signal", 6), s.ptr, s.len)) return 0;
  row->signal = (int32_t)digits(s.ptr, (size_t)s.len);
  return DFMT_APPORT_REPORT_HAS_SIGNAL;
}

static dfmt_status next_row(void *state, const dfmt_head **out) {
  struct state *x = state;
  dfmt_apport_report *row = &x->row;
  if (!x->ended) return DFMT_END;
  x->ended = false;
  dfmti_derived_texts_put(texts, N_TEXTS, x->values, row);
  if (row->present & DFMT_APPORT_REPORT_HAS_TIME_TEXT) row->present |= set_time(row);
  if (row->present & DFMT_APPORT_REPORT_HAS_SIGNAL_TEXT) row->present |= set_signal(row);
  *out = &row->head;
  return DFMT_OK;
}

static const uint32_t events[] = {DFMT_APPORT_FIELD, 0};

const dfmt_table_maker dfmti_apport_report_table = {
    .size = sizeof(dfmt_table_maker),
    .row = DFMT_TYPE_APPORT_REPORT,
    .types = dfmti_apport_tables_types,
    .events = events,
    .state_size = sizeof(struct state),
    .begin = begin,
    .event = event,
    .next_row = next_row,
    .close = close_state,
};
