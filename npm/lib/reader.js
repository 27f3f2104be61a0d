// SPDX-License-Identifier: MIT
import { DiagfmtError, END } from "./module.js";
import { Session } from "./session.js";
import { Writer } from "./writer.js";

const PAYLOADS = { none: 0, digest: 1, inline: 2 }; // DFMT_JSON_PAYLOAD_*
const TYPE = 4, OFFSET = 8, LENGTH = 16, FLAGS = 24, BODY = 32; // members of dfmt_event
const WITH_PAYLOAD = 1, RECOVERED = 2;
const FORMAT_STAT = 1;
const PROBE = 0x8005; // DFMT_TYPE_PROBE

/** One record of the file. Its payload can be read until the next one is. */
class Event {
  #reader;

  constructor(reader, m, records, at) {
    const number = m.u32(at + TYPE), flags = m.u32(at + FLAGS);
    this.#reader = reader;
    this.type = records.type(m, number).name;
    this.offset = Number(m.view.getBigUint64(at + OFFSET, true));
    this.length = Number(m.view.getBigUint64(at + LENGTH, true));
    this.recovered = (flags & RECOVERED) !== 0;
    this.hasPayload = (flags & WITH_PAYLOAD) !== 0;
    this.body = records.struct(m, m.u32(at + BODY), number);
  }

