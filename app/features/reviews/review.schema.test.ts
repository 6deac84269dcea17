import { expect, it } from "vitest";
import { type ReviewInput, reviewSchema } from "./review.schema.ts";

const valid: ReviewInput = {
  rating: "5",
  name: "Awa",
  email: "awa@exemple.bf",
  title: "",
  comment: "Une bonne perceuse",
};

function getErrors(values: Partial<ReviewInput>) {
  const { error } = reviewSchema.safeParse({ ...valid, ...values });
  return (error?.issues ?? []).map(({ path, message }) => `${path.join()}: ${message}`);
}

it("converts the rating to a number and trims the texts", () => {
  expect(
    reviewSchema.parse({ ...valid, rating: "3", name: " Awa ", title: " Bien ", comment: "\nDix lettres\n" }),
  ).toEqual({
    rating: 3,
    name: "Awa",
    email: "awa@exemple.bf",
    title: "Bien",
    comment: "Dix lettres",
  });
});

it.each<[Partial<ReviewInput>, string]>([
  [{ name: "A" }, "name: Le nom doit contenir au moins 2 caractères"],
  [{ name: " A " }, "name: Le nom doit contenir au moins 2 caractères"],
  [{ name: "A".repeat(201) }, "name: 200 caractères au plus"],
  [{ email: "" }, "email: Email invalide"],
  [{ email: "awa@" }, "email: Email invalide"],
  [{ comment: "Très bien" }, "comment: Votre avis doit contenir au moins 10 caractères"],
  [{ comment: "          Bien" }, "comment: Votre avis doit contenir au moins 10 caractères"],
  [{ comment: "a".repeat(5001) }, "comment: 5000 caractères au plus"],
  [{ title: "a".repeat(201) }, "title: 200 caractères au plus"],
])("rejects %j", (values, message) => {
  expect(getErrors(values)).toEqual([message]);
});

it.each(["0", "6", "", "4.5"])("rejects the rating %j", (rating) => {
  expect(reviewSchema.safeParse({ ...valid, rating }).success).toBe(false);
});

it.each<Partial<ReviewInput>>([
  { name: "Li" },
  { name: "a".repeat(200), title: "a".repeat(200), comment: "a".repeat(5000) },
  { comment: "Très bien!" },
  { title: "Solide" },
  { rating: "1" },
])("accepts %j", (values) => {
  expect(getErrors(values)).toEqual([]);
});
