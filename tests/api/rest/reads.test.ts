/** Reads: columns, filters, order, ranges, counts and response formats. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Cinema, openCinema } from "./cinema.ts";

let cinema: Cinema;
beforeAll(async () => {
  cinema = await openCinema();
});
afterAll(() => cinema.close());

const get = async (path: string, headers?: Record<string, string>) => {
  const response = await cinema.call("GET", path, { headers });
  expect(response.status, response.text).toBe(200);
  return response.json;
};
const ids = (...list: number[]) => list.map((id) => ({ id }));

describe("columns", () => {
  test("with aliases, casts and JSON paths", async () => {
    expect(
      await get(
        "movies?id=eq.1&select=id,name:title,year::text,rating,facts->len,first:facts->cast->0->>name",
      ),
    ).toEqual([{ id: 1, name: "Le fleuve", year: "1990", rating: 7.5, len: 95, first: "A" }]);
  });

  test("all, in the table's order and with the database's own JSON", async () => {
    expect(await get("movies?id=eq.1")).toEqual([
      {
        id: 1,
        title: "Le fleuve",
        year: 1990,
        rating: 7.5,
        director_id: 1,
        writer_id: 2,
        sequel_of: null,
        tags: ["eau", "nuit"],
        facts: { len: 95, cast: [{ name: "A" }, { name: "B" }] },
        kind: "drama",
        seats: "[1,51)",
        shown: true,
        code: "11111111-1111-1111-1111-111111111111",
        added_at: "2024-05-01T10:00:00+00:00",
        search: null,
      },
    ]);
  });
});

describe("filters", () => {
  test.each([
    ["id=eq.2", [2]],
    ["id=neq.2&id=lt.4", [1, 3]],
    ["year=gte.1995&year=lte.2005", [2, 3]],
    ["rating=gt.7.4", [1, 3]],
    ["title=like.Le*", [1, 2]],
    ["title=ilike.*RIR*", [3]],
    ["title=match.^Le", [1, 2]],
    ["title=imatch.^le", [1, 2]],
    ["title=not.like.Le*", [3, 4]],
    ["title=like(any).{Le*,Rires}", [1, 2, 3]],
    ["title=like(all).{Le*,*suite}", [2]],
    ["year=eq(any).{1990,2010}", [1, 4]],
    ["id=in.(1,3,77)", [1, 3]],
    ['title=in.("Le fleuve, suite",Rires)', [2, 3]],
    ["id=in.()", []],
    ["id=not.in.(1,2)", [3, 4]],
    ["rating=is.null", [4]],
    ["rating=is.not_null", [1, 2, 3]],
    ["shown=is.true", [1, 4]],
    ["shown=is.unknown", [3]],
    ["shown=not.is.false", [1, 3, 4]],
    ["kind=isdistinct.drama", [3, 4]],
    ["kind=eq.comedy", [3]],
    ["code=eq.11111111-1111-1111-1111-111111111111", [1]],
    ["added_at=lt.2024-05-01T10:00:01Z", [1, 2, 3, 4]],
    ["shown=eq.true", [1, 4]],
    ["tags=cs.{eau,nuit}", [1]],
    ["tags=cd.{eau}", [2, 3]],
    ["tags=ov.{nuit,x}", [1, 4]],
    ["tags=eq.{eau}", [2]],
    ["seats=cs.[45,46]", [1, 2]],
    ["seats=sl.[60,70]", [1]],
    ["seats=adj.[91,99]", [2]],
    ['facts=cs.{"len":95}', [1]],
    ["facts->len=eq.95", [1]],
    ["facts->>len=eq.?", [4]],
    ["facts->cast->1->>name=eq.B", [1]],
    ["title=plfts(simple).fleuve", [1, 2]],
    ["title=wfts(french).fleuves suite", [2]],
    ["title=fts(simple).fleuve %26 !suite", [1]],
    ["title=phfts(simple).fleuve suite", [2]],
    ["or=(id.eq.1,and(year.gt.2004,kind.is.null))", [1, 4]],
    ["not.or=(id.eq.1,id.eq.2)", [3, 4]],
    ["and=(id.gt.1,not.or(id.eq.2,title.in.(Rires,x)))", [4]],
    ['or=(title.eq."Le fleuve, suite",tags.cs.{nuit,eau})', [1, 2]],
  ])("%s", async (filter, expected) => {
    expect(await get(`movies?select=id&order=id&${filter}`)).toEqual(ids(...expected));
  });
});

describe("order and range", () => {
  test.each([
    ["order=year.desc", [4, 3, 2, 1]],
    ["order=rating.desc.nullslast", [3, 1, 2, 4]],
    ["order=rating.nullsfirst,id", [4, 2, 1, 3]],
    ["order=facts->>len.desc.nullslast,id", [1, 2, 4, 3]],
    ["order=id&limit=2&offset=1", [2, 3]],
    ["order=id&limit=0", []],
  ])("%s", async (query, expected) => {
    expect(await get(`movies?select=id&${query}`)).toEqual(ids(...expected));
  });

  test("a Range header is intersected with limit and offset", async () => {
    expect(await get("movies?select=id&order=id&limit=3", { range: "1-5" })).toEqual(ids(2, 3));
  });

  test("max_rows limits the rows, and the embedded rows", async () => {
    const small = await openCinema({ maxRows: 1 });
    try {
      const response = await small.call("GET", "movies?select=id,screenings(id)&order=id&limit=50", {
        headers: { prefer: "count=exact" },
      });
      expect(response.json).toMatchObject([{ id: 1, screenings: [{}] }]);
      expect(response.headers.get("content-range")).toBe("0-0/4");
      const estimated = await small.call("GET", "movies?select=id", {
        headers: { prefer: "count=estimated" },
      });
      expect(Number(estimated.headers.get("content-range")?.split("/")[1])).toBeGreaterThan(1);
    } finally {
      await small.close();
    }
  });
});

describe("counts", () => {
  test.each([
    ["movies", 200, "0-3/4"],
    ["movies?limit=2", 206, "0-1/4"],
    ["movies?offset=4", 206, "*/4"],
    ["movies?id=gt.50", 200, "*/0"],
    ["movies?select=id,screenings!inner(id)", 200, "0-1/2"],
    ["movies?select=id,screenings(id)&screenings=is.null", 200, "0-1/2"],
  ])("%s", async (path, status, range) => {
    const response = await cinema.call("GET", path, { headers: { prefer: "count=exact" } });
    expect(response.status).toBe(status);
    expect(response.headers.get("content-range")).toBe(range);
    expect(response.headers.get("preference-applied")).toBe("count=exact");
  });

  test("a range past the end is 416 with the count", async () => {
    const response = await cinema.call("GET", "movies?offset=5", { headers: { prefer: "count=exact" } });
    expect(response.headers.get("content-range")).toBe("*/4");
    expect(response).toMatchObject({
      status: 416,
      json: { code: "PGRST103", details: "An offset of 5 was requested, but there are only 4 rows." },
    });
  });

  test("HEAD counts without a body, and the count can be estimated from the plan", async () => {
    const head = await cinema.call("HEAD", "movies", { headers: { prefer: "count=exact" } });
    expect(head).toMatchObject({ status: 200, text: "" });
    expect(head.headers.get("content-range")).toBe("0-3/4");
    const planned = await cinema.call("GET", "movies", { headers: { prefer: "count=planned" } });
    expect(planned.headers.get("content-range")).toMatch(/^0-3\/\d+$/);
  });
});

