/** Responses that are not lists of rows: plans, and media types that the database defines. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Cinema, openCinema } from "./cinema.ts";

const HANDLERS = `
  create domain "text/plain" as text;
  create domain "image/png" as bytea;
  create domain "application/vnd.titles" as text;
  create domain "*/*" as bytea;
  create function cinema.add_line("text/plain", cinema.genres) returns "text/plain" language sql immutable as
    $$ select ($1 || $2.label || E'\\n')::"text/plain" $$;
  create aggregate cinema.lines(cinema.genres) (sfunc = cinema.add_line, stype = "text/plain", initcond = '');
  create function cinema.add_one("application/vnd.titles", anyelement) returns "application/vnd.titles" language sql
    immutable as $$ select ($1 || '#')::"application/vnd.titles" $$;
  create aggregate cinema.titles(anyelement) (sfunc = cinema.add_one, stype = "application/vnd.titles", initcond = '');
  create function cinema.poster(movie int) returns "image/png" language sql stable as
    $$ select decode('89504e470d0a00ff', 'hex')::"image/png" $$;
  create function cinema.anything() returns "*/*" language sql stable as $$ select 'été'::bytea::"*/*" $$;
`;

let cinema: Cinema;
beforeAll(async () => {
  cinema = await openCinema({ explain: true, aggregates: true }, HANDLERS);
});
afterAll(() => cinema.close());

const accepting = (path: string, accept: string) => cinema.call("GET", path, { headers: { accept } });

describe("a plan", () => {
  test("is text, or JSON with the requested options", async () => {
    const text = await accepting("movies?id=eq.1", "application/vnd.pgrst.plan");
    expect(text.headers.get("content-type")).toBe(
      'application/vnd.pgrst.plan+text; for="application/json"; charset=utf-8',
    );
    expect(text.text).toMatch(/^Aggregate {2}\(cost=[\s\S]*movies/);
    const json = await accepting(
      "movies?id=eq.1",
      'application/vnd.pgrst.plan+json; for="text/csv"; options=analyze|buffers',
    );
    expect(json.headers.get("content-type")).toBe(
      'application/vnd.pgrst.plan+json; for="text/csv"; options=analyze|buffers; charset=utf-8',
    );
    expect(json.json).toMatchObject([{ Plan: { "Node Type": "Aggregate", "Actual Rows": 1 } }]);
  });

  test("is available for writes and calls as well, and for no row where one is expected", async () => {
    const headers = {
      accept: 'application/vnd.pgrst.plan; for="application/vnd.pgrst.object+json"',
      prefer: "tx=rollback",
    };
    const deleting = await cinema.call("DELETE", "movies?id=eq.77", { headers });
    expect(deleting.text).toContain("Delete on movies");
    expect((await cinema.call("GET", "rpc/since?first=1", { headers })).text).toContain("Seq Scan on movies");
  });

  test("is disabled by default", async () => {
    const shy = await openCinema();
    try {
      expect(
        await shy.call("GET", "movies", { headers: { accept: "application/vnd.pgrst.plan+json" } }),
      ).toMatchObject({ status: 406, json: { code: "PGRST107" } });
    } finally {
      await shy.close();
    }
  });
});

describe("a custom media type", () => {
  test("is produced by an aggregate of one relation's rows, or of any", async () => {
    const lines = await accepting("genres?order=id", "text/plain");
    expect(lines).toMatchObject({ status: 200, text: "Eau\nNuit\n" });
    expect(lines.headers.get("content-type")).toBe("text/plain; charset=utf-8");
    const titles = await accepting("movies", "application/vnd.titles");
    expect(titles).toMatchObject({ status: 200, text: "####" });
    expect(titles.headers.get("content-type")).toBe("application/vnd.titles");
    for (const path of ["movies", "genres?select=id"]) {
      expect((await accepting(path, "text/plain")).json).toMatchObject({ code: "PGRST107" });
    }
  });

  test("is the bytes that a function returns", async () => {
    const request = new Request("http://cinema.test/rest/v1/rpc/poster?movie=1", {
      headers: { accept: "image/png" },
    });
    const poster = await cinema.rest.fetch(request, { ip: "", claims: null, tokenFailure: null });
    expect(poster.headers.get("content-type")).toBe("image/png");
    expect(Buffer.from(await poster.arrayBuffer()).toString("hex")).toBe("89504e470d0a00ff");
    expect((await accepting("rpc/poster?movie=1&limit=0", "image/png")).status).toBe(200);
    const anything = await accepting("rpc/anything", "x/y");
    expect(anything.text).toBe("été");
    expect(anything.headers.get("content-type")).toBe("application/octet-stream");
    expect((await accepting("rpc/poster?movie=1", "text/csv;q=0.1, application/pdf")).status).toBe(200);
  });

  test("of geography needs its extension", async () => {
    expect(await accepting("movies", "application/geo+json")).toMatchObject({
      status: 404,
      json: { code: "42883" },
    });
    const mapped = await openCinema(
      {},
      `create function extensions.st_asgeojson(place record) returns text language plpgsql stable as $$ begin
         return json_build_object('type', 'Feature', 'properties', row_to_json(place)); end $$`,
    );
    try {
      const response = await mapped.call("GET", "genres?id=eq.1", {
        headers: { accept: "application/geo+json" },
      });
      expect(response.headers.get("content-type")).toBe("application/geo+json; charset=utf-8");
      expect(response.json).toEqual({
        type: "FeatureCollection",
        features: [{ type: "Feature", properties: { id: 1, label: "Eau" } }],
      });
    } finally {
      await mapped.close();
    }
  });
});
