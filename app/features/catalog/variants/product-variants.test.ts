import { expect, it } from "vitest";
import { toProductVariants, type VariantRow } from "./product-variants.ts";
import { findVariant } from "./variant-choice.ts";

const row = (choices: string[], stock = 5): VariantRow => ({
  id: choices.join("/"),
  choices,
  price: 1850,
  old_price: null,
  stock,
  reference: null,
  image: null,
  content_size: null,
});
const getKeys = (name: string, choices: string[]) =>
  toProductVariants(
    [{ name, choices }],
    choices.map((choice) => row([choice])),
    null,
  )?.variants.map(({ key }) => key);

it("names each variant by a word of each option", () => {
  const options = [
    { name: "Diamètre", choices: ["Ø 32 mm"] },
    { name: "Longueur", choices: ["4 m"] },
  ];
  expect(toProductVariants(options, [row(["Ø 32 mm", "4 m"])], null)?.variants[0]?.key).toBe("32-mm_4-m");
});

it("distinguishes choices of the same letters, and names those without any", () => {
  expect(getKeys("Taille", ["1/2", "1-2", "Ø", "…"])).toEqual(["1-2", "1-2~2", "~3", "~4"]);
});

it("is null for a product without variants", () => {
  expect(toProductVariants([], [], "32-mm")).toBeNull();
});

it("sends a few choices of a thousand, and finds each by its word", () => {
  const sizes = Array.from({ length: 10 }, (_, index) => `${index} mm`);
  const options = ["A", "B", "C"].map((name) => ({ name, choices: sizes }));
  const rows = sizes.flatMap((a) => sizes.flatMap((b) => sizes.map((c) => row([a, b, c]))));
  const sent = toProductVariants(options, rows, "5-mm_6-mm_7-mm");
  expect(sent?.isComplete).toBe(false);
  expect(sent?.variants).toHaveLength(28);
  expect(findVariant(sent?.variants ?? [], "5-mm_6-mm_7-mm")?.id).toBe("5 mm/6 mm/7 mm");
});

it("sends a hundred choices of an option that has a thousand", () => {
  const choices = Array.from({ length: 1000 }, (_, index) => `RAL ${index}`);
  const rows = choices.map((choice) => row([choice]));
  const sent = toProductVariants([{ name: "Teinte", choices }], rows, "ral-700");
  expect(sent?.totals).toEqual([1000]);
  expect(sent?.options[0]?.choices).toHaveLength(100);
  expect(sent?.options[0]?.choices).toContain("RAL 700");
  expect(sent?.variants).toHaveLength(100);
  expect(JSON.stringify(sent).length).toBeLessThan(20_000);
});