describe("response formats", () => {
  test("one object, or an error with the number of rows", async () => {
    const accept = "application/vnd.pgrst.object+json";
    const one = await cinema.call("GET", "people?id=eq.3", { headers: { accept } });
    expect(one.json).toEqual({ id: 3, name: "Nour", born: null });
    expect(one.headers.get("content-type")).toBe("application/vnd.pgrst.object+json; charset=utf-8");
    const stripped = await cinema.call("GET", "people?id=eq.3", {
      headers: { accept: `${accept};nulls=stripped` },
    });
    expect(stripped.json).toEqual({ id: 3, name: "Nour" });
    for (let again = 0; again < 4; again++) {
      expect(await cinema.call("GET", "people?id=eq.9", { headers: { accept } })).toMatchObject({
        status: 406,
        json: { code: "PGRST116", details: "The result contains 0 rows" },
      });
    }
  });

  test("CSV, arrays without nulls, and no other", async () => {
    const csv = await cinema.call("GET", "movies?select=id,title&id=lt.3&order=id", {
      headers: { accept: "text/csv" },
    });
    expect(csv.text).toBe('id,title\n1,"Le fleuve"\n2,"Le fleuve, suite"');
    expect(csv.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    expect(
      await get("people?id=eq.3", { accept: "application/vnd.pgrst.array+json;nulls=stripped" }),
    ).toEqual([{ id: 3, name: "Nour" }]);
    expect(await cinema.call("GET", "people", { headers: { accept: "image/png" } })).toMatchObject({
      status: 406,
      json: { code: "PGRST107", message: "None of these media types are available: image/png" },
    });
  });

  test("headers contain the location, the range and the duration", async () => {
    const { headers } = await cinema.call("GET", "people?select=id&order=id&id=lt.3");
    expect(headers.get("content-range")).toBe("0-1/*");
    expect(headers.get("content-location")).toBe("/people?id=lt.3&order=id&select=id");
    expect(headers.get("content-profile")).toBe("cinema");
    expect(headers.get("content-type")).toBe("application/json; charset=utf-8");
  });

  test.each([
    ["GET", "people"],
    ["HEAD", "people"],
    ["POST", "rpc/add"],
    ["POST", "people"],
    ["PATCH", "people?id=eq.0"],
    ["DELETE", "people?id=eq.0"],
    ["GET", ""],
    ["HEAD", ""],
    ["OPTIONS", "people"],
    ["OPTIONS", "rpc/totals"],
    ["OPTIONS", ""],
  ])("%s /%s tells the duration of every stage", async (method, path) => {
    const bodies: Record<string, unknown> = { "rpc/add": { a: 1 }, people: { name: "Sali" } };
    const body = method === "POST" ? bodies[path] : method === "PATCH" ? { name: "Sali" } : undefined;
    const response = await cinema.call(method, path, { body, headers: { prefer: "tx=rollback" } });
    expect(response.status).toBeLessThan(300);
    expect(response.headers.get("server-timing")).toMatch(
      /^jwt;dur=[\d.]+, parse;dur=[\d.]+, plan;dur=[\d.]+, transaction;dur=[\d.]+, response;dur=[\d.]+$/,
    );
  });

  test("another schema is selected by its profile, and only an exposed one", async () => {
    const response = await cinema.call("GET", "boxes", { headers: { "accept-profile": "archive" } });
    expect(response.json).toEqual([{ id: 1, label: "old" }]);
    expect(response.headers.get("content-profile")).toBe("archive");
    expect(
      await cinema.call("GET", "keys", { headers: { "accept-profile": "vault_of_secrets" } }),
    ).toMatchObject({
      status: 406,
      json: {
        code: "PGRST106",
        message: "Invalid schema: vault_of_secrets",
        hint: "Only the following schemas are exposed: cinema, archive",
      },
    });
  });

  test("a repeated statement gives the same result", async () => {
    const path = 'movies?select=id,people!director_id(name)&id=eq.1&title=neq.l\'été \\ "x"';
    for (let i = 0; i < 6; i++) expect(await get(path)).toEqual([{ id: 1, people: { name: "Awa" } }]);
  });

  test("OPTIONS lists the allowed methods", async () => {
    expect((await cinema.call("OPTIONS", "movies")).headers.get("allow")).toBe(
      "OPTIONS,GET,HEAD,POST,PUT,PATCH,DELETE",
    );
    expect((await cinema.call("OPTIONS", "rpc/forget")).headers.get("allow")).toBe("OPTIONS,POST");
  });
});
