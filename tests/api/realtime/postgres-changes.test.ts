/** Changes of tables, as the unchanged official client delivers them. */
import { randomBytes } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  eventually,
  listenToChanges,
  startRealtime,
  subscribeToChanges,
  type TestRealtime,
} from "./realtime-fixture.ts";

let realtime: TestRealtime;

beforeAll(async () => {
  realtime = await startRealtime();
  await realtime.owner.unsafe(`
    create table public.notes (
      id int primary key, title text, rank numeric, done boolean, tags text[], extra jsonb, day date,
      at timestamptz, secret text, n int
    );
    revoke all on public.notes from anon, authenticated;
    grant select (id, title, rank, done, tags, extra, day, at, n) on public.notes to anon;
    alter publication supabase_realtime add table public.notes;
  `);
});
afterEach(() => realtime.disconnectClients());
beforeEach(() => realtime.owner`truncate public.notes`);
afterAll(() => realtime.close());

test.each(["1.0.0", "2.0.0"] as const)(
  "delivers an inserted, an updated and a deleted row, in version %s",
  async (vsn) => {
    const { owner } = realtime;
    const { events } = await listenToChanges(realtime.client(undefined, { vsn }), { table: "notes" });
    await owner`insert into public.notes values
    (1, 'l''été «é»', 12.50, true, '{a,"b, c",NULL}', '{"k":[1,"é"]}', '2026-11-21', '2026-11-21 10:00:00.5+00', 'hidden')`;
    await owner`update public.notes set title = 'second', done = null where id = 1`;
    await owner`delete from public.notes where id = 1`;
    await eventually(() => expect(events).toHaveLength(3));
    const row = {
      id: 1,
      title: "l'été «é»",
      rank: 12.5,
      done: true,
      tags: ["a", "b, c", null],
      extra: { k: [1, "é"] },
      day: "2026-11-21",
      at: "2026-11-21T10:00:00.5+00:00",
    };
    expect(events).toMatchObject([
      { eventType: "INSERT", schema: "public", table: "notes", new: row, old: {}, errors: null },
      { eventType: "UPDATE", new: { ...row, title: "second", done: null }, old: { id: 1 }, errors: null },
      { eventType: "DELETE", new: {}, old: { id: 1 }, errors: null },
    ]);
    expect(JSON.stringify(events)).not.toContain("hidden");
  },
);

test("delivers in the order of the commits, and nothing that was rolled back", async () => {
  const { owner } = realtime;
  const { events } = await listenToChanges(realtime.client(), { table: "notes", event: "INSERT" });
  await owner.begin(async (early) => {
    await early`insert into public.notes (id) values (1)`;
    await owner`insert into public.notes (id) values (2)`;
  });
  const failed = owner.begin(async (tx) => {
    await tx`insert into public.notes (id) values (3)`;
    await tx`select 1 / 0`;
  });
  await expect(failed).rejects.toThrow("division by zero");
  await owner`insert into public.notes (id) select generate_series(10, 1509)`;
  await eventually(() => expect(events).toHaveLength(1502));
  const expected = [2, 1, ...Array.from({ length: 1500 }, (_, n) => n + 10)];
  expect(events.map((change) => change.new.id)).toEqual(expected);
});

test("delivers to each binding of a channel what it subscribed to", async () => {
  const { owner } = realtime;
  const client = realtime.client();
  const filters = [
    { table: "notes", event: "INSERT" },
    { table: "notes", event: "DELETE" },
    { schema: "public" },
    { table: "notes", filter: "id=eq.2" },
  ] as const;
  const { events } = await listenToChanges(client, ...filters);
  await owner`insert into public.notes (id) values (1), (2)`;
  await owner`delete from public.notes where id = 1`;
  await eventually(() => expect(events).toHaveLength(7));
  const count = (eventType: string, id: number) =>
    events.filter((change) => change.eventType === eventType && { ...change.new, ...change.old }.id === id)
      .length;
  expect([count("INSERT", 1), count("INSERT", 2), count("DELETE", 1)]).toEqual([2, 3, 2]);
});

