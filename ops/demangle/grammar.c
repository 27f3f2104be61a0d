/* SPDX-License-Identifier: MIT */
/* The grammar's programs, and its tables of choices. */
#include "grammar.h"

#include "nodes.h"

#define END DFMTO_OP_END
#define CALL(PRODUCTION) DFMTO_OP_CALL, DFMTO_P_##PRODUCTION
#define TAKE(CHARACTER) DFMTO_OP_TAKE, CHARACTER
#define IF(CHARACTER, PRODUCTION) DFMTO_OP_IF, CHARACTER, DFMTO_P_##PRODUCTION
#define BEFORE(CHARACTER, PRODUCTION) DFMTO_OP_BEFORE, CHARACTER, DFMTO_P_##PRODUCTION
#define WHEN(CONDITION, PRODUCTION) DFMTO_OP_WHEN, DFMTO_IS_##CONDITION, DFMTO_P_##PRODUCTION
#define EITHER(CONDITION, ONE, OTHER) DFMTO_OP_EITHER, DFMTO_IS_##CONDITION, DFMTO_P_##ONE, DFMTO_P_##OTHER
#define WHILE(CONDITION, PRODUCTION) DFMTO_OP_WHILE, DFMTO_IS_##CONDITION, DFMTO_P_##PRODUCTION
#define UNTIL(CHARACTER, PRODUCTION) DFMTO_OP_UNTIL, CHARACTER, DFMTO_P_##PRODUCTION
#define LETTER DFMTO_OP_LETTER
#define PICK(TABLE) DFMTO_OP_PICK, DFMTO_T_##TABLE
#define NONE DFMTO_OP_NONE
#define WORD(W) DFMTO_OP_WORD, DFMTO_W_##W
#define CHOSEN DFMTO_OP_CHOSEN
#define RAW DFMTO_OP_RAW
#define MAKE(KIND, N) DFMTO_OP_MAKE, DFMTO_N_##KIND, N
#define MAKE_RAW(KIND, N) DFMTO_OP_MAKE_RAW, DFMTO_N_##KIND, N
#define MARK DFMTO_OP_MARK
#define LIST DFMTO_OP_LIST
#define SUB DFMTO_OP_SUB
#define DO(ACTION) DFMTO_OP_DO, DFMTO_DO_##ACTION

#define P(NAME, ...) static const uint8_t program_##NAME[] = {__VA_ARGS__, END};
#include "grammar.def"
#undef P

const uint8_t *const dfmto_demangle_productions[] = {
    NULL,
#define P(NAME, ...) program_##NAME,
#include "grammar.def"
#undef P
};

/* ---- choices, sorted by key ---- */

#define C(KEY, TAKEN, PRODUCTION) {KEY, TAKEN, DFMTO_P_##PRODUCTION, 0}
#define W(KEY, TAKEN, PRODUCTION, WORD) {KEY, TAKEN, DFMTO_P_##PRODUCTION, DFMTO_W_##WORD}
#define N(KEY, TAKEN, PRODUCTION, KIND) {KEY, TAKEN, DFMTO_P_##PRODUCTION, DFMTO_N_##KIND}
#define BY_DIGIT(TAKEN, PRODUCTION) \
  C("0", TAKEN, PRODUCTION), C("1", TAKEN, PRODUCTION), C("2", TAKEN, PRODUCTION), C("3", TAKEN, PRODUCTION), \
      C("4", TAKEN, PRODUCTION), C("5", TAKEN, PRODUCTION), C("6", TAKEN, PRODUCTION), C("7", TAKEN, PRODUCTION), \
      C("8", TAKEN, PRODUCTION), C("9", TAKEN, PRODUCTION)

static const struct dfmto_demangle_choice encoding[] = {C("", 0, PLAIN_ENCODING), C("G", 0, SPECIAL),
                                                        C("T", 0, SPECIAL)};
