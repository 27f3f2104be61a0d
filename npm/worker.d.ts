// SPDX-License-Identifier: MIT
import type { EventBodies, Options } from "./index.js";

interface SentEventOf<Type extends keyof EventBodies> {
  type: Type;
  offset: number;
  length: number;
  recovered: boolean;
  hasPayload: boolean;
  body: EventBodies[Type];
  /** With `payloads`: the value that is not in the body. */
  payload?: Uint8Array;
}

/** An event that a worker read. */
export type SentEvent = { [Type in keyof EventBodies]: SentEventOf<Type> }[keyof EventBodies];

/** The events of a file, read in a worker, which ends with the loop. A stream is transferred to it. */
export function openInWorker(
  source: ArrayBufferView | ArrayBuffer | Blob | ReadableStream<Uint8Array>,
  options?: Options & { payloads?: boolean },
): AsyncGenerator<SentEvent, void>;
