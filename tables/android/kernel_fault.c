/* SPDX-License-Identifier: MIT */
#include "kernel_fault.h"

#include "base/text.h"
#include "kernel_frame.h"

enum { NOTHING, HEAD, TRACE, TAIL, AFTER, DONE };

/* Lines of a phase: later ones do not belong to the fault. */
enum {
  MOST_HEAD = 512, /* vendors print memory before the trace */
  MOST_TRACE = 4096,
  MOST_TAIL = 128,
  MOST_AFTER = 32, /* between a fault and its panic */
  MOST_DYING = 64, /* between the heads of an oops */
  MOST_GPU = 8     /* up to the process that hung it */
};

void dfmti_kernel_fault_clear(struct dfmti_kernel_fault *f) {
  struct dfmti_buf text = f->text;
  text.len = 0;
  *f = (struct dfmti_kernel_fault){.rules = f->rules, .text = text};
}

void dfmti_kernel_fault_free(struct dfmti_mem *m, struct dfmti_kernel_fault *f) { dfmti_buf_free(m, &f->text); }

/* ---- texts ---- */

dfmt_str dfmti_kernel_fault_text(const struct dfmti_kernel_fault *f, struct dfmti_kernel_place at) {
  return at.len ? (dfmt_str){(const char *)f->text.ptr + at.at, at.len} : (dfmt_str){"", 0};
}

/* Stores as much as fits. There is room for a line. */
static struct dfmti_kernel_place keep(struct dfmti_kernel_fault *f, dfmt_str s) {
  struct dfmti_kernel_place to = {f->text.len, dfmti_min((size_t)s.len, DFMTI_KERNEL_TEXT - f->text.len)};
  f->cut |= to.len < s.len;
  if (to.len > 0) memcpy(f->text.ptr + to.at, s.ptr, to.len);
  f->text.len += to.len;
  return to;
}

/* Only the first one is stored. */
static void keep_once(struct dfmti_kernel_fault *f, uint32_t bit, struct dfmti_kernel_place *to, dfmt_str s) {
  if (f->has & bit) return;
  *to = keep(f, s);
  f->has |= bit;
}

static void keep_process_id(struct dfmti_kernel_fault *f, int32_t id) {
  if (f->has & DFMTI_KERNEL_HAS_PROCESS_ID) return;
  f->process_id = id;
  f->has |= DFMTI_KERNEL_HAS_PROCESS_ID;
}

static void keep_cpu(struct dfmti_kernel_fault *f, uint32_t cpu) {
  if (f->has & DFMTI_KERNEL_HAS_CPU) return;
  f->cpu = cpu;
  f->has |= DFMTI_KERNEL_HAS_CPU;
}

/* Where a version stands: " 6.6.0". */
static uint64_t find_version(dfmt_str s) {
  uint64_t number;
  for (uint64_t at = 0; at < s.len; at++) {
    dfmt_str rest = dfmti_cut_after(s, at);
    if (dfmti_cut_take(&rest, " ") && dfmti_cut_number(&rest, 10, &number) && dfmti_cut_take(&rest, ".") &&
        rest.len > 0 && dfmti_is_digit((uint8_t)*rest.ptr))
      return at;
  }
  return s.len;
}

/* Where a blank stands before what is not of a task's name. */
static uint64_t find_comm_end(const struct dfmti_rules *rules, dfmt_str s) {
  uint64_t at = 0;
  while (at < s.len &&
         !(s.ptr[at] == ' ' && dfmti_rules_have(rules, DFMTI_RULES_KERNEL_COMM_END, dfmti_cut_after(s, at + 1))))
    at++;
  return at;
}

/* The name of a task, of at most 15 bytes, with what may stand behind it. */
static void keep_comm(struct dfmti_kernel_fault *f, dfmt_str s) {
  enum { COMM = 15, NEAR = 64 };
  s = dfmti_cut_first(s, NEAR);
  s.len = find_comm_end(f->rules, s);
  s = dfmti_cut_first(dfmti_cut_first(s, find_version(s)), COMM);
  keep_once(f, DFMTI_KERNEL_HAS_COMM, &f->comm, s);
}

/* ---- start of a fault ---- */

static uint32_t first_phase(enum dfmti_kernel_kind kind, const struct dfmti_kernel_head *h) {
  const bool hung = kind == DFMTI_KERNEL_GPU && !h->has_process_id;
  return hung || kind < DFMTI_KERNEL_OOM || (kind > DFMTI_KERNEL_OOM && kind < DFMTI_KERNEL_HARDWARE) ? HEAD : DONE;
}

