/* SPDX-License-Identifier: MIT */
/* The option string (spec 5.2 to 5.5): a table, and one function per option that does more than set a number. */
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/fault.h"
#include "base/rare.h"
#include "mallocdbg.h"
#include "model/clone.h"
#include "text.h"

enum { LAST_GUARD = 16384, MOST_FRAMES = 256 };
#define ALL UINT64_MAX

#define F(FLAG) (uint32_t)DFMT_MALLOCDBG_FLAG_##FLAG
#define GUARDS (F(FRONT_GUARD) | F(REAR_GUARD))
#define TRACK F(TRACK_ALLOCS)
#define OPTION(NAME, ALIAS, SINCE, FLAGS, KIND, ...) \
  {.head = {sizeof(dfmt_mallocdbg_option), DFMT_TYPE_MALLOCDBG_OPTION}, \
   .name = NAME, \
   .alias = ALIAS, \
   .since = SINCE, \
   .value = DFMT_MALLOCDBG_VALUE_##KIND, \
   .flags = FLAGS, \
   __VA_ARGS__}
#define NUMBER(NAME, ALIAS, SINCE, FLAGS, LO, HI, DEF) \
  OPTION(NAME, ALIAS, SINCE, FLAGS, NUMBER, .lo = LO, .hi = HI, .def = DEF)
#define NEEDED(NAME, ALIAS, SINCE, FLAGS) OPTION(NAME, ALIAS, SINCE, FLAGS, NUMBER, .lo = 1, .hi = ALL, .required = 1)
#define FLAG(NAME, ALIAS, SINCE, FLAGS) OPTION(NAME, ALIAS, SINCE, FLAGS, FLAG, .lo = 0)
#define TEXT(NAME, ALIAS, SINCE, DEFAULT) OPTION(NAME, ALIAS, SINCE, 0, TEXT, .text = DEFAULT)

/* The order of the enumeration below. */
static const dfmt_mallocdbg_option table[] = {
    NUMBER("guard", NULL, "7", GUARDS | TRACK, 1, LAST_GUARD, 32),
    NUMBER("front_guard", NULL, "7", F(FRONT_GUARD) | TRACK, 1, LAST_GUARD, 32),
    NUMBER("rear_guard", NULL, "7", F(REAR_GUARD) | TRACK, 1, LAST_GUARD, 32),
    NUMBER("backtrace", "bt", "7", F(BACKTRACE) | TRACK, 1, MOST_FRAMES, 16),
    NUMBER("backtrace_enable_on_signal", "bt_en_on_sig", "7", F(BACKTRACE) | TRACK, 1, MOST_FRAMES, 16),
    FLAG("backtrace_dump_on_exit", "bt_dmp_on_ex", "9", 0),
    TEXT("backtrace_dump_prefix", "bt_dmp_pre", "9", "/data/local/tmp/backtrace_heap"),
    FLAG("backtrace_full", "bt_full", "10", F(BACKTRACE_FULL)),
    NEEDED("backtrace_size", "bt_sz", "14", F(BACKTRACE_SPECIFIC_SIZES)),
    NEEDED("backtrace_min_size", "bt_min_sz", "14", F(BACKTRACE_SPECIFIC_SIZES)),
    NEEDED("backtrace_max_size", "bt_max_sz", "14", F(BACKTRACE_SPECIFIC_SIZES)),
    NUMBER("fill", NULL, "7", F(FILL_ON_ALLOC) | F(FILL_ON_FREE), 1, ALL, ALL),
    NUMBER("fill_on_alloc", NULL, "7", F(FILL_ON_ALLOC), 1, ALL, ALL),
    NUMBER("fill_on_free", NULL, "7", F(FILL_ON_FREE), 1, ALL, ALL),
    NUMBER("expand_alloc", NULL, "7", F(EXPAND_ALLOC), 1, LAST_GUARD, 16),
    NUMBER("free_track", NULL, "7", F(FREE_TRACK) | F(FILL_ON_FREE) | TRACK, 1, LAST_GUARD, 100),
    NUMBER("free_track_backtrace_num_frames", NULL, "7", 0, 0, MOST_FRAMES, 16),
    FLAG("leak_track", NULL, "7", F(LEAK_TRACK) | TRACK),
    NUMBER("record_allocs", NULL, "8", F(RECORD_ALLOCS), 1, 50000000, 8000000),
    TEXT("record_allocs_file", NULL, "8", "/data/local/tmp/record_allocs.txt"),
    FLAG("record_allocs_on_exit", NULL, "15 QPR", 0),
    FLAG("verify_pointers", NULL, "9", TRACK),
    FLAG("abort_on_error", NULL, "10", F(ABORT_ON_ERROR)),
    FLAG("verbose", NULL, "10", F(VERBOSE)),
    FLAG("check_unreachable_on_signal", NULL, "14", F(CHECK_UNREACHABLE_ON_SIGNAL)),
    FLAG("log_allocator_stats_on_signal", NULL, "14 QPR2", F(LOG_ALLOCATOR_STATS_ON_SIGNAL)),
    FLAG("log_allocator_stats_on_exit", NULL, "15 QPR", F(LOG_ALLOCATOR_STATS_ON_EXIT)),
};

