/* SPDX-License-Identifier: MIT */
/* Standard keys (spec 9), the rules for all keys (spec 2.3) and the order of entries (spec 5.7). */
#include <string.h>

#include "apport.h"
#include "base/str.h"
#include "base/utf8.h"

enum {
  CRASH = DFMT_APPORT_PROBLEM_CRASH,
  BUG = DFMT_APPORT_PROBLEM_BUG,
  PACKAGE = DFMT_APPORT_PROBLEM_PACKAGE,
  KCRASH = DFMT_APPORT_PROBLEM_KERNEL_CRASH,
  KOOPS = DFMT_APPORT_PROBLEM_KERNEL_OOPS,
  HANG = DFMT_APPORT_PROBLEM_HANG,
  RECOVERABLE = DFMT_APPORT_PROBLEM_RECOVERABLE,
  EVERY = CRASH | BUG | PACKAGE | KCRASH | KOOPS | HANG | RECOVERABLE,
  PROCESS = CRASH | HANG | RECOVERABLE
};

#define KEY(NAME, VALUE, GROUP, REQUIRED, COLLECTED, ALWAYS_TEXT, MEANING) \
  {.head = {sizeof(dfmt_apport_key), DFMT_TYPE_APPORT_KEY}, \
   .name = NAME, \
   .meaning = MEANING, \
   .value = DFMT_APPORT_VALUE_##VALUE, \
   .category = DFMT_APPORT_CATEGORY_##GROUP, \
   .required = REQUIRED, \
   .collected = (REQUIRED) | (COLLECTED), \
   .always_text = ALWAYS_TEXT}

