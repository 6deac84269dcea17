/** Reads a carrier's settlement: each carrier has its own columns, of which two are needed. */
import {
  decodeCsv,
  detectSeparator,
  parseCode,
  parseCsv,
  UnclosedQuoteError,
} from "#app/features/admin/shared/csv/csv.ts";

/** In one file, as the database takes it. */
const MAX_ROWS = 500;
const MAX_BYTES = 1024 * 1024;

/** The best first: many files have the number of the telephone or the date of the order as well. */
const NUMBER_HEADERS = [
  /suivi|tracking|colis|bordereau/i,
  /commande|order/i,
  /num[ée]ro|r[ée]f[ée]rence|^n°/i,
];
const AMOUNT_HEADERS = [/montant|amount|somme|\bcod\b/i, /encaiss|total|revers/i];
const OTHER_HEADER = /date|heure|jour|t[ée]l|phone|client|nombre|statut|frais/i;
/** Instead of a number, in the line that sums up the others. */
const TOTAL = /^(sous-?\s?)?total/i;

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
  const lines = readLines(content);
  const header = lines[0] ?? [];
  const numberColumn = findColumn(header, NUMBER_HEADERS);
  const amountColumn = findColumn(header, AMOUNT_HEADERS);
  if (numberColumn < 0 || amountColumn < 0) {
    throw new SettlementError(
      "La première ligne doit nommer une colonne « Numéro de suivi » et une colonne « Montant ».",
    );
  }
  const rows = lines.flatMap((cells, index) => {
    const number = parseCode(cells[numberColumn] ?? "").trim();
    // The header, empty lines, and the total below them.
    if (index === 0 || number === "" || TOTAL.test(number)) return [];
    const amount = parseAmount(cells[amountColumn] ?? "");
    if (amount === null || number.length > 100) {
      throw new SettlementError(
        `Ligne ${index + 1} : « ${cells[amountColumn] ?? ""} » n'est pas un montant en francs.`,
      );
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

function readLines(content: string): string[][] {
  const { separator, text } = detectSeparator(content);
  try {
    return [...parseCsv(text, separator)];
  } catch (error) {
    if (error instanceof UnclosedQuoteError)
      throw new SettlementError("Un guillemet du relevé n'est pas refermé.");
    throw error;
  }
}

/** «12 500», «12.500 F», «12500,00 XOF» -> 12500; null for what is no whole number of francs. */
function parseAmount(cell: string): number | null {
  const typed = cell.replace(/\s|f\s*cfa|xof|fcfa|f/gi, "").replace(/[.,]00?$/, "");
  const digits = /^\d{1,3}(?:[.,]\d{3})+$/.test(typed) ? typed.replace(/[.,]/g, "") : typed;
  return /^\d{1,9}$/.test(digits) && Number(digits) <= 100_000_000 ? Number(digits) : null;
}