enum {
  GUARD,
  FRONT_GUARD,
  REAR_GUARD,
  BACKTRACE,
  ENABLE_ON_SIGNAL,
  DUMP_ON_EXIT,
  DUMP_PREFIX,
  BACKTRACE_FULL,
  BACKTRACE_SIZE,
  MIN_SIZE,
  MAX_SIZE,
  FILL,
  FILL_ON_ALLOC,
  FILL_ON_FREE,
  EXPAND_ALLOC,
  FREE_TRACK,
  FREE_FRAMES,
  LEAK_TRACK,
  RECORD_ALLOCS,
  RECORD_FILE,
  RECORD_ON_EXIT,
  N_OPTIONS = sizeof table / sizeof *table
};

const dfmt_mallocdbg_option *dfmt_mallocdbg_option_at(uint32_t index) {
  return index < N_OPTIONS ? &table[index] : NULL;
}

static bool is_name(const char *name, const char *p, uint64_t len) {
  return name && strlen(name) == len && memcmp(name, p, (size_t)len) == 0;
}

const dfmt_mallocdbg_option *dfmt_mallocdbg_option_find(const char *name, uint64_t len) {
  for (size_t i = 0; name && i < N_OPTIONS; i++)
    if (is_name(table[i].name, name, len) || is_name(table[i].alias, name, len)) return &table[i];
  return NULL;
}

struct parser {
  const char *p, *end;
  dfmt_mallocdbg_options *o;
  uint64_t largest; /* size_t of the process */
  char *message;
  size_t cap;
};

static dfmt_status __attribute__((format(DFMTI_PRINTF, 2, 3))) refuse(const struct parser *x, const char *format, ...) {
  va_list ap;
  va_start(ap, format);
  if (x->cap) vsnprintf(x->message, x->cap, format, ap);
  va_end(ap);
  return DFMT_E_FORMAT;
}

static bool is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

static void skip_space(struct parser *x) {
  while (x->p < x->end && is_space(*x->p)) x->p++;
}

static dfmt_str take_word(struct parser *x, bool up_to_equals) {
  const char *start = x->p;
  while (x->p < x->end && !is_space(*x->p) && !(up_to_equals && *x->p == '=')) x->p++;
  return (dfmt_str){start, (uint64_t)(x->p - start)};
}

#define SHOWN(S) (int)((S)->len < 512 ? (S)->len : 512), (S)->ptr
#define BAD "bad value for option '%.*s'"

/* As strtol() to a long of the process's width, then the range (spec 5.5). */
static dfmt_status take_number(const struct parser *x, const dfmt_mallocdbg_option *option, const dfmt_str *name,
                               const dfmt_str *value, uint64_t *v) {
  if (value->len == 0 && !option->required) {
    *v = option->def == ALL ? x->largest : option->def;
    return DFMT_OK;
  }
  const char *p = value->ptr, *end = p + value->len;
  bool minus = p < end && *p == '-', big = false;
  uint64_t n = 0, most = (x->largest >> 1) + minus;
  if (p < end && (*p == '-' || *p == '+')) p++;
  const char *digits = p;
  for (; p < end && dfmti_is_digit((uint8_t)*p); p++)
    big |= __builtin_mul_overflow(n, 10, &n) || __builtin_add_overflow(n, (uint64_t)(*p - '0'), &n);
  dfmt_str rest = {p, (uint64_t)(end - p)};
  if (p == digits) return refuse(x, BAD, SHOWN(name));
  if (big || n > most) return refuse(x, BAD ": Math result not representable", SHOWN(name));
  if (rest.len) return refuse(x, BAD ", non space found after option: %.*s", SHOWN(name), SHOWN(&rest));
  if (minus && n) return refuse(x, BAD ", value cannot be negative: -%" PRIu64, SHOWN(name), n);
  if (n < option->lo) return refuse(x, BAD ", value must be >= %" PRIu64 ": %" PRIu64, SHOWN(name), option->lo, n);
  if (n > option->hi) return refuse(x, BAD ", value must be <= %" PRIu64 ": %" PRIu64, SHOWN(name), option->hi, n);
  *v = n;
  return DFMT_OK;
}

static uint64_t aligned(const dfmt_mallocdbg_options *o, uint64_t n) {
  uint64_t to = o->pointer_size == 8 ? 16 : 8;
  return (n + to - 1) / to * to;
}

