// SPDX-License-Identifier: MIT
// One input, or several, in a module of their own, whose memory is given back as a whole: nothing is freed singly.
import { AGAIN, DiagfmtError, instantiate } from "./module.js";
import { makeConfig, optionName } from "./options.js";
import { records } from "./records.js";
import { makeSource, NOT_YET } from "./source.js";

const FAILED = -2;
const ERROR = 0x8002; // DFMT_TYPE_ERROR

export class Session {
  #inputs; // by their numbers in the module, less 1
  #waiting; // the one that has to be waited for
  #failure; // what a source threw
  #broken; // the error that ends it all: what a source has lost does not come again
  #busy = false;
  closed = false;
  records = records;

  /** make(session) makes what reads the sources; its handle becomes `handle`. */
  static async open(sources, options, make) {
    const session = new Session();
    session.#inputs = sources.map(makeSource);
    try {
      const m = session.m = await instantiate(session.#callbacks());
      session.config = makeConfig(m, records, options);
      session.sources = session.#inputs.map((_, i) => m.handle((out) => m.c.bridge_source(session.config, i + 1, out)));
      session.handle = m.handle((out) => make(m.c, session, out));
      return session;
    } catch (error) {
      session.close();
      throw error;
    }
  }

  #callbacks() {
    return {
      read: (number, at, to, room) => {
        try {
          const input = this.#inputs[number - 1], n = input.read(this.m, at, to, room);
          if (n === NOT_YET) this.#waiting = input;
          return n;
        } catch (error) {
          this.#failure = error;
          return FAILED;
        }
      },
      size: (number) => this.#inputs[number - 1].size,
      close: () => {},
    };
  }

  /** Makes a call until it need not be repeated, and waits in between; returns its status. */
  async run(call) {
    for (;;) {
      const status = this.#call(call);
      if (status !== AGAIN) return status;
      this.#busy = true;
      try {
        await this.#waiting.wait();
      } catch (error) {
        this.#broken = new DiagfmtError("E_IO", `the source failed: ${error?.message ?? error}`, {}, { cause: error });
      } finally {
        this.#busy = false;
      }
    }
  }

  /** The same for what is here already. */
  runNow(call) {
    const status = this.#call(call);
    if (status === AGAIN) throw new DiagfmtError("E_STATE", "this source has to be waited for: use for await");
    return status;
  }

  #call(call) {
    if (this.closed) throw new DiagfmtError("E_STATE", "it was closed");
    if (this.#busy) throw new DiagfmtError("E_BUSY", "another call waits for the source: await it first");
    if (this.#broken) throw this.#broken;
    return call(this.m.c);
  }

  /** What the last call on a handle failed with; `at` is its dfmt_error. The module may be kept after it was closed. */
  error(at, m = this.m) {
    const { status, message, offset, line, option, ...details } = records.struct(m, at >>> 0, ERROR);
    Object.assign(details, { offset: Number(offset), line: Number(line), option: optionName(m, option) });
    return new DiagfmtError(String(status).toUpperCase(), message, details, this.#failure && { cause: this.#failure });
  }

  close() {
    if (this.closed) return;
    this.closed = true;
    for (const input of this.#inputs) input.cancel?.();
    this.m = undefined;
  }
}
