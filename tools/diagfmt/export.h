/* SPDX-License-Identifier: MIT */
/* `convert --to=VIEWER`: what was sampled, as a viewer of profiles reads it. */
#ifndef EXPORT_H
#define EXPORT_H

#include "select.h"

/* true if the word is a viewer's. */
bool export_knows(const char *word);

/* false: the command line asks for what does not go with a viewer, or this build lacks it; was reported. */
bool export_setup(struct tool *t);

/* Writes one file for the viewer that --to names. */
void export_one(struct tool *t, struct input *in, struct selection *s);

/* For help: the words, and the formats that have samples. */
void export_help(dfmt_sink *to);

#endif
