/* SPDX-License-Identifier: MIT */
/*
 * `convert` for bug reports. Entries go over as they are compressed, the text byte for byte, but for what is asked:
 * another version or container, a choice of entries, sections and services, names taken out.
 *
 * What holds something wanted stays with it: the main entry a section, a section a service, the banner and properties
 * always; so do version.txt, and the pointer to a main entry that stays.
 */
#include "convert_bugreport.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "options.h"

enum { START = 4096 }; /* bytes by which text is told from other entries */

static const dfmt_str none = {NULL, 0};

/* ---- what is asked for ---- */

/* Whether a pattern can match a word that begins with `prefix`. */
static bool may_begin(const char *pattern, const char *prefix) {
  for (; *prefix && *pattern && !strchr("*?[\\", *pattern); pattern++, prefix++)
    if (*pattern != *prefix) return false;
  return !*prefix || *pattern;
}

static bool is_of_parts(const struct words *words) {
  for (size_t i = 0; i < words->n; i++)
    if (may_begin(words->list[i], "section:") || may_begin(words->list[i], "service:")) return true;
  return false;
}

/* The version or container that is asked for; 0: none of this format's. */
static uint32_t variant_of(const struct settings *set) {
  const char *to = set->to ? set->to : set->dialect;
  uint64_t variant = 0;
  return to && word_number(words_type(DFMT_BUGREPORT, "variant"), to, &variant) ? (uint32_t)variant : 0;
}

/* In version 1.0 services have no priorities. */
static bool changes_parts(const struct settings *set) {
  return set->redact.n || is_of_parts(&set->keys) || is_of_parts(&set->drop) ||
         variant_of(set) == DFMT_BUGREPORT_VARIANT_V1;
}

/* Which entry is the main one. With --redact the input has been kept before. */
static bool needs_end(const struct settings *set) {
  uint32_t variant = variant_of(set);
  bool parts = is_of_parts(&set->keys) || is_of_parts(&set->drop);
  return !set->redact.n && (parts || (variant && variant != DFMT_BUGREPORT_VARIANT_ZIP));
}

static void begin(struct conversion *s, struct rewrite *x, struct walk *w) {
  s->x = x;
  s->w = w;
  s->set = &x->t->set;
  s->begun = true;
  s->part_keys = is_of_parts(&s->set->keys);
  s->redacts = s->set->redact.n > 0;
  s->salvage = option_value(x->t, DFMT_CFG_RECOVER);
  s->text = s->all_text = s->set->keys.n == 0;
  if (s->part_keys) s->text = true;
  if (s->redacts) redact_text_begin(&s->redaction, x->t);
}

static bool is_dropped(const struct conversion *s, dfmt_str key) { return key_wanted(&s->set->drop, key, false, NULL); }
static bool is_key(const struct conversion *s, dfmt_str key) { return key_wanted(&s->set->keys, key, true, NULL); }

static bool is_to(const struct conversion *s, uint32_t variant) { return s->x->recipe.variant == variant; }

/* true: what is to be written has no place for the entry, which was counted. */
static bool has_no_place(struct conversion *s, const dfmt_bugreport_entry *e) {
  bool main = e->role == DFMT_BUGREPORT_ROLE_MAIN;
  bool own = e->role == DFMT_BUGREPORT_ROLE_VERSION || e->role == DFMT_BUGREPORT_ROLE_POINTER;
  enum left_out why = is_to(s, DFMT_BUGREPORT_VARIANT_TEXT) && !main                                ? NO_ENTRIES
                      : is_to(s, DFMT_BUGREPORT_VARIANT_V0) && !main                                ? MAIN_ONLY
                      : is_to(s, DFMT_BUGREPORT_VARIANT_V1) && e->role == DFMT_BUGREPORT_ROLE_PROTO ? NO_PROTO
                                                                                                    : N_LEFT_OUT;
  if (why != N_LEFT_OUT) s->left_out[why] += !own;
  return why != N_LEFT_OUT;
}