/* Later options overwrite earlier ones, member by member (spec 5.4). */
static void apply_number(const struct parser *x, size_t option, uint64_t v) {
  dfmt_mallocdbg_options *o = x->o;
  switch (option) {
    case GUARD:
      o->rear_guard_bytes = v;
      o->front_guard_bytes = aligned(o, v);
      break;
    case FRONT_GUARD: o->front_guard_bytes = aligned(o, v); break;
    case REAR_GUARD: o->rear_guard_bytes = v; break;
    case BACKTRACE:
      o->backtrace_enabled = 1;
      o->backtrace_frames = v;
      break;
    case ENABLE_ON_SIGNAL:
      o->backtrace_enable_on_signal = 1;
      o->backtrace_frames = v;
      break;
    case BACKTRACE_SIZE: o->backtrace_min_size_bytes = o->backtrace_max_size_bytes = v; break;
    case MIN_SIZE: o->backtrace_min_size_bytes = v; break;
    case MAX_SIZE: o->backtrace_max_size_bytes = v; break;
    case FILL: o->fill_on_alloc_bytes = o->fill_on_free_bytes = v; break;
    case FILL_ON_ALLOC: o->fill_on_alloc_bytes = v; break;
    case FILL_ON_FREE: o->fill_on_free_bytes = v; break;
    case EXPAND_ALLOC: o->expand_alloc_bytes = v; break;
    case FREE_TRACK:
      o->free_track_allocations = v;
      if (o->fill_on_free_bytes == 0) o->fill_on_free_bytes = x->largest;
      if (o->free_track_backtrace_num_frames == 0) o->free_track_backtrace_num_frames = 16;
      break;
    case FREE_FRAMES: o->free_track_backtrace_num_frames = v; break;
    default:
      o->record_allocs_num_entries = v;
      if (o->record_allocs_file.len == 0)
        o->record_allocs_file = (dfmt_str){table[RECORD_FILE].text, strlen(table[RECORD_FILE].text)};
  }
}

static dfmt_status apply(const struct parser *x, const dfmt_str *name, const dfmt_str *value) {
  const dfmt_mallocdbg_option *option = dfmt_mallocdbg_option_find(name->ptr, name->len);
  if (!option) return refuse(x, "unknown option %.*s", SHOWN(name));
  size_t place = (size_t)(option - table);
  if (option->value == DFMT_MALLOCDBG_VALUE_NUMBER) {
    uint64_t v = 0;
    dfmt_status st = take_number(x, option, name, value, &v);
    if (st != DFMT_OK) return st;
    apply_number(x, place, v);
  } else if (option->value == DFMT_MALLOCDBG_VALUE_TEXT) {
    dfmt_str *to = place == DUMP_PREFIX ? &x->o->backtrace_dump_prefix : &x->o->record_allocs_file;
    *to = value->len ? *value : (dfmt_str){option->text, strlen(option->text)};
  } else if (value->len) {
    return refuse(x, "value set for option '%.*s' which does not take a value", SHOWN(name));
  }
  if (place == DUMP_ON_EXIT) x->o->backtrace_dump_on_exit = 1;
  if (place == RECORD_ON_EXIT) x->o->record_allocs_on_exit = 1;
  x->o->flags |= option->flags;
  return DFMT_OK;
}

DFMTI_RARE dfmt_status dfmt_mallocdbg_options_parse(const char *text, uint64_t len, uint32_t pointer_size,
                                                    dfmt_mallocdbg_options *out, char *message, uint64_t cap,
                                                    uint64_t *at) {
  if ((!text && len) || (pointer_size != 4 && pointer_size != 8) || !out ||
      out->head.size < DFMTI_MALLOCDBG_OPTIONS_LEAST || (!message && cap))
    return DFMT_E_ARG;
  static const char none[] = "";
  dfmt_mallocdbg_options o = {.head = {sizeof o, DFMT_TYPE_MALLOCDBG_OPTIONS}, .pointer_size = pointer_size};
  struct parser x = {.p = text ? text : none,
                     .o = &o,
                     .largest = pointer_size == 8 ? UINT64_MAX : UINT32_MAX,
                     .message = message,
                     .cap = dfmti_clamp(cap)};
  x.end = x.p + len;
  o.backtrace_max_size_bytes = x.largest;
  o.backtrace_dump_prefix = (dfmt_str){table[DUMP_PREFIX].text, strlen(table[DUMP_PREFIX].text)};
  o.record_allocs_file = (dfmt_str){none, 0};
  const char *start = x.p;
  dfmt_status st = DFMT_OK;
  if (cap) message[0] = '\0';
  for (skip_space(&x); x.p < x.end && st == DFMT_OK; skip_space(&x)) {
    dfmt_str value = {none, 0};
    if (at) *at = (uint64_t)(x.p - start);
    dfmt_str name = take_word(&x, true);
    skip_space(&x);
    if (x.p < x.end && *x.p == '=') {
      x.p++;
      skip_space(&x);
      value = take_word(&x, false);
    }
    st = apply(&x, &name, &value);
  }
  if (st != DFMT_OK) return st;
  return dfmti_body_copy(dfmti_type_of(&dfmti_format_mallocdbg, o.head.type), &o.head, &out->head);
}
