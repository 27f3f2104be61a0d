/* SPDX-License-Identifier: MIT */
/* SegvReason and SegvAnalysis: which of the instruction's accesses the maps do not allow. */
#include "segv.h"

#include <inttypes.h>
#include <stdio.h>

#include "base/text.h"
#include "segv_read.h"

/* What is computed of one report. Functions return DFMT_APPORT_ERROR_*, or 0. */
struct making {
  struct dfmti_apport_making *m;
  struct dfmti_apport_segv *to;
  dfmt_apport_segv *row;
  dfmt_str registers, maps;
  struct dfmti_apport_instruction at;
};

enum { ERROR_REGISTER = DFMT_APPORT_ERROR_UNKNOWN_REGISTER, ERROR_FORM = DFMT_APPORT_ERROR_MALFORMED };
#define HAS(BIT) (uint32_t)DFMT_APPORT_SEGV_HAS_##BIT

/* ---- texts ---- */

static void put(struct making *x, dfmt_str s) { dfmti_apport_put(x->m, s); }
static void put_text(struct making *x, const char *s) { dfmti_apport_put_text(x->m, s); }

/* Begins a line. */
static void begin(struct making *x, struct dfmti_buf *of) {
  x->m->out = of;
  if (of->len > 0) put_text(x, "\n");
}

static void put_address(struct making *x, uint64_t address) {
  char text[2 + DFMTI_U64_TEXT + 1];
  snprintf(text, sizeof text, "0x%08" PRIx64, address);
  put_text(x, text);
}

/* `source "(%rax)"` */
static void put_name(struct making *x, const char *name, dfmt_str operand) {
  put_text(x, name);
  if (operand.len == 0) return;
  put_text(x, " \"");
  put(x, operand);
  put_text(x, "\"");
}

/* ---- addresses in maps ---- */

struct access {
  char letter; /* of permissions */
  const char *able, *doing;
};

static const struct access executing = {'x', "executable", "executing"}, reading = {'r', "readable", "reading"},
                           writing = {'w', "writable", "writing"};

static bool permits(const struct dfmti_apport_vma *v, char letter) {
  return v->permissions.len > 0 && memchr(v->permissions.ptr, letter, (size_t)v->permissions.len);
}

static void put_nowhere(struct making *x, const struct access *a, uint64_t address) {
  enum { FIRST_PAGES = 65536 }; /* that no program may map */
  put_text(x, " not located in a known VMA region (needed ");
  put_text(x, a->able);
  put_text(x, " region)!");
  begin(x, &x->to->reason);
  put_text(x, a->doing);
  put_text(x, address < FIRST_PAGES ? " NULL VMA" : " unknown VMA");
}

static void put_refusal(struct making *x, const struct access *a, const struct dfmti_apport_vma *v) {
  put_text(x, " in non-");
  put_text(x, a->able);
  put_text(x, " VMA region: ");
  put_address(x, v->start);
  put_text(x, "-");
  put_address(x, v->end);
  put_text(x, " ");
  put(x, v->permissions);
  put_text(x, " ");
  put(x, v->name);
  begin(x, &x->to->reason);
  put_text(x, a->doing);
  if (a->letter == 'x') put_text(x, permits(v, 'w') ? " writable" : " non-writable");
  put_text(x, " VMA ");
  put(x, v->name);
}

/* An access to an address, of something with a name. */
static void check(struct making *x, const struct access *a, uint64_t address, const char *name, dfmt_str operand) {
  struct dfmti_apport_vma v;
  begin(x, &x->to->analysis);
  put_name(x, name, operand);
  put_text(x, " (");
  put_address(x, address);
  put_text(x, ")");
  if (!dfmti_apport_vma_of(x->maps, address, &v))
    put_nowhere(x, a, address);
  else if (!permits(&v, a->letter))
    put_refusal(x, a, &v);
  else
    put_text(x, " ok");
}

/* ---- operands ---- */

/* Adds the value of a register, whose name is without "%". */
static uint32_t add_register(const struct making *x, dfmt_str name, uint64_t times, uint64_t *sum) {
  struct dfmti_apport_integer v;
  if (!dfmti_apport_register(x->registers, name, &v)) return ERROR_REGISTER;
  *sum += v.value * times;
  return 0;
}

/* "%fs:", which is taken off. */
static uint32_t add_segment(const struct making *x, dfmt_str *operand, uint64_t *sum) {
  const uint64_t colon = dfmti_apport_py_find(*operand, ":");
  if (colon == operand->len || *operand->ptr != '%') return 0;
  const dfmt_str name = {operand->ptr + 1, colon - 1};
  *operand = dfmti_apport_py_after(*operand, colon + 1);
  return add_register(x, name, 1, sum);
}

