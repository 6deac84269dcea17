/** Anonymous accounts: what customers who have only a telephone number may do, and what becomes of their accounts. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Sql } from "#backend/core/database/database.ts";
import {
  type Actor,
  createAdministratorActor,
  createAnonymousActor,
  createCustomerActor,
  getSqlState,
  runAs,
} from "#tests/support/actors.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/database.ts";
import { createOrderInput, getStock, insertOrder, type PricedProduct } from "#tests/support/orders.ts";
import { createProduct } from "#tests/support/products.ts";

let database: TestDatabase;
let admin: Sql;
let api: Sql;
let owner: Actor;
let drill: PricedProduct;

beforeAll(async () => {
  database = await createTestDatabase();
  admin = database.connect("supabase_admin");
  api = database.connect("authenticator", 5);
  owner = await createAdministratorActor(admin, "patron@example.com");
  drill = await createProduct(admin, { price: 7500, stock: 500 });
});
afterAll(() => database.drop());

const place = (actor: Actor, values: Partial<ReturnType<typeof createOrderInput>> = {}) =>
  runAs(api, actor, (tx) =>
    insertOrder(tx, { ...createOrderInput([{ product: drill, quantity: 1 }]), ...values }),
  );
const listOrders = (actor: Actor) =>
  runAs(api, actor, (tx) => tx<{ id: string }[]>`select id from public.orders`);
const getAudience = async ({ id }: Actor) => {
  const [row] = await admin<
    { audience: string }[]
  >`select audience from private.order_audiences where id = ${id}`;
  return row?.audience;
};
const claim = async (actor: Actor) => {
  const [row] = await runAs(
    api,
    actor,
    (tx) => tx<{ claimed: number }[]>`select public.claim_orders() as claimed`,
  );
  return row?.claimed;
};

/** An account whose number was proven by the code of a sign-in, or of a change. */
async function createPhoneActor(phone: string, sentAt: "confirmation_sent_at" | "phone_change_sent_at") {
  const id = randomUUID();
  await admin`
    insert into auth.users (id, aud, role, phone, phone_confirmed_at, ${admin(sentAt)})
    values (${id}, 'authenticated', 'authenticated', ${phone}, now(), now() - interval '1 minute')`;
  return { role: "authenticated", id } satisfies Actor;
}

describe("an anonymous account", () => {
  it("orders as an unproven one does, once, with the stock", async () => {
    const awa = await createAnonymousActor(admin);
    expect(await getAudience(awa)).toBe("unproven");
    const id = randomUUID();
    const before = await getStock(admin, drill);
    const order = await place(awa, { id });
    expect((await place(awa, { id, total_amount: order.total_amount }).catch((error) => error)).code).toBe(
      "23505",
    );
    expect(await getStock(admin, drill)).toBe(before - 1);
    const [row] = await admin`
      select customer_email, reservation_ends_at is not null as is_reserved from public.orders where id = ${id}`;
    expect(row).toEqual({ customer_email: null, is_reserved: true });
    expect(await admin`select from public.mails where subject_id = ${id}`).toHaveLength(0);
  });

  it("sees its own orders, and nothing of another one with the same number", async () => {
    const [awa, ali] = [await createAnonymousActor(admin), await createAnonymousActor(admin)];
    const phone = { customer_phone: "76 55 44 33" };
    const order = await place(awa, phone);
    const other = await place(ali, phone);
    expect(await listOrders(awa)).toEqual([{ id: order.id }]);
    expect(await listOrders(ali)).toEqual([{ id: other.id }]);
    expect(
      await runAs(api, ali, (tx) => tx`select from public.order_items where order_id = ${order.id}`),
    ).toHaveLength(0);
    expect(await runAs(api, ali, (tx) => tx`select from public.profiles`)).toHaveLength(1);
    expect(await claim(ali)).toBe(0);
  });

  it("has as many open orders for one number as the table of limits says, in clear words", async () => {
    await admin`update public.limits set maximum = 2 where name = 'orders_open' and audience = 'unproven' and scope = 'phone'`;
    const phone = { customer_phone: "78 00 00 01" };
    await place(await createAnonymousActor(admin), phone);
    await place(await createAnonymousActor(admin), phone);
    const refused = await place(await createAnonymousActor(admin), phone).catch((error) => error);
    expect(refused.code).toBe("PT429");
    expect(refused.message).toMatch(
      /^Ce numéro a déjà beaucoup de commandes en attente\. Pour commander, appelez-nous au /,
    );
    await admin`update public.limits set maximum = 20 where name = 'orders_open' and audience = 'unproven' and scope = 'phone'`;
  });

  it("writes a review of what it has received only", async () => {
    const awa = await createAnonymousActor(admin);
    const write = () =>
      runAs(
        api,
        awa,
        (tx) => tx`
          insert into public.product_reviews (product_id, user_id, rating, comment, name, email)
          values (${drill.id}, ${awa.id}, 5, ${`Très solide ${randomUUID()}`}, 'Awa', 'awa@example.com')`,
      );
    expect(await getSqlState(write())).toBe("42501");
    const order = await place(awa);
    expect(await getSqlState(write())).toBe("42501");
    await runAs(api, owner, (tx) => tx`update public.orders set status = 'completed' where id = ${order.id}`);
    expect(await getSqlState(write())).toBeNull();
  });

  it("never becomes a member of the staff", async () => {
    const awa = await createAnonymousActor(admin);
    const hire = admin`insert into public.admin_users (id, name, email) values (${awa.id}, 'Awa', 'awa@example.com')`;
    expect(await getSqlState(hire)).toBe("YA009");
  });

  it("keeps its orders when it gets an address", async () => {
    const awa = await createAnonymousActor(admin);
    const order = await place(awa);
    const email = `${randomUUID()}@example.com`;
    await admin`update auth.users set email = ${email}, is_anonymous = false where id = ${awa.id}`;
    expect(await admin`select customer_email, user_id from public.orders where id = ${order.id}`).toEqual([
      { customer_email: email, user_id: awa.id },
    ]);
  });
});

