/**
 * Parses the messages of Postgres's own `pgoutput`, protocol version 1: whole transactions in the order of
 * their commits. Values are text, as in psql; `null` is null, and an absent column is a large value that an
 * update did not change, which Postgres does not repeat.
 */

interface RelationColumn {
  name: string;
  /**
   * Whether the column is part of the replica identity, which the old row of an update or delete contains.
   */
  isKey: boolean;
  /** The object id of the column's type. */
  type: number;
}

export interface Relation {
  oid: number;
  schema: string;
  name: string;
  columns: RelationColumn[];
}

export type Tuple = Map<string, string | null>;

export interface RowChange {
  kind: "change";
  type: "INSERT" | "UPDATE" | "DELETE";
  relation: Relation;
  /** Null for a deleted row. */
  row: Tuple | null;
  /**
   * The old row: its key, or all of it; null for an insert, and for an update that did not change the key.
   */
  old: Tuple | null;
  /** The size of the message in bytes. */
  bytes: number;
}

export type PgoutputMessage =
  | { kind: "begin"; committedAt: Date; transaction: number }
  | { kind: "relation"; relation: Relation }
  | RowChange;

/** Parses messages one by one. Remembers the relations, which each change refers to by number. */
export class PgoutputReader {
  readonly #relations = new Map<number, Relation>();

  /** Null for a message that is not about rows. */
  read(data: Buffer): PgoutputMessage | null {
    const cursor = new Cursor(data);
    switch (String.fromCharCode(cursor.byte())) {
      case "B":
        cursor.skip(8);
        return { kind: "begin", committedAt: cursor.timestamp(), transaction: cursor.int32() };
      case "R": {
        const relation = readRelation(cursor);
        this.#relations.set(relation.oid, relation);
        return { kind: "relation", relation };
      }
      case "I":
        return this.#change("INSERT", cursor, data.length);
      case "U":
        return this.#change("UPDATE", cursor, data.length);
      case "D":
        return this.#change("DELETE", cursor, data.length);
      default:
        return null;
    }
  }

  #change(type: RowChange["type"], cursor: Cursor, bytes: number): RowChange | null {
    const relation = this.#relations.get(cursor.int32());
    if (relation === undefined) return null;
    let row: Tuple | null = null;
    let old: Tuple | null = null;
    while (!cursor.atEnd) {
      const part = String.fromCharCode(cursor.byte());
      const tuple = readTuple(cursor, relation, part === "K");
      if (part === "N") row = tuple;
      else old = tuple;
    }
    return { kind: "change", type, relation, row, old, bytes };
  }
}

function readRelation(cursor: Cursor): Relation {
  const oid = cursor.int32();
  const schema = cursor.text() || "pg_catalog";
  const name = cursor.text();
  cursor.skip(1);
  const columns = Array.from({ length: cursor.int16() }, () => {
    const isKey = (cursor.byte() & 1) === 1;
    const column = { isKey, name: cursor.text(), type: cursor.int32() };
    cursor.skip(4);
    return column;
  });
  return { oid, schema, name, columns };
}

/** `keyOnly`: all other columns are sent as meaningless nulls. */
function readTuple(cursor: Cursor, { columns }: Relation, keyOnly: boolean): Tuple {
  const tuple: Tuple = new Map();
  const count = cursor.int16();
  for (const column of columns.slice(0, count)) {
    const kind = String.fromCharCode(cursor.byte());
    const value = kind === "t" ? cursor.bytes(cursor.int32()).toString("utf8") : null;
    if (kind !== "u" && (column.isKey || !keyOnly)) tuple.set(column.name, value);
  }
  return tuple;
}

/** Postgres counts microseconds from the year 2000. */
const POSTGRES_EPOCH_MS = Date.UTC(2000, 0, 1);

class Cursor {
  readonly #data: Buffer;
  #position = 0;

  constructor(data: Buffer) {
    this.#data = data;
  }

  get atEnd(): boolean {
    return this.#position >= this.#data.length;
  }

  skip(bytes: number): void {
    this.#position += bytes;
  }

  byte(): number {
    return this.#data.readUInt8(this.#position++);
  }

  int16(): number {
    this.#position += 2;
    return this.#data.readUInt16BE(this.#position - 2);
  }

  int32(): number {
    this.#position += 4;
    return this.#data.readUInt32BE(this.#position - 4);
  }

  timestamp(): Date {
    this.#position += 8;
    return new Date(POSTGRES_EPOCH_MS + Number(this.#data.readBigInt64BE(this.#position - 8) / 1000n));
  }

  text(): string {
    const end = this.#data.indexOf(0, this.#position);
    const text = this.#data.toString("utf8", this.#position, end);
    this.#position = end + 1;
    return text;
  }

  bytes(length: number): Buffer {
    this.#position += length;
    return this.#data.subarray(this.#position - length, this.#position);
  }
}
