/* SPDX-License-Identifier: MIT */
/* Descriptions of the rows of dumps of threads. */
#include "bugreport.h"
#include "model/describe_macros.h"
#include "types.h"

static const dfmt_field lock_words[] = {
    DFMTI_WORD("blocked", DFMT_BUGREPORT_LOCK_BLOCKED), DFMTI_WORD("inflate", DFMT_BUGREPORT_LOCK_INFLATE),
    DFMTI_WORD("wait", DFMT_BUGREPORT_LOCK_WAIT), DFMTI_WORD("sleep", DFMT_BUGREPORT_LOCK_SLEEP),
    DFMTI_WORD("locked", DFMT_BUGREPORT_LOCK_LOCKED)};
const dfmt_type dfmti_bugreport_lock_type =
    DFMTI_WORDS(DFMT_TYPE_BUGREPORT_LOCK, "bugreport.lock", "DFMT_BUGREPORT_LOCK_", ENUM, lock_words);

static const dfmt_field verdict_words[] = {
    DFMTI_WORD("deadlock", DFMT_BUGREPORT_VERDICT_DEADLOCK), DFMTI_WORD("lock", DFMT_BUGREPORT_VERDICT_LOCK),
    DFMTI_WORD("idle", DFMT_BUGREPORT_VERDICT_IDLE),         DFMTI_WORD("binder", DFMT_BUGREPORT_VERDICT_BINDER),
    DFMTI_WORD("running", DFMT_BUGREPORT_VERDICT_RUNNING),   DFMTI_WORD("sleeping", DFMT_BUGREPORT_VERDICT_SLEEPING),
    DFMTI_WORD("waiting", DFMT_BUGREPORT_VERDICT_WAITING),   DFMTI_WORD("native", DFMT_BUGREPORT_VERDICT_NATIVE),
    DFMTI_WORD("other", DFMT_BUGREPORT_VERDICT_OTHER),
};
const dfmt_type dfmti_bugreport_verdict_type =
    DFMTI_WORDS(DFMT_TYPE_BUGREPORT_VERDICT, "bugreport.verdict", "DFMT_BUGREPORT_VERDICT_", ENUM, verdict_words);

#define HAS(BIT) .present_mask = DFMT_BUGREPORT_ANR_##BIT