/* "-0x8", "*0x8", "*%rax" */
static uint32_t add_offset(const struct making *x, dfmt_str s, uint64_t *sum) {
  struct dfmti_apport_integer v;
  const bool negative = dfmti_starts(s, "-");
  if (negative) s = dfmti_apport_py_after(s, 1);
  if (dfmti_starts(s, "*")) s = dfmti_apport_py_after(s, 1);
  if (s.len == 0) return 0;
  if (*s.ptr == '%') return add_register(x, dfmti_apport_py_after(s, 1), 1, sum);
  if (!dfmti_starts(s, "0x") || !dfmti_apport_integer(s, 16, &v)) return ERROR_FORM;
  *sum += negative ? 0 - v.value : v.value;
  return 0;
}

/* A register, a number, or nothing, which is 0. */
static uint32_t value_of(const struct making *x, dfmt_str s, uint64_t *value) {
  struct dfmti_apport_integer v = {0};
  *value = 0;
  if (dfmti_starts(s, "%")) return add_register(x, dfmti_apport_py_after(s, 1), 1, value);
  if (s.len > 0 && !dfmti_apport_integer(s, 10, &v)) return ERROR_FORM;
  *value = v.value;
  return 0;
}

/* "%rax,%rbx,8" */
static uint32_t add_base(const struct making *x, dfmt_str list, uint64_t *sum) {
  uint64_t v[3] = {0, 0, 1}; /* base, index, scale */
  dfmt_str piece;
  uint32_t error = 0;
  for (size_t i = 0; i < 3 && error == 0 && dfmti_apport_py_split(&list, ',', &piece); i++)
    error = value_of(x, piece, &v[i]);
  *sum += v[0] + v[1] * v[2];
  return error;
}

static dfmt_str without_last(dfmt_str s) {
  while (s.len > 0 && ((uint8_t)s.ptr[s.len - 1] & 0xc0) == 0x80) s.len--;
  if (s.len > 0) s.len--;
  return s;
}

/* SEGMENT:OFFSET(BASE,INDEX,SCALE), of which each part may be missing. */
static uint32_t address_of(const struct making *x, dfmt_str operand, uint64_t *address) {
  struct dfmti_apport_integer v;
  dfmt_str offset, list;
  *address = 0;
  uint32_t error = add_segment(x, &operand, address);
  if (error == 0 && dfmti_apport_py_split(&operand, '(', &offset)) error = add_offset(x, offset, address);
  if (error == 0 && dfmti_apport_py_split(&operand, '(', &list)) error = add_base(x, without_last(list), address);
  if (dfmti_apport_register(x->registers, (dfmt_str){"esp", 3}, &v)) *address = (uint32_t)*address;
  return error;
}

/* Whether it is a register, a number or a jump's target, and no memory that the instruction accesses. */
static bool is_value(dfmt_str operand) {
  return memchr("%$*", *operand.ptr, 3) && dfmti_apport_py_find(operand, ":") == operand.len;
}

static uint32_t check_operand(struct making *x, const struct access *a, const char *name, dfmt_str operand, bool value,
                              uint32_t bit, uint64_t *address) {
  if (!value) {
    const uint32_t error = address_of(x, operand, address);
    if (error != 0) return error;
    x->row->present |= bit;
    check(x, a, *address, name, operand);
    return 0;
  }
  begin(x, &x->to->analysis);
  put_name(x, name, operand);
  put_text(x, " ok");
  return 0;
}

static bool is_lea(dfmt_str words) { return dfmti_is(words, "lea") || dfmti_is(words, "leal"); }

static uint32_t check_operands(struct making *x) {
  const dfmt_str source = x->row->source, destination = x->row->destination;
  uint32_t error = 0;
  if (is_lea(x->at.words)) {
    begin(x, &x->to->analysis);
    put_text(x, "insn (");
    put(x, x->at.words);
    put_text(x, ") does not access VMA");
    return 0;
  }
  if (source.len > 0)
    error = check_operand(x, &reading, "source", source, is_value(source) && !dfmti_starts(source, "*%"),
                          HAS(SOURCE_ADDRESS), &x->row->source_address);
  if (error == 0 && destination.len > 0)
    error = check_operand(x, &writing, "destination", destination, is_value(destination), HAS(DESTINATION_ADDRESS),
                          &x->row->destination_address);
  return error;
}

/* ---- ports ---- */

