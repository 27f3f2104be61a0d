/* SPDX-License-Identifier: MIT */
/* Settings back to a string. Options that set more than one thing are written before those that change one of them. */
#include <string.h>

#include "base/rare.h"
#include "io/sink.h"
#include "mallocdbg.h"
#include "model/clone.h"
#include "model/equal.h"
#include "model/walk.h"
#include "text.h"

struct printer {
  struct dfmti_buf text;
  struct dfmti_mem *mem;
  bool failed;
};

static void put(struct printer *x, const void *ptr, size_t n) {
  x->failed = x->failed || !dfmti_buf_append(x->mem, &x->text, ptr, n);
}

static void put_name(struct printer *x, const char *name) {
  if (x->text.len) put(x, " ", 1);
  put(x, name, strlen(name));
}

static void put_number(struct printer *x, const char *name, uint64_t v) {
  uint8_t digits[20];
  put_name(x, name);
  put(x, "=", 1);
  put(x, digits, (size_t)(dfmti_mallocdbg_put_decimal(digits, v, 0, ' ') - digits));
}

/* The number, or the option alone for all bytes. */
static void put_bytes(struct printer *x, const dfmt_mallocdbg_options *o, const char *name, uint64_t v) {
  if (v == (o->pointer_size == 8 ? UINT64_MAX : UINT32_MAX))
    put_name(x, name);
  else
    put_number(x, name, v);
}

static void put_text(struct printer *x, const char *name, const dfmt_str *s) {
  put_name(x, name);
  put(x, "=", 1);
  put(x, s->ptr, (size_t)s->len);
}

static bool is(const dfmt_str *s, const char *text) {
  return s->len == strlen(text) && memcmp(s->ptr, text, (size_t)s->len) == 0;
}

static const char *default_of(const char *name) { return dfmt_mallocdbg_option_find(name, strlen(name))->text; }

static void put_backtrace(struct printer *x, const dfmt_mallocdbg_options *o) {
  if (o->backtrace_enabled) put_number(x, "backtrace", o->backtrace_frames);
  if (o->backtrace_enable_on_signal) put_number(x, "backtrace_enable_on_signal", o->backtrace_frames);
  if (o->backtrace_dump_on_exit) put_name(x, "backtrace_dump_on_exit");
  if (!is(&o->backtrace_dump_prefix, default_of("backtrace_dump_prefix")))
    put_text(x, "backtrace_dump_prefix", &o->backtrace_dump_prefix);
  if (o->flags & DFMT_MALLOCDBG_FLAG_BACKTRACE_FULL) put_name(x, "backtrace_full");
  if (o->backtrace_min_size_bytes) put_number(x, "backtrace_min_size", o->backtrace_min_size_bytes);
  if (o->backtrace_max_size_bytes != (o->pointer_size == 8 ? UINT64_MAX : UINT32_MAX))
    put_number(x, "backtrace_max_size", o->backtrace_max_size_bytes);
}

static void put_fill_and_track(struct printer *x, const dfmt_mallocdbg_options *o) {
  bool track = o->flags & DFMT_MALLOCDBG_FLAG_FREE_TRACK;
  if (o->flags & DFMT_MALLOCDBG_FLAG_FILL_ON_ALLOC) put_bytes(x, o, "fill_on_alloc", o->fill_on_alloc_bytes);
  if (track) put_number(x, "free_track", o->free_track_allocations);
  if (o->flags & DFMT_MALLOCDBG_FLAG_FILL_ON_FREE && !(track && o->fill_on_free_bytes == UINT64_MAX))
    put_bytes(x, o, "fill_on_free", o->fill_on_free_bytes);
  if (o->free_track_backtrace_num_frames != (track ? 16 : 0))
    put_number(x, "free_track_backtrace_num_frames", o->free_track_backtrace_num_frames);
}

static void put_records(struct printer *x, const dfmt_mallocdbg_options *o) {
  bool record = o->flags & DFMT_MALLOCDBG_FLAG_RECORD_ALLOCS;
  if (record) put_number(x, "record_allocs", o->record_allocs_num_entries);
  if (!is(&o->record_allocs_file, record ? default_of("record_allocs_file") : ""))
    put_text(x, "record_allocs_file", &o->record_allocs_file);
  if (o->record_allocs_on_exit) put_name(x, "record_allocs_on_exit");
}

