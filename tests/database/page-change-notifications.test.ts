/** Which tags each kind of write notifies to the page cache, as wrong and as old. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import type { Sql } from "#backend/core/database/database.ts";
import { type Actor, createAdministratorActor, createCustomerActor, runAs } from "#tests/support/actors.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/database.ts";
import { createOrderInput, insertOrder, type PricedProduct } from "#tests/support/orders.ts";
import { createProduct } from "#tests/support/products.ts";

const changeSchema = z.strictObject({ wrong: z.array(z.string()), old: z.array(z.string()) });
type Change = z.infer<typeof changeSchema>;

let database: TestDatabase;
let admin: Sql;
let api: Sql;
let awa: Actor;
let tools: string;
let garden: string;
let drill: PricedProduct;
const payloads: string[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  admin = database.connect("supabase_admin");
  api = database.connect("authenticator");
  awa = await createCustomerActor(admin, "awa@example.com");
  [tools, garden] = [await createCategory("outils"), await createCategory("jardin")];
  await admin.listen("page_changes", (payload) => payloads.push(payload));
});
afterAll(() => database.drop());
beforeEach(async () => {
  drill = await createProduct(admin, { price: 7500, stock: 10 });
  await admin`update public.products set category_id = ${tools} where id = ${drill.id}`;
});

async function createCategory(slug: string): Promise<string> {
  const [row] = await admin<{ id: string }[]>`
    insert into public.categories (name, slug) values (${slug}, ${slug}) returning id`;
  return row?.id ?? "";
}

/** The notifications during `work`: they come in the order of their commits, so a marker of our own ends them. */
async function collectChanges(work: () => Promise<unknown>): Promise<Change[]> {
  const mark = async () => {
    const end = randomUUID();
    await admin.notify("page_changes", end);
    while (!payloads.includes(end)) await admin`select`;
    return payloads.splice(0, payloads.length).slice(0, -1);
  };
  await mark();
  await work();
  return (await mark()).map((payload) => changeSchema.parse(JSON.parse(payload)));
}

/** The tags of all notifications during `work`, sorted. */
async function collectTags(work: () => Promise<unknown>): Promise<Change> {
  const changes = await collectChanges(work);
  return {
    wrong: [...new Set(changes.flatMap(({ wrong }) => wrong))].sort(),
    old: [...new Set(changes.flatMap(({ old }) => old))].sort(),
  };
}

const placeOrder = (quantity: number) =>
  runAs(api, awa, (tx) => insertOrder(tx, createOrderInput([{ product: drill, quantity }])));

const cardAndPage = () => [`card:${drill.id}`, `product:${drill.id}`];

/** The tags of the lists in which products of `tools` appear by this column. */
const listsBy = (column: string) => [`category:${tools}:${column}`, `products:${column}`];

describe("an order", () => {
  it("notifies nothing while the stock does not go below the threshold", async () => {
    expect(await collectChanges(() => placeOrder(5))).toEqual([]);
    expect(await collectTags(() => placeOrder(1))).toEqual({ wrong: cardAndPage(), old: [] });
  });

  it("notifies the product once when its stock becomes low", async () => {
    expect(await collectTags(() => placeOrder(6))).toEqual({ wrong: cardAndPage(), old: [] });
    expect(await collectChanges(() => placeOrder(1))).toEqual([]);
  });

  it("of a product without a category notifies the lists of all products only", async () => {
    await admin`update public.products set category_id = null where id = ${drill.id}`;
    expect(await collectTags(() => placeOrder(10))).toEqual({
      wrong: cardAndPage(),
      old: ["products:stock"],
    });
  });

  it("that takes the last piece also notifies the lists of what is in stock", async () => {
    await placeOrder(9);
    expect(await collectTags(() => placeOrder(1))).toEqual({ wrong: cardAndPage(), old: listsBy("stock") });
  });

  it("notifies nothing when it is rejected", async () => {
    expect(await collectChanges(() => placeOrder(11).catch(() => undefined))).toEqual([]);
  });

  it("notifies nothing when it is entered as cancelled, which takes no stock", async () => {
    await placeOrder(6);
    const order = createOrderInput([{ product: drill, quantity: 2 }]);
    const enter = () =>
      admin`
        insert into public.orders (customer_name, customer_phone, status, cancellation_reason, shipping_address, payment_info)
        values (${order.customer_name}, ${order.customer_phone}, 'cancelled', 'Doublon',
          ${admin.json(order.shipping_address)}, ${admin.json(order.payment_info)})`;
    expect(await collectChanges(enter)).toEqual([]);
  });

  it("leaves the changes to notify that the same transaction makes after it", async () => {
    const orderAndEdit = () =>
      admin.begin(async (tx) => {
        await insertOrder(tx, createOrderInput([{ product: drill, quantity: 1 }]));
        await tx`update public.products set price = 8000 where id = ${drill.id}`;
      });
    expect(await collectTags(orderAndEdit)).toEqual({ wrong: cardAndPage(), old: listsBy("price") });
  });

  it("notifies when its cancellation changes the stock state", async () => {
    const administrator = await createAdministratorActor(admin, `${randomUUID()}@example.com`);
    const cancel = (id: string) => () =>
      runAs(
        api,
        administrator,
        (tx) =>
          tx`update public.orders set status = 'cancelled', cancellation_reason = 'Doublon' where id = ${id}`,
      );
    const [small, large] = [await placeOrder(2), await placeOrder(8)];
    expect(await collectTags(cancel(large.id))).toEqual({ wrong: cardAndPage(), old: listsBy("stock") });
    expect(await collectChanges(cancel(small.id))).toEqual([]);
  });
});

