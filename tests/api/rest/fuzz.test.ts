/** No generated request causes a server error or reveals internals. */
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { resolveRequestContext } from "#backend/core/gateway/gateway.ts";
import { createKeys, type Keys } from "#backend/core/gateway/keys.ts";
import { createTokens, type Tokens } from "#backend/core/gateway/tokens.ts";
import { LEAKED_STATEMENTS } from "#tests/support/fuzzing.ts";
import { shortOrLong } from "#tests/support/short-or-long.ts";
import { type Cinema, ORIGIN, openCinema, USER } from "./cinema.ts";
import { type GeneratedRequest, generatedRequest } from "./generated-requests.ts";

const RUNS = shortOrLong(1000, 20_000);

let cinema: Cinema;
let keys: Keys;
let tokens: Tokens;
const bearers: Record<GeneratedRequest["token"], string | null> = {
  none: null,
  user: "",
  service: "",
  expired: "",
  foreign: "",
  malformed: "a.b.c",
  opaque: "sb_publishable_nobody",
};
beforeAll(async () => {
  cinema = await openCinema({ aggregates: true, explain: true });
  keys = await createKeys();
  tokens = await createTokens(keys);
  const user = { role: "authenticated", sub: USER };
  bearers.user = await tokens.sign(user);
  bearers.service = keys.serviceRoleKey;
  bearers.expired = await tokens.sign({ ...user, exp: 1 });
  bearers.foreign = await (await createTokens(await createKeys())).sign(user);
});
afterAll(() => cinema.close());

async function send({ method, path, headers, body, token }: GeneratedRequest): Promise<Response> {
  const sent = new Request(`${ORIGIN}/rest/v1/${path}`, { method, headers, body });
  const bearer = bearers[token];
  if (bearer !== null) sent.headers.set("authorization", `Bearer ${bearer}`);
  if (token === "opaque") sent.headers.set("apikey", bearer ?? "");
  const context = await resolveRequestContext(sent, "127.0.0.1", { tokens, keys });
  return context instanceof Response ? context : cinema.rest.fetch(sent, context);
}

test("every request gets rows or a client error", async () => {
  await fc.assert(
    fc.asyncProperty(generatedRequest, async (generated) => {
      const response = await send(generated);
      const text = await response.text();
      expect(response.status, text).toBeLessThan(500);
      if (response.status < 300 || text === "") return;
      expect(text).not.toMatch(LEAKED_STATEMENTS);
      if (response.headers.get("content-type")?.startsWith("application/json")) {
        expect(Object.keys(JSON.parse(text)).sort()).toEqual(["code", "details", "hint", "message"]);
      }
    }),
    { numRuns: RUNS },
  );
});

test("deep nesting and long values are handled", async () => {
  const deep = "screenings(movies(".repeat(2000);
  expect((await cinema.call("GET", `movies?select=${deep}`)).status).toBe(400);
  expect((await cinema.call("GET", `movies?or=${"(and".repeat(3000)}`)).status).toBe(400);
  expect((await cinema.call("GET", `movies?select=facts${"->a".repeat(3000)}`)).status).toBe(400);
  const embeds = `${"screenings(movies(".repeat(8)}id${"))".repeat(8)}`;
  expect((await cinema.call("GET", `movies?select=${embeds}&limit=1`)).status).toBe(200);
  const wide = Array.from({ length: 200 }, (_, i) => `a${i}:screenings(id)`).join();
  expect((await cinema.call("GET", `movies?select=${wide}`)).status).toBe(400);
  const body = `${"[".repeat(50_000)}${"]".repeat(50_000)}`;
  expect((await cinema.call("POST", "people", { body })).status).toBe(400);
  const long = `id=in.(${Array.from({ length: 2000 }, (_, i) => i).join()})`;
  expect((await cinema.call("GET", `movies?select=id&${long}`)).status).toBe(200);
});
