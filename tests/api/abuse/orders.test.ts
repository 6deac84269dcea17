/** Orders of throw-away accounts: how much they take, for how long, and that honest customers still order. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Sql } from "#backend/core/database/database.ts";
import { startTestBackend, type TestBackend } from "#tests/support/backend.ts";
import { getStock, type PricedProduct } from "#tests/support/orders.ts";
import { createProduct } from "#tests/support/products.ts";
import {
  createOrderPayload,
  createSignedInUser,
  placeOrder,
  type SignedInUser,
} from "#tests/support/signed-in-users.ts";

let backend: TestBackend;
let admin: Sql;
let stranger: SignedInUser;
let cement: PricedProduct;

/** Accounts without orders: sign-ins are limited, too. */
const accounts: SignedInUser[] = [];
let taken = 0;
function createUser(): SignedInUser {
  const account = accounts[taken++];
  if (!account) throw new Error("Too few accounts");
  return account;
}
/** An order to an address and a number of its own, so that only the account has a limit in common. */
function createOrder(lines: { product: PricedProduct; quantity: number }[], phone = createPhone()) {
  const order = createOrderPayload(lines.map(({ product, quantity }) => ({ ...product, quantity })));
  return {
    ...order,
    customer_phone: phone,
    shipping_address: { ...order.shipping_address, address: `Secteur 15, ${randomUUID()}` },
  };
}
const createPhone = () => `+2267${Math.floor(Math.random() * 1e7)}`.padEnd(12, "0");
const orderOf = (quantity: number) => createOrder([{ product: cement, quantity }]);
const countByStatus = (responses: { status: number }[]) =>
  Object.fromEntries(
    [...Map.groupBy(responses, ({ status }) => status)].map(([status, { length }]) => [status, length]),
  );

beforeAll(async () => {
  // The network of the machine itself is not counted.
  backend = await startTestBackend("empty", "198.51.100.7");
  admin = backend.database.connect("supabase_admin");
  // A network has a few sign-ins at once.
  for (let group = 0; group < 2; group++) {
    const addresses = Array.from({ length: 11 }, () => `${randomUUID()}@exemple.bf`);
    accounts.push(...(await Promise.all(addresses.map((address) => createSignedInUser(backend, address)))));
  }
  const set = (name: string, audience: string, scope: string, maximum: number) => admin`
    update limits set maximum = ${maximum}
    where name = ${name} and audience = ${audience} and scope = ${scope}`;
  await set("orders_open", "unproven", "account", 10);
  await set("orders_open", "unproven", "phone", 10);
  await set("orders_open", "unproven", "place", 15);
  await set("order_pieces", "unproven", "line", 50);
  await set("order_pieces", "customer", "line", 200);
});
afterAll(() => backend.close());
beforeEach(async () => {
  await admin`truncate private.limit_buckets`;
  await admin`delete from orders`;
  await admin`update profiles set is_trusted = false`;
  await admin`update auth.users set confirmation_sent_at = null`;
  taken = 0;
  stranger = createUser();
  cement = await createProduct(admin, { price: 6000, stock: 1000 });
});

