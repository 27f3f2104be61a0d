// SPDX-License-Identifier: MIT
// Made by bindings/generate.py from the library's descriptions: do not edit.
import type { Text, Value } from "./index.js";

export interface Diagnostic {
  number: number;
  severity: Severity;
  status: Status;
  /** offset */
  byte_offset?: bigint;
  /** line */
  line?: bigint;
  /** bytes */
  skipped?: bigint;
  message: string;
}

export interface Opaque {
  native_type: number;
  data?: Uint8Array;
}

export interface Pair {
  key: Text;
  value: Text;
}

/** A number is one that has no word. */
export type Severity =
  | "note"
  | "warning"
  | "error"
  | number;

/** A number is one that has no word. */
export type Status =
  | "ok"
  | "end"
  | "again"
  | "e_nomem"
  | "e_arg"
  | "e_state"
  | "e_io"
  | "e_format"
  | "e_truncated"
  | "e_limit"
  | "e_unsupported"
  | "e_checksum"
  | "e_busy"
  | "e_cancelled"
  | number;

/** A number is one that has no word. */
export type Level =
  | "default"
  | "fastest"
  | "smallest"
  | "none"
  | "fast"
  | number;

/** A number is one that has no word. */
export type Wrapper =
  | "none"
  | "gzip"
  | "zstd"
  | "mime"
  | number;

/** A number is one that has no word. */
export type Unit =
  | "none"
  | "address"
  | "bytes"
  | "offset"
  | "index"
  | "crc32"
  | "instant_ns"
  | "duration_ns"
  | "duration_us"
  | "local_s"
  | "line"
  | number;

/** A number is one that has no word. */
export type EventFlags =
  | "payload"
  | "recovered"
  | number;

/** A number is one that has no word. */
export type Roles =
  | "reader"
  | "writer"
  | "source"
  | "sink"
  | number;

/** A number is one that has no word. */
export type Origin =
  | "call"
  | "source"
  | "sink"
  | "data"
  | "wrapper"
  | number;

/** A number is one that has no word. */
export type Sparse =
  | "auto"
  | "never"
  | number;

export interface ApportField {
  encoding: ApportEncoding;
  compression?: ApportCompression;
  kind?: ApportKind;
  flags: ApportFlags[];
  key: Text;
  text?: Text;
  /** line */
  line?: bigint;
  /** bytes */
  stored_size?: bigint;
  /** bytes */
  decoded_size?: bigint;
}

export interface ApportKey {
  name: string | null;
  meaning: string | null;
  value: ApportValue;
  category: ApportCategory;
  required: ApportProblem[];
  collected: ApportProblem[];
  always_text: boolean;
}

/** A number is one that has no word. */
export type ApportVariant =
  | "zlib"
  | "gzip_1m"
  | "gzip_128k"
  | "mime"
  | number;

/** A number is one that has no word. */
export type ApportEncoding =
  | "text"
  | "base64"
  | number;

/** A number is one that has no word. */
export type ApportCompression =
  | "none"
  | "zlib"
  | "gzip"
  | "zstd"
  | number;

/** A number is one that has no word. */
export type ApportKind =
  | "text"
  | "bytes"
  | number;

/** A number is one that has no word. */
export type ApportFlags =
  | "bad_key"
  | "carried_cr"
  | number;

/** A number is one that has no word. */
export type ApportProblem =
  | "crash"
  | "bug"
  | "package"
  | "kernel_crash"
  | "kernel_oops"
  | "hang"
  | "recoverable"
  | number;

/** A number is one that has no word. */
export type ApportValue =
  | "text"
  | "line"
  | "lines"
  | "number"
  | "date"
  | "path"
  | "words"
  | "package"
  | "binary"
  | "json"
  | number;

/** A number is one that has no word. */
export type ApportCategory =
  | "general"
  | "process"
  | "signal"
  | "language"
  | "package"
  | "kernel"
  | "hardware"
  | "internal"
  | "other"
  | number;

/** A number is one that has no word. */
export type ApportError =
  | "missing_field"
  | "malformed"
  | number;

/** A number is one that has no word. */
export type ApportStack =
  | "stacktrace"
  | "thread_stacktrace"
  | "traceback"
  | number;

/** A number is one that has no word. */
export type ApportFinding =
  | "kernel_crash"
  | "assertion"
  | "native_crash"
  | "python_crash"
  | "suspend"
  | "kernel_oops"
  | "package"
  | "other"
  | number;

export interface ApportReport {
  signal?: number;
  problem_type?: Text;
  /** local_s */
  time_local_s?: bigint;
  time_text?: Text;
  title?: Text;
  distro_release?: Text;
  architecture?: Text;
  uname?: Text;
  package?: Text;
  source_package?: Text;
  package_architecture?: Text;
  executable_path?: Text;
  interpreter_path?: Text;
  proc_cmdline?: Text;
  proc_cwd?: Text;
  signal_text?: Text;
  signal_name?: Text;
  stacktrace_top?: Text;
  stacktrace_address_signature?: Text;
  traceback?: Text;
  assertion_message?: Text;
  duplicate_signature?: Text;
  tags?: Text;
  n_fields: bigint;
  /** bytes */
  core_bytes?: bigint;
  has_core: boolean;
}

export interface ApportSignature {
  has_useful_stacktrace?: boolean;
  retraced_useful?: boolean;
  crash_signature_error?: ApportError;
  crash_signature_addresses_error?: ApportError;
  standard_title_error?: ApportError;
  has_useful_stacktrace_error?: ApportError;
  stacktrace_top_function_error?: ApportError;
  duplicate_signature_error?: ApportError;
  generated_top_error?: ApportError;
  retraced_signature_error?: ApportError;
  retraced_title_error?: ApportError;
  crash_signature?: Text;
  crash_signature_addresses?: Text;
  standard_title?: Text;
  stacktrace_top_function?: Text;
  duplicate_signature?: Text;
  duplicate_hash?: Text;
  generated_top?: Text;
  retraced_signature?: Text;
  retraced_title?: Text;
}

