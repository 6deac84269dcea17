/** Stock alerts: who may ask, what they learn of others, and the one mail of each request. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import type { Sql } from "#backend/core/database/database.ts";
import { composeMail } from "#jobs/mail/compose-mail.ts";
import {
  type Actor,
  createAdministratorActor,
  createCustomerActor,
  getSqlState,
  runAs,
  visitor,
} from "#tests/support/actors.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/database.ts";
import { createProduct, type StoredProduct } from "#tests/support/products.ts";

let database: TestDatabase;
let admin: Sql;
let api: Sql;
let awa: Actor;
let administrator: Actor;
let pump: StoredProduct;

beforeAll(async () => {
  database = await createTestDatabase();
  admin = database.connect("supabase_admin");
  api = database.connect("authenticator");
  awa = await createCustomerActor(admin, "Awa@exemple.bf");
  administrator = await createAdministratorActor(admin, "admin@exemple.bf");
});
afterAll(() => database.drop());
beforeEach(async () => {
  await admin`truncate private.limit_buckets`;
  await admin`delete from public.mails`;
  await admin`delete from public.stock_alerts`;
  pump = await createProduct(admin, { name: "Pompe immergée", price: 85_000, stock: 0 });
});

async function ask(
  actor: Actor,
  email: string | null = null,
  product = pump.id,
  variant: string | null = null,
): Promise<unknown> {
  const [row] = await runAs(
    api,
    actor,
    (tx) => tx`select public.request_stock_alert(${product}, ${email}, ${variant}) as answer`,
  );
  return row?.answer;
}

/** The ids of a variant that is sold out and of one that is not. */
async function addVariants(): Promise<[soldOut: string, other: string]> {
  const rows = await admin<{ id: string }[]>`
    insert into public.product_variants (product_id, position, choices, price, stock)
    values (${pump.id}, 1, '{1 cv}', 85000, 0), (${pump.id}, 2, '{2 cv}', 99000, 4) returning id`;
  return [rows[0]?.id ?? "", rows[1]?.id ?? ""];
}
const setVariantStock = (id: string, stock: number) =>
  admin`update public.product_variants set stock = ${stock} where id = ${id}`;

const listAlerts = () => admin`select user_id, email from public.stock_alerts order by email`;
const listRecipients = async () =>
  (await admin`select recipient from public.mails where kind = 'stock_alert' order by recipient`).map(
    ({ recipient }) => recipient,
  );
const setStock = (stock: number) => admin`update public.products set stock = ${stock} where id = ${pump.id}`;

it("a visitor asks with an address, a customer with that of the account", async () => {
  expect(await ask(visitor, " Issa@Exemple.bf ")).toBe(true);
  expect(await ask(awa, "autre@exemple.bf")).toBe(true);
  expect([...(await listAlerts())]).toEqual([
    { user_id: awa.id, email: "awa@exemple.bf" },
    { user_id: null, email: "issa@exemple.bf" },
  ]);
});

it("asking again is the same success, whoever asked before", async () => {
  expect(await ask(awa)).toBe(true);
  for (const again of [await ask(awa), await ask(visitor, "awa@exemple.bf")]) expect(again).toBe(true);
  expect(await listAlerts()).toHaveLength(1);
});

it("an address is needed, and has to be one", async () => {
  expect(await getSqlState(ask(visitor))).toBe("23502");
  expect(await getSqlState(ask(visitor, "awa"))).toBe("23514");
});

it("a product in stock needs no alert, and an unknown one has none", async () => {
  await setStock(2);
  expect(await ask(awa)).toBe(false);
  expect(await listAlerts()).toHaveLength(0);
  expect(await getSqlState(ask(awa, null, randomUUID()))).toBe("PT404");
});

it("when stock returns each request is one mail, and is deleted", async () => {
  await ask(awa);
  await ask(visitor, "issa@exemple.bf");
  await setStock(3);
  expect(await listRecipients()).toEqual(["awa@exemple.bf", "issa@exemple.bf"]);
  expect(await listAlerts()).toHaveLength(0);
  for (const stock of [0, 5, 6]) await setStock(stock);
  expect(await listRecipients()).toHaveLength(2);
});

it("a request for a variant is told when this variant is back, whatever the others have", async () => {
  const [soldOut, other] = await addVariants();
  expect(await ask(awa, null, pump.id, soldOut)).toBe(true);
  expect(await ask(awa, null, pump.id, other)).toBe(false);
  await setVariantStock(other, 0);
  await setVariantStock(other, 7);
  expect(await listRecipients()).toEqual([]);
  await setVariantStock(soldOut, 3);
  expect(await listRecipients()).toEqual(["awa@exemple.bf"]);
  expect(await listAlerts()).toHaveLength(0);
});

it("one address waits for several variants and for the product", async () => {
  const [first, second] = await addVariants();
  await setVariantStock(second, 0);
  for (const variant of [first, second, null, first]) await ask(awa, null, pump.id, variant);
  expect(await listAlerts()).toHaveLength(3);
  await setVariantStock(first, 1);
  expect(await listRecipients()).toHaveLength(2);
  expect(await listAlerts()).toHaveLength(1);
});

