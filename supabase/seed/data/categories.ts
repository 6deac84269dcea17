/** The families of goods as the shop names them. */
import type { Family } from "./types.ts";

export const categoryNames: Record<Family, string> = {
  "outils-electriques": "Outils électriques",
  materiaux: "Matériaux",
  plomberie: "Plomberie",
  electricite: "Électricité",
  quincaillerie: "Quincaillerie",
  jardinage: "Jardinage",
};