export interface ApportFrame {
  field: ApportStack;
  number: number;
  signal_handler: boolean;
  thread_number?: bigint;
  /** address */
  address?: bigint;
  /** line */
  source_line?: bigint;
  function?: Text;
  arguments?: Text;
  source_path?: Text;
  library?: Text;
}

export interface ApportTriageFinding {
  kind: ApportFinding;
  signature?: Text;
  address_signature?: Text;
  title?: Text;
  executable_path?: Text;
  retraced: boolean;
}

export interface ApitraceHeader {
  version: number;
  semantic_version?: number;
  container: ApitraceContainer;
  properties?: Pair[];
}

export interface ApitraceCall {
  flags: ApitraceFlags[];
  /** index */
  number: bigint;
  /** index */
  thread_id?: bigint;
  stored_flags?: bigint;
  name?: Text;
  args?: ApitraceArg[];
  ret?: Value | null;
  frames?: (ApitraceFrame | null)[];
  /** offset */
  enter_offset?: bigint;
  /** bytes */
  enter_length?: bigint;
  /** offset */
  leave_offset?: bigint;
  /** bytes */
  leave_length?: bigint;
}

export interface ApitraceEnter {
  flags: ApitraceFlags[];
  /** index */
  number: bigint;
  /** index */
  thread_id?: bigint;
  stored_flags?: bigint;
  name?: Text;
  args?: ApitraceArg[];
  ret?: Value | null;
  frames?: (ApitraceFrame | null)[];
  /** offset */
  enter_offset?: bigint;
  /** bytes */
  enter_length?: bigint;
  /** offset */
  leave_offset?: bigint;
  /** bytes */
  leave_length?: bigint;
}

export interface ApitraceLeave {
  flags: ApitraceFlags[];
  /** index */
  number: bigint;
  /** index */
  thread_id?: bigint;
  stored_flags?: bigint;
  name?: Text;
  args?: ApitraceArg[];
  ret?: Value | null;
  frames?: (ApitraceFrame | null)[];
  /** offset */
  enter_offset?: bigint;
  /** bytes */
  enter_length?: bigint;
  /** offset */
  leave_offset?: bigint;
  /** bytes */
  leave_length?: bigint;
}

export interface ApitraceBlob {
  /** index */
  number: bigint;
  /** index */
  ordinal: bigint;
  /** bytes */
  size: bigint;
}

export interface ApitraceStream {
  container: ApitraceContainer;
  /** bytes */
  size?: bigint;
}

export interface ApitraceValue {
  kind: ApitraceValueKind;
  span: number;
  bits: bigint;
  aux: bigint;
}

export interface ApitraceArg {
  name: Text;
  value: Value | null;
  /** index */
  number: bigint;
}

export interface ApitraceSig {
  kind: ApitraceSigKind;
  /** index */
  id: number;
  name: Text;
  members: Text[];
  member_values: bigint[];
  /** offset */
  def_offset: bigint;
  flags: ApitraceFlags[];
  digest: number;
  lookup_order: number[];
}

export interface ApitraceFrame {
  /** index */
  id: number;
  module?: Text;
  function?: Text;
  file?: Text;
  /** line */
  line?: bigint;
  /** bytes */
  function_offset?: bigint;
  /** offset */
  def_offset: bigint;
}

/** A number is one that has no word. */
export type ApitraceVariant =
  | "v0"
  | "v1"
  | "v2"
  | "v3"
  | "v4"
  | "v5"
  | "v6"
  | number;

/** A number is one that has no word. */
export type ApitraceContainer =
  | "snappy"
  | "gzip"
  | "brotli"
  | "zstd"
  | "raw"
  | number;

/** A number is one that has no word. */
export type ApitraceForm =
  | "calls"
  | "events"
  | "stream"
  | number;

/** A number is one that has no word. */
export type ApitraceSigKind =
  | "function"
  | "struct"
  | "enum"
  | "bitmask"
  | number;

/** A number is one that has no word. */
export type ApitraceValueKind =
  | "null"
  | "false"
  | "true"
  | "sint"
  | "uint"
  | "float"
  | "double"
  | "string"
  | "blob"
  | "enum"
  | "bitmask"
  | "array"
  | "struct"
  | "opaque"
  | "repr"
  | "wstring"
  | number;

/** A number is one that has no word. */
export type ApitraceFlags =
  | "fake"
  | "incomplete"
  | "leave_cut"
  | "end_frame"
  | "render"
  | "rendertarget"
  | "no_side_effects"
  | "verbose"
  | "marker"
  | "marker_push"
  | "marker_pop"
  | "definition_lost"
  | number;

export interface ApitraceCallArg {
  kind: ApitraceValueKind;
  /** index */
  call_number: bigint;
  /** index */
  thread_id?: bigint;
  function?: Text;
  /** index */
  arg_number?: bigint;
  name?: Text;
  value_int?: bigint;
  value_uint?: bigint;
  value_float?: number;
  value_text?: Text;
  /** bytes */
  blob_bytes?: bigint;
  value_tree?: Value | null;
  returned: boolean;
}

export interface ApitraceFrameSummary {
  /** index */
  number: bigint;
  n_calls: bigint;
  /** index */
  first_call_number: bigint;
  /** index */
  last_call_number: bigint;
  n_threads: bigint;
  n_renders: bigint;
  /** bytes */
  blob_bytes: bigint;
  complete: boolean;
}

export interface SimpleperfMeta {
  trace_offcpu?: boolean;
  event_types?: Text[];
  app_package_name?: Text;
  app_type?: Text;
  android_sdk_version?: Text;
  android_build_type?: Text;
  unknown?: Uint8Array;
  record_unknown?: Uint8Array;
}

export interface SimpleperfSample {
  /** index */
  event_type_id?: number;
  /** instant_ns */
  time_ns?: bigint;
  event_count?: bigint;
  thread_id?: number;
  unwind_code?: SimpleperfUnwind;
  frames?: SimpleperfFrame[];
  /** address */
  unwind_addr?: bigint;
  unwind_raw_code?: number;
  unknown?: Uint8Array;
  record_unknown?: Uint8Array;
  unwind_unknown?: Uint8Array;
  frame_unknown?: SimpleperfFrameUnknown[];
}

