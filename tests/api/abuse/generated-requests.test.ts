/**
 * Hostile requests to the whole backend, generated from the catalogue of its API: tables, columns, operators and
 * functions of the shop's own schema, and the paths, headers and bodies of the other services. None may cause a server
 * error other than a stated 503 or 504, show SQL or positions in the sources, or show another customer's data.
 *
 * The services' own tests (tests/api/<service>/fuzz.test.ts) generate requests for each endpoint; these come through the
 * gateway, as visitors and as a customer, from many addresses.
 */
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestBackend, type TestBackend } from "#tests/support/backend.ts";
import {
  contentType,
  expectSafeResponse,
  fuzzRequests,
  headerText,
  LEAKED_INTERNALS,
  LEAKED_STATEMENTS,
  malformedBody,
  pathSegment,
  text,
} from "#tests/support/fuzzing.ts";
import { createSignedInUser } from "#tests/support/signed-in-users.ts";
import { createUnauthorizedTokens } from "#tests/support/unauthorized-tokens.ts";

const SHORT_RUNS = 2_000;
/** The long form with another number, or with other requests: `GENERATED_REQUESTS=1000000 SEED=2 npm run test:long -- …`. */
const LONG_RUNS = Number(process.env.GENERATED_REQUESTS ?? 100_000);
const SEED = Number(process.env.SEED ?? 14);
/** Stands in everything that another customer and the administrators own. */
const SECRET = "zzsecretofbinta";

interface HostileRequest {
  method: string;
  /** With its query string. */
  path: string;
  headers: [string, string][];
  body: string | Uint8Array<ArrayBuffer> | undefined;
  ip: string;
}

interface Catalogue {
  /** The columns of each table and view. */
  tables: Map<string, string[]>;
  /** The arguments of each function. */
  functions: Map<string, string[]>;
}

let backend: TestBackend;
let catalogue: Catalogue;
let tokens: string[];

beforeAll(async () => {
  backend = await startTestBackend("demo");
  const { client } = await createSignedInUser(backend, "awa@exemple.bf");
  const { data } = await client.auth.getSession();
  const unauthorized = await createUnauthorizedTokens(backend.keys);
  const { "service role": _service, ...others } = unauthorized;
  const own = data.session?.access_token ?? "";
  tokens = [...Array.from({ length: 30 }, () => own), ...Object.values(others)];
  await createSecrets();
  catalogue = await readCatalogue();
});
afterAll(() => backend.close());

/** Rows of another customer, which no request below may see. */
async function createSecrets(): Promise<void> {
  const binta = await createSignedInUser(backend, `${SECRET}@exemple.bf`);
  const admin = backend.database.connect("supabase_admin", 1);
  await admin`update profiles set first_name = ${SECRET} where id = ${binta.id}`;
  await admin`
    insert into messages (name, email, phone, message)
    values (${SECRET}, ${`${SECRET}@exemple.bf`}, '+22670112233', ${SECRET})`;
}

/** What the description of the API lists, as the service sees it. */
async function readCatalogue(): Promise<Catalogue> {
  const headers = { authorization: `Bearer ${backend.keys.serviceRoleKey}` };
  const { definitions, paths }: OpenApi = await (await backend.fetch("/rest/v1/", { headers })).json();
  const tables = Object.entries(definitions).map(([name, { properties }]): [string, string[]] => [
    name,
    Object.keys(properties ?? {}),
  ]);
  const functions = Object.entries(paths).flatMap(([path, { get, post }]): [string, string[]][] => {
    if (!path.startsWith("/rpc/")) return [];
    const parameters = [...(get?.parameters ?? []), ...(post?.parameters ?? [])];
    const names = parameters.flatMap(({ name, schema }) => [
      name ?? "",
      ...Object.keys(schema?.properties ?? {}),
    ]);
    return [[path.slice(5), names.filter(Boolean)]];
  });
  return { tables: new Map(tables), functions: new Map(functions) };
}

interface OpenApi {
  definitions: Record<string, { properties?: Record<string, unknown> }>;
  paths: Record<string, { get?: OpenApiOperation; post?: OpenApiOperation }>;
}
interface OpenApiOperation {
  parameters?: { name?: string; schema?: { properties?: Record<string, unknown> } }[];
}

const encode = (value: string) => encodeURIComponent(value.toWellFormed());
const OPERATORS = [
  ...["eq", "neq", "gt", "gte", "lt", "lte", "like", "ilike", "match", "imatch", "in", "is", "isdistinct"],
  ...[
    "fts",
    "plfts",
    "phfts(french)",
    "wfts(x)",
    "cs",
    "cd",
    "ov",
    "sl",
    "sr",
    "nxr",
    "nxl",
    "adj",
    "eq(any)",
  ],
  ...["not.eq", "not.in", "not.is", "like(all)", "nope", ""],
];
const value = fc.oneof(
  { weight: 4, arbitrary: text },
  fc.constantFrom(
    "(1,2)",
    "(",
    "{a,b}",
    "{",
    "null",
    "true",
    "*a*",
    "%",
    "[1,2)",
    '("a\\"",b)',
    "2026-01-01",
  ),
  fc.constantFrom("11111111-1111-1111-1111-111111111111", "1", "-1", "99999999999999999999", "1e999"),
);
const operation = fc.tuple(fc.constantFrom(...OPERATORS), value).map((parts) => parts.join("."));