static void begin(struct dfmti_kernel_fault *f, const struct dfmti_kernel_head *h, dfmt_str line) {
  dfmti_kernel_fault_clear(f);
  f->kind = h->kind;
  f->phase = first_phase(h->kind, h);
  f->message = keep(f, line);
  f->subject.at = f->text.len;
  for (size_t i = 0; i < DFMTI_KERNEL_PIECES; i++) f->subject.len += keep(f, h->subject[i]).len;
  if (h->kind == DFMTI_KERNEL_PANIC && !h->foretells) keep_once(f, DFMTI_KERNEL_HAS_PANIC, &f->panic, h->panic);
  if (h->has_cpu) keep_cpu(f, h->cpu);
  if (h->has_process_id) keep_process_id(f, h->process_id);
  if (h->comm.len > 0 && h->kind == DFMTI_KERNEL_USER) keep_once(f, DFMTI_KERNEL_HAS_COMM, &f->comm, h->comm);
  if (h->comm.len > 0) keep_comm(f, h->comm);
}

/* ---- details ---- */

/* "N[ UID: U] PID: P Comm: C [Tainted: …|Not tainted]", "N    Tainted: …" */
static void take_cpu(struct dfmti_kernel_fault *f, dfmt_str s) {
  uint32_t cpu;
  uint64_t uid;
  int32_t id;
  if (f->has & DFMTI_KERNEL_SAW_CPU || !dfmti_cut_u32(&s, &cpu)) return;
  f->has |= DFMTI_KERNEL_SAW_CPU;
  keep_cpu(f, cpu);
  if (dfmti_cut_take(&s, " UID: ") && !dfmti_cut_number(&s, 10, &uid)) return;
  if (!dfmti_cut_take(&s, " PID: ") || !dfmti_cut_i32(&s, &id) || !dfmti_cut_take(&s, " Comm: ")) return;
  keep_process_id(f, id);
  keep_comm(f, s);
}

/* "P, comm: C …", to 3.x */
static void take_pid(struct dfmti_kernel_fault *f, dfmt_str s) {
  int32_t id;
  if (!dfmti_cut_i32(&s, &id) || !dfmti_cut_take(&s, ", comm: ")) return;
  keep_process_id(f, id);
  keep_comm(f, s);
}

/* The name before a word, and the number after it. */
static void take_named(struct dfmti_kernel_fault *f, dfmt_str s, const char *word, const char *name_end) {
  const uint64_t at = dfmti_cut_find_last(s, word);
  dfmt_str id = dfmti_cut_after(s, at + strlen(word)), name = dfmti_cut_first(s, at);
  int32_t number;
  (void)dfmti_cut_blanks(&id);
  if (at == s.len || !dfmti_cut_i32(&id, &number)) return;
  name.len = dfmti_cut_find(name, name_end);
  while (name.len > 0 && name.ptr[name.len - 1] == ' ') name.len--;
  keep_process_id(f, number);
  if (name.len > 0) keep_comm(f, name);
}

/* "C (pid: P, stack limit = …)" */
static void take_process(struct dfmti_kernel_fault *f, dfmt_str s) { take_named(f, s, " (pid: ", "\n"); }

/* "C state:R  running task     stack:0 pid:P …" */
static void take_task(struct dfmti_kernel_fault *f, dfmt_str s) { take_named(f, s, " pid:", " state:"); }

/* What was told of before the panic's own line: what its trace says counts, as where it was alone. */
static bool is_foretold(const struct dfmti_kernel_fault *f) {
  return f->kind == DFMTI_KERNEL_PANIC && !(f->has & DFMTI_KERNEL_HAS_PANIC);
}

static void take_pc(struct dfmti_kernel_fault *f, dfmt_str s) {
  dfmt_str name;
  if (f->phase != HEAD || is_foretold(f)) return; /* behind the trace others' registers may follow */
  f->has |= DFMTI_KERNEL_SAW_PC;
  if (dfmti_kernel_symbol(s, &name)) keep_once(f, DFMTI_KERNEL_HAS_PC, &f->pc, name);
}

/* "0010:F+0x…" */
static void take_segment_pc(struct dfmti_kernel_fault *f, dfmt_str s) {
  uint64_t segment;
  dfmt_str rest = s;
  take_pc(f, dfmti_cut_number(&rest, 16, &segment) && dfmti_cut_take(&rest, ":") ? rest : s);
}

