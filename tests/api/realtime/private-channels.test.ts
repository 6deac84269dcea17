/** Private channels: the policies on realtime.messages decide who receives, sends and sees presence. */
import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import {
  broadcast,
  createMember,
  type JoinOptions,
  joinChannel,
  MEMBER_POLICIES,
  tryJoinChannel,
} from "./channel-listener.ts";
import { connectRawClient, type RawClient } from "./raw-client.ts";
import { eventually, startRealtime, type TestRealtime } from "./realtime-fixture.ts";

let realtime: TestRealtime;
const open: RawClient[] = [];

beforeAll(async () => {
  realtime = await startRealtime();
  await realtime.owner.unsafe(`${MEMBER_POLICIES}
    create policy "Everyone receives in the hall, without presence" on realtime.messages for select to authenticated
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
  await realtime.disconnectClients();
  for (const { ws } of open.splice(0)) ws.terminate();
});
afterAll(() => realtime.close());

const tryJoinTopic = (topic: string, options?: JoinOptions) => tryJoinChannel(realtime, topic, options);
const joinTopic = (topic: string, options?: JoinOptions) => joinChannel(realtime, topic, options);

describe("a private channel", () => {
  const config = { private: true };

  test("is open to users whose request headers satisfy a policy", async () => {
    const token = await realtime.createToken(randomUUID());
    const join = async (headers: Record<string, string>) => {
      const client = await connectRawClient(realtime.port, realtime.keys.anonKey, headers);
      open.push(client);
      const response = await client.request("realtime:till", "phx_join", { config, access_token: token });
      return response.payload.status;
    };
    expect(await join({ "x-device": "till" })).toBe("ok");
    expect(await join({ "x-device": "other" })).toBe("error");
    const send = async (device: string) => {
      const response = await fetch(
        `http://127.0.0.1:${realtime.port}/realtime/v1/api/broadcast/till/events/open?private=true`,
        { method: "POST", headers: { authorization: `Bearer ${token}`, "x-device": device }, body: "{}" },
      );
      return response.status;
    };
    expect([await send("till"), await send("other")]).toEqual([202, 403]);
  });

  test("is open to users whom the policies allow, and separate from the public one of its name", async () => {
    const { topic, token } = await createMember(realtime);
    const { token: strangersToken } = await createMember(realtime);
    const member = await joinTopic(topic, { token, config });
    const device = await joinTopic(topic, { token, config });
    for (const options of [{ token: strangersToken }, {}]) {
      const rejected = await tryJoinTopic(topic, { ...options, config });
      expect(rejected.statuses).toEqual(["CHANNEL_ERROR"]);
      expect(rejected.errors[0]).toContain(
        `Unauthorized: You do not have permissions to read from this Channel topic: ${topic}`,
      );
    }
    const outside = await joinTopic(topic, { token: strangersToken });
    await broadcast(outside, "intrusion", {});
    await broadcast(member, "inside", {});
    await eventually(() => expect(device.received).toEqual([{ event: "inside", payload: {} }]));
    expect([outside.received, member.received]).toEqual([[], []]);
  });

  test("is closed to messages before the policies are checked", async () => {
    const { topic, token } = await createMember(realtime);
    const config = { private: true, presence: { key: "member" } };
    const member = await joinTopic(topic, { token, config, tracksPresence: true });
    const client = await connectRawClient(realtime.port, realtime.keys.anonKey);
    open.push(client);
    const push = (event: string, payload: object) =>
      client.ws.send(JSON.stringify(["1", event, `realtime:${topic}`, event, payload]));
    push("phx_join", { config, access_token: (await createMember(realtime)).token });
    // The messages come at any moment of the join: none of them is accepted.
    for (let n = 0; n < 50; n++) {
      push("broadcast", { event: "intrusion", payload: {} });
      push("presence", { event: "track", payload: {} });
      await new Promise(setImmediate);
    }
    await eventually(() =>
      expect(client.received.find(({ ref }) => ref === "phx_join")?.payload.status).toBe("error"),
    );
    const device = await joinTopic(topic, { token, config: { private: true } });
    await broadcast(device, "inside", {});
    await eventually(() => expect(member.received.map(({ event }) => event)).toEqual(["inside"]));
    expect(member.joined).toEqual([]);
  });

  test("may be readable without being writable", async () => {
    const board = { config: { private: true, broadcast: { ack: true }, presence: { key: "x" } } };
    const [silent, other] = [
      await joinTopic("board", { ...board, token: (await createMember(realtime)).token }),
      await joinTopic("board", {
        ...board,
        token: (await createMember(realtime)).token,
        tracksPresence: true,
      }),
    ];
    expect(await broadcast(silent, "notice", {})).toBe("error");
    expect(await silent.channel.track({})).toBe("error");
    expect([other.received, other.joined]).toEqual([[], []]);
  });

  test("hides presence from users who may only receive, and from those who did not request it", async () => {
    const join = async (key: string, token: string, enabled: boolean) => {
      const client = await connectRawClient(realtime.port, key);
      open.push(client);
      const config = { private: true, presence: { key: "x", enabled } };
      const joined = await client.request("realtime:hall", "phx_join", { config, access_token: token });
      expect(joined.payload.status).toBe("ok");
      const track = { type: "presence", event: "track", payload: {} };
      return { ...client, track: () => client.request("realtime:hall", "presence", track, joined.joinRef) };
    };
    const { anonKey, serviceRoleKey } = realtime.keys;
    const listener = await join(anonKey, (await createMember(realtime)).token, true);
    const silent = await join(serviceRoleKey, serviceRoleKey, false);
    const seeing = await join(serviceRoleKey, serviceRoleKey, true);
    expect((await silent.track()).payload.status).toBe("ok");
    await eventually(() => expect(seeing.received.map(({ event }) => event)).toContain("presence_diff"));
    for (const { request, received } of [listener, silent]) {
      await request("phoenix", "heartbeat");
      expect(received.map(({ event }) => event)).not.toContain("presence_state");
      expect(received.map(({ event }) => event)).not.toContain("presence_diff");
    }
  });

  test("is rejected when its policies fail, and closes on a token that may not read", async () => {
    const broken = await tryJoinTopic("broken", { config });
    expect(broken.errors[0]).toContain("UnableToSetPolicies");
    const { topic, token } = await createMember(realtime);
    const client = await connectRawClient(realtime.port, realtime.keys.anonKey);
    open.push(client);
    const { ref } = await client.request(`realtime:${topic}`, "phx_join", { config, access_token: token });
    const { token: access_token } = await createMember(realtime);
    client.ws.send(JSON.stringify([ref, "r", `realtime:${topic}`, "access_token", { access_token }]));
    await eventually(() => expect(client.received.at(-1)?.event).toBe("phx_close"));
  });
});
