import { expect, test } from "vitest";
import { decode, encode } from "./serializer.ts";

const message = { joinRef: "1", ref: null, topic: 'realtime:a"b', event: "é" };

test.each(["1.0.0", "2.0.0"] as const)("what %s writes it reads", (version) => {
  const text = encode(version, message, '{"a":[1]}');
  expect(decode(version, text)).toEqual({ ...message, payload: { a: [1] } });
});

test("encodes a list in 2.0.0 and an object in 1.0.0", () => {
  expect(encode("2.0.0", message, "{}")).toBe('["1",null,"realtime:a\\"b","é",{}]');
  expect(JSON.parse(encode("1.0.0", message, "{}"))).toEqual({
    topic: 'realtime:a"b',
    event: "é",
    payload: {},
    ref: null,
    join_ref: "1",
  });
});

test("a client of 1.0.0 may leave out optional fields", () => {
  expect(decode("1.0.0", '{"topic":"phoenix","event":"heartbeat"}')).toEqual({
    joinRef: null,
    ref: null,
    topic: "phoenix",
    event: "heartbeat",
    payload: {},
  });
});

test.each([
  ["2.0.0", ""],
  ["2.0.0", "{}"],
  ["2.0.0", "[]"],
  ["2.0.0", '[null,null,"t","e"]'],
  ["2.0.0", '[null,null,"t","e",{},{}]'],
  ["2.0.0", '[null,1,"t","e",{}]'],
  ["2.0.0", '[null,null,null,"e",{}]'],
  ["1.0.0", "[]"],
  ["1.0.0", "null"],
  ["1.0.0", '{"topic":"t"}'],
  ["1.0.0", '{"topic":"t","event":{}}'],
  ["1.0.0", `{"topic":"t","event":"e","ref":"${"1".repeat(256)}"}`],
] as const)("in %s, %s is no message", (version, text) => {
  expect(decode(version, text)).toBeNull();
});

test("a payload that nests too deep is rejected", () => {
  const nested = (levels: number) =>
    `["1","2","realtime:room","broadcast",{"payload":${"[".repeat(levels)}${"]".repeat(levels)}}]`;
  expect(decode("2.0.0", nested(150))).toMatchObject({ event: "broadcast" });
  for (const levels of [250, 100_000]) expect(decode("2.0.0", nested(levels))).toBeNull();
});
