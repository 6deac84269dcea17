/** Embedding of related rows: along every kind of relationship, and where it is ambiguous. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Cinema, openCinema } from "./cinema.ts";

let cinema: Cinema;
beforeAll(async () => {
  cinema = await openCinema();
});
afterAll(() => cinema.close());

const get = async (path: string) => (await cinema.call("GET", path)).json;

test.each([
  [
    "parents, and null where there is none",
    "movies?select=id,director:people!director_id(name)&id=in.(1,4)&order=id",
    [
      { id: 1, director: { name: "Awa" } },
      { id: 4, director: null },
    ],
  ],
  [
    "children, and an empty list where there are none",
    "movies?select=id,screenings(room)&id=in.(1,2)&order=id&screenings.order=room.desc",
    [
      { id: 1, screenings: [{ room: "B" }, { room: "A" }] },
      { id: 2, screenings: [] },
    ],
  ],
  [
    "both ways by the one row a key allows",
    "movies?select=posters(url,movies(title))&id=eq.1",
    [{ posters: { url: "/1.jpg", movies: { title: "Le fleuve" } } }],
  ],
  [
    "through a junction",
    "genres?select=label,movies(title)&order=id&movies.order=id",
    [
      { label: "Eau", movies: [{ title: "Le fleuve" }] },
      { label: "Nuit", movies: [{ title: "Le fleuve" }, { title: "Sans personne" }] },
    ],
  ],
  [
    "a table's own children and parent",
    "movies?select=id,next:movies(id),previous:sequel_of(title)&id=in.(1,2)&order=id",
    [
      { id: 1, next: [{ id: 2 }], previous: null },
      { id: 2, next: [], previous: { title: "Le fleuve" } },
    ],
  ],
  [
    "from and to views that show the key columns",
    "movie_cards?select=title,people(name),screenings(room)&movie=eq.3",
    [{ title: "Rires", people: { name: "Issa" }, screenings: [{ room: "A" }] }],
  ],
  [
    "to a view",
    "screenings?select=id,movie_cards(title)&id=eq.3",
    [{ id: 3, movie_cards: { title: "Rires" } }],
  ],
  [
    "only parents with a match",
    "people?select=name,movies!director_id!inner(id)&movies.year=gt.2000",
    [{ name: "Issa", movies: [{ id: 3 }] }],
  ],
  [
    "one level inside another",
    "people?select=movies!director_id(screenings(room))&id=eq.2",
    [{ movies: [{ screenings: [{ room: "A" }] }] }],
  ],
  [
    "with limits and filters of their own",
    "people?select=id,movies!director_id(id)&movies.order=id.desc&movies.limit=1&movies.or=(id.eq.1,id.eq.2)&id=lt.3&order=id",
    [
      { id: 1, movies: [{ id: 2 }] },
      { id: 2, movies: [] },
    ],
  ],
  [
    "as a condition that no match exists",
    "movies?select=id,screenings()&screenings=is.null&order=id",
    [{ id: 2 }, { id: 4 }],
  ],
  [
    "as a condition that a match exists",
    "movies?select=id,screenings()&screenings=not.is.null&order=id",
    [{ id: 1 }, { id: 3 }],
  ],
  [
    "as a condition within a tree",
    "movies?select=id,screenings(),posters()&or=(posters.not.is.null,id.eq.4)&order=id",
    [{ id: 1 }, { id: 4 }],
  ],
  [
    "spread into the parent",
    "screenings?select=id,...movies(title,...people!director_id(by:name))&id=eq.1",
    [{ id: 1, title: "Le fleuve", by: "Awa" }],
  ],
  [
    "spread as lists",
    "movies?select=id,...screenings(rooms:room)&id=in.(1,2)&order=id&screenings.order=room",
    [
      { id: 1, rooms: ["A", "B"] },
      { id: 2, rooms: [] },
    ],
  ],
  [
    "as what a list is ordered by",
    "movies?select=id,people!director_id(name)&order=people(name).desc.nullslast,id.desc&limit=2",
    [
      { id: 3, people: { name: "Issa" } },
      { id: 2, people: { name: "Awa" } },
    ],
  ],
])("embeds %s", async (_, path, expected) => {
  expect(await get(path)).toEqual(expected);
});

test("an ambiguous embedding is rejected with the candidates", async () => {
  expect(await cinema.call("GET", "movies?select=people(name)")).toMatchObject({
    status: 300,
    json: {
      code: "PGRST201",
      hint: expect.stringContaining("'people!movies_director_id_fkey', 'people!movies_writer_id_fkey'"),
    },
  });
  expect(await cinema.call("GET", "movies?select=persons(name)")).toMatchObject({
    status: 400,
    json: { code: "PGRST200" },
  });
});

test("two embeddings of one name need aliases, or are rejected", async () => {
  const movie = (select: string) => cinema.call("GET", `movies?id=eq.1&select=${select}`);
  expect(await movie("people!director_id(name),people!writer_id(name)")).toMatchObject({
    status: 400,
    json: { code: "42712", message: 'table name "movies_people_1" specified more than once' },
  });
  expect(await movie("screenings(movies(posters(url),posters(url)))")).toMatchObject({
    status: 400,
    json: { message: 'table name "movies_posters_3" specified more than once' },
  });
  expect((await movie("people!director_id(name),by:people!writer_id(name)")).status).toBe(200);
});

test("a new relationship is known after a schema reload", async () => {
  const admin = cinema.database.connect("supabase_admin", 1);
  expect((await cinema.call("GET", "people?select=prizes(label)")).status).toBe(400);
  await admin.unsafe(`
    create table cinema.prizes (id int primary key, person_id int references cinema.people, label text);
    grant select on cinema.prizes to anon;
    notify pgrst, 'reload schema'`);
  await expect
    .poll(async () => (await cinema.call("GET", "people?select=prizes(label)&limit=1")).json)
    .toEqual([{ prizes: [] }]);
  await admin.unsafe("alter table cinema.prizes rename to awards");
  await cinema.rest.reloadSchema();
  expect((await cinema.call("GET", "awards")).json).toEqual([]);
});
