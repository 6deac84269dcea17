/** The trail of what administrators change: who, what, before and after; and what never gets into it. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { FIELDS, UNSAID } from "../../../app/features/office/audit/audit-words.ts";
import type { TestBackend } from "../../support/backend.ts";
import { createGoods } from "../database/goods.ts";
import { orderOf, place, type Shopper } from "../orders/shoppers.ts";
import { journal, openOffice } from "./staff.ts";

let backend: TestBackend;
let fatou: Shopper;
let awa: Shopper;
beforeAll(async () => {
  ({ backend, fatou, awa } = await openOffice());
});
afterAll(() => backend.close());

const TECHNICIAN = {
  name: "Issa",
  slug: "issa",
  specialty: "Plomberie",
  specialty_slug: "plomberie",
  description: "Dépannage",
};

describe("the trail", () => {
  it("tells who made, changed and deleted a row, with what changed and nothing else", async () => {
    const { client } = fatou;
    const { data: row } = await client
      .from("categories")
      .insert({ name: "Jardin", slug: "jardin" })
      .select()
      .single()
      .throwOnError();
    await client
      .from("categories")
      .update({ name: "Jardinage", slug: "jardin" })
      .eq("id", row.id)
      .throwOnError();
    await client.from("categories").update({ name: "Jardinage" }).eq("id", row.id).throwOnError();
    await client.from("categories").delete().eq("id", row.id).throwOnError();
    const entry = { table_name: "categories", actor_name: "Fatou Sawadogo", row_id: row.id };
    expect(await journal(client, "categories")).toEqual([
      { ...entry, action: "insert", what: "Jardin", before: null, after: { name: "Jardin", slug: "jardin" } },
      {
        ...entry,
        action: "update",
        what: "Jardinage",
        before: { name: "Jardin" },
        after: { name: "Jardinage" },
      },
      {
        ...entry,
        action: "delete",
        what: "Jardinage",
        before: { name: "Jardinage", slug: "jardin" },
        after: null,
      },
    ]);
  });

  it("keeps what an actor was called", async () => {
    const { data } = await fatou.client
      .from("audit_log")
      .select("actor_id,actor_email")
      .eq("table_name", "categories");
    expect(data?.[0]).toEqual({ actor_id: fatou.id, actor_email: "fatou@yaare.bf" });
  });

  it("says of a technician's phone and e-mail only that they changed", async () => {
    const { client } = fatou;
    await client
      .from("technicians")
      .insert({ ...TECHNICIAN, phone: "70 00 00 01", email: null })
      .throwOnError();
    await client
      .from("technicians")
      .update({ phone: "70 00 00 02", rating: 4.5 })
      .eq("slug", "issa")
      .throwOnError();
    expect(await journal(client, "technician_contacts")).toMatchObject([
      { action: "insert", what: "Issa", before: null, after: { phone: "•••" } },
      { action: "update", before: { phone: "•••" }, after: { phone: "•••" } },
    ]);
    const [, changed] = await journal(client, "technician_profiles");
    expect(changed).toMatchObject({
      action: "update",
      what: "Issa",
      before: { rating: 0 },
      after: { rating: 4.5 },
    });
    const everything = JSON.stringify(await journal(client));
    expect(everything).not.toContain("70 00 00 0");
  });

  it("tells of the pictures that came and went and of the primary one, under the product's name", async () => {
    const { client } = fatou;
    const save = async (images: string[], primary: string, expected?: string) => {
      const { data } = await client
        .rpc("save_product", {
          product: { id, name: "Scie", slug: "scie", price: 500 },
          images: images.map((image_url) => ({ image_url, is_primary: image_url === primary })),
          ...(expected !== undefined && { expected_updated_at: expected }),
        })
        .throwOnError();
      return data.updated_at;
    };
    const id = crypto.randomUUID();
    const made = await save(["/a.jpg", "/b.jpg", "/c.jpg"], "/b.jpg");
    const told = (await journal(client, "product_images")).length;
    const fewer = await save(["/b.jpg", "/c.jpg", "/d.jpg"], "/b.jpg", made);
    const other = await save(["/b.jpg", "/c.jpg", "/d.jpg"], "/d.jpg", fewer);
    await save(["/c.jpg", "/b.jpg", "/d.jpg"], "/d.jpg", other);
    const entry = { what: "Scie", row_id: id };
    expect((await journal(client, "product_images")).slice(told)).toMatchObject([
      { ...entry, action: "delete", before: { image_url: "/a.jpg" } },
      { ...entry, action: "insert", after: { image_url: "/d.jpg" } },
      {
        ...entry,
        action: "update",
        before: { image_url: "/d.jpg", is_primary: false },
        after: { image_url: "/d.jpg", is_primary: true },
      },
      { ...entry, action: "update", before: { image_url: "/c.jpg", display_order: 1 } },
      { ...entry, action: "update", before: { image_url: "/b.jpg", display_order: 0 } },
    ]);
    await client.from("product_images").update({ is_primary: true }).eq("image_url", "/d.jpg").throwOnError();
    expect(await journal(client, "product_images")).toHaveLength(told + 5);
  });

  it("tells settings, content, pictures, messages, quotes and the list of administrators", async () => {
    const admin = backend.database.connect("supabase_admin", 1);
    const drill = await createGoods(admin, 7500, 4);
    await admin`insert into public.quotes (kind, file_path, file_name) values ('image', 'a/b', 'mur.jpg')`;
    await admin`
      insert into public.messages (name, email, phone, message)
      values ('Ali', 'ali@exemple.bf', '70112233', 'Une fuite sous l''évier')`;
    const { client } = fatou;
    const now = new Date().toISOString();
    await client.from("shop_settings").update({ shipping_fee: 2500 }).eq("id", true).throwOnError();
    await client.from("shop_settings").update({ shipping_fee: 2000 }).eq("id", true).throwOnError();
    await client.from("brands").insert({ name: "Sahelis" }).throwOnError();
    await client.from("testimonials").insert({ name: "Ali", content: "Sérieux" }).throwOnError();
    await client.from("product_images").insert({ product_id: drill.id, image_url: "/a.jpg" }).throwOnError();
    await client.from("messages").update({ read_at: now }).eq("name", "Ali").throwOnError();
    await client.from("messages").delete().eq("name", "Ali").throwOnError();
    await client.from("quotes").update({ read_at: now }).eq("kind", "image").throwOnError();
    const told = await journal(client);
    for (const table of ["shop_settings", "brands", "testimonials", "product_images", "messages", "quotes"])
      expect(told.map((entry) => entry.table_name)).toContain(table);
    expect(told.findLast((entry) => entry.table_name === "product_images")?.row_id).toBe(drill.id);
    expect(JSON.stringify(told)).not.toMatch(/ali@exemple|fuite|mur\.jpg/);
    const { data } = await client.from("audit_log").select("what,actor_id").eq("table_name", "admin_users");
    expect(data).toEqual([{ what: "Fatou Sawadogo", actor_id: null }]);
  });
});

it("has a word for every column that it tells", async () => {
  const admin = backend.database.connect("supabase_admin", 1);
  const columns = await admin<{ column_name: string }[]>`
    select distinct column_name::text from information_schema.columns c
    where table_schema = 'public' and exists (
      select from pg_trigger t
      where t.tgrelid = format('public.%I', c.table_name)::regclass and t.tgfoid = 'private.record_change'::regproc
        -- Of orders two columns are told.
        and (t.tgattr = '' or c.ordinal_position = any (t.tgattr))
    )
    order by 1`;
  const untold =
    /^(id|created_at|updated_at|processing_at|completed_at|cancelled_at|has_phone|search_name|helpful_count)$/;
  const words = [...Object.keys(FIELDS), ...UNSAID];
  const missing = columns.map(({ column_name }) => column_name).filter((name) => !untold.test(name));
  expect(missing.filter((name) => !words.includes(name))).toEqual([]);
});

describe("an order", () => {
  it("leaves no trace when it takes stock, and tells who moved it, when and why", async () => {
    const admin = backend.database.connect("supabase_admin", 1);
    const drill = await createGoods(admin, 7500, 9);
    const before = (await journal(fatou.client)).length;
    const { data: order } = await place(awa.client, orderOf([{ ...drill, quantity: 2 }])).throwOnError();
    expect(await journal(fatou.client)).toHaveLength(before);
    const move = (values: { status: string; cancellation_reason?: string }) =>
      fatou.client.from("orders").update(values).eq("id", order.id).throwOnError();
    await move({ status: "processing" });
    await move({ status: "cancelled", cancellation_reason: "Client injoignable" });
    const entry = { action: "update", actor_name: "Fatou Sawadogo", what: order.number, row_id: order.id };
    expect((await journal(fatou.client)).slice(before)).toEqual([
      { ...entry, table_name: "orders", before: { status: "pending" }, after: { status: "processing" } },
      {
        ...entry,
        table_name: "orders",
        before: { status: "processing", cancellation_reason: null },
        after: { status: "cancelled", cancellation_reason: "Client injoignable" },
      },
    ]);
    const { data: dated } = await awa.client
      .from("orders")
      .select("processing_at,completed_at,cancelled_at")
      .eq("id", order.id)
      .single()
      .throwOnError();
    expect(dated).toEqual({
      processing_at: expect.any(String),
      completed_at: null,
      cancelled_at: expect.any(String),
    });
  });

  it("a product's stock changed by an administrator is told", async () => {
    const drill = await createGoods(backend.database.connect("supabase_admin", 1), 7500, 9);
    await fatou.client.from("products").update({ stock: 12 }).eq("id", drill.id).throwOnError();
    expect((await journal(fatou.client, "products")).at(-1)).toMatchObject({
      row_id: drill.id,
      before: { stock: 9 },
      after: { stock: 12 },
    });
  });

  it("a review's moderation is told, its author's e-mail is not", async () => {
    const admin = backend.database.connect("supabase_admin", 1);
    const drill = await createGoods(admin, 7500, 9);
    await admin`
      insert into public.product_reviews (product_id, name, email, comment)
      values (${drill.id}, 'Moussa', 'moussa@exemple.bf', 'Très bonne perceuse')`;
    await fatou.client
      .from("product_reviews")
      .update({ is_published: true })
      .eq("name", "Moussa")
      .throwOnError();
    await fatou.client.from("product_reviews").delete().eq("name", "Moussa").throwOnError();
    const told = await journal(fatou.client, "product_reviews");
    expect(told.map((entry) => entry.action)).toEqual(["update", "delete"]);
    expect(JSON.stringify(told)).not.toContain("moussa@exemple.bf");
    // The rating that follows from it is the database's own doing.
    expect((await journal(fatou.client, "products")).filter((entry) => entry.row_id === drill.id)).toEqual(
      [],
    );
  });
});

describe("the trail is closed", () => {
  it("to customers, who see nothing, and visitors, who are refused", async () => {
    expect((await awa.client.from("audit_log").select("id")).data).toEqual([]);
    expect((await backend.client().from("audit_log").select("id")).status).toBe(401);
  });

  it("to every change, by whomever", async () => {
    for (const key of [undefined, backend.keys.serviceRoleKey]) {
      const client = key === undefined ? fatou.client : backend.client(key);
      const changed = await client.from("audit_log").update({ what: "rien" }).gt("id", 0);
      const removed = await client.from("audit_log").delete().gt("id", 0);
      expect([changed.status, changed.error?.code]).toEqual([403, "42501"]);
      expect([removed.status, removed.error?.code]).toEqual([403, "42501"]);
    }
    const { status } = await fatou.client
      .from("audit_log")
      .insert({ action: "insert", table_name: "brands", what: "faux" });
    expect(status).toBe(403);
  });

  it("notes nothing of a customer who is refused", async () => {
    const before = (await journal(fatou.client)).length;
    await awa.client.from("categories").insert({ name: "X", slug: "x" });
    await awa.client.from("shop_settings").update({ shipping_fee: 0 }).eq("id", true);
    expect(await journal(fatou.client)).toHaveLength(before);
  });
});
