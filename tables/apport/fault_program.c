/* SPDX-License-Identifier: MIT */
/* Signatures of programs: native, Python's and Java's. */
#include "fault.h"

#include "android/signature.h"
#include "line.h"
#include "stack_line.h"

/* LANGUAGE|PROGRAM| */
static void put_head(struct dfmti_apport_making *x, const struct dfmti_apport_fault *f, const char *language) {
  dfmti_apport_put_text(x, language);
  dfmti_apport_put_text(x, "|");
  dfmti_apport_put(x, dfmti_signature_process(f->process_name));
  dfmti_apport_put_text(x, f->process_name.len ? "|" : "?|");
}

/* ---- native ---- */

/* Adds a frame of gdb's. What precedes a signal's handler is not of the fault. *known: any function is. */
static bool add_frame(struct dfmti_apport_fault *f, struct dfmti_mem *m, const dfmt_apport_frame *row, bool *known) {
  struct dfmti_native_frame frame = {.function = row->function};
  if (row->signal_handler) {
    dfmti_native_stack_clear(&f->stack);
    *known = false;
    return true;
  }
  (void)dfmti_cut_take(&frame.function, "*"); /* of old gdb, before names that begin with __GI_ */
  frame.has_function = row->present & DFMT_APPORT_FRAME_HAS_FUNCTION && frame.function.len > 0;
  uint32_t n = f->stack.n;
  if (!dfmti_native_stack_add(m, &f->stack, &frame)) return false;
  *known |= f->stack.n > n && frame.has_function;
  return true;
}

/* The frames of a field; none if no function is known. */
static bool read_stack(struct dfmti_apport_fault *f, const struct dfmti_apport_making *x, size_t fact) {
  dfmt_str rest = x->facts[fact].text, line;
  bool known = false;
  dfmti_native_stack_clear(&f->stack);
  if (!dfmti_apport_is_text(x, fact)) return true;
  while (dfmti_apport_line(&rest, &line)) {
    dfmt_apport_frame row = {.present = 0};
    if (fact == DFMTI_STACKTRACE && !dfmti_apport_stack_frame(&row, line)) continue;
    if (fact == DFMTI_STACKTRACE_TOP) dfmti_apport_stack_call(&row, line);
    if (!add_frame(f, x->mem, &row, &known)) return false;
  }
  if (known)
    f->fact = fact;
  else
    dfmti_native_stack_clear(&f->stack);
  return true;
}

static void put_signal(struct dfmti_apport_making *x) {
  size_t start = x->out->len;
  bool named = dfmti_apport_has(x, DFMTI_SIGNAL) && dfmti_apport_put_signal(x) == DFMTI_IS_VALUE && !x->other;
  if (named) return;
  x->out->len = start;
  dfmti_apport_put_text(x, "?");
}

bool dfmti_apport_native_fault(struct dfmti_apport_fault *f, struct dfmti_apport_making *x) {
  if (!read_stack(f, x, DFMTI_STACKTRACE)) return false;
  if (f->stack.n == 0 && !read_stack(f, x, DFMTI_STACKTRACE_TOP)) return false;
  put_head(x, f, "native");
  put_signal(x);
  dfmti_apport_put(x, (dfmt_str){(const char *)f->stack.text.ptr, f->stack.text.len});
  f->basis = f->stack.n > 0 ? DFMT_APPORT_BASIS_STACK : DFMT_APPORT_BASIS_HEAD;
  return true;
}

/* ---- Python ---- */

/* The file's name without its end; of a package's __init__.py, the folder's. */
static dfmt_str module_of(dfmt_str path) {
  (void)dfmti_cut_take_end(&path, "/__init__.py");
  uint64_t slash = dfmti_cut_find_last(path, "/");
  if (slash < path.len) path = dfmti_cut_after(path, slash + 1);
  (void)dfmti_cut_take_end(&path, ".py");
  return path;
}

static void put_python_frames(struct dfmti_apport_making *x, const struct dfmti_apport_python_frames *frames) {
  for (uint64_t i = frames->n; i > 0 && i + DFMTI_APPORT_FRAMES > frames->n; i--) {
    dfmti_apport_put_text(x, "|");
    dfmti_apport_put(x, module_of(frames->place[(i - 1) % DFMTI_APPORT_FRAMES].path));
    dfmti_apport_put_text(x, ".");
    dfmti_apport_put(x, frames->place[(i - 1) % DFMTI_APPORT_FRAMES].function);
  }
}

/* "(LEAF,LEAF)", each class once */
static void put_leaves(struct dfmti_apport_making *x, const struct dfmti_apport_traceback *t) {
  const struct dfmti_apport_exception *leaf = dfmti_apport_leaves(t);
  for (size_t i = 0; i < t->n_leaves; i++) {
    if (i > 0 && dfmti_same(leaf[i].name, leaf[i - 1].name)) continue;
    dfmti_apport_put_text(x, i > 0 ? "," : "(");
    dfmti_apport_put(x, leaf[i].name);
  }
  if (t->n_leaves > 0) dfmti_apport_put_text(x, ")");
}

