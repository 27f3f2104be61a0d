// SPDX-License-Identifier: MIT
// Made by bindings/generate.py from the library's descriptions: do not edit.
use crate::record::{record, words, List, Record, Text};
use crate::records::*;
use diagfmt_sys as sys;

record! { ProfileFacts, dfmt_profile_facts, 0x1000101, "profile.facts";
    weight: (Text<'a>);
    unit: (Text<'a>);
    total: (u64);
    count: (u64);
    n_left_out: (u64);
    n_inputs: (u64);
    n_partial: (u64);
    n_dropped: (u64);
}

record! { ProfileRow, dfmt_profile_row, 0x1000102, "profile.row";
    depth: (u32) if 256;
    thread_id: (i32) if 2;
    process_id: (i32) if 4;
    event: (Text<'a>) if 1;
    thread_name: (Text<'a>) if 2;
    process_name: (Text<'a>) if 4;
    heap: (Text<'a>) if 8;
    self_: (u64) if 512;
    total: (u64);
    self_share: (f64) if 512;
    total_share: (f64);
    self_count: (u64) if 512;
    total_count: (u64);
    block_bytes: (u64) if 128;
    function: (Text<'a>) if 16;
    linker_name: (Text<'a>) if 32;
    file: (Text<'a>) if 64;
    frames: [ProfileFrame<'a>] in n_frames if 1024;
}

record! { ProfileFrame, dfmt_profile_frame, 0x1008101, "profile.frame";
    function: (Text<'a>);
    file: (Text<'a>);
}

words! { number ProfileKeep, 0x1008181, "profile.keep";
    FUNCTIONS = 0,
    FILES = 1,
    STACKS = 2,
    PLACES = 3,
    SAMPLES = 4,
}

words! { flags ProfileBy, 0x1008182, "profile.by";
    EVENT = 1,
    THREAD = 2,
    PROCESS = 4,
    HEAP = 8,
    USUAL = 16,
}

words! { number ProfileWeight, 0x1008183, "profile.weight";
    USUAL = 0,
    COUNT = 1,
}

words! { number ProfileCpu, 0x1008184, "profile.cpu";
    ANY = 0,
    ON = 1,
    OFF = 2,
    BOTH = 3,
    RECORDED = 4,
}

words! { number ProfileHeap, 0x1008185, "profile.heap";
    ALL = 0,
    APP = 1,
    ZYGOTE = 2,
}

words! { number ProfilePurpose, 0x1008186, "profile.purpose";
    ROWS = 0,
    FOLDED = 1,
    FLAME = 2,
    PPROF = 3,
    FIREFOX = 4,
    COMPARE = 5,
    COMPARE_FLAME = 6,
}

record! { CompareFacts, dfmt_compare_facts, 0x1000201, "compare.facts";
    weight: (Text<'a>);
    unit: (Text<'a>);
    n_before: (u64);
    n_after: (u64);
    total_before: (f64);
    total_after: (f64);
    scale: (f64);
    n_changed: (u64);
}

record! { CompareRow, dfmt_compare_row, 0x1000202, "compare.row";
    verdict: (CompareVerdict);
    before: (f64);
    after: (f64);
    delta: (f64);
    before_share: (f64);
    after_share: (f64);
    delta_share: (f64);
    low: (f64) if 4;
    high: (f64) if 4;
    q: (f64) if 4;
    function: (Text<'a>) if 1;
    file: (Text<'a>) if 2;
    linker_name: (Text<'a>) if 8;
}

words! { number CompareVerdict, 0x1008281, "compare.verdict";
    SAME = 0,
    NOISE = 1,
    RARE = 2,
    CHANGED = 3,
    UNKNOWN = 4,
}

record! { HeapFacts, dfmt_heap_facts, 0x1000301, "heap.facts";
    partial: (bool);
    limited: (bool);
    bytes: (u64);
    blocks: (u64);
    allocated_bytes: (u64);
    allocated_blocks: (u64);
    peak_bytes: (u64);
    peak_blocks: (u64);
    app_bytes: (u64);
    app_blocks: (u64);
    at_ns: (u64);
    n_ops: (u64);
    n_unknown_frees: (u64);
    n_unknown_reallocs: (u64);
    n_duplicates: (u64);
    n_announced: (u64);
    n_problems: (u64);
}

record! { HeapRow, dfmt_heap_row, 0x1000302, "heap.row";
    thread_id: (i32) if 1;
    process_id: (i32) if 2;
    bytes: (u64);
    blocks: (u64);
    allocated_bytes: (u64) if 4;
    allocated_blocks: (u64) if 4;
    peak_bytes: (u64) if 4;
    peak_blocks: (u64) if 4;
    app_bytes: (u64) if 8;
    app_blocks: (u64) if 8;
    block_bytes: (u64) if 16;
    oldest_op_number: (u64) if 32;
    oldest_start_ns: (u64) if 64;
    oldest_age_ns: (u64) if 64;
    program: (Text<'a>) if 128;
    frames: [HeapFrame<'a>] in n_frames if 256;
    elf_addresses: [u64] in n_elf_addresses if 512;
}

record! { HeapGrowthFacts, dfmt_heap_growth_facts, 0x1000303, "heap.growth_facts";
    frames_by: (HeapFrames);
    before_bytes: (u64);
    after_bytes: (u64);
    before_blocks: (u64);
    after_blocks: (u64);
    n_differences: (u64);
    n_new: (u64);
    n_gone: (u64);
    n_grown: (u64);
    n_shrunk: (u64);
    n_same: (u64);
    n_problems: (u64);
}

record! { HeapGrowth, dfmt_heap_growth, 0x1000304, "heap.growth";
    change: (HeapChange);
    side: (HeapSide);
    bytes_delta: (i64);
    before_bytes: (u64);
    after_bytes: (u64);
    blocks_delta: (i64);
    before_blocks: (u64);
    after_blocks: (u64);
    frames: [HeapFrame<'a>] in n_frames if 1;
    elf_addresses: [u64] in n_elf_addresses if 2;
}

record! { HeapFrame, dfmt_heap_frame, 0x1008301, "heap.frame";
    function: (Text<'a>) if 1;
    function_offset: (u64) if 2;
    file: (Text<'a>) if 4;
    file_offset: (u64) if 4;
    library_offset: (u64) if 8;
    pc: (u64) if 16;
}

words! { number HeapBy, 0x1008381, "heap.by";
    USUAL = 0,
    SIZE = 1,
    THREAD = 2,
}

words! { number HeapChange, 0x1008382, "heap.change";
    SAME = 0,
    NEW = 1,
    GONE = 2,
    GROWN = 3,
    SHRUNK = 4,
}

words! { number HeapSide, 0x1008383, "heap.side";
    ZYGOTE = 0,
    APP = 1,
    ALL = 2,
}

words! { number HeapFrames, 0x1008384, "heap.frames";
    FUNCTIONS = 0,
    OFFSETS = 1,
    ADDRESSES = 2,
}

record! { VerifyProblem, dfmt_verify_problem, 0x1000401, "verify.problem";
    severity: (Severity);
    number: (u32) if 2;
    counts: (bool);
    input: (u64);
    line: (u64) if 4;
    byte_offset: (u64) if 8;
    file: (Text<'a>) if 1;
    place: (Text<'a>) if 16;
    message: (Text<'a>);
}

record! { VerifyResult, dfmt_verify_result, 0x1000402, "verify.result";
    verdict: (VerifyVerdict);
    input: (u64) if 1;
    file: (Text<'a>) if 2;
    format: (Text<'a>) if 4;
    n_problems: (u64);
    n_notes: (u64);
    n_records: (u64);
    n_values: (u64);
    value_bytes: (u64);
    n_unchecked: (u64);
    n_no_codec: (u64);
    n_left_out: (u64);
}

words! { number VerifyVerdict, 0x1008481, "verify.verdict";
    SOUND = 0,
    PROBLEMS = 1,
    UNCHECKED = 2,
}

record! { InfoFile, dfmt_info_file, 0x1000501, "info.file";
    file: (Text<'a>) if 1;
    set_name: (Text<'a>);
    wrapper: (Wrapper);
    complete: (bool);
    format: (Text<'a>);
    bytes: (u64);
    n_records: (u64);
    n_problems: (u64);
}

record! { InfoReport, dfmt_info_report, 0x1000510, "info.report";
    file: (Text<'a>) if 1;
    set_name: (Text<'a>);
    problem_type: (Text<'a>) if 2;
    n_fields: (u64);
    n_text: (u64);
    n_base64: (u64);
    n_missing: (u64);
    n_repeated: (u64);
}

record! { InfoField, dfmt_info_field, 0x1000511, "info.field";
    file: (Text<'a>) if 1;
    set_name: (Text<'a>);
    category: (ApportCategory);
    encoding: (ApportEncoding);
    compression: (ApportCompression) if 2;
    repeated: (bool);
    key: (Text<'a>);
    text: (Text<'a>) if 4;
    n_lines: (u64) if 8;
    stored_size: (u64);
}

record! { InfoMissing, dfmt_info_missing, 0x1000512, "info.missing";
    file: (Text<'a>) if 1;
    set_name: (Text<'a>);
    key: (Text<'a>);
}

record! { InfoTrace, dfmt_info_trace, 0x1000520, "info.trace";
    file: (Text<'a>) if 1;
    set_name: (Text<'a>);
    version: (u32);
    semantic_version: (u32);
    container: (ApitraceContainer);
    api: (Text<'a>) if 2;
    n_calls: (u64);
    n_fake: (u64);
    n_incomplete: (u64);
    n_frames: (u64);
    n_threads: (u64);
    event_bytes: (u64);
    n_blobs: (u64);
    blob_bytes: (u64);
}

record! { InfoProperty, dfmt_info_property, 0x1000521, "info.property";
    file: (Text<'a>) if 1;
    set_name: (Text<'a>);
    key: (Text<'a>);
    value: (Text<'a>);
}

record! { InfoFunction, dfmt_info_function, 0x1000522, "info.function";
    file: (Text<'a>) if 1;
    set_name: (Text<'a>);
    function: (Text<'a>);
    n_calls: (u64);
    bytes: (u64);
    n_blobs: (u64);
    blob_bytes: (u64);
}

record! { InfoFrame, dfmt_info_frame, 0x1000523, "info.frame";
    file: (Text<'a>) if 1;
    set_name: (Text<'a>);
    ended: (bool);
    frame: (u64);
    first_call: (u64);
    last_call: (u64);
    n_calls: (u64);
    bytes: (u64);
}

record! { InfoProfile, dfmt_info_profile, 0x1000530, "info.profile";
    file: (Text<'a>) if 1;
    set_name: (Text<'a>);
    trace_offcpu: (bool) if 2;
    app: (Text<'a>) if 4;
    event: (Text<'a>);
    n_samples: (u64);
    sample_count: (u64) if 8;
    n_lost: (u64) if 16;
    duration_ns: (u64);
    n_stack_frames: (u64);
    n_unnamed: (u64);
    n_incomplete: (u64);
    n_files: (u64);
    n_symbols: (u64);
    n_threads: (u64);
    n_switches: (u64);
    n_unknown: (u64);
}

record! { InfoEvent, dfmt_info_event, 0x1000531, "info.event";
    file: (Text<'a>) if 1;
    set_name: (Text<'a>);
    event_id: (u32);
    event: (Text<'a>);
    n_samples: (u64);
    share: (f64);
    count: (u64);
}

record! { InfoThread, dfmt_info_thread, 0x1000532, "info.thread";
    file: (Text<'a>) if 1;
    set_name: (Text<'a>);
    process_id: (i32);
    thread_id: (i32);
    thread_name: (Text<'a>);
    count: (u64);
    share: (f64);
    n_samples: (u64);
}

record! { InfoPath, dfmt_info_path, 0x1000533, "info.path";
    file: (Text<'a>) if 1;
    set_name: (Text<'a>);
    file_id: (u32) if 2;
    path: (Text<'a>);
    count: (u64);
    share: (f64);
    n_samples: (u64);
}

record! { InfoHeap, dfmt_info_heap, 0x1000540, "info.heap";
    file: (Text<'a>) if 1;
    set_name: (Text<'a>);
    variant: (MallocdbgVariant);
    marker: (MallocdbgMarker) if 2;
    maps_failed: (bool);
    fingerprint: (Text<'a>) if 4;
    header_bytes: (u64) if 8;
    header_records: (u64) if 16;
    backtrace_size: (u64) if 32;
    bytes: (u64);
    n_allocations: (u64);
    n_alloc_records: (u64);
    n_stacks: (u64);
    n_without_frames: (u64);
    app_bytes: (u64);
    n_app_allocations: (u64);
    zygote_bytes: (u64);
    n_zygote_allocations: (u64);
    n_maps: (u64);
}

record! { InfoSize, dfmt_info_size, 0x1000541, "info.size";
    file: (Text<'a>) if 1;
    set_name: (Text<'a>);
    block_bytes: (u64);
    bytes: (u64);
    share: (f64);
    n_allocations: (u64);
}

record! { InfoStack, dfmt_info_stack, 0x1000542, "info.stack";
    file: (Text<'a>) if 1;
    set_name: (Text<'a>);
    bytes: (u64);
    share: (f64);
    n_allocations: (u64);
    app_bytes: (u64);
    frames: [Text<'a>] in n_frames;
}

record! { InfoUse, dfmt_info_use, 0x1000543, "info.use";
    file: (Text<'a>) if 1;
    set_name: (Text<'a>);
    n_operations: (u64);
    n_threads: (u64);
    requested_bytes: (u64);
    largest_request: (u64);
    peak_bytes: (u64);
    peak_bytes_op: (u64);
    peak_blocks: (u64);
    peak_blocks_op: (u64);
    live_bytes: (u64);
    live_blocks: (u64);
    n_failed: (u64);
    n_unknown_free: (u64);
    n_unknown_realloc: (u64);
    n_duplicate: (u64);
    n_free_null: (u64);
    duration_ns: (u64) if 2;
}

record! { InfoOperation, dfmt_info_operation, 0x1000544, "info.operation";
    file: (Text<'a>) if 1;
    set_name: (Text<'a>);
    operation: (MallocdbgOperation);
    n_operations: (u64);
    share: (f64);
}

record! { InfoLife, dfmt_info_life, 0x1000545, "info.life";
    file: (Text<'a>) if 1;
    set_name: (Text<'a>);
    least: (u64);
    most: (u64);
    n_blocks: (u64);
    share: (f64);
}

record! { InfoOwner, dfmt_info_owner, 0x1000546, "info.owner";
    file: (Text<'a>) if 1;
    set_name: (Text<'a>);
    thread_id: (i32);
    n_operations: (u64);
    share: (f64);
    live_bytes: (u64);
    live_blocks: (u64);
    peak_bytes: (u64);
}

record! { InfoLog, dfmt_info_log, 0x1000547, "info.log";
    file: (Text<'a>) if 1;
    set_name: (Text<'a>);
    n_reports: (u64);
    n_cut: (u64);
    n_messages: (u64);
    other_bytes: (u64);
}

record! { InfoKind, dfmt_info_kind, 0x1000548, "info.kind";
    file: (Text<'a>) if 1;
    set_name: (Text<'a>);
    kind: (Text<'a>);
    n: (u64);
}

record! { InfoProcess, dfmt_info_process, 0x1000549, "info.process";
    file: (Text<'a>) if 1;
    set_name: (Text<'a>);
    process_id: (i32) if 2;
    n_reports: (u64);
    n_messages: (u64);
}

record! { InfoDevice, dfmt_info_device, 0x1000550, "info.device";
    file: (Text<'a>) if 1;
    set_name: (Text<'a>);
    variant: (BugreportVariant);
    rule: (BugreportRule);
    guessed: (bool) if 2;
    text_complete: (bool) if 4;
    taken: (Text<'a>) if 16;
    taken_from: (Text<'a>) if 32;
    android_release: (Text<'a>) if 64;
    android_sdk: (Text<'a>) if 128;
    device: (Text<'a>) if 256;
    build: (Text<'a>) if 512;
    version: (Text<'a>) if 1024;
    main_entry: (Text<'a>) if 2048;
    fallback: (Text<'a>) if 4096;
    text_size: (u64) if 8;
    n_sections: (u64);
    n_services: (u64);
    n_entries: (u64);
    stored_size: (u64);
    decoded_size: (u64);
}

record! { InfoRole, dfmt_info_role, 0x1000551, "info.role";
    file: (Text<'a>) if 1;
    set_name: (Text<'a>);
    role: (BugreportRole);
    n_entries: (u64);
    stored_size: (u64);
    decoded_size: (u64);
}

record! { InfoSection, dfmt_info_section, 0x1000552, "info.section";
    file: (Text<'a>) if 1;
    set_name: (Text<'a>);
    closed: (BugreportClosed);
    result: (BugreportResult);
    code: (u32) if 2;
    title: (Text<'a>);
    duration_us: (u64) if 4;
    size: (u64);
    number: (u64);
}

record! { InfoService, dfmt_info_service, 0x1000553, "info.service";
    file: (Text<'a>) if 1;
    set_name: (Text<'a>);
    closed: (BugreportClosed);
    dump_priority: (BugreportDumpPriority);
    timed_out: (bool);
    name: (Text<'a>);
    duration_us: (u64) if 2;
    size: (u64);
    number: (u64);
}

record! { ListEntry, dfmt_list_entry, 0x1000c01, "list.entry";
    file: (Text<'a>) if 1;
    key: (Text<'a>) if 2;
    record_: (Text<'a>) if 4;
    state: (Text<'a>) if 8;
    encoding: (Text<'a>) if 16;
    compression: (Text<'a>) if 32;
    kind: (Text<'a>) if 64;
    flags: (Text<'a>) if 128;
    format: (Text<'a>) if 256;
    problem: (Text<'a>) if 512;
    line: (u64) if 1024;
    byte_offset: (u64) if 2048;
    stored_size: (u64) if 4096;
    decoded_size: (u64) if 8192;
    duration_us: (u64) if 16384;
    number: (u64) if 32768;
    count: (u64) if 65536;
    thread_id: (i64) if 131072;
    process_id: (i64) if 262144;
    address: (u64) if 524288;
    bytes: (u64) if 1048576;
}

record! { ListTotal, dfmt_list_total, 0x1000c02, "list.total";
    n_entries: (u64);
    n_problems: (u64);
    n_no_codec: (u64);
}

record! { ConvertResult, dfmt_convert_result, 0x1000801, "convert.result";
    variant: (u32);
    format: (Text<'a>) if 1;
    n_inputs: (u64);
    n_read: (u64);
    n_written: (u64);
    bytes_in: (u64);
    bytes_out: (u64);
    n_problems: (u64);
    n_left_out: (u64);
}

record! { ConvertNote, dfmt_convert_note, 0x1000802, "convert.note";
    severity: (Severity);
    number: (u32) if 2;
    input: (u64);
    line: (u64) if 4;
    byte_offset: (u64) if 8;
    bytes: (u64) if 32;
    file: (Text<'a>) if 1;
    place: (Text<'a>) if 16;
    message: (Text<'a>);
}

record! { SearchLine, dfmt_search_line, 0x1000d01, "search.line";
    context: (bool);
    file: (Text<'a>) if 1;
    key: (Text<'a>) if 2;
    line: (u64) if 4;
    text: (Text<'a>) if 8;
    count: (u64) if 16;
    problem: (Text<'a>) if 32;
}

record! { SearchTotal, dfmt_search_total, 0x1000d02, "search.total";
    n_lines: (u64);
    n_problems: (u64);
}

record! { DiffFacts, dfmt_diff_facts, 0x1000601, "diff.facts";
    equal: (bool);
    complete: (bool);
    partial: (bool);
    n_before: (u64);
    n_after: (u64);
    n_differences: (u64);
    n_left_out: (u64);
    n_problems: (u64);
}

record! { DiffRow, dfmt_diff_row, 0x1000602, "diff.row";
    change: (DiffChange);
    record_: (Text<'a>);
    before_place: (Text<'a>) if 4;
    after_place: (Text<'a>) if 8;
    before_offset: (u64) if 1;
    after_offset: (u64) if 2;
    member: (Text<'a>) if 16;
    before: (Text<'a>) if 32;
    after: (Text<'a>) if 64;
}

words! { number DiffChange, 0x1008681, "diff.change";
    CHANGED = 1,
    GONE = 2,
    NEW = 3,
}

words! { number TextForm, 0x1008a81, "text.form";
    USUAL = 0,
    TEXT = 1,
    DUMP = 2,
    PERF_SCRIPT = 3,
    ON_CPU = 4,
    OFF_CPU = 5,
    ON_OFF_CPU = 6,
    MIXED_ON_OFF_CPU = 7,
    ANDROID = 8,
    JSON = 9,
}

words! { number TextRecover, 0x1008a82, "text.recover";
    NONE = 0,
    CUT = 1,
    ALL = 2,
}

words! { number TextPayload, 0x1008a83, "text.payload";
    NONE = 0,
    DIGEST = 1,
    INLINE = 2,
}

record! { ExtractProblem, dfmt_extract_problem, 0x1000e01, "extract.problem";
    what: (ExtractWhat);
    severity: (Severity);
    status: (i32);
    number: (u32) if 4;
    option: (u32) if 64;
    needed: (u64) if 64;
    line: (u64) if 8;
    byte_offset: (u64) if 16;
    skipped: (u64) if 32;
    file: (Text<'a>) if 1;
    key: (Text<'a>) if 2;
    problem: (Text<'a>);
}

record! { ExtractTotal, dfmt_extract_total, 0x1000e02, "extract.total";
    n_files: (u64);
    bytes: (u64);
    n_problems: (u64);
    n_left_out: (u64);
}

words! { number ExtractWhat, 0x1000e03, "extract.what";
    UNSAFE = 1,
    REPEATED = 2,
    TAKEN = 3,
    TOO_LARGE = 4,
    DAMAGED = 5,
    NO_CODEC = 6,
    LIMIT = 7,
    UNREAD = 8,
    UNWRITTEN = 9,
    PASSED = 10,
    ENDED = 11,
    NO_ENTRY = 12,
    NO_FILES = 13,
}

record! { ShareRow, dfmt_share_row, 0x1001001, "share.row";
    value_class: (ShareClass);
    spelling: (ShareSpelling);
    how: (ShareHow);
    carrier: (Text<'a>);
    n: (u64);
}

record! { ShareResult, dfmt_share_result, 0x1001002, "share.result";
    n_values: (u64);
    n_places: (u64);
    n_lines: (u64);
    bytes_in: (u64);
    bytes_out: (u64);
    n_left_out: (u64);
}

record! { ShareLeftOut, dfmt_share_left_out, 0x1001003, "share.left_out";
    input: (u64);
    name: (Text<'a>);
    message: (Text<'a>);
}

record! { ShareDoubtful, dfmt_share_doubtful, 0x1001004, "share.doubtful";
    value_class: (ShareClass);
    n_values: (u64);
}

record! { ShareUnmatched, dfmt_share_unmatched, 0x1001005, "share.unmatched";
    pattern: (u64);
}

words! { number ShareProfile, 0x1009081, "share.profile";
    PUBLIC = 0,
    VENDOR = 1,
    LOG = 2,
    GIVEN = 3,
}

words! { number ShareClass, 0x1009082, "share.class";
    EMAIL = 0,
    PHONE = 1,
    IMEI = 2,
    MEID = 3,
    IMSI = 4,
    ICCID = 5,
    EID = 6,
    MAC = 7,
    IPV4 = 8,
    IPV6 = 9,
    SSID = 10,
    SECRET = 11,
    LOCATION = 12,
    SERIAL = 13,
    DEVICE_ID = 14,
    PERSON = 15,
    ACCOUNT = 16,
    CELL = 17,
    USERNAME = 18,
    HOSTNAME = 19,
    NAME = 20,
}

words! { number ShareSpelling, 0x1009083, "share.spelling";
    PLAIN = 0,
    PERCENT = 1,
    ENTITY = 2,
    ESCAPED = 3,
    QUOTED_PRINTABLE = 4,
    BASE64 = 5,
    HEX = 6,
    BROKEN = 7,
    NUMBER = 8,
}

words! { number ShareHow, 0x1009084, "share.how";
    PLACE = 0,
    LEARNED = 1,
    FORM = 2,
}

words! { number ValueWhich, 0x1008f81, "value.which";
    FIRST = 0,
    LAST = 1,
    ALL = 2,
}

words! { number ValueMode, 0x1008f82, "value.mode";
    DECODED = 0,
    STORED = 1,
    RAW = 2,
}

record! { TriageFinding, dfmt_triage_finding, 0x1001101, "triage.finding";
    rank: (u32);
    severity: (u32) if 2;
    known: (bool);
    truncated: (bool);
    process_id: (i32) if 4;
    input: (u64);
    count: (u64);
    file: (Text<'a>) if 1;
    kind: (Text<'a>);
    process_name: (Text<'a>) if 8;
    time_text: (Text<'a>) if 16;
    signature: (Text<'a>) if 32;
    address_signature: (Text<'a>) if 64;
    title: (Text<'a>) if 128;
    message: (Text<'a>) if 512;
    retraced: (bool);
    place: (Text<'a>) if 256;
    evidence: [TriageEvidence<'a>] in n_evidence;
}

record! { TriageResult, dfmt_triage_result, 0x1001102, "triage.result";
    input: (u64) if 1;
    n_findings: (u64);
    n_known: (u64);
    n_damaged: (u64);
    byte_offset: (u64) if 8;
    file: (Text<'a>) if 2;
    format: (Text<'a>) if 4;
    problem: (Text<'a>) if 8;
}

record! { TriageEvidence, dfmt_triage_evidence, 0x1001103, "triage.evidence";
    entry: (Text<'a>) if 2;
    section: (Text<'a>) if 4;
    start_offset: (u64);
    line: (u64) if 1;
}
