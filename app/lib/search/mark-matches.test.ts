import { expect, it } from "vitest";
import { markMatches } from "./mark-matches.ts";

/** «[Éch]elle»: the marked letters in brackets. */
const show = (text: string, query: string) =>
  markMatches(text, query)
    .map((part) => (part.isMatch ? `[${part.text}]` : part.text))
    .join("");

it.each([
  ["Échelle télescopique", "echel", "[Échel]le télescopique"],
  ["Echelle", "ÉCHELLE", "[Echelle]"],
  ["E\u0301chelle", "ec", "[E\u0301c]helle"],
  ["Perceuse ProKraft 750 W", "prokraft perceuse", "[Perceuse] [ProKraft] 750 W"],
  ["Perceuse à percussion", "perc", "[Perc]euse à [perc]ussion"],
  ["Boulon M8 × 16", "m8 x 16", "Boulon [M8 × 16]"],
  ["Cœur de chêne", "coeur", "[Cœur] de chêne"],
  ["Vis de 8, boîte de 18", "vis 8", "[Vis] de [8], boîte de 18"],
  ["Coude ½\u201d PVC", '1/2"', "Coude [½\u201d] PVC"],
  ["Robinet de puisage", "robinnet", "Robinet de puisage"],
  ["Robinet\u00a0:  laiton", "robinet : l", "[Robinet]\u00a0[:]  [l]aiton"],
  ["Rabais 50% (fin)", "50%", "Rabais [50%] (fin)"],
  ["Marteau 🔨", "🔨", "Marteau [🔨]"],
  ["AAAA", "aa", "[AAAA]"],
  ["", "vis", ""],
  ["Vis", "", "Vis"],
  ["Vis", "\\ % ( [", "Vis"],
])("marks in «%s» for «%s»: %s", (text, query, expected) => {
  expect(show(text, query)).toBe(expected);
});

it("loses no letter, whatever the text and the query", () => {
  for (const text of ["Écrou ½” × 3", "👩🏽‍🔧 l’œuvre", "\u0301a\ud83d"]) {
    for (const query of ["1/2", "oe", "e", "é".repeat(10_000), "👩"]) {
      expect(
        markMatches(text, query)
          .map((part) => part.text)
          .join(""),
      ).toBe(text);
    }
  }
});
