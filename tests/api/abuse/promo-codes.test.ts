/** Guessing promo codes: by requests that make their transaction fail when the code is wrong, too. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { startTestBackend, type TestBackend } from "#tests/support/backend.ts";
import { createProduct } from "#tests/support/products.ts";

let backend: TestBackend;
beforeAll(async () => {
  backend = await startTestBackend();
});
afterAll(() => backend.close());

const SINGLE = "application/vnd.pgrst.object+json";
const answerSchema = z.array(z.object({ problem: z.string().nullable() }));

async function signIn() {
  const { data } = await backend.client().auth.signInAnonymously();
  const headers = {
    "content-type": "application/json",
    apikey: backend.keys.anonKey,
    authorization: `Bearer ${data.session?.access_token}`,
  };
  return (path: string, body: object, accept = "application/json") =>
    backend.fetch(`/rest/v1/rpc/${path}`, {
      method: "POST",
      headers: { ...headers, accept },
      body: JSON.stringify(body),
    });
}

test.each([
  ["a cast", "?select=problem::int", undefined],
  ["one row that a filter leaves out", "?problem=is.null", SINGLE],
])("nothing is learned of a code by %s, unless its try was counted", async (_, query, accept) => {
  const admin = backend.database.connect("supabase_admin", 1);
  const { id } = await createProduct(admin, { price: 1000 });
  const code = `SECRET${query.length}`;
  await admin`insert into public.promo_codes (code, kind, amount) values (${code}, 'amount', 500)`;
  const call = await signIn();
  const items = [{ id, quantity: 1 }];
  const check = (typed: string) => call(`check_promo_code${query}`, { code: typed, items }, accept);
  expect((await check(code)).status).toBe((await check("FAUX")).status);
  // Entering says nothing, whatever the request asks of its result.
  const statuses = [];
  for (let index = 0; index < 11; index += 1) {
    const entered = await call(`enter_promo_code${query}`, { code: index === 0 ? code : `FAUX${index}` });
    statuses.push(entered.status);
  }
  expect(statuses.slice(0, 10)).toEqual(Array(10).fill(statuses[0]));
});

test("tries are counted, and a code that was entered counts", async () => {
  const admin = backend.database.connect("supabase_admin", 1);
  const { id } = await createProduct(admin, { price: 1000 });
  await admin`insert into public.promo_codes (code, kind, amount) values ('SOLEIL', 'amount', 500)`;
  const call = await signIn();
  const enter = async (code: string) => (await call("enter_promo_code", { code })).status;
  expect(await enter("soleil")).toBe(204);
  for (let index = 0; index < 9; index += 1) expect(await enter(`FAUX${index}`)).toBe(204);
  expect(await enter("FAUX9")).toBe(429);
  expect(await enter("SOLEIL")).toBe(204);
  const checked = await call("check_promo_code", { code: "SOLEIL", items: [{ id, quantity: 1 }] });
  expect(answerSchema.parse(await checked.json())).toEqual([{ problem: null }]);
});
