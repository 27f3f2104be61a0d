// SPDX-License-Identifier: MIT
// Made by bindings/generate.py from the headers: do not edit.
use crate::bindings::*;
use std::ffi::c_void;
use std::mem::offset_of;

pub const DFMT_OPS: u32 = 256;

pub type dfmt_progress_fn = Option<unsafe extern "C" fn(user: *mut c_void, input: u64, done: u64, total: u64) -> dfmt_status>;

pub const DFMT_OP_PROFILE: u32 = 1;
pub const DFMT_OP_HEAP: u32 = 3;
pub const DFMT_OP_VERIFY: u32 = 4;
pub const DFMT_OP_INFO: u32 = 5;
pub const DFMT_OP_DIFF: u32 = 6;
pub const DFMT_OP_CONVERT: u32 = 8;
pub const DFMT_OP_REPAIR: u32 = 9;
pub const DFMT_OP_TEXT: u32 = 10;
pub const DFMT_OP_LIST: u32 = 12;
pub const DFMT_OP_SEARCH: u32 = 13;
pub const DFMT_OP_EXTRACT: u32 = 14;
pub const DFMT_OP_VALUE: u32 = 15;
pub const DFMT_OP_SHARE: u32 = 16;
pub const DFMT_OP_TRIAGE: u32 = 17;

pub const DFMT_OPS_SCRATCH: u32 = 16777217;
pub const DFMT_OPS_FORMAT: u32 = 16777218;
pub const DFMT_OPS_NAMES: u32 = 16777219;

pub const DFMT_OPS_KEYS: u32 = 16777220;
pub const DFMT_OPS_DROP: u32 = 16777221;
pub const DFMT_OPS_CALLS: u32 = 16777222;
pub const DFMT_OPS_FRAMES: u32 = 16777223;
pub const DFMT_OPS_THREADS: u32 = 16777224;
pub const DFMT_OPS_FUNCTIONS: u32 = 16777225;

pub const DFMT_OPS_PROFILE_KEEP: u32 = 16777473;
pub const DFMT_OPS_PROFILE_GROUP: u32 = 16777474;
pub const DFMT_OPS_PROFILE_WEIGHT: u32 = 16777475;
pub const DFMT_OPS_PROFILE_CPU: u32 = 16777476;
pub const DFMT_OPS_PROFILE_HEAP: u32 = 16777477;
pub const DFMT_OPS_PROFILE_EVENTS: u32 = 16777478;
pub const DFMT_OPS_PROFILE_THREADS: u32 = 16777479;
pub const DFMT_OPS_PROFILE_PROCESSES: u32 = 16777480;
pub const DFMT_OPS_PROFILE_FROM_NS: u32 = 16777481;
pub const DFMT_OPS_PROFILE_TO_NS: u32 = 16777482;
pub const DFMT_OPS_PROFILE_PERIODS: u32 = 16777483;
pub const DFMT_OPS_PROFILE_RELATIVE: u32 = 16777484;
pub const DFMT_OPS_PROFILE_ALLOCATORS: u32 = 16777485;
pub const DFMT_OPS_PROFILE_PURPOSE: u32 = 16777486;

pub const DFMT_PROFILE_FOR_ROWS: u32 = 0;
pub const DFMT_PROFILE_FOR_FOLDED: u32 = 1;
pub const DFMT_PROFILE_FOR_FLAME: u32 = 2;
pub const DFMT_PROFILE_FOR_PPROF: u32 = 3;
pub const DFMT_PROFILE_FOR_FIREFOX: u32 = 4;
pub const DFMT_PROFILE_FOR_COMPARE: u32 = 5;
pub const DFMT_PROFILE_FOR_COMPARE_FLAME: u32 = 6;

pub const DFMT_PROFILE_KEEP_FUNCTIONS: u32 = 0;
pub const DFMT_PROFILE_KEEP_FILES: u32 = 1;
pub const DFMT_PROFILE_KEEP_STACKS: u32 = 2;
pub const DFMT_PROFILE_KEEP_PLACES: u32 = 3;
pub const DFMT_PROFILE_KEEP_SAMPLES: u32 = 4;

pub const DFMT_PROFILE_BY_EVENT: u32 = 1;
pub const DFMT_PROFILE_BY_THREAD: u32 = 2;
pub const DFMT_PROFILE_BY_PROCESS: u32 = 4;
pub const DFMT_PROFILE_BY_HEAP: u32 = 8;
pub const DFMT_PROFILE_BY_USUAL: u32 = 16;

pub const DFMT_PROFILE_WEIGHT_USUAL: u32 = 0;
pub const DFMT_PROFILE_WEIGHT_COUNT: u32 = 1;

pub const DFMT_PROFILE_CPU_ANY: u32 = 0;
pub const DFMT_PROFILE_CPU_ON: u32 = 1;
pub const DFMT_PROFILE_CPU_OFF: u32 = 2;
pub const DFMT_PROFILE_CPU_BOTH: u32 = 3;
pub const DFMT_PROFILE_CPU_RECORDED: u32 = 4;

pub const DFMT_PROFILE_HEAP_ALL: u32 = 0;
pub const DFMT_PROFILE_HEAP_APP: u32 = 1;
pub const DFMT_PROFILE_HEAP_ZYGOTE: u32 = 2;

pub const DFMT_PROFILE_FUNCTIONS: u32 = 0;
pub const DFMT_PROFILE_GROUPS: u32 = 1;
pub const DFMT_PROFILE_STACKS: u32 = 2;
pub const DFMT_PROFILE_TREE: u32 = 3;
pub const DFMT_PROFILE_SIZES: u32 = 4;

pub const DFMT_PROFILE_FACTS: u32 = 16777473;
pub const DFMT_PROFILE_ROW: u32 = 16777474;
pub const DFMT_PROFILE_FRAME: u32 = 16810241;
pub const DFMT_PROFILE_TYPE_KEEP: u32 = 16810369;
pub const DFMT_PROFILE_TYPE_BY: u32 = 16810370;
pub const DFMT_PROFILE_TYPE_WEIGHT: u32 = 16810371;
pub const DFMT_PROFILE_TYPE_CPU: u32 = 16810372;
pub const DFMT_PROFILE_TYPE_HEAP: u32 = 16810373;
pub const DFMT_PROFILE_TYPE_PURPOSE: u32 = 16810374;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct dfmt_profile_facts {
    pub head: dfmt_head,
    pub weight: dfmt_str,
    pub unit: dfmt_str,
    pub total: u64,
    pub count: u64,
    pub n_left_out: u64,
    pub n_inputs: u64,
    pub n_partial: u64,
    pub n_dropped: u64,
}

