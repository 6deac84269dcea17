/** Access to orders and profiles through the official client: to the caller's own rows only. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestBackend, type TestBackend } from "#tests/support/backend.ts";
import {
  createOrderPayload,
  createSignedInUser,
  findProductInStock,
  placeOrder,
  type SignedInUser,
} from "#tests/support/signed-in-users.ts";

let backend: TestBackend;
let awa: SignedInUser;
let binta: SignedInUser;
let order: { id: string; number: string };

beforeAll(async () => {
  backend = await startTestBackend("demo");
  [awa, binta] = await Promise.all([
    createSignedInUser(backend, "awa@exemple.bf"),
    createSignedInUser(backend, "binta@exemple.bf"),
  ]);
  const product = await findProductInStock(backend);
  order = (await placeOrder(awa.client, createOrderPayload([{ ...product, quantity: 1 }])).throwOnError())
    .data;
});
afterAll(() => backend.close());

/** The stored order and its line. */
async function listStored() {
  const { data } = await backend
    .client(backend.keys.serviceRoleKey)
    .from("orders")
    .select("*,order_items(*)")
    .eq("id", order.id)
    .maybeSingle()
    .throwOnError();
  return data;
}

describe("orders", () => {
  it("are readable by their owner, with their lines, newest first", async () => {
    const { data } = await awa.client
      .from("orders")
      .select("id,number,order_items(quantity)")
      .order("created_at", { ascending: false });
    expect(data).toEqual([{ id: order.id, number: order.number, order_items: [{ quantity: 1 }] }]);
  });

  it("the documented query by customer_email returns the caller's own", async () => {
    const own = await awa.client.from("orders").select("id").eq("customer_email", awa.email);
    expect(own.data).toEqual([{ id: order.id }]);
    const foreign = await binta.client.from("orders").select("id").eq("customer_email", awa.email);
    expect(foreign.data).toEqual([]);
  });

  it("with another customer's e-mail, as after a change of address, stay their owner's", async () => {
    const service = backend.client(backend.keys.serviceRoleKey);
    const bear = (customer_email: string) =>
      service.from("orders").update({ customer_email }).eq("id", order.id).throwOnError();
    await bear(binta.email);
    const found = await Promise.all(
      [awa, binta].map(({ client }) => client.from("orders").select("id").eq("customer_email", binta.email)),
    );
    expect(found.map(({ data }) => data)).toEqual([[{ id: order.id }], []]);
    await bear(awa.email);
  });

  it("of others are not revealed by any filter, order, count or embedding", async () => {
    const { client } = binta;
    const responses = await Promise.all([
      client.from("orders").select("*"),
      client.from("orders").select("*").eq("number", order.number),
      client.from("orders").select("*").or(`customer_email.ilike.*,user_id.eq.${awa.id},id.not.is.null`),
      client.from("orders").select("*").order("total_amount").limit(1000),
      client.from("order_items").select("*"),
      client.from("order_items").select("*,orders(*)").eq("order_id", order.id),
    ]);
    for (const { data, error } of responses) expect([data, error]).toEqual([[], null]);
    const { count } = await client.from("orders").select("*", { count: "exact", head: true });
    expect(count).toBe(0);
    const lines = await client.from("products").select("id,order_items(order_id)").limit(1000).throwOnError();
    expect(lines.data.flatMap((line) => line.order_items)).toEqual([]);
  });

  it("a visitor cannot read or write", async () => {
    const visitor = backend.client();
    for (const table of ["orders", "order_items"] as const) {
      const { data, error, status } = await visitor.from(table).select("*");
      expect([data, status, error?.code]).toEqual([null, 401, "42501"]);
    }
    const { error } = await visitor.from("orders").delete().eq("id", order.id);
    expect(error?.code).toBe("42501");
  });

  it.each([
    { status: "completed" as const },
    { status: "cancelled" as const, cancellation_reason: "Je n'en veux plus" },
    { total_amount: 1 },
    { number: "ORD-000001" },
    { user_id: null },
    { customer_email: "voleur@exemple.bf" },
    { payment_info: { method: "cod", items: [] } },
  ])("neither the owner nor another customer can change one to %o", async (change) => {
    const before = await listStored();
    for (const { client } of [awa, binta]) {
      const { data, error } = await client.from("orders").update(change).eq("id", order.id).select();
      expect(error ? error.code : data).toEqual(error ? "42501" : []);
    }
    expect(await listStored()).toEqual(before);
  });

  it("nobody deletes one or changes its lines", async () => {
    const before = await listStored();
    for (const { client } of [awa, binta]) {
      const responses = await Promise.all([
        client.from("orders").delete().eq("id", order.id),
        client.from("order_items").delete().eq("order_id", order.id),
        client.from("order_items").update({ unit_price: 1 }).eq("order_id", order.id),
        client
          .from("order_items")
          .insert({ order_id: order.id, position: 2, name: "Cadeau", unit_price: 1, quantity: 1 }),
      ]);
      for (const { error, status } of responses) expect([status, error?.code]).toEqual([403, "42501"]);
    }
    expect(await listStored()).toEqual(before);
  });

  it("no customer changes a stock or a price", async () => {
    const product = await findProductInStock(backend);
    for (const change of [{ stock: 100_000 }, { price: 1 }]) {
      const { data, error } = await awa.client.from("products").update(change).eq("id", product.id).select();
      expect(error ? error.code : data).toEqual(error ? "42501" : []);
    }
    expect(await findProductInStock(backend)).toEqual(product);
  });
});

