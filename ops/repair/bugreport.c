/* SPDX-License-Identifier: MIT */
/*
 * Repair of bug reports. The first pass decodes and judges every entry; if the directory leads to less than the file
 * has, a second one reads forward instead. Then sound entries are copied without recompression, and of damaged ones
 * what could be decoded; version.txt and main_entry.txt are written so that readers find the text. A text without a
 * container is copied as far as it can be read.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include <diagfmt/bugreport.h>

#include "base/str.h"
#include "op/reading.h"
#include "repair.h"

enum fate { WHOLE, CUT, GONE };

struct verdict {
  enum fate fate;
  bool sized;       /* its sizes and checksum are known: it can be copied without recompression */
  uint64_t decoded; /* decoded bytes */
  const char *why;  /* GONE, if not reported before; CUT: the reason to report */
};

struct survey {
  struct verdict *list; /* in the order of the pass */
  size_t n, cap;
  bool begun, text, damaged, by_directory, version_bad;
  bool overlaps; /* the next entry overlaps another one's data */
  uint64_t n_of[GONE + 1];
  size_t first, main, version; /* indices plus 1, 0: none; first: first entry kept that is no directory */
  struct dfmti_buf main_name, pointer;
  struct dfmti_buf folder; /* directory of version.txt and the pointer */
};

struct state {
  struct survey now, before; /* before: of the first pass, during the second */
  uint64_t skipped;          /* of both passes */
  size_t place;
  bool compared, looked_for; /* compared: both passes are complete; looked_for: the text's version was looked for */
  bool reopened;             /* for looked_for */
  bool new_version, new_pointer;
  dfmt_reader *inner; /* of the text */
  dfmt_source *text;
  bool version_found;
  char version[132];
  size_t version_len;
  struct dfmti_buf name;
  dfmt_bugreport_entry entry;
};

static struct survey *survey_of(struct dfmto_repair *r) { return &((struct state *)r->state)->now; }

static dfmt_str text_of(const struct dfmti_buf *b) { return (dfmt_str){b->ptr ? (const char *)b->ptr : "", b->len}; }

static bool set(struct dfmto_repair *r, struct dfmti_buf *b, dfmt_str s) {
  b->len = 0;
  return !s.len || dfmti_buf_append(&r->op->mem, b, s.ptr, (size_t)s.len);
}

/* ---- the first pass ---- */

static struct verdict judge(struct dfmto_repair *r, const dfmt_bugreport_entry *e) {
  static const uint32_t sizes =
      DFMT_BUGREPORT_ENTRY_HAS_CRC32 | DFMT_BUGREPORT_ENTRY_HAS_STORED_SIZE | DFMT_BUGREPORT_ENTRY_HAS_DECODED_SIZE;
  const struct dfmto_repair_value *v = &r->value;
  if (survey_of(r)->overlaps) return (struct verdict){.fate = GONE, .why = "it shares data with another entry"};
  if (e->flags & DFMT_BUGREPORT_FLAG_UNSAFE) return (struct verdict){.fate = GONE, .why = "not a safe file name"};
  if (e->role == DFMT_BUGREPORT_ROLE_DUPLICATE)
    return (struct verdict){.fate = GONE, .why = "an entry of this name came before"};
  if (v->status == DFMT_E_UNSUPPORTED) return (struct verdict){.fate = GONE, .why = "its content cannot be decoded"};
  if (v->status == DFMT_OK)
    return (struct verdict){.fate = WHOLE, .sized = (e->present & sizes) == sizes, .decoded = v->decoded};
  return (struct verdict){.fate = v->decoded ? CUT : GONE,
                          .decoded = v->decoded,
                          .why = !v->decoded                                 ? "nothing of its content can be decoded"
                                 : v->number == DFMT_ERR_BUGREPORT_ZIP_RATIO ? "more than bugreport.max_ratio allows: "
                                                                             : "damaged: "};
}

static bool note_pointer(struct dfmto_repair *r, struct survey *s) {
  dfmt_str to = text_of(&r->start);
  while (to.len && memchr(" \t\r\n", to.ptr[to.len - 1], 4)) to.len--;
  return set(r, &s->pointer, text_of(&s->folder)) &&
         (!to.len || dfmti_buf_append(&r->op->mem, &s->pointer, to.ptr, (size_t)to.len));
}

