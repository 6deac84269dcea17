/** The surfaces that a product's data can name, by the words that its own text uses for them. */
import {
  brass,
  chrome,
  gloss,
  type Material,
  matt,
  paint,
  plastic,
  rubber,
  steel,
  stone,
  wood,
} from "./render/material.ts";

export const finishes = {
  acier: () => paint("#7c858b"),
  "alu-zinc": () => steel("#c6ccd2", 0.34),
  aluminium: () => steel("#d3d8dc", 0.32),
  "beige sable": () => stone("#d8c29c", 2),
  blanc: () => gloss("#f7f5f0"),
  "blanc chaud": () => plastic("#ffe2a8"),
  "blanc du jour": () => plastic("#ffffff"),
  "blanc mat": () => matt("#f6f4ee"),
  bleu: () => paint("#1F5FA8"),
  "bois rouge": () => wood("#a4532f"),
  caoutchouc: () => rubber("#efece4"),
  chromé: () => chrome(),
  galvanisé: () => steel("#c3cad0", 0.36),
  gris: () => plastic("#9aa0a3", 0.4),
  "gris béton": () => stone("#a5a29b", 1.5),
  inox: () => steel("#d0d5d8", 0.2),
  jaune: () => plastic("#F4B223", 0.22),
  laiton: () => brass(),
  "laiton nickelé": () => steel("#d2d0c6", 0.2),
  noir: () => plastic("#2b2d30", 0.42),
  "noir mat": () => ({ ...plastic("#26282a", 0.5) }),
  ocre: () => plastic("#c4832c", 0.4),
  "effet marbre": () => plastic("#efece6", 0.1),
  orange: () => plastic("#e0661f"),
  rouge: () => plastic("#c22f1e", 0.28),
  "rouge brique": () => paint("#93402a"),
  translucide: () => plastic("#bfe6cd", 0.2),
  transparent: () => plastic("#d6ecef", 0.06),
  vert: () => plastic("#2E9A5F"),
  zingué: () => steel("#c9ced1", 0.26),
  "zingué jaune": () => brass(),
} as const satisfies Record<string, () => Material>;

export type FinishName = keyof typeof finishes;

export const isFinishName = (name: string): name is FinishName => name in finishes;
