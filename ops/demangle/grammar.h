/* SPDX-License-Identifier: MIT */
/* The grammar of mangled C++ names, as programs for a small machine (machine.c). */
#ifndef DFMTO_DEMANGLE_GRAMMAR_H
#define DFMTO_DEMANGLE_GRAMMAR_H

#include <stddef.h>
#include <stdint.h>

/* Instructions, with their operand bytes. A production returns to the instruction after its call. */
enum {
  DFMTO_OP_END,      /* the production ends */
  DFMTO_OP_CALL,     /* production */
  DFMTO_OP_TAKE,     /* character, which must be next */
  DFMTO_OP_IF,       /* character, production: if the character is next, takes it and calls */
  DFMTO_OP_BEFORE,   /* character, production: if the character is next, calls */
  DFMTO_OP_WHEN,     /* condition, production: if it holds, calls */
  DFMTO_OP_EITHER,   /* condition, production, production: calls one of them */
  DFMTO_OP_WHILE,    /* condition, production: calls as long as it holds */
  DFMTO_OP_UNTIL,    /* character, production: calls until the character is next, and takes that */
  DFMTO_OP_PICK,     /* table: calls what the next characters choose */
  DFMTO_OP_LETTER,   /* a type of one letter: leaves its word, and ends the production */
  DFMTO_OP_NONE,     /* leaves no node: 0 */
  DFMTO_OP_WORD,     /* word: leaves it */
  DFMTO_OP_CHOSEN,   /* leaves the word that the choice has */
  DFMTO_OP_RAW,      /* leaves the number that the choice has */
  DFMTO_OP_MAKE,     /* kind, n: makes a node of the last n values */
  DFMTO_OP_MAKE_RAW, /* kind, n: likewise, with the number below them as its detail */
  DFMTO_OP_MARK,     /* begins a list */
  DFMTO_OP_LIST,     /* makes a list of the values since the mark; 0 if there are none */
  DFMTO_OP_SUB,      /* the last value is what the next S_ stands for */
  DFMTO_OP_DO        /* action */
};

enum {
  DFMTO_P_NONE,
#define P(NAME, ...) DFMTO_P_##NAME,
#include "grammar.def"
#undef P
  DFMTO_P_N
};

/* Choices: by the longest key that the input goes on with. */
enum { DFMTO_DEMANGLE_KEY = 4 };
struct dfmto_demangle_choice {
  char key[DFMTO_DEMANGLE_KEY]; /* not terminated if it has as many characters */
  uint8_t taken;                /* bytes of the key that are taken */
  uint8_t production, arg;
};

/* Tables of choices. */
enum {
  DFMTO_T_ENCODING,
  DFMTO_T_SPECIAL,
  DFMTO_T_OFFSET,
  DFMTO_T_NAME,
  DFMTO_T_UNSCOPED,
  DFMTO_T_COMPONENT,
  DFMTO_T_UNQUALIFIED,
  DFMTO_T_DECLARATION,
  DFMTO_T_LOCAL,
  DFMTO_T_SUBSTITUTION,
  DFMTO_T_TYPE,
  DFMTO_T_QUALIFIED,
  DFMTO_T_EXCEPTION,
  DFMTO_T_ARGUMENT,
  DFMTO_T_PRIMARY,
  DFMTO_T_EXPRESSION,
  DFMTO_T_NEW_END,
  DFMTO_T_BRACED,
  DFMTO_T_UNRESOLVED,
  DFMTO_T_BASE,
  DFMTO_T_MEMBER,
  DFMTO_T_N
};

