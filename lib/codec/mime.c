/* SPDX-License-Identifier: MIT */
/*
 * A message, line by line (apport spec 8.1), as the report that it was made of:
 *
 *   HEAD --blank line--> BETWEEN --boundary--> PART_HEAD --blank line--> BODY
 *                           BODY --boundary--> PART_HEAD, --closing boundary--> DONE: the rest is passed over
 *
 * A line is taken in pieces of at most LINE bytes, as lines of JSON have any length. What a piece becomes goes to
 * `made`, and from there to the caller as it has room.
 */
#include "mime.h"

#include <string.h>

#include <diagfmt/errors.h>

#include "base/rare.h"
#include "base64.h"

enum { LINE = 1024, BOUNDARY_MOST = 200, NAME_MOST = 200 };

enum state { HEAD, BETWEEN, PART_HEAD, BODY, DONE };

/* What a part is: lines of entries; a text, to be folded; a value that goes on in base64. */
enum part { ENTRIES, TEXT, PACKED };

struct dfmti_unmime {
  enum state state;
  enum part part;
  struct word_of_head {
    bool content_type, encoding, disposition; /* the current header line, which may be continued */
  } header;
  uint8_t boundary[BOUNDARY_MOST], name[NAME_MOST];
  size_t n_boundary, n_name;
  bool base64, json, packed; /* of the part */
  bool begun, fresh;         /* its key is out; nothing of its value is */
  bool pending;              /* a line feed that belongs to the value if another line follows */
  bool open;                 /* entries: the last byte out was no line feed */
  bool inside;               /* the piece goes on with a line */
  struct dfmti_base64 group;
  uint8_t line[LINE];
  size_t n_line;
  uint8_t made[4 * LINE + DFMTI_BASE64_SLACK];
  size_t n_made, n_given;
};

/* ---- recognition ---- */

static DFMTI_RARE uint8_t lower(uint8_t c) { return c >= 'A' && c <= 'Z' ? (uint8_t)(c + 32) : c; }

/* How much of a word in lower case is there. */
static DFMTI_RARE size_t common(const uint8_t *p, size_t n, const char *word) {
  size_t i = 0;
  while (word[i] && i < n && lower(p[i]) == (uint8_t)word[i]) i++;
  return i;
}

static DFMTI_RARE bool starts(const uint8_t *p, size_t n, const char *word) { return !word[common(p, n, word)]; }

static DFMTI_RARE const uint8_t *find(const uint8_t *p, size_t n, const char *word) {
  for (size_t i = 0; i < n; i++)
    if (starts(p + i, n - i, word)) return p + i;
  return NULL;
}

/* What stands after NAME= on a header line, without quotes. */
static DFMTI_RARE bool parameter(const uint8_t *p, size_t n, const char *word, uint8_t *to, size_t cap, size_t *len) {
  const uint8_t *at = find(p, n, word), *end = p + n;
  if (!at) return false;
  at += strlen(word);
  const bool quoted = at < end && *at == '"';
  at += quoted;
  const uint8_t *stop = at;
  while (stop < end && (quoted ? *stop != '"' : *stop != ';' && *stop != ' ' && *stop != '\t')) stop++;
  if (stop == at || (size_t)(stop - at) > cap) return false;
  *len = (size_t)(stop - at);
  memcpy(to, at, *len);
  return true;
}

static const char content_type[] = "content-type:", version[] = "mime-version:";

DFMTI_RARE size_t dfmti_mime_wants(const uint8_t *p, size_t n) {
  if (starts(p, n, content_type) || starts(p, n, version)) return DFMTI_MIME_HEAD;
  return common(p, n, content_type) == n || common(p, n, version) == n ? n + 1 : 0;
}

DFMTI_RARE bool dfmti_mime_is_header(const uint8_t *key, size_t n) {
  return (n + 1 == sizeof content_type - 1 && common(key, n, content_type) == n) ||
         (n + 1 == sizeof version - 1 && common(key, n, version) == n);
}

/* Lines up to the first blank one. An input that ends before it is a message all the same, which is cut, unless its
 * type is another. */
DFMTI_RARE bool dfmti_mime_begins(const uint8_t *p, size_t n) {
  const bool all = n < DFMTI_MIME_HEAD, by_version = starts(p, n, version);
  bool type = false, multipart = false, boundary = false, other = false;
  uint8_t room[BOUNDARY_MOST];
  size_t len;
  if (!by_version && !starts(p, n, content_type)) return false;
  n = dfmti_min(n, DFMTI_MIME_HEAD);
  while (n) {
    const uint8_t *lf = memchr(p, '\n', n);
    const size_t line = lf ? (size_t)(lf - p) : n;
    if (line == 0 || (line == 1 && *p == '\r')) return multipart && boundary;
    if (*p != ' ' && *p != '\t') {
      other = other || (type && !multipart);
      type = starts(p, line, content_type);
    }
    multipart = multipart || (type && find(p, line, "multipart/"));
    boundary = boundary || (type && parameter(p, line, "boundary=", room, sizeof room, &len));
    if (!lf) break;
    p = lf + 1;
    n -= line + 1;
  }
  return all ? (by_version && !other) || multipart : multipart && boundary;
}