it("what is sold from several pieces on is back with them, or when fewer may be ordered", async () => {
  const setMinimum = (minimum: number) =>
    admin`update public.products set minimum_quantity = ${minimum} where id = ${pump.id}`;
  await setMinimum(10);
  await setStock(3);
  expect(await ask(awa)).toBe(true);
  await setStock(9);
  expect(await listRecipients()).toEqual([]);
  await setStock(10);
  expect(await listRecipients()).toEqual(["awa@exemple.bf"]);
  expect(await ask(awa)).toBe(false);

  const [, other] = await addVariants();
  expect(await ask(visitor, "issa@exemple.bf", pump.id, other)).toBe(true);
  await setVariantStock(other, 9);
  expect(await listRecipients()).toHaveLength(1);
  await setMinimum(9);
  expect(await listRecipients()).toEqual(["awa@exemple.bf", "issa@exemple.bf"]);
  await setMinimum(20);
  expect(await ask(visitor, "issa@exemple.bf", pump.id, other)).toBe(true);
  await setVariantStock(other, 20);
  expect(await listRecipients()).toEqual(["awa@exemple.bf", "issa@exemple.bf", "issa@exemple.bf"]);
});

it("a variant of another product is unknown, and a request goes with its variant", async () => {
  const [soldOut] = await addVariants();
  const { id: otherProduct } = await createProduct(admin, { stock: 0 });
  expect(await getSqlState(ask(awa, null, otherProduct, soldOut))).toBe("PT404");
  await ask(awa, null, pump.id, soldOut);
  await admin`delete from public.product_variants where id = ${soldOut}`;
  expect(await listAlerts()).toHaveLength(0);
});

it("the mail of a variant names its choices and its price, and leads to it", async () => {
  const [soldOut] = await addVariants();
  await ask(awa, null, pump.id, soldOut);
  await setVariantStock(soldOut, 1);
  const content = await composeFirstMail();
  expect(content?.subject).toBe("De nouveau en stock\u00a0: Pompe immergée – 1 cv");
  expect(content?.text).toContain("85\u00a0000\u00a0XOF");
  expect(content?.text).toContain(`https://b.bf/product/${pump.slug}?variant=${soldOut}`);
});

it("the mail names the product, its price and its page", async () => {
  await ask(awa);
  await setStock(1);
  const content = await composeFirstMail();
  expect(content?.subject).toBe("De nouveau en stock\u00a0: Pompe immergée");
  for (const part of [content?.text, content?.html]) {
    expect(part).toContain("85\u00a0000\u00a0XOF");
    expect(part).toContain(`https://b.bf/product/${pump.slug}`);
  }
});

async function composeFirstMail() {
  const [mail] = await admin`select * from public.mails`;
  const shop = {
    name: "Yaaré",
    email: "a@b.bf",
    phone: "25301122",
    address: "Ouaga",
    siteUrl: "https://b.bf",
  };
  const letter = {
    subject_id: mail?.subject_id,
    kind: mail?.kind,
    recipient: mail?.recipient,
    payload: mail?.payload,
    attempts: 0,
    created_at: new Date(),
    lease_id: randomUUID(),
  };
  return composeMail(admin, letter, shop);
}

it("stock that does not return sends nothing", async () => {
  await setStock(4);
  await admin`insert into public.stock_alerts (product_id, email) values (${pump.id}, 'issa@exemple.bf')`;
  for (const stock of [5, 1, 0]) await setStock(stock);
  expect(await listRecipients()).toEqual([]);
});

it("an address that nobody proved gets no more letters than its limit; the others wait", async () => {
  const products = await Promise.all(Array.from({ length: 7 }, () => createProduct(admin, { stock: 0 })));
  for (const { id } of products) await ask(visitor, "victime@exemple.bf", id);
  await admin`update public.products set stock = 1 where id = any (${products.map(({ id }) => id)})`;
  expect(await listRecipients()).toHaveLength(5);
  expect(await listAlerts()).toHaveLength(2);
});

it("a customer's proven address gets each of them", async () => {
  await admin`
    update auth.users set confirmation_sent_at = now() - interval '1 minute', email_confirmed_at = now()
    where id = ${awa.id}`;
  const products = await Promise.all(Array.from({ length: 7 }, () => createProduct(admin, { stock: 0 })));
  for (const { id } of products) await ask(awa, null, id);
  await admin`update public.products set stock = 1 where id = any (${products.map(({ id }) => id)})`;
  expect(await listRecipients()).toHaveLength(7);
});

it("twenty requests a day for one address, from any account", async () => {
  const products = await Promise.all(Array.from({ length: 21 }, () => createProduct(admin, { stock: 0 })));
  const states: (string | null)[] = [];
  for (const { id } of products) states.push(await getSqlState(ask(visitor, "victime+a@exemple.bf", id)));
  expect(states.filter((state) => state === null)).toHaveLength(20);
  expect(states.at(-1)).toBe("PT429");
});

it("administrators count the requests and read no address", async () => {
  await ask(visitor, "issa@exemple.bf");
  const count = await runAs(
    api,
    administrator,
    (tx) => tx`select id from public.stock_alerts where product_id = ${pump.id}`,
  );
  expect(count).toHaveLength(1);
  expect(
    await getSqlState(runAs(api, administrator, (tx) => tx`select email from public.stock_alerts`)),
  ).toBe("42501");
});

it("a request is forgotten after a year", async () => {
  await admin`
    insert into public.stock_alerts (product_id, email, created_at)
    values (${pump.id}, 'ancien@exemple.bf', now() - interval '366 days')`;
  await ask(awa);
  expect([...(await listAlerts())]).toEqual([{ user_id: awa.id, email: "awa@exemple.bf" }]);
});
