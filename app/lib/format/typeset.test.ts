import { expect, it } from "vitest";
import { typeset } from "./typeset.ts";

it("binds punctuation marks to the word before them, and quoted text to its quotation marks", () => {
  expect(typeset("<p>Prix : 30 % de « moins » ; vrai ? Oui !</p>")).toBe(
    "<p>Prix\u00a0: 30\u00a0% de «\u00a0moins\u00a0»\u00a0; vrai\u00a0? Oui\u00a0!</p>",
  );
});

it("does not break numbers and amounts", () => {
  expect(typeset("de 15 000 XOF.")).toBe("de 15\u00a0000\u00a0XOF.");
  expect(typeset("Loi n° 1, au +226 25 30 11 22")).toBe(
    "Loi n°\u00a01, au +226\u00a025\u00a030\u00a011\u00a022",
  );
});

it("unescapes apostrophes in text only", () => {
  expect(typeset('<a title="l&#x27;avis">l&#x27;avis &lt;</a>')).toBe(
    '<a title="l&#x27;avis">l\'avis &lt;</a>',
  );
});

it("leaves tags and other spaces unchanged", () => {
  const html = '<a href="/a ?b" title="x : y">un deux, trois.</a>';
  expect(typeset(html)).toBe(html);
});
