/* SPDX-License-Identifier: MIT */
/*
 * Each text in UTF-16, after a byte order mark, in another text and in a mail: it is recognised and gives what it gives
 * as it is, but for offsets and sizes, which are those of its own bytes.
 *
 *   carriers [--corpus | FILE …]
 */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "carried.h"
#include "harness.h"
#include "samples.h"
#include "transcript.h"

static const struct way {
  const char *name;
  enum carried how;
  bool mark, gzip;
  uint32_t wrapper;
} ways[] = {
    {"UTF-16LE", CARRIED_LITTLE, true, false, DFMT_WRAPPER_UTF16LE},
    {"UTF-16LE without a mark", CARRIED_LITTLE, false, false, DFMT_WRAPPER_UTF16LE},
    {"UTF-16BE", CARRIED_BIG, true, false, DFMT_WRAPPER_UTF16BE},
    {"UTF-16BE without a mark", CARRIED_BIG, false, false, DFMT_WRAPPER_UTF16BE},
    {"UTF-8 after a mark", CARRIED_MARK, true, false, DFMT_WRAPPER_NONE},
    {"UTF-16LE in gzip", CARRIED_LITTLE, true, true, DFMT_WRAPPER_GZIP},
    {"UTF-16BE in gzip, without a mark", CARRIED_BIG, false, true, DFMT_WRAPPER_GZIP},
    {"UTF-8 after a mark in gzip", CARRIED_MARK, true, true, DFMT_WRAPPER_GZIP},
    {"quoted", CARRIED_QUOTED, false, false, DFMT_WRAPPER_TEXT},
    {"indented", CARRIED_INDENTED, false, false, DFMT_WRAPPER_TEXT},
    {"between fences", CARRIED_FENCED, false, false, DFMT_WRAPPER_TEXT},
    {"in a mail", CARRIED_MAIL, false, false, DFMT_WRAPPER_TEXT},
    {"in a mail in gzip", CARRIED_MAIL, false, true, DFMT_WRAPPER_GZIP},
    {"quoted in gzip", CARRIED_QUOTED, false, true, DFMT_WRAPPER_GZIP},
    {"between fences in gzip", CARRIED_FENCED, false, true, DFMT_WRAPPER_GZIP},
};

/* Characters that UTF-16 has, too; what begins with no ASCII or has others is not told without a mark. */
static bool is_text(const struct bytes *b) {
  size_t wide = 0;
  for (size_t i = 0; i < b->len; i++) {
    const uint8_t c = b->ptr[i];
    const size_t n = c < 0x80 ? 1 : c < 0xc2 ? 0 : c < 0xe0 ? 2 : c < 0xf0 ? 3 : c < 0xf5 ? 4 : 0;
    if (n == 0 || n > b->len - i || c == 0) return false;
    for (size_t k = 1; k < n; k++)
      if ((b->ptr[i + k] & 0xc0) != 0x80) return false;
    if (c == 0xe0 || c == 0xed || c == 0xf0 || c == 0xf4) return false; /* some of these are no characters */
    wide += n > 1;
    i += n - 1;
  }
  return b->len >= 8 && b->ptr[0] < 0x80 && wide * 100 < b->len;
}

static bool holds(const uint8_t *p, size_t n, const char *word) {
  const size_t len = strlen(word);
  size_t i = 0;
  while (i + len <= n && memcmp(p + i, word, len) != 0) i++;
  return i + len <= n;
}

/* Whether what follows the first line, in sight of whoever looks, tells that it is no word or example. */
static bool is_told(const struct sample *s) {
  static const char *const words[] = {
      "\nExecutablePath: ", "\nProcMaps:", "\nDistroRelease: ", "\nUname: ", "\nCoreDump: base64"};
  const size_t n = s->bytes.len < 16384 ? s->bytes.len : 16384;
  bool told = s->format->id == DFMT_BUGREPORT && holds(s->bytes.ptr, n, "pid: ");
  for (size_t i = 0; i < ARRAY_LEN(words) && s->format->id == DFMT_APPORT; i++)
    told |= holds(s->bytes.ptr, n, words[i]);
  return told;
}

/*
 * Whether it is a report that is found in another text, as a whole: its first line begins it, and no other line ends
 * it there. An empty line in a report of Apport's is damage, or its end.
 */
