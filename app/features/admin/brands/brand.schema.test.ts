import { expect, test } from "vitest";
import { brandSchema } from "./brand.schema.ts";

const errorsOf = (values: object) =>
  brandSchema
    .safeParse({ name: "Sahelis", logo: "", ...values })
    .error?.issues.map(({ path, message }) => [path[0], message]);

test("trims name and logo, and turns an empty logo into null", () => {
  expect(brandSchema.parse({ name: " Sahelis ", logo: "  " })).toEqual({ name: "Sahelis", logo: null });
  expect(brandSchema.parse({ name: "Sahelis", logo: " https://exemple.bf/a.svg " }).logo).toBe(
    "https://exemple.bf/a.svg",
  );
});

test("each field has its own error messages", () => {
  expect(errorsOf({ name: "   " })).toEqual([["name", "Le nom de la marque est requis"]]);
  for (const name of ["S", "x".repeat(200)]) expect(errorsOf({ name })).toBeUndefined();
  expect(errorsOf({ name: "x".repeat(201) })).toEqual([["name", "200 caractères au plus"]]);
  expect(errorsOf({ logo: "logo.svg" })).toEqual([["logo", "L'URL du logo n'est pas valide"]]);
});
