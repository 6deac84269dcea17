/**
 * What a client sends is read in a time that grows with its length: one thread answers everybody, and a regular
 * expression that has a choice can take minutes for a few thousand characters.
 */
import { createContext, Script } from "node:vm";
import { expect, it } from "vitest";
import { parseFilter } from "./realtime/postgres-changes/filter.ts";
import { parseAccept } from "./rest/api-request/accept.ts";
import { parsePreferences } from "./rest/api-request/preferences.ts";
import { parseQueryParams } from "./rest/api-request/query-params.ts";
import { parseBoundary } from "./storage/multipart.ts";
import { isNotModified } from "./storage/range.ts";

/** Read in some milliseconds. Where the time grows with the square it is a minute, and with the cube it is months. */
const LENGTH = 200_000;
/** Ends what would go on for months: far less than that, and a thousand times what is usual. */
const LONGEST_MS = 20_000;

const PIECES = [
  ...[
    "%0A",
    "a%0A",
    "%C2%A0",
    "0",
    '"',
    '\\"',
    '"\\',
    "=",
    ",",
    ";",
    ":",
    ".",
    "(",
    "a,",
    "a.",
    "a!",
    '"a,',
    "->>0",
  ],
  ...["not.", "and(", "a.eq.1,", "boundary=", ";a="],
];
const TEXTS = PIECES.map((piece) => piece.repeat(LENGTH / piece.length));

const PARSERS: [string, (text: string) => unknown][] = [
  ["the accepted types", parseAccept],
  ["the preferences", (text) => parsePreferences(text, new Set())],
  ["a selection", (text) => parseQueryParams(`select=${text}`, false)],
  ["an embedded selection", (text) => parseQueryParams(`select=id,a(${text})`, false)],
  ["an order", (text) => parseQueryParams(`order=${text}`, false)],
  ["a name", (text) => parseQueryParams(`${text}=eq.1`, false)],
  ["a filter", (text) => parseQueryParams(`name=${text}`, false)],
  ["a list", (text) => parseQueryParams(`name=in.(${text})`, false)],
  ["conditions", (text) => parseQueryParams(`and=(${text})`, false)],
  ["a boundary", (text) => parseBoundary(`multipart/form-data; ${text}`)],
  ["known versions", (text) => isNotModified(new Headers({ "if-none-match": text }), "x", new Date())],
  ["a realtime filter", (text) => parseFilter(`name=like.${text}`)],
];

it.each(PARSERS)("%s of any length is read in linear time", (_, parse) => {
  const read = (text: string) => {
    try {
      parse(text);
    } catch {
      // Most are refused.
    }
  };
  const script = new Script("for (const text of texts) { current.text = text; read(text); }");
  const current = { text: "" };
  const context = createContext({ read, texts: TEXTS, current });
  expect(
    () => script.runInContext(context, { timeout: LONGEST_MS }),
    current.text.slice(0, 20),
  ).not.toThrow();
});

it("the patterns of a realtime channel are read in linear time", () => {
  // One message may have a hundred filters with as many patterns.
  const filter = Array.from({ length: 20 }, () => `name=like.${"\\".repeat(900)}x`).join();
  const read = () => {
    for (let count = 0; count < 2_000; count++) parseFilter(filter);
  };
  expect(() =>
    new Script("read()").runInContext(createContext({ read }), { timeout: LONGEST_MS }),
  ).not.toThrow();
});
