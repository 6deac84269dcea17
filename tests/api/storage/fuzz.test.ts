/** Generated requests to every endpoint of the service: each gets a response that the protocol defines. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { NetworkTurns } from "#backend/core/limits/network-turns.ts";
import { createLogger } from "#backend/core/observability/log.ts";
import { createApi } from "#backend/storage/api.ts";
import { defaultSettings } from "#backend/storage/config.ts";
import { LocalFileStore } from "#backend/storage/files/local-file-store.ts";
import { RenderCache } from "#backend/storage/images/render-cache.ts";
import { createUrlTokens } from "#backend/storage/url-tokens.ts";
import {
  contentType,
  credentialHeaders,
  expectSafeResponse,
  fuzzRequests,
  headerText,
  jsonBody,
  malformedBody,
  requestTarget,
  text,
} from "#tests/support/fuzzing.ts";
import { createUnlimited } from "#tests/support/limits.ts";
import {
  ONE_PIXEL_PNG,
  type StorageUser,
  startStorage,
  type TestStorage,
} from "#tests/support/storage-fixture.ts";
import { createUnauthorizedTokens } from "#tests/support/unauthorized-tokens.ts";

let storage: TestStorage;
let ada: StorageUser;
let folder: string;
beforeAll(async () => {
  storage = await startStorage();
  ada = await storage.createUser();
  folder = await mkdtemp(join(tmpdir(), "yaare-test-"));
  // A policy that reads a token's claims.
  await storage.owner.unsafe(`
    create policy "Members look at buckets" on storage.buckets for select to authenticated
      using ((select auth.uid()) is not null)`);
});
afterAll(async () => {
  await storage.close();
  await rm(folder, { recursive: true, force: true });
});

/** The fields that the endpoints read. */
const SHAPES = [
  ...["prefix", "prefix limit offset sortBy search", "prefix limit cursor with_delimiter sortBy", "prefixes"],
  ...[
    "bucketId sourceKey destinationKey",
    "bucketId sourceKey destinationBucket destinationKey copyMetadata metadata",
  ],
  ...[
    "expiresIn",
    "expiresIn transform",
    "expiresIn paths",
    "name",
    "id name public file_size_limit allowed_mime_types",
  ],
];

