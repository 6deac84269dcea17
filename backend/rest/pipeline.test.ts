/** From a URL to SQL, over the schema of the fixture: all stages of the pipeline together. */
import { describe, expect, test } from "vitest";
import { Limits } from "#backend/core/limits/limits.ts";
import { catchRestError } from "./catch-rest-error.fixture.ts";
import { defaultRestConfig } from "./config.ts";
import { main, pipeline, prepare } from "./pipeline.fixture.ts";
import { Pipeline } from "./pipeline.ts";
import { type Audience, getReadLimits, NO_READ_LIMITS } from "./read-limits.ts";
import { cinema } from "./schema-cache/cinema.fixture.ts";

/** The inner query of a read, without the part that builds the JSON. */
function rows(address: string) {
  const { text, params } = main(address);
  return { sql: /FROM \((?<query>.*)\) AS pgrst_row$/s.exec(text)?.groups?.query, params };
}

describe("a read", () => {
  test("binds values and quotes names", () => {
    expect(rows(`movies?select=a:"t\\"x"&title=eq.it's&"we\\"ird"=gt.2&limit=1`)).toEqual({
      sql: 'SELECT "public"."movies"."t""x" AS "a" FROM "public"."movies" WHERE "public"."movies"."title" = $1 AND "public"."movies"."we""ird" > $2 LIMIT 1',
      params: ["it's", "2"],
    });
  });

  test("is one query with a lateral join for each embedded resource", () => {
    expect(rows("movies?select=title,director:people!director_id(name)&limit=24&order=title.desc")).toEqual({
      sql: 'SELECT "public"."movies"."title", row_to_json("pgrst_1".*) AS "director" FROM "public"."movies" LEFT JOIN LATERAL (SELECT "people_1"."name" FROM "public"."people" AS "people_1" WHERE "people_1"."id" = "public"."movies"."director_id") AS "pgrst_1" ON TRUE ORDER BY "public"."movies"."title" DESC LIMIT 24',
      params: [],
    });
  });

  test("caps lists at every level, and not single rows", () => {
    const { text } = main("people?select=name,movies!director_id(title,genres(label),writer_id(name))");
    expect(text.match(/LIMIT 1000/g)).toHaveLength(3);
    expect(rows("movies?limit=5000").sql).toMatch(/LIMIT 1000$/);
  });

  test("counts the bytes of lists whose rows hold lists", () => {
    const counted = (address: string) =>
      main(address, { limits: { ...NO_READ_LIMITS, bytes: 9_000 } }).text.match(
        / AS (\S+) WHERE pgrst_bytes <= \d+ OR /g,
      );
    expect(counted("people?select=name,movies!director_id(title,genres(label),writer_id(name))")).toEqual([
      ' AS "pgrst_1" WHERE pgrst_bytes <= 9000 OR ',
      " AS pgrst_row WHERE pgrst_bytes <= 9000 OR ",
    ]);
    expect(counted("movies?select=title,people!director_id(name)")).toBeNull();
    expect(main("people?select=name,movies!director_id(title)").text).not.toContain("pgrst_bytes");
  });

  test("is refused when it asks for more than its sender may read", () => {
    const nest = (depth: number): string => (depth === 0 ? "id" : `genres(movies(${nest(depth - 1)}))`);
    const from = (audience: Audience, address: string) => () =>
      prepare(address, { audience, limits: getReadLimits(new Limits(), audience) });
    const wide = (count: number) => Array.from({ length: count }, (_, i) => `a${i}:genres(label)`).join();
    expect(from("visitor", `movies?select=${nest(2)}`)).not.toThrow();
    expect(from("visitor", `movies?select=${wide(10)}`)).not.toThrow();
    const orders = Array.from({ length: 300 }, () => "id").join();
    const members = Array.from({ length: 300 }, () => "id.eq.1").join();
    for (const query of [
      `select=${nest(3)}`,
      `select=${wide(11)}`,
      `select=${orders}`,
      `order=${orders}`,
      `or=(${members})`,
    ]) {
      const refused = catchRestError(from("visitor", `movies?${query}`));
      expect(refused, query).toMatchObject({ status: 400, body: { code: "PGRST100" } });
      expect(from("service", `movies?${query}`), query).not.toThrow();
    }
  });

  test("reads JSON paths, with to_jsonb when the column is not JSON", () => {
    expect(rows("movies?select=data->a->>0,title->x&data->>k=eq.v&limit=1")).toEqual({
      sql: 'SELECT "public"."movies"."data"->$1->>$2::int AS "a", to_jsonb("public"."movies"."title")->$3 AS "x" FROM "public"."movies" WHERE "public"."movies"."data"->>$4 = $5 LIMIT 1',
      params: ["a", "0", "x", "k", "v"],
    });
  });

  test("converts a column to a text search vector when it is not one", () => {
    expect(rows("movies?select=id&title=wfts(french).mot&search=fts.mot&limit=1")).toMatchObject({
      sql: 'SELECT "public"."movies"."id" FROM "public"."movies" WHERE to_tsvector($1, "public"."movies"."title") @@ websearch_to_tsquery($1, $2) AND "public"."movies"."search" @@ to_tsquery($3) LIMIT 1',
    });
  });
});