export interface SimpleperfLost {
  sample_count?: bigint;
  lost_count?: bigint;
  unknown?: Uint8Array;
  record_unknown?: Uint8Array;
}

export interface SimpleperfFile {
  id?: number;
  path?: Text;
  symbols?: Text[];
  mangled?: Text[];
  unknown?: Uint8Array;
  record_unknown?: Uint8Array;
}

export interface SimpleperfThread {
  thread_id?: number;
  process_id?: number;
  name?: Text;
  unknown?: Uint8Array;
  record_unknown?: Uint8Array;
}

export interface SimpleperfSwitch {
  switch_on?: boolean;
  /** instant_ns */
  time_ns?: bigint;
  thread_id?: number;
  unknown?: Uint8Array;
  record_unknown?: Uint8Array;
}

export interface SimpleperfColumns {
  time_ns: bigint[];
  event_count: bigint[];
  thread_id: number[];
  event_type_id: number[];
  present: number[];
  first_frame: bigint[];
  frames: SimpleperfFrame[];
}

export interface SimpleperfFrame {
  /** address */
  vaddr?: bigint;
  file_id?: number;
  symbol_id?: number;
  execution?: SimpleperfExecution;
}

export interface SimpleperfFrameUnknown {
  /** index */
  frame: bigint;
  data: Uint8Array;
}

/** A number is one that has no word. */
export type SimpleperfVariant =
  | "v1"
  | number;

/** A number is one that has no word. */
export type SimpleperfExecution =
  | "native"
  | "interpreted"
  | "jit"
  | "art"
  | number;

/** A number is one that has no word. */
export type SimpleperfUnwind =
  | "none"
  | "unknown"
  | "not_enough_stack"
  | "memory_invalid"
  | "unwind_info"
  | "invalid_map"
  | "max_frame_exceeded"
  | "repeated_frame"
  | "invalid_elf"
  | number;

/** A number is one that has no word. */
export type SimpleperfRecords =
  | "sample"
  | "lost"
  | "file"
  | "thread"
  | "meta"
  | "switch"
  | "opaque"
  | number;

export interface SimpleperfStackFrame {
  depth: number;
  /** index */
  sample_number: bigint;
  /** instant_ns */
  time_ns?: bigint;
  event_count?: bigint;
  /** index */
  event_type_id?: number;
  thread_id?: number;
  process_id?: number;
  execution?: SimpleperfExecution;
  /** address */
  vaddr?: bigint;
  event_type?: Text;
  thread_name?: Text;
  process_name?: Text;
  symbol?: Text;
  mangled?: Text;
  path?: Text;
}

export interface MallocdbgHeader {
  variant: MallocdbgVariant;
  version?: Text;
  fingerprint?: Text;
  /** bytes */
  total_bytes?: bigint;
  n_records?: bigint;
  backtrace_size?: bigint;
  warned_size?: bigint;
  /** line */
  line?: bigint;
}

export interface MallocdbgAlloc {
  zygote_child: boolean;
  pc_digits?: number;
  /** bytes */
  bytes: bigint;
  count: bigint;
  count_written: bigint;
  /** address */
  pcs: bigint[];
  frames?: MallocdbgFrame[];
  /** line */
  line?: bigint;
}

export interface MallocdbgMapsBegin {
  failure?: Text;
  /** line */
  line?: bigint;
}

export interface MallocdbgMap {
  prot: MallocdbgProt[];
  shared: boolean;
  dev_major: number;
  dev_minor: number;
  /** bytes */
  name_column: number;
  /** address */
  start_address: bigint;
  /** address */
  end_address: bigint;
  /** offset */
  file_offset: bigint;
  inode: bigint;
  name?: Text;
  /** line */
  line?: bigint;
}

export interface MallocdbgEnd {
  marker: MallocdbgMarker;
  counts_valid: boolean;
  n_records: bigint;
  /** bytes */
  sum_bytes: bigint;
  /** bytes */
  sum_written: bigint;
  /** line */
  line?: bigint;
}

export interface MallocdbgOp {
  op: MallocdbgOperation;
  thread_id: number;
  /** address */
  ptr: bigint;
  /** bytes */
  bytes?: bigint;
  /** address */
  old_ptr?: bigint;
  n_items?: bigint;
  /** bytes */
  alignment?: bigint;
  /** instant_ns */
  start_ns?: bigint;
  /** instant_ns */
  end_ns?: bigint;
  /** bytes */
  resident_bytes?: bigint;
}

export interface MallocdbgReport {
  kind: MallocdbgKind;
  process_id?: number;
  thread_id?: number;
  priority?: MallocdbgPriority;
  guard?: MallocdbgGuard;
  complete: boolean;
  pc_digits?: number;
  /** address */
  ptr: bigint;
  /** bytes */
  bytes?: bigint;
  /** address */
  header_tag?: bigint;
  leak_number?: bigint;
  leak_total?: bigint;
  program?: Text;
  function?: Text;
  time_text?: Text;
  tag?: Text;
  diffs: MallocdbgDiff[];
  traces: MallocdbgTrace[];
  frames: MallocdbgFrame[];
  /** line */
  line?: bigint;
}

export interface MallocdbgMessage {
  kind: MallocdbgText;
  process_id?: number;
  thread_id?: number;
  priority?: MallocdbgPriority;
  signal?: number;
  target_process_id?: number;
  /** address */
  ptr?: bigint;
  hash_index?: bigint;
  message: Text;
  program?: Text;
  detail?: Text;
  error?: Text;
  time_text?: Text;
  tag?: Text;
  /** line */
  line?: bigint;
}

export interface MallocdbgOpColumns {
  present: number[];
  op: number[];
  thread_id: number[];
  /** address */
  ptr: bigint[];
  /** bytes */
  bytes: bigint[];
  /** address */
  old_ptr: bigint[];
  n_items: bigint[];
  /** bytes */
  alignment: bigint[];
  /** instant_ns */
  start_ns: bigint[];
  /** instant_ns */
  end_ns: bigint[];
  /** bytes */
  resident_bytes: bigint[];
}

