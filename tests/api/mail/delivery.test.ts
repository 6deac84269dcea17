/** Mail delivery is at least once, despite any failure, and repeats the same mail. */
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import type { MailContent } from "#jobs/mail/mail-content.ts";
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
import { type MailServer, startMailServer } from "./mail-server.ts";

let backend: MailBackend;
let server: MailServer;
let awa: SignedInUser;
let drill: PricedProduct;
beforeAll(async () => {
  [backend, server] = await Promise.all([startMailBackend(), startMailServer()]);
  [awa, drill] = await Promise.all([
    createSignedInUser(backend, "awa@exemple.bf"),
    createProduct(backend.owner, { price: 7500, stock: 1000 }),
  ]);
});
afterEach(async () => {
  await backend.reset();
  server.reset();
});
afterAll(async () => {
  await backend.close();
  await server.close();
});

const placeNewOrder = async () =>
  (await placeOrder(awa.client, createOrderPayload([{ ...drill, quantity: 1 }])).throwOnError()).data.id;

/** Queues an order confirmation and a review request. */
async function placeCompletedOrder(): Promise<string> {
  const id = await placeNewOrder();
  await backend.owner`update public.orders set status = 'completed' where id = ${id}`;
  return id;
}

interface MailRow {
  kind: string;
  attempts: number;
  wait: number;
  sent_at: Date | null;
  failed_at: Date | null;
  last_error: string | null;
  payload: object;
}

const listMailRows = async () => [
  ...(await backend.owner<MailRow[]>`
    select kind, attempts, extract(epoch from next_attempt_at - now())::float as wait, sent_at, failed_at, last_error,
      payload
    from public.mails order by kind`),
];
const expectMailRows = (expected: object[]) => expect.poll(listMailRows).toMatchObject(expected);
const makeDue = () => backend.owner`update public.mails set next_attempt_at = now() where sent_at is null`;

describe("a server that rejects a mail", () => {
  it("gets it again later, with the same links", async () => {
    server.respondWith(451);
    await placeCompletedOrder();
    const stop = backend.startSender(server.url);
    const rejected = { attempts: 1, sent_at: null, last_error: "The mail server answered 451 (EMESSAGE)" };
    await expectMailRows([rejected, rejected]);
    for (const { wait } of await listMailRows()) {
      expect(wait).toBeGreaterThan(30);
      expect(wait).toBeLessThanOrEqual(66);
    }
    const [, request] = await listMailRows();
    await stop();

    server.respondWith(250);
    await makeDue();
    backend.startSender(server.url);
    const left = { attempts: 2, sent_at: expect.any(Date), last_error: null, payload: {} };
    await expectMailRows([left, left]);
    const tokens = server.mails.flatMap(parseReviewTokens);
    expect(request?.payload).toEqual({ products: [{ id: drill.id, name: drill.name, token: tokens[0] }] });
  });

  it("gets sixteen attempts, and one more when an administrator asks for it", async () => {
    server.respondWith(550);
    const id = await placeNewOrder();
    await backend.owner`update public.mails set attempts = 15`;
    backend.startSender(server.url);
    await expectMailRows([{ attempts: 16, failed_at: expect.any(Date), sent_at: null }]);
    server.respondWith(250);

    const chef = await createSignedInUser(backend, "chef@exemple.bf");
    await backend.owner`insert into public.admin_users (id, name, email) values (${chef.id}, 'Chef', ${chef.email})`;
    const { data } = await chef.client
      .from("mails")
      .update({ failed_at: null, next_attempt_at: "now" })
      .eq("subject_id", id)
      .select("kind,last_error")
      .throwOnError();
    expect(data).toEqual([
      { kind: "order_confirmation", last_error: "The mail server answered 550 (EMESSAGE)" },
    ]);
    await expectMailRows([{ attempts: 17, failed_at: null, sent_at: expect.any(Date) }]);
  });

  it("does not affect orders", async () => {
    backend.startSender("smtp://127.0.0.1:1");
    const id = await placeNewOrder();
    expect(id).toMatch(/^[0-9a-f-]{36}$/);
    await expectMailRows([{ attempts: 1, last_error: expect.stringMatching(/^No answer \(E\w+\)$/) }]);
  });
});