describe("filters", () => {
  const cases: [filter: string, ids: number[]][] = [
    ["id=eq.3", [3]],
    ["id=neq.3", [1, 2, 4, 20]],
    ["id=lt.3", [1, 2]],
    ["id=lte.3", [1, 2, 3]],
    ["id=gt.3", [4, 20]],
    ["id=gte.3", [3, 4, 20]],
    ["id=in.(2,20,99)", [2, 20]],
    ['title=eq."a,b"', [2]],
    ['title=in.("a,b",plain)', [1, 2]],
    ['title=eq."say \\"é\\""', [3]],
    ["title=eq.", [4]],
    ["rank=gt.9.5", [2]],
    ["done=eq.true", [1]],
    ["day=lt.2026-11-21", [1]],
    ["at=gte.2026-11-21T12:00:00+02:00", [2]],
    ['tags=eq."{a,\\"b c\\"}"', [3]],
    // The name of a row's index in the statement that matches the filters.
    ["n=gt.6", [2]],
    ["id=gt.1,id=lte.4,title=neq.plain", [2, 3, 4]],
    ["id=gt.2,id=lt.2", []],
    ["id=not.in.(1,2,20)", [3, 4]],
    ["title=not.eq.plain", [2, 3, 4]],
    ["title=like.%a%", [1, 2, 3]],
    ["title=like.PLAIN", []],
    ["title=ilike.PL_IN", [1]],
    ["title=not.ilike.%A%", [4]],
    ["title=match.^[a-p]", [1, 2]],
    ["title=imatch.^SAY", [3]],
    ["title=not.match.a", [4]],
    ["done=is.true", [1]],
    ["done=is.unknown", [3, 4, 20]],
    ["title=is.null", [20]],
    ["title=not.is.null,rank=is.null", [3, 4]],
    ["title=isdistinct.plain", [2, 3, 4, 20]],
    ["title=not.isdistinct.plain", [1]],
  ];

  test("deliver the rows that match them", async () => {
    const { owner } = realtime;
    const client = realtime.client();
    const listeners = await Promise.all(
      cases.map(([filter]) =>
        listenToChanges(
          client,
          { table: "notes", event: "INSERT", filter },
          { table: "notes", event: "INSERT", filter: "id=eq.1000" },
        ),
      ),
    );
    await owner`insert into public.notes (id, title, rank, done, day, at, n, tags) values
      (1, 'plain', 9.5, true, '2026-11-20', '2026-11-21 09:59:59Z', 6, '{a,b}'),
      (2, 'a,b', 10, false, '2026-11-21', '2026-11-21 10:00:00Z', 7, null),
      (3, 'say "é"', null, null, null, null, null, '{a,b c}'), (4, '', null, null, null, null, null, null),
      (20, null, null, null, null, null, null, null), (1000, null, null, null, null, null, null, null)`;
    // The last row was delivered after the others. Some filters match it, too.
    const changes = () => listeners.map(({ events }) => events.map((change) => change.new.id));
    await eventually(() => {
      for (const ids of changes()) expect(ids).toContain(1000);
    });
    const found = changes().map((ids) => [...new Set(ids)].filter((id) => id !== 1000));
    expect(found.map((ids, n) => [cases[n]?.[0], ids])).toEqual(cases);
  });

  test.each([
    ["title=eq.x' or true --", "title", "x' or true --"],
    ["title=eq.{a}", "title", "{a}"],
    ["title=eq.\\", "title", "\\"],
  ])("parses %s literally", async (filter, column, value) => {
    const { owner } = realtime;
    const { events } = await listenToChanges(realtime.client(), { table: "notes", filter });
    await owner`insert into public.notes ${owner({ id: 1, [column]: "other" })}`;
    await owner`insert into public.notes ${owner({ id: 2, [column]: value })}`;
    await eventually(() => expect(events).toHaveLength(1));
    expect(events[0]?.new.id).toBe(2);
  });

  test.each([
    [{ table: "notes", filter: "id=eq.abc" }, "invalid input syntax for type integer"],
    [{ table: "notes", filter: "missing=eq.1" }, "invalid column for filter missing"],
    [{ table: "notes", filter: "secret=eq.1" }, "invalid column for filter secret"],
    [{ table: "notes", filter: "id=near.1" }, 'the operator "near" is not known'],
    [{ table: "notes", filter: "constructor=constructor.1" }, 'the operator "constructor" is not known'],
    [{ table: "notes", filter: "id" }, "is not of the form column=operator.value"],
    [{ table: "notes", filter: "id=in.1,2" }, "brackets"],
    [{ table: "notes", filter: "id=eq.1,secret=is.null" }, "invalid column for filter secret"],
    [{ table: "notes", filter: "id=like.1%" }, "operator does not exist"],
    [{ table: "notes", filter: "id=is.true" }, "must be type boolean"],
    [{ table: "notes", filter: "title=match.(" }, "invalid regular expression"],
    [{ table: "notes", filter: 'title=match."((a{1,200}){1,200}){1,200}"' }, "no counts in braces"],
    [{ table: "notes", filter: `title=imatch.${"x*".repeat(51)}` }, "at most 100 characters"],
    [{ table: "notes", filter: "title=imatch.(x)\\1" }, "neither references back nor looking around"],
    [{ table: "notes", select: ["id", "secret"] }, "invalid column for select secret"],
    [{ table: "notes", select: ["missing"] }, "invalid column for select missing"],
    [{ select: ["id"] }, "a selection of columns needs a table"],
    [{ table: "notes", filter: `id=in.(${Array.from({ length: 101 }, (_, n) => n)})` }, "at most 100"],
    [{ filter: "id=eq.1" }, "a filter needs a table"],
    [{ table: "products" }, "it is not in publication supabase_realtime"],
    [{ table: "missing" }, "it is not in publication supabase_realtime"],
    [{ schema: "auth", table: "users" }, "it is not in publication supabase_realtime"],
    [{ table: "messages" }, "permission denied"],
  ])("rejects %j, and with it the channel's other bindings", async (binding, message) => {
    const { owner } = realtime;
    const client = realtime.client();
    const rejected = await subscribeToChanges(client, { table: "notes" }, binding);
    await eventually(() => expect(rejected.system).toHaveLength(1));
    expect(rejected.system[0]).toMatchObject({ status: "error", extension: "postgres_changes" });
    expect(rejected.system[0]?.message).toContain(message);
    const { events } = await listenToChanges(client, { table: "notes" });
    await owner`insert into public.notes (id) values (1)`;
    await eventually(() => expect(events).toHaveLength(1));
    expect(rejected.events).toEqual([]);
  });
});