static const struct dfmto_demangle_choice special[] = {
    W("GA", 2, SPECIAL_ENCODING, HIDDEN_ALIAS),
    C("GR", 2, TEMPORARY),
    W("GTn", 3, TRANSACTION, NON_TRANSACTION),
    W("GTt", 3, TRANSACTION, TRANSACTION),
    W("GV", 2, SPECIAL_NAME, GUARD),
    W("TA", 2, SPECIAL_ARGUMENT, TEMPLATE_OBJECT),
    C("TC", 2, CONSTRUCTION),
    W("TF", 2, SPECIAL_TYPE, TYPEINFO_FUNCTION),
    W("TH", 2, SPECIAL_NAME, TLS_INIT),
    W("TI", 2, SPECIAL_TYPE, TYPEINFO),
    W("TJ", 2, SPECIAL_TYPE, JAVA_CLASS),
    W("TS", 2, SPECIAL_TYPE, TYPEINFO_NAME),
    W("TT", 2, SPECIAL_TYPE, VTT),
    W("TV", 2, SPECIAL_TYPE, VTABLE),
    W("TW", 2, SPECIAL_NAME, TLS_WRAPPER),
    W("Tc", 2, COVARIANT_THUNK, COVARIANT),
    W("Th", 2, THUNK, NON_VIRTUAL),
    W("Tv", 2, VIRTUAL_THUNK, VIRTUAL),
};
static const struct dfmto_demangle_choice offset[] = {C("h", 1, OFFSET), C("v", 1, VIRTUAL_OFFSET)};
static const struct dfmto_demangle_choice name[] = {C("", 0, UNSCOPED), C("N", 1, NESTED), C("S", 0, SUBSTITUTED_NAME),
                                                    C("St", 0, UNSCOPED), C("Z", 1, LOCAL)};
static const struct dfmto_demangle_choice unscoped[] = {C("", 0, UNQUALIFIED), C("St", 2, STD_NAME)};
static const struct dfmto_demangle_choice component[] = {
    C("", 0, COMPONENT_NAME),
    N("C", 1, COMPONENT_CTOR, CONSTRUCTOR),
    N("CI", 2, COMPONENT_INHERITING, INHERITING),
    N("D", 1, COMPONENT_CTOR, DESTRUCTOR),
    C("DC", 0, COMPONENT_NAME),
    C("DT", 0, COMPONENT_DECLTYPE),
    C("Dt", 0, COMPONENT_DECLTYPE),
    C("F", 1, NOTHING),
    C("I", 0, COMPONENT_ARGS),
    C("M", 1, NOTHING),
    C("S", 0, COMPONENT_SUBSTITUTION),
    C("St", 2, COMPONENT_STD),
    C("T", 0, COMPONENT_PARAMETER),
};
static const struct dfmto_demangle_choice unqualified[] = {
    C("", 0, OPERATOR),          BY_DIGIT(0, SOURCE),         C("DC", 2, BINDING),
    C("L", 1, INTERNAL),         C("Ub", 2, BLOCK),           C("Ul", 2, LAMBDA),
    C("Ut", 2, UNNAMED),         C("cv", 2, CONVERSION),      C("li", 2, LITERAL_OPERATOR),
    C("v0", 2, VENDOR_OPERATOR), C("v1", 2, VENDOR_OPERATOR), C("v2", 2, VENDOR_OPERATOR),
    C("v3", 2, VENDOR_OPERATOR),
};
static const struct dfmto_demangle_choice declaration[] = {
    W("Tk", 2, CONSTRAINED, TYPE_PARAMETER), W("Tn", 2, NONTYPE, VALUE_PARAMETER), C("Tp", 2, PACK_OF),
    W("Tt", 2, TEMPLATE_OF, TEMPLATE_PARAMETER), W("Ty", 2, TYPENAME, TYPE_PARAMETER)};
static const struct dfmto_demangle_choice local[] = {C("", 0, LOCAL_NAME), C("d", 1, LOCAL_DEFAULT),
                                                     C("s", 1, LOCAL_STRING)};