  /** Its value in pieces, whether that is in the body or not. After the last one the body is complete. */
  chunks() { return this.#reader.chunks(this); }

  async bytes() {
    const pieces = [];
    for await (const piece of this.chunks()) pieces.push(piece);
    return joined(pieces);
  }

  bytesSync() { return joined([...this.#reader.chunksNow(this)]); }

  async text() { return new TextDecoder().decode(await this.bytes()); }

  textSync() { return new TextDecoder().decode(this.bytesSync()); }
}

function joined(pieces) {
  if (pieces.length === 1) return pieces[0];
  const all = new Uint8Array(pieces.reduce((n, piece) => n + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.length;
  }
  return all;
}

/** The events of a file, once from first to last. */
export class Reader {
  #session;
  #reader;
  #out; // where calls put what they give: 16 bytes
  #current; // the event at hand
  #place = 0; // where it is
  #format = { number: 0, name: undefined }; // 0: not known yet

  static async open(source, options = {}) {
    const reader = new Reader();
    const session = await Session.open([source], options, (c, { config }, out) => c.dfmt_reader_new(config, out));
    const { m, handle } = session;
    m.check(m.c.dfmt_reader_open(handle, 0, session.sources[0]));
    reader.#session = session;
    reader.#reader = handle;
    reader.#out = m.alloc(16);
    return reader;
  }

  #error() { return this.#session.error(this.#session.m.c.dfmt_reader_error(this.#reader)); }

  #ask = (c) => c.dfmt_reader_next(this.#reader, this.#out);

  #take(status) {
    this.#current = undefined;
    if (status < 0) throw this.#error();
    if (status === END) return undefined;
    const { m, records } = this.#session;
    this.#place = m.u32(this.#out);
    this.#current = new Event(this, m, records, this.#place);
    return this.#current;
  }

  /** The next event; undefined at the end. */
  async next() { return this.#take(await this.#session.run(this.#ask)); }

  /** The same, of a source whose bytes are here. */
  nextSync() { return this.#take(this.#session.runNow(this.#ask)); }

  async *[Symbol.asyncIterator]() {
    try {
      for (let event; (event = await this.next());) yield event;
    } finally {
      this.close();
    }
  }

  *[Symbol.iterator]() {
    try {
      for (let event; (event = this.nextSync());) yield event;
    } finally {
      this.close();
    }
  }

  #askChunk = (c) => c.dfmt_payload_chunk(this.#reader, this.#out, this.#out + 8);

  #takeChunk(event, status) {
    const { m, records } = this.#session;
    if (status < 0) throw this.#error();
    if (status !== END) return m.copy(m.u32(this.#out), m.u32(this.#out + 8));
    Object.assign(event.body, records.struct(m, m.u32(this.#place + BODY), m.u32(this.#place + TYPE)));
    return undefined;
  }

  #checkCurrent(event) {
    if (event !== this.#current) throw new DiagfmtError("E_STATE", "the reader has moved on from this event");
  }

  async *chunks(event) {
    for (let piece; ;) {
      this.#checkCurrent(event);
      piece = this.#takeChunk(event, await this.#session.run(this.#askChunk));
      if (!piece) return;
      yield piece;
    }
  }

  *chunksNow(event) {
    for (let piece; ;) {
      this.#checkCurrent(event);
      piece = this.#takeChunk(event, this.#session.runNow(this.#askChunk));
      if (!piece) return;
      yield piece;
    }
  }

  /** The rest of the file as JSON lines. A payload that cannot be read is an error after the last line. */
  async *jsonLines({ payload = "digest" } = {}) {
    const { m } = this.#session;
    const mode = PAYLOADS[payload];
    if (mode === undefined) throw new DiagfmtError("E_ARG", `payload is one of ${Object.keys(PAYLOADS).join(", ")}`);
    const sink = m.handle((out) => m.c.dfmt_sink_memory(this.#session.config, out));
    let failure;
    try {
      for (let status; (status = await this.#session.run(this.#ask)) !== END;) {
        this.#current = undefined;
        if (status < 0) throw failure ?? this.#error();
        const event = m.u32(this.#out);
        if (await this.#session.run((c) => c.dfmt_reader_json(this.#reader, event, mode, sink)) < 0)
          failure ??= this.#error();
        yield this.#line(sink);
      }
      if (failure) throw failure;
    } finally {
      this.close();
    }
  }

  #line(sink) {
    const { m } = this.#session;
    m.check(m.c.dfmt_sink_bytes(sink, this.#out, this.#out + 8));
    const line = new TextDecoder().decode(m.bytes.subarray(m.u32(this.#out), m.u32(this.#out) + m.u32(this.#out + 8)));
    m.check(m.c.dfmt_sink_reset(sink));
    return line.slice(0, -1);
  }

  /** The name of the file's format, such as "apport"; undefined as long as it is not known. */
  get format() { return this.#learnFormat().name; }

  get formatNumber() { return this.#learnFormat().number; }

  /** It is kept, as writers need it after the end. */
  #learnFormat() {
    const { m } = this.#session;
    if (this.#format.number || !m || m.c.dfmt_reader_stat(this.#reader, FORMAT_STAT, this.#out) < 0) return this.#format;
    const number = m.u32(this.#out);
    if (number) this.#format = { number, name: m.cstr(m.c.dfmt_format_name(number)) };
    return this.#format;
  }

  /** What the file may be, best first; events still begin with the first one. */
  async identify(name) {
    const { m, records } = this.#session;
    const most = 16, size = records.type(m, PROBE).size, found = m.alloc(most * size);
    const status = await this.#session.run((c) => name === undefined
      ? c.dfmt_reader_identify(this.#reader, 0, found, most, this.#out)
      : m.withText(name, (at) => c.dfmt_reader_identify(this.#reader, at, found, most, this.#out)));
    if (status < 0) throw this.#error();
    return Array.from({ length: Math.min(most, m.u32(this.#out)) }, (_, i) => {
      const { format, score, wrapper } = records.struct(m, found + i * size, PROBE);
      return { format: m.cstr(m.c.dfmt_format_name(m.u32(found + i * size))) ?? format, score, wrapper };
    });
  }

  /** A file in the making, to which events of this one are copied. */
  writer(options = {}) { return new Writer(this.#session, this, options); }

  /** For a writer: where the reader and the event at hand are. */
  handles(event) {
    this.#checkCurrent(event);
    return { reader: this.#reader, event: this.#place };
  }

  /** Gives back the memory, and ends a stream that is read. */
  close() {
    this.#learnFormat();
    this.#current = undefined;
    this.#session.close();
  }

  [Symbol.asyncDispose ?? Symbol("asyncDispose")]() {
    this.close();
    return Promise.resolve();
  }
}
