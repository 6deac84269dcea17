import { describe, expect, it } from "vitest";
import { listStockedProducts } from "#supabase/seed/stocked-products.ts";
import { shortOrLong } from "#tests/support/short-or-long.ts";
import { brands } from "./brands.ts";
import { listImageBrands } from "./image-brands.ts";
import { productModels, scenes } from "./scenes.ts";
import { textPath } from "./text-path.ts";

/** The outlines of the brands' names, which are the same at every size and position. */
const outlines = Object.values(brands).map(({ slug, printedName, typeface }) => ({
  slug,
  drawn: textPath(printedName, { size: 10, typeface }).replace(/^.* d="|"\/>$/g, ""),
}));

/** The brands whose names are printed on anything in an image. */
function findPrintedBrands(image: string) {
  const prints =
    scenes
      .get(image)?.()
      .model.flatMap(({ material }) => material.print?.svg ?? []) ?? [];
  return outlines.filter(({ drawn }) => prints.some((svg) => svg.includes(drawn))).map(({ slug }) => slug);
}

describe("the brand on an image", () => {
  it("is the brand of every product with that image", () => {
    for (const { brand, productType, images, reference } of listStockedProducts())
      for (const image of images) {
        const number = Number(/-(?<number>[1-6])-640\.jpg$/.exec(image)?.groups?.number);
        expect(listImageBrands(productType)[number - 1]?.slug, `${reference} ${image}`).toBe(brand);
      }
  });

  it("is defined for six images of every product model", () => {
    for (const { name } of productModels) expect(listImageBrands(name), name).toHaveLength(6);
    expect(() => listImageBrands("tracteur")).toThrow("No product is a tracteur.");
  });

  it.each(shortOrLong(["vis"], ["perceuse", "ciment", "vis"]))(
    "is the only printed one, also on boxes and second products: %s",
    (productType) => {
      listImageBrands(productType).forEach(({ slug }, index) => {
        for (const name of findPrintedBrands(`${productType}-${index + 1}`)) expect(name).toBe(slug);
      });
      expect(findPrintedBrands(`${productType}-4`)).toHaveLength(1);
    },
  );

  it("is on no timber", () => {
    expect([1, 2, 3, 4, 5, 6].flatMap((number) => findPrintedBrands(`bois-${number}`))).toEqual([]);
  });
});

it("alternates the two colour schemes over the images of a brand", () => {
  const { color, alternateColors } = brands.batiforce;
  expect(listImageBrands("ciment").map((brand) => brand.color)).toEqual([
    color,
    alternateColors.color,
    color,
    alternateColors.color,
    color,
    alternateColors.color,
  ]);
});
