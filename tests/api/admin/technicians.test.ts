/** Saves a technician and the contacts in one statement, with a check for concurrent edits. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { TestBackend } from "#tests/support/backend.ts";
import type { SignedInUser } from "#tests/support/signed-in-users.ts";
import { waitForBlockedTransactions } from "#tests/support/wait-for-locks.ts";
import { createSignedInAdmin, listAuditLog, startAdminBackend } from "./admin-backend.ts";

let backend: TestBackend;
let fatou: SignedInUser;
let paul: SignedInUser;
let awa: SignedInUser;
beforeAll(async () => {
  ({ backend, fatou, awa } = await startAdminBackend());
  paul = await createSignedInAdmin(backend, "paul@yaare.bf", "Paul Kaboré");
});
afterAll(() => backend.close());

const createMasonInput = (values: object = {}) => ({
  id: randomUUID(),
  name: "Issa Zongo",
  slug: `issa-zongo-${randomUUID()}`,
  specialty: "Maçonnerie",
  specialty_slug: "maconnerie",
  image: null,
  description: "Murs et dalles",
  phone: "+22670000001",
  email: "issa@exemple.bf",
  experience: null,
  location: null,
  availability: null,
  rating: 0,
  review_count: 0,
  satisfied_clients: 100,
  verified_at: null,
  ...values,
});

async function addTechnician(values: object = {}) {
  const row = createMasonInput(values);
  await fatou.client.from("technicians").insert(row).throwOnError();
  const { data } = await fatou.client
    .from("technicians")
    .select("*")
    .eq("id", row.id)
    .single()
    .throwOnError();
  return data;
}

const updateTechnician = (by: SignedInUser, id: string | null, updatedAt: string | null, values: object) =>
  by.client
    .from("technicians")
    .update(values)
    .eq("id", id ?? "")
    .eq("updated_at", updatedAt ?? "")
    .select("id,name,phone");

describe("an editor", () => {
  it("saves the profile and the contacts together, or neither", async () => {
    const issa = await addTechnician();
    expect(issa).toMatchObject({
      phone: "+22670000001",
      email: "issa@exemple.bf",
      has_phone: true,
      location: null,
    });
    const rejected = await updateTechnician(fatou, issa.id, issa.updated_at, { name: "Autre", phone: "12" });
    expect(rejected.error?.code).toBe("23514");
    const { data } = await fatou.client
      .from("technicians")
      .select("name,phone")
      .eq("id", issa.id ?? "");
    expect(data).toEqual([{ name: "Issa Zongo", phone: "+22670000001" }]);
  });

  it("gets the name of the constraint when another technician has the value", async () => {
    const issa = await addTechnician();
    const again = await fatou.client.from("technicians").insert(createMasonInput({ id: issa.id }));
    expect(again.error).toMatchObject({
      code: "23505",
      message: expect.stringContaining("technician_profiles_pkey"),
    });
    const twin = await fatou.client.from("technicians").insert(createMasonInput({ slug: issa.slug }));
    expect(twin.error).toMatchObject({
      code: "23505",
      message: expect.stringContaining("technician_profiles_slug_key"),
    });
  });

  it("cannot overwrite a version that is no longer current", async () => {
    const issa = await addTechnician();
    const first = await updateTechnician(paul, issa.id, issa.updated_at, { phone: "+22670000002" });
    expect(first.data).toHaveLength(1);
    const second = await updateTechnician(fatou, issa.id, issa.updated_at, { name: "Issa Kaboré" });
    expect(second).toMatchObject({ error: null, data: [] });
  });

  it("is the only one of two concurrent editors whose save succeeds", async () => {
    const issa = await addTechnician();
    const admin = backend.database.connect("supabase_admin", 2);
    const both = await admin.begin(async (tx) => {
      await tx`select from public.technician_profiles where id = ${issa.id} for update`;
      const saves = Promise.all([
        updateTechnician(fatou, issa.id, issa.updated_at, { name: "Issa Kaboré" }),
        updateTechnician(paul, issa.id, issa.updated_at, { phone: "+22670000003" }),
      ]);
      await waitForBlockedTransactions(admin, 2);
      return { saves };
    });
    const responses = await both.saves;
    expect(responses.map(({ error, data }) => [error, data?.length ?? 0]).sort()).toEqual([
      [null, 0],
      [null, 1],
    ]);
    const { data } = await fatou.client
      .from("technicians")
      .select("name,phone")
      .eq("id", issa.id ?? "")
      .single();
    const [saved] = responses.flatMap(({ data }) => data ?? []);
    expect(saved).toMatchObject(data ?? {});
    expect([
      ["Issa Kaboré", "+22670000001"],
      ["Issa Zongo", "+22670000003"],
    ]).toContainEqual([data?.name, data?.phone]);
  });

  it("deletes a technician with the contacts; a second delete changes nothing", async () => {
    const issa = await addTechnician();
    const remove = () =>
      fatou.client
        .from("technicians")
        .delete()
        .eq("id", issa.id ?? "")
        .select("id");
    expect((await remove()).data).toEqual([{ id: issa.id }]);
    expect(await remove()).toMatchObject({ error: null, data: [] });
    expect((await listAuditLog(fatou.client)).filter(({ row_id }) => row_id === issa.id)).toContainEqual(
      expect.objectContaining({ action: "delete", table_name: "technician_profiles", what: "Issa Zongo" }),
    );
  });
});

it("a customer can change and read nothing", async () => {
  const issa = await addTechnician();
  expect((await awa.client.from("technicians").insert(createMasonInput())).error?.code).toBe("42501");
  expect(await updateTechnician(awa, issa.id, issa.updated_at, { name: "À moi" })).toMatchObject({
    error: null,
    data: [],
  });
  expect(
    await awa.client
      .from("technicians")
      .delete()
      .eq("id", issa.id ?? "")
      .select("id"),
  ).toMatchObject({
    error: null,
    data: [],
  });
});
