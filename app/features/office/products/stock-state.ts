/** What a product's stock amounts to: its documented colour, and what the list can be filtered by. */
import type { Tone } from "../../../components/office/pill.tsx";

interface StockState {
  /** As the address names it. */
  key: "out" | "low" | "in";
  label: string;
  tone: Tone;
  /** Pieces, both included; without an end, all above. */
  from: number;
  to?: number;
}

export const stockStates: readonly StockState[] = [
  { key: "out", label: "En rupture", tone: "red", from: 0, to: 0 },
  { key: "low", label: "Bientôt épuisé (1 à 10)", tone: "amber", from: 1, to: 10 },
  { key: "in", label: "En stock (plus de 10)", tone: "green", from: 11 },
];

export function stockTone(stock: number): Tone {
  return stockStates.findLast(({ from }) => stock >= from)?.tone ?? "red";
}
