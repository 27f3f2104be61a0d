/* SPDX-License-Identifier: MIT */
/* Describes a file that no format of the library recognises. */
#ifndef KNOWN_DATA_H
#define KNOWN_DATA_H

#include <stdbool.h>
#include <stddef.h>

#include <diagfmt/io.h>

/* "an ELF file", "gzip data holding text"; ended: head is the whole file. Plain ASCII without quotes. */
void put_found(dfmt_sink *to, const unsigned char *head, size_t len, bool ended);

/* "not recognised: looks like an ELF file" */
void put_unknown(dfmt_sink *to, const unsigned char *head, size_t len, bool ended);

#endif
