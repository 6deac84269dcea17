/** Broadcasts from the database: live, and replayed to clients that join later. */

import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { deleteOldMessages } from "#backend/realtime/topics/database-broadcasts.ts";
import { createMember, type JoinOptions, joinChannel, MEMBER_POLICIES } from "./channel-listener.ts";
import { connectRawClient, type RawClient } from "./raw-client.ts";
import { eventually, startRealtime, type TestRealtime } from "./realtime-fixture.ts";

let realtime: TestRealtime;
const open: RawClient[] = [];

beforeAll(async () => {
  realtime = await startRealtime();
  await realtime.owner.unsafe(`${MEMBER_POLICIES}
    create table public.parcels (id int primary key, town text);
    create function public.tell_parcel() returns trigger language plpgsql security definer set search_path = '' as $$
    begin
      perform realtime.broadcast_changes('board', tg_op, tg_op, tg_table_name, tg_table_schema, new, old);
      return null;
    end $$;
    create trigger parcels_tell after insert or update on public.parcels
      for each row execute function public.tell_parcel();
  `);
});
afterEach(async () => {
  await realtime.disconnectClients();
  for (const { ws } of open.splice(0)) ws.terminate();
});
afterAll(() => realtime.close());

const joinTopic = (topic: string, options?: JoinOptions) => joinChannel(realtime, topic, options);

describe("a database broadcast", () => {
  test("is sent on commit: by a trigger, or directly", async () => {
    const { owner } = realtime;
    const { token } = await createMember(realtime);
    const other = await realtime.startInstance();
    const board = await joinTopic("board", { token, config: { private: true } });
    const there = await joinTopic("board", { token, config: { private: true }, port: other.port });
    const square = await joinTopic("square");
    await owner
      .begin(async (tx) => {
        await tx`insert into parcels values (1, 'Undone')`;
        throw new Error("undone");
      })
      .catch(() => {});
    await owner`insert into parcels values (1, 'Kaya')`;
    await owner`select realtime.send('{"n": 1, "id": "own"}', 'greeting', 'square', false)`;
    const change = {
      event: "INSERT",
      payload: {
        id: expect.any(String),
        operation: "INSERT",
        schema: "public",
        table: "parcels",
        record: { id: 1, town: "Kaya" },
        old_record: null,
      },
      meta: { id: expect.any(String) },
    };
    await eventually(() => expect(board.received).toEqual([change]));
    await eventually(() => expect(there.received).toEqual([change]));
    const sent = { event: "greeting", payload: { n: 1, id: "own" }, meta: { id: expect.any(String) } };
    await eventually(() => expect(square.received).toEqual([sent]));
    await other.stop();
  });

  test("of bytes is sent as bytes, live and replayed", async () => {
    const { owner } = realtime;
    const since = Date.now();
    const join = async (broadcast: object) => {
      const { token } = await createMember(realtime);
      return await joinTopic("board", { token, config: { private: true, broadcast } });
    };
    const early = await join({});
    await owner`select realtime.send_binary('\\xdead00ff', 'photo', 'board')`;
    await eventually(() => expect(early.received).toHaveLength(1));
    const late = await join({ replay: { since } });
    await eventually(() => expect(late.received).toHaveLength(1));
    const bytes = Uint8Array.from([0xde, 0xad, 0x00, 0xff]).buffer;
    expect(early.received).toEqual([{ event: "photo", payload: bytes, meta: { id: expect.any(String) } }]);
    expect(late.received).toMatchObject([{ event: "photo", payload: bytes, meta: { replayed: true } }]);
    await expect(
      owner`insert into realtime.messages (topic, extension, payload, binary_payload) values ('board', 'broadcast', '{}', '')`,
    ).rejects.toThrow("messages_payload_exclusive");
  });

  test("is authorized as its writer, by the policies", async () => {
    const { admin } = realtime;
    const { topic, token } = await createMember(realtime);
    const member = await joinTopic(topic, { token, config: { private: true } });
    const claims = Buffer.from(token.split(".")[1] ?? "", "base64url").toString();
    const send = (to: string, text: string) =>
      admin.begin(async (tx) => {
        await tx`select set_config('role', 'authenticated', true), set_config('request.jwt.claims', ${claims}, true)`;
        await tx`select realtime.send(${tx.json({ text })}, 'own', ${to})`;
      });
    const { topic: elsewhere, token: otherToken } = await createMember(realtime);
    const otherMember = await joinTopic(elsewhere, { token: otherToken, config: { private: true } });
    await send(elsewhere, "intrusion");
    await send(topic, "mine");
    await eventually(() =>
      expect(member.received).toMatchObject([{ event: "own", payload: { text: "mine" } }]),
    );
    expect(otherMember.received).toEqual([]);
  });

  test("is replayed when the join requests it, on a private channel only", async () => {
    const { owner } = realtime;
    const since = Date.now();
    const early = await joinTopic("board", {
      token: (await createMember(realtime)).token,
      config: { private: true },
    });
    for (let n = 1; n <= 3; n++) {
      await owner`select realtime.send(${owner.json({ n })}, 'late', 'board')`;
    }
    await owner`select realtime.send('{}', 'public', 'board', false)`;
    await eventually(() => expect(early.received).toHaveLength(3));
    const { token } = await createMember(realtime);
    const late = await joinTopic("board", {
      token,
      config: { private: true, broadcast: { replay: { since, limit: 2 } } },
    });
    await eventually(() => expect(late.received).toHaveLength(2));
    expect(late.received).toMatchObject([
      { event: "late", payload: { n: 2 }, meta: { replayed: true } },
      { event: "late", payload: { n: 3 }, meta: { replayed: true } },
    ]);
    const client = await connectRawClient(realtime.port, realtime.keys.anonKey);
    open.push(client);
    const config = { broadcast: { replay: { since } } };
    const rejected = await client.request("realtime:board", "phx_join", { config });
    expect(rejected.payload.response?.reason).toMatch(/^UnableToReplayMessages/);
  });

  test("accepts any payload, rejects wrong use, and is deleted after three days", async () => {
    const { owner, admin } = realtime;
    await owner`select realtime.send('[]', 'not an object', 'square', false)`;
    await owner`select realtime.send('{}', 'late', 'square', false)`;
    await expect(owner`
      select realtime.broadcast_changes('t', 'e', 'INSERT', 'parcels', 'public', null, null, 'STATEMENT')`).rejects.toThrow(
      "each row",
    );
    await expect(owner`
      select realtime.broadcast_changes('t', 'e', 'TRUNCATE', 'parcels', 'public', null, null)`).rejects.toThrow(
      "TRUNCATE",
    );
    const aged = await admin`
      update realtime.messages set inserted_at = inserted_at - interval '3 days 1 minute' where event = 'late' returning id`;
    expect(aged.length).toBeGreaterThan(0);
    await deleteOldMessages(realtime.admin);
    const left = await admin`select distinct event from realtime.messages order by event`;
    expect(left.map(({ event }) => event)).not.toContain("late");
    expect(left.length).toBeGreaterThan(0);
  });
});
