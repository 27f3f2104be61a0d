/* SPDX-License-Identifier: MIT */
/*
 * `repair` for bug reports. The first pass decodes every entry and judges it; where the directory leads to less than is
 * there, a second one goes forward instead. Then sound entries are copied as they are compressed, of damaged ones what
 * could be decoded; and the text is made to be found again: by version.txt and main_entry.txt. A text alone is copied
 * up to where it can be read.
 */
#include <inttypes.h>
#include <string.h>

#include "buffer.h"
#include "options.h"
#include "rewrite.h"

enum { START = 16384 }; /* bytes of version.txt, pointers and the text that are looked at */

enum fate { WHOLE, CUT, GONE };

struct verdict {
  enum fate fate;
  bool sized;       /* its sizes and checksum are known: it can be copied as it is compressed */
  uint64_t decoded; /* bytes that could be */
  const char *why;  /* GONE, and not told before; CUT: what is said of it */
};

struct survey {
  struct verdict *list; /* in the order of the pass */
  size_t n, cap;
  uint32_t pass; /* DFMT_BUGREPORT_PASS_* */
  bool begun, text, damaged, failed, by_directory, version_bad;
  bool overlaps; /* the next entry shares its data with another one */
  uint64_t n_of[GONE + 1];
  size_t first, main, version; /* places, SIZE_MAX: there is none; first: of what is kept and no folder */
  struct buffer main_name, pointer, start;
  struct buffer folder; /* that version.txt and the pointer lie in */
};

struct repair {
  struct rewrite *x;
  struct plan *p;
  struct survey *s;
  bool new_version, new_pointer;
};

static const dfmt_str none = {NULL, 0};

/* ---- the first pass ---- */

static dfmt_reader *make_reader(struct tool *t, uint32_t pass, bool text) {
  dfmt_reader *r;
  dfmt_config *c = options_config(t);
  if (pass != DFMT_BUGREPORT_PASS_AUTO) (void)dfmt_config_set(c, DFMT_CFG_BUGREPORT_PASS, pass);
  if (text) (void)dfmt_config_set(c, DFMT_CFG_BUGREPORT_TEXT, 1);
  if (dfmt_reader_new(c, &r) != DFMT_OK) tool_no_memory();
  dfmt_config_free(c);
  return r;
}

static void set(struct buffer *b, dfmt_str s) {
  b->len = 0;
  buffer_put(b, s.ptr, (size_t)s.len);
}

/* Decodes the value; its start is kept. */
static dfmt_status decode(struct walk *w, struct survey *s, uint64_t *n) {
  const void *ptr;
  uint64_t len;
  dfmt_status st;
  s->start.len = 0;
  *n = 0;
  while (!tool_stopped() && (st = dfmt_payload_chunk(w->reader, &ptr, &len)) == DFMT_OK) {
    size_t room = START - s->start.len;
    buffer_put(&s->start, ptr, len < room ? (size_t)len : room);
    *n += len;
  }
  return tool_stopped() || st == DFMT_END ? DFMT_OK : st;
}

static struct verdict judge(struct walk *w, struct survey *s, const dfmt_event *ev, const dfmt_bugreport_entry *e) {
  static const uint32_t sizes =
      DFMT_BUGREPORT_ENTRY_HAS_CRC32 | DFMT_BUGREPORT_ENTRY_HAS_STORED_SIZE | DFMT_BUGREPORT_ENTRY_HAS_DECODED_SIZE;
  struct verdict v = {WHOLE, false, 0, NULL};
  if (s->overlaps) return (struct verdict){.fate = GONE, .why = "it shares data with another entry"};
  dfmt_status st = ev->flags & DFMT_EVENT_FLAG_PAYLOAD ? decode(w, s, &v.decoded) : DFMT_OK;
  uint32_t number = st < 0 ? dfmt_reader_error(w->reader)->number : 0;
  v.sized = (e->present & sizes) == sizes;
  if (st < 0 && !w->quiet) walk_fault(w, NULL, e->name);
  w->failed = st < 0 && is_no_damage(st);
  if (e->flags & DFMT_BUGREPORT_FLAG_UNSAFE)
    v = (struct verdict){.fate = GONE, .why = "not a safe file name"};
  else if (e->role == DFMT_BUGREPORT_ROLE_DUPLICATE)
    v = (struct verdict){.fate = GONE, .why = "an entry of this name came before"};
  else if (st == DFMT_E_UNSUPPORTED)
    v = (struct verdict){.fate = GONE, .why = "its content cannot be decoded"};
  else if (st < 0)
    v = (struct verdict){.fate = v.decoded ? CUT : GONE,
                         .decoded = v.decoded,
                         .why = !v.decoded                               ? "nothing of its content can be decoded"
                                : number == DFMT_ERR_BUGREPORT_ZIP_RATIO ? "more than bugreport.max_ratio allows: "
                                                                         : "damaged: "};
  return v;
}

