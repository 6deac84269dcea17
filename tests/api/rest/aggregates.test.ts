/** Aggregates, and resources whose columns are spread into their parent. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Cinema, openCinema } from "./cinema.ts";

let cinema: Cinema;
beforeAll(async () => {
  cinema = await openCinema({ aggregates: true });
});
afterAll(() => cinema.close());

const get = async (path: string) => {
  const response = await cinema.call("GET", path);
  expect(response.status, response.text).toBe(200);
  return response.json;
};

describe("aggregates", () => {
  test("are rejected where they are disabled, also in nested resources", async () => {
    const plain = await openCinema();
    try {
      for (const select of ["count()", "people!director_id(id.max())", "...people!director_id(count())"]) {
        expect(await plain.call("GET", `movies?select=${select}`)).toMatchObject({
          status: 400,
          json: { code: "PGRST123", message: "Use of aggregate functions is not allowed" },
        });
      }
    } finally {
      await plain.close();
    }
  });

  test("apply to all rows, or to those of each group", async () => {
    expect(await get("movies?select=count(),year.sum(),rating.avg(),first:year.min(),id.max()")).toEqual([
      { count: 4, sum: 8000, avg: 7.233333333333333, first: 1990, max: 4 },
    ]);
    expect(await get("movies?select=kind,count()&order=kind.asc.nullslast")).toEqual([
      { kind: "drama", count: 2 },
      { kind: "comedy", count: 1 },
      { kind: null, count: 1 },
    ]);
    expect(await get("movies?select=kind,rated:rating.count()&kind=is.null")).toEqual([
      { kind: null, rated: 0 },
    ]);
  });

  test("can be cast before and after, and applied to values in JSON", async () => {
    expect(await get("movies?select=total:rating.sum()::text,count()::text")).toEqual([
      { total: "21.7", count: "4" },
    ]);
    expect(await get("movies?select=facts->>len::int.max()&id=lt.3")).toEqual([{ max: 101 }]);
    expect(await cinema.call("GET", "movies?select=title.sum()")).toMatchObject({
      status: 404,
      json: { code: "42883" },
    });
  });

  test("apply to each parent in an embedded resource", async () => {
    expect(await get("people?select=name,movies!director_id(count(),year.max())&order=id")).toEqual([
      { name: "Awa", movies: [{ count: 2, max: 1995 }] },
      { name: "Issa", movies: [{ count: 1, max: 2005 }] },
      { name: "Nour", movies: [{ count: 0, max: null }] },
    ]);
    expect(
      await get("movies?select=people!director_id(name),count()&director_id=not.is.null&order=count.desc"),
    ).toMatchObject({ length: 2 });
  });

  test("move out of a spread resource into its parent", async () => {
    expect(await get("screenings?select=room,...movies(year.sum(),films:count())&order=room")).toEqual([
      { room: "A", sum: 3995, films: 2 },
      { room: "B", sum: 1990, films: 1 },
    ]);
    expect(await get("screenings?select=...movies(...people!director_id(name,count()))")).toMatchObject({
      length: 2,
    });
    expect(
      await get("screenings?select=room,...movies(people!director_id(name),year.max())&room=eq.B"),
    ).toEqual([{ room: "B", people: { name: "Awa" }, max: 1990 }]);
  });

  test("are not applied to lists that are spread", async () => {
    expect(await cinema.call("GET", "movies?select=id,...screenings(count())")).toMatchObject({
      status: 400,
      json: {
        code: "PGRST127",
        message: "Feature not implemented",
        details: "Aggregates are not implemented for one-to-many or many-to-many spreads.",
      },
    });
  });
});

describe("a spread resource", () => {
  test("puts its columns into the parent, through several levels", async () => {
    expect(
      await get("screenings?select=id,...movies(film:title,...people!director_id(director:name))&id=eq.3"),
    ).toEqual([{ id: 3, film: "Rires", director: "Issa" }]);
    expect(await get("screenings?select=id,...movies(people!director_id(name))&id=eq.3")).toEqual([
      { id: 3, people: { name: "Issa" } },
    ]);
    expect(await get("movies?select=id,...people!director_id(*)&id=eq.4")).toEqual([
      { id: null, name: null, born: null },
    ]);
  });

  test("of many rows gives lists in one order, empty ones where there are none", async () => {
    expect(
      await get(
        "movies?select=id,...screenings(seance:id,rooms:room)&screenings.order=room.desc&order=id&id=lt.3",
      ),
    ).toEqual([
      { id: 1, seance: [2, 1], rooms: ["B", "A"] },
      { id: 2, seance: [], rooms: [] },
    ]);
    expect(
      await get("movies?select=id,...screenings(room)&screenings.order=room.desc&screenings.limit=1&id=eq.1"),
    ).toEqual([{ id: 1, room: ["B"] }]);
    expect(await get("movies?select=id,...genres(label)&genres.order=label&id=eq.1")).toEqual([
      { id: 1, label: ["Eau", "Nuit"] },
    ]);
    expect(await get("movies?select=id,...screenings!inner(room)&screenings.room=eq.B")).toEqual([
      { id: 1, room: ["B"] },
    ]);
    expect(await get("people?select=name,...movies!director_id(title,...screenings(room))&id=eq.2")).toEqual([
      { name: "Issa", title: ["Rires"], room: [["A"]] },
    ]);
  });

  test("can be filtered by existence", async () => {
    expect(await get("movies?select=id,...screenings()&screenings=is.null&order=id")).toEqual([
      { id: 2 },
      { id: 4 },
    ]);
  });
});