const ip = fc
  .tuple(fc.integer({ min: 1, max: 223 }), fc.nat(255), fc.nat(255))
  .map((parts) => `${parts.join(".")}.1`);

type Target = Pick<HostileRequest, "method" | "path" | "body">;

/** Each target's generator is built once: to build it takes longer than to generate a request. */
function restRequest({ tables, functions }: Catalogue): fc.Arbitrary<Target> {
  const tableNames = [...tables.keys()];
  const toTable = [...tables].map(([name, columns]) => requestTo(name, columns, tableNames));
  const toFunction = [...functions].map(([name, names]) => requestTo(`rpc/${name}`, names, tableNames));
  return fc.oneof(
    { weight: 8, arbitrary: fc.oneof(...toTable) },
    { weight: 4, arbitrary: fc.oneof(...toFunction) },
    { weight: 1, arbitrary: pathSegment.chain((name) => requestTo(name, ["id"], tableNames)) },
  );
}

/** The names are mostly those of the table; any other may stand for one. */
function requestTo(name: string, names: string[], tableNames: string[]): fc.Arbitrary<Target> {
  const column = fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom("id", ...names) },
    {
      weight: 1,
      arbitrary: fc.oneof(text, fc.constantFrom("*", "data->a->>b", "count()", "id.sum()", "id::text")),
    },
  );
  const { select } = fc.letrec<{ select: string }>((tie) => ({
    select: fc
      .array(
        fc.oneof(
          { depthSize: "small" },
          { weight: 4, arbitrary: column },
          {
            weight: 3,
            arbitrary: fc
              .tuple(
                fc.constantFrom(...tableNames),
                fc.constantFrom("", "!inner", "!left", "!id", "!nope"),
                tie("select"),
              )
              .map(([table, hint, inner]) => `${table}${hint}(${inner})`),
          },
        ),
        { maxLength: 4 },
      )
      .map((items) => items.join()),
  }));
  const condition = fc.tuple(column, operation).map(([one, another]) => `${one}.${another}`);
  const parameter = fc.oneof(
    { weight: 6, arbitrary: fc.tuple(column, operation) },
    { weight: 5, arbitrary: fc.tuple(fc.constant("select"), select) },
    { weight: 3, arbitrary: fc.tuple(column, value) },
    {
      weight: 2,
      arbitrary: fc.tuple(
        fc.constantFrom("and", "or", "not.or"),
        fc.array(condition, { maxLength: 3 }).map((all) => `(${all.join()})`),
      ),
    },
    {
      weight: 2,
      arbitrary: fc.tuple(
        fc.constantFrom("order", "columns", "on_conflict"),
        fc.array(column, { maxLength: 3 }).map((all) => all.join()),
      ),
    },
    {
      weight: 2,
      arbitrary: fc.tuple(
        fc.constantFrom("limit", "offset"),
        fc.constantFrom("0", "3", "-1", "9".repeat(15)),
      ),
    },
  );
  const query = fc
    .array(parameter, { maxLength: 4 })
    .map((pairs) => pairs.map(([key, text]) => `${encode(key)}=${encode(text)}`).join("&"));
  const row = fc
    .array(fc.tuple(column, fc.oneof(text, fc.integer(), fc.jsonValue({ maxDepth: 2 }), fc.constant(null))), {
      maxLength: 5,
    })
    .map((pairs) => Object.fromEntries(pairs));
  const body = fc.oneof(
    { weight: 6, arbitrary: row.map((one) => JSON.stringify(one)) },
    { weight: 2, arbitrary: fc.array(row, { maxLength: 3 }).map((all) => JSON.stringify(all)) },
    { weight: 1, arbitrary: malformedBody },
  );
  const method = fc.constantFrom(
    "GET",
    "GET",
    "GET",
    "HEAD",
    "POST",
    "POST",
    "PATCH",
    "PUT",
    "DELETE",
    "OPTIONS",
    "PURGE",
  );
  return fc.record({ method, path: query.map((text) => `/rest/v1/${name}?${text}`), body });
}

