// SPDX-License-Identifier: MIT
// Sources of every kind give the same events; errors, tables, options, the worker. $DFMT_SAMPLES: as in lines.test.js.
import assert from "node:assert/strict";
import { openAsBlob } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";

const name = process.env.DIAGFMT_PACKAGE ?? "diagfmt";
const { DiagfmtError, identify, info, jsonLines, open, readTable } = await import(name);
const { openInWorker } = await import(process.env.DIAGFMT_PACKAGE ? name.replace("index.js", "worker.js")
  : "diagfmt/worker");

const sample = (path) => join(process.env.DFMT_SAMPLES, path);
const report = sample("apport/demo_segv.crash"), zip = sample("bugreport/report.zip");

async function all(iterable) {
  const found = [];
  for await (const item of iterable) found.push(item);
  return found;
}

/** Pieces of bytes, of sizes that end within records. */
async function* pieces(bytes, size) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

const stream = (bytes, size) => ReadableStream.from
  ? ReadableStream.from(pieces(bytes, size)) : new Blob([bytes]).stream();

test("sources that can be read at places give the same", async () => {
  for (const path of [report, zip, sample("apitrace/backtraces.trace")]) {
    const bytes = await readFile(path), expected = await all(jsonLines(bytes));
    assert.ok(expected.length > 0);
    const slow = async (offset, length) => bytes.slice(offset, offset + length);
    for (const source of [bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length), new DataView(
      bytes.buffer, bytes.byteOffset, bytes.length), await openAsBlob(path), { size: bytes.length, read: slow }])
      assert.deepEqual(await all(jsonLines(source)), expected, path);
  }
});

test("streams give the same whatever their pieces are", async () => {
  for (const path of [report, zip]) {
    const bytes = await readFile(path), expected = await all(jsonLines(stream(bytes, bytes.length)));
    for (const size of [1, 7, 4096]) {
      assert.deepEqual(await all(jsonLines(stream(bytes, size))), expected, `${path} ${size}`);
      assert.deepEqual(await all(jsonLines(pieces(bytes, size))), expected, `${path} ${size}`);
    }
  }
});

test("what is large is read where it is needed", async () => {
  const line = Buffer.from("Key: value\n"), size = 2 ** 40;
  let read = 0;
  const at = (offset, length) => {
    read += length;
    return Uint8Array.from({ length }, (_, i) => line[(offset + i) % line.length]);
  };
  assert.equal((await identify({ size, read: at }))[0].format, "apport");
  for await (const event of await open({ size, read: at })) if (event.offset > 300000) break;
  assert.ok(read <= 2 << 20, `${read} bytes were read`);
});

test("payloads", async () => {
  for await (const event of await open(await openAsBlob(report))) {
    if (event.type !== "apport.field" || event.body.key !== "CoreDump") continue;
    assert.equal(event.hasPayload, true);
    assert.equal(event.body.decoded_size, undefined);
    const bytes = await event.bytes();
    assert.equal(BigInt(bytes.length), event.body.decoded_size); // known after it
    assert.deepEqual([...bytes.subarray(1, 4)], [...Buffer.from("ELF")]);
  }
  const reader = await open(await readFile(report));
  const first = reader.nextSync();
  assert.equal(first.textSync(), "Crash");
  reader.nextSync();
  assert.throws(() => first.bytesSync(), { name: "DiagfmtError", status: "E_STATE" });
  await assert.rejects(first.bytes(), { status: "E_STATE" });
  reader.close();
  assert.throws(() => reader.nextSync(), { status: "E_STATE" });
});

test("errors have status and place, and come after what was before them", async () => {
  const whole = await readFile(sample("mallocdbg/v12.txt")), bytes = whole.subarray(0, whole.lastIndexOf("END"));
  let events = 0;
  await assert.rejects(async () => {
    for await (const event of await open(bytes)) if (event.type) events++;
  }, (error) => error instanceof DiagfmtError && error.status === "E_TRUNCATED" && error.offset > 0 &&
    error.offset <= bytes.length && error.line > 1 && error.number === 709);
  assert.ok(events > 1);
  const salvaged = await all(await open(bytes, { recover: true }));
  assert.ok(salvaged.some((event) => event.type === "diagnostic"));
  await assert.rejects(all(await open(Buffer.from("neither of them"))), { status: "E_UNSUPPORTED", number: 120 });
});

