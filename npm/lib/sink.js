// SPDX-License-Identifier: MIT
// What is written, in the memory of the module.
export class Sink {
  #m;
  #out; // where calls put what they give

  constructor(m, config) {
    this.#m = m;
    this.#out = m.alloc(16);
    this.handle = m.handle((out) => m.c.dfmt_sink_memory(config, out));
  }

  /** What of it there is, as `take` makes it of its place and length. */
  #taken(take) {
    const m = this.#m;
    m.check(m.c.dfmt_sink_flush(this.handle));
    m.check(m.c.dfmt_sink_bytes(this.handle, this.#out, this.#out + 8));
    return take(m.u32(this.#out), m.u32(this.#out + 8)); // lengths are below 2^32 here
  }

  text() { return this.#taken((at, length) => new TextDecoder().decode(this.#m.bytes.subarray(at, at + length))); }

  bytes() { return this.#taken((at, length) => this.#m.copy(at, length)); }
}
