/* SPDX-License-Identifier: MIT */
/*
 * A flame graph as one self-contained SVG file: readable without a script, with full names as tooltips, and with a
 * script for viewers that run it. Callers precede their callees, from which the script derives the call tree.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/safe_text.h"
#include "flame.h"

/* ---- boxes, from stacks in order ---- */

/*
 * Boxes of the last stack are open: their weight is not known yet. A box that is too narrow when it ends is the last of
 * the list, as all above it are narrower.
 */

/* A box; those above it follow. */
struct box {
  uint32_t frame, depth; /* depth: from 1 */
  uint64_t total;
  uint64_t before; /* in a comparison; else unused */
};

struct box_maker {
  dfmt_op *op;
  uint64_t least;
  struct dfmti_buf *boxes;
  struct dfmti_buf open; /* of size_t: indices of the open ones, by depth */
};

static struct box *open_box(const struct box_maker *k, size_t depth) {
  const size_t *open = (const size_t *)(const void *)k->open.ptr;
  return (struct box *)(void *)k->boxes->ptr + open[depth];
}

/* Ends all boxes from a depth on; each is part of the one below it. */
static void end_from(struct box_maker *k, size_t depth) {
  for (size_t n = k->open.len / sizeof(size_t); n-- > depth; k->open.len -= sizeof(size_t)) {
    struct box *box = open_box(k, n);
    if (n > 0) open_box(k, n - 1)->total += box->total;
    if (n > 0) open_box(k, n - 1)->before += box->before;
    if (box->total < k->least) k->boxes->len = (size_t)((uint8_t *)box - k->boxes->ptr);
  }
}

static dfmt_status add_stack(struct box_maker *k, const struct dfmto_profile_pass *p) {
  struct dfmti_mem *m = &k->op->mem;
  end_from(k, p->common);
  for (size_t i = p->common; i < p->n; i++) {
    const struct box box = {.frame = p->frames[i], .depth = (uint32_t)i + 1};
    const size_t place = k->boxes->len / sizeof box;
    if (!dfmti_buf_append(m, k->boxes, &box, sizeof box) || !dfmti_buf_append(m, &k->open, &place, sizeof place))
      return dfmto_no_memory(k->op);
  }
  open_box(k, p->n - 1)->total += p->weight;
  open_box(k, p->n - 1)->before += p->count;
  return DFMT_OK;
}

/* least: boxes of less weight are omitted. Appends to a list of struct box. */
static dfmt_status make_boxes(dfmt_op *op, struct dfmto_profile_stacks *s, uint64_t least, struct dfmti_buf *boxes) {
  struct box_maker k = {.op = op, .least = least, .boxes = boxes};
  struct dfmto_profile_pass p;
  dfmt_status st = dfmto_profile_pass_open(op, s, &p);
  while (st == DFMT_OK && (st = dfmto_profile_pass_next(&p)) == DFMT_OK) st = add_stack(&k, &p);
  dfmto_profile_pass_close(&p);
  end_from(&k, 0);
  dfmti_buf_free(&op->mem, &k.open);
  return st == DFMT_END ? DFMT_OK : st;
}

/* ---- the picture ---- */

/* Pixels. */
enum { SIDE = DFMTO_FLAME_SIDES / 2, TOP = 52, BOTTOM = 30, ROW = 17, BAR = 16, BASELINE = 12, TEXT_SIDE = 3 };
static const double char_width = 7.22; /* of 12 px monospace text; East Asian characters are twice as wide */

struct picture {
  dfmt_op *op;
  struct dfmto_profile_flame *f;
  const struct dfmto_profile_look *look;
  struct dfmti_buf boxes;  /* of struct box */
  struct dfmti_buf free_x; /* of double: by depth, the left edge of the free space */
  uint64_t all;
  const dfmt_op *before; /* NULL: no comparison */
  uint64_t all_before;
  uint32_t rows;
};

