/* SPDX-License-Identifier: MIT */
/* The text of `apitrace dump`. */
#include <inttypes.h>
#include <stdio.h>

#include "base/heapsort.h"
#include "base/str.h"
#include "text.h"

/* ---- properties ---- */

/* By name; of equal ones the last comes first. */
static bool is_before(const void *a, const void *b) {
  const dfmt_pair *const *x = a, *const *y = b;
  int order = dfmti_order((*x)->key, (*y)->key);
  return order ? order < 0 : *x > *y;
}

static void put_property(struct dfmto_text *x, const dfmt_pair *p) {
  dfmto_text_put_s(&x->out, "// ");
  dfmto_text_value_name(&x->values, p->key);
  dfmto_text_put_s(&x->out, " = ");
  dfmto_text_value_string(&x->values, p->value);
  dfmto_text_put_byte(&x->out, '\n');
}

/* Sorted by name; of several with the same name the last. */
static dfmt_status put_properties(dfmt_op *op, const dfmt_apitrace_header *h) {
  struct dfmto_text *x = op->state;
  const size_t n = (size_t)h->n_properties, start = x->out.text.len;
  if (n == 0) return DFMT_OK;
  const dfmt_pair **list = dfmti_alloc(&op->mem, n * sizeof *list); /* smaller than the properties themselves */
  if (!list) return dfmto_no_memory(op);
  for (size_t i = 0; i < n; i++) list[i] = &h->properties[i];
  dfmti_heapsort(NULL, list, n, sizeof *list, is_before);
  for (size_t i = 0; i < n; i++)
    if (i == 0 || !dfmti_same(list[i]->key, list[i - 1]->key)) put_property(x, list[i]);
  dfmti_free(&op->mem, list, n * sizeof *list);
  return dfmto_text_check(op, start);
}

/* ---- calls ---- */

static void put_name(struct dfmto_text *x, const dfmt_apitrace_call *c, const struct dfmto_text_labels *l) {
  if (l) {
    dfmto_text_put_label(&x->out, l, 0);
  } else {
    dfmto_text_value_label(&x->values, c->name);
    dfmto_text_put_byte(&x->out, '(');
  }
}

/* An argument that the function declares. v NULL: missing in the trace. */
static void put_declared(struct dfmto_text *x, const struct dfmto_text_labels *l, const dfmt_apitrace_sig *sig,
                         uint64_t i, const dfmt_apitrace_value *v) {
  if (l)
    dfmto_text_put_label(&x->out, l, (size_t)i + 1);
  else
    dfmto_text_put_argument_name(&x->values, sig, i, x->arg_names);
  if (v)
    dfmto_text_value_put(&x->values, v);
  else
    dfmto_text_put_byte(&x->out, '?');
}

/* All declared arguments, `?` for those missing in the trace; then those beyond the declaration. */
static void put_arguments(struct dfmto_text *x, const dfmt_apitrace_call *c, const struct dfmto_text_labels *l) {
  const dfmt_apitrace_arg *a = c->args, *end = c->n_args ? a + c->n_args : a;
  const uint64_t n = c->sig ? c->sig->n_members : 0;
  for (uint64_t i = 0; i < n; i++) {
    const bool there = a != end && a->number == i;
    put_declared(x, l, c->sig, i, there ? a->value : NULL);
    if (there) a++;
  }
  for (uint64_t some = n; a != end; a++) {
    if (some++) dfmto_text_put(&x->out, ", ", 2);
    dfmto_text_value_put(&x->values, a->value);
  }
}

static void put_remarks(struct dfmto_text *x, uint32_t flags) {
  if (!(flags & (DFMT_APITRACE_FLAG_FAKE | DFMT_APITRACE_FLAG_INCOMPLETE))) return;
  dfmto_text_put_s(&x->out, " //");
  if (flags & DFMT_APITRACE_FLAG_FAKE) dfmto_text_put_s(&x->out, " fake");
  if (!(flags & DFMT_APITRACE_FLAG_INCOMPLETE)) return;
  dfmto_text_put_byte(&x->out, ' ');
  dfmto_text_value_paint(&x->values, PAINT_RED);
  dfmto_text_put_s(&x->out, "incomplete");
  dfmto_text_value_paint(&x->values, PAINT_NORMAL);
}

static void put_part(struct dfmto_text *x, const char *before, dfmt_str part) {
  dfmto_text_put_s(&x->out, before);
  dfmto_text_value_name(&x->values, part);
}

/* The reference truncates numbers of calls and threads to 32 bits. */
static uint64_t narrow(const struct dfmto_text *x, uint64_t number) {
  return x->values.honest ? number : (uint32_t)number;
}

/* The reference has signed 32-bit lines and signed 64-bit offsets; negative ones mean none. */
static bool has_line(const struct dfmto_text *x, const dfmt_apitrace_frame *f) {
  return f->present & DFMT_APITRACE_FRAME_HAS_LINE && (x->values.honest || (uint32_t)f->line <= INT32_MAX);
}

static bool has_offset(const struct dfmto_text *x, const dfmt_apitrace_frame *f) {
  return f->present & DFMT_APITRACE_FRAME_HAS_FUNCTION_OFFSET && (x->values.honest || f->function_offset <= INT64_MAX);
}

