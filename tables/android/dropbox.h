/* SPDX-License-Identifier: MIT */
/*
 * A fault that the device stored, as "dumpsys dropbox" prints it: its line, then, if requested, its content. A file of
 * /data/system/dropbox has the content alone.
 *
 *   2024-03-17 09:29:43 data_app_crash (text, 853 bytes)
 *   Process: com.example.app               or in a list "    Process: com.example.app/PID: 4821/UID: 1000 ..."
 *   PID: 4821
 *   Subject: TEXT                          of an ANR
 *                                          an empty line
 *   java.lang.IllegalStateException: TEXT  and its stack, as in logs
 */
#ifndef DFMTI_ANDROID_DROPBOX_H
#define DFMTI_ANDROID_DROPBOX_H

#include "java_trace.h"
#include "lists.h"

/* Texts are borrowed from the record, except for the trace. */
struct dfmti_dropbox_fault {
  struct dfmti_dropbox_line line; /* empty: of a file */
  dfmt_str process, subject;
  bool has_pid, has_trace;
  int32_t process_id;
};

/* Whether the lines after one with this tag describe a fault: otherwise only that line matters. */
bool dfmti_dropbox_tells(dfmt_str tag);

/* Whether a file begins with this line. */
bool dfmti_dropbox_file_begins(dfmt_str line);

/*
 * What the name of a file tells, "DIRECTORY/TAG@MS.txt": the kind of fault, and when it was stored, in ms since 1970.
 * false: it is no such name.
 */
bool dfmti_dropbox_name(dfmt_str name, dfmt_str *tag, uint64_t *ms);

/* Whether a line continues a record that begins with such a line; so_far: with line feeds. */
bool dfmti_dropbox_goes_on(dfmt_str so_far, dfmt_str line);

/* Reads a record; t is set to its exception. false: no memory. */
bool dfmti_dropbox_read(struct dfmti_mem *m, dfmt_str record, struct dfmti_dropbox_fault *f,
                        struct dfmti_java_trace *t);

#endif
