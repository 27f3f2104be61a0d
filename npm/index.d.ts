// SPDX-License-Identifier: MIT
import type { EventBodies, Tables, Wrapper } from "./records.js";

export type * from "./records.js";

/** Text; bytes if it is not UTF-8. */
export type Text = string | Uint8Array;

/** An argument of a graphics call. */
export type Value =
  | null
  | boolean
  | bigint
  | number
  | Text
  | Value[]
  | { enum: bigint; name?: Text }
  | { bitmask: bigint; names: Text[]; rest?: bigint }
  | { blob: Uint8Array | { size: number; ordinal: bigint } }
  | { pointer: bigint }
  | { wide: string | number[] }
  | { struct: Text; members: { name: Text; value: Value }[] }
  | { repr: Value; machine: Value };

/** Bytes that can be read at any place; `read` gives exactly `length` of them. */
export interface Places {
  size: number;
  read(offset: number, length: number): Uint8Array | ArrayBuffer | Promise<Uint8Array | ArrayBuffer>;
}

export type Source =
  ArrayBufferView | ArrayBuffer | Blob | ReadableStream<Uint8Array> | AsyncIterable<Uint8Array> | Places;

/** Options of the library and of its operations by their names: info() lists them. */
export interface Options {
  /** Go on after damage, and report it as events of type "diagnostic". */
  recover?: boolean;
  /** Report what is odd, and stop at damage. */
  diagnostics?: boolean;
  [name: string]: boolean | number | bigint | string | string[] | undefined;
}

/** What failed. */
export class DiagfmtError extends Error {
  /** "E_FORMAT", "E_TRUNCATED", "E_LIMIT" …: the statuses of the library. */
  status: string;
  /** One number for each cause: DFMT_ERR_* of the library. */
  number?: number;
  /** The place of the fault in the unwrapped file, in bytes. */
  offset?: number;
  /** The line in text formats, from 1; else 0. */
  line?: number;
  /** E_LIMIT: the name of the option to raise. */
  option?: string;
  /** E_LIMIT: a value of the option that suffices. */
  needed?: bigint;
}

interface EventOf<Type extends keyof EventBodies> {
  readonly type: Type;
  /** Where it starts in the unwrapped file, in bytes. */
  readonly offset: number;
  /** Bytes that it takes there; 0 while that is unknown. */
  readonly length: number;
  /** Damage was skipped before it, or it is damaged itself. */
  readonly recovered: boolean;
  /** Its value is not in the body. */
  readonly hasPayload: boolean;
  /** Members that are absent in the file are absent here. Some are known only after the payload was read. */
  readonly body: EventBodies[Type];
  /** Its value, in the body or not, until the next event is asked for. */
  chunks(): AsyncGenerator<Uint8Array, void>;
  bytes(): Promise<Uint8Array>;
  text(): Promise<string>;
  /** Of sources whose bytes are here. */
  bytesSync(): Uint8Array;
  textSync(): string;
}

/** One record of the file: `type` tells what its body is. */
export type Event = { [Type in keyof EventBodies]: EventOf<Type> }[keyof EventBodies];

export interface Candidate {
  format: string;
  /** 1 possible … 100 certain */
  score: number;
  wrapper: Wrapper;
}

export type Payload = "none" | "digest" | "inline";

/** The events of a file, once from first to last. */
export class Reader implements AsyncIterable<Event>, Iterable<Event> {
  private constructor();
  /** The next event; undefined at the end. */
  next(): Promise<Event | undefined>;
  /** The same; E_STATE if the source has to be waited for. */
  nextSync(): Event | undefined;
  [Symbol.asyncIterator](): AsyncGenerator<Event, void>;
  [Symbol.iterator](): Generator<Event, void>;
  /** The rest of the file as JSON lines, without line feeds. */
  jsonLines(options?: { payload?: Payload }): AsyncGenerator<string, void>;
  /** What the file may be, best first; no event is lost. */
  identify(name?: string): Promise<Candidate[]>;
  /** The format, such as "apport", once it is known. */
  readonly format: string | undefined;
  /**
   * Starts a file of the same format, in memory, to which events of this one are copied. `variant`: its layout, such as
   * "gzip_128k" or "v12"; without one they keep theirs.
   */
  writer(options?: Options & { variant?: string }): Writer;
  /** Gives back the memory, and ends a stream that is read. */
  close(): void;
}

/** A file in the making. */
export class Writer {
  private constructor();
  /** Copies the reader's event at hand with its value: byte for byte where that is legal. Diagnostics are passed over. */
  copy(event: Event): Promise<void>;
  /** The same; E_STATE if the source has to be waited for. */
  copySync(event: Event): void;
  /** Completes the file; its bytes. Also after the reader was closed, as loops do at their end. */
  finish(): Uint8Array<ArrayBuffer>;
}

