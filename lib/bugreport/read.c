/* SPDX-License-Identifier: MIT */
/*
 * Finding out what the input is, and the order of things:
 *
 *   START -> SURVEY (zip) -> HEADER -> ENTRY* [-> TEXT … TEXT_END -> ENTRY*] -> SUMMARY -> END
 *      \-> HEADER -> TEXT … -> SUMMARY -> END
 */
#include "read.h"

#include <string.h>

#include "base/config.h"
#include "base/find_bytes.h"
#include "core/unpack.h"

static dfmt_status open_input(dfmt_reader *r) {
  struct dfmti_bugreport_reader *s = dfmti_bugreport_state(r);
  dfmt_str name;
  s->phase = PHASE_START;
  s->variant = 0;
  s->pass = (uint32_t)dfmti_config_own(&r->config, dfmti_bugreport_options, DFMT_CFG_BUGREPORT_PASS);
  s->want_text = dfmti_config_own(&r->config, dfmti_bugreport_options, DFMT_CFG_BUGREPORT_TEXT);
  s->some_entries = dfmti_config_name(&r->config, DFMT_CFG_BUGREPORT_ENTRIES, 0, &name);
  s->some_titles = dfmti_config_name(&r->config, DFMT_CFG_BUGREPORT_TITLES, 0, &name);
  s->survey = SURVEY_DIRECTORY;
  s->surveyed = s->looks = 0;
  s->evidence = (struct dfmti_evidence){.seen = false};
  s->holds = false;
  s->main_place = SIZE_MAX;
  s->main_is_text = s->have_entry = s->have_peek = s->met_text = s->title_wanted = s->plain = false;
  s->piece = DFMTI_PIECE_NONE;
  s->n_entries = s->text_size = 0;
  s->doubt = 0;
  s->lent = 0;
  s->text_name.len = 0;
  dfmti_bugreport_choice_clear(&s->choice);
  dfmti_bugreport_names_clear(&s->names);
  dfmti_bugreport_folder_clear(&s->folder);
  dfmti_zip_open(&s->zip, dfmti_config_own(&r->config, dfmti_bugreport_options, DFMT_CFG_BUGREPORT_MAX_RATIO),
                 dfmti_config_own(&r->config, dfmti_bugreport_options, DFMT_CFG_BUGREPORT_MAX_ENTRIES));
  s->text.win = &r->in.win;
  dfmti_bugreport_text_open(r, &s->text);
  return DFMT_OK;
}

/* ---- what it is (spec 2.1) ---- */

/* Also if the input ends within the first four bytes. */
static bool is_zip(const uint8_t *p, size_t n) {
  if (n >= 4) return dfmti_zip_begins(p, n);
  return n > 0 && (memcmp(p, "PK\3\4", n) == 0 || memcmp(p, "PK\5\6", n) == 0);
}

static dfmt_status not_a_report(dfmt_reader *r, const uint8_t *p, size_t n) {
  char shown[64];
  if (n == 0) return dfmti_fail_at(&r->in.err, DFMT_E_FORMAT, DFMT_ERR_BUGREPORT_NO_BANNER, 0, 0, "the input is empty");
  if (n >= 2 && ((p[0] == 0xff && p[1] == 0xfe) || (p[0] == 0xfe && p[1] == 0xff)))
    return dfmti_fail_at(&r->in.err, DFMT_E_FORMAT, DFMT_ERR_BUGREPORT_UTF16, 0, 0,
                         "the text is UTF-16, probably converted by a shell that redirected the output");
  return dfmti_fail_at(&r->in.err, DFMT_E_FORMAT, DFMT_ERR_BUGREPORT_NO_BANNER, 0, 0,
                       "no dumpstate banner in the first 64 KiB; the input begins with '%s'",
                       dfmti_quote(shown, sizeof shown, p, dfmti_min(n, 16)));
}