/* The name of the register that one is a part of, "eax" of "ax"; `mask` loses what is not. false: it is a part of none.
 */
static bool widen(char *name, uint64_t *len, uint64_t *mask) {
  if (*len == 2 && name[1] == 'l') {
    *mask &= ~UINT64_C(0xff00);
    name[1] = 'x';
  } else if (*len == 2 && name[1] == 'x') {
    *mask &= ~UINT64_C(0xffff0000);
    memcpy(name, (const char[]){'e', name[0], 'x'}, 3);
    *len = 3;
  } else if (*len == 3 && name[0] == 'e') {
    *mask &= UINT32_MAX;
    name[0] = 'r';
  } else
    return false;
  return true;
}

/* A register, or the part of a larger one that has this name. */
static bool part_of(const struct making *x, dfmt_str name, struct dfmti_apport_integer *to) {
  char wide[3];
  uint64_t mask = UINT64_MAX;
  if (dfmti_starts(name, "%")) name = dfmti_apport_py_after(name, 1);
  bool found = dfmti_apport_register(x->registers, name, to);
  if (found || name.len > sizeof wide) return found;
  memcpy(wide, name.ptr, (size_t)name.len);
  name.ptr = wide;
  while (!found && widen(wide, &name.len, &mask)) found = dfmti_apport_register(x->registers, name, to);
  to->value &= mask;
  return found;
}

static uint32_t check_port(struct making *x) {
  struct dfmti_apport_integer port;
  char text[DFMTI_U64_TEXT];
  if (x->row->source.len == 0) return ERROR_FORM;
  if (!part_of(x, x->row->source, &port)) return ERROR_REGISTER;
  if (!port.fits) return ERROR_FORM;
  const size_t n = dfmti_u64_text(port.value, text);
  struct dfmti_buf *const both[] = {&x->to->reason, &x->to->analysis};
  for (size_t i = 0; i < 2; i++) {
    begin(x, both[i]);
    put_text(x, "disallowed I/O port operation on port ");
    put(x, (dfmt_str){text + sizeof text - n, n});
  }
  return 0;
}

/* ---- the stack ---- */

static bool stack_pointer(const struct making *x, struct dfmti_apport_integer *to) {
  return dfmti_apport_register(x->registers, (dfmt_str){"esp", 3}, to) ||
         dfmti_apport_register(x->registers, (dfmt_str){"rsp", 3}, to);
}

static void put_line(struct making *x, const char *text) {
  begin(x, &x->to->analysis);
  put_text(x, text);
}

static uint32_t check_stack(struct making *x) {
  struct dfmti_apport_integer sp;
  struct dfmti_apport_vma stack;
  if (!stack_pointer(x, &sp)) return 0;
  if (!sp.fits) return ERROR_FORM;
  x->row->stack_address = sp.value;
  x->row->present |= HAS(STACK_ADDRESS);
  if (dfmti_apport_vma_named(x->maps, "[stack]", &stack)) {
    if (sp.value < stack.start) put_line(x, "Stack memory exhausted (SP below stack segment)");
    if (sp.value >= stack.end) put_line(x, "Stack pointer not within stack segment");
  }
  if (x->to->reason.len == 0) check(x, &reading, sp.value, "SP", (dfmt_str){0});
  return 0;
}

/* ---- all ---- */

/* Instructions that use the stack write to it, whatever their second operand is. */
static dfmt_str destination_of(const struct making *x) {
  static const char *const stacking[] = {"push", "pop", "pushl", "popl", "call", "callq", "ret", "retq"};
  static const char *const pointers[] = {"(%rsp)", "(%esp)"};
  struct dfmti_apport_integer v;
  size_t i = 0, n = sizeof stacking / sizeof *stacking;
  while (i < n && !dfmti_is(x->at.words, stacking[i])) i++;
  for (size_t p = 0; p < 2 && i < n; p++)
    if (dfmti_apport_register(x->registers, (dfmt_str){pointers[p] + 2, 3}, &v)) return (dfmt_str){pointers[p], 6};
  return x->at.destination;
}

/* Its words, separated by one blank each. */
static void set_instruction(struct making *x) {
  dfmt_str rest = x->at.words, word;
  x->m->out = &x->to->instruction;
  for (bool more = dfmti_apport_py_word(&rest, &word); more;) {
    put(x, word);
    more = dfmti_apport_py_word(&rest, &word);
    if (more) put_text(x, " ");
  }
  x->row->pc = x->at.pc.value;
  x->row->present |= HAS(PC);
  x->row->source = x->at.source;
  x->row->destination = destination_of(x);
}