test("a null filter does not match the unknown columns of a deleted row", async () => {
  const { owner } = realtime;
  await owner`insert into public.notes (id, title) values (1, 'known'), (2, null)`;
  const { events } = await listenToChanges(
    realtime.client(),
    { table: "notes", event: "DELETE", filter: "title=is.null" },
    { table: "notes", event: "DELETE", filter: "id=not.is.null" },
  );
  await owner`delete from public.notes`;
  await eventually(() => expect(events).toHaveLength(2));
  expect(events.map(({ old }) => old.id)).toEqual([1, 2]);
});

test("a filter that fails on an altered table closes its own channel only", async () => {
  const { owner } = realtime;
  await owner.unsafe(`
    create table public.altered (id int primary key, size text);
    revoke all on public.altered from anon;
    grant select on public.altered to anon;
    alter publication supabase_realtime add table public.altered;
  `);
  const failing = await listenToChanges(realtime.client(), { table: "altered", filter: "size=eq.large" });
  const fine = await listenToChanges(realtime.client(), { table: "altered", filter: "id=gt.0" });
  await owner`alter table public.altered alter column size type int using 0`;
  await owner`insert into public.altered values (1, 1)`;
  await eventually(() => expect(fine.events).toHaveLength(1));
  await eventually(() => expect(failing.statuses).toContain("CHANNEL_ERROR"));
  expect([fine.statuses, failing.events]).toEqual([["SUBSCRIBED"], []]);
  // The client rejoins by itself, and gets the current error.
  await eventually(() => expect(failing.system.at(-1)?.message).toContain("invalid input syntax"));
});

test("only the columns that a binding selects are sent, with the key", async () => {
  const { owner } = realtime;
  await owner`alter table public.notes replica identity full`;
  const { events } = await listenToChanges(
    realtime.client(),
    { table: "notes", event: "UPDATE", select: ["title"], filter: "rank=gt.0" },
    { table: "notes", event: "UPDATE", select: ["rank", "done"] },
    { table: "notes", event: "UPDATE", select: [] },
  );
  await owner`insert into public.notes (id, title, rank) values (1, 'a', 1)`;
  await owner`update public.notes set title = 'b'`;
  await owner`alter table public.notes replica identity default`;
  await eventually(() => expect(events).toHaveLength(3));
  expect(events[0]).toMatchObject({ new: { id: 1, title: "b" }, old: { id: 1, title: "a" } });
  expect(events.map((change) => Object.keys(change.new).length)).toEqual([2, 3, 9]);
  expect(events[1]?.new).toEqual({ id: 1, rank: 1, done: null });
  expect(Object.keys(events[0]?.old ?? {})).toEqual(["id", "title"]);
});

describe("large values", () => {
  test("that an update leaves unchanged are delivered as well", async () => {
    const { owner } = realtime;
    const large = randomBytes(20_000).toString("hex");
    await owner`insert into public.notes (id, title) values (1, ${large})`;
    const { events } = await listenToChanges(realtime.client(), { table: "notes", event: "UPDATE" });
    await owner`update public.notes set rank = 1, done = true`;
    await eventually(() => expect(events).toHaveLength(1));
    expect(events[0]?.new).toMatchObject({ id: 1, rank: 1, done: true, title: large });
  });

  test("over a megabyte are omitted, with an error", async () => {
    const { owner } = realtime;
    const { events } = await listenToChanges(realtime.client(), { table: "notes", event: "INSERT" });
    await owner`insert into public.notes (id, title, rank) values (1, ${"x".repeat(1_100_000)}, 2)`;
    await eventually(() => expect(events).toHaveLength(1));
    expect(events[0]).toMatchObject({ new: { id: 1, rank: 2 }, errors: ["Error 413: Payload Too Large"] });
    expect(events[0]?.new).not.toHaveProperty("title");
  });
});

test("follows a table that is altered, and one that is published later", async () => {
  const { owner } = realtime;
  const { events } = await listenToChanges(realtime.client(), { schema: "public" });
  await owner.unsafe(`
    create table public.later (id int primary key);
    revoke all on public.later from anon;
    grant select on public.later to anon;
    insert into public.later values (1);
    alter publication supabase_realtime add table public.later;
  `);
  await owner`insert into public.later values (2)`;
  await owner.unsafe(
    "alter table public.later add column extra text; insert into public.later values (3, 'more')",
  );
  await eventually(() => expect(events).toHaveLength(2));
  expect(events.map((change) => change.new)).toEqual([{ id: 2 }, { id: 3, extra: "more" }]);
});