describe("a change of a product", () => {
  const edit = (set: string) => () =>
    admin.unsafe(`update public.products set ${set} where id = '${drill.id}'`);

  it.each([
    ["the price", "price = 8000", ["price"]],
    ["the old price", "old_price = 9000", []],
    ["the discount", "discount = 10", []],
    ["the name", "name = 'Perceuse'", ["name"], ["search"]],
    ["the slug", "slug = 'perceuse-' || gen_random_uuid()", ["slug"]],
    ["stock that runs out", "stock = 0", ["stock"]],
    ["stock that becomes low", "stock = 2", []],
  ])("%s makes its page and its cards wrong", async (_, set, columns, others: string[] = []) => {
    expect(await collectTags(edit(set))).toEqual({
      wrong: cardAndPage(),
      old: [...columns.flatMap(listsBy), ...others].sort(),
    });
  });

  it("another category makes both categories' lists old", async () => {
    expect(await collectTags(edit(`category_id = '${garden}'`))).toEqual({
      wrong: cardAndPage(),
      old: [
        `category:${tools}`,
        `category:${garden}`,
        ...listsBy("category_id"),
        `category:${garden}:category_id`,
        "search",
      ].sort(),
    });
  });

  it.each([
    ["the description", "description = 'Neuve'", ["search"]],
    ["a property", `specifications = '{"Poids": "2 kg"}'`, ["search"]],
    ["the number of pieces", "stock = 9", []],
    ["the reference", "reference = 'PER-1'", ["category:tools:name", "products:name", "search"]],
  ])("%s makes its page wrong and leaves its cards alone", async (_, set, old) => {
    expect(await collectTags(edit(set))).toEqual({
      wrong: [`product:${drill.id}`],
      old: old.map((tag) => tag.replace("tools", tools)).sort(),
    });
  });

  it("without a category concerns the lists of all products only", async () => {
    await edit("category_id = null")();
    expect(await collectTags(edit("price = 8000"))).toEqual({
      wrong: cardAndPage(),
      old: ["products:price"],
    });
  });

  it("the badge makes its cards old", async () => {
    expect(await collectTags(edit("is_new = true"))).toEqual({
      wrong: [`product:${drill.id}`],
      old: [`card:${drill.id}`, ...listsBy("is_new")].sort(),
    });
  });

  it("a promotion makes the promotions old, and so does its discount", async () => {
    const promote = await collectTags(edit("is_featured = true"));
    expect(promote).toEqual({ wrong: [`product:${drill.id}`], old: listsBy("is_featured") });
    expect((await collectTags(edit("discount = 20"))).old).toEqual(listsBy("is_featured"));
  });

  it("an image makes its page wrong; the primary one makes its cards old", async () => {
    const add = (isPrimary: boolean) => () =>
      admin`insert into public.product_images (product_id, image_url, is_primary)
        values (${drill.id}, ${`/pictures/${randomUUID()}.webp`}, ${isPrimary})`;
    expect(await collectTags(add(false))).toEqual({ wrong: [`product:${drill.id}`], old: [] });
    expect(await collectTags(add(true))).toEqual({
      wrong: [`product:${drill.id}`],
      old: [`card:${drill.id}`],
    });
  });

  it("an accessory makes the page of its product wrong, and so does its deletion", async () => {
    const accessory = await createProduct(admin, { price: 500, stock: 10 });
    const page = { wrong: [`product:${drill.id}`], old: [] };
    expect(
      await collectTags(
        () => admin`
          insert into public.product_accessories (product_id, accessory_id, position)
          values (${drill.id}, ${accessory.id}, 1)`,
      ),
    ).toEqual(page);
    expect(await collectTags(() => admin`update public.product_accessories set position = 2`)).toEqual(page);
    const deleted = await collectTags(() => admin`delete from public.products where id = ${accessory.id}`);
    expect(deleted.wrong).toContain(`product:${drill.id}`);
  });

  it("every change of a transaction is notified, though updated_at stays as it is", async () => {
    const editTwice = () =>
      admin.begin(async (tx) => {
        await tx`update public.products set description = 'Neuve' where id = ${drill.id}`;
        await tx`update public.products set price = 9900 where id = ${drill.id}`;
      });
    expect((await collectTags(editTwice)).wrong).toEqual(cardAndPage());
  });

  it("a synonym makes the results of searches wrong", async () => {
    const add = () => admin`insert into public.search_synonyms (term, meanings) values ('bidule', '{scie}')`;
    expect(await collectTags(add)).toEqual({ wrong: ["search"], old: [] });
    const remove = () => admin`delete from public.search_synonyms where term = 'bidule'`;
    expect(await collectTags(remove)).toEqual({ wrong: ["search"], old: [] });
  });

  it("nothing is notified when nothing changed", async () => {
    expect(await collectChanges(edit("stock = stock"))).toEqual([]);
    expect(await collectChanges(() => admin`update public.products set price = 1 where false`)).toEqual([]);
  });
});

