/** Inserts, upserts, updates and deletes: the responses and the rollbacks. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { asUser, type CallOptions, type Cinema, openCinema, USER } from "./cinema.ts";

let cinema: Cinema;
beforeAll(async () => {
  cinema = await openCinema();
});
afterAll(() => cinema.close());

const REPRESENTED = "return=representation";
const send = (method: string, path: string, body?: unknown, prefer = "", rest: CallOptions = {}) =>
  cinema.call(method, path, { body, headers: prefer === "" ? {} : { prefer }, ...rest });
const rows = async (path: string) => (await cinema.call("GET", path)).json;

describe("an insert", () => {
  test("returns nothing, the rows, or the location of the row", async () => {
    expect(await send("POST", "people", { name: "A" })).toMatchObject({ status: 201, text: "" });
    const represented = await send("POST", "people?select=name", { name: "B" }, REPRESENTED);
    expect(represented).toMatchObject({ status: 201, json: [{ name: "B" }] });
    expect(represented.headers.get("preference-applied")).toBe(REPRESENTED);
    const located = await send("POST", "people", { name: "C" }, "return=headers-only");
    expect(located).toMatchObject({ status: 201, text: "" });
    const location = located.headers.get("location") ?? "";
    expect(location).toMatch(/^\/people\?id=eq\.\d+$/);
    expect(await rows(location.slice(1))).toMatchObject([{ name: "C" }]);
  });

  test("inserts many rows, and counts them", async () => {
    const body = [
      { name: "D", born: "2001-02-03" },
      { name: "E", born: null },
    ];
    const response = await send("POST", "people?select=name,born", body, `${REPRESENTED}, count=exact`);
    expect(response.json).toEqual(body);
    expect(response.headers.get("content-range")).toBe("*/2");
    const asService = { claims: { role: "service_role" } };
    const planned = await send("POST", "people", body, "count=planned", asService);
    expect(planned).toMatchObject({ status: 201 });
    expect(planned.headers.get("content-range")).toBe("*/*");
    expect(await send("POST", "people", [], REPRESENTED)).toMatchObject({ status: 201, json: [] });
  });

  test("that is repeated stores all of a long text, and nothing when it is rejected", async () => {
    const name = `\\ l'été ${"€😀".repeat(20_000)}`;
    for (let i = 0; i < 5; i++) {
      const response = await send("POST", "people?select=name", { name }, REPRESENTED);
      expect(response).toMatchObject({ status: 201, json: [{ name }] });
    }
    const named = (...ids: number[]) => ids.map((id) => ({ id, name: "named" }));
    for (let id = 800; id < 804; id++) expect((await send("POST", "people", named(id))).status).toBe(201);
    for (let i = 0; i < 2; i++) {
      const twice = await send("POST", "people", named(805, 806, 805));
      expect(twice).toMatchObject({ status: 409, json: { code: "23505" } });
    }
    expect(await rows("people?select=id&id=gte.800&order=id")).toEqual(
      named(800, 801, 802, 803).map(({ id }) => ({ id })),
    );
    await send("DELETE", "people?or=(id.gte.800,name.like.*😀)");
  });

  test("stores every type unchanged", async () => {
    const movie = {
      title: "Types",
      rating: 9.1,
      tags: ["a,b", 'c"d'],
      facts: { deep: [1, { big: 12345678901234567890n.toString() }] },
      kind: "drama",
      seats: "[1,5)",
      shown: false,
      code: "22222222-2222-2222-2222-222222222222",
      added_at: "2020-01-01T00:00:00+00:00",
    };
    const response = await send("POST", `movies?select=${Object.keys(movie)}`, movie, REPRESENTED);
    expect(response.json).toEqual([movie]);
  });

  test("uses null for missing columns, or the default when requested", async () => {
    const body = [
      { title: "X", shown: true },
      { title: "Y", year: 1999 },
    ];
    const path = "movies?columns=title,year&select=title,year,shown";
    expect(await send("POST", path, body, `${REPRESENTED}, missing=default`)).toMatchObject({
      json: [
        { title: "X", year: 2000, shown: null },
        { title: "Y", year: 1999, shown: null },
      ],
    });
    expect(await send("POST", path, body, REPRESENTED)).toMatchObject({
      status: 400,
      json: { code: "23502" },
    });
    expect(await send("POST", "movies", body)).toMatchObject({
      status: 400,
      json: { code: "PGRST102", message: "All object keys must match" },
    });
  });

  test("of an empty object uses all defaults", async () => {
    expect(await send("POST", "diary?select=entry", {}, REPRESENTED, { claims: asUser })).toMatchObject({
      status: 201,
      json: [{ entry: null }],
    });
  });

  test("embeds in its representation", async () => {
    const path = "movies?select=title,people!director_id(name)";
    expect(await send("POST", path, { title: "Z", director_id: 1 }, REPRESENTED)).toMatchObject({
      json: [{ title: "Z", people: { name: "Awa" } }],
    });
  });

  test("accepts CSV and forms", async () => {
    const csv = await send("POST", "people?select=name,born", 'name,born\n"K, L",NULL', REPRESENTED, {
      headers: { prefer: REPRESENTED, "content-type": "text/csv" },
    });
    expect(csv.json).toEqual([{ name: "K, L", born: null }]);
    const form = await send("POST", "people?select=name", "name=M+N", REPRESENTED, {
      headers: { prefer: REPRESENTED, "content-type": "application/x-www-form-urlencoded" },
    });
    expect(form.json).toEqual([{ name: "M N" }]);
  });
});

