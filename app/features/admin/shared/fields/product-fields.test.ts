import { expect, test } from "vitest";
import {
  findSpecificationError,
  getProductField,
  productFieldNames,
  productFields,
  toBlurMessage,
} from "./product-fields.ts";

test("every field has a description", () => {
  expect(productFieldNames.map((name) => getProductField(name).label)).not.toContain("");
});

test("finds the invalid line of the specifications", () => {
  const line = (name: string, value = "1") => ({ name, value });
  expect(findSpecificationError([line("Poids"), line(" "), line("Poids")])).toEqual({
    index: 1,
    message: "Champ requis",
  });
  expect(findSpecificationError([line("Poids"), line("", ""), line(" Poids ")])).toEqual({
    index: 2,
    message: "Ce nom figure déjà dans la liste",
  });
  expect(findSpecificationError([line("Poids"), line("", ""), line("", "")])).toBeNull();
});

test("a video needs a title and an address of https; an empty line is none", () => {
  const check = (videos: { title: string; url: string }[]) => productFields.shape.videos.safeParse(videos);
  const video = { title: " Le montage ", url: "https://exemple.bf/montage" };
  expect(check([video, { title: "", url: "" }]).data).toEqual([{ ...video, title: "Le montage" }]);
  for (const invalid of [
    { ...video, title: "" },
    { ...video, url: "http://exemple.bf" },
    { ...video, url: "" },
  ])
    expect(check([video, invalid]).success).toBe(false);
  expect(check(Array.from({ length: 11 }, () => video)).success).toBe(false);
});

test("a blurred field has a short message", () => {
  expect(toBlurMessage("Le nom du produit est requis")).toBe("Champ requis");
  expect(toBlurMessage("Le slug URL est requis")).toBe("Champ requis");
  expect(toBlurMessage("Le prix doit être un nombre positif")).toBe("Prix valide requis");
  expect(toBlurMessage("Le stock doit être un nombre positif ou zéro")).toBe("Stock valide requis");
  expect(toBlurMessage("Autre chose")).toBe("Autre chose");
});
