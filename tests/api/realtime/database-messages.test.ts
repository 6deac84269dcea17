/** What the database says on channels, at once and to who comes late. */

import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { deleteOldMessages } from "../../../backend/realtime/rooms/stored.ts";
import { enterRoom, MEMBERS, newMember, type Wish } from "./ears.ts";
import { connect, type RawClient } from "./raw-client.ts";
import { eventually, startRealtime, type TestRealtime } from "./service.ts";

let realtime: TestRealtime;
const open: RawClient[] = [];

beforeAll(async () => {
  realtime = await startRealtime();
  await realtime.owner.unsafe(`${MEMBERS}
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
  await realtime.leave();
  for (const { ws } of open.splice(0)) ws.terminate();
});
afterAll(() => realtime.close());

const enter = (topic: string, wish?: Wish) => enterRoom(realtime, topic, wish);

describe("the database", () => {
  test("speaks when its transaction commits: by a trigger, or straight", async () => {
    const { owner } = realtime;
    const { token } = await newMember(realtime);
    const other = await realtime.open();
    const board = await enter("board", { token, config: { private: true } });
    const there = await enter("board", { token, config: { private: true }, port: other.port });
    const square = await enter("square");
    await owner
      .begin(async (tx) => {
        await tx`insert into parcels values (1, 'Undone')`;
        throw new Error("undone");
      })
      .catch(() => {});
    await owner`insert into parcels values (1, 'Kaya')`;
    await owner`select realtime.send('{"n": 1, "id": "own"}', 'told', 'square', false)`;
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
    await eventually(() => expect(board.heard).toEqual([change]));
    await eventually(() => expect(there.heard).toEqual([change]));
    const told = { event: "told", payload: { n: 1, id: "own" }, meta: { id: expect.any(String) } };
    await eventually(() => expect(square.heard).toEqual([told]));
    await other.stop();
  });

  test("speaks in the name of who writes, where the policies let him", async () => {
    const { admin } = realtime;
    const { topic, token } = await newMember(realtime);
    const member = await enter(topic, { token, config: { private: true } });
    const claims = Buffer.from(token.split(".")[1] ?? "", "base64url").toString();
    const send = (to: string, text: string) =>
      admin.begin(async (tx) => {
        await tx`select set_config('role', 'authenticated', true), set_config('request.jwt.claims', ${claims}, true)`;
        await tx`select realtime.send(${tx.json({ text })}, 'own', ${to})`;
      });
    const { topic: elsewhere, token: theirs } = await newMember(realtime);
    const stranger = await enter(elsewhere, { token: theirs, config: { private: true } });
    await send(elsewhere, "intrusion");
    await send(topic, "mine");
    await eventually(() => expect(member.heard).toMatchObject([{ event: "own", payload: { text: "mine" } }]));
    expect(stranger.heard).toEqual([]);
  });

  test("is heard late by who asks for what was said, on a private channel only", async () => {
    const { owner } = realtime;
    const since = Date.now();
    const early = await enter("board", {
      token: (await newMember(realtime)).token,
      config: { private: true },
    });
    for (let n = 1; n <= 3; n++) {
      await owner`select realtime.send(${owner.json({ n })}, 'late', 'board')`;
    }
    await owner`select realtime.send('{}', 'public', 'board', false)`;
    await eventually(() => expect(early.heard).toHaveLength(3));
    const { token } = await newMember(realtime);
    const late = await enter("board", {
      token,
      config: { private: true, broadcast: { replay: { since, limit: 2 } } },
    });
    await eventually(() => expect(late.heard).toHaveLength(2));
    expect(late.heard).toMatchObject([
      { event: "late", payload: { n: 2 }, meta: { replayed: true } },
      { event: "late", payload: { n: 3 }, meta: { replayed: true } },
    ]);
    const client = await connect(realtime.port, realtime.keys.anonKey);
    open.push(client);
    const config = { broadcast: { replay: { since } } };
    const refused = await client.ask("realtime:board", "phx_join", { config });
    expect(refused.payload.response?.reason).toMatch(/^UnableToReplayMessages/);
  });

  test("does not fail with what it tells, and forgets it after three days", async () => {
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
