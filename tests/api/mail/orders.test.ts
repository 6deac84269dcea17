/** The mails of an order: its confirmation, and the review request when it is completed. */
import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { OrderStatus } from "#app/lib/supabase/database.types.ts";
import { getRecipient, parseReviewTokens } from "#tests/support/mails.ts";
import type { PricedProduct } from "#tests/support/orders.ts";
import { createProduct } from "#tests/support/products.ts";
import {
  createOrderPayload,
  createSignedInUser,
  placeOrder,
  type SignedInUser,
} from "#tests/support/signed-in-users.ts";
import { type MailBackend, startMailBackend } from "./mail-backend.ts";

let backend: MailBackend;
let awa: SignedInUser;
let drill: PricedProduct;
let tiles: PricedProduct;
beforeAll(async () => {
  backend = await startMailBackend();
  [awa, drill, tiles] = await Promise.all([
    createSignedInUser(backend, "awa@exemple.bf"),
    createProduct(backend.owner, { price: 7500, stock: 1000 }),
    createProduct(backend.owner, { price: 1200, stock: 1000 }),
  ]);
});
afterEach(() => backend.reset());
afterAll(() => backend.close());

async function placeNewOrder(): Promise<{ id: string; number: string }> {
  const lines = [
    { ...drill, quantity: 1 },
    { ...tiles, quantity: 10 },
  ];
  return (await placeOrder(awa.client, createOrderPayload(lines)).throwOnError()).data;
}

const updateStatus = (id: string, status: OrderStatus, reason: string | null = null) =>
  backend
    .client(backend.keys.serviceRoleKey)
    .from("orders")
    .update({ status, cancellation_reason: reason })
    .eq("id", id)
    .throwOnError();

/** As the checkout does: with the public key. */
const requestReview = (orderId: unknown, token = backend.keys.anonKey) =>
  backend.fetch("/functions/v1/send-review-request", {
    method: "POST",
    headers: {
      apikey: backend.keys.anonKey,
      authorization: `Bearer ${token}`,
      "content-type": "application/json",
    },
    body: JSON.stringify({ orderId }),
  });

const listPendingMails = async (kind: string) => [
  ...(await backend.owner`select subject_id, payload, sent_at from public.mails where kind = ${kind}`),
];
const listReviewRequests = (orderId: string) =>
  backend.owner`select * from public.review_requests where order_id = ${orderId} order by created_at`;

describe("the confirmation", () => {
  it("goes to the account's address, with number, lines, amounts and delivery", async () => {
    backend.startSender();
    const { number } = await placeNewOrder();
    const [mail] = await backend.waitForMails(1);
    expect(mail && getRecipient(mail)).toBe("awa@exemple.bf");
    expect(mail?.subject).toBe(`Votre commande ${number} est bien enregistrée`);
    for (const form of [mail?.text, mail?.html]) {
      for (const bodies of [
        number,
        drill.name,
        tiles.name,
        "12\u00a0000\u00a0XOF",
        "21\u00a0500\u00a0XOF",
        "2\u00a0000\u00a0XOF",
        "Pissy, derrière la pharmacie, Ouagadougou",
        "Paiement à la livraison",
        `https://boutique.example/order/${number.slice(4)}-`,
      ]) {
        expect(form).toContain(bodies);
      }
    }
  });

  it("is queued once for an order that is sent twice, and not for orders that the shop enters", async () => {
    const sent = createOrderPayload([{ ...drill, quantity: 1 }]);
    await placeOrder(awa.client, sent);
    await placeOrder(awa.client, sent);
    const { error } = await backend
      .client(backend.keys.serviceRoleKey)
      .from("orders")
      .insert({ ...createOrderPayload([{ ...drill, quantity: 1 }]), user_id: awa.id });
    expect(error).toBeNull();
    expect(await listPendingMails("order_confirmation")).toMatchObject([{ subject_id: sent.id }]);
  });

  it("is not queued when the order is rejected", async () => {
    const { error } = await placeOrder(awa.client, {
      ...createOrderPayload([{ ...drill, quantity: 1 }]),
      total_amount: 1,
    });
    expect(error?.code).toBe("YA001");
    expect(await listPendingMails("order_confirmation")).toEqual([]);
  });
});