static void put_frame(struct dfmto_text *x, const dfmt_apitrace_frame *f) {
  if (f->present & DFMT_APITRACE_FRAME_HAS_MODULE)
    put_part(x, "", f->module);
  else
    dfmto_text_put_byte(&x->out, '?');
  if (f->present & DFMT_APITRACE_FRAME_HAS_FUNCTION) put_part(x, ": ", f->function);
  if (has_offset(x, f)) {
    dfmto_text_put_s(&x->out, "+0x");
    dfmto_text_put_hex(&x->out, f->function_offset, 1);
  }
  if (f->present & DFMT_APITRACE_FRAME_HAS_FILE) {
    put_part(x, ": ", f->file);
    if (has_line(x, f)) {
      dfmto_text_put_byte(&x->out, ':');
      dfmto_text_put_unsigned(&x->out, narrow(x, f->line));
    }
  }
  dfmto_text_put_byte(&x->out, '\n');
}

static void put_backtrace(struct dfmto_text *x, const dfmt_apitrace_call *c) {
  dfmto_text_value_paint(&x->values, PAINT_BOLD PAINT_RED);
  dfmto_text_put_s(&x->out, "Backtrace:\n");
  dfmto_text_value_paint(&x->values, PAINT_NORMAL);
  for (uint64_t i = 0; i < c->n_frames; i++) put_frame(x, c->frames[i]);
}

void dfmto_text_put_call(dfmt_op *op, const dfmt_apitrace_call *c, const struct dfmto_text_labels *l) {
  struct dfmto_text *x = op->state;
  x->call = narrow(x, c->number);
  x->n_blobs = 0;
  if (x->call_numbers) {
    dfmto_text_put_unsigned(&x->out, x->call);
    dfmto_text_put_byte(&x->out, ' ');
  }
  if (x->thread_ids) {
    dfmto_text_put_byte(&x->out, '@');
    dfmto_text_put_hex(&x->out, narrow(x, c->thread_id), 1);
    dfmto_text_put_byte(&x->out, ' ');
  }
  dfmto_text_value_paint(&x->values, c->flags & DFMT_APITRACE_FLAG_NO_SIDE_EFFECTS ? PAINT_NORMAL : PAINT_BOLD);
  put_name(x, c, l);
  put_arguments(x, c, l);
  dfmto_text_put_byte(&x->out, ')');
  if (c->present & DFMT_APITRACE_CALL_HAS_RET) {
    dfmto_text_put(&x->out, " = ", 3);
    dfmto_text_value_put(&x->values, c->ret);
  }
  put_remarks(x, c->flags);
  dfmto_text_put_byte(&x->out, '\n');
  if (x->values.one_line) return;
  if (c->present & DFMT_APITRACE_CALL_HAS_FRAMES) put_backtrace(x, c);
  if (c->flags & DFMT_APITRACE_FLAG_END_FRAME) dfmto_text_put_byte(&x->out, '\n');
}

/* ---- blobs ---- */

/* Writes the file name instead of a blob that goes to a file. */
static void put_blob(void *user, const dfmt_apitrace_value *v) {
  struct dfmto_text *x = user;
  char name[64];
  int n = x->n_blobs ? snprintf(name, sizeof name, "blob_call%" PRIu64 "_%" PRIu64 ".bin", x->call, x->n_blobs)
                     : snprintf(name, sizeof name, "blob_call%" PRIu64 ".bin", x->call);
  x->n_blobs++;
  if (x->blob_status == DFMT_OK) x->blob_status = x->blob(x->blob_user, v, (dfmt_str){name, (uint64_t)n});
  dfmto_text_put_s(&x->out, "blob(\"");
  dfmto_text_put_s(&x->out, name);
  dfmto_text_put_s(&x->out, "\")");
}

/* ---- events ---- */

/* Calls that the reference hides (verbose ones), or loses. */
static bool is_shown(const struct dfmto_text *x, const dfmt_apitrace_call *c) {
  if (c->flags & DFMT_APITRACE_FLAG_VERBOSE && !x->verbose) return false;
  return x->recover == DFMT_TEXT_RECOVER_ALL || !(c->flags & DFMT_APITRACE_FLAG_LEAVE_CUT);
}

static dfmt_status begin(dfmt_op *op) {
  struct dfmto_text *x = op->state;
  x->values.blob = x->blob ? put_blob : NULL;
  x->values.user = x;
  x->values.enums = &x->enums;
  return DFMT_OK;
}

static dfmt_status event(dfmt_op *op, const dfmt_event *ev) {
  struct dfmto_text *x = op->state;
  const dfmt_apitrace_call *c = dfmt_event_apitrace_call(ev);
  const dfmt_apitrace_header *h = c ? NULL : dfmt_event_apitrace_header(ev);
  const size_t start = x->out.text.len;
  if (h) return x->select.n_functions ? DFMT_OK : put_properties(op, h);
  if (!c || !is_shown(x, c)) return DFMT_OK;
  dfmto_text_put_call(op, c, c->sig ? dfmto_text_labels_of(&x->functions, &x->values, c->sig, x->arg_names) : NULL);
  return dfmto_text_check(op, start);
}

const struct dfmto_text_format dfmto_text_apitrace = {
    .id = DFMT_APITRACE, .forms = 1u << DFMT_TEXT_TEXT, .state_size = 1, .begin = begin, .event = event};