/* Notes entries that lead to the text. place: index plus 1. */
static bool note_role(struct dfmto_repair *r, struct survey *s, const dfmt_bugreport_entry *e, size_t place) {
  bool version = e->role == DFMT_BUGREPORT_ROLE_VERSION, pointer = e->role == DFMT_BUGREPORT_ROLE_POINTER;
  uint64_t n = e->name.len;
  while (n > 0 && e->name.ptr[n - 1] != '/') n--;
  if ((version || pointer) && !set(r, &s->folder, (dfmt_str){e->name.ptr, n})) return false;
  if (pointer && s->pointer.len == 0 && !note_pointer(r, s)) return false;
  if (e->role == DFMT_BUGREPORT_ROLE_MAIN && !set(r, &s->main_name, e->name)) return false;
  if (e->role != DFMT_BUGREPORT_ROLE_FOLDER && !s->first) s->first = place;
  if (version) s->version = place;
  if (e->role == DFMT_BUGREPORT_ROLE_MAIN) s->main = place;
  return true;
}

static bool note_entry(struct dfmto_repair *r, struct survey *s, const dfmt_bugreport_entry *e) {
  if (s->n == s->cap) {
    struct verdict *more = dfmti_grow(&r->op->mem, s->list, &s->cap, 64, sizeof *more);
    if (!more) return false;
    s->list = more;
  }
  struct verdict v = judge(r, e);
  if (v.fate != GONE && !note_role(r, s, e, s->n + 1)) return false;
  s->list[s->n++] = v;
  s->overlaps = false;
  s->n_of[v.fate]++;
  return true;
}

/* In a forward pass the text may have been taken from another entry. */
static bool note_summary(struct dfmto_repair *r, struct survey *s, const dfmt_bugreport_summary *b) {
  bool fallback = b->present & DFMT_BUGREPORT_SUMMARY_HAS_FALLBACK;
  return !b->guessed || set(r, &s->main_name, fallback ? b->fallback : b->main_entry);
}

static dfmt_status look(struct dfmto_repair *r, const dfmt_event *ev) {
  struct survey *s = survey_of(r);
  const dfmt_bugreport_header *h = dfmt_event_bugreport_header(ev);
  const dfmt_bugreport_entry *e = dfmt_event_bugreport_entry(ev);
  const dfmt_bugreport_summary *b = dfmt_event_bugreport_summary(ev);
  if (h) {
    s->begun = true;
    s->text = h->variant == DFMT_BUGREPORT_VARIANT_TEXT;
    s->by_directory = h->by_directory;
  }
  if ((e && !note_entry(r, s, e)) || (b && !note_summary(r, s, b))) return dfmto_no_memory(r->op);
  return DFMT_OK;
}

static void diagnostic(struct dfmto_repair *r, const dfmt_diagnostic *d) {
  struct survey *s = survey_of(r);
  r->damaged |= d->severity != DFMT_SEVERITY_NOTE;
  s->overlaps |= d->number == DFMT_ERR_BUGREPORT_ZIP_OVERLAP;
  s->version_bad |= d->number == DFMT_ERR_BUGREPORT_VERSION_EMPTY || d->number == DFMT_ERR_BUGREPORT_VERSION_INVALID;
}

static void survey_free(struct dfmto_repair *r, struct survey *s) {
  struct dfmti_mem *m = &r->op->mem;
  dfmti_free(m, s->list, s->cap * sizeof *s->list);
  dfmti_buf_free(m, &s->main_name);
  dfmti_buf_free(m, &s->pointer);
  dfmti_buf_free(m, &s->folder);
  *s = (struct survey){.n = 0};
}

/* Reading forward, ignoring the directory, may find more. */
static dfmt_status go_forward(struct dfmto_repair *r, struct state *s) {
  dfmt_status st = dfmto_repair_reader(r, DFMT_CFG_BUGREPORT_PASS, DFMT_BUGREPORT_PASS_FORWARD);
  if (st != DFMT_OK) return st;
  s->before = s->now;
  s->skipped = r->skipped;
  s->now = (struct survey){.n = 0};
  r->quiet = r->again = true;
  return DFMT_OK;
}