const PATHS = [
  ...["/auth/v1/signup", "/auth/v1/token?grant_type=password", "/auth/v1/token?grant_type=refresh_token"],
  ...[
    "/auth/v1/token?grant_type=pkce",
    "/auth/v1/otp",
    "/auth/v1/recover",
    "/auth/v1/resend",
    "/auth/v1/verify",
  ],
  ...["/auth/v1/verify?type=recovery&token=1", "/auth/v1/user", "/auth/v1/logout", "/auth/v1/factors"],
  ...["/auth/v1/authorize?provider=google", "/auth/v1/admin/users", "/auth/v1/settings", "/auth/v1/health"],
  ...["/storage/v1/bucket", "/storage/v1/object/list/quotes", "/storage/v1/object/quotes/a.pdf"],
  ...[
    "/storage/v1/object/public/product-pictures/a",
    "/storage/v1/object/sign/quotes/a",
    "/storage/v1/object/move",
  ],
  ...["/storage/v1/render/image/public/product-pictures/a?width=10", "/storage/v1/upload/resumable"],
  ...["/functions/v1/send-review-request", "/functions/v1/nope", "/realtime/v1/api/broadcast"],
  ...["/realtime/v1/websocket?apikey=x", "/rest/v1/", "/graphql/v1", "/nope/v1/x"],
];
const FIELDS = [
  "email",
  "password",
  "token",
  "type",
  "refresh_token",
  "data",
  "messages",
  "prefix",
  "order_id",
  "phone",
];
const otherRequest: fc.Arbitrary<Target> = fc.record({
  method: fc.constantFrom("GET", "POST", "POST", "POST", "PUT", "DELETE", "PATCH", "HEAD"),
  path: fc
    .tuple(
      fc.constantFrom(...PATHS),
      fc.oneof({ weight: 4, arbitrary: fc.constant("") }, { weight: 1, arbitrary: pathSegment }),
    )
    .map(([path, more]) => (more === "" ? path : `${path}${path.includes("?") ? "&x=" : "/"}${more}`)),
  body: fc.oneof(
    {
      weight: 3,
      arbitrary: fc
        .dictionary(fc.constantFrom(...FIELDS), fc.oneof(text, fc.jsonValue({ maxDepth: 2 })), { maxKeys: 4 })
        .map((fields) => JSON.stringify(fields)),
    },
    { weight: 1, arbitrary: malformedBody },
  ),
});

const header: fc.Arbitrary<[string, string]> = fc.tuple(
  fc.constantFrom(
    ...[
      "prefer",
      "accept",
      "range",
      "accept-profile",
      "content-profile",
      "x-upsert",
      "origin",
      "cookie",
      "referer",
    ],
    ...[
      "x-forwarded-for",
      "x-forwarded-host",
      "x-client-info",
      "accept-language",
      "if-none-match",
      "user-agent",
    ],
  ),
  fc.oneof(
    headerText,
    fc.constantFrom(
      "return=representation",
      "count=exact",
      "tx=rollback",
      "handling=strict",
      "text/csv",
      "0-1",
    ),
    fc.constantFrom(
      "application/vnd.pgrst.object+json",
      "application/vnd.pgrst.plan+json",
      "auth",
      "pg_catalog",
    ),
  ),
);

function hostileRequest(): fc.Arbitrary<HostileRequest> {
  return fc
    .tuple(
      fc.oneof({ weight: 3, arbitrary: restRequest(catalogue) }, { weight: 1, arbitrary: otherRequest }),
      fc.array(header, { maxLength: 3 }),
      contentType,
      fc.option(fc.constantFrom(...tokens)),
      ip,
    )
    .map(([{ method, path, body }, headers, type, token, address]) => {
      const hasBody = !["GET", "HEAD", "OPTIONS"].includes(method);
      return {
        method,
        path,
        headers: [
          ...headers,
          ...(hasBody ? [["content-type", type] satisfies [string, string]] : []),
          ...(token === null ? [] : [["authorization", `Bearer ${token}`] satisfies [string, string]]),
        ],
        body: hasBody ? body : undefined,
        ip: address,
      };
    });
}

async function send({ method, path, headers, body, ip: address }: HostileRequest): Promise<void> {
  const init = { method, headers: toSendable(headers), body };
  const response = await backend.fetch(path, init, address);
  const answer = await response.text();
  const request = { method, path, headers, body: typeof body === "string" ? body.slice(0, 300) : "bytes" };
  const isFunction = path.startsWith("/functions/");
  // A busy service says so, and when to try again; a function on a busy machine has a status of its own.
  if ([503, 504].includes(response.status))
    expect(Number(response.headers.get("retry-after"))).toBeGreaterThan(0);
  else if (response.status === 546 && isFunction) expect(JSON.parse(answer).code).toBe("WORKER_LIMIT");
  else
    expectSafeResponse(
      response,
      answer,
      request,
      path.startsWith("/rest/") ? LEAKED_STATEMENTS : LEAKED_INTERNALS,
    );
  expect(answer, JSON.stringify(request)).not.toContain(SECRET);
}

/** Headers of one request cannot have every character. */
function toSendable(pairs: [string, string][]): Headers {
  const headers = new Headers();
  for (const [name, value] of pairs) {
    try {
      headers.set(name, value);
    } catch {
      // Not a header that anybody could send.
    }
  }
  return headers;
}

test("no generated request breaks the backend or shows what is not its sender's", async () => {
  const requests = hostileRequest();
  await fuzzRequests(SHORT_RUNS, async () => requests, send, { longRuns: LONG_RUNS, seed: SEED });
  const others = await backend.client(backend.keys.serviceRoleKey).from("profiles").select("first_name");
  expect(others.data).toContainEqual({ first_name: SECRET });
});
