/**
 * The dashboard's sums are those of the orders at any moment: after any change of orders, lines and products,
 * whether or not the days were closed in between.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Sql, TransactionSql } from "#backend/core/database/database.ts";
import {
  type Actor,
  createAdministratorActor,
  createCustomerActor,
  runAs,
  serviceRole,
} from "#tests/support/actors.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/database.ts";
import { liftLimits } from "#tests/support/limits.ts";
import { createOrderInput, insertOrder } from "#tests/support/orders.ts";
import { createProduct } from "#tests/support/products.ts";
import { shortOrLong } from "#tests/support/short-or-long.ts";

/** More than a ranking contains, so that some products sold are in none. */
const PRODUCTS = 260;
const ORDERS = 1500;
const CHANGES = shortOrLong(60, 1500);

let database: TestDatabase;
let admin: Sql;
let api: Sql;
let awa: Actor;
let administrator: Actor;

beforeAll(async () => {
  database = await createTestDatabase();
  admin = database.connect("supabase_admin");
  api = database.connect("authenticator");
  await liftLimits(admin, "order");
  awa = await createCustomerActor(admin, "awa@example.com");
  administrator = await createAdministratorActor(admin, "admin@example.com");
  await admin`
    insert into public.products (name, slug, price, stock)
    select 'Article ' || n, 'article-' || n, 100 + n, 1000000 from generate_series(1, ${PRODUCTS}::integer) n`;
  // As a restore writes them, without the triggers of orders.
  await admin.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`select setseed(0.25)`;
    await tx`
      insert into public.orders (id, number, user_id, customer_name, customer_phone, total_amount, items_count, status, stage,
        shipping_address, payment_info, created_at)
      select md5('order' || n)::uuid, 'ORD-' || n, ${awa.id}, 'Awa', '70112233', 1000 + n, 1,
        (array['pending', 'processing', 'completed', 'completed', 'cancelled'])[1 + n % 5],
        (array['to_confirm', 'prepared', 'delivered', 'delivered', 'cancelled'])[1 + n % 5], '{}', '{"items": []}',
        now() - random() * interval '370 days'
      from generate_series(1, ${ORDERS}::integer) n`;
    await tx`
      insert into public.order_items (order_id, position, product_id, name, unit_price, quantity)
      select md5('order' || drawn.n)::uuid, drawn.position, p.id, p.name, p.price, ceil(random() * 3)
      from (
        select n, position, 'article-' || ceil(${PRODUCTS}::integer * power(random(), 2)) as slug
        from generate_series(1, ${ORDERS}::integer) n cross join generate_series(1, 3) position
      ) drawn
      join public.products p on p.slug = drawn.slug`;
  });
});
afterAll(() => database.drop());

/** The figures of the functions, as an administrator's screens read them. */
const readFigures = (days: number) =>
  runAs(api, administrator, async (tx) => ({
    sales: [
      ...(await tx`select day::text, orders, amount::integer from public.sales_by_day(${days}) where orders > 0`),
    ],
    statuses: [...(await tx`select status, orders, amount::integer from public.orders_by_status()`)],
    best: [...(await tx`select name, pieces, amount::integer from public.best_sellers(${days}, 100)`)],
    pastSales: [
      ...(await tx`
        select day::text, orders, amount::integer
        from public.sales_between(current_date - least(365, ${days + 9}::integer), current_date - 10)
        where orders > 0`),
    ],
    pastBest: [
      ...(await tx`
        select name, pieces, amount::integer
        from public.best_sellers_between(current_date - least(365, ${days + 9}::integer), current_date - 10, 100)`),
    ],
  }));

