/* SPDX-License-Identifier: MIT */
/* Descriptions of mallocdbg's types. */
#include "mallocdbg.h"

#include "android/log.h"
#include "model/describe_macros.h"

static const dfmt_field variant_words[] = {DFMTI_WORD("v10", DFMT_MALLOCDBG_VARIANT_V10),
                                           DFMTI_WORD("v11", DFMT_MALLOCDBG_VARIANT_V11),
                                           DFMTI_WORD("v12", DFMT_MALLOCDBG_VARIANT_V12),
                                           DFMTI_WORD("comma", DFMT_MALLOCDBG_VARIANT_COMMA),
                                           DFMTI_WORD("heapsnap", DFMT_MALLOCDBG_VARIANT_HEAPSNAP),
                                           DFMTI_WORD("not_available", DFMT_MALLOCDBG_VARIANT_NOT_AVAILABLE),
                                           DFMTI_WORD("records", DFMT_MALLOCDBG_VARIANT_RECORDS),
                                           DFMTI_WORD("log", DFMT_MALLOCDBG_VARIANT_LOG)};
static const dfmt_type variant_type =
    DFMTI_WORDS(DFMT_TYPE_MALLOCDBG_VARIANT, "mallocdbg.variant", "DFMT_MALLOCDBG_VARIANT_", ENUM, variant_words);

static const dfmt_field dialect_words[] = {
    DFMTI_WORD("auto", DFMT_MALLOCDBG_DIALECT_AUTO), DFMTI_WORD("dump", DFMT_MALLOCDBG_DIALECT_DUMP),
    DFMTI_WORD("records", DFMT_MALLOCDBG_DIALECT_RECORDS), DFMTI_WORD("log", DFMT_MALLOCDBG_DIALECT_LOG)};
static const dfmt_type dialect_type =
    DFMTI_WORDS(DFMT_TYPE_MALLOCDBG_DIALECT, "mallocdbg.dialect", "DFMT_MALLOCDBG_DIALECT_", ENUM, dialect_words);

static const dfmt_field log_format_words[] = {
    DFMTI_WORD("auto", DFMT_MALLOCDBG_LOG_AUTO),     DFMTI_WORD("threadtime", DFMT_MALLOCDBG_LOG_THREADTIME),
    DFMTI_WORD("time", DFMT_MALLOCDBG_LOG_TIME),     DFMTI_WORD("brief", DFMT_MALLOCDBG_LOG_BRIEF),
    DFMTI_WORD("tag", DFMT_MALLOCDBG_LOG_TAG),       DFMTI_WORD("process", DFMT_MALLOCDBG_LOG_PROCESS),
    DFMTI_WORD("thread", DFMT_MALLOCDBG_LOG_THREAD), DFMTI_WORD("raw", DFMT_MALLOCDBG_LOG_RAW),
    DFMTI_WORD("long", DFMT_MALLOCDBG_LOG_LONG),     DFMTI_WORD("stderr", DFMT_MALLOCDBG_LOG_STDERR)};
static const dfmt_type log_format_type =
    DFMTI_WORDS(DFMT_TYPE_MALLOCDBG_LOG_FORMAT, "mallocdbg.log_format", "DFMT_MALLOCDBG_LOG_", ENUM, log_format_words);

static const dfmt_field prot_words[] = {DFMTI_WORD("read", DFMT_MALLOCDBG_PROT_READ),
                                        DFMTI_WORD("write", DFMT_MALLOCDBG_PROT_WRITE),
                                        DFMTI_WORD("exec", DFMT_MALLOCDBG_PROT_EXEC)};
static const dfmt_type prot_type =
    DFMTI_WORDS(DFMT_TYPE_MALLOCDBG_PROT, "mallocdbg.prot", "DFMT_MALLOCDBG_PROT_", FLAGS, prot_words);

static const dfmt_field marker_words[] = {DFMTI_WORD("end", DFMT_MALLOCDBG_MARKER_END),
                                          DFMTI_WORD("no_maps", DFMT_MALLOCDBG_MARKER_NO_MAPS),
                                          DFMTI_WORD("cut", DFMT_MALLOCDBG_MARKER_CUT)};
static const dfmt_type marker_type =
    DFMTI_WORDS(DFMT_TYPE_MALLOCDBG_MARKER, "mallocdbg.marker", "DFMT_MALLOCDBG_MARKER_", ENUM, marker_words);

static const dfmt_field operation_words[] = {DFMTI_WORD("malloc", DFMT_MALLOCDBG_OPERATION_MALLOC),
                                             DFMTI_WORD("calloc", DFMT_MALLOCDBG_OPERATION_CALLOC),
                                             DFMTI_WORD("memalign", DFMT_MALLOCDBG_OPERATION_MEMALIGN),
                                             DFMTI_WORD("realloc", DFMT_MALLOCDBG_OPERATION_REALLOC),
                                             DFMTI_WORD("free", DFMT_MALLOCDBG_OPERATION_FREE),
                                             DFMTI_WORD("thread_done", DFMT_MALLOCDBG_OPERATION_THREAD_DONE)};
static const dfmt_type operation_type = DFMTI_WORDS(DFMT_TYPE_MALLOCDBG_OPERATION, "mallocdbg.operation",
                                                    "DFMT_MALLOCDBG_OPERATION_", ENUM, operation_words);

