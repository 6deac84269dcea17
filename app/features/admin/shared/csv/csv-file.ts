/** CSV files for download: UTF-8 that a French Excel opens, built page by page. */
import { formatCsvRow } from "./csv.ts";

/** Tells Excel that the file is UTF-8. */
const BYTE_ORDER_MARK = "\uFEFF";

interface CsvColumn<Row> {
  /** The text in the file's first row. */
  header: string;
  /** A text that somebody else wrote must be escaped (`escapeFormula`). */
  format(row: Row): string;
}

/**
 * Builds the file page by page, so that the browser may move finished parts to disk. `onProgress` receives
 * the number of rows so far. Throws the errors of `pages`.
 */
export async function buildCsvFile<Row>(
  columns: readonly CsvColumn<Row>[],
  pages: AsyncIterable<Row[]>,
  onProgress: (count: number) => void,
): Promise<{ file: Blob; count: number }>;
/** `toLines`: the lines of a row that has several. */
export async function buildCsvFile<Row, Line>(
  columns: readonly CsvColumn<Line>[],
  pages: AsyncIterable<Row[]>,
  onProgress: (count: number) => void,
  toLines: (row: Row) => Line[],
): Promise<{ file: Blob; count: number }>;
export async function buildCsvFile<Row>(
  columns: readonly CsvColumn<Row>[],
  pages: AsyncIterable<Row[]>,
  onProgress: (count: number) => void,
  toLines: (row: Row) => Row[] = (row) => [row],
): Promise<{ file: Blob; count: number }> {
  const parts: Blob[] = [new Blob([BYTE_ORDER_MARK, formatCsvRow(columns.map(({ header }) => header))])];
  let count = 0;
  for await (const page of pages) {
    const lines = page.flatMap(toLines);
    parts.push(new Blob(lines.map((line) => formatCsvRow(columns.map(({ format }) => format(line))))));
    count += page.length;
    onProgress(count);
  }
  return { file: new Blob(parts, { type: "text/csv;charset=utf-8" }), count };
}
