// SPDX-License-Identifier: MIT
// Made by bindings/generate.py from the library's descriptions: do not edit.
use crate::record::{record, words, List, Record, Text};
use crate::tree::Tree;
use diagfmt_sys as sys;

record! { Diagnostic, dfmt_diagnostic, 0x1, "diagnostic";
    number: (u32);
    severity: (Severity);
    status: (Status);
    byte_offset: (u64) if 1;
    line: (u64) if 2;
    skipped: (u64) if 4;
    message: (Text<'a>);
}

record! { Opaque, dfmt_opaque, 0x2, "opaque";
    native_type: (u32);
    data: (&'a [u8]) if 1;
}

record! { Pair, dfmt_pair, 0x8001, "pair";
    key: (Text<'a>);
    value: (Text<'a>);
}

words! { number Severity, 0x8100, "severity";
    NOTE = 1,
    WARNING = 2,
    ERROR = 3,
}

words! { number Status, 0x8101, "status";
    OK = 0,
    END = 1,
    AGAIN = 2,
    E_NOMEM = 4294967295,
    E_ARG = 4294967294,
    E_STATE = 4294967293,
    E_IO = 4294967292,
    E_FORMAT = 4294967291,
    E_TRUNCATED = 4294967290,
    E_LIMIT = 4294967289,
    E_UNSUPPORTED = 4294967288,
    E_CHECKSUM = 4294967287,
    E_BUSY = 4294967286,
    E_CANCELLED = 4294967285,
}

words! { number Level, 0x8102, "level";
    DEFAULT = 0,
    FASTEST = 1,
    SMALLEST = 255,
    NONE = 256,
    FAST = 257,
}

words! { number Wrapper, 0x8103, "wrapper";
    NONE = 0,
    GZIP = 1,
    ZSTD = 2,
    MIME = 3,
}

words! { number Unit, 0x8104, "unit";
    NONE = 0,
    ADDRESS = 1,
    BYTES = 2,
    OFFSET = 3,
    INDEX = 4,
    CRC32 = 5,
    INSTANT_NS = 6,
    DURATION_NS = 7,
    DURATION_US = 8,
    LOCAL_S = 9,
    LINE = 10,
}

words! { flags EventFlags, 0x8105, "event_flags";
    PAYLOAD = 1,
    RECOVERED = 2,
}

words! { flags Roles, 0x8106, "roles";
    READER = 1,
    WRITER = 2,
    SOURCE = 4,
    SINK = 8,
}

words! { number Origin, 0x8107, "origin";
    CALL = 0,
    SOURCE = 1,
    SINK = 2,
    DATA = 3,
    WRAPPER = 4,
}

words! { number Sparse, 0x8108, "sparse";
    AUTO = 0,
    NEVER = 1,
}

record! { ApportField, dfmt_apport_field, 0x20001, "apport.field";
    encoding: (ApportEncoding);
    compression: (ApportCompression) if 2;
    kind: (ApportKind) if 4;
    flags: (ApportFlags);
    key: (Text<'a>);
    text: (Text<'a>) if 1;
    line: (u64) if 8;
    stored_size: (u64) if 16;
    decoded_size: (u64) if 32;
}

record! { ApportKey, dfmt_apport_key, 0x28000, "apport.key";
    name: (Option<Text<'a>>);
    meaning: (Option<Text<'a>>);
    value: (ApportValue);
    category: (ApportCategory);
    required: (ApportProblem);
    collected: (ApportProblem);
    always_text: (bool);
}

words! { number ApportVariant, 0x28100, "apport.variant";
    ZLIB = 1,
    GZIP_1M = 2,
    GZIP_128K = 3,
    MIME = 4,
}

words! { number ApportEncoding, 0x28101, "apport.encoding";
    TEXT = 0,
    BASE64 = 1,
}

words! { number ApportCompression, 0x28102, "apport.compression";
    NONE = 0,
    ZLIB = 1,
    GZIP = 2,
    ZSTD = 3,
}

words! { number ApportKind, 0x28103, "apport.kind";
    TEXT = 1,
    BYTES = 2,
}

words! { flags ApportFlags, 0x28104, "apport.flags";
    BAD_KEY = 1,
    CARRIED_CR = 2,
}

words! { flags ApportProblem, 0x28105, "apport.problem";
    CRASH = 1,
    BUG = 2,
    PACKAGE = 4,
    KERNEL_CRASH = 8,
    KERNEL_OOPS = 16,
    HANG = 32,
    RECOVERABLE = 64,
}

words! { number ApportValue, 0x28106, "apport.value";
    TEXT = 1,
    LINE = 2,
    LINES = 3,
    NUMBER = 4,
    DATE = 5,
    PATH = 6,
    WORDS = 7,
    PACKAGE = 8,
    BINARY = 9,
    JSON = 10,
}

words! { number ApportCategory, 0x28107, "apport.category";
    GENERAL = 1,
    PROCESS = 2,
    SIGNAL = 3,
    LANGUAGE = 4,
    PACKAGE = 5,
    KERNEL = 6,
    HARDWARE = 7,
    INTERNAL = 8,
    OTHER = 9,
}

words! { number ApportError, 0x28108, "apport.error";
    MISSING_FIELD = 1,
    MALFORMED = 2,
}

words! { number ApportStack, 0x28109, "apport.stack";
    STACKTRACE = 1,
    THREAD_STACKTRACE = 2,
    TRACEBACK = 3,
}

words! { number ApportFinding, 0x2810a, "apport.finding";
    KERNEL_CRASH = 1,
    ASSERTION = 2,
    NATIVE_CRASH = 3,
    PYTHON_CRASH = 4,
    SUSPEND = 5,
    KERNEL_OOPS = 6,
    PACKAGE = 7,
    OTHER = 8,
}

record! { ApportReport, dfmt_apport_report, 0x28200, "apport.report";
    signal: (i32) if 16384;
    problem_type: (Text<'a>) if 1;
    time_local_s: (i64) if 4;
    time_text: (Text<'a>) if 2;
    title: (Text<'a>) if 8;
    distro_release: (Text<'a>) if 16;
    architecture: (Text<'a>) if 32;
    uname: (Text<'a>) if 64;
    package: (Text<'a>) if 128;
    source_package: (Text<'a>) if 256;
    package_architecture: (Text<'a>) if 512;
    executable_path: (Text<'a>) if 1024;
    interpreter_path: (Text<'a>) if 2048;
    proc_cmdline: (Text<'a>) if 4096;
    proc_cwd: (Text<'a>) if 8192;
    signal_text: (Text<'a>) if 32768;
    signal_name: (Text<'a>) if 65536;
    stacktrace_top: (Text<'a>) if 131072;
    stacktrace_address_signature: (Text<'a>) if 262144;
    traceback: (Text<'a>) if 524288;
    assertion_message: (Text<'a>) if 1048576;
    duplicate_signature: (Text<'a>) if 2097152;
    tags: (Text<'a>) if 4194304;
    n_fields: (u64);
    core_bytes: (u64) if 8388608;
    has_core: (bool);
}

record! { ApportSignature, dfmt_apport_signature, 0x28201, "apport.signature";
    has_useful_stacktrace: (bool) if 64;
    retraced_useful: (bool) if 524288;
    crash_signature_error: (ApportError) if 2;
    crash_signature_addresses_error: (ApportError) if 8;
    standard_title_error: (ApportError) if 32;
    has_useful_stacktrace_error: (ApportError) if 128;
    stacktrace_top_function_error: (ApportError) if 512;
    duplicate_signature_error: (ApportError) if 2048;
    generated_top_error: (ApportError) if 16384;
    retraced_signature_error: (ApportError) if 65536;
    retraced_title_error: (ApportError) if 262144;
    crash_signature: (Text<'a>) if 1;
    crash_signature_addresses: (Text<'a>) if 4;
    standard_title: (Text<'a>) if 16;
    stacktrace_top_function: (Text<'a>) if 256;
    duplicate_signature: (Text<'a>) if 1024;
    duplicate_hash: (Text<'a>) if 4096;
    generated_top: (Text<'a>) if 8192;
    retraced_signature: (Text<'a>) if 32768;
    retraced_title: (Text<'a>) if 131072;
}

record! { ApportFrame, dfmt_apport_frame, 0x28202, "apport.frame";
    field: (ApportStack);
    number: (u32);
    signal_handler: (bool);
    thread_number: (u64) if 1;
    address: (u64) if 2;
    source_line: (u64) if 32;
    function: (Text<'a>) if 4;
    arguments: (Text<'a>) if 8;
    source_path: (Text<'a>) if 16;
    library: (Text<'a>) if 64;
}

record! { ApportTriageFinding, dfmt_apport_triage_finding, 0x28203, "apport.triage_finding";
    kind: (ApportFinding);
    signature: (Text<'a>) if 1;
    address_signature: (Text<'a>) if 2;
    title: (Text<'a>) if 4;
    executable_path: (Text<'a>) if 8;
    retraced: (bool);
}

record! { ApitraceHeader, dfmt_apitrace_header, 0x50001, "apitrace.header";
    version: (u32);
    semantic_version: (u32) if 1;
    container: (ApitraceContainer);
    properties: [Pair<'a>] in n_properties if 2;
}

record! { ApitraceCall, dfmt_apitrace_call, 0x50002, "apitrace.call";
    flags: (ApitraceFlags);
    number: (u64);
    thread_id: (u64) if 2;
    stored_flags: (u64) if 1;
    name: (Text<'a>) if 4;
    sig: (Option<ApitraceSig<'a>>) if 4;
    args: [ApitraceArg<'a>] in n_args if 8;
    ret: (Option<Tree<'a>>) if 16;
    frames: [Option<ApitraceFrame<'a>>] in n_frames if 32;
    enter_offset: (u64) if 64;
    enter_length: (u64) if 64;
    leave_offset: (u64) if 128;
    leave_length: (u64) if 128;
}

record! { ApitraceEnter, dfmt_apitrace_enter, 0x50003, "apitrace.enter";
    flags: (ApitraceFlags);
    number: (u64);
    thread_id: (u64) if 2;
    stored_flags: (u64) if 1;
    name: (Text<'a>) if 4;
    sig: (Option<ApitraceSig<'a>>) if 4;
    args: [ApitraceArg<'a>] in n_args if 8;
    ret: (Option<Tree<'a>>) if 16;
    frames: [Option<ApitraceFrame<'a>>] in n_frames if 32;
    enter_offset: (u64) if 64;
    enter_length: (u64) if 64;
    leave_offset: (u64) if 128;
    leave_length: (u64) if 128;
}

record! { ApitraceLeave, dfmt_apitrace_leave, 0x50004, "apitrace.leave";
    flags: (ApitraceFlags);
    number: (u64);
    thread_id: (u64) if 2;
    stored_flags: (u64) if 1;
    name: (Text<'a>) if 4;
    sig: (Option<ApitraceSig<'a>>) if 4;
    args: [ApitraceArg<'a>] in n_args if 8;
    ret: (Option<Tree<'a>>) if 16;
    frames: [Option<ApitraceFrame<'a>>] in n_frames if 32;
    enter_offset: (u64) if 64;
    enter_length: (u64) if 64;
    leave_offset: (u64) if 128;
    leave_length: (u64) if 128;
}

record! { ApitraceBlob, dfmt_apitrace_blob, 0x50005, "apitrace.blob";
    number: (u64);
    ordinal: (u64);
    size: (u64);
}

record! { ApitraceStream, dfmt_apitrace_stream, 0x50006, "apitrace.stream";
    container: (ApitraceContainer);
    size: (u64) if 1;
}

record! { ApitraceValue, dfmt_apitrace_value, 0x58000, "apitrace.value";
    kind: (ApitraceValueKind);
    span: (u32);
    bits: (u64);
    aux: (u64);
}

record! { ApitraceArg, dfmt_apitrace_arg, 0x58001, "apitrace.arg";
    name: (Text<'a>);
    value: (Option<Tree<'a>>);
    number: (u64);
}

record! { ApitraceSig, dfmt_apitrace_sig, 0x58002, "apitrace.sig";
    kind: (ApitraceSigKind);
    id: (u32);
    name: (Text<'a>);
    members: [Text<'a>] in n_members;
    member_values: [i64] in n_member_values;
    def_offset: (u64);
    flags: (ApitraceFlags);
    digest: (u32);
    lookup_order: [u32] in n_lookup_order;
}

record! { ApitraceFrame, dfmt_apitrace_frame, 0x58003, "apitrace.frame";
    id: (u32);
    module: (Text<'a>) if 1;
    function: (Text<'a>) if 2;
    file: (Text<'a>) if 4;
    line: (u64) if 8;
    function_offset: (u64) if 16;
    def_offset: (u64);
}

words! { number ApitraceVariant, 0x58100, "apitrace.variant";
    V0 = 1,
    V1 = 2,
    V2 = 3,
    V3 = 4,
    V4 = 5,
    V5 = 6,
    V6 = 7,
}

words! { number ApitraceContainer, 0x58101, "apitrace.container";
    SNAPPY = 1,
    GZIP = 2,
    BROTLI = 3,
    ZSTD = 4,
    RAW = 5,
}

words! { number ApitraceForm, 0x58102, "apitrace.form";
    CALLS = 1,
    EVENTS = 2,
    STREAM = 3,
}

words! { number ApitraceSigKind, 0x58103, "apitrace.sig_kind";
    FUNCTION = 1,
    STRUCT = 2,
    ENUM = 3,
    BITMASK = 4,
}

words! { number ApitraceValueKind, 0x58104, "apitrace.value_kind";
    NULL = 0,
    FALSE = 1,
    TRUE = 2,
    SINT = 3,
    UINT = 4,
    FLOAT = 5,
    DOUBLE = 6,
    STRING = 7,
    BLOB = 8,
    ENUM = 9,
    BITMASK = 10,
    ARRAY = 11,
    STRUCT = 12,
    OPAQUE = 13,
    REPR = 14,
    WSTRING = 15,
}

words! { flags ApitraceFlags, 0x58105, "apitrace.flags";
    FAKE = 1,
    INCOMPLETE = 2,
    LEAVE_CUT = 4,
    END_FRAME = 8,
    RENDER = 16,
    RENDERTARGET = 32,
    NO_SIDE_EFFECTS = 64,
    VERBOSE = 128,
    MARKER = 256,
    MARKER_PUSH = 512,
    MARKER_POP = 1024,
    DEFINITION_LOST = 2048,
}

record! { ApitraceCallArg, dfmt_apitrace_call_arg, 0x58200, "apitrace.call_arg";
    kind: (ApitraceValueKind);
    call_number: (u64);
    thread_id: (u64) if 1;
    function: (Text<'a>) if 2;
    arg_number: (u64) if 4;
    name: (Text<'a>) if 8;
    value_int: (i64) if 16;
    value_uint: (u64) if 32;
    value_float: (f64) if 64;
    value_text: (Text<'a>) if 128;
    blob_bytes: (u64) if 256;
    value_tree: (Option<Tree<'a>>) if 512;
    returned: (bool);
}

record! { ApitraceFrameSummary, dfmt_apitrace_frame_summary, 0x58201, "apitrace.frame_summary";
    number: (u64);
    n_calls: (u64);
    first_call_number: (u64);
    last_call_number: (u64);
    n_threads: (u64);
    n_renders: (u64);
    blob_bytes: (u64);
    complete: (bool);
}

record! { SimpleperfMeta, dfmt_simpleperf_meta, 0x30001, "simpleperf.meta";
    trace_offcpu: (bool) if 32;
    event_types: [Text<'a>] in n_event_types if 1;
    app_package_name: (Text<'a>) if 2;
    app_type: (Text<'a>) if 4;
    android_sdk_version: (Text<'a>) if 8;
    android_build_type: (Text<'a>) if 16;
    unknown: (&'a [u8]) if 64;
    record_unknown: (&'a [u8]) if 128;
}

record! { SimpleperfSample, dfmt_simpleperf_sample, 0x30002, "simpleperf.sample";
    event_type_id: (u32) if 16;
    time_ns: (u64) if 1;
    event_count: (u64) if 8;
    thread_id: (i32) if 2;
    unwind_code: (SimpleperfUnwind) if 256;
    frames: [SimpleperfFrame<'a>] in n_frames if 4;
    unwind_addr: (u64) if 128;
    unwind_raw_code: (u32) if 64;
    unknown: (&'a [u8]) if 512;
    record_unknown: (&'a [u8]) if 1024;
    unwind_unknown: (&'a [u8]) if 2048;
    frame_unknown: [SimpleperfFrameUnknown<'a>] in n_frame_unknown if 4096;
}

record! { SimpleperfLost, dfmt_simpleperf_lost, 0x30003, "simpleperf.lost";
    sample_count: (u64) if 1;
    lost_count: (u64) if 2;
    unknown: (&'a [u8]) if 4;
    record_unknown: (&'a [u8]) if 8;
}

record! { SimpleperfFile, dfmt_simpleperf_file, 0x30004, "simpleperf.file";
    id: (u32) if 1;
    path: (Text<'a>) if 2;
    symbols: [Text<'a>] in n_symbols if 4;
    mangled: [Text<'a>] in n_mangled if 8;
    unknown: (&'a [u8]) if 16;
    record_unknown: (&'a [u8]) if 32;
}

record! { SimpleperfThread, dfmt_simpleperf_thread, 0x30005, "simpleperf.thread";
    thread_id: (i32) if 1;
    process_id: (i32) if 2;
    name: (Text<'a>) if 4;
    unknown: (&'a [u8]) if 8;
    record_unknown: (&'a [u8]) if 16;
}

record! { SimpleperfSwitch, dfmt_simpleperf_switch, 0x30006, "simpleperf.switch";
    switch_on: (bool) if 1;
    time_ns: (u64) if 2;
    thread_id: (i32) if 4;
    unknown: (&'a [u8]) if 8;
    record_unknown: (&'a [u8]) if 16;
}

record! { SimpleperfColumns, dfmt_simpleperf_columns, 0x30007, "simpleperf.columns";
    time_ns: [u64] in n_rows;
    event_count: [u64] in n_rows;
    thread_id: [i32] in n_rows;
    event_type_id: [u32] in n_rows;
    present: [u32] in n_rows;
    first_frame: [u64] in n_first_frame;
    frames: [SimpleperfFrame<'a>] in n_frames;
}

record! { SimpleperfFrame, dfmt_simpleperf_frame, 0x38000, "simpleperf.frame";
    vaddr: (u64) if 1;
    file_id: (u32) if 2;
    symbol_id: (i32) if 4;
    execution: (SimpleperfExecution) if 8;
}

record! { SimpleperfFrameUnknown, dfmt_simpleperf_frame_unknown, 0x38001, "simpleperf.frame_unknown";
    frame: (u64);
    data: (&'a [u8]);
}

words! { number SimpleperfVariant, 0x38100, "simpleperf.variant";
    V1 = 1,
}

words! { number SimpleperfExecution, 0x38101, "simpleperf.execution";
    NATIVE = 0,
    INTERPRETED = 1,
    JIT = 2,
    ART = 3,
}

words! { number SimpleperfUnwind, 0x38102, "simpleperf.unwind";
    NONE = 0,
    UNKNOWN = 1,
    NOT_ENOUGH_STACK = 2,
    MEMORY_INVALID = 3,
    UNWIND_INFO = 4,
    INVALID_MAP = 5,
    MAX_FRAME_EXCEEDED = 6,
    REPEATED_FRAME = 7,
    INVALID_ELF = 8,
}

words! { flags SimpleperfRecords, 0x38103, "simpleperf.records";
    SAMPLE = 1,
    LOST = 2,
    FILE = 4,
    THREAD = 8,
    META = 16,
    SWITCH = 32,
    OPAQUE = 64,
}

record! { SimpleperfStackFrame, dfmt_simpleperf_stack_frame, 0x38200, "simpleperf.stack_frame";
    depth: (u32);
    sample_number: (u64);
    time_ns: (u64) if 1;
    event_count: (u64) if 2;
    event_type_id: (u32) if 4;
    thread_id: (i32) if 16;
    process_id: (i32) if 64;
    execution: (SimpleperfExecution) if 512;
    vaddr: (u64) if 256;
    event_type: (Text<'a>) if 8;
    thread_name: (Text<'a>) if 32;
    process_name: (Text<'a>) if 128;
    symbol: (Text<'a>) if 1024;
    mangled: (Text<'a>) if 2048;
    path: (Text<'a>) if 4096;
}

record! { MallocdbgHeader, dfmt_mallocdbg_header, 0x40001, "mallocdbg.header";
    variant: (MallocdbgVariant);
    version: (Text<'a>) if 1;
    fingerprint: (Text<'a>) if 2;
    total_bytes: (u64) if 4;
    n_records: (u64) if 8;
    backtrace_size: (u64) if 16;
    warned_size: (u64) if 32;
    line: (u64) if 64;
}

record! { MallocdbgAlloc, dfmt_mallocdbg_alloc, 0x40002, "mallocdbg.alloc";
    zygote_child: (bool);
    pc_digits: (u32) if 1;
    bytes: (u64);
    count: (u64);
    count_written: (u64);
    pcs: [u64] in n_pcs;
    frames: [MallocdbgFrame<'a>] in n_frames if 2;
    line: (u64) if 4;
}

record! { MallocdbgMapsBegin, dfmt_mallocdbg_maps_begin, 0x40003, "mallocdbg.maps_begin";
    failure: (Text<'a>) if 1;
    line: (u64) if 2;
}

record! { MallocdbgMap, dfmt_mallocdbg_map, 0x40004, "mallocdbg.map";
    prot: (MallocdbgProt);
    shared: (bool);
    dev_major: (u32);
    dev_minor: (u32);
    name_column: (u32);
    start_address: (u64);
    end_address: (u64);
    file_offset: (u64);
    inode: (u64);
    name: (Text<'a>) if 1;
    line: (u64) if 2;
}

record! { MallocdbgEnd, dfmt_mallocdbg_end, 0x40005, "mallocdbg.end";
    marker: (MallocdbgMarker);
    counts_valid: (bool);
    n_records: (u64);
    sum_bytes: (u64);
    sum_written: (u64);
    line: (u64) if 1;
}

record! { MallocdbgOp, dfmt_mallocdbg_op, 0x40006, "mallocdbg.op";
    op: (MallocdbgOperation);
    thread_id: (i32);
    ptr: (u64);
    bytes: (u64) if 1;
    old_ptr: (u64) if 2;
    n_items: (u64) if 4;
    alignment: (u64) if 8;
    start_ns: (u64) if 16;
    end_ns: (u64) if 32;
    resident_bytes: (u64) if 64;
}

record! { MallocdbgReport, dfmt_mallocdbg_report, 0x40007, "mallocdbg.report";
    kind: (MallocdbgKind);
    process_id: (i32) if 1;
    thread_id: (i32) if 2;
    priority: (MallocdbgPriority) if 4;
    guard: (MallocdbgGuard) if 32;
    complete: (bool);
    pc_digits: (u32) if 2048;
    ptr: (u64);
    bytes: (u64) if 64;
    header_tag: (u64) if 128;
    leak_number: (u64) if 256;
    leak_total: (u64) if 4096;
    program: (Text<'a>) if 8192;
    function: (Text<'a>) if 512;
    time_text: (Text<'a>) if 16;
    tag: (Text<'a>) if 8;
    diffs: [MallocdbgDiff<'a>] in n_diffs;
    traces: [MallocdbgTrace<'a>] in n_traces;
    frames: [MallocdbgFrame<'a>] in n_frames;
    line: (u64) if 1024;
}

record! { MallocdbgMessage, dfmt_mallocdbg_message, 0x40008, "mallocdbg.message";
    kind: (MallocdbgText);
    process_id: (i32) if 1;
    thread_id: (i32) if 2;
    priority: (MallocdbgPriority) if 4;
    signal: (i32) if 256;
    target_process_id: (i32) if 4096;
    ptr: (u64) if 512;
    hash_index: (u64) if 1024;
    message: (Text<'a>);
    program: (Text<'a>) if 32;
    detail: (Text<'a>) if 64;
    error: (Text<'a>) if 128;
    time_text: (Text<'a>) if 16;
    tag: (Text<'a>) if 8;
    line: (u64) if 2048;
}

record! { MallocdbgOpColumns, dfmt_mallocdbg_op_columns, 0x40009, "mallocdbg.op_columns";
    present: [u32] in n_rows;
    op: [u32] in n_rows;
    thread_id: [i32] in n_rows;
    ptr: [u64] in n_rows;
    bytes: [u64] in n_rows;
    old_ptr: [u64] in n_rows;
    n_items: [u64] in n_rows;
    alignment: [u64] in n_rows;
    start_ns: [u64] in n_rows;
    end_ns: [u64] in n_rows;
    resident_bytes: [u64] in n_rows;
}

record! { MallocdbgAllocColumns, dfmt_mallocdbg_alloc_columns, 0x4000a, "mallocdbg.alloc_columns";
    present: [u32] in n_rows;
    zygote_child: [u32] in n_rows;
    pc_digits: [u32] in n_rows;
    bytes: [u64] in n_rows;
    count: [u64] in n_rows;
    count_written: [u64] in n_rows;
    line: [u64] in n_rows;
    first_pc: [u64] in n_first_pc;
    pcs: [u64] in n_pcs;
}

record! { MallocdbgFrame, dfmt_mallocdbg_frame, 0x48000, "mallocdbg.frame";
    number: (u32) if 1;
    pc: (u64) if 2;
    rel_pc: (u64) if 4;
    map_offset: (u64) if 16;
    function_offset: (u64) if 64;
    map: (Text<'a>) if 8;
    function: (Text<'a>) if 32;
}

record! { MallocdbgDiff, dfmt_mallocdbg_diff, 0x48001, "mallocdbg.diff";
    block_offset: (i64);
    found: (u32);
    expected: (u32);
}

record! { MallocdbgTrace, dfmt_mallocdbg_trace, 0x48002, "mallocdbg.trace";
    role: (MallocdbgRole);
    first: (u64);
    n: (u64);
}

record! { MallocdbgOptions, dfmt_mallocdbg_options, 0x48003, "mallocdbg.options";
    flags: (MallocdbgFlags);
    pointer_size: (u32);
    backtrace_enabled: (bool);
    backtrace_enable_on_signal: (bool);
    backtrace_dump_on_exit: (bool);
    record_allocs_on_exit: (bool);
    front_guard_bytes: (u64);
    rear_guard_bytes: (u64);
    backtrace_frames: (u64);
    backtrace_min_size_bytes: (u64);
    backtrace_max_size_bytes: (u64);
    fill_on_alloc_bytes: (u64);
    fill_on_free_bytes: (u64);
    expand_alloc_bytes: (u64);
    free_track_allocations: (u64);
    free_track_backtrace_num_frames: (u64);
    record_allocs_num_entries: (u64);
    backtrace_dump_prefix: (Text<'a>);
    record_allocs_file: (Text<'a>);
}

record! { MallocdbgOption, dfmt_mallocdbg_option, 0x48004, "mallocdbg.option";
    name: (Option<Text<'a>>);
    alias: (Option<Text<'a>>);
    since: (Option<Text<'a>>);
    text: (Option<Text<'a>>);
    value: (MallocdbgValue);
    required: (bool);
    flags: (MallocdbgFlags);
    lo: (u64);
    hi: (u64);
    def: (u64);
}

record! { MallocdbgUse, dfmt_mallocdbg_use, 0x48005, "mallocdbg.use";
    n_ops: (u64);
    live_bytes: (u64);
    live_blocks: (u64);
    peak_bytes: (u64);
    peak_bytes_op: (u64);
    peak_blocks: (u64);
    peak_blocks_op: (u64);
    requested_bytes: (u64);
    largest_request: (u64);
    n_threads: (u64);
    null_results: (u64);
    free_null: (u64);
    unknown_free: (u64);
    unknown_realloc: (u64);
    duplicate: (u64);
    realloc_from_null: (u64);
    realloc_to_free: (u64);
    realloc_in_place: (u64);
    timed_ops: (u64);
    resident_known: (u64);
    first_start_ns: (u64);
    last_end_ns: (u64);
}

record! { MallocdbgShare, dfmt_mallocdbg_share, 0x48006, "mallocdbg.share";
    key: (u64);
    live_bytes: (u64);
    live_blocks: (u64);
    peak_bytes: (u64);
    n_ops: (u64);
}

record! { MallocdbgBlock, dfmt_mallocdbg_block, 0x48007, "mallocdbg.block";
    ptr: (u64);
    bytes: (u64);
    op_number: (u64);
    start_ns: (u64);
    thread_id: (i32);
}

words! { number MallocdbgVariant, 0x48100, "mallocdbg.variant";
    V10 = 1,
    V11 = 2,
    V12 = 3,
    COMMA = 4,
    HEAPSNAP = 5,
    NOT_AVAILABLE = 6,
    RECORDS = 7,
    LOG = 8,
}

words! { number MallocdbgDialect, 0x48101, "mallocdbg.dialect";
    AUTO = 0,
    DUMP = 1,
    RECORDS = 2,
    LOG = 3,
}

words! { number MallocdbgLogFormat, 0x48102, "mallocdbg.log_format";
    AUTO = 0,
    THREADTIME = 1,
    TIME = 2,
    BRIEF = 3,
    TAG = 4,
    PROCESS = 5,
    THREAD = 6,
    RAW = 7,
    LONG = 8,
    STDERR = 9,
}

words! { flags MallocdbgProt, 0x48103, "mallocdbg.prot";
    READ = 1,
    WRITE = 2,
    EXEC = 4,
}

words! { number MallocdbgMarker, 0x48104, "mallocdbg.marker";
    END = 1,
    NO_MAPS = 2,
    CUT = 3,
}

words! { number MallocdbgOperation, 0x48105, "mallocdbg.operation";
    MALLOC = 1,
    CALLOC = 2,
    MEMALIGN = 3,
    REALLOC = 4,
    FREE = 5,
    THREAD_DONE = 6,
}

words! { number MallocdbgKind, 0x48106, "mallocdbg.kind";
    CORRUPTED_GUARD = 1,
    USE_AFTER_FREE = 2,
    USE_AFTER_FREE_CALL = 3,
    UNKNOWN_POINTER = 4,
    INVALID_TAG = 5,
    CORRUPTED_HEADER_TAG = 6,
    LEAK = 7,
}

words! { number MallocdbgGuard, 0x48107, "mallocdbg.guard";
    FRONT = 1,
    REAR = 2,
}

words! { number MallocdbgPriority, 0x48108, "mallocdbg.priority";
    VERBOSE = 2,
    DEBUG = 3,
    INFO = 4,
    WARN = 5,
    ERROR = 6,
    FATAL = 7,
    SILENT = 8,
}

words! { number MallocdbgRole, 0x48109, "mallocdbg.role";
    FAILURE = 1,
    FREE = 2,
    ALLOCATION = 3,
    ORIGINAL_FREE = 4,
}

words! { number MallocdbgText, 0x4810a, "mallocdbg.text";
    OTHER = 0,
    ENABLED = 1,
    RUN_HINT = 2,
    OPTION_ERROR = 3,
    USAGE = 4,
    DUMP_FILE = 5,
    DUMP_FILE_ERROR = 6,
    RECORD_FILE_ERROR = 7,
    RECORD_WRITE_ERROR = 8,
    RECORD_FULL = 9,
    RECORD_EMPTY = 10,
    PAGEMAP_ERROR = 11,
    PAGE_DATA_ERROR = 12,
    SIGNAL_SETUP_ERROR = 13,
    UNREACHABLE_START = 14,
    UNREACHABLE_FAILED = 15,
    STATS_START = 16,
    STATS_FAILED = 17,
    LEAK_INFO_BAD_ARGUMENT = 18,
    LEAK_INFO_NOT_TRACKING = 19,
    ASAN_CONFLICT = 20,
    UNTRACKED_POINTER = 21,
    MISSING_HASH_INDEX = 22,
    MISSING_FRAME_DATA = 23,
    KEY_CREATE_ERROR = 24,
    ENABLE_FAILED = 25,
    LIBRARY_MISSING = 26,
    ROUTINE_MISSING = 27,
    LEGACY = 28,
}

words! { flags MallocdbgFlags, 0x4810b, "mallocdbg.flags";
    FRONT_GUARD = 1,
    REAR_GUARD = 2,
    BACKTRACE = 4,
    FILL_ON_ALLOC = 8,
    FILL_ON_FREE = 16,
    EXPAND_ALLOC = 32,
    FREE_TRACK = 64,
    TRACK_ALLOCS = 128,
    LEAK_TRACK = 256,
    RECORD_ALLOCS = 512,
    BACKTRACE_FULL = 1024,
    ABORT_ON_ERROR = 2048,
    VERBOSE = 4096,
    CHECK_UNREACHABLE_ON_SIGNAL = 8192,
    BACKTRACE_SPECIFIC_SIZES = 16384,
    LOG_ALLOCATOR_STATS_ON_SIGNAL = 32768,
    LOG_ALLOCATOR_STATS_ON_EXIT = 65536,
}

words! { number MallocdbgValue, 0x4810c, "mallocdbg.value";
    FLAG = 1,
    NUMBER = 2,
    TEXT = 3,
}

words! { number MallocdbgBy, 0x4810d, "mallocdbg.by";
    SIZE = 1,
    THREAD = 2,
}

record! { MallocdbgLiveBlock, dfmt_mallocdbg_live_block, 0x48200, "mallocdbg.live_block";
    thread_id: (i32) if 8;
    ptr: (u64) if 1;
    bytes: (u64);
    count: (u64);
    op_number: (u64) if 2;
    start_ns: (u64) if 4;
    line: (u64) if 32;
    zygote_child: (bool) if 16;
}

record! { BugreportHeader, dfmt_bugreport_header, 0x10001, "bugreport.header";
    variant: (BugreportVariant);
    by_directory: (bool);
    rule: (BugreportRule);
    version: (Text<'a>) if 1;
    main_entry: (Text<'a>) if 2;
    n_entries: (u64) if 4;
    leading_bytes: (u64) if 16;
    comment: (Text<'a>) if 8;
}

record! { BugreportEntry, dfmt_bugreport_entry, 0x10002, "bugreport.entry";
    role: (BugreportRole);
    method: (BugreportMethod);
    flags: (BugreportFlags);
    zip_flags: (u32);
    version_needed: (u32);
    version_made_by: (u32) if 32;
    external_attributes: (u32) if 64;
    crc32: (u32) if 1;
    dump_priority: (BugreportDumpPriority);
    number: (u64);
    stored_size: (u64) if 2;
    decoded_size: (u64) if 4;
    header_offset: (u64);
    data_offset: (u64) if 16;
    mtime_local_s: (i64) if 8;
    name: (Text<'a>);
    service: (Text<'a>) if 128;
    device_path: (Text<'a>) if 256;
    extra: (&'a [u8]) if 512;
    comment: (Text<'a>) if 1024;
}

record! { BugreportEntryEnd, dfmt_bugreport_entry_end, 0x10003, "bugreport.entry_end";
    role: (BugreportRole);
    method: (BugreportMethod);
    flags: (BugreportFlags);
    zip_flags: (u32);
    version_needed: (u32);
    version_made_by: (u32) if 32;
    external_attributes: (u32) if 64;
    crc32: (u32) if 1;
    dump_priority: (BugreportDumpPriority);
    number: (u64);
    stored_size: (u64) if 2;
    decoded_size: (u64) if 4;
    header_offset: (u64);
    data_offset: (u64) if 16;
    mtime_local_s: (i64) if 8;
    name: (Text<'a>);
    service: (Text<'a>) if 128;
    device_path: (Text<'a>) if 256;
    extra: (&'a [u8]) if 512;
    comment: (Text<'a>) if 1024;
}

record! { BugreportSummary, dfmt_bugreport_summary, 0x10004, "bugreport.summary";
    rule: (BugreportRule);
    guessed: (bool);
    complete: (bool);
    version: (Text<'a>) if 1;
    main_entry: (Text<'a>) if 2;
    fallback: (Text<'a>) if 4;
    time_local_s: (i64) if 8;
    n_entries: (u64);
    n_sections: (u64);
    n_services: (u64);
    text_size: (u64);
}

record! { BugreportBanner, dfmt_bugreport_banner, 0x10005, "bugreport.banner";
    text: (Text<'a>);
    time_local_s: (i64) if 1;
}

record! { BugreportProperty, dfmt_bugreport_property, 0x10006, "bugreport.property";
    key: (Text<'a>);
    value: (Text<'a>) if 1;
}

record! { BugreportSection, dfmt_bugreport_section, 0x10007, "bugreport.section";
    dump_priority: (BugreportDumpPriority);
    text: (Text<'a>);
    title: (Text<'a>) if 4;
    command: (Text<'a>) if 1;
    file_time_local_s: (i64) if 2;
    number: (u64);
}

record! { BugreportSectionEnd, dfmt_bugreport_section_end, 0x10008, "bugreport.section_end";
    closed: (BugreportClosed);
    result: (BugreportResult);
    code: (u32) if 2;
    number: (u64);
    title: (Text<'a>);
    duration_us: (u64) if 1;
    start_offset: (u64);
    body_offset: (u64);
    body_size: (u64);
}

record! { BugreportService, dfmt_bugreport_service, 0x10009, "bugreport.service";
    dump_priority: (BugreportDumpPriority);
    number: (u64);
    section_number: (u64) if 1;
    name: (Text<'a>);
}

record! { BugreportServiceEnd, dfmt_bugreport_service_end, 0x1000a, "bugreport.service_end";
    closed: (BugreportClosed);
    timed_out: (bool);
    number: (u64);
    name: (Text<'a>);
    duration_us: (u64) if 1;
    time_local_s: (i64) if 2;
    timeout_ms: (u64) if 4;
    start_offset: (u64);
    body_offset: (u64);
    body_size: (u64);
    other: (Text<'a>) if 8;
    other_duration_us: (u64) if 8;
    other_time_local_s: (i64) if 16;
}

record! { BugreportText, dfmt_bugreport_text, 0x1000b, "bugreport.text";
    section_number: (u64) if 1;
    service_number: (u64) if 2;
}

record! { BugreportDuration, dfmt_bugreport_duration, 0x1000c, "bugreport.duration";
    title: (Text<'a>);
    duration_us: (u64);
    section_number: (u64) if 1;
}

record! { BugreportLog, dfmt_bugreport_log, 0x1000d, "bugreport.log";
    kind: (BugreportKind);
    year: (u32) if 2;
    month: (u32) if 1;
    day: (u32) if 1;
    second: (u32) if 1;
    nanosecond: (u32) if 1;
    zone_minute: (i32) if 4;
    process_id: (i32) if 16;
    thread_id: (i32) if 32;
    switched: (bool);
    priority: (BugreportPriority) if 64;
    tag: (Text<'a>) if 256;
    message: (Text<'a>) if 512;
    user_id: (Text<'a>) if 8;
    buffer: (Text<'a>) if 128;
    kernel_priority: (u32) if 2048;
    uptime_us: (u64) if 1024;
    caller: (Text<'a>) if 4096;
}

record! { BugreportSystemProperty, dfmt_bugreport_system_property, 0x1000e, "bugreport.system_property";
    key: (Text<'a>);
    value: (Text<'a>) if 1;
}

record! { BugreportPackageGrant, dfmt_bugreport_package_grant, 0x18000, "bugreport.package_grant";
    permission: (Text<'a>);
    granted: (bool);
    android_user: (i32) if 1;
}

record! { BugreportBatteryItem, dfmt_bugreport_battery_item, 0x18001, "bugreport.battery_item";
    change: (BugreportBatteryChange);
    name: (Text<'a>);
    value: (Text<'a>) if 1;
    text: (Text<'a>) if 2;
    user_id: (u32) if 2;
}

record! { BugreportTriageEvidence, dfmt_bugreport_triage_evidence, 0x18002, "bugreport.triage_evidence";
    entry: (Text<'a>) if 2;
    section: (Text<'a>) if 4;
    start_offset: (u64);
    line: (u64) if 1;
}

words! { number BugreportVariant, 0x18100, "bugreport.variant";
    TEXT = 1,
    ZIP = 2,
    V0 = 3,
    V1 = 4,
    V2 = 5,
}

words! { number BugreportPass, 0x18101, "bugreport.pass";
    AUTO = 0,
    FORWARD = 1,
    DIRECTORY = 2,
}

words! { number BugreportRole, 0x18102, "bugreport.role";
    OTHER = 0,
    MAIN = 1,
    VERSION = 2,
    POINTER = 3,
    FILE = 4,
    PROTO = 5,
    LSHAL = 6,
    BOARD = 7,
    LOG = 8,
    SYSTRACE = 9,
    TITLE = 10,
    DESCRIPTION = 11,
    VISIBLE_WINDOWS = 12,
    NESTED = 13,
    FOLDER = 14,
    DUPLICATE = 15,
    TOMBSTONE = 16,
    ANR = 17,
}

words! { number BugreportRule, 0x18103, "bugreport.rule";
    NONE = 0,
    POINTER = 1,
    HYPHEN = 2,
    FIRST = 3,
    WHOLE = 4,
    NAME = 5,
    CONTENT = 6,
    NESTED = 7,
}

words! { number BugreportDumpPriority, 0x18104, "bugreport.dump_priority";
    NORMAL = 0,
    HIGH = 1,
    CRITICAL = 2,
}

words! { number BugreportClosed, 0x18105, "bugreport.closed";
    DURATION = 1,
    OTHER_DURATION = 2,
    ELAPSED = 3,
    FOOTER = 4,
    OTHER_FOOTER = 5,
    SECTION = 6,
    SERVICE = 7,
    BANNER = 8,
    EOF = 9,
    TRUNCATED = 10,
}

words! { number BugreportResult, 0x18106, "bugreport.result";
    OK = 0,
    EXIT_CODE = 1,
    SIGNAL = 2,
    TIMED_OUT = 3,
    FAILED = 4,
    SKIPPED = 5,
}

words! { number BugreportMethod, 0x18107, "bugreport.method";
    STORED = 0,
    DEFLATE = 8,
}

words! { number BugreportKind, 0x18108, "bugreport.kind";
    MARKER = 1,
    THREADTIME = 2,
    TIME = 3,
    KERNEL = 4,
}

words! { number BugreportPriority, 0x18109, "bugreport.priority";
    VERBOSE = 2,
    DEBUG = 3,
    INFO = 4,
    WARN = 5,
    ERROR = 6,
    FATAL = 7,
    SILENT = 8,
}

words! { flags BugreportFlags, 0x1810a, "bugreport.flags";
    ENCRYPTED = 1,
    DESCRIPTOR = 2,
    UTF8 = 4,
    ZIP64 = 8,
    UNSAFE = 16,
    TRUNCATED = 32,
}

words! { number BugreportForm, 0x1810b, "bugreport.form";
    TEXT = 1,
    LOG = 2,
    PROTO = 3,
}

words! { number BugreportCrash, 0x1810c, "bugreport.crash";
    JAVA = 1,
    NATIVE = 2,
    ANR = 3,
    WATCHDOG = 4,
}

words! { number BugreportKernel, 0x1810d, "bugreport.kernel";
    OOPS = 1,
    PANIC = 2,
    HUNG = 3,
    OOM = 4,
}

words! { number BugreportLock, 0x1810e, "bugreport.lock";
    BLOCKED = 1,
    INFLATE = 2,
    WAIT = 3,
    SLEEP = 4,
    LOCKED = 5,
}

words! { number BugreportVerdict, 0x1810f, "bugreport.verdict";
    DEADLOCK = 1,
    LOCK = 2,
    IDLE = 3,
    BINDER = 4,
    RUNNING = 5,
    SLEEPING = 6,
    WAITING = 7,
    NATIVE = 8,
    OTHER = 9,
}

words! { number BugreportFinding, 0x18110, "bugreport.finding";
    KERNEL_CRASH = 1,
    WATCHDOG = 2,
    JAVA_CRASH = 3,
    NATIVE_CRASH = 4,
    ANR = 5,
    HUNG_TASK = 6,
    OOM_KILL = 7,
    FOREGROUND_KILL = 8,
    PAST_EXIT = 9,
    PAST_CRASH = 10,
    PAST_NATIVE_CRASH = 11,
    PAST_ANR = 12,
    PAST_WATCHDOG = 13,
    PAST_KERNEL = 14,
    PAST_RESTART = 15,
    WTF = 16,
    MEMORY_ERROR = 17,
    LEAK = 18,
}

words! { number BugreportMeasure, 0x18120, "bugreport.measure";
    PSS = 1,
    RSS = 2,
}

words! { number BugreportBatteryChange, 0x18121, "bugreport.battery_change";
    SET = 1,
    ON = 2,
    OFF = 3,
}

record! { BugreportLogcat, dfmt_bugreport_logcat, 0x18200, "bugreport.logcat";
    kind: (BugreportKind);
    priority: (BugreportPriority) if 128;
    kernel_priority: (u32) if 2048;
    process_id: (i32) if 32;
    thread_id: (i32) if 64;
    user_id: (Text<'a>) if 16;
    tag: (Text<'a>) if 256;
    message: (Text<'a>) if 512;
    time_local_s: (i64) if 4;
    nanosecond: (u32) if 4;
    zone_minute: (i32) if 8;
    uptime_us: (u64) if 1024;
    caller: (Text<'a>) if 4096;
    buffer: (Text<'a>) if 2;
    section_title: (Text<'a>) if 1;
    section_number: (u64) if 1;
    start_offset: (u64);
}

record! { BugreportOverview, dfmt_bugreport_overview, 0x18201, "bugreport.overview";
    variant: (BugreportVariant);
    time_local_s: (i64) if 2;
    version: (Text<'a>) if 262144;
    main_entry: (Text<'a>) if 524288;
    n_entries: (u64) if 1;
    n_sections: (u64) if 1;
    n_services: (u64) if 1;
    text_size: (u64) if 1;
    complete: (bool) if 1;
    n_failed_sections: (u64);
    n_timed_out_services: (u64);
    build: (Text<'a>) if 4;
    fingerprint: (Text<'a>) if 8;
    android_release: (Text<'a>) if 16;
    android_sdk: (Text<'a>) if 32;
    security_patch: (Text<'a>) if 64;
    manufacturer: (Text<'a>) if 128;
    model: (Text<'a>) if 256;
    device: (Text<'a>) if 512;
    serial: (Text<'a>) if 1024;
    bootloader: (Text<'a>) if 2048;
    radio: (Text<'a>) if 4096;
    network: (Text<'a>) if 8192;
    kernel: (Text<'a>) if 16384;
    command_line: (Text<'a>) if 32768;
    uptime_text: (Text<'a>) if 65536;
    timezone: (Text<'a>) if 131072;
}

record! { BugreportTombstoneCrash, dfmt_bugreport_tombstone_crash, 0x18202, "bugreport.tombstone_crash";
    form: (BugreportForm);
    truncated: (bool);
    process_id: (i32) if 1;
    thread_id: (i32) if 2;
    user_id: (u32) if 4;
    signal: (i32) if 8;
    code: (i32) if 16;
    sender_process_id: (u32) if 32;
    sender_user_id: (u32) if 32;
    utc_offset_s: (i32) if 64;
    fault_address: (u64) if 128;
    uptime_s: (u64) if 256;
    crash_number: (u64);
    start_offset: (u64);
    line: (u64) if 512;
    entry: (Text<'a>) if 1024;
    section: (Text<'a>) if 2048;
    process_name: (Text<'a>) if 4096;
    thread_name: (Text<'a>) if 8192;
    signal_name: (Text<'a>) if 2097152;
    code_name: (Text<'a>) if 4194304;
    abort_message: (Text<'a>) if 16384;
    signature: (Text<'a>) if 32768;
    fingerprint: (Text<'a>) if 65536;
    revision: (Text<'a>) if 131072;
    abi: (Text<'a>) if 262144;
    time_text: (Text<'a>) if 524288;
    cmdline: (Text<'a>) if 1048576;
    causes: [Text<'a>] in n_causes;
}

record! { BugreportTombstoneThread, dfmt_bugreport_tombstone_thread, 0x18203, "bugreport.tombstone_thread";
    process_id: (i32) if 8;
    thread_id: (i32);
    crashed: (bool);
    frames: (u64);
    crash_number: (u64);
    start_offset: (u64);
    line: (u64) if 1;
    entry: (Text<'a>) if 2;
    section: (Text<'a>) if 4;
    name: (Text<'a>);
}

record! { BugreportTombstoneFrame, dfmt_bugreport_tombstone_frame, 0x18204, "bugreport.tombstone_frame";
    process_id: (i32) if 8;
    thread_id: (i32) if 16;
    number: (u32);
    pc: (u64);
    map_offset: (u64) if 32;
    function_offset: (u64) if 128;
    crash_number: (u64);
    start_offset: (u64);
    line: (u64) if 1;
    entry: (Text<'a>) if 2;
    section: (Text<'a>) if 4;
    path: (Text<'a>);
    function: (Text<'a>) if 64;
    build_id: (Text<'a>) if 256;
}

record! { BugreportLogCrash, dfmt_bugreport_log_crash, 0x18205, "bugreport.log_crash";
    truncated: (bool);
    start_offset: (u64);
    line: (u64) if 1;
    entry: (Text<'a>) if 2;
    section: (Text<'a>) if 4;
    kind: (BugreportCrash);
    process_id: (i32) if 32;
    thread_id: (i32) if 64;
    signal: (i32) if 128;
    time_local_s: (i64) if 16;
    time_text: (Text<'a>) if 8;
    process_name: (Text<'a>) if 256;
    thread_name: (Text<'a>) if 512;
    exception: (Text<'a>) if 1024;
    root_exception: (Text<'a>) if 1024;
    message: (Text<'a>) if 2048;
    root_message: (Text<'a>) if 4096;
    reason: (Text<'a>) if 8192;
    signature: (Text<'a>) if 16384;
    frames: [Text<'a>] in n_frames;
}

record! { BugreportLogEvent, dfmt_bugreport_log_event, 0x18206, "bugreport.log_event";
    truncated: (bool);
    start_offset: (u64);
    line: (u64) if 1;
    entry: (Text<'a>) if 2;
    section: (Text<'a>) if 4;
    android_user: (i32) if 16;
    process_id: (i32) if 32;
    user_id: (i32) if 64;
    adj: (i32) if 256;
    proc_state: (i32) if 512;
    flags: (i32) if 1024;
    file_line: (i32) if 524288;
    processes: (u64) if 65536;
    uptime_ms: (u64) if 131072;
    time_local_s: (i64) if 8;
    time_text: (Text<'a>) if 262144;
    tag: (Text<'a>);
    process_name: (Text<'a>) if 128;
    reason: (Text<'a>) if 2048;
    exception: (Text<'a>) if 4096;
    message: (Text<'a>) if 8192;
    file: (Text<'a>) if 16384;
    wtf_tag: (Text<'a>) if 32768;
}

record! { BugreportKernelCrash, dfmt_bugreport_kernel_crash, 0x18207, "bugreport.kernel_crash";
    truncated: (bool);
    start_offset: (u64);
    line: (u64) if 1;
    entry: (Text<'a>) if 2;
    section: (Text<'a>) if 4;
    kind: (BugreportKernel);
    cpu: (u32) if 16;
    process_id: (i32) if 32;
    uptime_us: (u64) if 256;
    message: (Text<'a>);
    panic: (Text<'a>) if 8;
    comm: (Text<'a>) if 64;
    pc: (Text<'a>) if 128;
    signature: (Text<'a>) if 512;
    trace: [Text<'a>] in n_trace;
}

record! { BugreportAnrProcess, dfmt_bugreport_anr_process, 0x18208, "bugreport.anr_process";
    truncated: (bool);
    start_offset: (u64);
    line: (u64) if 1;
    entry: (Text<'a>) if 2;
    section: (Text<'a>) if 4;
    process_id: (i32);
    threads: (u64);
    process_name: (Text<'a>) if 8;
    time_text: (Text<'a>) if 16;
}

record! { BugreportAnrThread, dfmt_bugreport_anr_thread, 0x18209, "bugreport.anr_thread";
    truncated: (bool);
    start_offset: (u64);
    line: (u64) if 1;
    entry: (Text<'a>) if 2;
    section: (Text<'a>) if 4;
    process_id: (i32);
    vm_thread_id: (i32) if 8;
    thread_id: (i32) if 16;
    daemon: (bool);
    java_priority: (i32) if 32;
    nice: (i32) if 64;
    core: (i32) if 1024;
    utm: (u64) if 512;
    stm: (u64) if 512;
    frames: (u64);
    name: (Text<'a>);
    state: (Text<'a>) if 2048;
    cgrp: (Text<'a>) if 128;
    native_state: (Text<'a>) if 256;
}

record! { BugreportAnrLock, dfmt_bugreport_anr_lock, 0x1820a, "bugreport.anr_lock";
    truncated: (bool);
    start_offset: (u64);
    line: (u64) if 1;
    entry: (Text<'a>) if 2;
    section: (Text<'a>) if 4;
    process_id: (i32);
    vm_thread_id: (i32) if 8;
    kind: (BugreportLock);
    held_by: (i32) if 64;
    frame_number: (i32);
    lock_address: (u64) if 16;
    class_name: (Text<'a>) if 32;
}

record! { BugreportAnrVerdict, dfmt_bugreport_anr_verdict, 0x1820b, "bugreport.anr_verdict";
    truncated: (bool);
    start_offset: (u64);
    line: (u64) if 1;
    entry: (Text<'a>) if 2;
    section: (Text<'a>) if 4;
    process_id: (i32);
    kind: (BugreportVerdict);
    state: (Text<'a>);
    process_name: (Text<'a>) if 8;
    time_text: (Text<'a>) if 16;
    signature: (Text<'a>) if 32;
    chain: [i32] in n_chain;
}

record! { BugreportAnrCycle, dfmt_bugreport_anr_cycle, 0x1820c, "bugreport.anr_cycle";
    truncated: (bool);
    start_offset: (u64);
    line: (u64) if 1;
    entry: (Text<'a>) if 2;
    section: (Text<'a>) if 4;
    process_id: (i32);
    vm_thread_ids: [i32] in n_vm_thread_ids;
}

record! { BugreportTriageFinding, dfmt_bugreport_triage_finding, 0x1820d, "bugreport.triage_finding";
    truncated: (bool);
    rank: (u32);
    kind: (BugreportFinding);
    severity: (u32);
    process_id: (i32) if 2;
    count: (u64);
    process_name: (Text<'a>) if 1;
    time_text: (Text<'a>) if 4;
    signature: (Text<'a>) if 8;
    evidence: [BugreportTriageEvidence<'a>] in n_evidence;
    message: (Text<'a>) if 16;
}

record! { BugreportExitInfo, dfmt_bugreport_exit_info, 0x18230, "bugreport.exit_info";
    truncated: (bool);
    start_offset: (u64);
    line: (u64) if 1;
    entry: (Text<'a>) if 2;
    section: (Text<'a>) if 4;
    number: (u32);
    process_id: (i32) if 16;
    real_user_id: (u32) if 16;
    package_user_id: (u32) if 16;
    defining_user_id: (u32) if 16;
    android_user: (i32) if 16;
    time_text: (Text<'a>) if 16;
    reason: (i32) if 32;
    subreason: (i32) if 32;
    process_name: (Text<'a>) if 32;
    reason_name: (Text<'a>) if 32;
    subreason_name: (Text<'a>) if 32;
    status: (i32) if 32;
    importance: (i32) if 64;
    pss_kb: (u64) if 128;
    rss_kb: (u64) if 128;
    state_bytes: (u64) if 512;
    package: (Text<'a>) if 8;
    description: (Text<'a>) if 256;
    trace: (Text<'a>) if 1024;
}

record! { BugreportPackage, dfmt_bugreport_package, 0x18231, "bugreport.package";
    truncated: (bool);
    start_offset: (u64);
    line: (u64) if 1;
    entry: (Text<'a>) if 2;
    section: (Text<'a>) if 4;
    hidden: (bool);
    user_id: (u32) if 8;
    min_sdk: (u32) if 64;
    target_sdk: (u32) if 128;
    version_code: (u64) if 16;
    package: (Text<'a>);
    version_name: (Text<'a>) if 32;
    code_path: (Text<'a>) if 256;
    first_install: (Text<'a>) if 512;
    last_update: (Text<'a>) if 1024;
    installer: (Text<'a>) if 2048;
    flags: [Text<'a>] in n_flags;
    requested: [Text<'a>] in n_requested;
    grants: [BugreportPackageGrant<'a>] in n_grants;
}

record! { BugreportDropboxEntry, dfmt_bugreport_dropbox_entry, 0x18232, "bugreport.dropbox_entry";
    truncated: (bool);
    start_offset: (u64);
    line: (u64) if 1;
    entry: (Text<'a>) if 2;
    section: (Text<'a>) if 4;
    lost: (bool);
    compressed: (bool);
    text: (bool);
    bytes: (u64) if 8;
    time_text: (Text<'a>);
    tag: (Text<'a>);
}

record! { BugreportProcess, dfmt_bugreport_process, 0x18233, "bugreport.process";
    truncated: (bool);
    start_offset: (u64);
    line: (u64) if 1;
    entry: (Text<'a>) if 2;
    section: (Text<'a>) if 4;
    process_id: (i32);
    thread_id: (i32) if 8;
    parent_process_id: (i32) if 16;
    vsz_kb: (u64) if 32;
    rss_kb: (u64) if 64;
    time_s: (u64) if 256;
    user_id: (Text<'a>);
    state: (Text<'a>) if 128;
    name: (Text<'a>);
}

record! { BugreportMeminfoProcess, dfmt_bugreport_meminfo_process, 0x18234, "bugreport.meminfo_process";
    truncated: (bool);
    start_offset: (u64);
    line: (u64) if 1;
    entry: (Text<'a>) if 2;
    section: (Text<'a>) if 4;
    measure: (BugreportMeasure);
    process_id: (i32);
    activities: (bool);
    size_kb: (u64);
    swap_kb: (u64) if 8;
    process_name: (Text<'a>);
}

record! { BugreportBatteryEvent, dfmt_bugreport_battery_event, 0x18235, "bugreport.battery_event";
    truncated: (bool);
    start_offset: (u64);
    line: (u64) if 1;
    entry: (Text<'a>) if 2;
    section: (Text<'a>) if 4;
    delta_ms: (i64);
    text: (Text<'a>);
    items: [BugreportBatteryItem<'a>] in n_items;
}
