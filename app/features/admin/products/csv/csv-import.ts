/**
 * Parses a product CSV into rows for the database. It is parsed in chunks, so that the screen stays
 * responsive. This module reports the problems of the file's structure, the database those of its values.
 */

import {
  decodeCsv,
  detectSeparator,
  parseCsv,
  UnclosedQuoteError,
} from "#app/features/admin/shared/csv/csv.ts";
import { formatNumber } from "#app/lib/format/numbers.ts";
import { type CsvColumn, csvColumns, findColumn } from "./csv-columns.ts";
import type { ImportRow, LineProblem } from "./csv-rows.ts";
import { groupVariantRows } from "./csv-variants.ts";

/** The maximum that the database imports in one transaction. */
const MAX_LINES = 10_000;

/** In bytes; the request with the lines is about as large. */
const MAX_BYTES = 12 * 1024 * 1024;

/** The number of lines that are parsed before the event loop gets a turn. */
const LINES_PER_CHUNK = 500;

export interface ProductsFile {
  name: string;
  rows: ImportRow[];
  problems: LineProblem[];
  /** Unknown columns, by their header in the file. */
  ignoredColumns: string[];
}

/** Why a file cannot be parsed at all, in French. */
export class ImportFileError extends Error {}

/** `onProgress` receives the parsed share, from 0 to 1. Throws ImportFileError. */
export async function parseProductsFile(
  file: File,
  onProgress: (share: number) => void,
): Promise<ProductsFile> {
  if (file.size > MAX_BYTES) throw new ImportFileError("Le fichier est trop grand : 12 Mo au plus.");
  const text = decodeCsv(await file.arrayBuffer());
  if (text.includes("\0"))
    throw new ImportFileError("Ce n'est pas un fichier CSV. Dans Excel, enregistrez-le comme CSV.");
  try {
    return await parseRows(file.name, text, onProgress);
  } catch (error) {
    if (error instanceof UnclosedQuoteError)
      throw new ImportFileError("Un guillemet ouvert n'est pas refermé.");
    throw error;
  }
}

async function parseRows(
  name: string,
  content: string,
  onProgress: (share: number) => void,
): Promise<ProductsFile> {
  const { separator, text } = detectSeparator(content);
  const lines = parseCsv(text, separator);
  const header = lines.next();
  const names = header.done ? [] : header.value.map((cell) => cell.trim());
  const columns = matchColumns(names);
  const parsedRows: ImportRow[] = [];
  const problems: LineProblem[] = [];
  let line = 1;
  let parsedLength = 0;
  for (const cells of lines) {
    line += 1;
    parsedLength += cells.reduce((sum, cell) => sum + cell.length + 1, 1);
    if (line % LINES_PER_CHUNK === 0) {
      onProgress(Math.min(1, parsedLength / text.length));
      await new Promise((resume) => setTimeout(resume));
    }
    if (cells.every((cell) => cell.trim() === "")) continue;
    parsedRows.push(toImportRow(line, columns, cells));
    if (cells.slice(names.length).some((cell) => cell.trim() !== "")) {
      problems.push({
        line,
        name: cells[0] ?? "",
        message: `La ligne a ${cells.length} cellules pour ${names.length} colonnes : un texte qui contient le séparateur se met entre guillemets`,
      });
    }
  }
  if (parsedRows.length === 0)
    throw new ImportFileError("Le fichier ne contient aucune ligne sous ses en-têtes.");
  if (parsedRows.length > MAX_LINES) {
    const count = formatNumber(parsedRows.length);
    throw new ImportFileError(
      `Le fichier compte ${count} lignes : un import en prend 10 000 au plus. Partagez-le.`,
    );
  }
  const grouped = groupVariantRows(parsedRows);
  return {
    name,
    rows: grouped.rows,
    problems: [...problems, ...grouped.problems],
    ignoredColumns: names.filter((_, index) => names[index] && !columns[index]),
  };
}

/** The column of each header, in the file's order. */
function matchColumns(names: string[]): (CsvColumn | undefined)[] {
  const columns = names.map(findColumn);
  const known = columns.flatMap((column) => column ?? []);
  const duplicate = known.find((column, index) => known.indexOf(column) !== index);
  if (duplicate) throw new ImportFileError(`La colonne « ${duplicate.header} » est là deux fois.`);
  if (!known.some(({ key }) => key === "reference" || key === "slug" || key === "name")) {
    throw new ImportFileError(
      `La première ligne doit nommer les colonnes, dont « Référence », « Slug » ou « Nom ». Colonnes connues : ${csvColumns.map(({ header }) => header).join(", ")}.`,
    );
  }
  return columns;
}

/** A line that ends early leaves out the columns that it does not reach. */
function toImportRow(line: number, columns: (CsvColumn | undefined)[], cells: string[]): ImportRow {
  const row: ImportRow = { line };
  for (const [index, column] of columns.entries()) {
    const cell = cells[index];
    if (column && cell !== undefined) row[column.key] = column.parse(cell);
  }
  return row;
}
