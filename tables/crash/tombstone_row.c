/* SPDX-License-Identifier: MIT */
/* Rows of tombstones. */
#include "base/calendar.h"
#include "tombstone.h"

/* Members that all share: PLACE(row, TYPE) of `o`, and its place. */
#define PLACE(ROW, TYPE, OFFSET, LINE) \
  do { \
    (ROW)->entry = dfmti_derived_kept(&x->feed.entry); \
    (ROW)->section = dfmti_derived_kept(&x->feed.section); \
    (ROW)->start_offset = (OFFSET); \
    (ROW)->line = (LINE); \
    (ROW)->crash_number = o->number; \
    if ((ROW)->entry.len) (ROW)->section.len = 0; \
    if ((ROW)->entry.len) (ROW)->present |= DFMT_BUGREPORT_TOMBSTONE_##TYPE##_HAS_ENTRY; \
    if ((ROW)->section.len) (ROW)->present |= DFMT_BUGREPORT_TOMBSTONE_##TYPE##_HAS_SECTION; \
    if (LINE) (ROW)->present |= DFMT_BUGREPORT_TOMBSTONE_##TYPE##_HAS_LINE; \
  } while (0)

/* Bits of the tombstone as the row's bits. */
static uint32_t crash_bits(uint32_t has) {
  static const struct {
    uint32_t from, to;
  } bits[] = {
#define TEXT(NAME) {1u << DFMTI_TOMBSTONE_##NAME, DFMT_BUGREPORT_TOMBSTONE_CRASH_HAS_##NAME}
#define NUMBER(FROM, TO) {DFMTI_TOMBSTONE_HAS_##FROM, DFMT_BUGREPORT_TOMBSTONE_CRASH_HAS_##TO}
      TEXT(FINGERPRINT),
      TEXT(REVISION),
      TEXT(ABI),
      TEXT(TIME_TEXT),
      TEXT(CMDLINE),
      TEXT(PROCESS_NAME),
      TEXT(THREAD_NAME),
      TEXT(ABORT_MESSAGE),
      TEXT(SIGNAL_NAME),
      TEXT(CODE_NAME),
      NUMBER(PROCESS_ID, PROCESS_ID),
      NUMBER(PROCESS_ID, THREAD_ID),
      NUMBER(USER_ID, USER_ID),
      NUMBER(SIGNAL, SIGNAL),
      NUMBER(CODE, CODE),
      NUMBER(SENDER, SENDER),
      NUMBER(UPTIME, UPTIME_S),
      NUMBER(UTC_OFFSET, UTC_OFFSET_S),
      NUMBER(FAULT_ADDRESS, FAULT_ADDRESS),
      NUMBER(PAGE_SIZE, PAGE_SIZE),
      TEXT(EXECUTABLE),
      TEXT(SELINUX_LABEL),
      TEXT(GUEST_ABI),
#undef TEXT
#undef NUMBER
  };
  uint32_t found = 0;
  for (size_t i = 0; i < sizeof bits / sizeof *bits; i++)
    if (has & bits[i].from) found |= bits[i].to;
  return found;
}

static void put_texts(const struct dfmti_tombstone *t, dfmt_bugreport_tombstone_crash *row) {
  const struct {
    uint32_t from;
    dfmt_str *to;
  } texts[] = {{DFMTI_TOMBSTONE_FINGERPRINT, &row->fingerprint},
               {DFMTI_TOMBSTONE_REVISION, &row->revision},
               {DFMTI_TOMBSTONE_ABI, &row->abi},
               {DFMTI_TOMBSTONE_TIME_TEXT, &row->time_text},
               {DFMTI_TOMBSTONE_CMDLINE, &row->cmdline},
               {DFMTI_TOMBSTONE_PROCESS_NAME, &row->process_name},
               {DFMTI_TOMBSTONE_THREAD_NAME, &row->thread_name},
               {DFMTI_TOMBSTONE_SIGNAL_NAME, &row->signal_name},
               {DFMTI_TOMBSTONE_CODE_NAME, &row->code_name},
               {DFMTI_TOMBSTONE_ABORT_MESSAGE, &row->abort_message},
               {DFMTI_TOMBSTONE_EXECUTABLE, &row->executable},
               {DFMTI_TOMBSTONE_SELINUX_LABEL, &row->selinux_label},
               {DFMTI_TOMBSTONE_GUEST_ABI, &row->guest_abi}};
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
    *texts[i].to = dfmti_tombstone_text(t, t->texts[texts[i].from]);
}

