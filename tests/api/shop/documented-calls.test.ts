/** The documented calls with the official client, by a visitor, a customer and an administrator. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Sql } from "#backend/core/database/database.ts";
import { type ShopClient, startTestBackend, type TestBackend } from "#tests/support/backend.ts";
import { createOrderInput, type PricedProduct } from "#tests/support/orders.ts";
import { createProduct } from "#tests/support/products.ts";

const PASSWORD = "un-mot-de-passe-long";

let backend: TestBackend;
let admin: Sql;
let visitor: ShopClient;
let customer: ShopClient;
let administrator: ShopClient;
let customerId: string;
let drill: PricedProduct;

async function signUp(email: string): Promise<{ client: ShopClient; id: string }> {
  const client = backend.client();
  const { data, error } = await client.auth.signUp({
    email,
    password: PASSWORD,
    options: { data: { first_name: "Awa", last_name: "Ouédraogo", phone: "70112233" } },
  });
  if (error || !data.user) throw new Error(`no account: ${error?.message}`);
  return { client, id: data.user.id };
}

beforeAll(async () => {
  backend = await startTestBackend();
  admin = backend.database.connect("supabase_admin");
  visitor = backend.client();
  ({ client: customer, id: customerId } = await signUp("awa@example.com"));
  const owner = await signUp("admin@example.com");
  administrator = owner.client;
  await admin`
    insert into public.admin_users (id, name, email) values (${owner.id}, 'Direction', 'admin@example.com')`;
  drill = await createProduct(admin, { price: 7500, stock: 10 });
});
afterAll(() => backend.close());

describe("a customer", () => {
  it("has a profile from the sign-up, updates it, and is not an administrator", async () => {
    const { data: profile } = await customer.from("profiles").select("*").eq("id", customerId).maybeSingle();
    expect(profile).toMatchObject({ email: "awa@example.com", first_name: "Awa", phone: "70112233" });
    const { error } = await customer
      .from("profiles")
      .update({
        first_name: "Awa",
        last_name: "O.",
        phone: "70 11 22 33",
        address: "Pissy",
        city: "Ouaga",
        postal_code: "",
      })
      .eq("id", customerId);
    expect(error).toBeNull();
    expect((await customer.rpc("is_admin_user")).data).toBe(false);
    expect((await administrator.rpc("is_admin_user")).data).toBe(true);
  });

  it("orders and reads the order back, and again by e-mail", async () => {
    const order = createOrderInput([{ product: drill, quantity: 2 }]);
    const sent = { ...order, total_amount: order.total_amount ?? 0 };
    const { data, error, status } = await customer.from("orders").insert(sent).select().single();
    expect(error).toBeNull();
    expect(status).toBe(201);
    expect(data).toMatchObject({
      id: order.id,
      user_id: customerId,
      status: "pending",
      total_amount: 17_000,
    });
    const again = await customer.from("orders").insert(sent).select().single();
    expect([again.status, again.error?.code]).toEqual([409, "23505"]);
    const forged = await customer
      .from("orders")
      .insert({ ...sent, id: crypto.randomUUID(), total_amount: 1 })
      .select();
    expect([forged.status, forged.error?.code]).toEqual([400, "YA001"]);
    expect(JSON.parse(forged.error?.details ?? "")).toMatchObject({ total: 17_000 });
    const { data: own } = await customer
      .from("orders")
      .select("*, order_items(*)")
      .eq("customer_email", "awa@example.com")
      .order("created_at", { ascending: false });
    expect(own).toHaveLength(1);
    expect(own?.[0]?.order_items).toMatchObject([{ product_id: drill.id, quantity: 2, unit_price: 7500 }]);
  });

  it("adds products to the wishlist, each once", async () => {
    for (let i = 0; i < 2; i++) {
      const { error } = await customer
        .from("wishlist_items")
        .upsert({ product_id: drill.id }, { onConflict: "user_id,product_id", ignoreDuplicates: true });
      expect(error).toBeNull();
    }
    const { data } = await customer.from("wishlist_items").select("product_id, products(name)");
    expect(data).toEqual([{ product_id: drill.id, products: { name: drill.name } }]);
  });

  it("writes a review and reads it back without its e-mail", async () => {
    const { error } = await customer.from("product_reviews").insert({
      name: "Awa",
      email: "awa@example.com",
      title: null,
      comment: "Très bonne perceuse",
      rating: 5,
      product_id: drill.id,
      user_id: customerId,
      order_id: null,
    });
    expect(error).toBeNull();
    const columns =
      "id, product_id, rating, title, comment, name, is_verified, created_at, user_id, order_id";
    const { data } = await customer.from("product_reviews").select(columns).eq("product_id", drill.id);
    expect(data).toMatchObject([{ rating: 5, is_verified: false, user_id: customerId }]);
    const shown = await visitor.from("product_reviews").select(columns).eq("is_published", true);
    expect(shown.data).toEqual([]);
  });

  it("reads the published reviews of a product, newest first, with the documented columns and no e-mail", async () => {
    const saw = await createProduct(admin, { price: 5000, stock: 0 });
    for (const [day, published] of [
      [1, true],
      [3, true],
      [2, true],
      [4, false],
    ] as const) {
      await admin`
        insert into public.product_reviews (product_id, rating, comment, name, email, is_published, created_at)
        values (${saw.id}, ${day}, 'Coupe bien le bois', 'Awa', 'awa@example.com', ${published},
          ${new Date(Date.UTC(2026, 0, day))})`;
    }
    const columns =
      "id, product_id, rating, title, comment, name, is_verified, created_at, user_id, order_id";
    const { data } = await visitor
      .from("product_reviews")
      .select(columns)
      .eq("product_id", saw.id)
      .eq("is_published", true)
      .order("created_at", { ascending: false });
    expect(data?.map(({ rating }) => rating)).toEqual([3, 2, 1]);
    expect(Object.keys(data?.[0] ?? {}).join(", ")).toBe(columns);
    const { status, error } = await visitor.from("product_reviews").select("email");
    expect([status, error?.code]).toEqual([401, "42501"]);
  });

  it("votes for a review once, with an account and with a device", async () => {
    const [review] = await admin<{ id: string }[]>`
      insert into public.product_reviews (product_id, comment, name, email, is_published)
      values (${drill.id}, 'Utile à savoir', 'Ali', 'ali@example.com', true) returning id`;
    const review_id = review?.id ?? "";
    const device_id = crypto.randomUUID();
    const vote = () => customer.from("review_votes").insert({ review_id, user_id: customerId });
    const deviceVote = () => visitor.from("review_votes").insert({ review_id, device_id });
    const responses = [await vote(), await vote(), await deviceVote(), await deviceVote()];
    expect(responses.map(({ status, error }) => [status, error?.code])).toEqual([
      [201, undefined],
      [409, "23505"],
      [201, undefined],
      [409, "23505"],
    ]);
    const { data } = await visitor
      .from("product_reviews")
      .select("helpful_count")
      .eq("id", review_id)
      .single();
    expect(data).toEqual({ helpful_count: 2 });
    const stolen = await customer.from("product_reviews").update({ is_published: false }).eq("id", review_id);
    expect(stolen.error).toBeNull();
    const { count } = await visitor
      .from("product_reviews")
      .select("id", { count: "exact", head: true })
      .eq("id", review_id);
    expect(count).toBe(1);
  });
});

describe("an administrator", () => {
  it("inserts, reads, updates and deletes a technician with phone and e-mail", async () => {
    const technician = {
      name: "Ali Sawadogo",
      specialty: "Plomberie",
      specialty_slug: "plomberie",
      image: null,
      slug: "ali-sawadogo",
      description: "Vingt ans de métier",
      phone: "70 00 00 01",
      email: "ali@example.com",
      experience: 20,
      location: null,
      availability: null,
      rating: 4.5,
      review_count: 0,
    };
    const inserted = await administrator.from("technicians").insert(technician).select().single();
    expect(inserted.error).toBeNull();
    const id = inserted.data?.id ?? "";
    const updated = await administrator
      .from("technicians")
      .update({ ...technician, phone: "70 00 00 02" })
      .eq("id", id);
    expect(updated.error).toBeNull();
    const one = await administrator.from("technicians").select("*").eq("id", id).single();
    expect(one.data).toMatchObject({ ...technician, phone: "70 00 00 02" });
    const seen = await visitor.from("technicians").select("*").eq("slug", "ali-sawadogo").single();
    expect(seen.data).toMatchObject({ name: "Ali Sawadogo", phone: null, email: null, has_phone: true });
    const searched = await visitor.from("technicians").select("id").ilike("phone", "%70%");
    expect(searched.data).toEqual([]);
    const list = await visitor
      .from("technicians_public")
      .select("name, specialty_slug")
      .eq("specialty_slug", "plomberie")
      .ilike("name", "%SAWA%")
      .order("name");
    expect(list.data).toEqual([{ name: "Ali Sawadogo", specialty_slug: "plomberie" }]);
    const stolen = await customer.from("technicians").delete({ count: "exact" }).eq("id", id);
    expect(stolen.count).toBe(0);
    const removed = await administrator.from("technicians").delete({ count: "exact" }).eq("id", id);
    expect(removed.count).toBe(1);
  });

  it("inserts, updates and deletes a brand, a category and a testimonial", async () => {
    const brand = await administrator
      .from("brands")
      .insert({ name: " Sahelis ", logo: null })
      .select()
      .single();
    expect(brand.data).toMatchObject({ name: "Sahelis", logo: null });
    const renamed = await administrator
      .from("brands")
      .update({ name: "Sahelis Pro", logo: null, updated_at: "2000-01-01T00:00:00Z" })
      .eq("id", brand.data?.id ?? "")
      .select()
      .single();
    expect(renamed.data?.name).toBe("Sahelis Pro");
    expect(renamed.data?.updated_at.startsWith("2000")).toBe(false);
    const category = await administrator
      .from("categories")
      .insert({ name: "Plomberie", slug: "plomberie", image: null })
      .select()
      .single();
    expect(category.error).toBeNull();
    const removal = await administrator
      .from("categories")
      .delete()
      .eq("id", category.data?.id ?? "");
    expect(removal.error).toBeNull();
    const testimonial = await administrator
      .from("testimonials")
      .insert({ name: "Moussa", role: null, content: "Livré le lendemain", rating: 4.5, avatar: null })
      .select()
      .single();
    expect(testimonial.data).toMatchObject({ rating: 4.5 });
    const rejected = await customer.from("testimonials").insert({ name: "Moi", content: "Bien" });
    expect([rejected.status, rejected.error?.code]).toEqual([403, "42501"]);
  });

  it("lists orders and profiles and changes an order's status", async () => {
    const { data: profiles } = await administrator
      .from("profiles")
      .select("*")
      .order("created_at", { ascending: false });
    expect(profiles?.map((profile) => profile.email)).toEqual(["admin@example.com", "awa@example.com"]);
    const { count } = await administrator
      .from("orders")
      .select("*", { count: "exact", head: true })
      .eq("status", "pending");
    expect(count).toBe(1);
    const [order] = (await administrator.from("orders").select("id")).data ?? [];
    const moved = await administrator
      .from("orders")
      .update({ status: "completed" })
      .eq("id", order?.id ?? "")
      .select("status");
    expect(moved.data).toEqual([{ status: "completed" }]);
  });
});

describe("a visitor", () => {
  it("reads products with their category, settings, and nothing of customers", async () => {
    const { data } = await visitor
      .from("products")
      .select("id, name, price, category:categories(id, name, slug)")
      .ilike("name", "%article%")
      .gte("price", 0)
      .gt("stock", 0)
      .order("created_at", { ascending: false });
    expect(data).toMatchObject([{ id: drill.id, category: null }]);
    const settings = await visitor.from("shop_settings").select("shipping_fee, offers_banner").single();
    expect(settings.data).toEqual({ shipping_fee: 2000, offers_banner: "Jusqu'à 30% de réduction" });
    for (const table of ["orders", "profiles", "messages", "admin_users"] as const) {
      const { status, error } = await visitor.from(table).select("*");
      expect([table, status, error?.code]).toEqual([table, 401, "42501"]);
    }
  });

  it("sends a message to a technician without reading it back", async () => {
    const [technician] = await admin<{ id: string }[]>`
      insert into public.technician_profiles (name, slug, specialty, specialty_slug, description)
      values ('Issa', 'issa', 'Plomberie', 'plomberie', 'Dépannage') returning id`;
    const { error, status } = await visitor.from("messages").insert({
      technician_id: technician?.id ?? null,
      name: "Awa",
      email: "awa@example.com",
      phone: "70112233",
      message: "Une fuite sous l'évier",
    });
    expect([status, error]).toEqual([201, null]);
  });

  it("gets no row for an unknown review link", async () => {
    const { data } = await visitor.rpc("validate_review_token", { request_token: "inconnu" });
    expect(data).toEqual([]);
    expect((await visitor.rpc("mark_review_token_used", { request_token: "inconnu" })).data).toBe(false);
  });
});
