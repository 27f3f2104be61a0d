/* SPDX-License-Identifier: MIT */
/*
 * A flame graph as one SVG file that needs nothing else: readable as it is, with the whole names as tooltips, and with
 * a script for those who may run it. Frames stand in the order of dfmto_order_next(), by which the script knows which
 * were called by which.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/safe_text.h"
#include "flame.h"

/* Pixels. */
enum { SIDE = DFMTO_FLAME_SIDES / 2, TOP = 52, BOTTOM = 30, ROW = 17, BAR = 16, BASELINE = 12, TEXT_SIDE = 3 };
static const double char_width = 7.22; /* of monospace text of 12 px; those of East Asia are twice as wide */

struct picture {
  dfmt_op *op;
  struct dfmto_flame *f;
  const dfmt_flame_look *look;
  double scale;   /* pixels for one of the unit */
  double *free_x; /* by node: from where on it has nothing above it yet */
  uint32_t rows;
  bool good; /* there was memory for all so far */
};

static void put(struct picture *p, const char *ptr, size_t len) {
  p->good = p->good && dfmti_buf_append(&p->op->mem, &p->f->out, ptr, len);
}

static void put_s(struct picture *p, const char *text) { put(p, text, strlen(text)); }

/* A number with decimals, whatever the locale. */
static void put_fixed(struct picture *p, double v, unsigned decimals) {
  double scale = decimals == 3 ? 1000 : 100, rounded = v * scale + 0.5;
  unsigned long long n = rounded > 0 ? (unsigned long long)rounded : 0, unit = (unsigned long long)scale;
  p->good = p->good && dfmto_flame_put(p->op, p->f, "%llu.%0*llu", n / unit, (int)decimals, n % unit);
}

#define PUT(P, ...) ((P)->good = (P)->good && dfmto_flame_put((P)->op, (P)->f, __VA_ARGS__))

/* Bytes of the character at p, in UTF-8 that is known to be good. */
static size_t char_len(const char *p) {
  unsigned char c = (unsigned char)*p;
  return c < 0x80 ? 1 : c < 0xe0 ? 2 : c < 0xf0 ? 3 : 4;
}

/* Text as XML; U+FFFE and U+FFFF, which that must not hold, as put_safe() shows what is no UTF-8. */
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

/* As many bytes of a name as have room, at least three columns or none; *cut: two points follow. */
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

/* Warm colours; one for each name, in every picture. */
static void put_colour(struct picture *p, const char *name, size_t len) {
  uint32_t h = 2166136261u;
  for (size_t i = 0; i < len; i++) h = (h ^ (unsigned char)name[i]) * 16777619u;
  h ^= h >> 15;
  PUT(p, "rgb(%u,%u,%u)", 220 + (unsigned)(h % 36), (unsigned)(80 + h / 36 % 130), (unsigned)(h / 4680 % 80));
}

