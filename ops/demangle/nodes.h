/* SPDX-License-Identifier: MIT */
/* Nodes of a demangled name. */
#ifndef DFMTO_DEMANGLE_NODES_H
#define DFMTO_DEMANGLE_NODES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Qualifiers, in DFMTO_DEMANGLE_CV and DFMTO_DEMANGLE_REFS of a state and in `flags` of a node. */
enum { DFMTO_CV_RESTRICT = 1, DFMTO_CV_VOLATILE = 2, DFMTO_CV_CONST = 4, DFMTO_REF_LEFT = 8, DFMTO_REF_RIGHT = 16 };

/* X(kind, left form of GNU, right form of GNU, those of LLVM; NULL: the same). Forms: print.c. */
#define DFMTO_DEMANGLE_KINDS(X) \
  /* words; a, b: place and length in the name, or a: which */ \
  X(TEXT, "%a", "", NULL, NULL) \
  X(WORD, "%w", "", NULL, NULL) \
  X(ANONYMOUS, "(anonymous namespace)", "", NULL, NULL) \
  X(NUMBER, "%n", "", "%i", NULL) \
  X(SEQUENCE, "%#", "", "", NULL) \
  X(OPERATOR, "%N", "", NULL, NULL) \
  X(STANDARD, "%f", "", NULL, NULL) \
  X(LIST, "%,", "", NULL, NULL) \
  /* names */ \
  X(QUALIFIED, "%1::%2", "", NULL, NULL) \
  X(TEMPLATE, "%1%s<%2%>>", "", "%1<%2%>>", NULL) \
  X(PACK, "%1", "", NULL, NULL) \
  X(CONSTRUCTOR, "%b", "", NULL, NULL) \
  X(DESTRUCTOR, "~%b", "", NULL, NULL) \
  X(INHERITING, "%B", "", "%b", NULL) \
  X(TAGGED, "%1[abi:%2]", "", NULL, NULL) \
  X(CONVERSION, "operator %1", "", NULL, NULL) \
  X(LITERAL_OPERATOR, "operator\"\" %1", "", NULL, NULL) \
  X(VENDOR_OPERATOR, "operator %1", "", NULL, NULL) \
  X(LOCAL, "%d::%2", "", "%1::%2", NULL) \
  X(DEFAULT_ARGUMENT, "{default arg#%2}::%1", "", "%1", NULL) \
  X(UNNAMED, "{unnamed type#%1}", "", "'unnamed%1'", NULL) \
  X(LAMBDA, "{lambda%1#%2}", "", "'lambda%2'%1", NULL) \
  X(LAMBDA_SIGNATURE, "%A", "", NULL, NULL) \
  X(BLOCK, "{block#%1}", "", "'block-literal%1'", NULL) \
  X(LAMBDA_TYPES, "<%1>", "", NULL, NULL) \
  X(TYPENAME, "typename %1", "", NULL, NULL) \
  X(NONTYPE, "%l %2", "%r", NULL, NULL) \
  X(PACK_OF, "%1...", "", NULL, NULL) \
  X(TEMPLATE_OF, "template<%1> typename %2", "", NULL, NULL) \
  X(DECLARED, "$%w%i", "", "$%w%i", NULL) \
  X(BINDING, "[%1]", "", NULL, NULL) \
  X(GLOBAL, "::%1", "", NULL, NULL) \
  X(GLOBAL_NAME, "::%1", "", "%1", NULL) \
  X(GONE, "~%1", "", NULL, NULL) \
  X(ENCODING, "%F", "", "%l%_%2(%3)%r%q", NULL) \
  X(REQUIRED, "%1 requires %2", "", NULL, NULL) \
  X(ENABLED, "%1 [enable_if:%2]", "", NULL, NULL) \
  X(SPECIAL, "%w%1", "", NULL, NULL) \
  X(TEMPORARY, "reference temporary #%2 for %1", "", "reference temporary for %1", NULL) \
  X(IN, "construction vtable for %1-in-%2", "", NULL, NULL) \
  /* types; child 1 is the inner one */ \
  X(POINTER, "%l%(*", "%)%r", NULL, NULL) \
  X(REFERENCE, "%l%(%&", "%)%r", NULL, NULL) \
  X(RVALUE, "%l%(%&", "%)%r", NULL, NULL) \
  X(MEMBER, "%l%M%2::*", "%)%r", NULL, NULL) \
  X(QUALIFIERS, "%l%Q%q", "%)%r", "%l%q", "%r") \
  X(VENDOR_QUALIFIER, "%l%Q %2", "%)%r", "%1 %2", "") \
  X(COMPLEX, "%l _Complex", "%r", "%l complex", NULL) \
  X(IMAGINARY, "%l _Imaginary", "%r", "%l imaginary", NULL) \
  X(ARRAY, "%l", "%][%2]%r", NULL, NULL) \
  X(FUNCTION, "%l%_", "(%2)%3%q%r", "%l ", "(%2)%r%q%3") \
  X(VECTOR, "%l __vector(%2)", "%r", "%l vector[%2]", NULL) \
  X(EXPANSION, "%e", "", NULL, NULL) \
  X(DECLTYPE, "decltype (%1)", "", "decltype(%1)", NULL) \
  X(CONSTRAINED, "%2 %1", "", NULL, NULL) \
  X(ELABORATED, "%w%1", "", NULL, NULL) \
  X(NOEXCEPT_IF, " noexcept(%1)", "", NULL, NULL) \
  X(THROWS, " throw(%1)", "", NULL, NULL) \
  X(BITS, "%w%1)", "", NULL, NULL) \
  X(FLOAT_BITS, "_Float%1", "", NULL, NULL) \
  X(PARAMETER, "%t", "%T", NULL, NULL) \
  X(AUTO, "%t", "%T", "auto", "") \
  /* expressions */ \
  X(ARGUMENT, "{parm#%1}", "", "fp%1", NULL) \
  X(THIS, "this", "", NULL, NULL) \
  X(PREFIX, "%o%U", "", "%o(%1)", NULL) \
  X(BINARY, "%X%o%Y", "", "(%1) %o (%2)", NULL) \
  X(GREATER, "(%X%o%Y)", "", "((%1) %o (%2))", NULL) \
  X(POSTFIX, "%X%o", "", "(%1)%o", NULL) \
  X(INDEX, "%X[%2]", "", "(%1)[%2]", NULL) \
  X(DOT, "%X%o%Y", "", "%1%o%2", NULL) \
  X(CALL, "%C(%2)", "", "%1(%2)", NULL) \
  X(CAST, "(%1)%Y", "", "(%1)(%2)", NULL) \
  X(CASTS, "(%1)(%2)", "", NULL, NULL) \
  X(NAMED_CAST, "%o<%1>(%2)", "", NULL, NULL) \
  X(CONDITION, "%X?%Y : %Z", "", "(%1) ? (%2) : (%3)", NULL) \
  X(NEW, "new %1%2%3", "", NULL, NULL) \
  X(NEW_ARRAY, "new %1%2%3", "", "new[] %1%2%3", NULL) \
  X(PLACEMENT, "(%1) ", "", "(%1)", NULL) \
  X(ARGUMENTS, "(%1)", "", NULL, NULL) \
  X(DELETE, "delete %X", "", "delete%1", NULL) \
  X(DELETE_ARRAY, "delete[] %X", "", "delete[] %1", NULL) \
  X(OF_TYPE, "%o (%1)", "", NULL, NULL) \
  X(OF_VALUE, "%o %X", "", "%o (%1)", NULL) \
  X(THROW, "throw %X", "", "throw %1", NULL) \
  X(RETHROW, "throw", "", NULL, NULL) \
  X(PACK_SIZE, "%p", "", "sizeof...(%e)", NULL) \
  X(PACKS_SIZE, "%p", "", "sizeof... (%1)", NULL) \
  X(SUBOBJECT, "%2.<%1 at offset %3>", "", NULL, NULL) \
  X(BRACES, "%1{%2}", "", NULL, NULL) \
  X(FIELD, ".%1=%2", "", ".%1 = %2", NULL) \
  X(ELEMENT, "[%1]=%2", "", "[%1] = %2", NULL) \
  X(ELEMENTS, "[%1 ... %2]=%3", "", "[%1 ... %2] = %3", NULL) \
  X(FOLD_LEFT, "(...%o%P)", "", "(... %o (%e))", NULL) \
  X(FOLD_RIGHT, "(%P%o...)", "", "((%e) %o ...)", NULL) \
  X(FOLD_LEFT_FROM, "(%Y%o...%o%P)", "", "(%2 %o ... %o (%e))", NULL) \
  X(FOLD_RIGHT_TO, "(%P%o...%o%Y)", "", "((%e) %o ... %o %2)", NULL) \
  X(VENDOR_EXPRESSION, "%1(%2)", "", NULL, NULL) \
  X(LITERAL, "%v", "", NULL, NULL) \
  X(TRUTH, "%w", "", NULL, NULL) \
  X(STRING, "\"<%1>\"", "", NULL, NULL)

