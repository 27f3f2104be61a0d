/* SPDX-License-Identifier: MIT */
#include "message.h"

#include <string.h>

#include "letters.h"

enum { STEP = 65536, MOST_JOINED = 256, PIECE = 65536, LEAST_NUMBER = 10 };

/* A replacement of [from, to) in the message: by `made`, or if it is the length of a message, by the new length. */
struct patch {
  size_t from, to, made, len;
  size_t content;  /* bytes of the message with this length */
  int64_t grown;   /* total change within it */
  uint32_t parent; /* plus 1 */
  bool is_length;
};

static struct patch *patch_at(const struct dfmto_share_message *x, size_t i) {
  return (struct patch *)(void *)x->patches.ptr + i;
}

static size_t n_patches(const struct dfmto_share_message *x) { return x->patches.len / sizeof(struct patch); }

static struct dfmto_share_message_level *top(struct dfmto_share_message *x) { return &x->levels[x->depth]; }

void dfmto_share_message_begin(struct dfmto_share_message *x, dfmt_str carrier) {
  x->state = DFMTO_MESSAGE_GATHER;
  x->carrier = carrier;
  x->in.len = x->made.len = x->patches.len = 0;
  x->at = x->depth = 0;
  x->begun = x->hides = false;
  x->n_spans = x->left = 0;
}

bool dfmto_share_message_gather(struct dfmto_share_message *x, struct dfmto_share_filter *f, const uint8_t *p,
                                size_t n) {
  return !n || dfmti_buf_append(f->x->mem, &x->in, p, n);
}

/* ---- replacing ---- */

static bool add_patch(struct dfmto_share_message *x, struct dfmto_share_filter *f, struct patch p) {
  return dfmti_buf_append(f->x->mem, &x->patches, &p, sizeof p);
}

/* Adds patches for the lengths of all open messages, outermost first, so that patches are in order. */
static bool open_lengths(struct dfmto_share_message *x, struct dfmto_share_filter *f) {
  for (unsigned i = 1; i <= x->depth; i++) {
    struct dfmto_share_message_level *l = &x->levels[i];
    const struct patch p = {.from = l->length,
                            .to = l->content,
                            .content = l->end - l->content,
                            .parent = x->levels[i - 1].patch,
                            .is_length = true};
    if (l->patch) continue;
    if (!add_patch(x, f, p)) return false;
    l->patch = (uint32_t)n_patches(x);
  }
  return true;
}

static bool replace(struct dfmto_share_message *x, struct dfmto_share_filter *f, const uint8_t *p, size_t n,
                    size_t from, size_t to, bool has_length) {
  uint8_t length[DFMTI_WIRE_MOST];
  const size_t before = x->made.len, head = has_length ? dfmti_wire_put(n, length) : 0;
  const struct patch patch = {
      .from = from, .to = to, .made = before, .len = head + n, .parent = x->depth ? top(x)->patch : 0};
  bool good = (!head || dfmti_buf_append(f->x->mem, &x->made, length, head)) &&
              (!n || dfmti_buf_append(f->x->mem, &x->made, p, n)) && add_patch(x, f, patch);
  if (!good) x->made.len = before;
  return good;
}

/* ---- numbers and bytes ---- */

static void count(struct dfmto_share_message *x, struct dfmto_share_filter *f, uint32_t value) {
  x->n_spans++;
  if (value != UINT32_MAX) dfmto_share_filter_count(f, value, DFMTO_BY_LEARNED, DFMTO_NUMBER);
}

/* A value with the digits of a whole number; UINT32_MAX: none. */
static uint32_t known_digits(const struct dfmto_share_trie *t, const uint8_t *p, size_t n) {
  uint32_t node = 0;
  if (n < LEAST_NUMBER || !t->nodes.len) return UINT32_MAX;
  for (size_t i = 0; i < n; i++)
    if (!(node = dfmto_share_trie_step(t, node, p[i]))) return UINT32_MAX;
  return dfmto_share_trie_end(t, node) - 1;
}