describe("a proven number", () => {
  it.each(["confirmation_sent_at", "phone_change_sent_at"] as const)(
    "by %s gets the open orders that were placed with it without an account",
    async (sentAt) => {
      const digits = sentAt === "confirmation_sent_at" ? "70909090" : "70909091";
      const other = await createCustomerActor(admin, `${randomUUID()}@example.com`);
      const theirs = await place(other, { customer_phone: digits });
      const awa = await createAnonymousActor(admin);
      const order = await place(awa, { customer_phone: `+226 ${digits}` });
      await place(awa, { customer_phone: "70112233" });
      const proven = await createPhoneActor(`226${digits}`, sentAt);
      expect(await getAudience(proven)).toBe("customer");
      expect(await claim(proven)).toBe(1);
      expect(await claim(proven)).toBe(0);
      expect(await listOrders(proven)).toEqual([{ id: order.id }]);
      expect(await listOrders(other)).toEqual([{ id: theirs.id }]);
      expect(await listOrders(awa)).toHaveLength(1);
    },
  );

  it("gets the orders that staff entered without an account, and none of its former owner's time", async () => {
    const digits = "70909092";
    const proven = await createPhoneActor(`226${digits}`, "confirmation_sent_at");
    const place = async (phone: string) => {
      const order = createOrderInput([{ product: drill, quantity: 1 }]);
      const sent = {
        id: randomUUID(),
        customer_name: "Awa Zongo",
        customer_phone: phone,
        shipping_address: { address: "Rue 12.34", city: "Ouagadougou" },
        items: [{ id: drill.id, quantity: 1 }],
        source: "phone",
        payment_method: "cod",
        total: order.total_amount,
      };
      await runAs(api, owner, (tx) => tx`select public.place_staff_order(${tx.json(sent)})`);
      return sent.id;
    };
    const [entered, old] = [await place(digits), await place(digits)];
    await place("70909093");
    await admin`update public.orders set created_at = now() - interval '61 days' where id = ${old}`;
    // The number was proven before it was given to somebody else.
    await admin`
      update auth.users set phone_confirmed_at = now() - interval '2 hours', confirmation_sent_at = now() - interval '3 hours'
      where id = ${proven.id}`;
    expect(await claim(proven)).toBe(0);
    await admin`
      update auth.users set phone_confirmed_at = now(), confirmation_sent_at = now() - interval '1 minute',
        email = 'awa-gardee@example.com', email_confirmed_at = now() - interval '30 days'
      where id = ${proven.id}`;
    expect(await claim(proven)).toBe(1);
    expect(await listOrders(proven)).toEqual([{ id: entered }]);
  });

  it("is one that a code was sent to", async () => {
    const awa = await createAnonymousActor(admin);
    await place(awa, { customer_phone: "70808080" });
    const id = randomUUID();
    // As where AUTH_PHONE_CONFIRM is 0.
    await admin`
      insert into auth.users (id, aud, role, phone, phone_confirmed_at)
      values (${id}, 'authenticated', 'authenticated', '22670808080', now())`;
    const unproven = { role: "authenticated", id } satisfies Actor;
    expect(await getAudience(unproven)).toBe("unproven");
    expect(await claim(unproven)).toBe(0);
    // What was sent at this one's sign-up went to its address.
    await admin`
      update auth.users set email = 'avec-adresse@example.com', confirmation_sent_at = now() - interval '2 days',
        email_confirmed_at = now() - interval '1 day' where id = ${id}`;
    expect(await claim(unproven)).toBe(0);
    // The same eight digits in Mali are somebody else's.
    const neighbour = await createPhoneActor("22370808080", "confirmation_sent_at");
    expect(await claim(neighbour)).toBe(0);
    expect(await claim(await createPhoneActor("22670808081", "confirmation_sent_at"))).toBe(0);
  });
});

