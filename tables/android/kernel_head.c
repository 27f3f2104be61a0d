/* SPDX-License-Identifier: MIT */
/*
 * Most heads are told by the words that they begin with, and those without parts by rules. Two are not: the line of how
 * an oops died begins with the trap, and a program's fault with the program.
 */
#include "kernel_head.h"

#include "base/find_bytes.h"
#include "base/text.h"
#include "kernel_words.h"

#define TEXT(S) ((dfmt_str){S, sizeof(S) - 1})

static dfmt_str trimmed(dfmt_str s) {
  (void)dfmti_cut_blanks(&s);
  while (s.len > 0 && s.ptr[s.len - 1] == ' ') s.len--;
  return s;
}

/* "COMM:PID", "COMM/PID": the name may have such a character, too. */
static bool take_task(struct dfmti_kernel_head *h, dfmt_str s, const char *between) {
  const uint64_t at = dfmti_cut_find_last(s, between);
  dfmt_str id = dfmti_cut_after(s, at + 1);
  if (at == s.len || !dfmti_cut_i32(&id, &h->process_id) || id.len > 0) return false;
  h->comm = dfmti_cut_first(s, at);
  return h->has_process_id = true;
}

/* ---- by their first words: what follows these ---- */

static bool oops(struct dfmti_kernel_head *h, dfmt_str s) {
  (void)s;
  h->kind = DFMTI_KERNEL_OOPS;
  return true;
}

static bool internal_error(struct dfmti_kernel_head *h, dfmt_str s) {
  h->dies = true;
  return oops(h, s);
}

static bool panic(struct dfmti_kernel_head *h, dfmt_str s) {
  h->kind = DFMTI_KERNEL_PANIC;
  h->panic = s;
  h->subject[0] = dfmti_cut_first(s, dfmti_cut_find(s, " exitcode="));
  return true;
}

/* "N, code …": registers and "Kernel panic - not syncing: Asynchronous SError Interrupt" follow. */
static bool system_error(struct dfmti_kernel_head *h, dfmt_str s) {
  h->kind = DFMTI_KERNEL_PANIC;
  h->foretells = true;
  h->subject[0] = TEXT("Asynchronous SError Interrupt");
  return h->has_cpu = dfmti_cut_u32(&s, &h->cpu);
}

/* "C:PID blocked [in I/O wait ]for more than N seconds." */
static bool hung(struct dfmti_kernel_head *h, dfmt_str s) {
  dfmt_str comm;
  if (!dfmti_cut_take_to(&s, " blocked ", &comm)) return false;
  (void)dfmti_cut_take(&s, "in I/O wait ");
  if (!dfmti_starts(s, "for more than ") || !take_task(h, comm, ":")) return false;
  h->kind = DFMTI_KERNEL_HUNG;
  h->subject[0] = h->comm;
  return true;
}

/* "rcu_… [self-]detected [expedited ]stall…" */
static bool stall(struct dfmti_kernel_head *h, dfmt_str s) {
  dfmt_str which;
  if (!dfmti_cut_take_to(&s, " ", &which)) return false;
  (void)dfmti_cut_take(&s, "self-");
  if (!dfmti_cut_take(&s, "detected ")) return false;
  (void)dfmti_cut_take(&s, "expedited ");
  h->kind = DFMTI_KERNEL_STALL;
  return dfmti_starts(s, "stall");
}

/* "task …", "rcu_…" */
static bool info(struct dfmti_kernel_head *h, dfmt_str s) {
  if (dfmti_cut_take(&s, "task ")) return hung(h, s);
  return dfmti_starts(s, "rcu_") && stall(h, s);
}

/* "CPU#N stuck for Ns! [C:PID]" */
static bool soft_lockup(struct dfmti_kernel_head *h, dfmt_str s) {
  h->kind = DFMTI_KERNEL_LOCKUP;
  h->has_cpu = dfmti_cut_take(&s, "CPU#") && dfmti_cut_u32(&s, &h->cpu);
  s = trimmed(dfmti_cut_after(s, dfmti_cut_find(s, "[") + 1));
  if (dfmti_cut_take_end(&s, "]")) (void)take_task(h, s, ":");
  return true;
}

