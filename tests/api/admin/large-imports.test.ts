/** Imports of more than 10,000 lines: validated as a whole, applied in chunks, and continued when they are interrupted. */
import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { ImportRow } from "#app/features/admin/products/csv/csv-rows.ts";
import {
  applyImportChunk,
  cancelImport,
  completeImport,
  confirmImport,
  sendImportChunk,
  startImport,
  stopImport,
} from "#app/features/admin/products/csv/large-import.mutations.ts";
import { getImport, listProblemLines } from "#app/features/admin/products/csv/large-import.queries.ts";
import { applyLargeImport, sendLargeFile } from "#app/features/admin/products/csv/large-import.ts";
import type { Sql } from "#backend/core/database/database.ts";
import type { TestBackend } from "#tests/support/backend.ts";
import { shortOrLong } from "#tests/support/short-or-long.ts";
import { createOrderPayload, placeOrder, type SignedInUser } from "#tests/support/signed-in-users.ts";
import { createSignedInAdmin, listAuditLog, startAdminBackend } from "./admin-backend.ts";

let backend: TestBackend;
let fatou: SignedInUser;
let awa: SignedInUser;
let admin: Sql;
/** Of the product in each test. */
let reference = "";

beforeAll(async () => {
  ({ backend, fatou, awa } = await startAdminBackend("demo"));
  admin = backend.database.connect("supabase_admin", 2);
});
afterAll(() => backend.close());
afterEach(async () => {
  await admin`select private.delete_product_imports(array(select id from private.product_imports))`;
});

const client = (user = fatou) => user.client.schema("public");

/** Lines of new products, numbered as in a file. */
function createRows(count: number, first = 2): ImportRow[] {
  reference = `GI-${randomUUID()}`;
  return Array.from({ length: count }, (_, n) => ({
    line: first + n,
    reference: `${reference}-${n}`,
    name: `Boulon ${n}`,
    price: String(100 + n),
    stock: "30",
    category: "quincaillerie",
  }));
}

/** Sends the chunks and completes the validation. */
async function sendChunks(chunks: ImportRow[][], user = fatou) {
  const id = randomUUID();
  await startImport(client(user), id, "grand.csv");
  for (const [index, rows] of chunks.entries()) await sendImportChunk(client(user), id, index + 1, rows);
  return { id, progress: await completeImport(client(user), id, chunks.length) };
}

const findProducts = () => admin<{ id: string; price: number; stock: number; name: string }[]>`
  select id, price, stock, name from public.products where reference like ${`${reference}%`} order by price`;

const continueImports = async () => {
  const [row] = await admin<{ more: boolean }[]>`select private.continue_product_imports() as more`;
  return row?.more;
};

/** As its job does; returns those whose documents still wait. */
const writeDocuments = async () => {
  await admin`select private.write_pending_documents()`;
  return admin`select from private.pending_documents`;
};

