/* SPDX-License-Identifier: MIT */
/* What the grammar cannot say by itself: numbers, what names stand for, and what is known of a name. */
#include <string.h>

#include "demangle.h"
#include "grammar.h"

enum { MOST = 1 << 26 /* of numbers that count or measure something in the name */ };

static char peek(const struct dfmto_demangle *d) { return dfmto_demangle_peek(d, 0); }
static bool is_digit(char c) { return c >= '0' && c <= '9'; }
static bool malformed(struct dfmto_demangle *d) { return dfmto_demangle_fail(d, DFMT_END); }
static bool push(struct dfmto_demangle *d, uint32_t value) { return dfmto_demangle_put_id(d, &d->values, value); }
static uint32_t take(struct dfmto_demangle *d) { return dfmto_demangle_take_value(d); }

static uint32_t top(const struct dfmto_demangle *d) { return d->values.n ? d->values.ptr[d->values.n - 1] : 0; }
static struct dfmto_demangle_node *top_node(const struct dfmto_demangle *d) { return &d->nodes[top(d)]; }

static bool eat(struct dfmto_demangle *d, char c) {
  if (peek(d) != c) return false;
  d->pos++;
  return true;
}

/* Takes the value below the last one. */
static uint32_t take_below(struct dfmto_demangle *d) {
  const uint32_t last = take(d), value = take(d);
  d->values.ptr[d->values.n++] = last;
  return value;
}

static bool make_text(struct dfmto_demangle *d, size_t from, size_t len) {
  return dfmto_demangle_make(d, (struct dfmto_demangle_node){DFMTO_N_TEXT, 0, 0, (uint32_t)from, (uint32_t)len, 0});
}

/* ---- numbers ---- */

/* Digits in a base up to 36; false: none, or too large a number. */
static bool read_number(struct dfmto_demangle *d, uint32_t base, uint32_t *n) {
  const size_t start = d->pos;
  *n = 0;
  for (;; d->pos++) {
    const char c = peek(d);
    const uint32_t digit = is_digit(c) ? (uint32_t)(c - '0') : c >= 'A' && c <= 'Z' ? (uint32_t)(c - 'A') + 10 : 36;
    if (digit >= base) break;
    *n = *n * base + digit;
    if (*n > MOST) return false;
  }
  return d->pos > start;
}

/* "_" is 0, "0_" is 1 … */
static bool read_index(struct dfmto_demangle *d, uint32_t base, uint32_t *n) {
  *n = 0;
  if (eat(d, '_')) return true;
  if (!read_number(d, base, n) || !eat(d, '_')) return malformed(d);
  ++*n;
  return true;
}

static bool do_number(struct dfmto_demangle *d) {
  uint32_t n;
  return read_index(d, 10, &n) && dfmto_demangle_make(d, (struct dfmto_demangle_node){.kind = DFMTO_N_NUMBER, .a = n});
}

static bool do_digits(struct dfmto_demangle *d) {
  const size_t start = d->pos;
  while (is_digit(peek(d))) d->pos++;
  return make_text(d, start, d->pos - start);
}

static bool do_signed(struct dfmto_demangle *d) {
  eat(d, 'n');
  if (!is_digit(peek(d))) return malformed(d);
  while (is_digit(peek(d))) d->pos++;
  return true;
}

static bool do_sequence(struct dfmto_demangle *d) {
  uint32_t n = 0;
  if (peek(d) && peek(d) != '_' && !read_number(d, 36, &n)) return malformed(d);
  eat(d, '_');
  return dfmto_demangle_make(d, (struct dfmto_demangle_node){.kind = DFMTO_N_SEQUENCE, .a = n});
}

static bool do_discriminator(struct dfmto_demangle *d) {
  const char next = dfmto_demangle_peek(d, 1);
  if (peek(d) != '_' || (next != '_' && !is_digit(next))) return true;
  d->pos += next == '_' ? 2 : 1;
  while (is_digit(peek(d))) d->pos++;
  return next != '_' || eat(d, '_') || malformed(d);
}

