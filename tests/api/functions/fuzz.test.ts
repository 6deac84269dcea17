/** Generated requests to functions: each gets a response of the function or an error of the platform. */
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { resolveRequestContext } from "#backend/core/gateway/gateway.ts";
import { createKeys, type Keys } from "#backend/core/gateway/keys.ts";
import type { Service } from "#backend/core/gateway/service.ts";
import { createTokens, type Tokens } from "#backend/core/gateway/tokens.ts";
import { createLogger } from "#backend/core/observability/log.ts";
import { createFunctions } from "#backend/functions/index.ts";
import {
  contentType,
  credentialHeaders,
  expectSafeResponse,
  fuzzRequests,
  headerText,
  malformedBody,
  pathSegment,
  text,
} from "#tests/support/fuzzing.ts";
import { createUnauthorizedTokens } from "#tests/support/unauthorized-tokens.ts";

const ECHO = `
  Deno.serve(async (request) => {
    const { pathname, search } = new URL(request.url);
    return Response.json({ path: pathname + search, bytes: (await request.arrayBuffer()).byteLength });
  });`;

let directory: string;
let keys: Keys;
let tokens: Tokens;
let service: Service;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "yaare-functions-"));
  for (const name of ["echo", "guarded"]) {
    await mkdir(join(directory, "functions", name), { recursive: true });
    await writeFile(join(directory, "functions", name, "index.ts"), ECHO);
  }
  await writeFile(join(directory, "config.toml"), "[functions.echo]\nverify_jwt = false\n");
  keys = await createKeys();
  tokens = await createTokens(keys);
  service = await createFunctions({
    fetch: async () => Response.json([]),
    environment: {},
    log: createLogger("silent"),
    directory,
  });
});
afterAll(async () => {
  await service.close();
  await rm(directory, { recursive: true, force: true });
});

async function requests() {
  const unauthorized = await createUnauthorizedTokens(keys);
  const name = fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom("echo", "guarded") },
    { weight: 1, arbitrary: fc.constantFrom("", "..", "ECHO", "echo%00", "index.ts", "%2e%2e%2fechoo") },
    { weight: 1, arbitrary: pathSegment },
  );
  const header = fc.tuple(
    fc.constantFrom("x-anything", "cookie", "content-encoding", "host", "x-client-info", "range", "te"),
    headerText,
  );
  return fc.record({
    method: fc.constantFrom("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "PURGE"),
    name,
    more: fc.oneof(
      fc.constant(""),
      pathSegment.map((part) => `/${part}`),
    ),
    query: fc.oneof(
      fc.constant(""),
      text.map((value) => `?a=${encodeURIComponent(value.toWellFormed())}`),
    ),
    body: fc.oneof(fc.json(), malformedBody),
    type: contentType,
    token: credentialHeaders([keys.anonKey, keys.serviceRoleKey], Object.values(unauthorized)),
    headers: fc.array(header, { maxLength: 2 }),
  });
}

const CODES = ["NOT_FOUND", "PAYLOAD_TOO_LARGE"];

test("every generated request gets a response of the function or an error of the platform", async () => {
  await fuzzRequests(200, requests, async ({ method, name, more, query, body, type, token, headers }) => {
    const path = `/functions/v1/${name}${more}${query}`;
    const sent = new Request(`http://shop.test${path}`, {
      method,
      headers: [...headers, ["content-type", type], ...token],
      body: method === "GET" || method === "HEAD" ? undefined : body,
    });
    const context = await resolveRequestContext(sent, "127.0.0.1", { tokens, keys });
    const response = context instanceof Response ? context : await service.fetch(sent, context);
    const responseText = await response.text();
    expectSafeResponse(response, responseText, { method, path, body, type, token, headers });
    if (method === "HEAD") return;
    const error = JSON.parse(responseText);
    if (response.status === 200) expect(error.path).toMatch(/^\/(echo|guarded)/);
    else if (response.status === 401)
      expect(error).toEqual({ [error.msg ? "msg" : "message"]: expect.any(String) });
    else expect([CODES.includes(error.code), typeof error.message], responseText).toEqual([true, "string"]);
  });
});
