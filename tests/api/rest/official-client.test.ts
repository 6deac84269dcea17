/** The unchanged official client, with the service as its fetch. */
import { PostgrestClient } from "@supabase/postgrest-js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { asUser, type Cinema, ORIGIN, openCinema } from "./cinema.ts";

interface Table {
  Row: Record<string, unknown>;
  Insert: Record<string, unknown>;
  Update: Record<string, unknown>;
  Relationships: [];
}
interface Schema {
  Tables: Record<string, Table>;
  Views: Record<string, never>;
  Functions: Record<string, { Args: Record<string, unknown>; Returns: unknown }>;
}

let cinema: Cinema;
let client: PostgrestClient<{ cinema: Schema; archive: Schema }, Record<string, never>, "cinema">;
beforeAll(async () => {
  cinema = await openCinema();
  client = new PostgrestClient(`${ORIGIN}/rest/v1`, {
    schema: "cinema",
    fetch: (input, init) =>
      cinema.rest.fetch(new Request(input, init), { ip: "", claims: asUser, tokenFailure: null }),
  });
});
afterAll(() => cinema.close());

describe("postgrest-js", () => {
  test("selects with filters, order, range and count", async () => {
    const { data, count, error, status } = await client
      .from("movies")
      .select("id, title, people!director_id(name)", { count: "exact" })
      .in("id", [1, 2, 3])
      .neq("title", "Rires")
      .contains("tags", ["eau"])
      .or("year.gt.1900,shown.is.null")
      .order("year", { ascending: false })
      .order("name", { referencedTable: "people" })
      .range(0, 0);
    expect(error).toBeNull();
    expect(status).toBe(206);
    expect(count).toBe(2);
    expect(data).toEqual([{ id: 2, title: "Le fleuve, suite", people: { name: "Awa" } }]);
  });

  test("selects one row, one or none, and a count alone", async () => {
    const people = client.from("people");
    expect((await people.select("name").eq("id", 1).single()).data).toEqual({ name: "Awa" });
    expect((await people.select("name").single()).error).toMatchObject({ code: "PGRST116" });
    expect(await people.select("name").eq("id", 999).maybeSingle()).toMatchObject({
      data: null,
      error: null,
    });
    expect(await people.select("*", { count: "exact", head: true })).toMatchObject({ data: null, count: 3 });
  });

  test("searches text, and gets a status for unknown tables", async () => {
    const { data } = await client
      .from("movies")
      .select("id")
      .textSearch("title", "fleuve suite", { type: "plain" });
    expect(data).toEqual([{ id: 2 }]);
    expect(await client.from("nothing").select()).toMatchObject({ status: 404, error: { code: "PGRST205" } });
  });

  test("inserts, upserts, updates and deletes", async () => {
    const people = client.from("people");
    const inserted = await people
      .insert([
        { id: 61, name: "P" },
        { id: 62, name: "Q" },
      ])
      .select("id, name");
    expect(inserted).toMatchObject({
      status: 201,
      data: [
        { id: 61, name: "P" },
        { id: 62, name: "Q" },
      ],
    });
    const upserted = await people.upsert({ id: 61, name: "P2" }, { onConflict: "id" }).select().single();
    expect(upserted.data).toMatchObject({ id: 61, name: "P2" });
    const ignored = await people.upsert({ id: 61, name: "P3" }, { ignoreDuplicates: true }).select();
    expect(ignored.data).toEqual([]);
    const missing = await client
      .from("movies")
      .insert([{ title: "M" }], { defaultToNull: false })
      .select("year");
    expect(missing.data).toEqual([{ year: 2000 }]);
    const updated = await people.update({ name: "R" }).gt("id", 60).maxAffected(1);
    expect(updated.error).toMatchObject({ code: "PGRST124" });
    expect((await people.update({ name: "R" }).eq("id", 62).select("name")).data).toEqual([{ name: "R" }]);
    const removed = await people.delete({ count: "exact" }).gt("id", 60);
    expect(removed).toMatchObject({ status: 204, count: 2 });
  });

  test("calls functions in each way", async () => {
    expect((await client.rpc("add", { a: 1, b: 2 })).data).toBe(3);
    expect((await client.rpc("add", { a: 1 }, { get: true })).data).toBe(11);
    expect((await client.rpc("join_all", { words: ["a", "b"] }, { get: true })).data).toBe("a+b");
    expect((await client.rpc("since", { first: 2001 }, { count: "exact" }).select("id").limit(1)).count).toBe(
      2,
    );
    expect(await client.rpc("since", { first: 2001 }, { head: true, count: "exact" })).toMatchObject({
      count: 2,
    });
    expect(await client.rpc("forget")).toMatchObject({ status: 204, error: null });
  });

  test("selects a schema, CSV, stripped nulls, and a rollback", async () => {
    expect((await client.schema("archive").from("boxes").select()).data).toEqual([{ id: 1, label: "old" }]);
    expect((await client.from("people").select("id,name").eq("id", 1).csv()).data).toBe("id,name\n1,Awa");
    expect((await client.from("people").select("id,born").eq("id", 3).stripNulls()).data).toEqual([
      { id: 3 },
    ]);
    await client.from("people").insert({ id: 70, name: "gone" }).rollback();
    expect((await client.from("people").select("id").eq("id", 70)).data).toEqual([]);
  });
});
