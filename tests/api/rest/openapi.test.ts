/** The OpenAPI description of the schema at the root. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Cinema, openCinema } from "./cinema.ts";

const COMMENTS = `
  comment on schema cinema is E'Cinema\\n\\nAll that is shown.';
  comment on table cinema.movies is E'Films\\nOne row each.';
  comment on column cinema.movies.title is 'As on the poster';
  comment on function cinema.add(int, int) is 'Adds up';
  create function cinema.of_kind(wanted cinema.kind) returns setof cinema.movies language sql stable as
    'select * from cinema.movies where kind = wanted';
  create table cinema.backstage (id int primary key, code varchar(8));
  create function cinema.hidden() returns int language sql as 'select 1';
  revoke all on function cinema.hidden() from public;
`;

let cinema: Cinema;
beforeAll(async () => {
  cinema = await openCinema({}, COMMENTS);
});
afterAll(() => cinema.close());

const document = async (given: Cinema = cinema, headers?: Record<string, string>) => {
  const response = await given.call("GET", "", { headers });
  expect(response.status, response.text).toBe(200);
  expect(response.headers.get("content-type")).toBe("application/openapi+json; charset=utf-8");
  return Object(response.json);
};

test("lists the service, its URL and every relation and function that the caller may use", async () => {
  const { info, host, basePath, schemes, swagger, paths } = await document();
  expect({ info, host, basePath, schemes, swagger }).toEqual({
    swagger: "2.0",
    info: { title: "Cinema", description: "All that is shown.", version: "14.12" },
    host: "cinema.test:80",
    basePath: "/rest/v1/",
    schemes: ["http"],
  });
  const names = Object.keys(paths);
  expect(names).toEqual(expect.arrayContaining(["/", "/movies", "/movie_cards", "/rpc/add", "/rpc/forget"]));
  expect(names).not.toContain("/backstage");
  expect(names).not.toContain("/rpc/hidden");
  expect(Object.keys(paths["/rpc/forget"])).toEqual(["post"]);
  expect(Object.keys(paths["/rpc/add"])).toEqual(["get", "post"]);
});

test("describes columns with types, keys, limits and comments", async () => {
  const { definitions, parameters, paths } = await document();
  expect(definitions.movies.description).toBe("Films\nOne row each.");
  expect(definitions.movies.required).toEqual(["id", "title", "year", "tags", "added_at"]);
  expect(definitions.movies.properties).toMatchObject({
    id: { description: "Note:\nThis is a Primary Key.<pk/>", type: "integer", format: "int32" },
    title: { description: "As on the poster", type: "string", format: "text" },
    year: { default: 2000, type: "integer" },
    director_id: {
      description: "Note:\nThis is a Foreign Key to `people.id`.<fk table='people' column='id'/>",
    },
    tags: { type: "array", items: { type: "string" }, format: "text[]" },
    facts: { format: "jsonb" },
    kind: { enum: ["drama", "comedy"], format: "cinema.kind" },
  });
  expect(parameters["rowFilter.movies.title"]).toEqual({
    in: "query",
    name: "title",
    description: "As on the poster",
    required: false,
    type: "string",
  });
  expect(paths["/movies"].get).toMatchObject({ summary: "Films", description: "One row each." });
  expect(paths["/rpc/of_kind"].get.parameters).toEqual([
    { in: "query", name: "wanted", required: true, type: "string", format: "kind" },
  ]);
  expect(paths["/rpc/add"].get).toMatchObject({
    summary: "Adds up",
    parameters: [
      { in: "query", name: "a", required: true, type: "integer", format: "int32" },
      { in: "query", name: "b", required: false },
    ],
  });
});

test("can list everything, describe another schema, include security, or be disabled", async () => {
  const all = await openCinema(
    {
      openapiMode: "ignore-privileges",
      openapiSecurity: true,
      openapiServerUrl: "https://api.example.com/v1",
    },
    COMMENTS,
  );
  try {
    const { definitions, paths, host, basePath, schemes, security } = await document(all);
    expect(definitions.backstage.properties.code).toMatchObject({
      maxLength: 8,
      format: "character varying",
    });
    expect(paths["/rpc/hidden"]).toBeDefined();
    expect({ host, basePath, schemes, security }).toEqual({
      host: "api.example.com:443",
      basePath: "/v1",
      schemes: ["https"],
      security: [{ JWT: [] }],
    });
    expect(Object.keys((await document(all, { "accept-profile": "archive" })).definitions)).toEqual([
      "boxes",
    ]);
    expect(await all.call("HEAD", "")).toMatchObject({ status: 200, text: "" });
    expect(await all.call("GET", "", { headers: { accept: "text/csv" } })).toMatchObject({ status: 406 });
    expect((await all.call("OPTIONS", "")).headers.get("allow")).toBe("OPTIONS,GET,HEAD");
    expect(await all.call("POST", "", { body: {} })).toMatchObject({
      status: 405,
      json: { code: "PGRST117" },
    });
  } finally {
    await all.close();
  }
  const closed = await openCinema({ openapiMode: "disabled" });
  try {
    expect(await closed.call("GET", "")).toMatchObject({
      status: 404,
      json: { code: "PGRST126", message: "Root endpoint metadata is disabled" },
    });
  } finally {
    await closed.close();
  }
});

test("can be replaced by a function", async () => {
  const own = await openCinema({ rootSpec: "totals" });
  try {
    expect((await own.call("GET", "")).json).toEqual([{ movies: 4, rooms: 2 }]);
  } finally {
    await own.close();
  }
});
