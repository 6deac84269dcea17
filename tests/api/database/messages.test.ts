/** Messages to technicians: who may write how many of them, and that nobody but administrators reads one. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Sql } from "../../../backend/core/database.ts";
import { type ShopClient, startTestBackend, type TestBackend } from "../../support/backend.ts";

let backend: TestBackend;
let admin: Sql;
let visitor: ShopClient;
beforeAll(async () => {
  backend = await startTestBackend();
  admin = backend.database.connect("supabase_admin");
  visitor = backend.client();
});
afterAll(() => backend.close());

async function technician(): Promise<string> {
  const slug = `t-${randomUUID()}`;
  const [row] = await admin<{ id: string }[]>`
    insert into public.technician_profiles (name, slug, specialty, specialty_slug, description)
    values ('Issa', ${slug}, 'Plomberie', 'plomberie', 'Dépannage') returning id`;
  return row?.id ?? "";
}

/** A message of this test's own, sent as the form sends it. */
function send(
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

async function storedFor(technicianId: string): Promise<number> {
  const rows = await admin`select from public.messages where technician_id = ${technicianId}`;
  return rows.length;
}

describe("a message", () => {
  it("is kept with all that was written, and unread", async () => {
    const id = await technician();
    const { status, error } = await send(id, { message: "Il y a une fuite." });
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

  it("is not given back to who wrote it, nor to anyone", async () => {
    const id = await technician();
    const returned = await send(id, {}).select();
    expect([returned.status, returned.error?.code]).toEqual([401, "42501"]);
    expect(await storedFor(id)).toBe(0);
    const listed = await visitor.from("messages").select("*");
    expect([listed.status, listed.error?.code]).toEqual([401, "42501"]);
  });

  it("needs a technician who exists", async () => {
    const { status, error } = await send(randomUUID(), {});
    expect([status, error?.code]).toEqual([401, "42501"]);
  });

  it.each([
    ["nine letters", { message: "neuf  !!!" }],
    ["spaces instead of letters", { message: " ".repeat(20) }],
    ["5001 letters", { message: "a".repeat(5001) }],
    ["no name", { name: " " }],
    ["no phone", { phone: "" }],
    ["an e-mail that is none", { email: "awa" }],
  ])("is refused with %s", async (_what, values) => {
    const id = await technician();
    const { error } = await send(id, values);
    expect(error?.code).toBe("23514");
    expect(await storedFor(id)).toBe(0);
  });

  it("that is sent again counts once, at the same moment too", async () => {
    const id = await technician();
    const message = "Un robinet à changer";
    const answers = await Promise.all(Array.from({ length: 5 }, () => send(id, { message })));
    answers.push(await send(id, { message, email: "AWA@exemple.bf" }));
    expect(answers.map(({ status, error }) => [status, error])).toEqual(answers.map(() => [201, null]));
    expect(await storedFor(id)).toBe(1);
  });
});

describe("too many messages", () => {
  it("from one address to one technician are refused after three an hour, however they come", async () => {
    const id = await technician();
    const email = "insistante@exemple.bf";
    const answers = await Promise.all(Array.from({ length: 6 }, () => send(id, { email })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 201, 429, 429, 429]);
    const refused = answers.find(({ status }) => status === 429);
    expect(refused?.error).toMatchObject({
      code: "PT429",
      message: "Vous avez déjà écrit plusieurs fois à ce technicien. Réessayez dans une heure.",
    });
    expect(await storedFor(id)).toBe(3);
    expect((await send(await technician(), { email })).status).toBe(201);
    await admin`
      update public.messages set created_at = created_at - interval '61 minutes' where technician_id = ${id}`;
    expect((await send(id, { email })).status).toBe(201);
  });

  it("from one address to everyone are refused after ten", async () => {
    const email = "tous@exemple.bf";
    for (let i = 0; i < 10; i++) expect((await send(await technician(), { email })).status).toBe(201);
    const { status, error } = await send(await technician(), { email });
    expect([status, error?.message]).toEqual([
      429,
      "Vous avez envoyé beaucoup de messages. Réessayez dans une heure.",
    ]);
  });

  it("to one technician are refused after thirty, whoever writes", async () => {
    const id = await technician();
    await admin`
      insert into public.messages (technician_id, name, email, phone, message)
      select ${id}, 'X', 'x' || n || '@exemple.bf', '70112233', 'Bonjour, bonjour' from generate_series(1, 30) n`;
    const { status, error } = await send(id, {});
    expect([status, error?.message]).toEqual([
      429,
      "Ce technicien a reçu beaucoup de messages. Réessayez dans une heure.",
    ]);
    expect(await storedFor(id)).toBe(30);
  });
});