static void put_all(struct printer *x, const dfmt_mallocdbg_options *o) {
  static const struct {
    uint32_t flag;
    const char *name;
  } flags[] = {{DFMT_MALLOCDBG_FLAG_ABORT_ON_ERROR, "abort_on_error"},
               {DFMT_MALLOCDBG_FLAG_VERBOSE, "verbose"},
               {DFMT_MALLOCDBG_FLAG_CHECK_UNREACHABLE_ON_SIGNAL, "check_unreachable_on_signal"},
               {DFMT_MALLOCDBG_FLAG_LOG_ALLOCATOR_STATS_ON_SIGNAL, "log_allocator_stats_on_signal"},
               {DFMT_MALLOCDBG_FLAG_LOG_ALLOCATOR_STATS_ON_EXIT, "log_allocator_stats_on_exit"}};
  const uint32_t tracking = DFMT_MALLOCDBG_FLAG_FRONT_GUARD | DFMT_MALLOCDBG_FLAG_REAR_GUARD |
                            DFMT_MALLOCDBG_FLAG_BACKTRACE | DFMT_MALLOCDBG_FLAG_FREE_TRACK |
                            DFMT_MALLOCDBG_FLAG_LEAK_TRACK;
  if (o->flags & DFMT_MALLOCDBG_FLAG_FRONT_GUARD) put_number(x, "front_guard", o->front_guard_bytes);
  if (o->flags & DFMT_MALLOCDBG_FLAG_REAR_GUARD) put_number(x, "rear_guard", o->rear_guard_bytes);
  put_backtrace(x, o);
  if (o->flags & DFMT_MALLOCDBG_FLAG_EXPAND_ALLOC) put_number(x, "expand_alloc", o->expand_alloc_bytes);
  put_fill_and_track(x, o);
  if (o->flags & DFMT_MALLOCDBG_FLAG_LEAK_TRACK) put_name(x, "leak_track");
  put_records(x, o);
  if (o->flags & DFMT_MALLOCDBG_FLAG_TRACK_ALLOCS && !(o->flags & tracking)) put_name(x, "verify_pointers");
  for (size_t i = 0; i < sizeof flags / sizeof *flags; i++)
    if (o->flags & flags[i].flag) put_name(x, flags[i].name);
}

/* What was written means the same as what it was written from. */
static bool is_faithful(const struct printer *x, const dfmt_mallocdbg_options *o) {
  dfmt_mallocdbg_options again = {.head = {sizeof again, DFMT_TYPE_MALLOCDBG_OPTIONS}};
  const dfmt_type *t = dfmti_type_of(&dfmti_format_mallocdbg, again.head.type);
  return dfmt_mallocdbg_options_parse((const char *)x->text.ptr, x->text.len, o->pointer_size, &again, NULL, 0, NULL) ==
             DFMT_OK &&
         !dfmti_difference(&dfmti_format_mallocdbg, t, &again, o);
}

DFMTI_RARE dfmt_status dfmt_mallocdbg_options_print(const dfmt_mallocdbg_options *o, dfmt_sink *to) {
  if (!o || !to || o->head.size < DFMTI_MALLOCDBG_OPTIONS_LEAST || o->head.type != DFMT_TYPE_MALLOCDBG_OPTIONS)
    return DFMT_E_ARG;
  if (to->busy) return DFMT_E_BUSY;
  dfmti_errors_clear(&to->err);
  if (to->closed) return dfmti_fail_state(&to->err, "the sink is closed");
  if (dfmti_has_unknown(dfmti_type_of(&dfmti_format_mallocdbg, o->head.type), &o->head))
    return dfmti_fail(&to->err, DFMT_E_UNSUPPORTED, DFMT_ERR_NEWER_BODY, "settings of a later version of the library");
  dfmt_status st = dfmti_sink_drain(to, DFMTI_SINK_BUFFER - 1);
  if (st != DFMT_OK) return st;
  struct printer x = {.mem = &to->mem};
  dfmt_mallocdbg_options known = {.head = {.size = sizeof known}};
  dfmti_body_copy(dfmti_type_of(&dfmti_format_mallocdbg, o->head.type), &o->head, &known.head);
  put_all(&x, &known);
  if (x.failed)
    st = dfmti_fail_mem(&to->err, &to->mem);
  else if (!is_faithful(&x, &known))
    st = dfmti_fail(&to->err, DFMT_E_ARG, DFMT_ERR_MALLOCDBG_VALUE, "no option string expresses these settings");
  else
    st = dfmti_sink_put(to, x.text.ptr, x.text.len);
  dfmti_buf_free(&to->mem, &x.text);
  return st;
}
