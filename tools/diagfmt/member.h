/* SPDX-License-Identifier: MIT */
/* Members of bodies by name, through the library's descriptions. */
#ifndef MEMBER_H
#define MEMBER_H

#include <stddef.h>

#include <diagfmt/diagfmt.h>

/* For people: "gzip", "123", "-" if absent. Returns the columns it took. */
size_t put_member(dfmt_sink *to, const dfmt_head *body, const char *name);

/* The value of a member that is a 64-bit number; 0 if absent. */
uint64_t member_number(const dfmt_head *body, const char *name);

#endif
