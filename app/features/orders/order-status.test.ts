import { expect, it } from "vitest";
import { getStatusColor, getStatusLabel } from "./order-status.ts";

it.each([
  ["pending", "En attente", "orange"],
  ["processing", "En cours", "blue"],
  ["completed", "Livré", "green"],
  ["cancelled", "Annulé", "orange"],
  ["on-the-road", "on-the-road", "orange"],
  ["constructor", "constructor", "orange"],
])("%s is «%s» in %s", (status, label, color) => {
  expect(getStatusLabel(status)).toBe(label);
  expect(getStatusColor(status)).toBe(color);
});
