/**
 * A week of the shop, in little: customers, employees and couriers work on the same orders at once, and lose
 * connections, send again, change their minds and contradict each other. What was refused is counted in, customers
 * return and get their money back, runs and days are closed meanwhile. Whatever they do, stock, cash and orders agree
 * in the end, to the piece and to the franc.
 */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Sql } from "#backend/core/database/database.ts";
import { startTestBackend, type TestBackend } from "#tests/support/backend.ts";
import { liftLimits } from "#tests/support/limits.ts";
import { createProduct, type StoredProduct } from "#tests/support/products.ts";
import { shortOrLong } from "#tests/support/short-or-long.ts";
import {
  createOrderPayload,
  createSignedInUser,
  placeOrder,
  type SignedInUser,
} from "#tests/support/signed-in-users.ts";

const ORDERS = shortOrLong(120, 5000);
/** So many orders are worked on at once. */
const AT_ONCE = 16;
const COURIERS = shortOrLong(3, 12);
const STOCK = ORDERS * 20;

interface Courier extends SignedInUser {
  run: string;
}

/** What matters here of an answer. */
interface Response {
  error: { code: string } | null;
  status: number;
}

let backend: TestBackend;
let sql: Sql;
let products: StoredProduct[];
let customers: SignedInUser[];
let desk: SignedInUser[];
let couriers: Courier[];
/** The responses that are no answer to what was sent. */
const failures: unknown[] = [];
/** What each courier was given by customers, by the courier's own count. */
const taken = new Map<string, number>();
/** What customers got back, by the desk's own count. */
let refunded = 0;

beforeAll(async () => {
  backend = await startTestBackend();
  sql = backend.database.connect("supabase_admin", 4);
  await liftLimits(sql, "order");
  // A number that refuses often is called first; here every order has the same one.
  await sql`update order_settings set refusals_before_call = 0`;
  products = await Promise.all(
    Array.from({ length: 8 }, (_, index) => createProduct(sql, { price: 500 + 750 * index, stock: STOCK })),
  );
  const signIn = async (names: string[], role?: string) => {
    const users: SignedInUser[] = [];
    for (const name of names) {
      const user = await createSignedInUser(backend, `${name}@exemple.bf`);
      if (role) {
        await sql`insert into admin_users (id, name, email, role) values (${user.id}, ${name}, ${user.email}, ${role})`;
      }
      users.push(user);
    }
    return users;
  };
  customers = await signIn(["awa", "binta", "issa"]);
  desk = [...(await signIn(["mariam"], "owner")), ...(await signIn(["ali", "fatou"], "manager"))];
  const drivers = await signIn(
    Array.from({ length: COURIERS }, (_, index) => `livreur-${index}`),
    "courier",
  );
  couriers = await Promise.all(
    drivers.map(async (driver) => {
      const [run] = await sql<{ id: string }[]>`
        insert into runs (day, name, courier_id, state, out_at)
        values (current_date, 'Tournée', ${driver.id}, 'out', now()) returning id`;
      return { ...driver, run: run?.id ?? "" };
    }),
  );
});
afterAll(() => backend.close());

/** A generator of the same numbers in each run, from 0 to 1. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
const random = createRandom(20261123);
const pick = <Item>(items: readonly Item[]): Item => {
  const item = items[Math.floor(random() * items.length)];
  if (item === undefined) throw new Error("Nothing to pick from.");
  return item;
};

/** Sends once, twice at once, or again after a lost response; returns the last answer. */
async function sendUnreliably<Answer>(send: () => PromiseLike<Answer>): Promise<Answer> {
  const luck = random();
  if (luck < 0.15) return (await Promise.all([send(), send()]))[1];
  if (luck < 0.3) await send();
  return send();
}

/** Records an event; a refusal with a reason of the shop's own is an answer, anything else a failure. */
async function record(
  actor: SignedInUser,
  order: string,
  kind: string,
  data: object = {},
  reported: object = {},
) {
  const event = { id: randomUUID(), order_id: order, kind, data: { ...data }, ...reported };
  const {
    data: rows,
    error,
    status,
  } = await sendUnreliably(() => actor.client.rpc("record_order_event", { event }));
  if (error && !/^(YA|42501|PT404)/.test(error.code)) failures.push({ kind, status, error });
  return rows?.[0] ?? null;
}

async function place(): Promise<{
  id: string;
  total: number;
  lines: { price: number; quantity: number }[];
} | null> {
  const lines = products
    .filter(() => random() < 0.4)
    .slice(0, 3)
    .map(({ id, price }) => ({ id, price, quantity: 1 + Math.floor(random() * 5) }));
  if (lines.length === 0) return null;
  const payload = createOrderPayload(lines);
  const customer = pick(customers);
  const { error, status } = await sendUnreliably(() => placeOrder(customer.client, payload));
  // 23505: the same order was stored by the first of two sendings.
  if (error && error.code !== "23505") {
    failures.push({ placed: payload.id, status, error });
    return null;
  }
  return { id: payload.id, total: payload.total_amount, lines };
}

