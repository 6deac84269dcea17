/**
 * Generated requests: combinations of meaningful pieces in every way the grammar allows, and of meaningless
 * ones.
 */
import fc from "fast-check";

type Token = "none" | "user" | "service" | "expired" | "foreign" | "malformed" | "opaque";

export interface GeneratedRequest {
  method: string;
  /** With its query string, encoded. */
  path: string;
  headers: [name: string, value: string][];
  body: string | undefined;
  token: Token;
}

const relation = fc.constantFrom(
  "movies",
  "people",
  "screenings",
  "genres",
  "posters",
  "diary",
  "movie_cards",
);
const column = fc.oneof(
  {
    weight: 16,
    arbitrary: fc.constantFrom("id", "title", "name", "year", "rating", "tags", "facts", "kind"),
  },
  {
    weight: 6,
    arbitrary: fc.constantFrom("seats", "shown", "code", "added_at", "search", "room", "movie_id"),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom("nope", "label", '"q""x"', "*", "tableoid", "ctid", "movies", "count"),
  },
  { weight: 1, arbitrary: fc.string({ maxLength: 3 }) },
);
const jsonPath = fc.constantFrom(
  "",
  "",
  "",
  "",
  "",
  "->len",
  "->>len",
  "->cast->0->>name",
  "->-1",
  "->>",
  '->"a b"',
);
const field = fc.tuple(column, jsonPath).map(([name, path]) => name + path);

const operator = fc.constantFrom(
  ...["eq", "neq", "gt", "gte", "lt", "lte", "like", "ilike", "match", "imatch", "in", "is", "isdistinct"],
  ...[
    "cs",
    "cd",
    "ov",
    "sl",
    "sr",
    "nxr",
    "nxl",
    "adj",
    "fts",
    "plfts",
    "phfts",
    "wfts(french)",
    "fts(nope)",
  ],
  ...[
    "eq(any)",
    "like(all)",
    "ilike(any)",
    "gt(all)",
    "match(any)",
    "not.eq",
    "not.in",
    "not.is",
    "not.not.eq",
    "xx",
  ],
);
const value = fc.oneof(
  fc.constantFrom(
    "1",
    "-3",
    "1.5",
    "NaN",
    "infinity",
    "9".repeat(30),
    "1e400",
    "true",
    "null",
    "not_null",
    "drama",
  ),
  fc.constantFrom(
    "(1,2)",
    "()",
    '("a,b",c)',
    "{1,2}",
    "{",
    "{a,{b}}",
    "[1,5)",
    "[",
    "empty",
    '{"a":1}',
    "[1]",
  ),
  fc.constantFrom(
    "*",
    "%",
    "\\",
    "'",
    '"',
    "''; select 1 --",
    "(",
    "a & !b",
    "a | | b",
    "é€😀",
    "\u0000",
    "\ud800",
  ),
  fc.constantFrom("2024-01-01", "2024-13-45", "11111111-1111-1111-1111-111111111111", "x".repeat(300), ""),
  fc.string({ maxLength: 12 }),
);
const operation = fc.tuple(operator, value).map(([op, text]) => `${op}.${text}`);

const embed = fc.constantFrom(
  ...[
    "screenings",
    "people",
    "people!director_id",
    "movies",
    "genres",
    "posters",
    "director_id",
    "sequel_of",
  ],
  ...["p:people!writer_id", "movies!inner", "screenings!left", "movies!director_id!inner", "nope", "a!b!c"],
);

const { select, logic } = fc.letrec<{ select: string; logic: string; member: string }>((tie) => ({
  select: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    fc.array(field, { maxLength: 3 }).map((fields) => fields.join(",")),
    fc
      .tuple(field, fc.constantFrom("text", "int", "nope", "json", "date"), fc.boolean())
      .map(([name, type, alias]) => `${alias ? "a:" : ""}${name}::${type}`),
    fc
      .tuple(field, fc.constantFrom("count", "sum", "max", "avg", "min", "mode"))
      .map(([name, aggregate]) => `${name}.${aggregate}()`),
    fc.constantFrom("*", "count()", "n:count()::text", "", ",", "(", "id)"),
    fc
      .tuple(embed, tie("select"), fc.boolean(), tie("select"))
      .map(([target, inner, spread, rest]) => `${spread ? "..." : ""}${target}(${inner}),${rest}`),
  ),
  logic: fc
    .tuple(fc.array(tie("member"), { maxLength: 3 }), fc.constantFrom("and", "or", "not.and"))
    .map(([members, name]) => `${name}(${members.join(",")})`),
  member: fc.oneof(
    { depthSize: "small" },
    fc.tuple(field, operation).map(([name, text]) => `${name}.${text}`),
    fc.constantFrom("screenings.is.null", "people.not.is.null", "id.in.(1,2", ""),
    tie("logic"),
  ),
}));

