/** The scenes with several products: the six categories, the hero of the home page, the share card. */
import type { BrandSlug } from "#supabase/seed/data/types.ts";
import { brands } from "./brands.ts";
import { backdropColors, type Look } from "./product-model.ts";
import { getProductModel } from "./product-models.ts";
import type { View } from "./render/camera.ts";
import { bounds, type Model, move, scale, settle, turnY } from "./render/mesh.ts";
import type { Scene } from "./render/render.ts";

/** A kind of product, its brand, longest side, position on the floor, turn in degrees, and more of its looks. */
type ArrangedItem = readonly [
  kind: string,
  brand: BrandSlug,
  size: number,
  x: number,
  z: number,
  turn?: number,
  look?: Partial<Look>,
];

function arrangeItems(items: readonly ArrangedItem[]): Model {
  return items.flatMap(([kind, brand, size, x, z, turn = 0, more = {}]) => {
    const look: Look = { brand: brands[brand], print: [], pieces: 1, ...more };
    const model = settle(getProductModel(kind).draw(look));
    const { min, max } = bounds(model);
    const longest = Math.max(max[0] - min[0], max[1] - min[1], max[2] - min[2]);
    return move(turnY(settle(scale(model, size / longest)), turn), x, 0, z);
  });
}

const categories: Record<string, { items: readonly ArrangedItem[]; backdrop: string }> = {
  "outils-electriques": {
    backdrop: backdropColors[2],
    items: [
      ["poste-a-souder", "sahelis", 1.5, -0.75, -0.7, 10, { print: ["160 A"] }],
      ["perceuse-a-percussion", "koudou-tools", 1.5, 0.66, -0.7, 4],
      ["ponceuse-excentrique", "batiforce", 0.85, -0.55, 0.55, 20],
      ["meuleuse", "batiforce", 1.5, 0.55, 0.62, -8],
    ],
  },
  materiaux: {
    backdrop: backdropColors[0],
    items: [
      ["ciment", "sahelis", 1.6, -0.72, -0.5, 12, { print: ["CPJ 45", "50 kg"] }],
      ["parpaing-creux", "batiforce", 1.15, 0.6, -0.55, -14, { print: ["20"] }],
      ["peinture-acrylique", "naaba-color", 0.95, 0.5, 0.5, 10, { color: "blanc mat", print: ["25 kg"] }],
      ["planche-de-coffrage", "prokraft", 1.3, -0.6, 0.62, 12],
    ],
  },
  plomberie: {
    backdrop: backdropColors[4],
    items: [
      ["reservoir-polyethylene", "tengawa", 1.5, -0.6, -0.6, 8, { color: "bleu", print: ["1 000 L"] }],
      ["lavabo-sur-colonne", "aquanova", 1.5, 0.72, -0.55, -10],
      ["robinet-de-puisage", "aquanova", 0.95, 0.35, 0.62, 6],
      ["te-pvc", "sahelis", 0.66, -0.55, 0.66, 20, { print: ["Ø 100"] }],
    ],
  },
  electricite: {
    backdrop: backdropColors[3],
    items: [
      ["panneau-solaire-monocristallin", "solaris-faso", 1.7, -0.6, -0.7, 14, { print: ["450 W"] }],
      ["batterie-solaire-gel", "solaris-faso", 1.1, 0.72, -0.4, -12, { print: ["12 V", "200 Ah"] }],
      ["ampoule-led", "lumidor", 0.85, 0.62, 0.62, 0, { color: "blanc chaud", print: ["9 W"] }],
      ["fil-electrique", "voltea", 0.9, -0.35, 0.6, 10],
    ],
  },
  quincaillerie: {
    backdrop: backdropColors[1],
    items: [
      ["caisse-a-outils", "sahelis", 1.5, -0.3, -0.6, 10],
      ["casque-de-chantier", "batiforce", 0.95, 0.95, -0.25, -20, { color: "jaune" }],
      ["metre-ruban", "koudou-tools", 0.9, -0.62, 0.55, 8, { print: ["5 m"] }],
      ["marteau-coffreur", "sahelis", 1.35, 0.55, 0.68, 10],
    ],
  },
  jardinage: {
    backdrop: backdropColors[4],
    items: [
      ["brouette-de-chantier", "tengawa", 1.9, -0.2, -0.55, 6],
      ["arrosoir-plastique", "aquanova", 1.0, 0.75, 0.35, 8],
      ["secateur", "sahelis", 0.85, -0.05, 0.85, 0],
      ["tuyau-d-arrosage", "tengawa", 0.95, -0.85, 0.55, 10],
    ],
  },
};

const hero: readonly ArrangedItem[] = [
  ["ciment", "sahelis", 1.6, -1.45, -0.7, 14, { print: ["CPJ 45", "50 kg"] }],
  ["reservoir-polyethylene", "tengawa", 1.5, -0.42, -1.2, 4, { color: "bleu", print: ["1 000 L"] }],
  ["escabeau", "batiforce", 2.35, 0.62, -1.25, -8, { color: "aluminium", print: ["6"] }],
  ["panneau-solaire-monocristallin", "solaris-faso", 1.75, 1.62, -0.95, -12, { print: ["450 W"] }],
  ["caisse-a-outils", "sahelis", 1.3, -0.62, 0.22, 12],
  ["perceuse-a-percussion", "koudou-tools", 1.3, 0.55, -0.35, -6],
  ["casque-de-chantier", "batiforce", 0.78, 0.5, 0.56, -16, { color: "jaune" }],
  ["peinture-acrylique", "naaba-color", 0.95, 1.3, 0.2, 4, { color: "blanc mat", print: ["25 kg"] }],
  ["ampoule-led", "lumidor", 0.62, -1.5, 0.5, 0, { color: "blanc chaud", print: ["9 W"] }],
  ["metre-ruban", "koudou-tools", 0.72, -0.05, 1.14, 10, { print: ["5 m"] }],
  ["marteau-coffreur", "sahelis", 0.95, 1.05, 1.1, 16],
  ["fil-electrique", "voltea", 0.7, -1.0, 1.06, 0],
];

const createView = (more: Partial<View> = {}): View => ({
  azimuth: -4,
  elevation: 22,
  fill: 0.86,
  middle: [0.5, 0.51],
  ...more,
});

export const createCategoryScenes = (): [string, () => Scene][] =>
  Object.entries(categories).map(([slug, { items, backdrop }]) => [
    `categorie-${slug}`,
    () => ({ model: arrangeItems(items), view: createView(), backdrop }),
  ]);

export const createHeroScene = (): Scene => ({
  model: arrangeItems(hero),
  view: createView({ fill: 0.92, elevation: 20 }),
  backdrop: "#f6e3cb",
});

/** The hero's products on the right, space for text on the left. */
export const createShareCardScene = (): Scene => ({
  model: arrangeItems(hero.slice(1)),
  view: createView({ fill: 0.8, elevation: 20, middle: [0.73, 0.5] }),
  backdrop: "#f6e3cb",
});