static dfmt_status compare(struct dfmto_repair *r, struct state *s) {
  bool better = s->now.n_of[WHOLE] > s->before.n_of[WHOLE];
  if (!better) {
    dfmt_status st = dfmto_repair_reader(r, DFMT_CFG_BUGREPORT_PASS, DFMT_BUGREPORT_PASS_AUTO);
    if (st != DFMT_OK) return st;
  }
  struct survey *worse = better ? &s->before : &s->now;
  survey_free(r, worse);
  if (!better) s->now = s->before;
  s->before = (struct survey){.n = 0};
  r->skipped = s->skipped;
  return DFMT_OK;
}

/* Whether readers find the text without help: by name, or as the first entry without a version. */
static void plan_names(struct state *m) {
  const struct survey *s = &m->now;
  bool version = s->version && !s->version_bad;
  bool named = s->pointer.len && dfmti_same(text_of(&s->pointer), text_of(&s->main_name));
  if (!s->main_name.len) return;
  m->new_version = s->version_bad || (!version && s->main != s->first);
  m->new_pointer = (version || m->new_version) && !named;
}

static dfmt_status looked(struct dfmto_repair *r) {
  struct state *s = r->state;
  bool given = dfmto_option(r->op, DFMT_CFG_BUGREPORT_PASS) != dfmt_option_find(DFMT_CFG_BUGREPORT_PASS)->def;
  r->damaged |= s->now.n_of[CUT] || s->now.n_of[GONE];
  if (!r->quiet && s->now.by_directory && r->damaged && !given) return go_forward(r, s);
  dfmt_status st = r->quiet && !s->compared ? compare(r, s) : DFMT_OK;
  if (st != DFMT_OK) return st;
  s->compared = true;
  if (!s->now.begun) return dfmti_fail(&r->op->err, DFMT_E_UNSUPPORTED, 0, "nothing of it can be read");
  plan_names(s);
  return DFMT_OK;
}

/* ---- the second pass: entries ---- */

/* Writes an entry of that name, in the directory of the others of its kind. */
static dfmt_status say_small(struct dfmto_repair *r, const char *word, dfmt_str text) {
  struct state *s = r->state;
  dfmt_bugreport_entry *e = &s->entry;
  if (!set(r, &s->name, text_of(&s->now.folder)) || !dfmti_buf_append(&r->op->mem, &s->name, word, strlen(word)))
    return dfmto_no_memory(r->op);
  *e = (dfmt_bugreport_entry){
      .head = {sizeof *e, DFMT_BUGREPORT_ENTRY}, .method = DFMT_BUGREPORT_METHOD_DEFLATE, .name = text_of(&s->name)};
  dfmto_convert_say_begin(&r->out, &e->head, DFMT_PAYLOAD_DECODED);
  dfmto_convert_say_bytes(&r->out, text);
  dfmto_convert_say_end(&r->out);
  return DFMT_OK;
}

/* Writes what could be decoded of a damaged entry, without its recorded sizes. */
static dfmt_status say_decoded(struct dfmto_repair *r, const dfmt_event *ev, const dfmt_bugreport_entry *e,
                               const struct verdict *v) {
  struct state *s = r->state;
  char what[128];
  s->entry = *e;
  s->entry.present &= ~(uint32_t)(DFMT_BUGREPORT_ENTRY_HAS_CRC32 | DFMT_BUGREPORT_ENTRY_HAS_DECODED_SIZE);
  s->entry.method = DFMT_BUGREPORT_METHOD_DEFLATE;
  r->out.forgiving = v->fate != WHOLE;
  dfmto_convert_say_begin(&r->out, &s->entry.head, DFMT_PAYLOAD_DECODED);
  dfmto_convert_say_value(&r->out, v->decoded);
  dfmto_convert_say_end(&r->out);
  if (v->fate != CUT) return DFMT_OK;
  snprintf(what, sizeof what, "%s%" PRIu64 " bytes of its content are kept", v->why, v->decoded);
  return dfmto_repair_note(r, ev, e->name, v->decoded, what);
}