static uint32_t known_mac(const struct dfmto_share_filter *f, uint64_t v) {
  uint8_t hex[12];
  for (size_t i = 12; i-- > 0; v >>= 4) hex[i] = (uint8_t)"0123456789abcdef"[v & 15];
  return v ? UINT32_MAX : dfmto_share_values_find(f->x->values, DFMTO_MAC, hex, sizeof hex);
}

static uint32_t known_number(const struct dfmto_share_filter *f, uint64_t v) {
  uint8_t digits[20];
  size_t n = sizeof digits;
  const uint64_t number = v;
  for (; v; v /= 10) digits[--n] = (uint8_t)('0' + v % 10);
  const uint32_t known = known_digits(&f->x->values->digits, digits + n, sizeof digits - n);
  return known != UINT32_MAX ? known : known_mac(f, number);
}

static bool is_wanted(const struct dfmto_share_filter *f, uint32_t value) {
  return value != UINT32_MAX && !f->learning && f->x->classes >> dfmto_share_value_at(f->x->values, value)->cls & 1;
}

static bool take_number(struct dfmto_share_message *x, struct dfmto_share_filter *f) {
  static const uint8_t zeros[8];
  const struct dfmto_share_field *d = &x->field;
  const uint32_t value = f->learning ? UINT32_MAX : known_number(f, d->number);
  const size_t n = d->wire == DFMTI_WIRE_VARINT ? 1 : sizeof zeros;
  if (!is_wanted(f, value)) return true;
  if (!dfmto_share_filter_may_count(f, value, DFMTO_BY_LEARNED, DFMTO_NUMBER) || !open_lengths(x, f) ||
      !replace(x, f, zeros, n, d->value, d->end, false))
    return false;
  count(x, f, value);
  return true;
}

/* Bytes of a MAC or IPv6 address. */
static uint32_t known_bytes(const struct dfmto_share_filter *f, const uint8_t *p, size_t n) {
  uint8_t hex[32];
  if (n != 6 && n != 16) return UINT32_MAX;
  for (size_t i = 0; i < n; i++) {
    hex[2 * i] = (uint8_t)"0123456789abcdef"[p[i] >> 4];
    hex[2 * i + 1] = (uint8_t)"0123456789abcdef"[p[i] & 15];
  }
  return dfmto_share_values_find(f->x->values, n == 6 ? DFMTO_MAC : DFMTO_IPV6, hex, 2 * n);
}

static bool zero(struct dfmto_share_message *x, struct dfmto_share_filter *f, size_t from, size_t to, uint32_t value) {
  static const uint8_t zeros[256];
  for (size_t n; from < to; from += n) {
    n = dfmti_min(to - from, sizeof zeros);
    if (!replace(x, f, zeros, n, from, from + n, false)) return false;
  }
  return value == UINT32_MAX || dfmto_share_filter_may_count(f, value, DFMTO_BY_LEARNED, DFMTO_NUMBER);
}

static bool zero_found(struct dfmto_share_message *x, struct dfmto_share_filter *f, size_t at) {
  struct dfmto_share_scan *s = f->x;
  const size_t before = x->patches.len;
  bool good = true;
  for (size_t i = 0; good && i < dfmto_share_n_found(s); i++) {
    const struct dfmto_share_span *h = dfmto_share_found_at(s, i);
    good = zero(x, f, at + h->start, at + h->end, h->value);
  }
  if (!good) x->patches.len = before;
  for (size_t i = 0; good && i < dfmto_share_n_found(s); i++) count(x, f, dfmto_share_found_at(s, i)->value);
  return good;
}

/* Finds known and recognisable values in s->found, without learning from the text. */
static bool scan_known(struct dfmto_share_scan *s, const uint8_t *p, size_t n) {
  s->known_only = true;
  s->learning = false;
  bool good = dfmto_share_scan_text(s, p, n);
  s->known_only = false;
  return good;
}