/** The same, counted from all orders. */
const countFigures = async (days: number) => ({
  sales: [
    ...(await admin`
      select created_at::date::text as day, count(*)::integer as orders, sum(total_amount - credited_amount)::integer as amount
      from public.orders
      where status <> 'cancelled' and created_at >= current_date - ${days - 1}::integer and created_at < current_date + 1
      group by created_at::date order by 1`),
  ],
  statuses: [
    ...(await admin`
      select s.status, count(o.id)::integer as orders, coalesce(sum(o.total_amount - o.credited_amount), 0)::integer as amount
      from unnest(array['pending', 'processing', 'completed', 'cancelled']) with ordinality s (status, position)
      left join public.orders o on o.status = s.status
      group by s.status, s.position order by s.position`),
  ],
  best: [
    ...(await admin`
      select p.name, sum(i.quantity - i.returned_quantity)::integer as pieces,
        sum(i.quantity * i.unit_price - i.discount_amount - private.get_line_credit(
          jsonb_populate_record(i, '{"returned_quantity": 0}'), i.returned_quantity
        ))::integer as amount
      from public.orders o
      join public.order_items i on i.order_id = o.id
      join public.products p on p.id = i.product_id
      where o.status <> 'cancelled' and o.created_at >= current_date - ${days - 1}::integer
      group by p.id having sum(i.quantity - i.returned_quantity) > 0 order by 2 desc, 3 desc, 1 limit 100`),
  ],
  pastSales: [
    ...(await admin`
      select created_at::date::text as day, count(*)::integer as orders, sum(total_amount - credited_amount)::integer as amount
      from public.orders
      where status <> 'cancelled' and created_at >= current_date - least(365, ${days + 9}::integer)
        and created_at < current_date - 9
      group by created_at::date order by 1`),
  ],
  pastBest: [
    ...(await admin`
      select p.name, sum(i.quantity - i.returned_quantity)::integer as pieces,
        sum(i.quantity * i.unit_price - i.discount_amount - private.get_line_credit(
          jsonb_populate_record(i, '{"returned_quantity": 0}'), i.returned_quantity
        ))::integer as amount
      from public.orders o
      join public.order_items i on i.order_id = o.id
      join public.products p on p.id = i.product_id
      where o.status <> 'cancelled' and o.created_at >= current_date - least(365, ${days + 9}::integer)
        and o.created_at < current_date - 9
      group by p.id having sum(i.quantity - i.returned_quantity) > 0 order by 2 desc, 3 desc, 1 limit 100`),
  ],
});

const expectExactFigures = async () => {
  for (const days of [1, 30, 366])
    expect([days, await readFigures(days)]).toEqual([days, await countFigures(days)]);
};

/**
 * Closes days as the job does, until all orders are closed that are old enough; returns the number of calls. The
 * function waits for the transactions of the whole cluster, and other tests have some.
 */
async function closeSalesDays(): Promise<number> {
  for (let calls = 1; ; calls += 1) {
    const [row] = await admin<{ more: boolean }[]>`select private.close_sales_days() as more`;
    if (row?.more) continue;
    const [behind] = await admin`
      select from public.orders
      where created_at < clock_timestamp() - interval '15 minutes'
        and created_at >= coalesce((select closed_until from private.sales_days_state), '-infinity')
      limit 1`;
    if (!behind) return calls;
    await sleep(50);
  }
}

const readState = async () => {
  const [state] = await admin`
    select closed_until > now() - interval '20 minutes' as is_closed, ranked_through = closed_until::date - 1 as is_ranked,
      (select count(*)::integer from private.changed_sales_days) as changed
    from private.sales_days_state`;
  return state;
};

