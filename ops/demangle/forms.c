/* SPDX-License-Identifier: MIT */
/* The words and forms of both styles. */
#include "nodes.h"

const struct dfmto_demangle_word dfmto_demangle_words[] = {
#define X(WORD, GNU, LLVM) {GNU, LLVM},
    DFMTO_DEMANGLE_WORDS(X)
#undef X
};

/* Of LLVM only where it differs. */
const struct dfmto_demangle_form dfmto_demangle_forms[][2] = {
#define X(KIND, LEFT, RIGHT, LLVM_LEFT, LLVM_RIGHT) {{LEFT, RIGHT}, {LLVM_LEFT, LLVM_RIGHT}},
    DFMTO_DEMANGLE_KINDS(X)
#undef X
};

#define OF_CHAR "char, std::char_traits<char>"
const struct dfmto_demangle_standard dfmto_demangle_standards[] = {
    {"std::allocator", "std::allocator", "allocator"},
    {"std::basic_string", "std::basic_string", "basic_string"},
    {"std::basic_iostream<" OF_CHAR " >", "std::iostream", "basic_iostream"},
    {"std::basic_istream<" OF_CHAR " >", "std::istream", "basic_istream"},
    {"std::basic_ostream<" OF_CHAR " >", "std::ostream", "basic_ostream"},
    {"std::basic_string<" OF_CHAR ", std::allocator<char> >", "std::string", "basic_string"},
};
