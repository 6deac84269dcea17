/**
 * The rows that one form edits as a whole carry a version: of two administrators who loaded the same one, the
 * second cannot overwrite it. Technicians and products have tests of their own.
 */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { TestBackend } from "#tests/support/backend.ts";
import type { SignedInUser } from "#tests/support/signed-in-users.ts";
import { createSignedInAdmin, startAdminBackend } from "./admin-backend.ts";

let backend: TestBackend;
let fatou: SignedInUser;
let paul: SignedInUser;
beforeAll(async () => {
  ({ backend, fatou } = await startAdminBackend());
  paul = await createSignedInAdmin(backend, "paul@yaare.bf", "Paul Kaboré");
});
afterAll(() => backend.close());

it("a brand is saved over its current version only", async () => {
  const id = randomUUID();
  const { data: loaded } = await fatou.client
    .from("brands")
    .insert({ id, name: "Zida" })
    .select("updated_at")
    .single()
    .throwOnError();
  const save = ({ client }: SignedInUser, name: string, updatedAt: string) =>
    client.from("brands").update({ name }).eq("id", id).eq("updated_at", updatedAt).select("name,updated_at");
  const first = await save(paul, "Zida et frères", loaded.updated_at);
  expect(first.data).toMatchObject([{ name: "Zida et frères" }]);
  expect(await save(fatou, "Zida SARL", loaded.updated_at)).toMatchObject({ error: null, data: [] });
  const current = first.data?.[0]?.updated_at ?? "";
  expect((await save(fatou, "Zida SARL", current)).data).toMatchObject([{ name: "Zida SARL" }]);
});

it("the settings are saved over their current version only", async () => {
  const { data: loaded } = await fatou.client
    .from("shop_settings")
    .select("updated_at")
    .single()
    .throwOnError();
  const save = ({ client }: SignedInUser, address: string) =>
    client
      .from("shop_settings")
      .update({ address })
      .eq("id", true)
      .eq("updated_at", loaded.updated_at)
      .select("address");
  expect((await save(paul, "Pissy")).data).toEqual([{ address: "Pissy" }]);
  expect(await save(fatou, "Gounghin")).toMatchObject({ error: null, data: [] });
});
