import { expect, test } from "vitest";
import { technicianSchema, toTechnicianInput, toTechnicianValues } from "./technician.schema.ts";
import type { StoredTechnician } from "./technician.ts";

const typed = {
  ...toTechnicianInput(null),
  name: " Ali Sawadogo ",
  slug: "ali-sawadogo",
  specialty: "Plomberie",
  specialty_slug: "plomberie",
  description: "Installe et répare.",
};

const errorsOf = (values: object) =>
  technicianSchema
    .safeParse({ ...typed, ...values })
    .error?.issues.map(({ path, message }) => [path[0], message]);

const saved = (values: object) => toTechnicianValues(technicianSchema.parse({ ...typed, ...values }), null);

test("required fields have the documented messages", () => {
  expect(errorsOf({ name: " ", slug: "", specialty: "", specialty_slug: "", description: "" })).toEqual([
    ["name", "Le nom est requis"],
    ["slug", "Le slug est requis"],
    ["specialty", "La spécialité est requise"],
    ["specialty_slug", "Le slug de spécialité est requis"],
    ["description", "La description est requise"],
  ]);
});

test("a slug has the format of URLs", () => {
  for (const slug of ["Ali", "ali sawadogo", "-ali", "ali--s", "é"]) {
    expect(errorsOf({ slug }), slug).toEqual([
      ["slug", "Le slug se compose de minuscules, de chiffres et de tirets"],
    ]);
  }
});

test("an image is a URL or empty", () => {
  for (const image of ["ali.jpg", "http://", "ftp://a.bf/b.jpg", "https://a.bf/b c.jpg"]) {
    expect(errorsOf({ image }), image).toEqual([["image", "Entrez une URL valide ou laissez vide"]]);
  }
  expect(saved({ image: "https://a.bf/b.jpg" }).image).toBe("https://a.bf/b.jpg");
  expect(saved({ image: "/pictures/technicien-1-640.jpg" }).image).toBe("/pictures/technicien-1-640.jpg");
});

test("contact details are valid or empty", () => {
  expect(errorsOf({ email: "ali@" })).toEqual([["email", "L'email doit être valide"]]);
  expect(errorsOf({ phone: "70 12" })).toEqual([["phone", "Numéro de téléphone invalide"]]);
  expect(saved({ phone: "70 12 34 56", email: " ali@exemple.bf " })).toMatchObject({
    phone: "+22670123456",
    email: "ali@exemple.bf",
  });
});

test("texts have a maximum length, which the message names", () => {
  for (const [field, max] of [
    ["name", 200],
    ["specialty", 200],
    ["description", 5000],
    ["location", 200],
    ["availability", 200],
  ] as const) {
    expect(errorsOf({ [field]: "x".repeat(max) }), field).toBeUndefined();
    expect(errorsOf({ [field]: "x".repeat(max + 1) })).toEqual([[field, `${max} caractères au plus`]]);
  }
});

test("numbers have a range", () => {
  for (const experience of ["-1", "2,5", "101", "dix"]) {
    expect(errorsOf({ experience }), experience).toEqual([
      ["experience", "L'expérience est un nombre d'années, de 0 à 100"],
    ]);
  }
  for (const experience of ["0", "100"]) expect(errorsOf({ experience }), experience).toBeUndefined();
  for (const rating of ["5,1", "-1", "4,85", "6", "bien"]) {
    expect(errorsOf({ rating }), rating).toEqual([["rating", "La note va de 0 à 5, au dixième près"]]);
  }
  for (const review_count of ["-1", "1,5"]) {
    expect(errorsOf({ review_count }), review_count).toEqual([
      ["review_count", "Le nombre d'avis est un nombre entier, 0 ou plus"],
    ]);
  }
  expect(errorsOf({ satisfied_clients: "-5" })).toEqual([
    ["satisfied_clients", "Le nombre de clients est un nombre entier, 0 ou plus"],
  ]);
  expect(errorsOf({ review_count: "0", satisfied_clients: "1000000" })).toBeUndefined();
  expect(toTechnicianInput(null).satisfied_clients).toBe("100");
  expect(
    saved({ experience: "12", rating: "4.8", review_count: "1 024", satisfied_clients: "0" }),
  ).toMatchObject({ experience: 12, rating: 4.8, review_count: 1024, satisfied_clients: 0 });
  expect(saved({ rating: "5,0" }).rating).toBe(5);
});

test("an empty field is null, and 0 for rating and count", () => {
  expect(saved({ satisfied_clients: "" })).toEqual({
    name: "Ali Sawadogo",
    slug: "ali-sawadogo",
    specialty: "Plomberie",
    specialty_slug: "plomberie",
    description: "Installe et répare.",
    experience: null,
    phone: null,
    email: null,
    location: null,
    availability: null,
    image: null,
    rating: 0,
    review_count: 0,
    satisfied_clients: 100,
    verified_at: null,
  });
});

test("an unchanged form saves the same values", () => {
  const stored: StoredTechnician = {
    id: "1",
    updated_at: "2026-11-01T08:00:00+00:00",
    ...saved({ phone: "70 12 34 56", rating: "4,8", experience: "3" }),
    verified_at: "2026-10-01T08:00:00+00:00",
  };
  const { id: _id, updated_at: _at, ...values } = stored;
  expect(toTechnicianValues(technicianSchema.parse(toTechnicianInput(stored)), stored)).toEqual(values);
  const unverified = technicianSchema.parse({ ...toTechnicianInput(stored), verified: false });
  expect(toTechnicianValues(unverified, stored).verified_at).toBeNull();
});
