/* SPDX-License-Identifier: MIT */
/* Signatures of the system: the kernel's, packages, machines that do not sleep. */
#include "fault.h"

#include "android/kernel_line.h"
#include "line.h"

static bool is_blank(char c) { return c == ' ' || c == '\t'; }

static dfmt_str trimmed(dfmt_str s) {
  while (s.len > 0 && is_blank(*s.ptr)) s = dfmti_cut_after(s, 1);
  while (s.len > 0 && is_blank(s.ptr[s.len - 1])) s.len--;
  return s;
}

static dfmt_str text_of(const struct dfmti_apport_making *x, size_t fact) {
  return dfmti_apport_is_text(x, fact) ? x->facts[fact].text : (dfmt_str){"", 0};
}

/* The first word. */
static dfmt_str word_of(dfmt_str s) {
  s = trimmed(s);
  return dfmti_cut_first(s, dfmti_cut_find(s, " "));
}

/* ---- the kernel's messages ---- */

/* Its kind, by the start of the signature: what the kernel's parser calls it. */
static uint32_t kind_of_kernel(dfmt_str signature) {
  static const struct {
    const char *start;
    uint32_t kind;
  } kinds[] = {
      {"kernel|warning", DFMT_APPORT_FINDING_KERNEL_WARNING}, {"kernel|lockup", DFMT_APPORT_FINDING_KERNEL_LOCKUP},
      {"kernel|stall", DFMT_APPORT_FINDING_KERNEL_LOCKUP},    {"kernel|hung", DFMT_APPORT_FINDING_HUNG_TASK},
      {"kernel|oom", DFMT_APPORT_FINDING_OOM_KILL},           {"kernel|hardware", DFMT_APPORT_FINDING_HARDWARE_ERROR},
      {"kernel|gpu", DFMT_APPORT_FINDING_GPU_HANG},           {"native|", DFMT_APPORT_FINDING_NATIVE_CRASH}};
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
    if (dfmti_starts(signature, kinds[i].start)) return kinds[i].kind;
  return DFMT_APPORT_FINDING_KERNEL_CRASH;
}

/* The first fault of a text. */
static bool read_kernel(struct dfmti_mem *m, struct dfmti_kernel_fault *k, dfmt_str text) {
  dfmti_kernel_fault_clear(k);
  for (dfmt_str line; dfmti_apport_line(&text, &line);) {
    bool began;
    struct dfmti_kernel_line l;
    dfmti_kernel_line(line, &l);
    if (dfmti_kernel_fault_ends(k, l.text)) return true;
    if (!dfmti_kernel_fault_line(m, k, l.text, &began)) return false;
  }
  return true;
}

static void take_process(struct dfmti_apport_fault *f) {
  f->process_name = dfmti_kernel_fault_text(&f->kernel, f->kernel.comm);
  f->has_process_id = f->kernel.has & DFMTI_KERNEL_HAS_PROCESS_ID;
  f->process_id = f->kernel.process_id;
}

bool dfmti_apport_kernel_oops(struct dfmti_apport_fault *f, struct dfmti_apport_making *x) {
  if (!read_kernel(x->mem, &f->kernel, text_of(x, DFMTI_OOPS_TEXT))) return false;
  take_process(f);
  f->basis = DFMT_APPORT_BASIS_HEAD;
  if (!dfmti_kernel_fault_is_open(&f->kernel)) {
    dfmti_apport_put_text(x, "kernel|oops");
    return true;
  }
  if (!dfmti_kernel_fault_signature(x->mem, &f->kernel, &f->signature)) return false;
  f->truncated = f->kernel.cut;
  f->fact = DFMTI_OOPS_TEXT;
  f->kind = kind_of_kernel((dfmt_str){(const char *)f->signature.ptr, f->signature.len});
  bool stack = f->kernel.n_trace > 0 || dfmti_kernel_fault_pc(&f->kernel).len > 0;
  f->basis = stack ? DFMT_APPORT_BASIS_STACK : DFMT_APPORT_BASIS_REASON;
  return true;
}

/* ---- stacks of the kernel, as crash prints them ---- */

/* "#N [ADDRESS] FUNCTION at ADDRESS" */
static bool kernel_function(dfmt_str line, dfmt_str *name) {
  uint64_t number;
  line = trimmed(line);
  if (!dfmti_cut_take(&line, "#") || !dfmti_cut_number(&line, 10, &number)) return false;
  line = trimmed(line);
  if (!dfmti_cut_take(&line, "[")) return false;
  *name = word_of(dfmti_cut_after(line, dfmti_cut_find(line, "]") + 1));
  return name->len > 0;
}

/* Appends a function, unless it says nothing. *n: number of functions. */
static bool put_function(struct dfmti_apport_making *x, dfmt_str name, size_t *n) {
  const size_t start = x->out->len;
  dfmti_apport_put_text(x, "|");
  if (x->failed || !dfmti_native_name(x->mem, x->out, name)) return false;
  name = (dfmt_str){(const char *)x->out->ptr + start + 1, x->out->len - start - 1};
  bool skipped = dfmti_rules_have(x->rules, DFMTI_RULES_KERNEL_SKIP, name);
  if (skipped) x->out->len = start;
  *n += !skipped;
  return true;
}

