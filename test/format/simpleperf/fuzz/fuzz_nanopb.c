/* SPDX-License-Identifier: MIT */
/*
 * One record of simpleperf, read by the library and by nanopb from the same schema. nanopb refuses much that is legal
 * (groups, wide numbers) and accepts keys, lengths and numbers of too many bytes; but what both accept must hold the
 * same, and nothing else may be accepted by nanopb alone. Records of one member only: of replaced ones nanopb
 * has delivered the frames already.
 */
#include <pb_decode.h>

#include "fuzz.h"
#include "simpleperf.pb.h"
#include "simpleperf/read.h"

const uint16_t fuzz_settings[] = {0}; /* there are none */
const size_t fuzz_settings_size = 1;

struct sum {
  uint64_t value;
  bool open; /* an enumerator that is not known: kept by nanopb, not by the library */
};

static void add(struct sum *s, uint64_t v) { s->value = (s->value ^ v) * 0x100000001b3u + 1; }

static void add_optional(struct sum *s, bool has, uint64_t v) {
  add(s, has);
  add(s, has ? v : 0);
}

static void add_bytes(struct sum *s, const void *ptr, uint64_t len) {
  const uint8_t *p = ptr;
  add(s, len);
  for (uint64_t i = 0; i < len; i++) add(s, p[i]);
}

/* ---- nanopb ---- */

static bool take_string(pb_istream_t *stream, const pb_field_t *field, void **arg) {
  struct sum *s = *arg;
  uint8_t c;
  (void)field;
  add(s, stream->bytes_left);
  while (stream->bytes_left) {
    if (!pb_read(stream, &c, 1)) return false;
    add(s, c);
  }
  return true;
}

static bool take_frame(pb_istream_t *stream, const pb_field_t *field, void **arg) {
  struct sum *s = *arg;
  dfmt_simpleperf_Sample_CallChainEntry f = dfmt_simpleperf_Sample_CallChainEntry_init_zero;
  (void)field;
  if (!pb_decode(stream, dfmt_simpleperf_Sample_CallChainEntry_fields, &f)) return false;
  add_optional(s, f.has_vaddr_in_file, f.vaddr_in_file);
  add_optional(s, f.has_file_id, f.file_id);
  add_optional(s, f.has_symbol_id, (uint32_t)f.symbol_id);
  add_optional(s, f.has_execution_type, (uint32_t)f.execution_type);
  s->open |= f.has_execution_type && (uint32_t)f.execution_type > DFMT_SIMPLEPERF_EXECUTION_ART;
  return true;
}

struct lists {
  struct sum strings[2]; /* repeated fields, in the order of their numbers */
  struct sum texts[5];   /* the others, of which the last counts */
  struct sum frames;
};

static bool take_text(pb_istream_t *stream, const pb_field_t *field, void **arg) {
  *(struct sum *)*arg = (struct sum){.value = 1};
  return take_string(stream, field, arg);
}

#define LIST(WHERE, I) (WHERE).funcs.decode = take_string, (WHERE).arg = &x->strings[I]
#define TEXT(WHERE, I) (WHERE).funcs.decode = take_text, (WHERE).arg = &x->texts[I]

static bool begin_member(pb_istream_t *stream, const pb_field_t *field, void **arg) {
  struct lists *x = *arg;
  (void)stream;
  if (field->tag == dfmt_simpleperf_Record_sample_tag) {
    dfmt_simpleperf_Sample *m = field->pData;
    m->callchain.funcs.decode = take_frame;
    m->callchain.arg = &x->frames;
  } else if (field->tag == dfmt_simpleperf_Record_file_tag) {
    dfmt_simpleperf_File *m = field->pData;
    TEXT(m->path, 0);
    LIST(m->symbol, 0);
    LIST(m->mangled_symbol, 1);
  } else if (field->tag == dfmt_simpleperf_Record_thread_tag) {
    dfmt_simpleperf_Thread *m = field->pData;
    TEXT(m->thread_name, 0);
  } else if (field->tag == dfmt_simpleperf_Record_meta_info_tag) {
    dfmt_simpleperf_MetaInfo *m = field->pData;
    LIST(m->event_type, 0);
    TEXT(m->app_package_name, 1);
    TEXT(m->app_type, 2);
    TEXT(m->android_sdk_version, 3);
    TEXT(m->android_build_type, 4);
  }
  return true;
}

static void add_lists(struct sum *s, const struct lists *x) {
  add(s, x->strings[0].value);
  add(s, x->strings[1].value);
  for (int i = 0; i < 5; i++) add(s, x->texts[i].value);
  add(s, x->frames.value);
  s->open |= x->frames.open;
}

