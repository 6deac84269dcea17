import { expect, it } from "vitest";
import { type BulkChange, planBulkChange } from "./bulk-change.ts";

const drill = { name: "Perceuse", price: 999, old_price: 1200, stock: 3, is_new: false, is_featured: true };

it.each<[BulkChange, object]>([
  [{ price: { set: 500 } }, { price: 500, stock: 3, isChanged: true, problem: null }],
  // Rounded like the database: halves up, never a fraction of a franc.
  [{ price: { percent: 10 } }, { price: 1099, endsOffer: false }],
  [{ price: { percent: -50 } }, { price: 500 }],
  [{ price: { add: 201 } }, { price: 1200, endsOffer: true }],
  [{ price: { set: 999 } }, { isChanged: false, endsOffer: false }],
  [{ price: { add: -999 } }, { problem: "Le prix de « Perceuse » sortirait des limites" }],
  [{ price: { set: 100_000_001 } }, { problem: "Le prix de « Perceuse » sortirait des limites" }],
  [{ price: { add: -998 } }, { price: 1, problem: null }],
  [{ price: { set: 100_000_000 } }, { problem: null }],
  [{ stock: { set: 0 } }, { stock: 0, isChanged: true, problem: null }],
  [{ stock: { set: 999_999_999 } }, { problem: null }],
  [{ stock: { set: 1_000_000_000 } }, { problem: "Le stock de « Perceuse » sortirait des limites" }],
  [{ stock: { add: 7 } }, { stock: 10, price: 999 }],
  [{ stock: { add: -4 } }, { problem: "Le stock de « Perceuse » deviendrait négatif" }],
  [{ stock: { add: 999_999_999 } }, { problem: "Le stock de « Perceuse » sortirait des limites" }],
  [{ is_featured: true }, { isChanged: false }],
  [{ is_new: true }, { isChanged: true, problem: null }],
])("a change by %j is planned as %j", (change, planned) => {
  expect(planBulkChange(drill, change)).toMatchObject(planned);
});
