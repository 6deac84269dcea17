/**
 * The database and the browser prepare searches alike: the same normalized text, the same minimum length. Every
 * pattern finds its text literally.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isSearchTooShort, normalizeSearchText } from "#app/lib/search/search-text.ts";
import type { Sql } from "#backend/core/database/database.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/database.ts";

const TEXTS = [
  "",
  " ",
  "a",
  "é",
  "ab",
  "a b",
  "1 m",
  "Œuvre d’art, cœur, Ægir, straße STRASSE, ẞ",
  "L'œuvre ‘l’eau‛ aujourd’hui ʼ ′ ″ ''",
  "10\u00a0000\u202fF\u2009CFA\u2003x\t\n\r\u000b\f\u2028y",
  "½ 1½ ¼” ⅞ ⅓ 3⁄4",
  "Tube Ø 32 ø16 ⌀20 3×2,5 mm² m³ 10 Ω 5 Ω µF μF 90° n° № Nº 1ª",
  "50 % 100% _a_ \\ \\% a\\_b %_% *",
  '«guillemets» “anglais” „bas“ "droits" `grave` ´aigu´',
  "tiret‐court, insécable‑, ‒ – — − moins",
  "🔧 clé 👷🏾‍♀️ ❤️ 1️⃣",
  "e\u0301 a\u0300 c\u0327 n\u0303 Ouédraogo Kiendrébéogo Çelik ÎLE ŸŽ",
  "İstanbul IĞDIR ı ŁÓDŹ ŁÓdź Đorđe ðÞ þing Å ŋ Ŋ ɓ Ɓ",
  "ﬁche ﬂèche ＦＵＬＬ １２３ ℃ ™ ® © € …",
  "ΟΔΟΣ ὈΔΥΣΣΕΎΣ Москва Ёлка مرحبا שלום 工具 हिन्दी",
  "z\u200be\u200dr\u00ado\ufeff\u2060",
  "\ud55c\uae00 \u1e9b\u0323 \u0344 \u037e",
];

let database: TestDatabase;
let owner: Sql;
beforeAll(async () => {
  database = await createTestDatabase();
  owner = database.connect("supabase_admin", 1);
});
afterAll(() => database.drop());

describe.each(TEXTS.map((text) => [JSON.stringify(text), text]))("%s", (_title, text) => {
  it("has the same normalized text in the database and in the browser", async () => {
    const [row] = await owner<{ normalized: string; again: string }[]>`
      select n as normalized, private.normalize_search_text(n) as again
      from private.normalize_search_text(${text}) n`;
    expect(row?.normalized).toBe(normalizeSearchText(text));
    expect(row?.again).toBe(row?.normalized);
  });

  it("has the same minimum length in the database and in the browser", async () => {
    const [row] = await owner<{ finds_nothing: boolean; contact_finds_nothing: boolean }[]>`
      select private.to_search_patterns(${text}) is null as finds_nothing,
        private.to_contact_search_patterns(${text}) is null as contact_finds_nothing`;
    const expected = text === "" || isSearchTooShort(text);
    expect(row).toEqual({ finds_nothing: expected, contact_finds_nothing: expected });
  });

  it("is found literally by its patterns", async () => {
    const [row] = await owner<{ whole: boolean; words: boolean; indexed: boolean }[]>`
      select t like private.to_search_pattern(${text}) as whole,
        coalesce(t like all (private.to_word_patterns(${text})), true) as words,
        coalesce(t like all (private.to_search_patterns(${text})), true) as indexed
      from (select ' ' || private.normalize_search_text(${`avant ${text} après`}) as t) as searched`;
    expect(row).toEqual({ whole: true, words: true, indexed: true });
  });
});

it.each(["%", "_", "\\", "a%", "%_", "\\%", "*"])("takes «%s» literally", async (text) => {
  const [row] = await owner<{ whole: boolean; words: boolean }[]>`
    select 'abc 123' like private.to_search_pattern(${text}) as whole,
      'abc 123' like all (private.to_word_patterns(${text})) as words`;
  expect(row).toEqual({ whole: false, words: false });
});
