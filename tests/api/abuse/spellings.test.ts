/** One mailbox or one link in many spellings: what is limited or refused is the thing, however it is written. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it, test } from "vitest";
import type { Sql } from "#backend/core/database/database.ts";
import { withoutLinks } from "#jobs/mail/templates/format.ts";
import { startTestBackend, type TestBackend } from "#tests/support/backend.ts";
import { createProduct } from "#tests/support/products.ts";

let backend: TestBackend;
let admin: Sql;

beforeAll(async () => {
  backend = await startTestBackend();
  admin = backend.database.connect("supabase_admin");
});
afterAll(() => backend.close());

it.each([
  ["a suffix", "exemple.bf", (name: string, n: number) => `${name}+${n}`],
  ["dots", "gmail.com", (name: string, n: number) => `${name.slice(0, n + 1)}.${name.slice(n + 1)}`],
  [
    "dots, at another domain",
    "GoogleMail.com",
    (name: string, n: number) => `${name.slice(0, n + 1)}.${name.slice(n + 1)}`,
  ],
])("a mailbox that nobody proved gets five letters a day, also with %s", async (_, domain, spell) => {
  const name = randomUUID().replaceAll("-", "");
  for (let n = 0; n < 8; n++) {
    const body = JSON.stringify({ email: `${spell(name, n)}@${domain}`, create_user: true });
    const headers = { apikey: backend.keys.anonKey, "content-type": "application/json" };
    const response = await backend.fetch("/auth/v1/otp", { method: "POST", headers, body });
    expect(response.status).toBe(200);
  }
  const mails = await admin<
    { recipient: string }[]
  >`select recipient from mails where kind = 'account_sign_in'`;
  const own = mails.filter(({ recipient }) => recipient.replace(/[.]/g, "").startsWith(name));
  expect(own).toHaveLength(5);
});

test("the letters of orders count the same mailboxes", async () => {
  const keys = await admin`
    select distinct private.get_recipient_key(email) as key
    from unnest(array['ma.riam@gmail.com', 'Mariam+1@Gmail.com', 'mariam@googlemail.com']) email
    union all select private.get_recipient_key('ma.riam+x@exemple.bf')`;
  expect(keys.map(({ key }) => key)).toEqual(["mariam@gmail.com", "ma.riam@exemple.bf"]);
});

test.each([
  "<victime@exemple.bf>",
  "victime@exemple.bf.",
  '"Gagnez"<victime@exemple.bf>',
  "a,victime@exemple.bf",
  "victime@exemple.bf,exemple.com",
  "\u200bvictime@exemple.bf",
  "ｖictime@exemple.bf",
])("nobody asks for a letter to «%s»", async (email) => {
  const { id } = await createProduct(admin, { stock: 0 });
  const anon = backend.client();
  const { error } = await anon.rpc("request_stock_alert", { of_product: id, visitor_email: email });
  expect(error?.code).toBe("23514");
  const own = await anon.rpc("request_stock_alert", {
    of_product: id,
    visitor_email: "Victime+1@exemple.bf",
  });
  expect(own.data).toBe(true);
});

test.each([
  "exemple.com",
  "exemple\u2024com",
  "exemple\ufe52com",
  "exemple\uff0ecom",
  "exemple。com",
  "счет.рф",
  "ｅｖｉｌ．ｃｏｍ",
  "例え.テスト",
  "awa＠exemple",
  "t.co/x",
])("«%s» is a link, in a name and in what a letter quotes", async (text) => {
  const [row] = await admin`select private.contains_link(${`Gagnez ${text} vite`}) as found`;
  expect(row).toEqual({ found: true });
  if (text !== "t.co/x") expect(withoutLinks(`Gagnez ${text} vite`)).toBe("Gagnez [lien retiré] vite");
});

test.each(["M.Sawadogo", "J.-P. Ouédraogo", "Awa N’Diaye", "Établissements 2 M", "Éric Zongo Jr."])(
  "«%s» is a name",
  async (name) => {
    const [row] = await admin`select private.contains_link(${name}) as found`;
    expect(row).toEqual({ found: false });
  },
);
