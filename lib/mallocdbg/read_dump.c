/* SPDX-License-Identifier: MIT */
/*
 * Heap dumps (spec 2.2). Each event takes its lines with the blank ones before them:
 *
 *   HEAD    banner and what follows up to the first other line ------> HEADER; RECORDS
 *   RECORDS "z …", then its bt_info, resolved frames, white space ---> ALLOC
 *           MAPS, and the line that says why there are none ---------> MAPS; MAPS
 *           END, as below
 *   MAPS    a map -> MAP;  END -> totals are judged -----------------> END; BEHIND
 *   BEHIND  the rest is passed over
 *
 * `extent` is how far the event in the making reaches, so that a call after AGAIN goes on from there.
 */
#include <inttypes.h>
#include <string.h>

#include "read.h"

enum { LEAD = 4096 }; /* bytes of blank lines that an event takes along */

static struct dfmti_mallocdbg_reader *state(dfmt_reader *r) { return r->state; }

static void accept(struct dfmti_dump *d, const struct dfmti_mallocdbg_line *l) {
  d->extent = l->next;
  d->extent_lines++;
}

static void begin(struct dfmti_dump *d, const struct dfmti_mallocdbg_line *l) {
  d->open = true;
  d->first = l->start;
  d->first_end = l->end;
  d->first_cut = !l->lf && l->end == l->next;
  d->first_lines = d->extent_lines;
  d->info = d->info_end = 0;
  accept(d, l);
}

/* Passes over the extent and, if given, a line after it. */
static void pass(dfmt_reader *r, const struct dfmti_mallocdbg_line *l) {
  struct dfmti_dump *d = &state(r)->dump;
  dfmti_mallocdbg_consume(r, l ? l->next : d->extent, d->extent_lines + (l != NULL));
  d->extent = 0;
  d->extent_lines = 0;
  d->open = false;
}

static void deliver(dfmt_reader *r, dfmt_head *head, uint32_t type, uint32_t size, size_t n, uint64_t lines) {
  struct dfmti_dump *d = &state(r)->dump;
  dfmti_mallocdbg_deliver(r, head, type, size, n, lines);
  d->extent = 0;
  d->extent_lines = 0;
  d->open = false;
}

/* The raw bytes must not be copied: there is something in them that no reader takes. */
static void drop_raw(dfmt_reader *r) {
  r->out.ev.raw = (dfmt_str){NULL, 0};
  r->payload.inlined = false;
}

static uint64_t line_at_hand(const struct dfmti_mallocdbg_reader *s) { return s->line + s->dump.extent_lines; }

static bool is_blank(const uint8_t *p, const uint8_t *end) { return dfmti_mallocdbg_trim(p, end) == p; }

/* MAPS or END; white space after it is nothing, as in all lines of a dump. */
static bool is_word(const uint8_t *p, const uint8_t *end, const char *word) {
  return dfmti_begins(p, end, word) && is_blank(p + strlen(word), end);
}

/* "    #00  pc": a resolved frame, which third parties put after a record. */
static bool is_resolved(const uint8_t *p) {
  const uint8_t *q = dfmti_skip_blanks(p);
  if (*q++ != '#' || !dfmti_is_digit(*q)) return false;
  while (dfmti_is_digit(*q)) q++;
  const uint8_t *word = dfmti_skip_blanks(q);
  return word > q && word[0] == 'p' && word[1] == 'c' && dfmti_is_blank(word[2]);
}

/* A blank line goes along with the next event, unless there are very many. */
static DFMTI_RARE void blank(dfmt_reader *r, const struct dfmti_mallocdbg_line *l) {
  struct dfmti_dump *d = &state(r)->dump;
  if (l->next <= LEAD) {
    accept(d, l);
    return;
  }
  const uint64_t n = dfmti_window_span(&r->in.win, l->next);
  dfmti_stream_note(&r->in, DFMT_SEVERITY_NOTE, DFMT_ERR_MALLOCDBG_BLANK, DFMT_OK, dfmti_mallocdbg_here(r, 0),
                    state(r)->line, n, "skipped %" PRIu64 " bytes of blank lines", n);
  pass(r, l);
}

