/** The scenes with several products: the six categories, the hero of the home page, the share card. */
import type { BrandSlug } from "#supabase/seed/data/types.ts";
import { brands } from "./brands.ts";
import { backdropColors, type ProductModel } from "./product-model.ts";
import type { View } from "./render/camera.ts";
import { bounds, type Model, move, scale, settle, turnY } from "./render/mesh.ts";
import type { Scene } from "./render/render.ts";

/**
 * A product type, its brand, the index of the image, longest side, position on the floor, turn in degrees,
 * height.
 */
type ArrangedItem = readonly [
  productType: string,
  brand: BrandSlug,
  index: number,
  size: number,
  x: number,
  z: number,
  turn?: number,
  y?: number,
];

function arrangeItems(productModels: readonly ProductModel[], items: readonly ArrangedItem[]): Model {
  return items.flatMap(([name, brand, index, size, x, z, turn = 0, y = 0]) => {
    const productModel = productModels.find((one) => one.name === name);
    if (!productModel) throw new Error(`No product model is called ${name}.`);
    const model = settle(productModel.draw({ index, brand: brands[brand] }).model);
    const { min, max } = bounds(model);
    const longest = Math.max(max[0] - min[0], max[1] - min[1], max[2] - min[2]);
    return move(turnY(settle(scale(model, size / longest)), turn), x, y, z);
  });
}

const categories: Record<string, { items: readonly ArrangedItem[]; backdrop: string }> = {
  "outils-electriques": {
    backdrop: backdropColors[2],
    items: [
      ["poste-a-souder", "sahelis", 0, 1.5, -0.75, -0.7, 10],
      ["perceuse", "koudou-tools", 0, 1.5, 0.66, -0.7, 4],
      ["ponceuse", "batiforce", 0, 0.85, -0.55, 0.55, 20],
      ["meuleuse", "batiforce", 4, 1.5, 0.55, 0.62, -8],
    ],
  },
  materiaux: {
    backdrop: backdropColors[0],
    items: [
      ["ciment", "sahelis", 0, 1.6, -0.72, -0.5, 12],
      ["parpaing", "batiforce", 0, 1.15, 0.6, -0.55, -14],
      ["peinture", "naaba-color", 0, 0.95, 0.5, 0.5, 10],
      ["bois", "prokraft", 4, 1.3, -0.6, 0.62, 12],
    ],
  },
  plomberie: {
    backdrop: backdropColors[4],
    items: [
      ["reservoir", "tengawa", 1, 1.5, -0.6, -0.6, 8],
      ["lavabo", "aquanova", 0, 1.5, 0.72, -0.55, -10],
      ["robinet", "aquanova", 0, 0.95, 0.35, 0.62, 6],
      ["raccord-pvc", "sahelis", 1, 0.66, -0.55, 0.66, 20],
    ],
  },
  electricite: {
    backdrop: backdropColors[3],
    items: [
      ["panneau-solaire", "solaris-faso", 0, 1.7, -0.6, -0.7, 14],
      ["batterie-solaire", "solaris-faso", 0, 1.1, 0.72, -0.4, -12],
      ["ampoule-led", "lumidor", 0, 0.85, 0.62, 0.62, 0],
      ["cable", "voltea", 0, 0.9, -0.35, 0.6, 10],
    ],
  },
  quincaillerie: {
    backdrop: backdropColors[1],
    items: [
      ["boite-a-outils", "sahelis", 0, 1.5, -0.3, -0.6, 10],
      ["casque", "batiforce", 0, 0.95, 0.95, -0.25, -20],
      ["metre-ruban", "koudou-tools", 0, 0.9, -0.62, 0.55, 8],
      ["marteau", "sahelis", 1, 1.35, 0.55, 0.68, 10],
    ],
  },
  jardinage: {
    backdrop: backdropColors[4],
    items: [
      ["brouette", "tengawa", 0, 1.9, -0.2, -0.55, 6],
      ["arrosoir", "aquanova", 1, 1.0, 0.75, 0.35, 8],
      ["secateur", "sahelis", 0, 0.85, -0.05, 0.85, 0],
      ["tuyau-arrosage", "tengawa", 0, 0.95, -0.85, 0.55, 10],
    ],
  },
};

const hero: readonly ArrangedItem[] = [
  ["ciment", "sahelis", 0, 1.6, -1.45, -0.7, 14],
  ["reservoir", "tengawa", 1, 1.5, -0.42, -1.2, 4],
  ["echelle", "batiforce", 0, 2.35, 0.62, -1.25, -8],
  ["panneau-solaire", "solaris-faso", 0, 1.75, 1.62, -0.95, -12],
  ["boite-a-outils", "sahelis", 0, 1.3, -0.62, 0.22, 12],
  ["perceuse", "koudou-tools", 0, 1.3, 0.55, -0.35, -6],
  ["casque", "batiforce", 0, 0.78, 0.5, 0.56, -16],
  ["peinture", "naaba-color", 0, 0.95, 1.3, 0.2, 4],
  ["ampoule-led", "lumidor", 0, 0.62, -1.5, 0.5, 0],
  ["metre-ruban", "koudou-tools", 0, 0.72, -0.05, 1.14, 10],
  ["marteau", "sahelis", 1, 0.95, 1.05, 1.1, 16],
  ["cable", "voltea", 0, 0.7, -1.0, 1.06, 0],
];

const createView = (more: Partial<View> = {}): View => ({
  azimuth: -4,
  elevation: 22,
  fill: 0.86,
  middle: [0.5, 0.51],
  ...more,
});

export const createCategoryScenes = (productModels: readonly ProductModel[]): [string, () => Scene][] =>
  Object.entries(categories).map(([slug, { items, backdrop }]) => [
    `categorie-${slug}`,
    () => ({ model: arrangeItems(productModels, items), view: createView(), backdrop }),
  ]);

export const createHeroScene = (productModels: readonly ProductModel[]): Scene => ({
  model: arrangeItems(productModels, hero),
  view: createView({ fill: 0.92, elevation: 20 }),
  backdrop: "#f6e3cb",
});

/** The hero's products on the right, space for text on the left. */
export const createShareCardScene = (productModels: readonly ProductModel[]): Scene => ({
  model: arrangeItems(productModels, hero.slice(1)),
  view: createView({ fill: 0.8, elevation: 20, middle: [0.73, 0.5] }),
  backdrop: "#f6e3cb",
});
