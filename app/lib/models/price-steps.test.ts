import { expect, it } from "vitest";
import { getNextStep, getUnitPrice, parsePriceSteps } from "./price-steps.ts";

const cement = {
  price: 5000,
  price_steps: [
    { minimum_quantity: 10, price: 4800 },
    { minimum_quantity: 50, price: 4300 },
  ],
};

it.each([
  [1, 5000, 10],
  [9, 5000, 10],
  [10, 4800, 50],
  [50, 4300, undefined],
])("%d cost %d each, and the next step is at %s", (quantity, price, next) => {
  expect(getUnitPrice(cement, quantity)).toBe(price);
  expect(getNextStep(cement, quantity)?.minimum_quantity).toBe(next);
});

it("without steps every quantity has the ordinary price", () => {
  expect(getUnitPrice({ price: 700 }, 1000)).toBe(700);
  expect(getNextStep({ price: 700, price_steps: [] }, 1)).toBe(undefined);
});

it.each([
  [null],
  ["x"],
  [[null]],
  [[{ minimum_quantity: "10", price: 5 }]],
  [[{ minimum_quantity: 2, price: -1 }]],
])("%j has no valid step", (value) => expect(parsePriceSteps(value)).toEqual([]));