/* ---- the head ---- */

static DFMTI_RARE void text_seen(dfmt_reader *r, const struct dfmti_mallocdbg_line *l) {
  struct dfmti_mallocdbg_reader *s = state(r);
  struct dfmti_dump *d = &s->dump;
  if (!d->text_line) {
    d->text_line = line_at_hand(s);
    d->text_offset = dfmti_mallocdbg_here(r, l->start);
  }
  d->text_bytes += dfmti_window_span(&r->in.win, l->next);
  pass(r, l);
}

static DFMTI_RARE void note_text(dfmt_reader *r, uint32_t number, const char *where) {
  struct dfmti_dump *d = &state(r)->dump;
  if (d->text_line)
    dfmti_stream_note(&r->in, DFMT_SEVERITY_NOTE, number, DFMT_OK, d->text_offset, d->text_line, d->text_bytes,
                      "skipped %" PRIu64 " bytes %s the dump", d->text_bytes, where);
  d->text_line = d->text_bytes = 0;
}

/* What belongs to a dump comes without the line that begins one. OK: with RECOVER. */
static dfmt_status no_header(dfmt_reader *r) {
  struct dfmti_mallocdbg_reader *s = state(r);
  uint64_t line = s->dump.text_line ? s->dump.text_line : line_at_hand(s);
  uint64_t offset = s->dump.text_line ? s->dump.text_offset : dfmti_mallocdbg_here(r, s->dump.extent);
  dfmt_status st =
      dfmti_stream_fault(&r->in, DFMT_SEVERITY_ERROR, DFMT_ERR_MALLOCDBG_NO_HEADER, DFMT_E_FORMAT, offset, line,
                         s->dump.text_bytes, "expected 'Android Native Heap Dump v' at the start of a heap dump");
  if (st != DFMT_OK) return st;
  s->dump.text_line = s->dump.text_bytes = 0;
  s->dump.by_totals = true;
  return DFMT_OK;
}

static dfmt_status begin_head(dfmt_reader *r, const struct dfmti_mallocdbg_line *l, uint32_t variant,
                              const dfmt_str *version) {
  struct dfmti_mallocdbg_reader *s = state(r);
  const uint8_t *base = dfmti_window_ptr(&r->in.win);
  dfmt_mallocdbg_header *h = &s->body.header;
  bool known = version->len == 3 && memcmp(version->ptr, "1.2", 3) == 0;
  bool newer = variant == DFMT_MALLOCDBG_VARIANT_V12 && !known;
  if (newer) {
    dfmt_status st = dfmti_mallocdbg_bad_line(r, l, line_at_hand(s), DFMT_ERR_MALLOCDBG_VERSION,
                                              "unsupported heap dump version; the latest known one is 1.2");
    if (st != DFMT_OK) return st;
  }
  *h = (dfmt_mallocdbg_header){.variant = variant, .line = line_at_hand(s), .present = DFMT_MALLOCDBG_HEADER_HAS_LINE};
  if (version->len) {
    h->version = (dfmt_str){(const char *)(uintptr_t)((const uint8_t *)version->ptr - base), version->len};
    h->present |= DFMT_MALLOCDBG_HEADER_HAS_VERSION;
  }
  s->dump.variant = r->variant = variant;
  s->dump.by_totals |= variant == DFMT_MALLOCDBG_VARIANT_V10 || variant == DFMT_MALLOCDBG_VARIANT_HEAPSNAP;
  s->dump.damaged = newer;
  begin(&s->dump, l);
  return DFMT_OK;
}