export interface MallocdbgAllocColumns {
  present: number[];
  zygote_child: number[];
  pc_digits: number[];
  /** bytes */
  bytes: bigint[];
  count: bigint[];
  count_written: bigint[];
  /** line */
  line: bigint[];
  /** index */
  first_pc: bigint[];
  /** address */
  pcs: bigint[];
}

export interface MallocdbgFrame {
  number?: number;
  /** address */
  pc?: bigint;
  /** address */
  rel_pc?: bigint;
  /** bytes */
  map_offset?: bigint;
  /** bytes */
  function_offset?: bigint;
  map?: Text;
  function?: Text;
}

export interface MallocdbgDiff {
  block_offset: bigint;
  found: number;
  expected: number;
}

export interface MallocdbgTrace {
  role: MallocdbgRole;
  first: bigint;
  n: bigint;
}

export interface MallocdbgOptions {
  flags: MallocdbgFlags[];
  /** bytes */
  pointer_size: number;
  backtrace_enabled: boolean;
  backtrace_enable_on_signal: boolean;
  backtrace_dump_on_exit: boolean;
  record_allocs_on_exit: boolean;
  /** bytes */
  front_guard_bytes: bigint;
  /** bytes */
  rear_guard_bytes: bigint;
  backtrace_frames: bigint;
  /** bytes */
  backtrace_min_size_bytes: bigint;
  /** bytes */
  backtrace_max_size_bytes: bigint;
  /** bytes */
  fill_on_alloc_bytes: bigint;
  /** bytes */
  fill_on_free_bytes: bigint;
  /** bytes */
  expand_alloc_bytes: bigint;
  free_track_allocations: bigint;
  free_track_backtrace_num_frames: bigint;
  record_allocs_num_entries: bigint;
  backtrace_dump_prefix: Text;
  record_allocs_file: Text;
}

export interface MallocdbgOption {
  name: string | null;
  alias: string | null;
  since: string | null;
  text: string | null;
  value: MallocdbgValue;
  required: boolean;
  flags: MallocdbgFlags[];
  lo: bigint;
  hi: bigint;
  def: bigint;
}

export interface MallocdbgUse {
  n_ops: bigint;
  /** bytes */
  live_bytes: bigint;
  live_blocks: bigint;
  /** bytes */
  peak_bytes: bigint;
  peak_bytes_op: bigint;
  peak_blocks: bigint;
  peak_blocks_op: bigint;
  /** bytes */
  requested_bytes: bigint;
  /** bytes */
  largest_request: bigint;
  n_threads: bigint;
  null_results: bigint;
  free_null: bigint;
  unknown_free: bigint;
  unknown_realloc: bigint;
  duplicate: bigint;
  realloc_from_null: bigint;
  realloc_to_free: bigint;
  realloc_in_place: bigint;
  timed_ops: bigint;
  resident_known: bigint;
  /** instant_ns */
  first_start_ns: bigint;
  /** instant_ns */
  last_end_ns: bigint;
}

export interface MallocdbgShare {
  key: bigint;
  /** bytes */
  live_bytes: bigint;
  live_blocks: bigint;
  /** bytes */
  peak_bytes: bigint;
  n_ops: bigint;
}

export interface MallocdbgBlock {
  /** address */
  ptr: bigint;
  /** bytes */
  bytes: bigint;
  op_number: bigint;
  /** instant_ns */
  start_ns: bigint;
  thread_id: number;
}

/** A number is one that has no word. */
export type MallocdbgVariant =
  | "v10"
  | "v11"
  | "v12"
  | "comma"
  | "heapsnap"
  | "not_available"
  | "records"
  | "log"
  | number;

/** A number is one that has no word. */
export type MallocdbgDialect =
  | "auto"
  | "dump"
  | "records"
  | "log"
  | number;

/** A number is one that has no word. */
export type MallocdbgLogFormat =
  | "auto"
  | "threadtime"
  | "time"
  | "brief"
  | "tag"
  | "process"
  | "thread"
  | "raw"
  | "long"
  | "stderr"
  | number;

/** A number is one that has no word. */
export type MallocdbgProt =
  | "read"
  | "write"
  | "exec"
  | number;

/** A number is one that has no word. */
export type MallocdbgMarker =
  | "end"
  | "no_maps"
  | "cut"
  | number;

/** A number is one that has no word. */
export type MallocdbgOperation =
  | "malloc"
  | "calloc"
  | "memalign"
  | "realloc"
  | "free"
  | "thread_done"
  | number;

/** A number is one that has no word. */
export type MallocdbgKind =
  | "corrupted_guard"
  | "use_after_free"
  | "use_after_free_call"
  | "unknown_pointer"
  | "invalid_tag"
  | "corrupted_header_tag"
  | "leak"
  | number;

/** A number is one that has no word. */
export type MallocdbgGuard =
  | "front"
  | "rear"
  | number;

/** A number is one that has no word. */
export type MallocdbgPriority =
  | "verbose"
  | "debug"
  | "info"
  | "warn"
  | "error"
  | "fatal"
  | "silent"
  | number;

/** A number is one that has no word. */
export type MallocdbgRole =
  | "failure"
  | "free"
  | "allocation"
  | "original_free"
  | number;

/** A number is one that has no word. */
export type MallocdbgText =
  | "other"
  | "enabled"
  | "run_hint"
  | "option_error"
  | "usage"
  | "dump_file"
  | "dump_file_error"
  | "record_file_error"
  | "record_write_error"
  | "record_full"
  | "record_empty"
  | "pagemap_error"
  | "page_data_error"
  | "signal_setup_error"
  | "unreachable_start"
  | "unreachable_failed"
  | "stats_start"
  | "stats_failed"
  | "leak_info_bad_argument"
  | "leak_info_not_tracking"
  | "asan_conflict"
  | "untracked_pointer"
  | "missing_hash_index"
  | "missing_frame_data"
  | "key_create_error"
  | "enable_failed"
  | "library_missing"
  | "routine_missing"
  | "legacy"
  | number;

