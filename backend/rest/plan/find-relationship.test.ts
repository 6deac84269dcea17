import { describe, expect, test } from "vitest";
import { catchRestError } from "#backend/rest/catch-rest-error.fixture.ts";
import { cinema } from "#backend/rest/schema-cache/cinema.fixture.ts";
import { findRelationship } from "./find-relationship.ts";

function find(origin: string, target: string, hint: string | null = null) {
  const { foreign, cardinality } = findRelationship(cinema, { schema: "public", name: origin }, target, hint);
  return `${cardinality.kind} ${foreign.name}`;
}

describe("the relationship of an embedded resource", () => {
  test.each([
    ["screenings", "movies", null, "many-to-one movies"],
    ["screenings", "screenings_movie_fkey", null, "many-to-one movies"],
    ["screenings", "movie_id", null, "many-to-one movies"],
    ["movies", "screenings", null, "one-to-many screenings"],
    ["movies", "screenings", "movie_id", "one-to-many screenings"],
    ["movies", "people", "movies_writer_fkey", "many-to-one people"],
    ["movies", "people", "writer_id", "many-to-one people"],
    ["movies", "director_id", null, "many-to-one people"],
    ["movies", "posters", null, "one-to-one posters"],
    ["posters", "movies", null, "one-to-one movies"],
    ["movies", "genres", null, "many-to-many genres"],
    ["genres", "movies", "movie_genres", "many-to-many movies"],
    ["movies", "movies", null, "one-to-many movies"],
    ["movies", "sequel_of", null, "many-to-one movies"],
    ["movie_titles", "people", null, "many-to-one people"],
    ["screenings", "movie_titles", null, "many-to-one movie_titles"],
    ["movie_titles", "screenings", null, "one-to-many screenings"],
  ])("from %s to %s by %s", (origin, target, hint, expected) => {
    expect(find(origin, target, hint)).toBe(expected);
  });

  test("is rejected when there is none, with a similar name", () => {
    expect(catchRestError(() => find("movies", "screening"))?.body).toEqual({
      code: "PGRST200",
      message: "Could not find a relationship between 'movies' and 'screening' in the schema cache",
      details:
        "Searched for a foreign key relationship between 'movies' and 'screening' in the schema 'public', but no matches were found.",
      hint: "Perhaps you meant 'screenings' instead of 'screening'.",
    });
    expect(catchRestError(() => find("movies", "people", "nothing"))?.body).toMatchObject({
      details:
        "Searched for a foreign key relationship between 'movies' and 'people' using the hint 'nothing' in the schema 'public', but no matches were found.",
      hint: null,
    });
    expect(catchRestError(() => find("moviez", "people"))?.body).toMatchObject({
      hint: "Perhaps you meant 'movies' instead of 'moviez'.",
    });
  });

  test("is rejected when there are several, listing them", () => {
    expect(catchRestError(() => find("movies", "people"))?.body).toEqual({
      code: "PGRST201",
      message: "Could not embed because more than one relationship was found for 'movies' and 'people'",
      details: [
        {
          cardinality: "many-to-one",
          embedding: "movies with people",
          relationship: "movies_director_fkey using movies(director_id) and people(id)",
        },
        {
          cardinality: "many-to-one",
          embedding: "movies with people",
          relationship: "movies_writer_fkey using movies(writer_id) and people(id)",
        },
      ],
      hint: "Try changing 'people' to one of the following: 'people!movies_director_fkey', 'people!movies_writer_fkey'. Find the desired relationship in the 'details' key.",
    });
  });
});