enum {
  DFMTO_DO_OPEN,             /* a scope of template arguments and of what is known of the name */
  DFMTO_DO_CLOSE,            /* goes back to what was around it, which is below the last value */
  DFMTO_DO_ENTER,            /* likewise, but only of what is known of the name */
  DFMTO_DO_LEAVE,            /* and back */
  DFMTO_DO_SWAP,             /* the last two values */
  DFMTO_DO_DROP,             /* the value below the last */
  DFMTO_DO_POP,              /* the last value */
  DFMTO_DO_GNU_ONLY,         /* what LLVM does not know */
  DFMTO_DO_LETTER,           /* takes any character */
  DFMTO_DO_SOURCE,           /* <length> <bytes> */
  DFMTO_DO_DIGITS,           /* leaves a text of digits, perhaps of none */
  DFMTO_DO_SIGNED,           /* [n] <digits>: leaves nothing */
  DFMTO_DO_NUMBER,           /* [<digits>] _ */
  DFMTO_DO_SEQUENCE,         /* [<digits and capitals>] [_], as a text */
  DFMTO_DO_CV,               /* [r] [V] [K]: leaves their bits */
  DFMTO_DO_QUALIFY,          /* a type, with bits that are below it */
  DFMTO_DO_QUALIFY_FUNCTION, /* likewise a function type, whose own they are */
  DFMTO_DO_NAME_CV,          /* [r] [V] [K] [R | O], or H, of a name */
  DFMTO_DO_REF,              /* [R | O] of the function type that is the last value */
  DFMTO_DO_MEMBER_CV,        /* what is known of the name goes to its encoding */
  DFMTO_DO_ATTACH,           /* an exception specification, to the function type above it */
  DFMTO_DO_ENDS_ARGS,        /* the name ends with template arguments */
  DFMTO_DO_ENDS_NAME,        /* it does not */
  DFMTO_DO_SELF,             /* the name is of a function without return type */
  DFMTO_DO_JOIN,             /* QUALIFIED of two values, or the second if the first is none */
  DFMTO_DO_SUBSTITUTION,     /* _ | <number> _ */
  DFMTO_DO_STANDARD,         /* Sa …, as chosen */
  DFMTO_DO_PREFIX_SUB,       /* JOIN and SUB, unless the substitution comes first */
  DFMTO_DO_COUNT_SUBS,       /* leaves how many substitutions there are */
  DFMTO_DO_OLD_SUBS,         /* GCC takes the first level of such a name for a type, which may be substituted */
  DFMTO_DO_LEVEL_SUB,        /* SUB of such a level within N, as GCC does */
  DFMTO_DO_NESTED_END,       /* the last substitution was the name itself, which is none */
  DFMTO_DO_PARAMETER,        /* T_ | T <number> _ */
  DFMTO_DO_CTOR,             /* of the prefix; chosen: the node's kind */
  DFMTO_DO_INHERIT,          /* the type is that whose constructor it is */
  DFMTO_DO_CONVERSION,       /* what follows is the type of a conversion */
  DFMTO_DO_LAMBDA_BEGIN,     /* what follows are parameters of a lambda */
  DFMTO_DO_DECLARE,          /* a template parameter of a lambda; chosen: its letter */
  DFMTO_DO_ARGS_BEGIN,       /* template arguments begin */
  DFMTO_DO_ARGS_ADD,         /* the last value is one */
  DFMTO_DO_DROP_VOID,        /* a list of parameters that is only `void` */
  DFMTO_DO_DISCRIMINATOR,    /* [_ <digit> | __ <digits> _] */
  DFMTO_DO_OPERATOR,         /* a name: two letters */
  DFMTO_DO_EXPRESSION,       /* an operator, which has a production; leaves its number */
  DFMTO_DO_FOLD,             /* likewise that of a fold, but only the number */
  DFMTO_DO_OFFSET,           /* of a subobject, and what selects it, and E */
  DFMTO_DO_FLOAT_BITS,       /* <digits> (_ | x | b) */
  DFMTO_DO_LITERAL           /* the digits of a literal, and E */
};

enum {
  DFMTO_IS_MORE,        /* a parameter follows, or a return type: the encoding has not ended */
  DFMTO_IS_OPERAND,     /* a parameter of a function type follows */
  DFMTO_IS_RETURNED,    /* the name is one after which there is a return type */
  DFMTO_IS_TAG,         /* an ABI tag follows */
  DFMTO_IS_ARGS,        /* template arguments follow, which belong to the T_ or S_ before them */
  DFMTO_IS_LLVM_ARGS,   /* likewise, where LLVM takes them for one type with the T_ */
  DFMTO_IS_REQUIREMENT, /* a requires-clause follows */
  DFMTO_IS_ENABLED,     /* an enable_if attribute follows */
  DFMTO_IS_DECLARATION, /* a template parameter of a lambda follows */
  DFMTO_IS_NUMBER,      /* a number follows, perhaps of no digits */
  DFMTO_IS_DIGIT,       /* a name with its length follows */
  DFMTO_IS_LEVELS_END,  /* levels of an unresolved name end, and its last part follows */
  DFMTO_IS_OPENED       /* `_` follows */
};

/* Words of types of one letter, from `a` on; 0: none. */
extern const uint8_t dfmto_demangle_letters[26];
_Static_assert(DFMTO_P_N <= 256 && DFMTO_T_N <= 256, "programs are bytes");
extern const uint8_t *const dfmto_demangle_productions[];
extern const struct dfmto_demangle_table {
  const struct dfmto_demangle_choice *choices;
  size_t n;
} dfmto_demangle_tables[];

#endif
