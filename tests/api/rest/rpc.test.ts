/** Function calls: their arguments, their results, and the response that they define. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Cinema, openCinema } from "./cinema.ts";

let cinema: Cinema;
beforeAll(async () => {
  cinema = await openCinema(
    {},
    `create function cinema.weigh(bytea) returns int language sql immutable as 'select length($1)';
     create function cinema.root_of(xml) returns text language sql immutable as
       'select (xpath(''name(/*)'', $1))[1]::text';
     create function cinema.control(status text, headers text) returns int language sql as $$
       select set_config('response.status', coalesce(status, ''), true);
       select set_config('response.headers', coalesce(headers, ''), true);
       select 1 $$;
     create function cinema.vague(x text) returns int language sql as 'select 1';
     create function cinema.vague(x int) returns int language sql as 'select 2';`,
  );
});
afterAll(() => cinema.close());

const post = (path: string, body?: unknown, headers: Record<string, string> = {}) =>
  cinema.call("POST", `rpc/${path}`, { body, headers });
const get = (path: string, headers: Record<string, string> = {}) =>
  cinema.call("GET", `rpc/${path}`, { headers });

describe("the result of a function", () => {
  test.each([
    ["a value", "add", { a: 1, b: 2 }, 3],
    ["a value, with a default", "add", { a: 1 }, 11],
    ["values", "labels", {}, ["Eau", "Nuit"]],
    ["a row", "one_movie?select=id,title", { wanted: 3 }, { id: 3, title: "Rires" }],
    ["no row", "one_movie?select=id", { wanted: 99 }, { id: null }],
    [
      "rows of a table",
      "since?select=id,people!director_id(name)&id=lt.4",
      { first: 2000 },
      [{ id: 3, people: { name: "Issa" } }],
    ],
    ["rows of its own", "totals", {}, [{ movies: 4, rooms: 2 }]],
    ["the whole body", "echo", [{ any: "thing" }], [{ any: "thing" }]],
  ])("%s", async (_, path, body, expected) => {
    const response = await post(path, body);
    expect(response).toMatchObject({ status: 200 });
    expect(response.json).toEqual(expected);
  });

  test("values as CSV", async () => {
    expect(await get("labels", { accept: "text/csv" })).toMatchObject({ text: "pgrst_scalar\nEau\nNuit" });
    expect(await get("add?a=1", { accept: "text/csv" })).toMatchObject({ text: "pgrst_scalar\n11" });
  });

  test("nothing", async () => {
    expect(await post("forget")).toMatchObject({ status: 204, text: "" });
    expect(await post("forget?limit=0")).toMatchObject({ status: 204, text: "" });
    expect(await cinema.call("HEAD", "rpc/add?a=1&limit=0")).toMatchObject({ status: 200 });
  });

  test("rows that can be counted, ordered and limited", async () => {
    const response = await get("since?first=1990&select=id&order=id.desc&limit=2&title=like.*e*", {
      prefer: "count=exact",
    });
    expect(response).toMatchObject({ status: 206, json: [{ id: 4 }, { id: 3 }] });
    expect(response.headers.get("content-range")).toBe("0-1/4");
  });

  test("one object", async () => {
    const headers = { accept: "application/vnd.pgrst.object+json" };
    expect((await get("since?first=2010&select=id", headers)).json).toEqual({ id: 4 });
    expect((await get("since?first=1990", headers)).status).toBe(406);
  });
});

describe("arguments", () => {
  test("can be in the query string", async () => {
    expect((await get("add?a=5&b=-2")).json).toBe(3);
    expect((await get("join_all?words=a&words=b")).json).toBe("a+b");
    expect((await get("join_all?words={c,d}")).json).toBe("c+d");
    expect((await post("join_all", { words: ["e", "f"] })).json).toBe("e+f");
  });

  test("can come in a form, each value repeatedly", async () => {
    const form = { "content-type": "application/x-www-form-urlencoded" };
    expect((await post("add", "a=1&b=2", form)).json).toBe(3);
    expect((await post("join_all", "words=a&words=b", form)).json).toBe("a+b");
    expect((await post("join_all", { words: [] })).status).toBe(200);
  });

  test("can be the single unnamed one, of the body's type", async () => {
    expect((await post("weigh", "abc", { "content-type": "application/octet-stream" })).json).toBe(3);
    expect((await post("root_of", "<a><b/></a>", { "content-type": "text/xml" })).json).toBe("a");
    expect(await post("echo", "a,b\n1,2", { "content-type": "text/csv" })).toMatchObject({
      status: 404,
      json: {
        code: "PGRST202",
        message: "Could not find the function cinema.echo(a, b) in the schema cache",
      },
    });
    expect(await post("shout", "{}", { "content-type": "application/octet-stream" })).toMatchObject({
      status: 404,
      json: {
        message: "Could not find the function cinema.shout in the schema cache",
        details:
          "Searched for the function cinema.shout with a single unnamed bytea parameter, but no matches were found in the schema cache.",
      },
    });
  });

  test("that match several functions are rejected with all of them", async () => {
    expect(await post("vague", { x: 1 })).toMatchObject({
      status: 300,
      json: {
        code: "PGRST203",
        message:
          "Could not choose the best candidate function between: cinema.vague(x => integer), cinema.vague(x => text)",
      },
    });
  });

  test("can be a text", async () => {
    expect((await post("shout", "fort", { "content-type": "text/plain" })).json).toBe("FORT");
  });

  test("select the overload", async () => {
    expect((await post("describe", { movie: 1 })).json).toBe("movie");
    expect((await post("describe", { person: 1, short: true })).json).toBe("person");
  });

  test("that match nothing are rejected with a hint", async () => {
    expect(await post("add", { x: 1 })).toMatchObject({
      status: 404,
      json: {
        code: "PGRST202",
        message: "Could not find the function cinema.add(x) in the schema cache",
        hint: "Perhaps you meant to call the function cinema.add(a, b)",
      },
    });
    expect(await post("add", { a: "many" })).toMatchObject({ status: 400, json: { code: "22P02" } });
    expect(await get("shoot")).toMatchObject({ status: 404, json: { code: "PGRST202" } });
  });
});

describe("a function", () => {
  test("called by GET cannot write", async () => {
    expect(await get("writes")).toMatchObject({ status: 405, json: { code: "25006" } });
  });

  test("can set status and headers", async () => {
    const response = await post("teapot");
    expect(response).toMatchObject({ status: 418, json: "short and stout" });
    expect(response.headers.get("x-tea")).toBe("green");
    expect(response.headers.get("cache-control")).toBe("no-store");
  });

  test("can set a header twice, but not an invalid one", async () => {
    const twice = '[{"Set-Cookie": "a=1"}, {"Set-Cookie": "b=2"}]';
    expect((await post("control", { status: null, headers: twice })).headers.getSetCookie()).toEqual([
      "a=1",
      "b=2",
    ]);
    for (const headers of [
      "{}",
      "[1]",
      '[{"A": "x", "B": "y"}]',
      '[{"A": 1}]',
      '[{"Ä b": "x"}]',
      "nonsense",
    ]) {
      expect(await post("control", { status: null, headers })).toMatchObject({
        status: 500,
        json: {
          code: "PGRST111",
          message:
            "response.headers guc must be a JSON array composed of objects with a single key and a string value",
        },
      });
    }
    for (const status of ["teapot", "99", "600", "200.5"]) {
      expect(await post("control", { status, headers: null })).toMatchObject({
        status: 500,
        json: { code: "PGRST112", message: "response.status guc must be a valid status code" },
      });
    }
  });

  test("can raise an error with its own message", async () => {
    expect(await post("refuse", { how: "plain" })).toMatchObject({
      status: 400,
      json: { code: "P0001", message: "Non", details: "d", hint: "h" },
    });
    expect(await post("refuse", { how: "status" })).toMatchObject({
      status: 402,
      json: { code: "PT402", message: "Payez" },
    });
    const shaped = await post("refuse", { how: "shaped" });
    expect(shaped).toMatchObject({
      status: 402,
      json: { code: "123", message: "Payez", details: "d", hint: "h" },
    });
    expect(shaped.headers.get("x-price")).toBe("5");
  });
});