static void take_lr(struct dfmti_kernel_fault *f, dfmt_str s) {
  dfmt_str name;
  if (f->phase == HEAD && dfmti_kernel_symbol(s, &name)) keep_once(f, DFMTI_KERNEL_HAS_LR, &f->lr, name);
}

static void take_frame(struct dfmti_kernel_fault *f, dfmt_str name) {
  if (name.len == 0) return;
  if (f->n_trace == DFMTI_KERNEL_TRACE)
    f->cut = true;
  else
    f->trace[f->n_trace++] = keep(f, name);
}

/* The first one counts. Old kernels print a frame in the same line. */
static void take_trace(struct dfmti_kernel_fault *f, dfmt_str s) {
  dfmt_str name;
  (void)dfmti_cut_blanks(&s);
  if (f->n_trace > 0 || (s.len > 0 && !dfmti_kernel_frame(f->rules, s, &name))) return;
  f->phase = TRACE;
  f->lines = 0;
  if (s.len > 0) take_frame(f, name);
}

static void take_head(struct dfmti_kernel_fault *f, dfmt_str s) {
  static const struct {
    const char *word;
    void (*take)(struct dfmti_kernel_fault *f, dfmt_str rest);
  } lines[] = {
      {"CPU: ", take_cpu},        {"Pid: ", take_pid},         {"Process ", take_process},  {"task:", take_task},
      {"pc : ", take_pc},         {"epc : ", take_pc},         {"PC is at ", take_pc},      {"EIP is at ", take_pc},
      {"RIP: ", take_segment_pc}, {"EIP: ", take_segment_pc},  {"IP: ", take_pc},           {"NIP ", take_pc},
      {"pc: ", take_pc},          {"lr : ", take_lr},          {"lr: ", take_lr},           {"LR is at ", take_lr},
      {" ra : ", take_lr},        {"Call trace:", take_trace}, {"Call Trace:", take_trace}, {"Backtrace:", take_trace}};
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
    if (dfmti_cut_take(&s, lines[i].word)) {
      lines[i].take(f, s);
      return;
    }
}

/* "… process C pid P thread …": of a hung graphics processor */
static void take_culprit(struct dfmti_kernel_fault *f, dfmt_str s) {
  static const char word[] = "rocess ";
  const uint64_t at = dfmti_cut_find(s, " pid ");
  dfmt_str name = dfmti_cut_first(s, at), id = dfmti_cut_after(s, at + 5);
  const uint64_t from = dfmti_cut_find_last(name, word);
  int32_t number;
  if (at == s.len || from == name.len || !dfmti_cut_i32(&id, &number)) return;
  f->phase = DONE;
  name = dfmti_cut_after(name, from + sizeof word - 1);
  if (name.len == 0) return;
  keep_process_id(f, number);
  keep_comm(f, name);
}

/* ---- lines ---- */

/* "Panic#1 Part1", "Oops#1 Part2": pstore puts these before a part, and parts are not in order of time */
static bool is_part(dfmt_str s) {
  uint64_t n;
  if (!dfmti_cut_take(&s, "Panic#") && !dfmti_cut_take(&s, "Oops#")) return false;
  return dfmti_cut_number(&s, 10, &n) && dfmti_cut_take(&s, " Part") && dfmti_cut_number(&s, 10, &n) && s.len == 0;
}

/* Whether a head is one of the open fault: its panic, or how it died. */
static bool is_same(const struct dfmti_kernel_fault *f, const struct dfmti_kernel_head *h) {
  if (h->kind == DFMTI_KERNEL_PANIC)
    return !h->foretells && !(f->has & DFMTI_KERNEL_HAS_PANIC) && f->kind != DFMTI_KERNEL_GPU;
  return h->dies && f->kind == DFMTI_KERNEL_OOPS && f->phase == HEAD && f->lines < MOST_DYING;
}

bool dfmti_kernel_fault_ends(const struct dfmti_kernel_fault *f, dfmt_str line) {
  static const uint32_t most[] = {[HEAD] = MOST_HEAD, [TRACE] = MOST_TRACE, [TAIL] = MOST_TAIL, [AFTER] = MOST_AFTER};
  struct dfmti_kernel_head h;
  if (f->phase == NOTHING) return false;
  if (f->phase == DONE || is_part(line)) return true;
  if (f->lines >= (f->kind == DFMTI_KERNEL_GPU ? MOST_GPU : most[f->phase])) return true;
  return dfmti_kernel_head(f->rules, line, &h) && !is_same(f, &h);
}

/* Of a panic nothing follows: it is its own. */
static void end_trace(struct dfmti_kernel_fault *f, uint32_t phase) {
  f->phase = f->kind == DFMTI_KERNEL_PANIC ? DONE : phase;
  f->lines = 0;
}