function countTaken(courier: Courier, amount: number): void {
  taken.set(courier.id, (taken.get(courier.id) ?? 0) + amount);
}

async function deliver(
  courier: Courier,
  { id, total, lines }: { id: string; total: number; lines: { price: number; quantity: number }[] },
): Promise<void> {
  const luck = random();
  if (luck < 0.08) {
    await record(courier, id, "refused", { reason: "A changé d'avis" });
  } else if (luck < 0.16 && (lines[0]?.quantity ?? 0) > 1) {
    const cash = total - (lines[0]?.price ?? 0);
    const answer = await record(courier, id, "partly_delivered", {
      cash,
      lines: [{ position: 1, quantity: 1 }],
    });
    if (answer) countTaken(courier, cash);
  } else if (luck < 0.26) {
    await record(courier, id, "delivered", { mobile_money: total, reference: `OM-${id.slice(0, 8)}` });
  } else {
    if (luck < 0.34) {
      // Some phones have a clock that is slow.
      const reported = { run_id: courier.run, ...(luck < 0.3 && { at: "2026-01-01T08:00:00Z" }) };
      await record(courier, id, "absent", { day: "2027-01-15" }, reported);
      await record(pick(desk), id, "on_road");
      await sql`update run_stops set is_open = true where order_id = ${id} and run_id = ${courier.run}`;
    }
    const tell = () => record(courier, id, "delivered", { cash: total });
    // Two phones of one courier: the outcome counts once.
    const answers = luck < 0.45 ? await Promise.all([tell(), tell()]) : [await tell()];
    if (answers.some((answer) => answer !== null)) countTaken(courier, total);
  }
}

/** Calls a function; a refusal with a reason of the shop's own is an answer, anything else a failure. */
async function call(actor: SignedInUser, name: string, send: () => PromiseLike<Response>): Promise<boolean> {
  const { error, status } = await sendUnreliably(send);
  if (error && !/^(YA|42501|PT404)/.test(error.code)) failures.push({ name, by: actor.email, status, error });
  return error === null;
}

/** What the courier brought back is counted in, by two people at once. */
async function countIn(id: string): Promise<void> {
  const lines = await sql<{ position: number; quantity: number }[]>`
    select position, returned_quantity - counted_in_quantity as quantity from order_items
    where order_id = ${id} and returned_quantity > counted_in_quantity`;
  if (lines.length === 0) return;
  const counted = lines.map((line) => ({ ...line, destination: pick(["stock", "stock", "repair", "loss"]) }));
  const count = async () => {
    const actor = pick(desk);
    const event_id = randomUUID();
    await call(actor, "count_in_return", () =>
      actor.client.rpc("count_in_return", { of_order: id, event_id, lines: counted }),
    );
  };
  await Promise.all([count(), random() < 0.3 && count()]);
}

/** A piece of the first line comes back, and two people want to refund it. */
async function takeBack(id: string): Promise<void> {
  const [customer] = await sql<{ user_id: string }[]>`select user_id from orders where id = ${id}`;
  const owner = customers.find((each) => each.id === customer?.user_id);
  if (!owner) return;
  const request = { id: randomUUID(), order_id: id, reason: "Abîmé", lines: [{ position: 1, quantity: 1 }] };
  if (!(await call(owner, "open_return", () => owner.client.rpc("open_return", { request })))) return;
  const actor = pick(desk);
  const return_id = request.id;
  await call(actor, "decide_return", () =>
    actor.client.rpc("decide_return", { return_id, is_accepted: true }),
  );
  const lines = [{ position: 1, quantity: 1, destination: pick(["stock", "loss"]) }];
  await Promise.all(
    [pick(desk), pick(desk)].map((receiver) =>
      call(receiver, "receive_return", () => receiver.client.rpc("receive_return", { return_id, lines })),
    ),
  );
  const [order] = await sql<{ refundable: number }[]>`
    select paid_amount - private.get_due_amount(o) as refundable from orders o where id = ${id}`;
  const amount = order?.refundable ?? 0;
  if (amount <= 0) return;
  const pay = async () => {
    const payer = pick(desk);
    const refund = { id: randomUUID(), order_id: id, method: "cash", amount };
    if (await call(payer, "refund_order", () => payer.client.rpc("refund_order", { refund })))
      refunded += amount;
  };
  await Promise.all([pay(), pay()]);
}

async function work(): Promise<void> {
  const order = await place();
  if (!order) return;
  const { id } = order;
  if (random() < 0.3) await record(pick(desk), id, "called", { outcome: "no_answer" });
  if (random() < 0.06) {
    await record(pick(desk), id, "cancelled", { reason: "Injoignable" });
    return;
  }
  await Promise.all([
    record(pick(desk), id, "confirmed"),
    random() < 0.2 && record(pick(desk), id, "called", { outcome: "confirmed" }),
  ]);
  await record(pick(desk), id, "prepared");
  const courier = pick(couriers);
  await sql`insert into run_stops (run_id, order_id, position) values (${courier.run}, ${id}, 1)`;
  await record(courier, id, "on_road");
  await Promise.all([
    deliver(courier, order),
    // The desk cancels while the courier stands at the door.
    random() < 0.1 && record(pick(desk), id, "cancelled", { reason: "Le client a appelé" }),
  ]);
  if (random() < 0.7) await countIn(id);
  if (random() < 0.3) await takeBack(id);
}

