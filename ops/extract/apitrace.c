/* SPDX-License-Identifier: MIT */
/* apitrace traces: blobs and shader sources, in order. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include <diagfmt/apitrace.h>

#include "extract.h"

enum { MAX_WORD = 80 }; /* bytes of a function's or argument's name that are used in a file name */

/* Shader stages by their OpenGL enum values; last: unknown. */
static const struct {
  uint64_t number;
  const char *suffix;
} stages[] = {{0x8b31, "vert"}, {0x8b30, "frag"}, {0x8dd9, "geom"}, {0x91b9, "comp"},
              {0x8e88, "tesc"}, {0x8e87, "tese"}, {0, "glsl"}};

enum { UNKNOWN = sizeof stages / sizeof *stages - 1 };

struct state {
  struct dfmti_table shaders;                                  /* by number: the stage, plus 1 */
  bool begun;                                                  /* the current call has produced a source, or a blob */
  uint64_t arg;                                                /* index of the argument; n_args: the return value */
  const dfmt_apitrace_value *at, *end, *machine, *machine_end; /* position in it; at NULL: at its start */
  uint64_t n_blobs;                                            /* of this argument, so far */
  struct dfmti_buf name, source;
};

/* ---- values ---- */

static const dfmt_apitrace_value *argument(const dfmt_apitrace_call *c, uint64_t number) {
  for (uint64_t i = 0; i < c->n_args; i++)
    if (c->args[i].number == number) return c->args[i].value;
  return NULL;
}

static const dfmt_apitrace_value *child(const dfmt_apitrace_value *v, uint64_t number) {
  const bool has = v->kind == DFMT_APITRACE_VALUE_ARRAY || v->kind == DFMT_APITRACE_VALUE_STRUCT ||
                   v->kind == DFMT_APITRACE_VALUE_REPR;
  if (!has || number >= v->bits) return NULL;
  for (v++; number--;) v += v->span;
  return v;
}

static bool number_of(const dfmt_apitrace_value *v, uint64_t *n) {
  switch (v->kind) {
    case DFMT_APITRACE_VALUE_NULL:
    case DFMT_APITRACE_VALUE_FALSE: *n = 0; return true;
    case DFMT_APITRACE_VALUE_TRUE: *n = 1; return true;
    case DFMT_APITRACE_VALUE_SINT:
    case DFMT_APITRACE_VALUE_UINT:
    case DFMT_APITRACE_VALUE_ENUM:
    case DFMT_APITRACE_VALUE_BITMASK:
    case DFMT_APITRACE_VALUE_OPAQUE: *n = v->bits; return true;
    default: return false;
  }
}

static bool is_function(const dfmt_apitrace_call *c, const char *name) {
  return c->name.len == strlen(name) && memcmp(c->name.ptr, name, (size_t)c->name.len) == 0;
}

/* ---- shaders ---- */

static size_t stage_of(const dfmt_apitrace_value *v) {
  uint64_t n;
  if (v && number_of(v, &n))
    for (size_t i = 0; i < UNKNOWN; i++)
      if (stages[i].number == n) return i;
  return UNKNOWN;
}

/* Notes the stage of the shader that the call returned. */
static dfmt_status note_shader(struct dfmto_extract *x, struct state *s, const dfmt_apitrace_call *c) {
  uint64_t shader;
  if (!is_function(c, "glCreateShader") && !is_function(c, "glCreateShaderObjectARB")) return DFMT_OK;
  if (!(c->present & DFMT_APITRACE_CALL_HAS_RET) || !number_of(c->ret, &shader)) return DFMT_OK;
  if (!dfmti_table_reserve(&x->op->mem, &s->shaders)) return dfmto_no_memory(x->op);
  const uint64_t hash = dfmti_hash_number(s->shaders.key, shader), stage = stage_of(argument(c, 0)) + 1;
  struct dfmti_slot *known = dfmti_table_find(&s->shaders, hash, NULL, NULL);
  if (known)
    known->value = stage;
  else
    dfmti_table_add(&s->shaders, hash, stage);
  return DFMT_OK;
}

