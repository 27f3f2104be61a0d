// SPDX-License-Identifier: MIT
// Made by bindings/generate.py from the headers: do not edit.
use std::ffi::{c_char, c_int, c_void};
use std::mem::offset_of;

pub type dfmt_status = i32;

pub const DFMT_OK: i32 = 0;
pub const DFMT_END: i32 = 1;
pub const DFMT_AGAIN: i32 = 2;
pub const DFMT_E_NOMEM: i32 = -1;
pub const DFMT_E_ARG: i32 = -2;
pub const DFMT_E_STATE: i32 = -3;
pub const DFMT_E_IO: i32 = -4;
pub const DFMT_E_FORMAT: i32 = -5;
pub const DFMT_E_TRUNCATED: i32 = -6;
pub const DFMT_E_LIMIT: i32 = -7;
pub const DFMT_E_UNSUPPORTED: i32 = -8;
pub const DFMT_E_CHECKSUM: i32 = -9;
pub const DFMT_E_BUSY: i32 = -10;
pub const DFMT_E_CANCELLED: i32 = -11;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct dfmt_str {
    pub ptr: *const c_char,
    pub len: u64,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct dfmt_head {
    pub size: u32,
    pub r#type: u32,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct dfmt_pair {
    pub key: dfmt_str,
    pub value: dfmt_str,
}

pub const DFMT_ORIGIN_CALL: u32 = 0;
pub const DFMT_ORIGIN_SOURCE: u32 = 1;
pub const DFMT_ORIGIN_SINK: u32 = 2;
pub const DFMT_ORIGIN_DATA: u32 = 3;
pub const DFMT_ORIGIN_WRAPPER: u32 = 4;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct dfmt_error {
    pub size: u32,
    pub status: dfmt_status,
    pub number: u32,
    pub option: u32,
    pub origin: u32,
    pub sys_errno: i32,
    pub offset: u64,
    pub line: u64,
    pub needed: u64,
    pub message: *const c_char,
}

pub const DFMT_FEATURE_SNAPPY: u32 = 1;
pub const DFMT_FEATURE_ZSTD: u32 = 2;
pub const DFMT_FEATURE_BROTLI: u32 = 3;
pub const DFMT_FEATURE_ISAL: u32 = 4;
pub const DFMT_FEATURE_THREADS: u32 = 5;

pub const DFMT_CFG_MAX_MEMORY: u32 = 1;
pub const DFMT_CFG_MAX_RECORD: u32 = 2;
pub const DFMT_CFG_MAX_INLINE: u32 = 3;
pub const DFMT_CFG_MAX_DEPTH: u32 = 4;
pub const DFMT_CFG_MAX_TABLE: u32 = 5;
pub const DFMT_CFG_MAX_OUTPUT: u32 = 6;
pub const DFMT_CFG_MAX_RATIO: u32 = 7;
pub const DFMT_CFG_MAX_FEED: u32 = 8;
pub const DFMT_CFG_HASH_SEED: u32 = 9;
pub const DFMT_CFG_DIAGNOSTICS: u32 = 32;
pub const DFMT_CFG_RECOVER: u32 = 33;
pub const DFMT_CFG_UNWRAP: u32 = 34;
pub const DFMT_CFG_THREADS: u32 = 35;
pub const DFMT_CFG_LEVEL: u32 = 64;
pub const DFMT_CFG_SPARSE: u32 = 96;

pub const DFMT_LEVEL_DEFAULT: u32 = 0;
pub const DFMT_LEVEL_FASTEST: u32 = 1;
pub const DFMT_LEVEL_SMALLEST: u32 = 255;
pub const DFMT_LEVEL_NONE: u32 = 256;
pub const DFMT_LEVEL_FAST: u32 = 257;

pub const DFMT_SPARSE_AUTO: u32 = 0;
pub const DFMT_SPARSE_NEVER: u32 = 1;

pub const DFMT_ROLE_READER: u32 = 1;
pub const DFMT_ROLE_WRITER: u32 = 2;
pub const DFMT_ROLE_SOURCE: u32 = 4;
pub const DFMT_ROLE_SINK: u32 = 8;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct dfmt_option {
    pub head: dfmt_head,
    pub name: *const c_char,
    pub help: *const c_char,
    pub key: u32,
    pub kind: u32,
    pub unit: u32,
    pub words: u32,
    pub format: u32,
    pub roles: u32,
    pub lo: u64,
    pub hi: u64,
    pub def: u64,
}

pub type dfmt_realloc_fn = Option<unsafe extern "C" fn(user: *mut c_void, ptr: *mut c_void, old_size: u64, new_size: u64) -> *mut c_void>;

pub type dfmt_stop_fn = Option<unsafe extern "C" fn(user: *mut c_void) -> u32>;

pub const DFMT_BUGREPORT: u32 = 1;
pub const DFMT_APPORT: u32 = 2;
pub const DFMT_SIMPLEPERF: u32 = 3;
pub const DFMT_MALLOCDBG: u32 = 4;
pub const DFMT_APITRACE: u32 = 5;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct dfmt_event {
    pub size: u32,
    pub r#type: u32,
    pub offset: u64,
    pub length: u64,
    pub flags: u32,
    pub reserved: u32,
    pub body: *const dfmt_head,
    pub raw: dfmt_str,
}

pub const DFMT_EVENT_FLAG_PAYLOAD: u32 = 1;
pub const DFMT_EVENT_FLAG_RECOVERED: u32 = 2;

pub const DFMT_PRESENT_ALL: u32 = 2147483647;

pub const DFMT_DIAGNOSTIC: u32 = 1;
pub const DFMT_OPAQUE: u32 = 2;

pub const DFMT_SEVERITY_NOTE: u32 = 1;
pub const DFMT_SEVERITY_WARNING: u32 = 2;
pub const DFMT_SEVERITY_ERROR: u32 = 3;

pub const DFMT_DIAGNOSTIC_HAS_BYTE_OFFSET: u32 = 1;
pub const DFMT_DIAGNOSTIC_HAS_LINE: u32 = 2;
pub const DFMT_DIAGNOSTIC_HAS_SKIPPED: u32 = 4;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct dfmt_diagnostic {
    pub head: dfmt_head,
    pub present: u32,
    pub number: u32,
    pub severity: u32,
    pub status: dfmt_status,
    pub byte_offset: u64,
    pub line: u64,
    pub skipped: u64,
    pub message: dfmt_str,
}

pub const DFMT_OPAQUE_HAS_DATA: u32 = 1;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct dfmt_opaque {
    pub head: dfmt_head,
    pub present: u32,
    pub native_type: u32,
    pub data: dfmt_str,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct dfmt_probe {
    pub format: u32,
    pub variant: u32,
    pub score: i32,
    pub wrapper: u32,
    pub wants: u64,
}

pub const DFMT_WRAPPER_NONE: u32 = 0;
pub const DFMT_WRAPPER_GZIP: u32 = 1;
pub const DFMT_WRAPPER_ZSTD: u32 = 2;
pub const DFMT_WRAPPER_MIME: u32 = 3;

pub const DFMT_IDENTIFY_BYTES: u32 = 262144;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct dfmt_source_ops {
    pub size: u32,
    pub flags: u32,
    pub read: Option<unsafe extern "C" fn(user: *mut c_void, buf: *mut c_void, cap: u64, got: *mut u64) -> dfmt_status>,
    pub read_at: Option<unsafe extern "C" fn(user: *mut c_void, offset: u64, buf: *mut c_void, cap: u64, got: *mut u64) -> dfmt_status>,
    pub total: Option<unsafe extern "C" fn(user: *mut c_void, bytes: *mut u64) -> dfmt_status>,
    pub close: Option<unsafe extern "C" fn(user: *mut c_void)>,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct dfmt_sink_ops {
    pub size: u32,
    pub flags: u32,
    pub write: Option<unsafe extern "C" fn(user: *mut c_void, buf: *const c_void, len: u64, taken: *mut u64) -> dfmt_status>,
    pub write_at: Option<unsafe extern "C" fn(user: *mut c_void, offset: u64, buf: *const c_void, len: u64) -> dfmt_status>,
    pub flush: Option<unsafe extern "C" fn(user: *mut c_void) -> dfmt_status>,
    pub close: Option<unsafe extern "C" fn(user: *mut c_void, commit: u32) -> dfmt_status>,
    pub before: Option<unsafe extern "C" fn(user: *mut c_void, bytes: *mut u64, last: *mut u8) -> dfmt_status>,
    pub undivided: u64,
}

pub const DFMT_APPEND_HIDE: u32 = 1;
pub const DFMT_APPEND_KEEP_TIMES: u32 = 2;

pub const DFMT_SHAPE_EVENT: u32 = 1;
pub const DFMT_SHAPE_STRUCT: u32 = 2;
pub const DFMT_SHAPE_ELEMENT: u32 = 3;
pub const DFMT_SHAPE_ENUM: u32 = 4;
pub const DFMT_SHAPE_FLAGS: u32 = 5;
pub const DFMT_SHAPE_ROW: u32 = 6;

pub const DFMT_KIND_U32: u32 = 1;
pub const DFMT_KIND_I32: u32 = 2;
pub const DFMT_KIND_U64: u32 = 3;
pub const DFMT_KIND_I64: u32 = 4;
pub const DFMT_KIND_STR: u32 = 5;
pub const DFMT_KIND_BYTES: u32 = 6;
pub const DFMT_KIND_CSTR: u32 = 7;
pub const DFMT_KIND_ENUM: u32 = 8;
pub const DFMT_KIND_FLAGS: u32 = 9;
pub const DFMT_KIND_BOOL: u32 = 10;
pub const DFMT_KIND_ARRAY: u32 = 11;
pub const DFMT_KIND_REF: u32 = 12;
pub const DFMT_KIND_REF_ARRAY: u32 = 13;
pub const DFMT_KIND_VALUE_TREE: u32 = 14;
pub const DFMT_KIND_PRESENT: u32 = 15;
pub const DFMT_KIND_COUNT: u32 = 16;
pub const DFMT_KIND_HEAD: u32 = 17;
pub const DFMT_KIND_RESERVED: u32 = 18;
pub const DFMT_KIND_VALUE: u32 = 19;
pub const DFMT_KIND_SIZE: u32 = 20;
pub const DFMT_KIND_POINTER: u32 = 21;
pub const DFMT_KIND_F64: u32 = 22;

pub const DFMT_UNIT_NONE: u32 = 0;
pub const DFMT_UNIT_ADDRESS: u32 = 1;
pub const DFMT_UNIT_BYTES: u32 = 2;
pub const DFMT_UNIT_OFFSET: u32 = 3;
pub const DFMT_UNIT_INDEX: u32 = 4;
pub const DFMT_UNIT_CRC32: u32 = 5;
pub const DFMT_UNIT_INSTANT_NS: u32 = 6;
pub const DFMT_UNIT_DURATION_NS: u32 = 7;
pub const DFMT_UNIT_DURATION_US: u32 = 8;
pub const DFMT_UNIT_LOCAL_S: u32 = 9;
pub const DFMT_UNIT_LINE: u32 = 10;

pub const DFMT_FIELD_UTF8: u32 = 1;
pub const DFMT_FIELD_LATE: u32 = 2;
pub const DFMT_FIELD_TABLE: u32 = 4;
pub const DFMT_FIELD_REPEATS: u32 = 8;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct dfmt_field {
    pub name: *const c_char,
    pub kind: u32,
    pub offset: u32,
    pub elem_type: u32,
    pub count_offset: u32,
    pub present_mask: u32,
    pub unit: u32,
    pub flags: u32,
    pub since: u32,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct dfmt_type {
    pub head: dfmt_head,
    pub name: *const c_char,
    pub c_name: *const c_char,
    pub shape: u32,
    pub body_size: u32,
    pub present_offset: u32,
    pub number: u32,
    pub n_fields: u64,
    pub fields: *const dfmt_field,
}

pub const DFMT_TYPE_STR: u32 = 32768;
pub const DFMT_TYPE_PAIR: u32 = 32769;
pub const DFMT_TYPE_ERROR: u32 = 32770;
pub const DFMT_TYPE_OPTION: u32 = 32771;
pub const DFMT_TYPE_EVENT_ENVELOPE: u32 = 32772;
pub const DFMT_TYPE_PROBE: u32 = 32773;
pub const DFMT_TYPE_FIELD: u32 = 32774;
pub const DFMT_TYPE_TYPE: u32 = 32775;
pub const DFMT_TYPE_SEVERITY: u32 = 33024;
pub const DFMT_TYPE_STATUS: u32 = 33025;
pub const DFMT_TYPE_LEVEL: u32 = 33026;
pub const DFMT_TYPE_WRAPPER: u32 = 33027;
pub const DFMT_TYPE_UNIT: u32 = 33028;
pub const DFMT_TYPE_EVENT_FLAGS: u32 = 33029;
pub const DFMT_TYPE_ROLES: u32 = 33030;
pub const DFMT_TYPE_ORIGIN: u32 = 33031;
pub const DFMT_TYPE_SPARSE: u32 = 33032;

pub const DFMT_JSON_PAYLOAD_NONE: u32 = 0;
pub const DFMT_JSON_PAYLOAD_DIGEST: u32 = 1;
pub const DFMT_JSON_PAYLOAD_INLINE: u32 = 2;

pub const DFMT_JSON_GATHER: u32 = 256;

pub const DFMT_ERR_NONE: u32 = 0;
pub const DFMT_ERR_NOMEM: u32 = 100;
pub const DFMT_ERR_ARGUMENT: u32 = 101;
pub const DFMT_ERR_STATE: u32 = 102;
pub const DFMT_ERR_BUSY: u32 = 103;
pub const DFMT_ERR_FINISHED: u32 = 104;
pub const DFMT_ERR_STALE_PAYLOAD: u32 = 105;
pub const DFMT_ERR_NOT_IMPLEMENTED: u32 = 106;
pub const DFMT_ERR_MAX_MEMORY: u32 = 110;
pub const DFMT_ERR_MAX_RECORD: u32 = 111;
pub const DFMT_ERR_MAX_OUTPUT: u32 = 112;
pub const DFMT_ERR_MAX_RATIO: u32 = 113;
pub const DFMT_ERR_MAX_TABLE: u32 = 114;
pub const DFMT_ERR_MAX_DEPTH: u32 = 115;
pub const DFMT_ERR_TOO_LARGE: u32 = 116;
pub const DFMT_ERR_UNKNOWN_FORMAT: u32 = 120;
pub const DFMT_ERR_WRONG_TYPE: u32 = 121;
pub const DFMT_ERR_NEWER_BODY: u32 = 122;
pub const DFMT_ERR_FORMAT_MISSING: u32 = 123;
pub const DFMT_ERR_NOTHING_CHOSEN: u32 = 124;
pub const DFMT_ERR_OPEN: u32 = 200;
pub const DFMT_ERR_READ: u32 = 201;
pub const DFMT_ERR_WRITE: u32 = 202;
pub const DFMT_ERR_CLOSE: u32 = 203;
pub const DFMT_ERR_SEEK: u32 = 204;
pub const DFMT_ERR_CALLBACK: u32 = 205;
pub const DFMT_ERR_UNSAFE_NAME: u32 = 206;
pub const DFMT_ERR_STOPPED: u32 = 207;
pub const DFMT_ERR_DEFLATE_HEADER: u32 = 300;
pub const DFMT_ERR_DEFLATE_DATA: u32 = 301;
pub const DFMT_ERR_DEFLATE_CHECK: u32 = 302;
pub const DFMT_ERR_DEFLATE_LENGTH: u32 = 303;
pub const DFMT_ERR_DEFLATE_TRUNCATED: u32 = 304;
pub const DFMT_ERR_DEFLATE_DICTIONARY: u32 = 305;
pub const DFMT_ERR_ZSTD_DATA: u32 = 310;
pub const DFMT_ERR_ZSTD_CHECK: u32 = 311;
pub const DFMT_ERR_ZSTD_WINDOW: u32 = 312;
pub const DFMT_ERR_ZSTD_TRUNCATED: u32 = 313;
pub const DFMT_ERR_CODEC_MISSING: u32 = 320;
pub const DFMT_ERR_CODEC_UNKNOWN: u32 = 321;
pub const DFMT_ERR_CODEC_SETUP: u32 = 322;
pub const DFMT_ERR_CODEC_TRAILING: u32 = 323;
pub const DFMT_ERR_CODEC_MIME: u32 = 324;
pub const DFMT_ERR_CODEC_NESTED: u32 = 325;
pub const DFMT_ERR_SNAPPY_DATA: u32 = 330;
pub const DFMT_ERR_SNAPPY_LENGTH: u32 = 331;
pub const DFMT_ERR_SNAPPY_TRUNCATED: u32 = 332;
pub const DFMT_ERR_BROTLI_DATA: u32 = 340;
pub const DFMT_ERR_BROTLI_TRUNCATED: u32 = 341;
pub const DFMT_ERR_APPORT_NO_COLON: u32 = 400;
pub const DFMT_ERR_APPORT_KEY_ASCII: u32 = 401;
pub const DFMT_ERR_APPORT_KEY: u32 = 402;
pub const DFMT_ERR_APPORT_NOT_UTF8: u32 = 403;
pub const DFMT_ERR_APPORT_BASE64_PADDING: u32 = 410;
pub const DFMT_ERR_APPORT_BASE64_LENGTH: u32 = 411;
pub const DFMT_ERR_APPORT_AFTER_FRAME: u32 = 412;
pub const DFMT_ERR_APPORT_ZSTD_SHORT: u32 = 413;
pub const DFMT_ERR_APPORT_TRAILING: u32 = 414;
pub const DFMT_ERR_APPORT_EMPTY_BASE64: u32 = 415;
pub const DFMT_ERR_APPORT_NO_NEWLINE: u32 = 416;
pub const DFMT_ERR_APPORT_SKIPPED: u32 = 417;
pub const DFMT_ERR_APPORT_NO_TRAILER: u32 = 418;
pub const DFMT_ERR_APPORT_UNSAFE_TEXT: u32 = 420;
pub const DFMT_ERR_APPORT_SIZE: u32 = 421;
pub const DFMT_ERR_APPORT_MIME_ORDER: u32 = 422;
pub const DFMT_ERR_APPORT_MIME_VALUE: u32 = 423;
pub const DFMT_ERR_APITRACE_VERSION: u32 = 500;
pub const DFMT_ERR_APITRACE_SEMANTIC_VERSION: u32 = 501;
pub const DFMT_ERR_APITRACE_EVENT: u32 = 502;
pub const DFMT_ERR_APITRACE_DETAIL: u32 = 503;
pub const DFMT_ERR_APITRACE_VALUE: u32 = 504;
pub const DFMT_ERR_APITRACE_ENUM_VALUE: u32 = 505;
pub const DFMT_ERR_APITRACE_FRAME_DETAIL: u32 = 506;
pub const DFMT_ERR_APITRACE_UINT: u32 = 507;
pub const DFMT_ERR_APITRACE_ID: u32 = 508;
pub const DFMT_ERR_APITRACE_TRUNCATED: u32 = 510;
pub const DFMT_ERR_APITRACE_UNKNOWN_CALL: u32 = 511;
pub const DFMT_ERR_APITRACE_RESTART: u32 = 512;
pub const DFMT_ERR_APITRACE_GAP: u32 = 513;
pub const DFMT_ERR_APITRACE_LOST: u32 = 514;
pub const DFMT_ERR_APITRACE_MAX_FLAGS: u32 = 515;
pub const DFMT_ERR_APITRACE_REPEATED: u32 = 516;
pub const DFMT_ERR_APITRACE_CONFLICT: u32 = 520;
pub const DFMT_ERR_APITRACE_ORDER: u32 = 521;
pub const DFMT_ERR_APITRACE_TREE: u32 = 522;
pub const DFMT_ERR_APITRACE_BLOB: u32 = 523;
pub const DFMT_ERR_SIMPLEPERF_MAGIC: u32 = 600;
pub const DFMT_ERR_SIMPLEPERF_VERSION: u32 = 601;
pub const DFMT_ERR_SIMPLEPERF_HEADER: u32 = 602;
pub const DFMT_ERR_SIMPLEPERF_NO_END: u32 = 603;
pub const DFMT_ERR_SIMPLEPERF_SIZE_CUT: u32 = 604;
pub const DFMT_ERR_SIMPLEPERF_RECORD_CUT: u32 = 605;
pub const DFMT_ERR_SIMPLEPERF_TRAILING: u32 = 606;
pub const DFMT_ERR_SIMPLEPERF_SKIPPED: u32 = 607;
pub const DFMT_ERR_SIMPLEPERF_KEY: u32 = 610;
pub const DFMT_ERR_SIMPLEPERF_VARINT: u32 = 611;
pub const DFMT_ERR_SIMPLEPERF_LENGTH: u32 = 612;
pub const DFMT_ERR_SIMPLEPERF_FIXED: u32 = 613;
pub const DFMT_ERR_SIMPLEPERF_WIRE_TYPE: u32 = 614;
pub const DFMT_ERR_SIMPLEPERF_GROUP: u32 = 615;
pub const DFMT_ERR_SIMPLEPERF_DEPTH: u32 = 616;
pub const DFMT_ERR_SIMPLEPERF_SIZE: u32 = 620;
pub const DFMT_ERR_SIMPLEPERF_RECORD: u32 = 621;
pub const DFMT_ERR_MALLOCDBG_NO_HEADER: u32 = 700;
pub const DFMT_ERR_MALLOCDBG_VERSION: u32 = 701;
pub const DFMT_ERR_MALLOCDBG_HEADER_LINE: u32 = 702;
pub const DFMT_ERR_MALLOCDBG_SECOND_HEADER: u32 = 703;
pub const DFMT_ERR_MALLOCDBG_RECORD: u32 = 704;
pub const DFMT_ERR_MALLOCDBG_INFO: u32 = 705;
pub const DFMT_ERR_MALLOCDBG_STRAY_INFO: u32 = 706;
pub const DFMT_ERR_MALLOCDBG_LINE: u32 = 707;
pub const DFMT_ERR_MALLOCDBG_MAP: u32 = 708;
pub const DFMT_ERR_MALLOCDBG_NO_END: u32 = 709;
pub const DFMT_ERR_MALLOCDBG_COUNT: u32 = 710;
pub const DFMT_ERR_MALLOCDBG_TOTAL: u32 = 711;
pub const DFMT_ERR_MALLOCDBG_BEHIND_END: u32 = 712;
pub const DFMT_ERR_MALLOCDBG_NO_MAPS: u32 = 713;
pub const DFMT_ERR_MALLOCDBG_TEXT_BEFORE: u32 = 714;
pub const DFMT_ERR_MALLOCDBG_NUMBER: u32 = 715;
pub const DFMT_ERR_MALLOCDBG_OP: u32 = 720;
pub const DFMT_ERR_MALLOCDBG_OP_WORD: u32 = 721;
pub const DFMT_ERR_MALLOCDBG_OP_NUMBER: u32 = 722;
pub const DFMT_ERR_MALLOCDBG_OP_MISSING: u32 = 723;
pub const DFMT_ERR_MALLOCDBG_OP_EXTRA: u32 = 724;
pub const DFMT_ERR_MALLOCDBG_BLANK: u32 = 725;
pub const DFMT_ERR_MALLOCDBG_NO_NEWLINE: u32 = 726;
pub const DFMT_ERR_MALLOCDBG_UNFINISHED: u32 = 730;
pub const DFMT_ERR_MALLOCDBG_OTHER_LINES: u32 = 731;
pub const DFMT_ERR_MALLOCDBG_BAD_LINE: u32 = 732;
pub const DFMT_ERR_MALLOCDBG_ORDER: u32 = 740;
pub const DFMT_ERR_MALLOCDBG_VALUE: u32 = 741;
pub const DFMT_ERR_MALLOCDBG_TOTALS: u32 = 742;
pub const DFMT_ERR_BUGREPORT_NO_BANNER: u32 = 800;
pub const DFMT_ERR_BUGREPORT_UTF16: u32 = 801;
pub const DFMT_ERR_BUGREPORT_NO_MAIN: u32 = 802;
pub const DFMT_ERR_BUGREPORT_NO_POINTER: u32 = 803;
pub const DFMT_ERR_BUGREPORT_POINTER: u32 = 804;
pub const DFMT_ERR_BUGREPORT_NOT_DUMPSTATE: u32 = 805;
pub const DFMT_ERR_BUGREPORT_NESTED: u32 = 806;
pub const DFMT_ERR_BUGREPORT_GUESS: u32 = 807;
pub const DFMT_ERR_BUGREPORT_VERSION_EMPTY: u32 = 808;
pub const DFMT_ERR_BUGREPORT_VERSION_INVALID: u32 = 809;
pub const DFMT_ERR_BUGREPORT_VERSION_UNKNOWN: u32 = 810;
pub const DFMT_ERR_BUGREPORT_UNSAFE_NAME: u32 = 811;
pub const DFMT_ERR_BUGREPORT_DUPLICATE: u32 = 812;
pub const DFMT_ERR_BUGREPORT_FOLDER: u32 = 813;
pub const DFMT_ERR_BUGREPORT_ZIP_LEADING: u32 = 820;
pub const DFMT_ERR_BUGREPORT_ZIP_TRAILING: u32 = 821;
pub const DFMT_ERR_BUGREPORT_ZIP_NO_DIRECTORY: u32 = 822;
pub const DFMT_ERR_BUGREPORT_ZIP_COUNT: u32 = 823;
pub const DFMT_ERR_BUGREPORT_ZIP_HEADER: u32 = 824;
pub const DFMT_ERR_BUGREPORT_ZIP_MISMATCH: u32 = 825;
pub const DFMT_ERR_BUGREPORT_ZIP_OVERLAP: u32 = 826;
pub const DFMT_ERR_BUGREPORT_ZIP_TRUNCATED: u32 = 827;
pub const DFMT_ERR_BUGREPORT_ZIP_ENCRYPTED: u32 = 828;
pub const DFMT_ERR_BUGREPORT_ZIP_METHOD: u32 = 829;
pub const DFMT_ERR_BUGREPORT_ZIP_DATA: u32 = 830;
pub const DFMT_ERR_BUGREPORT_ZIP_SIZE: u32 = 831;
pub const DFMT_ERR_BUGREPORT_ZIP_CRC: u32 = 832;
pub const DFMT_ERR_BUGREPORT_ZIP_RATIO: u32 = 833;
pub const DFMT_ERR_BUGREPORT_ZIP_ENTRIES: u32 = 834;
pub const DFMT_ERR_BUGREPORT_ZIP_SKIPPED: u32 = 835;
pub const DFMT_ERR_BUGREPORT_ORDER: u32 = 840;
pub const DFMT_ERR_BUGREPORT_VALUE: u32 = 841;
pub const DFMT_ERR_BUGREPORT_SIZE: u32 = 842;
pub const DFMT_ERR_BUGREPORT_MARKER: u32 = 843;
pub const DFMT_ERR_BUGREPORT_VARIANT: u32 = 844;

pub const DFMT_PAYLOAD_DECODED: u32 = 0;
pub const DFMT_PAYLOAD_STORED: u32 = 1;
pub const DFMT_PAYLOAD_RAW: u32 = 2;

pub const DFMT_STAT_FORMAT: u32 = 1;
pub const DFMT_STAT_VARIANT: u32 = 2;
pub const DFMT_STAT_STORED: u32 = 3;
pub const DFMT_STAT_TOTAL: u32 = 4;
pub const DFMT_STAT_RECORDS: u32 = 5;
pub const DFMT_STAT_MEMORY: u32 = 6;
pub const DFMT_STAT_WRAPPER: u32 = 7;
pub const DFMT_STAT_SKIPPED: u32 = 8;
pub const DFMT_STAT_THREADS: u32 = 9;
pub const DFMT_STAT_LINE: u32 = 10;

#[repr(C)]
pub struct ArrowSchema {
    pub format: *const c_char,
    pub name: *const c_char,
    pub metadata: *const c_char,
    pub flags: i64,
    pub n_children: i64,
    pub children: *mut *mut ArrowSchema,
    pub dictionary: *mut ArrowSchema,
    pub release: Option<unsafe extern "C" fn(x: *mut ArrowSchema)>,
    pub private_data: *mut c_void,
}

#[repr(C)]
pub struct ArrowArray {
    pub length: i64,
    pub null_count: i64,
    pub offset: i64,
    pub n_buffers: i64,
    pub n_children: i64,
    pub buffers: *mut *const c_void,
    pub children: *mut *mut ArrowArray,
    pub dictionary: *mut ArrowArray,
    pub release: Option<unsafe extern "C" fn(x: *mut ArrowArray)>,
    pub private_data: *mut c_void,
}

#[repr(C)]
pub struct ArrowArrayStream {
    pub get_schema: Option<unsafe extern "C" fn(x: *mut ArrowArrayStream, out: *mut ArrowSchema) -> c_int>,
    pub get_next: Option<unsafe extern "C" fn(x: *mut ArrowArrayStream, out: *mut ArrowArray) -> c_int>,
    pub get_last_error: Option<unsafe extern "C" fn(x: *mut ArrowArrayStream) -> *const c_char>,
    pub release: Option<unsafe extern "C" fn(x: *mut ArrowArrayStream)>,
    pub private_data: *mut c_void,
}

pub const DFMT_SCAN_PAYLOAD_NONE: u32 = 0;
pub const DFMT_SCAN_PAYLOAD_SIZE: u32 = 1;
pub const DFMT_SCAN_PAYLOAD_TEXT: u32 = 2;
pub const DFMT_SCAN_PAYLOAD_BYTES: u32 = 3;

pub const DFMT_SCAN_TEXT_REPLACE: u32 = 0;
pub const DFMT_SCAN_TEXT_EXACT: u32 = 1;

pub const DFMT_FILTER_EQ: u32 = 0;
pub const DFMT_FILTER_NE: u32 = 1;
pub const DFMT_FILTER_LT: u32 = 2;
pub const DFMT_FILTER_LE: u32 = 3;
pub const DFMT_FILTER_GT: u32 = 4;
pub const DFMT_FILTER_GE: u32 = 5;
pub const DFMT_FILTER_IN: u32 = 6;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct dfmt_filter_value {
    pub kind: u32,
    pub reserved: u32,
    pub number: u64,
    pub text: dfmt_str,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct dfmt_filter {
    pub column: *const c_char,
    pub op: u32,
    pub n_values: u32,
    pub values: *const dfmt_filter_value,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct dfmt_table_request {
    pub size: u32,
    pub payload: u32,
    pub envelope: u32,
    pub text: u32,
    pub max_rows: u64,
    pub columns: *const *const c_char,
    pub n_columns: u64,
    pub filters: *const dfmt_filter,
    pub n_filters: u64,
}

pub type dfmt_scan_problem_fn = Option<unsafe extern "C" fn(user: *mut c_void, d: *const dfmt_diagnostic)>;

pub const DFMT_COLUMN_PLAIN: u32 = 0;
pub const DFMT_COLUMN_KEY: u32 = 1;
pub const DFMT_COLUMN_GROUP: u32 = 2;
pub const DFMT_COLUMN_WEIGHT: u32 = 3;
pub const DFMT_COLUMN_COUNT: u32 = 4;
pub const DFMT_COLUMN_SHARE: u32 = 5;
pub const DFMT_COLUMN_DELTA: u32 = 6;
pub const DFMT_COLUMN_DEPTH: u32 = 7;
pub const DFMT_COLUMN_DETAIL: u32 = 8;
pub const DFMT_COLUMN_MESSAGE: u32 = 9;
pub const DFMT_COLUMN_HIDDEN: u32 = 10;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct dfmt_column {
    pub member: u32,
    pub role: u32,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct dfmt_row_set {
    pub size: u32,
    pub n_columns: u32,
    pub name: *const c_char,
    pub r#type: *const dfmt_type,
    pub types: *const *const dfmt_type,
    pub columns: *const dfmt_column,
    pub facts: *const dfmt_head,
    pub heading: dfmt_str,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct dfmt_rows_ops {
    pub size: u32,
    pub flags: u32,
    pub next_set: Option<unsafe extern "C" fn(user: *mut c_void, set: *mut dfmt_row_set) -> dfmt_status>,
    pub next: Option<unsafe extern "C" fn(user: *mut c_void, row: *mut *const dfmt_head) -> dfmt_status>,
    pub rewind: Option<unsafe extern "C" fn(user: *mut c_void) -> dfmt_status>,
    pub error: Option<unsafe extern "C" fn(user: *mut c_void) -> *const dfmt_error>,
    pub close: Option<unsafe extern "C" fn(user: *mut c_void)>,
}

pub const DFMT_PRINT_TABLE: u32 = 0;
pub const DFMT_PRINT_CSV: u32 = 1;
pub const DFMT_PRINT_JSON: u32 = 2;

pub const DFMT_PRINT_BOLD: u32 = 1;
pub const DFMT_PRINT_SAFE: u32 = 2;
pub const DFMT_PRINT_BARE: u32 = 4;
pub const DFMT_PRINT_LINES: u32 = 8;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct dfmt_print {
    pub size: u32,
    pub flags: u32,
    pub max_rows: u64,
    pub max_details: u64,
}

pub const DFMT_APITRACE_HEADER: u32 = 327681;
pub const DFMT_APITRACE_CALL: u32 = 327682;
pub const DFMT_APITRACE_ENTER: u32 = 327683;
pub const DFMT_APITRACE_LEAVE: u32 = 327684;
pub const DFMT_APITRACE_BLOB: u32 = 327685;
pub const DFMT_APITRACE_STREAM: u32 = 327686;

pub const DFMT_TYPE_APITRACE_VALUE: u32 = 360448;
pub const DFMT_TYPE_APITRACE_ARG: u32 = 360449;
pub const DFMT_TYPE_APITRACE_SIG: u32 = 360450;
pub const DFMT_TYPE_APITRACE_FRAME: u32 = 360451;
pub const DFMT_TYPE_APITRACE_VARIANT: u32 = 360704;
pub const DFMT_TYPE_APITRACE_CONTAINER: u32 = 360705;
pub const DFMT_TYPE_APITRACE_FORM: u32 = 360706;
pub const DFMT_TYPE_APITRACE_SIG_KIND: u32 = 360707;
pub const DFMT_TYPE_APITRACE_VALUE_KIND: u32 = 360708;
pub const DFMT_TYPE_APITRACE_FLAGS: u32 = 360709;
pub const DFMT_TYPE_APITRACE_CALL_ARG: u32 = 360960;
pub const DFMT_TYPE_APITRACE_FRAME_SUMMARY: u32 = 360961;

pub const DFMT_APITRACE_VARIANT_V0: u32 = 1;
pub const DFMT_APITRACE_VARIANT_V1: u32 = 2;
pub const DFMT_APITRACE_VARIANT_V2: u32 = 3;
pub const DFMT_APITRACE_VARIANT_V3: u32 = 4;
pub const DFMT_APITRACE_VARIANT_V4: u32 = 5;
pub const DFMT_APITRACE_VARIANT_V5: u32 = 6;
pub const DFMT_APITRACE_VARIANT_V6: u32 = 7;

pub const DFMT_CFG_APITRACE_FORM: u32 = 327681;
pub const DFMT_CFG_APITRACE_VALUES: u32 = 327682;
pub const DFMT_CFG_APITRACE_FUNCTIONS: u32 = 327683;
pub const DFMT_CFG_APITRACE_CONTAINER: u32 = 327684;
pub const DFMT_CFG_APITRACE_MAX_FLAGS: u32 = 327685;

pub const DFMT_APITRACE_FORM_CALLS: u32 = 1;
pub const DFMT_APITRACE_FORM_EVENTS: u32 = 2;
pub const DFMT_APITRACE_FORM_STREAM: u32 = 3;

pub const DFMT_APITRACE_CONTAINER_SNAPPY: u32 = 1;
pub const DFMT_APITRACE_CONTAINER_GZIP: u32 = 2;
pub const DFMT_APITRACE_CONTAINER_BROTLI: u32 = 3;
pub const DFMT_APITRACE_CONTAINER_ZSTD: u32 = 4;
pub const DFMT_APITRACE_CONTAINER_RAW: u32 = 5;

pub const DFMT_APITRACE_SIG_FUNCTION: u32 = 1;
pub const DFMT_APITRACE_SIG_STRUCT: u32 = 2;
pub const DFMT_APITRACE_SIG_ENUM: u32 = 3;
pub const DFMT_APITRACE_SIG_BITMASK: u32 = 4;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct dfmt_apitrace_sig {
    pub head: dfmt_head,
    pub kind: u32,
    pub id: u32,
    pub name: dfmt_str,
    pub members: *const dfmt_str,
    pub n_members: u64,
    pub member_values: *const i64,
    pub n_member_values: u64,
    pub def_offset: u64,
    pub flags: u32,
    pub digest: u32,
    pub lookup_order: *const u32,
    pub n_lookup_order: u64,
    pub origin_1: u32,
    pub origin_2: u32,
    pub origin_3: u32,
    pub origin_4: u32,
}

pub const DFMT_APITRACE_FRAME_HAS_MODULE: u32 = 1;
pub const DFMT_APITRACE_FRAME_HAS_FUNCTION: u32 = 2;
pub const DFMT_APITRACE_FRAME_HAS_FILE: u32 = 4;
pub const DFMT_APITRACE_FRAME_HAS_LINE: u32 = 8;
pub const DFMT_APITRACE_FRAME_HAS_FUNCTION_OFFSET: u32 = 16;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct dfmt_apitrace_frame {
    pub head: dfmt_head,
    pub present: u32,
    pub id: u32,
    pub module: dfmt_str,
    pub function: dfmt_str,
    pub file: dfmt_str,
    pub line: u64,
    pub function_offset: u64,
    pub def_offset: u64,
}

pub const DFMT_APITRACE_VALUE_NULL: u32 = 0;
pub const DFMT_APITRACE_VALUE_FALSE: u32 = 1;
pub const DFMT_APITRACE_VALUE_TRUE: u32 = 2;
pub const DFMT_APITRACE_VALUE_SINT: u32 = 3;
pub const DFMT_APITRACE_VALUE_UINT: u32 = 4;
pub const DFMT_APITRACE_VALUE_FLOAT: u32 = 5;
pub const DFMT_APITRACE_VALUE_DOUBLE: u32 = 6;
pub const DFMT_APITRACE_VALUE_STRING: u32 = 7;
pub const DFMT_APITRACE_VALUE_BLOB: u32 = 8;
pub const DFMT_APITRACE_VALUE_ENUM: u32 = 9;
pub const DFMT_APITRACE_VALUE_BITMASK: u32 = 10;
pub const DFMT_APITRACE_VALUE_ARRAY: u32 = 11;
pub const DFMT_APITRACE_VALUE_STRUCT: u32 = 12;
pub const DFMT_APITRACE_VALUE_OPAQUE: u32 = 13;
pub const DFMT_APITRACE_VALUE_REPR: u32 = 14;
pub const DFMT_APITRACE_VALUE_WSTRING: u32 = 15;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct dfmt_apitrace_value {
    pub kind: u32,
    pub span: u32,
    pub bits: u64,
    pub ptr: *const c_void,
    pub aux: u64,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct dfmt_apitrace_arg {
    pub name: dfmt_str,
    pub value: *const dfmt_apitrace_value,
    pub number: u64,
}

pub const DFMT_APITRACE_FLAG_FAKE: u32 = 1;
pub const DFMT_APITRACE_FLAG_INCOMPLETE: u32 = 2;
pub const DFMT_APITRACE_FLAG_LEAVE_CUT: u32 = 4;
pub const DFMT_APITRACE_FLAG_END_FRAME: u32 = 8;
pub const DFMT_APITRACE_FLAG_RENDER: u32 = 16;
pub const DFMT_APITRACE_FLAG_RENDERTARGET: u32 = 32;
pub const DFMT_APITRACE_FLAG_NO_SIDE_EFFECTS: u32 = 64;
pub const DFMT_APITRACE_FLAG_VERBOSE: u32 = 128;
pub const DFMT_APITRACE_FLAG_MARKER: u32 = 256;
pub const DFMT_APITRACE_FLAG_MARKER_PUSH: u32 = 512;
pub const DFMT_APITRACE_FLAG_MARKER_POP: u32 = 1024;
pub const DFMT_APITRACE_FLAG_DEFINITION_LOST: u32 = 2048;

pub const DFMT_APITRACE_HEADER_HAS_SEMANTIC_VERSION: u32 = 1;
pub const DFMT_APITRACE_HEADER_HAS_PROPERTIES: u32 = 2;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct dfmt_apitrace_header {
    pub head: dfmt_head,
    pub present: u32,
    pub version: u32,
    pub semantic_version: u32,
    pub container: u32,
    pub properties: *const dfmt_pair,
    pub n_properties: u64,
}

pub const DFMT_APITRACE_CALL_HAS_STORED_FLAGS: u32 = 1;
pub const DFMT_APITRACE_CALL_HAS_THREAD_ID: u32 = 2;
pub const DFMT_APITRACE_CALL_HAS_SIG: u32 = 4;
pub const DFMT_APITRACE_CALL_HAS_ARGS: u32 = 8;
pub const DFMT_APITRACE_CALL_HAS_RET: u32 = 16;
pub const DFMT_APITRACE_CALL_HAS_FRAMES: u32 = 32;
pub const DFMT_APITRACE_CALL_HAS_ENTER: u32 = 64;
pub const DFMT_APITRACE_CALL_HAS_LEAVE: u32 = 128;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct dfmt_apitrace_call {
    pub head: dfmt_head,
    pub present: u32,
    pub flags: u32,
    pub number: u64,
    pub thread_id: u64,
    pub stored_flags: u64,
    pub name: dfmt_str,
    pub sig: *const dfmt_apitrace_sig,
    pub args: *const dfmt_apitrace_arg,
    pub n_args: u64,
    pub ret: *const dfmt_apitrace_value,
    pub frames: *const *const dfmt_apitrace_frame,
    pub n_frames: u64,
    pub enter_offset: u64,
    pub enter_length: u64,
    pub leave_offset: u64,
    pub leave_length: u64,
}

pub type dfmt_apitrace_enter = dfmt_apitrace_call;

pub type dfmt_apitrace_leave = dfmt_apitrace_call;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct dfmt_apitrace_blob {
    pub head: dfmt_head,
    pub present: u32,
    pub reserved: u32,
    pub number: u64,
    pub ordinal: u64,
    pub size: u64,
}

pub const DFMT_APITRACE_STREAM_HAS_SIZE: u32 = 1;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct dfmt_apitrace_stream {
    pub head: dfmt_head,
    pub present: u32,
    pub container: u32,
    pub size: u64,
}

pub const DFMT_APITRACE_CALL_ARG_HAS_THREAD_ID: u32 = 1;
pub const DFMT_APITRACE_CALL_ARG_HAS_FUNCTION: u32 = 2;
pub const DFMT_APITRACE_CALL_ARG_HAS_ARG_NUMBER: u32 = 4;
pub const DFMT_APITRACE_CALL_ARG_HAS_NAME: u32 = 8;
pub const DFMT_APITRACE_CALL_ARG_HAS_VALUE_INT: u32 = 16;
pub const DFMT_APITRACE_CALL_ARG_HAS_VALUE_UINT: u32 = 32;
pub const DFMT_APITRACE_CALL_ARG_HAS_VALUE_FLOAT: u32 = 64;
pub const DFMT_APITRACE_CALL_ARG_HAS_VALUE_TEXT: u32 = 128;
pub const DFMT_APITRACE_CALL_ARG_HAS_BLOB_BYTES: u32 = 256;
pub const DFMT_APITRACE_CALL_ARG_HAS_VALUE_TREE: u32 = 512;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct dfmt_apitrace_call_arg {
    pub head: dfmt_head,
    pub present: u32,
    pub kind: u32,
    pub call_number: u64,
    pub thread_id: u64,
    pub function: dfmt_str,
    pub arg_number: u64,
    pub name: dfmt_str,
    pub value_int: i64,
    pub value_uint: u64,
    pub value_float: f64,
    pub value_text: dfmt_str,
    pub blob_bytes: u64,
    pub value_tree: *const dfmt_apitrace_value,
    pub returned: u32,
    pub reserved: u32,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct dfmt_apitrace_frame_summary {
    pub head: dfmt_head,
    pub number: u64,
    pub n_calls: u64,
    pub first_call_number: u64,
    pub last_call_number: u64,
    pub n_threads: u64,
    pub n_renders: u64,
    pub blob_bytes: u64,
    pub complete: u32,
    pub reserved: u32,
}

pub const DFMT_APITRACE_STAT_CALLS: u32 = 1;
pub const DFMT_APITRACE_STAT_INCOMPLETE: u32 = 2;
pub const DFMT_APITRACE_STAT_FRAMES: u32 = 3;
pub const DFMT_APITRACE_STAT_THREADS: u32 = 4;
pub const DFMT_APITRACE_STAT_BYTES: u32 = 5;
pub const DFMT_APITRACE_STAT_PLACES: u32 = 6;

pub const DFMT_APITRACE_AT_CALL: u32 = 1;
pub const DFMT_APITRACE_AT_FRAME: u32 = 2;

pub const DFMT_APPORT_FIELD: u32 = 131073;

pub const DFMT_TYPE_APPORT_KEY: u32 = 163840;
pub const DFMT_TYPE_APPORT_VARIANT: u32 = 164096;
pub const DFMT_TYPE_APPORT_ENCODING: u32 = 164097;
pub const DFMT_TYPE_APPORT_COMPRESSION: u32 = 164098;
pub const DFMT_TYPE_APPORT_KIND: u32 = 164099;
pub const DFMT_TYPE_APPORT_FLAGS: u32 = 164100;
pub const DFMT_TYPE_APPORT_PROBLEM: u32 = 164101;
pub const DFMT_TYPE_APPORT_VALUE: u32 = 164102;
pub const DFMT_TYPE_APPORT_CATEGORY: u32 = 164103;
pub const DFMT_TYPE_APPORT_ERROR: u32 = 164104;
pub const DFMT_TYPE_APPORT_REPORT: u32 = 164352;
pub const DFMT_TYPE_APPORT_STACK: u32 = 164105;
pub const DFMT_TYPE_APPORT_SIGNATURE: u32 = 164353;
pub const DFMT_TYPE_APPORT_FRAME: u32 = 164354;
pub const DFMT_TYPE_APPORT_FINDING: u32 = 164106;
pub const DFMT_TYPE_APPORT_TRIAGE_FINDING: u32 = 164355;

pub const DFMT_APPORT_VARIANT_ZLIB: u32 = 1;
pub const DFMT_APPORT_VARIANT_GZIP_1M: u32 = 2;
pub const DFMT_APPORT_VARIANT_GZIP_128K: u32 = 3;
pub const DFMT_APPORT_VARIANT_MIME: u32 = 4;

pub const DFMT_CFG_APPORT_KEYS: u32 = 131073;
pub const DFMT_CFG_APPORT_CRLF: u32 = 131074;
pub const DFMT_CFG_APPORT_SAFE: u32 = 131075;
pub const DFMT_CFG_APPORT_BLOCK: u32 = 131076;
pub const DFMT_CFG_APPORT_ONE_LINE: u32 = 131077;
pub const DFMT_CFG_APPORT_MIME_LINES: u32 = 131078;
pub const DFMT_CFG_APPORT_MIME_HEADERS: u32 = 131079;

pub const DFMT_APPORT_ENCODING_TEXT: u32 = 0;
pub const DFMT_APPORT_ENCODING_BASE64: u32 = 1;

pub const DFMT_APPORT_COMPRESSION_NONE: u32 = 0;
pub const DFMT_APPORT_COMPRESSION_ZLIB: u32 = 1;
pub const DFMT_APPORT_COMPRESSION_GZIP: u32 = 2;
pub const DFMT_APPORT_COMPRESSION_ZSTD: u32 = 3;

pub const DFMT_APPORT_KIND_TEXT: u32 = 1;
pub const DFMT_APPORT_KIND_BYTES: u32 = 2;

pub const DFMT_APPORT_FLAG_BAD_KEY: u32 = 1;
pub const DFMT_APPORT_FLAG_CARRIED_CR: u32 = 2;

pub const DFMT_APPORT_FIELD_HAS_TEXT: u32 = 1;
pub const DFMT_APPORT_FIELD_HAS_COMPRESSION: u32 = 2;
pub const DFMT_APPORT_FIELD_HAS_KIND: u32 = 4;
pub const DFMT_APPORT_FIELD_HAS_LINE: u32 = 8;
pub const DFMT_APPORT_FIELD_HAS_STORED_SIZE: u32 = 16;
pub const DFMT_APPORT_FIELD_HAS_DECODED_SIZE: u32 = 32;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct dfmt_apport_field {
    pub head: dfmt_head,
    pub present: u32,
    pub encoding: u32,
    pub compression: u32,
    pub kind: u32,
    pub flags: u32,
    pub reserved: u32,
    pub key: dfmt_str,
    pub text: dfmt_str,
    pub line: u64,
    pub stored_size: u64,
    pub decoded_size: u64,
}

pub const DFMT_APPORT_PROBLEM_CRASH: u32 = 1;
pub const DFMT_APPORT_PROBLEM_BUG: u32 = 2;
pub const DFMT_APPORT_PROBLEM_PACKAGE: u32 = 4;
pub const DFMT_APPORT_PROBLEM_KERNEL_CRASH: u32 = 8;
pub const DFMT_APPORT_PROBLEM_KERNEL_OOPS: u32 = 16;
pub const DFMT_APPORT_PROBLEM_HANG: u32 = 32;
pub const DFMT_APPORT_PROBLEM_RECOVERABLE: u32 = 64;

pub const DFMT_APPORT_VALUE_TEXT: u32 = 1;
pub const DFMT_APPORT_VALUE_LINE: u32 = 2;
pub const DFMT_APPORT_VALUE_LINES: u32 = 3;
pub const DFMT_APPORT_VALUE_NUMBER: u32 = 4;
pub const DFMT_APPORT_VALUE_DATE: u32 = 5;
pub const DFMT_APPORT_VALUE_PATH: u32 = 6;
pub const DFMT_APPORT_VALUE_WORDS: u32 = 7;
pub const DFMT_APPORT_VALUE_PACKAGE: u32 = 8;
pub const DFMT_APPORT_VALUE_BINARY: u32 = 9;
pub const DFMT_APPORT_VALUE_JSON: u32 = 10;

pub const DFMT_APPORT_CATEGORY_GENERAL: u32 = 1;
pub const DFMT_APPORT_CATEGORY_PROCESS: u32 = 2;
pub const DFMT_APPORT_CATEGORY_SIGNAL: u32 = 3;
pub const DFMT_APPORT_CATEGORY_LANGUAGE: u32 = 4;
pub const DFMT_APPORT_CATEGORY_PACKAGE: u32 = 5;
pub const DFMT_APPORT_CATEGORY_KERNEL: u32 = 6;
pub const DFMT_APPORT_CATEGORY_HARDWARE: u32 = 7;
pub const DFMT_APPORT_CATEGORY_INTERNAL: u32 = 8;
pub const DFMT_APPORT_CATEGORY_OTHER: u32 = 9;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct dfmt_apport_key {
    pub head: dfmt_head,
    pub name: *const c_char,
    pub meaning: *const c_char,
    pub value: u32,
    pub category: u32,
    pub required: u32,
    pub collected: u32,
    pub always_text: u32,
    pub reserved: u32,
}

pub const DFMT_APPORT_REPORT_HAS_PROBLEM_TYPE: u32 = 1;
pub const DFMT_APPORT_REPORT_HAS_TIME_TEXT: u32 = 2;
pub const DFMT_APPORT_REPORT_HAS_TIME_LOCAL_S: u32 = 4;
pub const DFMT_APPORT_REPORT_HAS_TITLE: u32 = 8;
pub const DFMT_APPORT_REPORT_HAS_DISTRO_RELEASE: u32 = 16;
pub const DFMT_APPORT_REPORT_HAS_ARCHITECTURE: u32 = 32;
pub const DFMT_APPORT_REPORT_HAS_UNAME: u32 = 64;
pub const DFMT_APPORT_REPORT_HAS_PACKAGE: u32 = 128;
pub const DFMT_APPORT_REPORT_HAS_SOURCE_PACKAGE: u32 = 256;
pub const DFMT_APPORT_REPORT_HAS_PACKAGE_ARCHITECTURE: u32 = 512;
pub const DFMT_APPORT_REPORT_HAS_EXECUTABLE_PATH: u32 = 1024;
pub const DFMT_APPORT_REPORT_HAS_INTERPRETER_PATH: u32 = 2048;
pub const DFMT_APPORT_REPORT_HAS_PROC_CMDLINE: u32 = 4096;
pub const DFMT_APPORT_REPORT_HAS_PROC_CWD: u32 = 8192;
pub const DFMT_APPORT_REPORT_HAS_SIGNAL: u32 = 16384;
pub const DFMT_APPORT_REPORT_HAS_SIGNAL_TEXT: u32 = 32768;
pub const DFMT_APPORT_REPORT_HAS_SIGNAL_NAME: u32 = 65536;
pub const DFMT_APPORT_REPORT_HAS_STACKTRACE_TOP: u32 = 131072;
pub const DFMT_APPORT_REPORT_HAS_STACKTRACE_ADDRESS_SIGNATURE: u32 = 262144;
pub const DFMT_APPORT_REPORT_HAS_TRACEBACK: u32 = 524288;
pub const DFMT_APPORT_REPORT_HAS_ASSERTION_MESSAGE: u32 = 1048576;
pub const DFMT_APPORT_REPORT_HAS_DUPLICATE_SIGNATURE: u32 = 2097152;
pub const DFMT_APPORT_REPORT_HAS_TAGS: u32 = 4194304;
pub const DFMT_APPORT_REPORT_HAS_CORE_BYTES: u32 = 8388608;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct dfmt_apport_report {
    pub head: dfmt_head,
    pub present: u32,
    pub signal: i32,
    pub problem_type: dfmt_str,
    pub time_local_s: i64,
    pub time_text: dfmt_str,
    pub title: dfmt_str,
    pub distro_release: dfmt_str,
    pub architecture: dfmt_str,
    pub uname: dfmt_str,
    pub package: dfmt_str,
    pub source_package: dfmt_str,
    pub package_architecture: dfmt_str,
    pub executable_path: dfmt_str,
    pub interpreter_path: dfmt_str,
    pub proc_cmdline: dfmt_str,
    pub proc_cwd: dfmt_str,
    pub signal_text: dfmt_str,
    pub signal_name: dfmt_str,
    pub stacktrace_top: dfmt_str,
    pub stacktrace_address_signature: dfmt_str,
    pub traceback: dfmt_str,
    pub assertion_message: dfmt_str,
    pub duplicate_signature: dfmt_str,
    pub tags: dfmt_str,
    pub n_fields: u64,
    pub core_bytes: u64,
    pub has_core: u32,
    pub reserved: u32,
}

pub const DFMT_APPORT_ERROR_MISSING_FIELD: u32 = 1;
pub const DFMT_APPORT_ERROR_MALFORMED: u32 = 2;

pub const DFMT_APPORT_SIGNATURE_HAS_CRASH_SIGNATURE: u32 = 1;
pub const DFMT_APPORT_SIGNATURE_HAS_CRASH_SIGNATURE_ERROR: u32 = 2;
pub const DFMT_APPORT_SIGNATURE_HAS_CRASH_SIGNATURE_ADDRESSES: u32 = 4;
pub const DFMT_APPORT_SIGNATURE_HAS_CRASH_SIGNATURE_ADDRESSES_ERROR: u32 = 8;
pub const DFMT_APPORT_SIGNATURE_HAS_STANDARD_TITLE: u32 = 16;
pub const DFMT_APPORT_SIGNATURE_HAS_STANDARD_TITLE_ERROR: u32 = 32;
pub const DFMT_APPORT_SIGNATURE_HAS_HAS_USEFUL_STACKTRACE: u32 = 64;
pub const DFMT_APPORT_SIGNATURE_HAS_HAS_USEFUL_STACKTRACE_ERROR: u32 = 128;
pub const DFMT_APPORT_SIGNATURE_HAS_STACKTRACE_TOP_FUNCTION: u32 = 256;
pub const DFMT_APPORT_SIGNATURE_HAS_STACKTRACE_TOP_FUNCTION_ERROR: u32 = 512;
pub const DFMT_APPORT_SIGNATURE_HAS_DUPLICATE_SIGNATURE: u32 = 1024;
pub const DFMT_APPORT_SIGNATURE_HAS_DUPLICATE_SIGNATURE_ERROR: u32 = 2048;
pub const DFMT_APPORT_SIGNATURE_HAS_DUPLICATE_HASH: u32 = 4096;
pub const DFMT_APPORT_SIGNATURE_HAS_GENERATED_TOP: u32 = 8192;
pub const DFMT_APPORT_SIGNATURE_HAS_GENERATED_TOP_ERROR: u32 = 16384;
pub const DFMT_APPORT_SIGNATURE_HAS_RETRACED_SIGNATURE: u32 = 32768;
pub const DFMT_APPORT_SIGNATURE_HAS_RETRACED_SIGNATURE_ERROR: u32 = 65536;
pub const DFMT_APPORT_SIGNATURE_HAS_RETRACED_TITLE: u32 = 131072;
pub const DFMT_APPORT_SIGNATURE_HAS_RETRACED_TITLE_ERROR: u32 = 262144;
pub const DFMT_APPORT_SIGNATURE_HAS_RETRACED_USEFUL: u32 = 524288;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct dfmt_apport_signature {
    pub head: dfmt_head,
    pub present: u32,
    pub has_useful_stacktrace: u32,
    pub retraced_useful: u32,
    pub crash_signature_error: u32,
    pub crash_signature_addresses_error: u32,
    pub standard_title_error: u32,
    pub has_useful_stacktrace_error: u32,
    pub stacktrace_top_function_error: u32,
    pub duplicate_signature_error: u32,
    pub generated_top_error: u32,
    pub retraced_signature_error: u32,
    pub retraced_title_error: u32,
    pub crash_signature: dfmt_str,
    pub crash_signature_addresses: dfmt_str,
    pub standard_title: dfmt_str,
    pub stacktrace_top_function: dfmt_str,
    pub duplicate_signature: dfmt_str,
    pub duplicate_hash: dfmt_str,
    pub generated_top: dfmt_str,
    pub retraced_signature: dfmt_str,
    pub retraced_title: dfmt_str,
}

pub const DFMT_APPORT_FINDING_KERNEL_CRASH: u32 = 1;
pub const DFMT_APPORT_FINDING_ASSERTION: u32 = 2;
pub const DFMT_APPORT_FINDING_NATIVE_CRASH: u32 = 3;
pub const DFMT_APPORT_FINDING_PYTHON_CRASH: u32 = 4;
pub const DFMT_APPORT_FINDING_SUSPEND: u32 = 5;
pub const DFMT_APPORT_FINDING_KERNEL_OOPS: u32 = 6;
pub const DFMT_APPORT_FINDING_PACKAGE: u32 = 7;
pub const DFMT_APPORT_FINDING_OTHER: u32 = 8;

pub const DFMT_APPORT_TRIAGE_FINDING_HAS_SIGNATURE: u32 = 1;
pub const DFMT_APPORT_TRIAGE_FINDING_HAS_ADDRESS_SIGNATURE: u32 = 2;
pub const DFMT_APPORT_TRIAGE_FINDING_HAS_TITLE: u32 = 4;
pub const DFMT_APPORT_TRIAGE_FINDING_HAS_EXECUTABLE_PATH: u32 = 8;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct dfmt_apport_triage_finding {
    pub head: dfmt_head,
    pub present: u32,
    pub kind: u32,
    pub signature: dfmt_str,
    pub address_signature: dfmt_str,
    pub title: dfmt_str,
    pub executable_path: dfmt_str,
    pub retraced: u32,
    pub reserved: u32,
}

pub const DFMT_APPORT_STACK_STACKTRACE: u32 = 1;
pub const DFMT_APPORT_STACK_THREAD_STACKTRACE: u32 = 2;
pub const DFMT_APPORT_STACK_TRACEBACK: u32 = 3;

pub const DFMT_APPORT_FRAME_HAS_THREAD_NUMBER: u32 = 1;
pub const DFMT_APPORT_FRAME_HAS_ADDRESS: u32 = 2;
pub const DFMT_APPORT_FRAME_HAS_FUNCTION: u32 = 4;
pub const DFMT_APPORT_FRAME_HAS_ARGUMENTS: u32 = 8;
pub const DFMT_APPORT_FRAME_HAS_SOURCE_PATH: u32 = 16;
pub const DFMT_APPORT_FRAME_HAS_SOURCE_LINE: u32 = 32;
pub const DFMT_APPORT_FRAME_HAS_LIBRARY: u32 = 64;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct dfmt_apport_frame {
    pub head: dfmt_head,
    pub present: u32,
    pub field: u32,
    pub number: u32,
    pub signal_handler: u32,
    pub thread_number: u64,
    pub address: u64,
    pub source_line: u64,
    pub function: dfmt_str,
    pub arguments: dfmt_str,
    pub source_path: dfmt_str,
    pub library: dfmt_str,
}

pub const DFMT_BUGREPORT_FORM_TEXT: u32 = 1;
pub const DFMT_BUGREPORT_FORM_LOG: u32 = 2;
pub const DFMT_BUGREPORT_FORM_PROTO: u32 = 3;

pub const DFMT_BUGREPORT_TOMBSTONE_CRASH_HAS_PROCESS_ID: u32 = 1;
pub const DFMT_BUGREPORT_TOMBSTONE_CRASH_HAS_THREAD_ID: u32 = 2;
pub const DFMT_BUGREPORT_TOMBSTONE_CRASH_HAS_USER_ID: u32 = 4;
pub const DFMT_BUGREPORT_TOMBSTONE_CRASH_HAS_SIGNAL: u32 = 8;
pub const DFMT_BUGREPORT_TOMBSTONE_CRASH_HAS_CODE: u32 = 16;
pub const DFMT_BUGREPORT_TOMBSTONE_CRASH_HAS_SENDER: u32 = 32;
pub const DFMT_BUGREPORT_TOMBSTONE_CRASH_HAS_UTC_OFFSET_S: u32 = 64;
pub const DFMT_BUGREPORT_TOMBSTONE_CRASH_HAS_FAULT_ADDRESS: u32 = 128;
pub const DFMT_BUGREPORT_TOMBSTONE_CRASH_HAS_UPTIME_S: u32 = 256;
pub const DFMT_BUGREPORT_TOMBSTONE_CRASH_HAS_LINE: u32 = 512;
pub const DFMT_BUGREPORT_TOMBSTONE_CRASH_HAS_ENTRY: u32 = 1024;
pub const DFMT_BUGREPORT_TOMBSTONE_CRASH_HAS_SECTION: u32 = 2048;
pub const DFMT_BUGREPORT_TOMBSTONE_CRASH_HAS_PROCESS_NAME: u32 = 4096;
pub const DFMT_BUGREPORT_TOMBSTONE_CRASH_HAS_THREAD_NAME: u32 = 8192;
pub const DFMT_BUGREPORT_TOMBSTONE_CRASH_HAS_ABORT_MESSAGE: u32 = 16384;
pub const DFMT_BUGREPORT_TOMBSTONE_CRASH_HAS_SIGNATURE: u32 = 32768;
pub const DFMT_BUGREPORT_TOMBSTONE_CRASH_HAS_FINGERPRINT: u32 = 65536;
pub const DFMT_BUGREPORT_TOMBSTONE_CRASH_HAS_REVISION: u32 = 131072;
pub const DFMT_BUGREPORT_TOMBSTONE_CRASH_HAS_ABI: u32 = 262144;
pub const DFMT_BUGREPORT_TOMBSTONE_CRASH_HAS_TIME_TEXT: u32 = 524288;
pub const DFMT_BUGREPORT_TOMBSTONE_CRASH_HAS_CMDLINE: u32 = 1048576;
pub const DFMT_BUGREPORT_TOMBSTONE_CRASH_HAS_SIGNAL_NAME: u32 = 2097152;
pub const DFMT_BUGREPORT_TOMBSTONE_CRASH_HAS_CODE_NAME: u32 = 4194304;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct dfmt_bugreport_tombstone_crash {
    pub head: dfmt_head,
    pub present: u32,
    pub form: u32,
    pub truncated: u32,
    pub process_id: i32,
    pub thread_id: i32,
    pub user_id: u32,
    pub signal: i32,
    pub code: i32,
    pub sender_process_id: u32,
    pub sender_user_id: u32,
    pub utc_offset_s: i32,
    pub reserved: u32,
    pub fault_address: u64,
    pub uptime_s: u64,
    pub crash_number: u64,
    pub start_offset: u64,
    pub line: u64,
    pub entry: dfmt_str,
    pub section: dfmt_str,
    pub process_name: dfmt_str,
    pub thread_name: dfmt_str,
    pub signal_name: dfmt_str,
    pub code_name: dfmt_str,
    pub abort_message: dfmt_str,
    pub signature: dfmt_str,
    pub fingerprint: dfmt_str,
    pub revision: dfmt_str,
    pub abi: dfmt_str,
    pub time_text: dfmt_str,
    pub cmdline: dfmt_str,
    pub causes: *const dfmt_str,
    pub n_causes: u64,
}

pub const DFMT_BUGREPORT_TOMBSTONE_THREAD_HAS_LINE: u32 = 1;
pub const DFMT_BUGREPORT_TOMBSTONE_THREAD_HAS_ENTRY: u32 = 2;
pub const DFMT_BUGREPORT_TOMBSTONE_THREAD_HAS_SECTION: u32 = 4;
pub const DFMT_BUGREPORT_TOMBSTONE_THREAD_HAS_PROCESS_ID: u32 = 8;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct dfmt_bugreport_tombstone_thread {
    pub head: dfmt_head,
    pub present: u32,
    pub process_id: i32,
    pub thread_id: i32,
    pub crashed: u32,
    pub frames: u64,
    pub crash_number: u64,
    pub start_offset: u64,
    pub line: u64,
    pub entry: dfmt_str,
    pub section: dfmt_str,
    pub name: dfmt_str,
}

pub const DFMT_BUGREPORT_TOMBSTONE_FRAME_HAS_LINE: u32 = 1;
pub const DFMT_BUGREPORT_TOMBSTONE_FRAME_HAS_ENTRY: u32 = 2;
pub const DFMT_BUGREPORT_TOMBSTONE_FRAME_HAS_SECTION: u32 = 4;
pub const DFMT_BUGREPORT_TOMBSTONE_FRAME_HAS_PROCESS_ID: u32 = 8;
pub const DFMT_BUGREPORT_TOMBSTONE_FRAME_HAS_THREAD_ID: u32 = 16;
pub const DFMT_BUGREPORT_TOMBSTONE_FRAME_HAS_MAP_OFFSET: u32 = 32;
pub const DFMT_BUGREPORT_TOMBSTONE_FRAME_HAS_FUNCTION: u32 = 64;
pub const DFMT_BUGREPORT_TOMBSTONE_FRAME_HAS_FUNCTION_OFFSET: u32 = 128;
pub const DFMT_BUGREPORT_TOMBSTONE_FRAME_HAS_BUILD_ID: u32 = 256;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct dfmt_bugreport_tombstone_frame {
    pub head: dfmt_head,
    pub present: u32,
    pub process_id: i32,
    pub thread_id: i32,
    pub number: u32,
    pub pc: u64,
    pub map_offset: u64,
    pub function_offset: u64,
    pub crash_number: u64,
    pub start_offset: u64,
    pub line: u64,
    pub entry: dfmt_str,
    pub section: dfmt_str,
    pub path: dfmt_str,
    pub function: dfmt_str,
    pub build_id: dfmt_str,
}

pub const DFMT_BUGREPORT_CRASH_JAVA: u32 = 1;
pub const DFMT_BUGREPORT_CRASH_NATIVE: u32 = 2;
pub const DFMT_BUGREPORT_CRASH_ANR: u32 = 3;
pub const DFMT_BUGREPORT_CRASH_WATCHDOG: u32 = 4;

pub const DFMT_BUGREPORT_LOG_CRASH_HAS_LINE: u32 = 1;
pub const DFMT_BUGREPORT_LOG_CRASH_HAS_ENTRY: u32 = 2;
pub const DFMT_BUGREPORT_LOG_CRASH_HAS_SECTION: u32 = 4;
pub const DFMT_BUGREPORT_LOG_CRASH_HAS_TIME_TEXT: u32 = 8;
pub const DFMT_BUGREPORT_LOG_CRASH_HAS_TIME_LOCAL_S: u32 = 16;
pub const DFMT_BUGREPORT_LOG_CRASH_HAS_PROCESS_ID: u32 = 32;
pub const DFMT_BUGREPORT_LOG_CRASH_HAS_THREAD_ID: u32 = 64;
pub const DFMT_BUGREPORT_LOG_CRASH_HAS_SIGNAL: u32 = 128;
pub const DFMT_BUGREPORT_LOG_CRASH_HAS_PROCESS_NAME: u32 = 256;
pub const DFMT_BUGREPORT_LOG_CRASH_HAS_THREAD_NAME: u32 = 512;
pub const DFMT_BUGREPORT_LOG_CRASH_HAS_EXCEPTION: u32 = 1024;
pub const DFMT_BUGREPORT_LOG_CRASH_HAS_MESSAGE: u32 = 2048;
pub const DFMT_BUGREPORT_LOG_CRASH_HAS_ROOT_MESSAGE: u32 = 4096;
pub const DFMT_BUGREPORT_LOG_CRASH_HAS_REASON: u32 = 8192;
pub const DFMT_BUGREPORT_LOG_CRASH_HAS_SIGNATURE: u32 = 16384;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct dfmt_bugreport_log_crash {
    pub head: dfmt_head,
    pub present: u32,
    pub truncated: u32,
    pub start_offset: u64,
    pub line: u64,
    pub entry: dfmt_str,
    pub section: dfmt_str,
    pub kind: u32,
    pub process_id: i32,
    pub thread_id: i32,
    pub signal: i32,
    pub time_local_s: i64,
    pub time_text: dfmt_str,
    pub process_name: dfmt_str,
    pub thread_name: dfmt_str,
    pub exception: dfmt_str,
    pub root_exception: dfmt_str,
    pub message: dfmt_str,
    pub root_message: dfmt_str,
    pub reason: dfmt_str,
    pub signature: dfmt_str,
    pub frames: *const dfmt_str,
    pub n_frames: u64,
}

pub const DFMT_BUGREPORT_LOG_EVENT_HAS_LINE: u32 = 1;
pub const DFMT_BUGREPORT_LOG_EVENT_HAS_ENTRY: u32 = 2;
pub const DFMT_BUGREPORT_LOG_EVENT_HAS_SECTION: u32 = 4;
pub const DFMT_BUGREPORT_LOG_EVENT_HAS_TIME_LOCAL_S: u32 = 8;
pub const DFMT_BUGREPORT_LOG_EVENT_HAS_ANDROID_USER: u32 = 16;
pub const DFMT_BUGREPORT_LOG_EVENT_HAS_PROCESS_ID: u32 = 32;
pub const DFMT_BUGREPORT_LOG_EVENT_HAS_USER_ID: u32 = 64;
pub const DFMT_BUGREPORT_LOG_EVENT_HAS_PROCESS_NAME: u32 = 128;
pub const DFMT_BUGREPORT_LOG_EVENT_HAS_ADJ: u32 = 256;
pub const DFMT_BUGREPORT_LOG_EVENT_HAS_PROC_STATE: u32 = 512;
pub const DFMT_BUGREPORT_LOG_EVENT_HAS_FLAGS: u32 = 1024;
pub const DFMT_BUGREPORT_LOG_EVENT_HAS_REASON: u32 = 2048;
pub const DFMT_BUGREPORT_LOG_EVENT_HAS_EXCEPTION: u32 = 4096;
pub const DFMT_BUGREPORT_LOG_EVENT_HAS_MESSAGE: u32 = 8192;
pub const DFMT_BUGREPORT_LOG_EVENT_HAS_FILE: u32 = 16384;
pub const DFMT_BUGREPORT_LOG_EVENT_HAS_WTF_TAG: u32 = 32768;
pub const DFMT_BUGREPORT_LOG_EVENT_HAS_PROCESSES: u32 = 65536;
pub const DFMT_BUGREPORT_LOG_EVENT_HAS_UPTIME_MS: u32 = 131072;
pub const DFMT_BUGREPORT_LOG_EVENT_HAS_TIME_TEXT: u32 = 262144;
pub const DFMT_BUGREPORT_LOG_EVENT_HAS_FILE_LINE: u32 = 524288;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct dfmt_bugreport_log_event {
    pub head: dfmt_head,
    pub present: u32,
    pub truncated: u32,
    pub start_offset: u64,
    pub line: u64,
    pub entry: dfmt_str,
    pub section: dfmt_str,
    pub android_user: i32,
    pub process_id: i32,
    pub user_id: i32,
    pub adj: i32,
    pub proc_state: i32,
    pub flags: i32,
    pub file_line: i32,
    pub reserved: u32,
    pub processes: u64,
    pub uptime_ms: u64,
    pub time_local_s: i64,
    pub time_text: dfmt_str,
    pub tag: dfmt_str,
    pub process_name: dfmt_str,
    pub reason: dfmt_str,
    pub exception: dfmt_str,
    pub message: dfmt_str,
    pub file: dfmt_str,
    pub wtf_tag: dfmt_str,
}

pub const DFMT_BUGREPORT_KERNEL_OOPS: u32 = 1;
pub const DFMT_BUGREPORT_KERNEL_PANIC: u32 = 2;
pub const DFMT_BUGREPORT_KERNEL_HUNG: u32 = 3;
pub const DFMT_BUGREPORT_KERNEL_OOM: u32 = 4;

pub const DFMT_BUGREPORT_KERNEL_CRASH_HAS_LINE: u32 = 1;
pub const DFMT_BUGREPORT_KERNEL_CRASH_HAS_ENTRY: u32 = 2;
pub const DFMT_BUGREPORT_KERNEL_CRASH_HAS_SECTION: u32 = 4;
pub const DFMT_BUGREPORT_KERNEL_CRASH_HAS_PANIC: u32 = 8;
pub const DFMT_BUGREPORT_KERNEL_CRASH_HAS_CPU: u32 = 16;
pub const DFMT_BUGREPORT_KERNEL_CRASH_HAS_PROCESS_ID: u32 = 32;
pub const DFMT_BUGREPORT_KERNEL_CRASH_HAS_COMM: u32 = 64;
pub const DFMT_BUGREPORT_KERNEL_CRASH_HAS_PC: u32 = 128;
pub const DFMT_BUGREPORT_KERNEL_CRASH_HAS_UPTIME_US: u32 = 256;
pub const DFMT_BUGREPORT_KERNEL_CRASH_HAS_SIGNATURE: u32 = 512;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct dfmt_bugreport_kernel_crash {
    pub head: dfmt_head,
    pub present: u32,
    pub truncated: u32,
    pub start_offset: u64,
    pub line: u64,
    pub entry: dfmt_str,
    pub section: dfmt_str,
    pub kind: u32,
    pub cpu: u32,
    pub process_id: i32,
    pub reserved: u32,
    pub uptime_us: u64,
    pub message: dfmt_str,
    pub panic: dfmt_str,
    pub comm: dfmt_str,
    pub pc: dfmt_str,
    pub signature: dfmt_str,
    pub trace: *const dfmt_str,
    pub n_trace: u64,
}

pub const DFMT_BUGREPORT_ANR_PROCESS_HAS_LINE: u32 = 1;
pub const DFMT_BUGREPORT_ANR_PROCESS_HAS_ENTRY: u32 = 2;
pub const DFMT_BUGREPORT_ANR_PROCESS_HAS_SECTION: u32 = 4;
pub const DFMT_BUGREPORT_ANR_PROCESS_HAS_PROCESS_NAME: u32 = 8;
pub const DFMT_BUGREPORT_ANR_PROCESS_HAS_TIME_TEXT: u32 = 16;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct dfmt_bugreport_anr_process {
    pub head: dfmt_head,
    pub present: u32,
    pub truncated: u32,
    pub start_offset: u64,
    pub line: u64,
    pub entry: dfmt_str,
    pub section: dfmt_str,
    pub process_id: i32,
    pub reserved: u32,
    pub threads: u64,
    pub process_name: dfmt_str,
    pub time_text: dfmt_str,
}

pub const DFMT_BUGREPORT_ANR_THREAD_HAS_LINE: u32 = 1;
pub const DFMT_BUGREPORT_ANR_THREAD_HAS_ENTRY: u32 = 2;
pub const DFMT_BUGREPORT_ANR_THREAD_HAS_SECTION: u32 = 4;
pub const DFMT_BUGREPORT_ANR_THREAD_HAS_VM_THREAD_ID: u32 = 8;
pub const DFMT_BUGREPORT_ANR_THREAD_HAS_THREAD_ID: u32 = 16;
pub const DFMT_BUGREPORT_ANR_THREAD_HAS_JAVA_PRIORITY: u32 = 32;
pub const DFMT_BUGREPORT_ANR_THREAD_HAS_NICE: u32 = 64;
pub const DFMT_BUGREPORT_ANR_THREAD_HAS_CGRP: u32 = 128;
pub const DFMT_BUGREPORT_ANR_THREAD_HAS_NATIVE_STATE: u32 = 256;
pub const DFMT_BUGREPORT_ANR_THREAD_HAS_UTM: u32 = 512;
pub const DFMT_BUGREPORT_ANR_THREAD_HAS_CORE: u32 = 1024;
pub const DFMT_BUGREPORT_ANR_THREAD_HAS_STATE: u32 = 2048;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct dfmt_bugreport_anr_thread {
    pub head: dfmt_head,
    pub present: u32,
    pub truncated: u32,
    pub start_offset: u64,
    pub line: u64,
    pub entry: dfmt_str,
    pub section: dfmt_str,
    pub process_id: i32,
    pub vm_thread_id: i32,
    pub thread_id: i32,
    pub daemon: u32,
    pub java_priority: i32,
    pub nice: i32,
    pub core: i32,
    pub reserved: u32,
    pub utm: u64,
    pub stm: u64,
    pub frames: u64,
    pub name: dfmt_str,
    pub state: dfmt_str,
    pub cgrp: dfmt_str,
    pub native_state: dfmt_str,
}

pub const DFMT_BUGREPORT_LOCK_BLOCKED: u32 = 1;
pub const DFMT_BUGREPORT_LOCK_INFLATE: u32 = 2;
pub const DFMT_BUGREPORT_LOCK_WAIT: u32 = 3;
pub const DFMT_BUGREPORT_LOCK_SLEEP: u32 = 4;
pub const DFMT_BUGREPORT_LOCK_LOCKED: u32 = 5;

pub const DFMT_BUGREPORT_ANR_LOCK_HAS_LINE: u32 = 1;
pub const DFMT_BUGREPORT_ANR_LOCK_HAS_ENTRY: u32 = 2;
pub const DFMT_BUGREPORT_ANR_LOCK_HAS_SECTION: u32 = 4;
pub const DFMT_BUGREPORT_ANR_LOCK_HAS_VM_THREAD_ID: u32 = 8;
pub const DFMT_BUGREPORT_ANR_LOCK_HAS_LOCK_ADDRESS: u32 = 16;
pub const DFMT_BUGREPORT_ANR_LOCK_HAS_CLASS_NAME: u32 = 32;
pub const DFMT_BUGREPORT_ANR_LOCK_HAS_HELD_BY: u32 = 64;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct dfmt_bugreport_anr_lock {
    pub head: dfmt_head,
    pub present: u32,
    pub truncated: u32,
    pub start_offset: u64,
    pub line: u64,
    pub entry: dfmt_str,
    pub section: dfmt_str,
    pub process_id: i32,
    pub vm_thread_id: i32,
    pub kind: u32,
    pub held_by: i32,
    pub frame_number: i32,
    pub reserved: u32,
    pub lock_address: u64,
    pub class_name: dfmt_str,
}

pub const DFMT_BUGREPORT_VERDICT_DEADLOCK: u32 = 1;
pub const DFMT_BUGREPORT_VERDICT_LOCK: u32 = 2;
pub const DFMT_BUGREPORT_VERDICT_IDLE: u32 = 3;
pub const DFMT_BUGREPORT_VERDICT_BINDER: u32 = 4;
pub const DFMT_BUGREPORT_VERDICT_RUNNING: u32 = 5;
pub const DFMT_BUGREPORT_VERDICT_SLEEPING: u32 = 6;
pub const DFMT_BUGREPORT_VERDICT_WAITING: u32 = 7;
pub const DFMT_BUGREPORT_VERDICT_NATIVE: u32 = 8;
pub const DFMT_BUGREPORT_VERDICT_OTHER: u32 = 9;

pub const DFMT_BUGREPORT_ANR_VERDICT_HAS_LINE: u32 = 1;
pub const DFMT_BUGREPORT_ANR_VERDICT_HAS_ENTRY: u32 = 2;
pub const DFMT_BUGREPORT_ANR_VERDICT_HAS_SECTION: u32 = 4;
pub const DFMT_BUGREPORT_ANR_VERDICT_HAS_PROCESS_NAME: u32 = 8;
pub const DFMT_BUGREPORT_ANR_VERDICT_HAS_TIME_TEXT: u32 = 16;
pub const DFMT_BUGREPORT_ANR_VERDICT_HAS_SIGNATURE: u32 = 32;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct dfmt_bugreport_anr_verdict {
    pub head: dfmt_head,
    pub present: u32,
    pub truncated: u32,
    pub start_offset: u64,
    pub line: u64,
    pub entry: dfmt_str,
    pub section: dfmt_str,
    pub process_id: i32,
    pub kind: u32,
    pub state: dfmt_str,
    pub process_name: dfmt_str,
    pub time_text: dfmt_str,
    pub signature: dfmt_str,
    pub chain: *const i32,
    pub n_chain: u64,
}

pub const DFMT_BUGREPORT_ANR_CYCLE_HAS_LINE: u32 = 1;
pub const DFMT_BUGREPORT_ANR_CYCLE_HAS_ENTRY: u32 = 2;
pub const DFMT_BUGREPORT_ANR_CYCLE_HAS_SECTION: u32 = 4;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct dfmt_bugreport_anr_cycle {
    pub head: dfmt_head,
    pub present: u32,
    pub truncated: u32,
    pub start_offset: u64,
    pub line: u64,
    pub entry: dfmt_str,
    pub section: dfmt_str,
    pub process_id: i32,
    pub reserved: u32,
    pub vm_thread_ids: *const i32,
    pub n_vm_thread_ids: u64,
}

pub const DFMT_BUGREPORT_FINDING_KERNEL_CRASH: u32 = 1;
pub const DFMT_BUGREPORT_FINDING_WATCHDOG: u32 = 2;
pub const DFMT_BUGREPORT_FINDING_JAVA_CRASH: u32 = 3;
pub const DFMT_BUGREPORT_FINDING_NATIVE_CRASH: u32 = 4;
pub const DFMT_BUGREPORT_FINDING_ANR: u32 = 5;
pub const DFMT_BUGREPORT_FINDING_HUNG_TASK: u32 = 6;
pub const DFMT_BUGREPORT_FINDING_OOM_KILL: u32 = 7;
pub const DFMT_BUGREPORT_FINDING_FOREGROUND_KILL: u32 = 8;
pub const DFMT_BUGREPORT_FINDING_PAST_EXIT: u32 = 9;
pub const DFMT_BUGREPORT_FINDING_PAST_CRASH: u32 = 10;
pub const DFMT_BUGREPORT_FINDING_PAST_NATIVE_CRASH: u32 = 11;
pub const DFMT_BUGREPORT_FINDING_PAST_ANR: u32 = 12;
pub const DFMT_BUGREPORT_FINDING_PAST_WATCHDOG: u32 = 13;
pub const DFMT_BUGREPORT_FINDING_PAST_KERNEL: u32 = 14;
pub const DFMT_BUGREPORT_FINDING_PAST_RESTART: u32 = 15;
pub const DFMT_BUGREPORT_FINDING_WTF: u32 = 16;
pub const DFMT_BUGREPORT_FINDING_MEMORY_ERROR: u32 = 17;
pub const DFMT_BUGREPORT_FINDING_LEAK: u32 = 18;

pub const DFMT_BUGREPORT_TRIAGE_EVIDENCE_HAS_LINE: u32 = 1;
pub const DFMT_BUGREPORT_TRIAGE_EVIDENCE_HAS_ENTRY: u32 = 2;
pub const DFMT_BUGREPORT_TRIAGE_EVIDENCE_HAS_SECTION: u32 = 4;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct dfmt_bugreport_triage_evidence {
    pub entry: dfmt_str,
    pub section: dfmt_str,
    pub start_offset: u64,
    pub line: u64,
    pub present: u32,
    pub reserved: u32,
}

pub const DFMT_BUGREPORT_TRIAGE_FINDING_HAS_PROCESS_NAME: u32 = 1;
pub const DFMT_BUGREPORT_TRIAGE_FINDING_HAS_PROCESS_ID: u32 = 2;
pub const DFMT_BUGREPORT_TRIAGE_FINDING_HAS_TIME_TEXT: u32 = 4;
pub const DFMT_BUGREPORT_TRIAGE_FINDING_HAS_SIGNATURE: u32 = 8;
pub const DFMT_BUGREPORT_TRIAGE_FINDING_HAS_MESSAGE: u32 = 16;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct dfmt_bugreport_triage_finding {
    pub head: dfmt_head,
    pub present: u32,
    pub truncated: u32,
    pub rank: u32,
    pub kind: u32,
    pub severity: u32,
    pub process_id: i32,
    pub count: u64,
    pub process_name: dfmt_str,
    pub time_text: dfmt_str,
    pub signature: dfmt_str,
    pub evidence: *const dfmt_bugreport_triage_evidence,
    pub n_evidence: u64,
    pub message: dfmt_str,
}

pub const DFMT_BUGREPORT_EXIT_INFO_HAS_LINE: u32 = 1;
pub const DFMT_BUGREPORT_EXIT_INFO_HAS_ENTRY: u32 = 2;
pub const DFMT_BUGREPORT_EXIT_INFO_HAS_SECTION: u32 = 4;
pub const DFMT_BUGREPORT_EXIT_INFO_HAS_PACKAGE: u32 = 8;
pub const DFMT_BUGREPORT_EXIT_INFO_HAS_TIME: u32 = 16;
pub const DFMT_BUGREPORT_EXIT_INFO_HAS_REASON: u32 = 32;
pub const DFMT_BUGREPORT_EXIT_INFO_HAS_IMPORTANCE: u32 = 64;
pub const DFMT_BUGREPORT_EXIT_INFO_HAS_PSS: u32 = 128;
pub const DFMT_BUGREPORT_EXIT_INFO_HAS_DESCRIPTION: u32 = 256;
pub const DFMT_BUGREPORT_EXIT_INFO_HAS_STATE_BYTES: u32 = 512;
pub const DFMT_BUGREPORT_EXIT_INFO_HAS_TRACE: u32 = 1024;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct dfmt_bugreport_exit_info {
    pub head: dfmt_head,
    pub present: u32,
    pub truncated: u32,
    pub start_offset: u64,
    pub line: u64,
    pub entry: dfmt_str,
    pub section: dfmt_str,
    pub number: u32,
    pub process_id: i32,
    pub real_user_id: u32,
    pub package_user_id: u32,
    pub defining_user_id: u32,
    pub android_user: i32,
    pub time_text: dfmt_str,
    pub reason: i32,
    pub subreason: i32,
    pub process_name: dfmt_str,
    pub reason_name: dfmt_str,
    pub subreason_name: dfmt_str,
    pub status: i32,
    pub importance: i32,
    pub pss_kb: u64,
    pub rss_kb: u64,
    pub state_bytes: u64,
    pub package: dfmt_str,
    pub description: dfmt_str,
    pub trace: dfmt_str,
}

pub const DFMT_BUGREPORT_PACKAGE_GRANT_HAS_ANDROID_USER: u32 = 1;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct dfmt_bugreport_package_grant {
    pub permission: dfmt_str,
    pub granted: u32,
    pub present: u32,
    pub android_user: i32,
    pub reserved: u32,
}

pub const DFMT_BUGREPORT_PACKAGE_HAS_LINE: u32 = 1;
pub const DFMT_BUGREPORT_PACKAGE_HAS_ENTRY: u32 = 2;
pub const DFMT_BUGREPORT_PACKAGE_HAS_SECTION: u32 = 4;
pub const DFMT_BUGREPORT_PACKAGE_HAS_USER_ID: u32 = 8;
pub const DFMT_BUGREPORT_PACKAGE_HAS_VERSION_CODE: u32 = 16;
pub const DFMT_BUGREPORT_PACKAGE_HAS_VERSION_NAME: u32 = 32;
pub const DFMT_BUGREPORT_PACKAGE_HAS_MIN_SDK: u32 = 64;
pub const DFMT_BUGREPORT_PACKAGE_HAS_TARGET_SDK: u32 = 128;
pub const DFMT_BUGREPORT_PACKAGE_HAS_CODE_PATH: u32 = 256;
pub const DFMT_BUGREPORT_PACKAGE_HAS_FIRST_INSTALL: u32 = 512;
pub const DFMT_BUGREPORT_PACKAGE_HAS_LAST_UPDATE: u32 = 1024;
pub const DFMT_BUGREPORT_PACKAGE_HAS_INSTALLER: u32 = 2048;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct dfmt_bugreport_package {
    pub head: dfmt_head,
    pub present: u32,
    pub truncated: u32,
    pub start_offset: u64,
    pub line: u64,
    pub entry: dfmt_str,
    pub section: dfmt_str,
    pub hidden: u32,
    pub user_id: u32,
    pub min_sdk: u32,
    pub target_sdk: u32,
    pub version_code: u64,
    pub package: dfmt_str,
    pub version_name: dfmt_str,
    pub code_path: dfmt_str,
    pub first_install: dfmt_str,
    pub last_update: dfmt_str,
    pub installer: dfmt_str,
    pub flags: *const dfmt_str,
    pub n_flags: u64,
    pub requested: *const dfmt_str,
    pub n_requested: u64,
    pub grants: *const dfmt_bugreport_package_grant,
    pub n_grants: u64,
}

pub const DFMT_BUGREPORT_DROPBOX_ENTRY_HAS_LINE: u32 = 1;
pub const DFMT_BUGREPORT_DROPBOX_ENTRY_HAS_ENTRY: u32 = 2;
pub const DFMT_BUGREPORT_DROPBOX_ENTRY_HAS_SECTION: u32 = 4;
pub const DFMT_BUGREPORT_DROPBOX_ENTRY_HAS_BYTES: u32 = 8;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct dfmt_bugreport_dropbox_entry {
    pub head: dfmt_head,
    pub present: u32,
    pub truncated: u32,
    pub start_offset: u64,
    pub line: u64,
    pub entry: dfmt_str,
    pub section: dfmt_str,
    pub lost: u32,
    pub compressed: u32,
    pub text: u32,
    pub reserved: u32,
    pub bytes: u64,
    pub time_text: dfmt_str,
    pub tag: dfmt_str,
}

pub const DFMT_BUGREPORT_PROCESS_HAS_LINE: u32 = 1;
pub const DFMT_BUGREPORT_PROCESS_HAS_ENTRY: u32 = 2;
pub const DFMT_BUGREPORT_PROCESS_HAS_SECTION: u32 = 4;
pub const DFMT_BUGREPORT_PROCESS_HAS_THREAD_ID: u32 = 8;
pub const DFMT_BUGREPORT_PROCESS_HAS_PARENT_PROCESS_ID: u32 = 16;
pub const DFMT_BUGREPORT_PROCESS_HAS_VSZ: u32 = 32;
pub const DFMT_BUGREPORT_PROCESS_HAS_RSS: u32 = 64;
pub const DFMT_BUGREPORT_PROCESS_HAS_STATE: u32 = 128;
pub const DFMT_BUGREPORT_PROCESS_HAS_TIME_S: u32 = 256;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct dfmt_bugreport_process {
    pub head: dfmt_head,
    pub present: u32,
    pub truncated: u32,
    pub start_offset: u64,
    pub line: u64,
    pub entry: dfmt_str,
    pub section: dfmt_str,
    pub process_id: i32,
    pub thread_id: i32,
    pub parent_process_id: i32,
    pub reserved: u32,
    pub vsz_kb: u64,
    pub rss_kb: u64,
    pub time_s: u64,
    pub user_id: dfmt_str,
    pub state: dfmt_str,
    pub name: dfmt_str,
}

pub const DFMT_BUGREPORT_MEASURE_PSS: u32 = 1;
pub const DFMT_BUGREPORT_MEASURE_RSS: u32 = 2;

pub const DFMT_BUGREPORT_MEMINFO_PROCESS_HAS_LINE: u32 = 1;
pub const DFMT_BUGREPORT_MEMINFO_PROCESS_HAS_ENTRY: u32 = 2;
pub const DFMT_BUGREPORT_MEMINFO_PROCESS_HAS_SECTION: u32 = 4;
pub const DFMT_BUGREPORT_MEMINFO_PROCESS_HAS_SWAP_KB: u32 = 8;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct dfmt_bugreport_meminfo_process {
    pub head: dfmt_head,
    pub present: u32,
    pub truncated: u32,
    pub start_offset: u64,
    pub line: u64,
    pub entry: dfmt_str,
    pub section: dfmt_str,
    pub measure: u32,
    pub process_id: i32,
    pub activities: u32,
    pub reserved: u32,
    pub size_kb: u64,
    pub swap_kb: u64,
    pub process_name: dfmt_str,
}

pub const DFMT_BUGREPORT_BATTERY_CHANGE_SET: u32 = 1;
pub const DFMT_BUGREPORT_BATTERY_CHANGE_ON: u32 = 2;
pub const DFMT_BUGREPORT_BATTERY_CHANGE_OFF: u32 = 3;

pub const DFMT_BUGREPORT_BATTERY_ITEM_HAS_VALUE: u32 = 1;
pub const DFMT_BUGREPORT_BATTERY_ITEM_HAS_TEXT: u32 = 2;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct dfmt_bugreport_battery_item {
    pub change: u32,
    pub present: u32,
    pub name: dfmt_str,
    pub value: dfmt_str,
    pub text: dfmt_str,
    pub user_id: u32,
    pub reserved: u32,
}

pub const DFMT_BUGREPORT_BATTERY_EVENT_HAS_LINE: u32 = 1;
pub const DFMT_BUGREPORT_BATTERY_EVENT_HAS_ENTRY: u32 = 2;
pub const DFMT_BUGREPORT_BATTERY_EVENT_HAS_SECTION: u32 = 4;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct dfmt_bugreport_battery_event {
    pub head: dfmt_head,
    pub present: u32,
    pub truncated: u32,
    pub start_offset: u64,
    pub line: u64,
    pub entry: dfmt_str,
    pub section: dfmt_str,
    pub delta_ms: i64,
    pub text: dfmt_str,
    pub items: *const dfmt_bugreport_battery_item,
    pub n_items: u64,
}

pub const DFMT_BUGREPORT_HEADER: u32 = 65537;
pub const DFMT_BUGREPORT_ENTRY: u32 = 65538;
pub const DFMT_BUGREPORT_ENTRY_END: u32 = 65539;
pub const DFMT_BUGREPORT_SUMMARY: u32 = 65540;
pub const DFMT_BUGREPORT_BANNER: u32 = 65541;
pub const DFMT_BUGREPORT_PROPERTY: u32 = 65542;
pub const DFMT_BUGREPORT_SECTION: u32 = 65543;
pub const DFMT_BUGREPORT_SECTION_END: u32 = 65544;
pub const DFMT_BUGREPORT_SERVICE: u32 = 65545;
pub const DFMT_BUGREPORT_SERVICE_END: u32 = 65546;
pub const DFMT_BUGREPORT_TEXT: u32 = 65547;
pub const DFMT_BUGREPORT_DURATION: u32 = 65548;
pub const DFMT_BUGREPORT_LOG: u32 = 65549;
pub const DFMT_BUGREPORT_SYSTEM_PROPERTY: u32 = 65550;

pub const DFMT_TYPE_BUGREPORT_VARIANT: u32 = 98560;
pub const DFMT_TYPE_BUGREPORT_PASS: u32 = 98561;
pub const DFMT_TYPE_BUGREPORT_ROLE: u32 = 98562;
pub const DFMT_TYPE_BUGREPORT_RULE: u32 = 98563;
pub const DFMT_TYPE_BUGREPORT_DUMP_PRIORITY: u32 = 98564;
pub const DFMT_TYPE_BUGREPORT_CLOSED: u32 = 98565;
pub const DFMT_TYPE_BUGREPORT_RESULT: u32 = 98566;
pub const DFMT_TYPE_BUGREPORT_METHOD: u32 = 98567;
pub const DFMT_TYPE_BUGREPORT_KIND: u32 = 98568;
pub const DFMT_TYPE_BUGREPORT_PRIORITY: u32 = 98569;
pub const DFMT_TYPE_BUGREPORT_FLAGS: u32 = 98570;
pub const DFMT_TYPE_BUGREPORT_FORM: u32 = 98571;
pub const DFMT_TYPE_BUGREPORT_CRASH: u32 = 98572;
pub const DFMT_TYPE_BUGREPORT_KERNEL: u32 = 98573;
pub const DFMT_TYPE_BUGREPORT_LOCK: u32 = 98574;
pub const DFMT_TYPE_BUGREPORT_VERDICT: u32 = 98575;
pub const DFMT_TYPE_BUGREPORT_FINDING: u32 = 98576;
pub const DFMT_TYPE_BUGREPORT_MEASURE: u32 = 98592;
pub const DFMT_TYPE_BUGREPORT_PACKAGE_GRANT: u32 = 98304;
pub const DFMT_TYPE_BUGREPORT_BATTERY_ITEM: u32 = 98305;
pub const DFMT_TYPE_BUGREPORT_TRIAGE_EVIDENCE: u32 = 98306;
pub const DFMT_TYPE_BUGREPORT_BATTERY_CHANGE: u32 = 98593;
pub const DFMT_TYPE_BUGREPORT_LOGCAT: u32 = 98816;
pub const DFMT_TYPE_BUGREPORT_OVERVIEW: u32 = 98817;
pub const DFMT_TYPE_BUGREPORT_TOMBSTONE_CRASH: u32 = 98818;
pub const DFMT_TYPE_BUGREPORT_TOMBSTONE_THREAD: u32 = 98819;
pub const DFMT_TYPE_BUGREPORT_TOMBSTONE_FRAME: u32 = 98820;
pub const DFMT_TYPE_BUGREPORT_LOG_CRASH: u32 = 98821;
pub const DFMT_TYPE_BUGREPORT_LOG_EVENT: u32 = 98822;
pub const DFMT_TYPE_BUGREPORT_KERNEL_CRASH: u32 = 98823;
pub const DFMT_TYPE_BUGREPORT_ANR_PROCESS: u32 = 98824;
pub const DFMT_TYPE_BUGREPORT_ANR_THREAD: u32 = 98825;
pub const DFMT_TYPE_BUGREPORT_ANR_LOCK: u32 = 98826;
pub const DFMT_TYPE_BUGREPORT_ANR_VERDICT: u32 = 98827;
pub const DFMT_TYPE_BUGREPORT_ANR_CYCLE: u32 = 98828;
pub const DFMT_TYPE_BUGREPORT_TRIAGE_FINDING: u32 = 98829;
pub const DFMT_TYPE_BUGREPORT_EXIT_INFO: u32 = 98864;
pub const DFMT_TYPE_BUGREPORT_PACKAGE: u32 = 98865;
pub const DFMT_TYPE_BUGREPORT_DROPBOX_ENTRY: u32 = 98866;
pub const DFMT_TYPE_BUGREPORT_PROCESS: u32 = 98867;
pub const DFMT_TYPE_BUGREPORT_MEMINFO_PROCESS: u32 = 98868;
pub const DFMT_TYPE_BUGREPORT_BATTERY_EVENT: u32 = 98869;

pub const DFMT_BUGREPORT_VARIANT_TEXT: u32 = 1;
pub const DFMT_BUGREPORT_VARIANT_ZIP: u32 = 2;
pub const DFMT_BUGREPORT_VARIANT_V0: u32 = 3;
pub const DFMT_BUGREPORT_VARIANT_V1: u32 = 4;
pub const DFMT_BUGREPORT_VARIANT_V2: u32 = 5;

pub const DFMT_CFG_BUGREPORT_PASS: u32 = 65537;
pub const DFMT_CFG_BUGREPORT_TEXT: u32 = 65538;
pub const DFMT_CFG_BUGREPORT_SERVICES: u32 = 65539;
pub const DFMT_CFG_BUGREPORT_LOG: u32 = 65540;
pub const DFMT_CFG_BUGREPORT_ENTRIES: u32 = 65541;
pub const DFMT_CFG_BUGREPORT_TITLES: u32 = 65542;
pub const DFMT_CFG_BUGREPORT_MAX_RATIO: u32 = 65543;
pub const DFMT_CFG_BUGREPORT_MAX_ENTRIES: u32 = 65544;
pub const DFMT_CFG_BUGREPORT_VERSION: u32 = 65545;
pub const DFMT_CFG_BUGREPORT_MARKERS: u32 = 65546;
pub const DFMT_CFG_BUGREPORT_TIME: u32 = 65547;
pub const DFMT_CFG_BUGREPORT_ZIP64: u32 = 65548;
pub const DFMT_CFG_BUGREPORT_LONE: u32 = 65549;

pub const DFMT_BUGREPORT_PASS_AUTO: u32 = 0;
pub const DFMT_BUGREPORT_PASS_FORWARD: u32 = 1;
pub const DFMT_BUGREPORT_PASS_DIRECTORY: u32 = 2;

pub const DFMT_BUGREPORT_ROLE_OTHER: u32 = 0;
pub const DFMT_BUGREPORT_ROLE_MAIN: u32 = 1;
pub const DFMT_BUGREPORT_ROLE_VERSION: u32 = 2;
pub const DFMT_BUGREPORT_ROLE_POINTER: u32 = 3;
pub const DFMT_BUGREPORT_ROLE_FILE: u32 = 4;
pub const DFMT_BUGREPORT_ROLE_PROTO: u32 = 5;
pub const DFMT_BUGREPORT_ROLE_LSHAL: u32 = 6;
pub const DFMT_BUGREPORT_ROLE_BOARD: u32 = 7;
pub const DFMT_BUGREPORT_ROLE_LOG: u32 = 8;
pub const DFMT_BUGREPORT_ROLE_SYSTRACE: u32 = 9;
pub const DFMT_BUGREPORT_ROLE_TITLE: u32 = 10;
pub const DFMT_BUGREPORT_ROLE_DESCRIPTION: u32 = 11;
pub const DFMT_BUGREPORT_ROLE_VISIBLE_WINDOWS: u32 = 12;
pub const DFMT_BUGREPORT_ROLE_NESTED: u32 = 13;
pub const DFMT_BUGREPORT_ROLE_FOLDER: u32 = 14;
pub const DFMT_BUGREPORT_ROLE_DUPLICATE: u32 = 15;
pub const DFMT_BUGREPORT_ROLE_TOMBSTONE: u32 = 16;
pub const DFMT_BUGREPORT_ROLE_ANR: u32 = 17;

pub const DFMT_BUGREPORT_RULE_NONE: u32 = 0;
pub const DFMT_BUGREPORT_RULE_POINTER: u32 = 1;
pub const DFMT_BUGREPORT_RULE_HYPHEN: u32 = 2;
pub const DFMT_BUGREPORT_RULE_FIRST: u32 = 3;
pub const DFMT_BUGREPORT_RULE_WHOLE: u32 = 4;
pub const DFMT_BUGREPORT_RULE_NAME: u32 = 5;
pub const DFMT_BUGREPORT_RULE_CONTENT: u32 = 6;
pub const DFMT_BUGREPORT_RULE_NESTED: u32 = 7;

pub const DFMT_BUGREPORT_DUMP_PRIORITY_NORMAL: u32 = 0;
pub const DFMT_BUGREPORT_DUMP_PRIORITY_HIGH: u32 = 1;
pub const DFMT_BUGREPORT_DUMP_PRIORITY_CRITICAL: u32 = 2;

pub const DFMT_BUGREPORT_CLOSED_DURATION: u32 = 1;
pub const DFMT_BUGREPORT_CLOSED_OTHER_DURATION: u32 = 2;
pub const DFMT_BUGREPORT_CLOSED_ELAPSED: u32 = 3;
pub const DFMT_BUGREPORT_CLOSED_FOOTER: u32 = 4;
pub const DFMT_BUGREPORT_CLOSED_OTHER_FOOTER: u32 = 5;
pub const DFMT_BUGREPORT_CLOSED_SECTION: u32 = 6;
pub const DFMT_BUGREPORT_CLOSED_SERVICE: u32 = 7;
pub const DFMT_BUGREPORT_CLOSED_BANNER: u32 = 8;
pub const DFMT_BUGREPORT_CLOSED_EOF: u32 = 9;
pub const DFMT_BUGREPORT_CLOSED_TRUNCATED: u32 = 10;

pub const DFMT_BUGREPORT_RESULT_OK: u32 = 0;
pub const DFMT_BUGREPORT_RESULT_EXIT_CODE: u32 = 1;
pub const DFMT_BUGREPORT_RESULT_SIGNAL: u32 = 2;
pub const DFMT_BUGREPORT_RESULT_TIMED_OUT: u32 = 3;
pub const DFMT_BUGREPORT_RESULT_FAILED: u32 = 4;
pub const DFMT_BUGREPORT_RESULT_SKIPPED: u32 = 5;

pub const DFMT_BUGREPORT_METHOD_STORED: u32 = 0;
pub const DFMT_BUGREPORT_METHOD_DEFLATE: u32 = 8;

pub const DFMT_BUGREPORT_FLAG_ENCRYPTED: u32 = 1;
pub const DFMT_BUGREPORT_FLAG_DESCRIPTOR: u32 = 2;
pub const DFMT_BUGREPORT_FLAG_UTF8: u32 = 4;
pub const DFMT_BUGREPORT_FLAG_ZIP64: u32 = 8;
pub const DFMT_BUGREPORT_FLAG_UNSAFE: u32 = 16;
pub const DFMT_BUGREPORT_FLAG_TRUNCATED: u32 = 32;

pub const DFMT_BUGREPORT_KIND_MARKER: u32 = 1;
pub const DFMT_BUGREPORT_KIND_THREADTIME: u32 = 2;
pub const DFMT_BUGREPORT_KIND_TIME: u32 = 3;
pub const DFMT_BUGREPORT_KIND_KERNEL: u32 = 4;

pub const DFMT_BUGREPORT_PRIORITY_VERBOSE: u32 = 2;
pub const DFMT_BUGREPORT_PRIORITY_DEBUG: u32 = 3;
pub const DFMT_BUGREPORT_PRIORITY_INFO: u32 = 4;
pub const DFMT_BUGREPORT_PRIORITY_WARN: u32 = 5;
pub const DFMT_BUGREPORT_PRIORITY_ERROR: u32 = 6;
pub const DFMT_BUGREPORT_PRIORITY_FATAL: u32 = 7;
pub const DFMT_BUGREPORT_PRIORITY_SILENT: u32 = 8;

pub const DFMT_BUGREPORT_HEADER_HAS_VERSION: u32 = 1;
pub const DFMT_BUGREPORT_HEADER_HAS_MAIN_ENTRY: u32 = 2;
pub const DFMT_BUGREPORT_HEADER_HAS_N_ENTRIES: u32 = 4;
pub const DFMT_BUGREPORT_HEADER_HAS_COMMENT: u32 = 8;
pub const DFMT_BUGREPORT_HEADER_HAS_LEADING_BYTES: u32 = 16;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct dfmt_bugreport_header {
    pub head: dfmt_head,
    pub present: u32,
    pub variant: u32,
    pub by_directory: u32,
    pub rule: u32,
    pub version: dfmt_str,
    pub main_entry: dfmt_str,
    pub n_entries: u64,
    pub leading_bytes: u64,
    pub comment: dfmt_str,
}

pub const DFMT_BUGREPORT_ENTRY_HAS_CRC32: u32 = 1;
pub const DFMT_BUGREPORT_ENTRY_HAS_STORED_SIZE: u32 = 2;
pub const DFMT_BUGREPORT_ENTRY_HAS_DECODED_SIZE: u32 = 4;
pub const DFMT_BUGREPORT_ENTRY_HAS_MTIME_LOCAL_S: u32 = 8;
pub const DFMT_BUGREPORT_ENTRY_HAS_DATA_OFFSET: u32 = 16;
pub const DFMT_BUGREPORT_ENTRY_HAS_VERSION_MADE_BY: u32 = 32;
pub const DFMT_BUGREPORT_ENTRY_HAS_EXTERNAL_ATTRIBUTES: u32 = 64;
pub const DFMT_BUGREPORT_ENTRY_HAS_SERVICE: u32 = 128;
pub const DFMT_BUGREPORT_ENTRY_HAS_DEVICE_PATH: u32 = 256;
pub const DFMT_BUGREPORT_ENTRY_HAS_EXTRA: u32 = 512;
pub const DFMT_BUGREPORT_ENTRY_HAS_COMMENT: u32 = 1024;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct dfmt_bugreport_entry {
    pub head: dfmt_head,
    pub present: u32,
    pub role: u32,
    pub method: u32,
    pub flags: u32,
    pub zip_flags: u32,
    pub version_needed: u32,
    pub version_made_by: u32,
    pub external_attributes: u32,
    pub crc32: u32,
    pub dump_priority: u32,
    pub number: u64,
    pub stored_size: u64,
    pub decoded_size: u64,
    pub header_offset: u64,
    pub data_offset: u64,
    pub mtime_local_s: i64,
    pub name: dfmt_str,
    pub service: dfmt_str,
    pub device_path: dfmt_str,
    pub extra: dfmt_str,
    pub comment: dfmt_str,
}

pub type dfmt_bugreport_entry_end = dfmt_bugreport_entry;

pub const DFMT_BUGREPORT_SUMMARY_HAS_VERSION: u32 = 1;
pub const DFMT_BUGREPORT_SUMMARY_HAS_MAIN_ENTRY: u32 = 2;
pub const DFMT_BUGREPORT_SUMMARY_HAS_FALLBACK: u32 = 4;
pub const DFMT_BUGREPORT_SUMMARY_HAS_TIME_LOCAL_S: u32 = 8;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct dfmt_bugreport_summary {
    pub head: dfmt_head,
    pub present: u32,
    pub rule: u32,
    pub guessed: u32,
    pub complete: u32,
    pub version: dfmt_str,
    pub main_entry: dfmt_str,
    pub fallback: dfmt_str,
    pub time_local_s: i64,
    pub n_entries: u64,
    pub n_sections: u64,
    pub n_services: u64,
    pub text_size: u64,
}

pub const DFMT_BUGREPORT_BANNER_HAS_TIME_LOCAL_S: u32 = 1;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct dfmt_bugreport_banner {
    pub head: dfmt_head,
    pub present: u32,
    pub reserved: u32,
    pub text: dfmt_str,
    pub time_local_s: i64,
}

pub const DFMT_BUGREPORT_PROPERTY_HAS_VALUE: u32 = 1;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct dfmt_bugreport_property {
    pub head: dfmt_head,
    pub present: u32,
    pub reserved: u32,
    pub key: dfmt_str,
    pub value: dfmt_str,
}

pub const DFMT_BUGREPORT_SECTION_HAS_COMMAND: u32 = 1;
pub const DFMT_BUGREPORT_SECTION_HAS_FILE_TIME_LOCAL_S: u32 = 2;
pub const DFMT_BUGREPORT_SECTION_HAS_TITLE: u32 = 4;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct dfmt_bugreport_section {
    pub head: dfmt_head,
    pub present: u32,
    pub dump_priority: u32,
    pub text: dfmt_str,
    pub title: dfmt_str,
    pub command: dfmt_str,
    pub file_time_local_s: i64,
    pub number: u64,
}

pub const DFMT_BUGREPORT_SECTION_END_HAS_DURATION_US: u32 = 1;
pub const DFMT_BUGREPORT_SECTION_END_HAS_CODE: u32 = 2;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct dfmt_bugreport_section_end {
    pub head: dfmt_head,
    pub present: u32,
    pub closed: u32,
    pub result: u32,
    pub code: u32,
    pub number: u64,
    pub title: dfmt_str,
    pub duration_us: u64,
    pub start_offset: u64,
    pub body_offset: u64,
    pub body_size: u64,
}

pub const DFMT_BUGREPORT_SERVICE_HAS_SECTION_NUMBER: u32 = 1;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct dfmt_bugreport_service {
    pub head: dfmt_head,
    pub present: u32,
    pub dump_priority: u32,
    pub number: u64,
    pub section_number: u64,
    pub name: dfmt_str,
}

pub const DFMT_BUGREPORT_SERVICE_END_HAS_DURATION_US: u32 = 1;
pub const DFMT_BUGREPORT_SERVICE_END_HAS_TIME_LOCAL_S: u32 = 2;
pub const DFMT_BUGREPORT_SERVICE_END_HAS_TIMEOUT_MS: u32 = 4;
pub const DFMT_BUGREPORT_SERVICE_END_HAS_OTHER: u32 = 8;
pub const DFMT_BUGREPORT_SERVICE_END_HAS_OTHER_TIME_LOCAL_S: u32 = 16;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct dfmt_bugreport_service_end {
    pub head: dfmt_head,
    pub present: u32,
    pub closed: u32,
    pub timed_out: u32,
    pub reserved: u32,
    pub number: u64,
    pub name: dfmt_str,
    pub duration_us: u64,
    pub time_local_s: i64,
    pub timeout_ms: u64,
    pub start_offset: u64,
    pub body_offset: u64,
    pub body_size: u64,
    pub other: dfmt_str,
    pub other_duration_us: u64,
    pub other_time_local_s: i64,
}

pub const DFMT_BUGREPORT_TEXT_HAS_SECTION_NUMBER: u32 = 1;
pub const DFMT_BUGREPORT_TEXT_HAS_SERVICE_NUMBER: u32 = 2;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct dfmt_bugreport_text {
    pub head: dfmt_head,
    pub present: u32,
    pub reserved: u32,
    pub section_number: u64,
    pub service_number: u64,
}

pub const DFMT_BUGREPORT_DURATION_HAS_SECTION_NUMBER: u32 = 1;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct dfmt_bugreport_duration {
    pub head: dfmt_head,
    pub present: u32,
    pub reserved: u32,
    pub title: dfmt_str,
    pub duration_us: u64,
    pub section_number: u64,
}

pub const DFMT_BUGREPORT_LOG_HAS_TIME: u32 = 1;
pub const DFMT_BUGREPORT_LOG_HAS_YEAR: u32 = 2;
pub const DFMT_BUGREPORT_LOG_HAS_ZONE: u32 = 4;
pub const DFMT_BUGREPORT_LOG_HAS_USER_ID: u32 = 8;
pub const DFMT_BUGREPORT_LOG_HAS_PROCESS_ID: u32 = 16;
pub const DFMT_BUGREPORT_LOG_HAS_THREAD_ID: u32 = 32;
pub const DFMT_BUGREPORT_LOG_HAS_PRIORITY: u32 = 64;
pub const DFMT_BUGREPORT_LOG_HAS_BUFFER: u32 = 128;
pub const DFMT_BUGREPORT_LOG_HAS_TAG: u32 = 256;
pub const DFMT_BUGREPORT_LOG_HAS_MESSAGE: u32 = 512;
pub const DFMT_BUGREPORT_LOG_HAS_UPTIME_US: u32 = 1024;
pub const DFMT_BUGREPORT_LOG_HAS_KERNEL_PRIORITY: u32 = 2048;
pub const DFMT_BUGREPORT_LOG_HAS_CALLER: u32 = 4096;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct dfmt_bugreport_log {
    pub head: dfmt_head,
    pub present: u32,
    pub kind: u32,
    pub year: u32,
    pub month: u32,
    pub day: u32,
    pub second: u32,
    pub nanosecond: u32,
    pub zone_minute: i32,
    pub process_id: i32,
    pub thread_id: i32,
    pub switched: u32,
    pub priority: u32,
    pub tag: dfmt_str,
    pub message: dfmt_str,
    pub user_id: dfmt_str,
    pub buffer: dfmt_str,
    pub kernel_priority: u32,
    pub reserved: u32,
    pub uptime_us: u64,
    pub caller: dfmt_str,
}

pub const DFMT_BUGREPORT_SYSTEM_PROPERTY_HAS_VALUE: u32 = 1;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct dfmt_bugreport_system_property {
    pub head: dfmt_head,
    pub present: u32,
    pub reserved: u32,
    pub key: dfmt_str,
    pub value: dfmt_str,
}

pub const DFMT_BUGREPORT_LOGCAT_HAS_SECTION: u32 = 1;
pub const DFMT_BUGREPORT_LOGCAT_HAS_BUFFER: u32 = 2;
pub const DFMT_BUGREPORT_LOGCAT_HAS_TIME_LOCAL_S: u32 = 4;
pub const DFMT_BUGREPORT_LOGCAT_HAS_ZONE: u32 = 8;
pub const DFMT_BUGREPORT_LOGCAT_HAS_USER_ID: u32 = 16;
pub const DFMT_BUGREPORT_LOGCAT_HAS_PROCESS_ID: u32 = 32;
pub const DFMT_BUGREPORT_LOGCAT_HAS_THREAD_ID: u32 = 64;
pub const DFMT_BUGREPORT_LOGCAT_HAS_PRIORITY: u32 = 128;
pub const DFMT_BUGREPORT_LOGCAT_HAS_TAG: u32 = 256;
pub const DFMT_BUGREPORT_LOGCAT_HAS_MESSAGE: u32 = 512;
pub const DFMT_BUGREPORT_LOGCAT_HAS_UPTIME_US: u32 = 1024;
pub const DFMT_BUGREPORT_LOGCAT_HAS_KERNEL_PRIORITY: u32 = 2048;
pub const DFMT_BUGREPORT_LOGCAT_HAS_CALLER: u32 = 4096;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct dfmt_bugreport_logcat {
    pub head: dfmt_head,
    pub present: u32,
    pub kind: u32,
    pub priority: u32,
    pub kernel_priority: u32,
    pub process_id: i32,
    pub thread_id: i32,
    pub user_id: dfmt_str,
    pub tag: dfmt_str,
    pub message: dfmt_str,
    pub time_local_s: i64,
    pub nanosecond: u32,
    pub zone_minute: i32,
    pub uptime_us: u64,
    pub caller: dfmt_str,
    pub buffer: dfmt_str,
    pub section_title: dfmt_str,
    pub section_number: u64,
    pub start_offset: u64,
}

pub const DFMT_BUGREPORT_OVERVIEW_HAS_SUMMARY: u32 = 1;
pub const DFMT_BUGREPORT_OVERVIEW_HAS_TIME_LOCAL_S: u32 = 2;
pub const DFMT_BUGREPORT_OVERVIEW_HAS_BUILD: u32 = 4;
pub const DFMT_BUGREPORT_OVERVIEW_HAS_FINGERPRINT: u32 = 8;
pub const DFMT_BUGREPORT_OVERVIEW_HAS_ANDROID_RELEASE: u32 = 16;
pub const DFMT_BUGREPORT_OVERVIEW_HAS_ANDROID_SDK: u32 = 32;
pub const DFMT_BUGREPORT_OVERVIEW_HAS_SECURITY_PATCH: u32 = 64;
pub const DFMT_BUGREPORT_OVERVIEW_HAS_MANUFACTURER: u32 = 128;
pub const DFMT_BUGREPORT_OVERVIEW_HAS_MODEL: u32 = 256;
pub const DFMT_BUGREPORT_OVERVIEW_HAS_DEVICE: u32 = 512;
pub const DFMT_BUGREPORT_OVERVIEW_HAS_SERIAL: u32 = 1024;
pub const DFMT_BUGREPORT_OVERVIEW_HAS_BOOTLOADER: u32 = 2048;
pub const DFMT_BUGREPORT_OVERVIEW_HAS_RADIO: u32 = 4096;
pub const DFMT_BUGREPORT_OVERVIEW_HAS_NETWORK: u32 = 8192;
pub const DFMT_BUGREPORT_OVERVIEW_HAS_KERNEL: u32 = 16384;
pub const DFMT_BUGREPORT_OVERVIEW_HAS_COMMAND_LINE: u32 = 32768;
pub const DFMT_BUGREPORT_OVERVIEW_HAS_UPTIME_TEXT: u32 = 65536;
pub const DFMT_BUGREPORT_OVERVIEW_HAS_TIMEZONE: u32 = 131072;
pub const DFMT_BUGREPORT_OVERVIEW_HAS_VERSION: u32 = 262144;
pub const DFMT_BUGREPORT_OVERVIEW_HAS_MAIN_ENTRY: u32 = 524288;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct dfmt_bugreport_overview {
    pub head: dfmt_head,
    pub present: u32,
    pub variant: u32,
    pub time_local_s: i64,
    pub version: dfmt_str,
    pub main_entry: dfmt_str,
    pub n_entries: u64,
    pub n_sections: u64,
    pub n_services: u64,
    pub text_size: u64,
    pub complete: u32,
    pub reserved: u32,
    pub n_failed_sections: u64,
    pub n_timed_out_services: u64,
    pub build: dfmt_str,
    pub fingerprint: dfmt_str,
    pub android_release: dfmt_str,
    pub android_sdk: dfmt_str,
    pub security_patch: dfmt_str,
    pub manufacturer: dfmt_str,
    pub model: dfmt_str,
    pub device: dfmt_str,
    pub serial: dfmt_str,
    pub bootloader: dfmt_str,
    pub radio: dfmt_str,
    pub network: dfmt_str,
    pub kernel: dfmt_str,
    pub command_line: dfmt_str,
    pub uptime_text: dfmt_str,
    pub timezone: dfmt_str,
}

pub const DFMT_MALLOCDBG_HEADER: u32 = 262145;
pub const DFMT_MALLOCDBG_ALLOC: u32 = 262146;
pub const DFMT_MALLOCDBG_MAPS_BEGIN: u32 = 262147;
pub const DFMT_MALLOCDBG_MAP: u32 = 262148;
pub const DFMT_MALLOCDBG_END: u32 = 262149;
pub const DFMT_MALLOCDBG_OP: u32 = 262150;
pub const DFMT_MALLOCDBG_REPORT: u32 = 262151;
pub const DFMT_MALLOCDBG_MESSAGE: u32 = 262152;
pub const DFMT_MALLOCDBG_OP_COLUMNS: u32 = 262153;
pub const DFMT_MALLOCDBG_ALLOC_COLUMNS: u32 = 262154;

pub const DFMT_TYPE_MALLOCDBG_FRAME: u32 = 294912;
pub const DFMT_TYPE_MALLOCDBG_DIFF: u32 = 294913;
pub const DFMT_TYPE_MALLOCDBG_TRACE: u32 = 294914;
pub const DFMT_TYPE_MALLOCDBG_OPTIONS: u32 = 294915;
pub const DFMT_TYPE_MALLOCDBG_OPTION: u32 = 294916;
pub const DFMT_TYPE_MALLOCDBG_USE: u32 = 294917;
pub const DFMT_TYPE_MALLOCDBG_SHARE: u32 = 294918;
pub const DFMT_TYPE_MALLOCDBG_BLOCK: u32 = 294919;
pub const DFMT_TYPE_MALLOCDBG_VARIANT: u32 = 295168;
pub const DFMT_TYPE_MALLOCDBG_DIALECT: u32 = 295169;
pub const DFMT_TYPE_MALLOCDBG_LOG_FORMAT: u32 = 295170;
pub const DFMT_TYPE_MALLOCDBG_PROT: u32 = 295171;
pub const DFMT_TYPE_MALLOCDBG_MARKER: u32 = 295172;
pub const DFMT_TYPE_MALLOCDBG_OPERATION: u32 = 295173;
pub const DFMT_TYPE_MALLOCDBG_KIND: u32 = 295174;
pub const DFMT_TYPE_MALLOCDBG_GUARD: u32 = 295175;
pub const DFMT_TYPE_MALLOCDBG_PRIORITY: u32 = 295176;
pub const DFMT_TYPE_MALLOCDBG_ROLE: u32 = 295177;
pub const DFMT_TYPE_MALLOCDBG_TEXT: u32 = 295178;
pub const DFMT_TYPE_MALLOCDBG_FLAGS: u32 = 295179;
pub const DFMT_TYPE_MALLOCDBG_VALUE: u32 = 295180;
pub const DFMT_TYPE_MALLOCDBG_BY: u32 = 295181;
pub const DFMT_TYPE_MALLOCDBG_LIVE_BLOCK: u32 = 295424;

pub const DFMT_MALLOCDBG_VARIANT_V10: u32 = 1;
pub const DFMT_MALLOCDBG_VARIANT_V11: u32 = 2;
pub const DFMT_MALLOCDBG_VARIANT_V12: u32 = 3;
pub const DFMT_MALLOCDBG_VARIANT_COMMA: u32 = 4;
pub const DFMT_MALLOCDBG_VARIANT_HEAPSNAP: u32 = 5;
pub const DFMT_MALLOCDBG_VARIANT_NOT_AVAILABLE: u32 = 6;
pub const DFMT_MALLOCDBG_VARIANT_RECORDS: u32 = 7;
pub const DFMT_MALLOCDBG_VARIANT_LOG: u32 = 8;

pub const DFMT_CFG_MALLOCDBG_DIALECT: u32 = 262145;
pub const DFMT_CFG_MALLOCDBG_COUNTS: u32 = 262146;
pub const DFMT_CFG_MALLOCDBG_LOG_FORMAT: u32 = 262147;

pub const DFMT_MALLOCDBG_DIALECT_AUTO: u32 = 0;
pub const DFMT_MALLOCDBG_DIALECT_DUMP: u32 = 1;
pub const DFMT_MALLOCDBG_DIALECT_RECORDS: u32 = 2;
pub const DFMT_MALLOCDBG_DIALECT_LOG: u32 = 3;

pub const DFMT_MALLOCDBG_LOG_AUTO: u32 = 0;
pub const DFMT_MALLOCDBG_LOG_THREADTIME: u32 = 1;
pub const DFMT_MALLOCDBG_LOG_TIME: u32 = 2;
pub const DFMT_MALLOCDBG_LOG_BRIEF: u32 = 3;
pub const DFMT_MALLOCDBG_LOG_TAG: u32 = 4;
pub const DFMT_MALLOCDBG_LOG_PROCESS: u32 = 5;
pub const DFMT_MALLOCDBG_LOG_THREAD: u32 = 6;
pub const DFMT_MALLOCDBG_LOG_RAW: u32 = 7;
pub const DFMT_MALLOCDBG_LOG_LONG: u32 = 8;
pub const DFMT_MALLOCDBG_LOG_STDERR: u32 = 9;

pub const DFMT_MALLOCDBG_HEADER_HAS_VERSION: u32 = 1;
pub const DFMT_MALLOCDBG_HEADER_HAS_FINGERPRINT: u32 = 2;
pub const DFMT_MALLOCDBG_HEADER_HAS_TOTAL_BYTES: u32 = 4;
pub const DFMT_MALLOCDBG_HEADER_HAS_N_RECORDS: u32 = 8;
pub const DFMT_MALLOCDBG_HEADER_HAS_BACKTRACE_SIZE: u32 = 16;
pub const DFMT_MALLOCDBG_HEADER_HAS_WARNED_SIZE: u32 = 32;
pub const DFMT_MALLOCDBG_HEADER_HAS_LINE: u32 = 64;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct dfmt_mallocdbg_header {
    pub head: dfmt_head,
    pub present: u32,
    pub variant: u32,
    pub version: dfmt_str,
    pub fingerprint: dfmt_str,
    pub total_bytes: u64,
    pub n_records: u64,
    pub backtrace_size: u64,
    pub warned_size: u64,
    pub line: u64,
}

pub const DFMT_MALLOCDBG_FRAME_HAS_NUMBER: u32 = 1;
pub const DFMT_MALLOCDBG_FRAME_HAS_PC: u32 = 2;
pub const DFMT_MALLOCDBG_FRAME_HAS_REL_PC: u32 = 4;
pub const DFMT_MALLOCDBG_FRAME_HAS_MAP: u32 = 8;
pub const DFMT_MALLOCDBG_FRAME_HAS_MAP_OFFSET: u32 = 16;
pub const DFMT_MALLOCDBG_FRAME_HAS_FUNCTION: u32 = 32;
pub const DFMT_MALLOCDBG_FRAME_HAS_FUNCTION_OFFSET: u32 = 64;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct dfmt_mallocdbg_frame {
    pub number: u32,
    pub present: u32,
    pub pc: u64,
    pub rel_pc: u64,
    pub map_offset: u64,
    pub function_offset: u64,
    pub map: dfmt_str,
    pub function: dfmt_str,
}

pub const DFMT_MALLOCDBG_ALLOC_HAS_PC_DIGITS: u32 = 1;
pub const DFMT_MALLOCDBG_ALLOC_HAS_FRAMES: u32 = 2;
pub const DFMT_MALLOCDBG_ALLOC_HAS_LINE: u32 = 4;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct dfmt_mallocdbg_alloc {
    pub head: dfmt_head,
    pub present: u32,
    pub zygote_child: u32,
    pub pc_digits: u32,
    pub reserved: u32,
    pub bytes: u64,
    pub count: u64,
    pub count_written: u64,
    pub pcs: *const u64,
    pub n_pcs: u64,
    pub frames: *const dfmt_mallocdbg_frame,
    pub n_frames: u64,
    pub line: u64,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct dfmt_mallocdbg_alloc_columns {
    pub head: dfmt_head,
    pub n_rows: u64,
    pub present: *const u32,
    pub zygote_child: *const u32,
    pub pc_digits: *const u32,
    pub bytes: *const u64,
    pub count: *const u64,
    pub count_written: *const u64,
    pub line: *const u64,
    pub first_pc: *const u64,
    pub n_first_pc: u64,
    pub pcs: *const u64,
    pub n_pcs: u64,
}

pub const DFMT_MALLOCDBG_MAPS_BEGIN_HAS_FAILURE: u32 = 1;
pub const DFMT_MALLOCDBG_MAPS_BEGIN_HAS_LINE: u32 = 2;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct dfmt_mallocdbg_maps_begin {
    pub head: dfmt_head,
    pub present: u32,
    pub reserved: u32,
    pub failure: dfmt_str,
    pub line: u64,
}

pub const DFMT_MALLOCDBG_PROT_READ: u32 = 1;
pub const DFMT_MALLOCDBG_PROT_WRITE: u32 = 2;
pub const DFMT_MALLOCDBG_PROT_EXEC: u32 = 4;

pub const DFMT_MALLOCDBG_MAP_HAS_NAME: u32 = 1;
pub const DFMT_MALLOCDBG_MAP_HAS_LINE: u32 = 2;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct dfmt_mallocdbg_map {
    pub head: dfmt_head,
    pub present: u32,
    pub prot: u32,
    pub shared: u32,
    pub dev_major: u32,
    pub dev_minor: u32,
    pub name_column: u32,
    pub start_address: u64,
    pub end_address: u64,
    pub file_offset: u64,
    pub inode: u64,
    pub name: dfmt_str,
    pub line: u64,
}

pub const DFMT_MALLOCDBG_MARKER_END: u32 = 1;
pub const DFMT_MALLOCDBG_MARKER_NO_MAPS: u32 = 2;
pub const DFMT_MALLOCDBG_MARKER_CUT: u32 = 3;

pub const DFMT_MALLOCDBG_END_HAS_LINE: u32 = 1;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct dfmt_mallocdbg_end {
    pub head: dfmt_head,
    pub present: u32,
    pub marker: u32,
    pub counts_valid: u32,
    pub reserved: u32,
    pub n_records: u64,
    pub sum_bytes: u64,
    pub sum_written: u64,
    pub line: u64,
}

pub const DFMT_MALLOCDBG_OPERATION_MALLOC: u32 = 1;
pub const DFMT_MALLOCDBG_OPERATION_CALLOC: u32 = 2;
pub const DFMT_MALLOCDBG_OPERATION_MEMALIGN: u32 = 3;
pub const DFMT_MALLOCDBG_OPERATION_REALLOC: u32 = 4;
pub const DFMT_MALLOCDBG_OPERATION_FREE: u32 = 5;
pub const DFMT_MALLOCDBG_OPERATION_THREAD_DONE: u32 = 6;

pub const DFMT_MALLOCDBG_OP_HAS_BYTES: u32 = 1;
pub const DFMT_MALLOCDBG_OP_HAS_OLD_PTR: u32 = 2;
pub const DFMT_MALLOCDBG_OP_HAS_N_ITEMS: u32 = 4;
pub const DFMT_MALLOCDBG_OP_HAS_ALIGNMENT: u32 = 8;
pub const DFMT_MALLOCDBG_OP_HAS_START_NS: u32 = 16;
pub const DFMT_MALLOCDBG_OP_HAS_END_NS: u32 = 32;
pub const DFMT_MALLOCDBG_OP_HAS_RESIDENT_BYTES: u32 = 64;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct dfmt_mallocdbg_op {
    pub head: dfmt_head,
    pub present: u32,
    pub op: u32,
    pub thread_id: i32,
    pub reserved: u32,
    pub ptr: u64,
    pub bytes: u64,
    pub old_ptr: u64,
    pub n_items: u64,
    pub alignment: u64,
    pub start_ns: u64,
    pub end_ns: u64,
    pub resident_bytes: u64,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct dfmt_mallocdbg_op_columns {
    pub head: dfmt_head,
    pub n_rows: u64,
    pub present: *const u32,
    pub op: *const u32,
    pub thread_id: *const i32,
    pub ptr: *const u64,
    pub bytes: *const u64,
    pub old_ptr: *const u64,
    pub n_items: *const u64,
    pub alignment: *const u64,
    pub start_ns: *const u64,
    pub end_ns: *const u64,
    pub resident_bytes: *const u64,
}

pub const DFMT_MALLOCDBG_KIND_CORRUPTED_GUARD: u32 = 1;
pub const DFMT_MALLOCDBG_KIND_USE_AFTER_FREE: u32 = 2;
pub const DFMT_MALLOCDBG_KIND_USE_AFTER_FREE_CALL: u32 = 3;
pub const DFMT_MALLOCDBG_KIND_UNKNOWN_POINTER: u32 = 4;
pub const DFMT_MALLOCDBG_KIND_INVALID_TAG: u32 = 5;
pub const DFMT_MALLOCDBG_KIND_CORRUPTED_HEADER_TAG: u32 = 6;
pub const DFMT_MALLOCDBG_KIND_LEAK: u32 = 7;

pub const DFMT_MALLOCDBG_GUARD_FRONT: u32 = 1;
pub const DFMT_MALLOCDBG_GUARD_REAR: u32 = 2;

pub const DFMT_MALLOCDBG_PRIORITY_VERBOSE: u32 = 2;
pub const DFMT_MALLOCDBG_PRIORITY_DEBUG: u32 = 3;
pub const DFMT_MALLOCDBG_PRIORITY_INFO: u32 = 4;
pub const DFMT_MALLOCDBG_PRIORITY_WARN: u32 = 5;
pub const DFMT_MALLOCDBG_PRIORITY_ERROR: u32 = 6;
pub const DFMT_MALLOCDBG_PRIORITY_FATAL: u32 = 7;
pub const DFMT_MALLOCDBG_PRIORITY_SILENT: u32 = 8;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct dfmt_mallocdbg_diff {
    pub block_offset: i64,
    pub found: u32,
    pub expected: u32,
}

pub const DFMT_MALLOCDBG_ROLE_FAILURE: u32 = 1;
pub const DFMT_MALLOCDBG_ROLE_FREE: u32 = 2;
pub const DFMT_MALLOCDBG_ROLE_ALLOCATION: u32 = 3;
pub const DFMT_MALLOCDBG_ROLE_ORIGINAL_FREE: u32 = 4;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct dfmt_mallocdbg_trace {
    pub role: u32,
    pub reserved: u32,
    pub first: u64,
    pub n: u64,
}

pub const DFMT_MALLOCDBG_REPORT_HAS_PROCESS_ID: u32 = 1;
pub const DFMT_MALLOCDBG_REPORT_HAS_THREAD_ID: u32 = 2;
pub const DFMT_MALLOCDBG_REPORT_HAS_PRIORITY: u32 = 4;
pub const DFMT_MALLOCDBG_REPORT_HAS_TAG: u32 = 8;
pub const DFMT_MALLOCDBG_REPORT_HAS_TIME_TEXT: u32 = 16;
pub const DFMT_MALLOCDBG_REPORT_HAS_GUARD: u32 = 32;
pub const DFMT_MALLOCDBG_REPORT_HAS_BYTES: u32 = 64;
pub const DFMT_MALLOCDBG_REPORT_HAS_HEADER_TAG: u32 = 128;
pub const DFMT_MALLOCDBG_REPORT_HAS_LEAK_NUMBER: u32 = 256;
pub const DFMT_MALLOCDBG_REPORT_HAS_FUNCTION: u32 = 512;
pub const DFMT_MALLOCDBG_REPORT_HAS_LINE: u32 = 1024;
pub const DFMT_MALLOCDBG_REPORT_HAS_PC_DIGITS: u32 = 2048;
pub const DFMT_MALLOCDBG_REPORT_HAS_LEAK_TOTAL: u32 = 4096;
pub const DFMT_MALLOCDBG_REPORT_HAS_PROGRAM: u32 = 8192;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct dfmt_mallocdbg_report {
    pub head: dfmt_head,
    pub present: u32,
    pub kind: u32,
    pub process_id: i32,
    pub thread_id: i32,
    pub priority: u32,
    pub guard: u32,
    pub complete: u32,
    pub pc_digits: u32,
    pub ptr: u64,
    pub bytes: u64,
    pub header_tag: u64,
    pub leak_number: u64,
    pub leak_total: u64,
    pub program: dfmt_str,
    pub function: dfmt_str,
    pub time_text: dfmt_str,
    pub tag: dfmt_str,
    pub diffs: *const dfmt_mallocdbg_diff,
    pub n_diffs: u64,
    pub traces: *const dfmt_mallocdbg_trace,
    pub n_traces: u64,
    pub frames: *const dfmt_mallocdbg_frame,
    pub n_frames: u64,
    pub line: u64,
}

pub const DFMT_MALLOCDBG_TEXT_OTHER: u32 = 0;
pub const DFMT_MALLOCDBG_TEXT_ENABLED: u32 = 1;
pub const DFMT_MALLOCDBG_TEXT_RUN_HINT: u32 = 2;
pub const DFMT_MALLOCDBG_TEXT_OPTION_ERROR: u32 = 3;
pub const DFMT_MALLOCDBG_TEXT_USAGE: u32 = 4;
pub const DFMT_MALLOCDBG_TEXT_DUMP_FILE: u32 = 5;
pub const DFMT_MALLOCDBG_TEXT_DUMP_FILE_ERROR: u32 = 6;
pub const DFMT_MALLOCDBG_TEXT_RECORD_FILE_ERROR: u32 = 7;
pub const DFMT_MALLOCDBG_TEXT_RECORD_WRITE_ERROR: u32 = 8;
pub const DFMT_MALLOCDBG_TEXT_RECORD_FULL: u32 = 9;
pub const DFMT_MALLOCDBG_TEXT_RECORD_EMPTY: u32 = 10;
pub const DFMT_MALLOCDBG_TEXT_PAGEMAP_ERROR: u32 = 11;
pub const DFMT_MALLOCDBG_TEXT_PAGE_DATA_ERROR: u32 = 12;
pub const DFMT_MALLOCDBG_TEXT_SIGNAL_SETUP_ERROR: u32 = 13;
pub const DFMT_MALLOCDBG_TEXT_UNREACHABLE_START: u32 = 14;
pub const DFMT_MALLOCDBG_TEXT_UNREACHABLE_FAILED: u32 = 15;
pub const DFMT_MALLOCDBG_TEXT_STATS_START: u32 = 16;
pub const DFMT_MALLOCDBG_TEXT_STATS_FAILED: u32 = 17;
pub const DFMT_MALLOCDBG_TEXT_LEAK_INFO_BAD_ARGUMENT: u32 = 18;
pub const DFMT_MALLOCDBG_TEXT_LEAK_INFO_NOT_TRACKING: u32 = 19;
pub const DFMT_MALLOCDBG_TEXT_ASAN_CONFLICT: u32 = 20;
pub const DFMT_MALLOCDBG_TEXT_UNTRACKED_POINTER: u32 = 21;
pub const DFMT_MALLOCDBG_TEXT_MISSING_HASH_INDEX: u32 = 22;
pub const DFMT_MALLOCDBG_TEXT_MISSING_FRAME_DATA: u32 = 23;
pub const DFMT_MALLOCDBG_TEXT_KEY_CREATE_ERROR: u32 = 24;
pub const DFMT_MALLOCDBG_TEXT_ENABLE_FAILED: u32 = 25;
pub const DFMT_MALLOCDBG_TEXT_LIBRARY_MISSING: u32 = 26;
pub const DFMT_MALLOCDBG_TEXT_ROUTINE_MISSING: u32 = 27;
pub const DFMT_MALLOCDBG_TEXT_LEGACY: u32 = 28;

pub const DFMT_MALLOCDBG_MESSAGE_HAS_PROCESS_ID: u32 = 1;
pub const DFMT_MALLOCDBG_MESSAGE_HAS_THREAD_ID: u32 = 2;
pub const DFMT_MALLOCDBG_MESSAGE_HAS_PRIORITY: u32 = 4;
pub const DFMT_MALLOCDBG_MESSAGE_HAS_TAG: u32 = 8;
pub const DFMT_MALLOCDBG_MESSAGE_HAS_TIME_TEXT: u32 = 16;
pub const DFMT_MALLOCDBG_MESSAGE_HAS_PROGRAM: u32 = 32;
pub const DFMT_MALLOCDBG_MESSAGE_HAS_DETAIL: u32 = 64;
pub const DFMT_MALLOCDBG_MESSAGE_HAS_ERROR: u32 = 128;
pub const DFMT_MALLOCDBG_MESSAGE_HAS_SIGNAL: u32 = 256;
pub const DFMT_MALLOCDBG_MESSAGE_HAS_PTR: u32 = 512;
pub const DFMT_MALLOCDBG_MESSAGE_HAS_HASH_INDEX: u32 = 1024;
pub const DFMT_MALLOCDBG_MESSAGE_HAS_LINE: u32 = 2048;
pub const DFMT_MALLOCDBG_MESSAGE_HAS_TARGET_PROCESS_ID: u32 = 4096;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct dfmt_mallocdbg_message {
    pub head: dfmt_head,
    pub present: u32,
    pub kind: u32,
    pub process_id: i32,
    pub thread_id: i32,
    pub priority: u32,
    pub signal: i32,
    pub target_process_id: i32,
    pub reserved: u32,
    pub ptr: u64,
    pub hash_index: u64,
    pub message: dfmt_str,
    pub program: dfmt_str,
    pub detail: dfmt_str,
    pub error: dfmt_str,
    pub time_text: dfmt_str,
    pub tag: dfmt_str,
    pub line: u64,
}

pub const DFMT_MALLOCDBG_LIVE_BLOCK_HAS_PTR: u32 = 1;
pub const DFMT_MALLOCDBG_LIVE_BLOCK_HAS_OP_NUMBER: u32 = 2;
pub const DFMT_MALLOCDBG_LIVE_BLOCK_HAS_START_NS: u32 = 4;
pub const DFMT_MALLOCDBG_LIVE_BLOCK_HAS_THREAD_ID: u32 = 8;
pub const DFMT_MALLOCDBG_LIVE_BLOCK_HAS_ZYGOTE_CHILD: u32 = 16;
pub const DFMT_MALLOCDBG_LIVE_BLOCK_HAS_LINE: u32 = 32;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct dfmt_mallocdbg_live_block {
    pub head: dfmt_head,
    pub present: u32,
    pub thread_id: i32,
    pub ptr: u64,
    pub bytes: u64,
    pub count: u64,
    pub op_number: u64,
    pub start_ns: u64,
    pub line: u64,
    pub zygote_child: u32,
    pub reserved: u32,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct dfmt_mallocdbg_use {
    pub head: dfmt_head,
    pub n_ops: u64,
    pub live_bytes: u64,
    pub live_blocks: u64,
    pub peak_bytes: u64,
    pub peak_bytes_op: u64,
    pub peak_blocks: u64,
    pub peak_blocks_op: u64,
    pub requested_bytes: u64,
    pub largest_request: u64,
    pub n_threads: u64,
    pub null_results: u64,
    pub free_null: u64,
    pub unknown_free: u64,
    pub unknown_realloc: u64,
    pub duplicate: u64,
    pub realloc_from_null: u64,
    pub realloc_to_free: u64,
    pub realloc_in_place: u64,
    pub timed_ops: u64,
    pub resident_known: u64,
    pub first_start_ns: u64,
    pub last_end_ns: u64,
}

pub const DFMT_MALLOCDBG_BY_SIZE: u32 = 1;
pub const DFMT_MALLOCDBG_BY_THREAD: u32 = 2;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct dfmt_mallocdbg_share {
    pub key: u64,
    pub live_bytes: u64,
    pub live_blocks: u64,
    pub peak_bytes: u64,
    pub n_ops: u64,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct dfmt_mallocdbg_block {
    pub ptr: u64,
    pub bytes: u64,
    pub op_number: u64,
    pub start_ns: u64,
    pub thread_id: i32,
    pub reserved: u32,
}

pub const DFMT_MALLOCDBG_FLAG_FRONT_GUARD: u32 = 1;
pub const DFMT_MALLOCDBG_FLAG_REAR_GUARD: u32 = 2;
pub const DFMT_MALLOCDBG_FLAG_BACKTRACE: u32 = 4;
pub const DFMT_MALLOCDBG_FLAG_FILL_ON_ALLOC: u32 = 8;
pub const DFMT_MALLOCDBG_FLAG_FILL_ON_FREE: u32 = 16;
pub const DFMT_MALLOCDBG_FLAG_EXPAND_ALLOC: u32 = 32;
pub const DFMT_MALLOCDBG_FLAG_FREE_TRACK: u32 = 64;
pub const DFMT_MALLOCDBG_FLAG_TRACK_ALLOCS: u32 = 128;
pub const DFMT_MALLOCDBG_FLAG_LEAK_TRACK: u32 = 256;
pub const DFMT_MALLOCDBG_FLAG_RECORD_ALLOCS: u32 = 512;
pub const DFMT_MALLOCDBG_FLAG_BACKTRACE_FULL: u32 = 1024;
pub const DFMT_MALLOCDBG_FLAG_ABORT_ON_ERROR: u32 = 2048;
pub const DFMT_MALLOCDBG_FLAG_VERBOSE: u32 = 4096;
pub const DFMT_MALLOCDBG_FLAG_CHECK_UNREACHABLE_ON_SIGNAL: u32 = 8192;
pub const DFMT_MALLOCDBG_FLAG_BACKTRACE_SPECIFIC_SIZES: u32 = 16384;
pub const DFMT_MALLOCDBG_FLAG_LOG_ALLOCATOR_STATS_ON_SIGNAL: u32 = 32768;
pub const DFMT_MALLOCDBG_FLAG_LOG_ALLOCATOR_STATS_ON_EXIT: u32 = 65536;

pub const DFMT_MALLOCDBG_VALUE_FLAG: u32 = 1;
pub const DFMT_MALLOCDBG_VALUE_NUMBER: u32 = 2;
pub const DFMT_MALLOCDBG_VALUE_TEXT: u32 = 3;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct dfmt_mallocdbg_option {
    pub head: dfmt_head,
    pub name: *const c_char,
    pub alias: *const c_char,
    pub since: *const c_char,
    pub text: *const c_char,
    pub value: u32,
    pub required: u32,
    pub flags: u32,
    pub reserved: u32,
    pub lo: u64,
    pub hi: u64,
    pub def: u64,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct dfmt_mallocdbg_options {
    pub head: dfmt_head,
    pub flags: u32,
    pub pointer_size: u32,
    pub backtrace_enabled: u32,
    pub backtrace_enable_on_signal: u32,
    pub backtrace_dump_on_exit: u32,
    pub record_allocs_on_exit: u32,
    pub front_guard_bytes: u64,
    pub rear_guard_bytes: u64,
    pub backtrace_frames: u64,
    pub backtrace_min_size_bytes: u64,
    pub backtrace_max_size_bytes: u64,
    pub fill_on_alloc_bytes: u64,
    pub fill_on_free_bytes: u64,
    pub expand_alloc_bytes: u64,
    pub free_track_allocations: u64,
    pub free_track_backtrace_num_frames: u64,
    pub record_allocs_num_entries: u64,
    pub backtrace_dump_prefix: dfmt_str,
    pub record_allocs_file: dfmt_str,
}

pub const DFMT_SIMPLEPERF_META: u32 = 196609;
pub const DFMT_SIMPLEPERF_SAMPLE: u32 = 196610;
pub const DFMT_SIMPLEPERF_LOST: u32 = 196611;
pub const DFMT_SIMPLEPERF_FILE: u32 = 196612;
pub const DFMT_SIMPLEPERF_THREAD: u32 = 196613;
pub const DFMT_SIMPLEPERF_SWITCH: u32 = 196614;
pub const DFMT_SIMPLEPERF_COLUMNS: u32 = 196615;

pub const DFMT_TYPE_SIMPLEPERF_FRAME: u32 = 229376;
pub const DFMT_TYPE_SIMPLEPERF_FRAME_UNKNOWN: u32 = 229377;
pub const DFMT_TYPE_SIMPLEPERF_VARIANT: u32 = 229632;
pub const DFMT_TYPE_SIMPLEPERF_EXECUTION: u32 = 229633;
pub const DFMT_TYPE_SIMPLEPERF_UNWIND: u32 = 229634;
pub const DFMT_TYPE_SIMPLEPERF_RECORDS: u32 = 229635;
pub const DFMT_TYPE_SIMPLEPERF_STACK_FRAME: u32 = 229888;

pub const DFMT_SIMPLEPERF_VARIANT_V1: u32 = 1;

pub const DFMT_CFG_SIMPLEPERF_RECORDS: u32 = 196609;

pub const DFMT_SIMPLEPERF_RECORDS_SAMPLE: u32 = 1;
pub const DFMT_SIMPLEPERF_RECORDS_LOST: u32 = 2;
pub const DFMT_SIMPLEPERF_RECORDS_FILE: u32 = 4;
pub const DFMT_SIMPLEPERF_RECORDS_THREAD: u32 = 8;
pub const DFMT_SIMPLEPERF_RECORDS_META: u32 = 16;
pub const DFMT_SIMPLEPERF_RECORDS_SWITCH: u32 = 32;
pub const DFMT_SIMPLEPERF_RECORDS_OPAQUE: u32 = 64;

pub const DFMT_SIMPLEPERF_EXECUTION_NATIVE: u32 = 0;
pub const DFMT_SIMPLEPERF_EXECUTION_INTERPRETED: u32 = 1;
pub const DFMT_SIMPLEPERF_EXECUTION_JIT: u32 = 2;
pub const DFMT_SIMPLEPERF_EXECUTION_ART: u32 = 3;

pub const DFMT_SIMPLEPERF_UNWIND_NONE: u32 = 0;
pub const DFMT_SIMPLEPERF_UNWIND_UNKNOWN: u32 = 1;
pub const DFMT_SIMPLEPERF_UNWIND_NOT_ENOUGH_STACK: u32 = 2;
pub const DFMT_SIMPLEPERF_UNWIND_MEMORY_INVALID: u32 = 3;
pub const DFMT_SIMPLEPERF_UNWIND_UNWIND_INFO: u32 = 4;
pub const DFMT_SIMPLEPERF_UNWIND_INVALID_MAP: u32 = 5;
pub const DFMT_SIMPLEPERF_UNWIND_MAX_FRAME_EXCEEDED: u32 = 6;
pub const DFMT_SIMPLEPERF_UNWIND_REPEATED_FRAME: u32 = 7;
pub const DFMT_SIMPLEPERF_UNWIND_INVALID_ELF: u32 = 8;

pub const DFMT_SIMPLEPERF_META_HAS_EVENT_TYPES: u32 = 1;
pub const DFMT_SIMPLEPERF_META_HAS_APP_PACKAGE_NAME: u32 = 2;
pub const DFMT_SIMPLEPERF_META_HAS_APP_TYPE: u32 = 4;
pub const DFMT_SIMPLEPERF_META_HAS_ANDROID_SDK_VERSION: u32 = 8;
pub const DFMT_SIMPLEPERF_META_HAS_ANDROID_BUILD_TYPE: u32 = 16;
pub const DFMT_SIMPLEPERF_META_HAS_TRACE_OFFCPU: u32 = 32;
pub const DFMT_SIMPLEPERF_META_HAS_UNKNOWN: u32 = 64;
pub const DFMT_SIMPLEPERF_META_HAS_RECORD_UNKNOWN: u32 = 128;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct dfmt_simpleperf_meta {
    pub head: dfmt_head,
    pub present: u32,
    pub trace_offcpu: u32,
    pub event_types: *const dfmt_str,
    pub n_event_types: u64,
    pub app_package_name: dfmt_str,
    pub app_type: dfmt_str,
    pub android_sdk_version: dfmt_str,
    pub android_build_type: dfmt_str,
    pub unknown: dfmt_str,
    pub record_unknown: dfmt_str,
}

pub const DFMT_SIMPLEPERF_FRAME_HAS_VADDR: u32 = 1;
pub const DFMT_SIMPLEPERF_FRAME_HAS_FILE_ID: u32 = 2;
pub const DFMT_SIMPLEPERF_FRAME_HAS_SYMBOL_ID: u32 = 4;
pub const DFMT_SIMPLEPERF_FRAME_HAS_EXECUTION: u32 = 8;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct dfmt_simpleperf_frame {
    pub vaddr: u64,
    pub file_id: u32,
    pub symbol_id: i32,
    pub execution: u32,
    pub present: u32,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct dfmt_simpleperf_frame_unknown {
    pub frame: u64,
    pub data: dfmt_str,
}

pub const DFMT_SIMPLEPERF_SAMPLE_HAS_TIME_NS: u32 = 1;
pub const DFMT_SIMPLEPERF_SAMPLE_HAS_THREAD_ID: u32 = 2;
pub const DFMT_SIMPLEPERF_SAMPLE_HAS_FRAMES: u32 = 4;
pub const DFMT_SIMPLEPERF_SAMPLE_HAS_EVENT_COUNT: u32 = 8;
pub const DFMT_SIMPLEPERF_SAMPLE_HAS_EVENT_TYPE_ID: u32 = 16;
pub const DFMT_SIMPLEPERF_SAMPLE_HAS_UNWIND: u32 = 32;
pub const DFMT_SIMPLEPERF_SAMPLE_HAS_UNWIND_RAW_CODE: u32 = 64;
pub const DFMT_SIMPLEPERF_SAMPLE_HAS_UNWIND_ADDR: u32 = 128;
pub const DFMT_SIMPLEPERF_SAMPLE_HAS_UNWIND_CODE: u32 = 256;
pub const DFMT_SIMPLEPERF_SAMPLE_HAS_UNKNOWN: u32 = 512;
pub const DFMT_SIMPLEPERF_SAMPLE_HAS_RECORD_UNKNOWN: u32 = 1024;
pub const DFMT_SIMPLEPERF_SAMPLE_HAS_UNWIND_UNKNOWN: u32 = 2048;
pub const DFMT_SIMPLEPERF_SAMPLE_HAS_FRAME_UNKNOWN: u32 = 4096;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct dfmt_simpleperf_sample {
    pub head: dfmt_head,
    pub present: u32,
    pub event_type_id: u32,
    pub time_ns: u64,
    pub event_count: u64,
    pub thread_id: i32,
    pub unwind_code: u32,
    pub frames: *const dfmt_simpleperf_frame,
    pub n_frames: u64,
    pub unwind_addr: u64,
    pub unwind_raw_code: u32,
    pub reserved: u32,
    pub unknown: dfmt_str,
    pub record_unknown: dfmt_str,
    pub unwind_unknown: dfmt_str,
    pub frame_unknown: *const dfmt_simpleperf_frame_unknown,
    pub n_frame_unknown: u64,
}

pub const DFMT_SIMPLEPERF_LOST_HAS_SAMPLE_COUNT: u32 = 1;
pub const DFMT_SIMPLEPERF_LOST_HAS_LOST_COUNT: u32 = 2;
pub const DFMT_SIMPLEPERF_LOST_HAS_UNKNOWN: u32 = 4;
pub const DFMT_SIMPLEPERF_LOST_HAS_RECORD_UNKNOWN: u32 = 8;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct dfmt_simpleperf_lost {
    pub head: dfmt_head,
    pub present: u32,
    pub reserved: u32,
    pub sample_count: u64,
    pub lost_count: u64,
    pub unknown: dfmt_str,
    pub record_unknown: dfmt_str,
}

pub const DFMT_SIMPLEPERF_FILE_HAS_ID: u32 = 1;
pub const DFMT_SIMPLEPERF_FILE_HAS_PATH: u32 = 2;
pub const DFMT_SIMPLEPERF_FILE_HAS_SYMBOLS: u32 = 4;
pub const DFMT_SIMPLEPERF_FILE_HAS_MANGLED: u32 = 8;
pub const DFMT_SIMPLEPERF_FILE_HAS_UNKNOWN: u32 = 16;
pub const DFMT_SIMPLEPERF_FILE_HAS_RECORD_UNKNOWN: u32 = 32;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct dfmt_simpleperf_file {
    pub head: dfmt_head,
    pub present: u32,
    pub id: u32,
    pub path: dfmt_str,
    pub symbols: *const dfmt_str,
    pub n_symbols: u64,
    pub mangled: *const dfmt_str,
    pub n_mangled: u64,
    pub unknown: dfmt_str,
    pub record_unknown: dfmt_str,
}

pub const DFMT_SIMPLEPERF_THREAD_HAS_THREAD_ID: u32 = 1;
pub const DFMT_SIMPLEPERF_THREAD_HAS_PROCESS_ID: u32 = 2;
pub const DFMT_SIMPLEPERF_THREAD_HAS_NAME: u32 = 4;
pub const DFMT_SIMPLEPERF_THREAD_HAS_UNKNOWN: u32 = 8;
pub const DFMT_SIMPLEPERF_THREAD_HAS_RECORD_UNKNOWN: u32 = 16;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct dfmt_simpleperf_thread {
    pub head: dfmt_head,
    pub present: u32,
    pub thread_id: i32,
    pub process_id: i32,
    pub reserved: u32,
    pub name: dfmt_str,
    pub unknown: dfmt_str,
    pub record_unknown: dfmt_str,
}

pub const DFMT_SIMPLEPERF_SWITCH_HAS_SWITCH_ON: u32 = 1;
pub const DFMT_SIMPLEPERF_SWITCH_HAS_TIME_NS: u32 = 2;
pub const DFMT_SIMPLEPERF_SWITCH_HAS_THREAD_ID: u32 = 4;
pub const DFMT_SIMPLEPERF_SWITCH_HAS_UNKNOWN: u32 = 8;
pub const DFMT_SIMPLEPERF_SWITCH_HAS_RECORD_UNKNOWN: u32 = 16;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct dfmt_simpleperf_switch {
    pub head: dfmt_head,
    pub present: u32,
    pub switch_on: u32,
    pub time_ns: u64,
    pub thread_id: i32,
    pub reserved: u32,
    pub unknown: dfmt_str,
    pub record_unknown: dfmt_str,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct dfmt_simpleperf_columns {
    pub head: dfmt_head,
    pub n_rows: u64,
    pub time_ns: *const u64,
    pub event_count: *const u64,
    pub thread_id: *const i32,
    pub event_type_id: *const u32,
    pub present: *const u32,
    pub first_frame: *const u64,
    pub n_first_frame: u64,
    pub frames: *const dfmt_simpleperf_frame,
    pub n_frames: u64,
}

pub const DFMT_SIMPLEPERF_STACK_FRAME_HAS_TIME_NS: u32 = 1;
pub const DFMT_SIMPLEPERF_STACK_FRAME_HAS_EVENT_COUNT: u32 = 2;
pub const DFMT_SIMPLEPERF_STACK_FRAME_HAS_EVENT_TYPE_ID: u32 = 4;
pub const DFMT_SIMPLEPERF_STACK_FRAME_HAS_EVENT_TYPE: u32 = 8;
pub const DFMT_SIMPLEPERF_STACK_FRAME_HAS_THREAD_ID: u32 = 16;
pub const DFMT_SIMPLEPERF_STACK_FRAME_HAS_THREAD_NAME: u32 = 32;
pub const DFMT_SIMPLEPERF_STACK_FRAME_HAS_PROCESS_ID: u32 = 64;
pub const DFMT_SIMPLEPERF_STACK_FRAME_HAS_PROCESS_NAME: u32 = 128;
pub const DFMT_SIMPLEPERF_STACK_FRAME_HAS_VADDR: u32 = 256;
pub const DFMT_SIMPLEPERF_STACK_FRAME_HAS_EXECUTION: u32 = 512;
pub const DFMT_SIMPLEPERF_STACK_FRAME_HAS_SYMBOL: u32 = 1024;
pub const DFMT_SIMPLEPERF_STACK_FRAME_HAS_MANGLED: u32 = 2048;
pub const DFMT_SIMPLEPERF_STACK_FRAME_HAS_PATH: u32 = 4096;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct dfmt_simpleperf_stack_frame {
    pub head: dfmt_head,
    pub present: u32,
    pub depth: u32,
    pub sample_number: u64,
    pub time_ns: u64,
    pub event_count: u64,
    pub event_type_id: u32,
    pub thread_id: i32,
    pub process_id: i32,
    pub execution: u32,
    pub vaddr: u64,
    pub event_type: dfmt_str,
    pub thread_name: dfmt_str,
    pub process_name: dfmt_str,
    pub symbol: dfmt_str,
    pub mangled: dfmt_str,
    pub path: dfmt_str,
}

#[repr(C)]
pub struct dfmt_config {
    _opaque: [u8; 0],
}

#[repr(C)]
pub struct dfmt_read_format {
    _opaque: [u8; 0],
}

#[repr(C)]
pub struct dfmt_write_format {
    _opaque: [u8; 0],
}

#[repr(C)]
pub struct dfmt_source {
    _opaque: [u8; 0],
}

#[repr(C)]
pub struct dfmt_sink {
    _opaque: [u8; 0],
}

#[repr(C)]
pub struct dfmt_reader {
    _opaque: [u8; 0],
}

#[repr(C)]
pub struct dfmt_scan {
    _opaque: [u8; 0],
}

#[repr(C)]
pub struct dfmt_rows {
    _opaque: [u8; 0],
}

#[repr(C)]
pub struct dfmt_writer {
    _opaque: [u8; 0],
}

#[repr(C)]
pub struct dfmt_apitrace_index {
    _opaque: [u8; 0],
}

#[repr(C)]
pub struct dfmt_mallocdbg_maps {
    _opaque: [u8; 0],
}

#[repr(C)]
pub struct dfmt_mallocdbg_live {
    _opaque: [u8; 0],
}

#[repr(C)]
pub struct dfmt_simpleperf_names {
    _opaque: [u8; 0],
}

#[repr(C)]
pub struct dfmt_simpleperf_symbols {
    _opaque: [u8; 0],
}

extern "C" {
    pub fn dfmt_version() -> u32;
    pub fn dfmt_has_feature(feature: u32) -> u32;
    pub fn dfmt_status_name(s: dfmt_status) -> *const c_char;
    pub fn dfmt_option_at(index: u32) -> *const dfmt_option;
    pub fn dfmt_option_find(key: u32) -> *const dfmt_option;
    pub fn dfmt_config_new(out: *mut *mut dfmt_config) -> dfmt_status;
    pub fn dfmt_config_copy(c: *const dfmt_config, out: *mut *mut dfmt_config) -> dfmt_status;
    pub fn dfmt_config_set(c: *mut dfmt_config, key: u32, value: u64) -> dfmt_status;
    pub fn dfmt_config_get(c: *const dfmt_config, key: u32, value: *mut u64) -> dfmt_status;
    pub fn dfmt_config_add(c: *mut dfmt_config, key: u32, ptr: *const c_void, len: u64) -> dfmt_status;
    pub fn dfmt_config_item(c: *const dfmt_config, key: u32, index: u64, out: *mut dfmt_str) -> dfmt_status;
    pub fn dfmt_config_allocator(c: *mut dfmt_config, r#fn: dfmt_realloc_fn, user: *mut c_void) -> dfmt_status;
    pub fn dfmt_config_realloc(c: *const dfmt_config, ptr: *mut c_void, old_size: u64, new_size: u64) -> *mut c_void;
    pub fn dfmt_config_stop(c: *mut dfmt_config, r#fn: dfmt_stop_fn, user: *mut c_void) -> dfmt_status;
    pub fn dfmt_config_stopped(c: *const dfmt_config) -> u32;
    pub fn dfmt_config_free(c: *mut dfmt_config);
    pub fn dfmt_event_diagnostic(ev: *const dfmt_event) -> *const dfmt_diagnostic;
    pub fn dfmt_event_opaque(ev: *const dfmt_event) -> *const dfmt_opaque;
    pub fn dfmt_identify(c: *const dfmt_config, start: *const c_void, len: u64, name_hint: *const c_char, out: *mut dfmt_probe, cap: u32, n: *mut u32) -> dfmt_status;
    pub fn dfmt_format_name(format: u32) -> *const c_char;
    pub fn dfmt_format_at(index: u32) -> u32;
    pub fn dfmt_source_new(c: *const dfmt_config, ops: *const dfmt_source_ops, user: *mut c_void, out: *mut *mut dfmt_source) -> dfmt_status;
    pub fn dfmt_source_memory(c: *const dfmt_config, ptr: *const c_void, len: u64, out: *mut *mut dfmt_source) -> dfmt_status;
    pub fn dfmt_source_path(c: *const dfmt_config, path: *const c_char, out: *mut *mut dfmt_source) -> dfmt_status;
    pub fn dfmt_source_fd(c: *const dfmt_config, fd: i32, own: u32, out: *mut *mut dfmt_source) -> dfmt_status;
    pub fn dfmt_source_feed(c: *const dfmt_config, out: *mut *mut dfmt_source) -> dfmt_status;
    pub fn dfmt_feed_write(s: *mut dfmt_source, ptr: *const c_void, len: u64, taken: *mut u64) -> dfmt_status;
    pub fn dfmt_feed_close(s: *mut dfmt_source) -> dfmt_status;
    pub fn dfmt_source_slice(c: *const dfmt_config, s: *mut dfmt_source, offset: u64, len: u64, out: *mut *mut dfmt_source) -> dfmt_status;
    pub fn dfmt_source_unwrap(c: *const dfmt_config, s: *mut dfmt_source, out: *mut *mut dfmt_source) -> dfmt_status;
    pub fn dfmt_source_reset_path(s: *mut dfmt_source, path: *const c_char) -> dfmt_status;
    pub fn dfmt_source_reset_memory(s: *mut dfmt_source, ptr: *const c_void, len: u64) -> dfmt_status;
    pub fn dfmt_source_read(s: *mut dfmt_source, buf: *mut c_void, cap: u64, got: *mut u64) -> dfmt_status;
    pub fn dfmt_source_total(s: *mut dfmt_source, bytes: *mut u64) -> dfmt_status;
    pub fn dfmt_source_seekable(s: *mut dfmt_source) -> u32;
    pub fn dfmt_source_error(s: *const dfmt_source) -> *const dfmt_error;
    pub fn dfmt_source_shared(s: *const dfmt_source) -> u32;
    pub fn dfmt_source_ref(s: *mut dfmt_source) -> *mut dfmt_source;
    pub fn dfmt_source_free(s: *mut dfmt_source);
    pub fn dfmt_sink_new(c: *const dfmt_config, ops: *const dfmt_sink_ops, user: *mut c_void, out: *mut *mut dfmt_sink) -> dfmt_status;
    pub fn dfmt_sink_path(c: *const dfmt_config, path: *const c_char, out: *mut *mut dfmt_sink) -> dfmt_status;
    pub fn dfmt_sink_in(c: *const dfmt_config, dir_fd: i32, name: *const c_char, len: u64, out: *mut *mut dfmt_sink) -> dfmt_status;
    pub fn dfmt_name_is_safe(name: *const c_char, len: u64) -> u32;
    pub fn dfmt_sink_append(c: *const dfmt_config, path: *const c_char, flags: u32, out: *mut *mut dfmt_sink) -> dfmt_status;
    pub fn dfmt_sink_fd(c: *const dfmt_config, fd: i32, own: u32, out: *mut *mut dfmt_sink) -> dfmt_status;
    pub fn dfmt_sink_memory(c: *const dfmt_config, out: *mut *mut dfmt_sink) -> dfmt_status;
    pub fn dfmt_sink_null(c: *const dfmt_config, out: *mut *mut dfmt_sink) -> dfmt_status;
    pub fn dfmt_sink_bytes(s: *mut dfmt_sink, ptr: *mut *const c_void, len: *mut u64) -> dfmt_status;
    pub fn dfmt_sink_reset(s: *mut dfmt_sink) -> dfmt_status;
    pub fn dfmt_sink_write(s: *mut dfmt_sink, ptr: *const c_void, len: u64, taken: *mut u64) -> dfmt_status;
    pub fn dfmt_sink_flush(s: *mut dfmt_sink) -> dfmt_status;
    pub fn dfmt_sink_close(s: *mut dfmt_sink) -> dfmt_status;
    pub fn dfmt_sink_discard(s: *mut dfmt_sink) -> dfmt_status;
    pub fn dfmt_sink_error(s: *const dfmt_sink) -> *const dfmt_error;
    pub fn dfmt_sink_ref(s: *mut dfmt_sink) -> *mut dfmt_sink;
    pub fn dfmt_sink_free(s: *mut dfmt_sink);
    pub fn dfmt_describe(r#type: u32) -> *const dfmt_type;
    pub fn dfmt_type_at(index: u32) -> *const dfmt_type;
    pub fn dfmt_type_word(r#type: u32, value: u64) -> *const c_char;
    pub fn dfmt_reader_json(r: *mut dfmt_reader, ev: *const dfmt_event, payload: u32, to: *mut dfmt_sink) -> dfmt_status;
    pub fn dfmt_event_json(ev: *const dfmt_event, to: *mut dfmt_sink) -> dfmt_status;
    pub fn dfmt_struct_json(r#type: u32, body: *const c_void, to: *mut dfmt_sink) -> dfmt_status;
    pub fn dfmt_json_string(ptr: *const c_void, len: u64, to: *mut dfmt_sink) -> dfmt_status;
    pub fn dfmt_event_equal(a: *const dfmt_event, b: *const dfmt_event, first_difference: *mut *const c_char) -> u32;
    pub fn dfmt_event_clone(c: *const dfmt_config, ev: *const dfmt_event, out: *mut *mut dfmt_event) -> dfmt_status;
    pub fn dfmt_event_free(ev: *mut dfmt_event);
    pub fn dfmt_body_copy(from: *const dfmt_head, to: *mut dfmt_head) -> dfmt_status;
    pub fn dfmt_reader_new(c: *const dfmt_config, out: *mut *mut dfmt_reader) -> dfmt_status;
    pub fn dfmt_reader_new_for(c: *const dfmt_config, formats: *const *const dfmt_read_format, n: u32, out: *mut *mut dfmt_reader) -> dfmt_status;
    pub fn dfmt_read_format_find(format: u32) -> *const dfmt_read_format;
    pub fn dfmt_reader_open(r: *mut dfmt_reader, format: u32, s: *mut dfmt_source) -> dfmt_status;
    pub fn dfmt_reader_identify(r: *mut dfmt_reader, name_hint: *const c_char, out: *mut dfmt_probe, cap: u32, n: *mut u32) -> dfmt_status;
    pub fn dfmt_reader_next(r: *mut dfmt_reader, out: *mut *const dfmt_event) -> dfmt_status;
    pub fn dfmt_reader_columns(r: *mut dfmt_reader, r#type: u32, max_rows: u32, out: *mut *const dfmt_event) -> dfmt_status;
    pub fn dfmt_payload_mode(r: *mut dfmt_reader, mode: u32) -> dfmt_status;
    pub fn dfmt_payload_chunk(r: *mut dfmt_reader, ptr: *mut *const c_void, len: *mut u64) -> dfmt_status;
    pub fn dfmt_payload_read(r: *mut dfmt_reader, buf: *mut c_void, cap: u64, got: *mut u64) -> dfmt_status;
    pub fn dfmt_payload_drain(r: *mut dfmt_reader, to: *mut dfmt_sink, bytes: *mut u64) -> dfmt_status;
    pub fn dfmt_payload_skip(r: *mut dfmt_reader) -> dfmt_status;
    pub fn dfmt_payload_source(r: *mut dfmt_reader, out: *mut *mut dfmt_source) -> dfmt_status;
    pub fn dfmt_reader_stat(r: *const dfmt_reader, key: u32, value: *mut u64) -> dfmt_status;
    pub fn dfmt_reader_count_lines(r: *mut dfmt_reader) -> dfmt_status;
    pub fn dfmt_reader_limit(r: *mut dfmt_reader, key: u32, value: u64) -> dfmt_status;
    pub fn dfmt_reader_error(r: *const dfmt_reader) -> *const dfmt_error;
    pub fn dfmt_reader_free(r: *mut dfmt_reader);
    pub fn dfmt_scan_new(c: *const dfmt_config, s: *mut dfmt_source, out: *mut *mut dfmt_scan) -> dfmt_status;
    pub fn dfmt_scan_new_for(c: *const dfmt_config, formats: *const *const dfmt_read_format, n: u32, s: *mut dfmt_source, out: *mut *mut dfmt_scan) -> dfmt_status;
    pub fn dfmt_scan_table(x: *mut dfmt_scan, name: *const c_char, request: *const dfmt_table_request, table: *mut u32) -> dfmt_status;
    pub fn dfmt_scan_schema(x: *mut dfmt_scan, table: u32, out: *mut ArrowSchema) -> dfmt_status;
    pub fn dfmt_scan_next(x: *mut dfmt_scan, table: *mut u32, batch: *mut ArrowArray) -> dfmt_status;
    pub fn dfmt_scan_limit(x: *mut dfmt_scan, key: u32, value: u64) -> dfmt_status;
    pub fn dfmt_scan_problems(x: *mut dfmt_scan, r#fn: dfmt_scan_problem_fn, user: *mut c_void) -> dfmt_status;
    pub fn dfmt_scan_stream(x: *mut dfmt_scan, out: *mut ArrowArrayStream) -> dfmt_status;
    pub fn dfmt_batch_share(c: *const dfmt_config, batch: *mut ArrowArray, out: *mut ArrowArray) -> dfmt_status;
    pub fn dfmt_table_at(index: u32) -> *const dfmt_type;
    pub fn dfmt_scan_error(x: *const dfmt_scan) -> *const dfmt_error;
    pub fn dfmt_scan_free(x: *mut dfmt_scan);
    pub fn dfmt_rows_new(c: *const dfmt_config, ops: *const dfmt_rows_ops, user: *mut c_void, out: *mut *mut dfmt_rows) -> dfmt_status;
    pub fn dfmt_scan_rows(scan: *mut dfmt_scan, out: *mut *mut dfmt_rows) -> dfmt_status;
    pub fn dfmt_rows_set(x: *const dfmt_rows) -> *const dfmt_row_set;
    pub fn dfmt_rows_next(x: *mut dfmt_rows, row: *mut *const dfmt_head) -> dfmt_status;
    pub fn dfmt_rows_next_set(x: *mut dfmt_rows) -> dfmt_status;
    pub fn dfmt_rows_rewind(x: *mut dfmt_rows) -> dfmt_status;
    pub fn dfmt_rows_print(x: *mut dfmt_rows, form: u32, how: *const dfmt_print, to: *mut dfmt_sink) -> dfmt_status;
    pub fn dfmt_rows_arrow(x: *mut dfmt_rows, out: *mut ArrowArrayStream) -> dfmt_status;
    pub fn dfmt_rows_error(x: *const dfmt_rows) -> *const dfmt_error;
    pub fn dfmt_rows_free(x: *mut dfmt_rows);
    pub fn dfmt_writer_new(c: *const dfmt_config, out: *mut *mut dfmt_writer) -> dfmt_status;
    pub fn dfmt_writer_new_for(c: *const dfmt_config, formats: *const *const dfmt_write_format, n: u32, out: *mut *mut dfmt_writer) -> dfmt_status;
    pub fn dfmt_writer_open(w: *mut dfmt_writer, format: u32, variant: u32, s: *mut dfmt_sink) -> dfmt_status;
    pub fn dfmt_writer_put(w: *mut dfmt_writer, body: *const dfmt_head) -> dfmt_status;
    pub fn dfmt_writer_begin(w: *mut dfmt_writer, body: *const dfmt_head, mode: u32) -> dfmt_status;
    pub fn dfmt_writer_payload(w: *mut dfmt_writer, ptr: *const c_void, len: u64, taken: *mut u64) -> dfmt_status;
    pub fn dfmt_writer_payload_from(w: *mut dfmt_writer, r: *mut dfmt_reader) -> dfmt_status;
    pub fn dfmt_writer_end(w: *mut dfmt_writer) -> dfmt_status;
    pub fn dfmt_writer_cancel(w: *mut dfmt_writer) -> dfmt_status;
    pub fn dfmt_writer_copy(w: *mut dfmt_writer, r: *mut dfmt_reader, ev: *const dfmt_event) -> dfmt_status;
    pub fn dfmt_writer_finish(w: *mut dfmt_writer) -> dfmt_status;
    pub fn dfmt_writer_limit(w: *mut dfmt_writer, key: u32, value: u64) -> dfmt_status;
    pub fn dfmt_writer_offset(w: *const dfmt_writer) -> u64;
    pub fn dfmt_writer_error(w: *const dfmt_writer) -> *const dfmt_error;
    pub fn dfmt_writer_free(w: *mut dfmt_writer);
    pub fn dfmt_event_apitrace_header(ev: *const dfmt_event) -> *const dfmt_apitrace_header;
    pub fn dfmt_event_apitrace_call(ev: *const dfmt_event) -> *const dfmt_apitrace_call;
    pub fn dfmt_event_apitrace_enter(ev: *const dfmt_event) -> *const dfmt_apitrace_enter;
    pub fn dfmt_event_apitrace_leave(ev: *const dfmt_event) -> *const dfmt_apitrace_leave;
    pub fn dfmt_event_apitrace_blob(ev: *const dfmt_event) -> *const dfmt_apitrace_blob;
    pub fn dfmt_event_apitrace_stream(ev: *const dfmt_event) -> *const dfmt_apitrace_stream;
    pub fn dfmt_apitrace_name_flags(name: *const c_char, len: u64) -> u32;
    pub fn dfmt_apitrace_enum_name(sig: *const dfmt_apitrace_sig, value: i64) -> *const dfmt_str;
    pub fn dfmt_apitrace_flag_names(sig: *const dfmt_apitrace_sig, value: u64, names: *mut *const dfmt_str, rest: *mut u64) -> u32;
    pub fn dfmt_apitrace_index_new(c: *const dfmt_config, out: *mut *mut dfmt_apitrace_index) -> dfmt_status;
    pub fn dfmt_apitrace_index_build(x: *mut dfmt_apitrace_index, s: *mut dfmt_source) -> dfmt_status;
    pub fn dfmt_apitrace_index_stat(x: *const dfmt_apitrace_index, key: u32, value: *mut u64) -> dfmt_status;
    pub fn dfmt_apitrace_index_open(x: *mut dfmt_apitrace_index, r: *mut dfmt_reader, what: u32, number: u64) -> dfmt_status;
    pub fn dfmt_apitrace_index_error(x: *const dfmt_apitrace_index) -> *const dfmt_error;
    pub fn dfmt_apitrace_index_free(x: *mut dfmt_apitrace_index);
    pub fn dfmt_apitrace_read_format() -> *const dfmt_read_format;
    pub fn dfmt_apitrace_write_format() -> *const dfmt_write_format;
    pub fn dfmt_event_apport_field(ev: *const dfmt_event) -> *const dfmt_apport_field;
    pub fn dfmt_apport_compare(a: *const dfmt_apport_field, b: *const dfmt_apport_field) -> i32;
    pub fn dfmt_apport_key_at(index: u32) -> *const dfmt_apport_key;
    pub fn dfmt_apport_key_find(name: *const c_char, len: u64) -> *const dfmt_apport_key;
    pub fn dfmt_apport_key_is_valid(name: *const c_char, len: u64) -> u32;
    pub fn dfmt_apport_problem(r#type: *const c_char, len: u64) -> u32;
    pub fn dfmt_apport_value_is_valid(key: *const dfmt_apport_key, ptr: *const c_void, len: u64) -> u32;
    pub fn dfmt_apport_signature_new(c: *const dfmt_config, fields: *const dfmt_apport_field, n: u64, out: *mut *mut dfmt_apport_signature) -> dfmt_status;
    pub fn dfmt_apport_signature_free(s: *mut dfmt_apport_signature);
    pub fn dfmt_apport_read_format() -> *const dfmt_read_format;
    pub fn dfmt_apport_write_format() -> *const dfmt_write_format;
    pub fn dfmt_event_bugreport_header(ev: *const dfmt_event) -> *const dfmt_bugreport_header;
    pub fn dfmt_event_bugreport_entry(ev: *const dfmt_event) -> *const dfmt_bugreport_entry;
    pub fn dfmt_event_bugreport_entry_end(ev: *const dfmt_event) -> *const dfmt_bugreport_entry_end;
    pub fn dfmt_event_bugreport_summary(ev: *const dfmt_event) -> *const dfmt_bugreport_summary;
    pub fn dfmt_event_bugreport_banner(ev: *const dfmt_event) -> *const dfmt_bugreport_banner;
    pub fn dfmt_event_bugreport_property(ev: *const dfmt_event) -> *const dfmt_bugreport_property;
    pub fn dfmt_event_bugreport_section(ev: *const dfmt_event) -> *const dfmt_bugreport_section;
    pub fn dfmt_event_bugreport_section_end(ev: *const dfmt_event) -> *const dfmt_bugreport_section_end;
    pub fn dfmt_event_bugreport_service(ev: *const dfmt_event) -> *const dfmt_bugreport_service;
    pub fn dfmt_event_bugreport_service_end(ev: *const dfmt_event) -> *const dfmt_bugreport_service_end;
    pub fn dfmt_event_bugreport_text(ev: *const dfmt_event) -> *const dfmt_bugreport_text;
    pub fn dfmt_event_bugreport_duration(ev: *const dfmt_event) -> *const dfmt_bugreport_duration;
    pub fn dfmt_event_bugreport_log(ev: *const dfmt_event) -> *const dfmt_bugreport_log;
    pub fn dfmt_event_bugreport_system_property(ev: *const dfmt_event) -> *const dfmt_bugreport_system_property;
    pub fn dfmt_bugreport_read_format() -> *const dfmt_read_format;
    pub fn dfmt_bugreport_write_format() -> *const dfmt_write_format;
    pub fn dfmt_event_mallocdbg_header(ev: *const dfmt_event) -> *const dfmt_mallocdbg_header;
    pub fn dfmt_event_mallocdbg_alloc(ev: *const dfmt_event) -> *const dfmt_mallocdbg_alloc;
    pub fn dfmt_event_mallocdbg_maps_begin(ev: *const dfmt_event) -> *const dfmt_mallocdbg_maps_begin;
    pub fn dfmt_event_mallocdbg_map(ev: *const dfmt_event) -> *const dfmt_mallocdbg_map;
    pub fn dfmt_event_mallocdbg_end(ev: *const dfmt_event) -> *const dfmt_mallocdbg_end;
    pub fn dfmt_event_mallocdbg_op(ev: *const dfmt_event) -> *const dfmt_mallocdbg_op;
    pub fn dfmt_event_mallocdbg_report(ev: *const dfmt_event) -> *const dfmt_mallocdbg_report;
    pub fn dfmt_event_mallocdbg_message(ev: *const dfmt_event) -> *const dfmt_mallocdbg_message;
    pub fn dfmt_event_mallocdbg_op_columns(ev: *const dfmt_event) -> *const dfmt_mallocdbg_op_columns;
    pub fn dfmt_event_mallocdbg_alloc_columns(ev: *const dfmt_event) -> *const dfmt_mallocdbg_alloc_columns;
    pub fn dfmt_mallocdbg_maps_new(c: *const dfmt_config, out: *mut *mut dfmt_mallocdbg_maps) -> dfmt_status;
    pub fn dfmt_mallocdbg_maps_add(m: *mut dfmt_mallocdbg_maps, map: *const dfmt_mallocdbg_map) -> dfmt_status;
    pub fn dfmt_mallocdbg_maps_find(m: *mut dfmt_mallocdbg_maps, pc: u64, rel_pc: *mut u64) -> *const dfmt_mallocdbg_map;
    pub fn dfmt_mallocdbg_maps_elf(m: *mut dfmt_mallocdbg_maps, pc: u64, elf_address: *mut u64) -> *const dfmt_mallocdbg_map;
    pub fn dfmt_mallocdbg_maps_clear(m: *mut dfmt_mallocdbg_maps);
    pub fn dfmt_mallocdbg_maps_error(m: *const dfmt_mallocdbg_maps) -> *const dfmt_error;
    pub fn dfmt_mallocdbg_maps_free(m: *mut dfmt_mallocdbg_maps);
    pub fn dfmt_mallocdbg_live_new(c: *const dfmt_config, out: *mut *mut dfmt_mallocdbg_live) -> dfmt_status;
    pub fn dfmt_mallocdbg_live_add(l: *mut dfmt_mallocdbg_live, op: *const dfmt_mallocdbg_op) -> dfmt_status;
    pub fn dfmt_mallocdbg_live_find(l: *mut dfmt_mallocdbg_live, ptr: u64) -> *const dfmt_mallocdbg_block;
    pub fn dfmt_mallocdbg_live_use(l: *const dfmt_mallocdbg_live) -> *const dfmt_mallocdbg_use;
    pub fn dfmt_mallocdbg_live_blocks(l: *mut dfmt_mallocdbg_live, out: *mut *const dfmt_mallocdbg_block, n: *mut u64) -> dfmt_status;
    pub fn dfmt_mallocdbg_live_shares(l: *mut dfmt_mallocdbg_live, by: u32, out: *mut *const dfmt_mallocdbg_share, n: *mut u64) -> dfmt_status;
    pub fn dfmt_mallocdbg_live_error(l: *const dfmt_mallocdbg_live) -> *const dfmt_error;
    pub fn dfmt_mallocdbg_live_free(l: *mut dfmt_mallocdbg_live);
    pub fn dfmt_mallocdbg_option_at(index: u32) -> *const dfmt_mallocdbg_option;
    pub fn dfmt_mallocdbg_option_find(name: *const c_char, len: u64) -> *const dfmt_mallocdbg_option;
    pub fn dfmt_mallocdbg_options_parse(text: *const c_char, len: u64, pointer_size: u32, out: *mut dfmt_mallocdbg_options, message: *mut c_char, cap: u64, at: *mut u64) -> dfmt_status;
    pub fn dfmt_mallocdbg_options_print(o: *const dfmt_mallocdbg_options, to: *mut dfmt_sink) -> dfmt_status;
    pub fn dfmt_mallocdbg_read_format() -> *const dfmt_read_format;
    pub fn dfmt_mallocdbg_write_format() -> *const dfmt_write_format;
    pub fn dfmt_event_simpleperf_meta(ev: *const dfmt_event) -> *const dfmt_simpleperf_meta;
    pub fn dfmt_event_simpleperf_sample(ev: *const dfmt_event) -> *const dfmt_simpleperf_sample;
    pub fn dfmt_event_simpleperf_lost(ev: *const dfmt_event) -> *const dfmt_simpleperf_lost;
    pub fn dfmt_event_simpleperf_file(ev: *const dfmt_event) -> *const dfmt_simpleperf_file;
    pub fn dfmt_event_simpleperf_thread(ev: *const dfmt_event) -> *const dfmt_simpleperf_thread;
    pub fn dfmt_event_simpleperf_switch(ev: *const dfmt_event) -> *const dfmt_simpleperf_switch;
    pub fn dfmt_event_simpleperf_columns(ev: *const dfmt_event) -> *const dfmt_simpleperf_columns;
    pub fn dfmt_simpleperf_names_new(c: *const dfmt_config, out: *mut *mut dfmt_simpleperf_names) -> dfmt_status;
    pub fn dfmt_simpleperf_names_add(n: *mut dfmt_simpleperf_names, ev: *const dfmt_event) -> dfmt_status;
    pub fn dfmt_simpleperf_names_load(n: *mut dfmt_simpleperf_names, s: *mut dfmt_source) -> dfmt_status;
    pub fn dfmt_simpleperf_names_frame(n: *const dfmt_simpleperf_names, f: *const dfmt_simpleperf_frame, symbol: *mut dfmt_str, path: *mut dfmt_str) -> u32;
    pub fn dfmt_simpleperf_names_mangled(n: *const dfmt_simpleperf_names, f: *const dfmt_simpleperf_frame, mangled: *mut dfmt_str) -> u32;
    pub fn dfmt_simpleperf_names_thread(n: *const dfmt_simpleperf_names, thread_id: i32, name: *mut dfmt_str, process_id: *mut i32) -> u32;
    pub fn dfmt_simpleperf_names_event(n: *const dfmt_simpleperf_names, event_type_id: u32, name: *mut dfmt_str) -> u32;
    pub fn dfmt_simpleperf_names_error(n: *const dfmt_simpleperf_names) -> *const dfmt_error;
    pub fn dfmt_simpleperf_names_free(n: *mut dfmt_simpleperf_names);
    pub fn dfmt_simpleperf_symbols_new(c: *const dfmt_config, out: *mut *mut dfmt_simpleperf_symbols) -> dfmt_status;
    pub fn dfmt_simpleperf_symbols_file(t: *mut dfmt_simpleperf_symbols, path: *const c_char, len: u64, separate: u32, file_id: *mut u32) -> dfmt_status;
    pub fn dfmt_simpleperf_symbols_symbol(t: *mut dfmt_simpleperf_symbols, file_id: u32, name: *const c_char, len: u64, mangled: *const c_char, mangled_len: u64, symbol_id: *mut i32) -> dfmt_status;
    pub fn dfmt_simpleperf_symbols_write(t: *mut dfmt_simpleperf_symbols, w: *mut dfmt_writer) -> dfmt_status;
    pub fn dfmt_simpleperf_symbols_error(t: *const dfmt_simpleperf_symbols) -> *const dfmt_error;
    pub fn dfmt_simpleperf_symbols_free(t: *mut dfmt_simpleperf_symbols);
    pub fn dfmt_simpleperf_read_format() -> *const dfmt_read_format;
    pub fn dfmt_simpleperf_write_format() -> *const dfmt_write_format;
}

/// Name, size and members of each struct, for tests.
#[doc(hidden)]
pub const LAYOUT: &[(&str, usize, &[(&str, usize)])] = &[
    ("dfmt_str", size_of::<dfmt_str>(), &[("ptr", offset_of!(dfmt_str, ptr)), ("len", offset_of!(dfmt_str, len))]),
    ("dfmt_head", size_of::<dfmt_head>(), &[("size", offset_of!(dfmt_head, size)), ("type", offset_of!(dfmt_head, r#type))]),
    ("dfmt_pair", size_of::<dfmt_pair>(), &[("key", offset_of!(dfmt_pair, key)), ("value", offset_of!(dfmt_pair, value))]),
    ("dfmt_error", size_of::<dfmt_error>(), &[("size", offset_of!(dfmt_error, size)), ("status", offset_of!(dfmt_error, status)), ("number", offset_of!(dfmt_error, number)), ("option", offset_of!(dfmt_error, option)), ("origin", offset_of!(dfmt_error, origin)), ("sys_errno", offset_of!(dfmt_error, sys_errno)), ("offset", offset_of!(dfmt_error, offset)), ("line", offset_of!(dfmt_error, line)), ("needed", offset_of!(dfmt_error, needed)), ("message", offset_of!(dfmt_error, message))]),
    ("dfmt_option", size_of::<dfmt_option>(), &[("head", offset_of!(dfmt_option, head)), ("name", offset_of!(dfmt_option, name)), ("help", offset_of!(dfmt_option, help)), ("key", offset_of!(dfmt_option, key)), ("kind", offset_of!(dfmt_option, kind)), ("unit", offset_of!(dfmt_option, unit)), ("words", offset_of!(dfmt_option, words)), ("format", offset_of!(dfmt_option, format)), ("roles", offset_of!(dfmt_option, roles)), ("lo", offset_of!(dfmt_option, lo)), ("hi", offset_of!(dfmt_option, hi)), ("def", offset_of!(dfmt_option, def))]),
    ("dfmt_event", size_of::<dfmt_event>(), &[("size", offset_of!(dfmt_event, size)), ("type", offset_of!(dfmt_event, r#type)), ("offset", offset_of!(dfmt_event, offset)), ("length", offset_of!(dfmt_event, length)), ("flags", offset_of!(dfmt_event, flags)), ("reserved", offset_of!(dfmt_event, reserved)), ("body", offset_of!(dfmt_event, body)), ("raw", offset_of!(dfmt_event, raw))]),
    ("dfmt_diagnostic", size_of::<dfmt_diagnostic>(), &[("head", offset_of!(dfmt_diagnostic, head)), ("present", offset_of!(dfmt_diagnostic, present)), ("number", offset_of!(dfmt_diagnostic, number)), ("severity", offset_of!(dfmt_diagnostic, severity)), ("status", offset_of!(dfmt_diagnostic, status)), ("byte_offset", offset_of!(dfmt_diagnostic, byte_offset)), ("line", offset_of!(dfmt_diagnostic, line)), ("skipped", offset_of!(dfmt_diagnostic, skipped)), ("message", offset_of!(dfmt_diagnostic, message))]),
    ("dfmt_opaque", size_of::<dfmt_opaque>(), &[("head", offset_of!(dfmt_opaque, head)), ("present", offset_of!(dfmt_opaque, present)), ("native_type", offset_of!(dfmt_opaque, native_type)), ("data", offset_of!(dfmt_opaque, data))]),
    ("dfmt_probe", size_of::<dfmt_probe>(), &[("format", offset_of!(dfmt_probe, format)), ("variant", offset_of!(dfmt_probe, variant)), ("score", offset_of!(dfmt_probe, score)), ("wrapper", offset_of!(dfmt_probe, wrapper)), ("wants", offset_of!(dfmt_probe, wants))]),
    ("dfmt_source_ops", size_of::<dfmt_source_ops>(), &[("size", offset_of!(dfmt_source_ops, size)), ("flags", offset_of!(dfmt_source_ops, flags)), ("read", offset_of!(dfmt_source_ops, read)), ("read_at", offset_of!(dfmt_source_ops, read_at)), ("total", offset_of!(dfmt_source_ops, total)), ("close", offset_of!(dfmt_source_ops, close))]),
    ("dfmt_sink_ops", size_of::<dfmt_sink_ops>(), &[("size", offset_of!(dfmt_sink_ops, size)), ("flags", offset_of!(dfmt_sink_ops, flags)), ("write", offset_of!(dfmt_sink_ops, write)), ("write_at", offset_of!(dfmt_sink_ops, write_at)), ("flush", offset_of!(dfmt_sink_ops, flush)), ("close", offset_of!(dfmt_sink_ops, close)), ("before", offset_of!(dfmt_sink_ops, before)), ("undivided", offset_of!(dfmt_sink_ops, undivided))]),
    ("dfmt_field", size_of::<dfmt_field>(), &[("name", offset_of!(dfmt_field, name)), ("kind", offset_of!(dfmt_field, kind)), ("offset", offset_of!(dfmt_field, offset)), ("elem_type", offset_of!(dfmt_field, elem_type)), ("count_offset", offset_of!(dfmt_field, count_offset)), ("present_mask", offset_of!(dfmt_field, present_mask)), ("unit", offset_of!(dfmt_field, unit)), ("flags", offset_of!(dfmt_field, flags)), ("since", offset_of!(dfmt_field, since))]),
    ("dfmt_type", size_of::<dfmt_type>(), &[("head", offset_of!(dfmt_type, head)), ("name", offset_of!(dfmt_type, name)), ("c_name", offset_of!(dfmt_type, c_name)), ("shape", offset_of!(dfmt_type, shape)), ("body_size", offset_of!(dfmt_type, body_size)), ("present_offset", offset_of!(dfmt_type, present_offset)), ("number", offset_of!(dfmt_type, number)), ("n_fields", offset_of!(dfmt_type, n_fields)), ("fields", offset_of!(dfmt_type, fields))]),
    ("ArrowSchema", size_of::<ArrowSchema>(), &[("format", offset_of!(ArrowSchema, format)), ("name", offset_of!(ArrowSchema, name)), ("metadata", offset_of!(ArrowSchema, metadata)), ("flags", offset_of!(ArrowSchema, flags)), ("n_children", offset_of!(ArrowSchema, n_children)), ("children", offset_of!(ArrowSchema, children)), ("dictionary", offset_of!(ArrowSchema, dictionary)), ("release", offset_of!(ArrowSchema, release)), ("private_data", offset_of!(ArrowSchema, private_data))]),
    ("ArrowArray", size_of::<ArrowArray>(), &[("length", offset_of!(ArrowArray, length)), ("null_count", offset_of!(ArrowArray, null_count)), ("offset", offset_of!(ArrowArray, offset)), ("n_buffers", offset_of!(ArrowArray, n_buffers)), ("n_children", offset_of!(ArrowArray, n_children)), ("buffers", offset_of!(ArrowArray, buffers)), ("children", offset_of!(ArrowArray, children)), ("dictionary", offset_of!(ArrowArray, dictionary)), ("release", offset_of!(ArrowArray, release)), ("private_data", offset_of!(ArrowArray, private_data))]),
    ("ArrowArrayStream", size_of::<ArrowArrayStream>(), &[("get_schema", offset_of!(ArrowArrayStream, get_schema)), ("get_next", offset_of!(ArrowArrayStream, get_next)), ("get_last_error", offset_of!(ArrowArrayStream, get_last_error)), ("release", offset_of!(ArrowArrayStream, release)), ("private_data", offset_of!(ArrowArrayStream, private_data))]),
    ("dfmt_filter_value", size_of::<dfmt_filter_value>(), &[("kind", offset_of!(dfmt_filter_value, kind)), ("reserved", offset_of!(dfmt_filter_value, reserved)), ("number", offset_of!(dfmt_filter_value, number)), ("text", offset_of!(dfmt_filter_value, text))]),
    ("dfmt_filter", size_of::<dfmt_filter>(), &[("column", offset_of!(dfmt_filter, column)), ("op", offset_of!(dfmt_filter, op)), ("n_values", offset_of!(dfmt_filter, n_values)), ("values", offset_of!(dfmt_filter, values))]),
    ("dfmt_table_request", size_of::<dfmt_table_request>(), &[("size", offset_of!(dfmt_table_request, size)), ("payload", offset_of!(dfmt_table_request, payload)), ("envelope", offset_of!(dfmt_table_request, envelope)), ("text", offset_of!(dfmt_table_request, text)), ("max_rows", offset_of!(dfmt_table_request, max_rows)), ("columns", offset_of!(dfmt_table_request, columns)), ("n_columns", offset_of!(dfmt_table_request, n_columns)), ("filters", offset_of!(dfmt_table_request, filters)), ("n_filters", offset_of!(dfmt_table_request, n_filters))]),
    ("dfmt_column", size_of::<dfmt_column>(), &[("member", offset_of!(dfmt_column, member)), ("role", offset_of!(dfmt_column, role))]),
    ("dfmt_row_set", size_of::<dfmt_row_set>(), &[("size", offset_of!(dfmt_row_set, size)), ("n_columns", offset_of!(dfmt_row_set, n_columns)), ("name", offset_of!(dfmt_row_set, name)), ("type", offset_of!(dfmt_row_set, r#type)), ("types", offset_of!(dfmt_row_set, types)), ("columns", offset_of!(dfmt_row_set, columns)), ("facts", offset_of!(dfmt_row_set, facts)), ("heading", offset_of!(dfmt_row_set, heading))]),
    ("dfmt_rows_ops", size_of::<dfmt_rows_ops>(), &[("size", offset_of!(dfmt_rows_ops, size)), ("flags", offset_of!(dfmt_rows_ops, flags)), ("next_set", offset_of!(dfmt_rows_ops, next_set)), ("next", offset_of!(dfmt_rows_ops, next)), ("rewind", offset_of!(dfmt_rows_ops, rewind)), ("error", offset_of!(dfmt_rows_ops, error)), ("close", offset_of!(dfmt_rows_ops, close))]),
    ("dfmt_print", size_of::<dfmt_print>(), &[("size", offset_of!(dfmt_print, size)), ("flags", offset_of!(dfmt_print, flags)), ("max_rows", offset_of!(dfmt_print, max_rows)), ("max_details", offset_of!(dfmt_print, max_details))]),
    ("dfmt_apitrace_sig", size_of::<dfmt_apitrace_sig>(), &[("head", offset_of!(dfmt_apitrace_sig, head)), ("kind", offset_of!(dfmt_apitrace_sig, kind)), ("id", offset_of!(dfmt_apitrace_sig, id)), ("name", offset_of!(dfmt_apitrace_sig, name)), ("members", offset_of!(dfmt_apitrace_sig, members)), ("n_members", offset_of!(dfmt_apitrace_sig, n_members)), ("member_values", offset_of!(dfmt_apitrace_sig, member_values)), ("n_member_values", offset_of!(dfmt_apitrace_sig, n_member_values)), ("def_offset", offset_of!(dfmt_apitrace_sig, def_offset)), ("flags", offset_of!(dfmt_apitrace_sig, flags)), ("digest", offset_of!(dfmt_apitrace_sig, digest)), ("lookup_order", offset_of!(dfmt_apitrace_sig, lookup_order)), ("n_lookup_order", offset_of!(dfmt_apitrace_sig, n_lookup_order)), ("origin_1", offset_of!(dfmt_apitrace_sig, origin_1)), ("origin_2", offset_of!(dfmt_apitrace_sig, origin_2)), ("origin_3", offset_of!(dfmt_apitrace_sig, origin_3)), ("origin_4", offset_of!(dfmt_apitrace_sig, origin_4))]),
    ("dfmt_apitrace_frame", size_of::<dfmt_apitrace_frame>(), &[("head", offset_of!(dfmt_apitrace_frame, head)), ("present", offset_of!(dfmt_apitrace_frame, present)), ("id", offset_of!(dfmt_apitrace_frame, id)), ("module", offset_of!(dfmt_apitrace_frame, module)), ("function", offset_of!(dfmt_apitrace_frame, function)), ("file", offset_of!(dfmt_apitrace_frame, file)), ("line", offset_of!(dfmt_apitrace_frame, line)), ("function_offset", offset_of!(dfmt_apitrace_frame, function_offset)), ("def_offset", offset_of!(dfmt_apitrace_frame, def_offset))]),
    ("dfmt_apitrace_value", size_of::<dfmt_apitrace_value>(), &[("kind", offset_of!(dfmt_apitrace_value, kind)), ("span", offset_of!(dfmt_apitrace_value, span)), ("bits", offset_of!(dfmt_apitrace_value, bits)), ("ptr", offset_of!(dfmt_apitrace_value, ptr)), ("aux", offset_of!(dfmt_apitrace_value, aux))]),
    ("dfmt_apitrace_arg", size_of::<dfmt_apitrace_arg>(), &[("name", offset_of!(dfmt_apitrace_arg, name)), ("value", offset_of!(dfmt_apitrace_arg, value)), ("number", offset_of!(dfmt_apitrace_arg, number))]),
    ("dfmt_apitrace_header", size_of::<dfmt_apitrace_header>(), &[("head", offset_of!(dfmt_apitrace_header, head)), ("present", offset_of!(dfmt_apitrace_header, present)), ("version", offset_of!(dfmt_apitrace_header, version)), ("semantic_version", offset_of!(dfmt_apitrace_header, semantic_version)), ("container", offset_of!(dfmt_apitrace_header, container)), ("properties", offset_of!(dfmt_apitrace_header, properties)), ("n_properties", offset_of!(dfmt_apitrace_header, n_properties))]),
    ("dfmt_apitrace_call", size_of::<dfmt_apitrace_call>(), &[("head", offset_of!(dfmt_apitrace_call, head)), ("present", offset_of!(dfmt_apitrace_call, present)), ("flags", offset_of!(dfmt_apitrace_call, flags)), ("number", offset_of!(dfmt_apitrace_call, number)), ("thread_id", offset_of!(dfmt_apitrace_call, thread_id)), ("stored_flags", offset_of!(dfmt_apitrace_call, stored_flags)), ("name", offset_of!(dfmt_apitrace_call, name)), ("sig", offset_of!(dfmt_apitrace_call, sig)), ("args", offset_of!(dfmt_apitrace_call, args)), ("n_args", offset_of!(dfmt_apitrace_call, n_args)), ("ret", offset_of!(dfmt_apitrace_call, ret)), ("frames", offset_of!(dfmt_apitrace_call, frames)), ("n_frames", offset_of!(dfmt_apitrace_call, n_frames)), ("enter_offset", offset_of!(dfmt_apitrace_call, enter_offset)), ("enter_length", offset_of!(dfmt_apitrace_call, enter_length)), ("leave_offset", offset_of!(dfmt_apitrace_call, leave_offset)), ("leave_length", offset_of!(dfmt_apitrace_call, leave_length))]),
    ("dfmt_apitrace_blob", size_of::<dfmt_apitrace_blob>(), &[("head", offset_of!(dfmt_apitrace_blob, head)), ("present", offset_of!(dfmt_apitrace_blob, present)), ("reserved", offset_of!(dfmt_apitrace_blob, reserved)), ("number", offset_of!(dfmt_apitrace_blob, number)), ("ordinal", offset_of!(dfmt_apitrace_blob, ordinal)), ("size", offset_of!(dfmt_apitrace_blob, size))]),
    ("dfmt_apitrace_stream", size_of::<dfmt_apitrace_stream>(), &[("head", offset_of!(dfmt_apitrace_stream, head)), ("present", offset_of!(dfmt_apitrace_stream, present)), ("container", offset_of!(dfmt_apitrace_stream, container)), ("size", offset_of!(dfmt_apitrace_stream, size))]),
    ("dfmt_apitrace_call_arg", size_of::<dfmt_apitrace_call_arg>(), &[("head", offset_of!(dfmt_apitrace_call_arg, head)), ("present", offset_of!(dfmt_apitrace_call_arg, present)), ("kind", offset_of!(dfmt_apitrace_call_arg, kind)), ("call_number", offset_of!(dfmt_apitrace_call_arg, call_number)), ("thread_id", offset_of!(dfmt_apitrace_call_arg, thread_id)), ("function", offset_of!(dfmt_apitrace_call_arg, function)), ("arg_number", offset_of!(dfmt_apitrace_call_arg, arg_number)), ("name", offset_of!(dfmt_apitrace_call_arg, name)), ("value_int", offset_of!(dfmt_apitrace_call_arg, value_int)), ("value_uint", offset_of!(dfmt_apitrace_call_arg, value_uint)), ("value_float", offset_of!(dfmt_apitrace_call_arg, value_float)), ("value_text", offset_of!(dfmt_apitrace_call_arg, value_text)), ("blob_bytes", offset_of!(dfmt_apitrace_call_arg, blob_bytes)), ("value_tree", offset_of!(dfmt_apitrace_call_arg, value_tree)), ("returned", offset_of!(dfmt_apitrace_call_arg, returned)), ("reserved", offset_of!(dfmt_apitrace_call_arg, reserved))]),
    ("dfmt_apitrace_frame_summary", size_of::<dfmt_apitrace_frame_summary>(), &[("head", offset_of!(dfmt_apitrace_frame_summary, head)), ("number", offset_of!(dfmt_apitrace_frame_summary, number)), ("n_calls", offset_of!(dfmt_apitrace_frame_summary, n_calls)), ("first_call_number", offset_of!(dfmt_apitrace_frame_summary, first_call_number)), ("last_call_number", offset_of!(dfmt_apitrace_frame_summary, last_call_number)), ("n_threads", offset_of!(dfmt_apitrace_frame_summary, n_threads)), ("n_renders", offset_of!(dfmt_apitrace_frame_summary, n_renders)), ("blob_bytes", offset_of!(dfmt_apitrace_frame_summary, blob_bytes)), ("complete", offset_of!(dfmt_apitrace_frame_summary, complete)), ("reserved", offset_of!(dfmt_apitrace_frame_summary, reserved))]),
    ("dfmt_apport_field", size_of::<dfmt_apport_field>(), &[("head", offset_of!(dfmt_apport_field, head)), ("present", offset_of!(dfmt_apport_field, present)), ("encoding", offset_of!(dfmt_apport_field, encoding)), ("compression", offset_of!(dfmt_apport_field, compression)), ("kind", offset_of!(dfmt_apport_field, kind)), ("flags", offset_of!(dfmt_apport_field, flags)), ("reserved", offset_of!(dfmt_apport_field, reserved)), ("key", offset_of!(dfmt_apport_field, key)), ("text", offset_of!(dfmt_apport_field, text)), ("line", offset_of!(dfmt_apport_field, line)), ("stored_size", offset_of!(dfmt_apport_field, stored_size)), ("decoded_size", offset_of!(dfmt_apport_field, decoded_size))]),
    ("dfmt_apport_key", size_of::<dfmt_apport_key>(), &[("head", offset_of!(dfmt_apport_key, head)), ("name", offset_of!(dfmt_apport_key, name)), ("meaning", offset_of!(dfmt_apport_key, meaning)), ("value", offset_of!(dfmt_apport_key, value)), ("category", offset_of!(dfmt_apport_key, category)), ("required", offset_of!(dfmt_apport_key, required)), ("collected", offset_of!(dfmt_apport_key, collected)), ("always_text", offset_of!(dfmt_apport_key, always_text)), ("reserved", offset_of!(dfmt_apport_key, reserved))]),
    ("dfmt_apport_report", size_of::<dfmt_apport_report>(), &[("head", offset_of!(dfmt_apport_report, head)), ("present", offset_of!(dfmt_apport_report, present)), ("signal", offset_of!(dfmt_apport_report, signal)), ("problem_type", offset_of!(dfmt_apport_report, problem_type)), ("time_local_s", offset_of!(dfmt_apport_report, time_local_s)), ("time_text", offset_of!(dfmt_apport_report, time_text)), ("title", offset_of!(dfmt_apport_report, title)), ("distro_release", offset_of!(dfmt_apport_report, distro_release)), ("architecture", offset_of!(dfmt_apport_report, architecture)), ("uname", offset_of!(dfmt_apport_report, uname)), ("package", offset_of!(dfmt_apport_report, package)), ("source_package", offset_of!(dfmt_apport_report, source_package)), ("package_architecture", offset_of!(dfmt_apport_report, package_architecture)), ("executable_path", offset_of!(dfmt_apport_report, executable_path)), ("interpreter_path", offset_of!(dfmt_apport_report, interpreter_path)), ("proc_cmdline", offset_of!(dfmt_apport_report, proc_cmdline)), ("proc_cwd", offset_of!(dfmt_apport_report, proc_cwd)), ("signal_text", offset_of!(dfmt_apport_report, signal_text)), ("signal_name", offset_of!(dfmt_apport_report, signal_name)), ("stacktrace_top", offset_of!(dfmt_apport_report, stacktrace_top)), ("stacktrace_address_signature", offset_of!(dfmt_apport_report, stacktrace_address_signature)), ("traceback", offset_of!(dfmt_apport_report, traceback)), ("assertion_message", offset_of!(dfmt_apport_report, assertion_message)), ("duplicate_signature", offset_of!(dfmt_apport_report, duplicate_signature)), ("tags", offset_of!(dfmt_apport_report, tags)), ("n_fields", offset_of!(dfmt_apport_report, n_fields)), ("core_bytes", offset_of!(dfmt_apport_report, core_bytes)), ("has_core", offset_of!(dfmt_apport_report, has_core)), ("reserved", offset_of!(dfmt_apport_report, reserved))]),
    ("dfmt_apport_signature", size_of::<dfmt_apport_signature>(), &[("head", offset_of!(dfmt_apport_signature, head)), ("present", offset_of!(dfmt_apport_signature, present)), ("has_useful_stacktrace", offset_of!(dfmt_apport_signature, has_useful_stacktrace)), ("retraced_useful", offset_of!(dfmt_apport_signature, retraced_useful)), ("crash_signature_error", offset_of!(dfmt_apport_signature, crash_signature_error)), ("crash_signature_addresses_error", offset_of!(dfmt_apport_signature, crash_signature_addresses_error)), ("standard_title_error", offset_of!(dfmt_apport_signature, standard_title_error)), ("has_useful_stacktrace_error", offset_of!(dfmt_apport_signature, has_useful_stacktrace_error)), ("stacktrace_top_function_error", offset_of!(dfmt_apport_signature, stacktrace_top_function_error)), ("duplicate_signature_error", offset_of!(dfmt_apport_signature, duplicate_signature_error)), ("generated_top_error", offset_of!(dfmt_apport_signature, generated_top_error)), ("retraced_signature_error", offset_of!(dfmt_apport_signature, retraced_signature_error)), ("retraced_title_error", offset_of!(dfmt_apport_signature, retraced_title_error)), ("crash_signature", offset_of!(dfmt_apport_signature, crash_signature)), ("crash_signature_addresses", offset_of!(dfmt_apport_signature, crash_signature_addresses)), ("standard_title", offset_of!(dfmt_apport_signature, standard_title)), ("stacktrace_top_function", offset_of!(dfmt_apport_signature, stacktrace_top_function)), ("duplicate_signature", offset_of!(dfmt_apport_signature, duplicate_signature)), ("duplicate_hash", offset_of!(dfmt_apport_signature, duplicate_hash)), ("generated_top", offset_of!(dfmt_apport_signature, generated_top)), ("retraced_signature", offset_of!(dfmt_apport_signature, retraced_signature)), ("retraced_title", offset_of!(dfmt_apport_signature, retraced_title))]),
    ("dfmt_apport_triage_finding", size_of::<dfmt_apport_triage_finding>(), &[("head", offset_of!(dfmt_apport_triage_finding, head)), ("present", offset_of!(dfmt_apport_triage_finding, present)), ("kind", offset_of!(dfmt_apport_triage_finding, kind)), ("signature", offset_of!(dfmt_apport_triage_finding, signature)), ("address_signature", offset_of!(dfmt_apport_triage_finding, address_signature)), ("title", offset_of!(dfmt_apport_triage_finding, title)), ("executable_path", offset_of!(dfmt_apport_triage_finding, executable_path)), ("retraced", offset_of!(dfmt_apport_triage_finding, retraced)), ("reserved", offset_of!(dfmt_apport_triage_finding, reserved))]),
    ("dfmt_apport_frame", size_of::<dfmt_apport_frame>(), &[("head", offset_of!(dfmt_apport_frame, head)), ("present", offset_of!(dfmt_apport_frame, present)), ("field", offset_of!(dfmt_apport_frame, field)), ("number", offset_of!(dfmt_apport_frame, number)), ("signal_handler", offset_of!(dfmt_apport_frame, signal_handler)), ("thread_number", offset_of!(dfmt_apport_frame, thread_number)), ("address", offset_of!(dfmt_apport_frame, address)), ("source_line", offset_of!(dfmt_apport_frame, source_line)), ("function", offset_of!(dfmt_apport_frame, function)), ("arguments", offset_of!(dfmt_apport_frame, arguments)), ("source_path", offset_of!(dfmt_apport_frame, source_path)), ("library", offset_of!(dfmt_apport_frame, library))]),
    ("dfmt_bugreport_tombstone_crash", size_of::<dfmt_bugreport_tombstone_crash>(), &[("head", offset_of!(dfmt_bugreport_tombstone_crash, head)), ("present", offset_of!(dfmt_bugreport_tombstone_crash, present)), ("form", offset_of!(dfmt_bugreport_tombstone_crash, form)), ("truncated", offset_of!(dfmt_bugreport_tombstone_crash, truncated)), ("process_id", offset_of!(dfmt_bugreport_tombstone_crash, process_id)), ("thread_id", offset_of!(dfmt_bugreport_tombstone_crash, thread_id)), ("user_id", offset_of!(dfmt_bugreport_tombstone_crash, user_id)), ("signal", offset_of!(dfmt_bugreport_tombstone_crash, signal)), ("code", offset_of!(dfmt_bugreport_tombstone_crash, code)), ("sender_process_id", offset_of!(dfmt_bugreport_tombstone_crash, sender_process_id)), ("sender_user_id", offset_of!(dfmt_bugreport_tombstone_crash, sender_user_id)), ("utc_offset_s", offset_of!(dfmt_bugreport_tombstone_crash, utc_offset_s)), ("reserved", offset_of!(dfmt_bugreport_tombstone_crash, reserved)), ("fault_address", offset_of!(dfmt_bugreport_tombstone_crash, fault_address)), ("uptime_s", offset_of!(dfmt_bugreport_tombstone_crash, uptime_s)), ("crash_number", offset_of!(dfmt_bugreport_tombstone_crash, crash_number)), ("start_offset", offset_of!(dfmt_bugreport_tombstone_crash, start_offset)), ("line", offset_of!(dfmt_bugreport_tombstone_crash, line)), ("entry", offset_of!(dfmt_bugreport_tombstone_crash, entry)), ("section", offset_of!(dfmt_bugreport_tombstone_crash, section)), ("process_name", offset_of!(dfmt_bugreport_tombstone_crash, process_name)), ("thread_name", offset_of!(dfmt_bugreport_tombstone_crash, thread_name)), ("signal_name", offset_of!(dfmt_bugreport_tombstone_crash, signal_name)), ("code_name", offset_of!(dfmt_bugreport_tombstone_crash, code_name)), ("abort_message", offset_of!(dfmt_bugreport_tombstone_crash, abort_message)), ("signature", offset_of!(dfmt_bugreport_tombstone_crash, signature)), ("fingerprint", offset_of!(dfmt_bugreport_tombstone_crash, fingerprint)), ("revision", offset_of!(dfmt_bugreport_tombstone_crash, revision)), ("abi", offset_of!(dfmt_bugreport_tombstone_crash, abi)), ("time_text", offset_of!(dfmt_bugreport_tombstone_crash, time_text)), ("cmdline", offset_of!(dfmt_bugreport_tombstone_crash, cmdline)), ("causes", offset_of!(dfmt_bugreport_tombstone_crash, causes)), ("n_causes", offset_of!(dfmt_bugreport_tombstone_crash, n_causes))]),
    ("dfmt_bugreport_tombstone_thread", size_of::<dfmt_bugreport_tombstone_thread>(), &[("head", offset_of!(dfmt_bugreport_tombstone_thread, head)), ("present", offset_of!(dfmt_bugreport_tombstone_thread, present)), ("process_id", offset_of!(dfmt_bugreport_tombstone_thread, process_id)), ("thread_id", offset_of!(dfmt_bugreport_tombstone_thread, thread_id)), ("crashed", offset_of!(dfmt_bugreport_tombstone_thread, crashed)), ("frames", offset_of!(dfmt_bugreport_tombstone_thread, frames)), ("crash_number", offset_of!(dfmt_bugreport_tombstone_thread, crash_number)), ("start_offset", offset_of!(dfmt_bugreport_tombstone_thread, start_offset)), ("line", offset_of!(dfmt_bugreport_tombstone_thread, line)), ("entry", offset_of!(dfmt_bugreport_tombstone_thread, entry)), ("section", offset_of!(dfmt_bugreport_tombstone_thread, section)), ("name", offset_of!(dfmt_bugreport_tombstone_thread, name))]),
    ("dfmt_bugreport_tombstone_frame", size_of::<dfmt_bugreport_tombstone_frame>(), &[("head", offset_of!(dfmt_bugreport_tombstone_frame, head)), ("present", offset_of!(dfmt_bugreport_tombstone_frame, present)), ("process_id", offset_of!(dfmt_bugreport_tombstone_frame, process_id)), ("thread_id", offset_of!(dfmt_bugreport_tombstone_frame, thread_id)), ("number", offset_of!(dfmt_bugreport_tombstone_frame, number)), ("pc", offset_of!(dfmt_bugreport_tombstone_frame, pc)), ("map_offset", offset_of!(dfmt_bugreport_tombstone_frame, map_offset)), ("function_offset", offset_of!(dfmt_bugreport_tombstone_frame, function_offset)), ("crash_number", offset_of!(dfmt_bugreport_tombstone_frame, crash_number)), ("start_offset", offset_of!(dfmt_bugreport_tombstone_frame, start_offset)), ("line", offset_of!(dfmt_bugreport_tombstone_frame, line)), ("entry", offset_of!(dfmt_bugreport_tombstone_frame, entry)), ("section", offset_of!(dfmt_bugreport_tombstone_frame, section)), ("path", offset_of!(dfmt_bugreport_tombstone_frame, path)), ("function", offset_of!(dfmt_bugreport_tombstone_frame, function)), ("build_id", offset_of!(dfmt_bugreport_tombstone_frame, build_id))]),
    ("dfmt_bugreport_log_crash", size_of::<dfmt_bugreport_log_crash>(), &[("head", offset_of!(dfmt_bugreport_log_crash, head)), ("present", offset_of!(dfmt_bugreport_log_crash, present)), ("truncated", offset_of!(dfmt_bugreport_log_crash, truncated)), ("start_offset", offset_of!(dfmt_bugreport_log_crash, start_offset)), ("line", offset_of!(dfmt_bugreport_log_crash, line)), ("entry", offset_of!(dfmt_bugreport_log_crash, entry)), ("section", offset_of!(dfmt_bugreport_log_crash, section)), ("kind", offset_of!(dfmt_bugreport_log_crash, kind)), ("process_id", offset_of!(dfmt_bugreport_log_crash, process_id)), ("thread_id", offset_of!(dfmt_bugreport_log_crash, thread_id)), ("signal", offset_of!(dfmt_bugreport_log_crash, signal)), ("time_local_s", offset_of!(dfmt_bugreport_log_crash, time_local_s)), ("time_text", offset_of!(dfmt_bugreport_log_crash, time_text)), ("process_name", offset_of!(dfmt_bugreport_log_crash, process_name)), ("thread_name", offset_of!(dfmt_bugreport_log_crash, thread_name)), ("exception", offset_of!(dfmt_bugreport_log_crash, exception)), ("root_exception", offset_of!(dfmt_bugreport_log_crash, root_exception)), ("message", offset_of!(dfmt_bugreport_log_crash, message)), ("root_message", offset_of!(dfmt_bugreport_log_crash, root_message)), ("reason", offset_of!(dfmt_bugreport_log_crash, reason)), ("signature", offset_of!(dfmt_bugreport_log_crash, signature)), ("frames", offset_of!(dfmt_bugreport_log_crash, frames)), ("n_frames", offset_of!(dfmt_bugreport_log_crash, n_frames))]),
    ("dfmt_bugreport_log_event", size_of::<dfmt_bugreport_log_event>(), &[("head", offset_of!(dfmt_bugreport_log_event, head)), ("present", offset_of!(dfmt_bugreport_log_event, present)), ("truncated", offset_of!(dfmt_bugreport_log_event, truncated)), ("start_offset", offset_of!(dfmt_bugreport_log_event, start_offset)), ("line", offset_of!(dfmt_bugreport_log_event, line)), ("entry", offset_of!(dfmt_bugreport_log_event, entry)), ("section", offset_of!(dfmt_bugreport_log_event, section)), ("android_user", offset_of!(dfmt_bugreport_log_event, android_user)), ("process_id", offset_of!(dfmt_bugreport_log_event, process_id)), ("user_id", offset_of!(dfmt_bugreport_log_event, user_id)), ("adj", offset_of!(dfmt_bugreport_log_event, adj)), ("proc_state", offset_of!(dfmt_bugreport_log_event, proc_state)), ("flags", offset_of!(dfmt_bugreport_log_event, flags)), ("file_line", offset_of!(dfmt_bugreport_log_event, file_line)), ("reserved", offset_of!(dfmt_bugreport_log_event, reserved)), ("processes", offset_of!(dfmt_bugreport_log_event, processes)), ("uptime_ms", offset_of!(dfmt_bugreport_log_event, uptime_ms)), ("time_local_s", offset_of!(dfmt_bugreport_log_event, time_local_s)), ("time_text", offset_of!(dfmt_bugreport_log_event, time_text)), ("tag", offset_of!(dfmt_bugreport_log_event, tag)), ("process_name", offset_of!(dfmt_bugreport_log_event, process_name)), ("reason", offset_of!(dfmt_bugreport_log_event, reason)), ("exception", offset_of!(dfmt_bugreport_log_event, exception)), ("message", offset_of!(dfmt_bugreport_log_event, message)), ("file", offset_of!(dfmt_bugreport_log_event, file)), ("wtf_tag", offset_of!(dfmt_bugreport_log_event, wtf_tag))]),
    ("dfmt_bugreport_kernel_crash", size_of::<dfmt_bugreport_kernel_crash>(), &[("head", offset_of!(dfmt_bugreport_kernel_crash, head)), ("present", offset_of!(dfmt_bugreport_kernel_crash, present)), ("truncated", offset_of!(dfmt_bugreport_kernel_crash, truncated)), ("start_offset", offset_of!(dfmt_bugreport_kernel_crash, start_offset)), ("line", offset_of!(dfmt_bugreport_kernel_crash, line)), ("entry", offset_of!(dfmt_bugreport_kernel_crash, entry)), ("section", offset_of!(dfmt_bugreport_kernel_crash, section)), ("kind", offset_of!(dfmt_bugreport_kernel_crash, kind)), ("cpu", offset_of!(dfmt_bugreport_kernel_crash, cpu)), ("process_id", offset_of!(dfmt_bugreport_kernel_crash, process_id)), ("reserved", offset_of!(dfmt_bugreport_kernel_crash, reserved)), ("uptime_us", offset_of!(dfmt_bugreport_kernel_crash, uptime_us)), ("message", offset_of!(dfmt_bugreport_kernel_crash, message)), ("panic", offset_of!(dfmt_bugreport_kernel_crash, panic)), ("comm", offset_of!(dfmt_bugreport_kernel_crash, comm)), ("pc", offset_of!(dfmt_bugreport_kernel_crash, pc)), ("signature", offset_of!(dfmt_bugreport_kernel_crash, signature)), ("trace", offset_of!(dfmt_bugreport_kernel_crash, trace)), ("n_trace", offset_of!(dfmt_bugreport_kernel_crash, n_trace))]),
    ("dfmt_bugreport_anr_process", size_of::<dfmt_bugreport_anr_process>(), &[("head", offset_of!(dfmt_bugreport_anr_process, head)), ("present", offset_of!(dfmt_bugreport_anr_process, present)), ("truncated", offset_of!(dfmt_bugreport_anr_process, truncated)), ("start_offset", offset_of!(dfmt_bugreport_anr_process, start_offset)), ("line", offset_of!(dfmt_bugreport_anr_process, line)), ("entry", offset_of!(dfmt_bugreport_anr_process, entry)), ("section", offset_of!(dfmt_bugreport_anr_process, section)), ("process_id", offset_of!(dfmt_bugreport_anr_process, process_id)), ("reserved", offset_of!(dfmt_bugreport_anr_process, reserved)), ("threads", offset_of!(dfmt_bugreport_anr_process, threads)), ("process_name", offset_of!(dfmt_bugreport_anr_process, process_name)), ("time_text", offset_of!(dfmt_bugreport_anr_process, time_text))]),
    ("dfmt_bugreport_anr_thread", size_of::<dfmt_bugreport_anr_thread>(), &[("head", offset_of!(dfmt_bugreport_anr_thread, head)), ("present", offset_of!(dfmt_bugreport_anr_thread, present)), ("truncated", offset_of!(dfmt_bugreport_anr_thread, truncated)), ("start_offset", offset_of!(dfmt_bugreport_anr_thread, start_offset)), ("line", offset_of!(dfmt_bugreport_anr_thread, line)), ("entry", offset_of!(dfmt_bugreport_anr_thread, entry)), ("section", offset_of!(dfmt_bugreport_anr_thread, section)), ("process_id", offset_of!(dfmt_bugreport_anr_thread, process_id)), ("vm_thread_id", offset_of!(dfmt_bugreport_anr_thread, vm_thread_id)), ("thread_id", offset_of!(dfmt_bugreport_anr_thread, thread_id)), ("daemon", offset_of!(dfmt_bugreport_anr_thread, daemon)), ("java_priority", offset_of!(dfmt_bugreport_anr_thread, java_priority)), ("nice", offset_of!(dfmt_bugreport_anr_thread, nice)), ("core", offset_of!(dfmt_bugreport_anr_thread, core)), ("reserved", offset_of!(dfmt_bugreport_anr_thread, reserved)), ("utm", offset_of!(dfmt_bugreport_anr_thread, utm)), ("stm", offset_of!(dfmt_bugreport_anr_thread, stm)), ("frames", offset_of!(dfmt_bugreport_anr_thread, frames)), ("name", offset_of!(dfmt_bugreport_anr_thread, name)), ("state", offset_of!(dfmt_bugreport_anr_thread, state)), ("cgrp", offset_of!(dfmt_bugreport_anr_thread, cgrp)), ("native_state", offset_of!(dfmt_bugreport_anr_thread, native_state))]),
    ("dfmt_bugreport_anr_lock", size_of::<dfmt_bugreport_anr_lock>(), &[("head", offset_of!(dfmt_bugreport_anr_lock, head)), ("present", offset_of!(dfmt_bugreport_anr_lock, present)), ("truncated", offset_of!(dfmt_bugreport_anr_lock, truncated)), ("start_offset", offset_of!(dfmt_bugreport_anr_lock, start_offset)), ("line", offset_of!(dfmt_bugreport_anr_lock, line)), ("entry", offset_of!(dfmt_bugreport_anr_lock, entry)), ("section", offset_of!(dfmt_bugreport_anr_lock, section)), ("process_id", offset_of!(dfmt_bugreport_anr_lock, process_id)), ("vm_thread_id", offset_of!(dfmt_bugreport_anr_lock, vm_thread_id)), ("kind", offset_of!(dfmt_bugreport_anr_lock, kind)), ("held_by", offset_of!(dfmt_bugreport_anr_lock, held_by)), ("frame_number", offset_of!(dfmt_bugreport_anr_lock, frame_number)), ("reserved", offset_of!(dfmt_bugreport_anr_lock, reserved)), ("lock_address", offset_of!(dfmt_bugreport_anr_lock, lock_address)), ("class_name", offset_of!(dfmt_bugreport_anr_lock, class_name))]),
    ("dfmt_bugreport_anr_verdict", size_of::<dfmt_bugreport_anr_verdict>(), &[("head", offset_of!(dfmt_bugreport_anr_verdict, head)), ("present", offset_of!(dfmt_bugreport_anr_verdict, present)), ("truncated", offset_of!(dfmt_bugreport_anr_verdict, truncated)), ("start_offset", offset_of!(dfmt_bugreport_anr_verdict, start_offset)), ("line", offset_of!(dfmt_bugreport_anr_verdict, line)), ("entry", offset_of!(dfmt_bugreport_anr_verdict, entry)), ("section", offset_of!(dfmt_bugreport_anr_verdict, section)), ("process_id", offset_of!(dfmt_bugreport_anr_verdict, process_id)), ("kind", offset_of!(dfmt_bugreport_anr_verdict, kind)), ("state", offset_of!(dfmt_bugreport_anr_verdict, state)), ("process_name", offset_of!(dfmt_bugreport_anr_verdict, process_name)), ("time_text", offset_of!(dfmt_bugreport_anr_verdict, time_text)), ("signature", offset_of!(dfmt_bugreport_anr_verdict, signature)), ("chain", offset_of!(dfmt_bugreport_anr_verdict, chain)), ("n_chain", offset_of!(dfmt_bugreport_anr_verdict, n_chain))]),
    ("dfmt_bugreport_anr_cycle", size_of::<dfmt_bugreport_anr_cycle>(), &[("head", offset_of!(dfmt_bugreport_anr_cycle, head)), ("present", offset_of!(dfmt_bugreport_anr_cycle, present)), ("truncated", offset_of!(dfmt_bugreport_anr_cycle, truncated)), ("start_offset", offset_of!(dfmt_bugreport_anr_cycle, start_offset)), ("line", offset_of!(dfmt_bugreport_anr_cycle, line)), ("entry", offset_of!(dfmt_bugreport_anr_cycle, entry)), ("section", offset_of!(dfmt_bugreport_anr_cycle, section)), ("process_id", offset_of!(dfmt_bugreport_anr_cycle, process_id)), ("reserved", offset_of!(dfmt_bugreport_anr_cycle, reserved)), ("vm_thread_ids", offset_of!(dfmt_bugreport_anr_cycle, vm_thread_ids)), ("n_vm_thread_ids", offset_of!(dfmt_bugreport_anr_cycle, n_vm_thread_ids))]),
    ("dfmt_bugreport_triage_evidence", size_of::<dfmt_bugreport_triage_evidence>(), &[("entry", offset_of!(dfmt_bugreport_triage_evidence, entry)), ("section", offset_of!(dfmt_bugreport_triage_evidence, section)), ("start_offset", offset_of!(dfmt_bugreport_triage_evidence, start_offset)), ("line", offset_of!(dfmt_bugreport_triage_evidence, line)), ("present", offset_of!(dfmt_bugreport_triage_evidence, present)), ("reserved", offset_of!(dfmt_bugreport_triage_evidence, reserved))]),
    ("dfmt_bugreport_triage_finding", size_of::<dfmt_bugreport_triage_finding>(), &[("head", offset_of!(dfmt_bugreport_triage_finding, head)), ("present", offset_of!(dfmt_bugreport_triage_finding, present)), ("truncated", offset_of!(dfmt_bugreport_triage_finding, truncated)), ("rank", offset_of!(dfmt_bugreport_triage_finding, rank)), ("kind", offset_of!(dfmt_bugreport_triage_finding, kind)), ("severity", offset_of!(dfmt_bugreport_triage_finding, severity)), ("process_id", offset_of!(dfmt_bugreport_triage_finding, process_id)), ("count", offset_of!(dfmt_bugreport_triage_finding, count)), ("process_name", offset_of!(dfmt_bugreport_triage_finding, process_name)), ("time_text", offset_of!(dfmt_bugreport_triage_finding, time_text)), ("signature", offset_of!(dfmt_bugreport_triage_finding, signature)), ("evidence", offset_of!(dfmt_bugreport_triage_finding, evidence)), ("n_evidence", offset_of!(dfmt_bugreport_triage_finding, n_evidence)), ("message", offset_of!(dfmt_bugreport_triage_finding, message))]),
    ("dfmt_bugreport_exit_info", size_of::<dfmt_bugreport_exit_info>(), &[("head", offset_of!(dfmt_bugreport_exit_info, head)), ("present", offset_of!(dfmt_bugreport_exit_info, present)), ("truncated", offset_of!(dfmt_bugreport_exit_info, truncated)), ("start_offset", offset_of!(dfmt_bugreport_exit_info, start_offset)), ("line", offset_of!(dfmt_bugreport_exit_info, line)), ("entry", offset_of!(dfmt_bugreport_exit_info, entry)), ("section", offset_of!(dfmt_bugreport_exit_info, section)), ("number", offset_of!(dfmt_bugreport_exit_info, number)), ("process_id", offset_of!(dfmt_bugreport_exit_info, process_id)), ("real_user_id", offset_of!(dfmt_bugreport_exit_info, real_user_id)), ("package_user_id", offset_of!(dfmt_bugreport_exit_info, package_user_id)), ("defining_user_id", offset_of!(dfmt_bugreport_exit_info, defining_user_id)), ("android_user", offset_of!(dfmt_bugreport_exit_info, android_user)), ("time_text", offset_of!(dfmt_bugreport_exit_info, time_text)), ("reason", offset_of!(dfmt_bugreport_exit_info, reason)), ("subreason", offset_of!(dfmt_bugreport_exit_info, subreason)), ("process_name", offset_of!(dfmt_bugreport_exit_info, process_name)), ("reason_name", offset_of!(dfmt_bugreport_exit_info, reason_name)), ("subreason_name", offset_of!(dfmt_bugreport_exit_info, subreason_name)), ("status", offset_of!(dfmt_bugreport_exit_info, status)), ("importance", offset_of!(dfmt_bugreport_exit_info, importance)), ("pss_kb", offset_of!(dfmt_bugreport_exit_info, pss_kb)), ("rss_kb", offset_of!(dfmt_bugreport_exit_info, rss_kb)), ("state_bytes", offset_of!(dfmt_bugreport_exit_info, state_bytes)), ("package", offset_of!(dfmt_bugreport_exit_info, package)), ("description", offset_of!(dfmt_bugreport_exit_info, description)), ("trace", offset_of!(dfmt_bugreport_exit_info, trace))]),
    ("dfmt_bugreport_package_grant", size_of::<dfmt_bugreport_package_grant>(), &[("permission", offset_of!(dfmt_bugreport_package_grant, permission)), ("granted", offset_of!(dfmt_bugreport_package_grant, granted)), ("present", offset_of!(dfmt_bugreport_package_grant, present)), ("android_user", offset_of!(dfmt_bugreport_package_grant, android_user)), ("reserved", offset_of!(dfmt_bugreport_package_grant, reserved))]),
    ("dfmt_bugreport_package", size_of::<dfmt_bugreport_package>(), &[("head", offset_of!(dfmt_bugreport_package, head)), ("present", offset_of!(dfmt_bugreport_package, present)), ("truncated", offset_of!(dfmt_bugreport_package, truncated)), ("start_offset", offset_of!(dfmt_bugreport_package, start_offset)), ("line", offset_of!(dfmt_bugreport_package, line)), ("entry", offset_of!(dfmt_bugreport_package, entry)), ("section", offset_of!(dfmt_bugreport_package, section)), ("hidden", offset_of!(dfmt_bugreport_package, hidden)), ("user_id", offset_of!(dfmt_bugreport_package, user_id)), ("min_sdk", offset_of!(dfmt_bugreport_package, min_sdk)), ("target_sdk", offset_of!(dfmt_bugreport_package, target_sdk)), ("version_code", offset_of!(dfmt_bugreport_package, version_code)), ("package", offset_of!(dfmt_bugreport_package, package)), ("version_name", offset_of!(dfmt_bugreport_package, version_name)), ("code_path", offset_of!(dfmt_bugreport_package, code_path)), ("first_install", offset_of!(dfmt_bugreport_package, first_install)), ("last_update", offset_of!(dfmt_bugreport_package, last_update)), ("installer", offset_of!(dfmt_bugreport_package, installer)), ("flags", offset_of!(dfmt_bugreport_package, flags)), ("n_flags", offset_of!(dfmt_bugreport_package, n_flags)), ("requested", offset_of!(dfmt_bugreport_package, requested)), ("n_requested", offset_of!(dfmt_bugreport_package, n_requested)), ("grants", offset_of!(dfmt_bugreport_package, grants)), ("n_grants", offset_of!(dfmt_bugreport_package, n_grants))]),
    ("dfmt_bugreport_dropbox_entry", size_of::<dfmt_bugreport_dropbox_entry>(), &[("head", offset_of!(dfmt_bugreport_dropbox_entry, head)), ("present", offset_of!(dfmt_bugreport_dropbox_entry, present)), ("truncated", offset_of!(dfmt_bugreport_dropbox_entry, truncated)), ("start_offset", offset_of!(dfmt_bugreport_dropbox_entry, start_offset)), ("line", offset_of!(dfmt_bugreport_dropbox_entry, line)), ("entry", offset_of!(dfmt_bugreport_dropbox_entry, entry)), ("section", offset_of!(dfmt_bugreport_dropbox_entry, section)), ("lost", offset_of!(dfmt_bugreport_dropbox_entry, lost)), ("compressed", offset_of!(dfmt_bugreport_dropbox_entry, compressed)), ("text", offset_of!(dfmt_bugreport_dropbox_entry, text)), ("reserved", offset_of!(dfmt_bugreport_dropbox_entry, reserved)), ("bytes", offset_of!(dfmt_bugreport_dropbox_entry, bytes)), ("time_text", offset_of!(dfmt_bugreport_dropbox_entry, time_text)), ("tag", offset_of!(dfmt_bugreport_dropbox_entry, tag))]),
    ("dfmt_bugreport_process", size_of::<dfmt_bugreport_process>(), &[("head", offset_of!(dfmt_bugreport_process, head)), ("present", offset_of!(dfmt_bugreport_process, present)), ("truncated", offset_of!(dfmt_bugreport_process, truncated)), ("start_offset", offset_of!(dfmt_bugreport_process, start_offset)), ("line", offset_of!(dfmt_bugreport_process, line)), ("entry", offset_of!(dfmt_bugreport_process, entry)), ("section", offset_of!(dfmt_bugreport_process, section)), ("process_id", offset_of!(dfmt_bugreport_process, process_id)), ("thread_id", offset_of!(dfmt_bugreport_process, thread_id)), ("parent_process_id", offset_of!(dfmt_bugreport_process, parent_process_id)), ("reserved", offset_of!(dfmt_bugreport_process, reserved)), ("vsz_kb", offset_of!(dfmt_bugreport_process, vsz_kb)), ("rss_kb", offset_of!(dfmt_bugreport_process, rss_kb)), ("time_s", offset_of!(dfmt_bugreport_process, time_s)), ("user_id", offset_of!(dfmt_bugreport_process, user_id)), ("state", offset_of!(dfmt_bugreport_process, state)), ("name", offset_of!(dfmt_bugreport_process, name))]),
    ("dfmt_bugreport_meminfo_process", size_of::<dfmt_bugreport_meminfo_process>(), &[("head", offset_of!(dfmt_bugreport_meminfo_process, head)), ("present", offset_of!(dfmt_bugreport_meminfo_process, present)), ("truncated", offset_of!(dfmt_bugreport_meminfo_process, truncated)), ("start_offset", offset_of!(dfmt_bugreport_meminfo_process, start_offset)), ("line", offset_of!(dfmt_bugreport_meminfo_process, line)), ("entry", offset_of!(dfmt_bugreport_meminfo_process, entry)), ("section", offset_of!(dfmt_bugreport_meminfo_process, section)), ("measure", offset_of!(dfmt_bugreport_meminfo_process, measure)), ("process_id", offset_of!(dfmt_bugreport_meminfo_process, process_id)), ("activities", offset_of!(dfmt_bugreport_meminfo_process, activities)), ("reserved", offset_of!(dfmt_bugreport_meminfo_process, reserved)), ("size_kb", offset_of!(dfmt_bugreport_meminfo_process, size_kb)), ("swap_kb", offset_of!(dfmt_bugreport_meminfo_process, swap_kb)), ("process_name", offset_of!(dfmt_bugreport_meminfo_process, process_name))]),
    ("dfmt_bugreport_battery_item", size_of::<dfmt_bugreport_battery_item>(), &[("change", offset_of!(dfmt_bugreport_battery_item, change)), ("present", offset_of!(dfmt_bugreport_battery_item, present)), ("name", offset_of!(dfmt_bugreport_battery_item, name)), ("value", offset_of!(dfmt_bugreport_battery_item, value)), ("text", offset_of!(dfmt_bugreport_battery_item, text)), ("user_id", offset_of!(dfmt_bugreport_battery_item, user_id)), ("reserved", offset_of!(dfmt_bugreport_battery_item, reserved))]),
    ("dfmt_bugreport_battery_event", size_of::<dfmt_bugreport_battery_event>(), &[("head", offset_of!(dfmt_bugreport_battery_event, head)), ("present", offset_of!(dfmt_bugreport_battery_event, present)), ("truncated", offset_of!(dfmt_bugreport_battery_event, truncated)), ("start_offset", offset_of!(dfmt_bugreport_battery_event, start_offset)), ("line", offset_of!(dfmt_bugreport_battery_event, line)), ("entry", offset_of!(dfmt_bugreport_battery_event, entry)), ("section", offset_of!(dfmt_bugreport_battery_event, section)), ("delta_ms", offset_of!(dfmt_bugreport_battery_event, delta_ms)), ("text", offset_of!(dfmt_bugreport_battery_event, text)), ("items", offset_of!(dfmt_bugreport_battery_event, items)), ("n_items", offset_of!(dfmt_bugreport_battery_event, n_items))]),
    ("dfmt_bugreport_header", size_of::<dfmt_bugreport_header>(), &[("head", offset_of!(dfmt_bugreport_header, head)), ("present", offset_of!(dfmt_bugreport_header, present)), ("variant", offset_of!(dfmt_bugreport_header, variant)), ("by_directory", offset_of!(dfmt_bugreport_header, by_directory)), ("rule", offset_of!(dfmt_bugreport_header, rule)), ("version", offset_of!(dfmt_bugreport_header, version)), ("main_entry", offset_of!(dfmt_bugreport_header, main_entry)), ("n_entries", offset_of!(dfmt_bugreport_header, n_entries)), ("leading_bytes", offset_of!(dfmt_bugreport_header, leading_bytes)), ("comment", offset_of!(dfmt_bugreport_header, comment))]),
    ("dfmt_bugreport_entry", size_of::<dfmt_bugreport_entry>(), &[("head", offset_of!(dfmt_bugreport_entry, head)), ("present", offset_of!(dfmt_bugreport_entry, present)), ("role", offset_of!(dfmt_bugreport_entry, role)), ("method", offset_of!(dfmt_bugreport_entry, method)), ("flags", offset_of!(dfmt_bugreport_entry, flags)), ("zip_flags", offset_of!(dfmt_bugreport_entry, zip_flags)), ("version_needed", offset_of!(dfmt_bugreport_entry, version_needed)), ("version_made_by", offset_of!(dfmt_bugreport_entry, version_made_by)), ("external_attributes", offset_of!(dfmt_bugreport_entry, external_attributes)), ("crc32", offset_of!(dfmt_bugreport_entry, crc32)), ("dump_priority", offset_of!(dfmt_bugreport_entry, dump_priority)), ("number", offset_of!(dfmt_bugreport_entry, number)), ("stored_size", offset_of!(dfmt_bugreport_entry, stored_size)), ("decoded_size", offset_of!(dfmt_bugreport_entry, decoded_size)), ("header_offset", offset_of!(dfmt_bugreport_entry, header_offset)), ("data_offset", offset_of!(dfmt_bugreport_entry, data_offset)), ("mtime_local_s", offset_of!(dfmt_bugreport_entry, mtime_local_s)), ("name", offset_of!(dfmt_bugreport_entry, name)), ("service", offset_of!(dfmt_bugreport_entry, service)), ("device_path", offset_of!(dfmt_bugreport_entry, device_path)), ("extra", offset_of!(dfmt_bugreport_entry, extra)), ("comment", offset_of!(dfmt_bugreport_entry, comment))]),
    ("dfmt_bugreport_summary", size_of::<dfmt_bugreport_summary>(), &[("head", offset_of!(dfmt_bugreport_summary, head)), ("present", offset_of!(dfmt_bugreport_summary, present)), ("rule", offset_of!(dfmt_bugreport_summary, rule)), ("guessed", offset_of!(dfmt_bugreport_summary, guessed)), ("complete", offset_of!(dfmt_bugreport_summary, complete)), ("version", offset_of!(dfmt_bugreport_summary, version)), ("main_entry", offset_of!(dfmt_bugreport_summary, main_entry)), ("fallback", offset_of!(dfmt_bugreport_summary, fallback)), ("time_local_s", offset_of!(dfmt_bugreport_summary, time_local_s)), ("n_entries", offset_of!(dfmt_bugreport_summary, n_entries)), ("n_sections", offset_of!(dfmt_bugreport_summary, n_sections)), ("n_services", offset_of!(dfmt_bugreport_summary, n_services)), ("text_size", offset_of!(dfmt_bugreport_summary, text_size))]),
    ("dfmt_bugreport_banner", size_of::<dfmt_bugreport_banner>(), &[("head", offset_of!(dfmt_bugreport_banner, head)), ("present", offset_of!(dfmt_bugreport_banner, present)), ("reserved", offset_of!(dfmt_bugreport_banner, reserved)), ("text", offset_of!(dfmt_bugreport_banner, text)), ("time_local_s", offset_of!(dfmt_bugreport_banner, time_local_s))]),
    ("dfmt_bugreport_property", size_of::<dfmt_bugreport_property>(), &[("head", offset_of!(dfmt_bugreport_property, head)), ("present", offset_of!(dfmt_bugreport_property, present)), ("reserved", offset_of!(dfmt_bugreport_property, reserved)), ("key", offset_of!(dfmt_bugreport_property, key)), ("value", offset_of!(dfmt_bugreport_property, value))]),
    ("dfmt_bugreport_section", size_of::<dfmt_bugreport_section>(), &[("head", offset_of!(dfmt_bugreport_section, head)), ("present", offset_of!(dfmt_bugreport_section, present)), ("dump_priority", offset_of!(dfmt_bugreport_section, dump_priority)), ("text", offset_of!(dfmt_bugreport_section, text)), ("title", offset_of!(dfmt_bugreport_section, title)), ("command", offset_of!(dfmt_bugreport_section, command)), ("file_time_local_s", offset_of!(dfmt_bugreport_section, file_time_local_s)), ("number", offset_of!(dfmt_bugreport_section, number))]),
    ("dfmt_bugreport_section_end", size_of::<dfmt_bugreport_section_end>(), &[("head", offset_of!(dfmt_bugreport_section_end, head)), ("present", offset_of!(dfmt_bugreport_section_end, present)), ("closed", offset_of!(dfmt_bugreport_section_end, closed)), ("result", offset_of!(dfmt_bugreport_section_end, result)), ("code", offset_of!(dfmt_bugreport_section_end, code)), ("number", offset_of!(dfmt_bugreport_section_end, number)), ("title", offset_of!(dfmt_bugreport_section_end, title)), ("duration_us", offset_of!(dfmt_bugreport_section_end, duration_us)), ("start_offset", offset_of!(dfmt_bugreport_section_end, start_offset)), ("body_offset", offset_of!(dfmt_bugreport_section_end, body_offset)), ("body_size", offset_of!(dfmt_bugreport_section_end, body_size))]),
    ("dfmt_bugreport_service", size_of::<dfmt_bugreport_service>(), &[("head", offset_of!(dfmt_bugreport_service, head)), ("present", offset_of!(dfmt_bugreport_service, present)), ("dump_priority", offset_of!(dfmt_bugreport_service, dump_priority)), ("number", offset_of!(dfmt_bugreport_service, number)), ("section_number", offset_of!(dfmt_bugreport_service, section_number)), ("name", offset_of!(dfmt_bugreport_service, name))]),
    ("dfmt_bugreport_service_end", size_of::<dfmt_bugreport_service_end>(), &[("head", offset_of!(dfmt_bugreport_service_end, head)), ("present", offset_of!(dfmt_bugreport_service_end, present)), ("closed", offset_of!(dfmt_bugreport_service_end, closed)), ("timed_out", offset_of!(dfmt_bugreport_service_end, timed_out)), ("reserved", offset_of!(dfmt_bugreport_service_end, reserved)), ("number", offset_of!(dfmt_bugreport_service_end, number)), ("name", offset_of!(dfmt_bugreport_service_end, name)), ("duration_us", offset_of!(dfmt_bugreport_service_end, duration_us)), ("time_local_s", offset_of!(dfmt_bugreport_service_end, time_local_s)), ("timeout_ms", offset_of!(dfmt_bugreport_service_end, timeout_ms)), ("start_offset", offset_of!(dfmt_bugreport_service_end, start_offset)), ("body_offset", offset_of!(dfmt_bugreport_service_end, body_offset)), ("body_size", offset_of!(dfmt_bugreport_service_end, body_size)), ("other", offset_of!(dfmt_bugreport_service_end, other)), ("other_duration_us", offset_of!(dfmt_bugreport_service_end, other_duration_us)), ("other_time_local_s", offset_of!(dfmt_bugreport_service_end, other_time_local_s))]),
    ("dfmt_bugreport_text", size_of::<dfmt_bugreport_text>(), &[("head", offset_of!(dfmt_bugreport_text, head)), ("present", offset_of!(dfmt_bugreport_text, present)), ("reserved", offset_of!(dfmt_bugreport_text, reserved)), ("section_number", offset_of!(dfmt_bugreport_text, section_number)), ("service_number", offset_of!(dfmt_bugreport_text, service_number))]),
    ("dfmt_bugreport_duration", size_of::<dfmt_bugreport_duration>(), &[("head", offset_of!(dfmt_bugreport_duration, head)), ("present", offset_of!(dfmt_bugreport_duration, present)), ("reserved", offset_of!(dfmt_bugreport_duration, reserved)), ("title", offset_of!(dfmt_bugreport_duration, title)), ("duration_us", offset_of!(dfmt_bugreport_duration, duration_us)), ("section_number", offset_of!(dfmt_bugreport_duration, section_number))]),
    ("dfmt_bugreport_log", size_of::<dfmt_bugreport_log>(), &[("head", offset_of!(dfmt_bugreport_log, head)), ("present", offset_of!(dfmt_bugreport_log, present)), ("kind", offset_of!(dfmt_bugreport_log, kind)), ("year", offset_of!(dfmt_bugreport_log, year)), ("month", offset_of!(dfmt_bugreport_log, month)), ("day", offset_of!(dfmt_bugreport_log, day)), ("second", offset_of!(dfmt_bugreport_log, second)), ("nanosecond", offset_of!(dfmt_bugreport_log, nanosecond)), ("zone_minute", offset_of!(dfmt_bugreport_log, zone_minute)), ("process_id", offset_of!(dfmt_bugreport_log, process_id)), ("thread_id", offset_of!(dfmt_bugreport_log, thread_id)), ("switched", offset_of!(dfmt_bugreport_log, switched)), ("priority", offset_of!(dfmt_bugreport_log, priority)), ("tag", offset_of!(dfmt_bugreport_log, tag)), ("message", offset_of!(dfmt_bugreport_log, message)), ("user_id", offset_of!(dfmt_bugreport_log, user_id)), ("buffer", offset_of!(dfmt_bugreport_log, buffer)), ("kernel_priority", offset_of!(dfmt_bugreport_log, kernel_priority)), ("reserved", offset_of!(dfmt_bugreport_log, reserved)), ("uptime_us", offset_of!(dfmt_bugreport_log, uptime_us)), ("caller", offset_of!(dfmt_bugreport_log, caller))]),
    ("dfmt_bugreport_system_property", size_of::<dfmt_bugreport_system_property>(), &[("head", offset_of!(dfmt_bugreport_system_property, head)), ("present", offset_of!(dfmt_bugreport_system_property, present)), ("reserved", offset_of!(dfmt_bugreport_system_property, reserved)), ("key", offset_of!(dfmt_bugreport_system_property, key)), ("value", offset_of!(dfmt_bugreport_system_property, value))]),
    ("dfmt_bugreport_logcat", size_of::<dfmt_bugreport_logcat>(), &[("head", offset_of!(dfmt_bugreport_logcat, head)), ("present", offset_of!(dfmt_bugreport_logcat, present)), ("kind", offset_of!(dfmt_bugreport_logcat, kind)), ("priority", offset_of!(dfmt_bugreport_logcat, priority)), ("kernel_priority", offset_of!(dfmt_bugreport_logcat, kernel_priority)), ("process_id", offset_of!(dfmt_bugreport_logcat, process_id)), ("thread_id", offset_of!(dfmt_bugreport_logcat, thread_id)), ("user_id", offset_of!(dfmt_bugreport_logcat, user_id)), ("tag", offset_of!(dfmt_bugreport_logcat, tag)), ("message", offset_of!(dfmt_bugreport_logcat, message)), ("time_local_s", offset_of!(dfmt_bugreport_logcat, time_local_s)), ("nanosecond", offset_of!(dfmt_bugreport_logcat, nanosecond)), ("zone_minute", offset_of!(dfmt_bugreport_logcat, zone_minute)), ("uptime_us", offset_of!(dfmt_bugreport_logcat, uptime_us)), ("caller", offset_of!(dfmt_bugreport_logcat, caller)), ("buffer", offset_of!(dfmt_bugreport_logcat, buffer)), ("section_title", offset_of!(dfmt_bugreport_logcat, section_title)), ("section_number", offset_of!(dfmt_bugreport_logcat, section_number)), ("start_offset", offset_of!(dfmt_bugreport_logcat, start_offset))]),
    ("dfmt_bugreport_overview", size_of::<dfmt_bugreport_overview>(), &[("head", offset_of!(dfmt_bugreport_overview, head)), ("present", offset_of!(dfmt_bugreport_overview, present)), ("variant", offset_of!(dfmt_bugreport_overview, variant)), ("time_local_s", offset_of!(dfmt_bugreport_overview, time_local_s)), ("version", offset_of!(dfmt_bugreport_overview, version)), ("main_entry", offset_of!(dfmt_bugreport_overview, main_entry)), ("n_entries", offset_of!(dfmt_bugreport_overview, n_entries)), ("n_sections", offset_of!(dfmt_bugreport_overview, n_sections)), ("n_services", offset_of!(dfmt_bugreport_overview, n_services)), ("text_size", offset_of!(dfmt_bugreport_overview, text_size)), ("complete", offset_of!(dfmt_bugreport_overview, complete)), ("reserved", offset_of!(dfmt_bugreport_overview, reserved)), ("n_failed_sections", offset_of!(dfmt_bugreport_overview, n_failed_sections)), ("n_timed_out_services", offset_of!(dfmt_bugreport_overview, n_timed_out_services)), ("build", offset_of!(dfmt_bugreport_overview, build)), ("fingerprint", offset_of!(dfmt_bugreport_overview, fingerprint)), ("android_release", offset_of!(dfmt_bugreport_overview, android_release)), ("android_sdk", offset_of!(dfmt_bugreport_overview, android_sdk)), ("security_patch", offset_of!(dfmt_bugreport_overview, security_patch)), ("manufacturer", offset_of!(dfmt_bugreport_overview, manufacturer)), ("model", offset_of!(dfmt_bugreport_overview, model)), ("device", offset_of!(dfmt_bugreport_overview, device)), ("serial", offset_of!(dfmt_bugreport_overview, serial)), ("bootloader", offset_of!(dfmt_bugreport_overview, bootloader)), ("radio", offset_of!(dfmt_bugreport_overview, radio)), ("network", offset_of!(dfmt_bugreport_overview, network)), ("kernel", offset_of!(dfmt_bugreport_overview, kernel)), ("command_line", offset_of!(dfmt_bugreport_overview, command_line)), ("uptime_text", offset_of!(dfmt_bugreport_overview, uptime_text)), ("timezone", offset_of!(dfmt_bugreport_overview, timezone))]),
    ("dfmt_mallocdbg_header", size_of::<dfmt_mallocdbg_header>(), &[("head", offset_of!(dfmt_mallocdbg_header, head)), ("present", offset_of!(dfmt_mallocdbg_header, present)), ("variant", offset_of!(dfmt_mallocdbg_header, variant)), ("version", offset_of!(dfmt_mallocdbg_header, version)), ("fingerprint", offset_of!(dfmt_mallocdbg_header, fingerprint)), ("total_bytes", offset_of!(dfmt_mallocdbg_header, total_bytes)), ("n_records", offset_of!(dfmt_mallocdbg_header, n_records)), ("backtrace_size", offset_of!(dfmt_mallocdbg_header, backtrace_size)), ("warned_size", offset_of!(dfmt_mallocdbg_header, warned_size)), ("line", offset_of!(dfmt_mallocdbg_header, line))]),
    ("dfmt_mallocdbg_frame", size_of::<dfmt_mallocdbg_frame>(), &[("number", offset_of!(dfmt_mallocdbg_frame, number)), ("present", offset_of!(dfmt_mallocdbg_frame, present)), ("pc", offset_of!(dfmt_mallocdbg_frame, pc)), ("rel_pc", offset_of!(dfmt_mallocdbg_frame, rel_pc)), ("map_offset", offset_of!(dfmt_mallocdbg_frame, map_offset)), ("function_offset", offset_of!(dfmt_mallocdbg_frame, function_offset)), ("map", offset_of!(dfmt_mallocdbg_frame, map)), ("function", offset_of!(dfmt_mallocdbg_frame, function))]),
    ("dfmt_mallocdbg_alloc", size_of::<dfmt_mallocdbg_alloc>(), &[("head", offset_of!(dfmt_mallocdbg_alloc, head)), ("present", offset_of!(dfmt_mallocdbg_alloc, present)), ("zygote_child", offset_of!(dfmt_mallocdbg_alloc, zygote_child)), ("pc_digits", offset_of!(dfmt_mallocdbg_alloc, pc_digits)), ("reserved", offset_of!(dfmt_mallocdbg_alloc, reserved)), ("bytes", offset_of!(dfmt_mallocdbg_alloc, bytes)), ("count", offset_of!(dfmt_mallocdbg_alloc, count)), ("count_written", offset_of!(dfmt_mallocdbg_alloc, count_written)), ("pcs", offset_of!(dfmt_mallocdbg_alloc, pcs)), ("n_pcs", offset_of!(dfmt_mallocdbg_alloc, n_pcs)), ("frames", offset_of!(dfmt_mallocdbg_alloc, frames)), ("n_frames", offset_of!(dfmt_mallocdbg_alloc, n_frames)), ("line", offset_of!(dfmt_mallocdbg_alloc, line))]),
    ("dfmt_mallocdbg_alloc_columns", size_of::<dfmt_mallocdbg_alloc_columns>(), &[("head", offset_of!(dfmt_mallocdbg_alloc_columns, head)), ("n_rows", offset_of!(dfmt_mallocdbg_alloc_columns, n_rows)), ("present", offset_of!(dfmt_mallocdbg_alloc_columns, present)), ("zygote_child", offset_of!(dfmt_mallocdbg_alloc_columns, zygote_child)), ("pc_digits", offset_of!(dfmt_mallocdbg_alloc_columns, pc_digits)), ("bytes", offset_of!(dfmt_mallocdbg_alloc_columns, bytes)), ("count", offset_of!(dfmt_mallocdbg_alloc_columns, count)), ("count_written", offset_of!(dfmt_mallocdbg_alloc_columns, count_written)), ("line", offset_of!(dfmt_mallocdbg_alloc_columns, line)), ("first_pc", offset_of!(dfmt_mallocdbg_alloc_columns, first_pc)), ("n_first_pc", offset_of!(dfmt_mallocdbg_alloc_columns, n_first_pc)), ("pcs", offset_of!(dfmt_mallocdbg_alloc_columns, pcs)), ("n_pcs", offset_of!(dfmt_mallocdbg_alloc_columns, n_pcs))]),
    ("dfmt_mallocdbg_maps_begin", size_of::<dfmt_mallocdbg_maps_begin>(), &[("head", offset_of!(dfmt_mallocdbg_maps_begin, head)), ("present", offset_of!(dfmt_mallocdbg_maps_begin, present)), ("reserved", offset_of!(dfmt_mallocdbg_maps_begin, reserved)), ("failure", offset_of!(dfmt_mallocdbg_maps_begin, failure)), ("line", offset_of!(dfmt_mallocdbg_maps_begin, line))]),
    ("dfmt_mallocdbg_map", size_of::<dfmt_mallocdbg_map>(), &[("head", offset_of!(dfmt_mallocdbg_map, head)), ("present", offset_of!(dfmt_mallocdbg_map, present)), ("prot", offset_of!(dfmt_mallocdbg_map, prot)), ("shared", offset_of!(dfmt_mallocdbg_map, shared)), ("dev_major", offset_of!(dfmt_mallocdbg_map, dev_major)), ("dev_minor", offset_of!(dfmt_mallocdbg_map, dev_minor)), ("name_column", offset_of!(dfmt_mallocdbg_map, name_column)), ("start_address", offset_of!(dfmt_mallocdbg_map, start_address)), ("end_address", offset_of!(dfmt_mallocdbg_map, end_address)), ("file_offset", offset_of!(dfmt_mallocdbg_map, file_offset)), ("inode", offset_of!(dfmt_mallocdbg_map, inode)), ("name", offset_of!(dfmt_mallocdbg_map, name)), ("line", offset_of!(dfmt_mallocdbg_map, line))]),
    ("dfmt_mallocdbg_end", size_of::<dfmt_mallocdbg_end>(), &[("head", offset_of!(dfmt_mallocdbg_end, head)), ("present", offset_of!(dfmt_mallocdbg_end, present)), ("marker", offset_of!(dfmt_mallocdbg_end, marker)), ("counts_valid", offset_of!(dfmt_mallocdbg_end, counts_valid)), ("reserved", offset_of!(dfmt_mallocdbg_end, reserved)), ("n_records", offset_of!(dfmt_mallocdbg_end, n_records)), ("sum_bytes", offset_of!(dfmt_mallocdbg_end, sum_bytes)), ("sum_written", offset_of!(dfmt_mallocdbg_end, sum_written)), ("line", offset_of!(dfmt_mallocdbg_end, line))]),
    ("dfmt_mallocdbg_op", size_of::<dfmt_mallocdbg_op>(), &[("head", offset_of!(dfmt_mallocdbg_op, head)), ("present", offset_of!(dfmt_mallocdbg_op, present)), ("op", offset_of!(dfmt_mallocdbg_op, op)), ("thread_id", offset_of!(dfmt_mallocdbg_op, thread_id)), ("reserved", offset_of!(dfmt_mallocdbg_op, reserved)), ("ptr", offset_of!(dfmt_mallocdbg_op, ptr)), ("bytes", offset_of!(dfmt_mallocdbg_op, bytes)), ("old_ptr", offset_of!(dfmt_mallocdbg_op, old_ptr)), ("n_items", offset_of!(dfmt_mallocdbg_op, n_items)), ("alignment", offset_of!(dfmt_mallocdbg_op, alignment)), ("start_ns", offset_of!(dfmt_mallocdbg_op, start_ns)), ("end_ns", offset_of!(dfmt_mallocdbg_op, end_ns)), ("resident_bytes", offset_of!(dfmt_mallocdbg_op, resident_bytes))]),
    ("dfmt_mallocdbg_op_columns", size_of::<dfmt_mallocdbg_op_columns>(), &[("head", offset_of!(dfmt_mallocdbg_op_columns, head)), ("n_rows", offset_of!(dfmt_mallocdbg_op_columns, n_rows)), ("present", offset_of!(dfmt_mallocdbg_op_columns, present)), ("op", offset_of!(dfmt_mallocdbg_op_columns, op)), ("thread_id", offset_of!(dfmt_mallocdbg_op_columns, thread_id)), ("ptr", offset_of!(dfmt_mallocdbg_op_columns, ptr)), ("bytes", offset_of!(dfmt_mallocdbg_op_columns, bytes)), ("old_ptr", offset_of!(dfmt_mallocdbg_op_columns, old_ptr)), ("n_items", offset_of!(dfmt_mallocdbg_op_columns, n_items)), ("alignment", offset_of!(dfmt_mallocdbg_op_columns, alignment)), ("start_ns", offset_of!(dfmt_mallocdbg_op_columns, start_ns)), ("end_ns", offset_of!(dfmt_mallocdbg_op_columns, end_ns)), ("resident_bytes", offset_of!(dfmt_mallocdbg_op_columns, resident_bytes))]),
    ("dfmt_mallocdbg_diff", size_of::<dfmt_mallocdbg_diff>(), &[("block_offset", offset_of!(dfmt_mallocdbg_diff, block_offset)), ("found", offset_of!(dfmt_mallocdbg_diff, found)), ("expected", offset_of!(dfmt_mallocdbg_diff, expected))]),
    ("dfmt_mallocdbg_trace", size_of::<dfmt_mallocdbg_trace>(), &[("role", offset_of!(dfmt_mallocdbg_trace, role)), ("reserved", offset_of!(dfmt_mallocdbg_trace, reserved)), ("first", offset_of!(dfmt_mallocdbg_trace, first)), ("n", offset_of!(dfmt_mallocdbg_trace, n))]),
    ("dfmt_mallocdbg_report", size_of::<dfmt_mallocdbg_report>(), &[("head", offset_of!(dfmt_mallocdbg_report, head)), ("present", offset_of!(dfmt_mallocdbg_report, present)), ("kind", offset_of!(dfmt_mallocdbg_report, kind)), ("process_id", offset_of!(dfmt_mallocdbg_report, process_id)), ("thread_id", offset_of!(dfmt_mallocdbg_report, thread_id)), ("priority", offset_of!(dfmt_mallocdbg_report, priority)), ("guard", offset_of!(dfmt_mallocdbg_report, guard)), ("complete", offset_of!(dfmt_mallocdbg_report, complete)), ("pc_digits", offset_of!(dfmt_mallocdbg_report, pc_digits)), ("ptr", offset_of!(dfmt_mallocdbg_report, ptr)), ("bytes", offset_of!(dfmt_mallocdbg_report, bytes)), ("header_tag", offset_of!(dfmt_mallocdbg_report, header_tag)), ("leak_number", offset_of!(dfmt_mallocdbg_report, leak_number)), ("leak_total", offset_of!(dfmt_mallocdbg_report, leak_total)), ("program", offset_of!(dfmt_mallocdbg_report, program)), ("function", offset_of!(dfmt_mallocdbg_report, function)), ("time_text", offset_of!(dfmt_mallocdbg_report, time_text)), ("tag", offset_of!(dfmt_mallocdbg_report, tag)), ("diffs", offset_of!(dfmt_mallocdbg_report, diffs)), ("n_diffs", offset_of!(dfmt_mallocdbg_report, n_diffs)), ("traces", offset_of!(dfmt_mallocdbg_report, traces)), ("n_traces", offset_of!(dfmt_mallocdbg_report, n_traces)), ("frames", offset_of!(dfmt_mallocdbg_report, frames)), ("n_frames", offset_of!(dfmt_mallocdbg_report, n_frames)), ("line", offset_of!(dfmt_mallocdbg_report, line))]),
    ("dfmt_mallocdbg_message", size_of::<dfmt_mallocdbg_message>(), &[("head", offset_of!(dfmt_mallocdbg_message, head)), ("present", offset_of!(dfmt_mallocdbg_message, present)), ("kind", offset_of!(dfmt_mallocdbg_message, kind)), ("process_id", offset_of!(dfmt_mallocdbg_message, process_id)), ("thread_id", offset_of!(dfmt_mallocdbg_message, thread_id)), ("priority", offset_of!(dfmt_mallocdbg_message, priority)), ("signal", offset_of!(dfmt_mallocdbg_message, signal)), ("target_process_id", offset_of!(dfmt_mallocdbg_message, target_process_id)), ("reserved", offset_of!(dfmt_mallocdbg_message, reserved)), ("ptr", offset_of!(dfmt_mallocdbg_message, ptr)), ("hash_index", offset_of!(dfmt_mallocdbg_message, hash_index)), ("message", offset_of!(dfmt_mallocdbg_message, message)), ("program", offset_of!(dfmt_mallocdbg_message, program)), ("detail", offset_of!(dfmt_mallocdbg_message, detail)), ("error", offset_of!(dfmt_mallocdbg_message, error)), ("time_text", offset_of!(dfmt_mallocdbg_message, time_text)), ("tag", offset_of!(dfmt_mallocdbg_message, tag)), ("line", offset_of!(dfmt_mallocdbg_message, line))]),
    ("dfmt_mallocdbg_live_block", size_of::<dfmt_mallocdbg_live_block>(), &[("head", offset_of!(dfmt_mallocdbg_live_block, head)), ("present", offset_of!(dfmt_mallocdbg_live_block, present)), ("thread_id", offset_of!(dfmt_mallocdbg_live_block, thread_id)), ("ptr", offset_of!(dfmt_mallocdbg_live_block, ptr)), ("bytes", offset_of!(dfmt_mallocdbg_live_block, bytes)), ("count", offset_of!(dfmt_mallocdbg_live_block, count)), ("op_number", offset_of!(dfmt_mallocdbg_live_block, op_number)), ("start_ns", offset_of!(dfmt_mallocdbg_live_block, start_ns)), ("line", offset_of!(dfmt_mallocdbg_live_block, line)), ("zygote_child", offset_of!(dfmt_mallocdbg_live_block, zygote_child)), ("reserved", offset_of!(dfmt_mallocdbg_live_block, reserved))]),
    ("dfmt_mallocdbg_use", size_of::<dfmt_mallocdbg_use>(), &[("head", offset_of!(dfmt_mallocdbg_use, head)), ("n_ops", offset_of!(dfmt_mallocdbg_use, n_ops)), ("live_bytes", offset_of!(dfmt_mallocdbg_use, live_bytes)), ("live_blocks", offset_of!(dfmt_mallocdbg_use, live_blocks)), ("peak_bytes", offset_of!(dfmt_mallocdbg_use, peak_bytes)), ("peak_bytes_op", offset_of!(dfmt_mallocdbg_use, peak_bytes_op)), ("peak_blocks", offset_of!(dfmt_mallocdbg_use, peak_blocks)), ("peak_blocks_op", offset_of!(dfmt_mallocdbg_use, peak_blocks_op)), ("requested_bytes", offset_of!(dfmt_mallocdbg_use, requested_bytes)), ("largest_request", offset_of!(dfmt_mallocdbg_use, largest_request)), ("n_threads", offset_of!(dfmt_mallocdbg_use, n_threads)), ("null_results", offset_of!(dfmt_mallocdbg_use, null_results)), ("free_null", offset_of!(dfmt_mallocdbg_use, free_null)), ("unknown_free", offset_of!(dfmt_mallocdbg_use, unknown_free)), ("unknown_realloc", offset_of!(dfmt_mallocdbg_use, unknown_realloc)), ("duplicate", offset_of!(dfmt_mallocdbg_use, duplicate)), ("realloc_from_null", offset_of!(dfmt_mallocdbg_use, realloc_from_null)), ("realloc_to_free", offset_of!(dfmt_mallocdbg_use, realloc_to_free)), ("realloc_in_place", offset_of!(dfmt_mallocdbg_use, realloc_in_place)), ("timed_ops", offset_of!(dfmt_mallocdbg_use, timed_ops)), ("resident_known", offset_of!(dfmt_mallocdbg_use, resident_known)), ("first_start_ns", offset_of!(dfmt_mallocdbg_use, first_start_ns)), ("last_end_ns", offset_of!(dfmt_mallocdbg_use, last_end_ns))]),
    ("dfmt_mallocdbg_share", size_of::<dfmt_mallocdbg_share>(), &[("key", offset_of!(dfmt_mallocdbg_share, key)), ("live_bytes", offset_of!(dfmt_mallocdbg_share, live_bytes)), ("live_blocks", offset_of!(dfmt_mallocdbg_share, live_blocks)), ("peak_bytes", offset_of!(dfmt_mallocdbg_share, peak_bytes)), ("n_ops", offset_of!(dfmt_mallocdbg_share, n_ops))]),
    ("dfmt_mallocdbg_block", size_of::<dfmt_mallocdbg_block>(), &[("ptr", offset_of!(dfmt_mallocdbg_block, ptr)), ("bytes", offset_of!(dfmt_mallocdbg_block, bytes)), ("op_number", offset_of!(dfmt_mallocdbg_block, op_number)), ("start_ns", offset_of!(dfmt_mallocdbg_block, start_ns)), ("thread_id", offset_of!(dfmt_mallocdbg_block, thread_id)), ("reserved", offset_of!(dfmt_mallocdbg_block, reserved))]),
    ("dfmt_mallocdbg_option", size_of::<dfmt_mallocdbg_option>(), &[("head", offset_of!(dfmt_mallocdbg_option, head)), ("name", offset_of!(dfmt_mallocdbg_option, name)), ("alias", offset_of!(dfmt_mallocdbg_option, alias)), ("since", offset_of!(dfmt_mallocdbg_option, since)), ("text", offset_of!(dfmt_mallocdbg_option, text)), ("value", offset_of!(dfmt_mallocdbg_option, value)), ("required", offset_of!(dfmt_mallocdbg_option, required)), ("flags", offset_of!(dfmt_mallocdbg_option, flags)), ("reserved", offset_of!(dfmt_mallocdbg_option, reserved)), ("lo", offset_of!(dfmt_mallocdbg_option, lo)), ("hi", offset_of!(dfmt_mallocdbg_option, hi)), ("def", offset_of!(dfmt_mallocdbg_option, def))]),
    ("dfmt_mallocdbg_options", size_of::<dfmt_mallocdbg_options>(), &[("head", offset_of!(dfmt_mallocdbg_options, head)), ("flags", offset_of!(dfmt_mallocdbg_options, flags)), ("pointer_size", offset_of!(dfmt_mallocdbg_options, pointer_size)), ("backtrace_enabled", offset_of!(dfmt_mallocdbg_options, backtrace_enabled)), ("backtrace_enable_on_signal", offset_of!(dfmt_mallocdbg_options, backtrace_enable_on_signal)), ("backtrace_dump_on_exit", offset_of!(dfmt_mallocdbg_options, backtrace_dump_on_exit)), ("record_allocs_on_exit", offset_of!(dfmt_mallocdbg_options, record_allocs_on_exit)), ("front_guard_bytes", offset_of!(dfmt_mallocdbg_options, front_guard_bytes)), ("rear_guard_bytes", offset_of!(dfmt_mallocdbg_options, rear_guard_bytes)), ("backtrace_frames", offset_of!(dfmt_mallocdbg_options, backtrace_frames)), ("backtrace_min_size_bytes", offset_of!(dfmt_mallocdbg_options, backtrace_min_size_bytes)), ("backtrace_max_size_bytes", offset_of!(dfmt_mallocdbg_options, backtrace_max_size_bytes)), ("fill_on_alloc_bytes", offset_of!(dfmt_mallocdbg_options, fill_on_alloc_bytes)), ("fill_on_free_bytes", offset_of!(dfmt_mallocdbg_options, fill_on_free_bytes)), ("expand_alloc_bytes", offset_of!(dfmt_mallocdbg_options, expand_alloc_bytes)), ("free_track_allocations", offset_of!(dfmt_mallocdbg_options, free_track_allocations)), ("free_track_backtrace_num_frames", offset_of!(dfmt_mallocdbg_options, free_track_backtrace_num_frames)), ("record_allocs_num_entries", offset_of!(dfmt_mallocdbg_options, record_allocs_num_entries)), ("backtrace_dump_prefix", offset_of!(dfmt_mallocdbg_options, backtrace_dump_prefix)), ("record_allocs_file", offset_of!(dfmt_mallocdbg_options, record_allocs_file))]),
    ("dfmt_simpleperf_meta", size_of::<dfmt_simpleperf_meta>(), &[("head", offset_of!(dfmt_simpleperf_meta, head)), ("present", offset_of!(dfmt_simpleperf_meta, present)), ("trace_offcpu", offset_of!(dfmt_simpleperf_meta, trace_offcpu)), ("event_types", offset_of!(dfmt_simpleperf_meta, event_types)), ("n_event_types", offset_of!(dfmt_simpleperf_meta, n_event_types)), ("app_package_name", offset_of!(dfmt_simpleperf_meta, app_package_name)), ("app_type", offset_of!(dfmt_simpleperf_meta, app_type)), ("android_sdk_version", offset_of!(dfmt_simpleperf_meta, android_sdk_version)), ("android_build_type", offset_of!(dfmt_simpleperf_meta, android_build_type)), ("unknown", offset_of!(dfmt_simpleperf_meta, unknown)), ("record_unknown", offset_of!(dfmt_simpleperf_meta, record_unknown))]),
    ("dfmt_simpleperf_frame", size_of::<dfmt_simpleperf_frame>(), &[("vaddr", offset_of!(dfmt_simpleperf_frame, vaddr)), ("file_id", offset_of!(dfmt_simpleperf_frame, file_id)), ("symbol_id", offset_of!(dfmt_simpleperf_frame, symbol_id)), ("execution", offset_of!(dfmt_simpleperf_frame, execution)), ("present", offset_of!(dfmt_simpleperf_frame, present))]),
    ("dfmt_simpleperf_frame_unknown", size_of::<dfmt_simpleperf_frame_unknown>(), &[("frame", offset_of!(dfmt_simpleperf_frame_unknown, frame)), ("data", offset_of!(dfmt_simpleperf_frame_unknown, data))]),
    ("dfmt_simpleperf_sample", size_of::<dfmt_simpleperf_sample>(), &[("head", offset_of!(dfmt_simpleperf_sample, head)), ("present", offset_of!(dfmt_simpleperf_sample, present)), ("event_type_id", offset_of!(dfmt_simpleperf_sample, event_type_id)), ("time_ns", offset_of!(dfmt_simpleperf_sample, time_ns)), ("event_count", offset_of!(dfmt_simpleperf_sample, event_count)), ("thread_id", offset_of!(dfmt_simpleperf_sample, thread_id)), ("unwind_code", offset_of!(dfmt_simpleperf_sample, unwind_code)), ("frames", offset_of!(dfmt_simpleperf_sample, frames)), ("n_frames", offset_of!(dfmt_simpleperf_sample, n_frames)), ("unwind_addr", offset_of!(dfmt_simpleperf_sample, unwind_addr)), ("unwind_raw_code", offset_of!(dfmt_simpleperf_sample, unwind_raw_code)), ("reserved", offset_of!(dfmt_simpleperf_sample, reserved)), ("unknown", offset_of!(dfmt_simpleperf_sample, unknown)), ("record_unknown", offset_of!(dfmt_simpleperf_sample, record_unknown)), ("unwind_unknown", offset_of!(dfmt_simpleperf_sample, unwind_unknown)), ("frame_unknown", offset_of!(dfmt_simpleperf_sample, frame_unknown)), ("n_frame_unknown", offset_of!(dfmt_simpleperf_sample, n_frame_unknown))]),
    ("dfmt_simpleperf_lost", size_of::<dfmt_simpleperf_lost>(), &[("head", offset_of!(dfmt_simpleperf_lost, head)), ("present", offset_of!(dfmt_simpleperf_lost, present)), ("reserved", offset_of!(dfmt_simpleperf_lost, reserved)), ("sample_count", offset_of!(dfmt_simpleperf_lost, sample_count)), ("lost_count", offset_of!(dfmt_simpleperf_lost, lost_count)), ("unknown", offset_of!(dfmt_simpleperf_lost, unknown)), ("record_unknown", offset_of!(dfmt_simpleperf_lost, record_unknown))]),
    ("dfmt_simpleperf_file", size_of::<dfmt_simpleperf_file>(), &[("head", offset_of!(dfmt_simpleperf_file, head)), ("present", offset_of!(dfmt_simpleperf_file, present)), ("id", offset_of!(dfmt_simpleperf_file, id)), ("path", offset_of!(dfmt_simpleperf_file, path)), ("symbols", offset_of!(dfmt_simpleperf_file, symbols)), ("n_symbols", offset_of!(dfmt_simpleperf_file, n_symbols)), ("mangled", offset_of!(dfmt_simpleperf_file, mangled)), ("n_mangled", offset_of!(dfmt_simpleperf_file, n_mangled)), ("unknown", offset_of!(dfmt_simpleperf_file, unknown)), ("record_unknown", offset_of!(dfmt_simpleperf_file, record_unknown))]),
    ("dfmt_simpleperf_thread", size_of::<dfmt_simpleperf_thread>(), &[("head", offset_of!(dfmt_simpleperf_thread, head)), ("present", offset_of!(dfmt_simpleperf_thread, present)), ("thread_id", offset_of!(dfmt_simpleperf_thread, thread_id)), ("process_id", offset_of!(dfmt_simpleperf_thread, process_id)), ("reserved", offset_of!(dfmt_simpleperf_thread, reserved)), ("name", offset_of!(dfmt_simpleperf_thread, name)), ("unknown", offset_of!(dfmt_simpleperf_thread, unknown)), ("record_unknown", offset_of!(dfmt_simpleperf_thread, record_unknown))]),
    ("dfmt_simpleperf_switch", size_of::<dfmt_simpleperf_switch>(), &[("head", offset_of!(dfmt_simpleperf_switch, head)), ("present", offset_of!(dfmt_simpleperf_switch, present)), ("switch_on", offset_of!(dfmt_simpleperf_switch, switch_on)), ("time_ns", offset_of!(dfmt_simpleperf_switch, time_ns)), ("thread_id", offset_of!(dfmt_simpleperf_switch, thread_id)), ("reserved", offset_of!(dfmt_simpleperf_switch, reserved)), ("unknown", offset_of!(dfmt_simpleperf_switch, unknown)), ("record_unknown", offset_of!(dfmt_simpleperf_switch, record_unknown))]),
    ("dfmt_simpleperf_columns", size_of::<dfmt_simpleperf_columns>(), &[("head", offset_of!(dfmt_simpleperf_columns, head)), ("n_rows", offset_of!(dfmt_simpleperf_columns, n_rows)), ("time_ns", offset_of!(dfmt_simpleperf_columns, time_ns)), ("event_count", offset_of!(dfmt_simpleperf_columns, event_count)), ("thread_id", offset_of!(dfmt_simpleperf_columns, thread_id)), ("event_type_id", offset_of!(dfmt_simpleperf_columns, event_type_id)), ("present", offset_of!(dfmt_simpleperf_columns, present)), ("first_frame", offset_of!(dfmt_simpleperf_columns, first_frame)), ("n_first_frame", offset_of!(dfmt_simpleperf_columns, n_first_frame)), ("frames", offset_of!(dfmt_simpleperf_columns, frames)), ("n_frames", offset_of!(dfmt_simpleperf_columns, n_frames))]),
    ("dfmt_simpleperf_stack_frame", size_of::<dfmt_simpleperf_stack_frame>(), &[("head", offset_of!(dfmt_simpleperf_stack_frame, head)), ("present", offset_of!(dfmt_simpleperf_stack_frame, present)), ("depth", offset_of!(dfmt_simpleperf_stack_frame, depth)), ("sample_number", offset_of!(dfmt_simpleperf_stack_frame, sample_number)), ("time_ns", offset_of!(dfmt_simpleperf_stack_frame, time_ns)), ("event_count", offset_of!(dfmt_simpleperf_stack_frame, event_count)), ("event_type_id", offset_of!(dfmt_simpleperf_stack_frame, event_type_id)), ("thread_id", offset_of!(dfmt_simpleperf_stack_frame, thread_id)), ("process_id", offset_of!(dfmt_simpleperf_stack_frame, process_id)), ("execution", offset_of!(dfmt_simpleperf_stack_frame, execution)), ("vaddr", offset_of!(dfmt_simpleperf_stack_frame, vaddr)), ("event_type", offset_of!(dfmt_simpleperf_stack_frame, event_type)), ("thread_name", offset_of!(dfmt_simpleperf_stack_frame, thread_name)), ("process_name", offset_of!(dfmt_simpleperf_stack_frame, process_name)), ("symbol", offset_of!(dfmt_simpleperf_stack_frame, symbol)), ("mangled", offset_of!(dfmt_simpleperf_stack_frame, mangled)), ("path", offset_of!(dfmt_simpleperf_stack_frame, path))]),
];