static const dfmt_field kind_words[] = {DFMTI_WORD("corrupted_guard", DFMT_MALLOCDBG_KIND_CORRUPTED_GUARD),
                                        DFMTI_WORD("use_after_free", DFMT_MALLOCDBG_KIND_USE_AFTER_FREE),
                                        DFMTI_WORD("use_after_free_call", DFMT_MALLOCDBG_KIND_USE_AFTER_FREE_CALL),
                                        DFMTI_WORD("unknown_pointer", DFMT_MALLOCDBG_KIND_UNKNOWN_POINTER),
                                        DFMTI_WORD("invalid_tag", DFMT_MALLOCDBG_KIND_INVALID_TAG),
                                        DFMTI_WORD("corrupted_header_tag", DFMT_MALLOCDBG_KIND_CORRUPTED_HEADER_TAG),
                                        DFMTI_WORD("leak", DFMT_MALLOCDBG_KIND_LEAK)};
static const dfmt_type kind_type =
    DFMTI_WORDS(DFMT_TYPE_MALLOCDBG_KIND, "mallocdbg.kind", "DFMT_MALLOCDBG_KIND_", ENUM, kind_words);

static const dfmt_field guard_words[] = {DFMTI_WORD("front", DFMT_MALLOCDBG_GUARD_FRONT),
                                         DFMTI_WORD("rear", DFMT_MALLOCDBG_GUARD_REAR)};
static const dfmt_type guard_type =
    DFMTI_WORDS(DFMT_TYPE_MALLOCDBG_GUARD, "mallocdbg.guard", "DFMT_MALLOCDBG_GUARD_", ENUM, guard_words);

DFMTI_LOG_SAME(DFMT_MALLOCDBG_PRIORITY_);
static const dfmt_type priority_type = DFMTI_WORDS(DFMT_TYPE_MALLOCDBG_PRIORITY, "mallocdbg.priority",
                                                   "DFMT_MALLOCDBG_PRIORITY_", ENUM, dfmti_log_priority_words);

static const dfmt_field role_words[] = {DFMTI_WORD("failure", DFMT_MALLOCDBG_ROLE_FAILURE),
                                        DFMTI_WORD("free", DFMT_MALLOCDBG_ROLE_FREE),
                                        DFMTI_WORD("allocation", DFMT_MALLOCDBG_ROLE_ALLOCATION),
                                        DFMTI_WORD("original_free", DFMT_MALLOCDBG_ROLE_ORIGINAL_FREE)};
static const dfmt_type role_type =
    DFMTI_WORDS(DFMT_TYPE_MALLOCDBG_ROLE, "mallocdbg.role", "DFMT_MALLOCDBG_ROLE_", ENUM, role_words);

static const dfmt_field text_words[] = {
    DFMTI_WORD("other", DFMT_MALLOCDBG_TEXT_OTHER),
    DFMTI_WORD("enabled", DFMT_MALLOCDBG_TEXT_ENABLED),
    DFMTI_WORD("run_hint", DFMT_MALLOCDBG_TEXT_RUN_HINT),
    DFMTI_WORD("option_error", DFMT_MALLOCDBG_TEXT_OPTION_ERROR),
    DFMTI_WORD("usage", DFMT_MALLOCDBG_TEXT_USAGE),
    DFMTI_WORD("dump_file", DFMT_MALLOCDBG_TEXT_DUMP_FILE),
    DFMTI_WORD("dump_file_error", DFMT_MALLOCDBG_TEXT_DUMP_FILE_ERROR),
    DFMTI_WORD("record_file_error", DFMT_MALLOCDBG_TEXT_RECORD_FILE_ERROR),
    DFMTI_WORD("record_write_error", DFMT_MALLOCDBG_TEXT_RECORD_WRITE_ERROR),
    DFMTI_WORD("record_full", DFMT_MALLOCDBG_TEXT_RECORD_FULL),
    DFMTI_WORD("record_empty", DFMT_MALLOCDBG_TEXT_RECORD_EMPTY),
    DFMTI_WORD("pagemap_error", DFMT_MALLOCDBG_TEXT_PAGEMAP_ERROR),
    DFMTI_WORD("page_data_error", DFMT_MALLOCDBG_TEXT_PAGE_DATA_ERROR),
    DFMTI_WORD("signal_setup_error", DFMT_MALLOCDBG_TEXT_SIGNAL_SETUP_ERROR),
    DFMTI_WORD("unreachable_start", DFMT_MALLOCDBG_TEXT_UNREACHABLE_START),
    DFMTI_WORD("unreachable_failed", DFMT_MALLOCDBG_TEXT_UNREACHABLE_FAILED),
    DFMTI_WORD("stats_start", DFMT_MALLOCDBG_TEXT_STATS_START),
    DFMTI_WORD("stats_failed", DFMT_MALLOCDBG_TEXT_STATS_FAILED),
    DFMTI_WORD("leak_info_bad_argument", DFMT_MALLOCDBG_TEXT_LEAK_INFO_BAD_ARGUMENT),
    DFMTI_WORD("leak_info_not_tracking", DFMT_MALLOCDBG_TEXT_LEAK_INFO_NOT_TRACKING),
    DFMTI_WORD("asan_conflict", DFMT_MALLOCDBG_TEXT_ASAN_CONFLICT),
    DFMTI_WORD("untracked_pointer", DFMT_MALLOCDBG_TEXT_UNTRACKED_POINTER),
    DFMTI_WORD("missing_hash_index", DFMT_MALLOCDBG_TEXT_MISSING_HASH_INDEX),
    DFMTI_WORD("missing_frame_data", DFMT_MALLOCDBG_TEXT_MISSING_FRAME_DATA),
    DFMTI_WORD("key_create_error", DFMT_MALLOCDBG_TEXT_KEY_CREATE_ERROR),
    DFMTI_WORD("enable_failed", DFMT_MALLOCDBG_TEXT_ENABLE_FAILED),
    DFMTI_WORD("library_missing", DFMT_MALLOCDBG_TEXT_LIBRARY_MISSING),
    DFMTI_WORD("routine_missing", DFMT_MALLOCDBG_TEXT_ROUTINE_MISSING),
    DFMTI_WORD("legacy", DFMT_MALLOCDBG_TEXT_LEGACY)};