/* A line before the head. */
static dfmt_status before_head(dfmt_reader *r, const struct dfmti_mallocdbg_line *l, enum dfmti_head_line what) {
  struct dfmti_mallocdbg_reader *s = state(r);
  const uint8_t *p = dfmti_window_ptr(&r->in.win) + l->start, *end = p + (l->end - l->start);
  dfmt_str version;
  if (what == HEAD_BANNER) {
    uint32_t variant = dfmti_mallocdbg_banner(p, l->end - l->start, &version);
    dfmt_status st = begin_head(r, l, variant, &version);
    if (st == DFMT_OK) note_text(r, DFMT_ERR_MALLOCDBG_TEXT_BEFORE, "before");
    return st;
  }
  bool record = dfmti_begins(p, end, "z ") || is_word(p, end, "MAPS");
  if (what == HEAD_NONE && !record) {
    if (is_blank(p, end))
      blank(r, l);
    else
      text_seen(r, l);
    return DFMT_OK;
  }
  if (what == HEAD_COMMAND) {
    text_seen(r, l);
    return DFMT_OK;
  }
  dfmt_status st = no_header(r);
  if (st != DFMT_OK) return st;
  s->dump.variant = r->variant = DFMT_MALLOCDBG_VARIANT_V12; /* a header without what is not there */
  s->dump.open = true;
  s->dump.damaged = true;
  s->body.header = (dfmt_mallocdbg_header){
      .variant = DFMT_MALLOCDBG_VARIANT_V12, .line = line_at_hand(s), .present = DFMT_MALLOCDBG_HEADER_HAS_LINE};
  return DFMT_OK;
}

static void deliver_head(dfmt_reader *r) {
  struct dfmti_mallocdbg_reader *s = state(r);
  struct dfmti_dump *d = &s->dump;
  dfmt_mallocdbg_header *h = &s->body.header;
  const char *base = (const char *)dfmti_window_ptr(&r->in.win);
  if (h->present & DFMT_MALLOCDBG_HEADER_HAS_VERSION) h->version.ptr = base + (uintptr_t)h->version.ptr;
  if (h->present & DFMT_MALLOCDBG_HEADER_HAS_FINGERPRINT) h->fingerprint.ptr = base + (uintptr_t)h->fingerprint.ptr;
  d->has_total = h->present & DFMT_MALLOCDBG_HEADER_HAS_TOTAL_BYTES;
  d->has_records = h->present & DFMT_MALLOCDBG_HEADER_HAS_N_RECORDS;
  d->total = h->total_bytes;
  d->records = h->n_records;
  d->depth = h->backtrace_size;
  d->place = h->variant == DFMT_MALLOCDBG_VARIANT_NOT_AVAILABLE ? DUMP_BEHIND : DUMP_RECORDS;
  deliver(r, &h->head, DFMT_MALLOCDBG_HEADER, sizeof *h, d->extent, d->extent_lines);
  if (d->damaged) drop_raw(r);
}

static dfmt_status in_head(dfmt_reader *r) {
  struct dfmti_mallocdbg_reader *s = state(r);
  struct dfmti_dump *d = &s->dump;
  struct dfmti_mallocdbg_line l;
  dfmt_status st = dfmti_mallocdbg_line(r, d->extent, &l);
  if (st == DFMT_END && d->open) {
    deliver_head(r);
    return DFMT_OK;
  }
  if (st == DFMT_END) {
    st = no_header(r);
    d->place = DUMP_BEHIND;
    pass(r, NULL);
    return st;
  }
  if (st != DFMT_OK) return st;
  const uint8_t *base = dfmti_window_ptr(&r->in.win), *p = base + l.start, *end = base + l.end;
  enum dfmti_head_line what = dfmti_mallocdbg_dump_head_line(p, end);
  if (!d->open) return before_head(r, &l, what);
  bool apology = s->body.header.variant == DFMT_MALLOCDBG_VARIANT_NOT_AVAILABLE;
  bool known = what == HEAD_NONE ? is_blank(p, end) : what != HEAD_BANNER && (what == HEAD_COMMAND) == apology;
  if (!known) {
    deliver_head(r);
    return DFMT_OK;
  }
  if (!dfmti_mallocdbg_dump_head_value(what, p, end, base, &s->body.header)) {
    st = dfmti_mallocdbg_bad_line(r, &l, line_at_hand(s), DFMT_ERR_MALLOCDBG_HEADER_LINE, "number out of range");
    if (st != DFMT_OK) return st;
    d->damaged = true;
  }
  accept(d, &l);
  return DFMT_OK;
}

