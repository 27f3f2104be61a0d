/* SPDX-License-Identifier: MIT */
/*
 * The printer. The form of a node is text with references, each '%' and a character:
 *
 *   1 2 3    a child                  X Y Z    a child, in parentheses unless it is a simple expression
 *   l r      the left and the right part of child 1, as declarators have them: "int (*" and ")[3]"
 *   t T      the same of what T_ stands for
 *   ( ) Q M  parentheses of a declarator, where child 1 needs them: of a pointer, of qualifiers, of a pointer to member
 *   s > ] _  a space after '<', after '>', unless after ']', and unless the declarator goes on after the name
 *   q & o w  qualifiers, the sign of a reference, an operator, a word
 *   , e P    a list, an expansion, the operand of a fold
 *
 * and others, which leaf() and branch() have. The former print at once.
 *
 * A stack has the forms that are being printed. What a reference means is pushed onto it, and its form goes on later.
 */
#include <string.h>

#include "print.h"

static const struct dfmto_demangle_node *at(const struct dfmto_demangle *d, uint32_t node) {
  return dfmto_demangle_at(d, node);
}
static bool step(struct dfmto_demangle *d) { return dfmto_demangle_step(d); }

/* ---- output ---- */

static bool put(struct dfmto_demangle *d, const char *text) { return dfmto_demangle_put(d, text, strlen(text)); }

static char last(const struct dfmto_demangle *d) { return d->last; }

/* Takes back what was printed after the first len bytes. GNU does not notice that the last character changes. */
static void cut(struct dfmto_demangle *d, size_t len) {
  d->out.len = len;
  if (!d->gnu) d->last = len ? (char)d->out.ptr[len - 1] : '\0';
}

static bool put_unless(struct dfmto_demangle *d, bool not, const char *text) { return not || put(d, text); }

/* Parentheses around what was printed after the first len bytes. */
static bool put_around(struct dfmto_demangle *d, size_t len) {
  if (!put(d, "()")) return false;
  memmove(d->out.ptr + len + 1, d->out.ptr + len, d->out.len - len - 2);
  d->out.ptr[len] = '(';
  return true;
}

static bool put_number(struct dfmto_demangle *d, uint32_t n) {
  char digits[10];
  size_t i = sizeof digits;
  do {
    digits[--i] = (char)('0' + n % 10);
    n /= 10;
  } while (n);
  return dfmto_demangle_put(d, digits + i, sizeof digits - i);
}

/* ---- the stack ---- */

static bool push_text(struct dfmto_demangle *d, uint32_t node, const char *form) {
  return !*form || dfmto_demangle_push(d, (struct dfmto_demangle_item){.form = form, .node = node});
}

static struct dfmto_demangle_form form_of(const struct dfmto_demangle *d, uint32_t node) {
  const struct dfmto_demangle_form *f = dfmto_demangle_forms[at(d, node)->kind];
  if (d->gnu) return f[0];
  return (struct dfmto_demangle_form){f[1].left ? f[1].left : f[0].left, f[1].right ? f[1].right : f[0].right};
}

static bool push_left(struct dfmto_demangle *d, uint32_t node) { return push_text(d, node, form_of(d, node).left); }
static bool push_right(struct dfmto_demangle *d, uint32_t node) { return push_text(d, node, form_of(d, node).right); }
static bool push_whole(struct dfmto_demangle *d, uint32_t node) { return push_right(d, node) && push_left(d, node); }

/* ---- references: leaves ---- */

static bool put_word(struct dfmto_demangle *d, uint16_t detail) {
  const struct dfmto_demangle_word *w = &dfmto_demangle_words[detail];
  return put(d, !d->gnu && w->llvm ? w->llvm : w->gnu);
}

