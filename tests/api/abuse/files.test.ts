/** Files that policies protect: one network's slow requests. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { type StorageUser, startStorage, type TestStorage } from "#tests/support/storage-fixture.ts";

let storage: TestStorage;
let awa: StorageUser;
beforeAll(async () => {
  storage = await startStorage();
  awa = await storage.createUser();
  await awa.storage.from("papers").upload(`${awa.id}/plan.txt`, "plan");
  await storage.service.from("window").upload("vitrine.txt", "vitrine");
  await storage.owner.unsafe(`
    insert into storage.buckets (id, name) values ('slow', 'slow');
    insert into storage.objects (bucket_id, name, version) values ('slow', 'a', gen_random_uuid());
    create policy "Read slowly" on storage.objects for select to anon
      using (bucket_id = 'slow' and pg_advisory_xact_lock_shared(7) is not null);
  `);
});
afterAll(() => storage.close());

const post = (path: string, body: object, token: string, ip = "192.0.2.9") =>
  storage.fetch(
    `/storage/v1/object/${path}`,
    {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify(body),
    },
    ip,
  );

test.each(["list/slow", "list-v2/slow"])(
  "one network's slow requests leave files to others: %s",
  async (path) => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const { promise: locked, resolve: lock } = Promise.withResolvers<void>();
    const slow = storage.owner.begin(async (tx) => {
      await tx`select pg_advisory_xact_lock(7)`;
      lock();
      await released;
    });
    await locked;
    const list = (index: number) =>
      post(path, { prefix: "" }, storage.keys.anonKey, `198.51.100.${index % 9}`);
    const flood = Promise.all(Array.from({ length: 30 }, (_, index) => list(index)));
    // Without turns by network they would have all connections by now.
    await new Promise((resolve) => setTimeout(resolve, 200));
    const download = await storage.fetch("/storage/v1/object/public/window/vitrine.txt");
    expect([download.status, await download.text()]).toEqual([200, "vitrine"]);
    const own = await post("list/papers", { prefix: awa.id }, awa.token);
    expect([own.status, await own.json()]).toMatchObject([200, [{ name: "plan.txt" }]]);
    release();
    await slow;
    expect(new Set((await flood).map(({ status }) => status))).toEqual(new Set([200]));
  },
);
