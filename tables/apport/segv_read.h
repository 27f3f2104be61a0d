/* SPDX-License-Identifier: MIT */
/*
 * Registers, maps and the instruction at fault, as Apport's hook parse_segv takes them from a report's texts. Nothing
 * is kept of the texts: what is asked for is looked up in them.
 */
#ifndef DFMTI_APPORT_SEGV_READ_H
#define DFMTI_APPORT_SEGV_READ_H

#include <stdbool.h>

#include <diagfmt/common.h>

/* An integer of any size. */
struct dfmti_apport_integer {
  uint64_t value; /* modulo 2^64 */
  bool fits;      /* it is neither negative nor larger than that */
};

/* int(s, base), of base 10 or 16 and a text without white space. false: it is none. */
bool dfmti_apport_integer(dfmt_str s, uint32_t base, struct dfmti_apport_integer *to);

/* Registers. false: a line has not a name and a number, or there is none. */
bool dfmti_apport_registers_valid(dfmt_str registers);
/* The last of a name. false: there is none with a value. */
bool dfmti_apport_register(dfmt_str registers, dfmt_str name, struct dfmti_apport_integer *to);

/* ProcMaps. */
struct dfmti_apport_vma {
  uint64_t start, end; /* end: exclusive */
  dfmt_str permissions;
  dfmt_str name; /* "None" if it has none */
};

/* false: a line is not of a map, or one with an address above 64 bits. */
bool dfmti_apport_maps_valid(dfmt_str maps);
/* The first that has an address, and the last of a name. false: there is none. */
bool dfmti_apport_vma_of(dfmt_str maps, uint64_t address, struct dfmti_apport_vma *to);
bool dfmti_apport_vma_named(dfmt_str maps, const char *name, struct dfmti_apport_vma *to);

/* Disassembly: its first instruction. Empty: there is none. */
struct dfmti_apport_instruction {
  dfmt_str line, wrapped; /* all of it; `wrapped` stands on a second line */
  struct dfmti_apport_integer pc;
  dfmt_str words; /* without operands */
  dfmt_str source, destination;
};

/* false: there is no instruction. */
bool dfmti_apport_instruction_read(dfmt_str disassembly, struct dfmti_apport_instruction *to);

#endif
