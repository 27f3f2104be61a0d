/* SPDX-License-Identifier: MIT */
/*
 * Symbols: names of functions and variables as people write them.
 *
 *   dfmt_sink *sink;
 *   const dfmt_str name = {"_ZNSt6vectorIiSaIiEE9push_backEOi", 33};
 *   if (dfmt_sink_memory(NULL, &sink) == DFMT_OK && dfmt_demangle(NULL, name, DFMT_DEMANGLE_NAME, sink) == DFMT_OK)
 *     st = dfmt_sink_bytes(sink, &ptr, &len); // std::vector<int, std::allocator<int> >::push_back
 *
 * Manglings are those of C++ in the Itanium ABI, of GCC and Clang ("_Z", also "__Z", and "___Z" of blocks), of Rust
 * ("_R", and the older "_ZN" with a hash at the end), and "_GLOBAL__I_" and "_GLOBAL__sub_I_" of constructors of a
 * file. A name may have suffixes of clones (".constprop.0", ".cold") and a version ("@@GLIBCXX_3.4", "@plt").
 */
#ifndef DIAGFMT_OPS_SYMBOLS_H
#define DIAGFMT_OPS_SYMBOLS_H

#include <diagfmt/io.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Styles. */
enum {
  DFMT_DEMANGLE_GNU = 0,  /* as `c++filt` of GNU binutils 2.40 prints: "foo(int) [clone .cold]@@V1" */
  DFMT_DEMANGLE_LLVM = 1, /* as `llvm-cxxfilt` 14 prints: "foo(int) (.cold)@@V1" */
  DFMT_DEMANGLE_NAME = 2  /* the name in GNU's spelling, without parameters, return type, clones, versions, and hashes
                             of Rust: "foo" */
};

/*
 * Writes a demangled name, without a line end. c: allocator and DFMT_CFG_MAX_MEMORY; NULL: defaults. END: the name is
 * not mangled, or malformed; nothing is written. E_LIMIT, also without anything written: the output exceeds 64 KiB, as
 * that of short names can, or the name nests too deep (some hundreds of levels), is longer than 16 MiB, or needs more
 * memory. Time is bounded by these limits for any name. E_NOMEM; E_ARG: unknown style; E_STATE: the sink did not take
 * everything at once; E_IO of the sink. Since 0.1.
 */
DFMT_API dfmt_status dfmt_demangle(const dfmt_config *c, dfmt_str name, uint32_t style, dfmt_sink *to);

#ifdef __cplusplus
}
#endif

#endif
