/* SPDX-License-Identifier: MIT */
/*
 * Writing: what may come when, and where it goes.
 *
 *   text  [HEADER] text events [SUMMARY]
 *   zip   [HEADER] ( ENTRY with its content | ENTRY of the main entry, text events, ENTRY_END )* [SUMMARY]
 *
 * A text's events without an ENTRY before them, in a zip, get an entry. The variants that are a version of the format
 * write version.txt and main_entry.txt themselves.
 */
#include <string.h>

#include "entry.h"
#include "model/walk.h"
#include "write_entry.h"
#include "write_out.h"
#include "write_text.h"

static struct dfmti_bugreport_writer *state(dfmt_writer *w) { return w->state; }

/* ---- open ---- */

static const struct {
  enum dfmti_bugreport_container container;
  const char *version;
} variants[] = {
    [0] = {CONTAINER_OPEN, NULL},
    [DFMT_BUGREPORT_VARIANT_TEXT] = {CONTAINER_TEXT, NULL},
    [DFMT_BUGREPORT_VARIANT_ZIP] = {CONTAINER_ZIP, NULL},
    [DFMT_BUGREPORT_VARIANT_V0] = {CONTAINER_ZIP, NULL},
    [DFMT_BUGREPORT_VARIANT_V1] = {CONTAINER_ZIP, "1.0"},
    [DFMT_BUGREPORT_VARIANT_V2] = {CONTAINER_ZIP, "2.0"},
};

/* The version to be written: the variant's, or another of a known kind. */
static dfmt_status choose_version(dfmt_writer *w) {
  struct dfmti_bugreport_writer *s = state(w);
  const char *word = variants[w->variant].version;
  s->version = (dfmt_str){word, word ? strlen(word) : 0};
  if (!word || !dfmti_config_name(&w->config, DFMT_CFG_BUGREPORT_VERSION, 0, &s->version)) return DFMT_OK;
  if (dfmti_bugreport_entry_version(s->version) == 0) return DFMT_OK;
  return dfmti_fail(&w->out.err, DFMT_E_ARG, DFMT_ERR_BUGREPORT_VERSION_UNKNOWN,
                    "bugreport.version is not a known version");
}

static dfmt_status open_output(dfmt_writer *w) {
  struct dfmti_bugreport_writer *s = state(w);
  if (w->variant >= sizeof variants / sizeof *variants)
    return dfmti_fail_arg(&w->out.err, "unknown variant of bugreport");
  uint64_t time = dfmti_config_own(&w->config, dfmti_bugreport_options, DFMT_CFG_BUGREPORT_TIME);
  s->out = (struct dfmti_bugreport_out){.container = variants[w->variant].container, .last = '\n'};
  s->markers = dfmti_config_own(&w->config, dfmti_bugreport_options, DFMT_CFG_BUGREPORT_MARKERS);
  s->max_entries = dfmti_config_own(&w->config, dfmti_bugreport_options, DFMT_CFG_BUGREPORT_MAX_ENTRIES);
  s->store = dfmti_config_value(&w->config, DFMT_CFG_LEVEL) == DFMT_LEVEL_NONE;
  s->timed = time > 0;
  s->refused = false;
  if (s->timed) dfmti_bugreport_dos_time((int64_t)time, &s->date, &s->time);
  s->comment.len = s->name.len = s->line.len = s->held.len = 0;
  s->scan.services = dfmti_config_own(&w->config, dfmti_bugreport_options, DFMT_CFG_BUGREPORT_SERVICES);
  s->scan.in_section = s->scan.in_service = false;
  dfmti_bugreport_names_clear(&s->names);
  dfmti_zip_out_open(&w->out, &s->zip);
  s->zip.zip64 = dfmti_config_own(&w->config, dfmti_bugreport_options, DFMT_CFG_BUGREPORT_ZIP64);
  bool fast = dfmti_config_value(&w->config, DFMT_CFG_LEVEL) == DFMT_LEVEL_FAST;
  s->zip.threads = (uint32_t)dfmti_config_value(&w->config, DFMT_CFG_THREADS);
  s->zip.level = fast ? DFMTI_DEFLATE_FAST : dfmti_config_level(&w->config, 6, 9, 9);
  return choose_version(w);
}

static void close_output(dfmt_writer *w) {
  struct dfmti_bugreport_writer *s = state(w);
  struct dfmti_buf *const bufs[] = {&s->comment, &s->name, &s->line, &s->held};
  for (size_t i = 0; i < sizeof bufs / sizeof *bufs; i++) dfmti_buf_free(&w->out.mem, bufs[i]);
  dfmti_bugreport_names_free(&w->out.mem, &s->names);
  dfmti_zip_out_close(&w->out, &s->zip);
}

/* ---- bodies ---- */

static bool is_text(uint32_t type) { return type >= DFMT_BUGREPORT_BANNER; }