/* ---- records ---- */

/*
 * The sums that the header's claims are held against; the viewer's rule (spec 2.9) looks at records with frames.
 */
static void count(struct dfmti_dump *d, const dfmt_mallocdbg_alloc *a) {
  d->n_records++;
  d->sum_bytes += a->bytes;
  d->sum_written += a->bytes * a->count_written;
  if (a->n_pcs == 0 || d->viewer_valid || d->matched == 3) return;
  if (a->count_written == d->depth)
    d->matched++;
  else
    d->viewer_valid = true;
}

static bool behind_info_word(const uint8_t **p, const uint8_t *end) {
  while (*p < end && dfmti_is_blank(**p)) ++*p;
  if (!dfmti_begins(*p, end, "bt_info")) return false;
  *p += strlen("bt_info");
  return true;
}

static void hand_over(dfmt_reader *r, dfmt_mallocdbg_alloc *a, size_t n, uint64_t lines) {
  struct dfmti_mallocdbg_reader *s = state(r);
  struct dfmti_dump *d = &s->dump;
  bool single =
      (d->variant == DFMT_MALLOCDBG_VARIANT_V10 || d->variant == DFMT_MALLOCDBG_VARIANT_HEAPSNAP) && !s->counts;
  a->count = single ? 1 : a->count_written;
  count(d, a);
  deliver(r, &a->head, DFMT_MALLOCDBG_ALLOC, sizeof *a, n, lines);
}

/* The frames after the word bt_info; false: the line is damaged. E_NOMEM through *st. */
static bool take_info(dfmt_reader *r, dfmt_mallocdbg_alloc *a, const uint8_t *p, const uint8_t *end, dfmt_status *st) {
  struct dfmti_dump *d = &state(r)->dump;
  size_t cap = (size_t)(end - p) / strlen("{\"\" 0 \"\" 0}") + 1;
  if (!dfmti_buf_reserve(&r->in.mem, &d->frames, cap * sizeof(dfmt_mallocdbg_frame))) {
    *st = dfmti_fail_mem(&r->in.err, &r->in.mem);
    return true;
  }
  dfmt_mallocdbg_frame *frames = (void *)d->frames.ptr;
  size_t n = dfmti_mallocdbg_dump_info(p, end, frames, cap);
  if (n == SIZE_MAX || n < a->n_pcs) return false;
  a->frames = frames;
  a->n_frames = n;
  a->present |= DFMT_MALLOCDBG_ALLOC_HAS_FRAMES;
  return true;
}

static void note_cut(dfmt_reader *r) {
  struct dfmti_mallocdbg_reader *s = state(r);
  dfmti_stream_note(&r->in, DFMT_SEVERITY_WARNING, DFMT_ERR_MALLOCDBG_RECORD, DFMT_E_TRUNCATED,
                    dfmti_mallocdbg_here(r, s->dump.first), s->body.alloc.line, 0,
                    "the input ends inside the record's last pc, which is omitted");
}

