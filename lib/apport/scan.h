/* SPDX-License-Identifier: MIT */
/* The scans that an apport report lives on: the end of an entry, and what kind of bytes a value has. */
#ifndef DFMTI_APPORT_SCAN_H
#define DFMTI_APPORT_SCAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Finds the line feed that ends an entry: one that is followed by anything but a space. p[0..n) is looked through from
 * *pos on; 64 bytes after n must be readable. true: *pos is its index. false: *pos is where to go on when more bytes
 * are there (a line feed as last byte is not decided yet). *lines grows by the line feeds passed, the one found
 * included.
 */
bool dfmti_apport_find_end(const uint8_t *p, size_t n, size_t *pos, uint64_t *lines);

/* The bytes strip() removes from both ends of the key line's rest (spec 3.1). */
static inline bool dfmti_apport_is_space(uint8_t c) { return c == ' ' || (c >= 9 && c <= 13); }

/* A byte that makes a value binary (spec 3.5): a control byte that Python does not count as white space. */
bool dfmti_apport_has_control(const uint8_t *p, size_t n);

enum { DFMTI_APPORT_ASCII = 0, DFMTI_APPORT_HIGH = 1, DFMTI_APPORT_CONTROL = 2 };

/* Bits _HIGH (bytes above 0x7f) and _CONTROL that occur in p[0..n). */
uint32_t dfmti_apport_byte_kinds(const uint8_t *p, size_t n);

#endif