static dfmt_status find_variant(dfmt_reader *r, struct dfmti_bugreport_reader *s) {
  dfmt_status st = dfmti_stream_fill(&r->in, 4);
  if (st != DFMT_OK && st != DFMT_END) return st;
  s->variant = DFMT_BUGREPORT_VARIANT_ZIP;
  if (is_zip(dfmti_window_ptr(&r->in.win), dfmti_window_len(&r->in.win))) return DFMT_OK;
  st = dfmti_stream_fill(&r->in, DFMTI_BUGREPORT_SNIFF);
  const uint8_t *p = dfmti_window_ptr(&r->in.win);
  size_t n = dfmti_min(dfmti_window_len(&r->in.win), DFMTI_BUGREPORT_SNIFF);
  bool report = dfmti_bugreport_text_is_report(p, n);
  if (!report) s->piece = dfmti_bugreport_piece(p, n);
  const bool ends = st == DFMT_END || (s->piece && r->in.source_err.e.status == st);
  if (!report && st != DFMT_OK && !ends) return st; /* a text that cannot be read further has begun */
  if (!report && !s->piece && n > 0 && dfmti_find_bytes(p, n, "PK\3\4", 4)) return DFMT_OK;
  s->variant = DFMT_BUGREPORT_VARIANT_TEXT;
  if (report || s->piece) return DFMT_OK;
  st = not_a_report(r, p, n);
  if (!r->in.recover) return st;
  if (n == 0) {
    dfmti_stream_note(&r->in, DFMT_SEVERITY_ERROR, r->in.err.e.number, st, 0, 0, 0, "%s", r->in.err.e.message);
    s->phase = PHASE_END;
    dfmti_errors_clear(&r->in.err);
    return DFMT_END;
  }
  s->doubt = r->in.err.e.number;
  return DFMT_OK;
}

/* Salvage reads what is no report as a text, and says so after it. */
static void tell_doubt(dfmt_reader *r, struct dfmti_bugreport_reader *s) {
  const char *what = s->doubt == DFMT_ERR_BUGREPORT_UTF16 ? "the text is UTF-16, probably converted by a shell"
                                                          : "no dumpstate banner in the first 64 KiB";
  if (s->doubt) dfmti_stream_note(&r->in, DFMT_SEVERITY_ERROR, s->doubt, DFMT_E_FORMAT, 0, 0, 0, "%s", what);
  s->doubt = 0;
}

static dfmt_status start(dfmt_reader *r, struct dfmti_bugreport_reader *s) {
  dfmt_status st = s->variant ? DFMT_OK : find_variant(r, s);
  if (st != DFMT_OK) {
    s->variant = 0;
    return st;
  }
  r->variant = s->variant;
  s->phase = s->variant == DFMT_BUGREPORT_VARIANT_ZIP ? PHASE_SURVEY : PHASE_HEADER;
  return DFMT_AGAIN;
}

/* ---- events ---- */

static void deliver_header(dfmt_reader *r, struct dfmti_bugreport_reader *s) {
  if (s->variant == DFMT_BUGREPORT_VARIANT_ZIP) {
    dfmti_bugreport_zip_header(r);
    s->phase = PHASE_ENTRY;
  } else {
    s->body.header = (dfmt_bugreport_header){.present = DFMT_BUGREPORT_HEADER_HAS_VERSION,
                                             .variant = s->variant,
                                             .rule = DFMT_BUGREPORT_RULE_WHOLE,
                                             .version = {"0", 1}};
    s->phase = PHASE_TEXT;
  }
  dfmti_bugreport_deliver(r, DFMT_BUGREPORT_HEADER, sizeof s->body.header, 0, 0);
}

static void deliver_summary(dfmt_reader *r, struct dfmti_bugreport_reader *s) {
  const struct dfmti_text *t = &s->text;
  dfmt_bugreport_summary b = {.present = t->has_time ? DFMT_BUGREPORT_SUMMARY_HAS_TIME_LOCAL_S : 0,
                              .rule = DFMT_BUGREPORT_RULE_WHOLE,
                              .complete = t->complete,
                              .time_local_s = t->has_time ? t->time : 0,
                              .n_entries = s->n_entries,
                              .n_sections = t->n_sections,
                              .n_services = t->n_services,
                              .text_size = s->text_size};
  if (s->variant == DFMT_BUGREPORT_VARIANT_ZIP) {
    dfmti_bugreport_zip_summary(r, &b);
  } else {
    b.present |= DFMT_BUGREPORT_SUMMARY_HAS_VERSION;
    b.version = (dfmt_str){"0", 1};
  }
  s->body.summary = b;
  s->phase = PHASE_END;
  /* By the directory the window stands wherever the last value was left. */
  uint64_t end = s->zip.by_directory ? s->zip.start : dfmti_window_place(&r->in.win, 0);
  dfmti_bugreport_deliver(r, DFMT_BUGREPORT_SUMMARY, sizeof b, end, 0);
}