static void put_head(struct making *x) {
  begin(x, &x->to->analysis);
  put_text(x, "Segfault happened at: ");
  put(x, x->at.line);
  if (x->at.wrapped.len == 0) return;
  put_text(x, " ");
  put(x, x->at.wrapped);
}

static void put_riddle(struct making *x) {
  struct dfmti_apport_vma v;
  put_line(x, "Reason could not be automatically determined.");
  if (dfmti_apport_vma_of(x->maps, x->row->pc, &v) && (dfmti_is(v.name, "[vdso]") || dfmti_is(v.name, "[vsyscall]")))
    put_text(x, " (Unhandled exception in kernel code?)");
}

static bool are_texts(const struct dfmti_apport_making *m) {
  return dfmti_apport_is_text(m, DFMTI_DISASSEMBLY) && dfmti_apport_is_text(m, DFMTI_PROC_MAPS) &&
         dfmti_apport_is_text(m, DFMTI_REGISTERS);
}

static uint32_t analyse(struct making *x) {
  const struct dfmti_apport_value *facts = x->m->facts;
  x->registers = facts[DFMTI_REGISTERS].text;
  x->maps = facts[DFMTI_PROC_MAPS].text;
  if (!are_texts(x->m) || !dfmti_apport_registers_valid(x->registers) ||
      !dfmti_apport_instruction_read(facts[DFMTI_DISASSEMBLY].text, &x->at) || !dfmti_apport_maps_valid(x->maps))
    return ERROR_FORM;
  set_instruction(x);
  put_head(x);
  check(x, &executing, x->row->pc, "PC", (dfmt_str){0});
  uint32_t error = check_operands(x);
  const bool port = dfmti_is(x->at.words, "in") || dfmti_is(x->at.words, "out");
  if (error == 0 && port && x->to->reason.len == 0) error = check_port(x);
  if (error == 0) error = check_stack(x);
  if (error == 0 && x->to->reason.len == 0) put_riddle(x);
  return error;
}

static bool lacks(const struct dfmti_apport_making *m) {
  return !dfmti_apport_has(m, DFMTI_ARCHITECTURE) || !dfmti_apport_has(m, DFMTI_DISASSEMBLY) ||
         !dfmti_apport_has(m, DFMTI_PROC_MAPS) || !dfmti_apport_has(m, DFMTI_REGISTERS);
}

static dfmt_str kept(const struct dfmti_buf *b) { return b->len > 0 ? dfmti_derived_kept(b) : (dfmt_str){"", 0}; }

/* An error leaves none of what was said up to there. */
static void set_texts(struct making *x, uint32_t error) {
  dfmt_apport_segv *row = x->row;
  if (error != 0) x->to->analysis.len = x->to->reason.len = 0;
  row->analysis_error = error;
  row->instruction = kept(&x->to->instruction);
  row->analysis = kept(&x->to->analysis);
  row->reason = kept(&x->to->reason);
  row->present |= error != 0 ? HAS(ANALYSIS_ERROR) : HAS(ANALYSIS);
  if (row->reason.len > 0) row->present |= HAS(REASON);
  if (row->instruction.len > 0) row->present |= HAS(INSTRUCTION);
  if (row->source.len > 0) row->present |= HAS(SOURCE);
  if (row->destination.len > 0) row->present |= HAS(DESTINATION);
}

bool dfmti_apport_segv_make(struct dfmti_apport_segv *to, struct dfmti_apport_making *m, dfmt_apport_segv *row) {
  struct making x = {.m = m, .to = to, .row = row};
  *row = (dfmt_apport_segv){.head = {sizeof *row, DFMT_TYPE_APPORT_SEGV}};
  to->analysis.len = to->reason.len = to->instruction.len = 0;
  if (!dfmti_apport_fact_is(m, DFMTI_SIGNAL, "11")) return false;
  const bool missing = lacks(m);
  if (!missing && !dfmti_apport_fact_is(m, DFMTI_ARCHITECTURE, "i386") &&
      !dfmti_apport_fact_is(m, DFMTI_ARCHITECTURE, "amd64"))
    return false;
  set_texts(&x, missing ? (uint32_t)DFMT_APPORT_ERROR_MISSING_FIELD : analyse(&x));
  return !m->failed;
}

void dfmti_apport_segv_free(struct dfmti_mem *m, struct dfmti_apport_segv *x) {
  dfmti_buf_free(m, &x->analysis);
  dfmti_buf_free(m, &x->reason);
  dfmti_buf_free(m, &x->instruction);
}
