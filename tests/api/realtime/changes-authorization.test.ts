/**
 * A change is delivered only to subscribers who may read the row, and only with the columns that they may
 * read.
 */
import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createAdministratorActor, createCustomerActor, runAs } from "#tests/support/actors.ts";
import { createOrderInput, insertOrder, type PricedProduct } from "#tests/support/orders.ts";
import { createProduct } from "#tests/support/products.ts";
import {
  type ChangesListener,
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
    create table public.letters (id int primary key, owner uuid, body text, stamp text);
    revoke all on public.letters from anon, authenticated;
    grant select (id, body) on public.letters to anon;
    grant select on public.letters to authenticated;
    alter table public.letters enable row level security;
    alter table public.letters replica identity full;
    create policy "Owners read their letters" on public.letters
      for select to authenticated using (owner = (select auth.uid()));
    create policy "Everyone reads open letters" on public.letters for select to anon using (owner is null);
    create table public.markers (id int primary key);
    revoke all on public.markers from anon, authenticated;
    grant select on public.markers to anon, authenticated;
    create table public.keyless (body text);
    alter table public.keyless enable row level security;
    alter publication supabase_realtime add table public.letters, public.markers, public.keyless;
  `);
});
afterEach(() => realtime.disconnectClients());
beforeEach(() => realtime.owner`truncate public.letters`);
afterAll(() => realtime.close());

let markerCount = 0;

/** Changes are delivered in order: once the marker has arrived, so have all changes before it. */
async function flushChanges(...listeners: ChangesListener[]): Promise<void> {
  const id = ++markerCount;
  await realtime.owner`insert into public.markers values (${id})`;
  await eventually(() => {
    for (const { events } of listeners)
      expect(events.some((c) => c.table === "markers" && c.new.id === id)).toBe(true);
  });
}

const MARKER_TABLE = { table: "markers" };
const getEvents = ({ events }: ChangesListener) => events.filter(({ table }) => table !== "markers");

describe("orders", () => {
  let product: PricedProduct;
  beforeAll(async () => {
    product = await createProduct(realtime.admin, { price: 1000, stock: 50 });
  });

  test("are delivered to their customer and to administrators, and to nobody else", async () => {
    const { admin, client, createToken, keys } = realtime;
    const [awa, issa] = [
      await createCustomerActor(admin, "awa@exemple.bf"),
      await createCustomerActor(admin, "issa@exemple.bf"),
    ];
    const chief = await createAdministratorActor(admin, "chief@exemple.bf");
    const token = (actor: { id: string | null }) => createToken(actor.id ?? "");
    const ofAwa = await listenToChanges(client(await token(awa)), { table: "orders" }, MARKER_TABLE);
    const ofIssa = await listenToChanges(client(await token(issa)), { table: "orders" }, MARKER_TABLE);
    const ofChief = await listenToChanges(client(await token(chief)), { table: "orders" }, MARKER_TABLE);
    const ofService = await listenToChanges(client(keys.serviceRoleKey), { schema: "public" }, MARKER_TABLE);
    const ofVisitor = await listenToChanges(client(), { schema: "public" });
    const rejected = await subscribeToChanges(client(), { table: "orders" });

    const api = realtime.admin;
    const order = createOrderInput([{ product, quantity: 1 }]);
    const { number } = await runAs(api, awa, (tx) => insertOrder(tx, order));
    await flushChanges(ofAwa, ofIssa, ofChief, ofVisitor, ofService);
    await runAs(
      api,
      chief,
      (tx) => tx`update public.orders set status = 'processing' where id = ${order.id}`,
    );
    await flushChanges(ofAwa, ofIssa, ofChief, ofVisitor, ofService);

    expect(getEvents(ofAwa).map(({ eventType, new: row }) => [eventType, row.number, row.status])).toEqual([
      ["INSERT", number, "pending"],
      ["UPDATE", number, "processing"],
    ]);
    expect(getEvents(ofAwa)[0]?.new).toMatchObject({ total_amount: 3000, payment_info: { method: "cod" } });
    expect(getEvents(ofChief)).toEqual(getEvents(ofAwa));
    expect(getEvents(ofService).filter(({ table }) => table === "orders")).toHaveLength(2);
    expect(getEvents(ofIssa)).toEqual([]);
    expect(getEvents(ofVisitor)).toEqual([]);
    await eventually(() => expect(rejected.system).toMatchObject([{ status: "error" }]));
    expect(rejected.events).toEqual([]);
  });

  test("are no longer delivered once the administrator's right is revoked, although the token is still valid", async () => {
    const { admin, client, createToken } = realtime;
    const chief = await createAdministratorActor(admin, "former@exemple.bf");
    const customer = await createCustomerActor(admin, "fatou@exemple.bf");
    const ofChief = await listenToChanges(
      client(await createToken(chief.id ?? "")),
      { table: "orders", event: "INSERT" },
      MARKER_TABLE,
    );
    await runAs(admin, customer, (tx) => insertOrder(tx, createOrderInput([{ product, quantity: 1 }])));
    await flushChanges(ofChief);
    expect(getEvents(ofChief)).toHaveLength(1);
    await admin`delete from public.admin_users where id = ${chief.id}`;
    await runAs(admin, customer, (tx) => insertOrder(tx, createOrderInput([{ product, quantity: 1 }])));
    await flushChanges(ofChief);
    expect(getEvents(ofChief)).toHaveLength(1);
  });
});

test("many subscribers each receive their own rows and no others", async () => {
  const { owner, client, createToken } = realtime;
  const people = Array.from({ length: 12 }, () => randomUUID());
  const listeners = await Promise.all(
    people.map(async (id, n) =>
      listenToChanges(
        client(await createToken(id)),
        { table: "letters", ...(n % 3 === 0 && { filter: `owner=eq.${people[(n + 1) % 12]}` }) },
        MARKER_TABLE,
      ),
    ),
  );
  const visitors = await Promise.all(
    [client(), client()].map((each) => listenToChanges(each, { table: "letters" }, MARKER_TABLE)),
  );
  const letters = [...people, null, ...people].map((userId, id) => ({
    id,
    owner: userId,
    body: `to ${userId}`,
    stamp: "s",
  }));
  await owner`insert into public.letters ${owner(letters)}`;
  await flushChanges(...listeners, ...visitors);
  for (const [n, listener] of listeners.entries()) {
    // Every third one filters for another user's letters, which are hidden from it.
    const expected = n % 3 === 0 ? [] : [n, n + 13];
    expect(getEvents(listener).map(({ new: row }) => row.id)).toEqual(expected);
  }
  for (const visitor of visitors) {
    expect(getEvents(visitor)).toMatchObject([{ new: { id: 12, body: "to null" } }]);
    expect(getEvents(visitor)[0]?.new).not.toHaveProperty("stamp");
  }
});

test("a change without matching subscribers does not delay the next one", async () => {
  const { owner, client } = realtime;
  const listener = await listenToChanges(client(), { table: "letters", event: "UPDATE" }, MARKER_TABLE);
  await owner`insert into public.letters (id, body) values (1, 'a')`;
  await flushChanges(listener);
  await owner`update public.letters set body = 'b'`;
  await flushChanges(listener);
  expect(getEvents(listener)).toMatchObject([{ eventType: "UPDATE", new: { id: 1, body: "b" } }]);
  expect(listener.statuses).toEqual(["SUBSCRIBED"]);
});

test("one query serves all subscribers with the same role and claims", async () => {
  const { owner, client, createToken } = realtime;
  await owner.unsafe(`
    create function public.ask() returns boolean language sql volatile as
      'select pg_notify(''questions'', current_setting(''request.jwt.claims'')) is not null';
    create policy "Asks" on public.letters as restrictive for select using ((select public.ask()));
  `);
  const questions: string[] = [];
  const { unlisten } = await owner.listen("questions", (claims) => questions.push(claims));
  const shared = client();
  const someone = client(await createToken(randomUUID()));
  const clients = [...Array.from({ length: 20 }, (_, n) => (n < 10 ? shared : client())), someone, someone];
  const listeners = await Promise.all(
    clients.map((each) => listenToChanges(each, { table: "letters" }, MARKER_TABLE)),
  );
  // A single change: several may be checked separately.
  await owner`insert into public.letters (id) values (1)`;
  await flushChanges(...listeners);
  expect(listeners.map((listener) => getEvents(listener).length)).toEqual([...Array(20).fill(1), 0, 0]);
  await eventually(() => expect(questions).toHaveLength(2));
  await unlisten();
  await owner.unsafe(`drop policy "Asks" on public.letters; drop function public.ask()`);
});

test("when a policy fails, its subscribers are resubscribed and the others continue", async () => {
  const { owner, client, createToken } = realtime;
  const people = Array.from({ length: 5 }, () => randomUUID());
  const listeners = await Promise.all(
    people.map(async (id) =>
      listenToChanges(client(await createToken(id)), { table: "letters" }, MARKER_TABLE),
    ),
  );
  const ofVisitor = await listenToChanges(client(), { table: "letters" }, MARKER_TABLE);
  // This policy fails for one user of the role `authenticated`, and for every subscriber of another role.
  await owner.unsafe(`
    create policy "Fails" on public.letters as restrictive for select
      using (1 / (coalesce((select auth.uid()), '${people[2]}') <> '${people[2]}')::int = 1)`);
  await owner`insert into public.letters ${owner([...people, null].map((userId, id) => ({ id, owner: userId })))}`;
  const failing = [ofVisitor, listeners[2]];
  for (const one of failing) await eventually(() => expect(one?.statuses).toContain("CHANNEL_ERROR"));
  await owner.unsafe(`drop policy "Fails" on public.letters`);
  for (const one of failing) {
    await eventually(() => expect(one?.system.filter(({ status }) => status === "ok")).toHaveLength(2));
  }
  await owner`insert into public.letters ${owner([{ id: 6, owner: people[2] ?? "" }])}`;
  await owner`insert into public.letters ${owner([{ id: 7, owner: null }])}`;
  await flushChanges(...listeners, ofVisitor);
  const events = [...listeners, ofVisitor].map((one) => getEvents(one).map(({ new: row }) => row.id));
  expect(events).toEqual([[0], [1], [6], [3], [4], [7]]);
});

test("a deleted row is delivered with its key only, and a filter reveals nothing more", async () => {
  const { owner, client, createToken } = realtime;
  const id = randomUUID();
  await owner`insert into public.letters ${owner([{ id: 1, owner: id, body: "private", stamp: "s" }])}`;
  const other = client(await createToken(randomUUID()));
  const plain = await listenToChanges(other, { table: "letters" }, MARKER_TABLE);
  const byKey = await listenToChanges(other, { table: "letters", filter: "id=eq.1" }, MARKER_TABLE);
  const probing = await listenToChanges(other, { table: "letters", filter: "body=eq.private" }, MARKER_TABLE);
  await owner`delete from public.letters where id = 1`;
  await flushChanges(plain, byKey, probing);
  expect(getEvents(plain)).toMatchObject([{ eventType: "DELETE", new: {}, old: { id: 1 } }]);
  expect(Object.keys(getEvents(plain)[0]?.old ?? {})).toEqual(["id"]);
  expect(getEvents(byKey)).toEqual(getEvents(plain));
  expect(getEvents(probing)).toEqual([]);
});

test("a row that becomes visible is delivered, one that becomes hidden is not", async () => {
  const { owner, client, createToken } = realtime;
  const [id, other] = [randomUUID(), randomUUID()];
  await owner`insert into public.letters ${owner([{ id: 1, owner: other, body: "b" }])}`;
  const listener = await listenToChanges(client(await createToken(id)), { table: "letters" }, MARKER_TABLE);
  await owner`update public.letters set owner = ${id}`;
  await flushChanges(listener);
  await owner`update public.letters set owner = ${other}, body = 'changed'`;
  await flushChanges(listener);
  const events = getEvents(listener);
  expect(events.at(-1)).toMatchObject({ eventType: "UPDATE", new: { id: 1, owner: id } });
  // The insert may be delivered as well: with the current row, not the row at that time.
  expect(JSON.stringify(events)).not.toContain(other);
});

test("a row that has changed again is delivered in its current state: the change in between may be hidden", async () => {
  const { owner, client, createToken } = realtime;
  const [id, other] = [randomUUID(), randomUUID()];
  const listener = await listenToChanges(client(await createToken(id)), { table: "letters" }, MARKER_TABLE);
  await owner.begin(async (tx) => {
    await tx`insert into public.letters ${tx([{ id: 1, owner: other, body: "secret" }])}`;
    await tx`update public.letters set owner = ${id}, body = 'public'`;
    await tx`insert into public.letters ${tx([{ id: 2, owner: id, body: "mine" }])}`;
    await tx`update public.letters set owner = ${other}, body = 'secret' where id = 2`;
  });
  await flushChanges(listener);
  expect(JSON.stringify(getEvents(listener))).not.toMatch(/secret|mine/);
  expect(getEvents(listener).at(-1)).toMatchObject({ eventType: "UPDATE", new: { id: 1, body: "public" } });
});

test("a filter applies to the delivered values: not to intermediate ones, nor to more than the key of a deleted row", async () => {
  const { owner, client, createToken } = realtime;
  const [id, other] = [randomUUID(), randomUUID()];
  const mine = client(await createToken(id));
  const probing = await listenToChanges(
    mine,
    { table: "letters", filter: "body=like.secret%" },
    MARKER_TABLE,
  );
  const allowed = await listenToChanges(
    mine,
    { table: "letters", filter: "id=eq.1,body=not.is.null" },
    MARKER_TABLE,
  );
  await owner.begin(async (tx) => {
    await tx`insert into public.letters ${tx([{ id: 1, owner: other, body: "secret plan" }])}`;
    await tx`update public.letters set owner = ${id}, body = 'public'`;
  });
  await owner`delete from public.letters`;
  await flushChanges(probing, allowed);
  expect(getEvents(probing)).toEqual([]);
  expect(JSON.stringify(getEvents(allowed))).not.toContain("secret");
  expect(getEvents(allowed).map(({ eventType }) => eventType)).not.toContain("DELETE");
});

test("every commit of many is delivered, although the log contains a commit before it is visible", async () => {
  const { owner, client, createToken } = realtime;
  const id = randomUUID();
  const listener = await listenToChanges(client(await createToken(id)), { table: "letters" }, MARKER_TABLE);
  const insert = (n: number) =>
    owner.begin(async (tx) => {
      await tx`set local synchronous_commit = on`;
      await tx`insert into public.letters ${tx([{ id: n, owner: id }])}`;
    });
  for (let n = 0; n < 1500; n += 5) await Promise.all([0, 1, 2, 3, 4].map((more) => insert(n + more)));
  await flushChanges(listener);
  expect(getEvents(listener)).toHaveLength(1500);
});

test("columns, and the table, are no longer delivered once the privilege is revoked", async () => {
  const { owner, client } = realtime;
  const plain = await listenToChanges(client(), { table: "letters" }, MARKER_TABLE);
  const filtered = await listenToChanges(client(), { table: "letters", filter: "body=eq.b" }, MARKER_TABLE);
  await owner.unsafe("revoke select (body) on public.letters from anon");
  await owner`insert into public.letters (id, body) values (1, 'b')`;
  await flushChanges(plain, filtered);
  await owner.unsafe("revoke select (id) on public.letters from anon");
  await owner`insert into public.letters (id, body) values (2, 'b')`;
  await owner`delete from public.letters`;
  await flushChanges(plain, filtered);
  await owner.unsafe("grant select (id, body) on public.letters to anon");
  expect(getEvents(plain).map(({ new: row }) => row)).toEqual([{ id: 1 }]);
  expect(getEvents(filtered)).toEqual([]);
});

test("a table with row-level security but without a primary key is delivered without values", async () => {
  const { owner, client, keys } = realtime;
  const listener = await listenToChanges(client(keys.serviceRoleKey), { table: "keyless" }, MARKER_TABLE);
  await owner`insert into public.keyless values ('private')`;
  await flushChanges(listener);
  expect(getEvents(listener)).toMatchObject([
    { new: {}, errors: ["Error 400: Bad Request, no primary key"] },
  ]);
});
