/** What an order's customer is sent: its confirmation, and, when it is completed, the request for reviews. */
import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { recipientOf, reviewTokensIn } from "../../support/mails.ts";
import { createGoods, type Goods } from "../database/goods.ts";
import { createShopper, orderOf, place, type Shopper } from "../orders/shoppers.ts";
import { openPostOffice, type PostOffice } from "./post-office.ts";

let office: PostOffice;
let awa: Shopper;
let drill: Goods;
let tiles: Goods;
beforeAll(async () => {
  office = await openPostOffice();
  [awa, drill, tiles] = await Promise.all([
    createShopper(office, "awa@exemple.bf"),
    createGoods(office.owner, 7500, 1000),
    createGoods(office.owner, 1200, 1000),
  ]);
});
afterEach(() => office.reset());
afterAll(() => office.close());

async function order(): Promise<{ id: string; number: string }> {
  const lines = [
    { ...drill, quantity: 1 },
    { ...tiles, quantity: 10 },
  ];
  return (await place(awa.client, orderOf(lines)).throwOnError()).data;
}

const move = (id: string, status: string, reason: string | null = null) =>
  office
    .client(office.keys.serviceRoleKey)
    .from("orders")
    .update({ status, cancellation_reason: reason })
    .eq("id", id)
    .throwOnError();

/** As the checkout does: with the public key. */
const ask = (orderId: unknown, token = office.keys.anonKey) =>
  office.fetch("/functions/v1/send-review-request", {
    method: "POST",
    headers: {
      apikey: office.keys.anonKey,
      authorization: `Bearer ${token}`,
      "content-type": "application/json",
    },
    body: JSON.stringify({ orderId }),
  });

const owed = async (kind: string) => [
  ...(await office.owner`select subject_id, payload, sent_at from public.mails where kind = ${kind}`),
];
const requests = (orderId: string) =>
  office.owner`select * from public.review_requests where order_id = ${orderId} order by created_at`;

describe("the confirmation", () => {
  it("leaves for the account's address, with number, lines, amounts and delivery", async () => {
    office.send();
    const { number } = await order();
    const [mail] = await office.mails(1);
    expect(mail && recipientOf(mail)).toBe("awa@exemple.bf");
    expect(mail?.subject).toBe(`Votre commande ${number} est bien enregistrée`);
    for (const form of [mail?.text, mail?.html]) {
      for (const said of [
        number,
        drill.name,
        tiles.name,
        "12\u00a0000\u00a0XOF",
        "21\u00a0500\u00a0XOF",
        "2\u00a0000\u00a0XOF",
        "Pissy, derrière la pharmacie, Ouagadougou",
        "Paiement à la livraison",
        "https://boutique.example/account",
      ]) {
        expect(form).toContain(said);
      }
    }
  });

  it("is owed once for an order that is sent twice, and not for what the shop enters", async () => {
    const sent = orderOf([{ ...drill, quantity: 1 }]);
    await place(awa.client, sent);
    await place(awa.client, sent);
    const { error } = await office
      .client(office.keys.serviceRoleKey)
      .from("orders")
      .insert({ ...orderOf([{ ...drill, quantity: 1 }]), user_id: awa.id });
    expect(error).toBeNull();
    expect(await owed("order_confirmation")).toMatchObject([{ subject_id: sent.id }]);
  });

  it("is not owed when the order is refused", async () => {
    const { error } = await place(awa.client, { ...orderOf([{ ...drill, quantity: 1 }]), total_amount: 1 });
    expect(error?.code).toBe("YA001");
    expect(await owed("order_confirmation")).toEqual([]);
  });
});

describe("the request for reviews", () => {
  it("leaves when the order is completed: one mail with a working link for each product", async () => {
    const { id, number } = await order();
    expect((await ask(id)).status).toBe(200);
    expect(await requests(id)).toMatchObject([
      { customer_email: awa.email, token_hash: null, sent_at: null },
      { customer_email: awa.email, token_hash: null, sent_at: null },
    ]);
    expect(await owed("review_request")).toEqual([]);

    await move(id, "completed");
    office.send();
    const mails = await office.mails(2);
    const mail = mails.find(
      ({ subject }) => subject === `Que pensez-vous de votre commande ${number}\u00a0?`,
    );
    if (!mail) throw new Error("no request for reviews");
    expect(recipientOf(mail)).toBe(awa.email);
    const tokens = reviewTokensIn(mail);
    const found = await Promise.all(
      tokens.map((request_token) =>
        office.client().rpc("validate_review_token", { request_token }).single().throwOnError(),
      ),
    );
    expect(found.map(({ data }) => data)).toEqual(
      [drill, tiles].map((goods) => ({
        is_valid: true,
        product_id: goods.id,
        order_id: id,
        customer_email: awa.email,
      })),
    );
    for (const token of tokens) {
      expect(token).toMatch(/^[\w-]{43}$/);
      expect(mail.html).toContain(`href="https://boutique.example/review?token=${token}"`);
    }
  });

  it("keeps the tokens nowhere once it has left", async () => {
    const { id } = await order();
    await move(id, "completed");
    const [before] = await owed("review_request");
    expect(before?.payload.products).toHaveLength(2);
    office.send();
    await office.mails(2);
    await expect
      .poll(() => owed("review_request"))
      .toMatchObject([{ payload: {}, sent_at: expect.any(Date) }]);
    expect(await requests(id)).toMatchObject([
      { sent_at: expect.any(Date), used_at: null },
      { sent_at: expect.any(Date), used_at: null },
    ]);
  });

  it("is owed once, however often and whenever it is asked for", async () => {
    const { id } = await order();
    await Promise.all(Array.from({ length: 5 }, () => ask(id)));
    await Promise.all([move(id, "completed"), ask(id), ask(id)]);
    const [first] = await owed("review_request");
    await Promise.all(Array.from({ length: 5 }, () => ask(id)));
    expect(await owed("review_request")).toEqual([first]);
    expect(await requests(id)).toHaveLength(2);
  });

  it("is owed too when the browser never asked", async () => {
    const { id } = await order();
    await move(id, "completed");
    expect(await owed("review_request")).toMatchObject([{ subject_id: id }]);
    expect(await requests(id)).toHaveLength(2);
  });

  it("is not owed for an order that is cancelled", async () => {
    const { id } = await order();
    await ask(id);
    await move(id, "cancelled", "Rupture");
    expect((await ask(id)).status).toBe(200);
    expect(await owed("review_request")).toEqual([]);
  });

  it("is answered alike, and does nothing, for an order that is unknown or another customer's", async () => {
    const { id } = await order();
    const binta = await createShopper(office, "binta@exemple.bf");
    const { data } = await binta.client.auth.getSession();
    const answers = await Promise.all([
      ask(id, data.session?.access_token),
      ask(randomUUID()),
      ask(randomUUID(), data.session?.access_token),
    ]);
    for (const response of answers)
      expect([response.status, await response.json()]).toEqual([200, { ok: true }]);
    expect(await requests(id)).toEqual([]);
    const own = await awa.client.auth.getSession();
    const response = await ask(id, own.data.session?.access_token);
    expect([response.status, await response.json()]).toEqual([200, { ok: true }]);
    expect(await requests(id)).toHaveLength(2);
  });

  it.each([[undefined], [null], [42], [""], ["ORD-123456"], ["' or true --"], [["a"]], [{ id: 1 }]])(
    "is refused for %j, which is no order's id",
    async (orderId) => {
      const response = await ask(orderId);
      expect([response.status, await response.json()]).toEqual([
        400,
        { error: "orderId must be the id of an order" },
      ]);
    },
  );
});