/* The writer puts version.txt and the pointer into the root, and roles are by names from there. true: it was told. */
static bool loses_folder(struct conversion *s, const dfmt_bugreport_entry *e) {
  bool own = e->role == DFMT_BUGREPORT_ROLE_VERSION || e->role == DFMT_BUGREPORT_ROLE_POINTER;
  bool anew = is_to(s, DFMT_BUGREPORT_VARIANT_V1) || is_to(s, DFMT_BUGREPORT_VARIANT_V2);
  if (!own || !anew || !e->name.len || !memchr(e->name.ptr, '/', (size_t)e->name.len)) return false;
  report(s->x->t, CODE_USAGE, s->x->in->name,
         "the report is in a folder of its zip: --to=v1 and --to=v2 would lose the entries' roles; use --to=zip");
  s->x->failed = true;
  return true;
}

/* ---- entries ---- */

/* As it is to be written. `same`: its content stays. */
static dfmt_bugreport_entry entry_to_write(struct conversion *s, const dfmt_bugreport_entry *e, bool same) {
  dfmt_bugreport_entry out = *e;
  if (!same) out.present &= ~(uint32_t)(DFMT_BUGREPORT_ENTRY_HAS_CRC32 | DFMT_BUGREPORT_ENTRY_HAS_DECODED_SIZE);
  /* where stored bytes of unknown size end, many readers cannot tell */
  if (!same && out.method == DFMT_BUGREPORT_METHOD_STORED) out.method = DFMT_BUGREPORT_METHOD_DEFLATE;
  if (s->x->recipe.recode) out.method = s->x->recipe.compression;
  if (!s->redacts) return out;
  if (e->role != DFMT_BUGREPORT_ROLE_POINTER && e->role != DFMT_BUGREPORT_ROLE_VERSION)
    out.name = conversion_path_without_names(s, e->name, &s->name);
  if (e->present & DFMT_BUGREPORT_ENTRY_HAS_COMMENT) out.comment = conversion_without_names(s, e->comment, &s->comment);
  return out;
}

/* Reads the start of the value, up to START bytes. false: it could not be read, which was reported. */
static bool read_start(struct conversion *s, dfmt_str key, const void **rest, uint64_t *n_rest) {
  const void *ptr;
  uint64_t len;
  s->start.len = 0;
  *n_rest = 0;
  while (s->start.len < START && rewrite_read(s->x, s->w, &ptr, &len, key)) {
    size_t room = START - s->start.len, n = len < room ? (size_t)len : room;
    buffer_put(&s->start, ptr, n);
    *rest = (const char *)ptr + n;
    *n_rest = len - n;
  }
  return !s->x->failed && (s->start.len || dfmt_reader_error(s->w->reader)->status >= 0);
}

/* Protobuf, zips and the like: what is in them cannot be looked through. */
static bool is_text(const struct conversion *s, const dfmt_bugreport_entry *e) {
  struct utf8 u = {0};
  if (e->role == DFMT_BUGREPORT_ROLE_PROTO || e->role == DFMT_BUGREPORT_ROLE_NESTED) return s->start.len == 0;
  for (size_t i = 0; i < s->start.len; i++)
    if ((unsigned char)s->start.ptr[i] < ' ' && !memchr("\t\n\r\f\b\033", s->start.ptr[i], 6)) return false;
  utf8_feed(&u, (const unsigned char *)s->start.ptr, s->start.len);
  return !u.bad;
}

/* An entry whose start has been read, with the rest of the piece that it came with. */
static void pass_value(struct conversion *s, const dfmt_event *ev, const dfmt_bugreport_entry *out, dfmt_str key,
                       const void *ptr, uint64_t len) {
  if (!rewrite_begin(s->x, s->w, ev, &out->head, DFMT_PAYLOAD_DECODED, key)) return;
  conversion_begin_passing(s, key);
  s->redaction.path = out->role == DFMT_BUGREPORT_ROLE_POINTER; /* it holds the name of an entry */
  conversion_pass(s, s->start.ptr, s->start.len);
  for (bool more = len > 0; more; more = rewrite_read(s->x, s->w, &ptr, &len, key))
    conversion_pass(s, ptr, (size_t)len);
  conversion_pass_end(s);
  s->redaction.path = false;
  rewrite_end(s->x, s->w, key);
}

