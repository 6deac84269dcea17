import { expect, it } from "vitest";
import { parseFrancs } from "./francs.ts";

it.each([
  ["150000", 150_000],
  [" 150 000 ", 150_000],
  ["150\u202f000\u00a0XOF", 150_000],
  ["150.000", 150_000],
  ["1,250,000", 1_250_000],
  ["1'250’000 CFA", 1_250_000],
  ["12 500,00", 12_500],
  ["12.500,0", 12_500],
  ["1 250 000 F CFA", 1_250_000],
  ["12.500 F.CFA.", 12_500],
  ["12500F", 12_500],
  ["12 500 francs", 12_500],
  ["XOF 12 500", 12_500],
  ["0 FCFA", 0],
])("%j is %d francs", (text, amount) => {
  expect(parseFrancs(text)).toBe(amount);
});

it.each([
  ...["", "F", ",00", "abc", "douze", "-5", "1e9", "12,5", "12,50", "1.2500", "12 %", "12 EUR", "12F500"],
  "1000000000",
])("%j is no amount in francs", (text) => {
  expect(parseFrancs(text)).toBeNull();
});