it("accounts that nobody uses are deleted after some days, and those with orders stay", async () => {
  const age = (actor: Actor, days: number) =>
    admin`update auth.users set created_at = now() - make_interval(days => ${days}) where id = ${actor.id}`;
  const [unused, recent, ordered, active] = [
    await createAnonymousActor(admin),
    await createAnonymousActor(admin),
    await createAnonymousActor(admin),
    await createAnonymousActor(admin),
  ];
  const known = await createCustomerActor(admin, `${randomUUID()}@example.com`);
  await place(ordered);
  for (const actor of [unused, ordered, active, known]) await age(actor, 8);
  await age(recent, 6);
  await admin`
    insert into auth.sessions (id, user_id, created_at, refreshed_at)
    values (gen_random_uuid(), ${active.id}, now() - interval '8 days', now())`;
  expect(await admin`select private.delete_unused_accounts() as more`).toEqual([{ more: false }]);
  const ids = [unused, recent, ordered, active, known].map(({ id }) => id);
  const left = await admin<{ id: string }[]>`select id from auth.users where id = any (${ids})`;
  expect(left.map(({ id }) => id).sort()).toEqual([recent.id, ordered.id, active.id, known.id].sort());
  await age(active, 8);
  await admin`update auth.sessions set refreshed_at = now() - interval '8 days' where user_id = ${active.id}`;
  expect(await admin`select private.delete_unused_accounts(1) as more`).toEqual([{ more: true }]);
});

describe("the account that a number or an address has already", () => {
  const takeOver = async (actor: Actor, session: string) => {
    const [row] = await runAs(
      api,
      actor,
      (tx) => tx<{ taken: boolean }[]>`select public.take_over_account(${session}) as taken`,
    );
    return row?.taken;
  };
  async function openSession({ id }: Actor) {
    const [session] = await admin<{ id: string }[]>`
      insert into auth.sessions (id, user_id, created_at) values (gen_random_uuid(), ${id}, now()) returning id`;
    return session?.id ?? "";
  }

  it("takes over what was done without an account, once, by its session", async () => {
    const awa = await createAnonymousActor(admin);
    const account = await createPhoneActor("22676000091", "confirmation_sent_at");
    const order = await place(awa, { customer_phone: "70 99 88 77" });
    await admin`update public.orders set status = 'completed' where id = ${order.id}`;
    for (const { id } of [awa, account])
      await admin`insert into public.wishlist_items (user_id, product_id) values (${id}, ${drill.id})`;
    await admin`
      insert into public.customer_addresses (user_id, name, address, city)
      values (${awa.id}, 'Chantier', 'Rue 15.22, porte bleue', 'Ouagadougou')`;
    const session = await openSession(awa);
    expect(await takeOver(await createAnonymousActor(admin), session)).toBe(false);
    expect(await takeOver(account, randomUUID())).toBe(false);
    expect(await takeOver(account, session)).toBe(true);
    expect(await listOrders(account)).toEqual([{ id: order.id }]);
    expect(await listOrders(awa)).toEqual([]);
    expect(await admin`select name from public.customer_addresses where user_id = ${account.id}`).toEqual([
      { name: "Chantier" },
    ]);
    expect(await takeOver(account, session)).toBe(false);
  });

  it("takes as many addresses and wishes over as there is room for, the newest, and every order", async () => {
    const awa = await createAnonymousActor(admin);
    const account = await createPhoneActor("22676000094", "confirmation_sent_at");
    const order = await place(awa);
    const save = ({ id }: Actor, name: string, address: string, day: string) => admin`
      insert into public.customer_addresses (user_id, name, address, city, created_at)
      values (${id}, ${name}, ${address}, 'Ouagadougou', ${day})`;
    await save(account, "Maison", "Rue 15.22, porte bleue", "2026-01-01");
    await save(awa, "La même", "Rue 15.22, porte bleue", "2026-01-09");
    await save(awa, "Ancien chantier", "Rue 3.01, en face du puits", "2026-01-02");
    await save(awa, "Chantier", "Rue 9.40, chez le soudeur", "2026-01-03");
    const wished = await Promise.all(
      ["2026-01-01", "2026-01-02", "2026-01-03"].map(async (day) => {
        const product = await createProduct(admin);
        await admin`insert into public.wishlist_items (user_id, product_id, created_at) values (${awa.id}, ${product.id}, ${day})`;
        return product.id;
      }),
    );
    await admin`update public.limits set maximum = 2 where name in ('customer_addresses', 'wishlist')`;
    expect(await takeOver(account, await openSession(awa))).toBe(true);
    expect(await listOrders(account)).toEqual([{ id: order.id }]);
    expect(
      await admin`select name from public.customer_addresses where user_id = ${account.id} order by name`,
    ).toEqual([{ name: "Chantier" }, { name: "Maison" }]);
    expect(
      await admin`select product_id from public.wishlist_items where user_id = ${account.id} order by created_at`,
    ).toEqual(wished.slice(1).map((product_id) => ({ product_id })));
  });

  it("takes nothing from an account that is somebody's", async () => {
    const other = await createPhoneActor("22676000092", "confirmation_sent_at");
    const order = await place(other);
    const account = await createPhoneActor("22676000093", "confirmation_sent_at");
    expect(await takeOver(account, await openSession(other))).toBe(false);
    expect(await listOrders(other)).toEqual([{ id: order.id }]);
  });
});
