// SPDX-License-Identifier: MIT
// Files that are written into memory, of events of a reader (include/diagfmt/writer.h). A writer is in the module of its
// reader, which it keeps after that one was closed, as loops do at their end.
import { DiagfmtError } from "./module.js";
import { makeConfig } from "./options.js";
import { Sink } from "./sink.js";

const VARIANTS = 0x8100; // DFMT_TYPE_<FORMAT>_VARIANT, of each format

export class Writer {
  #session;
  #m;
  #reader;
  #writer;
  #sink;
  #variant; // its word; undefined: as it was
  #isOpen = false;

  constructor(session, reader, { variant, ...options }) {
    const { m, records } = session;
    if (!m) throw new DiagfmtError("E_STATE", "the reader was closed");
    const config = makeConfig(m, records, options);
    this.#writer = m.handle((out) => m.c.dfmt_writer_new(config, out));
    this.#sink = new Sink(m, config);
    [this.#session, this.#m, this.#reader, this.#variant] = [session, m, reader, variant];
  }

  #check(status) {
    if (status < 0) throw this.#session.error(this.#m.c.dfmt_writer_error(this.#writer), this.#m);
  }

  /** A variant's number; 0: records keep their layout. */
  #variantOf(format) {
    if (this.#variant === undefined) return 0;
    const { words } = this.#session.records.type(this.#m, format * 0x10000 + VARIANTS);
    for (const [number, word] of words) if (word === this.#variant) return number;
    throw new DiagfmtError("E_ARG", `there is no variant "${this.#variant}", but ${[...words.values()].join(", ")}`);
  }

  /** The format is known with the first event. */
  #open() {
    if (!this.#writer) throw new DiagfmtError("E_STATE", "the file was finished");
    if (this.#isOpen) return;
    const format = this.#reader.formatNumber;
    if (!format) throw new DiagfmtError("E_STATE", "nothing was read, so that there is no format");
    this.#check(this.#m.c.dfmt_writer_open(this.#writer, format, this.#variantOf(format), this.#sink.handle));
    this.#isOpen = true;
  }

  #asked(of) {
    this.#open();
    const { reader, event } = this.#reader.handles(of);
    return (c) => c.dfmt_writer_copy(this.#writer, reader, event);
  }

  /** Copies the event at hand with its value, byte for byte where that is legal. */
  async copy(event) { this.#check(await this.#session.run(this.#asked(event))); }

  copySync(event) { this.#check(this.#session.runNow(this.#asked(event))); }

  /** Completes the file; its bytes. */
  finish() {
    this.#open();
    const { c } = this.#m;
    this.#check(c.dfmt_writer_finish(this.#writer));
    const bytes = this.#sink.bytes();
    c.dfmt_writer_free(this.#writer);
    [this.#writer, this.#sink] = [0, undefined];
    return bytes;
  }
}
