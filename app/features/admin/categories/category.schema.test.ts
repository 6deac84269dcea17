import { expect, test } from "vitest";
import { categorySchema } from "./category.schema.ts";

const typed = {
  name: " Plomberie ",
  slug: " plomberie ",
  image: " ",
  parent_id: "",
  description: " ",
  calculators: [],
};
const plumbing = {
  name: "Plomberie",
  slug: "plomberie",
  image: null,
  parent_id: null,
  description: null,
  calculators: [],
};

const errorsOf = (values: object) =>
  categorySchema
    .safeParse({ ...typed, ...values })
    .error?.issues.map(({ path, message }) => [path[0], message]);

test("trims the input, and turns an empty image into null", () => {
  expect(categorySchema.parse(typed)).toEqual(plumbing);
  expect(categorySchema.parse({ ...typed, image: " /pictures/a.jpg " }).image).toBe("/pictures/a.jpg");
});

test("each field has its own error messages", () => {
  expect(errorsOf({ name: " " })).toEqual([["name", "Nom et slug sont requis"]]);
  expect(errorsOf({ slug: "" })).toEqual([["slug", "Nom et slug sont requis"]]);
  expect(errorsOf({ name: "x".repeat(201) })).toEqual([["name", "200 caractères au plus"]]);
  expect(errorsOf({ slug: "x".repeat(221) })).toEqual([["slug", "220 caractères au plus"]]);
  expect(errorsOf({ name: "x".repeat(200), slug: "x".repeat(220) })).toBeUndefined();
  expect(errorsOf({ name: "P", slug: "p" })).toBeUndefined();
  for (const slug of ["Plomberie", "plomb erie", "-plomberie", "électricité"])
    expect(errorsOf({ slug }), slug).toEqual([
      ["slug", "Le slug se compose de minuscules, de chiffres et de tirets"],
    ]);
  expect(errorsOf({ description: "x".repeat(2001) })).toEqual([["description", "2000 caractères au plus"]]);
  expect(errorsOf({ image: "pas une adresse" })).toEqual([["image", "L'URL de l'image n'est pas valide"]]);
});

test("a calculator has a number for its waste and its rate, as it is typed", () => {
  const calculator = { kind: "tiles", word: " carrelage ", waste: "7,5", rate: "1" };
  expect(categorySchema.parse({ ...typed, calculators: [calculator] }).calculators).toEqual([
    { kind: "tiles", word: "carrelage", waste: 7.5, rate: 1 },
  ]);
  const refused = [
    ["waste", "101", "De 0 à 100 %"],
    ["waste", "-1", "De 0 à 100 %"],
    ["waste", "beaucoup", "De 0 à 100 %"],
    ["rate", "0", "Un nombre, 100000 au plus"],
    ["rate", "", "Un nombre, 100000 au plus"],
    ["rate", "100000,5", "Un nombre, 100000 au plus"],
  ] as const;
  for (const [field, text, message] of refused) {
    const { error } = categorySchema.safeParse({
      ...typed,
      calculators: [{ ...calculator, [field]: text }],
    });
    expect(
      error?.issues.map(({ path, message }) => [path, message]),
      text,
    ).toEqual([[["calculators", 0, field], message]]);
  }
});
