/** Reads a carrier's settlement: each carrier has its own columns, of which two are needed. */
import {
  decodeCsv,
  detectSeparator,
  parseCsv,
  UnclosedQuoteError,
  unescapeFormula,
} from "#app/features/admin/shared/csv/csv.ts";

/** In one file, as the database takes it. */
const MAX_ROWS = 500;
const MAX_BYTES = 1024 * 1024;

const NUMBER_HEADER = /suivi|tracking|colis|num[ée]ro|commande|order|bordereau|r[ée]f[ée]rence|^n°/i;
const AMOUNT_HEADER = /montant|amount|encaiss|cod|somme|total|revers/i;

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
  const numberColumn = header.findIndex((cell) => NUMBER_HEADER.test(cell.trim()));
  const amountColumn = header.findIndex((cell) => AMOUNT_HEADER.test(cell.trim()));
  if (numberColumn < 0 || amountColumn < 0) {
    throw new SettlementError(
      "La première ligne doit nommer une colonne « Numéro de suivi » et une colonne « Montant ».",
    );
  }
  const rows = lines.flatMap((cells, index) => {
    const number = unescapeFormula(cells[numberColumn] ?? "").trim();
    // The header, empty lines, and the total below them.
    if (index === 0 || number === "") return [];
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