/** What can happen to orders, each on a row that the seed of the sequence draws. */
const CHANGE_STATEMENTS = {
  cancel: `update public.orders set status = 'cancelled', cancellation_reason = 'Doublon'
    where id = (select id from public.orders where status in ('pending', 'processing') order by random() limit 1)`,
  complete: `update public.orders set status = 'completed'
    where id = (select id from public.orders where status in ('pending', 'processing') order by random() limit 1)`,
  process: `update public.orders set status = 'processing'
    where id = (select id from public.orders where status = 'pending' order by random() limit 1)`,
  delete: `delete from public.orders where id = (select id from public.orders order by random() limit 1)`,
  "delete several": `delete from public.orders where id in (select id from public.orders order by random() limit 5)`,
  "change the amount": `update public.orders set total_amount = total_amount + 7
    where id = (select id from public.orders order by random() limit 1)`,
  "change the time": `update public.orders set created_at = now() - random() * interval '380 days'
    where id = (select id from public.orders order by random() limit 1)`,
  "change a quantity": `update public.order_items set quantity = quantity + 40
    where (order_id, position) = (select order_id, position from public.order_items order by random() limit 1)`,
  "take pieces back": `update public.order_items set returned_quantity = 1
    where (order_id, position) = (select order_id, position from public.order_items order by random() limit 1)`,
  "credit pieces": `update public.orders set credited_amount = credited_amount + 50
    where id = (select id from public.orders order by random() limit 1)`,
  "give a discount": `update public.order_items set discount_amount = 33
    where (order_id, position) = (select order_id, position from public.order_items order by random() limit 1)`,
  "change a product": `update public.order_items
    set product_id = (select id from public.products order by random() limit 1)
    where (order_id, position) = (select order_id, position from public.order_items order by random() limit 1)`,
  "move a line": `update public.order_items
    set order_id = (select id from public.orders order by random() limit 1), position = 50 + floor(random() * 1000000)
    where (order_id, position) = (select order_id, position from public.order_items order by random() limit 1)`,
  "delete a line": `delete from public.order_items
    where (order_id, position) = (select order_id, position from public.order_items order by random() limit 1)`,
  "add a line": `insert into public.order_items (order_id, position, product_id, name, unit_price, quantity)
    select o.id, 90 + floor(random() * 1000000), p.id, p.name, p.price, 3
    from (select id from public.orders order by random() limit 1) o,
      (select * from public.products order by random() limit 1) p`,
  "delete a product": `delete from public.products where id = (select id from public.products order by random() limit 1)`,
  "delete the best product": `delete from public.products where id = (
    select product_id from public.order_items where product_id is not null
    group by product_id order by sum(quantity) desc limit 1)`,
  place: `insert into public.orders (customer_name, customer_phone, items_count, shipping_address, payment_info,
      created_at, status)
    select 'Awa', '70112233', 1, '{"address": "Secteur 12", "city": "Ouagadougou"}',
      jsonb_build_object('method', 'cod', 'items', jsonb_agg(jsonb_build_object('id', id, 'quantity', 2))),
      now() - floor(random() * 3) * random() * interval '200 days', 'pending'
    from (select id from public.products order by random() limit 3) p`,
  "close the days": `select private.close_sales_days()`,
  "rank the products": `select private.rank_product_sales(closed_until::date - 1) from private.sales_days_state`,
};