describe("a throw-away account", () => {
  it("cannot empty the shop by large orders, and is told to call", async () => {
    const products = await Promise.all(
      Array.from({ length: 60 }, () => createProduct(admin, { price: 1000, stock: 40 })),
    );
    const everything = createOrder(products.map((product) => ({ product, quantity: 40 })));
    const manyPieces = createOrder(products.slice(0, 50).map((product) => ({ product, quantity: 40 })));
    const attacks: [ReturnType<typeof createOrder>, RegExp][] = [
      [everything, /^Une commande compte au plus 50 articles\. /],
      [manyPieces, /^Une commande est limitée à 1 500 000 XOF\. /],
      [orderOf(51), /^Une commande compte au plus 50 pièces d'un article\. /],
    ];
    for (const [order, reason] of attacks) {
      const { status, error } = await placeOrder(stranger.client, order);
      expect([status, error?.code]).toEqual([429, "PT429"]);
      expect(error?.message).toMatch(reason);
      expect(error?.message).toMatch(/appelez-nous au \+226 .* ou écrivez-nous sur WhatsApp au \+\d+$/);
    }
    expect(await Promise.all(products.map((product) => getStock(admin, product)))).toEqual(
      products.map(() => 40),
    );
    // An honest first order passes.
    expect((await placeOrder(stranger.client, orderOf(50))).status).toBe(201);
  });

  it("keeps no stock locked by what it reads in the answer to an order", async () => {
    const [point] = await admin<{ id: string }[]>`
      insert into pickup_points (name, town, address) values ('Magasin', 'Ouagadougou', 'Avenue Kwamé')
      returning id`;
    const order = { ...orderOf(1), pickup_point_id: point?.id ?? "" };
    const write = (select: string) => stranger.client.from("orders").insert(order).select(select);
    expect((await write("id,pickup_points(id,orders(id))")).error).toMatchObject({ code: "PGRST100" });
    expect(await getStock(admin, cement)).toBe(1000);
  });

  it("has ten open orders, however many it sends at once", async () => {
    const responses = await Promise.all(
      Array.from({ length: 30 }, () => placeOrder(stranger.client, orderOf(2))),
    );
    expect(countByStatus(responses)).toEqual({ 201: 10, 429: 20 });
    expect(await getStock(admin, cement)).toBe(1000 - 20);
    // Another customer of the same network orders.
    expect((await placeOrder(createUser().client, orderOf(2))).status).toBe(201);
    // The shop works on an order: there is room for another one.
    await admin`
      update orders set status = 'processing'
      where id = (select id from orders where user_id = ${stranger.id} limit 1)`;
    expect((await placeOrder(stranger.client, orderOf(2))).status).toBe(201);
  });

  it("sends an order again without having a second one, also at the limit", async () => {
    const order = orderOf(1);
    expect((await placeOrder(stranger.client, order)).status).toBe(201);
    for (let sent = 1; sent < 10; sent++) await placeOrder(stranger.client, orderOf(1));
    const again = await placeOrder(stranger.client, order);
    expect([again.status, again.error?.code]).toEqual([409, "23505"]);
    expect((await placeOrder(stranger.client, orderOf(1))).status).toBe(429);
  });

  it("does not get further by other accounts with its number or address, however they are written", async () => {
    const numbers = ["+22670112233", "70 11 22 33", "00226 70-11-22-33"];
    const responses = [];
    for (let sent = 0; sent < 12; sent++) {
      const { client } = sent % 4 === 0 ? createUser() : stranger;
      const phone = numbers[sent % numbers.length] ?? "";
      responses.push(await placeOrder(client, createOrder([{ product: cement, quantity: 1 }], phone)));
    }
    expect(countByStatus(responses)).toEqual({ 201: 10, 429: 2 });
    const places = ["Pissy, derrière la pharmacie", "PISSY derrière  la pharmacie."];
    const toPlace = await Promise.all(
      Array.from({ length: 18 }, async (_, index) => {
        const order = orderOf(1);
        order.shipping_address.address = places[index % places.length] ?? "";
        return placeOrder(createUser().client, order);
      }),
    );
    expect(countByStatus(toPlace)).toEqual({ 201: 15, 429: 3 });
  });

  it("is counted with its network when it comes with ever new numbers and addresses", async () => {
    await admin`update limits set maximum = 5 where name = 'orders' and audience = 'unproven'`;
    const responses = await Promise.all(
      Array.from({ length: 8 }, () => placeOrder(createUser().client, orderOf(1))),
    );
    expect(countByStatus(responses)).toEqual({ 201: 5, 429: 3 });
    // A large order counts as several: ten times 50,000 francs are the network's.
    await admin`truncate private.limit_buckets`;
    await admin`update limits set maximum = 10 where name = 'orders' and audience = 'unproven'`;
    const large = await Promise.all(
      Array.from({ length: 4 }, () => placeOrder(createUser().client, orderOf(40))),
    );
    expect(countByStatus(large)).toEqual({ 201: 2, 429: 2 });
    // A customer who has received an order is not counted with strangers.
    const known = createUser();
    await admin`truncate private.limit_buckets`;
    const { data } = await placeOrder(known.client, orderOf(1)).throwOnError();
    await admin`update orders set status = 'completed' where id = ${data.id}`;
    await admin`update limits set maximum = 0 where name = 'orders' and audience = 'unproven'`;
    expect((await placeOrder(known.client, orderOf(1))).status).toBe(201);
    await admin`update limits set maximum = 100 where name = 'orders' and audience = 'unproven'`;
  });
});

describe("a contractor", () => {
  it("orders 500 bags after a word with the shop", async () => {
    const refused = await placeOrder(stranger.client, orderOf(500));
    expect(refused.error?.code).toBe("PT429");
    const staff = createUser();
    const trust = (client: SignedInUser["client"]) =>
      client.rpc("set_customer_trusted", { customer: stranger.id, trusted: true });
    expect((await trust(stranger.client)).error?.code).toBe("42501");
    await admin`insert into admin_users (id, name, email) values (${staff.id}, 'Mariam', ${staff.email})`;
    expect((await trust(staff.client)).error).toBeNull();
    expect((await placeOrder(stranger.client, orderOf(500))).status).toBe(201);
    expect(await getStock(admin, cement)).toBe(500);
    const own = await stranger.client.from("profiles").update({ is_trusted: true }).eq("id", stranger.id);
    expect(own.error?.code).toBe("42501");
  });

  it("who has proven an address orders more than a stranger", async () => {
    await admin`
      update auth.users set confirmation_sent_at = now() - interval '1 minute', email_confirmed_at = now()
      where id = ${stranger.id}`;
    const { data } = await placeOrder(stranger.client, orderOf(200)).throwOnError();
    expect((await placeOrder(stranger.client, orderOf(201))).error?.code).toBe("PT429");
    const [order] = await admin`select reservation_ends_at from orders where id = ${data.id}`;
    expect(order).toEqual({ reservation_ends_at: null });
  });
});

describe("what a stranger has taken and nobody confirmed", () => {
  const release = () => admin`select private.release_expired_stock()`;
  const expire = (ids: string[]) =>
    admin`update orders set reservation_ends_at = now() - interval '1 second' where id = any (${ids})`;
  const setStatus = async (id: string, status: string) => {
    const reason = status === "cancelled" ? "Injoignable" : null;
    try {
      await admin`update orders set status = ${status}, cancellation_reason = ${reason} where id = ${id}`;
      return null;
    } catch (error) {
      return error instanceof Error ? error.message : error;
    }
  };
  const getOrder = async (id: string) => {
    const [order] = await admin<{ status: string; is_released: boolean; is_reserved: boolean }[]>`
      select status, stock_released_at is not null as is_released, reservation_ends_at is not null as is_reserved
      from orders where id = ${id}`;
    return order;
  };

  it("is reserved for a day, then given back once, by several instances at once", async () => {
    const ids = await Promise.all(
      Array.from({ length: 8 }, async () => {
        const { data } = await placeOrder(stranger.client, orderOf(5)).throwOnError();
        return data.id;
      }),
    );
    const [reserved] = await admin`
      select round(extract(epoch from min(reservation_ends_at) - now()) / 3600)::int as hours
      from orders where id = any (${ids})`;
    expect(reserved).toEqual({ hours: 24 });
    await release();
    expect(await getStock(admin, cement)).toBe(960);
    await expire(ids);
    await Promise.all([release(), release(), release()]);
    expect(await getStock(admin, cement)).toBe(1000);
    expect(await Promise.all(ids.map(getOrder))).toEqual(
      ids.map(() => ({ status: "pending", is_released: true, is_reserved: false })),
    );
  });

  it("is taken again when the order is processed or completed, if it is still there", async () => {
    for (const status of ["processing", "completed"]) {
      const { data } = await placeOrder(stranger.client, orderOf(40)).throwOnError();
      await expire([data.id]);
      await release();
      await admin`update products set stock = 39 where id = ${cement.id}`;
      expect(await setStatus(data.id, status)).toMatch(/^Stock insuffisant : .* \(39 en stock\)$/);
      expect(await getOrder(data.id)).toMatchObject({ status: "pending", is_released: true });
      await admin`update products set stock = 100 where id = ${cement.id}`;
      expect(await setStatus(data.id, status)).toBeNull();
      expect(await getStock(admin, cement)).toBe(60);
      expect(await getOrder(data.id)).toEqual({ status, is_released: false, is_reserved: false });
    }
  });

  it("is not given back twice by a cancellation, and once when it was taken again", async () => {
    const [first, second] = await Promise.all(
      [1, 2].map(async () => (await placeOrder(stranger.client, orderOf(10)).throwOnError()).data.id),
    );
    await expire([first ?? "", second ?? ""]);
    await release();
    expect(await setStatus(first ?? "", "cancelled")).toBeNull();
    expect(await getStock(admin, cement)).toBe(1000);
    await setStatus(second ?? "", "processing");
    expect(await getStock(admin, cement)).toBe(990);
    await setStatus(second ?? "", "cancelled");
    expect(await getStock(admin, cement)).toBe(1000);
  });

  it("remains taken when the shop confirmed the order, or the account proved itself", async () => {
    const ids = await Promise.all(
      [1, 2].map(async () => (await placeOrder(stranger.client, orderOf(10)).throwOnError()).data.id),
    );
    await setStatus(ids[0] ?? "", "processing");
    const other = createUser();
    const { data } = await placeOrder(other.client, orderOf(10)).throwOnError();
    await admin`update profiles set is_trusted = true where id = ${other.id}`;
    await expire([...ids, data.id]);
    await release();
    expect(await getStock(admin, cement)).toBe(980);
    expect(await getOrder(data.id)).toMatchObject({ is_released: false, is_reserved: false });
  });
});
