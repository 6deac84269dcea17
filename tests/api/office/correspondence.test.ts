/** What administrators do with what is written to the shop: how far a quote is, what a message is found by. */
import { afterAll, beforeAll, expect, it } from "vitest";
import type { TestBackend } from "../../support/backend.ts";
import type { Shopper } from "../orders/shoppers.ts";
import { journal, openOffice } from "./staff.ts";

let backend: TestBackend;
let fatou: Shopper;
let awa: Shopper;
beforeAll(async () => {
  ({ backend, fatou, awa } = await openOffice());
  const admin = backend.database.connect("supabase_admin", 1);
  await admin`insert into public.quotes (kind, file_path, file_name) values ('image', 'a/b', 'mur.jpg')`;
  await admin`
    insert into public.mails (subject_id, kind, recipient, payload)
    values (gen_random_uuid(), 'account_recovery', 'Moussa_B@exemple.bf', '{"link": "secret"}')`;
  await admin`
    insert into public.messages (name, email, phone, message)
    values ('Zénabou Kaboré', 'zena@exemple.bf', '70 11-22.33', 'Une fuite sous l''évier')`;
});
afterAll(() => backend.close());

it("a quote is new until an administrator takes it further, and may carry a note", async () => {
  const { data } = await fatou.client.from("quotes").select("status,note").single().throwOnError();
  expect(data).toEqual({ status: "new", note: "" });
  const further = { status: "answered", note: "Devis de 125 000 XOF envoyé à Moussa" };
  const answered = await fatou.client
    .from("quotes")
    .update(further)
    .eq("kind", "image")
    .select("status,note");
  expect(answered.data).toEqual([further]);
});

it.each([{ status: "lost" }, { note: "x".repeat(2001) }])("takes no %o", async (change) => {
  const { error } = await fatou.client.from("quotes").update(change).eq("kind", "image");
  expect(error?.code).toBe("23514");
});

it("the journal tells of the status, and that the note changed, not what it says", async () => {
  const told = await journal(fatou.client, "quotes");
  expect(told).toMatchObject([
    { before: { status: "new", note: "•••" }, after: { status: "answered", note: "•••" } },
  ]);
});

it("customers change nothing of it and are asked for an account", async () => {
  const changed = await awa.client
    .from("quotes")
    .update({ status: "closed" })
    .eq("kind", "image")
    .select("id");
  expect(changed.data).toEqual([]);
  expect(
    (await backend.client().from("quotes").update({ status: "closed" }).eq("kind", "image")).status,
  ).toBe(401);
});

it.each(["zenabou", "ZENA@exem", "70112233", "l'evier", "evier Kabore fuite"])(
  "finds a message by «%s»",
  async (query) => {
    const found = await fatou.client.rpc("search_messages", { query });
    expect(found.data).toMatchObject([{ name: "Zénabou Kaboré" }]);
    expect((await awa.client.rpc("search_messages", { query })).data).toEqual([]);
  },
);

it.each(["ze", "", "%%%", "zenabou baignoire"])("finds no message by «%s»", async (query) => {
  expect((await fatou.client.rpc("search_messages", { query })).data).toEqual([]);
  expect((await backend.client().rpc("search_messages", { query })).status).toBe(401);
});

it.each(["mous", "MOUSSA_B@exemple.bf", "exemple moussa"])(
  "finds a mail by «%s», without its secrets",
  async (query) => {
    const { data } = await fatou.client.rpc("search_mails", { query });
    expect(data).toMatchObject([{ recipient: "Moussa_B@exemple.bf", kind: "account_recovery" }]);
    expect(JSON.stringify(data)).not.toContain("secret");
    expect((await awa.client.rpc("search_mails", { query })).data).toEqual([]);
  },
);

it.each(["exemple", "mo", "", "moussaxb", "%%%", "moussa inconnu"])(
  "finds no mail by «%s»",
  async (query) => {
    expect((await fatou.client.rpc("search_mails", { query })).data).toEqual([]);
    expect((await backend.client().rpc("search_mails", { query })).status).toBe(401);
  },
);
