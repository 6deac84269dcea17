/**
 * Arbitraries for malformed requests (texts, JSON and bodies that are wrong in every known way), and the
 * assertions that hold for every response to them.
 */
import fc from "fast-check";
import type { Hono } from "hono";
import { expect } from "vitest";
import { shortOrLong } from "./short-or-long.ts";

const CONCURRENCY = 8;
const RUNS_PER_ROUND = 400;

/** The number of requests in the long form of the tests. */
const LONG_RUNS = 20_000;

/**
 * Sends generated requests, several at a time, and rejects with the smallest that gets a wrong response.
 * `shortRuns` is their number in the short form, `longRuns` in the long one; the same `seed` generates the same
 * requests. `prepare` runs again for each round, because the requests delete their own data.
 */
export async function fuzzRequests<T>(
  shortRuns: number,
  prepare: () => Promise<fc.Arbitrary<T>>,
  send: (request: T) => Promise<void>,
  { longRuns = LONG_RUNS, seed }: { longRuns?: number; seed?: number } = {},
): Promise<void> {
  for (let left = shortOrLong(shortRuns, longRuns); left > 0; left -= RUNS_PER_ROUND) {
    const property = fc.asyncProperty(await prepare(), send);
    const numRuns = Math.ceil(Math.min(left, RUNS_PER_ROUND) / CONCURRENCY);
    await Promise.all(
      Array.from({ length: CONCURRENCY }, (_, i) =>
        fc.assert(property, {
          numRuns,
          includeErrorInReport: true,
          ...(seed !== undefined && { seed: seed + left * CONCURRENCY + i }),
        }),
      ),
    );
  }
}

/** SQL statements, names that only the backend's statements contain, and positions in the sources. */
export const LEAKED_INTERNALS =
  /pgrst_|json_agg|row_to_json|LATERAL|set_config|SELECT .* FROM|insert into |violates (check|foreign|not-null)|syntax error|node_modules|PostgresError|RangeError|TypeError|\.ts:\d|\n\s+at /;

/** What no response of REST contains, which passes on the messages of the database, as PostgREST does. */
export const LEAKED_STATEMENTS =
  /pgrst_|json_agg|row_to_json|LATERAL|set_config|SELECT .* FROM|node_modules|PostgresError|RangeError|TypeError|\.ts:\d|\n\s+at /;

/** Every response is without server errors, without internals, and without a cookie that would sign in. */
export function expectSafeResponse(
  { status, headers }: Response,
  text: string,
  request: unknown,
  internals = LEAKED_INTERNALS,
): void {
  const label = JSON.stringify([request, status, text.slice(0, 500)]).slice(0, 3000);
  expect(status, label).toBeLessThan(500);
  if (status >= 400) expect(text, label).not.toMatch(internals);
  expect(headers.has("set-cookie"), label).toBe(false);
  expect(headers.has("access-control-allow-credentials"), label).toBe(false);
}

/** As long as the limit of a header or a form field, and longer. */
const longText = fc.constantFrom("x".repeat(300), "é".repeat(2000), "9".repeat(400), "a/".repeat(600));

/** Text that some layer could interpret as something else. */
export const text = fc.oneof(
  { weight: 4, arbitrary: fc.string({ unit: "binary", maxLength: 20 }) },
  {
    weight: 8,
    arbitrary: fc.constantFrom(
      ...["", " ", "\u0000", "a\u0000b", "\ud800", "\udfff\ud800", "\u202e", "\ufeff", "é€😀", "\r\nx: y"],
      ...["null", "true", "0", "-1", "1e400", "NaN", "infinity", "9".repeat(19), "2026-02-30", "now", "1"],
      ...["' or 1=1 --", "$1", "%s", "{{x}}", "<script>alert(1)</script>", "*", "%", "_", "\\", '"'],
      ...[
        "..",
        "../..",
        "%2e%2e%2f",
        "%00",
        "%zz",
        "%C3",
        "//evil.example",
        "a?b#c",
        "__proto__",
        "constructor",
      ],
      ...["11111111-1111-1111-1111-111111111111", "a.b.c", "[object Object]"],
    ),
  },
  { weight: 1, arbitrary: longText },
);

/** Text that a header can contain: bytes without line breaks. */
export const headerText = fc.oneof(
  text.map((value) => value.replace(/[^\t -~\u0080-\u00ff]/g, "").trim()),
  fc.constantFrom("é", "ÿ".repeat(80), "a".repeat(8000), ",", ";", "=", '"'),
);

/** A path segment: encoded, encoded twice, or with bytes that are not UTF-8. */
export const pathSegment = fc.oneof(
  { weight: 6, arbitrary: text.map((value) => encodeURIComponent(value.toWellFormed())) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      "%C3%28",
      "%ff%fe",
      "%252e%252e",
      "%2F",
      "%5c",
      ";a=b",
      "%E2%82",
      "%",
      "+",
      "&",
    ),
  },
);

const DEEP_JSON = [2_000, 150_000].flatMap((depth) => [
  `${"[".repeat(depth)}${"]".repeat(depth)}`,
  `${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`,
]);
export const deepJson = fc.constantFrom(...DEEP_JSON);

const anyValue = fc.oneof(
  text,
  fc.integer(),
  fc.double(),
  fc.boolean(),
  fc.constant(null),
  fc.jsonValue({ maxDepth: 3 }),
);

/**
 * JSON of the fields that one endpoint reads, by shape; most values are valid. Some additional fields are
 * added, and any field may have any value.
 */