/* The record in the extent, as an event; a damaged one is passed over with its bt_info. */
static dfmt_status deliver_record(dfmt_reader *r) {
  struct dfmti_mallocdbg_reader *s = state(r);
  struct dfmti_dump *d = &s->dump;
  const uint8_t *p = dfmti_window_ptr(&r->in.win), *first = p + d->first, *end = p + d->first_end;
  dfmt_mallocdbg_alloc *a = &s->body.alloc;
  if (!dfmti_buf_reserve(&r->in.mem, &d->pcs, ((size_t)(end - first) / 2 + 1) * sizeof(uint64_t)))
    return dfmti_fail_mem(&r->in.err, &r->in.mem);
  *a = (dfmt_mallocdbg_alloc){.present = DFMT_MALLOCDBG_ALLOC_HAS_LINE, .line = s->line + d->first_lines};
  uint32_t number = dfmti_mallocdbg_dump_record(first, end, d->first_cut, a, (void *)d->pcs.ptr);
  if (number) {
    struct dfmti_mallocdbg_line l = {d->first, d->first_end, d->extent, end[*end == '\r'] == '\n'};
    dfmt_status st =
        dfmti_mallocdbg_bad_line(r, &l, a->line, number,
                                 number == DFMT_ERR_MALLOCDBG_NUMBER ? "a number exceeds 64 bits"
                                                                     : "expected 'z 0  sz BYTES  num COUNT  bt PC …'");
    if (st == DFMT_OK) pass(r, NULL);
    return st;
  }
  if (d->variant == DFMT_MALLOCDBG_VARIANT_V10 && memchr(first, ',', (size_t)(end - first)))
    r->variant = DFMT_MALLOCDBG_VARIANT_COMMA;
  dfmt_status st = DFMT_OK;
  d->bad_info = d->info && !take_info(r, a, p + d->info, p + d->info_end, &st);
  if (st != DFMT_OK) return st;
  bool cut = d->first_cut && dfmti_is_hex(end[-1]);
  if (cut) note_cut(r);
  hand_over(r, a, d->bad_info ? d->info_start : d->extent, d->bad_info ? d->info_lines : d->extent_lines);
  if (cut) drop_raw(r);
  return DFMT_OK;
}

/* How a line that belongs to the record before it can begin: its blanks (spec 2.7) are lost in pasted text. */
static bool is_of_record(uint8_t c) { return c == ' ' || c == '\t' || c == 'b' || c == '#'; }

/* A record and its bt_info as they are written, at the window's position and whole; false: nothing was done. */
static bool take_exact(dfmt_reader *r) {
  struct dfmti_mallocdbg_reader *s = state(r);
  struct dfmti_dump *d = &s->dump;
  dfmt_mallocdbg_alloc *a = &s->body.alloc;
  const uint8_t *p = dfmti_window_ptr(&r->in.win), *end = p + dfmti_window_len(&r->in.win);
  const uint8_t *q = dfmti_mallocdbg_exact_record(p, &s->digits, a, (void *)d->pcs.ptr, d->pcs.cap / sizeof(uint64_t));
  uint64_t lines = 1;
  if (q && q < end && *q == ' ') {
    const uint8_t *lf = memchr(q, '\n', (size_t)(end - q)), *info = q;
    dfmt_status st = DFMT_OK;
    if (!lf || !behind_info_word(&info, lf) || !take_info(r, a, info, lf, &st) || st != DFMT_OK) return false;
    q = lf + 1;
    lines++;
  }
  if (!q || q >= end || is_of_record(*q) || (uint64_t)(q - p) > r->in.max_record) return false;
  a->present |= DFMT_MALLOCDBG_ALLOC_HAS_LINE;
  a->line = s->line;
  d->bad_info = false;
  hand_over(r, a, (size_t)(q - p), lines);
  return true;
}

/* Whether the line after the extent can still be part of the event in the making. */
static dfmt_status next_begins(dfmt_reader *r, bool (*as)(uint8_t), bool *yes) {
  size_t at = state(r)->dump.extent;
  dfmt_status st = dfmti_stream_fill(&r->in, at + 1);
  uint8_t c = st == DFMT_OK ? dfmti_window_ptr(&r->in.win)[at] : 0;
  *yes = c && as(c);
  return st == DFMT_END ? DFMT_OK : st;
}