/* What leads to the text. */
static void note_role(struct survey *s, const dfmt_bugreport_entry *e, size_t place) {
  if (e->role == DFMT_BUGREPORT_ROLE_VERSION || e->role == DFMT_BUGREPORT_ROLE_POINTER) {
    size_t n = (size_t)e->name.len;
    while (n > 0 && e->name.ptr[n - 1] != '/') n--;
    set(&s->folder, (dfmt_str){e->name.ptr, n});
  }
  if (e->role != DFMT_BUGREPORT_ROLE_FOLDER && s->first == SIZE_MAX) s->first = place;
  if (e->role == DFMT_BUGREPORT_ROLE_VERSION) s->version = place;
  if (e->role == DFMT_BUGREPORT_ROLE_POINTER && s->pointer.len == 0) {
    while (s->start.len && memchr(" \t\r\n", s->start.ptr[s->start.len - 1], 4)) s->start.len--;
    set(&s->pointer, (dfmt_str){s->folder.ptr, s->folder.len});
    buffer_put(&s->pointer, s->start.ptr, s->start.len);
  }
  if (e->role != DFMT_BUGREPORT_ROLE_MAIN) return;
  s->main = place;
  set(&s->main_name, e->name);
}

static void note_entry(struct walk *w, struct survey *s, const dfmt_event *ev, const dfmt_bugreport_entry *e) {
  if (s->n == s->cap) s->list = tool_realloc(s->list, (s->cap = s->cap ? 2 * s->cap : 64) * sizeof *s->list);
  struct verdict *v = &s->list[s->n];
  *v = judge(w, s, ev, e);
  s->overlaps = false;
  s->n_of[v->fate]++;
  if (v->fate != GONE) note_role(s, e, s->n);
  s->n++;
}

/* Forward the text may have been taken from another entry. */
static void note_summary(struct survey *s, const dfmt_bugreport_summary *b) {
  if (b->guessed) set(&s->main_name, b->present & DFMT_BUGREPORT_SUMMARY_HAS_FALLBACK ? b->fallback : b->main_entry);
}

static void note_event(struct walk *w, struct survey *s, const dfmt_event *ev) {
  const dfmt_bugreport_header *h = dfmt_event_bugreport_header(ev);
  const dfmt_bugreport_entry *e = dfmt_event_bugreport_entry(ev);
  const dfmt_bugreport_summary *b = dfmt_event_bugreport_summary(ev);
  if (h) s->begun = true;
  if (h) s->text = h->variant == DFMT_BUGREPORT_VARIANT_TEXT;
  if (h) s->by_directory = h->by_directory;
  if (e) note_entry(w, s, ev, e);
  if (b) note_summary(s, b);
}

static void note_diagnostic(struct survey *s, const dfmt_diagnostic *d) {
  s->damaged |= d->severity != DFMT_SEVERITY_NOTE;
  s->overlaps |= d->number == DFMT_ERR_BUGREPORT_ZIP_OVERLAP;
  s->version_bad |= d->number == DFMT_ERR_BUGREPORT_VERSION_EMPTY || d->number == DFMT_ERR_BUGREPORT_VERSION_INVALID;
}

