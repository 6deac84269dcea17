import { expect, test } from "vitest";
import { brandSchema } from "./brand.schema.ts";

const errorsOf = (values: object) =>
  brandSchema
    .safeParse({ name: "Sahelis", logo: "", ...values })
    .error?.issues.map(({ path, message }) => [path[0], message]);

test("name and logo are trimmed, and an empty logo is none", () => {
  expect(brandSchema.parse({ name: " Sahelis ", logo: "  " })).toEqual({ name: "Sahelis", logo: null });
  expect(brandSchema.parse({ name: "Sahelis", logo: " https://exemple.bf/a.svg " }).logo).toBe(
    "https://exemple.bf/a.svg",
  );
});

test("each field says what is wrong with it", () => {
  expect(errorsOf({ name: "   " })).toEqual([["name", "Le nom de la marque est requis"]]);
  for (const name of ["S", "x".repeat(200)]) expect(errorsOf({ name })).toBeUndefined();
  expect(errorsOf({ name: "x".repeat(201) })).toEqual([["name", "200 caractères au plus"]]);
  expect(errorsOf({ logo: "logo.svg" })).toEqual([["logo", "L'URL du logo n'est pas valide"]]);
});