static bool hard_lockup(struct dfmti_kernel_head *h, dfmt_str s) {
  h->kind = DFMTI_KERNEL_LOCKUP;
  h->has_cpu = dfmti_cut_u32(&s, &h->cpu);
  return true;
}

static bool bug(struct dfmti_kernel_head *h, dfmt_str s) {
  return dfmti_cut_take(&s, "soft lockup - ") ? soft_lockup(h, s) : oops(h, s);
}

/* "[NMI ][watchdog: ][CPUn: ]" and a lockup; from behind the first of these on. */
static bool watchdog(struct dfmti_kernel_head *h, dfmt_str s) {
  uint32_t cpu;
  (void)dfmti_cut_take(&s, "watchdog: ");
  dfmt_str rest = s;
  if (dfmti_cut_take(&rest, "CPU") && dfmti_cut_u32(&rest, &cpu) && dfmti_cut_take(&rest, ": ")) s = rest;
  if (dfmti_cut_take(&s, "BUG: soft lockup - ")) return soft_lockup(h, s);
  return dfmti_cut_take(&s, "Watchdog detected hard LOCKUP on cpu ") && hard_lockup(h, s);
}

/* "n: Watchdog detected …" */
static bool processor(struct dfmti_kernel_head *h, dfmt_str s) {
  uint32_t cpu;
  return dfmti_cut_u32(&s, &cpu) && dfmti_cut_take(&s, ": ") && watchdog(h, s);
}

/* "[ (WHY)]: Kill[ed] process PID (C)…" */
static bool out_of_memory(struct dfmti_kernel_head *h, dfmt_str s) {
  dfmt_str why;
  if (dfmti_cut_take(&s, " (") && !dfmti_cut_take_to(&s, ")", &why)) return false;
  if (!dfmti_cut_take(&s, ": Kill")) return false;
  (void)dfmti_cut_take(&s, "ed");
  if (!dfmti_cut_take(&s, " process ") || !dfmti_cut_i32(&s, &h->process_id) || !dfmti_cut_take(&s, " (")) return false;
  uint64_t end = 0; /* the name may have brackets */
  while (end < s.len && (s.ptr[end] != ')' || (end + 1 < s.len && s.ptr[end + 1] != ' ' && s.ptr[end + 1] != ',')))
    end++;
  if (end == s.len) return false;
  h->kind = DFMTI_KERNEL_OOM;
  h->has_process_id = true;
  h->comm = h->subject[0] = dfmti_cut_first(s, end);
  return true;
}

/* ---- warnings: drivers and others print that word, too ---- */

static bool is_function(dfmt_str s) {
  const uint64_t at = dfmti_cut_find(s, "+0x");
  return at > 0 && at < s.len && dfmti_cut_find(dfmti_cut_first(s, at), " ") == at;
}

/* "FILE:LINE" */
static bool is_line(dfmt_str s) {
  uint64_t line;
  const uint64_t at = dfmti_cut_find_last(s, ":");
  dfmt_str number = dfmti_cut_after(s, at + 1);
  return at > 0 && at < s.len && dfmti_cut_number(&number, 10, &line) && number.len == 0;
}

/* "CPU: N PID: P at …"; "at FILE:LINE F+0x…", to 2.6; "[… ][FILE:LINE ]at F+0x…, CPU#N: C/PID", from 6.19 on. */
static bool warning(struct dfmti_kernel_head *h, dfmt_str s) {
  dfmt_str place = TEXT(""), rest = s;
  h->kind = DFMTI_KERNEL_WARNING;
  if (dfmti_cut_take(&rest, "CPU: ")) {
    h->has_cpu = dfmti_cut_u32(&rest, &h->cpu);
    h->has_process_id = dfmti_cut_take(&rest, " PID: ") && dfmti_cut_i32(&rest, &h->process_id);
    return h->has_process_id && dfmti_starts(rest, " at ");
  }
  if (!dfmti_cut_take(&rest, "at ") && !dfmti_cut_take_to(&rest, " at ", &place)) return false;
  if (place.len > 0 && !is_line(place)) return false;
  if (place.len == 0 && !is_function(rest))
    return dfmti_cut_take_to(&rest, " ", &place) && is_line(place) && is_function(rest);
  if (!is_function(rest)) return false;
  if (!dfmti_cut_take_to(&rest, ", CPU#", &place) || !(h->has_cpu = dfmti_cut_u32(&rest, &h->cpu))) return true;
  if (dfmti_cut_take(&rest, ": ")) (void)take_task(h, rest, "/");
  return true;
}

