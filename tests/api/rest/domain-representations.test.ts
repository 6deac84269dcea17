/** Domain representations: casts from and to json and text define the external format. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Cinema, openCinema } from "./cinema.ts";

/** A length in minutes, with the format 1h35. */
const LENGTHS = `
  create domain cinema.length as int default 90;
  create function cinema.length_to_json(cinema.length) returns json language sql immutable as
    $$ select to_json(($1::int / 60) || 'h' || lpad(($1::int % 60)::text, 2, '0')) $$;
  create function cinema.length_from_text(text) returns cinema.length language sql immutable as
    $$ select (split_part($1, 'h', 1)::int * 60 + split_part($1, 'h', 2)::int)::cinema.length $$;
  create function cinema.length_from_json(json) returns cinema.length language sql immutable as
    $$ select cinema.length_from_text($1 #>> '{}') $$;
  create cast (cinema.length as json) with function cinema.length_to_json(cinema.length) as implicit;
  create cast (text as cinema.length) with function cinema.length_from_text(text) as implicit;
  create cast (json as cinema.length) with function cinema.length_from_json(json) as implicit;
  create table cinema.reels (id int primary key, length cinema.length, movie_id int references cinema.movies);
  insert into cinema.reels values (1, 95, 1), (2, 30, 1), (3, null, 2);
  grant all on cinema.reels to anon, authenticated;
`;

let cinema: Cinema;
beforeAll(async () => {
  cinema = await openCinema({}, LENGTHS);
});
afterAll(() => cinema.close());

const call = async (
  method: string,
  path: string,
  body?: unknown,
  prefer = "return=representation, tx=rollback",
) => {
  const response = await cinema.call(method, path, { body, headers: { prefer } });
  expect(response.status, response.text).toBeLessThan(300);
  return response.json;
};

describe("a domain with a representation", () => {
  test("is formatted by name, under an alias, in all columns and in embedded resources", async () => {
    expect(await call("GET", "reels?select=length,how_long:length&id=eq.1")).toEqual([
      { length: "1h35", how_long: "1h35" },
    ]);
    expect(await call("GET", "reels?order=id")).toEqual([
      { id: 1, length: "1h35", movie_id: 1 },
      { id: 2, length: "0h30", movie_id: 1 },
      { id: 3, length: null, movie_id: 2 },
    ]);
    expect(await call("GET", "movies?select=id,reels(length)&reels.order=id&id=eq.1")).toEqual([
      { id: 1, reels: [{ length: "1h35" }, { length: "0h30" }] },
    ]);
  });

  test("is parsed in filters, alone and in lists", async () => {
    expect(await call("GET", "reels?select=id&length=eq.1h35")).toEqual([{ id: 1 }]);
    expect(await call("GET", "reels?select=id&length=in.(0h30,1h35)&order=id")).toEqual([
      { id: 1 },
      { id: 2 },
    ]);
    expect(await call("GET", "reels?select=id&or=(length.lt.0h40,length.is.null)&order=id")).toEqual([
      { id: 2 },
      { id: 3 },
    ]);
  });

  test("is parsed in bodies, and keeps its default", async () => {
    expect(await call("POST", "reels", { id: 9, length: "2h05" })).toEqual([
      { id: 9, length: "2h05", movie_id: null },
    ]);
    expect(await call("PATCH", "reels?id=eq.1&select=length", { length: "0h01" })).toEqual([
      { length: "0h01" },
    ]);
    expect(
      await call(
        "POST",
        "reels?columns=id,length&select=length",
        [{ id: 8 }],
        "return=representation, missing=default, tx=rollback",
      ),
    ).toEqual([{ length: "1h30" }]);
  });
});