pub const DFMT_PROFILE_ROW_HAS_EVENT: u32 = 1;
pub const DFMT_PROFILE_ROW_HAS_THREAD: u32 = 2;
pub const DFMT_PROFILE_ROW_HAS_PROCESS: u32 = 4;
pub const DFMT_PROFILE_ROW_HAS_HEAP: u32 = 8;
pub const DFMT_PROFILE_ROW_HAS_FUNCTION: u32 = 16;
pub const DFMT_PROFILE_ROW_HAS_LINKER_NAME: u32 = 32;
pub const DFMT_PROFILE_ROW_HAS_FILE: u32 = 64;
pub const DFMT_PROFILE_ROW_HAS_BLOCK_BYTES: u32 = 128;
pub const DFMT_PROFILE_ROW_HAS_DEPTH: u32 = 256;
pub const DFMT_PROFILE_ROW_HAS_SELF: u32 = 512;
pub const DFMT_PROFILE_ROW_HAS_FRAMES: u32 = 1024;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct dfmt_profile_frame {
    pub function: dfmt_str,
    pub file: dfmt_str,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct dfmt_profile_row {
    pub head: dfmt_head,
    pub present: u32,
    pub depth: u32,
    pub thread_id: i32,
    pub process_id: i32,
    pub event: dfmt_str,
    pub thread_name: dfmt_str,
    pub process_name: dfmt_str,
    pub heap: dfmt_str,
    pub self_: u64,
    pub total: u64,
    pub self_share: f64,
    pub total_share: f64,
    pub self_count: u64,
    pub total_count: u64,
    pub block_bytes: u64,
    pub function: dfmt_str,
    pub linker_name: dfmt_str,
    pub file: dfmt_str,
    pub frames: *const dfmt_profile_frame,
    pub n_frames: u64,
}

pub const DFMT_PROFILE_FOLDED: u32 = 0;
pub const DFMT_PROFILE_FLAME: u32 = 1;
pub const DFMT_PROFILE_PPROF: u32 = 2;
pub const DFMT_PROFILE_FIREFOX: u32 = 3;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct dfmt_flame_look {
    pub size: u32,
    pub inverted: u32,
    pub width: f64,
    pub min_width: f64,
    pub title: dfmt_str,
}

pub const DFMT_COMPARE_SELF: u32 = 0;
pub const DFMT_COMPARE_TOTAL: u32 = 1;

pub const DFMT_COMPARE_FACTS: u32 = 16777729;
pub const DFMT_COMPARE_ROW: u32 = 16777730;
pub const DFMT_COMPARE_TYPE_VERDICT: u32 = 16810625;

pub const DFMT_COMPARE_SAME: u32 = 0;
pub const DFMT_COMPARE_NOISE: u32 = 1;
pub const DFMT_COMPARE_RARE: u32 = 2;
pub const DFMT_COMPARE_CHANGED: u32 = 3;
pub const DFMT_COMPARE_UNKNOWN: u32 = 4;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct dfmt_compare_facts {
    pub head: dfmt_head,
    pub weight: dfmt_str,
    pub unit: dfmt_str,
    pub n_before: u64,
    pub n_after: u64,
    pub total_before: f64,
    pub total_after: f64,
    pub scale: f64,
    pub n_changed: u64,
}

pub const DFMT_COMPARE_ROW_HAS_FUNCTION: u32 = 1;
pub const DFMT_COMPARE_ROW_HAS_FILE: u32 = 2;
pub const DFMT_COMPARE_ROW_HAS_INTERVAL: u32 = 4;
pub const DFMT_COMPARE_ROW_HAS_LINKER_NAME: u32 = 8;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct dfmt_compare_row {
    pub head: dfmt_head,
    pub present: u32,
    pub verdict: u32,
    pub before: f64,
    pub after: f64,
    pub delta: f64,
    pub before_share: f64,
    pub after_share: f64,
    pub delta_share: f64,
    pub low: f64,
    pub high: f64,
    pub q: f64,
    pub function: dfmt_str,
    pub file: dfmt_str,
    pub linker_name: dfmt_str,
}

pub const DFMT_OPS_CONVERT_VARIANT: u32 = 16779265;
pub const DFMT_OPS_CONVERT_COMPRESSION: u32 = 16779266;
pub const DFMT_OPS_CONVERT_CONTAINER: u32 = 16779267;
pub const DFMT_OPS_CONVERT_LOG_FORMAT: u32 = 16779268;
pub const DFMT_OPS_CONVERT_SORT: u32 = 16779269;
pub const DFMT_OPS_CONVERT_LAST_WINS: u32 = 16779270;
pub const DFMT_OPS_CONVERT_DROP_TIMES: u32 = 16779271;
pub const DFMT_OPS_CONVERT_STRIP: u32 = 16779272;
pub const DFMT_OPS_CONVERT_REDACT: u32 = 16779273;
pub const DFMT_OPS_CONVERT_EVENTS: u32 = 16779274;
pub const DFMT_OPS_CONVERT_FROM_NS: u32 = 16779275;
pub const DFMT_OPS_CONVERT_TO_NS: u32 = 16779276;
pub const DFMT_OPS_CONVERT_RELATIVE: u32 = 16779277;
pub const DFMT_OPS_CONVERT_APPENDS: u32 = 16779279;
pub const DFMT_OPS_CONVERT_COUNTS: u32 = 16779278;

pub const DFMT_CONVERT_RELATIVE_FROM: u32 = 1;
pub const DFMT_CONVERT_RELATIVE_TO: u32 = 2;

pub const DFMT_CONVERT_RESULT: u32 = 16779265;
pub const DFMT_CONVERT_NOTE: u32 = 16779266;

pub const DFMT_CONVERT_RESULT_HAS_FORMAT: u32 = 1;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct dfmt_convert_result {
    pub head: dfmt_head,
    pub present: u32,
    pub variant: u32,
    pub format: dfmt_str,
    pub n_inputs: u64,
    pub n_read: u64,
    pub n_written: u64,
    pub bytes_in: u64,
    pub bytes_out: u64,
    pub n_problems: u64,
    pub n_left_out: u64,
}

pub const DFMT_CONVERT_NOTE_HAS_FILE: u32 = 1;
pub const DFMT_CONVERT_NOTE_HAS_NUMBER: u32 = 2;
pub const DFMT_CONVERT_NOTE_HAS_LINE: u32 = 4;
pub const DFMT_CONVERT_NOTE_HAS_BYTE_OFFSET: u32 = 8;
pub const DFMT_CONVERT_NOTE_HAS_PLACE: u32 = 16;
pub const DFMT_CONVERT_NOTE_HAS_BYTES: u32 = 32;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct dfmt_convert_note {
    pub head: dfmt_head,
    pub present: u32,
    pub severity: u32,
    pub number: u32,
    pub reserved: u32,
    pub input: u64,
    pub line: u64,
    pub byte_offset: u64,
    pub bytes: u64,
    pub file: dfmt_str,
    pub place: dfmt_str,
    pub message: dfmt_str,
}

pub const DFMT_OPS_DIFF_MAX: u32 = 16778753;
pub const DFMT_OPS_DIFF_IGNORE: u32 = 16778754;
pub const DFMT_OPS_DIFF_IGNORE_POINTERS: u32 = 16778755;

pub const DFMT_DIFF_FACTS: u32 = 16778753;
pub const DFMT_DIFF_ROW: u32 = 16778754;
pub const DFMT_DIFF_TYPE_CHANGE: u32 = 16811649;

pub const DFMT_DIFF_CHANGED: u32 = 1;
pub const DFMT_DIFF_GONE: u32 = 2;
pub const DFMT_DIFF_NEW: u32 = 3;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct dfmt_diff_facts {
    pub head: dfmt_head,
    pub equal: u32,
    pub complete: u32,
    pub partial: u32,
    pub reserved: u32,
    pub n_before: u64,
    pub n_after: u64,
    pub n_differences: u64,
    pub n_left_out: u64,
    pub n_problems: u64,
}

pub const DFMT_DIFF_ROW_HAS_BEFORE_OFFSET: u32 = 1;
pub const DFMT_DIFF_ROW_HAS_AFTER_OFFSET: u32 = 2;
pub const DFMT_DIFF_ROW_HAS_BEFORE_PLACE: u32 = 4;
pub const DFMT_DIFF_ROW_HAS_AFTER_PLACE: u32 = 8;
pub const DFMT_DIFF_ROW_HAS_MEMBER: u32 = 16;
pub const DFMT_DIFF_ROW_HAS_BEFORE: u32 = 32;
pub const DFMT_DIFF_ROW_HAS_AFTER: u32 = 64;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct dfmt_diff_row {
    pub head: dfmt_head,
    pub present: u32,
    pub change: u32,
    pub before_offset: u64,
    pub after_offset: u64,
    pub record_: dfmt_str,
    pub before_place: dfmt_str,
    pub after_place: dfmt_str,
    pub member: dfmt_str,
    pub before: dfmt_str,
    pub after: dfmt_str,
}

pub const DFMT_OPS_EXTRACT_SECTIONS: u32 = 16780801;

pub const DFMT_EXTRACT_PROBLEM: u32 = 16780801;
pub const DFMT_EXTRACT_TOTAL: u32 = 16780802;
pub const DFMT_EXTRACT_TYPE_WHAT: u32 = 16780803;

pub const DFMT_EXTRACT_UNSAFE: u32 = 1;
pub const DFMT_EXTRACT_REPEATED: u32 = 2;
pub const DFMT_EXTRACT_TAKEN: u32 = 3;
pub const DFMT_EXTRACT_TOO_LARGE: u32 = 4;
pub const DFMT_EXTRACT_DAMAGED: u32 = 5;
pub const DFMT_EXTRACT_NO_CODEC: u32 = 6;
pub const DFMT_EXTRACT_LIMIT: u32 = 7;
pub const DFMT_EXTRACT_UNREAD: u32 = 8;
pub const DFMT_EXTRACT_UNWRITTEN: u32 = 9;
pub const DFMT_EXTRACT_PASSED: u32 = 10;
pub const DFMT_EXTRACT_ENDED: u32 = 11;
pub const DFMT_EXTRACT_NO_ENTRY: u32 = 12;
pub const DFMT_EXTRACT_NO_FILES: u32 = 13;

pub const DFMT_EXTRACT_PROBLEM_HAS_FILE: u32 = 1;
pub const DFMT_EXTRACT_PROBLEM_HAS_KEY: u32 = 2;
pub const DFMT_EXTRACT_PROBLEM_HAS_NUMBER: u32 = 4;
pub const DFMT_EXTRACT_PROBLEM_HAS_LINE: u32 = 8;
pub const DFMT_EXTRACT_PROBLEM_HAS_BYTE_OFFSET: u32 = 16;
pub const DFMT_EXTRACT_PROBLEM_HAS_SKIPPED: u32 = 32;
pub const DFMT_EXTRACT_PROBLEM_HAS_OPTION: u32 = 64;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct dfmt_extract_problem {
    pub head: dfmt_head,
    pub present: u32,
    pub what: u32,
    pub severity: u32,
    pub status: i32,
    pub number: u32,
    pub option: u32,
    pub needed: u64,
    pub line: u64,
    pub byte_offset: u64,
    pub skipped: u64,
    pub file: dfmt_str,
    pub key: dfmt_str,
    pub problem: dfmt_str,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct dfmt_extract_total {
    pub head: dfmt_head,
    pub n_files: u64,
    pub bytes: u64,
    pub n_problems: u64,
    pub n_left_out: u64,
}

pub const DFMT_OPS_HEAP_BY: u32 = 16777985;
pub const DFMT_OPS_HEAP_AT_NS: u32 = 16777986;
pub const DFMT_OPS_HEAP_THREADS: u32 = 16777987;

pub const DFMT_HEAP_BY_USUAL: u32 = 0;
pub const DFMT_HEAP_BY_SIZE: u32 = 1;
pub const DFMT_HEAP_BY_THREAD: u32 = 2;

pub const DFMT_HEAP_LIVE: u32 = 0;
pub const DFMT_HEAP_USE: u32 = 1;
pub const DFMT_HEAP_LEAKS: u32 = 2;
pub const DFMT_HEAP_CHAINS: u32 = 3;

pub const DFMT_HEAP_FACTS: u32 = 16777985;
pub const DFMT_HEAP_ROW: u32 = 16777986;
pub const DFMT_HEAP_GROWTH_FACTS: u32 = 16777987;
pub const DFMT_HEAP_GROWTH: u32 = 16777988;
pub const DFMT_HEAP_FRAME: u32 = 16810753;
pub const DFMT_HEAP_TYPE_BY: u32 = 16810881;
pub const DFMT_HEAP_TYPE_CHANGE: u32 = 16810882;
pub const DFMT_HEAP_TYPE_SIDE: u32 = 16810883;
pub const DFMT_HEAP_TYPE_FRAMES: u32 = 16810884;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct dfmt_heap_facts {
    pub head: dfmt_head,
    pub partial: u32,
    pub limited: u32,
    pub bytes: u64,
    pub blocks: u64,
    pub allocated_bytes: u64,
    pub allocated_blocks: u64,
    pub peak_bytes: u64,
    pub peak_blocks: u64,
    pub app_bytes: u64,
    pub app_blocks: u64,
    pub at_ns: u64,
    pub n_ops: u64,
    pub n_unknown_frees: u64,
    pub n_unknown_reallocs: u64,
    pub n_duplicates: u64,
    pub n_announced: u64,
    pub n_problems: u64,
}

pub const DFMT_HEAP_FRAME_HAS_FUNCTION: u32 = 1;
pub const DFMT_HEAP_FRAME_HAS_FUNCTION_OFFSET: u32 = 2;
pub const DFMT_HEAP_FRAME_HAS_FILE: u32 = 4;
pub const DFMT_HEAP_FRAME_HAS_LIBRARY_OFFSET: u32 = 8;
pub const DFMT_HEAP_FRAME_HAS_PC: u32 = 16;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct dfmt_heap_frame {
    pub present: u32,
    pub reserved: u32,
    pub function: dfmt_str,
    pub function_offset: u64,
    pub file: dfmt_str,
    pub file_offset: u64,
    pub library_offset: u64,
    pub pc: u64,
}

pub const DFMT_HEAP_ROW_HAS_THREAD_ID: u32 = 1;
pub const DFMT_HEAP_ROW_HAS_PROCESS_ID: u32 = 2;
pub const DFMT_HEAP_ROW_HAS_ALLOCATED: u32 = 4;
pub const DFMT_HEAP_ROW_HAS_APP: u32 = 8;
pub const DFMT_HEAP_ROW_HAS_BLOCK_BYTES: u32 = 16;
pub const DFMT_HEAP_ROW_HAS_OLDEST_OP_NUMBER: u32 = 32;
pub const DFMT_HEAP_ROW_HAS_OLDEST_START_NS: u32 = 64;
pub const DFMT_HEAP_ROW_HAS_PROGRAM: u32 = 128;
pub const DFMT_HEAP_ROW_HAS_FRAMES: u32 = 256;
pub const DFMT_HEAP_ROW_HAS_ELF_ADDRESSES: u32 = 512;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct dfmt_heap_row {
    pub head: dfmt_head,
    pub present: u32,
    pub thread_id: i32,
    pub process_id: i32,
    pub reserved: u32,
    pub bytes: u64,
    pub blocks: u64,
    pub allocated_bytes: u64,
    pub allocated_blocks: u64,
    pub peak_bytes: u64,
    pub peak_blocks: u64,
    pub app_bytes: u64,
    pub app_blocks: u64,
    pub block_bytes: u64,
    pub oldest_op_number: u64,
    pub oldest_start_ns: u64,
    pub oldest_age_ns: u64,
    pub program: dfmt_str,
    pub frames: *const dfmt_heap_frame,
    pub n_frames: u64,
    pub elf_addresses: *const u64,
    pub n_elf_addresses: u64,
}

pub const DFMT_HEAP_SAME: u32 = 0;
pub const DFMT_HEAP_NEW: u32 = 1;
pub const DFMT_HEAP_GONE: u32 = 2;
pub const DFMT_HEAP_GROWN: u32 = 3;
pub const DFMT_HEAP_SHRUNK: u32 = 4;

pub const DFMT_HEAP_SIDE_ZYGOTE: u32 = 0;
pub const DFMT_HEAP_SIDE_APP: u32 = 1;
pub const DFMT_HEAP_SIDE_ALL: u32 = 2;

pub const DFMT_HEAP_FRAMES_FUNCTIONS: u32 = 0;
pub const DFMT_HEAP_FRAMES_OFFSETS: u32 = 1;
pub const DFMT_HEAP_FRAMES_ADDRESSES: u32 = 2;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct dfmt_heap_growth_facts {
    pub head: dfmt_head,
    pub frames_by: u32,
    pub reserved: u32,
    pub before_bytes: u64,
    pub after_bytes: u64,
    pub before_blocks: u64,
    pub after_blocks: u64,
    pub n_differences: u64,
    pub n_new: u64,
    pub n_gone: u64,
    pub n_grown: u64,
    pub n_shrunk: u64,
    pub n_same: u64,
    pub n_problems: u64,
}

pub const DFMT_HEAP_GROWTH_HAS_FRAMES: u32 = 1;
pub const DFMT_HEAP_GROWTH_HAS_ELF_ADDRESSES: u32 = 2;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct dfmt_heap_growth {
    pub head: dfmt_head,
    pub present: u32,
    pub change: u32,
    pub side: u32,
    pub reserved: u32,
    pub bytes_delta: i64,
    pub before_bytes: u64,
    pub after_bytes: u64,
    pub blocks_delta: i64,
    pub before_blocks: u64,
    pub after_blocks: u64,
    pub frames: *const dfmt_heap_frame,
    pub n_frames: u64,
    pub elf_addresses: *const u64,
    pub n_elf_addresses: u64,
}

pub const DFMT_OPS_INFO_SETS: u32 = 16778497;

pub const DFMT_INFO_FILE: u32 = 16778497;
pub const DFMT_INFO_REPORT: u32 = 16778512;
pub const DFMT_INFO_FIELD: u32 = 16778513;
pub const DFMT_INFO_MISSING: u32 = 16778514;
pub const DFMT_INFO_TRACE: u32 = 16778528;
pub const DFMT_INFO_PROPERTY: u32 = 16778529;
pub const DFMT_INFO_FUNCTION: u32 = 16778530;
pub const DFMT_INFO_FRAME: u32 = 16778531;
pub const DFMT_INFO_PROFILE: u32 = 16778544;
pub const DFMT_INFO_EVENT: u32 = 16778545;
pub const DFMT_INFO_THREAD: u32 = 16778546;
pub const DFMT_INFO_PATH: u32 = 16778547;
pub const DFMT_INFO_HEAP: u32 = 16778560;
pub const DFMT_INFO_SIZE: u32 = 16778561;
pub const DFMT_INFO_STACK: u32 = 16778562;
pub const DFMT_INFO_USE: u32 = 16778563;
pub const DFMT_INFO_OPERATION: u32 = 16778564;
pub const DFMT_INFO_LIFE: u32 = 16778565;
pub const DFMT_INFO_OWNER: u32 = 16778566;
pub const DFMT_INFO_LOG: u32 = 16778567;
pub const DFMT_INFO_KIND: u32 = 16778568;
pub const DFMT_INFO_PROCESS: u32 = 16778569;
pub const DFMT_INFO_DEVICE: u32 = 16778576;
pub const DFMT_INFO_ROLE: u32 = 16778577;
pub const DFMT_INFO_SECTION: u32 = 16778578;
pub const DFMT_INFO_SERVICE: u32 = 16778579;

pub const DFMT_INFO_FILE_HAS_FILE: u32 = 1;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct dfmt_info_file {
    pub head: dfmt_head,
    pub present: u32,
    pub wrapper: u32,
    pub complete: u32,
    pub reserved: u32,
    pub file: dfmt_str,
    pub set_name: dfmt_str,
    pub format: dfmt_str,
    pub bytes: u64,
    pub n_records: u64,
    pub n_problems: u64,
}

pub const DFMT_INFO_REPORT_HAS_FILE: u32 = 1;
pub const DFMT_INFO_REPORT_HAS_PROBLEM_TYPE: u32 = 2;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct dfmt_info_report {
    pub head: dfmt_head,
    pub present: u32,
    pub reserved: u32,
    pub file: dfmt_str,
    pub set_name: dfmt_str,
    pub problem_type: dfmt_str,
    pub n_fields: u64,
    pub n_text: u64,
    pub n_base64: u64,
    pub n_missing: u64,
    pub n_repeated: u64,
}

pub const DFMT_INFO_FIELD_HAS_FILE: u32 = 1;
pub const DFMT_INFO_FIELD_HAS_COMPRESSION: u32 = 2;
pub const DFMT_INFO_FIELD_HAS_TEXT: u32 = 4;
pub const DFMT_INFO_FIELD_HAS_N_LINES: u32 = 8;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct dfmt_info_field {
    pub head: dfmt_head,
    pub present: u32,
    pub category: u32,
    pub encoding: u32,
    pub compression: u32,
    pub repeated: u32,
    pub reserved: u32,
    pub file: dfmt_str,
    pub set_name: dfmt_str,
    pub key: dfmt_str,
    pub text: dfmt_str,
    pub n_lines: u64,
    pub stored_size: u64,
}

pub const DFMT_INFO_MISSING_HAS_FILE: u32 = 1;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct dfmt_info_missing {
    pub head: dfmt_head,
    pub present: u32,
    pub reserved: u32,
    pub file: dfmt_str,
    pub set_name: dfmt_str,
    pub key: dfmt_str,
}

pub const DFMT_INFO_TRACE_HAS_FILE: u32 = 1;
pub const DFMT_INFO_TRACE_HAS_API: u32 = 2;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct dfmt_info_trace {
    pub head: dfmt_head,
    pub present: u32,
    pub version: u32,
    pub semantic_version: u32,
    pub container: u32,
    pub file: dfmt_str,
    pub set_name: dfmt_str,
    pub api: dfmt_str,
    pub n_calls: u64,
    pub n_fake: u64,
    pub n_incomplete: u64,
    pub n_frames: u64,
    pub n_threads: u64,
    pub event_bytes: u64,
    pub n_blobs: u64,
    pub blob_bytes: u64,
}

pub const DFMT_INFO_PROPERTY_HAS_FILE: u32 = 1;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct dfmt_info_property {
    pub head: dfmt_head,
    pub present: u32,
    pub reserved: u32,
    pub file: dfmt_str,
    pub set_name: dfmt_str,
    pub key: dfmt_str,
    pub value: dfmt_str,
}

pub const DFMT_INFO_FUNCTION_HAS_FILE: u32 = 1;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct dfmt_info_function {
    pub head: dfmt_head,
    pub present: u32,
    pub reserved: u32,
    pub file: dfmt_str,
    pub set_name: dfmt_str,
    pub function: dfmt_str,
    pub n_calls: u64,
    pub bytes: u64,
    pub n_blobs: u64,
    pub blob_bytes: u64,
}

pub const DFMT_INFO_FRAME_HAS_FILE: u32 = 1;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct dfmt_info_frame {
    pub head: dfmt_head,
    pub present: u32,
    pub ended: u32,
    pub file: dfmt_str,
    pub set_name: dfmt_str,
    pub frame: u64,
    pub first_call: u64,
    pub last_call: u64,
    pub n_calls: u64,
    pub bytes: u64,
}

pub const DFMT_INFO_PROFILE_HAS_FILE: u32 = 1;
pub const DFMT_INFO_PROFILE_HAS_TRACE_OFFCPU: u32 = 2;
pub const DFMT_INFO_PROFILE_HAS_APP: u32 = 4;
pub const DFMT_INFO_PROFILE_HAS_SAMPLE_COUNT: u32 = 8;
pub const DFMT_INFO_PROFILE_HAS_N_LOST: u32 = 16;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct dfmt_info_profile {
    pub head: dfmt_head,
    pub present: u32,
    pub trace_offcpu: u32,
    pub file: dfmt_str,
    pub set_name: dfmt_str,
    pub app: dfmt_str,
    pub event: dfmt_str,
    pub n_samples: u64,
    pub sample_count: u64,
    pub n_lost: u64,
    pub duration_ns: u64,
    pub n_stack_frames: u64,
    pub n_unnamed: u64,
    pub n_incomplete: u64,
    pub n_files: u64,
    pub n_symbols: u64,
    pub n_threads: u64,
    pub n_switches: u64,
    pub n_unknown: u64,
}

pub const DFMT_INFO_EVENT_HAS_FILE: u32 = 1;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct dfmt_info_event {
    pub head: dfmt_head,
    pub present: u32,
    pub event_id: u32,
    pub file: dfmt_str,
    pub set_name: dfmt_str,
    pub event: dfmt_str,
    pub n_samples: u64,
    pub share: f64,
    pub count: u64,
}

pub const DFMT_INFO_THREAD_HAS_FILE: u32 = 1;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct dfmt_info_thread {
    pub head: dfmt_head,
    pub present: u32,
    pub process_id: i32,
    pub thread_id: i32,
    pub reserved: u32,
    pub file: dfmt_str,
    pub set_name: dfmt_str,
    pub thread_name: dfmt_str,
    pub count: u64,
    pub share: f64,
    pub n_samples: u64,
}

pub const DFMT_INFO_PATH_HAS_FILE: u32 = 1;
pub const DFMT_INFO_PATH_HAS_FILE_ID: u32 = 2;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct dfmt_info_path {
    pub head: dfmt_head,
    pub present: u32,
    pub file_id: u32,
    pub file: dfmt_str,
    pub set_name: dfmt_str,
    pub path: dfmt_str,
    pub count: u64,
    pub share: f64,
    pub n_samples: u64,
}

pub const DFMT_INFO_HEAP_HAS_FILE: u32 = 1;
pub const DFMT_INFO_HEAP_HAS_MARKER: u32 = 2;
pub const DFMT_INFO_HEAP_HAS_FINGERPRINT: u32 = 4;
pub const DFMT_INFO_HEAP_HAS_HEADER_BYTES: u32 = 8;
pub const DFMT_INFO_HEAP_HAS_HEADER_RECORDS: u32 = 16;
pub const DFMT_INFO_HEAP_HAS_BACKTRACE_SIZE: u32 = 32;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct dfmt_info_heap {
    pub head: dfmt_head,
    pub present: u32,
    pub variant: u32,
    pub marker: u32,
    pub maps_failed: u32,
    pub file: dfmt_str,
    pub set_name: dfmt_str,
    pub fingerprint: dfmt_str,
    pub header_bytes: u64,
    pub header_records: u64,
    pub backtrace_size: u64,
    pub bytes: u64,
    pub n_allocations: u64,
    pub n_alloc_records: u64,
    pub n_stacks: u64,
    pub n_without_frames: u64,
    pub app_bytes: u64,
    pub n_app_allocations: u64,
    pub zygote_bytes: u64,
    pub n_zygote_allocations: u64,
    pub n_maps: u64,
}

pub const DFMT_INFO_SIZE_HAS_FILE: u32 = 1;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct dfmt_info_size {
    pub head: dfmt_head,
    pub present: u32,
    pub reserved: u32,
    pub file: dfmt_str,
    pub set_name: dfmt_str,
    pub block_bytes: u64,
    pub bytes: u64,
    pub share: f64,
    pub n_allocations: u64,
}

pub const DFMT_INFO_STACK_HAS_FILE: u32 = 1;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct dfmt_info_stack {
    pub head: dfmt_head,
    pub present: u32,
    pub reserved: u32,
    pub file: dfmt_str,
    pub set_name: dfmt_str,
    pub bytes: u64,
    pub share: f64,
    pub n_allocations: u64,
    pub app_bytes: u64,
    pub frames: *const dfmt_str,
    pub n_frames: u64,
}

pub const DFMT_INFO_USE_HAS_FILE: u32 = 1;
pub const DFMT_INFO_USE_HAS_DURATION_NS: u32 = 2;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct dfmt_info_use {
    pub head: dfmt_head,
    pub present: u32,
    pub reserved: u32,
    pub file: dfmt_str,
    pub set_name: dfmt_str,
    pub n_operations: u64,
    pub n_threads: u64,
    pub requested_bytes: u64,
    pub largest_request: u64,
    pub peak_bytes: u64,
    pub peak_bytes_op: u64,
    pub peak_blocks: u64,
    pub peak_blocks_op: u64,
    pub live_bytes: u64,
    pub live_blocks: u64,
    pub n_failed: u64,
    pub n_unknown_free: u64,
    pub n_unknown_realloc: u64,
    pub n_duplicate: u64,
    pub n_free_null: u64,
    pub duration_ns: u64,
}

pub const DFMT_INFO_OPERATION_HAS_FILE: u32 = 1;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct dfmt_info_operation {
    pub head: dfmt_head,
    pub present: u32,
    pub operation: u32,
    pub file: dfmt_str,
    pub set_name: dfmt_str,
    pub n_operations: u64,
    pub share: f64,
}

pub const DFMT_INFO_LIFE_HAS_FILE: u32 = 1;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct dfmt_info_life {
    pub head: dfmt_head,
    pub present: u32,
    pub reserved: u32,
    pub file: dfmt_str,
    pub set_name: dfmt_str,
    pub least: u64,
    pub most: u64,
    pub n_blocks: u64,
    pub share: f64,
}

pub const DFMT_INFO_OWNER_HAS_FILE: u32 = 1;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct dfmt_info_owner {
    pub head: dfmt_head,
    pub present: u32,
    pub thread_id: i32,
    pub file: dfmt_str,
    pub set_name: dfmt_str,
    pub n_operations: u64,
    pub share: f64,
    pub live_bytes: u64,
    pub live_blocks: u64,
    pub peak_bytes: u64,
}

pub const DFMT_INFO_LOG_HAS_FILE: u32 = 1;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct dfmt_info_log {
    pub head: dfmt_head,
    pub present: u32,
    pub reserved: u32,
    pub file: dfmt_str,
    pub set_name: dfmt_str,
    pub n_reports: u64,
    pub n_cut: u64,
    pub n_messages: u64,
    pub other_bytes: u64,
}

pub const DFMT_INFO_KIND_HAS_FILE: u32 = 1;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct dfmt_info_kind {
    pub head: dfmt_head,
    pub present: u32,
    pub reserved: u32,
    pub file: dfmt_str,
    pub set_name: dfmt_str,
    pub kind: dfmt_str,
    pub n: u64,
}

pub const DFMT_INFO_PROCESS_HAS_FILE: u32 = 1;
pub const DFMT_INFO_PROCESS_HAS_PROCESS_ID: u32 = 2;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct dfmt_info_process {
    pub head: dfmt_head,
    pub present: u32,
    pub process_id: i32,
    pub file: dfmt_str,
    pub set_name: dfmt_str,
    pub n_reports: u64,
    pub n_messages: u64,
}

pub const DFMT_INFO_DEVICE_HAS_FILE: u32 = 1;
pub const DFMT_INFO_DEVICE_HAS_GUESSED: u32 = 2;
pub const DFMT_INFO_DEVICE_HAS_TEXT_COMPLETE: u32 = 4;
pub const DFMT_INFO_DEVICE_HAS_TEXT_SIZE: u32 = 8;
pub const DFMT_INFO_DEVICE_HAS_TAKEN: u32 = 16;
pub const DFMT_INFO_DEVICE_HAS_TAKEN_FROM: u32 = 32;
pub const DFMT_INFO_DEVICE_HAS_ANDROID_RELEASE: u32 = 64;
pub const DFMT_INFO_DEVICE_HAS_ANDROID_SDK: u32 = 128;
pub const DFMT_INFO_DEVICE_HAS_DEVICE: u32 = 256;
pub const DFMT_INFO_DEVICE_HAS_BUILD: u32 = 512;
pub const DFMT_INFO_DEVICE_HAS_VERSION: u32 = 1024;
pub const DFMT_INFO_DEVICE_HAS_MAIN_ENTRY: u32 = 2048;
pub const DFMT_INFO_DEVICE_HAS_FALLBACK: u32 = 4096;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct dfmt_info_device {
    pub head: dfmt_head,
    pub present: u32,
    pub variant: u32,
    pub rule: u32,
    pub guessed: u32,
    pub text_complete: u32,
    pub reserved: u32,
    pub file: dfmt_str,
    pub set_name: dfmt_str,
    pub taken: dfmt_str,
    pub taken_from: dfmt_str,
    pub android_release: dfmt_str,
    pub android_sdk: dfmt_str,
    pub device: dfmt_str,
    pub build: dfmt_str,
    pub version: dfmt_str,
    pub main_entry: dfmt_str,
    pub fallback: dfmt_str,
    pub text_size: u64,
    pub n_sections: u64,
    pub n_services: u64,
    pub n_entries: u64,
    pub stored_size: u64,
    pub decoded_size: u64,
}

pub const DFMT_INFO_ROLE_HAS_FILE: u32 = 1;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct dfmt_info_role {
    pub head: dfmt_head,
    pub present: u32,
    pub role: u32,
    pub file: dfmt_str,
    pub set_name: dfmt_str,
    pub n_entries: u64,
    pub stored_size: u64,
    pub decoded_size: u64,
}

pub const DFMT_INFO_SECTION_HAS_FILE: u32 = 1;
pub const DFMT_INFO_SECTION_HAS_CODE: u32 = 2;
pub const DFMT_INFO_SECTION_HAS_DURATION_US: u32 = 4;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct dfmt_info_section {
    pub head: dfmt_head,
    pub present: u32,
    pub closed: u32,
    pub result: u32,
    pub code: u32,
    pub file: dfmt_str,
    pub set_name: dfmt_str,
    pub title: dfmt_str,
    pub duration_us: u64,
    pub size: u64,
    pub number: u64,
}

pub const DFMT_INFO_SERVICE_HAS_FILE: u32 = 1;
pub const DFMT_INFO_SERVICE_HAS_DURATION_US: u32 = 2;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct dfmt_info_service {
    pub head: dfmt_head,
    pub present: u32,
    pub closed: u32,
    pub dump_priority: u32,
    pub timed_out: u32,
    pub file: dfmt_str,
    pub set_name: dfmt_str,
    pub name: dfmt_str,
    pub duration_us: u64,
    pub size: u64,
    pub number: u64,
}

pub const DFMT_OPS_LIST_PARTS: u32 = 16780289;
pub const DFMT_OPS_LIST_SIZES: u32 = 16780290;

pub const DFMT_LIST_ENTRY: u32 = 16780289;
pub const DFMT_LIST_TOTAL: u32 = 16780290;

pub const DFMT_LIST_ENTRY_HAS_FILE: u32 = 1;
pub const DFMT_LIST_ENTRY_HAS_KEY: u32 = 2;
pub const DFMT_LIST_ENTRY_HAS_RECORD: u32 = 4;
pub const DFMT_LIST_ENTRY_HAS_STATE: u32 = 8;
pub const DFMT_LIST_ENTRY_HAS_ENCODING: u32 = 16;
pub const DFMT_LIST_ENTRY_HAS_COMPRESSION: u32 = 32;
pub const DFMT_LIST_ENTRY_HAS_KIND: u32 = 64;
pub const DFMT_LIST_ENTRY_HAS_FLAGS: u32 = 128;
pub const DFMT_LIST_ENTRY_HAS_FORMAT: u32 = 256;
pub const DFMT_LIST_ENTRY_HAS_PROBLEM: u32 = 512;
pub const DFMT_LIST_ENTRY_HAS_LINE: u32 = 1024;
pub const DFMT_LIST_ENTRY_HAS_BYTE_OFFSET: u32 = 2048;
pub const DFMT_LIST_ENTRY_HAS_STORED_SIZE: u32 = 4096;
pub const DFMT_LIST_ENTRY_HAS_DECODED_SIZE: u32 = 8192;
pub const DFMT_LIST_ENTRY_HAS_DURATION_US: u32 = 16384;
pub const DFMT_LIST_ENTRY_HAS_NUMBER: u32 = 32768;
pub const DFMT_LIST_ENTRY_HAS_COUNT: u32 = 65536;
pub const DFMT_LIST_ENTRY_HAS_THREAD_ID: u32 = 131072;
pub const DFMT_LIST_ENTRY_HAS_PROCESS_ID: u32 = 262144;
pub const DFMT_LIST_ENTRY_HAS_ADDRESS: u32 = 524288;
pub const DFMT_LIST_ENTRY_HAS_BYTES: u32 = 1048576;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct dfmt_list_entry {
    pub head: dfmt_head,
    pub present: u32,
    pub reserved: u32,
    pub file: dfmt_str,
    pub key: dfmt_str,
    pub record_: dfmt_str,
    pub state: dfmt_str,
    pub encoding: dfmt_str,
    pub compression: dfmt_str,
    pub kind: dfmt_str,
    pub flags: dfmt_str,
    pub format: dfmt_str,
    pub problem: dfmt_str,
    pub line: u64,
    pub byte_offset: u64,
    pub stored_size: u64,
    pub decoded_size: u64,
    pub duration_us: u64,
    pub number: u64,
    pub count: u64,
    pub thread_id: i64,
    pub process_id: i64,
    pub address: u64,
    pub bytes: u64,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct dfmt_list_total {
    pub head: dfmt_head,
    pub n_entries: u64,
    pub n_problems: u64,
    pub n_no_codec: u64,
}

pub const DFMT_OPS_REPAIR_RECOVER: u32 = 16779521;

pub const DFMT_OPS_SEARCH_PATTERNS: u32 = 16780545;
pub const DFMT_OPS_SEARCH_FIXED: u32 = 16780546;
pub const DFMT_OPS_SEARCH_IGNORE_CASE: u32 = 16780547;
pub const DFMT_OPS_SEARCH_WORDS: u32 = 16780548;
pub const DFMT_OPS_SEARCH_INVERT: u32 = 16780549;
pub const DFMT_OPS_SEARCH_ONLY: u32 = 16780550;
pub const DFMT_OPS_SEARCH_BEFORE: u32 = 16780551;
pub const DFMT_OPS_SEARCH_AFTER: u32 = 16780552;
pub const DFMT_OPS_SEARCH_ALL: u32 = 16780553;
pub const DFMT_OPS_SEARCH_COUNT: u32 = 16780554;

pub const DFMT_SEARCH_LINE: u32 = 16780545;
pub const DFMT_SEARCH_TOTAL: u32 = 16780546;

pub const DFMT_SEARCH_LINE_HAS_FILE: u32 = 1;
pub const DFMT_SEARCH_LINE_HAS_KEY: u32 = 2;
pub const DFMT_SEARCH_LINE_HAS_LINE: u32 = 4;
pub const DFMT_SEARCH_LINE_HAS_TEXT: u32 = 8;
pub const DFMT_SEARCH_LINE_HAS_COUNT: u32 = 16;
pub const DFMT_SEARCH_LINE_HAS_PROBLEM: u32 = 32;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct dfmt_search_line {
    pub head: dfmt_head,
    pub present: u32,
    pub context: u32,
    pub file: dfmt_str,
    pub key: dfmt_str,
    pub line: u64,
    pub text: dfmt_str,
    pub count: u64,
    pub problem: dfmt_str,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct dfmt_search_total {
    pub head: dfmt_head,
    pub n_lines: u64,
    pub n_problems: u64,
}

pub const DFMT_OPS_SHARE_PROFILE: u32 = 16781313;
pub const DFMT_OPS_SHARE_CLASSES: u32 = 16781314;
pub const DFMT_OPS_SHARE_KEY: u32 = 16781315;
pub const DFMT_OPS_SHARE_VALUES: u32 = 16781316;
pub const DFMT_OPS_SHARE_HASH_BITS: u32 = 16781317;
pub const DFMT_OPS_SHARE_KEEP: u32 = 16781318;
pub const DFMT_OPS_SHARE_NAMES: u32 = 16781319;

pub const DFMT_SHARE_PROFILE_PUBLIC: u32 = 0;
pub const DFMT_SHARE_PROFILE_VENDOR: u32 = 1;
pub const DFMT_SHARE_PROFILE_LOG: u32 = 2;
pub const DFMT_SHARE_PROFILE_GIVEN: u32 = 3;

pub const DFMT_SHARE_EMAIL: u32 = 0;
pub const DFMT_SHARE_PHONE: u32 = 1;
pub const DFMT_SHARE_IMEI: u32 = 2;
pub const DFMT_SHARE_MEID: u32 = 3;
pub const DFMT_SHARE_IMSI: u32 = 4;
pub const DFMT_SHARE_ICCID: u32 = 5;
pub const DFMT_SHARE_EID: u32 = 6;
pub const DFMT_SHARE_MAC: u32 = 7;
pub const DFMT_SHARE_IPV4: u32 = 8;
pub const DFMT_SHARE_IPV6: u32 = 9;
pub const DFMT_SHARE_SSID: u32 = 10;
pub const DFMT_SHARE_SECRET: u32 = 11;
pub const DFMT_SHARE_LOCATION: u32 = 12;
pub const DFMT_SHARE_SERIAL: u32 = 13;
pub const DFMT_SHARE_DEVICE_ID: u32 = 14;
pub const DFMT_SHARE_PERSON: u32 = 15;
pub const DFMT_SHARE_ACCOUNT: u32 = 16;
pub const DFMT_SHARE_CELL: u32 = 17;
pub const DFMT_SHARE_USERNAME: u32 = 18;
pub const DFMT_SHARE_HOSTNAME: u32 = 19;
pub const DFMT_SHARE_NAME: u32 = 20;

pub const DFMT_SHARE_SPELLING_PLAIN: u32 = 0;
pub const DFMT_SHARE_SPELLING_PERCENT: u32 = 1;
pub const DFMT_SHARE_SPELLING_ENTITY: u32 = 2;
pub const DFMT_SHARE_SPELLING_ESCAPED: u32 = 3;
pub const DFMT_SHARE_SPELLING_QUOTED_PRINTABLE: u32 = 4;
pub const DFMT_SHARE_SPELLING_BASE64: u32 = 5;
pub const DFMT_SHARE_SPELLING_HEX: u32 = 6;
pub const DFMT_SHARE_SPELLING_BROKEN: u32 = 7;
pub const DFMT_SHARE_SPELLING_NUMBER: u32 = 8;

pub const DFMT_SHARE_BY_PLACE: u32 = 0;
pub const DFMT_SHARE_BY_LEARNED: u32 = 1;
pub const DFMT_SHARE_BY_FORM: u32 = 2;

pub const DFMT_ERR_SHARE_LEFT: u32 = 950;
pub const DFMT_ERR_SHARE_NOT_SEARCHED: u32 = 951;

pub const DFMT_SHARE_ROW: u32 = 16781313;
pub const DFMT_SHARE_RESULT: u32 = 16781314;
pub const DFMT_SHARE_LEFT_OUT: u32 = 16781315;
pub const DFMT_SHARE_DOUBTFUL: u32 = 16781316;
pub const DFMT_SHARE_UNMATCHED: u32 = 16781317;
pub const DFMT_SHARE_TYPE_PROFILE: u32 = 16814209;
pub const DFMT_SHARE_TYPE_CLASS: u32 = 16814210;
pub const DFMT_SHARE_TYPE_SPELLING: u32 = 16814211;
pub const DFMT_SHARE_TYPE_HOW: u32 = 16814212;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct dfmt_share_row {
    pub head: dfmt_head,
    pub value_class: u32,
    pub spelling: u32,
    pub how: u32,
    pub reserved: u32,
    pub carrier: dfmt_str,
    pub n: u64,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct dfmt_share_left_out {
    pub head: dfmt_head,
    pub input: u64,
    pub name: dfmt_str,
    pub message: dfmt_str,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct dfmt_share_doubtful {
    pub head: dfmt_head,
    pub value_class: u32,
    pub reserved: u32,
    pub n_values: u64,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct dfmt_share_unmatched {
    pub head: dfmt_head,
    pub pattern: u64,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct dfmt_share_result {
    pub head: dfmt_head,
    pub n_values: u64,
    pub n_places: u64,
    pub n_lines: u64,
    pub bytes_in: u64,
    pub bytes_out: u64,
    pub n_left_out: u64,
}

pub const DFMT_OPS_TEXT_FORM: u32 = 16779777;
pub const DFMT_OPS_TEXT_RECOVER: u32 = 16779778;
pub const DFMT_OPS_TEXT_SAFE: u32 = 16779779;
pub const DFMT_OPS_TEXT_VERBOSE: u32 = 16779780;
pub const DFMT_OPS_TEXT_THREAD_IDS: u32 = 16779781;
pub const DFMT_OPS_TEXT_CALL_NUMBERS: u32 = 16779782;
pub const DFMT_OPS_TEXT_ARG_NAMES: u32 = 16779783;
pub const DFMT_OPS_TEXT_MULTILINE: u32 = 16779784;
pub const DFMT_OPS_TEXT_HONEST: u32 = 16779785;
pub const DFMT_OPS_TEXT_COLOR: u32 = 16779786;
pub const DFMT_OPS_TEXT_PAYLOAD: u32 = 16779787;

pub const DFMT_TEXT_USUAL: u32 = 0;
pub const DFMT_TEXT_TEXT: u32 = 1;
pub const DFMT_TEXT_DUMP: u32 = 2;
pub const DFMT_TEXT_PERF_SCRIPT: u32 = 3;
pub const DFMT_TEXT_ON_CPU: u32 = 4;
pub const DFMT_TEXT_OFF_CPU: u32 = 5;
pub const DFMT_TEXT_ON_OFF_CPU: u32 = 6;
pub const DFMT_TEXT_MIXED_ON_OFF_CPU: u32 = 7;
pub const DFMT_TEXT_ANDROID: u32 = 8;
pub const DFMT_TEXT_JSON: u32 = 9;

pub const DFMT_TEXT_RECOVER_NONE: u32 = 0;
pub const DFMT_TEXT_RECOVER_CUT: u32 = 1;
pub const DFMT_TEXT_RECOVER_ALL: u32 = 2;

pub const DFMT_TEXT_TYPE_FORM: u32 = 16812673;
pub const DFMT_TEXT_TYPE_RECOVER: u32 = 16812674;
pub const DFMT_TEXT_TYPE_PAYLOAD: u32 = 16812675;

pub type dfmt_text_remark_fn = Option<unsafe extern "C" fn(user: *mut c_void, d: *const dfmt_diagnostic)>;

pub type dfmt_text_blob_fn = Option<unsafe extern "C" fn(user: *mut c_void, value: *const dfmt_apitrace_value, name: dfmt_str) -> dfmt_status>;

pub const DFMT_OPS_TRIAGE_KNOWN: u32 = 16781569;

pub const DFMT_TRIAGE_FINDING: u32 = 16781569;
pub const DFMT_TRIAGE_RESULT: u32 = 16781570;
pub const DFMT_TRIAGE_EVIDENCE: u32 = 16781571;

pub const DFMT_TRIAGE_EVIDENCE_HAS_LINE: u32 = 1;
pub const DFMT_TRIAGE_EVIDENCE_HAS_ENTRY: u32 = 2;
pub const DFMT_TRIAGE_EVIDENCE_HAS_SECTION: u32 = 4;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct dfmt_triage_evidence {
    pub entry: dfmt_str,
    pub section: dfmt_str,
    pub start_offset: u64,
    pub line: u64,
    pub present: u32,
    pub reserved: u32,
}

pub const DFMT_TRIAGE_FINDING_HAS_FILE: u32 = 1;
pub const DFMT_TRIAGE_FINDING_HAS_SEVERITY: u32 = 2;
pub const DFMT_TRIAGE_FINDING_HAS_PROCESS_ID: u32 = 4;
pub const DFMT_TRIAGE_FINDING_HAS_PROCESS_NAME: u32 = 8;
pub const DFMT_TRIAGE_FINDING_HAS_TIME_TEXT: u32 = 16;
pub const DFMT_TRIAGE_FINDING_HAS_SIGNATURE: u32 = 32;
pub const DFMT_TRIAGE_FINDING_HAS_ADDRESS_SIGNATURE: u32 = 64;
pub const DFMT_TRIAGE_FINDING_HAS_TITLE: u32 = 128;
pub const DFMT_TRIAGE_FINDING_HAS_PLACE: u32 = 256;
pub const DFMT_TRIAGE_FINDING_HAS_MESSAGE: u32 = 512;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct dfmt_triage_finding {
    pub head: dfmt_head,
    pub present: u32,
    pub rank: u32,
    pub severity: u32,
    pub known: u32,
    pub truncated: u32,
    pub process_id: i32,
    pub input: u64,
    pub count: u64,
    pub file: dfmt_str,
    pub kind: dfmt_str,
    pub process_name: dfmt_str,
    pub time_text: dfmt_str,
    pub signature: dfmt_str,
    pub address_signature: dfmt_str,
    pub title: dfmt_str,
    pub place: dfmt_str,
    pub evidence: *const dfmt_triage_evidence,
    pub n_evidence: u64,
    pub message: dfmt_str,
    pub retraced: u32,
    pub reserved: u32,
}

pub const DFMT_TRIAGE_RESULT_HAS_INPUT: u32 = 1;
pub const DFMT_TRIAGE_RESULT_HAS_FILE: u32 = 2;
pub const DFMT_TRIAGE_RESULT_HAS_FORMAT: u32 = 4;
pub const DFMT_TRIAGE_RESULT_HAS_PROBLEM: u32 = 8;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct dfmt_triage_result {
    pub head: dfmt_head,
    pub present: u32,
    pub reserved: u32,
    pub input: u64,
    pub n_findings: u64,
    pub n_known: u64,
    pub n_damaged: u64,
    pub byte_offset: u64,
    pub file: dfmt_str,
    pub format: dfmt_str,
    pub problem: dfmt_str,
}

pub const DFMT_OPS_VALUE_KEY: u32 = 16781057;
pub const DFMT_OPS_VALUE_WHICH: u32 = 16781058;
pub const DFMT_OPS_VALUE_MODE: u32 = 16781059;

pub const DFMT_VALUE_FIRST: u32 = 0;
pub const DFMT_VALUE_LAST: u32 = 1;
pub const DFMT_VALUE_ALL: u32 = 2;

pub const DFMT_VALUE_TYPE_WHICH: u32 = 16813953;
pub const DFMT_VALUE_TYPE_MODE: u32 = 16813954;

pub type dfmt_value_remark_fn = Option<unsafe extern "C" fn(user: *mut c_void, d: *const dfmt_diagnostic)>;

pub const DFMT_OPS_VERIFY_STRICT: u32 = 16778241;
pub const DFMT_OPS_VERIFY_LEAST: u32 = 16778242;
pub const DFMT_OPS_VERIFY_RECOVER: u32 = 16778243;

pub const DFMT_VERIFY_SOUND: u32 = 0;
pub const DFMT_VERIFY_PROBLEMS: u32 = 1;
pub const DFMT_VERIFY_UNCHECKED: u32 = 2;

pub const DFMT_VERIFY_PROBLEM: u32 = 16778241;
pub const DFMT_VERIFY_RESULT: u32 = 16778242;
pub const DFMT_VERIFY_TYPE_VERDICT: u32 = 16811137;

pub const DFMT_VERIFY_PROBLEM_HAS_FILE: u32 = 1;
pub const DFMT_VERIFY_PROBLEM_HAS_NUMBER: u32 = 2;
pub const DFMT_VERIFY_PROBLEM_HAS_LINE: u32 = 4;
pub const DFMT_VERIFY_PROBLEM_HAS_BYTE_OFFSET: u32 = 8;
pub const DFMT_VERIFY_PROBLEM_HAS_PLACE: u32 = 16;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct dfmt_verify_problem {
    pub head: dfmt_head,
    pub present: u32,
    pub severity: u32,
    pub number: u32,
    pub counts: u32,
    pub input: u64,
    pub line: u64,
    pub byte_offset: u64,
    pub file: dfmt_str,
    pub place: dfmt_str,
    pub message: dfmt_str,
}

pub const DFMT_VERIFY_RESULT_HAS_INPUT: u32 = 1;
pub const DFMT_VERIFY_RESULT_HAS_FILE: u32 = 2;
pub const DFMT_VERIFY_RESULT_HAS_FORMAT: u32 = 4;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct dfmt_verify_result {
    pub head: dfmt_head,
    pub present: u32,
    pub verdict: u32,
    pub input: u64,
    pub file: dfmt_str,
    pub format: dfmt_str,
    pub n_problems: u64,
    pub n_notes: u64,
    pub n_records: u64,
    pub n_values: u64,
    pub value_bytes: u64,
    pub n_unchecked: u64,
    pub n_no_codec: u64,
    pub n_left_out: u64,
}

#[repr(C)]
pub struct dfmt_op {
    _opaque: [u8; 0],
}

extern "C" {
    pub fn dfmt_op_add(op: *mut dfmt_op, s: *mut dfmt_source) -> dfmt_status;
    pub fn dfmt_op_run(op: *mut dfmt_op) -> dfmt_status;
    pub fn dfmt_op_input(op: *const dfmt_op) -> u64;
    pub fn dfmt_op_accept(op: *mut dfmt_op) -> dfmt_status;
    pub fn dfmt_op_drop(op: *mut dfmt_op) -> dfmt_status;
    pub fn dfmt_op_progress(op: *mut dfmt_op, r#fn: dfmt_progress_fn, user: *mut c_void) -> dfmt_status;
    pub fn dfmt_op_limit(op: *mut dfmt_op, key: u32, value: u64) -> dfmt_status;
    pub fn dfmt_op_rows(op: *mut dfmt_op, out: *mut *mut dfmt_rows) -> dfmt_status;
    pub fn dfmt_op_error(op: *const dfmt_op) -> *const dfmt_error;
    pub fn dfmt_op_key(op: *const dfmt_op, out: *mut dfmt_str) -> dfmt_status;
    pub fn dfmt_op_free(op: *mut dfmt_op);
    pub fn dfmt_ops_describe(r#type: u32) -> *const dfmt_type;
    pub fn dfmt_ops_type_at(index: u32) -> *const dfmt_type;
    pub fn dfmt_ops_option_at(index: u32) -> *const dfmt_option;
    pub fn dfmt_ops_option_find(key: u32) -> *const dfmt_option;
    pub fn dfmt_profile_new(c: *const dfmt_config, out: *mut *mut dfmt_op) -> dfmt_status;
    pub fn dfmt_profile_rows(op: *mut dfmt_op, what: u32, out: *mut *mut dfmt_rows) -> dfmt_status;
    pub fn dfmt_profile_merge(into: *mut dfmt_op, from: *mut dfmt_op) -> dfmt_status;
    pub fn dfmt_profile_write(op: *mut dfmt_op, form: u32, look: *const dfmt_flame_look, to: *mut dfmt_sink) -> dfmt_status;
    pub fn dfmt_compare_rows(c: *const dfmt_config, before: *const *mut dfmt_op, n_before: u64, after: *const *mut dfmt_op, n_after: u64, what: u32, out: *mut *mut dfmt_rows) -> dfmt_status;
    pub fn dfmt_compare_flame(before: *mut dfmt_op, after: *mut dfmt_op, look: *const dfmt_flame_look, to: *mut dfmt_sink) -> dfmt_status;
    pub fn dfmt_convert_new(c: *const dfmt_config, out: *mut *mut dfmt_op) -> dfmt_status;
    pub fn dfmt_convert_to(op: *mut dfmt_op, to: *mut dfmt_sink) -> dfmt_status;
    pub fn dfmt_diff_new(c: *const dfmt_config, out: *mut *mut dfmt_op) -> dfmt_status;
    pub fn dfmt_extract_new(c: *const dfmt_config, out: *mut *mut dfmt_op) -> dfmt_status;
    pub fn dfmt_extract_to(op: *mut dfmt_op, directory: i32) -> dfmt_status;
    pub fn dfmt_heap_new(c: *const dfmt_config, out: *mut *mut dfmt_op) -> dfmt_status;
    pub fn dfmt_heap_rows(op: *mut dfmt_op, what: u32, out: *mut *mut dfmt_rows) -> dfmt_status;
    pub fn dfmt_heap_growth_rows(before: *mut dfmt_op, after: *mut dfmt_op, out: *mut *mut dfmt_rows) -> dfmt_status;
    pub fn dfmt_info_new(c: *const dfmt_config, out: *mut *mut dfmt_op) -> dfmt_status;
    pub fn dfmt_list_new(c: *const dfmt_config, out: *mut *mut dfmt_op) -> dfmt_status;
    pub fn dfmt_repair_new(c: *const dfmt_config, out: *mut *mut dfmt_op) -> dfmt_status;
    pub fn dfmt_search_new(c: *const dfmt_config, out: *mut *mut dfmt_op) -> dfmt_status;
    pub fn dfmt_share_new(c: *const dfmt_config, out: *mut *mut dfmt_op) -> dfmt_status;
    pub fn dfmt_share_to(op: *mut dfmt_op, to: *mut dfmt_sink) -> dfmt_status;
    pub fn dfmt_share_review(op: *mut dfmt_op, to: *mut dfmt_sink) -> dfmt_status;
    pub fn dfmt_share_check(op: *mut dfmt_op, of: *mut dfmt_source) -> dfmt_status;
    pub fn dfmt_text_new(c: *const dfmt_config, out: *mut *mut dfmt_op) -> dfmt_status;
    pub fn dfmt_text_to(op: *mut dfmt_op, to: *mut dfmt_sink) -> dfmt_status;
    pub fn dfmt_text_remarks(op: *mut dfmt_op, r#fn: dfmt_text_remark_fn, user: *mut c_void) -> dfmt_status;
    pub fn dfmt_text_blobs(op: *mut dfmt_op, r#fn: dfmt_text_blob_fn, user: *mut c_void) -> dfmt_status;
    pub fn dfmt_text_call(op: *mut dfmt_op, call: *const dfmt_apitrace_call, to: *mut dfmt_sink) -> dfmt_status;
    pub fn dfmt_text_value(op: *mut dfmt_op, value: *const dfmt_apitrace_value, to: *mut dfmt_sink) -> dfmt_status;
    pub fn dfmt_triage_new(c: *const dfmt_config, out: *mut *mut dfmt_op) -> dfmt_status;
    pub fn dfmt_value_new(c: *const dfmt_config, out: *mut *mut dfmt_op) -> dfmt_status;
    pub fn dfmt_value_to(op: *mut dfmt_op, to: *mut dfmt_sink) -> dfmt_status;
    pub fn dfmt_value_remarks(op: *mut dfmt_op, r#fn: dfmt_value_remark_fn, user: *mut c_void) -> dfmt_status;
    pub fn dfmt_value_count(op: *const dfmt_op) -> u64;
    pub fn dfmt_value_source(op: *mut dfmt_op, out: *mut *mut dfmt_source, used: *mut u64, format: *mut u32) -> dfmt_status;
    pub fn dfmt_value_holder(start: *const c_void, n: u64) -> u32;
    pub fn dfmt_verify_new(c: *const dfmt_config, out: *mut *mut dfmt_op) -> dfmt_status;
}

/// Name, size and members of each struct, for tests.
#[doc(hidden)]
pub const OPS_LAYOUT: &[(&str, usize, &[(&str, usize)])] = &[
    ("dfmt_profile_facts", size_of::<dfmt_profile_facts>(), &[("head", offset_of!(dfmt_profile_facts, head)), ("weight", offset_of!(dfmt_profile_facts, weight)), ("unit", offset_of!(dfmt_profile_facts, unit)), ("total", offset_of!(dfmt_profile_facts, total)), ("count", offset_of!(dfmt_profile_facts, count)), ("n_left_out", offset_of!(dfmt_profile_facts, n_left_out)), ("n_inputs", offset_of!(dfmt_profile_facts, n_inputs)), ("n_partial", offset_of!(dfmt_profile_facts, n_partial)), ("n_dropped", offset_of!(dfmt_profile_facts, n_dropped))]),
    ("dfmt_profile_frame", size_of::<dfmt_profile_frame>(), &[("function", offset_of!(dfmt_profile_frame, function)), ("file", offset_of!(dfmt_profile_frame, file))]),
    ("dfmt_profile_row", size_of::<dfmt_profile_row>(), &[("head", offset_of!(dfmt_profile_row, head)), ("present", offset_of!(dfmt_profile_row, present)), ("depth", offset_of!(dfmt_profile_row, depth)), ("thread_id", offset_of!(dfmt_profile_row, thread_id)), ("process_id", offset_of!(dfmt_profile_row, process_id)), ("event", offset_of!(dfmt_profile_row, event)), ("thread_name", offset_of!(dfmt_profile_row, thread_name)), ("process_name", offset_of!(dfmt_profile_row, process_name)), ("heap", offset_of!(dfmt_profile_row, heap)), ("self", offset_of!(dfmt_profile_row, self_)), ("total", offset_of!(dfmt_profile_row, total)), ("self_share", offset_of!(dfmt_profile_row, self_share)), ("total_share", offset_of!(dfmt_profile_row, total_share)), ("self_count", offset_of!(dfmt_profile_row, self_count)), ("total_count", offset_of!(dfmt_profile_row, total_count)), ("block_bytes", offset_of!(dfmt_profile_row, block_bytes)), ("function", offset_of!(dfmt_profile_row, function)), ("linker_name", offset_of!(dfmt_profile_row, linker_name)), ("file", offset_of!(dfmt_profile_row, file)), ("frames", offset_of!(dfmt_profile_row, frames)), ("n_frames", offset_of!(dfmt_profile_row, n_frames))]),
    ("dfmt_flame_look", size_of::<dfmt_flame_look>(), &[("size", offset_of!(dfmt_flame_look, size)), ("inverted", offset_of!(dfmt_flame_look, inverted)), ("width", offset_of!(dfmt_flame_look, width)), ("min_width", offset_of!(dfmt_flame_look, min_width)), ("title", offset_of!(dfmt_flame_look, title))]),
    ("dfmt_compare_facts", size_of::<dfmt_compare_facts>(), &[("head", offset_of!(dfmt_compare_facts, head)), ("weight", offset_of!(dfmt_compare_facts, weight)), ("unit", offset_of!(dfmt_compare_facts, unit)), ("n_before", offset_of!(dfmt_compare_facts, n_before)), ("n_after", offset_of!(dfmt_compare_facts, n_after)), ("total_before", offset_of!(dfmt_compare_facts, total_before)), ("total_after", offset_of!(dfmt_compare_facts, total_after)), ("scale", offset_of!(dfmt_compare_facts, scale)), ("n_changed", offset_of!(dfmt_compare_facts, n_changed))]),
    ("dfmt_compare_row", size_of::<dfmt_compare_row>(), &[("head", offset_of!(dfmt_compare_row, head)), ("present", offset_of!(dfmt_compare_row, present)), ("verdict", offset_of!(dfmt_compare_row, verdict)), ("before", offset_of!(dfmt_compare_row, before)), ("after", offset_of!(dfmt_compare_row, after)), ("delta", offset_of!(dfmt_compare_row, delta)), ("before_share", offset_of!(dfmt_compare_row, before_share)), ("after_share", offset_of!(dfmt_compare_row, after_share)), ("delta_share", offset_of!(dfmt_compare_row, delta_share)), ("low", offset_of!(dfmt_compare_row, low)), ("high", offset_of!(dfmt_compare_row, high)), ("q", offset_of!(dfmt_compare_row, q)), ("function", offset_of!(dfmt_compare_row, function)), ("file", offset_of!(dfmt_compare_row, file)), ("linker_name", offset_of!(dfmt_compare_row, linker_name))]),
    ("dfmt_convert_result", size_of::<dfmt_convert_result>(), &[("head", offset_of!(dfmt_convert_result, head)), ("present", offset_of!(dfmt_convert_result, present)), ("variant", offset_of!(dfmt_convert_result, variant)), ("format", offset_of!(dfmt_convert_result, format)), ("n_inputs", offset_of!(dfmt_convert_result, n_inputs)), ("n_read", offset_of!(dfmt_convert_result, n_read)), ("n_written", offset_of!(dfmt_convert_result, n_written)), ("bytes_in", offset_of!(dfmt_convert_result, bytes_in)), ("bytes_out", offset_of!(dfmt_convert_result, bytes_out)), ("n_problems", offset_of!(dfmt_convert_result, n_problems)), ("n_left_out", offset_of!(dfmt_convert_result, n_left_out))]),
    ("dfmt_convert_note", size_of::<dfmt_convert_note>(), &[("head", offset_of!(dfmt_convert_note, head)), ("present", offset_of!(dfmt_convert_note, present)), ("severity", offset_of!(dfmt_convert_note, severity)), ("number", offset_of!(dfmt_convert_note, number)), ("reserved", offset_of!(dfmt_convert_note, reserved)), ("input", offset_of!(dfmt_convert_note, input)), ("line", offset_of!(dfmt_convert_note, line)), ("byte_offset", offset_of!(dfmt_convert_note, byte_offset)), ("bytes", offset_of!(dfmt_convert_note, bytes)), ("file", offset_of!(dfmt_convert_note, file)), ("place", offset_of!(dfmt_convert_note, place)), ("message", offset_of!(dfmt_convert_note, message))]),
    ("dfmt_diff_facts", size_of::<dfmt_diff_facts>(), &[("head", offset_of!(dfmt_diff_facts, head)), ("equal", offset_of!(dfmt_diff_facts, equal)), ("complete", offset_of!(dfmt_diff_facts, complete)), ("partial", offset_of!(dfmt_diff_facts, partial)), ("reserved", offset_of!(dfmt_diff_facts, reserved)), ("n_before", offset_of!(dfmt_diff_facts, n_before)), ("n_after", offset_of!(dfmt_diff_facts, n_after)), ("n_differences", offset_of!(dfmt_diff_facts, n_differences)), ("n_left_out", offset_of!(dfmt_diff_facts, n_left_out)), ("n_problems", offset_of!(dfmt_diff_facts, n_problems))]),
    ("dfmt_diff_row", size_of::<dfmt_diff_row>(), &[("head", offset_of!(dfmt_diff_row, head)), ("present", offset_of!(dfmt_diff_row, present)), ("change", offset_of!(dfmt_diff_row, change)), ("before_offset", offset_of!(dfmt_diff_row, before_offset)), ("after_offset", offset_of!(dfmt_diff_row, after_offset)), ("record", offset_of!(dfmt_diff_row, record_)), ("before_place", offset_of!(dfmt_diff_row, before_place)), ("after_place", offset_of!(dfmt_diff_row, after_place)), ("member", offset_of!(dfmt_diff_row, member)), ("before", offset_of!(dfmt_diff_row, before)), ("after", offset_of!(dfmt_diff_row, after))]),
    ("dfmt_extract_problem", size_of::<dfmt_extract_problem>(), &[("head", offset_of!(dfmt_extract_problem, head)), ("present", offset_of!(dfmt_extract_problem, present)), ("what", offset_of!(dfmt_extract_problem, what)), ("severity", offset_of!(dfmt_extract_problem, severity)), ("status", offset_of!(dfmt_extract_problem, status)), ("number", offset_of!(dfmt_extract_problem, number)), ("option", offset_of!(dfmt_extract_problem, option)), ("needed", offset_of!(dfmt_extract_problem, needed)), ("line", offset_of!(dfmt_extract_problem, line)), ("byte_offset", offset_of!(dfmt_extract_problem, byte_offset)), ("skipped", offset_of!(dfmt_extract_problem, skipped)), ("file", offset_of!(dfmt_extract_problem, file)), ("key", offset_of!(dfmt_extract_problem, key)), ("problem", offset_of!(dfmt_extract_problem, problem))]),
    ("dfmt_extract_total", size_of::<dfmt_extract_total>(), &[("head", offset_of!(dfmt_extract_total, head)), ("n_files", offset_of!(dfmt_extract_total, n_files)), ("bytes", offset_of!(dfmt_extract_total, bytes)), ("n_problems", offset_of!(dfmt_extract_total, n_problems)), ("n_left_out", offset_of!(dfmt_extract_total, n_left_out))]),
    ("dfmt_heap_facts", size_of::<dfmt_heap_facts>(), &[("head", offset_of!(dfmt_heap_facts, head)), ("partial", offset_of!(dfmt_heap_facts, partial)), ("limited", offset_of!(dfmt_heap_facts, limited)), ("bytes", offset_of!(dfmt_heap_facts, bytes)), ("blocks", offset_of!(dfmt_heap_facts, blocks)), ("allocated_bytes", offset_of!(dfmt_heap_facts, allocated_bytes)), ("allocated_blocks", offset_of!(dfmt_heap_facts, allocated_blocks)), ("peak_bytes", offset_of!(dfmt_heap_facts, peak_bytes)), ("peak_blocks", offset_of!(dfmt_heap_facts, peak_blocks)), ("app_bytes", offset_of!(dfmt_heap_facts, app_bytes)), ("app_blocks", offset_of!(dfmt_heap_facts, app_blocks)), ("at_ns", offset_of!(dfmt_heap_facts, at_ns)), ("n_ops", offset_of!(dfmt_heap_facts, n_ops)), ("n_unknown_frees", offset_of!(dfmt_heap_facts, n_unknown_frees)), ("n_unknown_reallocs", offset_of!(dfmt_heap_facts, n_unknown_reallocs)), ("n_duplicates", offset_of!(dfmt_heap_facts, n_duplicates)), ("n_announced", offset_of!(dfmt_heap_facts, n_announced)), ("n_problems", offset_of!(dfmt_heap_facts, n_problems))]),
    ("dfmt_heap_frame", size_of::<dfmt_heap_frame>(), &[("present", offset_of!(dfmt_heap_frame, present)), ("reserved", offset_of!(dfmt_heap_frame, reserved)), ("function", offset_of!(dfmt_heap_frame, function)), ("function_offset", offset_of!(dfmt_heap_frame, function_offset)), ("file", offset_of!(dfmt_heap_frame, file)), ("file_offset", offset_of!(dfmt_heap_frame, file_offset)), ("library_offset", offset_of!(dfmt_heap_frame, library_offset)), ("pc", offset_of!(dfmt_heap_frame, pc))]),
    ("dfmt_heap_row", size_of::<dfmt_heap_row>(), &[("head", offset_of!(dfmt_heap_row, head)), ("present", offset_of!(dfmt_heap_row, present)), ("thread_id", offset_of!(dfmt_heap_row, thread_id)), ("process_id", offset_of!(dfmt_heap_row, process_id)), ("reserved", offset_of!(dfmt_heap_row, reserved)), ("bytes", offset_of!(dfmt_heap_row, bytes)), ("blocks", offset_of!(dfmt_heap_row, blocks)), ("allocated_bytes", offset_of!(dfmt_heap_row, allocated_bytes)), ("allocated_blocks", offset_of!(dfmt_heap_row, allocated_blocks)), ("peak_bytes", offset_of!(dfmt_heap_row, peak_bytes)), ("peak_blocks", offset_of!(dfmt_heap_row, peak_blocks)), ("app_bytes", offset_of!(dfmt_heap_row, app_bytes)), ("app_blocks", offset_of!(dfmt_heap_row, app_blocks)), ("block_bytes", offset_of!(dfmt_heap_row, block_bytes)), ("oldest_op_number", offset_of!(dfmt_heap_row, oldest_op_number)), ("oldest_start_ns", offset_of!(dfmt_heap_row, oldest_start_ns)), ("oldest_age_ns", offset_of!(dfmt_heap_row, oldest_age_ns)), ("program", offset_of!(dfmt_heap_row, program)), ("frames", offset_of!(dfmt_heap_row, frames)), ("n_frames", offset_of!(dfmt_heap_row, n_frames)), ("elf_addresses", offset_of!(dfmt_heap_row, elf_addresses)), ("n_elf_addresses", offset_of!(dfmt_heap_row, n_elf_addresses))]),
    ("dfmt_heap_growth_facts", size_of::<dfmt_heap_growth_facts>(), &[("head", offset_of!(dfmt_heap_growth_facts, head)), ("frames_by", offset_of!(dfmt_heap_growth_facts, frames_by)), ("reserved", offset_of!(dfmt_heap_growth_facts, reserved)), ("before_bytes", offset_of!(dfmt_heap_growth_facts, before_bytes)), ("after_bytes", offset_of!(dfmt_heap_growth_facts, after_bytes)), ("before_blocks", offset_of!(dfmt_heap_growth_facts, before_blocks)), ("after_blocks", offset_of!(dfmt_heap_growth_facts, after_blocks)), ("n_differences", offset_of!(dfmt_heap_growth_facts, n_differences)), ("n_new", offset_of!(dfmt_heap_growth_facts, n_new)), ("n_gone", offset_of!(dfmt_heap_growth_facts, n_gone)), ("n_grown", offset_of!(dfmt_heap_growth_facts, n_grown)), ("n_shrunk", offset_of!(dfmt_heap_growth_facts, n_shrunk)), ("n_same", offset_of!(dfmt_heap_growth_facts, n_same)), ("n_problems", offset_of!(dfmt_heap_growth_facts, n_problems))]),
    ("dfmt_heap_growth", size_of::<dfmt_heap_growth>(), &[("head", offset_of!(dfmt_heap_growth, head)), ("present", offset_of!(dfmt_heap_growth, present)), ("change", offset_of!(dfmt_heap_growth, change)), ("side", offset_of!(dfmt_heap_growth, side)), ("reserved", offset_of!(dfmt_heap_growth, reserved)), ("bytes_delta", offset_of!(dfmt_heap_growth, bytes_delta)), ("before_bytes", offset_of!(dfmt_heap_growth, before_bytes)), ("after_bytes", offset_of!(dfmt_heap_growth, after_bytes)), ("blocks_delta", offset_of!(dfmt_heap_growth, blocks_delta)), ("before_blocks", offset_of!(dfmt_heap_growth, before_blocks)), ("after_blocks", offset_of!(dfmt_heap_growth, after_blocks)), ("frames", offset_of!(dfmt_heap_growth, frames)), ("n_frames", offset_of!(dfmt_heap_growth, n_frames)), ("elf_addresses", offset_of!(dfmt_heap_growth, elf_addresses)), ("n_elf_addresses", offset_of!(dfmt_heap_growth, n_elf_addresses))]),
    ("dfmt_info_file", size_of::<dfmt_info_file>(), &[("head", offset_of!(dfmt_info_file, head)), ("present", offset_of!(dfmt_info_file, present)), ("wrapper", offset_of!(dfmt_info_file, wrapper)), ("complete", offset_of!(dfmt_info_file, complete)), ("reserved", offset_of!(dfmt_info_file, reserved)), ("file", offset_of!(dfmt_info_file, file)), ("set_name", offset_of!(dfmt_info_file, set_name)), ("format", offset_of!(dfmt_info_file, format)), ("bytes", offset_of!(dfmt_info_file, bytes)), ("n_records", offset_of!(dfmt_info_file, n_records)), ("n_problems", offset_of!(dfmt_info_file, n_problems))]),
    ("dfmt_info_report", size_of::<dfmt_info_report>(), &[("head", offset_of!(dfmt_info_report, head)), ("present", offset_of!(dfmt_info_report, present)), ("reserved", offset_of!(dfmt_info_report, reserved)), ("file", offset_of!(dfmt_info_report, file)), ("set_name", offset_of!(dfmt_info_report, set_name)), ("problem_type", offset_of!(dfmt_info_report, problem_type)), ("n_fields", offset_of!(dfmt_info_report, n_fields)), ("n_text", offset_of!(dfmt_info_report, n_text)), ("n_base64", offset_of!(dfmt_info_report, n_base64)), ("n_missing", offset_of!(dfmt_info_report, n_missing)), ("n_repeated", offset_of!(dfmt_info_report, n_repeated))]),
    ("dfmt_info_field", size_of::<dfmt_info_field>(), &[("head", offset_of!(dfmt_info_field, head)), ("present", offset_of!(dfmt_info_field, present)), ("category", offset_of!(dfmt_info_field, category)), ("encoding", offset_of!(dfmt_info_field, encoding)), ("compression", offset_of!(dfmt_info_field, compression)), ("repeated", offset_of!(dfmt_info_field, repeated)), ("reserved", offset_of!(dfmt_info_field, reserved)), ("file", offset_of!(dfmt_info_field, file)), ("set_name", offset_of!(dfmt_info_field, set_name)), ("key", offset_of!(dfmt_info_field, key)), ("text", offset_of!(dfmt_info_field, text)), ("n_lines", offset_of!(dfmt_info_field, n_lines)), ("stored_size", offset_of!(dfmt_info_field, stored_size))]),
    ("dfmt_info_missing", size_of::<dfmt_info_missing>(), &[("head", offset_of!(dfmt_info_missing, head)), ("present", offset_of!(dfmt_info_missing, present)), ("reserved", offset_of!(dfmt_info_missing, reserved)), ("file", offset_of!(dfmt_info_missing, file)), ("set_name", offset_of!(dfmt_info_missing, set_name)), ("key", offset_of!(dfmt_info_missing, key))]),
    ("dfmt_info_trace", size_of::<dfmt_info_trace>(), &[("head", offset_of!(dfmt_info_trace, head)), ("present", offset_of!(dfmt_info_trace, present)), ("version", offset_of!(dfmt_info_trace, version)), ("semantic_version", offset_of!(dfmt_info_trace, semantic_version)), ("container", offset_of!(dfmt_info_trace, container)), ("file", offset_of!(dfmt_info_trace, file)), ("set_name", offset_of!(dfmt_info_trace, set_name)), ("api", offset_of!(dfmt_info_trace, api)), ("n_calls", offset_of!(dfmt_info_trace, n_calls)), ("n_fake", offset_of!(dfmt_info_trace, n_fake)), ("n_incomplete", offset_of!(dfmt_info_trace, n_incomplete)), ("n_frames", offset_of!(dfmt_info_trace, n_frames)), ("n_threads", offset_of!(dfmt_info_trace, n_threads)), ("event_bytes", offset_of!(dfmt_info_trace, event_bytes)), ("n_blobs", offset_of!(dfmt_info_trace, n_blobs)), ("blob_bytes", offset_of!(dfmt_info_trace, blob_bytes))]),
    ("dfmt_info_property", size_of::<dfmt_info_property>(), &[("head", offset_of!(dfmt_info_property, head)), ("present", offset_of!(dfmt_info_property, present)), ("reserved", offset_of!(dfmt_info_property, reserved)), ("file", offset_of!(dfmt_info_property, file)), ("set_name", offset_of!(dfmt_info_property, set_name)), ("key", offset_of!(dfmt_info_property, key)), ("value", offset_of!(dfmt_info_property, value))]),
    ("dfmt_info_function", size_of::<dfmt_info_function>(), &[("head", offset_of!(dfmt_info_function, head)), ("present", offset_of!(dfmt_info_function, present)), ("reserved", offset_of!(dfmt_info_function, reserved)), ("file", offset_of!(dfmt_info_function, file)), ("set_name", offset_of!(dfmt_info_function, set_name)), ("function", offset_of!(dfmt_info_function, function)), ("n_calls", offset_of!(dfmt_info_function, n_calls)), ("bytes", offset_of!(dfmt_info_function, bytes)), ("n_blobs", offset_of!(dfmt_info_function, n_blobs)), ("blob_bytes", offset_of!(dfmt_info_function, blob_bytes))]),
    ("dfmt_info_frame", size_of::<dfmt_info_frame>(), &[("head", offset_of!(dfmt_info_frame, head)), ("present", offset_of!(dfmt_info_frame, present)), ("ended", offset_of!(dfmt_info_frame, ended)), ("file", offset_of!(dfmt_info_frame, file)), ("set_name", offset_of!(dfmt_info_frame, set_name)), ("frame", offset_of!(dfmt_info_frame, frame)), ("first_call", offset_of!(dfmt_info_frame, first_call)), ("last_call", offset_of!(dfmt_info_frame, last_call)), ("n_calls", offset_of!(dfmt_info_frame, n_calls)), ("bytes", offset_of!(dfmt_info_frame, bytes))]),
    ("dfmt_info_profile", size_of::<dfmt_info_profile>(), &[("head", offset_of!(dfmt_info_profile, head)), ("present", offset_of!(dfmt_info_profile, present)), ("trace_offcpu", offset_of!(dfmt_info_profile, trace_offcpu)), ("file", offset_of!(dfmt_info_profile, file)), ("set_name", offset_of!(dfmt_info_profile, set_name)), ("app", offset_of!(dfmt_info_profile, app)), ("event", offset_of!(dfmt_info_profile, event)), ("n_samples", offset_of!(dfmt_info_profile, n_samples)), ("sample_count", offset_of!(dfmt_info_profile, sample_count)), ("n_lost", offset_of!(dfmt_info_profile, n_lost)), ("duration_ns", offset_of!(dfmt_info_profile, duration_ns)), ("n_stack_frames", offset_of!(dfmt_info_profile, n_stack_frames)), ("n_unnamed", offset_of!(dfmt_info_profile, n_unnamed)), ("n_incomplete", offset_of!(dfmt_info_profile, n_incomplete)), ("n_files", offset_of!(dfmt_info_profile, n_files)), ("n_symbols", offset_of!(dfmt_info_profile, n_symbols)), ("n_threads", offset_of!(dfmt_info_profile, n_threads)), ("n_switches", offset_of!(dfmt_info_profile, n_switches)), ("n_unknown", offset_of!(dfmt_info_profile, n_unknown))]),
    ("dfmt_info_event", size_of::<dfmt_info_event>(), &[("head", offset_of!(dfmt_info_event, head)), ("present", offset_of!(dfmt_info_event, present)), ("event_id", offset_of!(dfmt_info_event, event_id)), ("file", offset_of!(dfmt_info_event, file)), ("set_name", offset_of!(dfmt_info_event, set_name)), ("event", offset_of!(dfmt_info_event, event)), ("n_samples", offset_of!(dfmt_info_event, n_samples)), ("share", offset_of!(dfmt_info_event, share)), ("count", offset_of!(dfmt_info_event, count))]),
    ("dfmt_info_thread", size_of::<dfmt_info_thread>(), &[("head", offset_of!(dfmt_info_thread, head)), ("present", offset_of!(dfmt_info_thread, present)), ("process_id", offset_of!(dfmt_info_thread, process_id)), ("thread_id", offset_of!(dfmt_info_thread, thread_id)), ("reserved", offset_of!(dfmt_info_thread, reserved)), ("file", offset_of!(dfmt_info_thread, file)), ("set_name", offset_of!(dfmt_info_thread, set_name)), ("thread_name", offset_of!(dfmt_info_thread, thread_name)), ("count", offset_of!(dfmt_info_thread, count)), ("share", offset_of!(dfmt_info_thread, share)), ("n_samples", offset_of!(dfmt_info_thread, n_samples))]),
    ("dfmt_info_path", size_of::<dfmt_info_path>(), &[("head", offset_of!(dfmt_info_path, head)), ("present", offset_of!(dfmt_info_path, present)), ("file_id", offset_of!(dfmt_info_path, file_id)), ("file", offset_of!(dfmt_info_path, file)), ("set_name", offset_of!(dfmt_info_path, set_name)), ("path", offset_of!(dfmt_info_path, path)), ("count", offset_of!(dfmt_info_path, count)), ("share", offset_of!(dfmt_info_path, share)), ("n_samples", offset_of!(dfmt_info_path, n_samples))]),
    ("dfmt_info_heap", size_of::<dfmt_info_heap>(), &[("head", offset_of!(dfmt_info_heap, head)), ("present", offset_of!(dfmt_info_heap, present)), ("variant", offset_of!(dfmt_info_heap, variant)), ("marker", offset_of!(dfmt_info_heap, marker)), ("maps_failed", offset_of!(dfmt_info_heap, maps_failed)), ("file", offset_of!(dfmt_info_heap, file)), ("set_name", offset_of!(dfmt_info_heap, set_name)), ("fingerprint", offset_of!(dfmt_info_heap, fingerprint)), ("header_bytes", offset_of!(dfmt_info_heap, header_bytes)), ("header_records", offset_of!(dfmt_info_heap, header_records)), ("backtrace_size", offset_of!(dfmt_info_heap, backtrace_size)), ("bytes", offset_of!(dfmt_info_heap, bytes)), ("n_allocations", offset_of!(dfmt_info_heap, n_allocations)), ("n_alloc_records", offset_of!(dfmt_info_heap, n_alloc_records)), ("n_stacks", offset_of!(dfmt_info_heap, n_stacks)), ("n_without_frames", offset_of!(dfmt_info_heap, n_without_frames)), ("app_bytes", offset_of!(dfmt_info_heap, app_bytes)), ("n_app_allocations", offset_of!(dfmt_info_heap, n_app_allocations)), ("zygote_bytes", offset_of!(dfmt_info_heap, zygote_bytes)), ("n_zygote_allocations", offset_of!(dfmt_info_heap, n_zygote_allocations)), ("n_maps", offset_of!(dfmt_info_heap, n_maps))]),
    ("dfmt_info_size", size_of::<dfmt_info_size>(), &[("head", offset_of!(dfmt_info_size, head)), ("present", offset_of!(dfmt_info_size, present)), ("reserved", offset_of!(dfmt_info_size, reserved)), ("file", offset_of!(dfmt_info_size, file)), ("set_name", offset_of!(dfmt_info_size, set_name)), ("block_bytes", offset_of!(dfmt_info_size, block_bytes)), ("bytes", offset_of!(dfmt_info_size, bytes)), ("share", offset_of!(dfmt_info_size, share)), ("n_allocations", offset_of!(dfmt_info_size, n_allocations))]),
    ("dfmt_info_stack", size_of::<dfmt_info_stack>(), &[("head", offset_of!(dfmt_info_stack, head)), ("present", offset_of!(dfmt_info_stack, present)), ("reserved", offset_of!(dfmt_info_stack, reserved)), ("file", offset_of!(dfmt_info_stack, file)), ("set_name", offset_of!(dfmt_info_stack, set_name)), ("bytes", offset_of!(dfmt_info_stack, bytes)), ("share", offset_of!(dfmt_info_stack, share)), ("n_allocations", offset_of!(dfmt_info_stack, n_allocations)), ("app_bytes", offset_of!(dfmt_info_stack, app_bytes)), ("frames", offset_of!(dfmt_info_stack, frames)), ("n_frames", offset_of!(dfmt_info_stack, n_frames))]),
    ("dfmt_info_use", size_of::<dfmt_info_use>(), &[("head", offset_of!(dfmt_info_use, head)), ("present", offset_of!(dfmt_info_use, present)), ("reserved", offset_of!(dfmt_info_use, reserved)), ("file", offset_of!(dfmt_info_use, file)), ("set_name", offset_of!(dfmt_info_use, set_name)), ("n_operations", offset_of!(dfmt_info_use, n_operations)), ("n_threads", offset_of!(dfmt_info_use, n_threads)), ("requested_bytes", offset_of!(dfmt_info_use, requested_bytes)), ("largest_request", offset_of!(dfmt_info_use, largest_request)), ("peak_bytes", offset_of!(dfmt_info_use, peak_bytes)), ("peak_bytes_op", offset_of!(dfmt_info_use, peak_bytes_op)), ("peak_blocks", offset_of!(dfmt_info_use, peak_blocks)), ("peak_blocks_op", offset_of!(dfmt_info_use, peak_blocks_op)), ("live_bytes", offset_of!(dfmt_info_use, live_bytes)), ("live_blocks", offset_of!(dfmt_info_use, live_blocks)), ("n_failed", offset_of!(dfmt_info_use, n_failed)), ("n_unknown_free", offset_of!(dfmt_info_use, n_unknown_free)), ("n_unknown_realloc", offset_of!(dfmt_info_use, n_unknown_realloc)), ("n_duplicate", offset_of!(dfmt_info_use, n_duplicate)), ("n_free_null", offset_of!(dfmt_info_use, n_free_null)), ("duration_ns", offset_of!(dfmt_info_use, duration_ns))]),
    ("dfmt_info_operation", size_of::<dfmt_info_operation>(), &[("head", offset_of!(dfmt_info_operation, head)), ("present", offset_of!(dfmt_info_operation, present)), ("operation", offset_of!(dfmt_info_operation, operation)), ("file", offset_of!(dfmt_info_operation, file)), ("set_name", offset_of!(dfmt_info_operation, set_name)), ("n_operations", offset_of!(dfmt_info_operation, n_operations)), ("share", offset_of!(dfmt_info_operation, share))]),
    ("dfmt_info_life", size_of::<dfmt_info_life>(), &[("head", offset_of!(dfmt_info_life, head)), ("present", offset_of!(dfmt_info_life, present)), ("reserved", offset_of!(dfmt_info_life, reserved)), ("file", offset_of!(dfmt_info_life, file)), ("set_name", offset_of!(dfmt_info_life, set_name)), ("least", offset_of!(dfmt_info_life, least)), ("most", offset_of!(dfmt_info_life, most)), ("n_blocks", offset_of!(dfmt_info_life, n_blocks)), ("share", offset_of!(dfmt_info_life, share))]),
    ("dfmt_info_owner", size_of::<dfmt_info_owner>(), &[("head", offset_of!(dfmt_info_owner, head)), ("present", offset_of!(dfmt_info_owner, present)), ("thread_id", offset_of!(dfmt_info_owner, thread_id)), ("file", offset_of!(dfmt_info_owner, file)), ("set_name", offset_of!(dfmt_info_owner, set_name)), ("n_operations", offset_of!(dfmt_info_owner, n_operations)), ("share", offset_of!(dfmt_info_owner, share)), ("live_bytes", offset_of!(dfmt_info_owner, live_bytes)), ("live_blocks", offset_of!(dfmt_info_owner, live_blocks)), ("peak_bytes", offset_of!(dfmt_info_owner, peak_bytes))]),
    ("dfmt_info_log", size_of::<dfmt_info_log>(), &[("head", offset_of!(dfmt_info_log, head)), ("present", offset_of!(dfmt_info_log, present)), ("reserved", offset_of!(dfmt_info_log, reserved)), ("file", offset_of!(dfmt_info_log, file)), ("set_name", offset_of!(dfmt_info_log, set_name)), ("n_reports", offset_of!(dfmt_info_log, n_reports)), ("n_cut", offset_of!(dfmt_info_log, n_cut)), ("n_messages", offset_of!(dfmt_info_log, n_messages)), ("other_bytes", offset_of!(dfmt_info_log, other_bytes))]),
    ("dfmt_info_kind", size_of::<dfmt_info_kind>(), &[("head", offset_of!(dfmt_info_kind, head)), ("present", offset_of!(dfmt_info_kind, present)), ("reserved", offset_of!(dfmt_info_kind, reserved)), ("file", offset_of!(dfmt_info_kind, file)), ("set_name", offset_of!(dfmt_info_kind, set_name)), ("kind", offset_of!(dfmt_info_kind, kind)), ("n", offset_of!(dfmt_info_kind, n))]),
    ("dfmt_info_process", size_of::<dfmt_info_process>(), &[("head", offset_of!(dfmt_info_process, head)), ("present", offset_of!(dfmt_info_process, present)), ("process_id", offset_of!(dfmt_info_process, process_id)), ("file", offset_of!(dfmt_info_process, file)), ("set_name", offset_of!(dfmt_info_process, set_name)), ("n_reports", offset_of!(dfmt_info_process, n_reports)), ("n_messages", offset_of!(dfmt_info_process, n_messages))]),
    ("dfmt_info_device", size_of::<dfmt_info_device>(), &[("head", offset_of!(dfmt_info_device, head)), ("present", offset_of!(dfmt_info_device, present)), ("variant", offset_of!(dfmt_info_device, variant)), ("rule", offset_of!(dfmt_info_device, rule)), ("guessed", offset_of!(dfmt_info_device, guessed)), ("text_complete", offset_of!(dfmt_info_device, text_complete)), ("reserved", offset_of!(dfmt_info_device, reserved)), ("file", offset_of!(dfmt_info_device, file)), ("set_name", offset_of!(dfmt_info_device, set_name)), ("taken", offset_of!(dfmt_info_device, taken)), ("taken_from", offset_of!(dfmt_info_device, taken_from)), ("android_release", offset_of!(dfmt_info_device, android_release)), ("android_sdk", offset_of!(dfmt_info_device, android_sdk)), ("device", offset_of!(dfmt_info_device, device)), ("build", offset_of!(dfmt_info_device, build)), ("version", offset_of!(dfmt_info_device, version)), ("main_entry", offset_of!(dfmt_info_device, main_entry)), ("fallback", offset_of!(dfmt_info_device, fallback)), ("text_size", offset_of!(dfmt_info_device, text_size)), ("n_sections", offset_of!(dfmt_info_device, n_sections)), ("n_services", offset_of!(dfmt_info_device, n_services)), ("n_entries", offset_of!(dfmt_info_device, n_entries)), ("stored_size", offset_of!(dfmt_info_device, stored_size)), ("decoded_size", offset_of!(dfmt_info_device, decoded_size))]),
    ("dfmt_info_role", size_of::<dfmt_info_role>(), &[("head", offset_of!(dfmt_info_role, head)), ("present", offset_of!(dfmt_info_role, present)), ("role", offset_of!(dfmt_info_role, role)), ("file", offset_of!(dfmt_info_role, file)), ("set_name", offset_of!(dfmt_info_role, set_name)), ("n_entries", offset_of!(dfmt_info_role, n_entries)), ("stored_size", offset_of!(dfmt_info_role, stored_size)), ("decoded_size", offset_of!(dfmt_info_role, decoded_size))]),
    ("dfmt_info_section", size_of::<dfmt_info_section>(), &[("head", offset_of!(dfmt_info_section, head)), ("present", offset_of!(dfmt_info_section, present)), ("closed", offset_of!(dfmt_info_section, closed)), ("result", offset_of!(dfmt_info_section, result)), ("code", offset_of!(dfmt_info_section, code)), ("file", offset_of!(dfmt_info_section, file)), ("set_name", offset_of!(dfmt_info_section, set_name)), ("title", offset_of!(dfmt_info_section, title)), ("duration_us", offset_of!(dfmt_info_section, duration_us)), ("size", offset_of!(dfmt_info_section, size)), ("number", offset_of!(dfmt_info_section, number))]),
    ("dfmt_info_service", size_of::<dfmt_info_service>(), &[("head", offset_of!(dfmt_info_service, head)), ("present", offset_of!(dfmt_info_service, present)), ("closed", offset_of!(dfmt_info_service, closed)), ("dump_priority", offset_of!(dfmt_info_service, dump_priority)), ("timed_out", offset_of!(dfmt_info_service, timed_out)), ("file", offset_of!(dfmt_info_service, file)), ("set_name", offset_of!(dfmt_info_service, set_name)), ("name", offset_of!(dfmt_info_service, name)), ("duration_us", offset_of!(dfmt_info_service, duration_us)), ("size", offset_of!(dfmt_info_service, size)), ("number", offset_of!(dfmt_info_service, number))]),
    ("dfmt_list_entry", size_of::<dfmt_list_entry>(), &[("head", offset_of!(dfmt_list_entry, head)), ("present", offset_of!(dfmt_list_entry, present)), ("reserved", offset_of!(dfmt_list_entry, reserved)), ("file", offset_of!(dfmt_list_entry, file)), ("key", offset_of!(dfmt_list_entry, key)), ("record", offset_of!(dfmt_list_entry, record_)), ("state", offset_of!(dfmt_list_entry, state)), ("encoding", offset_of!(dfmt_list_entry, encoding)), ("compression", offset_of!(dfmt_list_entry, compression)), ("kind", offset_of!(dfmt_list_entry, kind)), ("flags", offset_of!(dfmt_list_entry, flags)), ("format", offset_of!(dfmt_list_entry, format)), ("problem", offset_of!(dfmt_list_entry, problem)), ("line", offset_of!(dfmt_list_entry, line)), ("byte_offset", offset_of!(dfmt_list_entry, byte_offset)), ("stored_size", offset_of!(dfmt_list_entry, stored_size)), ("decoded_size", offset_of!(dfmt_list_entry, decoded_size)), ("duration_us", offset_of!(dfmt_list_entry, duration_us)), ("number", offset_of!(dfmt_list_entry, number)), ("count", offset_of!(dfmt_list_entry, count)), ("thread_id", offset_of!(dfmt_list_entry, thread_id)), ("process_id", offset_of!(dfmt_list_entry, process_id)), ("address", offset_of!(dfmt_list_entry, address)), ("bytes", offset_of!(dfmt_list_entry, bytes))]),
    ("dfmt_list_total", size_of::<dfmt_list_total>(), &[("head", offset_of!(dfmt_list_total, head)), ("n_entries", offset_of!(dfmt_list_total, n_entries)), ("n_problems", offset_of!(dfmt_list_total, n_problems)), ("n_no_codec", offset_of!(dfmt_list_total, n_no_codec))]),
    ("dfmt_search_line", size_of::<dfmt_search_line>(), &[("head", offset_of!(dfmt_search_line, head)), ("present", offset_of!(dfmt_search_line, present)), ("context", offset_of!(dfmt_search_line, context)), ("file", offset_of!(dfmt_search_line, file)), ("key", offset_of!(dfmt_search_line, key)), ("line", offset_of!(dfmt_search_line, line)), ("text", offset_of!(dfmt_search_line, text)), ("count", offset_of!(dfmt_search_line, count)), ("problem", offset_of!(dfmt_search_line, problem))]),
    ("dfmt_search_total", size_of::<dfmt_search_total>(), &[("head", offset_of!(dfmt_search_total, head)), ("n_lines", offset_of!(dfmt_search_total, n_lines)), ("n_problems", offset_of!(dfmt_search_total, n_problems))]),
    ("dfmt_share_row", size_of::<dfmt_share_row>(), &[("head", offset_of!(dfmt_share_row, head)), ("value_class", offset_of!(dfmt_share_row, value_class)), ("spelling", offset_of!(dfmt_share_row, spelling)), ("how", offset_of!(dfmt_share_row, how)), ("reserved", offset_of!(dfmt_share_row, reserved)), ("carrier", offset_of!(dfmt_share_row, carrier)), ("n", offset_of!(dfmt_share_row, n))]),
    ("dfmt_share_left_out", size_of::<dfmt_share_left_out>(), &[("head", offset_of!(dfmt_share_left_out, head)), ("input", offset_of!(dfmt_share_left_out, input)), ("name", offset_of!(dfmt_share_left_out, name)), ("message", offset_of!(dfmt_share_left_out, message))]),
    ("dfmt_share_doubtful", size_of::<dfmt_share_doubtful>(), &[("head", offset_of!(dfmt_share_doubtful, head)), ("value_class", offset_of!(dfmt_share_doubtful, value_class)), ("reserved", offset_of!(dfmt_share_doubtful, reserved)), ("n_values", offset_of!(dfmt_share_doubtful, n_values))]),
    ("dfmt_share_unmatched", size_of::<dfmt_share_unmatched>(), &[("head", offset_of!(dfmt_share_unmatched, head)), ("pattern", offset_of!(dfmt_share_unmatched, pattern))]),
    ("dfmt_share_result", size_of::<dfmt_share_result>(), &[("head", offset_of!(dfmt_share_result, head)), ("n_values", offset_of!(dfmt_share_result, n_values)), ("n_places", offset_of!(dfmt_share_result, n_places)), ("n_lines", offset_of!(dfmt_share_result, n_lines)), ("bytes_in", offset_of!(dfmt_share_result, bytes_in)), ("bytes_out", offset_of!(dfmt_share_result, bytes_out)), ("n_left_out", offset_of!(dfmt_share_result, n_left_out))]),
    ("dfmt_triage_evidence", size_of::<dfmt_triage_evidence>(), &[("entry", offset_of!(dfmt_triage_evidence, entry)), ("section", offset_of!(dfmt_triage_evidence, section)), ("start_offset", offset_of!(dfmt_triage_evidence, start_offset)), ("line", offset_of!(dfmt_triage_evidence, line)), ("present", offset_of!(dfmt_triage_evidence, present)), ("reserved", offset_of!(dfmt_triage_evidence, reserved))]),
    ("dfmt_triage_finding", size_of::<dfmt_triage_finding>(), &[("head", offset_of!(dfmt_triage_finding, head)), ("present", offset_of!(dfmt_triage_finding, present)), ("rank", offset_of!(dfmt_triage_finding, rank)), ("severity", offset_of!(dfmt_triage_finding, severity)), ("known", offset_of!(dfmt_triage_finding, known)), ("truncated", offset_of!(dfmt_triage_finding, truncated)), ("process_id", offset_of!(dfmt_triage_finding, process_id)), ("input", offset_of!(dfmt_triage_finding, input)), ("count", offset_of!(dfmt_triage_finding, count)), ("file", offset_of!(dfmt_triage_finding, file)), ("kind", offset_of!(dfmt_triage_finding, kind)), ("process_name", offset_of!(dfmt_triage_finding, process_name)), ("time_text", offset_of!(dfmt_triage_finding, time_text)), ("signature", offset_of!(dfmt_triage_finding, signature)), ("address_signature", offset_of!(dfmt_triage_finding, address_signature)), ("title", offset_of!(dfmt_triage_finding, title)), ("place", offset_of!(dfmt_triage_finding, place)), ("evidence", offset_of!(dfmt_triage_finding, evidence)), ("n_evidence", offset_of!(dfmt_triage_finding, n_evidence)), ("message", offset_of!(dfmt_triage_finding, message)), ("retraced", offset_of!(dfmt_triage_finding, retraced)), ("reserved", offset_of!(dfmt_triage_finding, reserved))]),
    ("dfmt_triage_result", size_of::<dfmt_triage_result>(), &[("head", offset_of!(dfmt_triage_result, head)), ("present", offset_of!(dfmt_triage_result, present)), ("reserved", offset_of!(dfmt_triage_result, reserved)), ("input", offset_of!(dfmt_triage_result, input)), ("n_findings", offset_of!(dfmt_triage_result, n_findings)), ("n_known", offset_of!(dfmt_triage_result, n_known)), ("n_damaged", offset_of!(dfmt_triage_result, n_damaged)), ("byte_offset", offset_of!(dfmt_triage_result, byte_offset)), ("file", offset_of!(dfmt_triage_result, file)), ("format", offset_of!(dfmt_triage_result, format)), ("problem", offset_of!(dfmt_triage_result, problem))]),
    ("dfmt_verify_problem", size_of::<dfmt_verify_problem>(), &[("head", offset_of!(dfmt_verify_problem, head)), ("present", offset_of!(dfmt_verify_problem, present)), ("severity", offset_of!(dfmt_verify_problem, severity)), ("number", offset_of!(dfmt_verify_problem, number)), ("counts", offset_of!(dfmt_verify_problem, counts)), ("input", offset_of!(dfmt_verify_problem, input)), ("line", offset_of!(dfmt_verify_problem, line)), ("byte_offset", offset_of!(dfmt_verify_problem, byte_offset)), ("file", offset_of!(dfmt_verify_problem, file)), ("place", offset_of!(dfmt_verify_problem, place)), ("message", offset_of!(dfmt_verify_problem, message))]),
    ("dfmt_verify_result", size_of::<dfmt_verify_result>(), &[("head", offset_of!(dfmt_verify_result, head)), ("present", offset_of!(dfmt_verify_result, present)), ("verdict", offset_of!(dfmt_verify_result, verdict)), ("input", offset_of!(dfmt_verify_result, input)), ("file", offset_of!(dfmt_verify_result, file)), ("format", offset_of!(dfmt_verify_result, format)), ("n_problems", offset_of!(dfmt_verify_result, n_problems)), ("n_notes", offset_of!(dfmt_verify_result, n_notes)), ("n_records", offset_of!(dfmt_verify_result, n_records)), ("n_values", offset_of!(dfmt_verify_result, n_values)), ("value_bytes", offset_of!(dfmt_verify_result, value_bytes)), ("n_unchecked", offset_of!(dfmt_verify_result, n_unchecked)), ("n_no_codec", offset_of!(dfmt_verify_result, n_no_codec)), ("n_left_out", offset_of!(dfmt_verify_result, n_left_out))]),
];

/// A function that makes an operation.
pub type Make = unsafe extern "C" fn(*const dfmt_config, *mut *mut dfmt_op) -> dfmt_status;

/// The operations, by name.
pub const OPERATIONS: &[(&str, Make)] = &[
    ("profile", dfmt_profile_new),
    ("convert", dfmt_convert_new),
    ("diff", dfmt_diff_new),
    ("extract", dfmt_extract_new),
    ("heap", dfmt_heap_new),
    ("info", dfmt_info_new),
    ("list", dfmt_list_new),
    ("repair", dfmt_repair_new),
    ("search", dfmt_search_new),
    ("share", dfmt_share_new),
    ("text", dfmt_text_new),
    ("triage", dfmt_triage_new),
    ("value", dfmt_value_new),
    ("verify", dfmt_verify_new),
];
