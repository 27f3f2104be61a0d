/* SPDX-License-Identifier: MIT */
#include "core_data.h"

#include <string.h>

enum { PAGE = 4096, WORDS = PAGE / 8 };

uint64_t core_random(uint64_t *state) {
  uint64_t x = *state;
  x ^= x >> 12;
  x ^= x << 25;
  x ^= x >> 27;
  *state = x;
  return x * 0x2545f4914f6cdd1d;
}

static void put_word(uint8_t *page, size_t place, uint64_t v) {
  for (size_t i = 0; i < 8; i++) page[place * 8 + i] = (uint8_t)(v >> (8 * i));
}

static void zero_page(uint64_t *state, uint8_t *page) {
  (void)state;
  memset(page, 0, PAGE);
}

/* Pointers into a few arenas, small numbers, and what stood a little earlier. */
static void heap_page(uint64_t *state, uint8_t *page) {
  uint64_t arena = 0x7f0000000000 + (core_random(state) & 0x3f) * 0x1000000;
  for (size_t i = 0; i < WORDS; i++) {
    uint64_t r = core_random(state), pick = r & 15;
    if (pick < 4)
      put_word(page, i, 0);
    else if (pick < 8)
      put_word(page, i, arena + (r >> 8 & 0xfffff) * 16);
    else if (pick < 11)
      put_word(page, i, r >> 8 & 0x1ff);
    else if (i >= 16)
      memcpy(page + i * 8, page + (i - 1 - (r >> 8 & 15)) * 8, 8);
    else
      put_word(page, i, 0x21);
  }
}

static void text_page(uint64_t *state, uint8_t *page) {
  static const char *const words[] = {"the",
                                      "value",
                                      "of",
                                      "session",
                                      "/usr/lib/x86_64-linux-gnu/",
                                      "could",
                                      "not",
                                      "be",
                                      "window",
                                      "request",
                                      "timeout",
                                      "error:",
                                      "for",
                                      "application/json",
                                      "true",
                                      "null",
                                      "a",
                                      "GLib-GObject",
                                      "en_US",
                                      "UTF-8",
                                      "id=",
                                      "name=",
                                      "\n",
                                      "0x7f",
                                      ", ",
                                      "{",
                                      "}"};
  for (size_t at = 0; at < PAGE;) {
    uint64_t r = core_random(state);
    const char *w = words[r % (sizeof words / sizeof *words)];
    size_t len = strlen(w);
    for (size_t i = 0; i < len && at < PAGE; i++) page[at++] = (uint8_t)w[i];
    if ((r >> 32 & 3) == 0 && at < PAGE) page[at++] = (uint8_t)('a' + (r >> 40) % 26);
    if (at < PAGE) page[at++] = ' ';
  }
}

/* Instructions of an order of frequency, with operands that are often small. */
static void code_page(uint64_t *state, uint8_t *page) {
  static const uint8_t ops[16][3] = {{0x48, 0x89, 0x00}, {0x48, 0x8b, 0x00}, {0xe8, 0x00, 0x00}, {0x0f, 0x1f, 0x44},
                                     {0x48, 0x8d, 0x05}, {0x85, 0xc0, 0x74}, {0x31, 0xc0, 0xc3}, {0x48, 0x83, 0xc4},
                                     {0x66, 0x90, 0x90}, {0x55, 0x48, 0x89}, {0xf3, 0x0f, 0x1e}, {0x41, 0x57, 0x41},
                                     {0xff, 0x25, 0x00}, {0x4c, 0x89, 0xe7}, {0xba, 0x01, 0x00}, {0xc7, 0x45, 0xfc}};
  for (size_t at = 0; at < PAGE; at += 8) {
    uint64_t r = core_random(state);
    size_t op = (r & 15) & (r >> 4 & 15);
    memcpy(page + at, ops[op], 3);
    page[at + 3] = (uint8_t)(0xc0 | (r >> 8 & 0x3f));
    page[at + 4] = (uint8_t)(r >> 16 & 0x7f);
    page[at + 5] = (uint8_t)(r >> 24 & (r >> 56));
    page[at + 6] = page[at + 7] = (r >> 48 & 3) == 0 ? 0xff : 0;
  }
}

static void noise_page(uint64_t *state, uint8_t *page) {
  for (size_t i = 0; i < WORDS; i++) put_word(page, i, core_random(state));
}

/* Shares of 64 of all pages. */
static const struct {
  uint32_t share;
  void (*fill)(uint64_t *state, uint8_t *page);
} kinds[] = {{32, zero_page}, {12, heap_page}, {7, text_page}, {8, code_page}, {5, noise_page}};

void core_block(uint64_t number, uint8_t *out) {
  uint64_t state = (number + 1) * 0x9e3779b97f4a7c15;
  for (size_t at = 0; at < BENCH_BLOCK;) {
    uint64_t r = core_random(&state);
    uint32_t pick = (uint32_t)(r >> 58);
    size_t k = 0;
    while (pick >= kinds[k].share) pick -= kinds[k++].share;
    for (size_t run = 1 + (r & 7); run > 0 && at < BENCH_BLOCK; run--, at += PAGE) kinds[k].fill(&state, out + at);
  }
}