static void put(struct picture *p, const char *ptr, size_t len) { dfmto_profile_put(&p->f->d, ptr, len); }

static void put_s(struct picture *p, const char *text) { put(p, text, strlen(text)); }

/* A number with decimals, independent of the locale. */
static void put_fixed(struct picture *p, double v, unsigned decimals) {
  double scale = decimals == 3 ? 1000 : 100, rounded = v * scale + 0.5;
  unsigned long long n = rounded > 0 ? (unsigned long long)rounded : 0, unit = (unsigned long long)scale;
  dfmto_profile_put_f(&p->f->d, "%llu.%0*llu", n / unit, (int)decimals, n % unit);
}

#define PUT(P, ...) dfmto_profile_put_f(&(P)->f->d, __VA_ARGS__)

/* Bytes of the character at p, in valid UTF-8. */
static size_t char_len(const char *p) {
  unsigned char c = (unsigned char)*p;
  return c < 0x80 ? 1 : c < 0xe0 ? 2 : c < 0xf0 ? 3 : 4;
}

/* Text as XML; U+FFFE and U+FFFF, which XML excludes, as put_safe() shows invalid UTF-8. */
static void put_xml(struct picture *x, const char *p, size_t len) {
  for (const char *end = p + len; p < end; p++) {
    if (*p == '&')
      put_s(x, "&amp;");
    else if (*p == '<')
      put_s(x, "&lt;");
    else if (*p == '>')
      put_s(x, "&gt;");
    else if (*p == '"')
      put_s(x, "&quot;");
    else if (end - p >= 3 && (memcmp(p, "\xef\xbf\xbe", 3) == 0 || memcmp(p, "\xef\xbf\xbf", 3) == 0)) {
      put_s(x, p[2] == '\xbe' ? "\\xef\\xbf\\xbe" : "\\xef\\xbf\\xbf");
      p += 2;
    } else {
      put(x, p, 1);
    }
  }
}

/* "1,234,567" */
static void put_number(struct picture *p, uint64_t n) {
  char digits[24];
  int len = snprintf(digits, sizeof digits, "%" PRIu64, n);
  for (int i = 0; i < len; i++) {
    if (i && (len - i) % 3 == 0) put_s(p, ",");
    put(p, &digits[i], 1);
  }
}

/* How many bytes of a name fit, at least three columns or none; *cut: followed by two dots. */
static size_t fitting(const char *name, size_t len, double pixels, bool *cut) {
  double room = (pixels - 2 * TEXT_SIDE) / char_width;
  size_t columns = 0, at = 0, good = 0;
  *cut = false;
  if (room < 3) return 0;
  while (at < len) {
    columns += char_len(name + at) > 2 ? 2 : 1;
    if ((double)columns > room) {
      *cut = true;
      return good;
    }
    at += char_len(name + at);
    if ((double)columns + 2 <= room) good = at;
  }
  return len;
}

/* Warm colours; the same for a name in every picture. */
static void put_colour(struct picture *p, const char *name, size_t len) {
  uint32_t h = 2166136261u;
  for (size_t i = 0; i < len; i++) h = (h ^ (unsigned char)name[i]) * 16777619u;
  h ^= h >> 15;
  PUT(p, "rgb(%u,%u,%u)", 220 + (unsigned)(h % 36), (unsigned)(80 + h / 36 % 130), (unsigned)(h / 4680 % 80));
}

static double share(uint64_t part, uint64_t all) { return all ? (double)part / (double)all : 0; }

/* Red for a larger share than before, blue for a smaller one; paler for smaller changes. */
static void put_change(struct picture *p, const struct box *box) {
  const double now = share(box->total, p->all), then = share(box->before, p->all_before);
  const double most = now > then ? now : then, change = most > 0 ? (now - then) / most : 0;
  const unsigned pale = 245 - (unsigned)(200 * (change < 0 ? -change : change));
  PUT(p, change < 0 ? "rgb(%u,%u,245)" : "rgb(245,%u,%u)", pale, pale);
}

