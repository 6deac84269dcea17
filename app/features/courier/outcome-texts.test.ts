import { expect, test } from "vitest";
import { getStopState } from "./outcome-texts.ts";

test.each([
  ["delivered", "Livrée, d'après la boutique"],
  ["refused", "Refusée, d'après la boutique"],
  ["cancelled", "Annulée par la boutique"],
  ["prepared", "Retirée de la tournée"],
])("a closed stop of an order that is %s, of which the courier told nothing: %s", (stage, label) => {
  expect(getStopState({ isOpen: false, outcome: null, stage }, undefined)).toMatchObject({ label });
});
