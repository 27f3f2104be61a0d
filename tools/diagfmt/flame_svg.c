/* SPDX-License-Identifier: MIT */
/*
 * A flame graph as one SVG file that needs nothing else: readable as it is, with the whole names as tooltips, and with
 * a script for those who may run it. Frames stand in the order of flame_order_next(), by which the script knows which
 * were called by which.
 */
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "buffer.h"
#include "flame.h"
#include "tool.h"

/* Pixels. */
enum { SIDE = 10, TOP = 52, BOTTOM = 30, ROW = 17, BAR = 16, BASELINE = 12, TEXT_SIDE = 3, PIECE = 65536 };
static const double char_width = 7.22; /* of monospace text of 12 px; those of East Asia are twice as wide */

struct picture {
  const struct flame *f;
  const struct flame_look *look;
  struct flame_order order;
  struct buffer out;
  double scale;   /* pixels for one of the unit */
  double *free_x; /* by node: from where on it has nothing above it yet */
  uint32_t rows;
};

/* Bytes of the character at p, in UTF-8 that is known to be good. */
static size_t char_len(const char *p) {
  unsigned char c = (unsigned char)*p;
  return c < 0x80 ? 1 : c < 0xe0 ? 2 : c < 0xf0 ? 3 : 4;
}

/* Text as XML; U+FFFE and U+FFFF, which that must not hold, as put_safe() shows what is no UTF-8. */
static void put_xml(struct buffer *out, const char *p, size_t len) {
  for (const char *end = p + len; p < end; p++) {
    if (*p == '&')
      buffer_put_s(out, "&amp;");
    else if (*p == '<')
      buffer_put_s(out, "&lt;");
    else if (*p == '>')
      buffer_put_s(out, "&gt;");
    else if (*p == '"')
      buffer_put_s(out, "&quot;");
    else if (end - p >= 3 && (memcmp(p, "\xef\xbf\xbe", 3) == 0 || memcmp(p, "\xef\xbf\xbf", 3) == 0)) {
      buffer_put_s(out, p[2] == '\xbe' ? "\\xef\\xbf\\xbe" : "\\xef\\xbf\\xbf");
      p += 2;
    } else {
      buffer_byte(out, *p);
    }
  }
}

/* "1,234,567" */
static void put_number(struct buffer *out, uint64_t n) {
  char digits[24];
  int len = snprintf(digits, sizeof digits, "%" PRIu64, n);
  for (int i = 0; i < len; i++) {
    if (i && (len - i) % 3 == 0) buffer_byte(out, ',');
    buffer_byte(out, digits[i]);
  }
}