bool dfmti_apport_kernel_crash(struct dfmti_apport_fault *f, struct dfmti_apport_making *x) {
  enum { FUNCTIONS = 3 };
  dfmt_str rest = text_of(x, DFMTI_STACKTRACE), line, name;
  size_t n = 0;
  dfmti_apport_put_text(x, "kernel|crash");
  while (n < FUNCTIONS && dfmti_apport_line(&rest, &line))
    if (kernel_function(line, &name) && !put_function(x, name, &n)) return false;
  f->basis = n > 0 ? DFMT_APPORT_BASIS_STACK : DFMT_APPORT_BASIS_HEAD;
  if (n > 0) f->fact = DFMTI_STACKTRACE;
  return true;
}

/* ---- packages ---- */

/* A failed step of dpkg. Zeroed: none. */
struct step {
  dfmt_str name, reason;
};

/* A line as a terminal shows it: what follows its last carriage return. */
static dfmt_str shown(dfmt_str line) {
  uint64_t at = dfmti_cut_find_last(line, "\r");
  return at < line.len ? dfmti_cut_after(line, at + 1) : line;
}

/* "/…/NAME_VERSION_ARCHITECTURE.deb" and "NAME:ARCHITECTURE" are of the package. */
static bool is_package(dfmt_str what, dfmt_str package) {
  uint64_t slash = dfmti_cut_find_last(what, "/");
  if (slash < what.len) {
    what = dfmti_cut_after(what, slash + 1);
    what = dfmti_cut_first(what, dfmti_cut_find(what, "_"));
  }
  return dfmti_same(dfmti_cut_first(what, dfmti_cut_find(what, ":")), package);
}

/* "dpkg: error processing [package |archive ]NAME (--STEP):" */
static bool failed_step(dfmt_str line, dfmt_str *what, dfmt_str *step) {
  static const char open[] = " (--";
  if (!dfmti_cut_take(&line, "dpkg: error processing ")) return false;
  (void)(dfmti_cut_take(&line, "package ") || dfmti_cut_take(&line, "archive "));
  line = trimmed(line);
  uint64_t at = dfmti_cut_find_last(line, open);
  if (at == line.len || !dfmti_cut_take_end(&line, "):")) return false;
  *what = dfmti_cut_first(line, at);
  *step = dfmti_cut_after(line, at + sizeof open - 1);
  return true;
}

/* The first failed step of the package, else the last of any. */
static struct step find_step(dfmt_str log, dfmt_str package) {
  struct step found = {.reason = {0}};
  dfmt_str line, what, step, next = {0};
  for (bool ours = false; !ours && (next.len > 0 || dfmti_apport_line(&log, &next));) {
    line = next;
    next.len = 0;
    if (!failed_step(shown(line), &what, &step) || !dfmti_apport_line(&log, &next)) continue;
    dfmt_str reason = shown(next);
    if (reason.len == 0 || !is_blank(*reason.ptr)) continue;
    ours = is_package(what, package);
    found = (struct step){step, trimmed(reason)};
  }
  return found;
}

/* The last line with a text. */
static dfmt_str last_line(dfmt_str text) {
  dfmt_str last = {0};
  for (dfmt_str line; dfmti_apport_line(&text, &line);)
    if (trimmed(line).len > 0) last = trimmed(line);
  return last;
}

bool dfmti_apport_package_failure(struct dfmti_apport_fault *f, struct dfmti_apport_making *x) {
  const dfmt_str package = word_of(text_of(x, DFMTI_PACKAGE));
  struct step step = find_step(text_of(x, DFMTI_DPKG_LOG), package);
  f->fact = step.reason.len > 0 ? DFMTI_DPKG_LOG : DFMTI_ERROR_MESSAGE;
  if (step.reason.len == 0) step = (struct step){.reason = last_line(text_of(x, DFMTI_ERROR_MESSAGE))};
  f->process_name = package;
  dfmti_apport_put_text(x, "package|");
  dfmti_apport_put(x, package.len ? package : (dfmt_str){"?", 1});
  if (step.name.len > 0) dfmti_apport_put_text(x, "|");
  dfmti_apport_put(x, step.name);
  if (step.reason.len > 0) dfmti_apport_put_text(x, "|");
  dfmti_apport_put(x, step.reason);
  f->basis = step.reason.len > 0 ? DFMT_APPORT_BASIS_REASON : DFMT_APPORT_BASIS_HEAD;
  if (step.reason.len == 0) f->fact = DFMTI_N_FACTS;
  return true;
}

/* ---- sleep ---- */

bool dfmti_apport_suspend_failure(struct dfmti_apport_fault *f, struct dfmti_apport_making *x) {
  const dfmt_str machine = trimmed(text_of(x, DFMTI_MACHINE_TYPE));
  f->process_name.len = 0;
  dfmti_apport_put_text(x, "suspend|");
  dfmti_apport_put(x, text_of(x, DFMTI_FAILURE));
  dfmti_apport_put_text(x, "|");
  dfmti_apport_put(x, machine.len ? machine : (dfmt_str){"?", 1});
  f->basis = DFMT_APPORT_BASIS_REASON;
  f->fact = DFMTI_FAILURE;
  return true;
}