static dfmt_status mend(struct dfmto_repair *r, const dfmt_event *ev, const dfmt_bugreport_entry *e) {
  struct state *s = r->state;
  const struct verdict *v = &s->now.list[s->place];
  bool replaced = (s->new_version && e->role == DFMT_BUGREPORT_ROLE_VERSION) ||
                  (s->new_pointer && e->role == DFMT_BUGREPORT_ROLE_POINTER);
  if (v->fate == GONE || replaced)
    return dfmto_repair_note(r, ev, e->name, UINT64_MAX, v->fate == GONE ? v->why : "replaced");
  if (v->fate != WHOLE || !v->sized) return say_decoded(r, ev, e, v);
  dfmto_convert_say_copy(&r->out);
  return DFMT_OK;
}

/* ---- the text's own version ---- */

/* Valid content of version.txt. */
static bool is_version(dfmt_str v) {
  bool good = v.len > 0 && v.len <= 128;
  for (uint64_t i = 0; good && i < v.len; i++) good = v.ptr[i] > ' ' && v.ptr[i] <= '~';
  return good;
}

/* Moves a reader to the text. */
static dfmt_status find_text(struct dfmto_repair *r, struct state *s) {
  const dfmt_event *ev;
  dfmt_status st = s->reopened ? DFMT_OK : dfmto_reopen(r->op, r->source);
  s->reopened = st == DFMT_OK;
  while (st == DFMT_OK && !s->text && (st = dfmto_next(r->op, &ev)) == DFMT_OK) {
    const dfmt_bugreport_entry *e = dfmt_event_bugreport_entry(ev);
    if (!e || !dfmti_same(e->name, text_of(&s->now.main_name))) continue;
    st = dfmt_payload_source(r->op->reader, &s->text);
    if (st != DFMT_OK) return dfmti_fail(&r->op->err, st, DFMT_ERR_NOMEM, "no memory for a source");
  }
  return st;
}

static dfmt_status open_text(struct dfmto_repair *r, struct state *s) {
  dfmt_config *c;
  dfmt_status st = dfmt_config_copy(r->op->config, &c);
  if (st == DFMT_OK) st = dfmt_config_set(c, DFMT_CFG_BUGREPORT_TEXT, 1);
  if (st == DFMT_OK && !s->inner) st = dfmt_reader_new(c, &s->inner);
  dfmt_config_free(c);
  if (st == DFMT_OK) st = dfmt_reader_open(s->inner, DFMT_BUGREPORT, s->text);
  return st == DFMT_OK ? st : dfmti_fail(&r->op->err, st, DFMT_ERR_NOMEM, "no memory for a reader");
}

/* The version in a text's properties (bugreport spec 6.2). */
static dfmt_status read_version(struct dfmto_repair *r, struct state *s) {
  static const dfmt_str key = {"Bugreport format version", 24};
  const dfmt_event *ev;
  dfmt_status st = DFMT_OK;
  for (uint64_t n = 0; !s->version_found; n++) {
    if (n % 1024 == 0) st = dfmto_progress(r->op, 0, 0);
    if (st != DFMT_OK) return st;
    st = dfmt_reader_next(s->inner, &ev);
    if (st == DFMT_AGAIN || st == DFMT_E_NOMEM || st == DFMT_E_IO)
      return dfmto_fail_as(r->op, dfmt_reader_error(s->inner));
    if (st != DFMT_OK || ev->type == DFMT_BUGREPORT_SECTION) return DFMT_OK;
    const dfmt_bugreport_property *x = dfmt_event_bugreport_property(ev);
    if (!x || !dfmti_same(x->key, key) || !is_version(x->value)) continue;
    memcpy(s->version, x->value.ptr, s->version_len = (size_t)x->value.len);
    s->version_found = true;
  }
  return DFMT_OK;
}