static void put_lists(struct dfmti_crash_tombstones *x, const struct dfmti_tombstone *t,
                      dfmt_bugreport_tombstone_crash *row) {
  for (uint32_t i = 0; i < t->n_causes; i++) x->causes[i] = dfmti_tombstone_text(t, t->causes[i]);
  for (uint32_t i = 0; i < t->n_details; i++) x->details[i] = dfmti_tombstone_text(t, t->details[i]);
  row->causes = x->causes;
  row->n_causes = t->n_causes;
  row->details = x->details;
  row->n_details = t->n_details;
}

dfmt_status dfmti_crash_tombstone_put(struct dfmti_crash_tombstones *x, struct dfmti_crash_tombstone *o) {
  struct dfmti_tombstone *t = &o->t;
  dfmt_bugreport_tombstone_crash *row = &x->body.crash.crash;
  dfmti_tombstone_finish(t);
  x->signature.len = 0;
  if (!dfmti_tombstone_signature(&x->feed.in.mem, t, &x->signature)) return DFMT_E_NOMEM;
  *row = (dfmt_bugreport_tombstone_crash){
      .head = {sizeof *row, DFMT_TYPE_BUGREPORT_TOMBSTONE_CRASH},
      .present = crash_bits(t->has),
      .form = x->whole.has   ? DFMT_BUGREPORT_FORM_PROTO
              : o == x->open ? DFMT_BUGREPORT_FORM_TEXT
                             : DFMT_BUGREPORT_FORM_LOG,
      .truncated = o->cut || t->cut,
      .process_id = t->process_id,
      .thread_id = t->thread_id,
      .user_id = t->user_id,
      .signal = t->signal,
      .code = t->code,
      .sender_process_id = t->sender_process_id,
      .sender_user_id = t->sender_user_id,
      .utc_offset_s = t->utc_offset_s,
      .fault_address = t->fault_address,
      .uptime_s = t->uptime_s,
      .page_size = t->page_size,
      .signature = dfmti_derived_kept(&x->signature),
  };
  put_texts(t, row);
  put_lists(x, t, row);
  if (row->signature.len) row->present |= DFMT_BUGREPORT_TOMBSTONE_CRASH_HAS_SIGNATURE;
  PLACE(row, CRASH, o->offset, o->line);
  x->body.crash.log_time = (dfmt_str){o->time, row->form == DFMT_BUGREPORT_FORM_LOG ? o->time_len : 0};
  return DFMT_OK;
}

void dfmti_crash_tombstone_put_thread(struct dfmti_crash_tombstones *x, const struct dfmti_crash_tombstone *o) {
  dfmt_bugreport_tombstone_thread *row = &x->body.thread;
  *row = (dfmt_bugreport_tombstone_thread){.head = {sizeof *row, DFMT_TYPE_BUGREPORT_TOMBSTONE_THREAD},
                                           .process_id = o->t.process_id,
                                           .thread_id = o->t.tid,
                                           .crashed = !o->t.other,
                                           .frames = o->t.n_frames,
                                           .name = dfmti_derived_kept(&o->t.name)};
  if (o->t.has & DFMTI_TOMBSTONE_HAS_PROCESS_ID) row->present |= DFMT_BUGREPORT_TOMBSTONE_THREAD_HAS_PROCESS_ID;
  PLACE(row, THREAD, o->thread_offset, o->thread_line);
}

