/** The shop's letters as a weapon: who gets them, how many, and what a stranger makes them say. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import type { Sql } from "#backend/core/database/database.ts";
import { composeMail } from "#jobs/mail/compose-mail.ts";
import type { OutboxMail } from "#jobs/mail/outbox.ts";
import { startTestBackend, type TestBackend } from "#tests/support/backend.ts";
import type { PricedProduct } from "#tests/support/orders.ts";
import { createProduct } from "#tests/support/products.ts";
import { createOrderPayload, createSignedInUser, placeOrder } from "#tests/support/signed-in-users.ts";

const BAIT = "Votre compte sera suspendu. Confirmez ici : https://voleur.example/yaare";
const shop = { name: "Yaaré", email: "a@b.bf", phone: "25301122", address: "Ouaga", siteUrl: "https://b.bf" };

let backend: TestBackend;
let admin: Sql;
let nail: PricedProduct;
beforeAll(async () => {
  backend = await startTestBackend();
  admin = backend.database.connect("supabase_admin");
  nail = await createProduct(admin, { price: 100, stock: 1000 });
});
afterAll(() => backend.close());
beforeEach(() => admin`delete from orders`);

const orderNail = () => createOrderPayload([{ ...nail, quantity: 1 }]);
const countLetters = async (recipients: string) => {
  const rows = await admin`
    select from mails where kind = 'order_confirmation' and recipient like ${recipients}`;
  return rows.length;
};

it("an address that its account never proved gets five confirmations a day, from any number of accounts", async () => {
  const accounts = await Promise.all(
    ["victime", "victime+1", "Victime+2"].map((name) => createSignedInUser(backend, `${name}@exemple.bf`)),
  );
  for (const { client } of accounts) {
    for (let sent = 0; sent < 3; sent++) expect((await placeOrder(client, orderNail())).status).toBe(201);
  }
  expect(await countLetters("%ictime%")).toBe(5);
});

it("an address that its owner proved gets each of them", async () => {
  const { id, client } = await createSignedInUser(backend, "fidele@exemple.bf");
  await admin`
    update auth.users set confirmation_sent_at = now() - interval '1 minute', email_confirmed_at = now()
    where id = ${id}`;
  for (let sent = 0; sent < 6; sent++) expect((await placeOrder(client, orderNail())).status).toBe(201);
  expect(await countLetters("fidele%")).toBe(6);
});

it.each([BAIT, "Gagnez sur www.voleur.com", "voleur.com", "ecrivez a moi@voleur.bf", "t.me/voleur"])(
  "no order, message or profile takes the name %j",
  async (name) => {
    const { id, client } = await createSignedInUser(backend, `${randomUUID()}@exemple.bf`);
    const { error } = await placeOrder(client, { ...orderNail(), customer_name: name });
    expect([error?.code, error?.message]).toEqual(["YA005", "Un nom ne contient ni adresse ni lien"]);
    const profile = await client
      .from("profiles")
      .update({ first_name: name.slice(0, 100) })
      .eq("id", id);
    expect(profile.error?.message).toBe("Un nom ne contient ni adresse ni lien");
    const [technician] = await admin<{ id: string }[]>`
    insert into technician_profiles (name, slug, specialty, specialty_slug, description)
    values ('Issa', ${randomUUID()}, 'Plomberie', 'plomberie', 'Dépannage') returning id`;
    const message = await backend
      .client()
      .from("messages")
      .insert({
        technician_id: technician?.id ?? "",
        name,
        email: "awa@exemple.bf",
        phone: "+22670112233",
        message: "Une fuite sous l'évier",
      });
    expect(message.error?.message).toBe("Un nom ne contient ni adresse ni lien");
  },
);

it.each(["Awa Ouédraogo", "M.Sawadogo", "J.B. Kaboré", "Ets. Zongo & Fils", "N'Guessan-Traoré"])(
  "an honest customer is called %s",
  async (name) => {
    const { client } = await createSignedInUser(backend, `${randomUUID()}@exemple.bf`);
    expect((await placeOrder(client, { ...orderNail(), customer_name: name })).status).toBe(201);
  },
);

it("a name that was stored before is still readable, and the rest of its profile editable", async () => {
  const { id, client } = await createSignedInUser(backend, `${randomUUID()}@exemple.bf`);
  await admin`update profiles set first_name = 'voir voleur.com' where id = ${id}`;
  const { data, error } = await client
    .from("profiles")
    .update({ first_name: "voir voleur.com", city: "Pô" })
    .eq("id", id)
    .select("first_name,city")
    .single();
  expect([data, error]).toEqual([{ first_name: "voir voleur.com", city: "Pô" }, null]);
});

it("a letter has nothing that a stranger wrote in its headlines, and no link in what it quotes", async () => {
  const { id, client } = await createSignedInUser(backend, `${randomUUID()}@exemple.bf`);
  const order = orderNail();
  const shipping_address = { ...order.shipping_address, address: BAIT, city: "voleur.example" };
  const { data } = await placeOrder(client, { ...order, notes: BAIT, shipping_address }).throwOnError();
  // As an order from before the rule.
  await admin`update orders set customer_name = ${BAIT} where id = ${data.id}`;
  const [technician] = await admin<{ id: string }[]>`
    insert into technician_profiles (name, slug, specialty, specialty_slug, description)
    values ('Issa', ${randomUUID()}, 'Plomberie', 'plomberie', 'Dépannage') returning id`;
  const [message] = await admin<{ id: string }[]>`
    insert into messages (technician_id, name, email, phone, message)
    values (${technician?.id ?? ""}, ${BAIT}, 'awa@exemple.bf', ${BAIT}, ${BAIT}) returning id`;
  const subjects = [
    { kind: "order_confirmation", subject_id: data.id, payload: {} },
    { kind: "review_request", subject_id: data.id, payload: { products: [{ name: "Clou", token: "t" }] } },
    { kind: "technician_message", subject_id: message?.id ?? "", payload: {} },
  ];
  for (const mail of subjects) {
    const outboxMail: OutboxMail = {
      ...mail,
      recipient: id,
      attempts: 1,
      created_at: new Date(),
      lease_id: randomUUID(),
    };
    const content = await composeMail(admin, outboxMail, shop);
    const titles = (content?.html ?? "").matchAll(
      /<(?:title|h1|div style="display:none)[^>]*>(?<text>[^<]*)/g,
    );
    const headlines = [content?.subject, ...[...titles].map(({ groups }) => groups?.text)];
    expect(headlines.length).toBeGreaterThan(3);
    expect(headlines.join(" ")).not.toMatch(/suspendu|voleur/);
    expect(`${content?.html} ${content?.text}`).not.toContain("voleur");
  }
});