static const dfmt_type text_type =
    DFMTI_WORDS(DFMT_TYPE_MALLOCDBG_TEXT, "mallocdbg.text", "DFMT_MALLOCDBG_TEXT_", ENUM, text_words);

static const dfmt_field flags_words[] = {
    DFMTI_WORD("front_guard", DFMT_MALLOCDBG_FLAG_FRONT_GUARD),
    DFMTI_WORD("rear_guard", DFMT_MALLOCDBG_FLAG_REAR_GUARD),
    DFMTI_WORD("backtrace", DFMT_MALLOCDBG_FLAG_BACKTRACE),
    DFMTI_WORD("fill_on_alloc", DFMT_MALLOCDBG_FLAG_FILL_ON_ALLOC),
    DFMTI_WORD("fill_on_free", DFMT_MALLOCDBG_FLAG_FILL_ON_FREE),
    DFMTI_WORD("expand_alloc", DFMT_MALLOCDBG_FLAG_EXPAND_ALLOC),
    DFMTI_WORD("free_track", DFMT_MALLOCDBG_FLAG_FREE_TRACK),
    DFMTI_WORD("track_allocs", DFMT_MALLOCDBG_FLAG_TRACK_ALLOCS),
    DFMTI_WORD("leak_track", DFMT_MALLOCDBG_FLAG_LEAK_TRACK),
    DFMTI_WORD("record_allocs", DFMT_MALLOCDBG_FLAG_RECORD_ALLOCS),
    DFMTI_WORD("backtrace_full", DFMT_MALLOCDBG_FLAG_BACKTRACE_FULL),
    DFMTI_WORD("abort_on_error", DFMT_MALLOCDBG_FLAG_ABORT_ON_ERROR),
    DFMTI_WORD("verbose", DFMT_MALLOCDBG_FLAG_VERBOSE),
    DFMTI_WORD("check_unreachable_on_signal", DFMT_MALLOCDBG_FLAG_CHECK_UNREACHABLE_ON_SIGNAL),
    DFMTI_WORD("backtrace_specific_sizes", DFMT_MALLOCDBG_FLAG_BACKTRACE_SPECIFIC_SIZES),
    DFMTI_WORD("log_allocator_stats_on_signal", DFMT_MALLOCDBG_FLAG_LOG_ALLOCATOR_STATS_ON_SIGNAL),
    DFMTI_WORD("log_allocator_stats_on_exit", DFMT_MALLOCDBG_FLAG_LOG_ALLOCATOR_STATS_ON_EXIT)};
static const dfmt_type flags_type =
    DFMTI_WORDS(DFMT_TYPE_MALLOCDBG_FLAGS, "mallocdbg.flags", "DFMT_MALLOCDBG_FLAG_", FLAGS, flags_words);

static const dfmt_field value_words[] = {DFMTI_WORD("flag", DFMT_MALLOCDBG_VALUE_FLAG),
                                         DFMTI_WORD("number", DFMT_MALLOCDBG_VALUE_NUMBER),
                                         DFMTI_WORD("text", DFMT_MALLOCDBG_VALUE_TEXT)};
static const dfmt_type value_type =
    DFMTI_WORDS(DFMT_TYPE_MALLOCDBG_VALUE, "mallocdbg.value", "DFMT_MALLOCDBG_VALUE_", ENUM, value_words);

static const dfmt_field by_words[] = {DFMTI_WORD("size", DFMT_MALLOCDBG_BY_SIZE),
                                      DFMTI_WORD("thread", DFMT_MALLOCDBG_BY_THREAD)};
static const dfmt_type by_type =
    DFMTI_WORDS(DFMT_TYPE_MALLOCDBG_BY, "mallocdbg.by", "DFMT_MALLOCDBG_BY_", ENUM, by_words);

#define M(MEMBER, KIND, ...) DFMTI_FIELD(dfmt_mallocdbg_frame, MEMBER, KIND, __VA_ARGS__)
#define HAS(BIT) .present_mask = DFMT_MALLOCDBG_FRAME_HAS_##BIT
static const dfmt_field frame_members[] = {
    M(number, U32, HAS(NUMBER)),
    M(present, PRESENT, .unit = 0),
    M(pc, U64, .unit = DFMT_UNIT_ADDRESS, HAS(PC)),
    M(rel_pc, U64, .unit = DFMT_UNIT_ADDRESS, HAS(REL_PC)),
    M(map_offset, U64, .unit = DFMT_UNIT_BYTES, HAS(MAP_OFFSET)),
    M(function_offset, U64, .unit = DFMT_UNIT_BYTES, HAS(FUNCTION_OFFSET)),
    M(map, STR, HAS(MAP)),
    M(function, STR, HAS(FUNCTION)),
};
static const dfmt_type frame_type =
    DFMTI_STRUCT(DFMT_TYPE_MALLOCDBG_FRAME, "mallocdbg.frame", dfmt_mallocdbg_frame, ELEMENT, frame_members,
                 .present_offset = offsetof(dfmt_mallocdbg_frame, present));
#undef M
#undef HAS

#define M(MEMBER, KIND, ...) DFMTI_FIELD(dfmt_mallocdbg_diff, MEMBER, KIND, __VA_ARGS__)
static const dfmt_field diff_members[] = {
    M(block_offset, I64, .unit = 0),
    M(found, U32, .unit = 0),
    M(expected, U32, .unit = 0),
};
static const dfmt_type diff_type = DFMTI_STRUCT(DFMT_TYPE_MALLOCDBG_DIFF, "mallocdbg.diff", dfmt_mallocdbg_diff,
                                                ELEMENT, diff_members, .present_offset = 0);
