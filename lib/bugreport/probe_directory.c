/* SPDX-License-Identifier: MIT */
/* By the directory, which has all names: of the few entries that may tell more the content is looked at. */
#include "base/rare.h"
#include "probe.h"
#include "read.h"

enum { MOST_LOOKS = 16 };

static DFMTI_RARE bool is_worth_a_look(dfmt_str name, size_t place) {
  uint32_t role = dfmti_bugreport_entry_role(name);
  if (role == DFMT_BUGREPORT_ROLE_VERSION) return true;
  return role == DFMT_BUGREPORT_ROLE_OTHER &&
         (place == 0 || dfmti_bugreport_entry_is_text_name(name) || dfmti_bugreport_entry_is_zip_name(name));
}

/* Whether the look goes on: what is wrong with an entry's data does not matter here. */
static DFMTI_RARE bool is_passing(dfmt_status st) {
  return st == DFMT_AGAIN || st == DFMT_E_NOMEM || st == DFMT_E_LIMIT || st == DFMT_E_BUSY || st == DFMT_E_IO;
}

/* The start of the content in s->peek; none if it cannot be read. */
static DFMTI_RARE dfmt_status look_at_content(dfmt_reader *r, struct dfmti_bugreport_reader *s, size_t place) {
  s->peeked = 0;
  dfmt_status st = dfmti_bugreport_turn_to(r, place);
  if (st == DFMT_OK) st = dfmti_bugreport_peek(r);
  if (is_passing(st)) return st;
  s->have_entry = false;
  return DFMT_OK;
}

static DFMTI_RARE dfmt_status look_at_entry(dfmt_reader *r, struct dfmti_bugreport_reader *s,
                                            const struct dfmti_zip_entry *e) {
  dfmt_str name = dfmti_bugreport_folder_strip(s->choice.folder, e->name);
  bool looks = s->looks < MOST_LOOKS && is_worth_a_look(name, s->surveyed);
  dfmt_status st = looks ? look_at_content(r, s, s->surveyed) : DFMT_OK;
  if (st != DFMT_OK) return st;
  size_t n = looks ? s->peeked : 0;
  if (looks && !s->holds && dfmti_bugreport_evidence_may_hold(name, s->peek, n)) {
    int32_t inner = dfmti_bugreport_probe_zip(&r->in.mem, s->peek, n);
    if (inner < 0) return dfmti_fail_mem(&r->in.err, &r->in.mem);
    s->holds = inner >= DFMTI_REPORT_POSSIBLE;
  }
  dfmti_bugreport_evidence_add(&s->evidence, name, s->peek, n, looks && n == e->size);
  s->looks += looks;
  return DFMT_OK;
}

static DFMTI_RARE dfmt_status read_directory(dfmt_reader *r, struct dfmti_bugreport_reader *s) {
  dfmti_stream_seek(&r->in, 0);
  dfmt_status st = dfmti_stream_fill(&r->in, 4);
  if (st != DFMT_OK) return st;
  if (!dfmti_zip_begins(dfmti_window_ptr(&r->in.win), dfmti_window_len(&r->in.win))) return DFMT_END;
  st = dfmti_zip_directory(&r->in, &s->zip);
  if (st == DFMT_E_LIMIT && r->in.err.e.number == DFMT_ERR_MAX_TABLE)
    return DFMT_END; /* reading it would say so, too */
  if (st != DFMT_OK) return st;
  if (!dfmti_bugreport_folder_find(&r->in.mem, &s->folder, &s->zip)) return dfmti_fail_mem(&r->in.err, &r->in.mem);
  s->choice.folder = dfmti_bugreport_folder_of(&s->folder);
  return DFMT_OK;
}

DFMTI_RARE dfmt_status dfmti_bugreport_seek_probe(dfmt_reader *r, dfmt_probe *out) {
  struct dfmti_bugreport_reader *s = r->state;
  struct dfmti_zip_entry e;
  dfmt_status st = s->survey > SURVEY_DIRECTORY ? DFMT_OK : read_directory(r, s);
  if (st == DFMT_OK) s->survey = SURVEY_VERSION;
  s->evidence.in_folder = s->choice.folder.len > 0;
  for (; st == DFMT_OK && !s->evidence.seen && dfmti_zip_at(&s->zip, s->surveyed, &e); s->surveyed += st == DFMT_OK)
    st = look_at_entry(r, s, &e);
  if (is_passing(st)) return st;
  out->variant = DFMT_BUGREPORT_VARIANT_ZIP;
  out->score = dfmti_bugreport_evidence_judge(&s->evidence);
  if (out->score == 0 && s->holds) out->score = DFMTI_REPORT_POSSIBLE;
  return DFMT_OK;
}