describe("products that come and go", () => {
  it("a new one makes the lists old", async () => {
    const insert = () =>
      admin`insert into public.products (name, slug, price, category_id, is_new, is_featured)
        values ('Scie', ${randomUUID()}, 100, ${tools}, true, true)`;
    expect(await collectTags(insert)).toEqual({
      wrong: [],
      old: [`category:${tools}`, "products", "products:is_featured", "products:is_new"],
    });
  });

  it("a deleted one makes its page and its cards wrong, and the lists old", async () => {
    const remove = () => admin`delete from public.products where id = ${drill.id}`;
    expect(await collectTags(remove)).toEqual({
      wrong: cardAndPage(),
      old: [`category:${tools}`, "products"],
    });
  });

  it("many at once are one notification", async () => {
    const insert = () =>
      admin`insert into public.products (name, slug, price, category_id)
        select 'Vis ' || n, 'vis-' || n, n, ${tools} from generate_series(1, 1000) n`;
    const [arrival, ...more] = await collectChanges(insert);
    expect(arrival?.wrong).toEqual([]);
    expect(arrival?.old.toSorted()).toEqual([`category:${tools}`, "products"]);
    expect(more).toEqual([]);
    const everything = [{ wrong: ["catalog"], old: [] }];
    const raise = () => admin`update public.products set price = price + 1 where slug like 'vis-%'`;
    expect(await collectChanges(raise)).toEqual(everything);
    // More than a message holds, and fewer than are counted as many.
    const some = () =>
      admin`update public.products set price = price + 1 where slug like 'vis-%' and price <= 101`;
    expect(await collectChanges(some)).toEqual(everything);
    const remove = () => admin`delete from public.products where slug like 'vis-%'`;
    expect(await collectChanges(remove)).toContainEqual({ wrong: ["catalog"], old: [] });
  });

  it("an import of new products notifies little, also where slugs are taken", async () => {
    const administrator = await createAdministratorActor(admin, `${randomUUID()}@example.com`);
    const rows = Array.from({ length: 200 }, (_, n) => ({
      name: n % 2 === 0 ? "Boulon" : `Boulon ${n}`,
      price: 100,
      category: "outils",
    }));
    const importRows = () =>
      runAs(
        api,
        administrator,
        (tx) => tx`select public.import_products(${tx.json(rows)}, dry_run => false)`,
      );
    expect(await collectChanges(importRows)).toEqual([
      { wrong: [], old: expect.arrayContaining(["products"]) },
    ]);
  });

  it("a truncated table makes the whole catalog wrong", async () => {
    const truncate = () => admin.begin((tx) => tx`truncate public.products cascade`);
    expect((await collectTags(truncate)).wrong).toContain("catalog");
  });
});

describe("reviews", () => {
  const review = () => admin`
    insert into public.product_reviews (product_id, name, email, comment)
    values (${drill.id}, 'Awa', 'awa@example.com', 'Très bonne perceuse')`;
  const publish = () =>
    admin`update public.product_reviews set is_published = true where product_id = ${drill.id}`;

  it("notify when they are published: the product's page, and its cards because of the rating", async () => {
    expect(await collectChanges(review)).toEqual([]);
    expect(await collectTags(publish)).toEqual({
      wrong: [`product:${drill.id}`],
      old: [`card:${drill.id}`],
    });
  });

  it("notify the page when a published one changes, and nothing for a vote", async () => {
    await review();
    await publish();
    const correct = () =>
      admin`update public.product_reviews set title = 'Bien' where product_id = ${drill.id}`;
    expect(await collectTags(correct)).toEqual({ wrong: [`product:${drill.id}`], old: [] });
    const vote = () => admin`
      insert into public.review_votes (review_id, device_id)
      select id, gen_random_uuid() from public.product_reviews where product_id = ${drill.id}`;
    expect(await collectChanges(vote)).toEqual([]);
    const remove = () => admin`delete from public.product_reviews where product_id = ${drill.id}`;
    expect((await collectTags(remove)).wrong).toEqual([`product:${drill.id}`]);
  });
});

