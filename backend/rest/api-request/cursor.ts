/**
 * The scanner of all query-string parsers. A failure carries the column and the expected token in the words
 * of PostgREST's own parser, because clients show them.
 */
import { queryStringInvalid, type RestError } from "#backend/rest/errors.ts";

/** Thrown inside a parser; `parseWith` turns it into PGRST100. */
class ParseFailure extends Error {
  readonly position: number;
  readonly expected: string;
  /** The unexpected token, formatted: an unexpected end in single quotes, anything else in double quotes. */
  readonly quote: '"' | "'";

  constructor(position: number, expected: string, quote: '"' | "'") {
    super(expected);
    this.position = position;
    this.expected = expected;
    this.quote = quote;
  }
}

export class Cursor {
  readonly text: string;
  position = 0;

  constructor(text: string) {
    this.text = text;
  }

  get atEnd(): boolean {
    return this.position >= this.text.length;
  }

  peek(): string {
    return this.text.charAt(this.position);
  }

  /** Moves past `literal` if it comes next. */
  take(literal: string): boolean {
    if (!this.text.startsWith(literal, this.position)) return false;
    this.position += literal.length;
    return true;
  }

  expect(literal: string, expected: string): void {
    if (!this.take(literal)) this.fail(expected);
  }

  /** The longest match of a sticky expression, or null. */
  match(expression: RegExp): string | null {
    expression.lastIndex = this.position;
    const found = expression.exec(this.text);
    if (found === null) return null;
    this.position += found[0].length;
    return found[0];
  }

  skipSpace(): void {
    while (this.peek() === " " || this.peek() === "\t") this.position++;
  }

  fail(expected: string, quote: '"' | "'" = '"'): never {
    throw new ParseFailure(this.position, expected, quote);
  }
}

/**
 * Parses all of `text`. Throws PGRST100 whose message contains `what`, the column, and the original text in
 * case `text` is a part of it.
 */
export function parseWith<T>(what: string, text: string, parser: (cursor: Cursor) => T, source = text): T {
  const cursor = new Cursor(text);
  try {
    const result = parser(cursor);
    if (!cursor.atEnd) cursor.fail("end of input");
    return result;
  } catch (error) {
    if (!(error instanceof ParseFailure)) throw error;
    throw failureAt(what, text, source, error);
  }
}

function failureAt(what: string, text: string, source: string, failure: ParseFailure): RestError {
  const column = [...text.slice(0, failure.position)].length + 1;
  const found = [...text.slice(failure.position, failure.position + 2)][0];
  const unexpected =
    found === undefined
      ? "end of input"
      : failure.quote + quoteForMessage(found).slice(1, -1) + failure.quote;
  return queryStringInvalid(
    `${quoteForMessage(`failed to parse ${what} (${source})`)} (line 1, column ${column})`,
    `unexpected ${unexpected} expecting ${failure.expected}`,
  );
}

/** Quotes a text, and escapes anything but printable ASCII by its code point. */
function quoteForMessage(text: string): string {
  let out = "";
  for (const char of text) {
    const code = char.codePointAt(0) ?? 0;
    if (char === '"' || char === "\\") out += `\\${char}`;
    else out += code >= 32 && code < 127 ? char : `\\${code}`;
  }
  return `"${out}"`;
}