const path = fc.oneof(
  { weight: 9, arbitrary: fc.constant("") },
  { weight: 1, arbitrary: fc.constantFrom("screenings.", "people.", "p.", "genres.movies.", "nope.") },
);
const order = fc
  .array(fc.tuple(field, fc.constantFrom("", ".asc", ".desc.nullslast", ".nullsfirst", ".up", "(id).desc")), {
    maxLength: 3,
  })
  .map((terms) => terms.map(([name, way]) => name + way).join(","));
const number = fc.oneof(
  fc.integer({ min: -2, max: 9 }).map(String),
  fc.constantFrom("9".repeat(19), "x", "1e3", ""),
);

/** The real columns and relationships of a movie: with these, requests reach the database. */
const sound = fc.constantFrom<[string, string][]>(
  ["id", "gt.1"],
  ["title", "ilike.*e*"],
  ["year", "not.in.(1990,2005)"],
  ["facts->>len", "eq.95"],
  ["tags", "ov.{eau,nuit}"],
  ["seats", "adj.[91,99]"],
  ["title", "wfts(french).fleuve"],
  ["kind", "isdistinct.drama"],
  ["or", "(id.eq.1,and(title.is.null,not.or(year.gt.2000,shown.is.true)))"],
  ["select", "id,title,screenings(room),genres(label),people!director_id(name)"],
  ["select", "kind,count(),year.max()::text"],
  ["select", "id,...people!director_id(name),...screenings(room)"],
  ["select", "id,screenings!inner(movies(posters(url)))"],
  ["select", "screenings(),people!director_id(name)"],
  ["select", "facts->cast->0,a:facts->>len::int"],
  ["screenings", "not.is.null"],
  ["screenings.room", "eq.A"],
  ["screenings.order", "room.desc"],
  ["screenings.limit", "1"],
  ["order", "people(name).desc,id"],
  ["order", "facts->len.nullsfirst,title.desc"],
  ["limit", "2"],
  ["offset", "3"],
  ["columns", "id,title"],
  ["on_conflict", "id"],
  ["id", "eq.1"],
);

const parameter: fc.Arbitrary<[string, string]> = fc.oneof(
  { weight: 30, arbitrary: sound },
  {
    weight: 6,
    arbitrary: fc.tuple(
      fc.tuple(path, field).map(([before, name]) => before + name),
      operation,
    ),
  },
  { weight: 5, arbitrary: fc.tuple(fc.constant("select"), select) },
  {
    weight: 3,
    arbitrary: fc.tuple(
      path.map((before) => `${before}order`),
      order,
    ),
  },
  {
    weight: 3,
    arbitrary: fc.tuple(
      fc
        .tuple(path, fc.constantFrom("and", "or", "not.and", "not.or"))
        .map(([before, name]) => before + name),
      logic.map((text) => text.slice(text.indexOf("("))),
    ),
  },
  {
    weight: 2,
    arbitrary: fc.tuple(
      path.map((before) => `${before}limit`),
      number,
    ),
  },
  {
    weight: 1,
    arbitrary: fc.tuple(
      path.map((before) => `${before}offset`),
      number,
    ),
  },
  {
    weight: 1,
    arbitrary: fc.tuple(
      fc.constantFrom("columns", "on_conflict"),
      fc.array(column, { maxLength: 3 }).map(String),
    ),
  },
  {
    weight: 2,
    arbitrary: fc.tuple(fc.constantFrom("a", "b", "first", "wanted", "words", "movie", "person"), value),
  },
  { weight: 1, arbitrary: fc.tuple(fc.string({ maxLength: 6 }), fc.string({ maxLength: 6 })) },
);

