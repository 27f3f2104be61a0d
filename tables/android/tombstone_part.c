/* SPDX-License-Identifier: MIT */
#include "tombstone_part.h"

#include "base/text.h"

/* ---- headings ---- */

bool dfmti_tombstone_stack_line(dfmt_str line, struct dfmti_tombstone_stack *s) {
  const bool freed = dfmti_cut_take(&line, "de");
  int32_t tid;
  if (!dfmti_cut_take(&line, "allocated by thread ") || !dfmti_cut_i32(&line, &tid) || !dfmti_is(line, ":"))
    return false;
  s->when = freed ? DFMTI_TOMBSTONE_DEALLOCATED : DFMTI_TOMBSTONE_ALLOCATED;
  s->tid = tid;
  return true;
}

bool dfmti_tombstone_maps_begin(dfmt_str line) {
  return dfmti_starts(line, "memory map") && dfmti_cut_find(line, ":") < line.len;
}

bool dfmti_tombstone_files_begin(dfmt_str line) { return dfmti_is(line, "open files:"); }

bool dfmti_tombstone_log_begins(dfmt_str line, dfmt_str *name, bool *tail) {
  if (!dfmti_cut_take(&line, "--------- ")) return false;
  *tail = dfmti_cut_take(&line, "tail end of ");
  if (!dfmti_cut_take(&line, "log ") || line.len == 0) return false;
  *name = line;
  return true;
}

/* ---- maps ---- */

/* "HEX" or, of 64 bits, "HEX'HEX" */
static bool take_address(dfmt_str *s, uint64_t *v) {
  uint64_t low;
  if (!dfmti_cut_number(s, 16, v)) return false;
  if (!dfmti_cut_take(s, "'")) return true;
  if (*v > UINT32_MAX || !dfmti_cut_number(s, 16, &low) || low > UINT32_MAX) return false;
  *v = *v << 32 | low;
  return true;
}

static bool take_permissions(dfmt_str *s, dfmt_str *to) {
  static const char all[] = "rwx";
  *to = dfmti_cut_first(*s, dfmti_cut_find(*s, " "));
  if (to->len < sizeof all - 1) return false;
  for (size_t i = 0; i < sizeof all - 1; i++)
    if (to->ptr[i] != all[i] && to->ptr[i] != '-') return false;
  *s = dfmti_cut_after(*s, to->len);
  return true;
}

/* "  OFFSET  SIZE" */
static bool take_place(dfmt_str *s, uint64_t *offset) {
  dfmt_str rest = *s;
  uint64_t size;
  dfmti_cut_blanks(&rest);
  if (!dfmti_cut_number(&rest, 16, offset) || dfmti_cut_blanks(&rest) == 0 || !dfmti_cut_number(&rest, 16, &size))
    return false;
  if (rest.len > 0 && *rest.ptr != ' ') return false;
  *s = rest;
  return true;
}

/* " (load bias 0xHEX)", to Android 7 "base" */
static bool take_load_bias(dfmt_str *s, uint64_t *v) {
  static const char words[][13] = {" (load bias ", " (load base "};
  for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
    const uint64_t at = dfmti_cut_find_last(*s, words[i]);
    dfmt_str digits = dfmti_cut_after(*s, at + sizeof words[i] - 1);
    if (at == s->len || !dfmti_cut_take(&digits, "0x") || !dfmti_cut_number(&digits, 16, v) || !dfmti_is(digits, ")"))
      continue;
    *s = dfmti_cut_first(*s, at);
    return true;
  }
  return false;
}

bool dfmti_tombstone_map_line(dfmt_str line, struct dfmti_tombstone_map *x) {
  *x = (struct dfmti_tombstone_map){.faulted = dfmti_cut_take(&line, "--->")};
  if (!x->faulted && dfmti_cut_blanks(&line) == 0) return false;
  if (!take_address(&line, &x->start) || !dfmti_cut_take(&line, "-") || !take_address(&line, &x->end) ||
      !dfmti_cut_take(&line, " ") || !take_permissions(&line, &x->permissions))
    return false;
  if (x->end % 2 && x->end < UINT64_MAX) x->end++; /* a last byte; ends of maps are even */
  x->has_offset = take_place(&line, &x->offset);
  dfmti_cut_blanks(&line);
  x->has_load_bias = take_load_bias(&line, &x->load_bias);
  x->has_build_id = dfmti_native_build_id(&line, &x->build_id);
  x->path = line;
  return true;
}

/* ---- files ---- */

bool dfmti_tombstone_file_line(dfmt_str line, struct dfmti_tombstone_file *x) {
  static const char owned[] = " (owned by ";
  *x = (struct dfmti_tombstone_file){.number = 0};
  if (dfmti_cut_blanks(&line) == 0 || !dfmti_cut_take(&line, "fd ") || !dfmti_cut_i32(&line, &x->number) ||
      !dfmti_cut_take(&line, ": "))
    return false;
  const uint64_t at = dfmti_cut_find_last(line, owned);
  x->has_owner = at < line.len && dfmti_ends(line, ")");
  if (x->has_owner) {
    x->owner = dfmti_cut_after(line, at + sizeof owned - 1);
    x->owner.len--;
    line = dfmti_cut_first(line, at);
  } else {
    (void)dfmti_cut_take_end(&line, " (unowned)");
  }
  x->path = line;
  return true;
}

/* ---- registers ---- */

bool dfmti_tombstone_register_take(dfmt_str *line, struct dfmti_tombstone_register *x) {
  dfmt_str rest = *line;
  if (dfmti_cut_blanks(&rest) == 0 || rest.len == 0 || !dfmti_is_letter((uint8_t)*rest.ptr)) return false;
  x->name = dfmti_cut_first(rest, dfmti_cut_find(rest, " "));
  rest = dfmti_cut_after(rest, x->name.len);
  if (dfmti_cut_blanks(&rest) == 0) return false;
  const uint64_t before = rest.len;
  if (!dfmti_cut_number(&rest, 16, &x->value) || before - rest.len < 8) return false;
  *line = rest;
  return true;
}

bool dfmti_tombstone_registers_line(dfmt_str line) {
  struct dfmti_tombstone_register x;
  return dfmti_starts(line, "    ") && !dfmti_starts(line, "     ") && dfmti_tombstone_register_take(&line, &x);
}
