/** Parses the `order` parameter: `a.desc.nullslast,rel(col).asc,json->>key`. */
import type { Cursor } from "./cursor.ts";
import { type Field, parseField } from "./names.ts";

export interface OrderTerm {
  /** Set for `rel(column)`: the embedded resource that the column belongs to. */
  relation: string | null;
  field: Field;
  direction: "asc" | "desc" | null;
  nulls: "nullsfirst" | "nullslast" | null;
}

const MODIFIER = '"asc", "desc", "nullsfirst" or "nullslast"';
const AFTER_FIELD = 'letter, digit, "-", "->>", "->", delimiter (.), "," or end of input';

export function parseOrder(cursor: Cursor): OrderTerm[] {
  const terms: OrderTerm[] = [];
  do {
    cursor.skipSpace();
    terms.push(parseOrderTerm(cursor));
    cursor.skipSpace();
  } while (cursor.take(","));
  return terms;
}

function parseOrderTerm(cursor: Cursor): OrderTerm {
  let relation: string | null = null;
  let ordered = parseField(cursor);
  if (ordered.path.length === 0 && cursor.take("(")) {
    relation = ordered.name;
    ordered = parseField(cursor);
    cursor.expect(")", '")"');
  }
  const term: OrderTerm = { relation, field: ordered, direction: null, nulls: null };
  if (cursor.take(".")) {
    term.direction = parseDirection(cursor);
    if (term.direction === null) {
      term.nulls = parseNulls(cursor) ?? cursor.fail(MODIFIER);
    } else if (cursor.take(".")) {
      term.nulls = parseNulls(cursor) ?? cursor.fail('"nullsfirst" or "nullslast"');
    }
  }
  if (!cursor.atEnd && cursor.peek() !== ",") {
    if (term.direction === null && term.nulls === null) cursor.fail(AFTER_FIELD);
    cursor.fail('"," or end of input', "'");
  }
  return term;
}

function parseDirection(cursor: Cursor): "asc" | "desc" | null {
  return cursor.take("asc") ? "asc" : cursor.take("desc") ? "desc" : null;
}

function parseNulls(cursor: Cursor): "nullsfirst" | "nullslast" | null {
  return cursor.take("nullsfirst") ? "nullsfirst" : cursor.take("nullslast") ? "nullslast" : null;
}