/* By group, in the order of spec 9: the order of displays. */
static const dfmt_apport_key keys[] = {
    KEY("ProblemType", LINE, GENERAL, EVERY, 0, 1, "what kind of problem this is"),
    KEY("Date", DATE, GENERAL, EVERY, 0, 1, "when it happened, local time"),
    KEY("Title", LINE, GENERAL, 0, 0, 1, "title for a bug report"),
    KEY("DistroRelease", LINE, GENERAL, 0, EVERY, 1, "distribution and its release"),
    KEY("OS", LINE, GENERAL, 0, 0, 0, "operating system; the note of 2007 to 2013, for DistroRelease"),
    KEY("OSRelease", LINE, GENERAL, 0, 0, 0, "its release; the note of 2007 to 2013, for DistroRelease"),
    KEY("Architecture", LINE, GENERAL, 0, EVERY, 1, "architecture as the package manager names it"),
    KEY("Uname", LINE, GENERAL, EVERY, 0, 1, "system, kernel release and machine"),
    KEY("UserGroups", WORDS, GENERAL, 0, EVERY, 1, "the user's system groups, or N/A"),
    KEY("Tags", WORDS, GENERAL, 0, 0, 1, "tags for a bug report"),
    KEY("NonfreeKernelModules", WORDS, GENERAL, 0, 0, 1, "kernel modules that are not free software"),
    KEY("CurrentDesktop", LINE, GENERAL, 0, 0, 0, "desktop environment"),
    KEY("ApportVersion", LINE, GENERAL, 0, 0, 0, "version of apport that made the report"),
    KEY("Annotation", TEXT, GENERAL, 0, 0, 1, "text added for the reader of the report"),
    KEY("DialogBody", TEXT, GENERAL, 0, 0, 1, "text shown to the user"),
    KEY("UnreportableReason", TEXT, GENERAL, 0, 0, 1, "why this must not be reported"),
    KEY("DuplicateSignature", TEXT, GENERAL, 0, 0, 1, "equal for equal problems"),
    KEY("CrashDB", LINE, GENERAL, 0, 0, 1, "crash database to report to"),
    KEY("CrashCounter", NUMBER, GENERAL, 0, 0, 1, "repeats of the same crash within a day"),
    KEY("CheckboxSubmission", LINE, GENERAL, 0, 0, 1, "id of a hardware test submission"),
    KEY("MachineType", LINE, HARDWARE, 0, 0, 1, "vendor and model of the machine"),
    KEY("dmi.bios.version", LINE, HARDWARE, 0, 0, 1, "firmware version"),
    KEY("dmi.*", LINE, HARDWARE, 0, 0, 0, "what the firmware says of the machine"),
    KEY("JournalErrors", TEXT, GENERAL, 0, 0, 0, "errors in the system journal"),
    KEY("KernLog", TEXT, GENERAL, 0, 0, 1, "part of the kernel log"),
    KEY("AuditLog", TEXT, GENERAL, 0, 0, 1, "part of the audit log"),
    KEY("LaunchpadPrivate", TEXT, GENERAL, 0, 0, 0, "whether the bug report is to be private"),
    KEY("LaunchpadSubscribe", WORDS, GENERAL, 0, 0, 0, "who is to be subscribed to the bug report"),
    KEY("Ignore", TEXT, GENERAL, 0, 0, 0, "the problem is to be ignored"),
    KEY("_HooksRun", TEXT, INTERNAL, 0, 0, 0, "whether collecting hooks have run"),
    KEY("_MarkForUpload", TEXT, INTERNAL, 0, 0, 0, "whether the report is to be uploaded"),
    KEY("_KnownReport", TEXT, INTERNAL, 0, 0, 1, "address of the known bug report"),
    KEY("_PythonExceptionQualifier", TEXT, INTERNAL, 0, 0, 1, "detail of a Python exception"),

    KEY("ExecutablePath", PATH, PROCESS, PROCESS, 0, 1, "the executable, or the script for interpreted programs"),
    KEY("InterpreterPath", PATH, PROCESS, 0, 0, 1, "the interpreter of a script"),
    KEY("ExecutableTimestamp", LINE, PROCESS, 0, CRASH, 1, "when the executable was changed last, seconds since 1970"),
    KEY("ProcCmdline", LINE, PROCESS, PROCESS, 0, 1, "command line"),
    KEY("ProcCwd", LINE, PROCESS, 0, CRASH, 1, "working directory"),
    KEY("ProcEnviron", LINES, PROCESS, PROCESS, 0, 1, "environment, safe variables only"),
    KEY("ProcStatus", LINES, PROCESS, PROCESS, 0, 1, "/proc/PID/status"),
    KEY("ProcMaps", LINES, PROCESS, PROCESS, 0, 1, "/proc/PID/maps"),
    KEY("OpenFds", LINES, PROCESS, 0, 0, 1, "open file descriptors"),
    KEY("ProcAttrCurrent", LINE, PROCESS, 0, 0, 0, "security context"),
    KEY("RespawnCommand", LINE, PROCESS, 0, 0, 1, "command that starts the program again"),
    KEY("DesktopFile", PATH, PROCESS, 0, 0, 1, "the program's desktop file"),
    KEY("XsessionErrors", TEXT, PROCESS, 0, 0, 0, "errors of the graphical session"),
    KEY("LocalLibraries", TEXT, PROCESS, 0, 0, 0, "libraries that are not the distribution's"),
    KEY("EcryptfsInUse", TEXT, PROCESS, 0, 0, 0, "whether the home directory is encrypted"),

    KEY("Signal", NUMBER, SIGNAL, 0, CRASH, 1, "number of the signal"),
    KEY("SignalName", LINE, SIGNAL, 0, 0, 1, "name of the signal"),
    KEY("CoreDump", BINARY, SIGNAL, 0, 0, 0, "core dump"),
    KEY("CoredumpPackageJson", JSON, SIGNAL, 0, 0, 0, "package note of the executable"),
    KEY("Stacktrace", TEXT, SIGNAL, 0, 0, 1, "stack of the failing thread"),
    KEY("ThreadStacktrace", TEXT, SIGNAL, 0, 0, 1, "stacks of all threads"),
    KEY("StacktraceTop", TEXT, SIGNAL, 0, 0, 1, "the topmost five frames"),
    KEY("StacktraceAddressSignature", LINE, SIGNAL, 0, 0, 0, "stack as addresses, equal for equal crashes"),
    KEY("StacktraceSource", TEXT, SIGNAL, 0, 0, 1, "source lines along the stack"),
    KEY("Registers", TEXT, SIGNAL, 0, 0, 1, "registers"),
    KEY("Disassembly", TEXT, SIGNAL, 0, 0, 1, "code around the failing instruction"),
    KEY("AssertionMessage", TEXT, SIGNAL, 0, 0, 1, "message of a failed assertion"),
    KEY("GLibAssertionMessage", TEXT, SIGNAL, 0, 0, 1, "message of a failed GLib assertion"),
    KEY("SegvAnalysis", TEXT, SIGNAL, 0, 0, 1, "what the faulting access was"),
    KEY("SegvReason", TEXT, SIGNAL, 0, 0, 0, "why the access failed"),
    KEY("SegvAnalysisError", TEXT, SIGNAL, 0, 0, 1, "why there is no analysis"),

    KEY("Traceback", TEXT, LANGUAGE, 0, 0, 1, "Python traceback"),
    KEY("PythonArgs", TEXT, LANGUAGE, 0, 0, 0, "arguments of a Python program"),
    KEY("DbusErrorAnalysis", TEXT, LANGUAGE, 0, 0, 1, "analysis of a D-Bus error"),
    KEY("StackTrace", TEXT, LANGUAGE, 0, 0, 1, "Java stack trace"),
    KEY("MainClassUrl", LINE, LANGUAGE, 0, 0, 1, "address of the Java main class"),
    KEY("PreprocessedSource", TEXT, LANGUAGE, 0, 0, 0, "source that made the compiler fail"),

    KEY("Package", PACKAGE, PACKAGE, EVERY & ~(KCRASH | KOOPS), 0, 1, "package and version"),
    KEY("SourcePackage", LINE, PACKAGE, 0, CRASH | BUG | PACKAGE | HANG, 1, "source package"),
    KEY("PackageArchitecture", LINE, PACKAGE, 0, CRASH | HANG, 1, "architecture of the package"),
    KEY("Dependencies", LINES, PACKAGE, EVERY & ~(KCRASH | KOOPS), 0, 1, "packages it depends on, with versions"),
    KEY("Snap", LINE, PACKAGE, 0, 0, 0, "snap package"),
    KEY("SnapChanges", TEXT, PACKAGE, 0, 0, 0, "recent changes of snap packages"),
    KEY("SnapConnections", TEXT, PACKAGE, 0, 0, 0, "connections of snap packages"),
    KEY("SnapInfo.*", TEXT, PACKAGE, 0, 0, 0, "about a snap package"),
    KEY("SnapSource", LINE, PACKAGE, 0, 0, 0, "source of the snap package"),
    KEY("SnapTags", WORDS, PACKAGE, 0, 0, 1, "tags of the snap package"),
    KEY("SnapGitOwner", LINE, PACKAGE, 0, 0, 0, "owner of the snap's repository"),
    KEY("SnapGitName", LINE, PACKAGE, 0, 0, 0, "name of the snap's repository"),
    KEY("ErrorMessage", TEXT, PACKAGE, 0, PACKAGE, 0, "message of the package manager"),

    KEY("VmCore", BINARY, KERNEL, 0, 0, 0, "memory of the crashed kernel"),
    KEY("VmCoreDmesg", TEXT, KERNEL, 0, 0, 0, "log of the crashed kernel"),
    KEY("VmCoreLog", TEXT, KERNEL, 0, 0, 0, "log of taking the kernel's memory"),
    KEY("OopsText", TEXT, KERNEL, 0, KOOPS, 1, "text of the kernel oops"),
    KEY("Failure", LINE, KERNEL, 0, KOOPS, 1, "kind of failure"),
    KEY("SleepLog", TEXT, KERNEL, 0, 0, 0, "log of a failed suspend"),
    KEY("StressLog", TEXT, KERNEL, 0, 0, 0, "log of a suspend stress test"),
    KEY("ResumeHangLog", TEXT, KERNEL, 0, 0, 0, "log of a failed resume"),
    KEY("IwlFwDump", BINARY, KERNEL, 0, 0, 0, "firmware dump of a wireless card"),
    KEY("IwlFwVersion", LINE, KERNEL, 0, 0, 0, "its firmware version"),
    KEY("IwlErrorCode", LINE, KERNEL, 0, 0, 0, "its error code"),
    KEY("ProcVersion", TEXT, KERNEL, 0, 0, 0, "/proc/version"),
    KEY("ProcVersionSignature", LINE, KERNEL, 0, 0, 0, "the distribution's kernel version"),
    KEY("ProcCpuinfo*", TEXT, HARDWARE, 0, 0, 0, "/proc/cpuinfo"),
    KEY("ProcInterrupts", TEXT, HARDWARE, 0, 0, 0, "/proc/interrupts"),
    KEY("ProcModules", TEXT, KERNEL, 0, 0, 0, "/proc/modules"),
    KEY("ProcKernelCmdLine", LINE, KERNEL, 0, 0, 0, "the kernel's command line"),
    KEY("CurrentDmesg*", TEXT, KERNEL, 0, 0, 0, "the kernel's log"),
    KEY("Dmesg", TEXT, KERNEL, 0, 0, 0, "the kernel's log"),
    KEY("Lspci*", TEXT, HARDWARE, 0, 0, 0, "PCI devices"),
    KEY("LsPciVV*", TEXT, HARDWARE, 0, 0, 0, "PCI devices"),
    KEY("Lsusb*", TEXT, HARDWARE, 0, 0, 0, "USB devices"),
    KEY("UdevDb", TEXT, HARDWARE, 0, 0, 0, "device database"),
};