export function jsonBody(
  sound: Record<string, fc.Arbitrary<unknown>>,
  shapes: string[],
): fc.Arbitrary<string> {
  const names = Object.keys(sound);
  const createFields = (wanted: string[]) =>
    fc.record(Object.fromEntries(wanted.map((name) => [name, sound[name] ?? anyValue])));
  const valid = fc.constantFrom(...shapes).chain((shape) => createFields(shape.split(" ")));
  const more = fc.subarray(names, { maxLength: Math.min(2, names.length) }).chain(createFields);
  const wrong = fc.dictionary(fc.constantFrom(...names), anyValue, { maxKeys: 2 });
  const nothing = fc.constant({});
  return fc.oneof(
    {
      weight: 9,
      arbitrary: fc
        .tuple(valid, fc.oneof(nothing, nothing, more), fc.oneof(nothing, wrong))
        .map((parts) => JSON.stringify(Object.assign({}, ...parts))),
    },
    {
      weight: 1,
      arbitrary: fc.dictionary(text, anyValue, { maxKeys: 5 }).map((fields) => JSON.stringify(fields)),
    },
    {
      weight: 1,
      arbitrary: fc.tuple(fc.constantFrom(...names), deepJson).map(([name, deep]) => `{"${name}":${deep}}`),
    },
  );
}

/** A body that the endpoint cannot read. */
export const malformedBody: fc.Arbitrary<string | Uint8Array<ArrayBuffer>> = fc.oneof(
  fc.json(),
  fc.string({ unit: "binary", maxLength: 50 }),
  fc.uint8Array({ maxLength: 50 }).map((bytes) => new Uint8Array(bytes)),
  deepJson,
  fc.constantFrom(
    "",
    "null",
    "[]",
    '""',
    "{",
    '{"a":',
    "\ufeff{}",
    "a=b&c=%zz",
    `{"a":"${"x".repeat(1 << 21)}"}`,
  ),
);

export const contentType = fc.oneof(
  { weight: 6, arbitrary: fc.constant("application/json") },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      ...["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "image/png", "text/html"],
      ...["multipart/form-data; boundary=b", "application/json; charset=utf-16", "x", "a/b/c", ";"],
    ),
  },
  { weight: 1, arbitrary: headerText },
);

const tokenHeader = fc.constantFrom<(token: string) => [string, string][]>(
  (token) => [["authorization", `Bearer ${token}`]],
  (token) => [["authorization", `Bearer ${token}`]],
  (token) => [["authorization", `bearer  ${token} `]],
  (token) => [["apikey", token]],
  (token) => [["authorization", `Basic ${token}`]],
  (token) => [
    ["apikey", token],
    ["authorization", `Bearer ${token}`],
  ],
);

/** A token with the required rights, or another one in one of the possible headers. */
export function credentialHeaders(allowed: string[], others: string[]): fc.Arbitrary<[string, string][]> {
  const other = fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...others) },
    { weight: 1, arbitrary: headerText },
  );
  return fc.oneof(
    {
      weight: 6,
      arbitrary: fc
        .constantFrom(...allowed)
        .map((token): [string, string][] => [["authorization", `Bearer ${token}`]]),
    },
    { weight: 3, arbitrary: fc.tuple(tokenHeader, other).map(([send, token]) => send(token)) },
    { weight: 1, arbitrary: fc.constant<[string, string][]>([]) },
  );
}

const occasionally = <T>(arbitrary: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 15, arbitrary: fc.constant(null) }, { weight: 1, arbitrary });

export interface RequestTarget {
  method: string;
  /** With its query string. */
  path: string;
}

/**
 * A URL from a service's own table of routes, so that none is forgotten: known parameters and query strings
 * are mostly valid, otherwise anything; occasionally with another method, or with more segments.
 */
export function requestTarget(
  api: Pick<Hono, "routes">,
  parameters: Record<string, fc.Arbitrary<string>>,
  queries: Record<string, fc.Arbitrary<string>>,
): fc.Arbitrary<RequestTarget> {
  const routes = api.routes.filter(({ method }) => method !== "ALL");
  const known = fc.constantFrom(...routes).chain(({ method, path }) =>
    fc
      .tuple(
        ...path.split(/\/(?![^{]*\})/).map((part) => {
          const [, name] = /^:(\w+)/.exec(part) ?? [];
          if (name === undefined) return fc.constant(part);
          const sound = parameters[name] ?? pathSegment;
          return fc.oneof({ weight: 5, arbitrary: sound }, { weight: 1, arbitrary: pathSegment });
        }),
      )
      .map((parts) => ({ method, path: parts.join("/") })),
  );
  const entries = Object.entries(queries).map(([name, sound]) =>
    fc
      .oneof({ weight: 4, arbitrary: sound }, { weight: 1, arbitrary: text })
      .map((value) => `${name}=${encodeURIComponent(value.toWellFormed())}`),
  );
  const parameter = fc.oneof(
    { weight: 8, arbitrary: fc.oneof(...entries) },
    { weight: 1, arbitrary: fc.tuple(pathSegment, pathSegment).map(([name, value]) => `${name}=${value}`) },
  );
  const query = fc
    .array(parameter, { maxLength: 4 })
    .map((pairs) => (pairs.length === 0 ? "" : `?${pairs.join("&")}`));
  const methods = fc.constantFrom("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "PURGE");
  return fc
    .tuple(known, query, occasionally(methods), occasionally(pathSegment))
    .map(([{ method, path }, search, another, more]) => ({
      method: another ?? method,
      path: `${path}${more === null ? "" : `/${more}`}${search}`,
    }));
}