#undef M

#define M(MEMBER, KIND, ...) DFMTI_FIELD(dfmt_mallocdbg_trace, MEMBER, KIND, __VA_ARGS__)
static const dfmt_field trace_members[] = {
    M(role, ENUM, .elem_type = DFMT_TYPE_MALLOCDBG_ROLE),
    M(reserved, RESERVED, .unit = 0),
    M(first, U64, .unit = 0),
    M(n, U64, .unit = 0),
};
static const dfmt_type trace_type = DFMTI_STRUCT(DFMT_TYPE_MALLOCDBG_TRACE, "mallocdbg.trace", dfmt_mallocdbg_trace,
                                                 ELEMENT, trace_members, .present_offset = 0);
#undef M

#define M(MEMBER, KIND, ...) DFMTI_FIELD(dfmt_mallocdbg_share, MEMBER, KIND, __VA_ARGS__)
static const dfmt_field share_members[] = {
    M(key, U64, .unit = 0),         M(live_bytes, U64, .unit = DFMT_UNIT_BYTES),
    M(live_blocks, U64, .unit = 0), M(peak_bytes, U64, .unit = DFMT_UNIT_BYTES),
    M(n_ops, U64, .unit = 0),
};
static const dfmt_type share_type = DFMTI_STRUCT(DFMT_TYPE_MALLOCDBG_SHARE, "mallocdbg.share", dfmt_mallocdbg_share,
                                                 ELEMENT, share_members, .present_offset = 0);
#undef M

#define M(MEMBER, KIND, ...) DFMTI_FIELD(dfmt_mallocdbg_block, MEMBER, KIND, __VA_ARGS__)
static const dfmt_field block_members[] = {
    M(ptr, U64, .unit = DFMT_UNIT_ADDRESS), M(bytes, U64, .unit = DFMT_UNIT_BYTES),
    M(op_number, U64, .unit = 0),           M(start_ns, U64, .unit = DFMT_UNIT_INSTANT_NS),
    M(thread_id, I32, .unit = 0),           M(reserved, RESERVED, .unit = 0),
};
static const dfmt_type block_type = DFMTI_STRUCT(DFMT_TYPE_MALLOCDBG_BLOCK, "mallocdbg.block", dfmt_mallocdbg_block,
                                                 ELEMENT, block_members, .present_offset = 0);
#undef M

#define M(MEMBER, KIND, ...) DFMTI_FIELD(dfmt_mallocdbg_header, MEMBER, KIND, __VA_ARGS__)
#define HAS(BIT) .present_mask = DFMT_MALLOCDBG_HEADER_HAS_##BIT
static const dfmt_field header_members[] = {
    M(head, HEAD, .unit = 0),
    M(present, PRESENT, .unit = 0),
    M(variant, ENUM, .elem_type = DFMT_TYPE_MALLOCDBG_VARIANT),
    M(version, STR, HAS(VERSION)),
    M(fingerprint, STR, HAS(FINGERPRINT)),
    M(total_bytes, U64, .unit = DFMT_UNIT_BYTES, HAS(TOTAL_BYTES)),
    M(n_records, U64, HAS(N_RECORDS)),
    M(backtrace_size, U64, HAS(BACKTRACE_SIZE)),
    M(warned_size, U64, HAS(WARNED_SIZE)),
    M(line, U64, .unit = DFMT_UNIT_LINE, HAS(LINE)),
};
static const dfmt_type header_type =
    DFMTI_STRUCT(DFMT_MALLOCDBG_HEADER, "mallocdbg.header", dfmt_mallocdbg_header, EVENT, header_members,
                 .present_offset = offsetof(dfmt_mallocdbg_header, present));
#undef M
#undef HAS

#define M(MEMBER, KIND, ...) DFMTI_FIELD(dfmt_mallocdbg_alloc, MEMBER, KIND, __VA_ARGS__)
#define HAS(BIT) .present_mask = DFMT_MALLOCDBG_ALLOC_HAS_##BIT
static const dfmt_field alloc_members[] = {
    M(head, HEAD, .unit = 0),
    M(present, PRESENT, .unit = 0),
    M(zygote_child, BOOL, .unit = 0),
    M(pc_digits, U32, HAS(PC_DIGITS)),
    M(reserved, RESERVED, .unit = 0),
    M(bytes, U64, .unit = DFMT_UNIT_BYTES),
    M(count, U64, .unit = 0),
    M(count_written, U64, .unit = 0),
    M(pcs, ARRAY, .elem_type = DFMT_KIND_U64, .count_offset = offsetof(dfmt_mallocdbg_alloc, n_pcs),
      .unit = DFMT_UNIT_ADDRESS),
    M(n_pcs, COUNT, .unit = 0),
    M(frames, ARRAY, .elem_type = DFMT_TYPE_MALLOCDBG_FRAME, .count_offset = offsetof(dfmt_mallocdbg_alloc, n_frames),
      HAS(FRAMES)),
    M(n_frames, COUNT, .unit = 0),
    M(line, U64, .unit = DFMT_UNIT_LINE, HAS(LINE)),
};
static const dfmt_type alloc_type =
    DFMTI_STRUCT(DFMT_MALLOCDBG_ALLOC, "mallocdbg.alloc", dfmt_mallocdbg_alloc, EVENT, alloc_members,
                 .present_offset = offsetof(dfmt_mallocdbg_alloc, present));
#undef M
#undef HAS