/** A number is one that has no word. */
export type MallocdbgFlags =
  | "front_guard"
  | "rear_guard"
  | "backtrace"
  | "fill_on_alloc"
  | "fill_on_free"
  | "expand_alloc"
  | "free_track"
  | "track_allocs"
  | "leak_track"
  | "record_allocs"
  | "backtrace_full"
  | "abort_on_error"
  | "verbose"
  | "check_unreachable_on_signal"
  | "backtrace_specific_sizes"
  | "log_allocator_stats_on_signal"
  | "log_allocator_stats_on_exit"
  | number;

/** A number is one that has no word. */
export type MallocdbgValue =
  | "flag"
  | "number"
  | "text"
  | number;

/** A number is one that has no word. */
export type MallocdbgBy =
  | "size"
  | "thread"
  | number;

export interface MallocdbgLiveBlock {
  thread_id?: number;
  /** address */
  ptr?: bigint;
  /** bytes */
  bytes: bigint;
  count: bigint;
  op_number?: bigint;
  /** instant_ns */
  start_ns?: bigint;
  /** line */
  line?: bigint;
  zygote_child?: boolean;
}

export interface BugreportHeader {
  variant: BugreportVariant;
  by_directory: boolean;
  rule: BugreportRule;
  version?: Text;
  main_entry?: Text;
  n_entries?: bigint;
  /** bytes */
  leading_bytes?: bigint;
  comment?: Text;
}

export interface BugreportEntry {
  role: BugreportRole;
  method: BugreportMethod;
  flags: BugreportFlags[];
  zip_flags: number;
  version_needed: number;
  version_made_by?: number;
  external_attributes?: number;
  /** crc32 */
  crc32?: number;
  dump_priority: BugreportDumpPriority;
  /** index */
  number: bigint;
  /** bytes */
  stored_size?: bigint;
  /** bytes */
  decoded_size?: bigint;
  /** offset */
  header_offset: bigint;
  /** offset */
  data_offset?: bigint;
  /** local_s */
  mtime_local_s?: bigint;
  name: Text;
  service?: Text;
  device_path?: Text;
  extra?: Uint8Array;
  comment?: Text;
}

export interface BugreportEntryEnd {
  role: BugreportRole;
  method: BugreportMethod;
  flags: BugreportFlags[];
  zip_flags: number;
  version_needed: number;
  version_made_by?: number;
  external_attributes?: number;
  /** crc32 */
  crc32?: number;
  dump_priority: BugreportDumpPriority;
  /** index */
  number: bigint;
  /** bytes */
  stored_size?: bigint;
  /** bytes */
  decoded_size?: bigint;
  /** offset */
  header_offset: bigint;
  /** offset */
  data_offset?: bigint;
  /** local_s */
  mtime_local_s?: bigint;
  name: Text;
  service?: Text;
  device_path?: Text;
  extra?: Uint8Array;
  comment?: Text;
}

export interface BugreportSummary {
  rule: BugreportRule;
  guessed: boolean;
  complete: boolean;
  version?: Text;
  main_entry?: Text;
  fallback?: Text;
  /** local_s */
  time_local_s?: bigint;
  n_entries: bigint;
  n_sections: bigint;
  n_services: bigint;
  /** bytes */
  text_size: bigint;
}

export interface BugreportBanner {
  text: Text;
  /** local_s */
  time_local_s?: bigint;
}

export interface BugreportProperty {
  key: Text;
  value?: Text;
}

export interface BugreportSection {
  dump_priority: BugreportDumpPriority;
  text: Text;
  title?: Text;
  command?: Text;
  /** local_s */
  file_time_local_s?: bigint;
  /** index */
  number: bigint;
}

export interface BugreportSectionEnd {
  closed: BugreportClosed;
  result: BugreportResult;
  code?: number;
  /** index */
  number: bigint;
  title: Text;
  /** duration_us */
  duration_us?: bigint;
  /** offset */
  start_offset: bigint;
  /** offset */
  body_offset: bigint;
  /** bytes */
  body_size: bigint;
}

export interface BugreportService {
  dump_priority: BugreportDumpPriority;
  /** index */
  number: bigint;
  /** index */
  section_number?: bigint;
  name: Text;
}

export interface BugreportServiceEnd {
  closed: BugreportClosed;
  timed_out: boolean;
  /** index */
  number: bigint;
  name: Text;
  /** duration_us */
  duration_us?: bigint;
  /** local_s */
  time_local_s?: bigint;
  timeout_ms?: bigint;
  /** offset */
  start_offset: bigint;
  /** offset */
  body_offset: bigint;
  /** bytes */
  body_size: bigint;
  other?: Text;
  /** duration_us */
  other_duration_us?: bigint;
  /** local_s */
  other_time_local_s?: bigint;
}

export interface BugreportText {
  /** index */
  section_number?: bigint;
  /** index */
  service_number?: bigint;
}

export interface BugreportDuration {
  title: Text;
  /** duration_us */
  duration_us: bigint;
  /** index */
  section_number?: bigint;
}

export interface BugreportLog {
  kind: BugreportKind;
  year?: number;
  month?: number;
  day?: number;
  second?: number;
  nanosecond?: number;
  zone_minute?: number;
  process_id?: number;
  thread_id?: number;
  switched: boolean;
  priority?: BugreportPriority;
  tag?: Text;
  message?: Text;
  user_id?: Text;
  buffer?: Text;
  kernel_priority?: number;
  /** duration_us */
  uptime_us?: bigint;
  caller?: Text;
}

export interface BugreportSystemProperty {
  key: Text;
  value?: Text;
}

export interface BugreportPackageGrant {
  permission: Text;
  granted: boolean;
  android_user?: number;
}

export interface BugreportBatteryItem {
  change: BugreportBatteryChange;
  name: Text;
  value?: Text;
  text?: Text;
  user_id?: number;
}

export interface BugreportTriageEvidence {
  entry?: Text;
  section?: Text;
  /** offset */
  start_offset: bigint;
  /** line */
  line?: bigint;
}

/** A number is one that has no word. */
export type BugreportVariant =
  | "text"
  | "zip"
  | "v0"
  | "v1"
  | "v2"
  | number;

/** A number is one that has no word. */
export type BugreportPass =
  | "auto"
  | "forward"
  | "directory"
  | number;