static void pass_entry(struct conversion *s, const dfmt_event *ev, const dfmt_bugreport_entry *e) {
  const void *ptr = NULL;
  uint64_t len = 0;
  if (!read_start(s, e->name, &ptr, &len)) return;
  if (s->redacts && !is_text(s, e)) {
    s->left_out[NOT_TEXT]++;
    return;
  }
  dfmt_bugreport_entry out = entry_to_write(s, e, s->start.len == 0);
  pass_value(s, ev, &out, e->name, ptr, len);
}

/* What was read of a small entry, without blanks after it. */
static dfmt_str start_trimmed(const struct conversion *s) {
  dfmt_str v = {s->start.ptr, s->start.len};
  while (v.len && memchr(" \t\r\n", v.ptr[v.len - 1], 4)) v.len--;
  return v;
}

/* A version of its usual form is no name. */
static bool is_version(const struct conversion *s) {
  dfmt_str v = start_trimmed(s);
  return v.len == 3 && isdigit((unsigned char)v.ptr[0]) && v.ptr[1] == '.' && isdigit((unsigned char)v.ptr[2]);
}

static void pass_version(struct conversion *s, const dfmt_event *ev, const dfmt_bugreport_entry *e) {
  const void *ptr = NULL;
  uint64_t len = 0;
  if (!read_start(s, e->name, &ptr, &len)) return;
  dfmt_bugreport_entry out = entry_to_write(s, e, s->start.len == 0);
  if (!is_version(s) && !is_text(s, e)) {
    s->left_out[NOT_TEXT]++;
  } else if (!is_version(s)) {
    pass_value(s, ev, &out, e->name, ptr, len);
  } else if (rewrite_begin(s->x, s->w, ev, &out.head, DFMT_PAYLOAD_DECODED, e->name)) {
    s->key = e->name;
    conversion_put(s, s->start.ptr, s->start.len);
    rewrite_end(s->x, s->w, e->name);
  }
}

static bool is_recoded(const struct conversion *s, const dfmt_bugreport_entry *e) {
  bool known = e->method == DFMT_BUGREPORT_METHOD_STORED || e->method == DFMT_BUGREPORT_METHOD_DEFLATE;
  if (!s->x->recipe.recode || !known || e->flags & DFMT_BUGREPORT_FLAG_ENCRYPTED) return false;
  return e->method != s->x->recipe.compression ||
         (e->method == DFMT_BUGREPORT_METHOD_DEFLATE && option_is_given(s->x->t, DFMT_CFG_LEVEL));
}

/* The pointer goes with the main entry, whose name it holds. */
static void copy_pointer(struct conversion *s, const dfmt_event *ev, const dfmt_bugreport_entry *e) {
  const void *rest = NULL;
  uint64_t n_rest;
  if (!read_start(s, e->name, &rest, &n_rest)) return;
  dfmt_str to = start_trimmed(s);
  if (is_dropped(s, to) || !(s->part_keys || is_key(s, to))) return;
  dfmt_bugreport_entry out = entry_to_write(s, e, false);
  pass_value(s, ev, &out, e->name, rest, n_rest);
}

