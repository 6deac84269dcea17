import { expect, test } from "vitest";
import { statusLabel, statusTone } from "./status-tones.ts";

test("the dashboard: completed green, processing blue, anything else amber", () => {
  expect(
    ["completed", "processing", "pending", "cancelled", "x"].map((s) => statusTone("dashboard", s)),
  ).toEqual(["green", "blue", "amber", "amber", "amber"]);
});

test.each([
  ["amber", ["pending", "en_attente"]],
  ["blue", ["processing", "en_cours"]],
  ["green", ["completed", "terminée"]],
  ["red", ["cancelled", "annulée"]],
  ["gray", ["", "x", "constructor"]],
])("the list of orders: %s for %j", (tone, statuses) => {
  expect(statuses.map((status) => statusTone("orders", status))).toEqual(statuses.map(() => tone));
});

test("quotes: in progress blue, answered green, closed gray, anything else amber", () => {
  expect(
    ["new", "in_progress", "answered", "closed", "x"].map((status) => statusTone("quotes", status)),
  ).toEqual(["amber", "blue", "green", "gray", "amber"]);
});

test("each status has its French word; an unknown one is shown as it is", () => {
  const orders = ["pending", "processing", "completed", "cancelled"];
  expect(orders.map(statusLabel)).toEqual(["En attente", "En cours", "Terminée", "Annulée"]);
  const quotes = ["new", "in_progress", "answered", "closed", "x"];
  expect(quotes.map(statusLabel)).toEqual(["Nouvelle", "En cours", "Répondue", "Classée", "x"]);
});
