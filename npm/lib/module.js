// SPDX-License-Identifier: MIT
// The WebAssembly module: loading it, and what lies in its memory.

export const END = 1, AGAIN = 2; // DFMT_END, DFMT_AGAIN

const text = new TextEncoder();
const strict = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const lenient = new TextDecoder("utf-8", { ignoreBOM: true });

/** What failed: `status` is a word such as "E_TRUNCATED", `offset` the place in the file. */
export class DiagfmtError extends Error {
  constructor(status, message, details = {}, options) {
    super(message, options);
    this.name = "DiagfmtError";
    this.status = status;
    Object.assign(this, details);
  }
}

// Files, which the library can also read and write, are not here: what it calls for them fails.
const ENOSYS = 52;
const REFUSE = { env: () => -ENOSYS, wasi_snapshot_preview1: () => ENOSYS };

async function compile() {
  const url = new URL("diagfmt.wasm", import.meta.url);
  if (url.protocol !== "file:") {
    const answer = await fetch(url);
    if (!answer.ok) throw new DiagfmtError("E_IO", `${url} cannot be fetched: ${answer.status}`);
    return WebAssembly.compile(await answer.arrayBuffer()); // whatever type the server gives it
  }
  const { readFile } = await import("node:fs/promises");
  return WebAssembly.compile(await readFile(url));
}

/** Its exports as `c`, and views of its memory, which move when it grows: they are taken anew at each use. */
class Module {
  #memory;
  #bytes = new Uint8Array();
  #view;

  constructor(compiled, sources) {
    this.sources = sources;
    const imports = this.#imports();
    for (const { module, name } of WebAssembly.Module.imports(compiled)) imports[module][name] ??= REFUSE[module];
    const instance = new WebAssembly.Instance(compiled, imports);
    this.c = instance.exports;
    this.#memory = this.c.memory;
    this.c._initialize?.();
  }

  #imports() {
    return {
      diagfmt: {
        read: (number, at, to, room) => this.sources.read(number, at, to >>> 0, room),
        size: (number) => this.sources.size(number),
        close: (number) => this.sources.close(number),
      },
      env: {
        emscripten_notify_memory_growth: () => {},
        setTempRet0: () => {},
        getentropy: (to, length) => {
          crypto.getRandomValues(this.bytes.subarray(to >>> 0, (to >>> 0) + length));
          return 0;
        },
      },
      wasi_snapshot_preview1: {
        clock_time_get: (clock, precision, to) => {
          this.view.setBigUint64(to >>> 0, BigInt(Date.now()) * 1000000n, true);
          return 0;
        },
      },
    };
  }

  get bytes() {
    if (this.#bytes.buffer !== this.#memory.buffer) {
      this.#bytes = new Uint8Array(this.#memory.buffer);
      this.#view = new DataView(this.#memory.buffer);
    }
    return this.#bytes;
  }

  get view() {
    return this.bytes && this.#view;
  }

  u32(at) { return this.view.getUint32(at, true); }

  /** A copy of bytes. */
  copy(at, length) { return this.bytes.slice(at, at + length); }

  /** Bytes as text; those that are not UTF-8 as they are. */
  textOrBytes(at, length) {
    const here = this.bytes.subarray(at, at + length);
    try {
      return strict.decode(here);
    } catch {
      return here.slice();
    }
  }

  /** What ends in a zero byte; null of a null pointer. */
  cstr(at) {
    if (!at) return null;
    return lenient.decode(this.bytes.subarray(at, this.bytes.indexOf(0, at)));
  }

  alloc(size) {
    const at = this.c.malloc(size) >>> 0;
    if (!at) throw new DiagfmtError("E_NOMEM", "no memory");
    return at;
  }

  /** use(at, length) with bytes of text that are followed by a zero, which are there as long as it runs. */
  withText(string, use) {
    const bytes = text.encode(string);
    const at = this.alloc(bytes.length + 1);
    try {
      this.bytes.set(bytes, at);
      this.bytes[at + bytes.length] = 0;
      return use(at, bytes.length);
    } finally {
      this.c.free(at);
    }
  }

  /** The handle that make(out) makes, which returns a status. */
  handle(make) {
    const out = this.alloc(8);
    try {
      this.check(make(out));
      return this.u32(out);
    } finally {
      this.c.free(out);
    }
  }

  statusName(status) { return this.cstr(this.c.dfmt_status_name(status)); }

  check(status) {
    if (status < 0) throw new DiagfmtError(this.statusName(status), this.statusName(status));
    return status;
  }
}

/** What one of the functions that list things gives from 0 on, until it gives nothing. */
export function listed(at) {
  const all = [];
  for (let found; (found = at(all.length) >>> 0);) all.push(found);
  return all;
}

let compiled;

/** A module of its own, with memory of its own: whatever happens in it, others are not concerned. */
export async function instantiate(sources) {
  compiled ??= compile();
  try {
    return new Module(await compiled, sources);
  } catch (error) {
    compiled = undefined; // perhaps it can be had later
    throw error;
  }
}