/** In the evening: each run, with what its courier holds, and the drawer; a franc is missing here and there. */
async function closeBooks(): Promise<void> {
  const mariam = desk[0];
  if (!mariam) throw new Error("Nobody closes the books.");
  await sql`update run_stops set is_open = false`;
  for (const { run } of couriers) {
    const [row] = await sql<{ held: number }[]>`select private.get_run_cash(${run})::integer as held`;
    const handed_amount = Math.max(0, (row?.held ?? 0) - (random() < 0.5 ? 100 : 0));
    await call(mariam, "close_run", () =>
      mariam.client.rpc("close_run", { run, handed_amount, note: "Compté le soir" }),
    );
  }
  const day = new Date().toISOString().slice(0, 10);
  await call(mariam, "close_drawer", () =>
    mariam.client.rpc("close_drawer", { day, counted: 1_000_000, note: "Compté le soir" }),
  );
}

it("ends with stock, cash and orders that agree", { timeout: shortOrLong(300_000, 3_600_000) }, async () => {
  let left = ORDERS;
  const workOff = async () => {
    while (left > 0) {
      left -= 1;
      await work();
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, workOff));
  // No order is on the road with nobody, and nobody drives what is over.
  expect(
    await sql`
      select o.number, o.stage, s.is_open from orders o left join run_stops s on s.order_id = o.id and s.is_open
      where (o.stage = 'on_road') <> (s.order_id is not null)`,
  ).toEqual([]);
  await closeBooks();
  expect(failures).toEqual([]);

  const stages = await sql<{ stage: string }[]>`select distinct stage from orders order by 1`;
  expect(stages.map(({ stage }) => stage)).toEqual(
    expect.arrayContaining(["cancelled", "delivered", "refused"]),
  );
  // Pieces that left the shop, and have not come back into the stock.
  const stocks = await sql`
    select p.id, p.stock, ${STOCK} - coalesce(sum(
      case when o.status = 'cancelled' and i.returned_quantity = 0 then 0 else i.quantity - coalesce((
        select sum(c.quantity) from counted_in_pieces c
        where c.order_id = i.order_id and c.position = i.position and c.destination = 'stock'
      ), 0) end
    ), 0)::integer as expected
    from products p left join order_items i on i.product_id = p.id left join orders o on o.id = i.order_id
    group by p.id`;
  expect(stocks.filter(({ stock, expected }) => stock !== expected)).toEqual([]);
  expect(
    await sql`
      select o.number, o.status, o.stage, o.paid_amount, o.total_amount, o.credited_amount from orders o
      where o.paid_amount <> private.sum_movements(o.id)
        or o.status = 'completed' and o.paid_amount < o.total_amount - o.credited_amount
        -- More than is due is in the book only with the reason why.
        or o.paid_amount > private.get_due_amount(o)
          and not exists (select from order_events e where e.order_id = o.id and e.conflict is not null)`,
  ).toEqual([]);
  const books = await sql<{ courier_id: string; amount: string }[]>`
    select courier_id, sum(amount)::text as amount from cash_movements
    where to_account = 'courier' and from_account = 'order' group by 1`;
  expect(new Map(books.map(({ courier_id, amount }) => [courier_id, Number(amount)]))).toEqual(taken);
  // What couriers were given has gone to the drawer or into the differences, and customers got back what they were owed.
  const [balance] = await sql<{ courier: number; back: number; orders: number; others: number }[]>`
    select
      coalesce(sum(b.amount) filter (where b.account = 'courier'), 0)::integer as courier,
      (select coalesce(sum(amount), 0)::integer from cash_movements where to_account = 'order') as back,
      -sum(b.amount) filter (where b.account = 'order')::integer as orders,
      sum(b.amount) filter (where b.account <> 'order')::integer as others
    from private.list_cash_balances('infinity') b`;
  expect(balance?.courier).toBe(0);
  expect(balance?.back).toBe(refunded);
  expect(refunded).toBeGreaterThan(0);
  expect(balance?.orders).toBe(balance?.others);
  const [drawer] = await sql`
    select b.amount::integer as amount from private.list_cash_balances(current_date) b where account = 'drawer'`;
  expect(drawer).toEqual({ amount: 1_000_000 });
  await sql`select private.check_cash(1000000)`;
  expect(await sql`select problem_count::integer as problems from cash_checks`).toEqual([{ problems: 0 }]);
  const counts = await sql`
    select i.order_id from order_items i left join counted_in_pieces p using (order_id, position)
    group by i.order_id, i.position, i.counted_in_quantity
    having i.counted_in_quantity <> coalesce(sum(p.quantity), 0)`;
  expect(counts).toHaveLength(0);
  const twice = await sql`
    select order_id from order_events where kind in ('delivered', 'partly_delivered', 'refused') and conflict is null
    group by 1 having count(*) > 1`;
  expect(twice).toHaveLength(0);
});