describe("aggregates", () => {
  const counting = new Pipeline({ ...defaultRestConfig, aggregates: true, explain: true }, cinema);
  const grouped = (address: string, accept?: string) => {
    const { text } = prepare(address, { accept }, counting).main;
    return /FROM \((?<query>.*)\) AS pgrst_row$/s.exec(text)?.groups?.query ?? text;
  };

  test("group by the position of all columns that are not aggregated", () => {
    expect(grouped("critiques?select=movie_id,stars::int.sum()::text,n:count()&limit=1")).toBe(
      'SELECT "public"."critiques"."movie_id", CAST(sum(CAST("public"."critiques"."stars" AS int)) AS text), count(*) AS "n" FROM "public"."critiques" GROUP BY 1 LIMIT 1',
    );
    expect(grouped("critiques?select=count()&limit=1")).not.toContain("GROUP BY");
    expect(grouped("critiques?select=movies(title),count()&limit=1")).toMatch(
      /^SELECT count\(\*\), row_to_json\("pgrst_1"\.\*\)::jsonb AS "movies" FROM .* GROUP BY 2 LIMIT 1$/,
    );
  });

  test("move from a spread resource into the parent, which counts its rows", () => {
    expect(grouped("critiques?select=body,...movies(films:count(),people!director_id(name))&limit=1")).toBe(
      'SELECT "public"."critiques"."body", count("pgrst_1"."films") AS "films", "pgrst_1"."people"::jsonb AS "people" FROM "public"."critiques" LEFT JOIN LATERAL (SELECT "movies_1" AS "films", row_to_json("pgrst_2".*) AS "people" FROM "public"."movies" AS "movies_1" LEFT JOIN LATERAL (SELECT "people_2"."name" FROM "public"."people" AS "people_2" WHERE "people_2"."id" = "movies_1"."director_id") AS "pgrst_2" ON TRUE WHERE "movies_1"."id" = "public"."critiques"."movie_id") AS "pgrst_1" ON TRUE GROUP BY 1, 3 LIMIT 1',
    );
  });

  test("may be explained instead of counted", () => {
    const { prepared } = counting.prepare({
      method: "GET",
      path: "critiques",
      query: "select=count()",
      body: "",
      audience: "service",
      limits: NO_READ_LIMITS,
      headers: new Headers({ accept: "application/vnd.pgrst.plan+json; options=analyze|wal" }),
    });
    expect(prepared).toMatchObject({
      main: { text: expect.stringMatching(/^EXPLAIN \(FORMAT JSON, ANALYZE, WAL\) SELECT NULL, count/) },
    });
  });
});