it("several senders share the work: each mail is sent once", async () => {
  await Promise.all(Array.from({ length: 8 }, placeCompletedOrder));
  for (let i = 0; i < 3; i++) backend.startSender(server.url);
  await expectMailRows(Array.from({ length: 16 }, () => ({ attempts: 1, sent_at: expect.any(Date) })));
  expect(new Set(server.mails.map(({ messageId }) => messageId)).size).toBe(16);
  expect(server.mails).toHaveLength(16);
});

it("a mail about a deleted row is dropped at once", async () => {
  const id = await placeNewOrder();
  await backend.owner`delete from public.orders where id = ${id}`;
  backend.startSender(server.url);
  await expectMailRows([{ attempts: 1, failed_at: expect.any(Date), last_error: "The subject was deleted" }]);
  expect(server.mails).toEqual([]);
});

it("the sender's name and address are the shop's, or those of MAIL_FROM", async () => {
  await placeNewOrder();
  const stop = backend.startSender(server.url);
  await expect.poll(() => server.mails.length).toBe(1);
  await stop();
  await placeNewOrder();
  backend.startSender(server.url, "La boutique <envoi@boutique.example>");
  await expect.poll(() => server.mails.length).toBe(2);
  expect(server.mails).toMatchObject([
    { from: { name: "Yaaré", address: "contact@yaare.bf" } },
    {
      from: { name: "La boutique", address: "envoi@boutique.example" },
      replyTo: [{ name: "Yaaré", address: "contact@yaare.bf" }],
    },
  ]);
  expect(server.mails.map(getRecipient)).toEqual([awa.email, awa.email]);
});

describe("a server that requires a password", () => {
  it("gets it from the URL, over TLS", async () => {
    const guarded = await startMailServer({ offersTls: true });
    onTestFinished(guarded.close);
    await placeNewOrder();
    // The server's certificate is self-signed.
    backend.startSender(
      `${guarded.url.replace("//", "//envoi%40exemple.bf:mot%2Fde%20passe@")}?tls.rejectUnauthorized=false`,
    );
    await expectMailRows([{ sent_at: expect.any(Date) }]);
    expect(guarded.logins).toEqual([{ user: "envoi@exemple.bf", password: "mot/de passe", isSecret: true }]);
    expect(guarded.mails).toHaveLength(1);
  });

  it("does not get it without TLS", async () => {
    await placeNewOrder();
    backend.startSender(server.url.replace("//", "//envoi:mot-de-passe@"));
    await expectMailRows([{ attempts: 1, sent_at: null, last_error: expect.stringContaining("ETLS") }]);
    expect(server.logins).toEqual([]);
  });
});

it("senders are notified of each mail except an order's, so that the order does not wait for others", async () => {
  const wakes: string[] = [];
  await backend.owner.listen("mails", (payload) => wakes.push(payload));
  const id = await placeNewOrder();
  await backend.owner.notify("mails", "ordered");
  await backend.owner`update public.orders set status = 'completed' where id = ${id}`;
  await backend.owner.notify("mails", "completed");
  await backend.owner`select private.enqueue_account_mail('recovery', 'awa@exemple.bf', '{}')`;
  await backend.owner.notify("mails", "recovered");
  await backend.owner`
    with technician as (
      insert into public.technician_profiles (name, slug, specialty, specialty_slug, description)
      values ('Ali Sanou', 'ali-sanou', 'Plomberie', 'plomberie', 'Vingt ans de métier') returning id
    )
    insert into public.technician_contacts (technician_id, email) select id, 'ali@exemple.bf' from technician`;
  await backend.owner`
    insert into public.messages (technician_id, name, email, phone, message)
    select id, 'Moussa', 'moussa@exemple.bf', '70 11 22 33', 'Le robinet fuit.' from public.technician_profiles`;
  await backend.owner.notify("mails", "end");
  await expect.poll(() => wakes.at(-1)).toBe("end");
  expect(wakes).toEqual(["ordered", "", "completed", "", "recovered", "", "end"]);
});

it("a stop waits for the mail that is being sent", async () => {
  await placeNewOrder();
  let release = () => {};
  const sentMails: MailContent[] = [];
  const send = (mail: MailContent) => {
    sentMails.push(mail);
    return new Promise<void>((resolve) => {
      release = resolve;
    });
  };
  const stop = backend.runSender({ transport: { isLocal: false, send, close: async () => {} } });
  await expect.poll(() => sentMails.length).toBe(1);
  const stopped = stop();
  release();
  await stopped;
  expect(await listMailRows()).toMatchObject([{ attempts: 1, sent_at: expect.any(Date) }]);
});