/* quiet: only to compare. */
static void survey(struct repair *m, struct survey *s, uint32_t pass, bool quiet) {
  struct tool *t = m->x->t;
  struct walk w;
  const dfmt_event *ev;
  dfmt_reader *r = make_reader(t, pass, false);
  *s = (struct survey){.pass = pass, .first = SIZE_MAX, .main = SIZE_MAX, .version = SIZE_MAX};
  plan_open(m->p, &w, r);
  w.quiet = quiet;
  while (walk_next(&w, &ev)) {
    const dfmt_diagnostic *d = dfmt_event_diagnostic(ev);
    if (d && !quiet) report_diagnostic(t, &w.place, d);
    if (d) note_diagnostic(s, d);
    if (!d) note_event(&w, s, ev);
  }
  s->failed = w.failed && is_no_damage(dfmt_reader_error(r)->status);
  s->damaged |= w.failed || s->n_of[CUT] || s->n_of[GONE];
  dfmt_reader_free(r);
}

static void survey_free(struct survey *s) {
  tool_realloc(s->list, 0);
  buffer_free(&s->main_name);
  buffer_free(&s->pointer);
  buffer_free(&s->folder);
  buffer_free(&s->start);
}

/* Without what the directory says more may be found. */
static void survey_again(struct repair *m) {
  struct survey forward;
  if (!m->s->by_directory || !m->s->damaged || m->s->failed || option_is_given(m->x->t, DFMT_CFG_BUGREPORT_PASS))
    return;
  survey(m, &forward, DFMT_BUGREPORT_PASS_FORWARD, true);
  bool better = !forward.failed && forward.n_of[WHOLE] > m->s->n_of[WHOLE];
  if (better) {
    survey_free(m->s);
    *m->s = forward;
  } else {
    survey_free(&forward);
  }
}

/* ---- the second pass: entries ---- */

static void tell(struct repair *m, const dfmt_event *ev, dfmt_str name, const char *what, uint64_t n,
                 const char *unit) {
  struct place where = {.file = m->x->in->name, .key = name.ptr, .key_len = name.len};
  if (unit)
    report_at(m->x->t, CODE_DAMAGED, &where, 0, ev->offset, "%s%" PRIu64 "%s", what, n, unit);
  else
    report_at(m->x->t, CODE_DAMAGED, &where, 0, ev->offset, "%s", what);
}

/* Of a damaged entry what could be decoded, without what was said of it. */
static void put_decoded(struct repair *m, struct walk *w, const dfmt_event *ev, const dfmt_bugreport_entry *e,
                        uint64_t most) {
  dfmt_bugreport_entry out = *e;
  out.present &= ~(uint32_t)(DFMT_BUGREPORT_ENTRY_HAS_CRC32 | DFMT_BUGREPORT_ENTRY_HAS_DECODED_SIZE);
  out.method = DFMT_BUGREPORT_METHOD_DEFLATE;
  rewrite_value(m->x, w, ev, &out.head, e->name, most);
}

/* An entry of that name, in the folder of the others of its kind. */
static void put_small(struct repair *m, struct walk *w, const dfmt_event *ev, const char *word, const char *text,
                      size_t n) {
  struct buffer name = {0};
  buffer_put(&name, m->s->folder.ptr, m->s->folder.len);
  buffer_put_s(&name, word);
  dfmt_bugreport_entry e = {
      .head = {sizeof e, DFMT_BUGREPORT_ENTRY}, .method = DFMT_BUGREPORT_METHOD_DEFLATE, .name = {name.ptr, name.len}};
  if (rewrite_begin(m->x, w, ev, &e.head, DFMT_PAYLOAD_DECODED, e.name)) {
    if (n) (void)rewrite_more(m->x, w, text, n, e.name);
    rewrite_end(m->x, w, e.name);
  }
  buffer_free(&name);
}

