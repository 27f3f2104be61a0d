/* SPDX-License-Identifier: MIT */
/*
 * Rust's mangling "v0" (RFC 2603) after "_R". Names are printed as they are read, by forms on a stack as in
 * print.c, whose references ('%' and a character) read a part of the name:
 *
 *   p P t c L  a path, a path of the same kind (of a value or not), a type, a constant, a lifetime
 *   others     step(): parts of these, and what a list does after each of its items
 *
 * GNU prints more than LLVM: hashes of crates, and types of constants. Its names without that are DFMT_DEMANGLE_NAME.
 */
#include <string.h>

#include "rust.h"

static bool malformed(struct dfmto_demangle_rust *r) { return dfmto_demangle_fail(r->d, DFMT_END); }
static char peek(const struct dfmto_demangle_rust *r) { return dfmto_demangle_peek(r->d, 0); }
static bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }

static bool eat(struct dfmto_demangle_rust *r, char c) {
  if (peek(r) != c) return false;
  r->d->pos++;
  return true;
}

static char next(struct dfmto_demangle_rust *r) {
  const char c = peek(r);
  if (c) r->d->pos++;
  return c;
}

static bool put(struct dfmto_demangle_rust *r, const char *text) {
  return dfmto_demangle_rust_put(r, text, strlen(text));
}

static bool push(struct dfmto_demangle_rust *r, struct dfmto_demangle_item item) {
  return dfmto_demangle_push(r->d, item);
}

/* A form to be printed; value: whether it is the path of a value; y: what the form needs to know. */
static bool push_form(struct dfmto_demangle_rust *r, const char *form, uint32_t value, uint32_t y) {
  return push(r, (struct dfmto_demangle_item){.form = form, .node = value, .y = y});
}

/* ---- numbers ---- */

/* "_" is 0, "0_" is 1 …, in digits, small and capital letters. */
static bool base62(struct dfmto_demangle_rust *r, uint64_t *n) {
  *n = 0;
  if (eat(r, '_')) return true;
  for (char c; (c = next(r)) != '_';) {
    const uint32_t digit = c >= '0' && c <= '9'   ? (uint32_t)(c - '0')
                           : c >= 'a' && c <= 'z' ? (uint32_t)(c - 'a') + 10
                           : is_upper(c)          ? (uint32_t)(c - 'A') + 36
                                                  : 62;
    if (digit == 62 || *n > (UINT64_MAX - digit - 1) / 62) return malformed(r);
    *n = *n * 62 + digit;
  }
  ++*n;
  return true;
}

/* With a letter before it, or 0. */
static bool optional62(struct dfmto_demangle_rust *r, char tag, uint64_t *n) {
  *n = 0;
  if (!eat(r, tag)) return true;
  if (!base62(r, n)) return false;
  ++*n;
  return true;
}

/* ---- names ---- */

static bool hash_of_crate(struct dfmto_demangle_rust *r, uint64_t hash) {
  return !r->verbose || (put(r, "[") && dfmto_demangle_rust_put_number(r, hash, 16) && put(r, "]"));
}

static bool crate(struct dfmto_demangle_rust *r) {
  struct dfmto_demangle_rust_name name;
  uint64_t hash;
  return optional62(r, 's', &hash) && dfmto_demangle_rust_name(r, &name) && dfmto_demangle_rust_put_name(r, &name) &&
         hash_of_crate(r, hash);
}

/* The last part of a path, in a namespace: of the compiler's own ones in braces. */
static bool nested(struct dfmto_demangle_rust *r, char space) {
  struct dfmto_demangle_rust_name name;
  uint64_t n;
  if (!optional62(r, 's', &n) || !dfmto_demangle_rust_name(r, &name)) return false;
  if (!is_upper(space)) return !name.len || (put(r, "::") && dfmto_demangle_rust_put_name(r, &name));
  const char letter[2] = {space, '\0'};
  return put(r, "::{") &&
         put(r, space == 'C'   ? "closure"
                : space == 'S' ? "shim"
                               : letter) &&
         (!name.len || (put(r, ":") && dfmto_demangle_rust_put_name(r, &name))) && put(r, "#") &&
         dfmto_demangle_rust_put_number(r, n, 10) && put(r, "}");
}

/* ---- what comes again ---- */

/* Goes on at an earlier place, with a form, and then comes back. What is skipped is not looked up. */
static bool backward(struct dfmto_demangle_rust *r, const char *form, uint32_t value) {
  const size_t here = r->d->pos - 1;
  uint64_t to;
  if (!base62(r, &to)) return false;
  if (to >= here - r->start) return malformed(r);
  if (r->skipped) return true;
  if (!push(r, (struct dfmto_demangle_item){.form = "%<", .x = (uint32_t)r->d->pos})) return false;
  r->d->pos = r->start + (size_t)to;
  return push_form(r, form, value, 0);
}

/* ---- paths ---- */

/* A path that is read but not printed. */
static bool skip_path(struct dfmto_demangle_rust *r) {
  r->skipped++;
  return push_form(r, "%p%+", 0, 0);
}