describe("the total count", () => {
  test("counts every row that matches, whatever the range, with inner embeds as conditions", () => {
    const { text } = main("people?select=name,movies!director_id!inner(title)&movies.title=eq.A&limit=1", {
      prefer: "count=exact",
    });
    expect(text).toMatch(
      /^SELECT \(SELECT count\(\*\) FROM \(SELECT 1 FROM "public"\."people" WHERE EXISTS \(SELECT 1 FROM "public"\."movies" AS "movies_1" WHERE "movies_1"\."director_id" = "public"\."people"\."id" AND "movies_1"\."title" = \$2\)\) AS pgrst_counted\), /,
    );
  });

  test("is an estimate when the preference requests one", () => {
    expect(prepare("movies?id=gt.1", { prefer: "count=planned" }).plannedCount).toEqual({
      text: 'EXPLAIN (FORMAT JSON) SELECT 1 FROM "public"."movies" WHERE "public"."movies"."id" > $1',
      params: ["1"],
    });
    expect(main("movies", { prefer: "count=estimated" }).text).toContain("LIMIT 1001) AS pgrst_counted");
  });
});

describe("a mutation", () => {
  const json = (method: string, address: string, body: unknown, prefer = "return=minimal") =>
    main(address, { method, body: JSON.stringify(body), prefer });

  test("is planned once for all bodies with the same keys, and does not store their values", () => {
    const post = (body: string, headers = {}) =>
      pipeline.prepare({
        method: "POST",
        path: "critiques",
        query: "",
        headers: new Headers(headers),
        body,
        audience: "visitor",
        limits: NO_READ_LIMITS,
      });
    const first = post('{"stars":5}');
    const second = post('{"stars":"secret"}');
    expect(second.prepared).toBe(first.prepared);
    expect(second.text).toBe('{"stars":"secret"}');
    expect(JSON.stringify(second.prepared)).not.toContain("secret");
    const others = [
      post('[{"stars":5}]'),
      post('{"movie_id":5}'),
      post("stars\n5", { "content-type": "text/csv" }),
    ];
    expect(new Set([first, ...others].map(({ prepared }) => prepared)).size).toBe(4);
  });

  test("reads the body with the columns' own types", () => {
    expect(json("POST", "critiques", [{ movie_id: 1, stars: 5 }])).toEqual({
      text: `WITH pgrst_source AS (INSERT INTO "public"."critiques"("movie_id", "stars") SELECT "movie_id", "stars" FROM (SELECT "movie_id", "stars" FROM json_to_recordset($1) AS pgrst_row("movie_id" text, "stars" integer)) pgrst_body RETURNING 1) SELECT NULL, count(*), NULL, nullif(current_setting('response.headers', true), ''), nullif(current_setting('response.status', true), ''), NULL, NULL FROM pgrst_source`,
      params: ['[{"movie_id":1,"stars":5}]'],
    });
  });

  test("returns the columns that the representation and its embeds need", () => {
    const { text } = json(
      "PATCH",
      "movies?id=eq.1&select=title,people!writer_id(name)",
      { title: "A" },
      "return=representation",
    );
    expect(text).toContain(
      'WHERE "public"."movies"."id" = $2 RETURNING "public"."movies"."title", "public"."movies"."writer_id", "public"."movies"."id")',
    );
    expect(text).toContain('FROM pgrst_source AS "movies" LEFT JOIN LATERAL');
  });

  test("resolves conflicts by the primary key or by the given columns", () => {
    expect(json("POST", "critiques", [{ id: 1 }], "resolution=merge-duplicates").text).toContain(
      'ON CONFLICT("id") DO UPDATE SET "id" = EXCLUDED."id" WHERE set_config(',
    );
    expect(
      json("POST", "critiques?on_conflict=movie_id", [{ id: 1 }], "resolution=ignore-duplicates").text,
    ).toContain('ON CONFLICT("movie_id") DO NOTHING');
  });

  test("applies defaults to absent columns", () => {
    const { text, params } = json("POST", "critiques?columns=id,stars", [{ id: 1 }], "missing=default");
    expect(text).toContain("jsonb_build_object($2::text, 3) || pgrst_element");
    expect(params).toEqual(['[{"id":1}]', "stars"]);
  });

  test.each([
    ["PATCH", "critiques", 400, "21000", "UPDATE requires a WHERE clause"],
    ["DELETE", "critiques", 400, "21000", "DELETE requires a WHERE clause"],
    [
      "PATCH",
      "critiques?id=eq.1&columns=nope",
      400,
      "PGRST204",
      "Could not find the 'nope' column of 'critiques' in the schema cache",
    ],
    [
      "PUT",
      "critiques?stars=eq.1",
      405,
      "PGRST105",
      "Filters must include all and only primary key columns with 'eq' operators",
    ],
    [
      "PUT",
      "critiques?id=eq.1&limit=1",
      400,
      "PGRST114",
      "limit/offset querystring parameters are not allowed for PUT",
    ],
    ["POST", "critique", 404, "PGRST205", "Could not find the table 'public.critique' in the schema cache"],
    ["POST", "a/b", 404, "PGRST125", "Invalid path specified in request URL"],
    ["TRACE", "critiques", 405, "PGRST117", "Unsupported HTTP method: TRACE"],
    ["DELETE", "rpc/add", 405, "PGRST101", "Cannot use the DELETE method on RPC"],
    [
      "GET",
      "movies?select=id&screenings.room=eq.1",
      400,
      "PGRST108",
      "'screenings' is not an embedded resource in this request",
    ],
    [
      "GET",
      "movies?select=id,screenings(room)&order=screenings(room)",
      400,
      "PGRST118",
      "A related order on 'screenings' is not possible",
    ],
    [
      "GET",
      "movies?select=id,screenings(room)&screenings=eq.1",
      400,
      "PGRST120",
      "Bad operator on the 'screenings' embedded resource",
    ],
    ["GET", "movies?select=count()", 400, "PGRST123", "Use of aggregate functions is not allowed"],
    ["GET", "movies?limit=-1", 416, "PGRST103", "Requested range not satisfiable"],
  ])("%s %s is rejected", (method, address, status, code, message) => {
    const body = address.includes("columns=nope") ? '{"nope":1}' : '{"id":1}';
    expect(catchRestError(() => prepare(address, { method, body }))).toMatchObject({
      status,
      body: { code, message },
    });
  });

  test("rejects unknown preferences with handling=strict", () => {
    expect(catchRestError(() => prepare("movies", { prefer: "handling=strict, foo" }))).toMatchObject({
      body: { code: "PGRST122", details: "Invalid preferences: foo" },
    });
    expect(
      catchRestError(() => prepare("rpc/add?a=1", { prefer: "handling=strict, max-affected=1" })),
    ).toMatchObject({
      body: { code: "PGRST128" },
    });
  });
});

