/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include <diagfmt/mallocdbg.h>

#include "cli/report.h"
#include "cli/text.h"

struct settings {
  const char *bits;
};

/* ---- all options ---- */

static void put_number(dfmt_sink *to, const char *before, uint64_t n) {
  put_f(to, n == UINT64_MAX ? "%sall" : "%s%" PRIu64, before, n);
}

static void put_option(dfmt_sink *to, const dfmt_mallocdbg_option *o) {
  size_t n = strlen(o->name);
  put_s(to, o->name);
  if (o->alias) {
    put_f(to, " (%s)", o->alias);
    n += strlen(o->alias) + 3;
  }
  put_pad(to, n, 50);
  put_s(to, o->since);
  if (o->value != DFMT_MALLOCDBG_VALUE_FLAG) put_pad(to, strlen(o->since), 8);
  if (o->value == DFMT_MALLOCDBG_VALUE_TEXT) put_f(to, "=TEXT (%s)", o->text ? o->text : "");
  if (o->value == DFMT_MALLOCDBG_VALUE_NUMBER) {
    put_number(to, o->required ? "=" : "[=]", o->lo);
    if (o->hi == UINT64_MAX)
      put_s(to, " or more");
    else
      put_number(to, " to ", o->hi);
    if (!o->required) {
      put_number(to, " (", o->def);
      put_s(to, ")");
    }
  }
  put_s(to, "\n");
}

static void list(struct tool *t, dfmt_sink *to) {
  const dfmt_mallocdbg_option *o;
  if (!t->set.json) put_f(to, "%-50s%-8s%s\n", "option", "Android", "value");
  for (uint32_t i = 0; (o = dfmt_mallocdbg_option_at(i)) != NULL; i++) {
    if (t->set.json) {
      put_json_struct(to, DFMT_TYPE_MALLOCDBG_OPTION, o);
      put_end(to);
    } else {
      put_option(to, o);
    }
  }
}

/* ---- one string ---- */