/** A number is one that has no word. */
export type BugreportRole =
  | "other"
  | "main"
  | "version"
  | "pointer"
  | "file"
  | "proto"
  | "lshal"
  | "board"
  | "log"
  | "systrace"
  | "title"
  | "description"
  | "visible_windows"
  | "nested"
  | "folder"
  | "duplicate"
  | "tombstone"
  | "anr"
  | number;

/** A number is one that has no word. */
export type BugreportRule =
  | "none"
  | "pointer"
  | "hyphen"
  | "first"
  | "whole"
  | "name"
  | "content"
  | "nested"
  | number;

/** A number is one that has no word. */
export type BugreportDumpPriority =
  | "normal"
  | "high"
  | "critical"
  | number;

/** A number is one that has no word. */
export type BugreportClosed =
  | "duration"
  | "other_duration"
  | "elapsed"
  | "footer"
  | "other_footer"
  | "section"
  | "service"
  | "banner"
  | "eof"
  | "truncated"
  | number;

/** A number is one that has no word. */
export type BugreportResult =
  | "ok"
  | "exit_code"
  | "signal"
  | "timed_out"
  | "failed"
  | "skipped"
  | number;

/** A number is one that has no word. */
export type BugreportMethod =
  | "stored"
  | "deflate"
  | number;

/** A number is one that has no word. */
export type BugreportKind =
  | "marker"
  | "threadtime"
  | "time"
  | "kernel"
  | number;

/** A number is one that has no word. */
export type BugreportPriority =
  | "verbose"
  | "debug"
  | "info"
  | "warn"
  | "error"
  | "fatal"
  | "silent"
  | number;

/** A number is one that has no word. */
export type BugreportFlags =
  | "encrypted"
  | "descriptor"
  | "utf8"
  | "zip64"
  | "unsafe"
  | "truncated"
  | number;

/** A number is one that has no word. */
export type BugreportForm =
  | "text"
  | "log"
  | "proto"
  | number;

/** A number is one that has no word. */
export type BugreportCrash =
  | "java"
  | "native"
  | "anr"
  | "watchdog"
  | number;

/** A number is one that has no word. */
export type BugreportKernel =
  | "oops"
  | "panic"
  | "hung"
  | "oom"
  | number;

/** A number is one that has no word. */
export type BugreportLock =
  | "blocked"
  | "inflate"
  | "wait"
  | "sleep"
  | "locked"
  | number;

/** A number is one that has no word. */
export type BugreportVerdict =
  | "deadlock"
  | "lock"
  | "idle"
  | "binder"
  | "running"
  | "sleeping"
  | "waiting"
  | "native"
  | "other"
  | number;

/** A number is one that has no word. */
export type BugreportFinding =
  | "kernel_crash"
  | "watchdog"
  | "java_crash"
  | "native_crash"
  | "anr"
  | "hung_task"
  | "oom_kill"
  | "foreground_kill"
  | "past_exit"
  | "past_crash"
  | "past_native_crash"
  | "past_anr"
  | "past_watchdog"
  | "past_kernel"
  | "past_restart"
  | "wtf"
  | "memory_error"
  | "leak"
  | number;

/** A number is one that has no word. */
export type BugreportMeasure =
  | "pss"
  | "rss"
  | number;

/** A number is one that has no word. */
export type BugreportBatteryChange =
  | "set"
  | "on"
  | "off"
  | number;

export interface BugreportLogcat {
  kind: BugreportKind;
  priority?: BugreportPriority;
  kernel_priority?: number;
  process_id?: number;
  thread_id?: number;
  user_id?: Text;
  tag?: Text;
  message?: Text;
  /** local_s */
  time_local_s?: bigint;
  nanosecond?: number;
  zone_minute?: number;
  /** duration_us */
  uptime_us?: bigint;
  caller?: Text;
  buffer?: Text;
  section_title?: Text;
  /** index */
  section_number?: bigint;
  /** offset */
  start_offset: bigint;
}

export interface BugreportOverview {
  variant: BugreportVariant;
  /** local_s */
  time_local_s?: bigint;
  version?: Text;
  main_entry?: Text;
  n_entries?: bigint;
  n_sections?: bigint;
  n_services?: bigint;
  /** bytes */
  text_size?: bigint;
  complete?: boolean;
  n_failed_sections: bigint;
  n_timed_out_services: bigint;
  build?: Text;
  fingerprint?: Text;
  android_release?: Text;
  android_sdk?: Text;
  security_patch?: Text;
  manufacturer?: Text;
  model?: Text;
  device?: Text;
  serial?: Text;
  bootloader?: Text;
  radio?: Text;
  network?: Text;
  kernel?: Text;
  command_line?: Text;
  uptime_text?: Text;
  timezone?: Text;
}

export interface BugreportTombstoneCrash {
  form: BugreportForm;
  truncated: boolean;
  process_id?: number;
  thread_id?: number;
  user_id?: number;
  signal?: number;
  code?: number;
  sender_process_id?: number;
  sender_user_id?: number;
  utc_offset_s?: number;
  fault_address?: bigint;
  uptime_s?: bigint;
  /** index */
  crash_number: bigint;
  /** offset */
  start_offset: bigint;
  /** line */
  line?: bigint;
  entry?: Text;
  section?: Text;
  process_name?: Text;
  thread_name?: Text;
  signal_name?: Text;
  code_name?: Text;
  abort_message?: Text;
  signature?: Text;
  fingerprint?: Text;
  revision?: Text;
  abi?: Text;
  time_text?: Text;
  cmdline?: Text;
  causes: Text[];
}

export interface BugreportTombstoneThread {
  process_id?: number;
  thread_id: number;
  crashed: boolean;
  frames: bigint;
  /** index */
  crash_number: bigint;
  /** offset */
  start_offset: bigint;
  /** line */
  line?: bigint;
  entry?: Text;
  section?: Text;
  name: Text;
}

export interface BugreportTombstoneFrame {
  process_id?: number;
  thread_id?: number;
  /** index */
  number: number;
  pc: bigint;
  map_offset?: bigint;
  function_offset?: bigint;
  /** index */
  crash_number: bigint;
  /** offset */
  start_offset: bigint;
  /** line */
  line?: bigint;
  entry?: Text;
  section?: Text;
  path: Text;
  function?: Text;
  build_id?: Text;
}

