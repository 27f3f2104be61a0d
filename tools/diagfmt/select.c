/* SPDX-License-Identifier: MIT */
#include "select.h"

#include <string.h>

static bool compile(struct selection *s, const char *pattern) {
  char why[256];
  int e = regcomp(&s->grep, pattern, REG_EXTENDED | REG_NOSUB);
  if (e == 0) return s->has_grep = true;
  regerror(e, &s->grep, why, sizeof why);
  report(s->t, CODE_USAGE, s->t->command->name, "--grep: %s: %s", why, pattern);
  return false;
}

bool selection_setup(struct selection *s, struct tool *t) {
  const struct settings *set = &t->set;
  *s = (struct selection){.t = t};
  s->any = set->calls.n || set->frames.n || set->threads.n || set->grep;
  return call_set_parse(t, &s->calls, "--calls", &set->calls) &&
         call_set_parse(t, &s->frames, "--frames", &set->frames) && (!set->grep || compile(s, set->grep));
}

/* What is known of names and numbers ends with the file. */
void selection_begin(struct selection *s) {
  id_map_free(&s->names);
  tool_realloc(s->hits, 0);
  s->hits = NULL;
  s->frame = s->seen = 0;
}

static bool grep(struct selection *s, dfmt_str name) {
  if (s->cap_name <= name.len) s->name = tool_realloc(s->name, s->cap_name = (size_t)name.len + 64);
  if (name.len) memcpy(s->name, name.ptr, (size_t)name.len);
  s->name[name.len] = '\0';
  return regexec(&s->grep, s->name, 0, NULL, 0) == 0;
}

static bool name_matches(struct selection *s, const struct facts *f) {
  if (!s->has_grep) return true;
  if (!f->name_id) return grep(s, f->name);
  size_t before = s->names.n, i = id_map_add(&s->names, (uintptr_t)f->name_id);
  if (i == before) {
    if ((i & (i - 1)) == 0) s->hits = tool_realloc(s->hits, i ? 2 * i : 1);
    s->hits[i] = grep(s, f->name);
  }
  return s->hits[i];
}

bool selection_wants(struct selection *s, const struct walk *w, const dfmt_event *ev) {
  struct facts f = {0};
  if (!s->any || !w->format || !w->format->facts || !w->format->facts(ev, &f)) return true;
  uint64_t frame = s->frame;
  if (f.last && f.number <= s->calls.last) s->seen++;
  if (f.last) s->frame += f.ends_frame;
  return call_set_has(&s->calls, f.number, &f) && call_set_has(&s->frames, frame, NULL) &&
         (!s->threads.n || (f.has_thread && call_set_has(&s->threads, f.thread, NULL))) && name_matches(s, &f);
}

bool selection_is_done(const struct selection *s) {
  return s->calls.n && s->calls.last != UINT64_MAX && s->seen > s->calls.last;
}

/* Threads of samples are called by names as well. */
static bool parse_threads(struct selection *s) {
  if (!s->threads_parsed) s->threads_good = call_set_parse(s->t, &s->threads, "--thread", &s->t->set.threads);
  s->threads_parsed = true;
  return s->threads_good;
}

bool selection_refuses(struct selection *s, const struct walk *w) {
  uint64_t id = 0;
  bool numbered = s->calls.n || s->frames.n;
  if (!s->any || dfmt_reader_stat(w->reader, DFMT_STAT_FORMAT, &id) != DFMT_OK || !id) return false;
  if (w->format && w->format->facts && !(numbered && w->format->unnumbered)) return !parse_threads(s);
  report(s->t, CODE_USAGE, w->in->name, "%s has no calls to choose from", dfmt_format_name((uint32_t)id));
  return true;
}

void selection_free(struct selection *s) {
  call_set_free(&s->calls);
  call_set_free(&s->frames);
  call_set_free(&s->threads);
  if (s->has_grep) regfree(&s->grep);
  id_map_free(&s->names);
  tool_realloc(s->hits, 0);
  tool_realloc(s->name, 0);
  *s = (struct selection){0};
}
