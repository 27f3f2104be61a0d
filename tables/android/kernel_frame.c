/* SPDX-License-Identifier: MIT */
#include "kernel_frame.h"

#include "base/text.h"

/* Takes digits of an address off, and what follows. false: they are too few, or it does not follow. */
static bool take_address(dfmt_str *s, const char *after) {
  enum { LEAST = 8 };
  dfmt_str rest = *s;
  uint64_t v;
  if (!dfmti_cut_number(&rest, 16, &v) || s->len - rest.len < LEAST || !dfmti_cut_take(&rest, after)) return false;
  *s = rest;
  return true;
}

/* "[<ADDRESS>]", "[ADDRESS]", "ADDRESS " */
static bool skip_address(dfmt_str *s) {
  dfmt_str rest = *s;
  if (dfmti_cut_take(&rest, "[<")) {
    const uint64_t close = dfmti_cut_find(rest, ">]");
    if (close == rest.len) return false;
    *s = dfmti_cut_after(rest, close + 2);
    return true;
  }
  if (!dfmti_cut_take(&rest, "[") || !take_address(&rest, "]")) return take_address(s, " ");
  *s = rest;
  return true;
}

/* These, and blanks. */
static void skip_addresses(dfmt_str *s) {
  do (void)dfmti_cut_blanks(s);
  while (skip_address(s));
}

bool dfmti_kernel_symbol(dfmt_str s, dfmt_str *name) {
  skip_addresses(&s);
  const uint64_t at = dfmti_cut_find(s, "+0x");
  *name = dfmti_cut_first(s, at);
  return at > 0 && at < s.len && dfmti_cut_find(*name, " ") == at;
}

/* "(F[+0x…]) from …" after an address, "F from G+0x…", "F+0x…"; false: none of these. */
static bool function(dfmt_str s, dfmt_str *name) {
  dfmt_str caller;
  if (dfmti_kernel_symbol(s, name) && !dfmti_starts(*name, "(")) return true;
  if (dfmti_cut_take(&s, "(")) {
    s.len = dfmti_cut_find(s, ")");
  } else {
    const uint64_t at = dfmti_cut_find(s, " from ");
    if (at == s.len || !dfmti_kernel_symbol(dfmti_cut_after(s, at + 6), &caller)) return false;
    s.len = at;
  }
  *name = dfmti_cut_first(s, dfmti_cut_find(s, "+"));
  return name->len > 0 && dfmti_cut_find(*name, " ") == name->len;
}

/* "r5:c0123456 r4:…", which 32-bit ARM prints between frames */
static bool is_registers(dfmt_str s) {
  uint64_t n;
  return dfmti_cut_take(&s, "r") && dfmti_cut_number(&s, 10, &n) && dfmti_starts(s, ":");
}

/* An address that has no name, after others: "0x…", "(null)", "from [<…>]", nothing. */
static bool is_nameless(dfmt_str s, bool any) {
  uint64_t v;
  if (dfmti_cut_take(&s, "0x")) return dfmti_cut_number(&s, 16, &v);
  return any && (s.len == 0 || take_address(&s, "") || dfmti_starts(s, "(null)") || dfmti_starts(s, "from [<"));
}

bool dfmti_kernel_frame(const struct dfmti_rules *rules, dfmt_str s, dfmt_str *name) {
  *name = (dfmt_str){"", 0};
  (void)dfmti_cut_blanks(&s);
  if (is_registers(s) || dfmti_rules_have(rules, DFMTI_RULES_KERNEL_NO_FRAME, s)) return true;
  if (dfmti_starts(s, "<")) { /* <TASK>, </IRQ>; old kernels print a frame after it */
    s = dfmti_cut_after(s, dfmti_cut_find(s, ">") + 1);
    (void)dfmti_cut_blanks(&s);
    if (s.len == 0) return true;
  }
  const dfmt_str all = s;
  const bool entered = dfmti_cut_take(&s, "Function entered at ");
  const uint64_t len = s.len;
  if (take_address(&s, "") && s.len == 0) return true;
  if (s.len < len) s = all;
  skip_addresses(&s);
  if (dfmti_starts(s, "? ") || is_nameless(s, entered || s.len < all.len)) return true;
  return function(s, name);
}

/* ".cold", ".isra.0", ".llvm.1234" */
static bool take_suffix(const struct dfmti_rules *rules, dfmt_str *name) {
  dfmt_str s = *name;
  while (s.len > 0 && dfmti_is_digit((uint8_t)s.ptr[s.len - 1])) s.len--;
  if (s.len < name->len && !dfmti_cut_take_end(&s, ".")) return false;
  const uint64_t dot = dfmti_cut_find_last(s, ".");
  if (dot == s.len || !dfmti_rules_have(rules, DFMTI_RULES_KERNEL_SUFFIX, dfmti_cut_after(s, dot))) return false;
  name->len = dot;
  return true;
}

dfmt_str dfmti_kernel_function(const struct dfmti_rules *rules, dfmt_str name) {
  dfmt_str s = name;
  while (take_suffix(rules, &s)) {
  }
  return s.len > 0 ? s : name;
}
