/* SPDX-License-Identifier: MIT */
#include "tally.h"

#include "android/signature.h"
#include "base/heapsort.h"

enum {
  MOST = 512,           /* findings */
  MOST_PLACES = 512,    /* of one of them */
  MOST_TEXTS = 1 << 23, /* bytes of all texts */
  MOST_PART = 4096,     /* bytes of a text */
  MOST_NAME = 1024      /* bytes of a frame's name */
};

static struct dfmti_apitrace_found *list_of(const struct dfmti_apitrace_tally *x) {
  return (struct dfmti_apitrace_found *)(void *)x->list.ptr;
}

static size_t count_of(const struct dfmti_apitrace_tally *x) { return x->list.len / sizeof *list_of(x); }

static dfmt_str text_at(const struct dfmti_apitrace_tally *x, struct dfmti_apitrace_text t) {
  return t.len ? (dfmt_str){(const char *)x->texts.ptr + t.at, t.len} : (dfmt_str){"", 0};
}

/* ---- a signature ---- */

/* A text, cut if it is too long. */
static dfmt_str part(dfmt_str s, bool *cut) {
  *cut |= s.len > MOST_PART;
  return s.len ? dfmti_cut_first(s, MOST_PART) : (dfmt_str){"", 0};
}

/* The name of a program without folders, of any system. */
static dfmt_str program(dfmt_str path) {
  uint64_t at = path.len;
  while (at > 0 && path.ptr[at - 1] != '/' && path.ptr[at - 1] != '\\') at--;
  path = dfmti_cut_after(path, at);
  return path.len ? path : (dfmt_str){"?", 1};
}

static bool add_frame(struct dfmti_mem *m, struct dfmti_apitrace_tally *x, const dfmt_apitrace_frame *f) {
  struct dfmti_native_frame frame = {.pc = f->function_offset};
  if (f->present & DFMT_APITRACE_FRAME_HAS_MODULE) frame.path = dfmti_cut_first(f->module, MOST_PART);
  if (f->present & DFMT_APITRACE_FRAME_HAS_FUNCTION) frame.function = dfmti_cut_first(f->function, MOST_NAME);
  frame.has_function = frame.function.len > 0;
  return dfmti_native_stack_add(m, &x->stack, &frame);
}

/* "|F1|F2" */
static bool add_frames(struct dfmti_mem *m, struct dfmti_apitrace_tally *x, const struct dfmti_apitrace_stack *stack) {
  dfmti_native_stack_clear(&x->stack);
  for (size_t i = 0; i < stack->n; i++)
    if (!add_frame(m, x, stack->frames[i])) return false;
  return dfmti_buf_append(m, &x->signature, x->stack.text.ptr, x->stack.text.len);
}

/* "api|PROGRAM|CALL|ERROR[|TEXT][|F1|F2]" */
static bool make_signature(struct dfmti_mem *m, struct dfmti_apitrace_tally *x, const struct dfmti_apitrace_fault *f,
                           bool *cut) {
  const dfmt_str parts[] = {{"api", 3}, program(f->process), f->call, f->error, f->text};
  const size_t n = sizeof parts / sizeof *parts - (f->text.len == 0);
  x->signature.len = 0;
  for (size_t i = 0; i < n; i++)
    if (!dfmti_signature_add(m, &x->signature, part(parts[i], cut))) return false;
  return add_frames(m, x, f->stack);
}

/* ---- findings ---- */

struct wanted {
  const struct dfmti_apitrace_tally *in;
  uint32_t kind;
  dfmt_str signature;
};

static bool is_wanted(const void *user, uint64_t value) {
  const struct wanted *w = user;
  const struct dfmti_apitrace_found *f = list_of(w->in) + value - 1;
  return f->kind == w->kind && dfmti_same(text_at(w->in, f->signature), w->signature);
}

/* Room was reserved. */
static struct dfmti_apitrace_text keep(struct dfmti_apitrace_tally *x, dfmt_str s) {
  const struct dfmti_apitrace_text to = {x->texts.len, (size_t)s.len};
  if (s.len > 0) memcpy(x->texts.ptr + x->texts.len, s.ptr, to.len);
  x->texts.len += to.len;
  return to;
}

/* Adds a finding without faults, if there is room for one; false: no memory. */
static bool add(struct dfmti_mem *m, struct dfmti_apitrace_tally *x, const struct dfmti_apitrace_fault *f,
                const struct wanted *w, uint64_t hash, bool cut) {
  const dfmt_str process = part(f->process, &cut), message = part(f->message, &cut);
  const size_t size = (size_t)(w->signature.len + process.len + message.len);
  if (count_of(x) == MOST || size > MOST_TEXTS - x->texts.len) {
    x->truncated = true;
    return true;
  }
  if (!dfmti_buf_reserve(m, &x->texts, size) || !dfmti_buf_reserve(m, &x->list, sizeof *list_of(x))) return false;
  const struct dfmti_apitrace_found new = {.kind = f->kind,
                                           .severity = f->severity,
                                           .first = UINT64_MAX,
                                           .signature = keep(x, w->signature),
                                           .process = keep(x, process),
                                           .message = keep(x, message),
                                           .truncated = cut};
  (void)dfmti_buf_append(m, &x->list, &new, sizeof new);
  dfmti_table_add(&x->by_signature, hash, count_of(x));
  return true;
}