/* "PROGRAM crashed with CLASS in FUNCTION(): MESSAGE" */
static void put_python_title(struct dfmti_apport_making *x, const struct dfmti_apport_exception *e,
                             const struct dfmti_apport_python_frames *own) {
  dfmti_apport_put_program(x);
  dfmti_apport_put_text(x, " crashed with ");
  dfmti_apport_put(x, e->name);
  const size_t last = (size_t)((own->n - 1) % DFMTI_APPORT_FRAMES);
  if (own->n > 0) dfmti_apport_put_text(x, " in ");
  if (own->n > 0) dfmti_apport_put_context(x, own->place[last].path, own->place[last].function);
  if (e->message.len > 0) dfmti_apport_put_text(x, ": ");
  dfmti_apport_put(x, e->message);
}

/* Of a group, the frames of its first leaf count, unless there are none. */
static void put_exception(struct dfmti_apport_fault *f, struct dfmti_apport_making *x) {
  const struct dfmti_apport_exception *e = &f->traceback.fault;
  const struct dfmti_apport_python_frames own = dfmti_apport_python_frames(x->rules, e->frames);
  struct dfmti_apport_python_frames frames = {.n = 0};
  if (e->group && f->traceback.n_leaves > 0) {
    put_leaves(x, &f->traceback);
    frames = dfmti_apport_python_frames(x->rules, dfmti_apport_leaves(&f->traceback)->frames);
  }
  if (frames.n == 0) frames = own;
  put_python_frames(x, &frames);
  f->basis = frames.n > 0 ? DFMT_APPORT_BASIS_STACK : DFMT_APPORT_BASIS_REASON;
  if (f->process_name.len == 0) return;
  x->out = &f->title;
  put_python_title(x, e, &own);
}

bool dfmti_apport_python_fault(struct dfmti_apport_fault *f, struct dfmti_apport_making *x) {
  const dfmt_str text = dfmti_apport_is_text(x, DFMTI_TRACEBACK) ? x->facts[DFMTI_TRACEBACK].text : (dfmt_str){0};
  if (!dfmti_apport_traceback_read(x->mem, &f->traceback, text)) return false;
  const dfmt_str name = f->traceback.fault.name;
  put_head(x, f, "python");
  f->basis = DFMT_APPORT_BASIS_HEAD;
  dfmti_apport_put(x, name.len ? name : (dfmt_str){"?", 1});
  if (name.len == 0) return true;
  f->fact = DFMTI_TRACEBACK;
  put_exception(f, x);
  return true;
}

/* ---- Java ---- */

/* 'Exception in thread "NAME" ' */
static dfmt_str without_thread(dfmt_str line) {
  static const char end[] = "\" ";
  dfmt_str rest = line;
  if (!dfmti_cut_take(&rest, "Exception in thread \"")) return line;
  return dfmti_cut_after(rest, dfmti_cut_find(rest, end) + sizeof end - 1);
}

static bool read_java(struct dfmti_apport_fault *f, struct dfmti_mem *m, dfmt_str text) {
  if (!dfmti_java_trace_open(m, NULL, &f->java, (dfmt_str){"", 0})) return false;
  if (f->process_name.len && !dfmti_buf_append(m, &f->java.process, f->process_name.ptr, (size_t)f->process_name.len))
    return false;
  for (dfmt_str line; dfmti_apport_line(&text, &line);) {
    if (f->java.chain == 0) line = without_thread(line);
    if (!dfmti_java_trace_goes_on(&f->java, line)) break;
    if (!dfmti_java_trace_line(m, &f->java, line)) return false;
  }
  f->truncated = f->java.cut;
  return true;
}

bool dfmti_apport_java_fault(struct dfmti_apport_fault *f, struct dfmti_apport_making *x) {
  const dfmt_str text = dfmti_apport_is_text(x, DFMTI_JAVA_TRACE) ? x->facts[DFMTI_JAVA_TRACE].text : (dfmt_str){0};
  if (!read_java(f, x->mem, text)) return false;
  f->basis = f->java.n_frames > 0 ? DFMT_APPORT_BASIS_STACK : DFMT_APPORT_BASIS_REASON;
  f->fact = DFMTI_JAVA_TRACE;
  if (f->java.chain > 0) return dfmti_java_trace_signature(x->mem, &f->java, &f->signature);
  put_head(x, f, "java");
  dfmti_apport_put_text(x, "?");
  f->basis = DFMT_APPORT_BASIS_HEAD;
  f->fact = DFMTI_N_FACTS;
  return true;
}
