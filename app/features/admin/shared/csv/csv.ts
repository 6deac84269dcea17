/**
 * Comma-separated values after RFC 4180, parsed as leniently as spreadsheets write them: any of three
 * separators and of three line ends, in the encodings that Excel saves.
 */

const SEPARATORS = [";", ",", "\t"] as const;

/** A quoted cell runs on to the end of the file. */
export class UnclosedQuoteError extends Error {}

/** Each row as its cells; an empty line is a row of one empty cell. Throws UnclosedQuoteError. */
export function* parseCsv(text: string, separator: string): Generator<string[], void, void> {
  const stop = new RegExp(`[${separator}\r\n]`, "g");
  let row: string[] = [];
  let at = 0;
  while (at < text.length || row.length > 0) {
    let cell = "";
    if (text[at] === '"') {
      for (;;) {
        const quote = text.indexOf('"', at + 1);
        if (quote < 0) throw new UnclosedQuoteError("A quoted cell does not end");
        cell += text.slice(at + 1, quote);
        at = quote + 1;
        if (text[at] !== '"') break;
        cell += '"';
      }
    }
    stop.lastIndex = at;
    const end = stop.exec(text)?.index ?? text.length;
    row.push(cell + text.slice(at, end));
    at = end + 1;
    if (text[end] === separator) continue;
    yield row;
    row = [];
    if (text[end] === "\r" && text[at] === "\n") at += 1;
  }
}

/** Excel's first line, which names the separator: `sep=;`. Quoted, and with empty cells, if a program saved it again. */
const SEPARATOR_LINE = /^[ \t]*"?sep=([;,\t])"?[ ;,\t]*(?:\r\n|\r|\n|$)/i;

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

/** The text of a file: UTF-8, UTF-16 (Excel's «Unicode text»), or else Windows-1252, Excel's default. */
export function decodeCsv(bytes: ArrayBuffer): string {
  const [first, second] = new Uint8Array(bytes);
  if (first === 0xff && second === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
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