async function soundValues() {
  const bucket = fc.constantFrom("papers", "box", "window", "window", "spare");
  const key = fc.constantFrom(`${ada.id}/a.png`, "a.png", "b/c.txt", "b/é.txt", "new.png");
  const { urlTokens } = createDeps();
  const tokens = await Promise.all([
    urlTokens.sign({ bucketId: "window", key: "a.png" }, { scope: "download" }, 600),
    urlTokens.sign(
      { bucketId: "window", key: "a.png" },
      { scope: "render", transformations: { width: 1 } },
      600,
    ),
    urlTokens.sign(
      { bucketId: "window", key: "new.png" },
      { scope: "upload", owner: null, upsert: true },
      600,
    ),
  ]);
  const order = fc.constantFrom("name", "updated_at", "created_at", "last_accessed_at");
  const direction = fc.constantFrom("asc", "desc");
  const place = fc.record({ column: order, order: direction, value: text, name: text });
  const fields = {
    prefix: fc.constantFrom("", "b", "b/", `${ada.id}/`),
    limit: fc.integer({ min: 1, max: 1000 }),
    offset: fc.oneof(fc.nat(3), fc.constant(Number.MAX_SAFE_INTEGER)),
    search: fc.constantFrom("", "a", "%", "_"),
    sortBy: fc.record({ column: order, order: direction }),
    cursor: place.map((value) => Buffer.from(JSON.stringify(value)).toString("base64url")),
    with_delimiter: fc.boolean(),
    prefixes: fc.array(fc.oneof(key, text), { maxLength: 3 }),
    paths: fc.array(fc.oneof(key, text), { maxLength: 3 }),
    bucketId: bucket,
    sourceKey: key,
    destinationBucket: bucket,
    destinationKey: key,
    copyMetadata: fc.boolean(),
    metadata: fc.record({
      cacheControl: fc.constantFrom("60", "max-age=60"),
      mimetype: fc.constantFrom("image/png"),
    }),
    expiresIn: fc.oneof(fc.integer({ min: 1 }), fc.constantFrom(1e15, Number.MAX_SAFE_INTEGER)),
    transform: fc.record(
      { width: fc.integer(), height: fc.integer(), quality: fc.nat(100) },
      { requiredKeys: [] },
    ),
    id: bucket,
    name: fc.constantFrom("another", "window", "a b"),
    public: fc.boolean(),
    file_size_limit: fc.constantFrom<(string | number | null)[]>("1MB", "20GB", 100, 1.5, -1, null),
    allowed_mime_types: fc.constantFrom(["image/*"], ["text/plain; charset=utf-8"], ["*"]),
  };
  // Further requests use the other objects.
  const id = fc.constantFrom("spare", "spare", "box", "none");
  const parameters = { bucket, id, key: key.map(encodeURI) };
  const queries = {
    token: fc.constantFrom(...tokens),
    width: fc.constantFrom("1", "2000", "1e9", "-1", "0x10", ""),
    height: fc.constantFrom("1", "0"),
    quality: fc.constantFrom("20", "100", "101"),
    resize: fc.constantFrom("cover", "contain", "fill"),
    format: fc.constantFrom("origin", "webp"),
    download: fc.constantFrom("", "a.png", 'é"; filename=b'),
    limit: fc.constantFrom("1", "1000"),
    offset: fc.constantFrom("0", "9".repeat(15), "1e15"),
    sortColumn: fc.constantFrom("id", "name"),
    sortOrder: direction,
    search: fc.constantFrom("a", "%"),
    cacheNonce: fc.constantFrom("1"),
  };
  return { fields, parameters, queries };
}

/** Only its table of routes and its signatures are used: the requests go to the service itself. */
function createDeps() {
  const { keys } = storage;
  return {
    sql: storage.owner,
    log: createLogger("silent"),
    settings: defaultSettings,
    urlTokens: createUrlTokens(keys.jwtSecret),
    limits: createUnlimited(),
    turns: new NetworkTurns(() => null),
  };
}

const part = (headers: string, body: string) => `--b\r\n${headers}\r\n\r\n${body}\r\n`;
const disposition = fc.oneof(
  fc.constantFrom(
    ...['form-data; name=""; filename="a"', 'form-data; name="cacheControl"', 'form-data; name="metadata"'],
    ...[
      'form-data; name="contentType"',
      'form-data; name="a"; filename="é\\"b"',
      "form-data",
      "attachment; x",
      '"',
    ],
  ),
  headerText,
);
/** A form as a browser would send it, or truncated, or malformed. */
const form = fc
  .tuple(
    fc.array(
      fc
        .tuple(
          disposition,
          fc.constantFrom("image/png", "text/plain", "x"),
          fc.oneof(text, fc.constant(ONE_PIXEL_PNG.toString("latin1"))),
        )
        .map(([about, type, body]) => part(`Content-Disposition: ${about}\r\nContent-Type: ${type}`, body)),
      { maxLength: 3 },
    ),
    fc.constantFrom("--b--\r\n", "--b--\r\n", "--b", ""),
  )
  .map(([parts, end]) => parts.join("") + end);