static const struct dfmto_demangle_choice substitution[] = {
    C("S", 1, EARLIER),
    {"Sa", 2, DFMTO_P_STANDARD, 0},
    {"Sb", 2, DFMTO_P_STANDARD, 1},
    {"Sd", 2, DFMTO_P_STANDARD, 2},
    {"Si", 2, DFMTO_P_STANDARD, 3},
    {"So", 2, DFMTO_P_STANDARD, 4},
    {"Ss", 2, DFMTO_P_STANDARD, 5},
};
static const struct dfmto_demangle_choice type[] = {
    C("", 0, CLASS),
    C("A", 1, ARRAY),
    C("C", 1, COMPLEX),
    W("DB", 2, BITS, SIGNED_BITS),
    C("DF", 2, FLOAT_BITS),
    W("DK", 2, CONSTRAINED_TYPE, DECLTYPE_AUTO),
    C("DO", 0, EXCEPTION_TYPE),
    C("DT", 0, DECLTYPE_TYPE),
    W("DU", 2, BITS, UNSIGNED_BITS),
    W("Da", 2, BUILTIN, AUTO),
    W("Dc", 2, BUILTIN, DECLTYPE_AUTO),
    W("Dd", 2, BUILTIN, DECIMAL64),
    W("De", 2, BUILTIN, DECIMAL128),
    W("Df", 2, BUILTIN, DECIMAL32),
    W("Dh", 2, BUILTIN, HALF),
    W("Di", 2, BUILTIN, CHAR32),
    W("Dk", 2, CONSTRAINED_TYPE, AUTO),
    W("Dn", 2, BUILTIN, NULLPTR),
    C("Do", 0, EXCEPTION_TYPE),
    C("Dp", 2, EXPANSION_TYPE),
    W("Ds", 2, BUILTIN, CHAR16),
    C("Dt", 0, DECLTYPE_TYPE),
    W("Du", 2, BUILTIN, CHAR8),
    C("Dv", 2, VECTOR),
    C("Dw", 0, EXCEPTION_TYPE),
    C("Dx", 0, EXCEPTION_TYPE),
    C("F", 0, FUNCTION_TYPE),
    C("G", 1, IMAGINARY),
    C("K", 0, QUALIFIERS),
    C("M", 1, MEMBER),
    C("O", 1, RVALUE),
    C("P", 1, POINTER),
    C("R", 1, REFERENCE),
    C("S", 0, SUBSTITUTION_TYPE),
    C("St", 0, CLASS),
    C("T", 0, PARAMETER_TYPE),
    W("Te", 2, ELABORATED, ENUM),
    W("Ts", 2, ELABORATED, STRUCT),
    W("Tu", 2, ELABORATED, UNION),
    C("U", 1, VENDOR_QUALIFIER),
    C("Ub", 0, CLASS),
    C("Ul", 0, CLASS),
    C("Ut", 0, CLASS),
    C("V", 0, QUALIFIERS),
    C("r", 0, QUALIFIERS),
    C("u", 1, VENDOR_TYPE),
};
static const struct dfmto_demangle_choice qualified[] = {
    C("", 0, QUALIFIED_TYPE),        C("DO", 0, QUALIFIED_EXCEPTION), C("Do", 0, QUALIFIED_EXCEPTION),
    C("Dw", 0, QUALIFIED_EXCEPTION), C("Dx", 0, QUALIFIED_EXCEPTION), C("F", 0, QUALIFIED_FUNCTION),
};
static const struct dfmto_demangle_choice exception[] = {C("DO", 2, NOEXCEPT_IF), W("Do", 2, BUILTIN, NOEXCEPT),
                                                         C("Dw", 2, THROWS), W("Dx", 2, BUILTIN, SAFE)};
static const struct dfmto_demangle_choice argument[] = {C("", 0, TYPE),
                                                        C("I", 1, ARGUMENT_PACK),
                                                        C("J", 1, ARGUMENT_PACK),
                                                        C("L", 0, PRIMARY),
                                                        C("Tk", 0, DECLARED_ARGUMENT),
                                                        C("Tn", 0, DECLARED_ARGUMENT),
                                                        C("Tp", 0, DECLARED_ARGUMENT),
                                                        C("Tt", 0, DECLARED_ARGUMENT),
                                                        C("Ty", 0, DECLARED_ARGUMENT),
                                                        C("X", 1, ARGUMENT_EXPRESSION)};