/* ---- names ---- */

static bool is_anonymous(const char *name, size_t len) {
  return len >= 10 && memcmp(name, "_GLOBAL_", 8) == 0 && memchr("._$", name[8], 3) && name[9] == 'N';
}

static bool do_source(struct dfmto_demangle *d) {
  uint32_t n;
  if (!read_number(d, 10, &n) || !n || n > d->len - d->pos) return malformed(d);
  const size_t start = d->pos;
  d->pos += n;
  if (is_anonymous(d->in + start, n))
    return dfmto_demangle_make(d, (struct dfmto_demangle_node){.kind = DFMTO_N_ANONYMOUS});
  return make_text(d, start, n);
}

/* The operator whose letters come next; n_operators: none. */
static size_t read_operator(struct dfmto_demangle *d) {
  size_t low = 0, high = dfmto_demangle_n_operators;
  const char code[2] = {peek(d), dfmto_demangle_peek(d, 1)};
  while (low < high) {
    const size_t middle = low + (high - low) / 2;
    const int order = memcmp(code, dfmto_demangle_operators[middle].code, sizeof code);
    if (order == 0) {
      d->pos += sizeof code;
      return middle;
    }
    if (order < 0)
      high = middle;
    else
      low = middle + 1;
  }
  return dfmto_demangle_n_operators;
}

static bool do_operator(struct dfmto_demangle *d) {
  const size_t i = read_operator(d);
  if (i == dfmto_demangle_n_operators) return malformed(d);
  return dfmto_demangle_make(d, (struct dfmto_demangle_node){.kind = DFMTO_N_OPERATOR, .detail = (uint16_t)i});
}

static bool do_fold(struct dfmto_demangle *d) {
  const size_t i = read_operator(d);
  return i == dfmto_demangle_n_operators ? malformed(d) : push(d, (uint32_t)i);
}

static bool do_expression(struct dfmto_demangle *d) {
  const size_t i = read_operator(d);
  if (i == dfmto_demangle_n_operators || !dfmto_demangle_operators[i].kind) return malformed(d);
  return push(d, (uint32_t)i) && dfmto_demangle_call(d, dfmto_demangle_operators[i].kind);
}

static bool do_join(struct dfmto_demangle *d) {
  const uint32_t name = take(d), prefix = take(d);
  if (!prefix) return push(d, name);
  return dfmto_demangle_make(d, (struct dfmto_demangle_node){.kind = DFMTO_N_QUALIFIED, .a = prefix, .b = name});
}

static bool do_prefix_sub(struct dfmto_demangle *d) {
  d->state &= ~(uint32_t)(DFMTO_DEMANGLE_ARGS | DFMTO_DEMANGLE_SELF);
  const bool first = d->values.n < 2 || !d->values.ptr[d->values.n - 2];
  return do_join(d) && (first || dfmto_demangle_put_id(d, &d->subs, top(d)));
}

/* Before those of the name's arguments, and after them with these. */
static bool do_old_subs(struct dfmto_demangle *d) {
  const size_t at = d->values.n < 2 ? 0 : d->values.ptr[d->values.n - 2];
  const struct dfmto_demangle_node *n = top_node(d);
  if (n->kind != DFMTO_N_QUALIFIED || at > d->subs.n) return true;
  const uint32_t level = n->a, name = d->nodes[level].kind == DFMTO_N_TEMPLATE ? d->nodes[level].a : level;
  if (!dfmto_demangle_put_id(d, &d->subs, name)) return false;
  memmove(d->subs.ptr + at + 1, d->subs.ptr + at, (d->subs.n - 1 - at) * sizeof *d->subs.ptr);
  d->subs.ptr[at] = name;
  return name == level || dfmto_demangle_put_id(d, &d->subs, level);
}