describe("profiles", () => {
  it("are not visible to others, by any query", async () => {
    const own = await awa.client.from("profiles").select("id,first_name,email");
    expect(own.data).toEqual([{ id: awa.id, first_name: "Awa", email: awa.email }]);
    const foreign = await Promise.all([
      binta.client.from("profiles").select("*").eq("id", awa.id),
      binta.client.from("profiles").select("*").eq("email", awa.email),
      binta.client.from("profiles").select("*").neq("id", binta.id).order("phone"),
    ]);
    for (const { data } of foreign) expect(data).toEqual([]);
    const visitor = await backend.client().from("profiles").select("id");
    expect([visitor.status, visitor.error?.code]).toEqual([401, "42501"]);
  });

  it("are changed by their owner alone, except for the e-mail", async () => {
    const foreign = await binta.client
      .from("profiles")
      .update({ first_name: "Volé" })
      .eq("id", awa.id)
      .select();
    expect(foreign.data).toEqual([]);
    const email = await awa.client.from("profiles").update({ email: binta.email }).eq("id", awa.id);
    expect([email.status, email.error?.code]).toEqual([403, "42501"]);
    const { data } = await awa.client.from("profiles").select("first_name,email").single();
    expect(data).toEqual({ first_name: "Awa", email: awa.email });
  });
});

describe("a technician's phone and e-mail", () => {
  it("are stored, and readable by administrators", async () => {
    const { data } = await backend
      .client(backend.keys.serviceRoleKey)
      .from("technicians")
      .select("phone,email")
      .not("phone", "is", null)
      .not("email", "is", null)
      .throwOnError();
    expect(data.length).toBeGreaterThan(0);
  });

  it.each(["visitor", "customer"])("cannot be read, filtered or ordered by as a %s", async (caller) => {
    const client = caller === "visitor" ? backend.client() : awa.client;
    const known = await backend
      .client(backend.keys.serviceRoleKey)
      .from("technicians")
      .select("id,phone,email")
      .not("phone", "is", null)
      .not("email", "is", null)
      .limit(1)
      .single()
      .throwOnError();
    const { phone, email } = known.data;

    const all = await client.from("technicians").select("id,phone,email").order("id").throwOnError();
    expect(all.data.length).toBeGreaterThan(0);
    expect(all.data.filter((row) => row.phone !== null || row.email !== null)).toEqual([]);
    const guesses = await Promise.all([
      client
        .from("technicians")
        .select("id")
        .eq("phone", phone ?? ""),
      client.from("technicians").select("id").like("phone", "%2%"),
      client
        .from("technicians")
        .select("id")
        .ilike("email", `${email?.slice(0, 1)}%`),
      client.from("technicians").select("id").or("phone.not.is.null,email.not.is.null"),
      client.from("technicians").select("id").gt("email", "a"),
      client.from("technician_contacts").select("technician_id"),
    ]);
    for (const { data, error } of guesses) expect(error ? error.code : data).toEqual(error ? "42501" : []);
    for (const column of ["phone", "email"] as const) {
      const [up, down] = await Promise.all(
        [true, false].map((ascending) =>
          client.from("technicians").select("id").order(column, { ascending }).order("id").throwOnError(),
        ),
      );
      expect(up?.data).toEqual(down?.data);
    }
  });
});