describe("the figures of the dashboard", () => {
  it("are exact before any day is closed, and after", async () => {
    await expectExactFigures();
    expect(await closeSalesDays()).toBeGreaterThan(12);
    expect(await readState()).toEqual({ is_closed: true, is_ranked: true, changed: 0 });
    await expectExactFigures();
    expect(await closeSalesDays()).toBe(1);
  });

  it("end for a period without an end", async () => {
    const count = (first: string, last: string) =>
      runAs(
        api,
        administrator,
        async (tx) =>
          (await tx`select from public.sales_between(${first}::text::date, ${last}::text::date)`).length,
      );
    expect(await count("-infinity", "infinity")).toBe(366);
    expect(await count("-infinity", "-infinity")).toBe(366);
    expect(await count("infinity", "2026-01-01")).toBe(0);
  });

  it("are exact after any sequence of changes", async () => {
    await closeSalesDays();
    const names = Object.keys(CHANGE_STATEMENTS);
    // Each session draws the same rows again.
    const seed = 0.5;
    const done: string[] = [];
    await admin`select setseed(${seed})`;
    for (let change = 0; change < CHANGES; change += 1) {
      const name = names[(change * 7 + Math.floor(change / names.length) * 3) % names.length] ?? "place";
      await admin.unsafe(CHANGE_STATEMENTS[name as keyof typeof CHANGE_STATEMENTS]);
      done.push(name);
      if (change % 3 === 0) {
        const days = [1, 2, 8, 30, 90, 365, 366][change % 7] ?? 30;
        expect([done.slice(-4), days, await readFigures(days)]).toEqual([
          done.slice(-4),
          days,
          await countFigures(days),
        ]);
      }
    }
    await closeSalesDays();
    await expectExactFigures();
  });

  it("are exact when a change is committed after its day was counted", async () => {
    await closeSalesDays();
    const [first, second] = await admin<{ id: string }[]>`
      update public.orders set created_at = now() - interval '40 days', status = status
      where id in (select id from public.orders where status in ('pending', 'processing') limit 2) returning id`;
    if (!first || !second) throw new Error("there are no open orders");
    const cancel = (tx: TransactionSql, { id }: { id: string }) => tx`
      update public.orders set status = 'cancelled', cancellation_reason = 'Doublon' where id = ${id}`;
    await runAs(database.connect("authenticator"), serviceRole, async (tx) => {
      await cancel(tx, first);
      // A change of the same day does not wait for the transaction of the other.
      await runAs(api, serviceRole, async (other) => {
        await other`set local lock_timeout = '10s'`;
        await cancel(other, second);
      });
      await closeSalesDays();
      await expectExactFigures();
    });
    await expectExactFigures();
    await closeSalesDays();
    await expectExactFigures();
  });

  it("close no order before the transactions have ended that may have placed an earlier one", async () => {
    await closeSalesDays();
    const product = await createProduct(admin, { price: 900, stock: 50 });
    const countClosed = async () => {
      const [row] = await admin`
        select count(*)::integer as closed from private.daily_product_sales where product_id = ${product.id}`;
      return row;
    };
    await runAs(database.connect("authenticator"), awa, async (tx) => {
      await insertOrder(tx, createOrderInput([{ product, quantity: 2 }]));
      // As if the order had become old enough while its transaction was still open.
      await admin`
        update private.sales_days_state
        set ended_until = clock_timestamp(), ended_before = pg_current_xact_id()`;
      await closeSalesDays();
      expect(await countClosed()).toEqual({ closed: 0 });
    });
    await expectExactFigures();
    // Changes of orders as young as those that were closed here leave no row.
    await admin`select private.recount_sales_days()`;
  });

  it("name the best sellers of a month in which more products were sold than its ranking has", async () => {
    // Three pieces of each product, and so many more of some that these are ahead of all others.
    await admin.begin(async (tx) => {
      await tx`set local session_replication_role = replica`;
      await tx`
        insert into public.orders (id, number, user_id, customer_name, customer_phone, total_amount, items_count, status,
          stage, shipping_address, payment_info, created_at)
        select md5('month' || n)::uuid, 'ORD-M-' || n, ${awa.id}, 'Awa', '70112233', 1000, 1, 'completed', 'delivered',
          '{}', '{"items": []}', date_trunc('month', now()) - interval '3 months' + (10 + n % 10) * interval '1 day'
        from generate_series(1, ${PRODUCTS}::integer) n`;
      await tx`
        insert into public.order_items (order_id, position, product_id, name, unit_price, quantity)
        select md5('month' || n)::uuid, 1, p.id, p.name, p.price, 3 + case when n % 20 = 0 then 40 + n else 0 end
        from generate_series(1, ${PRODUCTS}::integer) n join public.products p on p.slug = 'article-' || n`;
    });
    await admin`select private.recount_sales_days()`;
    for (const days of [90, 365]) expect(await readFigures(days)).toEqual(await countFigures(days));
    const list = (top: number) =>
      runAs(
        api,
        administrator,
        (tx) =>
          tx`
            select name, pieces
            from (select (date_trunc('month', now()) - interval '3 months')::date as first) m,
              public.best_sellers_between(m.first + 9, m.first + 20, ${top})`,
      );
    const [five, all] = [await list(5), await list(100)];
    expect(all).toHaveLength(100);
    expect(five).toEqual(all.slice(0, 5));
    // Only those that the rankings name are looked up for five, so what they do not know of is not seen.
    const unknown = await admin`
      update private.daily_product_sales set pieces = 1000, ranked_pieces = 1000
      where date_trunc('month', day) = date_trunc('month', now()) - interval '3 months'
        and extract(day from day) between 10 and 21 and product_id not in (
          select r.product_id from private.monthly_rankings r
          where r.month = date_trunc('month', now()) - interval '3 months')`;
    expect(unknown.count).toBeGreaterThan(0);
    expect(await list(5)).toEqual(five);
    await admin`select private.recount_sales_days()`;
  });

  it("are exact when the sales of most ranked products are taken back", async () => {
    await closeSalesDays();
    await admin`
      update public.order_items set quantity = 1
      where product_id in (select product_id from public.best_sellers(366, 100))`;
    await admin`
      update public.order_items i set quantity = 1 from (
        select product_id from private.product_rankings r, private.sales_days_state s
        where r.first_day = s.ranked_through - 364 order by r.pieces desc limit 150
      ) r where i.product_id = r.product_id`;
    await expectExactFigures();
    await closeSalesDays();
    await expectExactFigures();
  });
});
