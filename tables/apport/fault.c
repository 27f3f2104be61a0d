/* SPDX-License-Identifier: MIT */
#include "fault.h"

#include "line.h"

void dfmti_apport_fault_free(struct dfmti_mem *m, struct dfmti_apport_fault *f) {
  dfmti_buf_free(m, &f->signature);
  dfmti_buf_free(m, &f->title);
  dfmti_buf_free(m, &f->stack.text);
  dfmti_java_trace_free(m, &f->java);
  dfmti_kernel_fault_free(m, &f->kernel);
  dfmti_buf_free(m, &f->traceback.leaves);
}

uint32_t dfmti_apport_severity(uint32_t kind) {
  static const uint8_t severity[] = {[DFMT_APPORT_FINDING_KERNEL_CRASH] = 100,
                                     [DFMT_APPORT_FINDING_KERNEL_LOCKUP] = 92,
                                     [DFMT_APPORT_FINDING_NATIVE_CRASH] = 75,
                                     [DFMT_APPORT_FINDING_PYTHON_CRASH] = 70,
                                     [DFMT_APPORT_FINDING_JAVA_CRASH] = 70,
                                     [DFMT_APPORT_FINDING_GPU_HANG] = 62,
                                     [DFMT_APPORT_FINDING_HARDWARE_ERROR] = 58,
                                     [DFMT_APPORT_FINDING_HUNG_TASK] = 55,
                                     [DFMT_APPORT_FINDING_SUSPEND_FAILURE] = 50,
                                     [DFMT_APPORT_FINDING_PACKAGE_FAILURE] = 48,
                                     [DFMT_APPORT_FINDING_OOM_KILL] = 45,
                                     [DFMT_APPORT_FINDING_KERNEL_WARNING] = 30,
                                     [DFMT_APPORT_FINDING_OTHER] = 10};
  return severity[kind];
}

/* "Pid:	N" of /proc/PID/status */
static void set_process_id(struct dfmti_apport_fault *f, const struct dfmti_apport_making *x) {
  dfmt_str rest = x->facts[DFMTI_PROC_STATUS].text, line;
  f->has_process_id = false;
  if (!dfmti_apport_is_text(x, DFMTI_PROC_STATUS)) return;
  while (!f->has_process_id && dfmti_apport_line(&rest, &line)) {
    if (!dfmti_cut_take(&line, "Pid:")) continue;
    while (dfmti_cut_take(&line, "\t") || dfmti_cut_take(&line, " ")) continue;
    f->has_process_id = dfmti_cut_i32(&line, &f->process_id);
  }
}

static uint32_t kind_of_program(const struct dfmti_apport_making *x) {
  bool stack = dfmti_apport_has(x, DFMTI_STACKTRACE) || dfmti_apport_has(x, DFMTI_STACKTRACE_TOP),
       signal = dfmti_apport_has(x, DFMTI_SIGNAL);
  if (signal && stack) return DFMT_APPORT_FINDING_NATIVE_CRASH;
  if (dfmti_apport_has(x, DFMTI_TRACEBACK)) return DFMT_APPORT_FINDING_PYTHON_CRASH;
  if (signal) return DFMT_APPORT_FINDING_NATIVE_CRASH;
  if (dfmti_apport_has(x, DFMTI_JAVA_TRACE)) return DFMT_APPORT_FINDING_JAVA_CRASH;
  return stack ? DFMT_APPORT_FINDING_NATIVE_CRASH : DFMT_APPORT_FINDING_OTHER;
}

static uint32_t kind_of(const struct dfmti_apport_making *x) {
  if (dfmti_apport_fact_is(x, DFMTI_PROBLEM_TYPE, "KernelCrash")) return DFMT_APPORT_FINDING_KERNEL_CRASH;
  if (dfmti_apport_fact_is(x, DFMTI_PROBLEM_TYPE, "KernelOops"))
    return dfmti_apport_is_suspend(x) ? DFMT_APPORT_FINDING_SUSPEND_FAILURE : DFMT_APPORT_FINDING_KERNEL_CRASH;
  if (dfmti_apport_fact_is(x, DFMTI_PROBLEM_TYPE, "Package")) return DFMT_APPORT_FINDING_PACKAGE_FAILURE;
  return kind_of_program(x);
}

static bool make_signature(struct dfmti_apport_fault *f, struct dfmti_apport_making *x) {
  switch (f->kind) {
    case DFMT_APPORT_FINDING_KERNEL_CRASH:
      return dfmti_apport_fact_is(x, DFMTI_PROBLEM_TYPE, "KernelCrash") ? dfmti_apport_kernel_crash(f, x)
                                                                        : dfmti_apport_kernel_oops(f, x);
    case DFMT_APPORT_FINDING_SUSPEND_FAILURE: return dfmti_apport_suspend_failure(f, x);
    case DFMT_APPORT_FINDING_PACKAGE_FAILURE: return dfmti_apport_package_failure(f, x);
    case DFMT_APPORT_FINDING_PYTHON_CRASH: return dfmti_apport_python_fault(f, x);
    case DFMT_APPORT_FINDING_JAVA_CRASH: return dfmti_apport_java_fault(f, x);
    case DFMT_APPORT_FINDING_NATIVE_CRASH: return dfmti_apport_native_fault(f, x);
    default: return true;
  }
}

bool dfmti_apport_fault_make(struct dfmti_apport_fault *f, struct dfmti_apport_making *x) {
  f->signature.len = f->title.len = 0;
  f->kind = kind_of(x);
  f->basis = 0;
  f->fact = DFMTI_N_FACTS;
  f->truncated = false;
  f->process_name = x->facts[DFMTI_EXECUTABLE_PATH].text;
  if (!dfmti_apport_is_text(x, DFMTI_EXECUTABLE_PATH)) f->process_name.len = 0;
  set_process_id(f, x);
  x->out = &f->signature;
  bool made = make_signature(f, x);
  x->other = false;
  return made && !x->failed;
}