export interface BugreportLogCrash {
  truncated: boolean;
  /** offset */
  start_offset: bigint;
  /** line */
  line?: bigint;
  entry?: Text;
  section?: Text;
  kind: BugreportCrash;
  process_id?: number;
  thread_id?: number;
  signal?: number;
  /** local_s */
  time_local_s?: bigint;
  time_text?: Text;
  process_name?: Text;
  thread_name?: Text;
  exception?: Text;
  root_exception?: Text;
  message?: Text;
  root_message?: Text;
  reason?: Text;
  signature?: Text;
  frames: Text[];
}

export interface BugreportLogEvent {
  truncated: boolean;
  /** offset */
  start_offset: bigint;
  /** line */
  line?: bigint;
  entry?: Text;
  section?: Text;
  android_user?: number;
  process_id?: number;
  user_id?: number;
  adj?: number;
  proc_state?: number;
  flags?: number;
  file_line?: number;
  processes?: bigint;
  uptime_ms?: bigint;
  /** local_s */
  time_local_s?: bigint;
  time_text?: Text;
  tag: Text;
  process_name?: Text;
  reason?: Text;
  exception?: Text;
  message?: Text;
  file?: Text;
  wtf_tag?: Text;
}

export interface BugreportKernelCrash {
  truncated: boolean;
  /** offset */
  start_offset: bigint;
  /** line */
  line?: bigint;
  entry?: Text;
  section?: Text;
  kind: BugreportKernel;
  cpu?: number;
  process_id?: number;
  /** duration_us */
  uptime_us?: bigint;
  message: Text;
  panic?: Text;
  comm?: Text;
  pc?: Text;
  signature?: Text;
  trace: Text[];
}

export interface BugreportAnrProcess {
  truncated: boolean;
  /** offset */
  start_offset: bigint;
  /** line */
  line?: bigint;
  entry?: Text;
  section?: Text;
  process_id: number;
  threads: bigint;
  process_name?: Text;
  time_text?: Text;
}

export interface BugreportAnrThread {
  truncated: boolean;
  /** offset */
  start_offset: bigint;
  /** line */
  line?: bigint;
  entry?: Text;
  section?: Text;
  process_id: number;
  vm_thread_id?: number;
  thread_id?: number;
  daemon: boolean;
  java_priority?: number;
  nice?: number;
  core?: number;
  utm?: bigint;
  stm?: bigint;
  frames: bigint;
  name: Text;
  state?: Text;
  cgrp?: Text;
  native_state?: Text;
}

export interface BugreportAnrLock {
  truncated: boolean;
  /** offset */
  start_offset: bigint;
  /** line */
  line?: bigint;
  entry?: Text;
  section?: Text;
  process_id: number;
  vm_thread_id?: number;
  kind: BugreportLock;
  held_by?: number;
  frame_number: number;
  lock_address?: bigint;
  class_name?: Text;
}

export interface BugreportAnrVerdict {
  truncated: boolean;
  /** offset */
  start_offset: bigint;
  /** line */
  line?: bigint;
  entry?: Text;
  section?: Text;
  process_id: number;
  kind: BugreportVerdict;
  state: Text;
  process_name?: Text;
  time_text?: Text;
  signature?: Text;
  chain: number[];
}

export interface BugreportAnrCycle {
  truncated: boolean;
  /** offset */
  start_offset: bigint;
  /** line */
  line?: bigint;
  entry?: Text;
  section?: Text;
  process_id: number;
  vm_thread_ids: number[];
}

export interface BugreportTriageFinding {
  truncated: boolean;
  rank: number;
  kind: BugreportFinding;
  severity: number;
  process_id?: number;
  count: bigint;
  process_name?: Text;
  time_text?: Text;
  signature?: Text;
  evidence: BugreportTriageEvidence[];
  message?: Text;
}

export interface BugreportExitInfo {
  truncated: boolean;
  /** offset */
  start_offset: bigint;
  /** line */
  line?: bigint;
  entry?: Text;
  section?: Text;
  /** index */
  number: number;
  process_id?: number;
  real_user_id?: number;
  package_user_id?: number;
  defining_user_id?: number;
  android_user?: number;
  time_text?: Text;
  reason?: number;
  subreason?: number;
  process_name?: Text;
  reason_name?: Text;
  subreason_name?: Text;
  status?: number;
  importance?: number;
  pss_kb?: bigint;
  rss_kb?: bigint;
  state_bytes?: bigint;
  package?: Text;
  description?: Text;
  trace?: Text;
}

export interface BugreportPackage {
  truncated: boolean;
  /** offset */
  start_offset: bigint;
  /** line */
  line?: bigint;
  entry?: Text;
  section?: Text;
  hidden: boolean;
  user_id?: number;
  min_sdk?: number;
  target_sdk?: number;
  version_code?: bigint;
  package: Text;
  version_name?: Text;
  code_path?: Text;
  first_install?: Text;
  last_update?: Text;
  installer?: Text;
  flags: Text[];
  requested: Text[];
  grants: BugreportPackageGrant[];
}

export interface BugreportDropboxEntry {
  truncated: boolean;
  /** offset */
  start_offset: bigint;
  /** line */
  line?: bigint;
  entry?: Text;
  section?: Text;
  lost: boolean;
  compressed: boolean;
  text: boolean;
  bytes?: bigint;
  time_text: Text;
  tag: Text;
}

export interface BugreportProcess {
  truncated: boolean;
  /** offset */
  start_offset: bigint;
  /** line */
  line?: bigint;
  entry?: Text;
  section?: Text;
  process_id: number;
  thread_id?: number;
  parent_process_id?: number;
  vsz_kb?: bigint;
  rss_kb?: bigint;
  time_s?: bigint;
  user_id: Text;
  state?: Text;
  name: Text;
}