static void mend(struct repair *m, struct walk *w, const dfmt_event *ev, const dfmt_bugreport_entry *e, size_t place) {
  const struct verdict *v = &m->s->list[place];
  bool replaced = (m->new_version && e->role == DFMT_BUGREPORT_ROLE_VERSION) ||
                  (m->new_pointer && e->role == DFMT_BUGREPORT_ROLE_POINTER);
  m->x->known = v->fate != WHOLE;
  if (v->fate == GONE || replaced) {
    tell(m, ev, e->name, v->fate == GONE ? v->why : "replaced", 0, NULL);
  } else if (v->fate == WHOLE && v->sized) {
    rewrite_copy(m->x, w, ev, e->name);
  } else {
    put_decoded(m, w, ev, e, v->decoded);
    if (v->fate == CUT) tell(m, ev, e->name, v->why, v->decoded, " bytes of its content are kept");
  }
}

/* What version.txt can hold. */
static bool is_version(dfmt_str v) {
  bool good = v.len > 0 && v.len <= 128;
  for (uint64_t i = 0; good && i < v.len; i++) good = v.ptr[i] > ' ' && v.ptr[i] <= '~';
  return good;
}

/* The version that a text's properties tell (bugreport spec 6.2), in `start`; false: none. */
static bool find_version(struct repair *m, dfmt_source *text) {
  static const char name[] = "Bugreport format version";
  const dfmt_str key = {name, sizeof name - 1};
  const dfmt_event *ev;
  bool found = false, over = false;
  dfmt_reader *r = make_reader(m->x->t, DFMT_BUGREPORT_PASS_AUTO, true);
  if (dfmt_reader_open(r, DFMT_BUGREPORT, text) != DFMT_OK) tool_no_memory();
  dfmt_status st = DFMT_OK;
  while (!found && !over && !tool_stopped() && (st = dfmt_reader_next(r, &ev)) == DFMT_OK) {
    const dfmt_bugreport_property *x = dfmt_event_bugreport_property(ev);
    over = ev->type == DFMT_BUGREPORT_SECTION;
    found = x && same_key(x->key, key) && is_version(x->value);
    if (found) set(&m->s->start, x->value);
  }
  if (st == DFMT_E_NOMEM) tool_no_memory();
  dfmt_reader_free(r);
  return found;
}

/* What version.txt is to say: what the text does, else that of Android 9 and later. */
static dfmt_str version_of_text(struct repair *m) {
  static const dfmt_str latest = {"2.0", 3};
  const dfmt_str name = {m->s->main_name.ptr, m->s->main_name.len};
  struct walk w;
  const dfmt_event *ev;
  dfmt_source *text = NULL;
  bool found = false;
  dfmt_reader *r = make_reader(m->x->t, m->s->pass, false);
  plan_open(m->p, &w, r);
  w.quiet = true;
  while (!text && walk_next(&w, &ev)) {
    const dfmt_bugreport_entry *e = dfmt_event_bugreport_entry(ev);
    if (!e || !same_key(e->name, name)) continue;
    if (dfmt_payload_source(r, &text) != DFMT_OK) tool_no_memory();
    found = find_version(m, text);
  }
  dfmt_source_free(text);
  dfmt_reader_free(r);
  if (!found)
    report(m->x->t, CODE_DAMAGED, m->x->in->name,
           "the text tells no version: version.txt says 2.0, as of Android 9 and later");
  return found ? (dfmt_str){m->s->start.ptr, m->s->start.len} : latest;
}

/* Whether the text is found as it is: named, or the first entry where there is no version. */
static void plan_names(struct repair *m) {
  const struct survey *s = m->s;
  bool version = s->version != SIZE_MAX && !s->version_bad;
  const dfmt_str pointer = {s->pointer.ptr, s->pointer.len}, main = {s->main_name.ptr, s->main_name.len};
  bool named = pointer.len && same_key(pointer, main);
  if (!s->main_name.len) return;
  m->new_version = s->version_bad || (!version && s->main != s->first);
  m->new_pointer = (version || m->new_version) && !named;
}

