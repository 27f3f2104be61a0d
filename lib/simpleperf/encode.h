/* SPDX-License-Identifier: MIT */
/* Bodies to bytes, as official protobuf writes them: ascending numbers, shortest lengths, unknown fields last. */
#ifndef DFMTI_SIMPLEPERF_ENCODE_H
#define DFMTI_SIMPLEPERF_ENCODE_H

#include "simpleperf.h"

/*
 * Bytes that encoding body of kind 1..6 may need at most, its size and some slack included. 0: too many, or *why says
 * what is wrong with the body.
 */
size_t dfmti_simpleperf_bound(uint32_t kind, const void *body, const char **why);

/* Writes size and record at p, where that many bytes are; returns how many it took. 0: a frame has an unknown
 * enumerator. */
size_t dfmti_simpleperf_encode(uint8_t *p, uint32_t kind, const void *body);

#endif