#define M(MEMBER, KIND, ...) DFMTI_FIELD(dfmt_mallocdbg_maps_begin, MEMBER, KIND, __VA_ARGS__)
#define HAS(BIT) .present_mask = DFMT_MALLOCDBG_MAPS_BEGIN_HAS_##BIT
static const dfmt_field maps_begin_members[] = {
    M(head, HEAD, .unit = 0),
    M(present, PRESENT, .unit = 0),
    M(reserved, RESERVED, .unit = 0),
    M(failure, STR, HAS(FAILURE)),
    M(line, U64, .unit = DFMT_UNIT_LINE, HAS(LINE)),
};
static const dfmt_type maps_begin_type =
    DFMTI_STRUCT(DFMT_MALLOCDBG_MAPS_BEGIN, "mallocdbg.maps_begin", dfmt_mallocdbg_maps_begin, EVENT,
                 maps_begin_members, .present_offset = offsetof(dfmt_mallocdbg_maps_begin, present));
#undef M
#undef HAS

#define M(MEMBER, KIND, ...) DFMTI_FIELD(dfmt_mallocdbg_map, MEMBER, KIND, __VA_ARGS__)
#define HAS(BIT) .present_mask = DFMT_MALLOCDBG_MAP_HAS_##BIT
static const dfmt_field map_members[] = {
    M(head, HEAD, .unit = 0),
    M(present, PRESENT, .unit = 0),
    M(prot, FLAGS, .elem_type = DFMT_TYPE_MALLOCDBG_PROT),
    M(shared, BOOL, .unit = 0),
    M(dev_major, U32, .unit = 0),
    M(dev_minor, U32, .unit = 0),
    M(name_column, U32, .unit = DFMT_UNIT_BYTES),
    M(start_address, U64, .unit = DFMT_UNIT_ADDRESS),
    M(end_address, U64, .unit = DFMT_UNIT_ADDRESS),
    M(file_offset, U64, .unit = DFMT_UNIT_OFFSET),
    M(inode, U64, .unit = 0),
    M(name, STR, HAS(NAME), .flags = DFMT_FIELD_REPEATS),
    M(line, U64, .unit = DFMT_UNIT_LINE, HAS(LINE)),
};
static const dfmt_type map_type = DFMTI_STRUCT(DFMT_MALLOCDBG_MAP, "mallocdbg.map", dfmt_mallocdbg_map, EVENT,
                                               map_members, .present_offset = offsetof(dfmt_mallocdbg_map, present));
#undef M
#undef HAS

#define M(MEMBER, KIND, ...) DFMTI_FIELD(dfmt_mallocdbg_end, MEMBER, KIND, __VA_ARGS__)
#define HAS(BIT) .present_mask = DFMT_MALLOCDBG_END_HAS_##BIT
static const dfmt_field end_members[] = {
    M(head, HEAD, .unit = 0),
    M(present, PRESENT, .unit = 0),
    M(marker, ENUM, .elem_type = DFMT_TYPE_MALLOCDBG_MARKER),
    M(counts_valid, BOOL, .unit = 0),
    M(reserved, RESERVED, .unit = 0),
    M(n_records, U64, .unit = 0),
    M(sum_bytes, U64, .unit = DFMT_UNIT_BYTES),
    M(sum_written, U64, .unit = DFMT_UNIT_BYTES),
    M(line, U64, .unit = DFMT_UNIT_LINE, HAS(LINE)),
};
static const dfmt_type end_type = DFMTI_STRUCT(DFMT_MALLOCDBG_END, "mallocdbg.end", dfmt_mallocdbg_end, EVENT,
                                               end_members, .present_offset = offsetof(dfmt_mallocdbg_end, present));
#undef M
#undef HAS

#define M(MEMBER, KIND, ...) DFMTI_FIELD(dfmt_mallocdbg_op, MEMBER, KIND, __VA_ARGS__)
#define HAS(BIT) .present_mask = DFMT_MALLOCDBG_OP_HAS_##BIT
static const dfmt_field op_members[] = {
    M(head, HEAD, .unit = 0),
    M(present, PRESENT, .unit = 0),
    M(op, ENUM, .elem_type = DFMT_TYPE_MALLOCDBG_OPERATION),
    M(thread_id, I32, .unit = 0),
    M(reserved, RESERVED, .unit = 0),
    M(ptr, U64, .unit = DFMT_UNIT_ADDRESS),
    M(bytes, U64, .unit = DFMT_UNIT_BYTES, HAS(BYTES)),
    M(old_ptr, U64, .unit = DFMT_UNIT_ADDRESS, HAS(OLD_PTR)),
    M(n_items, U64, HAS(N_ITEMS)),
    M(alignment, U64, .unit = DFMT_UNIT_BYTES, HAS(ALIGNMENT)),
    M(start_ns, U64, .unit = DFMT_UNIT_INSTANT_NS, HAS(START_NS)),
    M(end_ns, U64, .unit = DFMT_UNIT_INSTANT_NS, HAS(END_NS)),
    M(resident_bytes, U64, .unit = DFMT_UNIT_BYTES, HAS(RESIDENT_BYTES)),
};
static const dfmt_type op_type = DFMTI_STRUCT(DFMT_MALLOCDBG_OP, "mallocdbg.op", dfmt_mallocdbg_op, EVENT, op_members,
                                              .present_offset = offsetof(dfmt_mallocdbg_op, present));
#undef M
#undef HAS

