/* SPDX-License-Identifier: MIT */
/* Parts of demangling Rust's names. */
#ifndef DFMTO_DEMANGLE_RUST_H
#define DFMTO_DEMANGLE_RUST_H

#include "demangle.h"

enum { DFMTO_DEMANGLE_RUST_BOUND = 1 << 16 /* lifetimes in scope */ };

struct dfmto_demangle_rust {
  struct dfmto_demangle *d;
  size_t start;     /* from which backward references count */
  bool verbose;     /* hashes of crates, types of constants */
  bool open;        /* the generic arguments of the last path wait for more */
  uint32_t skipped; /* paths around, of which nothing is printed */
  uint32_t bound;   /* lifetimes in scope */
};

struct dfmto_demangle_rust_name {
  const char *ptr;
  size_t len;
  bool encoded; /* in Punycode */
};

/* Output, unless it is skipped. */
bool dfmto_demangle_rust_put(struct dfmto_demangle_rust *r, const char *ptr, size_t len);
bool dfmto_demangle_rust_put_number(struct dfmto_demangle_rust *r, uint64_t n, uint32_t base);

/* Reads a name with its length; false: malformed. */
bool dfmto_demangle_rust_name(struct dfmto_demangle_rust *r, struct dfmto_demangle_rust_name *name);
bool dfmto_demangle_rust_put_name(struct dfmto_demangle_rust *r, const struct dfmto_demangle_rust_name *name);

/* The type of one letter; NULL: none. */
const char *dfmto_demangle_rust_basic_type(char tag);
/* Reads and prints the value of a constant of a type of one letter; false: malformed. */
bool dfmto_demangle_rust_put_constant(struct dfmto_demangle_rust *r, char tag);

#endif