test("a source that fails", async () => {
  const cause = new Error("the network is gone");
  async function* failing() {
    yield (await readFile(report)).subarray(0, 100);
    throw cause;
  }
  await assert.rejects(all(await open(failing())), (error) => error.status === "E_IO" && error.cause === cause);
  await assert.rejects(all(await open({ size: 10, read: () => new Uint8Array(3) })), { status: "E_IO" });
  await assert.rejects(open("a path"), TypeError);
  await assert.rejects(open([await readFile(report)]), TypeError); // there may be several for operations alone
  const broken = await open(failing());
  await assert.rejects(broken.next(), { status: "E_IO" });
  await assert.rejects(broken.next(), { status: "E_IO" }); // it does not seem to have ended there
  const busy = await open(await openAsBlob(report));
  const first = busy.next();
  await assert.rejects(busy.next(), { status: "E_BUSY" });
  assert.equal((await first).body.text, "Crash");
  const waiting = await open(await openAsBlob(report));
  assert.throws(() => waiting.nextSync(), { status: "E_STATE" });
});

test("a stream is cancelled when nobody reads on", async () => {
  let ended = false;
  async function* endless() {
    try {
      yield await readFile(report);
      for (;;) yield Buffer.from("Key: value\n");
    } finally {
      ended = true;
    }
  }
  for await (const event of await open(endless())) if (event.body.key === "Key") break;
  await new Promise(setImmediate);
  assert.equal(ended, true);
});

test("tables", async () => {
  const bytes = await readFile(report);
  const rows = await all(readTable(bytes, "apport.field", { columns: ["key", "text"] }));
  assert.deepEqual(rows[0], { key: "ProblemType", text: "Crash" });
  assert.equal(rows.length, (await all(await open(bytes))).length);
  assert.ok(rows.some((row) => row.text === null));
  const whole = await all(readTable(await openAsBlob(report), "apport.field"));
  assert.deepEqual(whole.map((row) => row.key), rows.map((row) => row.key));
  await assert.rejects(all(readTable(bytes, "apport.nothing")), { status: "E_ARG" });
  await assert.rejects(all(readTable(bytes, "simpleperf.sample")), { status: "E_UNSUPPORTED" });
});

test("options", async () => {
  const bytes = await readFile(report);
  const chosen = await all(await open(bytes, { "apport.keys": ["ProblemType", "Date"] }));
  assert.deepEqual(chosen.map((event) => event.body.key), ["ProblemType", "Date"]);
  await assert.rejects(open(bytes, { nothing: 1 }), /option nothing/);
  await assert.rejects(open(bytes, { "apitrace.form": "nonsense" }), /nonsense/);
  const trace = await readFile(sample("apitrace/backtraces.trace"));
  const events = await all(await open(trace, { "apitrace.form": "events" }));
  assert.ok(events.some((event) => event.type === "apitrace.enter"));
});

test("limits", async () => {
  for await (const event of await open(await readFile(report), { max_output: 1000 })) {
    if (event.body.key === "CoreDump")
      await assert.rejects(event.bytes(), (error) => error.status === "E_LIMIT" &&
        error.needed > 1000n && error.option === "max_output");
  }
});

test("identify and info", async () => {
  assert.deepEqual(await identify(await openAsBlob(zip)), [{ format: "bugreport", score: 90, wrapper: "none" }]);
  assert.deepEqual(await identify(Buffer.from("neither of them")), []);
  const { formats, codecs, version, tables, options } = await info();
  assert.deepEqual(formats.toSorted(), ["apitrace", "apport", "bugreport", "mallocdbg", "simpleperf"]);
  assert.deepEqual(codecs, ["snappy", "zstd", "brotli"]);
  assert.match(version, /^\d+\.\d+\.\d+$/);
  assert.ok(tables.includes("simpleperf.stack_frame") && options.some(({ name: n }) => n === "recover"));
  const reader = await open(await readFile(zip));
  assert.equal(reader.format, undefined);
  reader.nextSync();
  assert.equal(reader.format, "bugreport");
});

test("a worker gives the same events", async () => {
  const bytes = await readFile(report);
  const expected = (await all(await open(bytes))).map(({ type, offset, body }) => ({ type, offset, body }));
  for (const source of [bytes, new Blob([bytes]), stream(bytes, 1000)]) {
    const sent = (await all(openInWorker(source))).map(({ type, offset, body }) => ({ type, offset, body }));
    assert.deepEqual(sent, expected);
  }
  const core = (await all(openInWorker(bytes, { payloads: true }))).find(({ body }) => body.key === "CoreDump");
  assert.equal(BigInt(core.payload.length), core.body.decoded_size);
  await assert.rejects(all(openInWorker(bytes.subarray(0, 0))), { name: "DiagfmtError", status: "E_UNSUPPORTED" });
  for await (const event of openInWorker(bytes)) if (event) break; // it ends
});