/* Content for version.txt: the version in the text, else that of Android 9 and later. Before the second pass. */
static dfmt_status find_version(struct dfmto_repair *r, struct state *s) {
  dfmt_status st = s->text ? DFMT_OK : find_text(r, s);
  if (st != DFMT_OK && st != DFMT_END && !dfmto_is_damage(st)) return st;
  st = s->text && !s->inner ? open_text(r, s) : DFMT_OK;
  if (st == DFMT_OK && s->inner) st = read_version(r, s);
  if (st == DFMT_OK && !s->version_found)
    st = dfmto_convert_note(r->op, &r->out.notes, DFMT_SEVERITY_WARNING, NULL,
                            "the text has no version; version.txt is 2.0, as of Android 9 and later");
  if (st != DFMT_OK) return st;
  if (!s->version_found) memcpy(s->version, "2.0", s->version_len = 3);
  dfmt_reader_free(s->inner);
  dfmt_source_free(s->text);
  s->inner = NULL;
  s->text = NULL;
  s->looked_for = true;
  return DFMT_OK;
}

static dfmt_status looked_all(struct dfmto_repair *r) {
  struct state *s = r->state;
  dfmt_status st = s->compared ? DFMT_OK : looked(r);
  if (st != DFMT_OK || r->again) return st;
  return r->damaged && !s->now.text && s->new_version && !s->looked_for ? find_version(r, s) : DFMT_OK;
}

/* ---- the second pass ---- */

/* The pointer has the entry's name relative to its own directory. */
static dfmt_status say_pointer(struct dfmto_repair *r, const struct state *s) {
  dfmt_str main = text_of(&s->now.main_name), folder = text_of(&s->now.folder);
  bool inside = main.len > folder.len && folder.len && memcmp(main.ptr, folder.ptr, (size_t)folder.len) == 0;
  uint64_t from = inside ? folder.len : 0;
  return say_small(r, "main_entry.txt", (dfmt_str){main.ptr + from, main.len - from});
}

static dfmt_status event(struct dfmto_repair *r, const dfmt_event *ev) {
  struct state *s = r->state;
  const dfmt_bugreport_entry *e = dfmt_event_bugreport_entry(ev);
  dfmt_status st = DFMT_OK;
  if (s->now.text) {
    r->out.forgiving = true;
    dfmto_convert_say_copy(&r->out);
    return st;
  }
  if (e && s->place < s->now.n) st = mend(r, ev, e);
  if (st == DFMT_OK && e) s->place++;
  if (ev->type == DFMT_BUGREPORT_HEADER) {
    dfmto_convert_say_copy(&r->out);
    if (s->new_version) st = say_small(r, "version.txt", (dfmt_str){s->version, s->version_len});
  }
  if (ev->type == DFMT_BUGREPORT_SUMMARY && s->new_pointer) st = say_pointer(r, s);
  return st;
}

static dfmt_status tell(struct dfmto_repair *r) {
  const struct state *s = r->state;
  const uint64_t *n = s->now.n_of;
  if (s->now.text) return dfmto_repair_sum(r, "the text is kept up to where it can be read");
  return dfmto_repair_sum(
      r, "%" PRIu64 " entries whole, %" PRIu64 " damaged, %" PRIu64 " omitted, %" PRIu64 " bytes skipped%s%s", n[WHOLE],
      n[CUT], n[GONE], r->skipped, s->new_version ? "; version.txt was made" : "",
      s->new_pointer ? "; main_entry.txt was made" : "");
}

static void close_state(struct dfmto_repair *r) {
  struct state *s = r->state;
  survey_free(r, &s->now);
  survey_free(r, &s->before);
  dfmt_reader_free(s->inner);
  dfmt_source_free(s->text);
  dfmti_buf_free(&r->op->mem, &s->name);
}

extern const struct dfmto_repair_format dfmto_repair_bugreport;
const struct dfmto_repair_format dfmto_repair_bugreport = {.format = DFMT_BUGREPORT,
                                                           .checks = true,
                                                           .verbatim = true,
                                                           .state_size = sizeof(struct state),
                                                           .look = look,
                                                           .diagnostic = diagnostic,
                                                           .looked = looked_all,
                                                           .event = event,
                                                           .tell = tell,
                                                           .close = close_state};