static dfmt_status in_record(dfmt_reader *r) {
  struct dfmti_dump *d = &state(r)->dump;
  bool more = false;
  dfmt_status st = next_begins(r, is_of_record, &more);
  if (st != DFMT_OK) return st;
  if (more) {
    struct dfmti_mallocdbg_line l;
    st = dfmti_mallocdbg_line(r, d->extent, &l);
    if (st != DFMT_OK) return st;
    const uint8_t *base = dfmti_window_ptr(&r->in.win), *p = base + l.start;
    bool info = !d->info && behind_info_word(&p, base + l.end);
    if (info) {
      d->info = (size_t)(p - base);
      d->info_end = l.end;
      d->info_start = d->extent;
      d->info_lines = d->extent_lines;
    }
    if (info || is_blank(base + l.start, base + l.end) || is_resolved(base + l.start)) {
      accept(d, &l);
      return DFMT_OK;
    }
  }
  return deliver_record(r);
}

/* "Could not open /proc/self/maps ...": why there are none. */
static bool is_reason(uint8_t c) { return c == 'C'; }

static dfmt_status in_maps_line(dfmt_reader *r) {
  struct dfmti_mallocdbg_reader *s = state(r);
  struct dfmti_dump *d = &s->dump;
  dfmt_mallocdbg_maps_begin *m = &s->body.maps;
  struct dfmti_mallocdbg_line l;
  bool more = false;
  dfmt_status st = next_begins(r, is_reason, &more);
  if (st == DFMT_OK && more) st = dfmti_mallocdbg_line(r, d->extent, &l);
  if (st != DFMT_OK) return st;
  const uint8_t *base = dfmti_window_ptr(&r->in.win);
  *m = (dfmt_mallocdbg_maps_begin){.present = DFMT_MALLOCDBG_MAPS_BEGIN_HAS_LINE, .line = s->line + d->first_lines};
  if (more && dfmti_begins(base + l.start, base + l.end, "Could not open ")) {
    m->failure = (dfmt_str){(const char *)base + l.start, l.end - l.start};
    m->present |= DFMT_MALLOCDBG_MAPS_BEGIN_HAS_FAILURE;
    dfmti_stream_note(&r->in, DFMT_SEVERITY_WARNING, DFMT_ERR_MALLOCDBG_NO_MAPS, DFMT_OK,
                      dfmti_mallocdbg_here(r, l.start), line_at_hand(s), 0, "the process could not read its maps");
    accept(d, &l);
    d->no_maps = true;
  }
  d->place = DUMP_MAPS;
  deliver(r, &m->head, DFMT_MALLOCDBG_MAPS_BEGIN, sizeof *m, d->extent, d->extent_lines);
  return DFMT_OK;
}

static dfmt_status bad(dfmt_reader *r, const struct dfmti_mallocdbg_line *l, uint32_t number, const char *what) {
  dfmt_status st = dfmti_mallocdbg_bad_line(r, l, line_at_hand(state(r)), number, what);
  if (st == DFMT_OK) pass(r, l);
  return st;
}

static dfmt_status second_header(dfmt_reader *r, const struct dfmti_mallocdbg_line *l) {
  return bad(r, l, DFMT_ERR_MALLOCDBG_SECOND_HEADER, "a second heap dump begins here");
}

/* The end of the input, and of the dump: see below. */
static dfmt_status at_end(dfmt_reader *r);
static dfmt_status end_line(dfmt_reader *r, const struct dfmti_mallocdbg_line *l);