/* "CLASS in FILE" */
static bool undefined(struct dfmti_kernel_head *h, dfmt_str s) {
  h->kind = DFMTI_KERNEL_WARNING;
  h->subject[0] = TEXT("UBSAN ");
  return dfmti_cut_take_to(&s, " in ", &h->subject[1]) && h->subject[1].len > 0;
}

/* "CPU N: Machine Check…: … Bank B: …" */
static bool machine_check(struct dfmti_kernel_head *h, dfmt_str s) {
  dfmt_str before;
  (void)dfmti_cut_take(&s, "[Hardware Error]: ");
  if (!dfmti_cut_take(&s, "CPU ") || !dfmti_cut_u32(&s, &h->cpu) || !dfmti_cut_take(&s, ": Machine Check"))
    return false;
  h->kind = DFMTI_KERNEL_HARDWARE;
  h->has_cpu = true;
  h->subject[0] = TEXT("mce|bank ");
  return dfmti_cut_take_to(&s, " Bank ", &before) && dfmti_cut_take_to(&s, ":", &h->subject[1]);
}

/* ---- graphics processors ---- */

/* "R timeout…" */
static bool ring(struct dfmti_kernel_head *h, dfmt_str driver, dfmt_str s) {
  h->kind = DFMTI_KERNEL_GPU;
  h->subject[0] = driver;
  h->subject[1] = TEXT("|");
  return driver.len > 0 && dfmti_cut_take_to(&s, " timeout", &h->subject[2]);
}

/* "DRIVER_job_timedout…] *ERROR* ring R timeout" */
static bool job(struct dfmti_kernel_head *h, dfmt_str s) {
  dfmt_str driver, rest;
  return dfmti_cut_take_to(&s, "_job_timedout", &driver) && dfmti_cut_take_to(&s, "] *ERROR* ring ", &rest) &&
         ring(h, driver, s);
}

/* "SLOT: [amdgpu: ]ring R timeout, signaled seq=…", "SLOT: [drm:amdgpu_job_timedout…" */
static bool amdgpu(struct dfmti_kernel_head *h, dfmt_str s) {
  dfmt_str slot;
  if (!dfmti_cut_take_to(&s, ": ", &slot)) return false;
  if (dfmti_cut_take(&s, "[drm:")) return job(h, s);
  (void)dfmti_cut_take(&s, "amdgpu: ");
  return dfmti_cut_take(&s, "ring ") && dfmti_cut_find(s, " timeout, signaled seq=") < s.len &&
         ring(h, TEXT("amdgpu"), s);
}

/* "… GPU HANG: ecode E[, in C [PID]]…" */
static bool hang(struct dfmti_kernel_head *h, dfmt_str s) {
  dfmt_str task;
  if (!dfmti_cut_take_to(&s, "GPU HANG: ecode ", &task)) return false;
  h->kind = DFMTI_KERNEL_GPU;
  h->subject[0] = TEXT("i915|");
  h->subject[1] = dfmti_cut_first(s, dfmti_cut_find(s, ","));
  s = dfmti_cut_after(s, h->subject[1].len);
  if (dfmti_cut_take(&s, ", in ") && dfmti_cut_take_to(&s, "]", &task) && take_task(h, task, "["))
    h->comm = trimmed(h->comm);
  return true;
}

