/** The levels of a product's stock: their colors, and the filter options of the list. */
import type { TagColor } from "#app/components/admin/tag.tsx";

interface StockLevel {
  /** The value of the query parameter. */
  key: "out" | "low" | "in";
  label: string;
  color: TagColor;
  /** In pieces, both inclusive; without an upper limit when `to` is missing. */
  from: number;
  to?: number;
}

export const stockLevels: readonly StockLevel[] = [
  { key: "out", label: "En rupture", color: "red", from: 0, to: 0 },
  { key: "low", label: "Bientôt épuisé (1 à 10)", color: "amber", from: 1, to: 10 },
  { key: "in", label: "En stock (plus de 10)", color: "green", from: 11 },
];

export function getStockColor(stock: number): TagColor {
  return stockLevels.findLast(({ from }) => stock >= from)?.color ?? "red";
}