static void put_stack(const struct dfmti_tombstone_stack *by, dfmt_bugreport_tombstone_frame *row) {
  _Static_assert((int)DFMT_BUGREPORT_STACK_CRASH == DFMTI_TOMBSTONE_CRASHED + 1 &&
                     (int)DFMT_BUGREPORT_STACK_ALLOCATED == DFMTI_TOMBSTONE_ALLOCATED + 1,
                 "times are in the same order");
  row->stack = (uint32_t)by->when + 1;
  if (by->when == DFMTI_TOMBSTONE_CRASHED) return;
  row->stack_thread_id = by->tid;
  row->present |= DFMT_BUGREPORT_TOMBSTONE_FRAME_HAS_STACK_THREAD_ID;
  if (!by->cause) return;
  row->cause_number = by->cause - 1;
  row->present |= DFMT_BUGREPORT_TOMBSTONE_FRAME_HAS_CAUSE_NUMBER;
}

void dfmti_crash_tombstone_put_frame(struct dfmti_crash_tombstones *x, const struct dfmti_crash_tombstone *o) {
  const struct dfmti_native_frame *f = &o->t.frame;
  dfmt_bugreport_tombstone_frame *row = &x->body.frame;
  *row = (dfmt_bugreport_tombstone_frame){.head = {sizeof *row, DFMT_TYPE_BUGREPORT_TOMBSTONE_FRAME},
                                          .process_id = o->t.process_id,
                                          .thread_id = o->t.tid,
                                          .number = f->place,
                                          .pc = f->pc,
                                          .map_offset = f->map_offset,
                                          .function_offset = f->function_offset,
                                          .path = f->path,
                                          .function = f->function,
                                          .build_id = f->build_id};
  if (o->t.has & DFMTI_TOMBSTONE_HAS_PROCESS_ID) row->present |= DFMT_BUGREPORT_TOMBSTONE_FRAME_HAS_PROCESS_ID;
  if (o->t.in_thread) row->present |= DFMT_BUGREPORT_TOMBSTONE_FRAME_HAS_THREAD_ID;
  if (f->has_map_offset) row->present |= DFMT_BUGREPORT_TOMBSTONE_FRAME_HAS_MAP_OFFSET;
  if (f->has_function)
    row->present |= DFMT_BUGREPORT_TOMBSTONE_FRAME_HAS_FUNCTION | DFMT_BUGREPORT_TOMBSTONE_FRAME_HAS_FUNCTION_OFFSET;
  if (f->has_build_id) row->present |= DFMT_BUGREPORT_TOMBSTONE_FRAME_HAS_BUILD_ID;
  put_stack(&o->t.by, row);
  PLACE(row, FRAME, x->line.offset, x->line.number);
}

void dfmti_crash_tombstone_put_map(struct dfmti_crash_tombstones *x, const struct dfmti_crash_tombstone *o) {
  const struct dfmti_tombstone_map *m = &o->t.map;
  dfmt_bugreport_tombstone_map *row = &x->body.map;
  *row = (dfmt_bugreport_tombstone_map){.head = {sizeof *row, DFMT_TYPE_BUGREPORT_TOMBSTONE_MAP},
                                        .faulted = m->faulted,
                                        .start_address = m->start,
                                        .end_address = m->end,
                                        .file_offset = m->offset,
                                        .load_bias = m->load_bias,
                                        .permissions = m->permissions,
                                        .path = m->path,
                                        .build_id = m->build_id};
  if (m->has_offset) row->present |= DFMT_BUGREPORT_TOMBSTONE_MAP_HAS_FILE_OFFSET;
  if (m->has_load_bias) row->present |= DFMT_BUGREPORT_TOMBSTONE_MAP_HAS_LOAD_BIAS;
  if (m->path.len) row->present |= DFMT_BUGREPORT_TOMBSTONE_MAP_HAS_PATH;
  if (m->has_build_id) row->present |= DFMT_BUGREPORT_TOMBSTONE_MAP_HAS_BUILD_ID;
  PLACE(row, MAP, x->line.offset, x->line.number);
}

