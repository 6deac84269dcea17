/**
 * Comma-separated values after RFC 4180, read as leniently as spreadsheets write them: any of three separators and of
 * three line ends, in the encodings that Excel saves.
 */

const SEPARATORS = [";", ",", "\t"] as const;

/** The cells of a quoted text run on to the end of the file. */
export class UnclosedQuote extends Error {}

/** Each row as its cells; an empty line is a row of one empty cell. Throws UnclosedQuote. */
export function* readCsv(text: string, separator: string): Generator<string[], void, void> {
  const stop = new RegExp(`[${separator}\r\n]`, "g");
  let row: string[] = [];
  let at = 0;
  while (at < text.length || row.length > 0) {
    let cell = "";
    if (text[at] === '"') {
      for (;;) {
        const quote = text.indexOf('"', at + 1);
        if (quote < 0) throw new UnclosedQuote("A quoted cell does not end");
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

/** The separator that makes most cells of the first row. */
export function separatorOf(text: string): string {
  const cells = (separator: string) => {
    const first = readCsv(text, separator).next();
    return first.done ? 0 : first.value.length;
  };
  return SEPARATORS.reduce((best, next) => (cells(next) > cells(best) ? next : best));
}

/** One row with its line end, as a French Excel reads it: separated by semicolons. */
export function writeCsvRow(cells: readonly string[]): string {
  return `${cells.map((cell) => (/[";\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(";")}\r\n`;
}

/** The text of a file: UTF-8, what Excel calls Unicode text, else the code page of Western Windows, its usual one. */
export function decodeCsv(bytes: ArrayBuffer): string {
  const [first, second] = new Uint8Array(bytes);
  if (first === 0xff && second === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

/** What a spreadsheet takes for a formula, and runs. */
const FORMULA = /^[\s']*[=+\-@＝＋－＠]|^'*[\t\r\n]/;

/** A cell that a spreadsheet shows as it is: behind an apostrophe when it would be run. */
export function withoutFormula(cell: string): string {
  return FORMULA.test(cell) ? `'${cell}` : cell;
}

/** The cell before `withoutFormula`. */
export function originalCell(cell: string): string {
  return cell.startsWith("'") && FORMULA.test(cell.slice(1)) ? cell.slice(1) : cell;
}