static dfmt_status in_records(dfmt_reader *r) {
  struct dfmti_mallocdbg_reader *s = state(r);
  struct dfmti_dump *d = &s->dump;
  struct dfmti_mallocdbg_line l;
  if (d->open) return d->maps_line ? in_maps_line(r) : in_record(r);
  if (d->extent == 0 && s->scan == 0 && take_exact(r)) return DFMT_OK;
  dfmt_status st = dfmti_mallocdbg_line(r, d->extent, &l);
  if (st == DFMT_END) return at_end(r);
  if (st != DFMT_OK) return st;
  const uint8_t *p = dfmti_window_ptr(&r->in.win) + l.start, *end = p + (l.end - l.start), *q = p;
  bool bad_info = d->bad_info;
  if (p[0] == 'z' && p[1] == ' ') {
    d->bad_info = false;
    d->maps_line = false;
    begin(d, &l);
    return DFMT_OK;
  }
  if (is_blank(p, end)) {
    blank(r, &l);
    return DFMT_OK;
  }
  if (is_resolved(p)) {
    accept(d, &l);
    return DFMT_OK;
  }
  d->bad_info = false;
  if (is_word(p, end, "MAPS")) {
    d->maps_line = true;
    begin(d, &l);
    return DFMT_OK;
  }
  if (is_word(p, end, "END")) return end_line(r, &l); /* what writers make of a dump that was cut before MAPS */
  if (behind_info_word(&q, end)) {
    if (bad_info)
      return bad(r, &l, DFMT_ERR_MALLOCDBG_INFO, "expected {\"MAP\" PC \"FUNCTION\" OFFSET} for each frame");
    return bad(r, &l, DFMT_ERR_MALLOCDBG_STRAY_INFO, "a bt_info line without a record");
  }
  if (dfmti_mallocdbg_dump_head_line(p, end) == HEAD_BANNER) return second_header(r, &l);
  return bad(r, &l, DFMT_ERR_MALLOCDBG_LINE, "expected a record, MAPS or bt_info");
}

/* ---- maps and the end ---- */

static bool is_total(uint64_t claim, uint64_t sum) {
  return claim == sum || (claim <= UINT32_MAX && claim == (uint32_t)sum); /* size_t wraps in a 32-bit process */
}

static bool counts_valid(const struct dfmti_dump *d) {
  if (!d->by_totals) return true;
  if (d->has_total && d->total == d->sum_written) return true;
  if (d->has_total && d->total == d->sum_bytes) return false;
  return d->viewer_valid || d->matched == 0;
}

static dfmt_status check_claims(dfmt_reader *r, const struct dfmti_mallocdbg_line *l) {
  struct dfmti_mallocdbg_reader *s = state(r);
  struct dfmti_dump *d = &s->dump;
  uint64_t line = line_at_hand(s), offset = dfmti_mallocdbg_here(r, l->start);
  dfmt_status st = DFMT_OK;
  if (d->has_records && d->records != d->n_records)
    st = dfmti_stream_fault(&r->in, DFMT_SEVERITY_WARNING, DFMT_ERR_MALLOCDBG_COUNT, DFMT_E_FORMAT, offset, line, 0,
                            "the header says %" PRIu64 " records, there are %" PRIu64, d->records, d->n_records);
  if (st != DFMT_OK) return st;
  uint64_t sum = counts_valid(d) ? d->sum_written : d->sum_bytes;
  if (d->has_total && !is_total(d->total, sum))
    dfmti_stream_note(&r->in, DFMT_SEVERITY_WARNING, DFMT_ERR_MALLOCDBG_TOTAL, DFMT_OK, offset, line, 0,
                      "the header says %" PRIu64 " bytes, the records have %" PRIu64, d->total, sum);
  return DFMT_OK;
}

static void deliver_end(dfmt_reader *r, uint32_t marker, size_t n, uint64_t lines) {
  struct dfmti_mallocdbg_reader *s = state(r);
  struct dfmti_dump *d = &s->dump;
  s->body.end = (dfmt_mallocdbg_end){.present = DFMT_MALLOCDBG_END_HAS_LINE,
                                     .marker = marker,
                                     .counts_valid = counts_valid(d),
                                     .n_records = d->n_records,
                                     .sum_bytes = d->sum_bytes,
                                     .sum_written = d->sum_written,
                                     .line = s->line + (lines ? lines - 1 : 0)};
  d->place = DUMP_BEHIND;
  deliver(r, &s->body.end.head, DFMT_MALLOCDBG_END, sizeof s->body.end, n, lines);
}