describe("technicians", () => {
  it("notify their own pages, and the lists when one comes, goes or moves", async () => {
    const id = randomUUID();
    const insert = () => admin`
      insert into public.technicians (id, name, slug, specialty, specialty_slug, description)
      values (${id}, 'Ali', ${id}, 'Plomberie', 'plomberie', 'Dépannage')`;
    expect(await collectTags(insert)).toEqual({ wrong: [], old: ["technicians"] });
    const edit = (column: string, value: string) => () =>
      admin`update public.technician_profiles set ${admin(column)} = ${value} where id = ${id}`;
    const wrong = [`technician:${id}`];
    expect(await collectTags(edit("description", "Fuites"))).toEqual({ wrong, old: [] });
    expect(await collectTags(edit("name", "Adama"))).toEqual({ wrong, old: ["technicians"] });
    const remove = () => admin`delete from public.technicians where id = ${id}`;
    expect(await collectTags(remove)).toEqual({ wrong, old: ["technicians"] });
  });

  it("notify the whole directory when they are too many", async () => {
    const insert = () => admin`
      insert into public.technician_profiles (name, slug, specialty, specialty_slug, description)
      select 'Ali', 'ali-' || n, 'Plomberie', 'plomberie', 'Dépannage' from generate_series(1, 200) n`;
    expect(await collectChanges(insert)).toEqual([{ wrong: [], old: ["technicians"] }]);
    const remove = () => admin`delete from public.technician_profiles where slug like 'ali-%'`;
    expect(await collectChanges(remove)).toEqual([{ wrong: ["directory"], old: [] }]);
  });
});

describe("what every page or the home page shows", () => {
  it.each([
    ["settings", "update public.shop_settings set phone = '+226 25 00 00 00'"],
    ["brands", "insert into public.brands (name) values ('Sahelis')"],
    ["testimonials", "insert into public.testimonials (name, content) values ('Ali', 'Bien')"],
  ])("a change of the %s is wrong", async (tag, statement) => {
    expect(await collectChanges(() => admin.unsafe(statement))).toEqual([{ wrong: [tag], old: [] }]);
  });

  it("a category's description is wrong on its page alone, and a move on every page", async () => {
    const id = await createCategory("rayon-decrit");
    const describe = () => admin`update public.categories set description = 'Tout' where id = ${id}`;
    expect(await collectChanges(describe)).toEqual([{ wrong: [`category:${id}`], old: [] }]);
    const move = () => admin`update public.categories set parent_id = ${garden} where id = ${id}`;
    expect(await collectChanges(move)).toEqual([{ wrong: ["categories"], old: [] }]);
    // What comes below a category is in the lists of those above it.
    const insert = () =>
      admin`insert into public.products (name, slug, price, category_id) values ('Râteau', 'rateau-decrit', 9, ${id})`;
    expect(await collectTags(insert)).toEqual({
      wrong: [],
      old: [`category:${id}`, `category:${garden}`, "products"].sort(),
    });
    await admin`delete from public.products where slug = 'rateau-decrit'`;
    await admin`delete from public.categories where id = ${id}`;
  });

  it("a category's slug and deletion are wrong, its texts and its arrival old", async () => {
    let id = "";
    const insert = async () => {
      id = await createCategory("peinture");
    };
    const edit = (column: string, value: string) => () =>
      admin`update public.categories set ${admin(column)} = ${value} where id = ${id}`;
    expect(await collectChanges(insert)).toEqual([{ wrong: [], old: ["categories"] }]);
    expect(await collectChanges(edit("name", "Peintures"))).toEqual([
      { wrong: [`category:${id}`], old: ["categories"] },
    ]);
    expect(await collectChanges(edit("name", "Peintures"))).toEqual([]);
    const everyPage = [{ wrong: ["categories"], old: [] }];
    expect(await collectChanges(edit("slug", "peintures"))).toEqual(everyPage);
    const remove = () => admin`delete from public.categories where id = ${id}`;
    expect(await collectChanges(remove)).toEqual(everyPage);
  });
});
