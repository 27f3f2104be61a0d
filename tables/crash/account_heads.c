/* SPDX-License-Identifier: MIT */
#include "account_heads.h"

#include "base/cut.h"
#include "base/text.h"

#define BIT(NAME) (1u << DFMTI_ACCOUNT_##NAME)

enum { LOGS = BIT(TOMBSTONE) | BIT(CRASH), ANYTHING = (1 << DFMTI_ACCOUNT_TABLES) - 1 };

static uint32_t of_service(dfmt_str name) {
  if (dfmti_starts(name, "package")) return BIT(PACKAGE);
  if (dfmti_starts(name, "activity")) return BIT(EXIT_INFO);
  return dfmti_starts(name, "dropbox") ? BIT(DROPBOX) : 0;
}

static uint32_t of_section(dfmt_str title) {
  if (dfmti_starts(title, "DROPBOX")) return BIT(DROPBOX);
  if (dfmti_starts(title, "TOMBSTONE")) return BIT(TOMBSTONE);
  return dfmti_starts(title, "VM TRACES") ? BIT(DUMP) : 0;
}

static uint32_t of_entry(const dfmt_event *ev, const dfmt_bugreport_entry *e) {
  if (e->role == DFMT_BUGREPORT_ROLE_TOMBSTONE) return BIT(TOMBSTONE);
  if (e->role == DFMT_BUGREPORT_ROLE_ANR) return BIT(DUMP);
  if (dfmti_crash_feed_is_stored(ev)) return BIT(TOMBSTONE) | BIT(DUMP);
  return dfmti_crash_feed_is_log(ev) ? LOGS : 0;
}

void dfmti_account_heads_begin(struct dfmti_account_heads *x, const dfmt_event *ev) {
  const dfmt_bugreport_entry *e = dfmt_event_bugreport_entry(ev);
  const dfmt_bugreport_section *section = dfmt_event_bugreport_section(ev);
  const dfmt_bugreport_service *service = dfmt_event_bugreport_service(ev);
  const dfmt_bugreport_text *text = dfmt_event_bugreport_text(ev);
  *x = (struct dfmti_account_heads){.wanted = 0};
  if (e) x->wanted = of_entry(ev, e);
  if (section) x->wanted = of_section(section->title);
  if (service) x->wanted = of_service(service->name);
  if (text && !(text->present & DFMT_BUGREPORT_TEXT_HAS_SECTION_NUMBER)) x->wanted = ANYTHING;
  if (dfmt_event_bugreport_log(ev)) x->wanted = LOGS;
}

/* ---- lines ---- */

/* "Word words:", at the margin */
static bool is_title(dfmt_str s) {
  return s.len > 1 && *s.ptr >= 'A' && *s.ptr <= 'Z' && s.ptr[s.len - 1] == ':' && !dfmti_starts(s, "Cmd line:");
}

static bool is_package(struct dfmti_account_heads *x, dfmt_str s) {
  if (is_title(s)) x->listed = dfmti_is(s, "Packages:") || dfmti_is(s, "Hidden system packages:");
  return x->listed && dfmti_starts(s, "  Package [") && dfmti_ends(s, "):");
}

static bool is_exit(dfmt_str s) {
  (void)dfmti_cut_blanks(&s);
  return dfmti_starts(s, "ApplicationExitInfo #") && dfmti_ends(s, ":");
}

/* "2024-03-17 09:29:43 TAG (" */
static bool is_kept(dfmt_str s) {
  static const char form[] = "0000-00-00 00:00:00 ";
  if (s.len < sizeof form - 1) return false;
  for (size_t i = 0; i < sizeof form - 1; i++)
    if (form[i] == '0' ? !dfmti_is_digit((uint8_t)s.ptr[i]) : s.ptr[i] != form[i]) return false;
  return dfmti_cut_find(s, " (") < s.len;
}

static bool is_tombstone(struct dfmti_account_heads *x, dfmt_str s) {
  const bool begins = dfmti_starts(s, "*** *** *** *** *** *** *** ***") || dfmti_is(s, "type: crash"),
             head = dfmti_starts(s, "pid: ") && x->starred;
  x->starred = begins || (x->starred && !head);
  return head && dfmti_cut_find(s, ", tid: ") < s.len;
}

/* Layouts without tags tell nothing else. */
static bool has_tag(const struct dfmti_crash_line *l, const char *tag) {
  return dfmti_is(l->tag, tag) || (l->log && dfmti_crash_is_untagged(l->log));
}

static bool is_crash(const struct dfmti_crash_line *l) {
  dfmt_str s = l->text;
  if (!l->log || l->log->priority < DFMT_BUGREPORT_PRIORITY_WARN) return false;
  (void)dfmti_cut_take(&s, "!@");
  const bool java = dfmti_starts(s, "FATAL EXCEPTION") || dfmti_starts(s, "*** FATAL EXCEPTION");
  return (java && has_tag(l, "AndroidRuntime")) || (dfmti_starts(s, "Fatal signal ") && has_tag(l, "libc")) ||
         (dfmti_starts(s, "ANR in ") && has_tag(l, "ActivityManager")) ||
         (dfmti_starts(s, "*** WATCHDOG KILLING") && has_tag(l, "Watchdog"));
}

enum dfmti_account_table dfmti_account_heads_line(struct dfmti_account_heads *x, const struct dfmti_crash_line *l) {
  const bool of_debug = !l->is_log || dfmti_is(l->tag, "DEBUG");
  if (x->wanted & BIT(TOMBSTONE) && of_debug && is_tombstone(x, l->text)) return DFMTI_ACCOUNT_TOMBSTONE;
  if (l->is_log) return x->wanted & BIT(CRASH) && is_crash(l) ? DFMTI_ACCOUNT_CRASH : DFMTI_ACCOUNT_TABLES;
  if (x->wanted & BIT(PACKAGE) && is_package(x, l->text)) return DFMTI_ACCOUNT_PACKAGE;
  if (x->wanted & BIT(EXIT_INFO) && is_exit(l->text)) return DFMTI_ACCOUNT_EXIT_INFO;
  if (x->wanted & BIT(DROPBOX) && is_kept(l->text)) return DFMTI_ACCOUNT_DROPBOX;
  if (x->wanted & BIT(DUMP) && dfmti_starts(l->text, "----- pid ")) return DFMTI_ACCOUNT_DUMP;
  return DFMTI_ACCOUNT_TABLES;
}