static void copy_entry(struct conversion *s, const dfmt_event *ev, const dfmt_bugreport_entry *e, bool wanted) {
  bool main = e->role == DFMT_BUGREPORT_ROLE_MAIN, pointer = e->role == DFMT_BUGREPORT_ROLE_POINTER;
  if (main) {
    s->met_text = true;
    s->all_text = is_key(s, e->name);
    s->text = (s->all_text || s->part_keys) && !is_dropped(s, e->name);
  }
  if (main ? !s->text : !wanted && (is_dropped(s, e->name) || !(pointer || e->role == DFMT_BUGREPORT_ROLE_VERSION)))
    return;
  if (has_no_place(s, e) || loses_folder(s, e)) return;
  bool content = ev->flags & DFMT_EVENT_FLAG_PAYLOAD;
  if (pointer && (s->set->keys.n || s->set->drop.n)) {
    copy_pointer(s, ev, e);
  } else if (!content && (s->redacts || s->x->recipe.recode)) {
    dfmt_bugreport_entry out = entry_to_write(s, e, false);
    rewrite_put(s->x, s->w, ev, &out.head, e->name);
  } else if (content && s->redacts && e->role == DFMT_BUGREPORT_ROLE_VERSION) {
    pass_version(s, ev, e);
  } else if (content && (s->salvage || s->redacts)) {
    pass_entry(s, ev, e);
  } else if (content && is_recoded(s, e)) {
    rewrite_anew(s->x, s->w, ev, e->name, UINT64_MAX);
  } else {
    rewrite_copy(s->x, s->w, ev, e->name);
  }
}

/* ---- a text that gets an entry ---- */

/* Seconds of a calendar since 1970, of the proleptic Gregorian calendar with years that begin in March. */
static int64_t calendar(const unsigned *date) {
  int64_t month = date[1] > 2 ? date[1] - 3 : date[1] + 9, year = (int64_t)date[0] - (date[1] <= 2);
  int64_t days = year * 365 + year / 4 - year / 100 + year / 400 + (153 * month + 2) / 5 + date[2] - 719469;
  return days * 86400 + date[3] * 3600 + date[4] * 60 + date[5];
}

/* The entry of a text as dumpstate calls it, by the banner in s->start: bugreport-DATE.txt. */
static dfmt_bugreport_entry entry_of_text(struct conversion *s) {
  dfmt_bugreport_entry e = {.head = {sizeof e, DFMT_BUGREPORT_ENTRY},
                            .role = DFMT_BUGREPORT_ROLE_MAIN,
                            .method = DFMT_BUGREPORT_METHOD_DEFLATE};
  unsigned date[6];
  char name[64] = "bugreport.txt";
  buffer_byte(&s->start, '\0');
  size_t at = conversion_find(s->start.ptr, s->start.len, "\n== dumpstate: ");
  if (at != SIZE_MAX && sscanf(s->start.ptr + at, "%4u-%2u-%2u %2u:%2u:%2u", &date[0], &date[1], &date[2], &date[3],
                               &date[4], &date[5]) == 6) {
    snprintf(name, sizeof name, "bugreport-%04u-%02u-%02u-%02u-%02u-%02u.txt", date[0], date[1], date[2], date[3],
             date[4], date[5]);
    e.present = DFMT_BUGREPORT_ENTRY_HAS_MTIME_LOCAL_S;
    e.mtime_local_s = calendar(date);
  }
  s->start.len--;
  s->name.len = 0;
  buffer_put_s(&s->name, name);
  e.name = (dfmt_str){s->name.ptr, s->name.len};
  if (s->x->recipe.recode) e.method = s->x->recipe.compression;
  return e;
}

/* The whole text as one value: it becomes the main entry. */
static void put_whole_text(struct conversion *s, const dfmt_event *ev) {
  const void *ptr = NULL;
  uint64_t len = 0;
  if (!read_start(s, none, &ptr, &len)) return;
  dfmt_bugreport_entry e = entry_of_text(s);
  pass_value(s, ev, &e, none, ptr, len);
}

/* ---- the text ---- */

static void write_text(struct conversion *s, const dfmt_event *ev) {
  const dfmt_bugreport_service *service = dfmt_event_bugreport_service(ev);
  bool without_priority = service && service->dump_priority && is_to(s, DFMT_BUGREPORT_VARIANT_V1);
  dfmt_bugreport_service plain;
  const dfmt_head *body = ev->body;
  if (without_priority) {
    plain = *service;
    plain.dump_priority = DFMT_BUGREPORT_DUMP_PRIORITY_NORMAL;
    body = &plain.head;
  }
  if (s->redacts && ev->type == DFMT_BUGREPORT_PROPERTY)
    conversion_pass_property(s, ev);
  else if (s->redacts || without_priority)
    conversion_pass_text(s, ev, body, without_priority);
  else
    rewrite_copy(s->x, s->w, ev, none);
  s->runs_on = false;
}

