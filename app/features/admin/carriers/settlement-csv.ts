/** Reads a carrier's settlement: each carrier has its own columns, of which two are needed. */
import {
  decodeCsv,
  detectSeparator,
  parseCode,
  parseCsv,
  SEPARATORS,
  UnclosedQuoteError,
} from "#app/features/admin/shared/csv/csv.ts";
import { parseFrancs } from "#app/lib/forms/francs.ts";

/** In one file, as the database takes it. */
const MAX_ROWS = 500;
const MAX_BYTES = 1024 * 1024;
/** Of a row, as the database takes it. */
const MAX_AMOUNT = 100_000_000;

/** The best first: many files have the number of the telephone or the date of the order as well. */
const NUMBER_HEADERS = [
  /suivi|tracking|bordereau/i,
  /colis/i,
  /commande|order/i,
  /num[ée]ro|r[ée]f[ée]rence|^n°/i,
];
const AMOUNT_HEADERS = [/\bcod\b|crbt|contre.?rembours/i, /montant|amount|somme/i, /encaiss|total|revers/i];
const OTHER_HEADER =
  /date|heure|jour|t[ée]l|phone|client|nombre|statut|frais|poids|type|nature|[ée]tat|valeur d|destinataire/i;
/** The columns are named within so many lines: many files begin with the name of the carrier and its period. */
const MAX_HEADER_LINES = 20;
/** What a spreadsheet makes of a long number. */
const SHORTENED = /^\d[.,]\d+E\+?\d+$/i;
/** Instead of a number, in the line that sums up the others. */
const TOTAL = /^(sous-?\s?)?total/i;
/** What a carrier takes back of what it has paid: «-15 000», «(15 000)». */
const NEGATIVE = /^\s*[-−–(]\s*\d/;

export interface SettlementRow {
  number: string;
  /** In whole francs. */
  amount: number;
}

export interface Settlement {
  fileName: string;
  rows: SettlementRow[];
}

/** Why a file cannot be read, in French. */
export class SettlementError extends Error {}

/** Throws a SettlementError. */
export async function readSettlement(file: File): Promise<Settlement> {
  if (file.size > MAX_BYTES) throw new SettlementError("Le relevé est trop grand : 1 Mo au plus.");
  return { fileName: file.name, rows: parseSettlement(decodeCsv(await file.arrayBuffer())) };
}

export function parseSettlement(content: string): SettlementRow[] {
  const { lines, header, numberColumn, amountColumn } = readTable(content);
  const rows = lines.flatMap((cells, index) => {
    const number = parseCode(cells[numberColumn] ?? "").trim();
    // What is above, empty lines, and the total below them.
    if (index <= header || number === "" || TOTAL.test(number)) return [];
    if (SHORTENED.test(number)) {
      throw new SettlementError(
        `Ligne ${index + 1} : le tableur a raccourci le numéro « ${number} ». Demandez le fichier d'origine.`,
      );
    }
    const typed = cells[amountColumn] ?? "";
    if (NEGATIVE.test(typed)) {
      throw new SettlementError(
        `Ligne ${index + 1} : le transporteur reprend « ${typed.trim()} ». Retirez cette ligne du fichier, et notez ce montant par « Nouveau mouvement » à la caisse.`,
      );
    }
    const amount = parseFrancs(typed);
    if (amount === null || amount > MAX_AMOUNT || number.length > 100) {
      throw new SettlementError(`Ligne ${index + 1} : « ${typed} » n'est pas un montant en francs.`);
    }
    return { number, amount };
  });
  if (rows.length === 0) throw new SettlementError("Le relevé ne contient aucune ligne.");
  if (rows.length > MAX_ROWS) {
    throw new SettlementError(`Le relevé compte ${rows.length} lignes : ${MAX_ROWS} au plus. Partagez-le.`);
  }
  return rows;
}

/** -1 for none. */
function findColumn(header: readonly string[], patterns: readonly RegExp[]): number {
  for (const pattern of patterns) {
    const column = header.findIndex((cell) => pattern.test(cell.trim()) && !OTHER_HEADER.test(cell));
    if (column >= 0) return column;
  }
  return -1;
}

/** The lines of the file, and which of them names the columns. */
function readTable(content: string) {
  const { separator: first, text } = detectSeparator(content);
  // A line above the table says nothing of what separates its cells.
  for (const separator of new Set([first, ...SEPARATORS])) {
    const lines = readLines(text, separator);
    for (const [header, cells] of lines.slice(0, MAX_HEADER_LINES).entries()) {
      const [numberColumn, amountColumn] = [
        findColumn(cells, NUMBER_HEADERS),
        findColumn(cells, AMOUNT_HEADERS),
      ];
      if (numberColumn >= 0 && amountColumn >= 0 && numberColumn !== amountColumn)
        return { lines, header, numberColumn, amountColumn };
    }
  }
  throw new SettlementError(
    "Une ligne doit nommer une colonne « Numéro de suivi » et une colonne « Montant ».",
  );
}

function readLines(text: string, separator: string): string[][] {
  try {
    return [...parseCsv(text, separator)];
  } catch (error) {
    if (error instanceof UnclosedQuoteError)
      throw new SettlementError("Un guillemet du relevé n'est pas refermé.");
    throw error;
  }
}

/** The numbers that the settlement has more than once, as the database compares them. */
export function listRepeatedNumbers(rows: readonly SettlementRow[]): string[] {
  const keys = rows.map(({ number }) => number.replace(/[^A-Za-z0-9]/g, "").toUpperCase());
  return rows.flatMap(({ number }, index) => (keys.indexOf(keys[index] ?? "") < index ? number : []));
}
