/** The names of the categories. */
import type { CategorySlug } from "./types.ts";

/** What computes quantities on the pages of the products: the columns of public.categories.calculators. */
export const categoryCalculators: Partial<Record<CategorySlug, Calculator[]>> = {
  materiaux: [
    { kind: "tiles", word: "carrelage", waste: 10, rate: 15 },
    { kind: "tiles", word: "faïence", waste: 10, rate: 15 },
    { kind: "tiles", word: "pavé", waste: 5, rate: 10 },
    { kind: "paint", word: "peinture", waste: 5, rate: 8 },
    { kind: "concrete", word: "ciment bâtiforce cpj", waste: 5, rate: 350 },
    { kind: "blocks", word: "parpaing", waste: 5, rate: 12.5 },
    { kind: "roof", word: "tôle bac", waste: 0, rate: 20 },
    { kind: "roof", word: "tôle ondulée", waste: 0, rate: 20 },
  ],
  electricite: [
    { kind: "wire", word: "fil électrique", waste: 5, rate: 3 },
    { kind: "wire", word: "câble souple", waste: 5, rate: 3 },
  ],
};

interface Calculator {
  kind: "tiles" | "paint" | "concrete" | "blocks" | "roof" | "wire";
  /** In the names of its products. */
  word: string;
  /** Percent. */
  waste: number;
  rate: number;
}

export const categoryNames: Record<CategorySlug, string> = {
  "outils-electriques": "Outils électriques",
  materiaux: "Matériaux",
  plomberie: "Plomberie",
  electricite: "Électricité",
  quincaillerie: "Quincaillerie",
  jardinage: "Jardinage",
};
