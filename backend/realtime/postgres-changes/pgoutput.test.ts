import { expect, test } from "vitest";
import { PgoutputReader } from "./pgoutput.ts";

const text = (value: string) => Buffer.from(`${value}\0`);
const int16 = (value: number) => Buffer.from([value >> 8, value & 255]);
const int32 = (value: number) =>
  Buffer.from([value >> 24, value >> 16, value >> 8, value].map((part) => part & 255));
const value = (content: string) =>
  Buffer.concat([Buffer.from("t"), int32(Buffer.byteLength(content)), Buffer.from(content)]);
const NULL = Buffer.from("n");
const UNCHANGED = Buffer.from("u");
const tuple = (kind: string, ...values: Buffer[]) =>
  Buffer.concat([Buffer.from(kind), int16(values.length), ...values]);
const message = (kind: string, ...parts: Buffer[]) => Buffer.concat([Buffer.from(kind), ...parts]);

const OID = 70_000;
const relation = message(
  "R",
  int32(OID),
  text("public"),
  text("notes"),
  Buffer.from("d"),
  int16(2),
  Buffer.concat([Buffer.from([1]), text("id"), int32(23), int32(-1)]),
  Buffer.concat([Buffer.from([0]), text("title"), int32(25), int32(-1)]),
);

function reader(): PgoutputReader {
  const started = new PgoutputReader();
  started.read(relation);
  return started;
}

test("begin has the time of the commit and the transaction id", () => {
  const microseconds = Buffer.alloc(8);
  microseconds.writeBigInt64BE(1_500_000n);
  expect(
    new PgoutputReader().read(message("B", Buffer.alloc(8), microseconds, int32(4_000_000_000))),
  ).toEqual({
    kind: "begin",
    committedAt: new Date("2000-01-01T00:00:01.500Z"),
    transaction: 4_000_000_000,
  });
});

test("an insert has all values, null among them", () => {
  const change = reader().read(message("I", int32(OID), tuple("N", value("1"), NULL)));
  expect(change).toMatchObject({ type: "INSERT", old: null, relation: { schema: "public", name: "notes" } });
  expect(change).toHaveProperty(
    "row",
    new Map([
      ["id", "1"],
      ["title", null],
    ]),
  );
});

test("an update has the old key when it changed, and lacks unchanged large values", () => {
  const change = reader().read(
    message("U", int32(OID), tuple("K", value("1"), NULL), tuple("N", value("2"), UNCHANGED)),
  );
  expect(change).toHaveProperty("row", new Map([["id", "2"]]));
  expect(change).toHaveProperty("old", new Map([["id", "1"]]));
});

test("a delete has the key, or the whole row", () => {
  const byKey = reader().read(message("D", int32(OID), tuple("K", value("1"), NULL)));
  const whole = reader().read(message("D", int32(OID), tuple("O", value("1"), value("é"))));
  expect(byKey).toMatchObject({ type: "DELETE", row: null, old: new Map([["id", "1"]]) });
  expect(whole).toHaveProperty(
    "old",
    new Map([
      ["id", "1"],
      ["title", "é"],
    ]),
  );
});

test("messages that are not about rows, or name an unknown relation, are skipped", () => {
  expect(reader().read(message("C", Buffer.alloc(25)))).toBeNull();
  expect(reader().read(message("T", Buffer.alloc(9)))).toBeNull();
  expect(new PgoutputReader().read(message("I", int32(1), tuple("N", value("1"))))).toBeNull();
});
