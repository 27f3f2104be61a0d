/* SPDX-License-Identifier: MIT */
/* `extract` for apitrace's traces: blobs and shader sources. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "buffer.h"
#include "call_value.h"
#include "extract.h"
#include "id_map.h"

enum { MAX_WORD = 80 }; /* bytes of a function's or argument's name that become part of a file's */

/* Stages of shaders by the numbers of OpenGL's enum. */
static const struct {
  uint64_t number;
  const char *suffix;
} stages[] = {{0x8b31, "vert"}, {0x8b30, "frag"}, {0x8dd9, "geom"},
              {0x91b9, "comp"}, {0x8e88, "tesc"}, {0x8e87, "tese"}};

struct state {
  struct id_map shaders;
  const char **suffixes; /* by the numbers of shaders */
  struct buffer source;
};

static const char *suffix_of_stage(const dfmt_apitrace_value *v) {
  uint64_t n;
  if (v && value_number(v, &n))
    for (size_t i = 0; i < sizeof stages / sizeof *stages; i++)
      if (stages[i].number == n) return stages[i].suffix;
  return "glsl";
}

static bool is_function(const dfmt_apitrace_call *c, const char *name) {
  return c->name.len == strlen(name) && memcmp(c->name.ptr, name, (size_t)c->name.len) == 0;
}

/* A shader of the name that the call returned is of this stage from now on. */
static void note_shader(struct state *s, const dfmt_apitrace_call *c) {
  uint64_t shader;
  const dfmt_apitrace_value *type = call_argument(c, 0);
  if (!is_function(c, "glCreateShader") && !is_function(c, "glCreateShaderObjectARB")) return;
  if (!(c->present & DFMT_APITRACE_CALL_HAS_RET) || !value_number(c->ret, &shader)) return;
  size_t before = s->shaders.n, i = id_map_add(&s->shaders, shader);
  if (i == before && (i & (i - 1)) == 0) s->suffixes = tool_realloc(s->suffixes, (i ? 2 * i : 1) * sizeof *s->suffixes);
  s->suffixes[i] = suffix_of_stage(type);
}