const dfmt_apport_key *dfmt_apport_key_at(uint32_t index) {
  return index < sizeof keys / sizeof *keys ? &keys[index] : NULL;
}

static bool matches(const char *pattern, const char *name, size_t len) {
  size_t n = strlen(pattern);
  if (pattern[n - 1] == '*') return len >= n - 1 && memcmp(pattern, name, n - 1) == 0;
  return len == n && memcmp(pattern, name, n) == 0;
}

const dfmt_apport_key *dfmt_apport_key_find(const char *name, uint64_t len) {
  if (!name || len == 0) return NULL;
  for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
    if (keys[i].name[0] == name[0] && matches(keys[i].name, name, (size_t)len)) return &keys[i];
  return NULL;
}

bool dfmti_apport_always_text(const dfmt_str *key) {
  const dfmt_apport_key *k = dfmt_apport_key_find(key->ptr, key->len);
  return k && k->always_text;
}

uint32_t dfmt_apport_key_is_valid(const char *name, uint64_t len) {
  bool any = false;
  for (uint64_t i = 0; i < len; i++) {
    char c = name[i];
    bool alnum = (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
    if (!alnum && c != '.' && c != '-' && c != '_') return 0;
    any = any || alnum;
  }
  return any;
}

uint32_t dfmt_apport_problem(const char *type, uint64_t len) {
  static const char *const words[] = {"Crash",      "Bug",  "Package",           "KernelCrash",
                                      "KernelOops", "Hang", "RecoverableProblem"};
  for (uint32_t i = 0; type && i < sizeof words / sizeof *words; i++)
    if (strlen(words[i]) == len && memcmp(words[i], type, (size_t)len) == 0) return 1u << i;
  return 0;
}

static bool is_problem_type(const dfmt_apport_field *f) {
  return f->encoding == DFMT_APPORT_ENCODING_TEXT && f->key.len == 11 && memcmp(f->key.ptr, "ProblemType", 11) == 0;
}

int32_t dfmt_apport_compare(const dfmt_apport_field *a, const dfmt_apport_field *b) {
  if (!a || !b) return 0;
  if (a->encoding != b->encoding) return a->encoding == DFMT_APPORT_ENCODING_TEXT ? -1 : 1;
  if (is_problem_type(a) != is_problem_type(b)) return is_problem_type(a) ? -1 : 1;
  int order = dfmti_order(a->key, b->key);
  return order < 0 ? -1 : order > 0;
}

static bool is_number(const char *p, size_t n) {
  size_t i = 0;
  while (i < n && p[i] >= '0' && p[i] <= '9') i++;
  return n && i == n;
}

/* "Thu Jan  2 03:04:05 2025": letters A, digits 9, a space or digit '?', the rest as it stands. */
static bool is_date(const char *p, size_t n) {
  static const char shape[] = "Aaa Aaa ?9 99:99:99 9999";
  static const char days[] = "SunMonTueWedThuFriSat", months[] = "JanFebMarAprMayJunJulAugSepOctNovDec";
  if (n != sizeof shape - 1) return false;
  for (size_t i = 0; i < n; i++) {
    char c = p[i];
    bool digit = c >= '0' && c <= '9', letter = (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
    bool fits = shape[i] == '9'   ? digit
                : shape[i] == '?' ? digit || c == ' '
                : shape[i] >= 'A' ? letter
                                  : c == shape[i];
    if (!fits) return false;
  }
  bool day = false, month = false;
  for (size_t i = 0; i < sizeof days - 1; i += 3) day = day || memcmp(days + i, p, 3) == 0;
  for (size_t i = 0; i < sizeof months - 1; i += 3) month = month || memcmp(months + i, p + 4, 3) == 0;
  return day && month;
}

uint32_t dfmt_apport_value_is_valid(const dfmt_apport_key *key, const void *ptr, uint64_t len) {
  if (!key) return 1;
  if (!ptr && len) return 0;
  const char *p = ptr ? ptr : "";
  size_t n = (size_t)len;
  if (key->always_text && !dfmti_utf8_valid(p, n)) return 0;
  switch (key->value) {
    case DFMT_APPORT_VALUE_LINE: return !memchr(p, '\n', n);
    case DFMT_APPORT_VALUE_NUMBER: return is_number(p, n);
    case DFMT_APPORT_VALUE_DATE: return is_date(p, n);
    case DFMT_APPORT_VALUE_PATH: return n && p[0] == '/' && !memchr(p, '\n', n);
    case DFMT_APPORT_VALUE_WORDS: return !memchr(p, '\n', n);
    case DFMT_APPORT_VALUE_PACKAGE: return n && p[0] != ' ' && memchr(p, ' ', n) && !memchr(p, '\n', n);
    default: return 1;
  }
}
