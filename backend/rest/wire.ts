/**
 * Postgres' own protocol, as much of it as runs prepared statements: all of a request's go out as one message, with
 * their values bound, and run as one transaction. postgres.js has opened the connection and speaks on it at all other
 * times; it would answer each statement apart, and what it keeps of each costs more than the rest of a short request.
 */
import type { Socket } from "node:net";
import postgres from "postgres";

/** A statement's name on this connection, and its values. */
export interface Execution {
  name: string;
  values: string[];
}

/** The columns of a row, in text form. */
export type WireRow = (Buffer | null)[];

interface Exchange {
  resolve: (row: WireRow | undefined) => void;
  reject: (error: postgres.PostgresError) => void;
  /** The first row of the statement that came last. */
  row: WireRow | undefined;
  error: postgres.PostgresError | null;
}

/** What messages begin with: their type, and their length without it. */
const HEADER = 5;
const MESSAGES = { bindComplete: 0x32, dataRow: 0x44, error: 0x45, ready: 0x5a };
const EXECUTE = Buffer.from([0x45, 0, 0, 0, 9, 0, 0, 0, 0, 0]);
const SYNC = Buffer.from([0x53, 0, 0, 0, 4]);
/** Bytes of a Bind beside its name and values; a character has three at most. */
const BIND_FRAME = 16;
const ROOM = 16_384;

const ERROR_FIELDS: Record<string, string> = { C: "code", M: "message", D: "detail", H: "hint" };

export class Wire {
  readonly #socket: Socket;
  /** For what is sent; an answer means that the one before is gone. */
  readonly #room = Buffer.allocUnsafeSlow(ROOM);
  #exchange: Exchange | null = null;
  /** The beginning of a message whose end is still to come, and the bytes it takes to go on. */
  #pieces: Buffer[] = [];
  #size = 0;
  #wanted = HEADER;

  /** Of a connection that is open and at rest: what it answers is read here from now on, and passed on. */
  constructor(socket: Socket) {
    this.#socket = socket;
    const readers = socket.listeners("data");
    socket.removeAllListeners("data");
    socket.on("data", (chunk: Buffer) => {
      if (this.#exchange !== null) this.#read(chunk, this.#exchange);
      else for (const reader of readers) reader.call(socket, chunk);
    });
  }

  /**
   * Resolves with the first row of the last statement once all are committed, rejects with a PostgresError when one
   * failed and none has happened. One run at a time; it never settles when the connection is lost.
   */
  run(executions: Execution[]): Promise<WireRow | undefined> {
    return new Promise((resolve, reject) => {
      this.#exchange = { resolve, reject, row: undefined, error: null };
      this.#socket.write(this.#encode(executions));
    });
  }

  #encode(executions: Execution[]): Buffer {
    let most = SYNC.length;
    for (const { name, values } of executions) {
      most += BIND_FRAME + EXECUTE.length + name.length;
      for (const value of values) most += 4 + value.length * 3;
    }
    const bytes = most <= ROOM ? this.#room : Buffer.allocUnsafe(most);
    let at = 0;
    for (const { name, values } of executions) at = writeBind(bytes, at, name, values);
    at += SYNC.copy(bytes, at);
    return bytes.subarray(0, at);
  }

  #read(chunk: Buffer, exchange: Exchange): void {
    this.#pieces.push(chunk);
    this.#size += chunk.length;
    if (this.#size < this.#wanted) return;
    const bytes = this.#pieces.length === 1 ? chunk : Buffer.concat(this.#pieces, this.#size);
    let at = 0;
    this.#wanted = HEADER;
    while (bytes.length - at >= HEADER) {
      const length = 1 + bytes.readInt32BE(at + 1);
      if (bytes.length - at < length) {
        this.#wanted = length;
        break;
      }
      this.#take(bytes, at, at + length, exchange);
      at += length;
    }
    this.#size = bytes.length - at;
    this.#pieces = this.#size === 0 ? [] : [bytes.subarray(at)];
  }

  /** Of all that is told only this matters: the statements' shapes are known, and notices are dropped. */
  #take(bytes: Buffer, at: number, end: number, exchange: Exchange): void {
    switch (bytes[at]) {
      case MESSAGES.bindComplete:
        exchange.row = undefined;
        break;
      case MESSAGES.dataRow:
        exchange.row ??= readRow(bytes, at + HEADER);
        break;
      case MESSAGES.error:
        exchange.error = readError(bytes, at + HEADER, end);
        break;
      case MESSAGES.ready:
        this.#exchange = null;
        if (exchange.error === null) exchange.resolve(exchange.row);
        else exchange.reject(exchange.error);
        break;
      default:
    }
  }
}

/** Binds and executes; returns where the next message begins. */
function writeBind(bytes: Buffer, start: number, name: string, values: string[]): number {
  let at = start;
  bytes[at] = 0x42;
  bytes[at + 5] = 0; // the unnamed portal
  at += 6;
  at += bytes.write(name, at, "latin1");
  bytes[at] = 0;
  at = bytes.writeInt16BE(0, at + 1); // all values are text
  at = bytes.writeInt16BE(values.length, at);
  for (const value of values) {
    const length = bytes.write(value, at + 4);
    bytes.writeInt32BE(length, at);
    at += 4 + length;
  }
  at = bytes.writeInt16BE(0, at); // so are the results
  bytes.writeInt32BE(at - start - 1, start + 1);
  return at + EXECUTE.copy(bytes, at);
}

function readRow(bytes: Buffer, start: number): WireRow {
  const row: WireRow = [];
  let at = start + 2;
  for (let left = bytes.readInt16BE(start); left > 0; left--) {
    const length = bytes.readInt32BE(at);
    at += 4;
    row.push(length === -1 ? null : bytes.subarray(at, at + length));
    if (length > 0) at += length;
  }
  return row;
}

/** What of it an answer may tell. */
function readError(bytes: Buffer, start: number, end: number): postgres.PostgresError {
  const fields: Record<string, string> = {};
  for (const field of bytes.toString("utf8", start, end).split("\0")) {
    const name = ERROR_FIELDS[field.charAt(0)];
    if (name !== undefined) fields[name] = field.slice(1);
  }
  return Object.assign(new postgres.PostgresError(""), fields);
}
