import { expect, it } from "vitest";
import { withoutLinks } from "./format.ts";

it.each([
  ["Voir www.exemple.bf/offre, ou (https://exemple.bf)", "Voir [lien retiré] ou [lien retiré]"],
  ["écrivez à awa@exemple.bf.", "écrivez à [lien retiré]"],
  ["vu sur boutique.exemple.com/x et le 12.5 mm", "vu sur [lien retiré] et le 12.5 mm"],
  ["une offre:exemple.com", "une offre:[lien retiré]"],
  ["J.-P. Ouédraogo, 3.000 F", "J.-P. Ouédraogo, 3.000 F"],
])("takes the links out of «%s»", (text, expected) => {
  expect(withoutLinks(text)).toBe(expected);
});
