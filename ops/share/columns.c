/* SPDX-License-Identifier: MIT */
#include "columns.h"

#include "base/mem.h"
#include "letters.h"

enum { MOST_COLUMNS = 12 };

typedef struct dfmto_share_bytes text;
typedef struct dfmto_share_found found;

static const struct dfmto_share_place network = {.cls = DFMTO_SSID, .extent = DFMTO_TO_FIELD, .announced = true},
                                      user = {.cls = DFMTO_USERNAME, .extent = DFMTO_TO_USER, .announced = true},
                                      person = {.cls = DFMTO_PERSON, .extent = DFMTO_TO_FIELD, .announced = true},
                                      account = {.cls = DFMTO_ACCOUNT, .extent = DFMTO_TO_TOKEN, .announced = true};

static bool begins(text t, size_t at, const char *word) {
  const size_t n = strlen(word);
  return at <= t.n && n <= t.n - at && memcmp(t.p + at, word, n) == 0;
}

static size_t blanks(text t, size_t i) {
  size_t n = 0;
  while (dfmto_share_byte_at(t, i + n) == ' ') n++;
  return n;
}

static size_t shown(text t, size_t i) {
  size_t n = 0;
  while (i + n < t.n && t.p[i + n] > ' ') n++;
  return n;
}

/* Adds a value, if it may be one. Returns how many there are. */
static size_t give(const struct dfmto_share_place *x, text t, found f, struct dfmto_share_given *out, size_t n) {
  struct dfmto_share_given *g = &out[n];
  *g = (struct dfmto_share_given){.at = f, .everywhere = true};
  return n + (n < DFMTO_MOST_GIVEN && f.end > f.start && dfmto_share_judge_value(x, t, &g->at, &g->cls));
}

/* ---- tables ---- */

/* Columns are two blanks or more apart. */
static size_t columns(text t, found out[MOST_COLUMNS]) {
  size_t n = 0;
  for (size_t i = blanks(t, 0); i < t.n && n < MOST_COLUMNS; i += blanks(t, i)) {
    const size_t from = i;
    while (i < t.n && t.p[i] >= ' ' && !(t.p[i] == ' ' && (i + 1 == t.n || t.p[i + 1] == ' '))) i++;
    if (i == from) break;
    out[n++] = (found){from, i};
  }
  return n;
}

static bool is_one_of(text t, found f, const char *words) {
  return dfmto_share_is_listed((text){t.p + f.start, f.end - f.start}, words);
}

static size_t connection(struct dfmto_share_columns *c, text t, struct dfmto_share_given *out) {
  found x[MOST_COLUMNS];
  const size_t n = columns(t, x);
  if (n < 3) c->kind = DFMTO_NO_COLUMNS;
  return n >= 3 && is_one_of(t, x[2], "wifi|802-11-wireless") ? give(&network, t, x[0], out, 0) : 0;
}

static size_t device(struct dfmto_share_columns *c, text t, struct dfmto_share_given *out) {
  found x[MOST_COLUMNS];
  const size_t n = columns(t, x);
  if (n < 3) c->kind = DFMTO_NO_COLUMNS;
  const bool wireless = n >= 3 && is_one_of(t, x[1], "wifi|wifi-p2p");
  return wireless && !is_one_of(t, x[n - 1], "--") ? give(&network, t, x[n - 1], out, 0) : 0;
}

/* "ilsape12  2491  0.0 ..." */
static size_t process(struct dfmto_share_columns *c, text t, struct dfmto_share_given *out) {
  const size_t n = shown(t, 0), gap = blanks(t, n);
  if (!n || !gap || !dfmto_share_is_digit(dfmto_share_byte_at(t, n + gap))) {
    c->kind = DFMTO_NO_COLUMNS;
    return 0;
  }
  return t.p[n - 1] == '+' ? 0 : give(&user, t, (found){0, n}, out, 0); /* '+': it is cut */
}

/* ---- blocks ---- */

static size_t access_point(struct dfmto_share_columns *c, text t, struct dfmto_share_given *out) {
  size_t from = blanks(t, 0), end = t.n;
  if (from == t.n) return 0;
  if (from <= c->depth) {
    c->kind = DFMTO_NO_COLUMNS;
    return 0;
  }
  while (end > from && t.p[end - 1] <= ' ') end--;
  if (from > c->depth + 4 || t.p[end - 1] != ':') return 0;
  end--;
  const uint8_t q = t.p[from];
  if (end > from + 1 && (q == '"' || q == '\'') && t.p[end - 1] == q) from++, end--;
  return give(&network, t, (found){from, end}, out, 0);
}

static size_t quoted_network(struct dfmto_share_columns *c, text t, struct dfmto_share_given *out) {
  const size_t from = blanks(t, 0);
  const uint8_t *last = dfmto_share_byte_at(t, from) == '"' ? memchr(t.p + from + 1, '"', t.n - from - 1) : NULL;
  if (!from || !last) {
    c->kind = DFMTO_NO_COLUMNS;
    return 0;
  }
  return give(&network, t, (found){from + 1, (size_t)(last - t.p)}, out, 0);
}

/* ---- lines of fixed fields ---- */