static bool do_nested_end(struct dfmto_demangle *d) {
  if (!top(d) || !d->subs.n) return malformed(d);
  d->subs.n--;
  return true;
}

static bool do_ctor(struct dfmto_demangle *d) {
  const uint8_t kind = (uint8_t)d->arg;
  const char which = peek(d);
  if (!top(d) || which < (kind == DFMTO_N_DESTRUCTOR ? '0' : '1') || which > '5') return malformed(d);
  d->pos++;
  if (top_node(d)->kind == DFMTO_N_STANDARD && !top_node(d)->flags) { /* its class is named in full, then */
    struct dfmto_demangle_node full = d->nodes[take(d)];
    full.flags = 1;
    if (!dfmto_demangle_make(d, full)) return false;
  }
  d->state = (d->state & ~(uint32_t)DFMTO_DEMANGLE_ARGS) | DFMTO_DEMANGLE_SELF;
  return dfmto_demangle_make(d, (struct dfmto_demangle_node){.kind = kind, .a = top(d)});
}

static bool do_inherit(struct dfmto_demangle *d) {
  const uint32_t type = take(d);
  top_node(d)->b = type;
  return true;
}

/* ---- what stands for something earlier ---- */

static bool do_substitution(struct dfmto_demangle *d) {
  uint32_t n;
  if (!read_index(d, 36, &n)) return false;
  return n < d->subs.n ? push(d, d->subs.ptr[n]) : malformed(d);
}

static bool do_standard(struct dfmto_demangle *d) {
  return dfmto_demangle_make(d, (struct dfmto_demangle_node){.kind = DFMTO_N_STANDARD, .detail = (uint16_t)d->arg});
}

/* Of a parameter that comes before its arguments: they are looked up in do_close(). */
static bool make_forward(struct dfmto_demangle *d, uint32_t n) {
  const struct dfmto_demangle_node node = {.kind = DFMTO_N_PARAMETER, .b = n, .c = (uint32_t)d->base};
  return dfmto_demangle_make(d, node) && dfmto_demangle_put_id(d, &d->forwards, top(d));
}

static bool do_parameter(struct dfmto_demangle *d) {
  struct dfmto_demangle_node node = {.kind = DFMTO_N_PARAMETER};
  if (!eat(d, 'T')) return malformed(d);
  if (eat(d, 'L') && !read_index(d, 10, &node.b)) return false;
  if (!read_index(d, 10, &node.b)) return false;
  const bool known = node.b < d->params.n - d->base;
  if (known) node.a = d->params.ptr[d->base + node.b];
  if (d->state & DFMTO_DEMANGLE_FORWARD) return make_forward(d, node.b);
  if (d->state & DFMTO_DEMANGLE_LAMBDA && known) return push(d, node.a);
  if (d->state & DFMTO_DEMANGLE_LAMBDA) node.kind = DFMTO_N_AUTO;
  return node.kind == DFMTO_N_AUTO || known ? dfmto_demangle_make(d, node) : malformed(d);
}

static bool do_declare(struct dfmto_demangle *d) {
  const struct dfmto_demangle_node node = {
      .kind = DFMTO_N_DECLARED, .detail = (uint16_t)d->arg, .a = (uint32_t)(d->params.n - d->base)};
  if (!dfmto_demangle_make(d, node)) return false;
  return !(d->state & DFMTO_DEMANGLE_LAMBDA) || dfmto_demangle_put_id(d, &d->params, top(d));
}

static bool do_args_begin(struct dfmto_demangle *d) {
  const bool tag = d->state & DFMTO_DEMANGLE_TAG;
  if (!push(d, d->state)) return false;
  if (tag) d->params.n = d->base;
  d->state &= DFMTO_DEMANGLE_LAMBDA | DFMTO_DEMANGLE_FORWARD;
  if (tag) d->state |= DFMTO_DEMANGLE_TAGGED;
  return true;
}

static bool do_args_add(struct dfmto_demangle *d) {
  return !(d->state & DFMTO_DEMANGLE_TAGGED) || dfmto_demangle_put_id(d, &d->params, top(d));
}