void dfmti_crash_tombstone_put_register(struct dfmti_crash_tombstones *x, const struct dfmti_crash_tombstone *o,
                                        const struct dfmti_tombstone_register *r) {
  dfmt_bugreport_tombstone_register *row = &x->body.reg;
  *row = (dfmt_bugreport_tombstone_register){.head = {sizeof *row, DFMT_TYPE_BUGREPORT_TOMBSTONE_REGISTER},
                                             .thread_id = o->t.tid,
                                             .value = r->value,
                                             .name = r->name};
  if (o->t.in_thread) row->present |= DFMT_BUGREPORT_TOMBSTONE_REGISTER_HAS_THREAD_ID;
  PLACE(row, REGISTER, x->line.offset, x->line.number);
}

void dfmti_crash_tombstone_put_file(struct dfmti_crash_tombstones *x, const struct dfmti_crash_tombstone *o) {
  const struct dfmti_tombstone_file *f = &o->t.file;
  dfmt_bugreport_tombstone_file *row = &x->body.file;
  *row = (dfmt_bugreport_tombstone_file){.head = {sizeof *row, DFMT_TYPE_BUGREPORT_TOMBSTONE_FILE},
                                         .number = f->number,
                                         .path = f->path,
                                         .owner = f->owner};
  if (f->has_owner) row->present |= DFMT_BUGREPORT_TOMBSTONE_FILE_HAS_OWNER;
  PLACE(row, FILE, x->line.offset, x->line.number);
}

/* ---- quoted logs ---- */

/* The day of the crash, if its time is known, else that of the report. */
static struct dfmti_crash_clock clock_of(const struct dfmti_crash_tombstones *x, const struct dfmti_tombstone *t) {
  dfmt_str s = dfmti_tombstone_text(t, t->texts[DFMTI_TOMBSTONE_TIME_TEXT]);
  uint64_t year, month, day;
  if (!dfmti_cut_number(&s, 10, &year) || !dfmti_cut_take(&s, "-") || !dfmti_cut_number(&s, 10, &month) ||
      !dfmti_cut_take(&s, "-") || !dfmti_cut_number(&s, 10, &day) || year < 1970 || year > 9999 || month < 1 ||
      month > 12 || day < 1 || day > 31)
    return x->clock;
  return (struct dfmti_crash_clock){.has_start = true,
                                    .start = dfmti_calendar_seconds((int64_t)year, (uint32_t)month, (uint32_t)day, 0)};
}

void dfmti_crash_tombstone_put_log(struct dfmti_crash_tombstones *x, const struct dfmti_crash_tombstone *o,
                                   dfmt_str buffer, const dfmt_bugreport_log *line) {
  struct dfmti_crash_clock clock = clock_of(x, &o->t);
  dfmt_bugreport_tombstone_log *row = &x->body.log;
  *row = (dfmt_bugreport_tombstone_log){.head = {sizeof *row, DFMT_TYPE_BUGREPORT_TOMBSTONE_LOG},
                                        .tail = o->t.tail,
                                        .priority = line->priority,
                                        .process_id = line->process_id,
                                        .thread_id = line->thread_id,
                                        .nanosecond = line->nanosecond,
                                        .buffer = buffer,
                                        .time_text = dfmti_crash_clock_text(line, x->time),
                                        .tag = line->tag,
                                        .message = line->message};
  if (row->time_text.len) row->present |= DFMT_BUGREPORT_TOMBSTONE_LOG_HAS_TIME_TEXT;
  if (dfmti_crash_clock_seconds(&clock, line, &row->time_local_s))
    row->present |= DFMT_BUGREPORT_TOMBSTONE_LOG_HAS_TIME_LOCAL_S;
  PLACE(row, LOG, x->line.offset, x->line.number);
}