static bool put_qualifiers(struct dfmto_demangle *d, uint8_t flags) {
  return put_unless(d, !(flags & DFMTO_CV_CONST), " const") &&
         put_unless(d, !(flags & DFMTO_CV_VOLATILE), " volatile") &&
         put_unless(d, !(flags & DFMTO_CV_RESTRICT), " restrict") && put_unless(d, !(flags & DFMTO_REF_LEFT), " &") &&
         put_unless(d, !(flags & DFMTO_REF_RIGHT), " &&");
}

/* GNU says only once what a type and its argument are both qualified with. */
static bool put_own_qualifiers(struct dfmto_demangle *d, const struct dfmto_demangle_node *n) {
  const struct dfmto_demangle_node *in =
      at(d, n->kind == DFMTO_N_QUALIFIERS && d->gnu ? dfmto_demangle_resolve(d, n->a) : 0);
  while (in->kind == DFMTO_N_ARRAY && step(d)) in = at(d, dfmto_demangle_resolve(d, in->a));
  return put_qualifiers(d, in->kind == DFMTO_N_QUALIFIERS ? n->flags & (uint8_t)~in->flags : n->flags);
}

static bool put_operator(struct dfmto_demangle *d, const struct dfmto_demangle_node *n) {
  const char *text = dfmto_demangle_operators[n->detail].text;
  const bool word = text[0] >= 'a' && text[0] <= 'z';
  return put(d, word ? "operator " : "operator") && put(d, text);
}

/* The opening parenthesis of a declarator, as a pointer's. */
static bool put_open(struct dfmto_demangle *d, uint32_t node) {
  const uint8_t kind = dfmto_demangle_declarator(d, node), self = at(d, node)->kind;
  if (!kind) return true;
  if (!d->gnu) return put(d, kind == DFMTO_N_ARRAY && self != DFMTO_N_MEMBER ? " (" : "(");
  const bool tight =
      self != DFMTO_N_MEMBER && !dfmto_demangle_is_qualified(d, node) && (last(d) == '(' || last(d) == '*');
  return put(d, kind == DFMTO_N_FUNCTION && (tight || last(d) == ' ') ? "(" : " (");
}

static bool put_standard(struct dfmto_demangle *d, const struct dfmto_demangle_node *n) {
  const struct dfmto_demangle_standard *s = &dfmto_demangle_standards[n->detail];
  return put(d, d->gnu || n->flags ? s->full : s->brief);
}

/* '%' and a character that pushes nothing; false in *known: it does. */
static bool leaf(struct dfmto_demangle *d, char what, uint32_t node, bool *known) {
  const struct dfmto_demangle_node *n = at(d, node);
  bool rvalue;
  switch (what) {
    case 'a': return dfmto_demangle_put(d, d->in + n->a, n->b);
    case 'w': return put_word(d, n->detail);
    case 'n': return put_number(d, n->a + 1);
    case 'u': return put_number(d, n->b + 1);
    case 'i': return !n->a || put_number(d, n->a - 1);
    case '#': return put_number(d, n->a);
    case 'N': return put_operator(d, n);
    case 'o': return put(d, dfmto_demangle_operators[n->detail].text);
    case 'f': return put_standard(d, n);
    case 's': return put_unless(d, last(d) != '<', " ");
    case '>': return put_unless(d, last(d) != '>', " ");
    case ']': return put_unless(d, last(d) == ']', " ");
    case '_': return put_unless(d, !n->a || dfmto_demangle_has_right(d, n->a), " ");
    case '(':
    case 'Q': return put_open(d, node);
    case ')': return put_unless(d, !dfmto_demangle_declarator(d, node), ")");
    case 'M': return dfmto_demangle_declarator(d, node) ? put_open(d, node) : put(d, " ");
    case '&': return dfmto_demangle_inner(d, node, &rvalue), put(d, rvalue ? "&&" : "&");
    case 'q': return put_own_qualifiers(d, n);
    case 'p': return put_number(d, dfmto_demangle_pack_size(d, n->a));
    default: *known = false; return true;
  }
}

/* ---- references: branches ---- */

