/** The families of goods as the shop names them. */
import type { CategorySlug } from "./types.ts";

export const categoryNames: Record<CategorySlug, string> = {
  "outils-electriques": "Outils électriques",
  materiaux: "Matériaux",
  plomberie: "Plomberie",
  electricite: "Électricité",
  quincaillerie: "Quincaillerie",
  jardinage: "Jardinage",
};
