/** The steps of an order that its customer is told by text message, or by mail. */
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { TEST_PHONE } from "#tests/support/backend.ts";
import type { PricedProduct } from "#tests/support/orders.ts";
import { createProduct } from "#tests/support/products.ts";
import { createOrderPayload, createSignedInUser, placeOrder } from "#tests/support/signed-in-users.ts";
import { type SmsGateway, startSmsGateway } from "../auth/sms-gateway.ts";
import { type MailBackend, startMailBackend } from "./mail-backend.ts";

let backend: MailBackend;
let gateway: SmsGateway;
let drill: PricedProduct;
beforeAll(async () => {
  [backend, gateway] = await Promise.all([startMailBackend(), startSmsGateway()]);
  drill = await createProduct(backend.owner, { price: 7500, stock: 100 });
});
afterEach(async () => {
  gateway.respondWith(200);
  await backend.reset();
});
afterAll(() => Promise.all([backend.close(), gateway.close()]));

const startTexts = () =>
  backend.startSender(null, null, {
    url: gateway.url,
    body: '{"to":"+{phone}","text":"{message}"}',
    authorization: null,
  });

/** Waits until the sender has told the database that it sends text messages. */
async function waitForTexts(): Promise<void> {
  const read = async () =>
    (await backend.owner`select sends_texts from public.order_settings`)[0]?.sends_texts;
  await expect.poll(read).toBe(true);
}

async function placeAnonymously() {
  const client = backend.client();
  const { error } = await client.auth.signInAnonymously();
  if (error) throw error;
  const { data } = await placeOrder(client, createOrderPayload([{ ...drill, quantity: 2 }])).throwOnError();
  return data;
}

const tell = (orderId: string, stage: string, kind = stage) =>
  backend.owner.begin(async (tx) => {
    await tx`select set_config('yaare.recording_event', ${orderId}, true)`;
    await tx`
      insert into public.order_events (id, order_id, kind, at) values (gen_random_uuid(), ${orderId}, ${kind}, now())`;
    await tx`
      update public.orders set stage = ${stage}, status = ${stage === "confirmed" ? "pending" : "processing"}
      where id = ${orderId}`;
  });

const getText = async () => {
  const [row] = await backend.owner<
    { sent_at: Date | null; failed_at: Date | null; last_error: string | null }[]
  >`
    select sent_at, failed_at, last_error from public.mails where kind = 'order_text'`;
  return row;
};

it("goes through the gateway, with the amount and the link, which opens the order", async () => {
  startTexts();
  await waitForTexts();
  const { id, number } = await placeAnonymously();
  await tell(id, "confirmed");
  await expect.poll(() => gateway.bodies.length).toBe(1);
  const { to, text } = JSON.parse(gateway.bodies[0] ?? "");
  expect(to).toBe("+22670112233");
  expect(text).toMatch(
    new RegExp(
      `^\\S+ : commande ${number} confirmée\\. Préparez 17 000 XOF\\. https://boutique\\.example/order/${number.slice(4)}-`,
    ),
  );
  const token = decodeURIComponent(text.split("/order/")[1] ?? "");
  const { data } = await backend.client().rpc("track_order", { token }).single().throwOnError();
  expect(data).toMatchObject({ number, stage: "confirmed", due_amount: 17_000 });
  await expect.poll(async () => (await getText())?.sent_at).toBeInstanceOf(Date);
});

it("fails for good when the gateway refuses the message, and waits when it fails itself", async () => {
  startTexts();
  await waitForTexts();
  gateway.respondWith(422);
  const refused = await placeAnonymously();
  await tell(refused.id, "confirmed");
  await expect.poll(async () => (await getText())?.failed_at).toBeInstanceOf(Date);
  expect((await getText())?.last_error).toBe("The provider of text messages answered 422");
  await backend.owner`delete from public.mails`;
  gateway.respondWith(503);
  await tell(refused.id, "on_road");
  await expect.poll(getText).toMatchObject({
    failed_at: null,
    sent_at: null,
    last_error: "The provider of text messages answered 503",
  });
});