static bool is_found_in_text(const struct sample *s, const struct transcript *plain) {
  const struct bytes *b = &s->bytes;
  const char *const start =
      s->format->id == DFMT_APPORT ? "ProblemType: Crash\n" : "*** *** *** *** *** *** *** *** ***";
  if (s->format->id != DFMT_APPORT && s->format->id != DFMT_BUGREPORT) return false;
  if (!is_told(s) || plain->final != DFMT_END || b->len < 40 || memcmp(b->ptr, start, strlen(start)) != 0) return false;
  for (size_t i = 1; i < b->len; i++)
    if (s->format->id == DFMT_APPORT && b->ptr[i - 1] == '\n' && (b->ptr[i] == '\n' || b->ptr[i] == '\r')) return false;
  return b->ptr[b->len - 1] == '\n';
}

/* What is said of the text around a report is said of no event. */
static void drop_notes(struct transcript *t) {
  size_t kept = 0;
  for (size_t i = 0; i < t->n; i++) {
    const struct entry e = t->entries[i];
    const size_t n = e.end - e.start;
    char number[32];
    snprintf(number, sizeof number, "\"number\":%d,", DFMT_ERR_CODEC_EXCERPT);
    const bool drop = e.type == DFMT_DIAGNOSTIC && holds(t->text.ptr + e.start, n, number);
    if (!drop) {
      t->entries[kept++] = e;
      continue;
    }
    memmove(t->text.ptr + e.start, t->text.ptr + e.end, t->text.len - e.end);
    t->text.len -= n;
    for (size_t k = i + 1; k < t->n; k++) {
      t->entries[k].start -= n;
      t->entries[k].end -= n;
    }
  }
  t->n = kept;
}

/* Numbers that are places and sizes, and those of messages, out of lines of JSON. lines: those of lines stay. */
static void without_places(const struct transcript *t, bool lines, struct bytes *to) {
  static const char *const names[] = {"\"offset\":",    "\"byte_offset\":", "\"start_offset\":", "\"body_offset\":",
                                      "\"body_size\":", "\"text_size\":",   "\"skipped\":",      "\"message\":\"",
                                      "\"needed\":",    "\"line\":"};
  const size_t n_names = ARRAY_LEN(names) - lines;
  const char *p = (const char *)t->text.ptr, *end = p + t->text.len;
  to->len = 0;
  bytes_fill(to, 0, t->text.len); /* at most: byte by byte it is written without calls */
  size_t len = 0;
  for (bool inside = false; p < end; p++) {
    if (inside && isdigit((unsigned char)*p)) continue;
    if (inside && (*p == ',' || *p == '}' || *p == '\n')) inside = false;
    to->ptr[len++] = (uint8_t)*p;
    for (size_t i = 0; *p == ':' || *p == '"' ? i < n_names : false; i++) {
      const size_t n = strlen(names[i]);
      inside |= len >= n && memcmp(to->ptr + len - n, names[i], n) == 0;
    }
  }
  to->len = len;
}

static void check_places(const uint64_t *places, const struct transcript *plain, const struct transcript *carried) {
  for (size_t i = 0; i < plain->n && i < carried->n; i++) {
    const struct entry *a = &plain->entries[i], *b = &carried->entries[i];
    const uint64_t from = places[a->offset], to = places[a->offset + a->length];
    const bool head = a->offset == 0 && b->offset == 0; /* what is said of the whole input */
    check(head || b->offset == from, "event %zu is at %llu, not %llu", i, (unsigned long long)b->offset,
          (unsigned long long)from);
    check(b->length == (a->length ? to - from : 0), "event %zu has %llu bytes, not %llu", i,
          (unsigned long long)b->length, (unsigned long long)(to - from));
  }
}

/* The number after a name in a line of JSON. */
static bool number_in(const struct transcript *t, const struct entry *e, const char *name, uint64_t *v) {
  const size_t n = strlen(name);
  for (size_t i = e->start; i + n < e->end; i++) {
    if (memcmp(t->text.ptr + i, name, n) != 0) continue;
    *v = strtoull((const char *)t->text.ptr + i + n, NULL, 10);
    return true;
  }
  return false;
}

/* Lines of a mail, some of which are joined, have the numbers that they have in the file. */
static void check_lines(const struct bytes *file, const struct transcript *t) {
  uint64_t counted = 0, breaks = 0; /* of the bytes up to there: most events follow one another */
  for (size_t i = 0; i < t->n; i++) {
    const struct entry *e = &t->entries[i];
    uint64_t line, place = e->offset;
    if (!number_in(t, e, "\"line\":", &line)) continue;
    if (!number_in(t, e, "\"start_offset\":", &place)) (void)number_in(t, e, "\"byte_offset\":", &place);
    if (place > file->len) place = file->len;
    place += carried_joins(file->ptr + place, file->len - (size_t)place);
    if (place < counted) counted = breaks = 0;
    for (; counted < place; counted++) breaks += file->ptr[counted] == '\n';
    check(line == breaks + 1, "event %zu is on line %llu, not %llu", i, (unsigned long long)line,
          (unsigned long long)breaks + 1);
  }
}