/* ---- what is known of a name ---- */

static bool do_open(struct dfmto_demangle *d) {
  if (!push(d, d->state) || !push(d, (uint32_t)d->base)) return false;
  d->base = d->params.n;
  d->state = DFMTO_DEMANGLE_TAG;
  return true;
}

static bool resolve_forwards(struct dfmto_demangle *d) {
  while (d->forwards.n) {
    struct dfmto_demangle_node *node = &d->nodes[d->forwards.ptr[d->forwards.n - 1]];
    if (node->c != d->base) break;
    if (node->b >= d->params.n - d->base) return malformed(d);
    node->a = d->params.ptr[d->base + node->b];
    d->forwards.n--;
  }
  return true;
}

static bool do_close(struct dfmto_demangle *d) {
  if (!resolve_forwards(d)) return false;
  d->params.n = d->base;
  d->base = take_below(d);
  d->state = take_below(d);
  return true;
}

static bool do_enter(struct dfmto_demangle *d) {
  if (!push(d, d->state)) return false;
  d->state &= DFMTO_DEMANGLE_LAMBDA | DFMTO_DEMANGLE_CONVERT | DFMTO_DEMANGLE_FORWARD;
  return true;
}

static bool set(struct dfmto_demangle *d, uint32_t clear, uint32_t bits) {
  d->state = (d->state & ~clear) | bits;
  return true;
}

static bool do_ends_args(struct dfmto_demangle *d) {
  return top_node(d)->a ? set(d, 0, DFMTO_DEMANGLE_ARGS) : malformed(d);
}

/* ---- qualifiers ---- */

static uint32_t read_cv(struct dfmto_demangle *d) {
  uint32_t bits = 0;
  if (eat(d, 'r')) bits |= DFMTO_CV_RESTRICT;
  if (eat(d, 'V')) bits |= DFMTO_CV_VOLATILE;
  if (eat(d, 'K')) bits |= DFMTO_CV_CONST;
  return bits;
}

static uint32_t read_ref(struct dfmto_demangle *d) {
  return eat(d, 'R') ? DFMTO_REF_LEFT : eat(d, 'O') ? DFMTO_REF_RIGHT : 0;
}

static bool do_qualify(struct dfmto_demangle *d) {
  const uint32_t type = take(d), bits = take(d);
  return dfmto_demangle_make(
      d, (struct dfmto_demangle_node){.kind = DFMTO_N_QUALIFIERS, .flags = (uint8_t)bits, .a = type});
}

static bool do_qualify_function(struct dfmto_demangle *d) {
  top_node(d)->flags |= (uint8_t)take_below(d);
  return true;
}

static bool do_name_cv(struct dfmto_demangle *d) {
  eat(d, 'H'); /* an explicit object parameter: printed as others are */
  const uint32_t cv = read_cv(d);
  return set(d, DFMTO_DEMANGLE_CV | DFMTO_DEMANGLE_REFS, cv | read_ref(d));
}

static bool do_member_cv(struct dfmto_demangle *d) {
  top_node(d)->flags = (uint8_t)(d->state & (DFMTO_DEMANGLE_CV | DFMTO_DEMANGLE_REFS));
  return true;
}

static bool do_attach(struct dfmto_demangle *d) {
  const uint32_t exception = take_below(d);
  top_node(d)->c = exception;
  return true;
}

static bool do_drop_void(struct dfmto_demangle *d) {
  const struct dfmto_demangle_node *list = top_node(d), *item = &d->nodes[list->a];
  if (list->kind == DFMTO_N_LIST && !list->b && item->kind == DFMTO_N_WORD && item->detail == DFMTO_W_VOID)
    d->values.ptr[d->values.n - 1] = 0;
  return true;
}

/* ---- literals, and a type with a number ---- */

