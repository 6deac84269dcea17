import { expect, it } from "vitest";
import { stableFraction, stableId, toSlug, typeset } from "./derive.ts";

it("gives a stable uuid of version 5", () => {
  expect(stableId("product", "SAH-PER-750")).toMatch(
    /^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
  );
  expect(stableId("product", "SAH-PER-750")).toBe(stableId("product", "SAH-PER-750"));
  expect(stableId("product", "SAH-PER-750")).not.toBe(stableId("review", "SAH-PER-750"));
});

it("gives a stable fraction for a key", () => {
  expect(stableFraction("a")).toBe(stableFraction("a"));
  expect(stableFraction("a")).toBeGreaterThanOrEqual(0);
  expect(stableFraction("a")).toBeLessThan(1);
  expect(stableFraction("a")).not.toBe(stableFraction("b"));
});

it.each([
  ["Tube PVC évacuation Ø 32, barre de 4 m", "tube-pvc-evacuation-32-barre-de-4-m"],
  ["Brasseur d'air", "brasseur-d-air"],
  ["Main-d'œuvre à 50 %", "main-d-oeuvre-a-50"],
  ["  Électricité !", "electricite"],
])("makes a slug of «%s»", (name, slug) => {
  expect(toSlug(name)).toBe(slug);
});

it("inserts no-break spaces at French punctuation", () => {
  expect(typeset("Une clé : « la mienne » ! 5 % de 5 m")).toBe(
    "Une clé\u00a0: «\u00a0la mienne\u00a0»\u00a0! 5\u00a0% de 5 m",
  );
});
