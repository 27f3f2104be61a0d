// SPDX-License-Identifier: MIT
// Events read in a worker: a Web Worker, or a thread of Node. It sends some hundred at a time, and waits until they are
// asked for, so that a long file does not fill the memory of the page.
import { DiagfmtError } from "./lib/module.js";

const script = () => new URL("lib/worker-main.js", import.meta.url);

/** A worker as { post, next, end }, whichever kind there is. */
async function start() {
  const isWeb = typeof Worker !== "undefined";
  const worker = isWeb ? new Worker(script(), { type: "module" })
    : new (await import("node:worker_threads")).Worker(script());
  let settle;
  const answer = (how) => (value) => settle?.[how](value);
  const on = (name, listen) => (isWeb ? worker.addEventListener(name, listen) : worker.on(name, listen));
  on("message", (message) => answer("resolve")(isWeb ? message.data : message));
  on("error", (error) => answer("reject")(isWeb ? new Error(error.message) : error));
  return {
    ask: (message, transfer = []) => new Promise((resolve, reject) => {
      settle = { resolve, reject };
      worker.postMessage(message, transfer);
    }),
    end: () => worker.terminate(),
  };
}

const isTransferred = (source) => typeof source?.getReader === "function";

/** Payloads are not sent, unless `payloads` is true: then `event.payload` has the bytes of each. */
export async function* openInWorker(source, { payloads = false, ...options } = {}) {
  const worker = await start();
  try {
    let answer = await worker.ask({ source, options, payloads }, isTransferred(source) ? [source] : []);
    for (; !answer.done; answer = await worker.ask("more")) yield* answer.events;
    yield* answer.events;
    if (answer.error) throw new DiagfmtError(answer.error.status, answer.error.message, answer.error.details);
  } finally {
    await worker.end();
  }
}
