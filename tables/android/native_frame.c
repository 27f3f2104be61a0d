/* SPDX-License-Identifier: MIT */
#include "native_frame.h"

/* ---- a line, parsed from the right ---- */

bool dfmti_native_build_id(dfmt_str *s, dfmt_str *id) {
  static const char word[] = " (BuildId: ";
  uint64_t at = dfmti_cut_find_last(*s, word);
  if (at == s->len || !dfmti_ends(*s, ")")) return false;
  *id = dfmti_cut_after(*s, at + sizeof word - 1);
  id->len--;
  *s = dfmti_cut_first(*s, at);
  return true;
}

/* " (FUNCTION+DEC)" */
static void take_function(dfmt_str *s, struct dfmti_native_frame *f) {
  uint64_t open = dfmti_cut_open(*s);
  if (open == s->len || open == 0 || s->ptr[open - 1] != ' ') return;
  dfmt_str name = dfmti_cut_after(*s, open + 1);
  name.len--;
  uint64_t plus = dfmti_cut_find_last(name, "+");
  dfmt_str digits = dfmti_cut_after(name, plus + 1);
  if (plus == name.len || !dfmti_cut_number(&digits, 10, &f->function_offset) || digits.len > 0) return;
  f->function = dfmti_cut_first(name, plus);
  f->has_function = true;
  *s = dfmti_cut_first(*s, open - 1);
}

/* " (offset 0xHEX)" */
static void take_map_offset(dfmt_str *s, struct dfmti_native_frame *f) {
  static const char word[] = " (offset 0x";
  uint64_t at = dfmti_cut_find_last(*s, word);
  dfmt_str digits = dfmti_cut_after(*s, at + sizeof word - 1);
  if (at == s->len || !dfmti_cut_number(&digits, 16, &f->map_offset) || !dfmti_is(digits, ")")) return;
  f->has_map_offset = true;
  *s = dfmti_cut_first(*s, at);
}

bool dfmti_native_frame(dfmt_str line, struct dfmti_native_frame *f) {
  uint64_t number;
  *f = (struct dfmti_native_frame){.place = 0};
  dfmti_cut_blanks(&line);
  if (!dfmti_cut_take(&line, "#") || !dfmti_cut_number(&line, 10, &number) || number > UINT32_MAX) return false;
  if (dfmti_cut_blanks(&line) == 0 || !dfmti_cut_take(&line, "pc ") || !dfmti_cut_number(&line, 16, &f->pc))
    return false;
  if (line.len > 0 && dfmti_cut_blanks(&line) == 0) return false;
  f->place = (uint32_t)number;
  f->has_build_id = dfmti_native_build_id(&line, &f->build_id);
  take_function(&line, f);
  take_map_offset(&line, f);
  f->path = line;
  return true;
}

/* ---- a signature's frames ---- */

bool dfmti_native_hex(struct dfmti_mem *m, struct dfmti_buf *to, const char *before, uint64_t v) {
  char digits[16];
  size_t n = sizeof digits;
  do digits[--n] = "0123456789abcdef"[v % 16];
  while ((v /= 16) > 0);
  return dfmti_buf_append(m, to, before, strlen(before)) && dfmti_buf_append(m, to, digits + n, sizeof digits - n);
}

/* Appends the file, without directories and archive: "libx.so+0x1f0". */
static bool put_place(struct dfmti_mem *m, struct dfmti_buf *to, dfmt_str path, uint64_t pc) {
  (void)dfmti_cut_take_end(&path, " (deleted)");
  uint64_t at = path.len;
  while (at > 0 && path.ptr[at - 1] != '/' && path.ptr[at - 1] != '!') at--;
  path = dfmti_cut_after(path, at);
  return (path.len == 0 || dfmti_buf_append(m, to, path.ptr, (size_t)path.len)) && dfmti_native_hex(m, to, "+0x", pc);
}

void dfmti_native_stack_clear(struct dfmti_native_stack *s) {
  s->text.len = 0;
  s->n = 0;
  s->anonymous = s->ended = false;
}

/* Appends the frame's name. */
static bool put_frame(struct dfmti_mem *m, struct dfmti_buf *to, const struct dfmti_native_frame *f, bool anonymous) {
  if (!dfmti_buf_append(m, to, "|", 1)) return false;
  if (f->has_function) return dfmti_native_name(m, to, f->function);
  return anonymous ? dfmti_buf_append(m, to, "<anon>", 6) : put_place(m, to, f->path, f->pc);
}

/* Whether a function is left out at the top. */
static bool is_top(const struct dfmti_native_stack *s, dfmt_str name) {
  return dfmti_rules_have(s->rules, DFMTI_RULES_NATIVE_TOP, name) ||
         (s->of_memory && dfmti_rules_have(s->rules, DFMTI_RULES_MEMORY_TOP, name));
}

bool dfmti_native_stack_add(struct dfmti_mem *m, struct dfmti_native_stack *s, const struct dfmti_native_frame *f) {
  bool anonymous = !f->has_function && !dfmti_starts(f->path, "/");
  size_t before = s->text.len;
  if (s->ended || s->n == DFMTI_NATIVE_COUNT || (anonymous && s->anonymous)) return true;
  if (!put_frame(m, &s->text, f, anonymous)) {
    s->text.len = before;
    return false;
  }
  dfmt_str name = {(const char *)s->text.ptr + before + 1, s->text.len - before - 1};
  bool top = f->has_function && s->n == 0 && is_top(s, name);
  s->ended = f->has_function && !top && dfmti_rules_have(s->rules, DFMTI_RULES_NATIVE_BASE, name);
  bool left_out = top || s->ended;
  if (left_out) s->text.len = before;
  if (!left_out) s->anonymous = anonymous;
  s->n += !left_out;
  return true;
}