static bool path(struct dfmto_demangle_rust *r, uint32_t value) {
  const char tag = next(r);
  char space;
  switch (tag) {
    case 'C': return crate(r);
    case 'M': return push_form(r, "%i<%t>", value, 0);
    case 'X': return push_form(r, "%i<%t as %p>", value, 0);
    case 'Y': return push_form(r, "<%t as %p>", value, 0);
    case 'I': return push_form(r, value ? "%P::<%a>" : "%P<%a>", value, 0);
    case 'B': return backward(r, "%P", value);
    case 'N':
      space = next(r);
      if (!is_upper(space) && (space < 'a' || space > 'z')) return malformed(r);
      return push_form(r, "%P%n", value, (uint32_t)space);
    default: return malformed(r);
  }
}

/* The path of a trait, whose generic arguments stay open for those that a `dyn` adds. */
static bool open_path(struct dfmto_demangle_rust *r) {
  r->open = false;
  if (eat(r, 'B')) return backward(r, "%O", 0);
  if (!eat(r, 'I')) return path(r, 0);
  return push_form(r, "%p<%a%1", 0, 0);
}

static bool implementation(struct dfmto_demangle_rust *r) {
  uint64_t n;
  return optional62(r, 's', &n) && skip_path(r);
}

/* ---- lists: y counts their items ---- */

static bool list(struct dfmto_demangle_rust *r, struct dfmto_demangle_item item, const char *each, const char *again) {
  if (eat(r, 'E')) return true;
  if (item.y && !put(r, ", ")) return false;
  return push_form(r, again, item.node, item.y + 1) && push_form(r, each, 0, 0);
}

/* The comma of a tuple of one. */
static bool tuple(struct dfmto_demangle_rust *r, struct dfmto_demangle_item item) {
  if (eat(r, 'E')) return put(r, item.y == 1 ? ",)" : ")");
  return (!item.y || put(r, ", ")) && push_form(r, "%T", 0, item.y + 1) && push_form(r, "%t", 0, 0);
}

static bool lifetime(struct dfmto_demangle_rust *r, uint64_t n) {
  if (!n) return put(r, "'_");
  if (n > r->bound) return malformed(r);
  const uint64_t depth = r->bound - n;
  const char letter[3] = {'\'', (char)('a' + depth % 26), '\0'};
  return depth < 26 ? put(r, letter) : put(r, "'_") && dfmto_demangle_rust_put_number(r, depth, 10);
}

static bool argument(struct dfmto_demangle_rust *r) {
  uint64_t n;
  if (eat(r, 'L')) return base62(r, &n) && lifetime(r, n);
  return push_form(r, eat(r, 'K') ? "%c" : "%t", 0, 0);
}

/* "for<'a, 'b> ". The lifetimes are bound until "%-". */
static bool binder(struct dfmto_demangle_rust *r) {
  uint64_t n;
  if (!optional62(r, 'G', &n)) return false;
  if (n > DFMTO_DEMANGLE_RUST_BOUND - r->bound) return dfmto_demangle_fail(r->d, DFMT_E_LIMIT);
  if (n && !put(r, "for<")) return false;
  for (uint64_t i = 0; i < n; i++) {
    r->bound++;
    if ((i && !put(r, ", ")) || !lifetime(r, 1)) return false;
  }
  return !n || put(r, "> ");
}

/* ---- types ---- */

static bool abi(struct dfmto_demangle_rust *r) {
  struct dfmto_demangle_rust_name name;
  if (!put(r, "extern \"")) return false;
  if (eat(r, 'C')) return put(r, "C\" ");
  if (!dfmto_demangle_rust_name(r, &name) || name.encoded) return malformed(r);
  for (size_t i = 0; i < name.len; i++)
    if (!dfmto_demangle_rust_put(r, name.ptr[i] == '_' ? "-" : name.ptr + i, 1)) return false;
  return put(r, "\" ");
}

static bool function(struct dfmto_demangle_rust *r) {
  if (!push(r, (struct dfmto_demangle_item){.form = "%-", .x = r->bound})) return false;
  if (!binder(r) || (eat(r, 'U') && !put(r, "unsafe ")) || (eat(r, 'K') && !abi(r))) return false;
  return put(r, "fn(") && push_form(r, "%F)%r", 0, 0);
}

static bool returned(struct dfmto_demangle_rust *r) {
  return eat(r, 'u') || (put(r, " -> ") && push_form(r, "%t", 0, 0));
}

static bool dynamic(struct dfmto_demangle_rust *r) {
  return put(r, "dyn ") && push_form(r, "%l", 0, 0) &&
         push(r, (struct dfmto_demangle_item){.form = "%-", .x = r->bound}) && binder(r) && push_form(r, "%D", 0, 0);
}

/* The lifetime of a `dyn`. */
static bool dynamic_lifetime(struct dfmto_demangle_rust *r) {
  uint64_t n;
  if (!eat(r, 'L')) return malformed(r);
  return base62(r, &n) && (!n || (put(r, " + ") && lifetime(r, n)));
}

