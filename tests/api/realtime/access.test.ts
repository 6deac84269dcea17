/** Who is told of a row: whoever may read it, and of that only the columns that they may read. */
import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { as, createAdministrator, createCustomer } from "../database/actors.ts";
import { createGoods, type Goods, insertOrder, orderOf } from "../database/goods.ts";
import { ask, eventually, type Listener, listenTo, startRealtime, type TestRealtime } from "./service.ts";

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
    create table public.bells (id int primary key);
    revoke all on public.bells from anon, authenticated;
    grant select on public.bells to anon, authenticated;
    create table public.keyless (body text);
    alter table public.keyless enable row level security;
    alter publication supabase_realtime add table public.letters, public.bells, public.keyless;
  `);
});
afterEach(() => realtime.leave());
beforeEach(() => realtime.owner`truncate public.letters`);
afterAll(() => realtime.close());

let rings = 0;

/** What is told after a bell has been heard was told before it, since all is told in order. */
async function ring(...listeners: Listener[]): Promise<void> {
  const id = ++rings;
  await realtime.owner`insert into public.bells values (${id})`;
  await eventually(() => {
    for (const { told } of listeners)
      expect(told.some((c) => c.table === "bells" && c.new.id === id)).toBe(true);
  });
}

const BELL = { table: "bells" };
const heard = ({ told }: Listener) => told.filter(({ table }) => table !== "bells");

describe("orders", () => {
  let goods: Goods;
  beforeAll(async () => {
    goods = await createGoods(realtime.admin, 1000, 50);
  });

  test("come to their customer and to administrators, and to nobody else", async () => {
    const { admin, client, tokenOf, keys } = realtime;
    const [awa, issa] = [
      await createCustomer(admin, "awa@exemple.bf"),
      await createCustomer(admin, "issa@exemple.bf"),
    ];
    const chief = await createAdministrator(admin, "chief@exemple.bf");
    const token = (actor: { id: string | null }) => tokenOf(actor.id ?? "");
    const ofAwa = await listenTo(client(await token(awa)), { table: "orders" }, BELL);
    const ofIssa = await listenTo(client(await token(issa)), { table: "orders" }, BELL);
    const ofChief = await listenTo(client(await token(chief)), { table: "orders" }, BELL);
    const ofService = await listenTo(client(keys.serviceRoleKey), { schema: "public" }, BELL);
    const ofVisitor = await listenTo(client(), { schema: "public" });
    const refused = await ask(client(), { table: "orders" });

    const api = realtime.admin;
    const order = orderOf([{ goods, quantity: 1 }]);
    const { number } = await as(api, awa, (tx) => insertOrder(tx, order));
    await ring(ofAwa, ofIssa, ofChief, ofVisitor, ofService);
    await as(api, chief, (tx) => tx`update public.orders set status = 'processing' where id = ${order.id}`);
    await ring(ofAwa, ofIssa, ofChief, ofVisitor, ofService);

    expect(heard(ofAwa).map(({ eventType, new: row }) => [eventType, row.number, row.status])).toEqual([
      ["INSERT", number, "pending"],
      ["UPDATE", number, "processing"],
    ]);
    expect(heard(ofAwa)[0]?.new).toMatchObject({ total_amount: 3000, payment_info: { method: "cod" } });
    expect(heard(ofChief)).toEqual(heard(ofAwa));
    expect(heard(ofService).filter(({ table }) => table === "orders")).toHaveLength(2);
    expect(heard(ofIssa)).toEqual([]);
    expect(heard(ofVisitor)).toEqual([]);
    await eventually(() => expect(refused.system).toMatchObject([{ status: "error" }]));
    expect(refused.told).toEqual([]);
  });

  test("stop coming when the administrator's right is lost, with the token still in force", async () => {
    const { admin, client, tokenOf } = realtime;
    const chief = await createAdministrator(admin, "former@exemple.bf");
    const customer = await createCustomer(admin, "fatou@exemple.bf");
    const ofChief = await listenTo(
      client(await tokenOf(chief.id ?? "")),
      { table: "orders", event: "INSERT" },
      BELL,
    );
    await as(admin, customer, (tx) => insertOrder(tx, orderOf([{ goods, quantity: 1 }])));
    await ring(ofChief);
    expect(heard(ofChief)).toHaveLength(1);
    await admin`delete from public.admin_users where id = ${chief.id}`;
    await as(admin, customer, (tx) => insertOrder(tx, orderOf([{ goods, quantity: 1 }])));
    await ring(ofChief);
    expect(heard(ofChief)).toHaveLength(1);
  });
});

test("each of many subscribers is told of their own rows and of no others", async () => {
  const { owner, client, tokenOf } = realtime;
  const people = Array.from({ length: 12 }, () => randomUUID());
  const listeners = await Promise.all(
    people.map(async (id, n) =>
      listenTo(
        client(await tokenOf(id)),
        { table: "letters", ...(n % 3 === 0 && { filter: `owner=eq.${people[(n + 1) % 12]}` }) },
        BELL,
      ),
    ),
  );
  const visitors = await Promise.all(
    [client(), client()].map((each) => listenTo(each, { table: "letters" }, BELL)),
  );
  const letters = [...people, null, ...people].map((who, id) => ({
    id,
    owner: who,
    body: `to ${who}`,
    stamp: "s",
  }));
  await owner`insert into public.letters ${owner(letters)}`;
  await ring(...listeners, ...visitors);
  for (const [n, listener] of listeners.entries()) {
    // Every third asks for another's letters, which they may not see.
    const expected = n % 3 === 0 ? [] : [n, n + 13];
    expect(heard(listener).map(({ new: row }) => row.id)).toEqual(expected);
  }
  for (const visitor of visitors) {
    expect(heard(visitor)).toMatchObject([{ new: { id: 12, body: "to null" } }]);
    expect(heard(visitor)[0]?.new).not.toHaveProperty("stamp");
  }
});

test("a change that nobody wants to hear of keeps nobody from the next", async () => {
  const { owner, client } = realtime;
  const listener = await listenTo(client(), { table: "letters", event: "UPDATE" }, BELL);
  await owner`insert into public.letters (id, body) values (1, 'a')`;
  await ring(listener);
  await owner`update public.letters set body = 'b'`;
  await ring(listener);
  expect(heard(listener)).toMatchObject([{ eventType: "UPDATE", new: { id: 1, body: "b" } }]);
  expect(listener.statuses).toEqual(["SUBSCRIBED"]);
});

test("one question is enough for all who have the same role and claims", async () => {
  const { owner, client, tokenOf } = realtime;
  await owner.unsafe(`
    create function public.ask() returns boolean language sql volatile as
      'select pg_notify(''questions'', current_setting(''request.jwt.claims'')) is not null';
    create policy "Asks" on public.letters as restrictive for select using ((select public.ask()));
  `);
  const questions: string[] = [];
  const { unlisten } = await owner.listen("questions", (claims) => questions.push(claims));
  const shared = client();
  const someone = client(await tokenOf(randomUUID()));
  const clients = [...Array.from({ length: 20 }, (_, n) => (n < 10 ? shared : client())), someone, someone];
  const listeners = await Promise.all(clients.map((each) => listenTo(each, { table: "letters" }, BELL)));
  // One change alone: of several, each may be asked about by itself.
  await owner`insert into public.letters (id) values (1)`;
  await ring(...listeners);
  expect(listeners.map((listener) => heard(listener).length)).toEqual([...Array(20).fill(1), 0, 0]);
  await eventually(() => expect(questions).toHaveLength(2));
  await unlisten();
  await owner.unsafe(`drop policy "Asks" on public.letters; drop function public.ask()`);
});

test("when a policy fails, its subscribers are told to start afresh and the others go on", async () => {
  const { owner, client, tokenOf } = realtime;
  const people = Array.from({ length: 5 }, () => randomUUID());
  const listeners = await Promise.all(
    people.map(async (id) => listenTo(client(await tokenOf(id)), { table: "letters" }, BELL)),
  );
  const ofVisitor = await listenTo(client(), { table: "letters" }, BELL);
  // For one of those with the same role, and for all of another.
  await owner.unsafe(`
    create policy "Fails" on public.letters as restrictive for select
      using (1 / (coalesce((select auth.uid()), '${people[2]}') <> '${people[2]}')::int = 1)`);
  await owner`insert into public.letters ${owner([...people, null].map((who, id) => ({ id, owner: who })))}`;
  const failing = [ofVisitor, listeners[2]];
  for (const one of failing) await eventually(() => expect(one?.statuses).toContain("CHANNEL_ERROR"));
  await owner.unsafe(`drop policy "Fails" on public.letters`);
  for (const one of failing) {
    await eventually(() => expect(one?.system.filter(({ status }) => status === "ok")).toHaveLength(2));
  }
  await owner`insert into public.letters ${owner([{ id: 6, owner: people[2] ?? "" }])}`;
  await owner`insert into public.letters ${owner([{ id: 7, owner: null }])}`;
  await ring(...listeners, ofVisitor);
  const told = [...listeners, ofVisitor].map((one) => heard(one).map(({ new: row }) => row.id));
  expect(told).toEqual([[0], [1], [6], [3], [4], [7]]);
});

test("a deleted row is known by its key alone, and a filter finds out nothing more", async () => {
  const { owner, client, tokenOf } = realtime;
  const id = randomUUID();
  await owner`insert into public.letters ${owner([{ id: 1, owner: id, body: "private", stamp: "s" }])}`;
  const other = client(await tokenOf(randomUUID()));
  const plain = await listenTo(other, { table: "letters" }, BELL);
  const byKey = await listenTo(other, { table: "letters", filter: "id=eq.1" }, BELL);
  const curious = await listenTo(other, { table: "letters", filter: "body=eq.private" }, BELL);
  await owner`delete from public.letters where id = 1`;
  await ring(plain, byKey, curious);
  expect(heard(plain)).toMatchObject([{ eventType: "DELETE", new: {}, old: { id: 1 } }]);
  expect(Object.keys(heard(plain)[0]?.old ?? {})).toEqual(["id"]);
  expect(heard(byKey)).toEqual(heard(plain));
  expect(heard(curious)).toEqual([]);
});

test("a row that comes into view is told of, one that goes out of view is not", async () => {
  const { owner, client, tokenOf } = realtime;
  const [id, other] = [randomUUID(), randomUUID()];
  await owner`insert into public.letters ${owner([{ id: 1, owner: other, body: "b" }])}`;
  const listener = await listenTo(client(await tokenOf(id)), { table: "letters" }, BELL);
  await owner`update public.letters set owner = ${id}`;
  await ring(listener);
  await owner`update public.letters set owner = ${other}, body = 'changed'`;
  await ring(listener);
  const told = heard(listener);
  expect(told.at(-1)).toMatchObject({ eventType: "UPDATE", new: { id: 1, owner: id } });
  // The insert may come as well, when it was on its way: with what the row is, not with what it was.
  expect(JSON.stringify(told)).not.toContain(other);
});

test("a row that has changed again is told as it is now: the change in between may not have been seen", async () => {
  const { owner, client, tokenOf } = realtime;
  const [id, other] = [randomUUID(), randomUUID()];
  const listener = await listenTo(client(await tokenOf(id)), { table: "letters" }, BELL);
  await owner.begin(async (tx) => {
    await tx`insert into public.letters ${tx([{ id: 1, owner: other, body: "secret" }])}`;
    await tx`update public.letters set owner = ${id}, body = 'public'`;
    await tx`insert into public.letters ${tx([{ id: 2, owner: id, body: "mine" }])}`;
    await tx`update public.letters set owner = ${other}, body = 'secret' where id = 2`;
  });
  await ring(listener);
  expect(JSON.stringify(heard(listener))).not.toMatch(/secret|mine/);
  expect(heard(listener).at(-1)).toMatchObject({ eventType: "UPDATE", new: { id: 1, body: "public" } });
});

test("a filter asks for what is told: not for what a row was in between, nor beside the key of one that is gone", async () => {
  const { owner, client, tokenOf } = realtime;
  const [id, other] = [randomUUID(), randomUUID()];
  const mine = client(await tokenOf(id));
  const curious = await listenTo(mine, { table: "letters", filter: "body=like.secret%" }, BELL);
  const honest = await listenTo(mine, { table: "letters", filter: "id=eq.1,body=not.is.null" }, BELL);
  await owner.begin(async (tx) => {
    await tx`insert into public.letters ${tx([{ id: 1, owner: other, body: "secret plan" }])}`;
    await tx`update public.letters set owner = ${id}, body = 'public'`;
  });
  await owner`delete from public.letters`;
  await ring(curious, honest);
  expect(heard(curious)).toEqual([]);
  expect(JSON.stringify(heard(honest))).not.toContain("secret");
  expect(heard(honest).map(({ eventType }) => eventType)).not.toContain("DELETE");
});

test("every one of many commits is told, though the log tells of a commit before it is visible", async () => {
  const { owner, client, tokenOf } = realtime;
  const id = randomUUID();
  const listener = await listenTo(client(await tokenOf(id)), { table: "letters" }, BELL);
  const insert = (n: number) =>
    owner.begin(async (tx) => {
      await tx`set local synchronous_commit = on`;
      await tx`insert into public.letters ${tx([{ id: n, owner: id }])}`;
    });
  for (let n = 0; n < 1500; n += 5) await Promise.all([0, 1, 2, 3, 4].map((more) => insert(n + more)));
  await ring(listener);
  expect(heard(listener)).toHaveLength(1500);
});

test("nothing is told of columns, or of the table, once the privilege is lost", async () => {
  const { owner, client } = realtime;
  const plain = await listenTo(client(), { table: "letters" }, BELL);
  const filtered = await listenTo(client(), { table: "letters", filter: "body=eq.b" }, BELL);
  await owner.unsafe("revoke select (body) on public.letters from anon");
  await owner`insert into public.letters (id, body) values (1, 'b')`;
  await ring(plain, filtered);
  await owner.unsafe("revoke select (id) on public.letters from anon");
  await owner`insert into public.letters (id, body) values (2, 'b')`;
  await owner`delete from public.letters`;
  await ring(plain, filtered);
  await owner.unsafe("grant select (id, body) on public.letters to anon");
  expect(heard(plain).map(({ new: row }) => row)).toEqual([{ id: 1 }]);
  expect(heard(filtered)).toEqual([]);
});

test("a protected table without a primary key tells only that something happened", async () => {
  const { owner, client, keys } = realtime;
  const listener = await listenTo(client(keys.serviceRoleKey), { table: "keyless" }, BELL);
  await owner`insert into public.keyless values ('private')`;
  await ring(listener);
  expect(heard(listener)).toMatchObject([{ new: {}, errors: ["Error 400: Bad Request, no primary key"] }]);
});
