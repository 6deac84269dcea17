import { Socket } from "node:net";
import postgres from "postgres";
import { expect, test, vi } from "vitest";
import { WireClient } from "./wire-client.ts";

function open() {
  const socket = new Socket();
  const sent: Buffer[] = [];
  vi.spyOn(socket, "write").mockImplementation((bytes) => {
    sent.push(Buffer.from(bytes));
    return true;
  });
  const otherChunks: Buffer[] = [];
  socket.on("data", (chunk: Buffer) => otherChunks.push(chunk));
  const wire = WireClient.open(socket);
  if (wire === null) throw new Error("The socket was not taken");
  const receive = (bytes: Buffer) => socket.emit("data", bytes);
  return { wire, sent, otherChunks, receive };
}

function message(type: string, ...parts: (Buffer | string)[]): Buffer {
  const content = Buffer.concat(parts.map((part) => Buffer.from(part)));
  const header = Buffer.from([type.charCodeAt(0), 0, 0, 0, 0]);
  header.writeInt32BE(content.length + 4, 1);
  return Buffer.concat([header, content]);
}

function row(...values: (string | null)[]): Buffer {
  const columns = values.map((value) => {
    const length = Buffer.alloc(4);
    length.writeInt32BE(value === null ? -1 : Buffer.byteLength(value));
    return Buffer.concat([length, Buffer.from(value ?? "")]);
  });
  return message("D", Buffer.from([0, values.length]), ...columns);
}

const BOUND = message("2");
const DONE = message("C", "SELECT 1\0");
const READY = message("Z", "I");
const LONG = "été ".repeat(20_000);
const RESPONSE = Buffer.concat([
  BOUND,
  row("0"),
  DONE,
  BOUND,
  row(null, "", LONG),
  row("second"),
  DONE,
  READY,
]);

const texts = (columns: (Buffer | null)[] | undefined) =>
  columns?.map((column) => column?.toString() ?? null);

test("statements are sent as one message, with their values bound", async () => {
  const { wire, sent, receive } = open();
  const running = wire.run([
    { name: "s", values: ["l'été \\", ""] },
    { name: "r", values: [] },
  ]);
  receive(RESPONSE);
  await running;
  const frame = Buffer.from([0, 0, 0, 2, 0, 0, 0, 9]);
  const execute = message("E", "\0", Buffer.alloc(4));
  expect(sent).toEqual([
    Buffer.concat([
      message("B", "\0s\0", frame, "l'été \\", Buffer.alloc(4), Buffer.alloc(2)),
      execute,
      message("B", "\0r\0", Buffer.alloc(4), Buffer.alloc(2)),
      execute,
      message("S"),
    ]),
  ]);
});

test("a long value is sent completely", async () => {
  const { wire, sent, receive } = open();
  const running = wire.run([{ name: "s", values: [LONG] }]);
  receive(RESPONSE);
  await running;
  expect(sent[0]?.length).toBe(33 + Buffer.byteLength(LONG));
  expect(sent[0]?.includes(LONG)).toBe(true);
});

test.each([1, 3, 1000, 65_536])(
  "the last statement's first row is read from chunks of %i bytes",
  async (size) => {
    const { wire, receive, otherChunks } = open();
    const running = wire.run([{ name: "s", values: [] }]);
    for (let at = 0; at < RESPONSE.length; at += size) receive(RESPONSE.subarray(at, at + size));
    expect(texts(await running)).toEqual([null, "", LONG]);
    expect(otherChunks).toEqual([]);
  },
);

test("an error ends a run, and does not affect the next one", async () => {
  const { wire, receive } = open();
  const failing = wire.run([{ name: "s", values: [] }]);
  receive(message("E", "SERROR\0VERROR\0C23505\0Mtwice\0DKey (id)=(1)\0Fnbtinsert.c\0\0"));
  receive(READY);
  const error: unknown = await failing.catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(postgres.PostgresError);
  expect(error).toMatchObject({ code: "23505", message: "twice", detail: "Key (id)=(1)" });
  expect(error).not.toHaveProperty("hint");
  const running = wire.run([{ name: "s", values: [] }]);
  receive(Buffer.concat([BOUND, DONE, READY]));
  expect(await running).toBeUndefined();
});

test("messages between runs go to the previous listeners", async () => {
  const { wire, receive, otherChunks } = open();
  receive(DONE);
  const running = wire.run([{ name: "s", values: [] }]);
  receive(RESPONSE);
  await running;
  receive(READY);
  expect(otherChunks).toEqual([DONE, READY]);
});
