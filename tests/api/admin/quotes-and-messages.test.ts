/**
 * Administrators work on incoming requests: the status and note of a quote, and the search of messages and
 * mails.
 */
import { afterAll, beforeAll, expect, it } from "vitest";
import type { TestBackend } from "#tests/support/backend.ts";
import type { SignedInUser } from "#tests/support/signed-in-users.ts";
import { listAuditLog, startAdminBackend } from "./admin-backend.ts";

let backend: TestBackend;
let fatou: SignedInUser;
let awa: SignedInUser;
beforeAll(async () => {
  ({ backend, fatou, awa } = await startAdminBackend());
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

it("a quote is new until an administrator changes its status, and can have a note", async () => {
  const { data } = await fatou.client.from("quotes").select("status,note").single().throwOnError();
  expect(data).toEqual({ status: "new", note: "" });
  const further = { status: "answered" as const, note: "Devis de 125 000 XOF envoyé à Moussa" };
  const updated = await fatou.client.from("quotes").update(further).eq("kind", "image").select("status,note");
  expect(updated.data).toEqual([further]);
});

it.each<object>([{ status: "lost" }, { note: "x".repeat(2001) }])("rejects %o", async (change) => {
  const { error } = await fatou.client.from("quotes").update(change).eq("kind", "image");
  expect(error?.code).toBe("23514");
});

it("the audit log records the status, and that the note changed, without its text", async () => {
  const entries = await listAuditLog(fatou.client, "quotes");
  expect(entries).toMatchObject([
    { before: { status: "new", note: "•••" }, after: { status: "answered", note: "•••" } },
  ]);
});

it("customers cannot change a quote, and visitors are asked to sign in", async () => {
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

it.each(["ze", "zenabou", "ZENA@exem", "70112233", "l'evier", "evier Kabore fuite"])(
  "finds a message by «%s»",
  async (query) => {
    const found = await fatou.client.rpc("search_messages", { query });
    expect(found.data).toMatchObject([{ name: "Zénabou Kaboré" }]);
    expect((await awa.client.rpc("search_messages", { query })).data).toEqual([]);
  },
);

it.each(["z", "en", "", "%%%", "zenabou baignoire"])("finds no message by «%s»", async (query) => {
  expect((await fatou.client.rpc("search_messages", { query })).data).toEqual([]);
  expect((await backend.client().rpc("search_messages", { query })).status).toBe(401);
});

it.each(["mo", "mous", "MOUSSA_B@exemple.bf", "exemple moussa"])(
  "finds a mail by «%s», without its secrets",
  async (query) => {
    const { data } = await fatou.client.rpc("search_mails", { query });
    expect(data).toMatchObject([{ recipient: "Moussa_B@exemple.bf", kind: "account_recovery" }]);
    expect(JSON.stringify(data)).not.toContain("secret");
    expect((await awa.client.rpc("search_mails", { query })).data).toEqual([]);
  },
);

it.each(["exemple", "m", "ou", "", "moussaxb", "%%%", "moussa inconnu"])(
  "finds no mail by «%s»",
  async (query) => {
    expect((await fatou.client.rpc("search_mails", { query })).data).toEqual([]);
    expect((await backend.client().rpc("search_mails", { query })).status).toBe(401);
  },
);