static const char *suffix_of(const struct state *s, const dfmt_apitrace_value *shader) {
  uint64_t number, stage = 0;
  if (shader && number_of(shader, &number)) stage = dfmti_table_number(&s->shaders, number);
  return stages[stage ? stage - 1 : (uint64_t)UNKNOWN].suffix;
}

/* Appends one of the strings: lengths[i] bytes, or the whole if that is negative or missing. */
static bool add_string(struct dfmto_extract *x, const dfmt_apitrace_value *v, const dfmt_apitrace_value *lengths,
                       uint64_t i) {
  struct state *s = x->state;
  const dfmt_apitrace_value *given = lengths ? child(lengths, i) : NULL;
  uint64_t len = v->aux, most;
  if ((v->kind != DFMT_APITRACE_VALUE_STRING && v->kind != DFMT_APITRACE_VALUE_BLOB) || !v->ptr) return true;
  if (given && number_of(given, &most) && (int64_t)most >= 0 && most < len) len = most;
  return len == 0 || dfmti_buf_append(&x->op->mem, &s->source, v->ptr, (size_t)len);
}

static bool join(struct dfmto_extract *x, const dfmt_apitrace_value *strings, const dfmt_apitrace_value *lengths) {
  struct state *s = x->state;
  s->source.len = 0;
  if (strings->kind != DFMT_APITRACE_VALUE_ARRAY) return add_string(x, strings, NULL, 0);
  const dfmt_apitrace_value *v = strings + 1;
  bool good = true;
  for (uint64_t i = 0; good && i < strings->bits; i++, v += v->span) good = add_string(x, v, lengths, i);
  return good;
}

/* ---- names ---- */