DFMTI_RARE struct dfmti_unmime *dfmti_unmime_new(struct dfmti_mem *m) {
  struct dfmti_unmime *x = dfmti_zalloc(m, sizeof *x);
  return x;
}

DFMTI_RARE void dfmti_unmime_free(struct dfmti_mem *m, struct dfmti_unmime *x) {
  if (x) dfmti_free(m, x, sizeof *x);
}

/* ---- output ---- */

static DFMTI_RARE void put(struct dfmti_unmime *x, const void *p, size_t n) {
  if (n) memcpy(x->made + x->n_made, p, n);
  x->n_made += n;
}

static DFMTI_RARE void put_word(struct dfmti_unmime *x, const char *word) { put(x, word, strlen(word)); }

static DFMTI_RARE bool name_ends(const struct dfmti_unmime *x, const char *tail) {
  const size_t n = strlen(tail);
  return x->n_name >= n && memcmp(x->name + x->n_name - n, tail, n) == 0;
}

static DFMTI_RARE bool cut(struct dfmti_unmime *x, const char *tail) {
  const bool there = name_ends(x, tail) && x->n_name > strlen(tail);
  if (there) x->n_name -= strlen(tail);
  return there;
}

/* The key is the name of the file without the suffix that it was given (apport spec 8.3). */
static DFMTI_RARE void put_key(struct dfmti_unmime *x) {
  const bool archive = name_ends(x, ".tar.gz") || name_ends(x, ".tar.zst");
  if (x->part == TEXT && !x->json) (void)cut(x, ".txt");
  if (x->part == PACKED && !archive && !cut(x, ".gz")) (void)cut(x, ".zst");
  if (x->json && !memchr(x->name, '.', x->n_name - dfmti_min(x->n_name, 5)) && cut(x, ".json")) {
    put(x, x->name, x->n_name);
    put_word(x, "Json");
  } else {
    put(x, x->name, x->n_name);
  }
  put_word(x, x->part == PACKED ? ": base64" : ":");
  x->begun = true;
}

/* Text of a value, each line after a blank. Entries go out as they are. */
static DFMTI_RARE void put_text(struct dfmti_unmime *x, const uint8_t *p, size_t n) {
  if (x->part == ENTRIES) {
    put(x, p, n);
    if (n) x->open = p[n - 1] != '\n';
    return;
  }
  if (x->fresh && n) put_word(x, "\n ");
  x->fresh = x->fresh && n == 0;
  while (n) {
    const uint8_t *lf = memchr(p, '\n', n);
    const size_t some = lf ? (size_t)(lf - p) + 1 : n;
    put(x, p, some);
    if (lf) put_word(x, " ");
    p += some;
    n -= some;
  }
}

/* ---- lines ---- */

static DFMTI_RARE dfmt_status decode(struct dfmti_unmime *x, struct dfmti_fault *f) {
  uint8_t bytes[LINE + DFMTI_BASE64_SLACK];
  size_t used = 0, n;
  for (size_t i = 0; i < x->n_line; i++) {
    const uint8_t c = x->line[i];
    const bool good =
        (lower(c) >= 'a' && lower(c) <= 'z') || (c >= '0' && c <= '9') || c == '+' || c == '/' || c == '=';
    if (!good) return dfmti_faulty(f, DFMT_E_FORMAT, DFMT_ERR_CODEC_MIME, "no base64 where a part has that encoding");
  }
  n = dfmti_base64_decode(&x->group, x->line, x->n_line, bytes, &used);
  put_text(x, bytes, n);
  return DFMT_OK;
}

/* The end of a part: entries end in a line feed. */
static DFMTI_RARE dfmt_status end_part(struct dfmti_unmime *x, struct dfmti_fault *f) {
  if (x->state != BODY) return DFMT_OK;
  if (x->part == ENTRIES ? x->open : x->begun) put_word(x, "\n");
  x->open = x->begun = false;
  if (!x->base64 || x->part == PACKED) return DFMT_OK;
  const dfmt_status st = dfmti_base64_end(&x->group, f);
  return st == DFMT_OK ? st : dfmti_faulty(f, DFMT_E_FORMAT, DFMT_ERR_CODEC_MIME, "incomplete base64 of a part");
}

/* A line of a part's body, or a piece of it; cr: the line ended in CR LF. */
static DFMTI_RARE dfmt_status body(struct dfmti_unmime *x, bool whole, struct dfmti_fault *f) {
  if (!x->begun && x->part != ENTRIES) put_key(x);
  if (x->part == PACKED) {
    if (x->n_line == 0 && !x->inside) return DFMT_OK;
    if (!x->inside) put_word(x, "\n ");
    put(x, x->line, x->n_line);
    return DFMT_OK;
  }
  if (x->base64) return decode(x, f);
  if (x->pending) put_text(x, (const uint8_t *)"\n", 1);
  x->pending = whole;
  put_text(x, x->line, x->n_line);
  return DFMT_OK;
}

