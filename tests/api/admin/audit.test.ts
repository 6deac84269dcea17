/**
 * The audit log of administrators' changes: the actor, the row, before and after, and the values that are
 * left out.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { FIELD_LABELS, HIDDEN_FIELDS } from "#app/features/admin/audit/audit-labels.ts";
import type { OrderStatus } from "#app/lib/supabase/database.types.ts";
import type { TestBackend } from "#tests/support/backend.ts";
import { createProduct } from "#tests/support/products.ts";
import { createOrderPayload, placeOrder, type SignedInUser } from "#tests/support/signed-in-users.ts";
import { listAuditLog, startAdminBackend } from "./admin-backend.ts";

let backend: TestBackend;
let fatou: SignedInUser;
let awa: SignedInUser;
beforeAll(async () => {
  ({ backend, fatou, awa } = await startAdminBackend());
});
afterAll(() => backend.close());

const TECHNICIAN = {
  name: "Issa",
  slug: "issa",
  specialty: "Plomberie",
  specialty_slug: "plomberie",
  description: "Dépannage",
};

describe("the audit log", () => {
  it("records who created, changed and deleted a row, with the changed columns only", async () => {
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
    const stored = { calculators: [], level: 1, position: 0 };
    const entry = { table_name: "categories", actor_name: "Fatou Sawadogo", row_id: row.id };
    expect(await listAuditLog(client, "categories")).toEqual([
      {
        ...entry,
        action: "insert",
        what: "Jardin",
        before: null,
        after: { ...stored, name: "Jardin", slug: "jardin" },
      },
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
        before: { ...stored, name: "Jardinage", slug: "jardin" },
        after: null,
      },
    ]);
  });

  it("stores the actor's name at the time of the change", async () => {
    const { data } = await fatou.client
      .from("audit_log")
      .select("actor_id,actor_email")
      .eq("table_name", "categories");
    expect(data?.[0]).toEqual({ actor_id: fatou.id, actor_email: "fatou@yaare.bf" });
  });

  it("records only that a technician's phone and e-mail changed", async () => {
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
    expect(await listAuditLog(client, "technician_contacts")).toMatchObject([
      { action: "insert", what: "Issa", before: null, after: { phone: "•••" } },
      { action: "update", before: { phone: "•••" }, after: { phone: "•••" } },
    ]);
    const [, changed] = await listAuditLog(client, "technician_profiles");
    expect(changed).toMatchObject({
      action: "update",
      what: "Issa",
      before: { rating: 0 },
      after: { rating: 4.5 },
    });
    const everything = JSON.stringify(await listAuditLog(client));
    expect(everything).not.toContain("70 00 00 0");
  });

  it("records added, removed and primary images under the product's name", async () => {
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
    const created = await save(["/a.jpg", "/b.jpg", "/c.jpg"], "/b.jpg");
    const entries = (await listAuditLog(client, "product_images")).length;
    const fewer = await save(["/b.jpg", "/c.jpg", "/d.jpg"], "/b.jpg", created);
    const other = await save(["/b.jpg", "/c.jpg", "/d.jpg"], "/d.jpg", fewer);
    await save(["/c.jpg", "/b.jpg", "/d.jpg"], "/d.jpg", other);
    const entry = { what: "Scie", row_id: id };
    expect((await listAuditLog(client, "product_images")).slice(entries)).toMatchObject([
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
    expect(await listAuditLog(client, "product_images")).toHaveLength(entries + 5);
  });

  it("records settings, content, images, messages, quotes and the list of administrators", async () => {
    const admin = backend.database.connect("supabase_admin", 1);
    const drill = await createProduct(admin, { price: 7500, stock: 4 });
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
    const entries = await listAuditLog(client);
    for (const table of ["shop_settings", "brands", "testimonials", "product_images", "messages", "quotes"])
      expect(entries.map((entry) => entry.table_name)).toContain(table);
    expect(entries.findLast((entry) => entry.table_name === "product_images")?.row_id).toBe(drill.id);
    expect(JSON.stringify(entries)).not.toMatch(/ali@exemple|fuite|mur\.jpg/);
    const { data } = await client.from("audit_log").select("what,actor_id").eq("table_name", "admin_users");
    expect(data).toEqual([{ what: "Fatou Sawadogo", actor_id: null }]);
  });
});

it("has a label for every column that it records", async () => {
  const admin = backend.database.connect("supabase_admin", 1);
  const columns = await admin<{ column_name: string }[]>`
    select distinct column_name::text from information_schema.columns c
    where table_schema = 'public' and exists (
      select from pg_trigger t
      where t.tgrelid = format('public.%I', c.table_name)::regclass and t.tgfoid = 'private.record_change'::regproc
        -- Only two columns of orders are recorded.
        and (t.tgattr = '' or c.ordinal_position = any (t.tgattr))
    )
    order by 1`;
  const untold =
    /^(id|created_at|updated_at|processing_at|completed_at|cancelled_at|has_phone|helpful_count|in_stock|search_text)$/;
  const labels = [...Object.keys(FIELD_LABELS), ...HIDDEN_FIELDS];
  const missing = columns.map(({ column_name }) => column_name).filter((name) => !untold.test(name));
  expect(missing.filter((name) => !labels.includes(name))).toEqual([]);
});

describe("an order", () => {
  it("records nothing when it takes stock, and records who changed its status, when and why", async () => {
    const admin = backend.database.connect("supabase_admin", 1);
    const drill = await createProduct(admin, { price: 7500, stock: 9 });
    const before = (await listAuditLog(fatou.client)).length;
    const { data: order } = await placeOrder(
      awa.client,
      createOrderPayload([{ ...drill, quantity: 2 }]),
    ).throwOnError();
    expect(await listAuditLog(fatou.client)).toHaveLength(before);
    const move = (values: { status: OrderStatus; cancellation_reason?: string }) =>
      fatou.client.from("orders").update(values).eq("id", order.id).throwOnError();
    await move({ status: "processing" });
    await move({ status: "cancelled", cancellation_reason: "Client injoignable" });
    const entry = { action: "update", actor_name: "Fatou Sawadogo", what: order.number, row_id: order.id };
    expect((await listAuditLog(fatou.client)).slice(before)).toEqual([
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

  it("records a stock change by an administrator", async () => {
    const drill = await createProduct(backend.database.connect("supabase_admin", 1), {
      price: 7500,
      stock: 9,
    });
    await fatou.client.from("products").update({ stock: 12 }).eq("id", drill.id).throwOnError();
    expect((await listAuditLog(fatou.client, "products")).at(-1)).toMatchObject({
      row_id: drill.id,
      before: { stock: 9 },
      after: { stock: 12 },
    });
  });

  it("records the moderation of a review without its author's e-mail", async () => {
    const admin = backend.database.connect("supabase_admin", 1);
    const drill = await createProduct(admin, { price: 7500, stock: 9 });
    await admin`
      insert into public.product_reviews (product_id, name, email, comment)
      values (${drill.id}, 'Moussa', 'moussa@exemple.bf', 'Très bonne perceuse')`;
    await fatou.client
      .from("product_reviews")
      .update({ is_published: true })
      .eq("name", "Moussa")
      .throwOnError();
    await fatou.client.from("product_reviews").delete().eq("name", "Moussa").throwOnError();
    const entries = await listAuditLog(fatou.client, "product_reviews");
    expect(entries.map((entry) => entry.action)).toEqual(["update", "delete"]);
    expect(JSON.stringify(entries)).not.toContain("moussa@exemple.bf");
    // The database itself updates the rating that follows from the review.
    expect(
      (await listAuditLog(fatou.client, "products")).filter((entry) => entry.row_id === drill.id),
    ).toEqual([]);
  });
});

describe("access to the audit log", () => {
  it("customers see no rows, visitors are rejected", async () => {
    expect((await awa.client.from("audit_log").select("id")).data).toEqual([]);
    expect((await backend.client().from("audit_log").select("id")).status).toBe(401);
  });

  it("nobody can change it", async () => {
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

  it("records nothing for a rejected customer", async () => {
    const before = (await listAuditLog(fatou.client)).length;
    await awa.client.from("categories").insert({ name: "X", slug: "x" });
    await awa.client.from("shop_settings").update({ shipping_fee: 0 }).eq("id", true);
    expect(await listAuditLog(fatou.client)).toHaveLength(before);
  });
});
