import { expect, test } from "vitest";
import { diffTechnicians, type TechnicianValues } from "./technician.ts";

const values: TechnicianValues = {
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
  rating: 4.8,
  review_count: 12,
  satisfied_clients: 100,
  verified_at: null,
};

test("diffTechnicians lists the changed fields in the order of the form", () => {
  const now = { ...values, name: "Ali Sanou", phone: "+22670123456", verified_at: "2026-11-01T08:00:00Z" };
  expect(diffTechnicians(values, now)).toEqual([
    { label: "Nom", value: "Ali Sanou" },
    { label: "Téléphone", value: "+226 70 12 34 56" },
    { label: "Technicien vérifié", value: "oui" },
  ]);
  expect(diffTechnicians(now, values)).toContainEqual({ label: "Téléphone", value: "vide" });
});

test("ignores null versus empty, two times of verification, and two notations of a number", () => {
  const verified = { ...values, verified_at: "2026-11-01T08:00:00.000Z" };
  expect(diffTechnicians(values, { ...values, location: "", availability: "" })).toEqual([]);
  expect(diffTechnicians(verified, { ...verified, verified_at: "2026-11-01T08:00:00+00:00" })).toEqual([]);
  const formatted = { ...values, phone: "+226 70 12 34 56" };
  expect(diffTechnicians(formatted, { ...values, phone: "+22670123456" })).toEqual([]);
});