/* Searches printable runs for known values: other bytes count as line ends. */
static bool search_bytes(struct dfmto_share_message *x, struct dfmto_share_filter *f, size_t at, size_t n) {
  const uint8_t *p = x->in.ptr + at;
  x->text.len = 0;
  if (!dfmti_buf_append(f->x->mem, &x->text, p, n)) return false;
  for (size_t i = 0; i < n; i++)
    if (p[i] < ' ' || p[i] > '~') x->text.ptr[i] = '\n';
  if (!scan_known(f->x, x->text.ptr, n)) return false;
  return !dfmto_share_n_found(f->x) || (open_lengths(x, f) && zero_found(x, f, at));
}

/* Size of the next piece: up to the last byte in it that is not printable. */
static size_t piece_of(const uint8_t *p, size_t n) {
  if (n <= PIECE) return n;
  for (size_t i = PIECE; i > PIECE / 2; i--)
    if (p[i - 1] < ' ' || p[i - 1] > '~') return i;
  return PIECE;
}

/* Takes one piece at a time; earlier ones are not repeated. */
static bool take_bytes(struct dfmto_share_message *x, struct dfmto_share_filter *f, bool *over) {
  const struct dfmto_share_field *d = &x->field;
  *over = f->learning || x->used == d->end - d->content;
  if (*over) return true;
  const size_t at = d->content + x->used, n = piece_of(x->in.ptr + at, d->end - at);
  if (!search_bytes(x, f, at, n)) return false;
  x->used += n;
  return true;
}

/* ---- texts ---- */

/* A name of a setting or property. */
static bool is_key(const uint8_t *p, size_t n) {
  bool parts = false;
  if (!n || n > DFMTO_MESSAGE_KEY) return false;
  for (size_t i = 0; i < n; i++) {
    const bool between = p[i] == '_' || p[i] == '.';
    if (!between && !dfmto_share_is_digit(p[i]) && !(p[i] >= 'a' && p[i] <= 'z')) return false;
    parts |= between;
  }
  return parts;
}

/* "android_id" and the value after it are scanned as one line. */
static bool join(struct dfmto_share_message *x, struct dfmto_share_filter *f) {
  struct dfmti_mem *m = f->x->mem;
  const struct dfmto_share_message_level *l = top(x);
  const uint8_t *p = x->in.ptr + x->field.content;
  const size_t n = x->field.end - x->field.content;
  const bool both = l->key_len && n <= MOST_JOINED && !memchr(p, '\n', n);
  x->text.len = x->key_len = 0;
  if (both && !(dfmti_buf_append(m, &x->text, x->in.ptr + l->key, l->key_len) && dfmti_buf_append(m, &x->text, "=", 1)))
    return false;
  x->key_len = x->text.len;
  return dfmti_buf_append(m, &x->text, p, n);
}

static bool begin_text(struct dfmto_share_message *x, struct dfmto_share_filter *f) {
  if (x->begun) return true;
  if (!join(x, f) || !dfmto_share_filter_begin(f, x->carrier)) return false;
  x->used = 0;
  return x->begun = true;
}

/* The key is unchanged, as it was scanned before. */
static bool patch_text(struct dfmto_share_message *x, struct dfmto_share_filter *f) {
  const size_t head = dfmti_min(x->key_len, f->out.len);
  if (f->learning || !f->n_spans) return true;
  return open_lengths(x, f) && replace(x, f, f->out.ptr + head, f->out.len - head, x->field.value, x->field.end, true);
}

static bool take_text(struct dfmto_share_message *x, struct dfmto_share_filter *f) {
  size_t used;
  struct dfmto_share_message_level *l = top(x);
  const size_t n = x->field.end - x->field.content;
  if (!begin_text(x, f)) return false;
  bool good = dfmto_share_filter_feed(f, x->text.ptr + x->used, x->text.len - x->used, &used);
  x->used += used;
  if (!good || !dfmto_share_filter_end(f) || !patch_text(x, f)) return false;
  x->n_spans += f->n_spans;
  if (f->left && !x->left) x->left = f->left;
  x->hides |= f->hides;
  l->key_len = !f->n_spans && is_key(x->in.ptr + x->field.content, n) ? n : 0;
  l->key = x->field.content;
  f->out.len = 0;
  x->begun = false;
  return true;
}