/* What a name keeps of itself in a file's: "ID3D11Device::CreateBuffer" has colons. */
static void put_word(struct buffer *b, dfmt_str word) {
  for (uint64_t i = 0; i < word.len && i < MAX_WORD; i++) {
    char c = word.ptr[i];
    bool plain = (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '_';
    buffer_byte(b, plain ? c : '_');
  }
}

/* "call_0000123_glBufferData_data_1.bin"; the first of an argument's blobs has no number. */
static void give(struct extraction *x, const dfmt_apitrace_call *c, dfmt_str part, uint64_t number, const char *suffix,
                 const void *ptr, uint64_t len) {
  struct buffer name = {0};
  char text[48];
  snprintf(text, sizeof text, "call_%07" PRIu64 "_", c->number);
  buffer_put_s(&name, text);
  put_word(&name, c->name);
  if (part.len) buffer_byte(&name, '_');
  put_word(&name, part);
  if (number) buffer_byte(&name, '_');
  if (number) buffer_unsigned(&name, number);
  buffer_byte(&name, '.');
  buffer_put_s(&name, suffix);
  buffer_byte(&name, '\0');
  extract_file(x, name.ptr, ptr, len);
  buffer_free(&name);
}

static void too_large(struct extraction *x, const dfmt_apitrace_call *c, dfmt_str part, uint64_t len) {
  struct place where = x->walk->place;
  where.key = c->name.ptr;
  where.key_len = c->name.len;
  report_at(x->walk->t, CODE_DAMAGED, &where, 0, x->offset,
            "call %" PRIu64 ", %.*s: %" PRIu64 " bytes are above --max-inline: not extracted", c->number, (int)part.len,
            part.len ? part.ptr : "", len);
}

/* The nodes of a value; a repr's first half is what its second means, for people. */
static void give_blobs(struct extraction *x, const dfmt_apitrace_call *c, dfmt_str part, const dfmt_apitrace_value *v) {
  uint64_t n = 0;
  const dfmt_apitrace_value *end = v + v->span, *machine = end, *machine_end = end;
  for (; v < end; v++) {
    if (v->kind == DFMT_APITRACE_VALUE_REPR) {
      machine = value_child(v, 1);
      machine_end = v + v->span;
    }
    if (v->kind != DFMT_APITRACE_VALUE_BLOB) continue;
    if (v->aux && !v->ptr)
      too_large(x, c, part, v->aux);
    else
      give(x, c, part, n, v >= machine && v < machine_end ? "dxbc" : "bin", v->ptr, v->aux);
    n++;
  }
}

/* One of the strings: its length is what `lengths` says, or all of it where that is negative or missing. */
static void add_string(struct state *s, const dfmt_apitrace_value *v, const dfmt_apitrace_value *lengths, uint64_t i) {
  const dfmt_apitrace_value *given = lengths ? value_child(lengths, i) : NULL;
  uint64_t len = v->aux, most;
  if (v->kind != DFMT_APITRACE_VALUE_STRING && v->kind != DFMT_APITRACE_VALUE_BLOB) return;
  if (!v->ptr) return;
  if (given && value_number(given, &most) && (int64_t)most >= 0 && most < len) len = most;
  buffer_put(&s->source, v->ptr, (size_t)len);
}

static void give_source(struct state *s, struct extraction *x, const dfmt_apitrace_call *c, const char *suffix,
                        const dfmt_apitrace_value *strings, const dfmt_apitrace_value *lengths) {
  if (!strings) return;
  s->source.len = 0;
  if (strings->kind != DFMT_APITRACE_VALUE_ARRAY) add_string(s, strings, NULL, 0);
  const dfmt_apitrace_value *v = strings + 1;
  for (uint64_t i = 0; strings->kind == DFMT_APITRACE_VALUE_ARRAY && i < strings->bits; i++, v += v->span)
    add_string(s, v, lengths, i);
  give(x, c, (dfmt_str){NULL, 0}, 0, suffix, s->source.ptr, s->source.len);
}

/* glShaderSource(shader, count, string, length), glCreateShaderProgramv(type, count, strings). true: it was one. */
static bool is_source(struct state *s, struct extraction *x, const dfmt_apitrace_call *c) {
  uint64_t shader;
  const dfmt_apitrace_value *first = call_argument(c, 0);
  if (is_function(c, "glCreateShaderProgramv") || is_function(c, "glCreateShaderProgramvEXT")) {
    give_source(s, x, c, suffix_of_stage(first), call_argument(c, 2), NULL);
    return true;
  }
  if (!is_function(c, "glShaderSource") && !is_function(c, "glShaderSourceARB")) return false;
  size_t i = first && value_number(first, &shader) ? id_map_find(&s->shaders, shader) : SIZE_MAX;
  give_source(s, x, c, i == SIZE_MAX ? "glsl" : s->suffixes[i], call_argument(c, 2), call_argument(c, 3));
  return true;
}

static void event(void *user, struct extraction *x, struct walk *w, const dfmt_event *ev, bool wanted) {
  struct state *s = user;
  const dfmt_apitrace_call *c = dfmt_event_apitrace_call(ev);
  (void)w;
  if (!c) return;
  note_shader(s, c);
  if (!wanted || is_source(s, x, c)) return;
  for (uint64_t i = 0; i < c->n_args; i++) give_blobs(x, c, c->args[i].name, c->args[i].value);
  if (c->present & DFMT_APITRACE_CALL_HAS_RET) give_blobs(x, c, (dfmt_str){"return", 6}, c->ret);
}

static void end(void *user) {
  struct state *s = user;
  id_map_free(&s->shaders);
  tool_realloc(s->suffixes, 0);
  buffer_free(&s->source);
}

const struct extract_ops apitrace_extract = {.state_size = sizeof(struct state), .event = event, .end = end};
