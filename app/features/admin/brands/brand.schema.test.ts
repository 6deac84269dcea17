import { expect, test } from "vitest";
import { brandSchema } from "./brand.schema.ts";

const errorsOf = (values: object) =>
  brandSchema
    .safeParse({ name: "Sahelis", logo: "", slug: "sahelis", description: "", ...values })
    .error?.issues.map(({ path, message }) => [path[0], message]);

const page = { slug: " sahelis ", description: " " };

test("trims name and logo, and turns an empty logo into null", () => {
  expect(brandSchema.parse({ name: " Sahelis ", logo: "  ", ...page })).toEqual({
    name: "Sahelis",
    logo: null,
    slug: "sahelis",
    description: null,
  });
  expect(brandSchema.parse({ name: "Sahelis", logo: " https://exemple.bf/a.svg ", ...page }).logo).toBe(
    "https://exemple.bf/a.svg",
  );
});

test("each field has its own error messages", () => {
  expect(errorsOf({ name: "   " })).toEqual([["name", "Le nom de la marque est requis"]]);
  for (const name of ["S", "x".repeat(200)]) expect(errorsOf({ name })).toBeUndefined();
  expect(errorsOf({ name: "x".repeat(201) })).toEqual([["name", "200 caractères au plus"]]);
  expect(errorsOf({ slug: " " })).toEqual([["slug", "Le slug est requis"]]);
  expect(errorsOf({ slug: "Bâti" })).toEqual([
    ["slug", "Le slug se compose de minuscules, de chiffres et de tirets"],
  ]);
  expect(errorsOf({ description: "x".repeat(2001) })).toEqual([["description", "2000 caractères au plus"]]);
  expect(errorsOf({ logo: "logo.svg" })).toEqual([["logo", "L'URL du logo n'est pas valide"]]);
});