/* ---- one field after the other ---- */

static bool push(struct dfmto_share_message *x) {
  if (x->depth == DFMTO_MESSAGE_LEVELS) {
    x->state = DFMTO_MESSAGE_BROKEN;
    return true;
  }
  top(x)->key_len = 0;
  x->levels[++x->depth] = (struct dfmto_share_message_level){
      .length = x->field.value, .content = x->field.content, .end = x->field.end, .patch = 0};
  x->at = x->field.content;
  return true;
}

/* What was found in a text lies within texts of the message that it may also be. */
static bool lie_inside(const struct dfmto_share_message *x, const struct dfmto_share_scan *s) {
  const uint8_t *p = x->in.ptr + x->field.content;
  const size_t n = x->field.end - x->field.content;
  struct dfmto_share_field f = {.end = 0};
  for (size_t i = 0; i < dfmto_share_n_found(s); i++) {
    const struct dfmto_share_span *h = dfmto_share_found_at(s, i);
    while (f.end <= h->start)
      if (!dfmto_share_field_at(p, f.end, n, &f)) return false;
    if (f.wire != DFMTI_WIRE_BYTES || h->start < f.content || h->end > f.end) return false;
  }
  return true;
}

/*
 * A text that could be a message is treated as one, unless that would cut something found in it. If it begins with a
 * line feed it is always a message, as its length would be taken for part of a text. *is: the decision.
 */
static bool choose(struct dfmto_share_message *x, struct dfmto_share_filter *f, enum dfmto_share_content *is) {
  struct dfmto_share_scan *s = f->x;
  const uint8_t *p = x->in.ptr + x->field.content;
  const size_t n = x->field.end - x->field.content;
  *is = DFMTO_CONTENT_MESSAGE;
  if (*p == '\n' || n > PIECE) return true;
  s->learning = true;
  if (f->learning) return dfmto_share_scan_text(s, p, n);
  if (!scan_known(s, p, n)) return false;
  if (!lie_inside(x, s)) *is = DFMTO_CONTENT_TEXT;
  return true;
}

static bool take_content(struct dfmto_share_message *x, struct dfmto_share_filter *f) {
  const uint8_t *p = x->in.ptr + x->field.content;
  const size_t n = x->field.end - x->field.content;
  const uint32_t known = f->learning ? UINT32_MAX : known_bytes(f, p, n);
  if (is_wanted(f, known)) {
    if (!open_lengths(x, f) || !zero(x, f, x->field.content, x->field.end, known)) return false;
    count(x, f, known);
    x->at = x->field.end;
    return true;
  }
  enum dfmto_share_content is = n ? dfmto_share_content_of(p, n) : DFMTO_CONTENT_BYTES;
  if (is == DFMTO_CONTENT_EITHER && !choose(x, f, &is)) return false;
  if (is == DFMTO_CONTENT_MESSAGE) return push(x);
  x->at = x->field.end;
  x->used = 0;
  if (n) x->state = is == DFMTO_CONTENT_TEXT ? DFMTO_MESSAGE_TEXT : DFMTO_MESSAGE_BYTES;
  return true;
}

static bool take_field(struct dfmto_share_message *x, struct dfmto_share_filter *f) {
  struct dfmto_share_field *d = &x->field;
  if (!dfmto_share_field_at(x->in.ptr, x->at, top(x)->end, d)) {
    x->state = DFMTO_MESSAGE_BROKEN;
    return true;
  }
  if (d->wire == DFMTI_WIRE_BYTES) return take_content(x, f);
  if (d->wire != DFMTI_WIRE_FIXED32 && !take_number(x, f)) return false;
  x->at = d->end;
  return true;
}

static bool walk(struct dfmto_share_message *x, struct dfmto_share_filter *f) {
  if (x->at < top(x)->end) return take_field(x, f);
  if (x->depth)
    x->depth--;
  else
    x->state = DFMTO_MESSAGE_MEND;
  return true;
}

