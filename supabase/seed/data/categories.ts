/** The names of the categories. */
import type { CategorySlug } from "./types.ts";

export const categoryNames: Record<CategorySlug, string> = {
  "outils-electriques": "Outils électriques",
  materiaux: "Matériaux",
  plomberie: "Plomberie",
  electricite: "Électricité",
  quincaillerie: "Quincaillerie",
  jardinage: "Jardinage",
};
