/**
 * Comma-separated values after RFC 4180, parsed as leniently as spreadsheets write them: any of four
 * separators and of three line ends, in the encodings that Excel saves.
 */

export const SEPARATORS = [";", ",", "\t", "|"] as const;

/** A quoted cell runs on to the end of the file. */
export class UnclosedQuoteError extends Error {}

/** The longest row of a file that is read in parts, in characters. */
const MAX_ROW_LENGTH = 4 * 1024 * 1024;

/** Each row as its cells; an empty line is a row of one empty cell. Throws UnclosedQuoteError. */
export function* parseCsv(text: string, separator: string): Generator<string[], void, void> {
  const end = yield* parseRows(text, separator, true);
  if (end < text.length) throw new UnclosedQuoteError("A quoted cell does not end");
}

/** The same of a text that arrives in parts: no more of it is in memory than a part and a row. */
export async function* parseCsvParts(
  parts: AsyncIterable<string>,
  separator: string,
): AsyncGenerator<string[], void, void> {
  let rest = "";
  for await (const part of parts) {
    rest += part;
    rest = rest.slice(yield* parseRows(rest, separator, false));
    if (rest.length > MAX_ROW_LENGTH) throw new UnclosedQuoteError("A row does not end");
  }
  yield* parseCsv(rest, separator);
}

/** The rows that end in the text, and where the next one begins; the end of the last part ends a row as well. */
function* parseRows(text: string, separator: string, isLast: boolean): Generator<string[], number, void> {
  const stop = new RegExp(`[${separator}\r\n]`, "g");
  let row: string[] = [];
  let begin = 0;
  let at = 0;
  while (at < text.length || row.length > 0) {
    let cell = "";
    if (text[at] === '"') {
      for (;;) {
        const quote = text.indexOf('"', at + 1);
        if (quote < 0) return begin;
        cell += text.slice(at + 1, quote);
        at = quote + 1;
        if (text[at] !== '"') break;
        cell += '"';
      }
    }
    stop.lastIndex = at;
    const end = stop.exec(text)?.index ?? text.length;
    // The next part may continue the cell, or begin with the second character of the line end.
    if (!isLast && end >= text.length - 1) return begin;
    row.push(cell + text.slice(at, end));
    at = end + 1;
    if (text[end] === separator) continue;
    if (text[end] === "\r" && text[at] === "\n") at += 1;
    begin = at;
    yield row;
    row = [];
  }
  return begin;
}

/** Excel's first line, which names the separator: `sep=;`. Quoted, and with empty cells, if a program saved it again. */
const SEPARATOR_LINE = /^[ \t]*"?sep=([;,|\t])"?[ ;,|\t]*(?:\r\n|\r|\n|$)/i;

/**
 * The separator, and the text without Excel's line that names it: spreadsheets do not show that line, nor count it.
 * Without such a line, it is the separator that results in the most cells of the first row.
 */
export function detectSeparator(text: string): { separator: string; text: string } {
  const [line = "", named] = SEPARATOR_LINE.exec(text) ?? [];
  return { separator: named ?? findSeparator(text), text: text.slice(line.length) };
}

function findSeparator(text: string): string {
  const cells = (separator: string) => {
    const first = parseCsv(text, separator).next();
    return first.done ? 0 : first.value.length;
  };
  return SEPARATORS.reduce((best, next) => (cells(next) > cells(best) ? next : best));
}

/** One row with its line end, as a French Excel reads it: separated by semicolons. */
export function formatCsvRow(cells: readonly string[]): string {
  return `${cells.map((cell) => (/[";\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(";")}\r\n`;
}

/** The text of a small file, in the encodings that `detectEncoding` knows. */
export function decodeCsv(bytes: ArrayBuffer): string {
  const [first, second] = new Uint8Array(bytes);
  if (first === 0xff && second === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

/** UTF-8, UTF-16 (Excel's «Unicode text»), or else Windows-1252, Excel's default. Reads the file as a stream. */
export async function detectEncoding(file: Blob): Promise<string> {
  const [first, second] = new Uint8Array(await file.slice(0, 2).arrayBuffer());
  if (first === 0xff && second === 0xfe) return "utf-16le";
  const decoder = new TextDecoder("utf-8", { fatal: true });
  try {
    for await (const bytes of readBytes(file)) decoder.decode(bytes, { stream: true });
    decoder.decode();
    return "utf-8";
  } catch (error) {
    if (error instanceof TypeError) return "windows-1252";
    throw error;
  }
}

/** The text of a file in parts, each with the number of bytes that have been read. */
export async function* decodeParts(
  file: Blob,
  encoding: string,
): AsyncGenerator<{ text: string; bytes: number }, void, void> {
  const decoder = new TextDecoder(encoding);
  let bytes = 0;
  for await (const part of readBytes(file)) {
    bytes += part.length;
    yield { text: decoder.decode(part, { stream: true }), bytes };
  }
  yield { text: decoder.decode(), bytes };
}

/** Safari cannot iterate over a stream. */
async function* readBytes(file: Blob): AsyncGenerator<Uint8Array, void, void> {
  const reader = file.stream().getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel();
  }
}

/** Matches a cell that a spreadsheet would evaluate as a formula. */
const FORMULA = /^[\s']*[=+\-@＝＋－＠]|^'*[\t\r\n]/;

/** Prefixes a cell with an apostrophe when a spreadsheet would evaluate it. */
export function escapeFormula(cell: string): string {
  return FORMULA.test(cell) ? `'${cell}` : cell;
}

/** The inverse of `escapeFormula`. */
export function unescapeFormula(cell: string): string {
  return cell.startsWith("'") && FORMULA.test(cell.slice(1)) ? cell.slice(1) : cell;
}

/**
 * Matches a code that a spreadsheet would change: it drops leading zeros and the plus of a telephone number, and shortens
 * what is long to 6,1E+12.
 */
const CHANGED_CODE = /^(?:0\d+|\d{12,}|\+\d[\d ]*)$/;

/**
 * A reference, a bar code or a telephone number, written as a text to a spreadsheet: `="0612"`. It would show the
 * apostrophe that makes a text of other cells.
 */
export function formatCode(code: string): string {
  return CHANGED_CODE.test(code) ? `="${code}"` : escapeFormula(code);
}

/** The inverse of `formatCode`. */
export function parseCode(cell: string): string {
  return /^="(?<code>\+?\d[\d ]*)"$/.exec(cell)?.groups?.code ?? unescapeFormula(cell);
}
