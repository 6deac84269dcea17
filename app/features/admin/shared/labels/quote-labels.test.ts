import { expect, test } from "vitest";
import { getQuoteStatusColor, getQuoteStatusLabel } from "./quote-labels.ts";

const STATUSES = ["new", "in_progress", "answered", "closed", "x", "constructor"];

test("in progress blue, answered green, closed gray, anything else amber", () => {
  expect(STATUSES.map(getQuoteStatusColor)).toEqual(["amber", "blue", "green", "gray", "amber", "amber"]);
});

test("each status has its French label; an unknown one is shown unchanged", () => {
  expect(STATUSES.map(getQuoteStatusLabel)).toEqual([
    "Nouvelle",
    "En cours",
    "Répondue",
    "Classée",
    "x",
    "constructor",
  ]);
});