/* ---- texts ---- */

/* With TITLES only these sections come, and what is in them. */
static bool is_wanted(const dfmt_reader *r, struct dfmti_bugreport_reader *s) {
  if (!s->some_titles) return true;
  bool wanted = s->title_wanted;
  switch (r->out.ev.type) {
    case DFMT_BUGREPORT_SECTION:
      return s->title_wanted = dfmti_bugreport_is_listed(r, DFMT_CFG_BUGREPORT_TITLES, s->body.section.title);
    case DFMT_BUGREPORT_SECTION_END: s->title_wanted = false; return wanted;
    case DFMT_BUGREPORT_SERVICE:
    case DFMT_BUGREPORT_SERVICE_END:
    case DFMT_BUGREPORT_LOG:
    case DFMT_BUGREPORT_SYSTEM_PROPERTY: return wanted;
    case DFMT_BUGREPORT_TEXT: return wanted;
    default: return false;
  }
}

static dfmt_status plain_text(dfmt_reader *r, struct dfmti_bugreport_reader *s) {
  if (s->plain) return DFMT_END;
  s->plain = true;
  s->body.text = (dfmt_bugreport_text){.present = 0};
  dfmti_bugreport_deliver(r, DFMT_BUGREPORT_TEXT, sizeof s->body.text, dfmti_window_place(&r->in.win, 0), 0);
  r->out.ev.flags |= DFMT_EVENT_FLAG_PAYLOAD;
  r->payload.line = dfmti_window_line(&r->in.win, r->out.ev.offset, 1 + r->in.lines);
  r->payload.pending = true;
  return DFMT_OK;
}

static dfmt_status plain_chunk(dfmt_reader *r, struct dfmti_bugreport_reader *s, const uint8_t **ptr, size_t *len) {
  dfmti_window_consume(&r->in.win, s->lent);
  s->lent = 0;
  dfmt_status st = dfmti_stream_fill(&r->in, 1);
  if (st == DFMT_END) {
    r->out.ev.length = dfmti_window_place(&r->in.win, 0) - r->out.ev.offset;
    r->payload.pending = false;
  }
  if (st != DFMT_OK) return st;
  *ptr = dfmti_window_ptr(&r->in.win);
  *len = s->lent = dfmti_window_len(&r->in.win);
  return DFMT_OK;
}

static dfmt_status chunk(dfmt_reader *r, const uint8_t **ptr, size_t *len) {
  struct dfmti_bugreport_reader *s = dfmti_bugreport_state(r);
  if (s->phase != PHASE_TEXT) return dfmti_bugreport_entry_chunk(r, ptr, len);
  if (s->plain) return plain_chunk(r, s, ptr, len);
  *len = 0;
  dfmt_status st = dfmti_bugreport_text_chunk(r, &s->text, ptr, len);
  r->payload.stored += *len;
  return st;
}

/* Over what is left of a text up to the next marker; of an entry that is done by the next one. */
static dfmt_status skip(dfmt_reader *r) {
  struct dfmti_bugreport_reader *s = dfmti_bugreport_state(r);
  if (s->phase != PHASE_TEXT) {
    r->payload.pending = false;
    return DFMT_OK;
  }
  const uint8_t *p;
  size_t n;
  dfmt_status st;
  while ((st = s->plain ? plain_chunk(r, s, &p, &n) : dfmti_bugreport_text_chunk(r, &s->text, &p, &n)) == DFMT_OK)
    continue;
  return st == DFMT_END ? DFMT_OK : st;
}

