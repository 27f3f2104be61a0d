/* SPDX-License-Identifier: MIT */
/* Description of the rows of the kernel's faults. */
#include "bugreport.h"
#include "model/describe_macros.h"
#include "types.h"

static const dfmt_field kernel_words[] = {
    DFMTI_WORD("oops", DFMT_BUGREPORT_KERNEL_OOPS), DFMTI_WORD("panic", DFMT_BUGREPORT_KERNEL_PANIC),
    DFMTI_WORD("hung", DFMT_BUGREPORT_KERNEL_HUNG), DFMTI_WORD("oom", DFMT_BUGREPORT_KERNEL_OOM)};
const dfmt_type dfmti_bugreport_kernel_type =
    DFMTI_WORDS(DFMT_TYPE_BUGREPORT_KERNEL, "bugreport.kernel", "DFMT_BUGREPORT_KERNEL_", ENUM, kernel_words);

#define HAS(BIT) .present_mask = DFMT_BUGREPORT_KERNEL_CRASH_HAS_##BIT

#define F(MEMBER, KIND, ...) DFMTI_FIELD(dfmt_bugreport_kernel_crash, MEMBER, KIND, __VA_ARGS__)
static const dfmt_field members[] = {
    F(head, HEAD, .unit = 0),
    F(present, PRESENT, .unit = 0),
    F(truncated, BOOL, .unit = 0),
    F(start_offset, U64, .unit = DFMT_UNIT_OFFSET),
    F(line, U64, .unit = DFMT_UNIT_LINE, HAS(LINE)),
    F(entry, STR, HAS(ENTRY), .flags = DFMT_FIELD_REPEATS),
    F(section, STR, HAS(SECTION), .flags = DFMT_FIELD_REPEATS),
    F(kind, ENUM, .elem_type = DFMT_TYPE_BUGREPORT_KERNEL),
    F(cpu, U32, HAS(CPU)),
    F(process_id, I32, HAS(PROCESS_ID)),
    F(reserved, RESERVED, .unit = 0),
    F(uptime_us, U64, .unit = DFMT_UNIT_DURATION_US, HAS(UPTIME_US)),
    F(message, STR, .unit = 0),
    F(panic, STR, HAS(PANIC)),
    F(comm, STR, HAS(COMM), .flags = DFMT_FIELD_REPEATS),
    F(pc, STR, HAS(PC), .flags = DFMT_FIELD_REPEATS),
    F(signature, STR, HAS(SIGNATURE)),
    F(trace, ARRAY, .elem_type = DFMT_KIND_STR, .count_offset = offsetof(dfmt_bugreport_kernel_crash, n_trace)),
    F(n_trace, COUNT, .unit = 0),
};
const dfmt_type dfmti_bugreport_kernel_crash_type =
    DFMTI_STRUCT(DFMT_TYPE_BUGREPORT_KERNEL_CRASH, "bugreport.kernel_crash", dfmt_bugreport_kernel_crash, ROW, members,
                 .present_offset = offsetof(dfmt_bugreport_kernel_crash, present));
