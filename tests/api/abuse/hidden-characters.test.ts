/** Characters without a picture, by which a text is another one than its reader sees. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it, test } from "vitest";
import type { Sql } from "#backend/core/database/database.ts";
import { startTestBackend, type TestBackend } from "#tests/support/backend.ts";
import { createProduct } from "#tests/support/products.ts";
import { createOrderPayload, createSignedInUser, placeOrder } from "#tests/support/signed-in-users.ts";
import { createTechnician } from "#tests/support/technicians.ts";

/** «Awa», reversed and with a line of its own, and a link that no rule finds as it is. */
const HOSTILE = "\u202eA\u200bw\u0007a\n\u3164";
const SPLIT_LINK = "voleur\u200b.\u2060com";

const contact = { email: "awa@exemple.bf", phone: "70112233", message: "Une fuite sous l'évier" };

let backend: TestBackend;
let admin: Sql;
beforeAll(async () => {
  backend = await startTestBackend();
  admin = backend.database.connect("supabase_admin");
});
afterAll(() => backend.close());

const createOrder = async (values: object) => {
  const product = await createProduct(admin, { price: 100, stock: 10 });
  return { ...createOrderPayload([{ ...product, quantity: 1 }]), ...values };
};

it("an order's texts are what its reader sees, and the same order may be sent again", async () => {
  const { client } = await createSignedInUser(backend, `${randomUUID()}@exemple.bf`);
  const order = await createOrder({
    customer_name: HOSTILE,
    customer_phone: "\u202a+226 70 12 34 56\u202c",
    shipping_address: { address: `${HOSTILE}, porte bleue`, city: "Ouaga\u00addougou" },
    notes: `Appelez\u202e avant\nde venir 👨\u200d👩\u200d👧 ❤\ufe0f 1\ufe0f\u20e3 Nguye\u0302\u0303n Z${"\u0310".repeat(200)}oe\u0308`,
  });
  expect((await placeOrder(client, order)).status).toBe(201);
  expect((await placeOrder(client, order)).error?.code).toBe("23505");
  const [stored] = await admin`
    select customer_name, customer_phone, notes, shipping_address ->> 'address' as address,
      shipping_address ->> 'city' as city
    from orders where id = ${order.id}`;
  expect(stored).toEqual({
    customer_name: "Awa",
    customer_phone: "+226 70 12 34 56",
    address: "Awa , porte bleue",
    city: "Ouagadougou",
    // The accents of a letter that cover the lines above and below it are no more than three.
    notes: `Appelez avant\nde venir 👨\u200d👩\u200d👧 ❤\ufe0f 1\ufe0f\u20e3 Nguye\u0302\u0303n Z${"\u0310".repeat(3)}oe\u0308`,
  });
});

test.each([
  ["\u200b\u200b\u200b", "Le nom est requis"],
  ["\u3164\u00a0\u2003\u3164", "Le nom est requis"],
  [SPLIT_LINK, "Un nom ne contient ni adresse ni lien"],
  // A variant of a letter, a character that Unicode keeps, and a joiner after a dot of Chinese texts.
  ["voleur\ufe00.\ufff1com", "Un nom ne contient ni adresse ni lien"],
  ["voleur\u3002\u200dcom", "Un nom ne contient ni adresse ni lien"],
  ["voleur.\ufe0f\u200dcom", "Un nom ne contient ni adresse ni lien"],
])("%j is no name", async (name, message) => {
  const { id, client } = await createSignedInUser(backend, `${randomUUID()}@exemple.bf`);
  const { error } = await placeOrder(client, await createOrder({ customer_name: name }));
  expect(error?.message).toBe(message);
  const technician = await createTechnician(admin);
  const sent = await backend
    .client()
    .from("messages")
    .insert({ ...contact, technician_id: technician.id, name });
  expect(sent.error?.code).toBe("23514");
  const profile = await client
    .from("profiles")
    .update({ first_name: name })
    .eq("id", id)
    .select("first_name");
  expect(profile.data?.[0]?.first_name || profile.error?.code).toBe(
    name.includes("voleur") ? "23514" : undefined,
  );
});

it.each([19_000, 80_000])("%d joiners are no text, before its time is over", async (count) => {
  const technician = await createTechnician(admin);
  const message = { ...contact, technician_id: technician.id, name: "Awa", message: "\u200d".repeat(count) };
  const { error } = await backend.client().from("messages").insert(message);
  expect(error?.code).toBe("23514");
});

it("a message, a review, a profile and an address are what their readers see", async () => {
  const { id, client } = await createSignedInUser(backend, `${randomUUID()}@exemple.bf`);
  const technician = await createTechnician(admin);
  const message = "Bonjour,\nune fuite\u202e sous l'évier";
  await backend
    .client()
    .from("messages")
    .insert({ ...contact, technician_id: technician.id, name: HOSTILE, message });
  expect(await admin`select name, message from messages where technician_id = ${technician.id}`).toEqual([
    { name: "Awa", message: "Bonjour,\nune fuite sous l'évier" },
  ]);
  const product = await createProduct(admin);
  const review = {
    product_id: product.id,
    name: HOSTILE,
    email: "awa@exemple.bf",
    rating: 5,
    comment: `${message}\u0007`,
  };
  expect((await client.from("product_reviews").insert(review)).error).toBeNull();
  expect(await admin`select name, comment from product_reviews where product_id = ${product.id}`).toEqual([
    { name: "Awa", comment: "Bonjour,\nune fuite sous l'évier" },
  ]);
  const profile = await client
    .from("profiles")
    .update({ last_name: HOSTILE })
    .eq("id", id)
    .select("last_name");
  expect(profile.data).toEqual([{ last_name: "Awa" }]);
  const address = { name: HOSTILE, address: `Rue\n12.\u200b34 ${HOSTILE}`, city: "Ouaga" };
  const added = await client.from("customer_addresses").insert(address).select("name, address");
  expect(added.data).toEqual([{ name: "Awa", address: "Rue 12.34 Awa" }]);
});

it("the reason of a cancelled order and its link rule are of what is seen", async () => {
  const { client } = await createSignedInUser(backend, `${randomUUID()}@exemple.bf`);
  const order = await createOrder({});
  await placeOrder(client, order);
  const { data: token } = await client.rpc("order_tracking_token", { of_order: order.id });
  const cancel = (reason: string) =>
    backend.client().rpc("cancel_order_by_token", { token: token ?? "", reason });
  expect((await cancel(`Allez sur ${SPLIT_LINK}`)).error?.code).toBe("YA005");
  expect((await cancel("\u202eTrop\u200b tard")).error).toBeNull();
  const [event] = await admin`
    select e.data ->> 'reason' as event, o.cancellation_reason as reason
    from orders o join order_events e on e.order_id = o.id and e.kind = 'cancelled' where o.id = ${order.id}`;
  expect(event).toEqual({
    event: "Annulée par le client : Trop tard",
    reason: "Annulée par le client : Trop tard",
  });
});
