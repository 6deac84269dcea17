/** Any query string gives a statement or an error for the client. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { RestError } from "./errors.ts";
import { main } from "./pipeline.fixture.ts";

const token = fc.constantFrom(
  "select",
  "order",
  "and",
  "or",
  "not",
  "id",
  "title",
  "movies",
  "people",
  "screenings",
  "genres",
  "data",
  "eq",
  "in",
  "is",
  "null",
  "fts",
  "any",
  "count()",
  "limit",
  "offset",
  "columns",
  "on_conflict",
  "desc",
  "nullslast",
  "inner",
  "*",
  ".",
  ",",
  "(",
  ")",
  ":",
  "::",
  "!",
  "->",
  "->>",
  "-",
  '"',
  "\\",
  "{",
  "}",
  " ",
  "=",
  "...",
  "0",
  "'",
  ";",
  "%00",
  "%27",
  "%E9",
  "é",
  "\u{1F600}",
);
const mess = fc.array(token, { maxLength: 25 }).map((tokens) => tokens.join(""));
const address = fc
  .array(fc.tuple(mess, mess), { maxLength: 5 })
  .map((pairs) => pairs.map(([key, value]) => `${key}=${value}`).join("&"));

function expectStatementOrError(url: string) {
  let statement: { text: string; params: string[] };
  try {
    statement = main(url);
  } catch (error) {
    if (!(error instanceof RestError)) throw error;
    expect(error.status).toBeGreaterThanOrEqual(300);
    expect(error.status).toBeLessThan(500);
    return;
  }
  const used = new Set([...statement.text.matchAll(/\$(\d+)/g)].map(([, number]) => Number(number)));
  expect(statement.text).not.toContain("\0");
  expect(used.size).toBeGreaterThanOrEqual(statement.params.length);
}

test("any query string gives a statement or a client error", () => {
  fc.assert(
    fc.property(fc.constantFrom("movies", "people", "rpc/add", "rpc/top_movies"), address, (path, query) => {
      expectStatementOrError(`${path}?${query}`);
    }),
    { numRuns: 2000 },
  );
});

test("so does one with a well-formed select, filter and order", () => {
  const name = fc.constantFrom("id", "title", "data->a->>b", '"odd ""name"', "genres", "é");
  const select = fc.array(
    fc.oneof(
      name,
      name.map((n) => `x:${n}::text`),
      mess.map((m) => `screenings(${m})`),
    ),
    { maxLength: 4 },
  );
  const value = fc.tuple(
    fc.constantFrom("eq", "not.in", "is", "fts(french)", "like(any)", "cs"),
    fc.string({ maxLength: 12 }),
  );
  fc.assert(
    fc.property(select, name, value, mess, (items, field, [operator, text], order) => {
      const query = new URLSearchParams({ select: items.join(","), [field]: `${operator}.${text}`, order });
      expectStatementOrError(`movies?${query}`);
    }),
    { numRuns: 1000 },
  );
});

test("values are not part of the statement's text", () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1 }), (value) => {
      const marked = `<<${value}>>`;
      const query = new URLSearchParams({ title: `eq.${marked}`, "data->>k": `like.${marked}` });
      const { text, params } = main(`movies?${query}`);
      expect(text).not.toContain("<<");
      expect(params).toHaveLength(3);
    }),
  );
});