static void put_header(struct repair *m, struct walk *w, const dfmt_event *ev) {
  rewrite_copy(m->x, w, ev, none);
  if (!m->new_version) return;
  dfmt_str version = version_of_text(m);
  put_small(m, w, ev, "version.txt", version.ptr, (size_t)version.len);
}

/* It names the entry as it is called in their folder. */
static void put_pointer(struct repair *m, struct walk *w, const dfmt_event *ev) {
  const struct buffer *main = &m->s->main_name, *folder = &m->s->folder;
  bool inside = main->len > folder->len && folder->len && memcmp(main->ptr, folder->ptr, folder->len) == 0;
  size_t from = inside ? folder->len : 0;
  put_small(m, w, ev, "main_entry.txt", main->ptr + from, main->len - from);
}

static void put_entries(struct repair *m) {
  struct walk w;
  const dfmt_event *ev;
  size_t place = 0;
  dfmt_reader *r = make_reader(m->x->t, m->s->pass, false);
  plan_names(m);
  plan_open(m->p, &w, r);
  w.quiet = true; /* the first pass told it all */
  while (!m->x->failed && walk_next(&w, &ev)) {
    const dfmt_bugreport_entry *e = dfmt_event_bugreport_entry(ev);
    if (e && place < m->s->n) mend(m, &w, ev, e, place++);
    if (ev->type == DFMT_BUGREPORT_HEADER) put_header(m, &w, ev);
    if (ev->type == DFMT_BUGREPORT_SUMMARY && m->new_pointer) put_pointer(m, &w, ev);
  }
  uint64_t skipped = 0;
  (void)dfmt_reader_stat(r, DFMT_STAT_SKIPPED, &skipped);
  dfmt_reader_free(r);
  rewrite_close(m->x, DFMT_BUGREPORT);
  if (m->x->failed || tool_stopped() || m->x->t->set.quiet) return;
  const uint64_t *n = m->s->n_of;
  report(m->x->t, CODE_DAMAGED, m->x->in->name,
         "repaired: %" PRIu64 " entries whole, %" PRIu64 " damaged, %" PRIu64 " omitted, %" PRIu64
         " bytes passed over%s%s",
         n[WHOLE], n[CUT], n[GONE], skipped, m->new_version ? "; version.txt was made" : "",
         m->new_pointer ? "; main_entry.txt was made" : "");
}

/* ---- a text alone ---- */

static void put_text(struct repair *m) {
  struct walk w;
  const dfmt_event *ev;
  plan_open(m->p, &w, m->x->t->reader);
  w.quiet = m->x->known = true;
  while (!m->x->failed && walk_next(&w, &ev)) {
    if (!dfmt_event_diagnostic(ev)) rewrite_copy(m->x, &w, ev, none);
  }
  rewrite_close(m->x, DFMT_BUGREPORT);
  if (m->x->failed || tool_stopped() || m->x->t->set.quiet) return;
  report(m->x->t, CODE_DAMAGED, m->x->in->name, "repaired: the text is kept up to where it can be read");
}

static void run(struct rewrite *x, struct plan *p) {
  struct survey s;
  struct repair m = {.x = x, .p = p, .s = &s};
  survey(&m, &s, DFMT_BUGREPORT_PASS_AUTO, false);
  survey_again(&m);
  x->failed = s.failed || !s.begun;
  if (!s.begun && !s.failed && !tool_stopped()) report(x->t, CODE_DAMAGED, x->in->name, "nothing of it can be read");
  if (x->failed) {
    rewrite_close(x, 0);
  } else if (!s.damaged && !tool_stopped()) {
    dfmt_source *from = plan_source(p);
    rewrite_verbatim(x, from);
    dfmt_source_free(from);
  } else if (s.text) {
    put_text(&m);
  } else {
    put_entries(&m);
  }
  survey_free(&s);
}

const struct repair_ops bugreport_repair = {.run = run};
const struct convert_ops bugreport_convert = {.prepare = NULL};