static bool do_float_bits(struct dfmto_demangle *d) {
  const size_t start = d->pos;
  while (is_digit(peek(d))) d->pos++;
  if (eat(d, 'b'))
    return dfmto_demangle_make(d, (struct dfmto_demangle_node){.kind = DFMTO_N_WORD, .detail = DFMTO_W_BFLOAT16});
  const size_t len = d->pos - start + eat(d, 'x');
  if (d->pos == start + len && !eat(d, '_') && d->in[d->pos - 1] != 'x') return malformed(d);
  if (!make_text(d, start, len)) return false;
  const uint32_t text = take(d);
  return dfmto_demangle_make(d, (struct dfmto_demangle_node){.kind = DFMTO_N_FLOAT_BITS, .a = text});
}

static bool do_literal(struct dfmto_demangle *d) {
  const uint32_t type = take(d);
  const bool negative = eat(d, 'n');
  const size_t start = d->pos;
  while (peek(d) && peek(d) != 'E') d->pos++;
  if (!eat(d, 'E')) return malformed(d);
  if (d->pos - 1 == start)
    return dfmto_demangle_make(d, (struct dfmto_demangle_node){.kind = DFMTO_N_STRING, .a = type});
  if (!make_text(d, start, d->pos - 1 - start)) return false;
  const uint32_t text = take(d);
  return dfmto_demangle_make(
      d, (struct dfmto_demangle_node){.kind = DFMTO_N_LITERAL, .flags = negative, .a = type, .b = text});
}

static bool do_offset(struct dfmto_demangle *d) {
  const size_t start = d->pos;
  if (is_digit(peek(d)) || peek(d) == 'n') {
    if (!do_signed(d)) return false;
  }
  if (!make_text(d, start, d->pos - start)) return false;
  while (eat(d, '_'))
    while (is_digit(peek(d))) d->pos++;
  eat(d, 'p');
  return eat(d, 'E') || malformed(d);
}

/* ---- all of them ---- */

static bool act_on_name(struct dfmto_demangle *d, uint32_t action) {
  switch (action) {
    case DFMTO_DO_ENDS_ARGS: return do_ends_args(d);
    case DFMTO_DO_ENDS_NAME: return set(d, DFMTO_DEMANGLE_ARGS | DFMTO_DEMANGLE_SELF, 0);
    case DFMTO_DO_SELF: return set(d, DFMTO_DEMANGLE_ARGS, DFMTO_DEMANGLE_SELF);
    case DFMTO_DO_CONVERSION: return set(d, 0, DFMTO_DEMANGLE_CONVERT | DFMTO_DEMANGLE_FORWARD);
    case DFMTO_DO_LAMBDA_BEGIN: return set(d, UINT32_MAX, DFMTO_DEMANGLE_LAMBDA);
    case DFMTO_DO_JOIN: return do_join(d);
    case DFMTO_DO_SUBSTITUTION: return do_substitution(d);
    case DFMTO_DO_STANDARD: return do_standard(d);
    case DFMTO_DO_PREFIX_SUB: return do_prefix_sub(d);
    case DFMTO_DO_COUNT_SUBS: return push(d, (uint32_t)d->subs.n);
    case DFMTO_DO_OLD_SUBS: return do_old_subs(d);
    case DFMTO_DO_LEVEL_SUB: d->levels = true; return !d->gcc || dfmto_demangle_put_id(d, &d->subs, top(d));
    case DFMTO_DO_NESTED_END: return do_nested_end(d);
    case DFMTO_DO_PARAMETER: return do_parameter(d);
    case DFMTO_DO_CTOR: return do_ctor(d);
    case DFMTO_DO_INHERIT: return do_inherit(d);
    case DFMTO_DO_DECLARE: return do_declare(d);
    case DFMTO_DO_ARGS_BEGIN: return do_args_begin(d);
    case DFMTO_DO_ARGS_ADD: return do_args_add(d);
    case DFMTO_DO_DROP_VOID: return do_drop_void(d);
    case DFMTO_DO_DISCRIMINATOR: return do_discriminator(d);
    case DFMTO_DO_OPERATOR: return do_operator(d);
    case DFMTO_DO_EXPRESSION: return do_expression(d);
    case DFMTO_DO_FOLD: return do_fold(d);
    case DFMTO_DO_OFFSET: return do_offset(d);
    case DFMTO_DO_FLOAT_BITS: return do_float_bits(d);
    default: return do_literal(d);
  }
}