describe("an upsert", () => {
  test("merges or ignores, and its status reports whether a row is new", async () => {
    const merge = `${REPRESENTED}, resolution=merge-duplicates`;
    expect(await send("POST", "people", { id: 2, name: "Issa II" }, merge)).toMatchObject({
      status: 200,
      json: [{ id: 2, name: "Issa II", born: "1960-01-01" }],
    });
    expect(
      (
        await send(
          "POST",
          "people",
          [
            { id: 2, name: "Issa" },
            { id: 50, name: "New" },
          ],
          merge,
        )
      ).status,
    ).toBe(201);
    const ignored = await send(
      "POST",
      "people",
      { id: 2, name: "?" },
      `${REPRESENTED}, resolution=ignore-duplicates`,
    );
    expect(ignored).toMatchObject({ status: 201, json: [] });
    expect(ignored.headers.get("preference-applied")).toBe(
      "resolution=ignore-duplicates, return=representation",
    );
    expect(await rows("people?id=eq.2&select=name")).toEqual([{ name: "Issa" }]);
    expect(await send("POST", "people", { id: 2, name: "?" })).toMatchObject({
      status: 409,
      json: { code: "23505" },
    });
  });

  test("may name no column", async () => {
    const created = await send("POST", "diary?on_conflict=owner,entry", {}, "resolution=merge-duplicates", {
      claims: asUser,
    });
    expect(created.status).toBe(201);
  });

  test("can use other columns than the key", async () => {
    const options = { claims: asUser };
    const merge = `${REPRESENTED}, resolution=merge-duplicates`;
    const path = "diary?on_conflict=owner,entry&select=entry,mood";
    await send("POST", "diary", { owner: USER, entry: "e" }, "", options);
    const again = await send(
      "POST",
      "diary?on_conflict=owner,entry&select=entry",
      { owner: USER, entry: "e" },
      merge,
      options,
    );
    expect(again).toMatchObject({ status: 200, json: [{ entry: "e" }] });
    expect((await send("POST", path, { owner: USER, entry: "e" }, merge, options)).status).toBe(403);
  });

  test("by PUT writes the one row that the URL names", async () => {
    expect(
      await send("PUT", "genres?id=eq.7", { id: 7, label: "Sept" }, REPRESENTED, { claims: asUser }),
    ).toMatchObject({
      status: 201,
      json: [{ id: 7, label: "Sept" }],
    });
    expect(
      (await send("PUT", "genres?id=eq.7", { id: 7, label: "VII" }, REPRESENTED, { claims: asUser })).status,
    ).toBe(200);
    expect((await send("PUT", "genres?id=eq.7", { id: 7, label: "7" }, "", { claims: asUser })).status).toBe(
      204,
    );
    expect(await send("PUT", "genres?id=eq.7", { id: 8, label: "8" }, "", { claims: asUser })).toMatchObject({
      status: 400,
      json: { code: "PGRST115" },
    });
    expect(await rows("genres?id=in.(7,8)")).toEqual([{ id: 7, label: "7" }]);
  });
});