static void take_line(struct dfmti_kernel_fault *f, dfmt_str s) {
  dfmt_str name;
  f->lines++;
  if (f->phase == TRACE) {
    if (dfmti_kernel_frame(f->rules, s, &name)) {
      take_frame(f, name);
      return;
    }
    end_trace(f, f->kind == DFMTI_KERNEL_OOPS ? TAIL : AFTER);
  }
  if (f->phase == DONE || f->phase == AFTER) return;
  if (f->kind == DFMTI_KERNEL_GPU)
    take_culprit(f, s);
  else if (dfmti_starts(s, "---[ end ") || dfmti_starts(s, "------------[ cut here"))
    end_trace(f, AFTER);
  else
    take_head(f, s);
}

bool dfmti_kernel_fault_line(struct dfmti_mem *m, struct dfmti_kernel_fault *f, dfmt_str line, bool *began) {
  enum { TIMES = 4, MORE = 64 }; /* a line may be stored as the message, and in parts; with words of our own */
  struct dfmti_kernel_head h;
  const bool open = f->phase != NOTHING, is_head = dfmti_kernel_head(f->rules, line, &h);
  *began = is_head && !open;
  if (!open && !is_head) return true;
  if (!dfmti_buf_reserve(m, &f->text, dfmti_min(TIMES * (size_t)line.len + MORE, DFMTI_KERNEL_TEXT - f->text.len)))
    return false;
  if (*began) {
    begin(f, &h, line);
  } else if (is_head && h.kind == DFMTI_KERNEL_PANIC) {
    if (!is_foretold(f)) f->phase = DONE;
    keep_once(f, DFMTI_KERNEL_HAS_PANIC, &f->panic, h.panic);
  } else {
    take_line(f, line);
  }
  return true;
}

/* ---- signature ---- */

dfmt_str dfmti_kernel_fault_pc(const struct dfmti_kernel_fault *f) {
  const bool nameless = f->has & DFMTI_KERNEL_SAW_PC && !(f->has & DFMTI_KERNEL_HAS_PC);
  return dfmti_kernel_fault_text(f, nameless ? f->lr : f->pc);
}

static bool put(struct dfmti_mem *m, struct dfmti_buf *to, dfmt_str s) {
  return s.len == 0 || (dfmti_buf_append(m, to, "|", 1) && dfmti_buf_append(m, to, s.ptr, (size_t)s.len));
}

static bool put_word(struct dfmti_mem *m, struct dfmti_buf *to, const char *word) {
  return dfmti_buf_append(m, to, word, strlen(word));
}

/* Appends pc and the functions that count; pc may be the first of these again. */
static bool put_functions(struct dfmti_mem *m, const struct dfmti_kernel_fault *f, struct dfmti_buf *to) {
  enum { FUNCTIONS = 3 };
  const dfmt_str pc = dfmti_kernel_function(f->rules, dfmti_kernel_fault_pc(f));
  if (!put(m, to, pc)) return false;
  for (uint32_t i = 0, n = 0, counted = 0; i < f->n_trace && n < FUNCTIONS; i++) {
    const dfmt_str name = dfmti_kernel_function(f->rules, dfmti_kernel_fault_text(f, f->trace[i]));
    if (dfmti_rules_have(f->rules, DFMTI_RULES_KERNEL_SKIP, name) || (counted++ == 0 && dfmti_same(name, pc))) continue;
    if (!put(m, to, name)) return false;
    n++;
  }
  return true;
}

bool dfmti_kernel_fault_signature(struct dfmti_mem *m, const struct dfmti_kernel_fault *f, struct dfmti_buf *to) {
  static const char *const kinds[] = {"none",   "oops",  "panic",   "hung",     "oom",
                                      "lockup", "stall", "warning", "hardware", "gpu"};
  const dfmt_str subject = dfmti_kernel_fault_text(f, f->subject);
  if (f->kind == DFMTI_KERNEL_USER)
    return put_word(m, to, "native") && put(m, to, dfmti_kernel_fault_text(f, f->comm)) && put(m, to, subject);
  return put_word(m, to, "kernel|") && put_word(m, to, kinds[f->kind]) && put(m, to, subject) &&
         put_functions(m, f, to);
}

bool dfmti_kernel_signature_is_head(dfmt_str signature) {
  static const char oops[] = "kernel|oops";
  return dfmti_same(signature, (dfmt_str){oops, sizeof oops - 1});
}
