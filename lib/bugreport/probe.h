/* SPDX-License-Identifier: MIT */
#ifndef DFMTI_BUGREPORT_PROBE_H
#define DFMTI_BUGREPORT_PROBE_H

#include "../format.h"

/* The format's probe, see struct dfmti_format. */
int32_t dfmti_bugreport_probe(const struct dfmti_prefix *in, dfmt_probe *out);

#endif
