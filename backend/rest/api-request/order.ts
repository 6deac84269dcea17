/** The `order` parameter: `a.desc.nullslast,rel(col).asc,json->>key`. */
import type { Cursor } from "./cursor.ts";
import { type Field, field } from "./names.ts";

export interface OrderTerm {
  /** Set for `rel(column)`: the column of an embedded resource. */
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
    terms.push(orderTerm(cursor));
    cursor.skipSpace();
  } while (cursor.take(","));
  return terms;
}

function orderTerm(cursor: Cursor): OrderTerm {
  let relation: string | null = null;
  let ordered = field(cursor);
  if (ordered.path.length === 0 && cursor.take("(")) {
    relation = ordered.name;
    ordered = field(cursor);
    cursor.expect(")", '")"');
  }
  const term: OrderTerm = { relation, field: ordered, direction: null, nulls: null };
  if (cursor.take(".")) {
    term.direction = direction(cursor);
    if (term.direction === null) {
      term.nulls = nulls(cursor) ?? cursor.fail(MODIFIER);
    } else if (cursor.take(".")) {
      term.nulls = nulls(cursor) ?? cursor.fail('"nullsfirst" or "nullslast"');
    }
  }
  if (!cursor.atEnd && cursor.peek() !== ",") {
    if (term.direction === null && term.nulls === null) cursor.fail(AFTER_FIELD);
    cursor.fail('"," or end of input', "'");
  }
  return term;
}

function direction(cursor: Cursor): "asc" | "desc" | null {
  return cursor.take("asc") ? "asc" : cursor.take("desc") ? "desc" : null;
}

function nulls(cursor: Cursor): "nullsfirst" | "nullslast" | null {
  return cursor.take("nullsfirst") ? "nullsfirst" : cursor.take("nullslast") ? "nullslast" : null;
}
