/** Tokens that are not ours, or no longer, or name a role that is no caller's, open none of the services. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestBackend, type TestBackend } from "../../support/backend.ts";
import { strangeTokens } from "../../support/strange-tokens.ts";

let backend: TestBackend;
let strange: Record<string, string>;
beforeAll(async () => {
  backend = await startTestBackend();
  strange = await strangeTokens(backend.keys);
});
afterAll(() => backend.close());

async function statusesFor(kind: string): Promise<number[]> {
  const headers = { authorization: `Bearer ${strange[kind]}` };
  const broadcast = {
    method: "POST",
    headers,
    body: '{"messages":[{"topic":"a","event":"b","payload":{}}]}',
  };
  const answers = await Promise.all([
    backend.fetch("/rest/v1/products?select=id&limit=1", { headers }),
    backend.fetch("/auth/v1/user", { headers }),
    backend.fetch("/auth/v1/admin/users", { headers }),
    backend.fetch("/storage/v1/bucket", { headers }),
    backend.fetch("/realtime/v1/api/broadcast", broadcast),
    backend.fetch("/functions/v1/send-review-request", { method: "POST", headers, body: "{}" }),
  ]);
  return answers.map(({ status }) => status);
}

test.each([
  "somebody else's",
  "somebody else's service role",
  "expired",
  "not yet valid",
  "issued in future",
  "unsigned",
  "with another's signature",
  "signed with the public key",
  "signed with the public key's text",
  "of another key's name",
  "with a key of its own",
  "as long as the secret one",
  "rubbish",
])("a token that is %s", async (kind) => {
  expect(await statusesFor(kind)).toEqual([401, 403, 403, 400, 401, 401]);
});

/** Ours by its signature, which is all that a function's guard asks: what it may do is the services' business. */
test.each(["of postgres", "of authenticator", "of a strange role"])("a token %s", async (kind) => {
  expect((await statusesFor(kind)).slice(0, 5)).toEqual([401, 403, 403, 400, 403]);
});