/** Starts reading a file. It is identified with the first event. */
export function open(source: Source, options?: Options): Promise<Reader>;

/** A file as JSON lines, as `diagfmt dump` prints them, without line feeds. */
export function jsonLines(source: Source, options?: Options & { payload?: Payload }): AsyncGenerator<string, void>;

/** A row of a table: what is absent is null. */
export type Row<Name extends keyof Tables, Column extends keyof Tables[Name]> =
  { [Member in Column]-?: Exclude<Tables[Name][Member], undefined> | null };

/** The rows of a table of a file: of all columns, or of chosen ones. */
export function readTable<Name extends keyof Tables, Column extends keyof Tables[Name] = keyof Tables[Name]>(
  source: Source, name: Name, options?: Omit<Options, "columns"> & { columns?: readonly Column[] },
): AsyncGenerator<Row<Name, Column>, void>;

/** Some of what an operation finds. */
export interface RowSet {
  name: string;
  /** What holds for the set as a whole: totals, units. */
  facts: Record<string, unknown> | null;
  /** Members are those of the structs in the headers of libdiagfmt-ops; what is absent is null. */
  rows: Record<string, unknown>[];
}

/**
 * The name of an operation, as operations() lists them: "compare", what changed between profiles, and what is noise;
 * "diff", what differs in two files; "info", what is in a file; "profile", functions by weight …
 */
export type Operation = string;

/** One of its answers, such as "functions" of "profile"; without one, the usual ones that these inputs have. */
export interface Asked {
  answer?: string;
}

/** What an operation finds in a file, or in several. E_UNSUPPORTED of "extract", which writes files by itself. */
export function operate(name: Operation, source: Source | Source[], options?: Options & Asked): Promise<RowSet[]>;

/** The same as text: a table for people, CSV, or JSON lines, as the tool prints them. */
export function print(
  name: Operation, source: Source | Source[], options?: Options & Asked & { form?: "table" | "csv" | "json" },
): Promise<string>;

/** What an operation answers, or writes. */
export interface OperationPart {
  part: "answer" | "document" | "output";
  /** An answer is "usual": given without a name. An output is there "per_input", or "required". */
  flags: ("usual" | "per_input" | "required" | number)[];
  name: string;
  /** A sentence. */
  help: string;
  /** "image/svg+xml"; null: of an answer, or of an output that is of the kind of its input. */
  media: string | null;
  /** Of an answer: the types of its rows and its facts, "profile.row"; null: none, or as inputs are. */
  rows: string | null;
  facts: string | null;
}

/** What there is to be known of an operation. */
export interface OperationKind {
  name: Operation;
  /** A sentence. */
  help: string;
  flags: ("takes_more" | "merges" | "checks" | "streams" | number)[];
  min_inputs: bigint;
  /** 2n ** 64n - 1n: as many as there are. */
  max_inputs: bigint;
  parts: OperationPart[];
}

/** All operations, as the library describes them. */
export function operations(): Promise<OperationKind[]>;

/** What was made of a file. */
export interface Product {
  bytes: Uint8Array<ArrayBuffer>;
  /** Of media, such as "image/svg+xml". */
  type: string;
  /** What was found meanwhile; of documents nothing. "share": what was replaced and left out; "repair": notes. */
  sets: RowSet[];
  /** The bytes with their type, such as for a link or an image of a page. */
  blob(): Blob;
  text(): string;
}

/** How a flame graph looks. */
export interface Look {
  title?: string;
  /** Callers above those they call. */
  inverted?: boolean;
  /** Whole pixels of the picture. */
  width?: number;
  /** Pixels of the narrowest box that is drawn; below 0: of all. */
  minWidth?: number;
}

/**
 * Makes a file, or a document. Files are called as their operations: "convert", the same in another way, or several as
 * one; "repair", what is good of a damaged one; "share", one without personal data (of several the first, and the
 * others tell what is personal); "text", what the format's own programs print; "value", the value of the entry that
 * "value.key" names. Documents have names of their own, of profiles and heap dumps "flame", "folded", "pprof" and
 * "firefox"; they have a look. Where a name is taken already the operation stands before it: "compare.flame",
 * "share.review".
 */
export function make(name: string, source: Source | Source[], options?: Options & Look): Promise<Product>;

/** What a file may be, best first. `name`, a file name, orders candidates of equal score. */
export function identify(source: Source, name?: string): Promise<Candidate[]>;

/** What this build has. */
export function info(): Promise<{
  version: string; formats: string[]; tables: string[]; options: { name: string; help: string }[]; codecs: string[];
}>;