describe("a call", () => {
  test("passes arguments of the URL by name, with the parameter's type", () => {
    expect(main("rpc/add?a=1&b=2")).toMatchObject({
      text: expect.stringContaining(
        '(SELECT "public"."add"("a" := $1::integer, "b" := $2::integer) AS pgrst_scalar) AS pgrst_call',
      ),
      params: ["1", "2"],
    });
    expect(main("rpc/collect?labels=a&labels=b").params).toEqual(['{"a","b"}']);
  });

  test("reads arguments of the body as JSON, once", () => {
    expect(main("rpc/add", { method: "POST", body: '{"a":1}' })).toMatchObject({
      text: expect.stringContaining(
        'FROM (SELECT "a" FROM json_to_record($1) AS pgrst_row("a" integer) LIMIT 1) pgrst_body, LATERAL (SELECT "public"."add"("a" := pgrst_body."a") AS pgrst_scalar) AS pgrst_call',
      ),
      params: ['{"a":1}'],
    });
    expect(main("rpc/ingest", { method: "POST", body: '{"a":1}' }).text).toContain(
      '"public"."ingest"($1::json)',
    );
  });

  test("filters, embeds and orders the returned rows", () => {
    expect(
      main("rpc/top_movies?least=3&select=title,screenings(room)&title=eq.A&order=title").text,
    ).toContain('FROM pgrst_source AS "movies" LEFT JOIN LATERAL');
  });
});