/* "Xid ([PCI:]SLOT): N, [pid=P, name=C, ]…" */
static bool xid(struct dfmti_kernel_head *h, dfmt_str s) {
  dfmt_str slot, number;
  if (!dfmti_cut_take(&s, "Xid (") || !dfmti_cut_take_to(&s, "): ", &slot)) return false;
  number = dfmti_cut_first(s, dfmti_cut_find(s, ","));
  h->kind = dfmti_kernel_xid(number);
  h->subject[0] = TEXT("nvidia|Xid ");
  h->subject[1] = number;
  s = dfmti_cut_after(s, number.len);
  h->has_process_id = dfmti_cut_take(&s, ", pid=") && dfmti_cut_i32(&s, &h->process_id);
  if (h->has_process_id && dfmti_cut_take(&s, ", name=")) h->comm = dfmti_cut_first(s, dfmti_cut_find(s, ","));
  return h->kind != DFMTI_KERNEL_NONE;
}

/* ---- how an oops died: "…: HHHH [#N]…" ---- */

static bool is_hex(char c) { return dfmti_is_digit((uint8_t)c) || (uint8_t)((c | 0x20) - 'a') < 6; }

/* `sign`: the first "#" */
static bool died(dfmt_str s, const char *sign) {
  enum { LEAST = 4, MOST = 16 };
  if (sign - s.ptr < LEAST + 5 || sign[-1] != '[' || sign[-2] != ' ') return false;
  uint64_t number, end = (uint64_t)(sign - s.ptr) - 2, from = end;
  dfmt_str rest = dfmti_cut_after(s, (uint64_t)(sign - s.ptr) + 1);
  if (!dfmti_cut_number(&rest, 10, &number) || !dfmti_starts(rest, "]")) return false;
  while (from > 0 && is_hex(s.ptr[from - 1])) from--;
  return end - from >= LEAST && end - from <= MOST && from > 2 && s.ptr[from - 1] == ' ' && s.ptr[from - 2] == ':';
}

/* ---- faults of programs ---- */

static void put_hex(char *to, uint64_t v, dfmt_str *out) {
  size_t n = sizeof(((struct dfmti_kernel_head *)0)->offset);
  const size_t end = n;
  do to[--n] = "0123456789abcdef"[v & 15];
  while ((v >>= 4) > 0);
  *out = (dfmt_str){to + n, end - n};
}

/* "… in LIB[[OFFSET,]BASE+SIZE]…": LIB, and where in it. */
static void library(struct dfmti_kernel_head *h, uint64_t ip, dfmt_str s) {
  dfmt_str name, before;
  uint64_t base, size, offset;
  if (!dfmti_cut_take_to(&s, " in ", &before)) return;
  if (!dfmti_cut_take_to(&s, "[", &name) || name.len == 0 || !dfmti_cut_number(&s, 16, &base)) return;
  const bool has_offset = dfmti_cut_take(&s, ",");
  offset = base;
  if (has_offset && !dfmti_cut_number(&s, 16, &base)) return;
  if (!dfmti_cut_take(&s, "+") || !dfmti_cut_number(&s, 16, &size) || !dfmti_starts(s, "]")) return;
  if (!has_offset && ip < base) return;
  h->subject[1] = TEXT("|");
  h->subject[2] = name;
  h->subject[3] = TEXT("+0x");
  put_hex(h->offset, has_offset ? offset : ip - base, &h->subject[4]);
}

/* Blanks may stand before it. */
static bool take_pointer(dfmt_str *s, uint64_t *v) {
  *v = 0;
  (void)dfmti_cut_blanks(s);
  return dfmti_cut_take(s, "(null)") || dfmti_cut_number(s, 16, v);
}

/* ": segfault at A ip I sp S error E…", " [trap ]TRAP ip:I sp:S error:E…" */
static bool fault_of_program(struct dfmti_kernel_head *h, dfmt_str s) {
  dfmt_str trap;
  uint64_t ip;
  const bool segfault = dfmti_cut_take(&s, ": segfault at ");
  if (!segfault && !dfmti_cut_take(&s, " ")) return false;
  if (!segfault) (void)dfmti_cut_take(&s, "trap ");
  if (!dfmti_cut_take_to(&s, segfault ? " ip " : " ip:", &trap) || trap.len == 0 || !take_pointer(&s, &ip))
    return false;
  if (!dfmti_starts(s, segfault ? " sp " : " sp:") || dfmti_cut_find(s, segfault ? " error " : " error:") == s.len)
    return false;
  h->kind = DFMTI_KERNEL_USER;
  const char *signal = segfault ? "SIGSEGV" : dfmti_kernel_signal(dfmti_kernel_traps, trap);
  h->subject[0] = (dfmt_str){signal, strlen(signal)};
  library(h, ip, s);
  return true;
}