#define M(MEMBER, KIND, ...) DFMTI_FIELD(dfmt_mallocdbg_report, MEMBER, KIND, __VA_ARGS__)
#define HAS(BIT) .present_mask = DFMT_MALLOCDBG_REPORT_HAS_##BIT
static const dfmt_field report_members[] = {
    M(head, HEAD, .unit = 0),
    M(present, PRESENT, .unit = 0),
    M(kind, ENUM, .elem_type = DFMT_TYPE_MALLOCDBG_KIND),
    M(process_id, I32, HAS(PROCESS_ID)),
    M(thread_id, I32, HAS(THREAD_ID)),
    M(priority, ENUM, .elem_type = DFMT_TYPE_MALLOCDBG_PRIORITY, HAS(PRIORITY)),
    M(guard, ENUM, .elem_type = DFMT_TYPE_MALLOCDBG_GUARD, HAS(GUARD)),
    M(complete, BOOL, .unit = 0),
    M(pc_digits, U32, HAS(PC_DIGITS)),
    M(ptr, U64, .unit = DFMT_UNIT_ADDRESS),
    M(bytes, U64, .unit = DFMT_UNIT_BYTES, HAS(BYTES)),
    M(header_tag, U64, .unit = DFMT_UNIT_ADDRESS, HAS(HEADER_TAG)),
    M(leak_number, U64, HAS(LEAK_NUMBER)),
    M(leak_total, U64, HAS(LEAK_TOTAL)),
    M(program, STR, HAS(PROGRAM), .flags = DFMT_FIELD_REPEATS),
    M(function, STR, HAS(FUNCTION)),
    M(time_text, STR, HAS(TIME_TEXT)),
    M(tag, STR, HAS(TAG), .flags = DFMT_FIELD_REPEATS),
    M(diffs, ARRAY, .elem_type = DFMT_TYPE_MALLOCDBG_DIFF, .count_offset = offsetof(dfmt_mallocdbg_report, n_diffs)),
    M(n_diffs, COUNT, .unit = 0),
    M(traces, ARRAY, .elem_type = DFMT_TYPE_MALLOCDBG_TRACE, .count_offset = offsetof(dfmt_mallocdbg_report, n_traces)),
    M(n_traces, COUNT, .unit = 0),
    M(frames, ARRAY, .elem_type = DFMT_TYPE_MALLOCDBG_FRAME, .count_offset = offsetof(dfmt_mallocdbg_report, n_frames)),
    M(n_frames, COUNT, .unit = 0),
    M(line, U64, .unit = DFMT_UNIT_LINE, HAS(LINE)),
};
static const dfmt_type report_type =
    DFMTI_STRUCT(DFMT_MALLOCDBG_REPORT, "mallocdbg.report", dfmt_mallocdbg_report, EVENT, report_members,
                 .present_offset = offsetof(dfmt_mallocdbg_report, present));
#undef M
#undef HAS

#define M(MEMBER, KIND, ...) DFMTI_FIELD(dfmt_mallocdbg_message, MEMBER, KIND, __VA_ARGS__)
#define HAS(BIT) .present_mask = DFMT_MALLOCDBG_MESSAGE_HAS_##BIT
static const dfmt_field message_members[] = {
    M(head, HEAD, .unit = 0),
    M(present, PRESENT, .unit = 0),
    M(kind, ENUM, .elem_type = DFMT_TYPE_MALLOCDBG_TEXT),
    M(process_id, I32, HAS(PROCESS_ID)),
    M(thread_id, I32, HAS(THREAD_ID)),
    M(priority, ENUM, .elem_type = DFMT_TYPE_MALLOCDBG_PRIORITY, HAS(PRIORITY)),
    M(signal, I32, HAS(SIGNAL)),
    M(target_process_id, I32, HAS(TARGET_PROCESS_ID)),
    M(reserved, RESERVED, .unit = 0),
    M(ptr, U64, .unit = DFMT_UNIT_ADDRESS, HAS(PTR)),
    M(hash_index, U64, HAS(HASH_INDEX)),
    M(message, STR, .unit = 0),
    M(program, STR, HAS(PROGRAM), .flags = DFMT_FIELD_REPEATS),
    M(detail, STR, HAS(DETAIL)),
    M(error, STR, HAS(ERROR)),
    M(time_text, STR, HAS(TIME_TEXT)),
    M(tag, STR, HAS(TAG), .flags = DFMT_FIELD_REPEATS),
    M(line, U64, .unit = DFMT_UNIT_LINE, HAS(LINE)),
};
static const dfmt_type message_type =
    DFMTI_STRUCT(DFMT_MALLOCDBG_MESSAGE, "mallocdbg.message", dfmt_mallocdbg_message, EVENT, message_members,
                 .present_offset = offsetof(dfmt_mallocdbg_message, present));
#undef M
#undef HAS

#define M(MEMBER, KIND, ...) DFMTI_FIELD(dfmt_mallocdbg_use, MEMBER, KIND, __VA_ARGS__)
static const dfmt_field use_members[] = {
    M(head, HEAD, .unit = 0),
    M(n_ops, U64, .unit = 0),
    M(live_bytes, U64, .unit = DFMT_UNIT_BYTES),
    M(live_blocks, U64, .unit = 0),
    M(peak_bytes, U64, .unit = DFMT_UNIT_BYTES),
    M(peak_bytes_op, U64, .unit = 0),
    M(peak_blocks, U64, .unit = 0),
    M(peak_blocks_op, U64, .unit = 0),
    M(requested_bytes, U64, .unit = DFMT_UNIT_BYTES),
    M(largest_request, U64, .unit = DFMT_UNIT_BYTES),
    M(n_threads, U64, .unit = 0),
    M(null_results, U64, .unit = 0),
    M(free_null, U64, .unit = 0),
    M(unknown_free, U64, .unit = 0),
    M(unknown_realloc, U64, .unit = 0),
    M(duplicate, U64, .unit = 0),
    M(realloc_from_null, U64, .unit = 0),
    M(realloc_to_free, U64, .unit = 0),
    M(realloc_in_place, U64, .unit = 0),
    M(timed_ops, U64, .unit = 0),
    M(resident_known, U64, .unit = 0),
    M(first_start_ns, U64, .unit = DFMT_UNIT_INSTANT_NS),
    M(last_end_ns, U64, .unit = DFMT_UNIT_INSTANT_NS),
};
static const dfmt_type use_type = DFMTI_STRUCT(DFMT_TYPE_MALLOCDBG_USE, "mallocdbg.use", dfmt_mallocdbg_use, STRUCT,
                                               use_members, .present_offset = 0);
