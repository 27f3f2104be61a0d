/* SPDX-License-Identifier: MIT */
/* Functions that allocate for their callers: the first other frame requested the block. */
#include "allocator.h"

#include <string.h>

#include "base/find_bytes.h"
#include "base/str.h"
#include "op/texts.h"

/* What may follow a function's name: arguments, a version, the number of a clone. */
static bool is_end(dfmt_str s) { return s.len == 0 || strchr("(@.$ ", *s.ptr); }

static dfmt_str after(dfmt_str s, size_t n) { return (dfmt_str){s.ptr + n, s.len - n}; }

/* Prefixes with which replacement allocators export the functions of the C library. */
static dfmt_str without_prefix(dfmt_str s) {
  static const char *const prefixes[] = {"debug_", "__libc_", "__interceptor_", "je_", "mi_", "scudo_", "tc_", "__"};
  for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
    if (dfmti_starts(s, prefixes[i])) return after(s, strlen(prefixes[i]));
  return s;
}

static bool is_of_c(dfmt_str s) {
  static const char *const words[] = {"malloc",  "calloc",   "realloc",        "reallocarray",  "free",
                                      "cfree",   "memalign", "posix_memalign", "aligned_alloc", "valloc",
                                      "pvalloc", "strdup",   "strndup",        "wcsdup"};
  const dfmt_str name = without_prefix(s);
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (dfmti_starts(name, words[i]) && is_end(after(name, strlen(words[i])))) return true;
  return false;
}

/* Global operators, demangled or mangled; operators of a class are not allocators. */
static bool is_operator(dfmt_str s) {
  static const char *const words[] = {"operator new", "operator delete"};
  static const char *const mangled[] = {"_Znw", "_Zna", "_Zdl", "_Zda"};
  for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
    if (!dfmti_starts(s, words[i])) continue;
    const dfmt_str rest = after(s, strlen(words[i]));
    return is_end(rest) || *rest.ptr == '[';
  }
  for (size_t i = 0; i < sizeof mangled / sizeof *mangled; i++)
    if (dfmti_starts(s, mangled[i]) && s.len > strlen(mangled[i])) return true;
  return false;
}

/* Functions by which containers of the C++ library allocate. */
static bool is_of_library(dfmt_str s) {
  static const char *const parts[] = {"::allocate(", "::__libcpp_allocate", "::__libcpp_operator_new",
                                      "::__allocate_at_least"};
  if (!dfmti_starts(s, "std::") && !dfmti_starts(s, "__gnu_cxx::")) return false;
  for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
    if (dfmti_find_bytes(s.ptr, (size_t)s.len, parts[i], strlen(parts[i]))) return true;
  return false;
}

/* Libraries between a program and its allocator. */
static bool is_in_between(dfmt_str file) {
  const dfmt_str name = dfmto_last_part(file);
  return dfmti_is(name, "libc_malloc_debug.so") || dfmti_is(name, "diagfmt-malloc-debug.so");
}

bool dfmto_profile_is_allocator(dfmt_str function, dfmt_str file) {
  return is_of_c(function) || is_operator(function) || is_of_library(function) || is_in_between(file);
}