static bool by_nanopb(const uint8_t *p, size_t n, struct sum *s) {
  struct lists x = {.frames = {0}};
  dfmt_simpleperf_Record r = dfmt_simpleperf_Record_init_zero;
  r.cb_record_data.funcs.decode = begin_member;
  r.cb_record_data.arg = &x;
  pb_istream_t stream = pb_istream_from_buffer(p, n);
  if (!pb_decode_ex(&stream, dfmt_simpleperf_Record_fields, &r, PB_DECODE_NOINIT)) return false;
  const dfmt_simpleperf_Sample *m = &r.record_data.sample;
  const dfmt_simpleperf_Sample_UnwindingResult *u = &m->unwinding_result;
  add(s, r.which_record_data);
  add_lists(s, &x);
  switch (r.which_record_data) {
    case dfmt_simpleperf_Record_sample_tag:
      add_optional(s, m->has_time, m->time);
      add_optional(s, m->has_thread_id, (uint32_t)m->thread_id);
      add_optional(s, m->has_event_count, m->event_count);
      add_optional(s, m->has_event_type_id, m->event_type_id);
      add(s, m->has_unwinding_result);
      add_optional(s, m->has_unwinding_result && u->has_raw_error_code, u->raw_error_code);
      add_optional(s, m->has_unwinding_result && u->has_error_addr, u->error_addr);
      add_optional(s, m->has_unwinding_result && u->has_error_code, (uint32_t)u->error_code);
      s->open |=
          m->has_unwinding_result && u->has_error_code && (uint32_t)u->error_code > DFMT_SIMPLEPERF_UNWIND_INVALID_ELF;
      break;
    case dfmt_simpleperf_Record_lost_tag:
      add_optional(s, r.record_data.lost.has_sample_count, r.record_data.lost.sample_count);
      add_optional(s, r.record_data.lost.has_lost_count, r.record_data.lost.lost_count);
      break;
    case dfmt_simpleperf_Record_file_tag: add_optional(s, r.record_data.file.has_id, r.record_data.file.id); break;
    case dfmt_simpleperf_Record_thread_tag:
      add_optional(s, r.record_data.thread.has_thread_id, r.record_data.thread.thread_id);
      add_optional(s, r.record_data.thread.has_process_id, r.record_data.thread.process_id);
      break;
    case dfmt_simpleperf_Record_meta_info_tag:
      add_optional(s, r.record_data.meta_info.has_trace_offcpu, r.record_data.meta_info.trace_offcpu);
      break;
    default:
      add_optional(s, r.record_data.context_switch.has_switch_on, r.record_data.context_switch.switch_on);
      add_optional(s, r.record_data.context_switch.has_time, r.record_data.context_switch.time);
      add_optional(s, r.record_data.context_switch.has_thread_id, r.record_data.context_switch.thread_id);
  }
  return true;
}

/* ---- the library ---- */

static void list_of(struct sum *to, const dfmt_str *s, uint64_t n) {
  for (uint64_t i = 0; i < n; i++) add_bytes(to, s[i].ptr, s[i].len);
}

static void text_of(struct sum *to, bool has, dfmt_str s) {
  if (!has) return;
  to->value = 1;
  add_bytes(to, s.ptr, s.len);
}

static void frames_of(struct sum *s, const dfmt_simpleperf_sample *x) {
  for (uint64_t i = 0; i < x->n_frames; i++) {
    const dfmt_simpleperf_frame *f = &x->frames[i];
    add_optional(s, f->present & DFMT_SIMPLEPERF_FRAME_HAS_VADDR, f->vaddr);
    add_optional(s, f->present & DFMT_SIMPLEPERF_FRAME_HAS_FILE_ID, f->file_id);
    add_optional(s, f->present & DFMT_SIMPLEPERF_FRAME_HAS_SYMBOL_ID, (uint32_t)f->symbol_id);
    add_optional(s, f->present & DFMT_SIMPLEPERF_FRAME_HAS_EXECUTION, f->execution);
  }
}

#define HAS(BODY, BIT) (b->present & DFMT_SIMPLEPERF_##BODY##_HAS_##BIT)

static void sum_sample(struct sum *s, struct lists *x, const dfmt_simpleperf_sample *b) {
  frames_of(&x->frames, b);
  add_lists(s, x);
  add_optional(s, HAS(SAMPLE, TIME_NS), b->time_ns);
  add_optional(s, HAS(SAMPLE, THREAD_ID), (uint32_t)b->thread_id);
  add_optional(s, HAS(SAMPLE, EVENT_COUNT), b->event_count);
  add_optional(s, HAS(SAMPLE, EVENT_TYPE_ID), b->event_type_id);
  add(s, HAS(SAMPLE, UNWIND) != 0);
  add_optional(s, HAS(SAMPLE, UNWIND_RAW_CODE), b->unwind_raw_code);
  add_optional(s, HAS(SAMPLE, UNWIND_ADDR), b->unwind_addr);
  add_optional(s, HAS(SAMPLE, UNWIND_CODE), b->unwind_code);
}

static void sum_meta(struct sum *s, struct lists *x, const dfmt_simpleperf_meta *b) {
  list_of(&x->strings[0], b->event_types, b->n_event_types);
  text_of(&x->texts[1], HAS(META, APP_PACKAGE_NAME), b->app_package_name);
  text_of(&x->texts[2], HAS(META, APP_TYPE), b->app_type);
  text_of(&x->texts[3], HAS(META, ANDROID_SDK_VERSION), b->android_sdk_version);
  text_of(&x->texts[4], HAS(META, ANDROID_BUILD_TYPE), b->android_build_type);
  add_lists(s, x);
  add_optional(s, HAS(META, TRACE_OFFCPU), b->trace_offcpu);
}

