import { expect, it } from "vitest";
import { statusColor, statusLabel } from "./order-status.ts";

it.each([
  ["pending", "En attente", "orange"],
  ["processing", "En cours", "blue"],
  ["completed", "Livré", "green"],
  ["cancelled", "Annulé", "orange"],
  ["on-the-road", "on-the-road", "orange"],
  ["constructor", "constructor", "orange"],
])("%s is «%s» in %s", (status, label, color) => {
  expect(statusLabel(status)).toBe(label);
  expect(statusColor(status)).toBe(color);
});
