/**
 * The part of Postgres's wire protocol that runs prepared statements: all statements of a request are sent as
 * one message, with their values bound, and run as one transaction. postgres.js opens the connection and uses
 * it at all other times. It would send and track each statement separately, which costs more than the rest of
 * a short request.
 */
import type { Socket } from "node:net";
import postgres from "postgres";
import { interceptData } from "#backend/core/database/postgres-js.ts";

/** A statement's name on this connection, and its values. */
export interface BoundExecution {
  name: string;
  values: string[];
}

/** The columns of a row, in text form. */
export type WireRow = (Buffer | null)[];

interface PendingRun {
  resolve: (row: WireRow | undefined) => void;
  reject: (error: postgres.PostgresError) => void;
  /** The first row of the last statement. */
  row: WireRow | undefined;
  error: postgres.PostgresError | null;
}

/** The size of a message header: the type, and the length of the rest. */
const HEADER = 5;
const MESSAGES = { bindComplete: 0x32, dataRow: 0x44, error: 0x45, ready: 0x5a };
const EXECUTE = Buffer.from([0x45, 0, 0, 0, 9, 0, 0, 0, 0, 0]);
const SYNC = Buffer.from([0x53, 0, 0, 0, 4]);
/** The bytes of a Bind message beside its name and values; a character takes three at most. */
const BIND_FRAME = 16;
const BUFFER_SIZE = 16_384;

const ERROR_FIELDS: Record<string, string> = { C: "code", M: "message", D: "detail", H: "hint" };

export class WireClient {
  readonly #socket: Socket;
  /** The send buffer. A response means that its previous content was sent. */
  readonly #buffer = Buffer.allocUnsafeSlow(BUFFER_SIZE);
  #pendingRun: PendingRun | null = null;
  /** The chunks of an incomplete message, and the number of bytes needed to continue. */
  #chunks: Buffer[] = [];
  #size = 0;
  #expectedBytes = HEADER;

  private constructor(socket: Socket) {
    this.#socket = socket;
  }

  /**
   * Takes the socket of an open, idle connection, whose data is read here during a run. Null when this version
   * of postgres.js does not permit that.
   */
  static open(socket: Socket): WireClient | null {
    const client = new WireClient(socket);
    return interceptData(socket, (chunk) => client.#handleData(chunk)) ? client : null;
  }

  /**
   * Resolves with the first row of the last statement once all are committed. Rejects with a PostgresError
   * when one failed, in which case nothing is committed. One run at a time; it never settles when the
   * connection is lost.
   */
  run(executions: BoundExecution[]): Promise<WireRow | undefined> {
    return new Promise((resolve, reject) => {
      this.#pendingRun = { resolve, reject, row: undefined, error: null };
      this.#socket.write(this.#encode(executions));
    });
  }

  #encode(executions: BoundExecution[]): Buffer {
    let maxBytes = SYNC.length;
    for (const { name, values } of executions) {
      maxBytes += BIND_FRAME + EXECUTE.length + name.length;
      for (const value of values) maxBytes += 4 + value.length * 3;
    }
    const bytes = maxBytes <= BUFFER_SIZE ? this.#buffer : Buffer.allocUnsafe(maxBytes);
    let at = 0;
    for (const { name, values } of executions) at = writeBind(bytes, at, name, values);
    at += SYNC.copy(bytes, at);
    return bytes.subarray(0, at);
  }

  /** Returns whether a run is waiting for the data. */
  #handleData(chunk: Buffer): boolean {
    const pending = this.#pendingRun;
    if (pending !== null) this.#read(chunk, pending);
    return pending !== null;
  }

  #read(chunk: Buffer, pending: PendingRun): void {
    this.#chunks.push(chunk);
    this.#size += chunk.length;
    if (this.#size < this.#expectedBytes) return;
    const bytes = this.#chunks.length === 1 ? chunk : Buffer.concat(this.#chunks, this.#size);
    let at = 0;
    this.#expectedBytes = HEADER;
    while (bytes.length - at >= HEADER) {
      const length = 1 + bytes.readInt32BE(at + 1);
      if (bytes.length - at < length) {
        this.#expectedBytes = length;
        break;
      }
      this.#handleMessage(bytes, at, at + length, pending);
      at += length;
    }
    this.#size = bytes.length - at;
    this.#chunks = this.#size === 0 ? [] : [bytes.subarray(at)];
  }

  /** Other messages are ignored: the row formats are known, and notices are dropped. */
  #handleMessage(bytes: Buffer, at: number, end: number, pending: PendingRun): void {
    switch (bytes[at]) {
      case MESSAGES.bindComplete:
        pending.row = undefined;
        break;
      case MESSAGES.dataRow:
        pending.row ??= readRow(bytes, at + HEADER);
        break;
      case MESSAGES.error:
        pending.error = readError(bytes, at + HEADER, end);
        break;
      case MESSAGES.ready:
        this.#pendingRun = null;
        if (pending.error === null) pending.resolve(pending.row);
        else pending.reject(pending.error);
        break;
      default:
    }
  }
}

/** Writes Bind and Execute; returns the start of the next message. */
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
  at = bytes.writeInt16BE(0, at); // and so are the results
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

/** Only the fields that a response may contain. */
function readError(bytes: Buffer, start: number, end: number): postgres.PostgresError {
  const fields: Record<string, string> = {};
  for (const field of bytes.toString("utf8", start, end).split("\0")) {
    const name = ERROR_FIELDS[field.charAt(0)];
    if (name !== undefined) fields[name] = field.slice(1);
  }
  return Object.assign(new postgres.PostgresError(""), fields);
}