/* As push_whole(), where nothing else is pushed after it: what is only text need not be pushed. */
static bool show(struct dfmto_demangle *d, uint32_t node) {
  const struct dfmto_demangle_node *n = at(d, node);
  if (n->kind == DFMTO_N_TEXT) return dfmto_demangle_put(d, d->in + n->a, n->b);
  return n->kind == DFMTO_N_WORD ? put_word(d, n->detail) : push_whole(d, node);
}

/* Around expressions GNU omits parentheses only where this is a name, or braces. */
static bool is_simple(const struct dfmto_demangle *d, uint32_t node) {
  const uint8_t kind = at(d, node)->kind;
  return kind == DFMTO_N_TEXT || kind == DFMTO_N_QUALIFIED || kind == DFMTO_N_BRACES || kind == DFMTO_N_ARGUMENT ||
         kind == DFMTO_N_THIS;
}

static bool push_operand(struct dfmto_demangle *d, uint32_t node) {
  if (is_simple(d, node)) return push_whole(d, node);
  return push_text(d, node, ")") && push_whole(d, node) && put(d, "(");
}

/* GNU names a function without its parameters where its address is taken, or where it is called. */
static uint32_t function_name(const struct dfmto_demangle *d, uint32_t node, bool any) {
  const struct dfmto_demangle_node *n = at(d, node);
  return n->kind == DFMTO_N_ENCODING && (any || (at(d, n->b)->kind == DFMTO_N_QUALIFIED && !n->flags)) ? n->b : node;
}

static bool is_address(const struct dfmto_demangle_node *n) {
  return memcmp(dfmto_demangle_operators[n->detail].code, "ad", 2) == 0;
}

static bool push_base(struct dfmto_demangle *d, uint32_t class) {
  const uint32_t base = dfmto_demangle_base_name(d, class);
  if (dfmto_demangle_is_nameless(d, base)) return true;
  if (at(d, base)->kind == DFMTO_N_STANDARD) return put(d, dfmto_demangle_standards[at(d, base)->detail].base);
  return push_whole(d, base);
}

/* Types of literals that have a suffix instead of a cast. */
static const char *suffix(const struct dfmto_demangle_node *type) {
  if (type->kind != DFMTO_N_WORD) return NULL;
  switch (type->detail) {
    case DFMTO_W_INT: return "";
    case DFMTO_W_UNSIGNED: return "u";
    case DFMTO_W_LONG: return "l";
    case DFMTO_W_UNSIGNED_LONG: return "ul";
    case DFMTO_W_LONG_LONG: return "ll";
    case DFMTO_W_UNSIGNED_LONG_LONG: return "ull";
    default: return NULL;
  }
}

static bool push_literal(struct dfmto_demangle *d, const struct dfmto_demangle_node *n) {
  const struct dfmto_demangle_node *type = at(d, n->a);
  const char *after = suffix(type), *sign = n->flags ? "-" : "";
  const bool real = type->kind == DFMTO_N_WORD && type->detail >= DFMTO_W_FLOAT && type->detail <= DFMTO_W_FLOAT128;
  if (real && !d->gnu) {
    bool known;
    if (!dfmto_demangle_put_float(d, d->in + at(d, n->b)->a, at(d, n->b)->b, &known) || known) return known;
  }
  if (after) return push_text(d, 0, after) && push_whole(d, n->b) && put(d, sign);
  if (real && d->gnu && !push_text(d, 0, "]")) return false;
  if (!push_whole(d, n->b) || !push_text(d, 0, real && d->gnu ? "[" : "") || !push_text(d, 0, sign)) return false;
  return push_text(d, 0, ")") && push_whole(d, n->a) && put(d, "(");
}

/* A form within a function, or within the parameters of a lambda. */
static bool push_within(struct dfmto_demangle *d, uint32_t node, const char *form) {
  const struct dfmto_demangle_item back = {.form = "%}", .node = d->around};
  d->around = node;
  return dfmto_demangle_push(d, back) && push_text(d, node, form);
}

