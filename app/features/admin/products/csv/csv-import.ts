/**
 * Parses a product CSV into rows for the database, as a stream: no more of it is in memory than some thousands of
 * lines. This module reports the problems of the file's structure, the database those of its values.
 */

import {
  decodeParts,
  detectEncoding,
  detectSeparator,
  parseCsvParts,
  UnclosedQuoteError,
} from "#app/features/admin/shared/csv/csv.ts";
import { formatNumber } from "#app/lib/format/numbers.ts";
import { type CsvColumn, csvColumns, findColumn } from "./csv-columns.ts";
import type { ImportRow, LineProblem } from "./csv-rows.ts";
import { groupVariantRows } from "./csv-variants.ts";

/** Of a file whose lines are all reported, which the database imports in one transaction. */
const MAX_LINES = 10_000;

/** The same in bytes; the request with the lines is about as large. */
const MAX_BYTES = 12 * 1024 * 1024;

/** Of any file. */
const MAX_LARGE_LINES = 1_000_000;

/** The number of lines that are parsed before the event loop gets a turn. */
const LINES_PER_TURN = 500;

/** The lines of a large file that are sent at once; those of one product stay together. */
const LINES_PER_CHUNK = 1000;

/** What the separator is detected in, in bytes. */
const HEAD_BYTES = 64 * 1024;

export interface ProductsFile {
  name: string;
  rows: ImportRow[];
  problems: LineProblem[];
  /** Unknown columns, by their header in the file. */
  ignoredColumns: string[];
}

/** Why a file cannot be parsed at all, in French. */
export class ImportFileError extends Error {}

/** The file has too many lines to be reported one by one. */
export class LargeFileError extends Error {}

interface ParsedLine {
  row: ImportRow;
  problem: LineProblem | null;
}

interface OpenedFile {
  ignoredColumns: string[];
  lines: AsyncGenerator<ParsedLine, void, void>;
}

/**
 * A file whose lines are all reported. `onProgress` receives the parsed share, from 0 to 1. Throws ImportFileError, and
 * LargeFileError for a file that openLargeFile reads.
 */
export async function parseProductsFile(
  file: File,
  onProgress: (share: number) => void,
): Promise<ProductsFile> {
  if (file.size > MAX_BYTES) throw new LargeFileError(file.name);
  const { ignoredColumns, lines } = await openProductsFile(file, onProgress);
  const parsed: ParsedLine[] = [];
  for await (const line of lines) {
    parsed.push(line);
    if (parsed.length > MAX_LINES) throw new LargeFileError(file.name);
  }
  const grouped = groupVariantRows(parsed.map(({ row }) => row));
  return {
    name: file.name,
    rows: grouped.rows,
    problems: [...parsed.flatMap(({ problem }) => problem ?? []), ...grouped.problems],
    ignoredColumns,
  };
}

interface LargeFile {
  ignoredColumns: string[];
  /** The rows, some at a time. What is wrong with the structure of a line is its `problem`. */
  chunks: AsyncGenerator<ImportRow[], void, void>;
}

/** Opens a file of any number of lines. It and the generator throw ImportFileError. */
export async function openLargeFile(file: File, onProgress: (share: number) => void): Promise<LargeFile> {
  const { ignoredColumns, lines } = await openProductsFile(file, onProgress);
  return { ignoredColumns, chunks: groupChunks(lines) };
}

async function* groupChunks(lines: OpenedFile["lines"]): AsyncGenerator<ImportRow[], void, void> {
  let count = 0;
  let chunk: ParsedLine[] = [];
  for await (const line of lines) {
    count += 1;
    if (count > MAX_LARGE_LINES)
      throw new ImportFileError("Le fichier compte plus d'un million de lignes. Partagez-le.");
    const isVariant = line.row.variant !== undefined && line.row.variant !== "";
    if (chunk.length >= LINES_PER_CHUNK && !isVariant) {
      yield toChunk(chunk);
      chunk = [];
    }
    chunk.push(line);
  }
  yield toChunk(chunk);
}

function toChunk(lines: ParsedLine[]): ImportRow[] {
  const sound = lines.filter(({ problem }) => problem === null);
  const { rows, problems } = groupVariantRows(sound.map(({ row }) => row));
  const faulty = [...lines.flatMap(({ problem }) => problem ?? []), ...problems];
  return [...rows, ...faulty.map(({ line, name, message }) => ({ line, name, problem: message }))];
}

async function openProductsFile(file: File, onProgress: (share: number) => void): Promise<OpenedFile> {
  const encoding = await detectEncoding(file);
  const head = new TextDecoder(encoding).decode(await file.slice(0, HEAD_BYTES).arrayBuffer());
  const { separator, text } = reportUnclosedQuote(() => detectSeparator(head));
  let bytes = 0;
  async function* readText() {
    // Excel's line that names the separator is left out.
    let skipped = head.length - text.length;
    for await (const part of decodeParts(file, encoding)) {
      bytes = part.bytes;
      if (part.text.includes("\0"))
        throw new ImportFileError("Ce n'est pas un fichier CSV. Dans Excel, enregistrez-le comme CSV.");
      yield part.text.slice(skipped);
      skipped = Math.max(0, skipped - part.text.length);
    }
  }
  const rows = reportUnclosedQuotes(parseCsvParts(readText(), separator));
  const header = await rows.next();
  const names = header.done ? [] : header.value.map((cell) => cell.trim());
  const columns = matchColumns(names);
  return {
    ignoredColumns: names.filter((_, index) => names[index] && !columns[index]),
    lines: parseLines(rows, names, columns, () => onProgress(Math.min(1, bytes / file.size))),
  };
}

async function* parseLines(
  rows: AsyncGenerator<string[], void, void>,
  names: string[],
  columns: (CsvColumn | undefined)[],
  reportProgress: () => void,
): AsyncGenerator<ParsedLine, void, void> {
  let line = 1;
  let isEmpty = true;
  for await (const cells of rows) {
    line += 1;
    if (line % LINES_PER_TURN === 0) {
      reportProgress();
      await new Promise((resume) => setTimeout(resume));
    }
    if (cells.every((cell) => cell.trim() === "")) continue;
    isEmpty = false;
    const isTooLong = cells.slice(names.length).some((cell) => cell.trim() !== "");
    yield {
      row: toImportRow(line, columns, cells),
      problem: isTooLong
        ? {
            line,
            name: cells[0] ?? "",
            message: `La ligne a ${cells.length} cellules pour ${names.length} colonnes : un texte qui contient le séparateur se met entre guillemets`,
          }
        : null,
    };
  }
  if (isEmpty) throw new ImportFileError("Le fichier ne contient aucune ligne sous ses en-têtes.");
}

async function* reportUnclosedQuotes<T>(rows: AsyncGenerator<T, void, void>): AsyncGenerator<T, void, void> {
  let line = 1;
  try {
    for await (const row of rows) {
      line += 1;
      yield row;
    }
  } catch (error) {
    throw toFileError(error, line);
  }
}

function reportUnclosedQuote<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw toFileError(error, 1);
  }
}

/** @param line the one that the quote begins in, counted as in the other problems */
function toFileError(error: unknown, line: number): unknown {
  return error instanceof UnclosedQuoteError
    ? new ImportFileError(`Le guillemet ouvert à la ligne ${formatNumber(line)} n'est pas refermé.`)
    : error;
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
