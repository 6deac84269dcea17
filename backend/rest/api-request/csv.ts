/**
 * Turns text/csv with a header row into JSON; the bare word NULL stands for null. Without an object for each row, and
 * with a scanner in place of a regular expression: a long text holds everybody up while it is read.
 */

export interface CsvContent {
  /** The names in the header. */
  keys: string[];
  /** A JSON array with an object for each row. */
  json: string;
}

/** Null when a row has another number of fields than the header, or the text is no CSV. */
export function csvToJson(text: string): CsvContent | null {
  const scanner = new RowScanner(text);
  const header = scanner.next();
  const names = (header ?? []).map((name) => `${JSON.stringify(name)}:`);
  const objects: string[] = [];
  for (let row = scanner.next(); row !== null; row = scanner.next()) {
    if (row.length !== names.length) return null;
    const members = row.map((value, i) => names[i] + (value === "NULL" ? "null" : JSON.stringify(value)));
    objects.push(`{${members.join()}}`);
  }
  return scanner.isInvalid ? null : { keys: [...new Set(header ?? [])], json: `[${objects.join()}]` };
}

class RowScanner {
  readonly #text: string;
  #at = 0;
  isInvalid = false;

  constructor(text: string) {
    this.#text = text;
  }

  /** The fields of the next row; null at the end, and where the text is invalid. */
  next(): string[] | null {
    const text = this.#text;
    if (this.#at >= text.length) return null;
    const row: string[] = [];
    for (;;) {
      row.push(this.#readField());
      const end = text[this.#at];
      this.#at += end === "\r" ? 2 : 1;
      if (end === ",") continue;
      if (end === undefined || end === "\n" || (end === "\r" && text[this.#at - 1] === "\n")) return row;
      this.isInvalid = true;
      this.#at = text.length;
      return null;
    }
  }

  #readField(): string {
    const [text, start] = [this.#text, this.#at];
    if (text[start] !== '"') {
      this.#at = findFieldEnd(text, start);
      return text.slice(start, this.#at);
    }
    const end = findQuote(text, start + 1);
    // Without its second quotation mark the field ends at the first one, which ends no field.
    if (end === -1) return "";
    this.#at = end + 1;
    return text.slice(start + 1, end).replaceAll('""', '"');
  }
}

function findQuote(text: string, from: number): number {
  let end = text.indexOf('"', from);
  while (end !== -1 && text[end + 1] === '"') end = text.indexOf('"', end + 2);
  return end;
}

const FIELD_END = new Set([...',"\r\n'].map((end) => end.charCodeAt(0)));

function findFieldEnd(text: string, from: number): number {
  let end = from;
  while (end < text.length && !FIELD_END.has(text.charCodeAt(end))) end++;
  return end;
}