enum {
#define X(KIND, LEFT, RIGHT, LLVM_LEFT, LLVM_RIGHT) DFMTO_N_##KIND,
  DFMTO_DEMANGLE_KINDS(X)
#undef X
};

/* Node 0 is a TEXT of no bytes: absent. */
struct dfmto_demangle_node {
  uint8_t kind;    /* DFMTO_N_* */
  uint8_t flags;   /* DFMTO_CV_* and DFMTO_REF_*; of a list's cell none */
  uint16_t detail; /* which word or operator */
  uint32_t a, b, c;
};

/* X(name, as GNU spells it, as LLVM does; NULL: the same). */
#define DFMTO_DEMANGLE_WORDS(X) \
  X(NOTHING, "", NULL) \
  X(STD, "std", NULL) \
  X(VOID, "void", NULL) \
  X(WCHAR, "wchar_t", NULL) \
  X(BOOL, "bool", NULL) \
  X(CHAR, "char", NULL) \
  X(SIGNED_CHAR, "signed char", NULL) \
  X(UNSIGNED_CHAR, "unsigned char", NULL) \
  X(SHORT, "short", NULL) \
  X(UNSIGNED_SHORT, "unsigned short", NULL) \
  X(INT, "int", NULL) \
  X(UNSIGNED, "unsigned int", NULL) \
  X(LONG, "long", NULL) \
  X(UNSIGNED_LONG, "unsigned long", NULL) \
  X(LONG_LONG, "long long", NULL) \
  X(UNSIGNED_LONG_LONG, "unsigned long long", NULL) \
  X(INT128, "__int128", NULL) \
  X(UNSIGNED_INT128, "unsigned __int128", NULL) \
  X(FLOAT, "float", NULL) \
  X(DOUBLE, "double", NULL) \
  X(BFLOAT16, "std::bfloat16_t", NULL) \
  X(LONG_DOUBLE, "long double", NULL) \
  X(FLOAT128, "__float128", NULL) \
  X(ELLIPSIS, "...", NULL) \
  X(DECIMAL64, "decimal64", NULL) \
  X(DECIMAL128, "decimal128", NULL) \
  X(DECIMAL32, "decimal32", NULL) \
  X(DOUBLE_DECIMAL, "double", NULL) \
  X(HALF, "half", NULL) \
  X(CHAR32, "char32_t", NULL) \
  X(CHAR16, "char16_t", NULL) \
  X(CHAR8, "char8_t", NULL) \
  X(AUTO, "auto", NULL) \
  X(DECLTYPE_AUTO, "decltype(auto)", NULL) \
  X(NULLPTR, "decltype(nullptr)", "std::nullptr_t") \
  X(STRUCT, "struct ", NULL) \
  X(UNION, "union ", NULL) \
  X(ENUM, "enum ", NULL) \
  X(NOEXCEPT, " noexcept", NULL) \
  X(SAFE, " transaction_safe", NULL) \
  X(STRING_LITERAL, "string literal", NULL) \
  X(FALSE, "false", NULL) \
  X(TRUE, "true", NULL) \
  X(NULL_VALUE, "(decltype(nullptr))0", "nullptr") \
  X(TYPE_PARAMETER, "T", NULL) \
  X(VALUE_PARAMETER, "N", NULL) \
  X(TEMPLATE_PARAMETER, "TT", NULL) \
  X(SIGNED_BITS, "_BitInt(", NULL) \
  X(UNSIGNED_BITS, "unsigned _BitInt(", NULL) \
  X(VTABLE, "vtable for ", NULL) \
  X(VTT, "VTT for ", NULL) \
  X(TYPEINFO, "typeinfo for ", NULL) \
  X(TYPEINFO_NAME, "typeinfo name for ", NULL) \
  X(TYPEINFO_FUNCTION, "typeinfo fn for ", NULL) \
  X(JAVA_CLASS, "java Class for ", NULL) \
  X(COVARIANT, "covariant return thunk to ", NULL) \
  X(VIRTUAL, "virtual thunk to ", NULL) \
  X(NON_VIRTUAL, "non-virtual thunk to ", NULL) \
  X(TLS_INIT, "TLS init function for ", "thread-local initialization routine for ") \
  X(TLS_WRAPPER, "TLS wrapper function for ", "thread-local wrapper routine for ") \
  X(TEMPLATE_OBJECT, "template parameter object for ", NULL) \
  X(GUARD, "guard variable for ", NULL) \
  X(TRANSACTION, "transaction clone for ", NULL) \
  X(NON_TRANSACTION, "non-transaction clone for ", NULL) \
  X(HIDDEN_ALIAS, "hidden alias for ", NULL) \
  X(BLOCK_IN, "invocation function for block in ", NULL) \
  X(CONSTRUCTORS, "global constructors keyed to ", NULL) \
  X(DESTRUCTORS, "global destructors keyed to ", NULL)

enum {
#define X(WORD, GNU, LLVM) DFMTO_W_##WORD,
  DFMTO_DEMANGLE_WORDS(X)
#undef X
};
struct dfmto_demangle_word {
  const char *gnu, *llvm;
};
extern const struct dfmto_demangle_word dfmto_demangle_words[];

/* What Sa, Sb, Ss, Si, So and Sd stand for. */
struct dfmto_demangle_standard {
  const char *full, *brief, *base; /* base: what its constructors are called */
};
extern const struct dfmto_demangle_standard dfmto_demangle_standards[];

struct dfmto_demangle_form {
  const char *left, *right;
};
/* By kind; [0]: GNU, [1]: LLVM. */
extern const struct dfmto_demangle_form dfmto_demangle_forms[][2];

struct dfmto_demangle_operator {
  char code[2];
  uint8_t kind;     /* DFMTO_P_*: how an expression with it goes on; 0: only a name */
  const char *text; /* without "operator" */
};
extern const struct dfmto_demangle_operator dfmto_demangle_operators[];
extern const size_t dfmto_demangle_n_operators;

#endif