/* The number that stands behind a word; NULL: of no such signal. */
static const char *signal_behind(dfmt_str s, const char *word) {
  int32_t number;
  s = dfmti_cut_after(s, dfmti_cut_find(s, word) + strlen(word));
  return dfmti_cut_i32(&s, &number) ? dfmti_death_signal(number) : NULL;
}

/*
 * "WHAT (N) at A nip I lr L code C" of powerpc, to 4.20 "unhandled signal N at …", as of riscv; of arm64 "unhandled
 * exception: [CLASS, ESR E, ]WHAT", to 4.16 "unhandled WHAT (N) at A, esr E"
 */
static const char *unhandled(dfmt_str s, bool has_ip) {
  if (!dfmti_cut_take(&s, "unhandled ")) return has_ip ? signal_behind(s, " (") : NULL;
  if (dfmti_cut_take(&s, "exception: ")) return dfmti_kernel_signal(dfmti_kernel_exceptions, s);
  return signal_behind(s, dfmti_starts(s, "signal ") ? "signal " : " (");
}

/* ": …" */
static bool signal_of_program(struct dfmti_kernel_head *h, dfmt_str s) {
  dfmt_str at = s, before;
  uint64_t ip = 0;
  if (!dfmti_cut_take(&s, ": ")) return false;
  const bool has_ip = dfmti_cut_take_to(&at, " nip ", &before) && dfmti_cut_number(&at, 16, &ip);
  const char *signal = unhandled(s, has_ip);
  if (!signal) return false;
  h->kind = DFMTI_KERNEL_USER;
  h->subject[0] = (dfmt_str){signal, strlen(signal)};
  library(h, ip, s);
  return true;
}

/* "C for invalid read access from A": of MIPS and LoongArch, without the process */
static bool page_fault(struct dfmti_kernel_head *h, dfmt_str s) {
  h->kind = DFMTI_KERNEL_USER;
  h->subject[0] = TEXT("SIGSEGV");
  return dfmti_cut_take_to(&s, " for invalid ", &h->comm) && h->comm.len > 0;
}

/* "[traps: ]C[PID]…": the name may have brackets, too, and has at most 15 bytes. */
static bool program(struct dfmti_kernel_head *h, dfmt_str s) {
  enum { COMM = 15 };
  (void)dfmti_cut_take(&s, "traps: ");
  for (uint64_t at = 1; at < s.len && at <= COMM; at++) {
    dfmt_str id = dfmti_cut_after(s, at + 1);
    if (s.ptr[at] != '[' || !dfmti_cut_i32(&id, &h->process_id) || !dfmti_cut_take(&id, "]")) continue;
    if (!fault_of_program(h, id) && !signal_of_program(h, id)) continue;
    h->comm = dfmti_cut_first(s, at);
    return h->has_process_id = true;
  }
  return false;
}

/* ---- deaths of programs, as others than the kernel wrote them into its log ---- */

static bool death(struct dfmti_kernel_head *h, const char *tag, dfmt_str s) {
  struct dfmti_death *d = &h->death;
  if (!dfmti_death((dfmt_str){tag, strlen(tag)}, s, d)) return false;
  h->kind = DFMTI_KERNEL_USER;
  h->has_process_id = d->has_process_id;
  h->process_id = d->process_id;
  h->comm = d->name;
  h->subject[0] = (dfmt_str){d->signal, d->signal ? strlen(d->signal) : 0};
  return true;
}

static bool init(struct dfmti_kernel_head *h, dfmt_str s) { return death(h, "init", s); }

static bool audit(struct dfmti_kernel_head *h, dfmt_str s) { return death(h, "audit", s); }

/* "N]: …" */
static bool systemd(struct dfmti_kernel_head *h, dfmt_str s) {
  uint32_t id;
  return dfmti_cut_u32(&s, &id) && dfmti_cut_take(&s, "]: ") && death(h, "systemd", s);
}

