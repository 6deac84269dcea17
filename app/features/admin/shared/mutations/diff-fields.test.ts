import { expect, it } from "vitest";
import { diffFields } from "./diff-fields.ts";

const LABELS = [
  ["name", "Nom"],
  ["image", "Image"],
  ["rating", "Note"],
  ["required", "Exigé"],
] as const;
const before = { name: "Outils", image: null, rating: 4.5, required: false, updated_at: "1" };

it("lists what differs, with the values of the second version", () => {
  expect(diffFields(LABELS, before, { ...before, updated_at: "2" })).toEqual([]);
  expect(diffFields(LABELS, before, { ...before, name: "", rating: 3.5, required: true })).toEqual([
    { label: "Nom", value: "vide" },
    { label: "Note", value: "3,5" },
    { label: "Exigé", value: "oui" },
  ]);
});

it("takes null and an empty text for the same", () => {
  const values: { image: string | null } = { image: "" };
  expect(diffFields([["image", "Image"]], values, { image: null })).toEqual([]);
});
