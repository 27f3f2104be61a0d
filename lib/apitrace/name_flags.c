/* SPDX-License-Identifier: MIT */
/* What a function's name says about its calls, spec 8.1: patterns first, then a table of whole names. */
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <diagfmt/apitrace.h>

#include "base/mem.h"

/* ---- patterns ---- */

/* What is left of a name while a pattern is matched against it. */
struct name {
  const char *p;
  size_t len;
};

static bool is_small(char c) { return c >= 'a' && c <= 'z'; }
static bool is_capital(char c) { return c >= 'A' && c <= 'Z'; }
static bool is_letter(char c) { return is_small(c) || is_capital(c); }
static bool is_digit(char c) { return c >= '0' && c <= '9'; }
static bool is_digit_or_capital(char c) { return is_digit(c) || is_capital(c); }
static bool is_word(char c) { return is_letter(c) || is_digit(c) || c == '_'; }

/* Takes this text off the front. */
static bool take(struct name *n, const char *text) {
  size_t len = strlen(text);
  if (n->len < len || memcmp(n->p, text, len) != 0) return false;
  n->p += len;
  n->len -= len;
  return true;
}

/* Takes off as many as there are, and tells how many. */
static size_t take_all(struct name *n, bool (*is)(char c)) {
  size_t i = 0;
  while (i < n->len && is(n->p[i])) i++;
  n->p += i;
  n->len -= i;
  return i;
}

static bool ends(struct name n, bool (*is)(char c)) {
  take_all(&n, is);
  return n.len == 0;
}

/* An optional tail of letters that starts with a capital. */
static void take_tail(struct name *n) {
  if (n->len && is_capital(*n->p)) take_all(n, is_letter);
}

/* The name without its beginning, if it has it. */
static bool after(struct name n, const char *text, struct name *rest) {
  *rest = n;
  return take(rest, text);
}

/* …Draw, maybe Range or Mesh, Arrays or Elements, a tail; n stands after "gl". */
static bool is_draw(struct name n) {
  const char *tail = n.p + n.len; /* from here on there are letters alone: looked for once, as a name may be long */
  while (tail > n.p && is_letter(tail[-1])) tail--;
  for (struct name rest; n.len && is_capital(*n.p);) {
    if (after(n, "Draw", &rest)) {
      if (!take(&rest, "Range")) take(&rest, "Mesh");
      bool drawn = take(&rest, "Arrays") || take(&rest, "Elements");
      if (drawn && (rest.len == 0 || (is_capital(*rest.p) && rest.p >= tail))) return true;
    }
    n.p++;
    n.len--;
    if (take_all(&n, is_small) == 0) return false;
  }
  return false;
}

static bool is_rect(struct name n) {
  if (!take(&n, "Rect") || n.len == 0 || !memchr("dfis", *n.p, 4)) return false;
  n.p++;
  n.len--;
  take(&n, "v");
  return ends(n, is_digit_or_capital);
}

/* Other functions that draw; n stands after "gl". */
static bool is_render(struct name n) {
  static const char *const plain[] = {"CallLists", "CallList", "Clear", "End", "DrawPixels", "BlitFramebuffer"};
  struct name rest;
  for (size_t i = 0; i < sizeof plain / sizeof *plain; i++)
    if (after(n, plain[i], &rest) && ends(rest, is_digit_or_capital)) return true;
  if (after(n, "DrawTransformFeedback", &rest)) {
    take_tail(&rest);
    if (ends(rest, is_digit_or_capital)) return true;
  }
  if (after(n, "EvalMesh", &rest) && take_all(&rest, is_digit)) return ends(rest, is_digit_or_capital);
  return is_rect(n);
}

static bool is_get(struct name n) {
  static const char *const gets[] = {"GetFloat",
                                     "GetInteger",
                                     "GetVertexAttrib",
                                     "GetTexParameter",
                                     "GetTextureParameter",
                                     "GetTexLevelParameter",
                                     "GetTextureLevelParameter"};
  struct name rest;
  for (size_t i = 0; i < sizeof gets / sizeof *gets; i++)
    if (after(n, gets[i], &rest) && rest.len && ends(rest, is_word)) return true;
  return false;
}