static void put_frame(struct picture *p, uint32_t node, uint32_t depth, double x, double width) {
  dfmt_str shown_name = node == DFMTO_ROOT ? (dfmt_str){"all", 3} : dfmto_flame_name(p->f, node);
  const char *name = shown_name.ptr;
  size_t len = (size_t)shown_name.len;
  bool cut;
  uint32_t row = p->look->inverted ? depth : p->rows - 1 - depth;
  double y = TOP + (double)row * ROW;
  put_s(p, "<g><title>");
  put_xml(p, name, len);
  put_s(p, " (");
  put_number(p, p->f->order.totals[node]);
  uint64_t all = p->f->order.totals[DFMTO_ROOT];
  PUT(p, " %s, ", dfmto_profile_unit(p->op));
  put_fixed(p, all ? 100.0 * (double)p->f->order.totals[node] / (double)all : 0, 2);
  put_s(p, " %)</title>");
  put_s(p, "<rect x=\"");
  put_fixed(p, x, 3);
  PUT(p, "\" y=\"%.0f\" width=\"", y);
  put_fixed(p, width, 3);
  PUT(p, "\" height=\"%d\" fill=\"", BAR);
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

static dfmt_status settle(struct picture *p, bool all) {
  return p->good ? dfmto_flame_flush(p->op, p->f, all) : dfmto_no_memory(p->op);
}

static dfmt_status put_frames(struct picture *p) {
  const double right = p->look->width - SIDE;
  uint32_t depth = 0, node = DFMTO_ROOT;
  dfmt_status st = DFMT_OK;
  p->free_x[DFMTO_ROOT] = SIDE;
  put_frame(p, DFMTO_ROOT, 0, SIDE, right - SIDE);
  while (st == DFMT_OK && (node = dfmto_order_next(&p->f->order, &p->f->tree, node, &depth)) != DFMTO_ROOT) {
    uint32_t caller = p->f->tree.nodes[node].parent;
    double x = p->free_x[caller], width = (double)p->f->order.totals[node] * p->scale;
    p->free_x[caller] += width;
    p->free_x[node] = x;
    put_frame(p, node, depth, x, width);
    st = settle(p, false);
  }
  return st;
}

static uint32_t rows_of(const struct picture *p) {
  uint32_t depth = 0, node = DFMTO_ROOT, most = 0;
  while ((node = dfmto_order_next(&p->f->order, &p->f->tree, node, &depth)) != DFMTO_ROOT)
    if (depth > most) most = depth;
  return most + 1;
}

static void put_safe(struct picture *p, dfmt_str text) {
  struct dfmti_buf safe = {0};
  size_t columns;
  p->good = p->good && dfmti_safe_text(&p->op->mem, &safe, text.ptr, (size_t)text.len, &columns);
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
  put_number(p, p->f->order.totals[DFMTO_ROOT]);
  PUT(p, " %s", dfmto_profile_unit(p->op));
  if (weight.len) put_s(p, ", ");
  put_safe(p, weight);
  put_s(p, "</text>\n");
  PUT(p, "<g id=\"frames\" data-left=\"%d\" data-width=\"%.0f\" data-char=\"7.22\" data-side=\"%d\">\n", SIDE,
      width - 2 * SIDE, TEXT_SIDE);
}

static void put_tail(struct picture *p) {
  put_s(p, "</g>\n<script><![CDATA[\n");
  for (const char *const *line = dfmto_svg_script; *line; line++) {
    put_s(p, *line);
    put_s(p, "\n");
  }
  put_s(p, "]]></script>\n</svg>\n");
}

static dfmt_status put_all(struct picture *p) {
  const double inner = p->look->width - 2 * SIDE;
  const uint64_t all = p->f->order.totals[DFMTO_ROOT];
  struct dfmti_buf weight = {0};
  p->scale = all ? inner / (double)all : 0;
  p->rows = rows_of(p);
  dfmt_status st = DFMT_OK;
  bool plain = dfmto_profile_of(p->op)->format && dfmto_profile_of(p->op)->format->unit; /* goes without saying */
  if (!plain) st = dfmto_profile_weight_name(p->op, &weight);
  if (st == DFMT_OK) put_head(p, (dfmt_str){(const char *)weight.ptr, weight.len});
  if (st == DFMT_OK) st = put_frames(p);
  dfmti_buf_free(&p->op->mem, &weight);
  if (st != DFMT_OK) return st;
  put_tail(p);
  return settle(p, true);
}

dfmt_status dfmto_flame_svg(dfmt_op *op, struct dfmto_flame *f, const dfmt_flame_look *look) {
  struct picture p = {.op = op, .f = f, .look = look, .good = true};
  size_t bytes = f->order.n * sizeof *p.free_x;
  p.free_x = dfmti_zalloc(&op->mem, bytes);
  if (!p.free_x) return dfmto_no_memory(op);
  dfmt_status st = put_all(&p);
  dfmti_free(&op->mem, p.free_x, bytes);
  return st;
}
