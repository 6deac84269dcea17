/** The tree of the categories: no cycle and no fifth level, also when two people move categories at once. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Sql, TransactionSql } from "#backend/core/database/database.ts";
import { type Actor, createAdministratorActor, getSqlState, runAs, visitor } from "#tests/support/actors.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/database.ts";
import { waitForBlockedTransactions } from "#tests/support/wait-for-locks.ts";

let database: TestDatabase;
let admin: Sql;
let api: Sql;
let fatou: Actor;
beforeAll(async () => {
  database = await createTestDatabase();
  admin = database.connect("supabase_admin");
  api = database.connect("authenticator", 4);
  fatou = await createAdministratorActor(admin, "fatou@exemple.bf");
});
afterAll(() => database.drop());
beforeEach(async () => {
  await admin`delete from public.products`;
  await admin`delete from public.categories`;
});

async function create(slug: string, parent: string | null = null): Promise<void> {
  await runAs(
    api,
    fatou,
    (tx) => tx`
      insert into public.categories (name, slug, parent_id)
      values (${slug}, ${slug}, (select id from public.categories where slug = ${parent}))`,
  );
}

/** A chain: each below the one before. */
async function createChain(...slugs: string[]): Promise<void> {
  for (const [index, slug] of slugs.entries()) await create(slug, slugs[index - 1] ?? null);
}

const move = (tx: TransactionSql, slug: string, parent: string | null) => tx`
  update public.categories set parent_id = (select id from public.categories where slug = ${parent})
  where slug = ${slug}`;

const moveAs = (slug: string, parent: string | null) => runAs(api, fatou, (tx) => move(tx, slug, parent));

async function levels(): Promise<Record<string, number>> {
  const rows = await admin<{ slug: string; level: number }[]>`
    select slug, level from public.categories order by slug`;
  return Object.fromEntries(rows.map(({ slug, level }) => [slug, level]));
}