static const struct dfmto_demangle_choice primary[] = {
    C("", 0, LITERAL),           W("Dn0E", 4, TRUTH, NULL_VALUE), W("DnE", 3, TRUTH, NULL_VALUE),
    C("Z", 1, PRIMARY_ENCODING), C("_Z", 2, PRIMARY_ENCODING),    W("b0E", 3, TRUTH, FALSE),
    W("b1E", 3, TRUTH, TRUE),
};
static const struct dfmto_demangle_choice expression[] = {
    C("", 0, OPERATION),
    BY_DIGIT(0, SIMPLE),
    C("L", 0, PRIMARY),
    C("T", 0, PARAMETER),
    C("cl", 2, CALL),
    C("cv", 2, CAST),
    C("dn", 0, BASE),
    C("fL", 2, FOLD_LEFT_FROM),
    C("fL0", 2, LEVEL_VALUE),
    C("fL1", 2, LEVEL_VALUE),
    C("fL2", 2, LEVEL_VALUE),
    C("fR", 2, FOLD_RIGHT_TO),
    C("fl", 2, FOLD_LEFT),
    C("fp", 2, ARGUMENT_VALUE),
    C("fpT", 3, THIS),
    C("fr", 2, FOLD_RIGHT),
    C("gs", 2, GLOBAL_NAME),
    C("gsda", 2, GLOBAL),
    C("gsdl", 2, GLOBAL),
    C("gsna", 2, GLOBAL),
    C("gsnw", 2, GLOBAL),
    C("il", 2, BRACES),
    C("on", 0, BASE),
    C("sP", 2, PACK_SIZE_OF),
    C("sZ", 2, PACK_SIZE),
    C("so", 2, SUBOBJECT),
    C("sp", 2, EXPANDED),
    C("sr", 2, UNRESOLVED),
    C("tl", 2, TYPED_BRACES),
    C("tr", 2, RETHROW),
    C("u", 1, VENDOR_EXPRESSION),
};
static const struct dfmto_demangle_choice new_end[] = {C("E", 1, ABSENT), C("il", 0, EXPRESSION),
                                                       C("pi", 2, NEW_ARGUMENTS)};
static const struct dfmto_demangle_choice braced[] = {C("", 0, EXPRESSION), C("dX", 2, ELEMENTS), C("di", 2, FIELD),
                                                      C("dx", 2, ELEMENT)};
static const struct dfmto_demangle_choice unresolved[] = {C("", 0, TYPED_UNRESOLVED), BY_DIGIT(0, SCOPED_UNRESOLVED),
                                                          C("N", 1, NESTED_UNRESOLVED)};
static const struct dfmto_demangle_choice base[] = {C("", 0, UNQUALIFIED), BY_DIGIT(0, SIMPLE_NAME),
                                                    C("dn", 2, BASE_GONE), C("on", 2, UNQUALIFIED)};

static const struct dfmto_demangle_choice member[] = {
    C("", 0, BASE_OPERATOR), BY_DIGIT(0, SIMPLE),    C("L", 0, PRIMARY), C("T", 0, PARAMETER),
    C("dn", 0, BASE),        C("gs", 0, EXPRESSION), C("on", 0, BASE),   C("sr", 2, UNRESOLVED)};

#define TABLE(CHOICES) {CHOICES, sizeof(CHOICES) / sizeof *(CHOICES)}
const struct dfmto_demangle_table dfmto_demangle_tables[] = {
    TABLE(encoding),    TABLE(special),     TABLE(offset),  TABLE(name),         TABLE(unscoped), TABLE(component),
    TABLE(unqualified), TABLE(declaration), TABLE(local),   TABLE(substitution), TABLE(type),     TABLE(qualified),
    TABLE(exception),   TABLE(argument),    TABLE(primary), TABLE(expression),   TABLE(new_end),  TABLE(braced),
    TABLE(unresolved),  TABLE(base),        TABLE(member),
};

const uint8_t dfmto_demangle_letters[26] = {DFMTO_W_SIGNED_CHAR,
                                            DFMTO_W_BOOL,
                                            DFMTO_W_CHAR,
                                            DFMTO_W_DOUBLE,
                                            DFMTO_W_LONG_DOUBLE,
                                            DFMTO_W_FLOAT,
                                            DFMTO_W_FLOAT128,
                                            DFMTO_W_UNSIGNED_CHAR,
                                            DFMTO_W_INT,
                                            DFMTO_W_UNSIGNED,
                                            0,
                                            DFMTO_W_LONG,
                                            DFMTO_W_UNSIGNED_LONG,
                                            DFMTO_W_INT128,
                                            DFMTO_W_UNSIGNED_INT128,
                                            0,
                                            0,
                                            0,
                                            DFMTO_W_SHORT,
                                            DFMTO_W_UNSIGNED_SHORT,
                                            0,
                                            DFMTO_W_VOID,
                                            DFMTO_W_WCHAR,
                                            DFMTO_W_LONG_LONG,
                                            DFMTO_W_UNSIGNED_LONG_LONG,
                                            DFMTO_W_ELLIPSIS};

