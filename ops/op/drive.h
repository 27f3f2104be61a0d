/* SPDX-License-Identifier: MIT */
/*
 * Runs an operation over its inputs, one after the other, event by event, and goes on where it stopped after AGAIN,
 * E_NOMEM, E_LIMIT and E_CANCELLED. What an operation does with what is read is in callbacks.
 *
 *   BEGIN -> OPEN -> NEXT -> VALUE -> EVENT -> NEXT … -> END -> LEAVE -> BEGIN (of the next input) … -> OVER
 *                    NEXT -> DIAGNOSTIC -> NEXT
 *
 * The one rule of callbacks: they do all that they are called for and return OK, or change nothing that counts and are
 * called again with the same arguments. One that fails though it has done all sets op->drive.step.
 */
#ifndef DFMTO_DRIVE_H
#define DFMTO_DRIVE_H

#include <diagfmt/event.h>

#include "op.h"

/* Steps. BEGIN is 0: a new operation begins with it. */
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

/* What is wanted of an event's value. */
enum {
  DFMTO_WANTS_NOTHING,
  DFMTO_WANTS_STORED, /* members that are known once it was passed over */
  DFMTO_WANTS_PIECES  /* all of it, by piece(), before event() */
};

/* Of callbacks, beside OK. */
enum {
  DFMTO_ONCE_MORE = DFMT_AGAIN + 1, /* end(): the input is read once more */
  DFMTO_PAUSE /* diagnostic(), event(), end(): a row is there (stream.h), and it is called again when that was taken */
};

/* Functions that are NULL have nothing to do. */
struct dfmto_callbacks {
  /* Before each step: hands on what waits, so that the others need not fail half-way. */
  dfmt_status (*settle)(dfmt_op *op);
  /* An input begins, of which nothing was read. */
  dfmt_status (*begin_input)(dfmt_op *op);
  /* It must seek: it is copied if it cannot. */
  bool (*seeks)(const dfmt_op *op);
  /* Of one that seeks: reads what has to be known before its first event. */
  dfmt_status (*look_ahead)(dfmt_op *op, dfmt_source *s);
  /* Its format is known: before anything else that is read of it, or at its end. E_UNSUPPORTED: it cannot be used. */
  dfmt_status (*format)(dfmt_op *op, uint32_t format);
  dfmt_status (*diagnostic)(dfmt_op *op, const dfmt_diagnostic *d);
  /* An event has come, of whose value this is wanted. Is called once for it. */
  uint32_t (*wants)(dfmt_op *op, const dfmt_event *ev);
  /* If it fails after a part, it sets op->drive.piece to what is still to be taken. */
  dfmt_status (*piece)(dfmt_op *op, dfmt_str piece);
  /* Its value cannot be read, op->err says why. OK: event() comes next; else st, or another status. NULL: st. */
  dfmt_status (*value_failed)(dfmt_op *op, dfmt_status st);
  /* END: nothing that follows is wanted. */
  dfmt_status (*event)(dfmt_op *op, const dfmt_event *ev);
  /* The input is damaged, op->err says how. OK: it ends there; else st. NULL: st. */
  dfmt_status (*damage)(dfmt_op *op, dfmt_status st);
  /* It has ended, or DFMTO_ONCE_MORE. whole: not where a caller accepted that it does. */
  dfmt_status (*end)(dfmt_op *op, bool whole);
  /* Frees what was kept of it alone. */
  void (*close_input)(dfmt_op *op);
  /*
   * What stopped the last run() at op->drive.step, with op->drive.stopped, was accepted, or else the input dropped.
   * true: it goes on at op->drive.step, which may have been set. false, NULL: a value that is above a limit is passed
   * over; else what was accepted ends there, and what was dropped, or has a format that cannot be used, is left.
   */
  bool (*decide)(dfmt_op *op, bool accepted);
};

/* Runs, or goes on, as dfmt_op_run() says: what run() is of kinds without one. PAUSE beside that. */
dfmt_status dfmto_drive(dfmt_op *op);

/* The current input is being read: what fails is what it holds. */
static inline bool dfmto_drive_is_reading(const dfmt_op *op) {
  return op->drive.step > DFMTO_DRIVE_OPEN && op->drive.step < DFMTO_DRIVE_END;
}

#endif
