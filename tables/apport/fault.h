/* SPDX-License-Identifier: MIT */
/* What a report is about: its kind, and its signature, which reports of one fault share (docs/triage.md). */
#ifndef DFMTI_APPORT_FAULT_H
#define DFMTI_APPORT_FAULT_H

#include "android/java_trace.h"
#include "android/kernel_fault.h"
#include "android/native_frame.h"
#include "signature.h"
#include "traceback.h"

/* Zeroed: none. Its texts are valid until the next one is made. */
struct dfmti_apport_fault {
  uint32_t kind;  /* DFMT_APPORT_FINDING_* */
  uint32_t basis; /* DFMT_APPORT_BASIS_*, 0: no signature */
  size_t fact;    /* what the signature is made of; _N_FACTS: of nothing but the head */
  bool truncated, has_process_id;
  int32_t process_id;
  dfmt_str process_name; /* empty: unknown */
  struct dfmti_buf signature;
  struct dfmti_buf title; /* empty: none of its own */
  struct dfmti_native_stack stack;
  struct dfmti_java_trace java;
  struct dfmti_kernel_fault kernel;
  struct dfmti_apport_traceback traceback;
};

/* Makes it; x->out is used. false: no memory. */
bool dfmti_apport_fault_make(struct dfmti_apport_fault *f, struct dfmti_apport_making *x);
void dfmti_apport_fault_free(struct dfmti_mem *m, struct dfmti_apport_fault *f);

/* 0 to 100 */
uint32_t dfmti_apport_severity(uint32_t kind);

/* ---- fault_program.c, fault_system.c: signatures of kinds. false: no memory ---- */

bool dfmti_apport_native_fault(struct dfmti_apport_fault *f, struct dfmti_apport_making *x);
bool dfmti_apport_python_fault(struct dfmti_apport_fault *f, struct dfmti_apport_making *x);
bool dfmti_apport_java_fault(struct dfmti_apport_fault *f, struct dfmti_apport_making *x);

bool dfmti_apport_kernel_oops(struct dfmti_apport_fault *f, struct dfmti_apport_making *x);
bool dfmti_apport_kernel_crash(struct dfmti_apport_fault *f, struct dfmti_apport_making *x);
bool dfmti_apport_package_failure(struct dfmti_apport_fault *f, struct dfmti_apport_making *x);
bool dfmti_apport_suspend_failure(struct dfmti_apport_fault *f, struct dfmti_apport_making *x);

#endif
