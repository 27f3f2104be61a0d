# SPDX-License-Identifier: MIT
"""What loading a report gives, in the terms of apport's Python module: shared by the model and the library's side."""

# Error classes of the reference module, by the library's error number (errors.h).
ERROR_CLASSES = {
    400: "MalformedProblemReport",
    401: "MalformedProblemReport",
    402: "InvalidProblemReportKeyError",
    403: "UnicodeDecodeError",
    410: "MalformedProblemReport",
    411: "MalformedProblemReport",
    412: "zstd.ZstdError",
    300: "zlib.error",
    301: "zlib.error",
    302: "zlib.error",
    303: "zlib.error",
    304: "EOFError",
    305: "zlib.error",
    310: "zstd.ZstdError",
    311: "zstd.ZstdError",
    312: "zstd.ZstdError",
}

NO_COLON, KEY_ASCII, BAD_KEY, NOT_UTF8 = 400, 401, 402, 403
PADDING, LENGTH, AFTER_FRAME, TRUNCATED = 410, 411, 412, 304
STREAM_ERRORS = (300, 301, 302, 303, 305, 310, 311, 312)  # corrupt data, found at some point of a line

# How load() treats binary values.
DECODE, SKIP, STORED = "decode", "skip", "stored"

# Kinds of values.
TEXT, BINARY, COMPRESSED = "text", "binary", "compressed"

# Keys whose value is always text (apport spec 3.6).
STRING_KEYS = frozenset(
    """
    Annotation Architecture AssertionMessage AuditLog CheckboxSubmission CrashCounter CrashDB Date DbusErrorAnalysis
    Dependencies DesktopFile DialogBody Disassembly DistroRelease DuplicateSignature ExecutablePath ExecutableTimestamp
    Failure GLibAssertionMessage InterpreterPath KernLog MachineType MainClassUrl NonfreeKernelModules OopsText OpenFds
    Package PackageArchitecture ProblemType ProcCmdline ProcCwd ProcEnviron ProcMaps ProcStatus Registers
    RespawnCommand SegvAnalysis SegvAnalysisError Signal SignalName SnapTags SourcePackage StackTrace Stacktrace
    StacktraceSource StacktraceTop Tags ThreadStacktrace Title Traceback Uname UnreportableReason UserGroups
    _KnownReport _PythonExceptionQualifier dmi.bios.version
    """.split()
)

# Control bytes that do not make a value binary (apport spec 3.5).
TEXT_CONTROLS = b"\t\n\v\f\r\x1c\x1d\x1e\x1f"
BINARY_BYTES = bytes(c for c in range(32) if c not in TEXT_CONTROLS)


class ReportError(Exception):
    """An error of a report; number as in errors.h, cls as the reference names it, line 0 where it is not known."""

    def __init__(self, number, line=0):
        self.number, self.line = number, line
        self.cls = ERROR_CLASSES.get(number, "error %d" % number)
        super().__init__("%s (%d)" % (self.cls, number))


def is_binary(value):
    return any(c in value for c in BINARY_BYTES)


def is_utf8(value):
    try:
        value.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


class Entry:
    """One entry as it stands in the file: data is the text, or the base64-decoded bytes; or error says why not."""

    def __init__(self, key, base64, lines, data=None, error=None):
        self.key, self.base64, self.lines, self.data, self.error = key, base64, lines, data, error


class Loaded:
    """values: key -> (kind, bytes), a repeated key keeps its first place; skipped: keys passed over; error or None."""

    def __init__(self):
        self.values, self.skipped, self.error = {}, [], None


class Extracted:
    """files: key -> what its file holds in the end; error: a class name of the reference, or None."""

    def __init__(self):
        self.files, self.error, self.number, self.line = {}, None, 0, 0

    def fail(self, error):
        self.error, self.number, self.line = error.cls, error.number, error.line