/* What holds for every body: the container it makes, and that it comes in order. */
static dfmt_status enter(dfmt_writer *w, const dfmt_head *body) {
  struct dfmti_bugreport_writer *s = state(w);
  s->before = s->out;
  s->before.zip = s->zip.out;
  s->line.len = 0;
  if (body->type == DFMT_OPAQUE)
    return dfmti_fail(&w->out.err, DFMT_E_ARG, DFMT_ERR_WRONG_TYPE, "bugreport cannot hold opaque records");
  if (s->out.summary) return dfmti_bugreport_order(w, "nothing may follow the summary");
  if (body->type == DFMT_BUGREPORT_HEADER && s->out.any) return dfmti_bugreport_order(w, "the header must come first");
  s->out.any = true;
  if (s->out.container == CONTAINER_OPEN && body->type != DFMT_BUGREPORT_HEADER && body->type != DFMT_BUGREPORT_SUMMARY)
    s->out.container = is_text(body->type) ? CONTAINER_TEXT : CONTAINER_ZIP;
  return DFMT_OK;
}

static dfmt_status put_header(dfmt_writer *w, const dfmt_bugreport_header *b) {
  struct dfmti_bugreport_writer *s = state(w);
  if (s->out.container == CONTAINER_OPEN) {
    if (b->variant != DFMT_BUGREPORT_VARIANT_TEXT && b->variant != DFMT_BUGREPORT_VARIANT_ZIP)
      return dfmti_fail_arg(&w->out.err, "the header's variant must be text or zip");
    s->out.container = variants[b->variant].container;
  }
  s->comment.len = 0;
  if (!(b->present & DFMT_BUGREPORT_HEADER_HAS_COMMENT)) return DFMT_OK;
  if (b->comment.len > UINT16_MAX || (b->comment.len && !b->comment.ptr))
    return dfmti_fail_arg(&w->out.err, "a zip's comment must not exceed 65535 bytes");
  return dfmti_buf_append(&w->out.mem, &s->comment, b->comment.ptr, (size_t)b->comment.len)
             ? DFMT_OK
             : dfmti_fail_mem(&w->out.err, &w->out.mem);
}

/* The first banner's time, if the text begins with it. */
static int64_t time_of(const dfmt_head *body) {
  const dfmt_bugreport_banner *b = (const dfmt_bugreport_banner *)(const void *)body;
  return body->type == DFMT_BUGREPORT_BANNER && b->present & DFMT_BUGREPORT_BANNER_HAS_TIME_LOCAL_S ? b->time_local_s
                                                                                                    : 0;
}

/* A text in a zip stands in an entry. */
static dfmt_status enter_text(dfmt_writer *w, const dfmt_head *body) {
  struct dfmti_bugreport_writer *s = state(w);
  if (s->refused) return dfmti_bugreport_order(w, "the text's entry was refused");
  if (s->out.container == CONTAINER_TEXT || s->out.in_text) return DFMT_OK;
  return dfmti_bugreport_begin_main(w, NULL, time_of(body));
}

/* Without its entry the text would get one of another name. */
static dfmt_status put_main(dfmt_writer *w, const dfmt_bugreport_entry *b) {
  struct dfmti_bugreport_writer *s = state(w);
  dfmt_status st = dfmti_bugreport_begin_main(w, b, 0);
  s->refused = st != DFMT_OK && s->out.container == CONTAINER_ZIP && !s->out.in_text;
  return st;
}

static dfmt_status end_main(dfmt_writer *w) {
  struct dfmti_bugreport_writer *s = state(w);
  s->refused = false;
  if (s->out.container == CONTAINER_TEXT) return DFMT_OK;
  if (!s->out.in_text) return dfmti_bugreport_order(w, "no main entry is open");
  dfmt_status st = dfmti_bugreport_finish_text(w);
  if (st == DFMT_OK) st = dfmti_bugreport_end_entry(w);
  if (st == DFMT_OK) s->out.in_text = false;
  return st;
}

/* The current body is the writer's own copy. */
static dfmt_status settle_strings(dfmt_writer *w, uint32_t type) {
  bool sound = dfmti_settle_strings(dfmti_type_of(w->format, type), w->body.ptr);
  return sound ? DFMT_OK : dfmti_fail_arg(&w->out.err, "a string has a length but no bytes");
}

static dfmt_status put(dfmt_writer *w, const dfmt_head *body) {
  struct dfmti_bugreport_writer *s = state(w);
  const void *b = body;
  dfmt_status st = enter(w, body);
  if (st == DFMT_OK) st = settle_strings(w, body->type);
  if (st != DFMT_OK) return st;
  switch (body->type) {
    case DFMT_BUGREPORT_HEADER: return put_header(w, b);
    case DFMT_BUGREPORT_SUMMARY: s->out.summary = true; return DFMT_OK;
    case DFMT_BUGREPORT_ENTRY: return put_main(w, b);
    case DFMT_BUGREPORT_ENTRY_END: return end_main(w);
    default: break;
  }
  st = enter_text(w, body);
  return st == DFMT_OK ? dfmti_bugreport_put_text(w, body) : st;
}

