/** The lines of a product CSV after they have been parsed, and what is wrong with them. */
import type { CsvColumn } from "./csv-columns.ts";

/** Cells by database column, and the line number as in a spreadsheet, whose first line is 1. */
export type ImportRow = { line: number } & Record<string, ReturnType<CsvColumn["parse"]>>;

/** Of a call with lines: 10,000 on a slow network take longer than other calls, the end of a validation two minutes. */
export const IMPORT_TIMEOUT_MS = 300_000;

export interface LineProblem {
  line: number;
  /** The product's name in the line; empty without one. */
  name: string;
  message: string;
}
