/* SPDX-License-Identifier: MIT */
/* Interfaces and other things of Direct3D that have a name: what a dump prints instead of their GUIDs. */
#ifndef DFMTO_GUIDS_H
#define DFMTO_GUIDS_H

/* The name of "01234567-89ab-cdef-0123-456789abcdef"; NULL: it has none. */
const char *dfmto_text_guid_name(const char *text);

#endif