/** An unpaired surrogate cannot be encoded in a URL. */
const encoded = (text: string) => encodeURIComponent(text.toWellFormed());
const query = fc.oneof(
  {
    weight: 12,
    arbitrary: fc
      .array(parameter, { maxLength: 4 })
      .map((pairs) => pairs.map(([name, text]) => `${encoded(name)}=${encoded(text)}`).join("&")),
  },
  {
    weight: 1,
    arbitrary: fc.stringMatching(/^[a-z=&%.(),!:*+{}'"<>-]{0,30}$/).map((text) => text.replace(/%/g, "%25")),
  },
);

const routine = fc.constantFrom(
  "add",
  "since",
  "one_movie",
  "labels",
  "totals",
  "echo",
  "shout",
  "join_all",
  "describe",
);
const target = fc.oneof(
  { weight: 8, arbitrary: relation },
  { weight: 4, arbitrary: routine.map((name) => `rpc/${name}`) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      "",
      "rpc",
      "rpc/",
      "rpc/nope",
      "movies/1",
      "pg_class",
      "%00",
      "rpc/refuse?how=x",
    ),
  },
  { weight: 1, arbitrary: fc.string({ maxLength: 6 }).map(encoded) },
);

const preference = fc.constantFrom(
  ...["return=representation", "return=minimal", "return=headers-only", "resolution=merge-duplicates"],
  ...["resolution=ignore-duplicates", "missing=default", "missing=null", "count=exact", "count=planned"],
  ...["count=estimated", "tx=rollback", "tx=commit", "handling=strict", "handling=lenient", "max-affected=1"],
  ...[
    "max-affected=0",
    "timezone=Africa/Ouagadougou",
    "timezone=Mars/Olympus",
    "params=single-object",
    "x",
    "=,=",
  ],
);
const accept = fc.constantFrom(
  ...[
    "application/json",
    "*/*",
    "text/csv",
    "application/vnd.pgrst.object+json",
    "application/geo+json",
    "image/png",
  ],
  ...["application/vnd.pgrst.array+json;nulls=stripped", "application/vnd.pgrst.object+json;nulls=stripped"],
  ...[
    "application/vnd.pgrst.plan+json",
    'application/vnd.pgrst.plan; for="text/csv"; options=analyze|verbose',
  ],
  ...["application/openapi+json", "text/html;q=0.9, */*;q=0.1", ";;;", 'a/b; c="'],
);
const header: fc.Arbitrary<[string, string]> = fc.oneof(
  fc.tuple(
    fc.constant("prefer"),
    fc.array(preference, { maxLength: 4 }).map((list) => list.join(", ")),
  ),
  fc.tuple(fc.constant("accept"), accept),
  fc.tuple(fc.constant("range"), fc.constantFrom("0-1", "1-", "5-2", "-1", "items=0-1", "9".repeat(20))),
  fc.tuple(
    fc.constantFrom("accept-profile", "content-profile"),
    fc.constantFrom("cinema", "cinema", "cinema", "archive", "pg_catalog", "vault_of_secrets", '"'),
  ),
  fc.tuple(fc.constant("x-anything"), fc.stringMatching(/^[ -~]{0,20}$/)),
);

const member = fc.tuple(
  fc.constantFrom(
    "id",
    "title",
    "name",
    "year",
    "tags",
    "facts",
    "kind",
    "owner",
    "entry",
    "a",
    "b",
    "first",
    "nope",
  ),
  fc.oneof(fc.jsonValue({ maxDepth: 2 }), value),
);
const object = fc.array(member, { maxLength: 4 }).map((pairs) => Object.fromEntries(pairs));
const content: fc.Arbitrary<[type: string, body: string]> = fc.oneof(
  { weight: 6, arbitrary: object.map((one): [string, string] => ["application/json", JSON.stringify(one)]) },
  {
    weight: 3,
    arbitrary: fc
      .tuple(object, fc.integer({ min: 0, max: 3 }))
      .map(([one, times]): [string, string] => ["application/json", JSON.stringify(Array(times).fill(one))]),
  },
  {
    weight: 2,
    arbitrary: fc.jsonValue().map((any): [string, string] => ["application/json", JSON.stringify(any)]),
  },
  {
    weight: 2,
    arbitrary: fc.tuple(
      fc.constant("text/csv"),
      fc.constantFrom("id,name\n1,x", 'a,"b\n', "id\nNULL\n", ",\n,", ""),
    ),
  },
  {
    weight: 2,
    arbitrary: fc.tuple(
      fc.constant("application/x-www-form-urlencoded"),
      fc.constantFrom("a=1&b=2", "words=x&words=y", "%", "="),
    ),
  },
  {
    weight: 2,
    arbitrary: fc.tuple(
      fc.constantFrom(
        "text/plain",
        "text/xml",
        "application/octet-stream",
        "application/json",
        "x/y",
        "multipart/form-data",
      ),
      fc.string({ maxLength: 20 }),
    ),
  },
);

export const generatedRequest: fc.Arbitrary<GeneratedRequest> = fc
  .record({
    method: fc.constantFrom(
      ...["GET", "GET", "GET", "HEAD", "POST", "POST", "PATCH", "PATCH", "PUT", "DELETE", "OPTIONS", "PURGE"],
    ),
    target,
    query,
    headers: fc.array(header, { maxLength: 3 }),
    content,
    token: fc.oneof(
      { weight: 8, arbitrary: fc.constantFrom<Token[]>("none", "user", "service") },
      { weight: 1, arbitrary: fc.constantFrom<Token[]>("expired", "foreign", "malformed", "opaque") },
    ),
  })
  .map(({ method, target: place, query: text, headers, content: [type, body], token }) => {
    const hasBody = method !== "GET" && method !== "HEAD" && method !== "OPTIONS";
    return {
      method,
      path: text === "" ? place : `${place}${place.includes("?") ? "&" : "?"}${text}`,
      headers: hasBody ? [...headers, ["content-type", type]] : headers,
      body: hasBody ? body : undefined,
      token,
    };
  });