/* ---- all of them ---- */

#define HEAD(WORD, READ) {sizeof(WORD) - 1, WORD, READ}

static const struct {
  uint32_t len;
  char word[44];
  bool (*read)(struct dfmti_kernel_head *h, dfmt_str rest);
} heads[] = {HEAD("BUG: ", bug),
             HEAD("Internal error: ", internal_error),
             HEAD("Kernel panic - not syncing: ", panic),
             HEAD("INFO: ", info),
             HEAD("rcu: INFO: ", info),
             HEAD("watchdog: ", watchdog),
             HEAD("NMI ", watchdog),
             HEAD("Watchdog detected hard LOCKUP on cpu ", hard_lockup),
             HEAD("CPU", processor),
             HEAD("Out of memory", out_of_memory),
             HEAD("Memory cgroup out of memory", out_of_memory),
             HEAD("WARNING: ", warning),
             HEAD("UBSAN: ", undefined),
             HEAD("mce: ", machine_check),
             HEAD("[Hardware Error]: ", machine_check),
             HEAD("[drm:", job),
             HEAD("[drm", hang),
             HEAD("i915", hang),
             HEAD("amdgpu ", amdgpu),
             HEAD("NVRM: ", xid),
             HEAD("SError Interrupt on CPU", system_error),
             HEAD("do_page_fault(): sending SIGSEGV to ", page_fault),
             HEAD("init: ", init),
             HEAD("systemd[", systemd),
             HEAD("audit: ", audit),
             HEAD("type=", audit)};

static void clear(struct dfmti_kernel_head *h) { *h = (struct dfmti_kernel_head){.kind = DFMTI_KERNEL_NONE}; }

/* Their first characters, in that order: most lines have another one. */
static const char firsts[] = "BIKIrwNWCOMWUm[[[iaNSdisat";
_Static_assert(sizeof firsts - 1 == sizeof heads / sizeof *heads, "a character for each");

static bool by_words(dfmt_str line, struct dfmti_kernel_head *h) {
  const char *at = firsts, *end = firsts + sizeof firsts - 1;
  for (; (at = memchr(at, *line.ptr, (size_t)(end - at))) != NULL; at++) {
    const size_t i = (size_t)(at - firsts), n = heads[i].len;
    if (line.len < n || memcmp(heads[i].word, line.ptr, n) != 0) continue;
    clear(h);
    if (heads[i].read(h, dfmti_cut_after(line, n))) return true;
  }
  return false;
}

/* Most lines have none of the characters that are looked for. */
static bool by_others(dfmt_str line, struct dfmti_kernel_head *h) {
  enum { NEAR = 24 }; /* "traps: ", and a name */
  const char *sign = memchr(line.ptr, '#', (size_t)line.len);
  const char *bracket = memchr(line.ptr, '[', line.len < NEAR ? (size_t)line.len : NEAR);
  if (!sign && !bracket) return false;
  clear(h);
  if (sign && died(line, sign)) return internal_error(h, line);
  return bracket && bracket > line.ptr && program(h, line);
}

static bool by_rules(const struct dfmti_rules *rules, dfmt_str line, struct dfmti_kernel_head *h) {
  static const struct {
    enum dfmti_rules_list list;
    enum dfmti_kernel_kind kind;
  } kinds[] = {{DFMTI_RULES_KERNEL_OOPS, DFMTI_KERNEL_OOPS},
               {DFMTI_RULES_KERNEL_LOCKUP, DFMTI_KERNEL_LOCKUP},
               {DFMTI_RULES_KERNEL_WARNING, DFMTI_KERNEL_WARNING}};
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
    if (!dfmti_rules_have(rules, kinds[i].list, line)) continue;
    clear(h);
    h->kind = kinds[i].kind;
    return true;
  }
  return false;
}

bool dfmti_kernel_head(const struct dfmti_rules *rules, dfmt_str line, struct dfmti_kernel_head *h) {
  return line.len > 0 && (by_words(line, h) || by_rules(rules, line, h) || by_others(line, h));
}
