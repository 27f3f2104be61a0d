/* SPDX-License-Identifier: MIT */
/*
 * Demangling of C++ names. A machine (machine.c) runs the grammar, which is data (grammar.def), and leaves a tree of
 * nodes in one array; the printer (print.c) runs the forms of the nodes, which are data, too (nodes.h). Neither
 * recurses: how deep a name nests is a matter of counted memory, and of a limit. Rust's names are printed as they are
 * read (rust.c), likewise.
 */
#ifndef DFMTO_DEMANGLE_H
#define DFMTO_DEMANGLE_H

#include <diagfmt/io.h>
#include <diagfmt/ops/symbols.h>

#include "base/mem.h"
#include "nodes.h"

enum {
  DFMTO_DEMANGLE_INPUT = 1 << 24, /* bytes of a mangled name */
  DFMTO_DEMANGLE_NODES = 1 << 17,
  DFMTO_DEMANGLE_DEPTH = 4096,      /* productions within each other, some four a level of nesting */
  DFMTO_DEMANGLE_OUTPUT = 64 << 10, /* bytes of a demangled name */
  DFMTO_DEMANGLE_STEPS = 1 << 20    /* of the printer: what prints nothing must end, too */
};

/* What the name parsed so far says of the function that it names. */
enum {
  DFMTO_DEMANGLE_CV = 7,         /* DFMTO_CV_* of a member function, */
  DFMTO_DEMANGLE_REFS = 24,      /* and its DFMTO_REF_* */
  DFMTO_DEMANGLE_ARGS = 32,      /* it ends with template arguments */
  DFMTO_DEMANGLE_SELF = 64,      /* it is a constructor, a destructor or a conversion, which have no return type */
  DFMTO_DEMANGLE_TAG = 128,      /* template arguments of this name are what T_ stands for */
  DFMTO_DEMANGLE_LAMBDA = 256,   /* within parameters of a lambda T_ is an `auto` */
  DFMTO_DEMANGLE_CONVERT = 512,  /* within the type of a conversion: arguments that follow T_ are the operator's */
  DFMTO_DEMANGLE_FORWARD = 1024, /* T_ may come before the arguments that it refers to */
  DFMTO_DEMANGLE_TAGGED = 2048   /* within template arguments that are what T_ stands for */
};

struct dfmto_demangle_ids {
  uint32_t *ptr;
  size_t n, cap;
};

/* A form being printed, and where to resume it. */
struct dfmto_demangle_item {
  const char *form;
  uint32_t node, x, y, z; /* x to z: of lists and expansions */
};

struct dfmto_demangle {
  const dfmt_config *config;
  struct dfmti_mem mem;
  const char *in;
  size_t len, pos;
  bool gnu;
  bool gcc;       /* levels of unresolved names may be substituted, as GCC has it, */
  bool levels;    /* and there are some */
  dfmt_status st; /* why it stops; DFMT_END: malformed */

  struct dfmto_demangle_node *nodes;
  size_t n_nodes, cap_nodes;
  const uint8_t *at;      /* the next instruction, */
  const uint8_t **frames; /* and where the productions around this one go on */
  size_t n_frames, cap_frames;
  struct dfmto_demangle_ids values;   /* nodes that wait for the one around them, and what is restored */
  struct dfmto_demangle_ids subs;     /* what S_, S0_ … stand for */
  struct dfmto_demangle_ids params;   /* what T_, T0_ … stand for, of this encoding from `base` on */
  struct dfmto_demangle_ids forwards; /* nodes of T_ that precede them */
  size_t base;
  uint32_t state; /* DFMTO_DEMANGLE_* */
  uint32_t arg;   /* of the choice made last */

  struct dfmto_demangle_item *items;
  size_t n_items, cap_items;
  size_t steps;
  bool rebound;                   /* a T_ was printed as something else than what the parser found it to be; */
  bool settled;                   /* none is to be */
  uint32_t around;                /* the function that is printed, or the parameters of a lambda */
  uint32_t pack_index, pack_size; /* of the expansion that is printed; size UINT32_MAX: no pack was met */
  struct dfmti_buf out;
  char last; /* character printed */
};

/* The character after `ahead` others; '\0' after the end, which no rule has. */
static inline char dfmto_demangle_peek(const struct dfmto_demangle *d, size_t ahead) {
  return d->len - d->pos > ahead ? d->in[d->pos + ahead] : '\0';
}

/* Stops the machine; the first reason counts. Returns false. */
bool dfmto_demangle_fail(struct dfmto_demangle *d, dfmt_status st);
/* E_NOMEM, or E_LIMIT if it is the caller's limit. */
bool dfmto_demangle_no_memory(struct dfmto_demangle *d);

/* Makes room for more ids. */
bool dfmto_demangle_grow_ids(struct dfmto_demangle *d, struct dfmto_demangle_ids *list);

static inline bool dfmto_demangle_put_id(struct dfmto_demangle *d, struct dfmto_demangle_ids *list, uint32_t id) {
  if (list->n == list->cap && !dfmto_demangle_grow_ids(d, list)) return false;
  list->ptr[list->n++] = id;
  return true;
}

/* Pops the last value; 0 if there is none. */
static inline uint32_t dfmto_demangle_take_value(struct dfmto_demangle *d) {
  return d->values.n ? d->values.ptr[--d->values.n] : 0;
}

/* Makes a node and leaves it as a value. */
bool dfmto_demangle_make(struct dfmto_demangle *d, struct dfmto_demangle_node node);

/* Calls a production; the current one resumes after it. */
bool dfmto_demangle_call(struct dfmto_demangle *d, uint32_t production);
/* Runs a production (DFMTO_P_*) to its end, which leaves one value. */
bool dfmto_demangle_run(struct dfmto_demangle *d, uint32_t production, uint32_t *node);
/* The actions and conditions of the grammar: actions.c. */
bool dfmto_demangle_act(struct dfmto_demangle *d, uint32_t action);
bool dfmto_demangle_holds(const struct dfmto_demangle *d, uint32_t condition);

/* Appends to the output. */
bool dfmto_demangle_put(struct dfmto_demangle *d, const char *ptr, size_t len);
/* Prints a node into the output. */
bool dfmto_demangle_print(struct dfmto_demangle *d, uint32_t node);

/* Prints the digits of a float or double literal as a number. *known: whether they are such digits. */
bool dfmto_demangle_put_float(struct dfmto_demangle *d, const char *digits, size_t len, bool *known);

/* Pushes a form to be printed. */
bool dfmto_demangle_push(struct dfmto_demangle *d, struct dfmto_demangle_item item);

/* Prints a name of Rust from after "_R". verbose: also hashes of crates, and types of constants. */
bool dfmto_demangle_rust(struct dfmto_demangle *d, bool verbose);
/* Prints a name from after "_ZN" if it is one of Rust's first mangling, else returns false. verbose: with its hash. */
bool dfmto_demangle_rust_legacy(struct dfmto_demangle *d, bool verbose);

#endif