static bool is_blank(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

/* An option in the string, split as in mallocdbg spec 5.2. */
struct used {
  dfmt_str name, value;
};

static bool next_used(const char **text, struct used *out) {
  const char *p = *text;
  while (is_blank(*p)) p++;
  const char *start = p;
  while (*p && !is_blank(*p) && *p != '=') p++;
  *out = (struct used){{start, (uint64_t)(p - start)}, {p, 0}};
  while (is_blank(*p)) p++;
  if (*p == '=') {
    p++;
    while (is_blank(*p)) p++;
    const char *value = p;
    while (*p && !is_blank(*p)) p++;
    out->value = (dfmt_str){value, (uint64_t)(p - value)};
  }
  *text = p;
  return out->name.len != 0;
}

/* "15 QPR" is later than "15" and "14 QPR2". */
static bool is_later(const char *a, const char *b) {
  int order = atoi(a) - atoi(b);
  return order ? order > 0 : strcmp(a, b) > 0;
}

static bool is_short(const dfmt_mallocdbg_option *o, const struct used *u) { return u->name.len != strlen(o->name); }

/* All short names date from Android 14 (mallocdbg spec 5.3). */
static const char *since(const dfmt_mallocdbg_option *o, const struct used *u) {
  return is_short(o, u) && is_later("14", o->since) ? "14" : o->since;
}

/* The first release with all options of a valid string; NULL: there are none. */
static const char *needed(const char *text) {
  const char *release = NULL;
  struct used u;
  while (next_used(&text, &u)) {
    const dfmt_mallocdbg_option *o = dfmt_mallocdbg_option_find(u.name.ptr, u.name.len);
    if (o && (!release || is_later(since(o, &u), release))) release = since(o, &u);
  }
  return release;
}

static void put_used(dfmt_sink *to, const char *text) {
  struct used u;
  while (next_used(&text, &u)) {
    const dfmt_mallocdbg_option *o = dfmt_mallocdbg_option_find(u.name.ptr, u.name.len);
    if (!o) continue;
    size_t n = put_safe(to, u.name.ptr, u.name.len);
    if (u.value.len) {
      put_s(to, "=");
      n += 1 + put_safe(to, u.value.ptr, u.value.len);
    }
    put_pad(to, n, 40);
    put_f(to, " Android %s%s%s\n", since(o, &u), is_short(o, &u) ? ", short for " : "", is_short(o, &u) ? o->name : "");
  }
}

static void put_member(dfmt_sink *to, const dfmt_field *f, const void *body, uint32_t pointer_size) {
  const char *at = (const char *)body + f->offset;
  uint64_t all = pointer_size == 4 ? UINT32_MAX : UINT64_MAX, n = 0;
  uint32_t small = 0;
  dfmt_str text;
  put_f(to, "  %-36s", f->name);
  if (f->kind == DFMT_KIND_STR) {
    memcpy(&text, at, sizeof text);
    put_safe(to, text.ptr, text.len);
    put_s(to, text.len ? "\n" : "-\n");
    return;
  }
  if (f->kind == DFMT_KIND_U64)
    memcpy(&n, at, sizeof n);
  else
    memcpy(&small, at, sizeof small);
  n += small;
  if (f->kind == DFMT_KIND_BOOL)
    put_s(to, n ? "yes\n" : "no\n");
  else if (n == all)
    put_s(to, "all\n");
  else
    put_f(to, "%" PRIu64 "\n", n);
}

static void put_settings(dfmt_sink *to, const dfmt_mallocdbg_options *o) {
  const dfmt_type *type = dfmt_describe(DFMT_TYPE_MALLOCDBG_OPTIONS), *words = dfmt_describe(DFMT_TYPE_MALLOCDBG_FLAGS);
  put_s(to, "switches on:");
  for (uint64_t i = 0; i < words->n_fields; i++)
    if (o->flags & words->fields[i].offset) put_f(to, " %s", words->fields[i].name);
  put_s(to, o->flags ? "\nsettings:\n" : " nothing\nsettings:\n");
  for (uint64_t i = 0; i < type->n_fields; i++) {
    uint32_t kind = type->fields[i].kind;
    bool shown = kind == DFMT_KIND_U64 || kind == DFMT_KIND_BOOL || kind == DFMT_KIND_STR;
    if (shown) put_member(to, &type->fields[i], o, o->pointer_size);
  }
}

static void put_same(struct tool *t, dfmt_sink *to, const dfmt_mallocdbg_options *o) {
  dfmt_sink *text = text_begin();
  dfmt_status st = dfmt_mallocdbg_options_print(o, text);
  put_settle(text, st);
  if (st == DFMT_OK) {
    put(text, "", 1);
    if (t->set.json) {
      put_json_text(to, ",\"same_as\":", text_held(text).ptr);
    } else {
      put_s(to, "same as: ");
      put_safe_s(to, text_held(text).ptr);
      put_s(to, "\n");
    }
  }
  dfmt_sink_free(text);
}

static void refuse(struct tool *t, dfmt_sink *to, const char *text, const char *message, uint64_t at) {
  if (t->set.json) {
    put_json_text(to, "{\"options\":", text);
    put_json_text(to, ",\"error\":", message);
    put_f(to, ",\"offset\":%" PRIu64 "}", at);
    put_end(to);
  }
  report(t, CODE_DAMAGED, text, "byte %" PRIu64 ": %s", at, message);
}

static void explain(struct tool *t, const char *text, dfmt_sink *to) {
  dfmt_mallocdbg_options o = {.head = {sizeof o, DFMT_TYPE_MALLOCDBG_OPTIONS}};
  char message[512] = "";
  uint64_t at = 0;
  const struct settings *own = t->own;
  uint32_t pointer_size = own->bits && strcmp(own->bits, "32") == 0 ? 4 : 8;
  if (dfmt_mallocdbg_options_parse(text, strlen(text), pointer_size, &o, message, sizeof message, &at) != DFMT_OK) {
    refuse(t, to, text, message, at);
    return;
  }
  const char *release = needed(text);
  if (t->set.json) {
    put_json_text(to, "{\"options\":", text);
    if (release) put_f(to, ",\"needs\":\"%s\"", release);
    put_s(to, ",\"settings\":");
    put_json_struct(to, DFMT_TYPE_MALLOCDBG_OPTIONS, &o);
    put_same(t, to, &o);
    put_s(to, "}");
    put_end(to);
    return;
  }
  put_used(to, text);
  if (release) put_f(to, "needs:   Android %s\n", release);
  put_same(t, to, &o);
  put_settings(to, &o);
}

/* ---- the command ---- */

static void run(struct tool *t) {
  dfmt_sink *to = t->out.sink;
  if (t->format && t->format != DFMT_MALLOCDBG) {
    report(t, CODE_USAGE, "options", "%s has no option string", t->set.format);
    return;
  }
  if (t->n_args == 0) list(t, to);
  for (int i = 0; i < t->n_args && !tool_stopped(); i++) {
    if (i && !t->set.json) put_s(to, "\n");
    explain(t, t->args[i], to);
  }
  put_flush(to);
}

static const struct opt options[] = {TEXT("bits", 0, bits, "32|64", "assume pointers of so many bits [64]"),
                                     JSON_OPTION("print one JSON document a line"), END_OF_OPTIONS};

const struct command cmd_options = {
    .name = "options",
    .operands = "[STRING]...",
    .summary = "explain an option string of Android's malloc_debug",
    .text =
        "Explains each STRING, as in LIBC_DEBUG_MALLOC_OPTIONS: its options, the Android\n"
        "release that it needs, and the settings that it amounts to. A string that\n"
        "malloc_debug refuses is refused in its words, exit code 1. Without STRING all\n"
        "options are listed.\n",
    .run = run,
    OWN_OPTIONS,
    .examples = {{"diagfmt options", "all options"},
                 {"diagfmt options 'backtrace=8 guard free_track'", "what these amount to"},
                 {"diagfmt options --json 'backtrace leak_track' | jq .settings.flags", "for a script"}},
};