static void put_format(struct buffer *out, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void put_format(struct buffer *out, const char *format, ...) {
  char text[512];
  va_list ap;
  va_start(ap, format);
  vsnprintf(text, sizeof text, format, ap);
  va_end(ap);
  buffer_put_s(out, text);
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
static void put_colour(struct buffer *out, const char *name, size_t len) {
  uint32_t h = 2166136261u;
  for (size_t i = 0; i < len; i++) h = (h ^ (unsigned char)name[i]) * 16777619u;
  h ^= h >> 15;
  put_format(out, "rgb(%u,%u,%u)", 220 + (unsigned)(h % 36), (unsigned)(80 + h / 36 % 130), (unsigned)(h / 4680 % 80));
}

static void put_frame(struct picture *p, uint32_t node, uint32_t depth, double x, double width) {
  struct buffer *out = &p->out;
  size_t len = 3;
  const char *name = "all";
  bool cut;
  if (node != STACK_ROOT) name = interned_at(&p->f->names, (size_t)p->f->tree.nodes[node].frame, &len);
  uint32_t row = p->look->inverted ? depth : p->rows - 1 - depth;
  double y = TOP + (double)row * ROW;
  buffer_put_s(out, "<g><title>");
  put_xml(out, name, len);
  buffer_put_s(out, " (");
  put_number(out, p->order.totals[node]);
  uint64_t all = p->order.totals[STACK_ROOT];
  put_format(out, " %s, %.2f %%)</title>", p->f->unit, all ? 100.0 * (double)p->order.totals[node] / (double)all : 0);
  put_format(out, "<rect x=\"%.3f\" y=\"%.0f\" width=\"%.3f\" height=\"%d\" fill=\"", x, y, width, BAR);
  put_colour(out, name, len);
  buffer_put_s(out, "\"/>");
  size_t shown = fitting(name, len, width, &cut);
  if (shown) {
    put_format(out, "<text x=\"%.3f\" y=\"%.0f\">", x + TEXT_SIDE, y + BASELINE);
    put_xml(out, name, shown);
    buffer_put_s(out, cut ? "..</text>" : "</text>");
  }
  buffer_put_s(out, "</g>\n");
}

static void put_frames(struct picture *p, dfmt_sink *to) {
  const double right = p->look->width - SIDE;
  uint32_t depth = 0, node = STACK_ROOT;
  p->free_x[STACK_ROOT] = SIDE;
  put_frame(p, STACK_ROOT, 0, SIDE, right - SIDE);
  while ((node = flame_order_next(&p->order, p->f, node, &depth)) != STACK_ROOT && !tool_stopped()) {
    uint32_t caller = p->f->tree.nodes[node].parent;
    double x = p->free_x[caller], width = (double)p->order.totals[node] * p->scale;
    if (width > right - x) width = right - x; /* sums end at 2^64 - 1 */
    p->free_x[caller] += width;
    p->free_x[node] = x;
    put_frame(p, node, depth, x, width);
    if (p->out.len >= PIECE) buffer_flush(&p->out, to);
  }
}

static uint32_t rows_of(const struct picture *p) {
  uint32_t depth = 0, node = STACK_ROOT, most = 0;
  while ((node = flame_order_next(&p->order, p->f, node, &depth)) != STACK_ROOT)
    if (depth > most) most = depth;
  return most + 1;
}

static void put_head(struct picture *p) {
  struct buffer *out = &p->out;
  const double width = p->look->width, height = TOP + (double)p->rows * ROW + BOTTOM;
  put_format(out,
             "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
             "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" height=\"%.0f\" viewBox=\"0 0 %.0f %.0f\">\n",
             width, height, width, height);
  buffer_put_s(out,
               "<style>text{font:12px monospace;fill:#000}#heading{font-size:17px}.button{cursor:pointer;"
               "text-decoration:underline}#frames g{cursor:pointer}#frames g:hover rect{stroke:#000;"
               "stroke-width:0.5}#frames text{pointer-events:none}#frames .caller rect{opacity:0.5}#frames .found "
               "rect{fill:#e600e6}</style>\n<rect width=\"100%\" height=\"100%\" fill=\"#f8f8f4\"/>\n");
  put_format(out, "<text id=\"heading\" x=\"%.0f\" y=\"24\" text-anchor=\"middle\">", width / 2);
  put_xml(out, p->look->title, strlen(p->look->title));
  put_format(out, "</text>\n<text x=\"%.0f\" y=\"42\" text-anchor=\"middle\">", width / 2);
  put_number(out, p->order.totals[STACK_ROOT]);
  put_format(out, " %s", p->f->unit);
  if (*p->f->measure) buffer_put_s(out, ", ");
  put_xml(out, p->f->measure, strlen(p->f->measure));
  buffer_put_s(out, "</text>\n");
  put_format(out, "<g id=\"frames\" data-left=\"%d\" data-width=\"%.0f\" data-char=\"%.2f\" data-side=\"%d\">\n", SIDE,
             width - 2 * SIDE, char_width, TEXT_SIDE);
}

static void put_tail(struct picture *p) {
  buffer_put_s(&p->out, "</g>\n<script><![CDATA[\n");
  for (const char *const *line = flame_script; *line; line++) {
    buffer_put_s(&p->out, *line);
    buffer_byte(&p->out, '\n');
  }
  buffer_put_s(&p->out, "]]></script>\n</svg>\n");
}

void flame_svg(const struct flame *f, const struct flame_look *look, dfmt_sink *to) {
  struct picture p = {.f = f, .look = look};
  const double inner = look->width - 2 * SIDE;
  flame_order_make(&p.order, f, look->least / inner);
  uint64_t all = p.order.totals[STACK_ROOT];
  p.scale = all ? inner / (double)all : 0;
  p.free_x = tool_zalloc(f->tree.n * sizeof *p.free_x);
  p.rows = rows_of(&p);
  put_head(&p);
  put_frames(&p, to);
  put_tail(&p);
  buffer_flush(&p.out, to);
  tool_realloc(p.free_x, 0);
  flame_order_free(&p.order);
  buffer_free(&p.out);
}
