/* SPDX-License-Identifier: MIT */
/*
 * Runs an operation over its inputs in order, event by event, and continues after AGAIN, E_NOMEM, E_LIMIT and
 * E_CANCELLED. Callbacks contain what is specific to an operation.
 *
 *   BEGIN -> OPEN -> NEXT -> VALUE -> EVENT -> NEXT … -> END -> LEAVE -> BEGIN (of the next input) … -> OVER
 *                    NEXT -> DIAGNOSTIC -> NEXT
 *
 * The one rule of callbacks: they complete and return OK, or change nothing visible and are called again with the same
 * arguments. A callback that fails after completing sets op->drive.step.
 */
#ifndef DFMTO_DRIVE_H
#define DFMTO_DRIVE_H

#include <diagfmt/event.h>

#include "op.h"

/* Steps. BEGIN is 0: the initial step of an operation. */
enum {
  DFMTO_DRIVE_BEGIN,
  DFMTO_DRIVE_OPEN,
  DFMTO_DRIVE_NEXT,
  DFMTO_DRIVE_DIAGNOSTIC,
  DFMTO_DRIVE_VALUE,
  DFMTO_DRIVE_EVENT,
  DFMTO_DRIVE_END,
  DFMTO_DRIVE_LEAVE, /* to the next input, without END */
  DFMTO_DRIVE_OVER
};

/* What an operation needs of an event's value. */
enum {
  DFMTO_WANTS_NOTHING,
  DFMTO_WANTS_STORED, /* members that are known after skipping it */
  DFMTO_WANTS_PIECES  /* all of it, by piece(), before event() */
};

/* Statuses of callbacks, in addition to OK. */
enum {
  DFMTO_ONCE_MORE = DFMT_AGAIN + 1, /* end(): read the input once more */
  DFMTO_PAUSE /* diagnostic(), event(), end(): a row is ready (stream.h); called again after it was taken */
};

/* Functions that are NULL have nothing to do. */
struct dfmto_callbacks {
  /* Before each step: passes on what waits, so that the others need not fail half-way. */
  dfmt_status (*settle)(dfmt_op *op);
  /* Before anything of an input is read. */
  dfmt_status (*begin_input)(dfmt_op *op);
  /* The input must be seekable: it is copied if it is not. */
  bool (*seeks)(const dfmt_op *op);
  /* For a seekable input: reads what must be known before its first event. END: no reader has to open it. */
  dfmt_status (*look_ahead)(dfmt_op *op, dfmt_source *s);
  /*
   * The format is known: called before any other callback for the input's content, or at its end. E_UNSUPPORTED: it
   * cannot be used.
   */
  dfmt_status (*format)(dfmt_op *op, uint32_t format);
  dfmt_status (*diagnostic)(dfmt_op *op, const dfmt_diagnostic *d);
  /* Called once for each event: what is needed of its value. */
  uint32_t (*wants)(dfmt_op *op, const dfmt_event *ev);
  /* If it fails after taking a part, it sets op->drive.piece to the rest. */
  dfmt_status (*piece)(dfmt_op *op, dfmt_str piece);
  /* The value cannot be read, op->err says why. OK: event() comes next; else st, or another status. NULL: st. */
  dfmt_status (*value_failed)(dfmt_op *op, dfmt_status st);
  /* END: the rest of the input is not needed. */
  dfmt_status (*event)(dfmt_op *op, const dfmt_event *ev);
  /* The input is damaged, op->err says how. OK: it ends there; else st. NULL: st. */
  dfmt_status (*damage)(dfmt_op *op, dfmt_status st);
  /* At its end; may return DFMTO_ONCE_MORE. whole: false if a caller accepted an early end. */
  dfmt_status (*end)(dfmt_op *op, bool whole);
  /* Frees what belongs to this input only. */
  void (*close_input)(dfmt_op *op);
  /*
   * The caller accepted the failure op->drive.stopped of the last run(), at op->drive.step, or dropped the input. true:
   * continues at op->drive.step, which it may set. false, NULL: skips a value that exceeds a limit; other accepted
   * inputs end there, and dropped ones, or those of an unusable format, are left.
   */
  bool (*decide)(dfmt_op *op, bool accepted);
};

/* Runs or continues as dfmt_op_run(), for kinds without run(). May also return PAUSE. */
dfmt_status dfmto_drive(dfmt_op *op);

/* The current input is being read: failures come from its content. */
static inline bool dfmto_drive_is_reading(const dfmt_op *op) {
  return op->drive.step > DFMTO_DRIVE_OPEN && op->drive.step < DFMTO_DRIVE_END;
}

#endif