const header: fc.Arbitrary<[string, string]> = fc.oneof(
  fc.tuple(fc.constant("x-upsert"), fc.constantFrom("true", "false", "TRUE", "x")),
  fc.tuple(
    fc.constant("range"),
    fc.constantFrom(
      "bytes=0-1",
      "bytes=5-2",
      "bytes=-1",
      "bytes=0-",
      "bytes=0-0,2-3",
      `bytes=${"9".repeat(30)}-`,
      "x",
    ),
  ),
  fc.tuple(
    fc.constantFrom("if-none-match", "if-modified-since", "if-match", "if-range", "if-unmodified-since"),
    fc.constantFrom("*", '"x"', 'W/"x"', "Sat, 21 Nov 2026 00:00:00 GMT", "tomorrow"),
  ),
  fc.tuple(
    fc.constant("x-metadata"),
    fc.oneof(
      fc.json().map((json) => Buffer.from(json).toString("base64")),
      fc.constantFrom("W10=", "eyJhIjoiXHUwMDAwIn0=", "nonsense"),
    ),
  ),
  fc.tuple(
    fc.constantFrom(
      "cache-control",
      "accept",
      "content-encoding",
      "content-length",
      "expect",
      "x-forwarded-for",
    ),
    fc.oneof(headerText, fc.constantFrom("max-age=60", "image/avif,image/webp", "0", "-1", "9".repeat(20))),
  ),
);

/** Requests to every endpoint, with and without sufficient rights. */
async function requests() {
  const { service, keys } = storage;
  await Promise.all([
    service.createBucket("spare"),
    service.from("window").upload("a.png", ONE_PIXEL_PNG, { contentType: "image/png", upsert: true }),
    service.from("window").upload("b/c.txt", "text", { upsert: true }),
    service
      .from("papers")
      .upload(`${ada.id}/a.png`, ONE_PIXEL_PNG, { contentType: "image/png", upsert: true }),
  ]);
  const { fields, parameters, queries } = await soundValues();
  const unauthorized = await createUnauthorizedTokens(keys);
  const renderCache = await RenderCache.open({ folder: join(folder, "renders"), maxBytes: 1, maxPixels: 1 });
  const files = await LocalFileStore.open(folder, 0);
  const api = createApi({ ...createDeps(), files, renderCache });
  const address = fc
    .tuple(requestTarget(api, parameters, queries), queries.token)
    .map(([{ method, path }, token]) => {
      const isSigned = path.includes("/sign/") && !path.includes("?");
      return { method, path: isSigned ? `${path}?token=${token}` : path };
    });
  return fc.record({
    address,
    content: fc.oneof(
      { weight: 8, arbitrary: fc.tuple(contentType, jsonBody(fields, SHAPES)) },
      {
        weight: 3,
        arbitrary: fc.tuple(
          fc.constantFrom("image/png", "text/plain"),
          fc.constantFrom(new Uint8Array(ONE_PIXEL_PNG), "x"),
        ),
      },
      { weight: 3, arbitrary: fc.tuple(fc.constant("multipart/form-data; boundary=b"), form) },
      { weight: 1, arbitrary: fc.tuple(contentType, malformedBody) },
    ),
    token: credentialHeaders([ada.token, keys.serviceRoleKey], Object.values(unauthorized)),
    headers: fc.array(header, { maxLength: 2 }),
  });
}

test("every generated request gets a response that the protocol defines", async () => {
  await fuzzRequests(
    400,
    requests,
    async ({ address: { method, path }, content: [type, body], token, headers }) => {
      const sent = new Request(`http://shop.test${path}`, {
        method,
        headers: [...headers, ["content-type", type], ...token],
        body: method === "GET" || method === "HEAD" ? undefined : body,
      });
      const response = await storage.fetch(sent);
      const responseBody = await response.text();
      expectSafeResponse(response, responseBody, { method, path, body, type, token, headers });
      expect(response.headers.get("x-content-type-options")).toBe("nosniff");
      if (response.status < 400 || method === "HEAD" || path.startsWith("/storage/v1/object/public")) return;
      const { statusCode, error, message, code } = JSON.parse(responseBody);
      expect([statusCode, error, message, code].map((part) => typeof part)).toEqual(Array(4).fill("string"));
      expect(Number(statusCode)).toBeLessThan(500);
    },
  );
  expect((await storage.files()).incoming).toEqual([]);
});
