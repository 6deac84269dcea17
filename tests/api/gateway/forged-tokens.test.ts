/** Tokens that are foreign, expired or of an invalid role are rejected by every service. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestBackend, type TestBackend } from "#tests/support/backend.ts";
import { createUnauthorizedTokens } from "#tests/support/unauthorized-tokens.ts";

let backend: TestBackend;
let unauthorizedTokens: Record<string, string>;
beforeAll(async () => {
  backend = await startTestBackend();
  unauthorizedTokens = await createUnauthorizedTokens(backend.keys);
});
afterAll(() => backend.close());

async function listStatuses(kind: string): Promise<number[]> {
  const headers = { authorization: `Bearer ${unauthorizedTokens[kind]}` };
  const broadcast = {
    method: "POST",
    headers,
    body: '{"messages":[{"topic":"a","event":"b","payload":{}}]}',
  };
  const responses = await Promise.all([
    backend.fetch("/rest/v1/products?select=id&limit=1", { headers }),
    backend.fetch("/auth/v1/user", { headers }),
    backend.fetch("/auth/v1/admin/users", { headers }),
    backend.fetch("/storage/v1/bucket", { headers }),
    backend.fetch("/realtime/v1/api/broadcast", broadcast),
    backend.fetch("/functions/v1/send-review-request", { method: "POST", headers, body: "{}" }),
  ]);
  return responses.map(({ status }) => status);
}

test.each([
  "of another deployment",
  "of another deployment's service role",
  "expired",
  "not yet valid",
  "issued in the future",
  "for another audience",
  "unsigned",
  "with a foreign signature",
  "signed with the public key",
  "signed with the public key's text",
  "with an unknown key id",
  "with a key URL",
  "as long as the secret key",
  "malformed",
])("a token: %s", async (kind) => {
  expect(await listStatuses(kind)).toEqual([401, 403, 403, 400, 401, 401]);
});

/** The signature is valid, which is all that functions require: the other services check the role. */
test.each(["of postgres", "of authenticator", "of an unknown role"])("a token %s", async (kind) => {
  expect((await listStatuses(kind)).slice(0, 5)).toEqual([401, 403, 403, 400, 403]);
});