static bool section_bit(const struct conversion *s, uint64_t index) {
  return index / 8 < s->sections.len && s->sections.ptr[index / 8] >> index % 8 & 1;
}

static void note_section(struct conversion *s, uint64_t index) {
  while (s->sections.len <= index / 8) buffer_byte(&s->sections, 0);
  s->sections.ptr[index / 8] |= (char)(1 << index % 8);
  s->section_open = true;
}

/* A heading whose services may be wanted: kept until one is. */
static void keep_heading(struct conversion *s, const dfmt_bugreport_section *b) {
  const void *ptr;
  uint64_t len;
  unsigned lines = 1;
  s->start.len = s->heading.len = s->title.len = 0;
  buffer_put(&s->title, b->text.ptr, (size_t)b->text.len);
  (void)dfmt_payload_mode(s->w->reader, DFMT_PAYLOAD_RAW);
  while (lines && rewrite_read(s->x, s->w, &ptr, &len, none)) (void)conversion_take_marker(s, ptr, (size_t)len, &lines);
  buffer_put(&s->heading, s->start.ptr, s->start.len);
}

static void put_heading(struct conversion *s, const dfmt_event *ev, uint64_t index) {
  dfmt_bugreport_section b = {.head = {sizeof b, DFMT_BUGREPORT_SECTION}, .text = {s->title.ptr, s->title.len}};
  dfmt_event heading = {.type = DFMT_BUGREPORT_SECTION, .body = &b.head};
  note_section(s, index);
  if (!rewrite_begin(s->x, s->w, ev, &b.head, DFMT_PAYLOAD_RAW, none)) return;
  conversion_begin_passing(s, none);
  s->start.len = 0;
  buffer_put(&s->start, s->heading.ptr, s->heading.len);
  conversion_put_marker(s, &heading, false);
  rewrite_end(s->x, s->w, none);
}

static void copy_section(struct conversion *s, const dfmt_event *ev, const dfmt_bugreport_section *b, dfmt_str key) {
  bool dropped = is_dropped(s, key);
  s->section_wanted = !dropped && (s->all_text || is_key(s, key));
  s->section_open = s->service_open = false;
  s->heading.len = 0;
  if (s->section_wanted) {
    note_section(s, b->number);
    write_text(s, ev);
  } else if (!dropped && !s->all_text) {
    keep_heading(s, b);
  }
}

static void copy_service(struct conversion *s, const dfmt_event *ev, const dfmt_bugreport_service *b, dfmt_str key) {
  bool wanted = !is_dropped(s, key) && (s->section_wanted || is_key(s, key));
  bool apart = !(b->present & DFMT_BUGREPORT_SERVICE_HAS_SECTION_NUMBER);
  if (apart) wanted = !is_dropped(s, key) && (s->all_text || is_key(s, key));
  s->service_open = wanted && (apart || s->section_open || s->heading.len);
  if (!s->service_open) return;
  if (!apart && !s->section_open) put_heading(s, ev, b->section_number);
  write_text(s, ev);
}

/* The empty line that ends the properties. */
static void copy_empty_line(struct conversion *s, const dfmt_event *ev) {
  const void *ptr;
  uint64_t len;
  size_t n = 0;
  if (!rewrite_begin(s->x, s->w, ev, ev->body, DFMT_PAYLOAD_RAW, none)) return;
  if (rewrite_read(s->x, s->w, &ptr, &len, none))
    while (n < len && memchr("\r\n", ((const char *)ptr)[n], 2)) n++;
  conversion_begin_passing(s, none);
  if (n) conversion_put(s, ptr, n);
  rewrite_end(s->x, s->w, none);
}

static void copy_loose_text(struct conversion *s, const dfmt_event *ev, bool in_section, bool in_service) {
  bool wanted = in_service ? s->service_open : in_section ? s->section_wanted : s->all_text;
  if (!wanted && s->in_head) copy_empty_line(s, ev);
  if (!wanted) return;
  if (s->runs_on)
    s->left_out[RUNS_ON]++;
  else
    write_text(s, ev);
}