#undef M

#define M(MEMBER, KIND, ...) DFMTI_FIELD(dfmt_mallocdbg_option, MEMBER, KIND, __VA_ARGS__)
static const dfmt_field option_members[] = {
    M(head, HEAD, .unit = 0),
    M(name, CSTR, .flags = DFMT_FIELD_UTF8),
    M(alias, CSTR, .flags = DFMT_FIELD_UTF8),
    M(since, CSTR, .flags = DFMT_FIELD_UTF8),
    M(text, CSTR, .flags = DFMT_FIELD_UTF8),
    M(value, ENUM, .elem_type = DFMT_TYPE_MALLOCDBG_VALUE),
    M(required, BOOL, .unit = 0),
    M(flags, FLAGS, .elem_type = DFMT_TYPE_MALLOCDBG_FLAGS),
    M(reserved, RESERVED, .unit = 0),
    M(lo, U64, .unit = 0),
    M(hi, U64, .unit = 0),
    M(def, U64, .unit = 0),
};
static const dfmt_type option_type = DFMTI_STRUCT(DFMT_TYPE_MALLOCDBG_OPTION, "mallocdbg.option", dfmt_mallocdbg_option,
                                                  STRUCT, option_members, .present_offset = 0);
#undef M

#define M(MEMBER, KIND, ...) DFMTI_FIELD(dfmt_mallocdbg_options, MEMBER, KIND, __VA_ARGS__)
static const dfmt_field options_members[] = {
    M(head, HEAD, .unit = 0),
    M(flags, FLAGS, .elem_type = DFMT_TYPE_MALLOCDBG_FLAGS),
    M(pointer_size, U32, .unit = DFMT_UNIT_BYTES),
    M(backtrace_enabled, BOOL, .unit = 0),
    M(backtrace_enable_on_signal, BOOL, .unit = 0),
    M(backtrace_dump_on_exit, BOOL, .unit = 0),
    M(record_allocs_on_exit, BOOL, .unit = 0),
    M(front_guard_bytes, U64, .unit = DFMT_UNIT_BYTES),
    M(rear_guard_bytes, U64, .unit = DFMT_UNIT_BYTES),
    M(backtrace_frames, U64, .unit = 0),
    M(backtrace_min_size_bytes, U64, .unit = DFMT_UNIT_BYTES),
    M(backtrace_max_size_bytes, U64, .unit = DFMT_UNIT_BYTES),
    M(fill_on_alloc_bytes, U64, .unit = DFMT_UNIT_BYTES),
    M(fill_on_free_bytes, U64, .unit = DFMT_UNIT_BYTES),
    M(expand_alloc_bytes, U64, .unit = DFMT_UNIT_BYTES),
    M(free_track_allocations, U64, .unit = 0),
    M(free_track_backtrace_num_frames, U64, .unit = 0),
    M(record_allocs_num_entries, U64, .unit = 0),
    M(backtrace_dump_prefix, STR, .unit = 0),
    M(record_allocs_file, STR, .unit = 0),
};
static const dfmt_type options_type =
    DFMTI_STRUCT(DFMT_TYPE_MALLOCDBG_OPTIONS, "mallocdbg.options", dfmt_mallocdbg_options, STRUCT, options_members,
                 .present_offset = 0);
#undef M

