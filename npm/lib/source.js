// SPDX-License-Identifier: MIT
// Where bytes come from. The library reads without waiting: what is not here yet it is told so, and the same call is
// made again once wait() has brought it.

export const NOT_YET = -1;
const PIECE = 262144, PIECES = 16; // bytes that are fetched at a time, and how many such are kept

/** Puts as much of `bytes` from `start` on as there is room for; returns how many. */
function put(m, bytes, start, to, room) {
  const n = Math.min(bytes.length - start, room);
  m.bytes.set(bytes.subarray(start, start + n), to);
  return n;
}

/** Bytes that are here. */
class Memory {
  #bytes;

  constructor(bytes) {
    this.#bytes = bytes;
    this.size = bytes.length;
  }

  read(m, at, to, room) { return put(m, this.#bytes, Math.min(at, this.size), to, room); }
}

/** What can be read at any place, but has to be waited for: pieces of it, of which those used last are kept. */
class Places {
  #read;
  #pieces = new Map(); // by their numbers, the one used last at the end
  #wanted = -1;

  constructor(size, read) {
    this.size = size;
    this.#read = read;
  }

  read(m, at, to, room) {
    if (at >= this.size) return 0;
    const number = Math.floor(at / PIECE), piece = this.#pieces.get(number);
    if (!piece) {
      this.#wanted = number;
      return NOT_YET;
    }
    this.#pieces.delete(number);
    this.#pieces.set(number, piece);
    return put(m, piece, at - number * PIECE, to, room);
  }

  async wait() {
    const start = this.#wanted * PIECE, length = Math.min(PIECE, this.size - start);
    const piece = asBytes(await this.#read(start, length));
    if (piece?.length !== length) throw new TypeError(`a source gave ${piece?.length} bytes instead of ${length}`);
    this.#pieces.set(this.#wanted, piece);
    if (this.#pieces.size > PIECES) this.#pieces.delete(this.#pieces.keys().next().value);
  }
}

/** What comes one after the other, and once: it can be read at one place only. */
class Flow {
  #iterator;
  #bytes = new Uint8Array();
  #used = 0;
  #position = 0; // of the bytes that are next, in all
  #ended = false;
  size = -1;

  constructor(iterator) {
    this.#iterator = iterator;
  }

  read(m, at, to, room) {
    if (at !== this.#position) throw new TypeError("a stream cannot be read by two at once, or twice");
    if (this.#used === this.#bytes.length) return this.#ended ? 0 : NOT_YET;
    const n = put(m, this.#bytes, this.#used, to, room);
    this.#used += n;
    this.#position += n;
    return n;
  }

  async wait() {
    const { done, value } = await this.#iterator.next();
    this.#ended = Boolean(done);
    this.#bytes = done ? new Uint8Array() : asBytes(value);
    this.#used = 0;
    if (!this.#bytes) throw new TypeError("a stream gave something that is no bytes");
  }

  cancel() {
    if (!this.#ended) this.#iterator.return?.()?.catch?.(() => {});
  }
}

/** Not every browser lets a ReadableStream be iterated. */
async function* pieces(stream) {
  const reader = stream.getReader();
  try {
    for (let got; !(got = await reader.read()).done;) yield got.value;
  } finally {
    await reader.cancel().catch(() => {});
  }
}

/** undefined: it is no bytes. */
function asBytes(value) {
  if (value instanceof Uint8Array) return value;
  if (ArrayBuffer.isView(value)) return new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
  return value instanceof ArrayBuffer ? new Uint8Array(value) : undefined;
}

const taken = new WeakSet(); // streams that were given as a source once

/** Two sources of one stream would take bytes from each other. */
function takeOnce(from) {
  if (taken.has(from)) throw new TypeError("this stream is a source already: a stream can be read once");
  taken.add(from);
}

/** An iterable that begins anew each time may be given again; one that is its own iterator, or a stream of Node, may not. */
function flowOf(iterable) {
  const iterator = iterable[Symbol.asyncIterator]();
  if (iterator === iterable || typeof iterable.pipe === "function") takeOnce(iterable);
  else takeOnce(iterator);
  return new Flow(iterator);
}

/** What a program names as a source. Each call is a source of its own, also of what was named before. */
export function makeSource(from) {
  const bytes = asBytes(from);
  if (bytes) return new Memory(bytes);
  if (typeof Blob !== "undefined" && from instanceof Blob)
    return new Places(from.size, (offset, length) => from.slice(offset, offset + length).arrayBuffer());
  if (typeof from?.read === "function" && Number.isSafeInteger(from.size))
    return new Places(from.size, (offset, length) => from.read(offset, length));
  if (typeof from?.getReader === "function") {
    takeOnce(from);
    return new Flow(pieces(from));
  }
  if (typeof from?.[Symbol.asyncIterator] === "function") return flowOf(from);
  throw new TypeError("a source is bytes, a Blob, a ReadableStream, an async iterable, or { size, read }");
}
