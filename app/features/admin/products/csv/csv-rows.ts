/** The lines of a product CSV after they have been parsed, and what is wrong with them. */
import type { CsvColumn } from "./csv-columns.ts";

/** Cells by database column, and the line number as in a spreadsheet, whose first line is 1. */
export type ImportRow = { line: number } & Record<string, ReturnType<CsvColumn["parse"]>>;

export interface LineProblem {
  line: number;
  /** The product's name in the line; empty without one. */
  name: string;
  message: string;
}
