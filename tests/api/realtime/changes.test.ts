/** Changes of tables, as the unchanged official client hands them on. */
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { listenTo, startRealtime, type TestRealtime } from "./service.ts";

let realtime: TestRealtime;

beforeAll(async () => {
  realtime = await startRealtime();
  await realtime.owner.unsafe(`
    create table public.notes (
      id int primary key, title text, rank numeric, done boolean, tags text[], extra jsonb, day date,
      at timestamptz, secret text
    );
    revoke all on public.notes from anon, authenticated;
    grant select (id, title, rank, done, tags, extra, day, at) on public.notes to anon;
    alter publication supabase_realtime add table public.notes;
  `);
});
beforeEach(() => realtime.owner`delete from public.notes`);
afterAll(() => realtime.close());

test.each(["1.0.0", "2.0.0"] as const)(
  "tells of a new, a changed and a deleted row, in version %s",
  async (vsn) => {
    const { owner } = realtime;
    const { told } = await listenTo(realtime.client(undefined, { vsn }), { table: "notes" });
    await owner`insert into public.notes values
    (1, 'l''été «é»', 12.50, true, '{a,"b, c",NULL}', '{"k":[1,"é"]}', '2026-11-21', '2026-11-21 10:00:00.5+00', 'hidden')`;
    await owner`update public.notes set title = 'second', done = null where id = 1`;
    await owner`delete from public.notes where id = 1`;
    await vi.waitFor(() => expect(told).toHaveLength(3));
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
    expect(told).toMatchObject([
      { eventType: "INSERT", schema: "public", table: "notes", new: row, old: {}, errors: null },
      { eventType: "UPDATE", new: { ...row, title: "second", done: null }, old: { id: 1 }, errors: null },
      { eventType: "DELETE", new: {}, old: { id: 1 }, errors: null },
    ]);
    expect(JSON.stringify(told)).not.toContain("hidden");
  },
);