/* A local function's name has no return type in GNU's style. */
static bool push_local(struct dfmto_demangle *d, uint32_t node) {
  return at(d, node)->kind == DFMTO_N_ENCODING ? push_within(d, node, "%2(%3)%q") : push_whole(d, node);
}

static bool push_inner(struct dfmto_demangle *d, uint32_t node, bool left) {
  bool rvalue;
  const uint32_t to = dfmto_demangle_inner(d, node, &rvalue);
  if (at(d, to)->kind <= DFMTO_N_WORD) return !left || show(d, to);
  return left ? push_left(d, to) : push_right(d, to);
}

/* What T_ stands for, or an `auto` where that is nothing else. */
static bool push_resolved(struct dfmto_demangle *d, uint32_t node, bool left) {
  const uint32_t to = dfmto_demangle_resolve(d, node);
  if (at(d, to)->kind <= DFMTO_N_WORD) return !left || show(d, to);
  if ((at(d, to)->kind != DFMTO_N_AUTO && at(d, to)->kind != DFMTO_N_PARAMETER) || !d->gnu)
    return left ? push_left(d, to) : push_right(d, to);
  return !left || push_text(d, to, "auto:%u");
}

/* ---- lists and expansions: they come back ---- */

/*
 * A list: x is where the output of this item began, y where the list would end without items that print nothing, z
 * where it began. GNU keeps the comma of an empty item if a later one prints something, LLVM does not.
 */
/* After an item: the comma before the next one; none: item->node is 0. */
static bool list_separate(struct dfmto_demangle *d, struct dfmto_demangle_item *item) {
  const bool empty = d->out.len == item->x, first = item->x == item->z && item->y == item->z;
  if (!step(d)) return false;
  if (empty && !d->gnu) cut(d, item->y);
  if (!empty || (d->gnu && first)) item->y = (uint32_t)d->out.len;
  item->node = at(d, item->node)->b;
  if (!item->node) {
    cut(d, item->y);
    return true;
  }
  if ((d->gnu || item->y > item->z) && !put(d, ", ")) return false;
  item->x = (uint32_t)d->out.len;
  item->form = "%;";
  return true;
}

/* Prints items from one on, up to one that takes more than this step. */
static bool list_items(struct dfmto_demangle *d, struct dfmto_demangle_item item) {
  uint32_t node = at(d, item.node)->a;
  while (at(d, node)->kind <= DFMTO_N_WORD) {
    if (!show(d, node) || !list_separate(d, &item)) return false;
    if (!item.node) return true;
    node = at(d, item.node)->a;
  }
  return dfmto_demangle_push(d, item) && push_whole(d, node);
}

static bool list_begin(struct dfmto_demangle *d, uint32_t node) {
  const uint32_t len = (uint32_t)d->out.len;
  return list_items(d, (struct dfmto_demangle_item){"%;", node, len, len, len});
}

static bool list_next(struct dfmto_demangle *d, struct dfmto_demangle_item item) {
  return list_separate(d, &item) && (!item.node || list_items(d, item));
}

/* An expansion: its pattern is printed for each element of the pack that is met in it. y, z: what was around it. */
static bool expansion_begin(struct dfmto_demangle *d, uint32_t node) {
  const struct dfmto_demangle_item item = {"%E", node, (uint32_t)d->out.len, d->pack_index, d->pack_size};
  d->pack_size = DFMTO_DEMANGLE_NO_PACK;
  return dfmto_demangle_push(d, item) && push_whole(d, at(d, node)->a);
}

/* The operand of a fold, where GNU prints packs as lists. */
static bool fold(struct dfmto_demangle *d, uint32_t node) {
  const struct dfmto_demangle_item item = {.form = "%R", .node = node, .y = d->pack_index, .z = d->pack_size};
  d->pack_size = DFMTO_DEMANGLE_WHOLE_PACK;
  return dfmto_demangle_push(d, item) && push_operand(d, node);
}

