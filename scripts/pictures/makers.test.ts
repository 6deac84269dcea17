import { describe, expect, it } from "vitest";
import { stockedProducts } from "../../supabase/seed/catalogue.ts";
import { shortOrLong } from "../../tests/support/long.ts";
import { brands } from "./brands.ts";
import { catalogue, kinds } from "./catalogue.ts";
import { lettering } from "./lettering.ts";
import { makersOf } from "./makers.ts";

/** The outlines of the makers' names, which are the same at every size and place. */
const outlines = Object.values(brands).map(({ slug, word, face }) => ({
  slug,
  drawn: lettering(word, { size: 10, face }).replace(/^.* d="|"\/>$/g, ""),
}));

/** The makers whose names are printed on anything in a picture. */
function namesOn(picture: string) {
  const prints =
    catalogue
      .get(picture)?.()
      .model.flatMap(({ material }) => material.print?.svg ?? []) ?? [];
  return outlines.filter(({ drawn }) => prints.some((svg) => svg.includes(drawn))).map(({ slug }) => slug);
}

describe("the maker on a picture", () => {
  it("is the maker of every product that shows it", () => {
    for (const { brand, kind, pictures, reference } of stockedProducts())
      for (const picture of pictures) {
        const number = Number(/-([1-6])-640\.jpg$/.exec(picture)?.[1]);
        expect(makersOf(kind)[number - 1]?.slug, `${reference} ${picture}`).toBe(brand);
      }
  });

  it("is known for six pictures of every kind that is drawn", () => {
    for (const { name } of kinds) expect(makersOf(name), name).toHaveLength(6);
    expect(() => makersOf("tracteur")).toThrow("No product is a tracteur.");
  });

  it.each(shortOrLong(["vis"], ["perceuse", "ciment", "vis"]))(
    "is the only one whose name is printed, on companions and boxes too: %s",
    (kind) => {
      makersOf(kind).forEach(({ slug }, index) => {
        for (const name of namesOn(`${kind}-${index + 1}`)) expect(name).toBe(slug);
      });
      expect(namesOn(`${kind}-4`)).toHaveLength(1);
    },
  );

  it("is on no timber", () => {
    expect([1, 2, 3, 4, 5, 6].flatMap((number) => namesOn(`bois-${number}`))).toEqual([]);
  });
});

it("dresses a maker's pictures of a kind in its two liveries in turn", () => {
  const { color, second } = brands.batiforce;
  expect(makersOf("ciment").map((maker) => maker.color)).toEqual([
    color,
    second.color,
    color,
    second.color,
    color,
    second.color,
  ]);
});
