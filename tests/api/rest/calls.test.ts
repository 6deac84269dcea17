import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Cinema, openCinema } from "./cinema.ts";

let cinema: Cinema;
beforeAll(async () => {
  cinema = await openCinema();
});
afterAll(() => cinema.close());

const post = (path: string, body?: unknown, headers: Record<string, string> = {}) =>
  cinema.call("POST", `rpc/${path}`, { body, headers });
const get = (path: string, headers: Record<string, string> = {}) =>
  cinema.call("GET", `rpc/${path}`, { headers });

describe("what a function returns", () => {
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
    const answer = await post(path, body);
    expect(answer).toMatchObject({ status: 200 });
    expect(answer.json).toEqual(expected);
  });

  test("nothing", async () => {
    expect(await post("forget")).toMatchObject({ status: 204, text: "" });
  });

  test("rows that can be counted, ordered and cut", async () => {
    const answer = await get("since?first=1990&select=id&order=id.desc&limit=2&title=like.*e*", {
      prefer: "count=exact",
    });
    expect(answer).toMatchObject({ status: 206, json: [{ id: 4 }, { id: 3 }] });
    expect(answer.headers.get("content-range")).toBe("0-1/4");
  });

  test("one object", async () => {
    const headers = { accept: "application/vnd.pgrst.object+json" };
    expect((await get("since?first=2010&select=id", headers)).json).toEqual({ id: 4 });
    expect((await get("since?first=1990", headers)).status).toBe(406);
  });
});

describe("arguments", () => {
  test("may stand in the address", async () => {
    expect((await get("add?a=5&b=-2")).json).toBe(3);
    expect((await get("join_all?words=a&words=b")).json).toBe("a+b");
    expect((await get("join_all?words={c,d}")).json).toBe("c+d");
    expect((await post("join_all", { words: ["e", "f"] })).json).toBe("e+f");
  });

  test("may be a text", async () => {
    expect((await post("shout", "fort", { "content-type": "text/plain" })).json).toBe("FORT");
  });

  test("choose the overload", async () => {
    expect((await post("describe", { movie: 1 })).json).toBe("movie");
    expect((await post("describe", { person: 1, short: true })).json).toBe("person");
  });

  test("that fit nothing are refused with a hint", async () => {
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
  test("called by GET may not write", async () => {
    expect(await get("writes")).toMatchObject({ status: 405, json: { code: "25006" } });
  });

  test("may set status and headers", async () => {
    const answer = await post("teapot");
    expect(answer).toMatchObject({ status: 418, json: "short and stout" });
    expect(answer.headers.get("x-tea")).toBe("green");
    expect(answer.headers.get("cache-control")).toBe("no-store");
  });

  test("may refuse in its own words", async () => {
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