/* A header line of the message or of a part, or what continues one. */
static DFMTI_RARE void header(struct dfmti_unmime *x) {
  const uint8_t *p = x->line;
  const size_t n = x->n_line;
  if (*p != ' ' && *p != '\t')
    x->header = (struct word_of_head){starts(p, n, content_type), starts(p, n, "content-transfer-encoding:"),
                                      starts(p, n, "content-disposition:")};
  if (x->state == HEAD) {
    if (x->header.content_type && !x->n_boundary)
      (void)parameter(p, n, "boundary=", x->boundary, sizeof x->boundary, &x->n_boundary);
    return;
  }
  if (x->header.encoding && find(p, n, "base64")) x->base64 = true;
  if (x->header.content_type && find(p, n, "application/json")) x->json = true;
  if (x->header.content_type && find(p, n, "application/") && !x->json) x->packed = true;
  if (x->header.disposition) (void)parameter(p, n, "filename=", x->name, sizeof x->name, &x->n_name);
}

static DFMTI_RARE void begin_part(struct dfmti_unmime *x) {
  x->state = PART_HEAD;
  x->header = (struct word_of_head){0};
  x->n_name = 0;
  x->base64 = x->json = x->packed = x->begun = x->pending = x->open = false;
  x->fresh = true;
  x->group = (struct dfmti_base64){0};
}

static DFMTI_RARE void begin_body(struct dfmti_unmime *x) {
  x->part = !x->n_name ? ENTRIES : x->packed && x->base64 ? PACKED : TEXT;
  x->state = BODY;
}

/* 0: none; 1: of a part; 2: the closing one. Blanks after it do not count. */
static DFMTI_RARE int boundary(const struct dfmti_unmime *x) {
  size_t n = x->n_line, len = x->n_boundary;
  while (n && (x->line[n - 1] == ' ' || x->line[n - 1] == '\t')) n--;
  if (x->inside || !len || n < len + 2 || memcmp(x->line, "--", 2) != 0 || memcmp(x->line + 2, x->boundary, len) != 0)
    return 0;
  return n == len + 2 ? 1 : n == len + 4 && memcmp(x->line + len + 2, "--", 2) == 0 ? 2 : 0;
}

/* A line, or a piece of one that goes on (whole false). */
static DFMTI_RARE dfmt_status take_line(struct dfmti_unmime *x, bool whole, struct dfmti_fault *f) {
  const int mark = x->state == HEAD || x->state == DONE ? 0 : boundary(x);
  if (mark) {
    const dfmt_status st = end_part(x, f);
    begin_part(x);
    if (mark == 2) x->state = DONE;
    return st;
  }
  if (x->state == BODY) return body(x, whole, f);
  const bool heads = x->state == HEAD || x->state == PART_HEAD;
  if (!heads || x->inside) return DFMT_OK;
  if (x->n_line) {
    header(x);
  } else if (x->state == HEAD) {
    x->state = BETWEEN;
  } else {
    begin_body(x);
  }
  return DFMT_OK;
}

/* ---- a step ---- */

/* Moves what was made to the caller. false: there is no room for all. */
static DFMTI_RARE bool give(struct dfmti_unmime *x, struct dfmti_io *io) {
  const size_t n = dfmti_min(x->n_made - x->n_given, io->out_len);
  if (n) memcpy(io->out, x->made + x->n_given, n);
  dfmti_io_advance(io, 0, n);
  x->n_given += n;
  if (x->n_given < x->n_made) return false;
  x->n_made = x->n_given = 0;
  return true;
}

/* Takes input up to a line's end, or until the line is full. true: there is a piece; *whole: it ends its line. */
static DFMTI_RARE bool gather(struct dfmti_unmime *x, struct dfmti_io *io, bool last, bool *whole) {
  const uint8_t *lf = io->in_len ? memchr(io->in, '\n', io->in_len) : NULL;
  const size_t there = lf ? (size_t)(lf - io->in) : io->in_len, n = dfmti_min(there, LINE - x->n_line);
  if (n) memcpy(x->line + x->n_line, io->in, n);
  x->n_line += n;
  *whole = lf && n == there;
  dfmti_io_advance(io, n + *whole, 0);
  if (*whole && x->n_line && x->line[x->n_line - 1] == '\r') x->n_line--;
  return *whole || x->n_line == LINE || (last && !io->in_len && x->n_line);
}

DFMTI_RARE dfmt_status dfmti_unmime_step(struct dfmti_unmime *x, struct dfmti_io *io, bool last,
                                         struct dfmti_fault *f) {
  bool whole;
  while (give(x, io)) {
    if (!gather(x, io, last, &whole)) {
      if (!last) return DFMT_OK;
      if (x->state == DONE) return DFMT_END;
      if (x->state == BODY) { /* once: what there is of the part comes first */
        const dfmt_status st = end_part(x, f);
        x->state = BETWEEN;
        if (st == DFMT_OK && x->n_made) continue;
      }
      return dfmti_faulty(f, DFMT_E_TRUNCATED, DFMT_ERR_CODEC_MIME, "the message ends before its closing boundary");
    }
    const dfmt_status st = take_line(x, whole, f);
    x->inside = !whole;
    x->n_line = 0;
    if (st != DFMT_OK) return st;
  }
  return DFMT_OK;
}
