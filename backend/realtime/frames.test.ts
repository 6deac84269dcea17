import { expect, it } from "vitest";
import { decodeFrame, encodeFrame } from "./frames.ts";

/** A client's frame: the header texts in their order, then the payload. */
function pushed(texts: string[], encoding: number, payload: string | number[]): Buffer {
  const parts = texts.map((text) => Buffer.from(text));
  return Buffer.concat([
    Buffer.from([3, ...parts.map((part) => part.length), encoding]),
    ...parts,
    typeof payload === "string" ? Buffer.from(payload) : Buffer.from(payload),
  ]);
}

it("decodes a client's broadcast, of JSON or of bytes", () => {
  expect(decodeFrame(pushed(["1", "2", "realtime:à", "né", ""], 1, '{"a":1}'))).toEqual({
    joinRef: "1",
    ref: "2",
    topic: "realtime:à",
    event: "broadcast",
    payload: { event: "né", payload: { a: 1 } },
  });
  const bytes = decodeFrame(pushed(["", "", "realtime:a", "e", '{"persist":true}'], 0, [0, 255]));
  expect(bytes).toMatchObject({
    joinRef: null,
    ref: null,
    payload: { event: "e", payload: Buffer.from([0, 255]) },
  });
});

it.each([
  ["nothing", Buffer.alloc(0)],
  ["another kind", Buffer.from([4, 0, 0, 0, 0, 0, 0])],
  ["a frame that ends early", Buffer.from([3, 1, 1])],
  ["texts longer than the frame", Buffer.from([3, 200, 0, 0, 0, 0, 0, 1])],
  ["an unknown encoding", pushed(["1", "1", "t", "e", ""], 2, "{}")],
  ["JSON that is none", pushed(["1", "1", "t", "e", ""], 1, "{")],
])("%s is no frame", (_what, bytes) => {
  expect(decodeFrame(bytes)).toBeNull();
});

it("encodes bytes for a topic", () => {
  const frame = encodeFrame("realtime:a", "é", new Uint8Array([7]));
  expect([...frame.subarray(0, 5)]).toEqual([4, 10, 2, 0, 0]);
  expect(frame.toString("utf8", 5, 17)).toBe("realtime:aé");
  expect([...frame.subarray(17)]).toEqual([7]);
});

it("encodes what the sender tells of bytes", () => {
  const frame = encodeFrame("realtime:a", "e", new Uint8Array([7]), { id: "1" });
  expect([...frame.subarray(0, 5)]).toEqual([4, 10, 1, 10, 0]);
  expect(frame.toString("utf8", 16, 26)).toBe('{"id":"1"}');
});
