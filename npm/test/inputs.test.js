// SPDX-License-Identifier: MIT
// Sources by themselves, without the library: each has a place of its own, also of one and the same input.
import assert from "node:assert/strict";
import { Readable } from "node:stream";
import { test } from "node:test";

const { makeSource, NOT_YET } = await import(new URL("lib/source.js", import.meta.resolve("diagfmt")));

const bytes = Uint8Array.from({ length: 600000 }, (_, i) => i * 7 & 255);
const m = { bytes: new Uint8Array(1000) }; // stands for the module, with its memory

/** The next bytes of a source, up to so many, from a place. */
async function take(source, at, room) {
  for (let n; ;) {
    n = source.read(m, at, 0, room);
    if (n !== NOT_YET) return [...m.bytes.subarray(0, n)];
    await source.wait();
  }
}

const part = (at, n) => [...bytes.subarray(at, at + n)];

async function* pieces() {
  for (let at = 0; at < bytes.length; at += 1000) yield bytes.subarray(at, at + 1000);
}

test("what can be read at places is read in turn by two, from one source or from two", async () => {
  const slow = { size: bytes.length, read: async (offset, length) => bytes.slice(offset, offset + length) };
  for (const input of [bytes, new Blob([bytes]), slow]) {
    const one = makeSource(input);
    for (const [a, b] of [[one, one], [one, makeSource(input)]])
      for (let at = 0; at < 5000; at += 500) {
        assert.deepEqual(await take(a, at, 500), part(at, 500));
        const got = await take(b, at + 262000, 500); // over the end of a piece
        assert.ok(got.length > 0);
        assert.deepEqual(got, part(at + 262000, got.length));
      }
    assert.deepEqual(await take(one, bytes.length - 3, 500), part(bytes.length - 3, 3));
    assert.deepEqual(await take(one, bytes.length, 500), []);
  }
});

test("a stream is read from its start to its end by one", async () => {
  for (const input of [pieces(), Readable.from(pieces()), new Blob([bytes]).stream()]) {
    const source = makeSource(input);
    let at = 0;
    for (let got; (got = await take(source, at, 777)).length > 0; at += got.length)
      assert.deepEqual(got, part(at, got.length));
    assert.equal(at, bytes.length);
    assert.throws(() => source.read(m, 0, 0, 10), TypeError); // a second one that begins at its start
  }
});

test("a stream is a source once, and not of two operations' inputs", async () => {
  for (const input of [pieces(), Readable.from(pieces()), new Blob([bytes]).stream()]) {
    makeSource(input);
    assert.throws(() => makeSource(input), /can be read once/);
  }
  const again = { [Symbol.asyncIterator]: pieces }; // begins anew each time
  const a = makeSource(again), b = makeSource(again);
  assert.deepEqual(await take(a, 0, 1000), part(0, 1000));
  assert.deepEqual(await take(b, 0, 1000), part(0, 1000));
  assert.deepEqual(await take(a, 1000, 1000), part(1000, 1000));
});