/* Columns: members are found by their names in the record's own description. */
#define M(STRUCT, MEMBER, KIND) DFMTI_FIELD(dfmt_mallocdbg_##STRUCT, MEMBER, KIND, .unit = 0)
#define ROWS(STRUCT, MEMBER, KIND, UNIT) \
  DFMTI_FIELD(dfmt_mallocdbg_##STRUCT, MEMBER, ARRAY, .elem_type = DFMT_KIND_##KIND, \
              .count_offset = offsetof(dfmt_mallocdbg_##STRUCT, n_rows), .unit = DFMT_UNIT_##UNIT)
#define OPS(MEMBER, KIND, UNIT) ROWS(op_columns, MEMBER, KIND, UNIT)
static const dfmt_field op_columns_members[] = {
    M(op_columns, head, HEAD),       M(op_columns, n_rows, COUNT),
    OPS(present, U32, NONE),         OPS(op, U32, NONE),
    OPS(thread_id, I32, NONE),       OPS(ptr, U64, ADDRESS),
    OPS(bytes, U64, BYTES),          OPS(old_ptr, U64, ADDRESS),
    OPS(n_items, U64, NONE),         OPS(alignment, U64, BYTES),
    OPS(start_ns, U64, INSTANT_NS),  OPS(end_ns, U64, INSTANT_NS),
    OPS(resident_bytes, U64, BYTES),
};
static const dfmt_type op_columns_type =
    DFMTI_STRUCT(DFMT_MALLOCDBG_OP_COLUMNS, "mallocdbg.op_columns", dfmt_mallocdbg_op_columns, EVENT,
                 op_columns_members, .present_offset = 0);
#undef OPS

#define ALLOCS(MEMBER, KIND, UNIT) ROWS(alloc_columns, MEMBER, KIND, UNIT)
static const dfmt_field alloc_columns_members[] = {
    M(alloc_columns, head, HEAD),
    M(alloc_columns, n_rows, COUNT),
    ALLOCS(present, U32, NONE),
    ALLOCS(zygote_child, U32, NONE),
    ALLOCS(pc_digits, U32, NONE),
    ALLOCS(bytes, U64, BYTES),
    ALLOCS(count, U64, NONE),
    ALLOCS(count_written, U64, NONE),
    ALLOCS(line, U64, LINE),
    DFMTI_FIELD(dfmt_mallocdbg_alloc_columns, first_pc, ARRAY, .elem_type = DFMT_KIND_U64,
                .count_offset = offsetof(dfmt_mallocdbg_alloc_columns, n_first_pc), .unit = DFMT_UNIT_INDEX),
    M(alloc_columns, n_first_pc, COUNT),
    DFMTI_FIELD(dfmt_mallocdbg_alloc_columns, pcs, ARRAY, .elem_type = DFMT_KIND_U64,
                .count_offset = offsetof(dfmt_mallocdbg_alloc_columns, n_pcs), .unit = DFMT_UNIT_ADDRESS),
    M(alloc_columns, n_pcs, COUNT),
};
static const dfmt_type alloc_columns_type =
    DFMTI_STRUCT(DFMT_MALLOCDBG_ALLOC_COLUMNS, "mallocdbg.alloc_columns", dfmt_mallocdbg_alloc_columns, EVENT,
                 alloc_columns_members, .present_offset = 0);
#undef ALLOCS
#undef ROWS
#undef M

#define M(MEMBER, KIND, ...) DFMTI_FIELD(dfmt_mallocdbg_live_block, MEMBER, KIND, __VA_ARGS__)
#define HAS(BIT) .present_mask = DFMT_MALLOCDBG_LIVE_BLOCK_HAS_##BIT
static const dfmt_field live_block_members[] = {
    M(head, HEAD, .unit = 0),
    M(present, PRESENT, .unit = 0),
    M(thread_id, I32, HAS(THREAD_ID)),
    M(ptr, U64, .unit = DFMT_UNIT_ADDRESS, HAS(PTR)),
    M(bytes, U64, .unit = DFMT_UNIT_BYTES),
    M(count, U64, .unit = 0),
    M(op_number, U64, HAS(OP_NUMBER)),
    M(start_ns, U64, .unit = DFMT_UNIT_INSTANT_NS, HAS(START_NS)),
    M(line, U64, .unit = DFMT_UNIT_LINE, HAS(LINE)),
    M(zygote_child, BOOL, HAS(ZYGOTE_CHILD)),
    M(reserved, RESERVED, .unit = 0),
};
static const dfmt_type live_block_type =
    DFMTI_STRUCT(DFMT_TYPE_MALLOCDBG_LIVE_BLOCK, "mallocdbg.live_block", dfmt_mallocdbg_live_block, ROW,
                 live_block_members, .present_offset = offsetof(dfmt_mallocdbg_live_block, present));
#undef M
#undef HAS

const dfmt_type *const dfmti_mallocdbg_types[] = {&header_type,     &alloc_type,
                                                  &maps_begin_type, &map_type,
                                                  &end_type,        &op_type,
                                                  &report_type,     &message_type,
                                                  &op_columns_type, &alloc_columns_type,
                                                  &frame_type,      &diff_type,
                                                  &trace_type,      &options_type,
                                                  &option_type,     &use_type,
                                                  &share_type,      &block_type,
                                                  &variant_type,    &dialect_type,
                                                  &log_format_type, &prot_type,
                                                  &marker_type,     &operation_type,
                                                  &kind_type,       &guard_type,
                                                  &priority_type,   &role_type,
                                                  &text_type,       &flags_type,
                                                  &value_type,      &by_type,
                                                  &live_block_type, NULL};

const dfmt_mallocdbg_header *dfmt_event_mallocdbg_header(const dfmt_event *ev) {
  return dfmti_event_body(ev, DFMT_MALLOCDBG_HEADER);
}
const dfmt_mallocdbg_alloc *dfmt_event_mallocdbg_alloc(const dfmt_event *ev) {
  return dfmti_event_body(ev, DFMT_MALLOCDBG_ALLOC);
}
const dfmt_mallocdbg_maps_begin *dfmt_event_mallocdbg_maps_begin(const dfmt_event *ev) {
  return dfmti_event_body(ev, DFMT_MALLOCDBG_MAPS_BEGIN);
}
const dfmt_mallocdbg_map *dfmt_event_mallocdbg_map(const dfmt_event *ev) {
  return dfmti_event_body(ev, DFMT_MALLOCDBG_MAP);
}
const dfmt_mallocdbg_end *dfmt_event_mallocdbg_end(const dfmt_event *ev) {
  return dfmti_event_body(ev, DFMT_MALLOCDBG_END);
}
const dfmt_mallocdbg_op *dfmt_event_mallocdbg_op(const dfmt_event *ev) {
  return dfmti_event_body(ev, DFMT_MALLOCDBG_OP);
}
const dfmt_mallocdbg_report *dfmt_event_mallocdbg_report(const dfmt_event *ev) {
  return dfmti_event_body(ev, DFMT_MALLOCDBG_REPORT);
}
const dfmt_mallocdbg_message *dfmt_event_mallocdbg_message(const dfmt_event *ev) {
  return dfmti_event_body(ev, DFMT_MALLOCDBG_MESSAGE);
}
const dfmt_mallocdbg_op_columns *dfmt_event_mallocdbg_op_columns(const dfmt_event *ev) {
  return dfmti_event_body(ev, DFMT_MALLOCDBG_OP_COLUMNS);
}
const dfmt_mallocdbg_alloc_columns *dfmt_event_mallocdbg_alloc_columns(const dfmt_event *ev) {
  return dfmti_event_body(ev, DFMT_MALLOCDBG_ALLOC_COLUMNS);
}