static dfmt_status next_of_text(dfmt_reader *r, struct dfmti_bugreport_reader *s) {
  if (!s->want_text || s->piece) return plain_text(r, s);
  for (;;) {
    dfmt_status st = DFMT_OK;
    if (r->payload.pending) { /* of an event that was not wanted */
      st = skip(r);
      if (st != DFMT_OK) return st;
    }
    r->payload.inlined = false;
    r->out.ev.flags = 0;
    r->out.ev.raw = (dfmt_str){NULL, 0};
    st = dfmti_bugreport_text_next(r, &s->text, &s->body);
    if (st == DFMT_OK && s->body.head.size > s->filled) s->filled = s->body.head.size;
    if (st != DFMT_OK || is_wanted(r, s)) return st;
  }
}

static dfmt_status step(dfmt_reader *r, struct dfmti_bugreport_reader *s) {
  dfmt_status st;
  switch (s->phase) {
    case PHASE_START: return start(r, s);
    case PHASE_SURVEY:
      st = dfmti_bugreport_survey(r);
      if (st != DFMT_OK) return st;
      s->phase = PHASE_HEADER;
      return DFMT_AGAIN;
    case PHASE_HEADER: deliver_header(r, s); return DFMT_OK;
    case PHASE_ENTRY:
      st = dfmti_bugreport_next_entry(r);
      if (st == DFMT_END) break;
      return st;
    case PHASE_TEXT:
      st = next_of_text(r, s);
      if (st != DFMT_END) return st;
      tell_doubt(r, s);
      s->text_size = dfmti_window_place(s->text.win, 0);
      if (s->variant == DFMT_BUGREPORT_VARIANT_TEXT) {
        if (!s->text.broken) break;
        dfmti_errors_copy(&r->in.err, &s->text.error);
        return r->in.err.e.status;
      }
      s->phase = PHASE_TEXT_END;
      return DFMT_AGAIN;
    case PHASE_TEXT_END: return dfmti_bugreport_text_ended(r);
    case PHASE_SUMMARY: deliver_summary(r, s); return DFMT_OK;
    default: return DFMT_END;
  }
  s->phase = PHASE_SUMMARY;
  return DFMT_AGAIN;
}

/* A body goes on with zeros, whatever longer one stood there before. */
static void clear_behind(struct dfmti_bugreport_reader *s) {
  size_t size = s->body.head.size;
  if (s->filled > size) memset(s->body.room + size, 0, s->filled - size);
  s->filled = size;
}

static dfmt_status next(dfmt_reader *r) {
  struct dfmti_bugreport_reader *s = dfmti_bugreport_state(r);
  enum dfmti_bugreport_phase before;
  dfmt_status st;
  do {
    before = s->phase;
    st = step(r, s);
  } while (st == DFMT_AGAIN && s->phase != before);
  if (st == DFMT_OK) clear_behind(s);
  return st;
}

static void close_state(dfmt_reader *r) {
  struct dfmti_bugreport_reader *s = dfmti_bugreport_state(r);
  dfmti_zip_close(&r->in, &s->zip);
  dfmti_bugreport_choice_free(&r->in.mem, &s->choice);
  dfmti_bugreport_names_free(&r->in.mem, &s->names);
  dfmti_buf_free(&r->in.mem, &s->folder.prefix);
  dfmti_window_free(&s->text.own, &r->in.mem);
  dfmti_buf_free(&r->in.mem, &s->text.value);
  dfmti_buf_free(&r->in.mem, &s->text_name);
  dfmti_free(&r->in.mem, s->peek, DFMTI_BUGREPORT_SNIFF);
}

const dfmt_read_format dfmti_bugreport_read = {
    .format = &dfmti_format_bugreport,
    .text = true,
    .excerpt = &dfmti_bugreport_excerpt,
    .begins = dfmti_bugreport_begins,
    .probe = dfmti_bugreport_probe,
    .state_size = sizeof(struct dfmti_bugreport_reader),
    .open = open_input,
    .next = next,
    .chunk = chunk,
    .skip = skip,
    .seek_probe = dfmti_bugreport_seek_probe,
    .close = close_state,
    .modes = 1u << DFMT_PAYLOAD_DECODED | 1u << DFMT_PAYLOAD_STORED | 1u << DFMT_PAYLOAD_RAW,
    .unpack = &dfmti_unpack,
};

const dfmt_read_format *dfmt_bugreport_read_format(void) { return &dfmti_bugreport_read; }
