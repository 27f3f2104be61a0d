/* SPDX-License-Identifier: MIT */
/*
 * Signatures and titles as apport.report.Report computes them: docs/triage.md. Each is a function that appends a text
 * to `out` and returns a result; where the module raises an exception that is _MISSING or _MALFORMED.
 */
#ifndef DFMTI_APPORT_SIGNATURE_H
#define DFMTI_APPORT_SIGNATURE_H

#include "base/str.h"
#include "derived.h"
#include "python.h"
#include "rules/rules.h"

/* The fields used in signatures. */
enum {
  DFMTI_ARCHITECTURE,
  DFMTI_ASSERTION_MESSAGE,
  DFMTI_DUPLICATE_SIGNATURE,
  DFMTI_ERROR_MESSAGE,
  DFMTI_EXECUTABLE_PATH,
  DFMTI_FAILURE,
  DFMTI_MACHINE_TYPE,
  DFMTI_NONFREE_KERNEL_MODULES,
  DFMTI_OOPS_TEXT,
  DFMTI_PACKAGE,
  DFMTI_PACKAGE_ARCHITECTURE,
  DFMTI_PROBLEM_TYPE,
  DFMTI_PROC_MAPS,
  DFMTI_SIGNAL,
  DFMTI_SIGNAL_NAME,
  DFMTI_STACKTRACE,
  DFMTI_STACKTRACE_TOP,
  DFMTI_TRACEBACK,
  DFMTI_EXCEPTION_QUALIFIER,
  DFMTI_BIOS_VERSION,
  DFMTI_N_SIGNATURE_FACTS, /* signatures use only those above */
  DFMTI_TITLE = DFMTI_N_SIGNATURE_FACTS,
  DFMTI_ADDRESS_SIGNATURE,
  DFMTI_DATE,
  DFMTI_DPKG_LOG,
  DFMTI_JAVA_TRACE,
  DFMTI_PROC_STATUS,
  DFMTI_DISASSEMBLY,
  DFMTI_REGISTERS,
  DFMTI_SEGV_REASON,
  DFMTI_N_FACTS
};

/* State of a value. Any use of one that is not text, or could not be read, is malformed. */
enum { DFMTI_FACT_ABSENT, DFMTI_FACT_TEXT, DFMTI_FACT_OTHER };

struct dfmti_apport_value {
  dfmt_str text;
  uint32_t is; /* DFMTI_FACT_* */
};

/* The field with a key; N_FACTS: none. */
size_t dfmti_apport_fact(dfmt_str key);

/* Result for a value. */
enum { DFMTI_IS_NONE, DFMTI_IS_VALUE, DFMTI_IS_MISSING, DFMTI_IS_MALFORMED };

struct dfmti_apport_making {
  struct dfmti_mem *mem;
  const struct dfmti_rules *rules; /* NULL: those that are compiled in */
  struct dfmti_buf *out;
  struct dfmti_apport_value facts[DFMTI_N_FACTS];
  bool other;  /* a value was used that is not text */
  bool failed; /* an allocation failed */
};

/* ---- signature.c: facts, and appending ---- */

static inline bool dfmti_apport_has(const struct dfmti_apport_making *x, size_t fact) {
  return x->facts[fact].is != DFMTI_FACT_ABSENT;
}

/* It equals this text. */
static inline bool dfmti_apport_fact_is(const struct dfmti_apport_making *x, size_t fact, const char *text) {
  return x->facts[fact].is == DFMTI_FACT_TEXT && dfmti_is(x->facts[fact].text, text);
}

static inline bool dfmti_apport_is_text(const struct dfmti_apport_making *x, size_t fact) {
  return x->facts[fact].is == DFMTI_FACT_TEXT;
}

/* It is present and not empty. */
static inline bool dfmti_apport_is_true(const struct dfmti_apport_making *x, size_t fact) {
  return dfmti_apport_has(x, fact) && (x->facts[fact].text.len > 0 || x->facts[fact].is == DFMTI_FACT_OTHER);
}

void dfmti_apport_put(struct dfmti_apport_making *x, dfmt_str s);
void dfmti_apport_put_text(struct dfmti_apport_making *x, const char *s);
/* Appends a fact; the result is malformed if it is not text. */
void dfmti_apport_put_fact(struct dfmti_apport_making *x, size_t fact);

uint32_t dfmti_apport_crash_signature(struct dfmti_apport_making *x);

/* The key of a fact. */
const char *dfmti_apport_key(size_t fact);

/* Whether a report of the kernel is about a machine that did not go to sleep, or did not wake up. */
bool dfmti_apport_is_suspend(const struct dfmti_apport_making *x);

/* ---- signatures.c: reading facts from the fields of a report, for the table apport.signature ---- */

enum { DFMTI_FACT_MOST = 8 << 20 }; /* bytes of a field: longer ones are not treated as text */

struct dfmti_apport_facts {
  struct dfmti_buf values[DFMTI_N_FACTS];
  uint32_t is[DFMTI_N_FACTS]; /* DFMTI_FACT_* */
};

/* Removes all; memory is kept. */
void dfmti_apport_facts_clear(struct dfmti_apport_facts *x);
/* How many bytes of an event's payload the first n_facts need. */
uint64_t dfmti_apport_facts_wants(const dfmt_event *ev, size_t n_facts);
/* Takes an event; NULL is allowed. OK, E_NOMEM, E_LIMIT. */
dfmt_status dfmti_apport_facts_event(struct dfmti_derived_input *in, struct dfmti_apport_facts *x,
                                     const dfmt_event *ev);
/* The input for signatures; texts go to `out`. */
struct dfmti_apport_making dfmti_apport_facts_making(struct dfmti_derived_input *in, const struct dfmti_apport_facts *x,
                                                     struct dfmti_buf *out);
void dfmti_apport_facts_free(struct dfmti_mem *m, struct dfmti_apport_facts *x);

/* Makes the row of all signatures; its texts are in x->out. OK, E_NOMEM. */
dfmt_status dfmti_apport_signatures(struct dfmti_apport_making *x, dfmt_apport_signature *row);

/* ---- addresses.c ---- */

uint32_t dfmti_apport_address_signature(struct dfmti_apport_making *x);

/* ---- title.c ---- */

/* The program without directories, the signal's name, "FUNCTION()": parts of titles. */
void dfmti_apport_put_program(struct dfmti_apport_making *x);
uint32_t dfmti_apport_put_signal(struct dfmti_apport_making *x);
void dfmti_apport_put_context(struct dfmti_apport_making *x, dfmt_str path, dfmt_str function);

uint32_t dfmti_apport_standard_title(struct dfmti_apport_making *x);
/* The title of a report without a standard title: its Title, else made from other fields. */
uint32_t dfmti_apport_other_title(struct dfmti_apport_making *x);
uint32_t dfmti_apport_top_function(struct dfmti_apport_making *x);
/* Appends nothing. */
uint32_t dfmti_apport_useful(struct dfmti_apport_making *x, uint32_t *useful);
/* The form of a duplicate signature in URLs. */
uint32_t dfmti_apport_duplicate_hash(struct dfmti_apport_making *x, dfmt_str signature);

/* ---- stacktrace_top.c: what the retracer would write as StacktraceTop ---- */

uint32_t dfmti_apport_stacktrace_top(struct dfmti_apport_making *x);

#endif