static void sum_file(struct sum *s, struct lists *x, const dfmt_simpleperf_file *b) {
  text_of(&x->texts[0], HAS(FILE, PATH), b->path);
  list_of(&x->strings[0], b->symbols, b->n_symbols);
  list_of(&x->strings[1], b->mangled, b->n_mangled);
  add_lists(s, x);
  add_optional(s, HAS(FILE, ID), b->id);
}

static void sum_event(struct sum *s, const dfmt_event *ev, uint32_t kind) {
  struct lists x = {.frames = {0}};
  const void *body = ev->body;
  add(s, kind);
  if (ev->type == DFMT_SIMPLEPERF_SAMPLE) sum_sample(s, &x, body);
  if (ev->type == DFMT_SIMPLEPERF_META) sum_meta(s, &x, body);
  if (ev->type == DFMT_SIMPLEPERF_FILE) sum_file(s, &x, body);
  if (ev->type == DFMT_SIMPLEPERF_THREAD) {
    const dfmt_simpleperf_thread *b = body;
    text_of(&x.texts[0], HAS(THREAD, NAME), b->name);
    add_lists(s, &x);
    add_optional(s, HAS(THREAD, THREAD_ID), (uint32_t)b->thread_id);
    add_optional(s, HAS(THREAD, PROCESS_ID), (uint32_t)b->process_id);
  }
  if (ev->type == DFMT_SIMPLEPERF_LOST) {
    const dfmt_simpleperf_lost *b = body;
    add_lists(s, &x);
    add_optional(s, HAS(LOST, SAMPLE_COUNT), b->sample_count);
    add_optional(s, HAS(LOST, LOST_COUNT), b->lost_count);
  }
  if (ev->type == DFMT_SIMPLEPERF_SWITCH) {
    const dfmt_simpleperf_switch *b = body;
    add_lists(s, &x);
    add_optional(s, HAS(SWITCH, SWITCH_ON), b->switch_on);
    add_optional(s, HAS(SWITCH, TIME_NS), b->time_ns);
    add_optional(s, HAS(SWITCH, THREAD_ID), (uint32_t)b->thread_id);
  }
}

/* nanopb gives a string's callback also what comes with another wire type, which the library keeps as unknown. */
static bool has_unknown(const dfmt_event *ev, uint32_t kind) {
  const struct dfmti_simpleperf_message *m = &dfmti_simpleperf_messages[kind - 1];
  uint32_t present;
  memcpy(&present, (const uint8_t *)ev->body + m->present, sizeof present);
  return present & m->unknown_bit;
}

static void try_record(const uint8_t *p, uint32_t n) {
  uint32_t kind = dfmti_simpleperf_kind_at(p + 16, n, n);
  if (kind == 0) return;
  dfmt_source *source;
  dfmt_reader *r;
  const dfmt_event *ev;
  struct sum ours = {0}, theirs = {0};
  bool accepted = by_nanopb(p + 16, n, &theirs);
  MUST(dfmt_source_memory(NULL, p, (uint64_t)n + 20, &source) == DFMT_OK);
  MUST(dfmt_reader_new(NULL, &r) == DFMT_OK);
  MUST(dfmt_reader_open(r, DFMT_SIMPLEPERF, source) == DFMT_OK);
  dfmt_status st = dfmt_reader_next(r, &ev);
  uint32_t number = dfmt_reader_error(r)->number;
  bool loose = number == DFMT_ERR_SIMPLEPERF_KEY || number == DFMT_ERR_SIMPLEPERF_LENGTH ||
               number == DFMT_ERR_SIMPLEPERF_VARINT; /* it passes over unknown numbers of any length */
  MUST(st == DFMT_OK || st == DFMT_E_FORMAT);
  MUST(st == DFMT_OK || !accepted || loose);
  if (st == DFMT_OK && accepted) {
    sum_event(&ours, ev, kind);
    MUST(theirs.open || has_unknown(ev, kind) || ours.value == theirs.value);
  }
  dfmt_reader_free(r);
  dfmt_source_free(source);
}

/* The first byte is not used: it is the settings of the seeds. Records of a whole file, each by itself, or else one. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static uint8_t file[70000];
  if (size < 2 || size > 65536) return 0;
  data++;
  size--;
  size_t at = size > 12 && memcmp(data, DFMTI_SIMPLEPERF_MAGIC, 10) == 0 ? 12 : SIZE_MAX;
  memcpy(file, DFMTI_SIMPLEPERF_MAGIC "\x01", 12);
  while (at == SIZE_MAX || at + 4 < size) {
    size_t n = at == SIZE_MAX ? size : dfmti_load_le32(data + at), from = at == SIZE_MAX ? 0 : at + 4;
    if (n == 0 || n > size - from) break;
    dfmti_store_le32(file + 12, (uint32_t)n);
    memcpy(file + 16, data + from, n);
    memset(file + 16 + n, 0, 4);
    try_record(file, (uint32_t)n);
    if (at == SIZE_MAX) break;
    at = from + n;
  }
  return 0;
}