/* The next trait of a `dyn`, or its end. */
static bool traits(struct dfmto_demangle_rust *r, struct dfmto_demangle_item item) {
  if (eat(r, 'E')) return true;
  return (!item.y || put(r, " + ")) && push_form(r, "%D", 0, item.y + 1) && push_form(r, "%O%=", 0, 0);
}

/* What a trait's associated types are. */
static bool associated(struct dfmto_demangle_rust *r) {
  struct dfmto_demangle_rust_name name;
  if (!eat(r, 'p')) return !r->open || put(r, ">");
  if (!put(r, r->open ? ", " : "<") || !dfmto_demangle_rust_name(r, &name) || !dfmto_demangle_rust_put_name(r, &name))
    return false;
  return put(r, " = ") && push_form(r, "%t%1%=", 0, 0);
}

static bool reference(struct dfmto_demangle_rust *r, bool mutable) {
  uint64_t n = 0;
  if (!put(r, "&")) return false;
  if (eat(r, 'L') && !base62(r, &n)) return false;
  if (n && (!lifetime(r, n) || !put(r, " "))) return false;
  return (!mutable || put(r, "mut ")) && push_form(r, "%t", 0, 0);
}

static bool type(struct dfmto_demangle_rust *r) {
  const char tag = peek(r);
  const char *basic = dfmto_demangle_rust_basic_type(tag);
  if (!tag) return malformed(r);
  if (basic) return r->d->pos++, put(r, basic);
  if (strchr("CMXYNI", tag)) return path(r, 0);
  r->d->pos++;
  switch (tag) {
    case 'A': return push_form(r, "[%t; %c]", 0, 0);
    case 'S': return push_form(r, "[%t]", 0, 0);
    case 'T': return put(r, "(") && push_form(r, "%T", 0, 0);
    case 'R': return reference(r, false);
    case 'Q': return reference(r, true);
    case 'P': return push_form(r, "*const %t", 0, 0);
    case 'O': return push_form(r, "*mut %t", 0, 0);
    case 'F': return function(r);
    case 'D': return dynamic(r);
    case 'B': return backward(r, "%t", 0);
    default: return malformed(r);
  }
}

static bool constant(struct dfmto_demangle_rust *r) {
  const char tag = next(r);
  if (tag == 'B') return backward(r, "%c", 0);
  if (tag == 'p') return put(r, "_");
  if (!tag || !dfmto_demangle_rust_put_constant(r, tag)) return malformed(r);
  return !r->verbose || (put(r, ": ") && put(r, dfmto_demangle_rust_basic_type(tag)));
}

/* ---- the machine ---- */

static bool set_open(struct dfmto_demangle_rust *r) { return r->open = true; }

static bool step(struct dfmto_demangle_rust *r, char what, struct dfmto_demangle_item item) {
  switch (what) {
    case 'p': return path(r, 0);
    case 'P': return path(r, item.node);
    case 't': return type(r);
    case 'c': return constant(r);
    case 'n': return nested(r, (char)item.y);
    case 'i': return implementation(r);
    case 'a': return list(r, (struct dfmto_demangle_item){0}, "%g", "%A");
    case 'A': return list(r, item, "%g", "%A");
    case 'g': return argument(r);
    case 'T': return tuple(r, item);
    case 'F': return list(r, item, "%t", "%F");
    case 'r': return returned(r);
    case 'l': return dynamic_lifetime(r);
    case 'D': return traits(r, item);
    case 'O': return open_path(r);
    case '1': return set_open(r);
    case '=': return associated(r);
    case '-': r->bound = item.x; return true;
    case '+': r->skipped--; return true;
    default: r->d->pos = item.x; return true;
  }
}

/* Goes on with the form on top of the stack, up to what a reference in it pushes. */
static bool print_some(struct dfmto_demangle_rust *r) {
  struct dfmto_demangle_item item = r->d->items[--r->d->n_items];
  const size_t text = strcspn(item.form, "%");
  if (!dfmto_demangle_rust_put(r, item.form, text)) return false;
  item.form += text;
  if (!*item.form) return true;
  const char what = item.form[1];
  item.form += 2;
  return (!*item.form || push(r, item)) && step(r, what, item);
}

static bool run(struct dfmto_demangle_rust *r) {
  while (r->d->n_items) {
    if (++r->d->steps > DFMTO_DEMANGLE_STEPS || r->d->n_items > DFMTO_DEMANGLE_DEPTH)
      return dfmto_demangle_fail(r->d, DFMT_E_LIMIT);
    if (!print_some(r)) return false;
  }
  return true;
}

bool dfmto_demangle_rust(struct dfmto_demangle *d, bool verbose) {
  struct dfmto_demangle_rust r = {.d = d, .start = d->pos, .verbose = verbose};
  if (!is_upper(peek(&r)) || !push_form(&r, "%P", 1, 0) || !run(&r)) return malformed(&r);
  if (is_upper(peek(&r)) && (!skip_path(&r) || !run(&r))) return malformed(&r); /* the crate that instantiates it */
  return true;
}