static bool count(struct dfmti_mem *m, struct dfmti_apitrace_found *f, const dfmt_apitrace_triage_evidence *place) {
  if (f->places.len / sizeof *place == MOST_PLACES)
    f->truncated = true;
  else if (!dfmti_buf_append(m, &f->places, place, sizeof *place))
    return false;
  if (place->call_number < f->first) f->first = place->call_number;
  f->count++;
  return true;
}

bool dfmti_apitrace_tally_add(struct dfmti_mem *m, struct dfmti_apitrace_tally *x,
                              const struct dfmti_apitrace_fault *fault) {
  bool cut = false;
  if (!make_signature(m, x, fault, &cut) || !dfmti_table_reserve(m, &x->by_signature)) return false;
  const struct wanted w = {x, fault->kind, dfmti_derived_kept(&x->signature)};
  const uint64_t hash = dfmti_hash_bytes(x->by_signature.key, fault->kind, w.signature.ptr, (size_t)w.signature.len);
  struct dfmti_slot *slot = dfmti_table_find(&x->by_signature, hash, is_wanted, &w);
  if (!slot && !add(m, x, fault, &w, hash, cut)) return false;
  if (!slot) slot = dfmti_table_find(&x->by_signature, hash, is_wanted, &w);
  return !slot || count(m, list_of(x) + slot->value - 1, &fault->place);
}

/* ---- at the end ---- */

static bool is_worse(const void *a, const void *b) {
  const struct dfmti_apitrace_found *x = a, *y = b;
  if (x->severity != y->severity) return x->severity > y->severity;
  if (x->count != y->count) return x->count > y->count;
  return x->first != y->first ? x->first < y->first : x->signature.at < y->signature.at;
}

static bool is_earlier(const void *a, const void *b) {
  return ((const dfmt_apitrace_triage_evidence *)a)->call_number <
         ((const dfmt_apitrace_triage_evidence *)b)->call_number;
}

void dfmti_apitrace_tally_conclude(struct dfmti_mem *m, struct dfmti_apitrace_tally *x, bool whole) {
  struct dfmti_apitrace_found *list = list_of(x);
  size_t n = 0;
  for (size_t i = 0; i < count_of(x); i++) {
    if (whole || list[i].kind != DFMT_APITRACE_FINDING_API_UNFINISHED)
      list[n++] = list[i];
    else
      dfmti_buf_free(m, &list[i].places);
  }
  x->list.len = n * sizeof *list;
  (void)dfmti_heapsort(NULL, list, n, sizeof *list, is_worse);
  for (size_t i = 0; i < n; i++) {
    const size_t size = sizeof(dfmt_apitrace_triage_evidence);
    (void)dfmti_heapsort(NULL, list[i].places.ptr, list[i].places.len / size, size, is_earlier);
  }
}

bool dfmti_apitrace_tally_row(struct dfmti_apitrace_tally *x, size_t i, dfmt_apitrace_triage_finding *row) {
  if (i == count_of(x)) return false;
  const struct dfmti_apitrace_found *f = list_of(x) + i;
  *row = (dfmt_apitrace_triage_finding){.head = {sizeof *row, DFMT_TYPE_APITRACE_TRIAGE_FINDING},
                                        .present = f->message.len ? DFMT_APITRACE_TRIAGE_FINDING_HAS_MESSAGE : 0,
                                        .truncated = x->truncated || f->truncated,
                                        .rank = (uint32_t)i + 1,
                                        .kind = f->kind,
                                        .severity = f->severity,
                                        .count = f->count,
                                        .process_name = text_at(x, f->process),
                                        .signature = text_at(x, f->signature),
                                        .evidence = (const dfmt_apitrace_triage_evidence *)(const void *)f->places.ptr,
                                        .n_evidence = f->places.len / sizeof(dfmt_apitrace_triage_evidence),
                                        .message = text_at(x, f->message)};
  return true;
}

void dfmti_apitrace_tally_free(struct dfmti_mem *m, struct dfmti_apitrace_tally *x) {
  for (size_t i = 0; i < count_of(x); i++) dfmti_buf_free(m, &list_of(x)[i].places);
  dfmti_buf_free(m, &x->list);
  dfmti_buf_free(m, &x->texts);
  dfmti_table_free(m, &x->by_signature);
  dfmti_buf_free(m, &x->signature);
  dfmti_buf_free(m, &x->stack.text);
}