describe("the tree", () => {
  it("has four levels, which a move changes for all below", async () => {
    await createChain("a", "b", "c", "d");
    expect(await levels()).toEqual({ a: 1, b: 2, c: 3, d: 4 });
    await moveAs("b", null);
    expect(await levels()).toEqual({ a: 1, b: 1, c: 2, d: 3 });
    await moveAs("b", "a");
    expect(await levels()).toEqual({ a: 1, b: 2, c: 3, d: 4 });
  });

  it("has no fifth level, neither by a new category nor by a move", async () => {
    await createChain("a", "b", "c", "d");
    await expect(create("e", "d")).rejects.toMatchObject({
      code: "YA007",
      message: "Les catégories ont quatre niveaux au plus",
    });
    await create("z");
    await expect(moveAs("a", "z")).rejects.toMatchObject({ code: "YA007" });
    expect(await levels()).toEqual({ a: 1, b: 2, c: 3, d: 4, z: 1 });
  });

  it.each([
    ["itself", "a", "a"],
    ["its child", "a", "b"],
    ["what is below its child", "a", "c"],
  ])("a category is not put below %s", async (_, slug, parent) => {
    await createChain("a", "b", "c");
    await expect(moveAs(slug, parent)).rejects.toMatchObject({
      code: "YA007",
      message: expect.stringContaining("sous elle-même"),
    });
  });

  it("is held by its constraints alone, whatever the triggers do", async () => {
    await createChain("a", "b", "c");
    await admin`alter table public.categories disable trigger categories_set_level`;
    try {
      await expect(
        admin`update public.categories set parent_id = (select id from public.categories where slug = 'c'),
          parent_level = 3 where slug = 'a'`,
      ).rejects.toMatchObject({ constraint_name: "categories_level_check" });
      await expect(
        admin`update public.categories set parent_id = (select id from public.categories where slug = 'c'),
          parent_level = 1 where slug = 'a'`,
      ).rejects.toMatchObject({ constraint_name: "categories_parent_id_fkey" });
    } finally {
      await admin`alter table public.categories enable trigger categories_set_level`;
    }
  });

  it("two moves that cross, and wait for a third: one is refused in words", async () => {
    await create("a");
    await create("b");
    let moves: Promise<string | null>[] = [];
    await admin.begin(async (tx) => {
      await tx`select pg_advisory_xact_lock(hashtextextended('category tree', 0))`;
      moves = [getSqlState(moveAs("a", "b")), getSqlState(moveAs("b", "a"))];
      await waitForBlockedTransactions(admin, 2);
    });
    expect((await Promise.all(moves)).sort()).toEqual(["YA007", null]);
  });

  it("two moves at once that would make a cycle together: the later one is refused", async () => {
    await create("a");
    await create("b");
    let second: Promise<string | null> | undefined;
    await runAs(api, fatou, async (tx) => {
      await move(tx, "a", "b");
      second = getSqlState(moveAs("b", "a"));
      await waitForBlockedTransactions(admin, 1);
    });
    expect(await second).toBe("YA007");
    expect(await levels()).toEqual({ a: 2, b: 1 });
  });

  it("two moves at once that would make a fifth level together: the later one is refused", async () => {
    await createChain("a", "b");
    await createChain("c", "d");
    await create("e");
    let second: Promise<string | null> | undefined;
    await runAs(api, fatou, async (tx) => {
      await move(tx, "c", "b");
      second = getSqlState(moveAs("a", "e"));
      await waitForBlockedTransactions(admin, 1);
    });
    expect(await second).toBe("YA007");
  });

  it("a category is moved among its siblings, and a new one comes behind them", async () => {
    await create("a");
    for (const slug of ["x", "y", "z"]) await create(slug, "a");
    const order = async () => {
      const rows = await admin<{ slug: string }[]>`
        select slug from public.categories where parent_id is not null order by position, name`;
      return rows.map(({ slug }) => slug).join("");
    };
    const step = (slug: string, steps: number) =>
      runAs(
        api,
        fatou,
        (tx) => tx`select move_category((select id from public.categories where slug = ${slug}), ${steps})`,
      );
    expect(await order()).toBe("xyz");
    await step("z", -1);
    expect(await order()).toBe("xzy");
    await step("x", 2_000_000_000);
    expect(await order()).toBe("zyx");
    await step("z", -1);
    expect(await order()).toBe("zyx");
    await create("b", "a");
    expect(await order()).toBe("zyxb");
    await moveAs("y", null);
    await moveAs("y", "a");
    expect(await order()).toBe("zxby");
    expect(await getSqlState(runAs(api, fatou, (tx) => tx`select move_category(gen_random_uuid(), 1)`))).toBe(
      "PT404",
    );
    const paths = await runAs(
      api,
      visitor,
      (tx) => tx<{ path: string }[]>`select path from category_paths order by place`,
    );
    expect(paths.map(({ path }) => path)).toEqual(["a", "a > z", "a > x", "a > b", "a > y"]);
  });

  it("a category with subcategories is not deleted", async () => {
    await createChain("a", "b");
    expect(
      await getSqlState(runAs(api, fatou, (tx) => tx`delete from public.categories where slug = 'a'`)),
    ).toBe("23503");
  });

  it("an unknown parent is named", async () => {
    expect(
      await getSqlState(
        runAs(
          api,
          fatou,
          (tx) => tx`
          insert into public.categories (name, slug, parent_id) values ('a', 'a', gen_random_uuid())`,
        ),
      ),
    ).toBe("YA007");
  });
});

