/* SPDX-License-Identifier: MIT */
#include "sanitizer.h"

#include "base/text.h"

/* ---- the first line ---- */

static const struct tool {
  const char *word, *name;
  bool leak;
} sanitizers[] = {{"AddressSanitizer: ", "ASan", false},
                  {"HWAddressSanitizer: ", "HWASan", false},
                  {"MemorySanitizer: ", "MSan", false},
                  {"LeakSanitizer: ", "LSan", true}},
  allocators[] = {{"Scudo ERROR: ", "Scudo", false}, {"*** GWP-ASan detected a memory error", "GWP-ASan", false}};

/* What is the same each time: up to an address, a size or a place. */
static dfmt_str detail_of(dfmt_str s) {
  static const char *const ends[] = {" on ", " at ", " address", " 0x", " (", " @ ", ";", ":", " ***"};
  (void)dfmti_cut_take(&s, "attempting ");
  for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) s = dfmti_cut_first(s, dfmti_cut_find(s, ends[i]));
  return s;
}

static bool set(struct dfmti_memory_head *head, const struct tool *tool, dfmt_str line) {
  if (!dfmti_starts(line, tool->word)) return false;
  head->what = tool->name;
  head->leak = tool->leak;
  head->by_frames = true;
  head->message = line;
  head->detail = detail_of(dfmti_cut_after(line, strlen(tool->word)));
  return true;
}

/* "==N==ERROR: ", old ones "==N== ERROR: " */
static bool take_process(dfmt_str *s, struct dfmti_memory_head *head) {
  if (!dfmti_cut_take(s, "==") || !dfmti_cut_i32(s, &head->process_id) || !dfmti_cut_take(s, "==")) return false;
  (void)dfmti_cut_take(s, " ");
  return head->has_process_id = dfmti_cut_take(s, "ERROR: ") || dfmti_cut_take(s, "WARNING: ");
}

bool dfmti_sanitizer_begins(dfmt_str line, struct dfmti_memory_head *head) {
  *head = (struct dfmti_memory_head){.what = NULL};
  const bool process = take_process(&line, head);
  for (size_t i = 0; i < sizeof sanitizers / sizeof *sanitizers && process; i++)
    if (set(head, &sanitizers[i], line)) return true;
  for (size_t i = 0; i < sizeof allocators / sizeof *allocators && !process; i++)
    if (set(head, &allocators[i], line)) return true;
  return false;
}

/* ---- frames ---- */

/* "(PATH+0xPLACE)" */
static void take_module(dfmt_str *s, struct dfmti_native_frame *f) {
  const uint64_t open = dfmti_cut_open(*s);
  if (open == s->len) return;
  const dfmt_str module = dfmti_cut_after(*s, open + 1);
  const uint64_t plus = dfmti_cut_find_last(module, "+0x");
  dfmt_str place = dfmti_cut_after(module, plus + 3);
  if (!dfmti_cut_number(&place, 16, &f->pc) || !dfmti_is(place, ")")) return;
  f->path = dfmti_cut_first(module, plus);
  *s = dfmti_cut_first(*s, open);
  (void)dfmti_cut_take_end(s, " ");
}

/* "FUNCTION /SOURCE:LINE", "FUNCTION SOURCE:LINE" */
static dfmt_str without_source(dfmt_str s) {
  const uint64_t path = dfmti_cut_find(s, " /");
  return dfmti_cut_first(s, path < s.len ? path : dfmti_cut_find_last(s, " "));
}

bool dfmti_sanitizer_frame(dfmt_str line, struct dfmti_native_frame *f) {
  uint64_t number;
  *f = (struct dfmti_native_frame){.path = {"", 0}};
  if (dfmti_cut_blanks(&line) == 0 || !dfmti_cut_take(&line, "#") || !dfmti_cut_number(&line, 10, &number) ||
      !dfmti_cut_take(&line, " 0x") || !dfmti_cut_number(&line, 16, &f->pc))
    return false;
  f->place = (uint32_t)number;
  (void)dfmti_cut_blanks(&line);
  f->has_build_id = dfmti_native_build_id(&line, &f->build_id);
  const uint64_t len = line.len;
  take_module(&line, f);
  if (!dfmti_cut_take(&line, "in ")) return true;
  if (line.len + 3 == len && !dfmti_ends(line, ")")) line = without_source(line);
  f->has_function = line.len > 0;
  f->function = line;
  return true;
}

bool dfmti_sanitizer_takes(dfmt_str line) {
  struct dfmti_memory_head head;
  struct dfmti_native_frame f;
  if (line.len == 0) return false;
  if (*line.ptr == ' ') return dfmti_sanitizer_frame(line, &f);
  return (*line.ptr == '=' || *line.ptr == 'S' || *line.ptr == '*') && dfmti_sanitizer_begins(line, &head);
}