/* Appends a name, replacing characters unsafe in file names: "ID3D11Device::CreateBuffer" has colons. */
static bool put_word(struct dfmti_mem *m, struct dfmti_buf *b, dfmt_str word) {
  bool good = true;
  for (uint64_t i = 0; good && i < word.len && i < MAX_WORD; i++) {
    const char c = word.ptr[i];
    const bool plain = (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '_';
    good = dfmti_buf_append(m, b, plain ? &c : "_", 1);
  }
  return good;
}

static bool put_text(struct dfmti_mem *m, struct dfmti_buf *b, const char *text) {
  return dfmti_buf_append(m, b, text, strlen(text));
}

/* "call_0000123_glBufferData_data_1.bin"; the first blob of an argument has no number. */
static bool make_name(struct dfmto_extract *x, const dfmt_apitrace_call *c, dfmt_str part, uint64_t number,
                      const char *suffix) {
  struct dfmti_mem *m = &x->op->mem;
  struct dfmti_buf *b = &((struct state *)x->state)->name;
  char start[48], end[48] = "";
  snprintf(start, sizeof start, "call_%07" PRIu64 "_", c->number);
  if (number) snprintf(end, sizeof end, "_%" PRIu64, number);
  b->len = 0;
  return put_text(m, b, start) && put_word(m, b, c->name) && put_text(m, b, part.len ? "_" : "") &&
         put_word(m, b, part) && put_text(m, b, end) && put_text(m, b, ".") && put_text(m, b, suffix);
}

static dfmt_status give(struct dfmto_extract *x, dfmt_str content, struct dfmto_extract_file *out) {
  const struct state *s = x->state;
  *out = (struct dfmto_extract_file){{(const char *)s->name.ptr, s->name.len}, content};
  return DFMT_OK;
}

/* ---- files ---- */

static dfmt_status give_source(struct dfmto_extract *x, const dfmt_apitrace_call *c, const char *suffix,
                               const dfmt_apitrace_value *lengths, struct dfmto_extract_file *out) {
  struct state *s = x->state;
  const dfmt_apitrace_value *strings = argument(c, 2);
  if (s->begun || !strings) return DFMT_END;
  if (!join(x, strings, lengths) || !make_name(x, c, (dfmt_str){NULL, 0}, 0, suffix)) return dfmto_no_memory(x->op);
  s->begun = true;
  return give(x, (dfmt_str){(const char *)s->source.ptr, s->source.len}, out);
}

static const dfmt_apitrace_value *value_at(const dfmt_apitrace_call *c, uint64_t i) {
  if (i < c->n_args) return c->args[i].value;
  return i == c->n_args && c->present & DFMT_APITRACE_CALL_HAS_RET ? c->ret : NULL;
}

static void begin_value(struct state *s, const dfmt_apitrace_value *v) {
  s->at = v;
  s->end = s->machine = s->machine_end = v + v->span;
  s->n_blobs = 0;
}

/*
 * The next blob of an argument; the first half of a repr is for display only, the second is the value. NULL: no more.
 */
static const dfmt_apitrace_value *next_blob(struct state *s) {
  for (; s->at < s->end; s->at++) {
    if (s->at->kind == DFMT_APITRACE_VALUE_BLOB) return s->at;
    if (s->at->kind != DFMT_APITRACE_VALUE_REPR) continue;
    s->machine = child(s->at, 1);
    s->machine_end = s->at + s->at->span;
  }
  return NULL;
}

static dfmt_status give_blob(struct dfmto_extract *x, const dfmt_apitrace_call *c, const dfmt_apitrace_value *v,
                             struct dfmto_extract_file *out) {
  struct state *s = x->state;
  const dfmt_str part = s->arg < c->n_args ? c->args[s->arg].name : (dfmt_str){"return", 6};
  const char *suffix = v >= s->machine && v < s->machine_end ? "dxbc" : "bin";
  if (!make_name(x, c, part, s->n_blobs, suffix)) return dfmto_no_memory(x->op);
  s->n_blobs++;
  s->at++;
  return give(x, (dfmt_str){v->ptr, v->aux}, out);
}

static dfmt_status give_blobs(struct dfmto_extract *x, const dfmt_apitrace_call *c, struct dfmto_extract_file *out) {
  struct state *s = x->state;
  const dfmt_apitrace_value *v, *blob;
  for (; (v = value_at(c, s->arg)) != NULL; s->arg++, s->at = NULL) {
    if (!s->at) begin_value(s, v);
    if ((blob = next_blob(s)) != NULL) return give_blob(x, c, blob, out);
  }
  return DFMT_END;
}

/* glShaderSource(shader, count, string, length), glCreateShaderProgramv(type, count, strings), and all others. */
static dfmt_status next(struct dfmto_extract *x, struct dfmto_extract_file *out) {
  const struct state *s = x->state;
  const dfmt_apitrace_call *c = dfmt_event_apitrace_call(x->ev);
  if (!c) return DFMT_END;
  if (is_function(c, "glCreateShaderProgramv") || is_function(c, "glCreateShaderProgramvEXT"))
    return give_source(x, c, stages[stage_of(argument(c, 0))].suffix, NULL, out);
  if (is_function(c, "glShaderSource") || is_function(c, "glShaderSourceARB"))
    return give_source(x, c, suffix_of(s, argument(c, 0)), argument(c, 3), out);
  return give_blobs(x, c, out);
}

static dfmt_status look(struct dfmto_extract *x) {
  struct state *s = x->state;
  const dfmt_apitrace_call *c = dfmt_event_apitrace_call(x->ev);
  s->begun = false;
  s->arg = 0;
  s->at = NULL;
  return c ? note_shader(x, s, c) : DFMT_OK;
}

static void close_state(struct dfmto_extract *x) {
  struct dfmti_mem *m = &x->op->mem;
  struct state *s = x->state;
  dfmti_table_free(m, &s->shaders);
  dfmti_buf_free(m, &s->name);
  dfmti_buf_free(m, &s->source);
}

extern const struct dfmto_extract_format dfmto_extract_apitrace;
const struct dfmto_extract_format dfmto_extract_apitrace = {
    .format = DFMT_APITRACE, .state_size = sizeof(struct state), .look = look, .next = next, .close = close_state};
