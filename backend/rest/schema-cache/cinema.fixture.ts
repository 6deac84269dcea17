/** A small schema for the unit tests of the stages: movies, people, screenings, genres, critiques. */
import { quoteQualified } from "#backend/core/database/sql-text.ts";
import type { ForeignKeyRow } from "./foreign-keys.ts";
import { deriveRelationships, type ViewOfTable } from "./relationships.ts";
import type { Relation, Routine, SchemaCache } from "./schema-cache.ts";

const TYPES: Record<string, string> = { id: "integer", data: "jsonb", search: "tsvector", stars: "integer" };

function relation(name: string, columns: string[], primaryKey: string[], isView = false): Relation {
  return {
    schema: "public",
    name,
    isView,
    insertable: true,
    updatable: true,
    deletable: true,
    primaryKey,
    columns: new Map(
      columns.map((column) => {
        const type = TYPES[column] ?? "text";
        const value = column === "stars" ? "3" : null;
        return [column, { name: column, type, baseType: type, default: value, representation: null }];
      }),
    ),
  };
}

function foreignKey(constraint: string, from: string, to: string, isUnique = false): ForeignKeyRow {
  const [relationName = "", column = ""] = from.split(".");
  const [foreignName = "", foreignColumn = ""] = to.split(".");
  return {
    constraint,
    schema: "public",
    relation: relationName,
    foreign_schema: "public",
    foreign_relation: foreignName,
    columns: [column],
    foreign_columns: [foreignColumn],
    is_unique: isUnique,
  };
}

const list = [
  relation("movies", ["id", "title", "director_id", "writer_id", "sequel_of", "data", "search"], ["id"]),
  relation("people", ["id", "name"], ["id"]),
  relation("screenings", ["id", "movie_id", "room"], ["id"]),
  relation("genres", ["id", "label"], ["id"]),
  relation("movie_genres", ["movie_id", "genre_id"], ["movie_id", "genre_id"]),
  relation("posters", ["movie_id", "url"], ["movie_id"]),
  relation("critiques", ["id", "movie_id", "stars", "body"], ["id"]),
  relation("movie_titles", ["id", "title", "director"], ["id"], true),
];

const relations = new Map(list.map((item) => [quoteQualified(item), item]));

const movieTitles: ViewOfTable = {
  view: { schema: "public", name: "movie_titles" },
  columns: new Map([
    ["id", ["id"]],
    ["title", ["title"]],
    ["director_id", ["director"]],
  ]),
};

let routineCount = 0;

function routine(name: string, parameters: string[], rest: Partial<Routine> = {}): Routine {
  return {
    oid: ++routineCount,
    schema: "public",
    name,
    parameters: parameters.map((parameter) => {
      const [title = "", type = "integer", optional] = parameter.split(" ");
      return { name: title, type, required: optional === undefined, variadic: type.endsWith("[]") };
    }),
    returns: { set: false, kind: "scalar", type: { schema: "pg_catalog", name: "int4" } },
    volatility: "volatile",
    settings: [],
    ...rest,
  };
}

const routines = [
  routine("add", ["a", "b integer optional"], { volatility: "immutable" }),
  routine("describe", ["movie"]),
  routine("describe", ["person"]),
  routine("vague", ["x integer"]),
  routine("vague", ["x text"]),
  routine("collect", ["labels text[]"]),
  routine("ingest", [" json"]),
  routine("top_movies", ["least"], {
    returns: { set: true, kind: "composite", type: { schema: "public", name: "movies" } },
  }),
];

export const cinema: SchemaCache = {
  relations,
  relationships: deriveRelationships(
    [
      foreignKey("movies_director_fkey", "movies.director_id", "people.id"),
      foreignKey("movies_writer_fkey", "movies.writer_id", "people.id"),
      foreignKey("movies_sequel_fkey", "movies.sequel_of", "movies.id"),
      foreignKey("screenings_movie_fkey", "screenings.movie_id", "movies.id"),
      foreignKey("movie_genres_movie_fkey", "movie_genres.movie_id", "movies.id"),
      foreignKey("movie_genres_genre_fkey", "movie_genres.genre_id", "genres.id"),
      foreignKey("posters_movie_fkey", "posters.movie_id", "movies.id", true),
      foreignKey("critiques_movie_fkey", "critiques.movie_id", "movies.id"),
    ],
    {
      computed: [],
      viewsOf: new Map([['"public"."movies"', [movieTitles]]]),
      relations,
      schemas: ["public"],
    },
  ),
  routines: Map.groupBy(routines, quoteQualified),
  roles: new Map([["anon", []]]),
  timezones: new Set(),
  mediaHandlers: new Map(),
};
