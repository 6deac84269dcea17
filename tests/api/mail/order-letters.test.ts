/** The mails that tell a customer the status and the changes of an order, and the shop that orders have arrived. */
import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { OrderStatus } from "#app/lib/supabase/database.types.ts";
import { getRecipient } from "#tests/support/mails.ts";
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
beforeAll(async () => {
  backend = await startMailBackend();
  [awa, drill] = await Promise.all([
    createSignedInUser(backend, "awa@exemple.bf"),
    createProduct(backend.owner, { price: 7500, stock: 1000 }),
  ]);
});
afterEach(() => backend.reset());
afterAll(() => backend.close());

const place = async () =>
  (await placeOrder(awa.client, createOrderPayload([{ ...drill, quantity: 2 }])).throwOnError()).data;

const updateStatus = (id: string, status: OrderStatus, reason: string | null = null) =>
  backend
    .client(backend.keys.serviceRoleKey)
    .from("orders")
    .update({ status, cancellation_reason: reason })
    .eq("id", id)
    .throwOnError();

const listKinds = async (id: string) =>
  (
    await backend.owner<
      { kind: string }[]
    >`select kind from public.mails where subject_id = ${id} order by kind`
  ).map(({ kind }) => kind);

describe("the customer", () => {
  it("is told what was kept and paid of an order that was delivered in part", async () => {
    const { id, number } = await place();
    const event = {
      id: randomUUID(),
      order_id: id,
      kind: "partly_delivered",
      data: { cash: 9500, lines: [{ position: 1, quantity: 1 }] },
    };
    await backend.client(backend.keys.serviceRoleKey).rpc("record_order_event", { event }).throwOnError();
    backend.startSender();
    const mails = await backend.waitForMails(2);
    const texts = mails.map(({ text }) => text ?? "").filter((text) => text.includes("livrée et réglée"));
    expect(texts).toHaveLength(1);
    expect(texts[0]).toContain(`Votre commande ${number} `);
    expect(texts[0]).toContain("9\u00a0500\u00a0XOF");
  });

  it("is told that the order is processed, and why it is cancelled", async () => {
    const { id, number } = await place();
    await updateStatus(id, "processing");
    await updateStatus(id, "cancelled", "Produit abîmé, livraison impossible");
    backend.startSender();
    const mails = await backend.waitForMails(3);
    const processing = mails.find(
      ({ subject }) => subject === `Votre commande ${number} est prise en charge`,
    );
    const cancelled = mails.find(({ subject }) => subject === `Votre commande ${number} est annulée`);
    expect(processing && getRecipient(processing)).toBe(awa.email);
    expect(processing?.text).toContain("17\u00a0000\u00a0XOF");
    for (const form of [cancelled?.text, cancelled?.html]) {
      expect(form).toContain("Motif\u00a0: Produit abîmé, livraison impossible");
      expect(form).toContain(
        "Vous n'avez rien à payer.".replace("'", form === cancelled?.html ? "&#39;" : "'"),
      );
    }
  });

  it("is told each change of the order, with its new total", async () => {
    const { id, number } = await place();
    const service = backend.client(backend.keys.serviceRoleKey);
    for (const quantity of [3, 4]) {
      const { data } = await service.from("orders").select("updated_at").eq("id", id).single().throwOnError();
      const change = { id: randomUUID(), items: [{ position: 1, quantity }] };
      await service
        .rpc("change_order", { of_order: id, expected_updated_at: data.updated_at, change })
        .throwOnError();
    }
    backend.startSender();
    const mails = await backend.waitForMails(3);
    const changed = mails.filter(({ subject }) =>
      subject?.startsWith(`Votre commande ${number} a été modifiée`),
    );
    expect(changed).toHaveLength(2);
    // Both are sent after the second change, and say what the order is by now.
    for (const { text } of changed) expect(text).toContain("32\u00a0000\u00a0XOF");
    expect(changed.map(({ text }) => text).join()).toContain("avant\u00a0: 24\u00a0500\u00a0XOF");
  });

  it("gets one letter when the order is completed: the request for reviews, or that it is completed", async () => {
    const { id } = await place();
    await updateStatus(id, "completed");
    expect(await listKinds(id)).toEqual(["order_confirmation", "review_request"]);
    const sold = await createProduct(backend.owner, { price: 900, stock: 5 });
    const { data } = await placeOrder(
      awa.client,
      createOrderPayload([{ ...sold, quantity: 1 }]),
    ).throwOnError();
    await backend.owner`delete from public.products where id = ${sold.id}`;
    await updateStatus(data.id, "completed");
    expect(await listKinds(data.id)).toEqual(["order_completed", "order_confirmation"]);
  });

  it("is told once, and an address that nobody proved gets no more letters than the limit", async () => {
    await backend.owner`update public.limits set maximum = 2, period_seconds = 86400 where name = 'order_letters'`;
    await backend.owner`delete from private.limit_buckets`;
    const orders = [await place(), await place()];
    for (const { id } of orders) await updateStatus(id, "processing");
    expect(await listKinds(orders[0]?.id ?? "")).toEqual(["order_confirmation"]);
    await backend.owner`update public.limits set maximum = null where name = 'order_letters'`;
  });
});

describe("the shop", () => {
  const enqueue = async () =>
    (await backend.owner<{ done: boolean }[]>`select private.enqueue_order_notice() as done`)[0]?.done;
  /** As if the last notice had been queued long ago. */
  const forgetNotices = () => backend.owner`
    update private.order_notice_state set noticed_until = now() - interval '1 hour', sent_at = null`;
  const age = (seconds: number) => backend.owner`
    update public.orders set created_at = now() - make_interval(secs => ${seconds})`;

  it("is told of all new orders in one mail, and not twice", async () => {
    await forgetNotices();
    expect(await enqueue()).toBe(false);
    const first = await place();
    const second = await place();
    expect(await enqueue()).toBe(false);
    await age(60);
    expect(await enqueue()).toBe(true);
    expect(await enqueue()).toBe(false);
    const [settings] = await backend.owner<{ email: string }[]>`select email from public.shop_settings`;
    backend.startSender();
    const mails = await backend.waitForMails(3);
    const notice = mails.find(({ subject }) => subject?.startsWith("2 nouvelles commandes"));
    expect(notice && getRecipient(notice)).toBe(settings?.email);
    expect(notice?.subject).toBe("2 nouvelles commandes\u00a0: 34\u00a0000\u00a0XOF");
    for (const { number } of [first, second]) expect(notice?.text).toContain(number);
    expect(notice?.text).toContain("https://boutique.example/admin/orders");
  });

  it("gets at most one mail in ten minutes: what arrives meanwhile is collected", async () => {
    await forgetNotices();
    await place();
    await age(60);
    expect(await enqueue()).toBe(true);
    await place();
    await backend.owner`
      update public.orders set created_at = now() - interval '5 seconds' where created_at > now() - interval '30 seconds'`;
    await backend.owner`update private.order_notice_state set noticed_until = now() - interval '40 seconds'`;
    await age(35);
    expect(await enqueue()).toBe(false);
    await backend.owner`update private.order_notice_state set sent_at = now() - interval '11 minutes'`;
    expect(await enqueue()).toBe(true);
  });

  it("is not told of an order that was cancelled meanwhile", async () => {
    await forgetNotices();
    const { id } = await place();
    await age(60);
    await updateStatus(id, "cancelled", "Doublon");
    expect(await enqueue()).toBe(false);
  });
});