static void put_before(struct picture *p, const struct box *box) {
  put_s(p, "; before ");
  put_number(p, box->before);
  PUT(p, " %s, ", dfmto_profile_unit(p->before));
  put_fixed(p, 100 * share(box->before, p->all_before), 2);
  put_s(p, " %");
}

static void put_frame(struct picture *p, const struct box *box, double x, double width) {
  dfmt_str shown_name = box->depth ? dfmto_profile_flame_name(p->f, box->frame) : (dfmt_str){"all", 3};
  const char *name = shown_name.ptr;
  size_t len = (size_t)shown_name.len;
  bool cut;
  uint32_t row = p->look->inverted ? box->depth : p->rows - 1 - box->depth;
  double y = TOP + (double)row * ROW;
  put_s(p, "<g><title>");
  put_xml(p, name, len);
  put_s(p, " (");
  put_number(p, box->total);
  PUT(p, " %s, ", dfmto_profile_unit(p->op));
  put_fixed(p, 100 * share(box->total, p->all), 2);
  put_s(p, " %");
  if (p->before) put_before(p, box);
  put_s(p, ")</title>");
  put_s(p, "<rect x=\"");
  put_fixed(p, x, 3);
  PUT(p, "\" y=\"%.0f\" width=\"", y);
  put_fixed(p, width, 3);
  PUT(p, "\" height=\"%d\" fill=\"", BAR);
  if (p->before)
    put_change(p, box);
  else
    put_colour(p, name, len);
  put_s(p, "\"/>");
  size_t shown = fitting(name, len, width, &cut);
  if (shown) {
    put_s(p, "<text x=\"");
    put_fixed(p, x + TEXT_SIDE, 3);
    PUT(p, "\" y=\"%.0f\">", y + BASELINE);
    put_xml(p, name, shown);
    put_s(p, cut ? "..</text>" : "</text>");
  }
  put_s(p, "</g>\n");
}

static size_t n_boxes(const struct picture *p) { return p->boxes.len / sizeof(struct box); }

static const struct box *box_at(const struct picture *p, size_t i) {
  return (const struct box *)(const void *)p->boxes.ptr + i;
}

/* Boxes are placed side by side on their caller, the last box one level down. */
static dfmt_status put_frames(struct picture *p) {
  const double inner = p->look->width - 2 * SIDE, scale = p->all ? inner / (double)p->all : 0;
  double *free_x = (void *)p->free_x.ptr;
  dfmt_status st = DFMT_OK;
  free_x[0] = SIDE;
  put_frame(p, &(struct box){.total = p->all, .before = p->all_before}, SIDE, inner);
  for (size_t i = 0; i < n_boxes(p) && st == DFMT_OK; i++) {
    const struct box *box = box_at(p, i);
    const double x = free_x[box->depth - 1], width = (double)box->total * scale;
    free_x[box->depth - 1] += width;
    free_x[box->depth] = x;
    put_frame(p, box, x, width);
    st = dfmto_profile_flush(&p->f->d, false);
  }
  return st;
}

static uint32_t rows_of(const struct picture *p) {
  uint32_t most = 0;
  for (size_t i = 0; i < n_boxes(p); i++)
    if (box_at(p, i)->depth > most) most = box_at(p, i)->depth;
  return most + 1;
}

static void put_safe(struct picture *p, dfmt_str text) {
  struct dfmti_buf safe = {0};
  size_t columns;
  if (!dfmti_safe_text(&p->op->mem, &safe, text.ptr, (size_t)text.len, &columns)) p->f->d.full = true;
  if (safe.len) put_xml(p, (const char *)safe.ptr, safe.len);
  dfmti_buf_free(&p->op->mem, &safe);
}

