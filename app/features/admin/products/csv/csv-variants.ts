/**
 * The lines of variants in a product CSV: each follows the line of its product, or names it by its slug. Of a variant,
 * a line has only its own columns.
 */
import { VARIANT_COLUMNS } from "#app/features/admin/shared/fields/variant-fields.ts";
import type { ImportRow, LineProblem } from "./csv-rows.ts";

/** The columns of a variant; the other cells of its line are not read. */
export const VARIANT_CELLS = VARIANT_COLUMNS.filter((column) => column !== "image");

interface GroupedRows {
  rows: ImportRow[];
  problems: LineProblem[];
}

/** The lines of variants within the rows of their products, as the database imports them. */
export function groupVariantRows(lines: readonly ImportRow[]): GroupedRows {
  const rows: ImportRow[] = [];
  const problems: LineProblem[] = [];
  const bySlug = new Map<string, ImportRow>();
  let latest: ImportRow | null = null;
  for (const { variant, ...cells } of lines) {
    const slug = typeof cells.slug === "string" ? cells.slug.trim() : "";
    if (variant === undefined || variant === "") {
      rows.push(cells);
      latest = cells;
      if (slug !== "" && !bySlug.has(slug)) bySlug.set(slug, cells);
      continue;
    }
    const report = (message: string) =>
      problems.push({ line: cells.line, name: String(cells.name || cells.reference || ""), message });
    if (!Array.isArray(variant)) {
      report("Variante : écrivez l'option et son choix, comme « Diamètre: 20 mm »");
      continue;
    }
    let product: ImportRow | null = slug === "" ? latest : (bySlug.get(slug) ?? null);
    if (!product && slug !== "") {
      // A variant of a product that is in the shop and not in the file.
      product = { line: cells.line, slug, is_implied: true };
      bySlug.set(slug, product);
      rows.push(product);
    }
    if (!product) {
      report("Variante : mettez cette ligne sous celle de son produit, ou écrivez le slug du produit");
      continue;
    }
    const own = VARIANT_CELLS.filter((key) => cells[key] !== undefined).map((key) => [key, cells[key] ?? ""]);
    const known = Array.isArray(product.variants) ? product.variants : [];
    known.push({ line: cells.line, choices: variant, ...Object.fromEntries(own) });
    product.variants = known;
    latest = product;
  }
  return { rows, problems };
}