static void copy_end(struct conversion *s, const dfmt_event *ev, bool *open, bool has_line) {
  if (!*open) return;
  write_text(s, ev);
  s->runs_on = !has_line;
  *open = false;
}

static void copy_text(struct conversion *s, const dfmt_event *ev) {
  dfmt_str key = none;
  const dfmt_bugreport_text *text = dfmt_event_bugreport_text(ev);
  const dfmt_bugreport_section_end *section = dfmt_event_bugreport_section_end(ev);
  const dfmt_bugreport_service_end *service = dfmt_event_bugreport_service_end(ev);
  const dfmt_bugreport_duration *late = dfmt_event_bugreport_duration(ev);
  bool whole = !s->met_text && s->in_one_piece && ev->type == DFMT_BUGREPORT_TEXT;
  s->met_text = true;
  if (whole && s->x->recipe.variant > DFMT_BUGREPORT_VARIANT_TEXT) put_whole_text(s, ev);
  if (!s->text || (whole && s->x->recipe.variant > DFMT_BUGREPORT_VARIANT_TEXT)) return;
  (void)s->w->format->key(ev, &key);
  switch (ev->type) {
    case DFMT_BUGREPORT_SECTION: copy_section(s, ev, dfmt_event_bugreport_section(ev), key); break;
    case DFMT_BUGREPORT_SERVICE: copy_service(s, ev, dfmt_event_bugreport_service(ev), key); break;
    case DFMT_BUGREPORT_SECTION_END:
      s->service_open = false;
      copy_end(s, ev, &s->section_open, section->present & DFMT_BUGREPORT_SECTION_END_HAS_DURATION_US);
      s->section_wanted = false;
      break;
    case DFMT_BUGREPORT_SERVICE_END:
      copy_end(
          s, ev, &s->service_open,
          service->closed == DFMT_BUGREPORT_CLOSED_FOOTER || service->closed == DFMT_BUGREPORT_CLOSED_OTHER_FOOTER);
      break;
    case DFMT_BUGREPORT_TEXT:
      copy_loose_text(s, ev, text->present & DFMT_BUGREPORT_TEXT_HAS_SECTION_NUMBER,
                      text->present & DFMT_BUGREPORT_TEXT_HAS_SERVICE_NUMBER);
      break;
    case DFMT_BUGREPORT_LOG:
    case DFMT_BUGREPORT_SYSTEM_PROPERTY: copy_loose_text(s, ev, true, false); break;
    case DFMT_BUGREPORT_DURATION:
      if (late->present & DFMT_BUGREPORT_DURATION_HAS_SECTION_NUMBER ? section_bit(s, late->section_number)
                                                                     : s->all_text)
        write_text(s, ev);
      break;
    default: write_text(s, ev); break;
  }
  s->in_head = ev->type == DFMT_BUGREPORT_PROPERTY;
}

/* ---- all ---- */

static void copy_header(struct conversion *s, const dfmt_event *ev, const dfmt_bugreport_header *h) {
  dfmt_bugreport_header out = *h;
  if (s->redacts && h->present & DFMT_BUGREPORT_HEADER_HAS_COMMENT)
    out.comment = conversion_without_names(s, h->comment, &s->comment);
  s->in_one_piece = h->variant == DFMT_BUGREPORT_VARIANT_TEXT && s->x->t->way == WAY_STREAM;
  rewrite_put(s->x, s->w, ev, &out.head, none);
}

/* Where nothing depends on which entry is the main one, a wrong guess does no harm. */
static void check_guess(struct conversion *s, const dfmt_event *ev) {
  const char *late = bugreport_format.late(ev);
  uint32_t variant = s->x->recipe.variant;
  bool as_it_is = variant == 0 || variant == DFMT_BUGREPORT_VARIANT_ZIP;
  if (!late || (as_it_is && !s->redacts && !s->set->keys.n && !s->set->drop.n)) return;
  report(s->x->t, CODE_DAMAGED, s->x->in->name, "%s", late);
  s->x->failed = true;
}

