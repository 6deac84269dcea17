/** The scenes to render, by image name. */
import type { Product } from "#supabase/seed/data/types.ts";
import { productsByCategory } from "#supabase/seed/products-by-category.ts";
import { listViews, nameImage } from "#supabase/seed/stocked-products.ts";
import { brands, unbranded } from "./brands.ts";
import { createCategoryScenes } from "./compositions.ts";
import { isFinishName } from "./finishes.ts";
import { portraitScenes } from "./people/portraits.ts";
import { backdropColors, type Look } from "./product-model.ts";
import { getProductModel } from "./product-models.ts";
import type { View } from "./render/camera.ts";
import { scale, settle } from "./render/mesh.ts";
import type { Scene } from "./render/render.ts";

/** What a product's data say about its looks. Throws for a colour that no finish has. */
export function describeLook({ brand, image, reference }: Product): Look {
  const { color, print = [], pieces = 1 } = image;
  if (color !== undefined && !isFinishName(color))
    throw new Error(`${reference}: no finish is called ${color}.`);
  return { brand: brand ? brands[brand] : unbranded, ...(color ? { color } : {}), print, pieces };
}

/** Turns and elevations of the views, added to the model's own. */
const views: Record<string, readonly [turn: number, raised: number]> = {
  "": [0, 0],
  b: [46, 6],
  c: [-24, 16],
  d: [76, 2],
};

/** Neighbours of a product type differ in side and backdrop. */
function createScene(product: Product, index: number, view: string, offset: number): Scene {
  const { draw, azimuth = 0, elevation = 16, frontal = false } = getProductModel(product.image.kind);
  const mirrored = index % 2 === 1;
  const model = settle(draw(describeLook(product)));
  const [turn, raised] = views[view] ?? [0, 0];
  const side = -26 + azimuth + (frontal ? turn * 0.7 : turn);
  return {
    model: mirrored ? scale(model, -1, 1, 1) : model,
    view: {
      azimuth: mirrored ? -side : side,
      elevation: elevation + raised,
      fill: 0.8,
      middle: [0.5, 0.5],
    } satisfies View,
    backdrop: backdropColors[(index * 5 + offset) % backdropColors.length] ?? backdropColors[0],
  };
}

const productTypes = productsByCategory.flatMap(({ productTypes: types }) => Object.entries(types));

/** The names of the products, by image name: what their images must show. */
export const captions: ReadonlyMap<string, string> = new Map(
  productTypes.flatMap(([productType, products]) =>
    products.flatMap((product, index) =>
      listViews(product).map((view): [string, string] => [nameImage(productType, index, view), product.name]),
    ),
  ),
);

const productScenes = productTypes.flatMap(([productType, products], offset) =>
  products.flatMap((product, index) =>
    listViews(product).map((view): [string, () => Scene] => [
      nameImage(productType, index, view),
      () => createScene(product, index, view, offset),
    ]),
  ),
);

export const scenes: ReadonlyMap<string, () => Scene> = new Map([
  ...productScenes,
  ...portraitScenes,
  ...createCategoryScenes(),
]);
