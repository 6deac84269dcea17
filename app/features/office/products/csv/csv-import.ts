/**
 * A file of products, read into the rows that the database judges. It is read a little at a time, so that the screen
 * lives on; what the file itself has wrong is said here, what its values have wrong by the database.
 */
import { decodeCsv, readCsv, separatorOf, UnclosedQuote } from "./csv.ts";
import { type CsvColumn, columnNamed, csvColumns } from "./csv-columns.ts";

/** As many lines as the database takes in one go, all or none. */
const MAX_LINES = 10_000;

/** Bytes; the request that carries the lines is about as large. */
const MAX_SIZE = 12 * 1024 * 1024;

/** Lines that are read before the screen has its turn. */
const LINES_AT_ONCE = 500;

/** Cells under the names of the database's columns, and the number of the line in a spreadsheet, whose first is 1. */
export type ImportRow = { line: number } & Record<string, ReturnType<CsvColumn["read"]>>;

export interface LineProblem {
  line: number;
  /** The product as the line names it; empty when it does not. */
  name: string;
  message: string;
}

export interface ProductsFile {
  name: string;
  rows: ImportRow[];
  problems: LineProblem[];
  /** Columns that mean nothing here, as the file names them. */
  ignored: string[];
}

/** Why a file cannot be read at all, in French. */
export class FileProblem extends Error {}

/** `onProgress` hears the share that is read, from 0 to 1. Throws FileProblem. */
export async function readProductsFile(
  file: File,
  onProgress: (share: number) => void,
): Promise<ProductsFile> {
  if (file.size > MAX_SIZE) throw new FileProblem("Le fichier est trop grand : 12 Mo au plus.");
  const text = decodeCsv(await file.arrayBuffer());
  if (text.includes("\0"))
    throw new FileProblem("Ce n'est pas un fichier CSV. Dans Excel, enregistrez-le comme CSV.");
  try {
    return await readRows(file.name, text, onProgress);
  } catch (error) {
    if (error instanceof UnclosedQuote) throw new FileProblem("Un guillemet ouvert n'est pas refermé.");
    throw error;
  }
}

async function readRows(
  name: string,
  text: string,
  onProgress: (share: number) => void,
): Promise<ProductsFile> {
  const lines = readCsv(text, separatorOf(text));
  const header = lines.next();
  const names = header.done ? [] : header.value.map((cell) => cell.trim());
  const columns = knownColumns(names);
  const rows: ImportRow[] = [];
  const problems: LineProblem[] = [];
  let line = 1;
  let read = 0;
  for (const cells of lines) {
    line += 1;
    read += cells.reduce((sum, cell) => sum + cell.length + 1, 1);
    if (line % LINES_AT_ONCE === 0) {
      onProgress(Math.min(1, read / text.length));
      await new Promise((resume) => setTimeout(resume));
    }
    if (cells.every((cell) => cell.trim() === "")) continue;
    rows.push(rowOf(line, columns, cells));
    if (cells.slice(names.length).some((cell) => cell.trim() !== "")) {
      problems.push({
        line,
        name: cells[0] ?? "",
        message: `La ligne a ${cells.length} cellules pour ${names.length} colonnes : un texte qui contient le séparateur se met entre guillemets`,
      });
    }
  }
  if (rows.length === 0) throw new FileProblem("Le fichier ne contient aucune ligne sous ses en-têtes.");
  if (rows.length > MAX_LINES) {
    const count = new Intl.NumberFormat("fr-FR").format(rows.length);
    throw new FileProblem(
      `Le fichier compte ${count} lignes : un import en prend 10 000 au plus. Partagez-le.`,
    );
  }
  return { name, rows, problems, ignored: names.filter((_, index) => names[index] && !columns[index]) };
}

/** The column of each name, in the file's order. */
function knownColumns(names: string[]): (CsvColumn | undefined)[] {
  const columns = names.map(columnNamed);
  const known = columns.flatMap((column) => column ?? []);
  const twice = known.find((column, index) => known.indexOf(column) !== index);
  if (twice) throw new FileProblem(`La colonne « ${twice.header} » est là deux fois.`);
  if (!known.some(({ key }) => key === "reference" || key === "slug" || key === "name")) {
    throw new FileProblem(
      `La première ligne doit nommer les colonnes, dont « Référence », « Slug » ou « Nom ». Colonnes connues : ${csvColumns.map(({ header }) => header).join(", ")}.`,
    );
  }
  return columns;
}

/** A line that ends early says nothing of the columns that it does not reach. */
function rowOf(line: number, columns: (CsvColumn | undefined)[], cells: string[]): ImportRow {
  const row: ImportRow = { line };
  for (const [index, column] of columns.entries()) {
    const cell = cells[index];
    if (column && cell !== undefined) row[column.key] = column.read(cell);
  }
  return row;
}