describe("the validation", () => {
  it("of a file whose last line is broken changes nothing, and lets nobody confirm", async () => {
    const rows = createRows(40);
    const last = { line: 42, reference: `${reference}-x`, name: "Scie", price: "beaucoup" };
    const { id, progress } = await sendChunks([rows.slice(0, 20), [...rows.slice(20), last]]);
    expect(progress).toMatchObject({ state: "checked", create: 40, error: 1 });
    expect(await listProblemLines(client(), id)).toEqual([
      expect.objectContaining({
        line: 42,
        name: "Scie",
        problems: [{ column: "price", message: "Le prix doit être un nombre positif" }],
      }),
    ]);
    await expect(confirmImport(client(), id, "inventory")).rejects.toThrow("ne peut pas être confirmé");
    expect((await applyImportChunk(client(), id)).applied).toBe(0);
    expect(await continueImports()).toBe(false);
    expect(await findProducts()).toEqual([]);
  });

  it("finds two lines of one product in different chunks", async () => {
    const [first] = await findAnyProducts();
    const rows = createRows(3);
    const { id, progress } = await sendChunks([
      [...rows, { line: 5, reference: first.reference, stock: "7" }],
      [
        { line: 6, reference: `${reference}-1`.toLowerCase(), name: "Boulon", price: "5" },
        { line: 7, slug: first.slug, stock: "8" },
        { line: 8, slug: "un-seul", name: "Un", price: "5" },
      ],
      [{ line: 9, slug: "un-seul", name: "Deux", price: "5" }],
    ]);
    expect(progress).toMatchObject({ create: 4, update: 1, error: 3 });
    const problems = await listProblemLines(client(), id);
    expect(problems.map(({ line, name, problems: [problem] }) => [line, name, problem])).toEqual([
      [6, "Boulon", { column: "reference", message: "Même produit que la ligne 3" }],
      [7, first.name, { column: "reference", message: "Même produit que la ligne 5" }],
      [9, "Deux", { column: "slug", message: "Même produit que la ligne 8" }],
    ]);
  });

  it("counts a chunk once that is sent again, and waits for all of them", async () => {
    const rows = createRows(20);
    const id = randomUUID();
    await startImport(client(), id, "grand.csv");
    const counts = { create: 10, update: 0, unchanged: 0, error: 0 };
    const send = (chunk: number) =>
      sendImportChunk(client(), id, chunk, rows.slice((chunk - 1) * 10, chunk * 10));
    expect(await Promise.all([send(1), send(1), send(2)])).toEqual([counts, counts, counts]);
    expect(await send(1)).toEqual(counts);
    await expect(completeImport(client(), id, 3)).rejects.toThrow("Une partie du fichier manque");
    expect(await completeImport(client(), id, 2)).toMatchObject({ state: "checked", create: 20 });
    // The answer was lost: asked again, it is the same.
    expect(await completeImport(client(), id, 2)).toMatchObject({ state: "checked", create: 20 });
  });

  it("says what changes, and reports what is wrong with the structure of a line", async () => {
    const [first] = await findAnyProducts();
    const { id, progress } = await sendChunks([
      [
        { line: 2, reference: first.reference, price: String(first.price + 1) },
        { line: 3, name: "Vis; boulon", problem: "La ligne a 3 cellules pour 2 colonnes" },
      ],
    ]);
    expect(progress).toMatchObject({ update: 1, error: 1, changes_stock: false });
    const [problem] = await listProblemLines(client(), id);
    expect(problem?.problems).toEqual([{ column: "rows", message: "La ligne a 3 cellules pour 2 colonnes" }]);
  });
});

describe("two imports", () => {
  it("of two administrators are not sent at once, and a second one of the same takes the place of the first", async () => {
    const seydou = await createSignedInAdmin(backend, "seydou@yaare.bf", "Seydou Ouédraogo");
    const { id } = await sendChunks([createRows(2)]);
    await expect(startImport(client(seydou), randomUUID(), "autre.csv")).rejects.toThrow(
      "Un autre import est en cours : « grand.csv », par Fatou Sawadogo",
    );
    const { id: second } = await sendChunks([createRows(3)]);
    await expect(sendImportChunk(client(), id, 2, createRows(1))).rejects.toThrow("n'existe plus");
    expect(await getImport(client(seydou))).toMatchObject({ id: second, create: 3, is_own: false });
    await cancelImport(client(seydou), second);
    expect(await getImport(client(seydou))).toBeNull();
  });

  it("of which one is applied: the other waits for its end", async () => {
    const { id } = await sendChunks([createRows(2)]);
    await confirmImport(client(), id, "inventory");
    await expect(startImport(client(), randomUUID(), "autre.csv")).rejects.toThrow("Un autre import");
    await cancelImport(client(), id);
    while (await continueImports());
    expect(await findProducts()).toHaveLength(2);
    expect(await getImport(client())).toMatchObject({ id, state: "done", applied: 2 });
    await startImport(client(), randomUUID(), "autre.csv");
  });

  it("whose sending was broken off keep nobody waiting for long", async () => {
    const issa = await createSignedInAdmin(backend, "issa@yaare.bf", "Issa Zongo");
    const id = randomUUID();
    await startImport(client(), id, "grand.csv");
    await sendImportChunk(client(), id, 1, createRows(2));
    const startOther = () => startImport(client(issa), randomUUID(), "autre.csv");
    await admin`update private.product_imports set created_at = now() - interval '6 minutes'`;
    await expect(startOther()).rejects.toThrow("Un autre import est en cours");
    await admin`update private.product_import_chunks set sent_at = now() - interval '6 minutes'`;
    await startOther();
    expect(await getImport(client())).toMatchObject({ file_name: "autre.csv" });
  });

  it("that nobody confirmed within an hour are deleted", async () => {
    const { id } = await sendChunks([createRows(2)]);
    expect(await continueImports()).toBe(false);
    expect(await getImport(client())).toMatchObject({ id });
    await admin`update private.product_imports set created_at = now() - interval '61 minutes'`;
    expect(await continueImports()).toBe(false);
    expect(await getImport(client())).toMatchObject({ id });
    await admin`update private.product_import_chunks set sent_at = now() - interval '61 minutes'`;
    expect(await continueImports()).toBe(false);
    expect(await getImport(client())).toBeNull();
    expect(await admin`select from private.product_import_lines`).toHaveLength(0);
  });
});

