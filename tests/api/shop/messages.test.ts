/** Messages to technicians: the rate limits, and that only administrators read them. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Sql } from "#backend/core/database/database.ts";
import { type ShopClient, startTestBackend, type TestBackend } from "#tests/support/backend.ts";

let backend: TestBackend;
let admin: Sql;
let visitor: ShopClient;
beforeAll(async () => {
  backend = await startTestBackend();
  admin = backend.database.connect("supabase_admin");
  visitor = backend.client();
});
afterAll(() => backend.close());

async function createTechnician(): Promise<string> {
  const slug = `t-${randomUUID()}`;
  const [row] = await admin<{ id: string }[]>`
    insert into public.technician_profiles (name, slug, specialty, specialty_slug, description)
    values ('Issa', ${slug}, 'Plomberie', 'plomberie', 'Dépannage') returning id`;
  return row?.id ?? "";
}

/** A unique message, sent as the form sends it. */
function sendMessage(
  technicianId: string,
  values: { email?: string; message?: string; name?: string; phone?: string },
) {
  return visitor.from("messages").insert({
    technician_id: technicianId,
    name: "Awa",
    email: "awa@exemple.bf",
    phone: "+22670112233",
    message: `Une fuite sous l'évier ${randomUUID()}`,
    ...values,
  });
}

async function countStored(technicianId: string): Promise<number> {
  const rows = await admin`select from public.messages where technician_id = ${technicianId}`;
  return rows.length;
}

describe("a message", () => {
  it("is stored with all its fields, and unread", async () => {
    const id = await createTechnician();
    const { status, error } = await sendMessage(id, { message: "Il y a une fuite." });
    expect([status, error]).toEqual([201, null]);
    const [row] = await admin`select * from public.messages where technician_id = ${id}`;
    expect(row).toMatchObject({
      name: "Awa",
      email: "awa@exemple.bf",
      phone: "+22670112233",
      message: "Il y a une fuite.",
      read_at: null,
    });
  });

  it("is not returned to its author, or to anyone else", async () => {
    const id = await createTechnician();
    const returned = await sendMessage(id, {}).select();
    expect([returned.status, returned.error?.code]).toEqual([401, "42501"]);
    expect(await countStored(id)).toBe(0);
    const listed = await visitor.from("messages").select("*");
    expect([listed.status, listed.error?.code]).toEqual([401, "42501"]);
  });

  it("requires an existing technician", async () => {
    const { status, error } = await sendMessage(randomUUID(), {});
    expect([status, error?.code]).toEqual([401, "42501"]);
  });

  it.each([
    ["nine letters", { message: "neuf  !!!" }],
    ["spaces instead of letters", { message: " ".repeat(20) }],
    ["5001 letters", { message: "a".repeat(5001) }],
    ["no name", { name: " " }],
    ["no phone", { phone: "" }],
    ["an invalid e-mail", { email: "awa" }],
  ])("is rejected with %s", async (_what, values) => {
    const id = await createTechnician();
    const { error } = await sendMessage(id, values);
    expect(error?.code).toBe("23514");
    expect(await countStored(id)).toBe(0);
  });

  it("that is sent again is stored once, also concurrently", async () => {
    const id = await createTechnician();
    const message = "Un robinet à changer";
    const responses = await Promise.all(Array.from({ length: 5 }, () => sendMessage(id, { message })));
    responses.push(await sendMessage(id, { message, email: "AWA@exemple.bf" }));
    expect(responses.map(({ status, error }) => [status, error])).toEqual(responses.map(() => [201, null]));
    expect(await countStored(id)).toBe(1);
  });
});

describe("too many messages", () => {
  it("from one IP address to one technician are rejected after three an hour, by any kind of request", async () => {
    const id = await createTechnician();
    const email = "insistante@exemple.bf";
    const responses = await Promise.all(Array.from({ length: 6 }, () => sendMessage(id, { email })));
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 201, 201, 429, 429, 429]);
    const rejected = responses.find(({ status }) => status === 429);
    expect(rejected?.error).toMatchObject({
      code: "PT429",
      message: "Vous avez déjà écrit plusieurs fois à ce technicien. Réessayez dans une heure.",
    });
    expect(await countStored(id)).toBe(3);
    expect((await sendMessage(await createTechnician(), { email })).status).toBe(201);
    await admin`
      update public.messages set created_at = created_at - interval '61 minutes' where technician_id = ${id}`;
    expect((await sendMessage(id, { email })).status).toBe(201);
  });

  it("from one IP address to all technicians are rejected after ten", async () => {
    const email = "tous@exemple.bf";
    for (let i = 0; i < 10; i++)
      expect((await sendMessage(await createTechnician(), { email })).status).toBe(201);
    const { status, error } = await sendMessage(await createTechnician(), { email });
    expect([status, error?.message]).toEqual([
      429,
      "Vous avez envoyé beaucoup de messages. Réessayez dans une heure.",
    ]);
  });

  it("to one technician are rejected after thirty, from any address", async () => {
    const id = await createTechnician();
    await admin`
      insert into public.messages (technician_id, name, email, phone, message)
      select ${id}, 'X', 'x' || n || '@exemple.bf', '70112233', 'Bonjour, bonjour' from generate_series(1, 30) n`;
    const { status, error } = await sendMessage(id, {});
    expect([status, error?.message]).toEqual([
      429,
      "Ce technicien a reçu beaucoup de messages. Réessayez dans une heure.",
    ]);
    expect(await countStored(id)).toBe(30);
  });
});