static void copy(void *user, struct rewrite *x, struct walk *w, const dfmt_event *ev, bool wanted) {
  struct conversion *s = user;
  const dfmt_bugreport_entry *e = dfmt_event_bugreport_entry(ev);
  if (!s->begun) begin(s, x, w);
  if (ev->type == DFMT_BUGREPORT_HEADER)
    copy_header(s, ev, dfmt_event_bugreport_header(ev));
  else if (ev->type == DFMT_BUGREPORT_ENTRY_END)
    s->text ? rewrite_put(x, w, ev, ev->body, none) : (void)0;
  else if (e)
    copy_entry(s, ev, e, wanted);
  else if (ev->type == DFMT_BUGREPORT_SUMMARY)
    check_guess(s, ev);
  else
    copy_text(s, ev);
}

static void tell(const struct conversion *s) {
  static const char *const why[N_LEFT_OUT] = {
      "entries are omitted: a text has none",
      "entries are omitted: version 0 is the main entry alone",
      "entries are omitted: before version 2.0 there were no protobuf dumps",
      "entries are omitted: names can only be taken out of text",
      "pieces of text are omitted: without the section before them they would be taken for another one's",
      "lines of the header are omitted: without the names in their keys they have none",
      "pieces of text are taken out unseen, as redacted-text-0: what may match there has no end in sight"};
  for (size_t i = 0; i < N_LEFT_OUT; i++)
    if (s->left_out[i] && !s->set->quiet)
      report(s->x->t, CODE_FINE, s->x->in->name, "note: %" PRIu64 " %s", s->left_out[i], why[i]);
  for (size_t i = 0; i < s->set->redact.n; i++)
    if (!s->redaction.names.found[i])
      report(s->x->t, CODE_DAMAGED, s->x->in->name, "--redact: nothing is called '%s'", s->set->redact.list[i]);
}

/* A container of nothing but the text must have one. */
static bool lacks_text(const struct conversion *s) {
  if (s->met_text || !(is_to(s, DFMT_BUGREPORT_VARIANT_TEXT) || is_to(s, DFMT_BUGREPORT_VARIANT_V0))) return false;
  report(s->x->t, CODE_DAMAGED, s->x->in->name, "there is no text of dumpstate in it");
  return true;
}

static void end(void *user) {
  struct conversion *s = user;
  struct buffer *const buffers[] = {&s->sections, &s->heading, &s->title, &s->start, &s->name, &s->comment};
  if (s->begun && !s->x->failed && !tool_stopped()) s->x->failed = lacks_text(s);
  s->left_out[UNSEEN] = s->redaction.given_up;
  if (s->begun && !s->x->failed && !tool_stopped()) tell(s);
  if (s->redacts) redact_text_free(&s->redaction);
  for (size_t i = 0; i < sizeof buffers / sizeof *buffers; i++) buffer_free(buffers[i]);
}

/* Nothing is compressed that the writer makes by itself either. */
static void prepare(const struct recipe *recipe, const dfmt_event *first, dfmt_config *writer) {
  (void)first;
  if (recipe->recode && recipe->compression == DFMT_BUGREPORT_METHOD_STORED)
    (void)dfmt_config_set(writer, DFMT_CFG_LEVEL, DFMT_LEVEL_NONE);
}

static void anew(const struct recipe *recipe, const dfmt_event *ev, union body *out) {
  dfmt_bugreport_entry e = *dfmt_event_bugreport_entry(ev);
  if (recipe->recode) e.method = recipe->compression;
  memcpy(out, &e, sizeof e);
}

const struct convert_ops bugreport_convert = {.state_size = sizeof(struct conversion),
                                              .changes_parts = changes_parts,
                                              .needs_end = needs_end,
                                              .redacts = true,
                                              .prepare = prepare,
                                              .copy = copy,
                                              .end = end,
                                              .anew = anew};
