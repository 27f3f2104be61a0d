/* SPDX-License-Identifier: MIT */
/* Which mangling a name has, and what is around it: prefixes, versions, and suffixes of clones. */
#include "demangle.h"

#include <string.h>

#include "base/str.h"
#include "grammar.h"

static bool is_lower(char c) { return (c >= 'a' && c <= 'z') || c == '_'; }
static bool is_digit(char c) { return c >= '0' && c <= '9'; }

/* ".part.1", ".cold" … at p; its length, 0: none. */
static size_t clone_length(const char *p, const char *end) {
  const char *at = p;
  if (end - at > 1 && *at == '.' && (is_lower(at[1]) || is_digit(at[1]))) {
    at++;
    if (is_lower(*at))
      while (at < end && is_lower(*at)) at++;
    else
      while (at < end && is_digit(*at)) at++;
  }
  while (end - at > 1 && *at == '.' && is_digit(at[1]))
    for (at++; at < end && is_digit(*at);) at++;
  return (size_t)(at - p);
}

/* What follows an encoding: suffixes of clones, or with LLVM any from a '.' on. */
static bool put_suffix(struct dfmto_demangle *d, bool name_only) {
  const char *p = d->in + d->pos, *end = d->in + d->len;
  if (p == end) return true;
  if (*p != '.') return dfmto_demangle_fail(d, DFMT_END);
  if (!d->gnu)
    return dfmto_demangle_put(d, " (", 2) && dfmto_demangle_put(d, p, (size_t)(end - p)) &&
           dfmto_demangle_put(d, ")", 1);
  while (p < end) {
    const size_t n = clone_length(p, end);
    if (!n) return dfmto_demangle_fail(d, DFMT_END);
    if (!name_only &&
        !(dfmto_demangle_put(d, " [clone ", 8) && dfmto_demangle_put(d, p, n) && dfmto_demangle_put(d, "]", 1)))
      return false;
    p += n;
  }
  return true;
}

/* The function's name without what is around it. */
static uint32_t name_of(const struct dfmto_demangle *d, uint32_t node) {
  while (d->nodes[node].kind == DFMTO_N_ENABLED || d->nodes[node].kind == DFMTO_N_REQUIRED) node = d->nodes[node].a;
  return d->nodes[node].kind == DFMTO_N_ENCODING ? d->nodes[node].b : node;
}

static bool parse(struct dfmto_demangle *d, uint32_t *node) {
  const struct dfmto_demangle_node absent = {.kind = DFMTO_N_TEXT};
  d->n_nodes = d->n_frames = d->values.n = d->subs.n = d->params.n = d->forwards.n = 0;
  d->base = d->state = 0;
  if (!dfmto_demangle_make(d, absent)) return false;
  dfmto_demangle_take_value(d);
  if (!dfmto_demangle_run(d, DFMTO_P_ENCODING, node)) return false;
  return !d->forwards.n || dfmto_demangle_fail(d, DFMT_END);
}

/* GCC and Clang number substitutions in unresolved names differently: a name that one rejects may be the other's. */
static bool parse_either(struct dfmto_demangle *d, uint32_t *node) {
  const size_t start = d->pos;
  d->gcc = d->gnu;
  if (parse(d, node)) return true;
  if (d->st != DFMT_END || !d->levels) return false;
  d->st = DFMT_OK;
  d->pos = start;
  d->gcc = !d->gcc;
  return parse(d, node);
}

static bool run_encoding(struct dfmto_demangle *d, bool name_only) {
  uint32_t node = 0;
  return parse_either(d, &node) && dfmto_demangle_print(d, name_only ? name_of(d, node) : node);
}

static bool run_cxx(struct dfmto_demangle *d, bool name_only) {
  return run_encoding(d, name_only) && put_suffix(d, name_only);
}

static bool skip(struct dfmto_demangle *d, const char *prefix) {
  const dfmt_str rest = {d->in + d->pos, d->len - d->pos};
  if (!dfmti_starts(rest, prefix)) return false;
  d->pos += strlen(prefix);
  return true;
}

/* "_GLOBAL__I_" and what the constructors belong to, which may be a mangled name. */
static bool run_keyed(struct dfmto_demangle *d, bool name_only) {
  const bool constructs = skip(d, "_GLOBAL__I_") || skip(d, "_GLOBAL__sub_I_");
  if (!constructs && !skip(d, "_GLOBAL__D_") && !skip(d, "_GLOBAL__sub_D_")) return false;
  const char *what = dfmto_demangle_words[constructs ? DFMTO_W_CONSTRUCTORS : DFMTO_W_DESTRUCTORS].gnu;
  if (!dfmto_demangle_put(d, what, strlen(what))) return true;
  if (skip(d, "_Z"))
    run_cxx(d, name_only);
  else
    dfmto_demangle_put(d, d->in + d->pos, d->len - d->pos);
  return true;
}