static dfmt_status begin(dfmt_writer *w, const dfmt_head *body, uint32_t mode) {
  struct dfmti_bugreport_writer *s = state(w);
  dfmt_status st = enter(w, body);
  if (st == DFMT_OK) st = settle_strings(w, body->type);
  if (st != DFMT_OK) return st;
  s->late = s->cut = false;
  if (body->type == DFMT_BUGREPORT_ENTRY) {
    s->refused = false;
    return dfmti_bugreport_begin_entry(w, (const dfmt_bugreport_entry *)(const void *)body, mode);
  }
  s->record = RECORD_TEXT;
  if (!is_text(body->type))
    return dfmti_fail(&w->out.err, DFMT_E_UNSUPPORTED, DFMT_ERR_NOT_IMPLEMENTED, "this type of body has no payload");
  st = enter_text(w, body);
  return st == DFMT_OK ? dfmti_bugreport_begin_text(w, body, mode == DFMT_PAYLOAD_RAW) : st;
}

static dfmt_status payload(dfmt_writer *w, const uint8_t *ptr, size_t len, size_t *taken) {
  struct dfmti_bugreport_writer *s = state(w);
  size_t n = dfmti_min(len, dfmti_zip_out_most(&s->zip));
  dfmt_status st = DFMT_OK;
  switch (s->record) {
    case RECORD_TEXT: return dfmti_bugreport_more_text(w, ptr, len, taken);
    case RECORD_ENTRY:
      st = s->zip.e.raw ? dfmti_zip_out_put_stored(&w->out, &s->zip, ptr, n)
                        : dfmti_zip_out_put(&w->out, &s->zip, ptr, n);
      break;
    case RECORD_MAIN: st = dfmti_bugreport_emit(w, ptr, n); break;
    case RECORD_DROPPED: n = len; break;
  }
  if (st == DFMT_OK) *taken = n;
  return st;
}

static dfmt_status end(dfmt_writer *w) {
  switch (state(w)->record) {
    case RECORD_TEXT: return dfmti_bugreport_end_text(w);
    case RECORD_ENTRY: return dfmti_bugreport_end_entry(w);
    default: return DFMT_OK;
  }
}

static void cancel(dfmt_writer *w) {
  struct dfmti_bugreport_writer *s = state(w);
  s->out = s->before;
  s->held.len = 0;
  dfmti_zip_out_cancel(&s->zip, &s->before.zip);
}

/* What the file lacks: the end of a text that was not ended, version.txt if nothing else came, the directory. */
static dfmt_status finish(dfmt_writer *w) {
  struct dfmti_bugreport_writer *s = state(w);
  dfmt_status st = DFMT_OK;
  s->line.len = 0;
  if (s->out.container != CONTAINER_ZIP) return s->out.text ? dfmti_bugreport_finish_text(w) : DFMT_OK;
  if (s->out.in_text) st = end_main(w);
  if (st == DFMT_OK) st = dfmti_bugreport_put_version(w);
  if (st != DFMT_OK) return st;
  return dfmti_zip_out_finish(&w->out, &s->zip, (dfmt_str){(const char *)s->comment.ptr, s->comment.len});
}

/* ---- copies ---- */

static uint32_t copy_mode(dfmt_writer *w, const dfmt_event *ev) {
  bool content = ev->type == DFMT_BUGREPORT_ENTRY && ev->flags & DFMT_EVENT_FLAG_PAYLOAD;
  if (content) return variants[w->variant].container == CONTAINER_TEXT ? DFMT_PAYLOAD_DECODED : DFMT_PAYLOAD_STORED;
  return is_text(ev->type) ? DFMT_PAYLOAD_RAW : DFMT_PAYLOAD_DECODED;
}

/* Sizes and CRC-32 of an entry that was read forward come with its data. */
static void copied(dfmt_writer *w, const dfmt_event *ev, bool whole) {
  struct dfmti_bugreport_writer *s = state(w);
  const dfmt_bugreport_entry *b = dfmt_event_bugreport_entry(ev);
  if (!b || s->record != RECORD_ENTRY) return;
  s->late = b->present & DFMT_BUGREPORT_ENTRY_HAS_CRC32 && b->present & DFMT_BUGREPORT_ENTRY_HAS_DECODED_SIZE;
  s->cut = !whole;
  if (!s->late || !s->zip.e.raw || s->zip.e.known) return;
  s->zip.e.size = b->decoded_size;
  s->zip.e.crc = b->crc32;
}

const dfmt_write_format dfmti_bugreport_write = {
    .format = &dfmti_format_bugreport,
    .state_size = sizeof(struct dfmti_bugreport_writer),
    .open = open_output,
    .put = put,
    .begin = begin,
    .payload = payload,
    .end = end,
    .cancel = cancel,
    .finish = finish,
    .copy_mode = copy_mode,
    .copied = copied,
    .close = close_output,
};

const dfmt_write_format *dfmt_bugreport_write_format(void) { return &dfmti_bugreport_write; }