static bool fold_end(struct dfmto_demangle *d, struct dfmto_demangle_item item) {
  d->pack_index = item.y;
  d->pack_size = item.z;
  return true;
}

static bool expansion_next(struct dfmto_demangle *d, struct dfmto_demangle_item item) {
  const uint32_t size = d->pack_size;
  if (!step(d)) return false;
  if (size != DFMTO_DEMANGLE_NO_PACK && d->pack_index + 1 < size) {
    d->pack_index++;
    item.form = "%E";
    return put(d, ", ") && dfmto_demangle_push(d, item) && push_whole(d, at(d, item.node)->a);
  }
  d->pack_index = item.y;
  d->pack_size = item.z;
  if (size == 0) cut(d, item.x);
  if (size == DFMTO_DEMANGLE_NO_PACK && d->gnu && !is_simple(d, at(d, item.node)->a) && !put_around(d, item.x))
    return false;
  return put_unless(d, size != DFMTO_DEMANGLE_NO_PACK, "...");
}

static bool branch(struct dfmto_demangle *d, char what, struct dfmto_demangle_item item) {
  const uint32_t node = item.node;
  const struct dfmto_demangle_node *n = at(d, node);
  switch (what) {
    case '1': return show(d, n->a);
    case '2': return show(d, n->b);
    case '3': return show(d, n->c);
    case 'l': return push_inner(d, node, true);
    case 'r': return push_inner(d, node, false);
    case 'X': return push_operand(d, n->a);
    case 'Y': return push_operand(d, n->b);
    case 'Z': return push_operand(d, n->c);
    case 'U': return push_operand(d, is_address(n) ? function_name(d, n->a, false) : n->a);
    case 'C': return push_operand(d, function_name(d, n->a, true));
    case 'b': return push_base(d, n->a);
    case 'B': return push_base(d, n->b);
    case 'd': return push_local(d, n->a);
    case 'F': return push_within(d, node, "%l%_%2(%3)%q%r");
    case 'A': return push_within(d, node, "%1(%2)");
    case '}': d->around = node; return true;
    case 't': return push_resolved(d, node, true);
    case 'T': return push_resolved(d, node, false);
    case 'v': return push_literal(d, n);
    case ',': return list_begin(d, node);
    case ';': return list_next(d, item);
    case 'P': return fold(d, n->a);
    case 'R': return fold_end(d, item);
    case 'e': return expansion_begin(d, node);
    default: return expansion_next(d, item);
  }
}

/* Goes on with the form on top of the stack, up to what a reference in it pushes. */
static bool print_some(struct dfmto_demangle *d) {
  struct dfmto_demangle_item item = d->items[--d->n_items];
  bool known = true;
  for (; *item.form && known; item.form++) {
    const char *text = item.form;
    while (*item.form && *item.form != '%') item.form++;
    if (!dfmto_demangle_put(d, text, (size_t)(item.form - text))) return false;
    if (!*item.form) return true;
    item.form++;
    if (!leaf(d, *item.form, item.node, &known)) return false;
  }
  if (known) return true;
  return push_text(d, item.node, item.form) && branch(d, item.form[-1], item);
}

static bool print_all(struct dfmto_demangle *d, uint32_t node) {
  d->pack_size = DFMTO_DEMANGLE_NO_PACK;
  if (!push_whole(d, node)) return false;
  while (d->n_items)
    if (!step(d) || !print_some(d)) return false;
  return d->st == DFMT_OK;
}

/* As GNU binds T_, a name may contain itself. Then it is printed as the parser bound them. */
bool dfmto_demangle_print(struct dfmto_demangle *d, uint32_t node) {
  const size_t start = d->out.len;
  if (print_all(d, node)) return true;
  if (!d->rebound || d->st != DFMT_E_LIMIT || d->mem.needed) return false;
  d->settled = true;
  d->st = DFMT_OK;
  d->out.len = start;
  d->last = start ? (char)d->out.ptr[start - 1] : '\0';
  d->n_items = d->steps = d->around = 0;
  return print_all(d, node);
}
