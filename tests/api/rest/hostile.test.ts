/** No address, however strange, ends in the server's error or shows what is inside. */
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Cinema, openCinema } from "./cinema.ts";

let cinema: Cinema;
beforeAll(async () => {
  cinema = await openCinema();
});
afterAll(() => cinema.close());

const column = fc.constantFrom(
  "id",
  "title",
  "year",
  "rating",
  "tags",
  "facts",
  "facts->len",
  "facts->cast->>0",
  "kind",
  "seats",
  "shown",
  "code",
  "added_at",
  "nope",
  "screenings",
  '"q""x"',
);
const operator = fc.constantFrom(
  "eq",
  "neq",
  "gt",
  "like",
  "ilike(any)",
  "match",
  "in",
  "is",
  "cs",
  "ov",
  "sl",
  "fts",
  "wfts(french)",
  "fts(nope)",
  "isdistinct",
  "not.eq",
  "adj",
  "cd",
);
const value = fc.oneof(
  fc.constantFrom(
    "1",
    "(1,2)",
    "{1,2}",
    "{a",
    "null",
    "true",
    "drama",
    "[1,5)",
    "[",
    "*",
    "%",
    "'",
    "\\",
    "''; select 1",
    "(",
    '("a',
    "9".repeat(40),
    "\u0000",
    "é",
  ),
  fc.string({ maxLength: 10 }),
);
const filter = fc
  .tuple(column, operator, value)
  .map(([name, op, text]): [string, string] => [name, `${op}.${text}`]);
const extra = fc.constantFrom<[string, string]>(
  ["select", "*,screenings(*)"],
  ["select", "id::int,title::nope"],
  ["select", "facts->a->0::text"],
  ["select", "title,...screenings(room)"],
  ["select", "*,people!director_id!inner(*)"],
  ["order", "facts->len.desc,title"],
  ["order", "people(name)"],
  ["limit", "99999999999"],
  ["offset", "99999999999999"],
  ["or", "(id.eq.1,title.is.null)"],
  ["and", "(tags.cs.{a},not.or(id.gt.x))"],
);

test("reads end in rows or in the client's error", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.oneof(filter, extra), { maxLength: 4 }), async (pairs) => {
      const answer = await cinema.call("GET", `movies?${new URLSearchParams(pairs)}`);
      expect(answer.status, answer.text).toBeLessThan(500);
      if (answer.status >= 300) {
        expect(Object.keys(Object(answer.json)).sort()).toEqual(["code", "details", "hint", "message"]);
        expect(answer.text).not.toMatch(/pgrst_|SELECT |node_modules|\.ts:/);
      }
    }),
    { numRuns: 250 },
  );
});

test("bodies end in rows or in the client's error", async () => {
  const member = fc.tuple(
    fc.constantFrom("id", "title", "year", "tags", "facts", "kind", "nope"),
    fc.jsonValue(),
  );
  const body = fc.oneof(fc.array(member).map(Object.fromEntries), fc.jsonValue());
  await fc.assert(
    fc.asyncProperty(body, async (content) => {
      const headers = { prefer: "return=representation, tx=rollback, missing=default" };
      const answer = await cinema.call("POST", "movies", { body: JSON.stringify(content), headers });
      expect(answer.status, answer.text).toBeLessThan(500);
    }),
    { numRuns: 100 },
  );
});

test("depth does not bring anything down", async () => {
  const deep = "screenings(movies(".repeat(2000);
  expect((await cinema.call("GET", `movies?select=${deep}`)).status).toBe(400);
  expect((await cinema.call("GET", `movies?or=${"(and".repeat(3000)}`)).status).toBe(400);
  const embeds = `${"screenings(movies(".repeat(8)}id${"))".repeat(8)}`;
  expect((await cinema.call("GET", `movies?select=${embeds}&limit=1`)).status).toBe(200);
  const body = `${"[".repeat(50_000)}${"]".repeat(50_000)}`;
  expect((await cinema.call("POST", "people", { body })).status).toBe(400);
});