/* "jane:x:1000:1000:Jane Doe,,,:/home/jane:/bin/bash", of users that are not the system's. */
static size_t passwd(text t, struct dfmto_share_given *out) {
  enum { FIELDS = 6, LEAST_USER = 1000, NOBODY = 65534 };
  size_t at[FIELDS], n = 0, id = 0;
  if (!dfmto_share_is_letter(*t.p) && *t.p != '_') return 0;
  for (size_t i = 0; i < t.n && n < FIELDS; i++)
    if (t.p[i] == ':')
      at[n++] = i;
    else if (n == 0 && i > 32)
      return 0;
  if (n < FIELDS || at[1] != at[0] + 2 || !dfmto_share_is_one_of(t.p[at[0] + 1], "x*") || at[2] > at[1] + 10) return 0;
  for (size_t i = at[1] + 1; i < at[2]; i++) {
    if (!dfmto_share_is_digit(t.p[i])) return 0;
    id = id * 10 + t.p[i] - '0';
  }
  if (id < LEAST_USER || id == NOBODY) return 0;
  const uint8_t *comma = memchr(t.p + at[3] + 1, ',', at[4] - at[3] - 1);
  const size_t name = comma ? (size_t)(comma - t.p) : at[4];
  return give(&person, t, (found){at[3] + 1, name}, out, give(&user, t, (found){0, at[0]}, out, 0));
}

/* Where " u0 " begins: the user of a sync, after the account and what is synchronised. */
static size_t before_sync_user(text t) {
  for (size_t i = 1; i + 2 < t.n; i++) {
    if (t.p[i] != ' ' || t.p[i + 1] != 'u' || !dfmto_share_is_digit(t.p[i + 2])) continue;
    size_t end = i + 2;
    while (dfmto_share_is_digit(dfmto_share_byte_at(t, end))) end++;
    if (end == t.n || t.p[end] == ' ') return i;
  }
  return 0;
}

/* "0.4s jane/com.example.mail u0", "jane (com.example.mail) u0 [" */
static size_t sync_account(text t, struct dfmto_share_given *out) {
  const size_t end = before_sync_user(t);
  size_t from = end;
  while (from && t.p[from - 1] > ' ') from--;
  if (end && t.p[end - 1] == ')' && from && t.p[from] == '(') {
    size_t first = from - 1;
    while (first && t.p[first - 1] > ' ') first--;
    return give(&account, t, (found){first, from - 1}, out, 0);
  }
  const uint8_t *slash = end > from ? memchr(t.p + from, '/', end - from) : NULL;
  return slash ? give(&account, t, (found){from, (size_t)(slash - t.p)}, out, 0) : 0;
}

/* "Example-12  jane  1024  Sun 17 Mar ...": a job of a printer. */
static size_t print_job(text t, struct dfmto_share_given *out) {
  const size_t name = shown(t, 0), from = name + blanks(t, name), n = shown(t, from),
               size = from + n + blanks(t, from + n);
  size_t i = name;
  while (i && dfmto_share_is_digit(t.p[i - 1])) i--;
  if (i < 2 || i == name || t.p[i - 1] != '-' || from == name || !dfmto_share_is_digit(dfmto_share_byte_at(t, size)))
    return 0;
  size_t day = size;
  while (dfmto_share_is_digit(dfmto_share_byte_at(t, day))) day++;
  day += blanks(t, day);
  static const char days[] = "mon|tue|wed|thu|fri|sat|sun";
  const bool dated = t.n > day + 3 && t.p[day + 3] == ' ' && dfmto_share_is_listed((text){t.p + day, 3}, days);
  return dated ? give(&user, t, (found){from, from + n}, out, 0) : 0;
}

/* ---- a line ---- */

static bool has(text t, const char *a, const char *b) {
  const size_t reach = 200;
  return dfmto_share_word_before(t, dfmti_min(t.n, reach), reach, a) &&
         dfmto_share_word_before(t, dfmti_min(t.n, reach), reach, b);
}

/* It begins a table or a block. */
static bool is_heading(struct dfmto_share_columns *c, const struct dfmto_share_where *w, text t) {
  const size_t from = blanks(t, 0);
  if (!dfmto_share_is_one_of(dfmto_share_byte_at(t, from), "NDUaL")) return false;
  enum dfmto_share_columns_kind kind = DFMTO_NO_COLUMNS;
  if (begins(t, from, "NAME ") && has(t, " uuid ", " type"))
    kind = DFMTO_CONNECTIONS;
  else if (begins(t, from, "DEVICE ") && has(t, " state", " connection"))
    kind = DFMTO_DEVICES;
  else if (w->field && begins(t, 0, "USER ") && begins(t, 4 + blanks(t, 4), "PID"))
    kind = DFMTO_PROCESSES;
  else if (begins(t, from, "access-points:"))
    kind = DFMTO_ACCESS_POINTS;
  else if (begins(t, 0, "List of SSIDs"))
    kind = DFMTO_NETWORKS;
  if (kind == DFMTO_NO_COLUMNS) return false;
  *c = (struct dfmto_share_columns){kind, from};
  return true;
}

size_t dfmto_share_columns_next(struct dfmto_share_columns *c, const struct dfmto_share_where *w,
                                struct dfmto_share_bytes t, struct dfmto_share_given *out) {
  static const char content[] = "content";
  if (!t.n || is_heading(c, w, t)) return 0;
  switch (c->kind) {
    case DFMTO_CONNECTIONS: return connection(c, t, out);
    case DFMTO_DEVICES: return device(c, t, out);
    case DFMTO_PROCESSES: return process(c, t, out);
    case DFMTO_ACCESS_POINTS: return access_point(c, t, out);
    case DFMTO_NETWORKS: return quoted_network(c, t, out);
    default: break;
  }
  if (w->service.n == sizeof content - 1 && memcmp(w->service.text, content, w->service.n) == 0)
    return sync_account(t, out);
  if (w->field && memchr(t.p, '-', dfmti_min(t.n, 64)) && print_job(t, out)) return 1;
  return passwd(t, out);
}
