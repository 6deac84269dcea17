/** A technician and the contacts saved in one statement, by one of two editors. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { TestBackend } from "../../support/backend.ts";
import { untilBlocked } from "../../support/blocked.ts";
import type { Shopper } from "../orders/shoppers.ts";
import { createStaff, journal, openOffice } from "./staff.ts";

let backend: TestBackend;
let fatou: Shopper;
let paul: Shopper;
let awa: Shopper;
beforeAll(async () => {
  ({ backend, fatou, awa } = await openOffice());
  paul = await createStaff(backend, "paul@yaare.bf", "Paul Kaboré");
});
afterAll(() => backend.close());

const mason = (values: object = {}) => ({
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

async function added(values: object = {}) {
  const row = mason(values);
  await fatou.client.from("technicians").insert(row).throwOnError();
  const { data } = await fatou.client
    .from("technicians")
    .select("*")
    .eq("id", row.id)
    .single()
    .throwOnError();
  return data;
}

const update = (by: Shopper, id: string | null, updatedAt: string | null, values: object) =>
  by.client
    .from("technicians")
    .update(values)
    .eq("id", id ?? "")
    .eq("updated_at", updatedAt ?? "")
    .select("id,name,phone");

describe("an editor", () => {
  it("saves profile and contacts together, or neither", async () => {
    const issa = await added();
    expect(issa).toMatchObject({
      phone: "+22670000001",
      email: "issa@exemple.bf",
      has_phone: true,
      location: null,
    });
    const refused = await update(fatou, issa.id, issa.updated_at, { name: "Autre", phone: "12" });
    expect(refused.error?.code).toBe("23514");
    const { data } = await fatou.client
      .from("technicians")
      .select("name,phone")
      .eq("id", issa.id ?? "");
    expect(data).toEqual([{ name: "Issa Zongo", phone: "+22670000001" }]);
  });

  it("is told which value another technician has, by the name of its constraint", async () => {
    const issa = await added();
    const again = await fatou.client.from("technicians").insert(mason({ id: issa.id }));
    expect(again.error).toMatchObject({
      code: "23505",
      message: expect.stringContaining("technician_profiles_pkey"),
    });
    const twin = await fatou.client.from("technicians").insert(mason({ slug: issa.slug }));
    expect(twin.error).toMatchObject({
      code: "23505",
      message: expect.stringContaining("technician_profiles_slug_key"),
    });
  });

  it("does not save over an edition that is no longer the current one", async () => {
    const issa = await added();
    const first = await update(paul, issa.id, issa.updated_at, { phone: "+22670000002" });
    expect(first.data).toHaveLength(1);
    const second = await update(fatou, issa.id, issa.updated_at, { name: "Issa Kaboré" });
    expect(second).toMatchObject({ error: null, data: [] });
  });

  it("is the only one to save when two do at the same moment", async () => {
    const issa = await added();
    const admin = backend.database.connect("supabase_admin", 2);
    const both = await admin.begin(async (tx) => {
      await tx`select from public.technician_profiles where id = ${issa.id} for update`;
      const saves = Promise.all([
        update(fatou, issa.id, issa.updated_at, { name: "Issa Kaboré" }),
        update(paul, issa.id, issa.updated_at, { phone: "+22670000003" }),
      ]);
      await untilBlocked(admin, 2);
      return { saves };
    });
    const answers = await both.saves;
    expect(answers.map(({ error, data }) => [error, data?.length ?? 0]).sort()).toEqual([
      [null, 0],
      [null, 1],
    ]);
    const { data } = await fatou.client
      .from("technicians")
      .select("name,phone")
      .eq("id", issa.id ?? "")
      .single();
    const [saved] = answers.flatMap(({ data }) => data ?? []);
    expect(saved).toMatchObject(data ?? {});
    expect([
      ["Issa Kaboré", "+22670000001"],
      ["Issa Zongo", "+22670000003"],
    ]).toContainEqual([data?.name, data?.phone]);
  });

  it("deletes one with the contacts, and a second time nothing", async () => {
    const issa = await added();
    const remove = () =>
      fatou.client
        .from("technicians")
        .delete()
        .eq("id", issa.id ?? "")
        .select("id");
    expect((await remove()).data).toEqual([{ id: issa.id }]);
    expect(await remove()).toMatchObject({ error: null, data: [] });
    expect((await journal(fatou.client)).filter(({ row_id }) => row_id === issa.id)).toContainEqual(
      expect.objectContaining({ action: "delete", table_name: "technician_profiles", what: "Issa Zongo" }),
    );
  });
});

it("a customer changes nothing and is told of nothing", async () => {
  const issa = await added();
  expect((await awa.client.from("technicians").insert(mason())).error?.code).toBe("42501");
  expect(await update(awa, issa.id, issa.updated_at, { name: "À moi" })).toMatchObject({
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
