import { describe, expect, it } from "vitest";
import { findVariant, listChoices, listReachable, type ProductVariant } from "./variant-choice.ts";

const options = [
  { name: "Diamètre", choices: ["32 mm", "40 mm", "100 mm"] },
  { name: "Longueur", choices: ["2 m", "4 m"] },
];
const variant = (diameter: string, length: string, stock = 5): ProductVariant => ({
  id: `${diameter}/${length}`.replaceAll(" ", ""),
  key: `${diameter}_${length}`.replaceAll(" ", "-"),
  choices: [diameter, length],
  price: 1850,
  old_price: null,
  stock,
  ...(stock === 0 && { isSoldOut: true as const }),
  reference: null,
  image: null,
  content_size: null,
});
const small = variant("32 mm", "2 m", 0);
const smallLong = variant("32 mm", "4 m");
const medium = variant("40 mm", "2 m", 0);
const large = variant("100 mm", "4 m");
const variants = [small, smallLong, medium, large];

describe("findVariant", () => {
  it("finds by the words and by the id", () => {
    expect(findVariant(variants, "100-mm_4-m")).toBe(large);
    expect(findVariant(variants, "40-MM_2-M")).toBe(medium);
    expect(findVariant(variants, large.id)).toBe(large);
  });

  it.each([null, "", "5-mm_4-m", "_", "'; drop table", "32-mm_4-m_9"])(
    "ignores %j, and chooses the first that can be bought",
    (text) => {
      expect(findVariant(variants, text)).toBe(smallLong);
    },
  );

  it("finds by the beginning what can be bought, else what cannot", () => {
    expect(findVariant(variants, "32")).toBe(smallLong);
    expect(findVariant(variants, "40-mm")).toBe(medium);
  });

  it("chooses the first when all are sold out, and none when there is none", () => {
    expect(findVariant([small, medium], null)).toBe(small);
    expect(findVariant([], "32-mm_4-m")).toBeUndefined();
  });
});

describe("listChoices", () => {
  const [diameters, lengths] = listChoices({ options, variants }, smallLong);

  it("says what each choice is beside the others", () => {
    expect(diameters?.choices.map(({ label, state }) => [label, state])).toEqual([
      ["32 mm", "chosen"],
      ["40 mm", "other"],
      ["100 mm", "available"],
    ]);
    expect(lengths?.choices.map(({ label, state }) => [label, state])).toEqual([
      ["2 m", "sold-out"],
      ["4 m", "chosen"],
    ]);
  });

  it("leads to the variant that keeps the most of the choice", () => {
    expect(diameters?.choices.map(({ key }) => key)).toEqual(["32-mm_4-m", "40-mm_2-m", "100-mm_4-m"]);
  });

  it("has no address for a choice that nothing has", () => {
    const [choices] = listChoices({ options, variants: [smallLong] }, smallLong);
    expect(choices?.choices[1]).toEqual({ label: "40 mm", state: "none", key: null });
  });
});

it("lists what one press can lead to", () => {
  const shown = options.map((option, index) => (index === 0 ? option : { ...option, choices: ["4 m"] }));
  expect(listReachable(shown, variants, large)).toEqual([smallLong, medium, large]);
});