describe("a confirmed import", () => {
  it("is stopped after the chunk that is being applied, and tells what it has done", async () => {
    const adama = await createSignedInAdmin(backend, "adama@yaare.bf", "Adama Zongo");
    const rows = createRows(40);
    const { id } = await sendChunks([0, 10, 20, 30].map((from) => rows.slice(from, from + 10)));
    await confirmImport(client(), id, "inventory");
    await applyImportChunk(client(), id);
    const [applied, stopped] = await Promise.all([
      applyImportChunk(client(), id),
      stopImport(client(adama), id),
    ]);
    expect(stopped).toMatchObject({ state: "done", left: 40 - stopped.applied, is_own: false });
    expect([10, 20]).toContain(stopped.applied);
    expect(applied.applied).toBe(stopped.applied);
    expect(await findProducts()).toHaveLength(stopped.applied);
    expect(await continueImports()).toBe(false);
    expect(await applyImportChunk(client(), id)).toMatchObject({ state: "done", applied: stopped.applied });
    expect(await stopImport(client(), id)).toMatchObject({ left: stopped.left, is_own: true });
    expect(await admin`select from private.product_import_lines`).toHaveLength(0);
    // The rest of the same file.
    const again = await sendChunks([rows]);
    expect(again.progress).toMatchObject({ create: stopped.left, unchanged: stopped.applied });
    expect(await stopImport(client(), again.id)).toMatchObject({ state: "checked", left: null });
  });

  it("that is interrupted goes on by itself, in the name of who confirmed it", async () => {
    const countProducts = async () => {
      const [row] = await admin<{ counted: number; actual: number }[]>`
        select (select product_count from private.category_product_counts where category_id = c.id) as counted,
          (select count(*)::integer from public.products where category_id = c.id) as actual
        from public.categories c where c.slug = 'quincaillerie'`;
      return row;
    };
    const before = (await countProducts())?.actual ?? 0;
    const rows = createRows(30);
    const { id } = await sendChunks([rows.slice(0, 10), rows.slice(10, 20), rows.slice(20)]);
    await confirmImport(client(), id, "inventory");
    expect(await applyImportChunk(client(), id)).toMatchObject({ applied: 10, applied_chunks: 1 });
    // The browser is gone.
    expect(await findProducts()).toHaveLength(10);
    // The documents of the search wait for the end.
    await admin`
      insert into private.pending_documents select id from public.products where reference like ${`${reference}%`}`;
    expect(await writeDocuments()).toHaveLength(10);
    expect([await continueImports(), await continueImports(), await continueImports()]).toEqual([
      true,
      true,
      false,
    ]);
    expect(await writeDocuments()).toHaveLength(0);
    expect(await findProducts()).toHaveLength(30);
    expect(await countProducts()).toEqual({ counted: before + 30, actual: before + 30 });
    // Its answers had been lost: asked again, nothing is done twice.
    expect(await confirmImport(client(), id, "inventory")).toMatchObject({ state: "done" });
    expect(await applyImportChunk(client(), id)).toMatchObject({ state: "done", applied: 30, skipped: 0 });
    const entries = await listAuditLog(fatou.client, "products");
    const own = entries.filter(({ after }) => JSON.stringify(after).includes(reference));
    expect(own).toHaveLength(30);
    expect(new Set(own.map(({ action, actor_name }) => `${action} ${actor_name}`))).toEqual(
      new Set(["insert Fatou Sawadogo"]),
    );
    const movements = await admin`
      select from public.stock_movements m join public.products p on p.id = m.product_id
      where p.reference like ${`${reference}%`} and m.kind = 'opening' and m.quantity = 30 and m.actor_name = 'Fatou Sawadogo'`;
    expect(movements).toHaveLength(30);
    expect(
      await admin`
      select from public.price_changes c join public.products p on p.id = c.product_id
      where p.reference like ${`${reference}%`} and c.price = p.price`,
    ).toHaveLength(30);
  });

  it("counts the products for the statistics, which bound what lists and searches read", async () => {
    await admin`update pg_class set reltuples = 10, relpages = 5 where oid = 'public.products'::regclass`;
    const { id } = await sendChunks([createRows(1)]);
    await confirmImport(client(), id, "inventory");
    await applyImportChunk(client(), id);
    const [counted] = await admin`
      select reltuples::integer as counted, (select count(*)::integer from public.products) as actual
      from pg_class where oid = 'public.products'::regclass`;
    expect(counted?.counted).toBe(counted?.actual);
  });

  it("changes prices and stocks, with their history, and takes orders in between", async () => {
    const rows = createRows(20);
    const { id: first } = await sendChunks([rows]);
    await confirmImport(client(), first, "inventory");
    while (await continueImports());
    const changed = rows.map(({ line, reference: key }, n) => ({
      line,
      reference: key ?? "",
      price: String(5000 + n),
      ...(n >= 10 && { stock: "50" }),
    }));
    const { id, progress } = await sendChunks([changed.slice(0, 10), changed.slice(10)]);
    expect(progress).toMatchObject({ update: 20, changes_stock: true });
    await confirmImport(client(), id, "breakage");
    const products = await findProducts();
    const [drill] = products;
    if (!drill) throw new Error("the import has created no product");
    const order = await admin.begin(async (tx) => {
      // While a chunk is being applied, orders of other products do not wait for it.
      await tx`select private.apply_import_chunk(${id})`;
      const other = products[15];
      if (!other) throw new Error("the import has created no such product");
      await placeOrder(awa.client, createOrderPayload([{ ...other, quantity: 2 }])).throwOnError();
      return other;
    });
    await placeOrder(awa.client, createOrderPayload([{ ...drill, price: 5000, quantity: 3 }])).throwOnError();
    while (await continueImports());
    const after = await findProducts();
    expect(after.map(({ price }) => price)).toEqual(Array.from({ length: 20 }, (_, n) => 5000 + n));
    expect(after.find((product) => product.id === drill.id)?.stock).toBe(27);
    // The file says how much there is, as with a small import.
    expect(after.find((product) => product.id === order.id)?.stock).toBe(50);
    const [movement] = await admin`
      select quantity, reason, actor_name from public.stock_movements where product_id = ${order.id} and kind <> 'opening'`;
    expect(movement).toEqual({ quantity: 22, reason: "breakage", actor_name: "Fatou Sawadogo" });
    expect(await admin`select from public.price_changes where product_id = ${drill.id}`).toHaveLength(2);
    await admin`select private.check_stock()`;
    const [check] =
      await admin`select problem_count::integer from public.stock_checks order by day desc limit 1`;
    expect(check).toEqual({ problem_count: 0 });
  });

  it("applies what still can be where the shop changed since the validation, and reports the rest", async () => {
    const rows = createRows(4);
    const { id: first } = await sendChunks([rows]);
    await confirmImport(client(), first, "inventory");
    while (await continueImports());
    const [gone, dear] = await findProducts();
    const { id } = await sendChunks([
      [
        { line: 2, reference: rows[0]?.reference ?? "", price: "7" },
        { line: 3, reference: rows[1]?.reference ?? "", old_price: "150" },
        { line: 4, reference: rows[2]?.reference ?? "", price: "8" },
        { line: 5, reference: `${reference}-new`, name: "Boulon 1", price: "9" },
        { line: 6, name: "Boulon 1", price: "10" },
      ],
    ]);
    await admin`delete from public.products where id = ${gone?.id ?? ""}`;
    await admin`update public.products set price = 9000 where id = ${dear?.id ?? ""}`;
    await admin`insert into public.products (name, slug, price, reference)
      values ('Boulon', ${randomUUID()}, 11, ${`${reference}-new`})`;
    await confirmImport(client(), id, "inventory");
    const ended = await applyLargeImport(
      client(),
      id,
      () => true,
      () => undefined,
    );
    expect(ended).toMatchObject({ state: "done", applied: 2, skipped: 3 });
    const problems = await listProblemLines(client(), id);
    expect(problems.map(({ line, problems: [problem] }) => [line, problem?.message])).toEqual([
      [2, "Ce produit a été supprimé entre-temps"],
      [3, "L'ancien prix doit être supérieur au prix"],
      [5, "Ce produit a été créé entre-temps"],
    ]);
    expect(await admin`select from public.products where name = 'Boulon 1' and price = 10`).toHaveLength(1);
  });

  it("has variants, of new products and of others", async () => {
    const variants = (stock: string) =>
      ["20 mm", "25 mm"].map((choice, n) => ({
        line: 3 + n,
        choices: [["Diamètre", choice] as [string, string]],
        price: "500",
        stock,
      }));
    const name = `Tube ${randomUUID()}`;
    const [slug] = [name.toLowerCase().replace(" ", "-")];
    const send = async (stock: string) => {
      const row = { line: 2, slug: slug ?? "", name, variants: JSON.parse(JSON.stringify(variants(stock))) };
      const { id, progress } = await sendChunks([[row]]);
      await confirmImport(client(), id, "inventory");
      while (await continueImports());
      return progress;
    };
    expect(await send("4")).toMatchObject({ create: 1, error: 0 });
    expect(await send("6")).toMatchObject({ update: 1, changes_stock: true });
    expect(await admin`select stock, has_variants from public.products where slug = ${slug ?? ""}`).toEqual([
      { stock: 12, has_variants: true },
    ]);
  });

  it("is applied by two sessions at once, each chunk by one of them", async () => {
    const count = shortOrLong(4000, 100_000);
    reference = `GI-${randomUUID()}`;
    const lines = Array.from({ length: count }, (_, n) => `${reference}-${n};Écrou ${n % 9000};${100 + n};5`);
    const file = new File([["reference;nom;prix;stock", ...lines].join("\n")], "grand.csv");
    const id = randomUUID();
    const shares: number[] = [];
    const sent = await sendLargeFile(
      client(),
      file,
      id,
      () => true,
      (share) => shares.push(share),
    );
    expect(sent?.progress).toMatchObject({ create: count, error: 0, chunks: count / 1000 });
    expect(shares.length).toBe(count / 1000);
    await confirmImport(client(), id, "inventory");
    const applied: number[] = [];
    const ended = await applyLargeImport(
      client(),
      id,
      () => true,
      (progress) => applied.push(progress.applied),
    );
    expect(ended).toMatchObject({ state: "done", applied: count, skipped: 0 });
    expect(applied).toEqual(applied.toSorted((one, other) => one - other));
    const [row] = await admin`
      select count(*)::integer as products, count(distinct slug)::integer as slugs from public.products
      where reference like ${`${reference}%`}`;
    expect(row).toEqual({ products: count, slugs: count });
  });
});

async function findAnyProducts() {
  const [first, second] = await admin<{ reference: string; slug: string; name: string; price: number }[]>`
    select reference, slug, name, price from public.products
    where reference is not null and old_price is null and not has_variants order by slug limit 2`;
  if (!first || !second) throw new Error("the demo shop has no such products");
  return [first, second] as const;
}
