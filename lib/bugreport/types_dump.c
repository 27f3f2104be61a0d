/* SPDX-License-Identifier: MIT */
/* Descriptions of the rows of what services and commands list. */
#include "bugreport.h"
#include "model/describe_macros.h"
#include "types.h"

static const dfmt_field measure_words[] = {DFMTI_WORD("pss", DFMT_BUGREPORT_MEASURE_PSS),
                                           DFMTI_WORD("rss", DFMT_BUGREPORT_MEASURE_RSS)};
const dfmt_type dfmti_bugreport_measure_type =
    DFMTI_WORDS(DFMT_TYPE_BUGREPORT_MEASURE, "bugreport.measure", "DFMT_BUGREPORT_MEASURE_", ENUM, measure_words);

#define HAS(BIT) .present_mask = DFMT_BUGREPORT_##BIT

/* Members that all of them begin with. */
#define PLACE(TYPE) \
  F(head, HEAD, .unit = 0), F(present, PRESENT, .unit = 0), F(truncated, BOOL, .unit = 0), \
      F(start_offset, U64, .unit = DFMT_UNIT_OFFSET), F(line, U64, .unit = DFMT_UNIT_LINE, HAS(TYPE##_HAS_LINE)), \
      F(entry, STR, HAS(TYPE##_HAS_ENTRY), .flags = DFMT_FIELD_REPEATS), \
      F(section, STR, HAS(TYPE##_HAS_SECTION), .flags = DFMT_FIELD_REPEATS)

#define TABLE(NAME, NUMBER) \
  const dfmt_type dfmti_bugreport_##NAME##_type = \
      DFMTI_STRUCT(DFMT_TYPE_BUGREPORT_##NUMBER, "bugreport." #NAME, dfmt_bugreport_##NAME, ROW, NAME##_members, \
                   .present_offset = offsetof(dfmt_bugreport_##NAME, present))

#define F(MEMBER, KIND, ...) DFMTI_FIELD(dfmt_bugreport_exit_info, MEMBER, KIND, __VA_ARGS__)
static const dfmt_field exit_info_members[] = {
    PLACE(EXIT_INFO),
    F(number, U32, .unit = DFMT_UNIT_INDEX),
    F(process_id, I32, HAS(EXIT_INFO_HAS_TIME)),
    F(real_user_id, U32, HAS(EXIT_INFO_HAS_TIME)),
    F(package_user_id, U32, HAS(EXIT_INFO_HAS_TIME)),
    F(defining_user_id, U32, HAS(EXIT_INFO_HAS_TIME)),
    F(android_user, I32, HAS(EXIT_INFO_HAS_TIME)),
    F(time_text, STR, HAS(EXIT_INFO_HAS_TIME)),
    F(reason, I32, HAS(EXIT_INFO_HAS_REASON)),
    F(subreason, I32, HAS(EXIT_INFO_HAS_REASON)),
    F(process_name, STR, HAS(EXIT_INFO_HAS_REASON), .flags = DFMT_FIELD_REPEATS),
    F(reason_name, STR, HAS(EXIT_INFO_HAS_REASON), .flags = DFMT_FIELD_REPEATS),
    F(subreason_name, STR, HAS(EXIT_INFO_HAS_REASON), .flags = DFMT_FIELD_REPEATS),
    F(status, I32, HAS(EXIT_INFO_HAS_REASON)),
    F(importance, I32, HAS(EXIT_INFO_HAS_IMPORTANCE)),
    F(pss_kb, U64, HAS(EXIT_INFO_HAS_PSS)),
    F(rss_kb, U64, HAS(EXIT_INFO_HAS_PSS)),
    F(state_bytes, U64, HAS(EXIT_INFO_HAS_STATE_BYTES)),
    F(package, STR, HAS(EXIT_INFO_HAS_PACKAGE), .flags = DFMT_FIELD_REPEATS),
    F(description, STR, HAS(EXIT_INFO_HAS_DESCRIPTION), .flags = DFMT_FIELD_REPEATS),
    F(trace, STR, HAS(EXIT_INFO_HAS_TRACE)),
};
#undef F
TABLE(exit_info, EXIT_INFO);

#define F(MEMBER, KIND, ...) DFMTI_FIELD(dfmt_bugreport_dropbox_entry, MEMBER, KIND, __VA_ARGS__)
static const dfmt_field dropbox_entry_members[] = {
    PLACE(DROPBOX_ENTRY),
    F(lost, BOOL, .unit = 0),
    F(compressed, BOOL, .unit = 0),
    F(text, BOOL, .unit = 0),
    F(reserved, RESERVED, .unit = 0),
    F(bytes, U64, HAS(DROPBOX_ENTRY_HAS_BYTES)),
    F(time_text, STR, .unit = 0),
    F(tag, STR, .flags = DFMT_FIELD_REPEATS),
};
#undef F
TABLE(dropbox_entry, DROPBOX_ENTRY);

#define F(MEMBER, KIND, ...) DFMTI_FIELD(dfmt_bugreport_process, MEMBER, KIND, __VA_ARGS__)
static const dfmt_field process_members[] = {
    PLACE(PROCESS),
    F(process_id, I32, .unit = 0),
    F(thread_id, I32, HAS(PROCESS_HAS_THREAD_ID)),
    F(parent_process_id, I32, HAS(PROCESS_HAS_PARENT_PROCESS_ID)),
    F(reserved, RESERVED, .unit = 0),
    F(vsz_kb, U64, HAS(PROCESS_HAS_VSZ)),
    F(rss_kb, U64, HAS(PROCESS_HAS_RSS)),
    F(time_s, U64, HAS(PROCESS_HAS_TIME_S)),
    F(user_id, STR, .flags = DFMT_FIELD_REPEATS),
    F(state, STR, HAS(PROCESS_HAS_STATE), .flags = DFMT_FIELD_REPEATS),
    F(name, STR, .flags = DFMT_FIELD_REPEATS),
};
#undef F
TABLE(process, PROCESS);

#define F(MEMBER, KIND, ...) DFMTI_FIELD(dfmt_bugreport_meminfo_process, MEMBER, KIND, __VA_ARGS__)
static const dfmt_field meminfo_process_members[] = {
    PLACE(MEMINFO_PROCESS),
    F(measure, ENUM, .elem_type = DFMT_TYPE_BUGREPORT_MEASURE),
    F(process_id, I32, .unit = 0),
    F(activities, BOOL, .unit = 0),
    F(reserved, RESERVED, .unit = 0),
    F(size_kb, U64, .unit = 0),
    F(swap_kb, U64, HAS(MEMINFO_PROCESS_HAS_SWAP_KB)),
    F(process_name, STR, .flags = DFMT_FIELD_REPEATS),
};
#undef F
TABLE(meminfo_process, MEMINFO_PROCESS);

static const dfmt_field package_grant_members[] = {
    DFMTI_FIELD(dfmt_bugreport_package_grant, permission, STR, .unit = 0),
    DFMTI_FIELD(dfmt_bugreport_package_grant, granted, BOOL, .unit = 0),
    DFMTI_FIELD(dfmt_bugreport_package_grant, present, PRESENT, .unit = 0),
    DFMTI_FIELD(dfmt_bugreport_package_grant, android_user, I32, HAS(PACKAGE_GRANT_HAS_ANDROID_USER)),
    DFMTI_FIELD(dfmt_bugreport_package_grant, reserved, RESERVED, .unit = 0),
};
const dfmt_type dfmti_bugreport_package_grant_type =
    DFMTI_STRUCT(DFMT_TYPE_BUGREPORT_PACKAGE_GRANT, "bugreport.package_grant", dfmt_bugreport_package_grant, ELEMENT,
                 package_grant_members, .present_offset = offsetof(dfmt_bugreport_package_grant, present));

#define F(MEMBER, KIND, ...) DFMTI_FIELD(dfmt_bugreport_package, MEMBER, KIND, __VA_ARGS__)
#define LIST(MEMBER, TYPE) \
  F(MEMBER, ARRAY, .elem_type = TYPE, .count_offset = offsetof(dfmt_bugreport_package, n_##MEMBER)), \
      F(n_##MEMBER, COUNT, .unit = 0)
static const dfmt_field package_members[] = {
    PLACE(PACKAGE),
    F(hidden, BOOL, .unit = 0),
    F(user_id, U32, HAS(PACKAGE_HAS_USER_ID)),
    F(min_sdk, U32, HAS(PACKAGE_HAS_MIN_SDK)),
    F(target_sdk, U32, HAS(PACKAGE_HAS_TARGET_SDK)),
    F(version_code, U64, HAS(PACKAGE_HAS_VERSION_CODE)),
    F(package, STR, .unit = 0),
    F(version_name, STR, HAS(PACKAGE_HAS_VERSION_NAME), .flags = DFMT_FIELD_REPEATS),
    F(code_path, STR, HAS(PACKAGE_HAS_CODE_PATH)),
    F(first_install, STR, HAS(PACKAGE_HAS_FIRST_INSTALL), .flags = DFMT_FIELD_REPEATS),
    F(last_update, STR, HAS(PACKAGE_HAS_LAST_UPDATE), .flags = DFMT_FIELD_REPEATS),
    F(installer, STR, HAS(PACKAGE_HAS_INSTALLER), .flags = DFMT_FIELD_REPEATS),
    LIST(flags, DFMT_KIND_STR),
    LIST(requested, DFMT_KIND_STR),
    LIST(grants, DFMT_TYPE_BUGREPORT_PACKAGE_GRANT),
};
#undef LIST
#undef F
TABLE(package, PACKAGE);

static const dfmt_field battery_change_words[] = {DFMTI_WORD("set", DFMT_BUGREPORT_BATTERY_CHANGE_SET),
                                                  DFMTI_WORD("on", DFMT_BUGREPORT_BATTERY_CHANGE_ON),
                                                  DFMTI_WORD("off", DFMT_BUGREPORT_BATTERY_CHANGE_OFF)};
const dfmt_type dfmti_bugreport_battery_change_type =
    DFMTI_WORDS(DFMT_TYPE_BUGREPORT_BATTERY_CHANGE, "bugreport.battery_change", "DFMT_BUGREPORT_BATTERY_CHANGE_", ENUM,
                battery_change_words);

#define F(MEMBER, KIND, ...) DFMTI_FIELD(dfmt_bugreport_battery_item, MEMBER, KIND, __VA_ARGS__)
static const dfmt_field battery_item_members[] = {
    F(change, ENUM, .elem_type = DFMT_TYPE_BUGREPORT_BATTERY_CHANGE),
    F(present, PRESENT, .unit = 0),
    F(name, STR, .unit = 0),
    F(value, STR, HAS(BATTERY_ITEM_HAS_VALUE)),
    F(text, STR, HAS(BATTERY_ITEM_HAS_TEXT)),
    F(user_id, U32, HAS(BATTERY_ITEM_HAS_TEXT)),
    F(reserved, RESERVED, .unit = 0),
};
#undef F
const dfmt_type dfmti_bugreport_battery_item_type =
    DFMTI_STRUCT(DFMT_TYPE_BUGREPORT_BATTERY_ITEM, "bugreport.battery_item", dfmt_bugreport_battery_item, ELEMENT,
                 battery_item_members, .present_offset = offsetof(dfmt_bugreport_battery_item, present));

#define F(MEMBER, KIND, ...) DFMTI_FIELD(dfmt_bugreport_battery_event, MEMBER, KIND, __VA_ARGS__)
static const dfmt_field battery_event_members[] = {
    PLACE(BATTERY_EVENT),
    F(delta_ms, I64, .unit = 0),
    F(text, STR, .unit = 0),
    F(items, ARRAY, .elem_type = DFMT_TYPE_BUGREPORT_BATTERY_ITEM,
      .count_offset = offsetof(dfmt_bugreport_battery_event, n_items)),
    F(n_items, COUNT, .unit = 0),
};
#undef F
TABLE(battery_event, BATTERY_EVENT);
