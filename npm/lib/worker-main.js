// SPDX-License-Identifier: MIT
// The other end of worker.js.
import { open } from "../index.js";

const EVENTS = 500, BYTES = 4 << 20; // about how much is sent at once

const node = typeof self === "undefined" ? (await import("node:worker_threads")).parentPort : undefined;
const send = (message) => (node ?? self).postMessage(message);

async function plain(event, payloads) {
  const { type, offset, length, recovered, hasPayload, body } = event;
  const made = { type, offset, length, recovered, hasPayload, body };
  if (payloads && hasPayload) made.payload = await event.bytes();
  return made;
}

function failure(error) {
  const { status = "E_IO", message, name, stack, cause, ...details } = error;
  return { status, message: error.message, details };
}

/** Batches: { events, done, error }. */
async function* batches({ source, options, payloads }) {
  let events = [], bytes = 0;
  try {
    for await (const event of await open(source, options)) {
      const made = await plain(event, payloads);
      events.push(made);
      bytes += made.length + (made.payload?.length ?? 0);
      if (events.length < EVENTS && bytes < BYTES) continue;
      yield { events, done: false };
      events = [];
      bytes = 0;
    }
    yield { events, done: true };
  } catch (error) {
    yield { events, done: true, error: failure(error) };
  }
}

let running;

async function answer(message) {
  if (message !== "more") running = batches(message);
  send((await running.next()).value);
}

if (node) node.on("message", answer);
else self.addEventListener("message", ({ data }) => answer(data));
