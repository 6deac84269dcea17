/** A session that ends takes its channels with it, and its token joins none. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { connectRawClient } from "./raw-client.ts";
import { eventually, startRealtime, type TestRealtime } from "./realtime-fixture.ts";

let realtime: TestRealtime;
let port: number;
beforeAll(async () => {
  realtime = await startRealtime();
  ({ port } = await realtime.startStandalone({ config: { sessionCheckIntervalMs: 100 } }));
});
afterAll(() => realtime.close());

/** A token with a session of its own, and a function that joins a topic with it. */
async function openSession() {
  const [user, session] = [randomUUID(), randomUUID()];
  await realtime.admin`insert into auth.users (id, email) values (${user}, ${`${user}@exemple.bf`})`;
  await realtime.admin`insert into auth.sessions (id, user_id) values (${session}, ${user})`;
  const token = await realtime.tokens.sign({
    sub: user,
    role: "authenticated",
    aud: "authenticated",
    session_id: session,
    exp: Math.floor(Date.now() / 1000) + 3600,
  });
  const client = await connectRawClient(port, realtime.keys.anonKey);
  onTestFinished(() => client.ws.terminate());
  const join = () => client.request("realtime:square", "phx_join", { access_token: token });
  return { user, session, client, token, join };
}

test.each([
  [
    "is deleted",
    ({ session }: { session: string }) => realtime.admin`delete from auth.sessions where id = ${session}`,
  ],
  [
    "belongs to a banned account",
    ({ user }: { user: string }) =>
      realtime.admin`update auth.users set banned_until = now() + interval '1 day' where id = ${user}`,
  ],
])("a session that %s loses its channels, and others keep theirs", async (_, end) => {
  const [ended, other] = [await openSession(), await openSession()];
  for (const { join } of [ended, other]) expect((await join()).payload.status).toBe("ok");
  await end(ended);
  const closings = () =>
    ended.client.received.filter(({ event }) => event === "phx_close" || event === "system");
  await eventually(() => expect(closings().map(({ event }) => event)).toEqual(["system", "phx_close"]));
  expect(closings()[0]?.payload.message).toBe("Session has ended");
  expect((await ended.join()).payload.response?.reason).toBe("InvalidJWTToken: Session has ended");
  expect(other.client.received.filter(({ event }) => event === "phx_close")).toEqual([]);
});

test("a new token of an ended session closes the channel", async () => {
  const [first, second] = [await openSession(), await openSession()];
  const { ref } = await first.join();
  await realtime.admin`delete from auth.sessions where id = ${second.session}`;
  first.client.ws.send(
    JSON.stringify([ref, null, "realtime:square", "access_token", { access_token: second.token }]),
  );
  await eventually(() => expect(first.client.received.map(({ event }) => event)).toContain("phx_close"));
});

test("a session_id that is no uuid is no reason for an internal error", async () => {
  const client = await connectRawClient(port, realtime.keys.anonKey);
  onTestFinished(() => client.ws.terminate());
  const token = await realtime.tokens.sign({
    role: "authenticated",
    session_id: "'; drop",
    exp: Math.floor(Date.now() / 1000) + 3600,
  });
  const reply = await client.request("realtime:square", "phx_join", { access_token: token });
  expect(reply.payload.response?.reason).toBe("InvalidJWTToken: The session_id claim must be a UUID");
});