/* How all of them begin and go on, of a type. */
#define PLACE(TYPE) \
  F(head, HEAD, .unit = 0), F(present, PRESENT, .unit = 0), F(truncated, BOOL, .unit = 0), \
      F(start_offset, U64, .unit = DFMT_UNIT_OFFSET), F(line, U64, .unit = DFMT_UNIT_LINE, HAS(TYPE##_HAS_LINE)), \
      F(entry, STR, HAS(TYPE##_HAS_ENTRY), .flags = DFMT_FIELD_REPEATS), \
      F(section, STR, HAS(TYPE##_HAS_SECTION), .flags = DFMT_FIELD_REPEATS)

#define F(MEMBER, KIND, ...) DFMTI_FIELD(dfmt_bugreport_anr_process, MEMBER, KIND, __VA_ARGS__)
static const dfmt_field anr_process_members[] = {
    PLACE(PROCESS),
    F(process_id, I32, .unit = 0),
    F(reserved, RESERVED, .unit = 0),
    F(threads, U64, .unit = 0),
    F(process_name, STR, HAS(PROCESS_HAS_PROCESS_NAME), .flags = DFMT_FIELD_REPEATS),
    F(time_text, STR, HAS(PROCESS_HAS_TIME_TEXT), .flags = DFMT_FIELD_REPEATS),
};
#undef F
const dfmt_type dfmti_bugreport_anr_process_type =
    DFMTI_STRUCT(DFMT_TYPE_BUGREPORT_ANR_PROCESS, "bugreport.anr_process", dfmt_bugreport_anr_process, ROW,
                 anr_process_members, .present_offset = offsetof(dfmt_bugreport_anr_process, present));

#define F(MEMBER, KIND, ...) DFMTI_FIELD(dfmt_bugreport_anr_thread, MEMBER, KIND, __VA_ARGS__)
static const dfmt_field anr_thread_members[] = {
    PLACE(THREAD),
    F(process_id, I32, .unit = 0),
    F(vm_thread_id, I32, HAS(THREAD_HAS_VM_THREAD_ID)),
    F(thread_id, I32, HAS(THREAD_HAS_THREAD_ID)),
    F(daemon, BOOL, .unit = 0),
    F(java_priority, I32, HAS(THREAD_HAS_JAVA_PRIORITY)),
    F(nice, I32, HAS(THREAD_HAS_NICE)),
    F(core, I32, HAS(THREAD_HAS_CORE)),
    F(reserved, RESERVED, .unit = 0),
    F(utm, U64, HAS(THREAD_HAS_UTM)),
    F(stm, U64, HAS(THREAD_HAS_UTM)),
    F(frames, U64, .unit = 0),
    F(name, STR, .flags = DFMT_FIELD_REPEATS),
    F(state, STR, HAS(THREAD_HAS_STATE), .flags = DFMT_FIELD_REPEATS),
    F(cgrp, STR, HAS(THREAD_HAS_CGRP), .flags = DFMT_FIELD_REPEATS),
    F(native_state, STR, HAS(THREAD_HAS_NATIVE_STATE), .flags = DFMT_FIELD_REPEATS),
};
#undef F
const dfmt_type dfmti_bugreport_anr_thread_type =
    DFMTI_STRUCT(DFMT_TYPE_BUGREPORT_ANR_THREAD, "bugreport.anr_thread", dfmt_bugreport_anr_thread, ROW,
                 anr_thread_members, .present_offset = offsetof(dfmt_bugreport_anr_thread, present));

#define F(MEMBER, KIND, ...) DFMTI_FIELD(dfmt_bugreport_anr_lock, MEMBER, KIND, __VA_ARGS__)
static const dfmt_field anr_lock_members[] = {
    PLACE(LOCK),
    F(process_id, I32, .unit = 0),
    F(vm_thread_id, I32, HAS(LOCK_HAS_VM_THREAD_ID)),
    F(kind, ENUM, .elem_type = DFMT_TYPE_BUGREPORT_LOCK),
    F(held_by, I32, HAS(LOCK_HAS_HELD_BY)),
    F(frame_number, I32, .unit = 0),
    F(reserved, RESERVED, .unit = 0),
    F(lock_address, U64, HAS(LOCK_HAS_LOCK_ADDRESS)),
    F(class_name, STR, HAS(LOCK_HAS_CLASS_NAME), .flags = DFMT_FIELD_REPEATS),
};
#undef F
const dfmt_type dfmti_bugreport_anr_lock_type =
    DFMTI_STRUCT(DFMT_TYPE_BUGREPORT_ANR_LOCK, "bugreport.anr_lock", dfmt_bugreport_anr_lock, ROW, anr_lock_members,
                 .present_offset = offsetof(dfmt_bugreport_anr_lock, present));

#define F(MEMBER, KIND, ...) DFMTI_FIELD(dfmt_bugreport_anr_verdict, MEMBER, KIND, __VA_ARGS__)
static const dfmt_field anr_verdict_members[] = {
    PLACE(VERDICT),
    F(process_id, I32, .unit = 0),
    F(kind, ENUM, .elem_type = DFMT_TYPE_BUGREPORT_VERDICT),
    F(state, STR, .flags = DFMT_FIELD_REPEATS),
    F(process_name, STR, HAS(VERDICT_HAS_PROCESS_NAME), .flags = DFMT_FIELD_REPEATS),
    F(time_text, STR, HAS(VERDICT_HAS_TIME_TEXT), .flags = DFMT_FIELD_REPEATS),
    F(signature, STR, HAS(VERDICT_HAS_SIGNATURE)),
    F(chain, ARRAY, .elem_type = DFMT_KIND_I32, .count_offset = offsetof(dfmt_bugreport_anr_verdict, n_chain)),
    F(n_chain, COUNT, .unit = 0),
};
#undef F
const dfmt_type dfmti_bugreport_anr_verdict_type =
    DFMTI_STRUCT(DFMT_TYPE_BUGREPORT_ANR_VERDICT, "bugreport.anr_verdict", dfmt_bugreport_anr_verdict, ROW,
                 anr_verdict_members, .present_offset = offsetof(dfmt_bugreport_anr_verdict, present));

#define F(MEMBER, KIND, ...) DFMTI_FIELD(dfmt_bugreport_anr_cycle, MEMBER, KIND, __VA_ARGS__)
static const dfmt_field anr_cycle_members[] = {
    PLACE(CYCLE),
    F(process_id, I32, .unit = 0),
    F(reserved, RESERVED, .unit = 0),
    F(vm_thread_ids, ARRAY, .elem_type = DFMT_KIND_I32,
      .count_offset = offsetof(dfmt_bugreport_anr_cycle, n_vm_thread_ids)),
    F(n_vm_thread_ids, COUNT, .unit = 0),
};
#undef F
const dfmt_type dfmti_bugreport_anr_cycle_type =
    DFMTI_STRUCT(DFMT_TYPE_BUGREPORT_ANR_CYCLE, "bugreport.anr_cycle", dfmt_bugreport_anr_cycle, ROW, anr_cycle_members,
                 .present_offset = offsetof(dfmt_bugreport_anr_cycle, present));