describe("the list of a category", () => {
  const SORTS = ["newest", "price-asc", "price-desc", "rating"] as const;
  const ORDERS = {
    newest: "created_at desc, id",
    "price-asc": "price, id",
    "price-desc": "price desc, id desc",
    rating: "rating desc, review_count desc, id",
  };

  beforeEach(async () => {
    await createChain("a", "b", "c", "d");
    await createChain("y", "z");
    await create("b2", "a");
    // Many of the same price, rating and time, so that the last column decides.
    await admin`
      insert into public.products (name, slug, price, stock, is_new, category_id, created_at, rating, review_count)
      select 'P' || n, 'p-' || n, 100 + 100 * (n % 5), n % 3, n % 7 = 0,
        (select id from public.categories where slug = (array['a','b','c','d','b2','y','z'])[1 + n % 7]),
        '2026-01-01'::timestamptz + n % 4 * interval '1 day', n % 3, n % 2
      from generate_series(1, 140) n`;
  });

  const list = (args: string) =>
    runAs(api, visitor, (tx) =>
      tx.unsafe<{ id: string }[]>(
        `select id from list_category_products((select id from categories where slug = 'a'), ${args}) with ordinality l (id, n) order by n`,
      ),
    ).then((rows) => rows.map(({ id }) => id));

  it.each(SORTS)(
    "has the products below it in the order %s, by number and by the product before",
    async (sort) => {
      const expected = await admin.unsafe<{ id: string }[]>(
        `select id from public.products where category_id in
        (select id from public.categories where slug in ('a', 'b', 'c', 'd', 'b2')) order by ${ORDERS[sort]}`,
      );
      const ids = expected.map(({ id }) => id);
      expect(ids).toHaveLength(100);
      const paged: string[] = [];
      const keyed: string[] = [];
      for (let page = 0; page < 10; page++) {
        paged.push(...(await list(`'${sort}', row_offset => ${page * 10}, row_limit => 10`)));
        const after = keyed.at(-1);
        keyed.push(...(await list(`'${sort}', after => ${after ? `'${after}'` : "null"}, row_limit => 10`)));
      }
      expect(paged).toEqual(ids);
      expect(keyed).toEqual(ids);
    },
  );

  it("of a branch that is most of the shop is the same, also where its products come last in an order", async () => {
    // Many categories, so that the list is looked for among all products first.
    await admin`
      insert into public.categories (name, slug, parent_id)
      select 'n' || n, 'n-' || n, (select id from public.categories where slug = 'b2') from generate_series(1, 60) n`;
    const listAll = async (sort: (typeof SORTS)[number], offset: number) => {
      const rows = await admin.unsafe<{ id: string }[]>(
        `select id from public.products where category_id = any (
          select unnest(private.category_and_descendants(id)) from public.categories where slug = 'a'
        ) order by ${ORDERS[sort]} offset ${offset} limit 10`,
      );
      return rows.map(({ id }) => id);
    };
    for (const price of [null, 99, 9999]) {
      if (price !== null)
        await admin`update public.products set price = ${price} where category_id in (
          select id from public.categories where slug in ('y', 'z'))`;
      for (const sort of SORTS)
        for (const offset of [0, 50, 95])
          expect(await list(`'${sort}', row_offset => ${offset}, row_limit => 10`)).toEqual(
            await listAll(sort, offset),
          );
    }
  });

  it("filters by price, stock and novelty", async () => {
    const [row] = await admin<{ count: number }[]>`
      select count(*)::integer from public.products where category_id in
        (select id from public.categories where slug in ('a', 'b', 'c', 'd', 'b2'))
        and price between 200 and 400 and in_stock and is_new`;
    const found = await list(
      "min_price => 200, max_price => 400, in_stock => true, is_new => true, row_limit => 100",
    );
    expect(found).toHaveLength(row?.count ?? -1);
    expect(found.length).toBeGreaterThan(0);
  });

  it("is searched and counted with what is below it", async () => {
    const [row] = await runAs(
      api,
      visitor,
      (tx) => tx<{ found: number; total: number }[]>`
        select
          (select count(*)::integer from search_products('P', (select id from categories where slug = 'a'), row_limit => 500)) as found,
          (select total from count_products('', (select id from categories where slug = 'a'))) as total`,
    );
    expect(row).toEqual({ found: 100, total: 100 });
  });

  it("stands between those above it and those just below it", async () => {
    const rows = await runAs(
      api,
      visitor,
      (tx) => tx<{ slug: string; level: number; product_count: number | null }[]>`
        select slug, level, product_count from list_category_branch('b')`,
    );
    expect(rows.map((row) => Object.values(row))).toEqual([
      ["a", 1, null],
      ["b", 2, 60],
      ["c", 3, 40],
    ]);
    expect(await runAs(api, visitor, (tx) => tx`select * from list_category_branch('rien')`)).toHaveLength(0);
  });

  it("is empty for an unknown category and after an unknown product", async () => {
    expect(await list("after => gen_random_uuid()")).toEqual([]);
    expect(
      await runAs(api, visitor, (tx) => tx`select * from list_category_products(gen_random_uuid())`),
    ).toHaveLength(0);
  });

  it("is counted with what is below", async () => {
    const rows = await runAs(
      api,
      visitor,
      (tx) => tx<{ slug: string; product_count: number }[]>`
        select slug, product_count from categories_with_counts where slug in ('a', 'b', 'd', 'y') order by slug`,
    );
    expect(rows.map(({ slug, product_count }) => [slug, product_count])).toEqual([
      ["a", 100],
      ["b", 60],
      ["d", 20],
      ["y", 40],
    ]);
  });
});

it("a product is found by the names of the categories above it, also after a move", async () => {
  await createChain("zinguerie", "tubes");
  await create("jardinage");
  await admin`
    insert into public.products (name, slug, price, category_id)
    values ('Coude', 'coude', 100, (select id from public.categories where slug = 'tubes'))`;
  const find = async (query: string) => {
    const rows = await runAs(
      api,
      visitor,
      (tx) => tx<{ slug: string }[]>`select slug from search_products(${query})`,
    );
    return rows.map(({ slug }) => slug);
  };
  expect(await find("zinguerie")).toEqual(["coude"]);
  expect(await find("tubes")).toEqual(["coude"]);
  await moveAs("tubes", "jardinage");
  expect(await find("jardinage")).toEqual(["coude"]);
  expect(await find("zinguerie")).toEqual([]);
});