export interface BugreportMeminfoProcess {
  truncated: boolean;
  /** offset */
  start_offset: bigint;
  /** line */
  line?: bigint;
  entry?: Text;
  section?: Text;
  measure: BugreportMeasure;
  process_id: number;
  activities: boolean;
  size_kb: bigint;
  swap_kb?: bigint;
  process_name: Text;
}

export interface BugreportBatteryEvent {
  truncated: boolean;
  /** offset */
  start_offset: bigint;
  /** line */
  line?: bigint;
  entry?: Text;
  section?: Text;
  delta_ms: bigint;
  text: Text;
  items: BugreportBatteryItem[];
}

/** Records by the type of their events. */
export interface EventBodies {
  "diagnostic": Diagnostic;
  "opaque": Opaque;
  "apport.field": ApportField;
  "apitrace.header": ApitraceHeader;
  "apitrace.call": ApitraceCall;
  "apitrace.enter": ApitraceEnter;
  "apitrace.leave": ApitraceLeave;
  "apitrace.blob": ApitraceBlob;
  "apitrace.stream": ApitraceStream;
  "simpleperf.meta": SimpleperfMeta;
  "simpleperf.sample": SimpleperfSample;
  "simpleperf.lost": SimpleperfLost;
  "simpleperf.file": SimpleperfFile;
  "simpleperf.thread": SimpleperfThread;
  "simpleperf.switch": SimpleperfSwitch;
  "simpleperf.columns": SimpleperfColumns;
  "mallocdbg.header": MallocdbgHeader;
  "mallocdbg.alloc": MallocdbgAlloc;
  "mallocdbg.maps_begin": MallocdbgMapsBegin;
  "mallocdbg.map": MallocdbgMap;
  "mallocdbg.end": MallocdbgEnd;
  "mallocdbg.op": MallocdbgOp;
  "mallocdbg.report": MallocdbgReport;
  "mallocdbg.message": MallocdbgMessage;
  "mallocdbg.op_columns": MallocdbgOpColumns;
  "mallocdbg.alloc_columns": MallocdbgAllocColumns;
  "bugreport.header": BugreportHeader;
  "bugreport.entry": BugreportEntry;
  "bugreport.entry_end": BugreportEntryEnd;
  "bugreport.summary": BugreportSummary;
  "bugreport.banner": BugreportBanner;
  "bugreport.property": BugreportProperty;
  "bugreport.section": BugreportSection;
  "bugreport.section_end": BugreportSectionEnd;
  "bugreport.service": BugreportService;
  "bugreport.service_end": BugreportServiceEnd;
  "bugreport.text": BugreportText;
  "bugreport.duration": BugreportDuration;
  "bugreport.log": BugreportLog;
  "bugreport.system_property": BugreportSystemProperty;
}

/** Rows by the names of tables. */
export interface Tables {
  "apport.field": ApportField;
  "apport.report": ApportReport;
  "apport.signature": ApportSignature;
  "apport.frame": ApportFrame;
  "apport.triage_finding": ApportTriageFinding;
  "apitrace.header": ApitraceHeader;
  "apitrace.call": ApitraceCall;
  "apitrace.enter": ApitraceEnter;
  "apitrace.leave": ApitraceLeave;
  "apitrace.blob": ApitraceBlob;
  "apitrace.stream": ApitraceStream;
  "apitrace.call_arg": ApitraceCallArg;
  "apitrace.frame_summary": ApitraceFrameSummary;
  "simpleperf.meta": SimpleperfMeta;
  "simpleperf.sample": SimpleperfSample;
  "simpleperf.lost": SimpleperfLost;
  "simpleperf.file": SimpleperfFile;
  "simpleperf.thread": SimpleperfThread;
  "simpleperf.switch": SimpleperfSwitch;
  "simpleperf.stack_frame": SimpleperfStackFrame;
  "mallocdbg.header": MallocdbgHeader;
  "mallocdbg.alloc": MallocdbgAlloc;
  "mallocdbg.maps_begin": MallocdbgMapsBegin;
  "mallocdbg.map": MallocdbgMap;
  "mallocdbg.end": MallocdbgEnd;
  "mallocdbg.op": MallocdbgOp;
  "mallocdbg.report": MallocdbgReport;
  "mallocdbg.message": MallocdbgMessage;
  "mallocdbg.live_block": MallocdbgLiveBlock;
  "bugreport.header": BugreportHeader;
  "bugreport.entry": BugreportEntry;
  "bugreport.entry_end": BugreportEntryEnd;
  "bugreport.summary": BugreportSummary;
  "bugreport.banner": BugreportBanner;
  "bugreport.property": BugreportProperty;
  "bugreport.section": BugreportSection;
  "bugreport.section_end": BugreportSectionEnd;
  "bugreport.service": BugreportService;
  "bugreport.service_end": BugreportServiceEnd;
  "bugreport.text": BugreportText;
  "bugreport.duration": BugreportDuration;
  "bugreport.log": BugreportLog;
  "bugreport.system_property": BugreportSystemProperty;
  "bugreport.logcat": BugreportLogcat;
  "bugreport.overview": BugreportOverview;
  "bugreport.tombstone_crash": BugreportTombstoneCrash;
  "bugreport.tombstone_thread": BugreportTombstoneThread;
  "bugreport.tombstone_frame": BugreportTombstoneFrame;
  "bugreport.log_crash": BugreportLogCrash;
  "bugreport.log_event": BugreportLogEvent;
  "bugreport.kernel_crash": BugreportKernelCrash;
  "bugreport.anr_process": BugreportAnrProcess;
  "bugreport.anr_thread": BugreportAnrThread;
  "bugreport.anr_lock": BugreportAnrLock;
  "bugreport.anr_verdict": BugreportAnrVerdict;
  "bugreport.anr_cycle": BugreportAnrCycle;
  "bugreport.triage_finding": BugreportTriageFinding;
  "bugreport.exit_info": BugreportExitInfo;
  "bugreport.package": BugreportPackage;
  "bugreport.dropbox_entry": BugreportDropboxEntry;
  "bugreport.process": BugreportProcess;
  "bugreport.meminfo_process": BugreportMeminfoProcess;
  "bugreport.battery_event": BugreportBatteryEvent;
  "diagnostic": Diagnostic;
}
