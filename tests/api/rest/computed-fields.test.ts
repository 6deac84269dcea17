/** Functions of a row, selected as columns and embedded as relationships. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Cinema, openCinema } from "./cinema.ts";

const ROW_FUNCTIONS = `
  create function cinema.label(cinema.movies) returns text language sql stable as $$ select $1.title || ' (' || $1.year || ')' $$;
  create function cinema.label(cinema.people) returns text language sql stable as $$ select upper($1.name) $$;
  create function cinema.crew(cinema.movies) returns setof cinema.people language sql stable as
    'select * from cinema.people where id in ($1.director_id, $1.writer_id) order by id';
  create function cinema.boss(cinema.movies) returns setof cinema.people rows 1 language sql stable as
    'select * from cinema.people where id = $1.director_id';
  create function cinema.newest(cinema.people) returns cinema.movies language sql stable as
    'select * from cinema.movies where director_id = $1.id order by year desc limit 1';
  create function cinema.alike(cinema.movies) returns setof cinema.movies language sql stable as
    'select * from cinema.movies where kind = $1.kind and id <> $1.id order by id';
  create function cinema.screenings(cinema.movies) returns setof cinema.screenings language sql stable as
    $$ select * from cinema.screenings where movie_id = $1.id and room = 'A' $$;
`;

let cinema: Cinema;
beforeAll(async () => {
  cinema = await openCinema({}, ROW_FUNCTIONS);
});
afterAll(() => cinema.close());

const get = async (path: string) => {
  const response = await cinema.call("GET", path);
  expect(response.status, response.text).toBe(200);
  return response.json;
};

describe("a computed field", () => {
  test("is selected by name, and not included in all columns", async () => {
    expect(await get("people?select=id,label&id=eq.1")).toEqual([{ id: 1, label: "AWA" }]);
    expect(await get("people?id=eq.1")).toEqual([{ id: 1, name: "Awa", born: "1950-02-03" }]);
  });

  test("can be filtered and ordered by", async () => {
    expect(await get("people?select=id&label=eq.ISSA")).toEqual([{ id: 2 }]);
    expect(await get("people?select=id&order=label.desc&limit=1")).toEqual([{ id: 3 }]);
    expect(await get("screenings?select=id,movies(label)&movies.label=like.Le*&id=eq.1")).toEqual([
      { id: 1, movies: { label: "Le fleuve (1990)" } },
    ]);
  });

  test("works after a mutation and a call, even beside all columns", async () => {
    const headers = { prefer: "return=representation, tx=rollback" };
    const created = await cinema.call("POST", "people?select=*,label", {
      body: { id: 50, name: "Fanta" },
      headers,
    });
    expect(created.json).toEqual([{ id: 50, name: "Fanta", born: null, label: "FANTA" }]);
    expect(await get("rpc/since?first=2005&select=id,label&label=like.R*")).toEqual([
      { id: 3, label: "Rires (2005)" },
    ]);
    const movie = Object((await cinema.call("GET", "rpc/one_movie?wanted=1&select=*,label")).json);
    expect(movie).toMatchObject({ id: 1, kind: "drama", label: "Le fleuve (1990)" });
  });

  test("that does not exist is the database's error", async () => {
    expect(await cinema.call("GET", "people?select=nope")).toMatchObject({
      status: 400,
      json: { code: "42703", message: "column people.nope does not exist" },
    });
  });
});

describe("a computed relationship", () => {
  test("returns a list, or an object when it is declared so", async () => {
    expect(await get("movies?select=id,crew(name),boss(name)&id=eq.1")).toEqual([
      { id: 1, crew: [{ name: "Awa" }, { name: "Issa" }], boss: { name: "Awa" } },
    ]);
    expect(await get("people?select=name,newest(title,boss(id))&id=lt.3&order=id")).toEqual([
      { name: "Awa", newest: { title: "Le fleuve, suite", boss: { id: 1 } } },
      { name: "Issa", newest: { title: "Rires", boss: { id: 2 } } },
    ]);
  });

  test("accepts filters, order, limit and joins like any other", async () => {
    expect(await get("movies?select=id,crew!inner(name)&crew.name=eq.Nour")).toEqual([
      { id: 3, crew: [{ name: "Nour" }] },
    ]);
    expect(await get("movies?select=id,c:crew(name)&c.order=name.desc&c.limit=1&id=eq.1")).toEqual([
      { id: 1, c: [{ name: "Issa" }] },
    ]);
    expect(await get("movies?select=id,boss()&boss=is.null")).toEqual([{ id: 4 }]);
    expect(
      await get("movies?select=id,...boss(director:name)&order=boss(director).desc.nullslast,id&limit=2"),
    ).toEqual([
      { id: 3, director: "Issa" },
      { id: 1, director: "Awa" },
    ]);
    expect(await get("movies?select=id,alike(id)&id=eq.1")).toEqual([{ id: 1, alike: [{ id: 2 }] }]);
  });

  test("takes precedence over a foreign key to a table of its name", async () => {
    expect(await get("movies?select=id,screenings(id)&id=eq.1")).toEqual([
      { id: 1, screenings: [{ id: 1 }] },
    ]);
  });

  test("works after a mutation and a call", async () => {
    const headers = { prefer: "return=representation, tx=rollback" };
    const changed = await cinema.call("PATCH", "movies?id=eq.1&select=id,crew(name)", {
      body: { director_id: 3 },
      headers,
    });
    expect(changed.json).toEqual([{ id: 1, crew: [{ name: "Issa" }, { name: "Nour" }] }]);
    expect(await get("rpc/since?first=2005&select=id,boss(name)&id=eq.3")).toEqual([
      { id: 3, boss: { name: "Issa" } },
    ]);
  });
});
