/** The data sheets of the demo shop as files: `supabase/seed/data-sheets/<reference>.pdf`, served at `/data-sheets/`. */
import { dataSheets } from "./data/data-sheets.ts";
import type { Product } from "./data/types.ts";
import { renderDataSheet } from "./data-sheet-pdf.ts";
import { toSlug } from "./derive.ts";
import { listStockedProducts } from "./stocked-products.ts";

/** Null for a product without one. */
export function findDataSheet(product: Product): { name: string; bytes: Uint8Array } | null {
  if (!dataSheets.has(product.reference)) return null;
  return { name: `${toSlug(product.reference)}.pdf`, bytes: renderDataSheet(product) };
}

/** Throws for a reference that no product has. */
export function listDataSheets(): { name: string; bytes: Uint8Array }[] {
  const sheets = listStockedProducts().flatMap((product) => findDataSheet(product) ?? []);
  if (sheets.length !== dataSheets.size) throw new Error("data sheets: a reference names no product");
  return sheets;
}