/* The block of a function: "_block_invoke", and perhaps a number. */
static void run_block(struct dfmto_demangle *d) {
  const char *what = dfmto_demangle_words[DFMTO_W_BLOCK_IN].gnu;
  if (!dfmto_demangle_put(d, what, strlen(what)) || !run_encoding(d, false)) return;
  bool good = skip(d, "_block_invoke");
  if (dfmto_demangle_peek(d, 0) == '_' && is_digit(dfmto_demangle_peek(d, 1))) d->pos++;
  while (is_digit(dfmto_demangle_peek(d, 0))) d->pos++;
  good = good && (d->pos == d->len || dfmto_demangle_peek(d, 0) == '.');
  if (!good) dfmto_demangle_fail(d, DFMT_END);
}

/* Rust's names may have a suffix, of which GNU prints nothing. */
static void run_rust(struct dfmto_demangle *d, uint32_t style) {
  if (!dfmto_demangle_rust(d, style == DFMT_DEMANGLE_GNU)) return;
  const char next = dfmto_demangle_peek(d, 0);
  if (next && next != '.' && (next != '$' || !d->gnu))
    dfmto_demangle_fail(d, DFMT_END);
  else if (!d->gnu)
    put_suffix(d, false);
}

static void run(struct dfmto_demangle *d, uint32_t style) {
  const bool name_only = style == DFMT_DEMANGLE_NAME;
  const bool old_rust = d->gnu && skip(d, "_ZN") && dfmto_demangle_rust_legacy(d, !name_only);
  if (old_rust || d->st != DFMT_OK) return;
  d->pos = 0;
  if (skip(d, "_R"))
    run_rust(d, style);
  else if (skip(d, "_Z") || skip(d, "__Z"))
    run_cxx(d, name_only);
  else if (!d->gnu && (skip(d, "___Z") || skip(d, "____Z")))
    run_block(d);
  else if (!run_keyed(d, name_only))
    dfmto_demangle_fail(d, DFMT_END);
}

static void *config_realloc(void *user, void *ptr, uint64_t old_size, uint64_t new_size) {
  const struct dfmto_demangle *d = user;
  return dfmt_config_realloc(d->config, ptr, old_size, new_size);
}

/* The layout of a configuration is known to libdiagfmt alone, which may be of another version. */
static void init_memory(struct dfmto_demangle *d) {
  d->mem = (struct dfmti_mem){.fn = config_realloc, .user = d, .limit = UINT64_MAX};
  (void)dfmt_config_get(d->config, DFMT_CFG_MAX_MEMORY, &d->mem.limit);
}

static void free_ids(struct dfmto_demangle *d, struct dfmto_demangle_ids *list) {
  dfmti_free(&d->mem, list->ptr, list->cap * sizeof *list->ptr);
}

static void free_all(struct dfmto_demangle *d) {
  dfmti_free(&d->mem, d->nodes, d->cap_nodes * sizeof *d->nodes);
  dfmti_free(&d->mem, d->frames, d->cap_frames * sizeof *d->frames);
  dfmti_free(&d->mem, d->items, d->cap_items * sizeof *d->items);
  free_ids(d, &d->values);
  free_ids(d, &d->subs);
  free_ids(d, &d->params);
  free_ids(d, &d->forwards);
  dfmti_buf_free(&d->mem, &d->out);
}

/* Without a version, "@GLIBCXX_3.4", or "@plt". */
static size_t mangled_length(dfmt_str name) {
  const char *at = name.len ? memchr(name.ptr, '@', (size_t)name.len) : NULL;
  return at ? (size_t)(at - name.ptr) : (size_t)name.len;
}

static dfmt_status write_out(const struct dfmto_demangle *d, dfmt_sink *to) {
  uint64_t taken = 0;
  if (!d->out.len) return DFMT_END;
  const dfmt_status st = dfmt_sink_write(to, d->out.ptr, d->out.len, &taken);
  return st == DFMT_AGAIN ? DFMT_E_STATE : st;
}

dfmt_status dfmt_demangle(const dfmt_config *c, dfmt_str name, uint32_t style, dfmt_sink *to) {
  struct dfmto_demangle d = {.config = c, .in = name.ptr, .gnu = style != DFMT_DEMANGLE_LLVM};
  if (!to || style > DFMT_DEMANGLE_NAME || (name.len && !name.ptr)) return DFMT_E_ARG;
  if (name.len > DFMTO_DEMANGLE_INPUT) return DFMT_E_LIMIT;
  if (!name.len) return DFMT_END;
  init_memory(&d);
  d.len = mangled_length(name);
  run(&d, style);
  if (d.st == DFMT_OK && style != DFMT_DEMANGLE_NAME)
    dfmto_demangle_put(&d, name.ptr + d.len, (size_t)name.len - d.len);
  if (d.st == DFMT_OK) d.st = write_out(&d, to);
  free_all(&d);
  return d.st;
}
