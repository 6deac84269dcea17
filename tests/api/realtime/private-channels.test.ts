/** Private channels: who hears, speaks and sees who is there, as the policies on realtime.messages say. */
import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { attemptRoom, enterRoom, MEMBERS, newMember, say, type Wish } from "./ears.ts";
import { connect, type RawClient } from "./raw-client.ts";
import { eventually, startRealtime, type TestRealtime } from "./service.ts";

let realtime: TestRealtime;
const open: RawClient[] = [];

beforeAll(async () => {
  realtime = await startRealtime();
  await realtime.owner.unsafe(`${MEMBERS}
    create policy "Everyone hears in the hall, and sees nobody" on realtime.messages for select to authenticated
      using (realtime.topic() = 'hall' and extension = 'broadcast');
    create policy "Devices of the shop" on realtime.messages to authenticated
      using (realtime.topic() = 'till' and current_setting('request.headers')::json ->> 'x-device' = 'till'
        and current_setting('request.jwt.claim.sub') = (select auth.uid())::text
        and current_setting('request.jwt.claim.role') = 'authenticated');
    create policy "Faulty" on realtime.messages for select to anon
      using (realtime.topic() = 'broken' and 1 / (length(realtime.topic()) - 6) = 0);
  `);
});
afterEach(async () => {
  await realtime.leave();
  for (const { ws } of open.splice(0)) ws.terminate();
});
afterAll(() => realtime.close());

const attempt = (topic: string, wish?: Wish) => attemptRoom(realtime, topic, wish);
const enter = (topic: string, wish?: Wish) => enterRoom(realtime, topic, wish);

describe("a private channel", () => {
  const config = { private: true };

  test("is for those whose headers a policy wants", async () => {
    const token = await realtime.tokenOf(randomUUID());
    const join = async (headers: Record<string, string>) => {
      const client = await connect(realtime.port, realtime.keys.anonKey, headers);
      open.push(client);
      const answer = await client.ask("realtime:till", "phx_join", { config, access_token: token });
      return answer.payload.status;
    };
    expect(await join({ "x-device": "till" })).toBe("ok");
    expect(await join({ "x-device": "other" })).toBe("error");
    const say = async (device: string) => {
      const answer = await fetch(
        `http://127.0.0.1:${realtime.port}/realtime/v1/api/broadcast/till/events/open?private=true`,
        { method: "POST", headers: { authorization: `Bearer ${token}`, "x-device": device }, body: "{}" },
      );
      return answer.status;
    };
    expect([await say("till"), await say("other")]).toEqual([202, 403]);
  });

  test("is for those whom the policies let in, and apart from the public one of its name", async () => {
    const { topic, token } = await newMember(realtime);
    const { token: strangersToken } = await newMember(realtime);
    const member = await enter(topic, { token, config });
    const device = await enter(topic, { token, config });
    for (const wish of [{ token: strangersToken }, {}]) {
      const refused = await attempt(topic, { ...wish, config });
      expect(refused.status).toEqual(["CHANNEL_ERROR"]);
      expect(refused.error[0]).toContain(
        `Unauthorized: You do not have permissions to read from this Channel topic: ${topic}`,
      );
    }
    const outside = await enter(topic, { token: strangersToken });
    await say(outside, "intrusion", {});
    await say(member, "inside", {});
    await eventually(() => expect(device.heard).toEqual([{ event: "inside", payload: {} }]));
    expect([outside.heard, member.heard]).toEqual([[], []]);
  });

  test("is shut to who speaks before the policies have answered", async () => {
    const { topic, token } = await newMember(realtime);
    const config = { private: true, presence: { key: "member" } };
    const member = await enter(topic, { token, config, watches: true });
    const client = await connect(realtime.port, realtime.keys.anonKey);
    open.push(client);
    const push = (event: string, payload: object) =>
      client.ws.send(JSON.stringify(["1", event, `realtime:${topic}`, event, payload]));
    push("phx_join", { config, access_token: (await newMember(realtime)).token });
    // Whatever the moment in which the join is: none of them lets it in.
    for (let n = 0; n < 50; n++) {
      push("broadcast", { event: "intrusion", payload: {} });
      push("presence", { event: "track", payload: {} });
      await new Promise(setImmediate);
    }
    await eventually(() =>
      expect(client.said.find(({ ref }) => ref === "phx_join")?.payload.status).toBe("error"),
    );
    const device = await enter(topic, { token, config: { private: true } });
    await say(device, "inside", {});
    await eventually(() => expect(member.heard.map(({ event }) => event)).toEqual(["inside"]));
    expect(member.came).toEqual([]);
  });

  test("may be heard by who may not speak", async () => {
    const board = { config: { private: true, broadcast: { ack: true }, presence: { key: "x" } } };
    const [silent, other] = [
      await enter("board", { ...board, token: (await newMember(realtime)).token }),
      await enter("board", { ...board, token: (await newMember(realtime)).token, watches: true }),
    ];
    expect(await say(silent, "notice", {})).toBe("error");
    expect(await silent.channel.track({})).toBe("error");
    expect([other.heard, other.came]).toEqual([[], []]);
  });

  test("does not tell who is there to who may only hear, nor to who did not ask", async () => {
    const join = async (key: string, token: string, enabled: boolean) => {
      const client = await connect(realtime.port, key);
      open.push(client);
      const config = { private: true, presence: { key: "x", enabled } };
      const joined = await client.ask("realtime:hall", "phx_join", { config, access_token: token });
      expect(joined.payload.status).toBe("ok");
      const track = { type: "presence", event: "track", payload: {} };
      return { ...client, track: () => client.ask("realtime:hall", "presence", track, joined.joinRef) };
    };
    const { anonKey, serviceRoleKey } = realtime.keys;
    const listener = await join(anonKey, (await newMember(realtime)).token, true);
    const silent = await join(serviceRoleKey, serviceRoleKey, false);
    const seeing = await join(serviceRoleKey, serviceRoleKey, true);
    expect((await silent.track()).payload.status).toBe("ok");
    await eventually(() => expect(seeing.said.map(({ event }) => event)).toContain("presence_diff"));
    for (const { ask, said } of [listener, silent]) {
      await ask("phoenix", "heartbeat");
      expect(said.map(({ event }) => event)).not.toContain("presence_state");
      expect(said.map(({ event }) => event)).not.toContain("presence_diff");
    }
  });

  test("whose policies fail is refused, and closes with a token that may not hear", async () => {
    const broken = await attempt("broken", { config });
    expect(broken.error[0]).toContain("UnableToSetPolicies");
    const { topic, token } = await newMember(realtime);
    const client = await connect(realtime.port, realtime.keys.anonKey);
    open.push(client);
    const { ref } = await client.ask(`realtime:${topic}`, "phx_join", { config, access_token: token });
    const { token: access_token } = await newMember(realtime);
    client.ws.send(JSON.stringify([ref, "r", `realtime:${topic}`, "access_token", { access_token }]));
    await eventually(() => expect(client.said.at(-1)?.event).toBe("phx_close"));
  });
});