static dfmt_status at_end(dfmt_reader *r) {
  struct dfmti_mallocdbg_reader *s = state(r);
  struct dfmti_dump *d = &s->dump;
  uint64_t offset = dfmti_mallocdbg_here(r, d->extent), line = line_at_hand(s);
  bool v10 = d->variant == DFMT_MALLOCDBG_VARIANT_V10 && d->no_maps;
  dfmt_status st = DFMT_OK;
  if (!v10)
    st = dfmti_stream_fault(&r->in, DFMT_SEVERITY_WARNING, DFMT_ERR_MALLOCDBG_NO_END, DFMT_E_TRUNCATED, offset, line, 0,
                            "the dump ends before its END line");
  if (st != DFMT_OK) return st;
  pass(r, NULL);
  deliver_end(r, v10 ? DFMT_MALLOCDBG_MARKER_NO_MAPS : DFMT_MALLOCDBG_MARKER_CUT, 0, 0);
  return DFMT_OK;
}

/* END: `l` is that line. */
static dfmt_status end_line(dfmt_reader *r, const struct dfmti_mallocdbg_line *l) {
  struct dfmti_dump *d = &state(r)->dump;
  dfmt_status st = check_claims(r, l);
  if (st != DFMT_OK) return st;
  accept(d, l);
  deliver_end(r, DFMT_MALLOCDBG_MARKER_END, d->extent, d->extent_lines);
  return DFMT_OK;
}

static dfmt_status in_maps(dfmt_reader *r) {
  struct dfmti_mallocdbg_reader *s = state(r);
  struct dfmti_dump *d = &s->dump;
  struct dfmti_mallocdbg_line l;
  dfmt_status st = dfmti_mallocdbg_line(r, d->extent, &l);
  if (st == DFMT_END) return at_end(r);
  if (st != DFMT_OK) return st;
  const uint8_t *p = dfmti_window_ptr(&r->in.win) + l.start, *end = p + (l.end - l.start);
  if (is_word(p, end, "END")) return end_line(r, &l);
  if (is_blank(p, end)) {
    blank(r, &l);
    return DFMT_OK;
  }
  uint64_t line = line_at_hand(s);
  if (!dfmti_mallocdbg_dump_map(p, end, &s->body.map)) {
    if (dfmti_mallocdbg_dump_head_line(p, end) == HEAD_BANNER) return second_header(r, &l);
    return bad(r, &l, DFMT_ERR_MALLOCDBG_MAP, "expected a line of /proc/PID/maps, or END");
  }
  s->body.map.line = line;
  accept(d, &l);
  deliver(r, &s->body.map.head, DFMT_MALLOCDBG_MAP, sizeof s->body.map, d->extent, d->extent_lines);
  return DFMT_OK;
}

static dfmt_status behind(dfmt_reader *r) {
  struct dfmti_mallocdbg_reader *s = state(r);
  struct dfmti_mallocdbg_line l;
  dfmt_status st = dfmti_mallocdbg_line(r, 0, &l);
  if (st == DFMT_END) {
    note_text(r, DFMT_ERR_MALLOCDBG_BEHIND_END, "after");
    return DFMT_END;
  }
  if (st != DFMT_OK) return st;
  const uint8_t *p = dfmti_window_ptr(&r->in.win), *end = p + l.end;
  if (dfmti_mallocdbg_dump_head_line(p, end) == HEAD_BANNER) {
    st = dfmti_mallocdbg_bad_line(r, &l, s->line, DFMT_ERR_MALLOCDBG_SECOND_HEADER, "a second heap dump begins here");
    if (st == DFMT_OK) pass(r, &l);
    return st;
  }
  text_seen(r, &l);
  return DFMT_OK;
}

static dfmt_status step(dfmt_reader *r) {
  static dfmt_status (*const steps[])(dfmt_reader *) = {
      [DUMP_HEAD] = in_head, [DUMP_RECORDS] = in_records, [DUMP_MAPS] = in_maps, [DUMP_BEHIND] = behind};
  return steps[state(r)->dump.place](r);
}

dfmt_status dfmti_mallocdbg_next_dump(dfmt_reader *r) { return dfmti_reader_steps(r, step); }