it("is none without a gateway, and a mail for an account with an address", async () => {
  await backend.owner`update public.order_settings set sends_texts = true`;
  backend.startSender();
  const readSetting = async () =>
    (await backend.owner`select sends_texts from public.order_settings`)[0]?.sends_texts;
  await expect.poll(readSetting).toBe(false);
  const { id } = await placeAnonymously();
  await tell(id, "on_road");
  expect(await getText()).toBeUndefined();
  const awa = await createSignedInUser(backend, "awa@exemple.bf");
  const order = (await placeOrder(awa.client, createOrderPayload([{ ...drill, quantity: 1 }])).throwOnError())
    .data;
  await backend.owner`
    with run as (
      insert into public.runs (day, name, courier_id, courier_name, state, out_at, proof)
      values (current_date, 'Tournée', ${awa.id}, 'Issa Ouédraogo', 'out', now(), 'code') returning id
    ), stop as (insert into public.run_stops (run_id, order_id, position) select id, ${order.id}, 1 from run)
    insert into private.delivery_codes values (${order.id}, '0420')`;
  await tell(order.id, "on_road");
  const mails = await backend.waitForMails(3);
  const mail = mails.find(({ subject }) => subject === `Votre commande est en route (${order.number})`);
  for (const form of [mail?.text, mail?.html]) {
    expect(form).toContain("9 500 XOF");
    expect(form).toMatch(/Code pour le livreur\s: 0420\./);
    expect(form).toContain(`https://boutique.example/order/${order.number.slice(4)}-`);
  }
});

it("proves the number when it matters, and brings the open orders with it", async () => {
  const client = backend.client();
  await client.auth.signInAnonymously();
  const payload = { ...createOrderPayload([{ ...drill, quantity: 1 }]), customer_phone: `+${TEST_PHONE}` };
  const { data: order } = await placeOrder(client, payload).throwOnError();
  const other = backend.client();
  expect((await other.auth.signInWithOtp({ phone: `+${TEST_PHONE}` })).error).toBeNull();
  expect((await other.from("orders").select("id")).data ?? []).toEqual([]);
  const { error } = await other.auth.verifyOtp({ phone: `+${TEST_PHONE}`, token: "123456", type: "sms" });
  expect(error).toBeNull();
  expect((await other.from("orders").select("id").throwOnError()).data).toEqual([]);
  expect((await other.rpc("claim_orders").throwOnError()).data).toBe(1);
  expect((await other.from("orders").select("id").throwOnError()).data).toEqual([{ id: order.id }]);
});

it("tells a refused return with its reason, and money that was given back", async () => {
  startTexts();
  await waitForTexts();
  const { id, number } = await placeAnonymously();
  const write = (kind: string, data: { reason?: string; cash?: number }) => backend.owner`
    insert into public.order_events (id, order_id, kind, at, data)
    values (gen_random_uuid(), ${id}, ${kind}, now(), ${backend.owner.json(data)})`;
  await write("return_refused", { reason: "Emballage ouvert" });
  await expect.poll(() => gateway.bodies.at(-1) ?? "").toContain("Motif : Emballage ouvert.");
  await write("refunded", { cash: 5000 });
  await expect
    .poll(() => gateway.bodies.at(-1) ?? "")
    .toContain(`commande ${number} : 5 000 XOF remboursés en espèces.`);
});

it("invites somebody into the staff", async () => {
  startTexts();
  await waitForTexts();
  await backend.owner`
    insert into public.mails (subject_id, kind, recipient, payload)
    values (gen_random_uuid(), 'admin_invitation_text', '22670112233', '{"token": "abc"}')`;
  await backend.owner`select pg_notify('mails', '')`;
  await expect
    .poll(() => gateway.bodies.at(-1) ?? "")
    .toContain("https://boutique.example/admin/invitation?token=abc");
});