static void check_guess(const struct sample *s, const struct way *w, const struct bytes *file) {
  dfmt_probe plain[8], carried[8];
  uint32_t n = 0, m = 0;
  check_status(dfmt_identify(NULL, s->bytes.ptr, s->bytes.len, NULL, plain, 8, &n), DFMT_OK, NULL, "dfmt_identify");
  check_status(dfmt_identify(NULL, file->ptr, file->len, NULL, carried, 8, &m), DFMT_OK, NULL, "dfmt_identify");
  if (n == 0 || plain[0].format != s->format->id) return;
  check(m > 0 && carried[0].format == plain[0].format && carried[0].variant == plain[0].variant, "format %u",
        m > 0 ? carried[0].format : 0);
  check(m > 0 && carried[0].wrapper == (w->gzip || !plain[0].wrapper ? w->wrapper : plain[0].wrapper), "wrapper %u",
        m > 0 ? carried[0].wrapper : 0);
}

static void try_way(const struct sample *s, const struct way *w, const struct recipe *recipe,
                    const struct transcript *plain, struct transcript *carried) {
  struct bytes text = {0}, file = {0}, got = {0}, want = {0};
  struct rng rng = {hash_name(s->name)};
  context_set("%s: %s, recover %d, max_inline %llu, identified %d", s->path, w->name, recipe->recover,
              (unsigned long long)recipe->max_inline, recipe->find_format);
  carried_add(&text, w->how, w->mark, s->bytes.ptr, s->bytes.len);
  if (w->gzip)
    gzip_add(&file, text.ptr, text.len);
  else
    bytes_add(&file, text.ptr, text.len);
  const struct slicing how = {.seed = rng_next(&rng), .again = true};
  transcript_read_bytes(carried, s->format->id, file.ptr, file.len, w->gzip ? INPUT_MEMORY : INPUT_CALLS_SEEK, &how,
                        recipe);
  drop_notes(carried);
  without_places(carried, w->how < CARRIED_FENCED, &got);
  without_places(plain, w->how < CARRIED_FENCED, &want);
  check_same(&got, &want, "transcript");
  uint64_t *places = carried_places(w->how, w->mark, s->bytes.ptr, s->bytes.len);
  check_places(places, plain, carried);
  xfree(places);
  if (w->how == CARRIED_MAIL) check_lines(&text, carried);
  check_guess(s, w, &file);
  bytes_free(&text);
  bytes_free(&file);
  bytes_free(&got);
  bytes_free(&want);
}

static size_t n_in_text;

static void try_file(const struct sample *s) {
  const struct recipe recipes[] = {{.style = STYLE_INLINE, .format = s->format},
                                   {.style = STYLE_INLINE, .format = s->format, .recover = true, .max_inline = 64},
                                   {.style = STYLE_DIGEST, .format = s->format, .find_format = true}};
  struct transcript plain = {0}, carried = {0};
  struct rng chosen = {hash_name(s->name)};
  for (size_t i = 0; i < ARRAY_LEN(recipes); i++) {
    context_set("%s: as it is", s->path);
    transcript_read(&plain, s, INPUT_MEMORY, NULL, &recipes[i]);
    if (recipes[i].find_format && plain.final == DFMT_E_UNSUPPORTED) continue;
    drop_notes(&plain); /* a report that is damaged at its start may look like one in another text */
    for (size_t k = 0; k < ARRAY_LEN(ways); k++) {
      if (rng_below(&chosen, brevity()) != 0) continue;
      const bool in_text = ways[k].how >= CARRIED_QUOTED;
      if (in_text && !(recipes[i].find_format && is_found_in_text(s, &plain))) continue;
      try_way(s, &ways[k], &recipes[i], &plain, &carried);
      n_in_text += in_text;
    }
  }
  transcript_free(&plain);
  transcript_free(&carried);
}

int main(int argc, char **argv) {
  struct samples all;
  samples_load(&all, argc, argv);
  size_t n = 0;
  for (size_t i = 0; i < all.n; i++) {
    const struct sample *s = &all.ptr[i];
    if (!s->format->text || s->format->packed || sample_wrapped(s) || !is_text(&s->bytes)) continue;
    try_file(s);
    n++;
  }
  context_set("all");
  check(n > 0 || argc > 1, "no sample is a text");
  check(n_in_text > 0 || argc > 1, "no sample stands in another text");
  samples_free(&all);
  return finish("carriers");
}