bool dfmto_demangle_act(struct dfmto_demangle *d, uint32_t action) {
  switch (action) {
    case DFMTO_DO_OPEN: return do_open(d);
    case DFMTO_DO_CLOSE: return do_close(d);
    case DFMTO_DO_ENTER: return do_enter(d);
    case DFMTO_DO_LEAVE: d->state = take_below(d); return true;
    case DFMTO_DO_SWAP: return push(d, take_below(d));
    case DFMTO_DO_DROP: take_below(d); return true;
    case DFMTO_DO_POP: take(d); return true;
    case DFMTO_DO_GNU_ONLY: return d->gnu || malformed(d);
    case DFMTO_DO_LETTER: return peek(d) ? d->pos++, true : malformed(d);
    case DFMTO_DO_SOURCE: return do_source(d);
    case DFMTO_DO_DIGITS: return do_digits(d);
    case DFMTO_DO_SIGNED: return do_signed(d);
    case DFMTO_DO_NUMBER: return do_number(d);
    case DFMTO_DO_SEQUENCE: return do_sequence(d);
    case DFMTO_DO_CV: return push(d, read_cv(d));
    case DFMTO_DO_QUALIFY: return do_qualify(d);
    case DFMTO_DO_QUALIFY_FUNCTION: return do_qualify_function(d);
    case DFMTO_DO_NAME_CV: return do_name_cv(d);
    case DFMTO_DO_REF: top_node(d)->flags |= (uint8_t)read_ref(d); return true;
    case DFMTO_DO_MEMBER_CV: return do_member_cv(d);
    case DFMTO_DO_ATTACH: return do_attach(d);
    default: return act_on_name(d, action);
  }
}

/* ---- conditions ---- */

/* "on" or "dn". */
static bool is_unresolved(char second, char first) { return second == 'n' && (first == 'o' || first == 'd'); }

bool dfmto_demangle_holds(const struct dfmto_demangle *d, uint32_t condition) {
  const char c = peek(d), next = dfmto_demangle_peek(d, 1);
  const uint32_t returned = d->state & (DFMTO_DEMANGLE_ARGS | DFMTO_DEMANGLE_SELF);
  switch (condition) {
    case DFMTO_IS_MORE: return c && c != 'E' && c != '.' && c != '_' && c != 'Q';
    case DFMTO_IS_OPERAND: return c != 'E' && !((c == 'R' || c == 'O') && next == 'E');
    case DFMTO_IS_RETURNED: return returned == DFMTO_DEMANGLE_ARGS;
    case DFMTO_IS_TAG: return c == 'B';
    case DFMTO_IS_ARGS: return c == 'I' && !(d->state & DFMTO_DEMANGLE_CONVERT);
    case DFMTO_IS_LLVM_ARGS: return c == 'I' && !(d->state & DFMTO_DEMANGLE_CONVERT) && !d->gnu;
    case DFMTO_IS_REQUIREMENT: return c == 'Q';
    case DFMTO_IS_ENABLED: return c == 'U' && next == 'a';
    case DFMTO_IS_DECLARATION: return c == 'T' && next && strchr("ykntp", next);
    case DFMTO_IS_NUMBER: return is_digit(c) || c == '_';
    case DFMTO_IS_LEVELS_END: return c == 'E' && (is_digit(next) || is_unresolved(dfmto_demangle_peek(d, 2), next));
    case DFMTO_IS_DIGIT: return is_digit(c);
    default: return c == '_';
  }
}
