/* SPDX-License-Identifier: MIT */
/* Names of Direct3D interfaces and other things, which a dump prints instead of their GUIDs. */
#ifndef DFMTO_GUIDS_H
#define DFMTO_GUIDS_H

/* The name of "01234567-89ab-cdef-0123-456789abcdef"; NULL: none. */
const char *dfmto_text_guid_name(const char *text);

#endif
