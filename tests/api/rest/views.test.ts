/** Views inherit the keys of their tables, and with them relationships, upserts and locations of new rows. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Cinema, openCinema } from "./cinema.ts";

const VIEWS = `
  create view cinema.films with (security_invoker = on) as select id, title as name, director_id, kind from cinema.movies;
  create view cinema.again with (security_invoker = on) as select name as label, id as film, director_id from cinema.films;
  create view cinema.pairs with (security_invoker = on) as
    select m.id as movie_id, g.id as genre_id from cinema.movies m cross join cinema.genres g;
  create function cinema.keep_pair() returns trigger language plpgsql as $$ begin
    insert into cinema.movie_genres values (new.movie_id, new.genre_id); return new; end $$;
  create trigger keep_pair instead of insert on cinema.pairs for each row execute function cinema.keep_pair();
  create view cinema.loop as select 1 as id;
  create or replace view cinema.loop as select l.id from cinema.loop l;
  create table vault_of_secrets.casting (movie_id int references cinema.movies, person_id int references cinema.people,
    primary key (movie_id, person_id));
  create table cinema.halls (id int primary key);
  create table cinema.staff (id int primary key, name text);
  create table vault_of_secrets.shifts (hall_id int references cinema.halls, staff_id int references cinema.staff,
    primary key (hall_id, staff_id));
  insert into cinema.halls values (1);
  insert into cinema.staff values (1, 'Ali');
  insert into vault_of_secrets.shifts values (1, 1);
  create view cinema.shifts as select * from vault_of_secrets.shifts;
  grant all on all tables in schema cinema to anon;
`;

let cinema: Cinema;
beforeAll(async () => {
  cinema = await openCinema({}, VIEWS);
});
afterAll(() => cinema.close());

const get = async (path: string) => {
  const response = await cinema.call("GET", path);
  expect(response.status, response.text).toBe(200);
  return response.json;
};

describe("a view", () => {
  test("is embedded by the keys of its table, through other views and on both sides", async () => {
    expect(await get("films?select=name,people(name)&id=eq.3")).toEqual([
      { name: "Rires", people: { name: "Issa" } },
    ]);
    expect(await get("again?select=label,people(name),screenings(room)&film=eq.3")).toEqual([
      { label: "Rires", people: { name: "Issa" }, screenings: [{ room: "A" }] },
    ]);
    expect(await get("people?select=name,films(name)&id=eq.2")).toEqual([
      { name: "Issa", films: [{ name: "Rires" }] },
    ]);
    expect(await get("films?select=name,genres(label)&id=eq.4")).toEqual([
      { name: "Sans personne", genres: [{ label: "Nuit" }] },
    ]);
  });

  test("is upserted into and PUT by its key", async () => {
    const headers = { prefer: "resolution=merge-duplicates, return=representation, tx=rollback" };
    const merged = await cinema.call("POST", "films?select=id,name", {
      body: { id: 3, name: "Pleurs" },
      headers,
    });
    expect(merged).toMatchObject({ status: 200, json: [{ id: 3, name: "Pleurs" }] });
    const put = await cinema.call("PUT", "films?id=eq.3", { body: { id: 3, name: "Cris" }, headers });
    expect(put).toMatchObject({ status: 200, json: [{ id: 3, name: "Cris" }] });
  });

  test("of two tables has the keys of both, also in the location of a new row", async () => {
    const headers = { prefer: "return=headers-only, tx=rollback" };
    const created = await cinema.call("POST", "pairs", { body: { movie_id: 3, genre_id: 2 }, headers });
    expect(created.status, created.text).toBe(201);
    expect(new URLSearchParams(created.headers.get("location")?.split("?")[1]).toString()).toBe(
      new URLSearchParams({ movie_id: "eq.3", genre_id: "eq.2" }).toString(),
    );
  });

  test("that reads itself does not stop the service", async () => {
    expect((await cinema.call("GET", "loop")).json).toMatchObject({ code: "42P17" });
  });
});

describe("a junction", () => {
  test("joins when it is exposed, directly or by a view", async () => {
    expect(await get("halls?select=id,staff(name)")).toEqual([{ id: 1, staff: [{ name: "Ali" }] }]);
    expect(await cinema.call("GET", "movies?select=id,casting(person_id)")).toMatchObject({
      status: 400,
      json: { code: "PGRST200" },
    });
    expect(await cinema.call("GET", "people?select=name,m:movies!casting(id)")).toMatchObject({
      json: { code: "PGRST200" },
    });
  });
});

describe("an ambiguous embedding", () => {
  test("lists its candidates, and a hint selects one", async () => {
    const response = await cinema.call("GET", "people?select=films(id)");
    expect(response.status).toBe(200);
    expect(await cinema.call("GET", "people?select=movies(id)")).toMatchObject({
      status: 300,
      json: {
        code: "PGRST201",
        message: "Could not embed because more than one relationship was found for 'people' and 'movies'",
        details: [
          {
            cardinality: "one-to-many",
            embedding: "people with movies",
            relationship: "movies_director_id_fkey using people(id) and movies(director_id)",
          },
          {
            cardinality: "one-to-many",
            embedding: "people with movies",
            relationship: "movies_writer_id_fkey using people(id) and movies(writer_id)",
          },
        ],
        hint: "Try changing 'movies' to one of the following: 'movies!movies_director_id_fkey', 'movies!movies_writer_id_fkey'. Find the desired relationship in the 'details' key.",
      },
    });
    expect(await get("people?select=movies!writer_id(id)&id=eq.2")).toEqual([{ movies: [{ id: 1 }] }]);
  });
});