static void put_head(struct picture *p, dfmt_str weight) {
  const double width = p->look->width, height = TOP + (double)p->rows * ROW + BOTTOM;
  PUT(p,
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" height=\"%.0f\" viewBox=\"0 0 %.0f %.0f\">\n",
      width, height, width, height);
  put_s(p,
        "<style>text{font:12px monospace;fill:#000}#heading{font-size:17px}.button{cursor:pointer;"
        "text-decoration:underline}#frames g{cursor:pointer}#frames g:hover rect{stroke:#000;"
        "stroke-width:0.5}#frames text{pointer-events:none}#frames .caller rect{opacity:0.5}#frames .found "
        "rect{fill:#e600e6}</style>\n<rect width=\"100%\" height=\"100%\" fill=\"#f8f8f4\"/>\n");
  PUT(p, "<text id=\"heading\" x=\"%.0f\" y=\"24\" text-anchor=\"middle\">", width / 2);
  put_safe(p, p->look->title);
  PUT(p, "</text>\n<text x=\"%.0f\" y=\"42\" text-anchor=\"middle\">", width / 2);
  put_number(p, p->all);
  PUT(p, " %s", dfmto_profile_unit(p->op));
  if (weight.len) put_s(p, ", ");
  put_safe(p, weight);
  put_s(p, "</text>\n");
  PUT(p, "<g id=\"frames\" data-left=\"%d\" data-width=\"%.0f\" data-char=\"7.22\" data-side=\"%d\">\n", SIDE,
      width - 2 * SIDE, TEXT_SIDE);
}

static void put_tail(struct picture *p) {
  put_s(p, "</g>\n<script><![CDATA[\n");
  for (const char *const *line = dfmto_profile_svg_script; *line; line++) {
    put_s(p, *line);
    put_s(p, "\n");
  }
  put_s(p, "]]></script>\n</svg>\n");
}

static dfmt_status put_all(struct picture *p) {
  struct dfmti_buf weight = {0};
  p->rows = rows_of(p);
  bool plain = dfmto_profile_of(p->op)->format && dfmto_profile_of(p->op)->format->unit; /* obvious */
  dfmt_status st = plain ? DFMT_OK : dfmto_profile_weight_name(p->op, &weight);
  if (st == DFMT_OK && !dfmti_buf_reserve(&p->op->mem, &p->free_x, (p->rows + 1) * sizeof(double)))
    st = dfmto_no_memory(p->op);
  if (st == DFMT_OK) put_head(p, (dfmt_str){(const char *)weight.ptr, weight.len});
  if (st == DFMT_OK) st = put_frames(p);
  dfmti_buf_free(&p->op->mem, &weight);
  if (st != DFMT_OK) return st;
  put_tail(p);
  return dfmto_profile_flush(&p->f->d, true);
}

dfmt_status dfmto_profile_flame_svg(dfmt_op *op, const dfmt_op *before, struct dfmto_profile_flame *f, double narrowest,
                                    const struct dfmto_profile_look *look) {
  struct picture p = {.op = op, .f = f, .look = look, .before = before, .all = dfmto_profile_of(op)->store.total};
  if (before) p.all_before = ((const struct dfmto_profile *)before->state)->store.total;
  const double part = narrowest * (double)p.all;
  const uint64_t least = part < 1 ? 1 : part < 0x1p63 ? (uint64_t)part : UINT64_C(1) << 63;
  dfmt_status st = make_boxes(op, &f->stacks, least, &p.boxes);
  if (st == DFMT_E_LIMIT) {
    dfmti_buf_free(&op->mem, &p.boxes);
    st = dfmto_profile_stacks_relieve(op, &f->stacks, st);
    if (st == DFMT_OK) st = make_boxes(op, &f->stacks, least, &p.boxes);
  }
  if (st == DFMT_OK) st = put_all(&p);
  dfmti_buf_free(&op->mem, &p.boxes);
  dfmti_buf_free(&op->mem, &p.free_x);
  return st;
}
