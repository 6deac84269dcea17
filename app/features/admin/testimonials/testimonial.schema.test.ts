import { expect, test } from "vitest";
import { testimonialSchema } from "./testimonial.schema.ts";

const typed = { name: " Awa ", role: " ", content: " Livré le lendemain ", rating: 4.5, avatar: "" };

const errorsOf = (values: object) =>
  testimonialSchema
    .safeParse({ ...typed, ...values })
    .error?.issues.map(({ path, message }) => [path[0], message]);

test("trims texts, and turns an empty role and photo into null", () => {
  expect(testimonialSchema.parse(typed)).toEqual({
    name: "Awa",
    role: null,
    content: "Livré le lendemain",
    rating: 4.5,
    avatar: null,
  });
  expect(testimonialSchema.parse({ ...typed, role: "Maçon", avatar: "/a.jpg" })).toMatchObject({
    role: "Maçon",
    avatar: "/a.jpg",
  });
});

test("requires name and content, and a rating of 1 to 5 in steps of 0.5", () => {
  expect(errorsOf({ name: " " })).toEqual([["name", "Le nom est requis"]]);
  expect(errorsOf({ content: " " })).toEqual([["content", "Le témoignage est requis"]]);
  expect(errorsOf({ name: "x".repeat(201) })).toEqual([["name", "200 caractères au plus"]]);
  expect(errorsOf({ name: "A", content: "x".repeat(2000), role: "x".repeat(120) })).toBeUndefined();
  expect(errorsOf({ content: "x".repeat(2001) })).toEqual([["content", "2000 caractères au plus"]]);
  expect(errorsOf({ role: "x".repeat(121) })).toEqual([["role", "120 caractères au plus"]]);
  expect(errorsOf({ avatar: "photo" })).toEqual([["avatar", "L'URL de la photo n'est pas valide"]]);
  for (const rating of [0.5, 4.2, 5.5, Number.NaN])
    expect(errorsOf({ rating })?.[0]?.[0], `${rating}`).toBe("rating");
  for (const rating of [1, 1.5, 5]) expect(errorsOf({ rating }), `${rating}`).toBeUndefined();
});
