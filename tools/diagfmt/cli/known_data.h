/* SPDX-License-Identifier: MIT */
/* What a file is that no format of the library recognises, in words: an honest answer to "not recognised". */
#ifndef KNOWN_DATA_H
#define KNOWN_DATA_H

#include <stdbool.h>
#include <stddef.h>

#include <diagfmt/io.h>

/* "an ELF file", "gzip data holding text"; ended: these are all its bytes. Plain ASCII without quotes. */
void put_found(dfmt_sink *to, const unsigned char *head, size_t len, bool ended);

/* "not recognised: looks like an ELF file" */
void put_unknown(dfmt_sink *to, const unsigned char *head, size_t len, bool ended);

#endif