static uint32_t gl_flags(struct name n) {
  struct name rest;
  if (!take(&n, "gl")) return 0;
  if (is_draw(n) || is_render(n)) return DFMT_APITRACE_FLAG_RENDER;
  if (after(n, "BindFramebuffer", &rest) && ends(rest, is_digit_or_capital)) return DFMT_APITRACE_FLAG_RENDERTARGET;
  return is_get(n) ? DFMT_APITRACE_FLAG_NO_SIDE_EFFECTS : 0;
}

/* Takes off an interface's name with its version, and "::". */
static bool take_interface(struct name *n, const char *interface) {
  struct name rest = *n;
  if (!take(&rest, interface)) return false;
  take_all(&rest, is_digit);
  if (!take(&rest, "::")) return false;
  *n = rest;
  return true;
}

/* Any word tail, then "::". */
static bool take_swap_chain(struct name *n) {
  if (!take(n, "IDXGISwapChain") && !take(n, "IDXGIDecodeSwapChain")) return false;
  take_all(n, is_word);
  return take(n, "::");
}

static uint32_t interface_flags(struct name n) {
  struct name rest = n, method;
  if (take_interface(&rest, "ID3D10Device") || take_interface(&rest, "ID3D11DeviceContext")) {
    if (after(rest, "Draw", &method) && ends(method, is_word)) return DFMT_APITRACE_FLAG_RENDER;
    if (after(rest, "ExecuteCommandList", &method) && method.len == 0) return DFMT_APITRACE_FLAG_RENDER;
    if (after(rest, "OMSetRenderTargets", &method) && ends(method, is_word)) return DFMT_APITRACE_FLAG_RENDERTARGET;
  }
  rest = n;
  if (take_swap_chain(&rest) && take(&rest, "Present") && ends(rest, is_word)) return DFMT_APITRACE_FLAG_END_FRAME;
  rest = n;
  if ((take_interface(&rest, "ID3D10Device") || take_interface(&rest, "ID3D11Device")) &&
      (take(&rest, "CheckFormatSupport") || take(&rest, "CheckMultisampleQualityLevels")) && rest.len == 0)
    return DFMT_APITRACE_FLAG_NO_SIDE_EFFECTS | DFMT_APITRACE_FLAG_VERBOSE;
  return 0;
}

/* ---- whole names ---- */

enum {
  F = DFMT_APITRACE_FLAG_END_FRAME,
  R = DFMT_APITRACE_FLAG_RENDER,
  T = DFMT_APITRACE_FLAG_RENDERTARGET,
  N = DFMT_APITRACE_FLAG_NO_SIDE_EFFECTS,
  V = DFMT_APITRACE_FLAG_VERBOSE,
  M = DFMT_APITRACE_FLAG_MARKER,
  PUSH = M | DFMT_APITRACE_FLAG_MARKER_PUSH,
  POP = M | DFMT_APITRACE_FLAG_MARKER_POP
};

/* One after the other, so that the table needs no pointers, which a loader would have to fill in. */
#define NAME(ID, TEXT, FLAGS) char n##ID[sizeof TEXT];
static const struct names {
#include "name_flags.def"
} names = {
#undef NAME
#define NAME(ID, TEXT, FLAGS) TEXT,
#include "name_flags.def"
#undef NAME
};

/* Sorted bytewise. */
static const struct listed {
  uint16_t at, flags;
} table[] = {
#define NAME(ID, TEXT, FLAGS) {offsetof(struct names, n##ID), FLAGS},
#include "name_flags.def"
#undef NAME
};

static int by_name(const void *key, const void *element) {
  const struct name *n = key;
  const char *listed = (const char *)&names + ((const struct listed *)element)->at;
  size_t len = strlen(listed);
  int order = memcmp(n->p, listed, dfmti_min(n->len, len));
  return order ? order : (n->len > len) - (n->len < len);
}

uint32_t dfmt_apitrace_name_flags(const char *name, uint64_t len) {
  if (!name || len == 0) return 0;
  const struct name n = {name, dfmti_clamp(len)};
  uint32_t flags = *name == 'g' ? gl_flags(n) : *name == 'I' ? interface_flags(n) : 0;
  if (flags) return flags;
  const struct listed *e = bsearch(&n, table, sizeof table / sizeof *table, sizeof *table, by_name);
  return e ? e->flags : 0;
}