/* ---- operators, sorted by code ---- */

const struct dfmto_demangle_operator dfmto_demangle_operators[] = {
    {"aN", DFMTO_P_BINARY, "&="},
    {"aS", DFMTO_P_BINARY, "="},
    {"aa", DFMTO_P_BINARY, "&&"},
    {"ad", DFMTO_P_PREFIX, "&"},
    {"an", DFMTO_P_BINARY, "&"},
    {"at", DFMTO_P_OF_TYPE, "alignof"},
    {"aw", DFMTO_P_PREFIX, "co_await"},
    {"az", DFMTO_P_OF_VALUE, "alignof"},
    {"cc", DFMTO_P_NAMED_CAST, "const_cast"},
    {"cl", 0, "()"},
    {"cm", DFMTO_P_BINARY, ","},
    {"co", DFMTO_P_PREFIX, "~"},
    {"dV", DFMTO_P_BINARY, "/="},
    {"da", DFMTO_P_DELETE_ARRAY, "delete[]"},
    {"dc", DFMTO_P_NAMED_CAST, "dynamic_cast"},
    {"de", DFMTO_P_PREFIX, "*"},
    {"dl", DFMTO_P_DELETE, "delete"},
    {"ds", DFMTO_P_DOT_STAR, ".*"},
    {"dt", DFMTO_P_DOT, "."},
    {"dv", DFMTO_P_BINARY, "/"},
    {"eO", DFMTO_P_BINARY, "^="},
    {"eo", DFMTO_P_BINARY, "^"},
    {"eq", DFMTO_P_BINARY, "=="},
    {"ge", DFMTO_P_BINARY, ">="},
    {"gt", DFMTO_P_GREATER, ">"},
    {"ix", DFMTO_P_INDEX, "[]"},
    {"lS", DFMTO_P_BINARY, "<<="},
    {"le", DFMTO_P_BINARY, "<="},
    {"ls", DFMTO_P_BINARY, "<<"},
    {"lt", DFMTO_P_BINARY, "<"},
    {"mI", DFMTO_P_BINARY, "-="},
    {"mL", DFMTO_P_BINARY, "*="},
    {"mi", DFMTO_P_BINARY, "-"},
    {"ml", DFMTO_P_BINARY, "*"},
    {"mm", DFMTO_P_POSTFIX, "--"},
    {"na", DFMTO_P_NEW_ARRAY, "new[]"},
    {"ne", DFMTO_P_BINARY, "!="},
    {"ng", DFMTO_P_PREFIX, "-"},
    {"nt", DFMTO_P_PREFIX, "!"},
    {"nw", DFMTO_P_NEW, "new"},
    {"nx", DFMTO_P_OF_VALUE, "noexcept"},
    {"oR", DFMTO_P_BINARY, "|="},
    {"oo", DFMTO_P_BINARY, "||"},
    {"or", DFMTO_P_BINARY, "|"},
    {"pL", DFMTO_P_BINARY, "+="},
    {"pl", DFMTO_P_BINARY, "+"},
    {"pm", DFMTO_P_BINARY, "->*"},
    {"pp", DFMTO_P_POSTFIX, "++"},
    {"ps", DFMTO_P_PREFIX, "+"},
    {"pt", DFMTO_P_DOT, "->"},
    {"qu", DFMTO_P_CONDITION, "?"},
    {"rM", DFMTO_P_BINARY, "%="},
    {"rS", DFMTO_P_BINARY, ">>="},
    {"rc", DFMTO_P_NAMED_CAST, "reinterpret_cast"},
    {"rm", DFMTO_P_BINARY, "%"},
    {"rs", DFMTO_P_BINARY, ">>"},
    {"sc", DFMTO_P_NAMED_CAST, "static_cast"},
    {"ss", DFMTO_P_BINARY, "<=>"},
    {"st", DFMTO_P_OF_TYPE, "sizeof"},
    {"sz", DFMTO_P_OF_VALUE, "sizeof"},
    {"te", DFMTO_P_OF_VALUE, "typeid"},
    {"ti", DFMTO_P_OF_TYPE, "typeid"},
    {"tw", DFMTO_P_THROW, "throw"},
};
const size_t dfmto_demangle_n_operators = sizeof dfmto_demangle_operators / sizeof *dfmto_demangle_operators;