/* ---- assembling ---- */

/* Inner ones first. */
static bool mend_lengths(struct dfmto_share_message *x, struct dfmto_share_filter *f) {
  uint8_t length[DFMTI_WIRE_MOST];
  for (size_t i = n_patches(x); i-- > 0;) {
    struct patch *p = patch_at(x, i);
    if (p->is_length) {
      p->made = x->made.len;
      p->len = dfmti_wire_put((uint64_t)((int64_t)p->content + p->grown), length);
      if (!p->grown) p->len = p->to - p->from; /* encoded as before */
      if (!dfmti_buf_append(f->x->mem, &x->made, p->grown ? length : x->in.ptr + p->from, p->len)) return false;
    }
    const int64_t grown = p->grown + (int64_t)p->len - (int64_t)(p->to - p->from);
    if (p->parent) patch_at(x, p->parent - 1)->grown += grown;
  }
  return true;
}

static bool mend(struct dfmto_share_message *x, struct dfmto_share_filter *f) {
  struct dfmti_mem *m = f->x->mem;
  size_t at = 0;
  for (size_t i = 0; i < n_patches(x); i++) patch_at(x, i)->grown = 0;
  if (!mend_lengths(x, f)) return false;
  f->out.len = 0;
  for (size_t i = 0; i < n_patches(x); i++) {
    const struct patch *p = patch_at(x, i);
    if ((p->from > at && !dfmti_buf_append(m, &f->out, x->in.ptr + at, p->from - at)) ||
        !dfmti_buf_append(m, &f->out, x->made.ptr + p->made, p->len))
      return false;
    at = p->to;
  }
  return at == x->in.len || dfmti_buf_append(m, &f->out, x->in.ptr + at, x->in.len - at);
}

static bool finish(struct dfmto_share_message *x, struct dfmto_share_filter *f) {
  if (!f->learning && !mend(x, f)) return false;
  f->n_lines = 0;
  f->n_spans = x->n_spans;
  f->left = x->left;
  f->hides = x->hides;
  x->state = DFMTO_MESSAGE_DONE;
  return true;
}

static bool take_piece(struct dfmto_share_message *x, struct dfmto_share_filter *f) {
  bool over;
  if (!take_bytes(x, f, &over)) return false;
  if (over) x->state = DFMTO_MESSAGE_WALK;
  return true;
}

static bool take_leaf(struct dfmto_share_message *x, struct dfmto_share_filter *f) {
  if (!take_text(x, f)) return false;
  x->state = DFMTO_MESSAGE_WALK;
  return true;
}

static bool begin_walk(struct dfmto_share_message *x) {
  x->levels[0] = (struct dfmto_share_message_level){.end = x->in.len};
  x->state = dfmto_share_are_fields(x->in.ptr, x->in.len) ? DFMTO_MESSAGE_WALK : DFMTO_MESSAGE_BROKEN;
  return true;
}

bool dfmto_share_message_step(struct dfmto_share_message *x, struct dfmto_share_filter *f) {
  bool good = true;
  for (size_t from = x->at, n = 0; good && n < STEP && x->at - from < STEP; n++) {
    switch (x->state) {
      case DFMTO_MESSAGE_GATHER: good = begin_walk(x); break;
      case DFMTO_MESSAGE_WALK: good = walk(x, f); break;
      case DFMTO_MESSAGE_TEXT: good = take_leaf(x, f); break;
      case DFMTO_MESSAGE_BYTES: good = take_piece(x, f); break;
      case DFMTO_MESSAGE_MEND: good = finish(x, f); break;
      default: return true;
    }
  }
  return good;
}

void dfmto_share_message_free(struct dfmti_mem *m, struct dfmto_share_message *x) {
  dfmti_buf_free(m, &x->in);
  dfmti_buf_free(m, &x->made);
  dfmti_buf_free(m, &x->patches);
  dfmti_buf_free(m, &x->text);
}