describe("the review request", () => {
  it("is sent when the order is completed: one mail with a working link for each product", async () => {
    const { id, number } = await placeNewOrder();
    expect((await requestReview(id)).status).toBe(200);
    expect(await listReviewRequests(id)).toMatchObject([
      { customer_email: awa.email, token_hash: null, sent_at: null },
      { customer_email: awa.email, token_hash: null, sent_at: null },
    ]);
    expect(await listPendingMails("review_request")).toEqual([]);

    await updateStatus(id, "completed");
    backend.startSender();
    const mails = await backend.waitForMails(2);
    const mail = mails.find(
      ({ subject }) => subject === `Que pensez-vous de votre commande ${number}\u00a0?`,
    );
    if (!mail) throw new Error("no request for reviews");
    expect(getRecipient(mail)).toBe(awa.email);
    const tokens = parseReviewTokens(mail);
    const found = await Promise.all(
      tokens.map((request_token) =>
        backend.client().rpc("validate_review_token", { request_token }).single().throwOnError(),
      ),
    );
    expect(found.map(({ data }) => data)).toEqual(
      [drill, tiles].map((product) => ({
        is_valid: true,
        product_id: product.id,
        order_id: id,
        customer_email: awa.email,
      })),
    );
    for (const token of tokens) {
      expect(token).toMatch(/^[\w-]{43}$/);
      expect(mail.html).toContain(`href="https://boutique.example/review?token=${token}"`);
    }
  });

  it("stores its tokens nowhere once it is sent", async () => {
    const { id } = await placeNewOrder();
    await updateStatus(id, "completed");
    const [before] = await listPendingMails("review_request");
    expect(before?.payload.products).toHaveLength(2);
    backend.startSender();
    await backend.waitForMails(2);
    await expect
      .poll(() => listPendingMails("review_request"))
      .toMatchObject([{ payload: {}, sent_at: expect.any(Date) }]);
    expect(await listReviewRequests(id)).toMatchObject([
      { sent_at: expect.any(Date), used_at: null },
      { sent_at: expect.any(Date), used_at: null },
    ]);
  });

  it("is queued once, however often it is requested", async () => {
    const { id } = await placeNewOrder();
    await Promise.all(Array.from({ length: 5 }, () => requestReview(id)));
    await Promise.all([updateStatus(id, "completed"), requestReview(id), requestReview(id)]);
    const [first] = await listPendingMails("review_request");
    await Promise.all(Array.from({ length: 5 }, () => requestReview(id)));
    expect(await listPendingMails("review_request")).toEqual([first]);
    expect(await listReviewRequests(id)).toHaveLength(2);
  });

  it("is queued too when the browser does not request it", async () => {
    const { id } = await placeNewOrder();
    await updateStatus(id, "completed");
    expect(await listPendingMails("review_request")).toMatchObject([{ subject_id: id }]);
    expect(await listReviewRequests(id)).toHaveLength(2);
  });

  it("has one link for two variants of a product, and none for what was refused", async () => {
    const { id } = await placeNewOrder();
    await backend.owner`update public.order_items set returned_quantity = quantity where order_id = ${id} and position = 2`;
    await backend.owner`
      insert into public.order_items (order_id, position, product_id, name, unit_price, quantity)
      select order_id, 3, product_id, name || ' – rouge', unit_price, 1
      from public.order_items where order_id = ${id} and position = 1`;
    await updateStatus(id, "completed");
    const [mail] = await listPendingMails("review_request");
    expect(mail?.payload.products).toMatchObject([{ id: drill.id, name: drill.name }]);
  });

  it("is not queued for a cancelled order", async () => {
    const { id } = await placeNewOrder();
    await requestReview(id);
    await updateStatus(id, "cancelled", "Rupture");
    expect((await requestReview(id)).status).toBe(200);
    expect(await listPendingMails("review_request")).toEqual([]);
  });

  it("gets the same response and does nothing for an unknown or another customer's order", async () => {
    const { id } = await placeNewOrder();
    const binta = await createSignedInUser(backend, "binta@exemple.bf");
    const { data } = await binta.client.auth.getSession();
    const responses = await Promise.all([
      requestReview(id, data.session?.access_token),
      requestReview(randomUUID()),
      requestReview(randomUUID(), data.session?.access_token),
    ]);
    for (const response of responses)
      expect([response.status, await response.json()]).toEqual([200, { ok: true }]);
    expect(await listReviewRequests(id)).toEqual([]);
    const own = await awa.client.auth.getSession();
    const response = await requestReview(id, own.data.session?.access_token);
    expect([response.status, await response.json()]).toEqual([200, { ok: true }]);
    expect(await listReviewRequests(id)).toHaveLength(2);
  });

  it.each([[undefined], [null], [42], [""], ["ORD-123456"], ["' or true --"], [["a"]], [{ id: 1 }]])(
    "is rejected for %j, which is not an order id",
    async (orderId) => {
      const response = await requestReview(orderId);
      expect([response.status, await response.json()]).toEqual([
        400,
        { error: "orderId must be the id of an order" },
      ]);
    },
  );
});
