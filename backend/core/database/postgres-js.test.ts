/** Runs the installed postgres.js against a server in memory, and checks what `postgres-js.ts` relies on. */
import { Socket } from "node:net";
import postgres from "postgres";
import { expect, test } from "vitest";
import { createSocketOptions, interceptData, PREPARED } from "./postgres-js.ts";

const CHANGED = "postgres.js works otherwise inside than 3.4.9: adapt backend/core/database/postgres-js.ts";

function message(type: string, content: Buffer | string): Buffer {
  const header = Buffer.from([type.charCodeAt(0), 0, 0, 0, 0]);
  header.writeInt32BE(Buffer.byteLength(content) + 4, 1);
  return Buffer.concat([header, Buffer.from(content)]);
}

const READY = message("Z", "I");
/** The responses to a statement that returns one row with one column. */
const RESPONSES: Record<string, Buffer> = {
  P: message("1", ""),
  B: message("2", ""),
  D: Buffer.concat([message("t", "\0\0"), message("T", `\0\x01value\0${"\0".repeat(18)}`)]),
  E: Buffer.concat([message("D", "\0\x01\0\0\0\x03row"), message("C", "SELECT 1\0")]),
  S: READY,
};

/** A socket whose other end is a server; `received` are the messages after the first, by their type. */
function createServerSocket() {
  const socket = new Socket();
  const received: { type: string; content: string }[] = [];
  let isStarted = false;
  socket.write = (bytes: string | Uint8Array) => {
    const data = Buffer.from(bytes);
    const responses: Buffer[] = isStarted ? [] : [message("R", "\0\0\0\0"), READY];
    for (let at = isStarted ? 0 : data.length; at < data.length; ) {
      const end = at + 1 + data.readInt32BE(at + 1);
      const type = data.toString("latin1", at, at + 1);
      received.push({ type, content: data.toString("latin1", at + 5, end) });
      responses.push(RESPONSES[type] ?? Buffer.alloc(0));
      at = end;
    }
    isStarted = true;
    setImmediate(() => socket.emit("data", Buffer.concat(responses)));
    return true;
  };
  return { socket, received };
}

function createClient(open: () => Promise<Socket>) {
  return postgres({ max: 1, fetch_types: false, host: "host", ...createSocketOptions(open) });
}

test("the socket of an idle connection has one reader, which can be preceded", async () => {
  const { socket } = createServerSocket();
  const sql = createClient(async () => socket);
  const query = () => sql.unsafe("select 1", [], PREPARED);
  await query();
  const chunks: Buffer[] = [];
  let isTaken = false;
  const intercepted = interceptData(socket, (chunk) => {
    if (isTaken) chunks.push(chunk);
    return isTaken;
  });
  expect(intercepted, CHANGED).toBe(true);
  isTaken = true;
  socket.emit("data", READY);
  isTaken = false;
  expect(chunks, CHANGED).toEqual([READY]);
  expect([...(await query())], CHANGED).toEqual([{ value: "row" }]);
});

test("a socket that is read otherwise is left alone", () => {
  const socket = new Socket();
  expect(interceptData(socket, () => true)).toBe(false);
  const chunks: Buffer[] = [];
  for (let readers = 0; readers < 2; readers++) socket.on("data", (chunk: Buffer) => chunks.push(chunk));
  expect(interceptData(socket, () => true)).toBe(false);
  socket.emit("data", READY);
  expect(chunks).toEqual([READY, READY]);
});

test("a statement without parameters is prepared, under the name that the result has", async () => {
  const { socket, received } = createServerSocket();
  const rows = await createClient(async () => socket).unsafe("select 1", [], PREPARED);
  expect(rows.statement.name, CHANGED).toMatch(/^\w+$/);
  expect(received, CHANGED).toContainEqual({
    type: "P",
    content: `${rows.statement.name}\0select 1\0\0\0`,
  });
});

test("a connection that cannot be opened fails its statement, and is opened again for the next one", async () => {
  const { socket } = createServerSocket();
  const failure = Object.assign(new Error("no such server"), { code: "ECONNREFUSED" });
  let attempts = 0;
  const sql = createClient(async () => {
    if (++attempts === 1) throw failure;
    return socket;
  });
  await expect(sql.unsafe("select 1"), CHANGED).rejects.toBe(failure);
  expect([...(await sql.unsafe("select 1", [], PREPARED))], CHANGED).toEqual([{ value: "row" }]);
});

test("hosts are tried in turn", async () => {
  const addresses: unknown[] = [];
  const { socket } = createSocketOptions(async (address) => {
    addresses.push(address);
    return new Socket();
  });
  for (let attempt = 0; attempt < 3; attempt++) await socket({ host: ["a", "b"], port: [1, 2], path: "" });
  expect(addresses).toEqual([
    { host: "a", port: 1 },
    { host: "b", port: 2 },
    { host: "a", port: 1 },
  ]);
});