describe("an update", () => {
  test("returns the rows or nothing, and no match is no error", async () => {
    const path = "movies?id=eq.2&select=id,year,tags";
    expect(await send("PATCH", path, { year: 1996, tags: ["x"] }, REPRESENTED)).toMatchObject({
      status: 200,
      json: [{ id: 2, year: 1996, tags: ["x"] }],
    });
    const silent = await send("PATCH", path, { year: 1997 }, "count=exact");
    expect(silent).toMatchObject({ status: 204, text: "" });
    expect(silent.headers.get("content-range")).toBe("0-0/1");
    expect(await send("PATCH", "movies?id=eq.999", { year: 1 }, REPRESENTED)).toMatchObject({
      status: 200,
      json: [],
    });
    expect(await send("PATCH", "movies?id=eq.2", {}, REPRESENTED)).toMatchObject({ status: 200, json: [] });
  });

  test("without a filter is rejected, as is one of an unknown column", async () => {
    expect(await send("PATCH", "movies", { year: 1 })).toMatchObject({
      status: 400,
      json: { code: "21000", message: "UPDATE requires a WHERE clause" },
    });
    expect(await send("PATCH", "movies?id=eq.1", { nope: 1 })).toMatchObject({
      status: 400,
      json: { code: "PGRST204" },
    });
    expect(await rows("movies?year=eq.1")).toEqual([]);
  });

  test("filters on embedded resources apply to the representation only", async () => {
    const path = "movies?id=eq.1&select=id,screenings(room)&screenings.room=eq.B";
    expect((await send("PATCH", path, { year: 1991 }, REPRESENTED)).json).toEqual([
      { id: 1, screenings: [{ room: "B" }] },
    ]);
  });
});

describe("a mutation is rolled back", () => {
  test("for more or fewer rows than one requested object", async () => {
    const headers = { accept: "application/vnd.pgrst.object+json", prefer: REPRESENTED };
    const path = "movies?id=in.(1,3)";
    expect(await cinema.call("PATCH", path, { body: { year: 3000 }, headers })).toMatchObject({
      status: 406,
      json: { code: "PGRST116", details: "The result contains 2 rows" },
    });
    expect(await rows("movies?year=eq.3000")).toEqual([]);
  });

  test("for more rows than max-affected allows", async () => {
    const prefer = "handling=strict, max-affected=1";
    expect(await send("PATCH", "movies?id=in.(1,3)", { year: 3001 }, prefer)).toMatchObject({
      status: 400,
      json: { code: "PGRST124", details: "The query affects 2 rows" },
    });
    expect(await rows("movies?year=eq.3001")).toEqual([]);
  });

  test("when the client requests it", async () => {
    const response = await send("DELETE", "movies?id=eq.3", undefined, `${REPRESENTED}, tx=rollback`);
    expect(response).toMatchObject({ status: 200, json: [{ id: 3 }] });
    expect(response.headers.get("preference-applied")).toBe("return=representation, tx=rollback");
    expect(await rows("movies?id=eq.3&select=id")).toEqual([{ id: 3 }]);
  });
});

describe("a delete", () => {
  test("returns the rows or their number", async () => {
    await send("POST", "movies", [
      { id: 901, title: "a" },
      { id: 902, title: "b" },
    ]);
    expect(await send("DELETE", "movies?id=eq.901&select=title", undefined, REPRESENTED)).toMatchObject({
      status: 200,
      json: [{ title: "a" }],
    });
    const counted = await send("DELETE", "movies?id=gt.900", undefined, "count=exact");
    expect(counted.status).toBe(204);
    expect(counted.headers.get("content-range")).toBe("*/1");
  });

  test("without a filter is rejected, and one that violates a reference is a conflict", async () => {
    expect(await send("DELETE", "movies")).toMatchObject({
      status: 400,
      json: { code: "21000", message: "DELETE requires a WHERE clause" },
    });
    expect(await send("DELETE", "people?id=eq.1")).toMatchObject({ status: 409, json: { code: "23503" } });
  });
});
