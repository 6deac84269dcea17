/** Phone and e-mail of technicians over the API: no query of a visitor or a customer reveals them. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ShopClient, startTestBackend, type TestBackend } from "#tests/support/backend.ts";
import { createSignedInUser } from "#tests/support/signed-in-users.ts";

let backend: TestBackend;
let visitor: ShopClient;
let customer: ShopClient;
let administrator: ShopClient;
/** A technician of the demo shop, as stored. */
let known: { id: string; phone: string; email: string };
/** The values that no response may contain. */
let secrets: string[];

let customerToken: string;
beforeAll(async () => {
  backend = await startTestBackend("demo");
  const admin = backend.database.connect("supabase_admin");
  visitor = backend.client();
  ({ client: customer } = await createSignedInUser(backend, "curieuse@exemple.bf"));
  const { data: signedIn } = await customer.auth.getSession();
  customerToken = signedIn.session?.access_token ?? "";
  const owner = await createSignedInUser(backend, "patronne@exemple.bf");
  administrator = owner.client;
  await admin`
    insert into public.admin_users (id, name, email) values (${owner.id}, 'Direction', 'patronne@exemple.bf')`;
  const rows = await admin<{ technician_id: string; phone: string; email: string }[]>`
    select technician_id, phone, email from public.technician_contacts order by technician_id`;
  expect(rows.length).toBeGreaterThan(20);
  known = { id: rows[0]?.technician_id ?? "", phone: rows[0]?.phone ?? "", email: rows[0]?.email ?? "" };
  secrets = rows.flatMap(({ phone, email }) => [phone, email]);
});
afterAll(() => backend.close());

/** The response to a path, with a token or as a visitor. */
async function read(path: string, token: string | null, headers: Record<string, string> = {}) {
  const key = backend.keys.anonKey;
  const response = await backend.fetch(`/rest/v1/${path}`, {
    headers: { apikey: key, authorization: `Bearer ${token ?? key}`, ...headers },
  });
  return {
    status: response.status,
    text: await response.text(),
    range: response.headers.get("content-range"),
  };
}

it("an administrator reads both", async () => {
  const { data } = await administrator.from("technicians").select("phone,email").eq("id", known.id).single();
  expect(data).toEqual({ phone: known.phone, email: known.email });
  const { count } = await administrator
    .from("technicians")
    .select("id", { count: "exact", head: true })
    .not("phone", "is", null);
  expect(count).toBe(24);
});

describe.each([
  ["a visitor", () => ({ client: visitor, token: null })],
  ["a customer", () => ({ client: customer, token: customerToken })],
])("%s", (_role, actor) => {
  it.each([
    "technicians",
    "technicians?select=name,phone,email",
    "technicians?select=*,p:phone,e:email::text",
    "technicians?order=phone.asc.nullslast,email.desc",
    "technicians?order=email",
    "technicians_public?select=*",
    "technician_profiles?select=*",
    "technician_profiles?select=name,technician_contacts(*)",
    "technician_profiles?select=name,...technician_contacts(phone,email)",
    "technician_profiles?select=name,contacts:technician_contacts!inner(phone)",
    "technician_profiles?select=name&order=technician_contacts(phone)",
    "technician_contacts?select=*",
    "technician_contacts?select=phone,email,technician_profiles(name)",
    "technicians_public?select=phone",
    "technicians_public?select=name,technician_contacts(*)",
    "messages?select=*,technician_profiles(*,technician_contacts(*))",
    "messages?select=*,technicians(phone,email)",
    "mails?select=*",
    "rpc/technicians",
    "",
  ])("cannot read them by GET %s", async (path) => {
    const { token } = actor();
    for (const accept of ["application/json", "text/csv"]) {
      const { text } = await read(path, token, { accept });
      expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
    }
  });

  it("cannot filter or count by them", async () => {
    const { token } = actor();
    const phone = encodeURIComponent(known.phone);
    for (const filter of [
      `phone=eq.${phone}`,
      "phone=like.*2*",
      "phone=not.is.null",
      "phone=gt.0",
      "phone=match.%5B0-9%5D",
      `email=eq.${known.email}`,
      "email=ilike.*exemple*",
      `or=(phone.eq.${phone},email.not.is.null)`,
      "and=(has_phone.is.true,phone.neq.0)",
    ]) {
      const response = await read(`technicians?select=name&${filter}`, token, { prefer: "count=exact" });
      expect([filter, response.status, response.text, response.range]).toEqual([filter, 200, "[]", "*/0"]);
    }
    const contacts = await read("technician_contacts?select=technician_id", token, { prefer: "count=exact" });
    expect([contacts.text, contacts.range]).toEqual(["[]", "*/0"]);
    const inner = await read("technician_profiles?select=name,technician_contacts!inner()", token);
    expect(inner.text).toBe("[]");
  });

  it("learns nothing by ordering by them", async () => {
    const { client } = actor();
    const names = async (column: string, ascending: boolean) => {
      const { data } = await client
        .from("technicians")
        .select("name")
        .order(column, { ascending })
        .order("id")
        .throwOnError();
      return data.map(({ name }) => name);
    };
    const plain = await names("id", true);
    expect(plain).toHaveLength(24);
    for (const column of ["phone", "email"]) {
      expect(await names(column, true)).toEqual(plain);
      expect(await names(column, false)).toEqual(plain);
    }
  });

  it("gets nothing back from writes", async () => {
    const { client } = actor();
    const { data: updated } = await client
      .from("technicians")
      .update({ description: "Repris" })
      .eq("id", known.id)
      .select("phone,email");
    expect(updated ?? []).toEqual([]);
    const { data: deleted } = await client
      .from("technician_contacts")
      .delete()
      .eq("technician_id", known.id)
      .select();
    expect(deleted ?? []).toEqual([]);
    const { data } = await administrator.from("technicians").select("phone").eq("id", known.id).single();
    expect(data?.phone).toBe(known.phone);
  });

  it("can see whether there is a phone, and the rest of the profile", async () => {
    const { data } = await actor().client.from("technicians").select("*").eq("id", known.id).single();
    expect(data).toMatchObject({ id: known.id, has_phone: true, phone: null, email: null });
    expect(data?.rating).toBeGreaterThan(4);
    expect(data?.verified_at).not.toBeNull();
  });
});
