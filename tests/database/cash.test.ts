/** The cash book: runs and days are closed, money is moved, carriers settle, and the nightly check finds what differs. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { StaffRole } from "#app/lib/supabase/database.types.ts";
import type { Sql } from "#backend/core/database/database.ts";
import {
  type Actor,
  createCustomerActor,
  createStaff,
  createStaffActor,
  runAs,
  serviceRole,
} from "#tests/support/actors.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/database.ts";
import { createOrderInput, insertOrder, type PricedProduct } from "#tests/support/orders.ts";
import { createProduct } from "#tests/support/products.ts";

let database: TestDatabase;
let admin: Sql;
let api: Sql;
let awa: Actor;
let drill: PricedProduct;
let staff: Record<StaffRole, Actor>;

beforeAll(async () => {
  database = await createTestDatabase();
  admin = database.connect("supabase_admin");
  api = database.connect("authenticator", 10);
  awa = await createCustomerActor(admin, "awa@example.com");
  staff = await createStaff(admin);
  drill = await createProduct(admin, { price: 7500, stock: 10_000 });
  await admin`update public.limits set maximum = 100000 where name like 'order%'`;
});
afterAll(() => database.drop());
beforeEach(async () => {
  // Each test begins with an empty book.
  await admin.unsafe(`
    set session_replication_role = replica;
    truncate public.cash_movements, public.cash_closings, public.cash_checks, public.carriers, public.orders, public.runs cascade;
    set session_replication_role = origin`);
});

async function order(): Promise<{ id: string; number: string; total: number }> {
  const stored = await runAs(api, awa, (tx) =>
    insertOrder(tx, createOrderInput([{ product: drill, quantity: 2 }])),
  );
  return { id: stored.id, number: stored.number, total: stored.total_amount };
}

const record = (actor: Actor, orderId: string, kind: string, data: object = {}) =>
  call(actor, "record_order_event", { id: randomUUID(), order_id: orderId, kind, data });

/** Calls a function with one JSON argument. */
function call(actor: Actor, name: string, argument: object) {
  return runAs(api, actor, (tx) =>
    tx.unsafe(`select * from public.${name}($1::text::jsonb)`, [JSON.stringify(argument)]),
  );
}
const closeRun = (run: string, handed: number, note: string | null = null, actor = staff.manager) =>
  runAs(api, actor, (tx) => tx`select * from public.close_run(${run}, ${handed}, ${note})`);
const closeDrawer = (day: string, counted: number, note: string | null = null, actor = staff.manager) =>
  runAs(
    api,
    actor,
    (tx) => tx`
      select expected_amount::integer as expected, counted_amount as counted
      from public.close_drawer(${day}::text::date, ${counted}, ${note})`,
  );
const move = (from_account: string, to_account: string, amount: number, values: object = {}) =>
  call(staff.manager, "record_cash_movement", {
    id: randomUUID(),
    from_account,
    to_account,
    amount,
    note: "Monnaie",
    ...values,
  });

/** What each account holds: «drawer 5000». */
async function listBalances(actor = staff.manager): Promise<string[]> {
  const rows = await runAs(
    api,
    actor,
    (tx) => tx<{ account: string; amount: string }[]>`select account, amount from public.cash_balances()`,
  );
  return rows
    .filter(({ account }) => account !== "order" && account !== "unrecorded")
    .map(({ account, amount }) => `${account} ${amount}`);
}

/** A run with these orders, on the road. */
async function sendOut(...ids: string[]): Promise<string> {
  const [run] = await admin<{ id: string }[]>`
    insert into public.runs (day, name, courier_id, courier_name, state, out_at)
    values (current_date, 'Tournée', ${staff.courier.id}, 'Issa', 'out', now()) returning id`;
  for (const id of ids) {
    await record(staff.manager, id, "prepared");
    await admin`insert into public.run_stops (run_id, order_id, position) values (${run?.id ?? ""}, ${id}, 1)`;
    await record(staff.courier, id, "on_road");
  }
  return run?.id ?? "";
}

const today = new Date().toISOString().slice(0, 10);
const daysAgo = (count: number) => new Date(Date.now() - count * 86_400_000).toISOString().slice(0, 10);

async function getMessage(work: Promise<unknown>): Promise<string> {
  try {
    await work;
  } catch (error) {
    if (error instanceof Error) return error.message;
  }
  return "";
}

describe("the balances", () => {
  const listBalances = () =>
    admin<{ account: string; amount: number }[]>`
      select account, amount::integer from private.list_cash_balances('infinity') order by account, courier_id, carrier_id`;
  const countFromBook = () =>
    admin<{ account: string; amount: number }[]>`
      select s.account, sum(s.amount)::integer as amount
      from public.cash_movements m cross join lateral private.list_cash_sides(m) s
      group by s.account, s.courier_id, s.carrier_id having sum(s.amount) <> 0
      order by s.account, s.courier_id, s.carrier_id`;
  const write = (daysAgo: number, amount: number) => admin`
    insert into public.cash_movements (at, from_account, to_account, amount)
    values (now() - make_interval(days => ${daysAgo}), 'bank', 'drawer', ${amount})`;

  it("are exact before and after the past days are summed, with late movements and deleted orders", async () => {
    const [state] = await admin<
      { closed: boolean }[]
    >`select exists (select from public.cash_closings) as closed`;
    expect(state).toEqual({ closed: false });
    await write(40, 1000);
    await write(3, 500);
    await write(0, 70);
    expect(await listBalances()).toEqual(await countFromBook());
    const more: boolean[] = [];
    do {
      const [row] = await admin<{ more: boolean }[]>`select private.sum_cash_days() as more`;
      more.push(row?.more ?? false);
    } while (more.at(-1));
    expect(more.length).toBeGreaterThan(1);
    expect(await listBalances()).toEqual(await countFromBook());
    const [sums] = await admin<{ days: number }[]>`
      select count(distinct day)::integer as days from private.cash_day_sums where day < current_date - 1`;
    expect(sums?.days).toBeGreaterThanOrEqual(2);

    await write(3, 25);
    await write(10, 5);
    expect(await listBalances()).toEqual(await countFromBook());
    await admin.begin(async (tx) => {
      await tx`alter table public.cash_movements disable trigger cash_movements_reject_change`;
      await tx`delete from public.cash_movements where amount in (25, 5, 70, 500, 1000) and from_account = 'bank'`;
      await tx`alter table public.cash_movements enable trigger cash_movements_reject_change`;
    });
    expect(await listBalances()).toEqual(await countFromBook());
  });

  it("wait for whoever is writing when a day is summed", async () => {
    await admin`delete from private.cash_day_sums`;
    await admin`delete from private.cash_sums_state`;
    const second = database.connect("supabase_admin");
    let summed: Promise<unknown> = Promise.resolve();
    await second.begin(async (tx) => {
      await tx`
        insert into public.cash_movements (at, from_account, to_account, amount)
        values (now() - interval '2 days', 'bank', 'drawer', 300)`;
      summed = admin`select private.sum_cash_days() as more`.execute();
      await expect
        .poll(
          async () => (await tx`select 1 from pg_locks where locktype = 'advisory' and not granted`).length,
        )
        .toBe(1);
    });
    await summed;
    expect(await listBalances()).toEqual(await countFromBook());
    await admin`truncate public.cash_movements cascade`;
    expect(await listBalances()).toEqual([]);
  });
});

describe("a run", () => {
  it("is closed with what the courier hands in, and again when a phone tells more afterwards", async () => {
    const [first, second] = [await order(), await order()];
    const run = await sendOut(first.id, second.id);
    await record(staff.courier, first.id, "delivered", { cash: first.total });
    const listRuns = () =>
      runAs(
        api,
        staff.sales,
        (tx) => tx`select open_stops, held_amount::integer from public.runs_to_close()`,
      );
    expect(await listRuns()).toEqual([{ open_stops: 1, held_amount: first.total }]);
    expect(await getMessage(closeRun(run, first.total))).toContain("pas encore de résultat");
    await record(staff.courier, second.id, "refused", { reason: "Trop cher" });
    expect(await getMessage(closeRun(run, first.total, null, staff.sales))).toContain("rôle");
    expect(await getMessage(closeRun(run, first.total - 500))).toContain("différence de 500");
    expect(await getMessage(closeRun(run, -1))).toContain("nombre entier");
    expect(await closeRun(run, first.total - 500, "Monnaie perdue")).toMatchObject([
      {
        state: "closed",
        expected_amount: first.total,
        handed_amount: first.total - 500,
        closed_by: "manager",
      },
    ]);
    expect(await listBalances()).toEqual(["difference 500", `drawer ${first.total - 500}`]);
    expect(await getMessage(closeRun(run, 0))).toContain("déjà clôturée");
    expect(await listRuns()).toEqual([]);

    // The other phone took cash at the door of the second one.
    await record(staff.courier, second.id, "delivered", { cash: 1000 });
    expect(await listRuns()).toEqual([{ open_stops: 0, held_amount: 1000 }]);
    await closeRun(run, 1200, "200 de trop");
    expect(await listBalances()).toEqual(["difference 300", `drawer ${first.total + 700}`]);
    expect(await listRuns()).toEqual([]);
  });

  it("keeps its courier in the team until it is closed and the cash is handed in", async () => {
    const { id, total } = await order();
    const run = await sendOut(id);
    const remove = () =>
      runAs(api, staff.owner, (tx) => tx`select public.remove_administrator(${staff.courier.id}::uuid)`);
    const setRole = (role: string) =>
      runAs(api, staff.owner, (tx) => tx`select public.set_staff_role(${staff.courier.id}::uuid, ${role})`);
    for (const leave of [remove, () => setRole("stock")]) {
      expect(await getMessage(leave())).toMatch(/^La tournée « .* » du .* de courier n'est pas clôturée/);
    }
    // Managers drive, too.
    await setRole("manager");
    await setRole("courier");
    await record(staff.courier, id, "delivered", { cash: total - 500 });
    await closeRun(run, total - 500);
    await record(staff.courier, id, "paid", { cash: 500 });
    expect(await getMessage(remove())).toContain("diffèrent de 500 XOF");
    await closeRun(run, 500);
    expect(await listBalances()).toEqual([`drawer ${total}`]);
    // In a transaction that is taken back, as the others need the courier.
    const kept = runAs(api, serviceRole, async (tx) => {
      await tx`delete from public.admin_users where id = ${staff.courier.id}`;
      throw new Error("removed");
    });
    expect(await getMessage(kept)).toBe("removed");
  });

  it("is closed with a note that is longer than one of the book", async () => {
    const { id, total } = await order();
    const run = await sendOut(id);
    await record(staff.courier, id, "delivered", { cash: total });
    await closeRun(run, total, "n".repeat(600));
    expect(await listBalances()).toEqual([`drawer ${total}`]);
  });

  it("that has not left cannot be closed", async () => {
    const [run] = await admin<{ id: string }[]>`
      insert into public.runs (day, name) values (current_date, 'Demain') returning id`;
    expect(await getMessage(closeRun(run?.id ?? "", 0))).toContain("pas encore partie");
    expect(await getMessage(closeRun(randomUUID(), 0))).toContain("n'existe plus");
  });
});

describe("a day", () => {
  it("is closed once, with the difference, and later movements fall on the next one", async () => {
    const sold = await order();
    await record(staff.manager, sold.id, "delivered", { cash: sold.total });
    const yesterday = daysAgo(1);
    expect(await getMessage(closeDrawer(today, sold.total - 1))).toContain("différence de 1");
    expect(await getMessage(closeDrawer("2099-01-01", 0))).toContain("pas encore passé");
    expect(await getMessage(closeDrawer("-infinity", 0))).toContain("trop ancien");
    expect(await getMessage(closeDrawer(today, 0, null, staff.sales))).toContain("rôle");
    // Nothing of yesterday is in the drawer: what is counted then came from elsewhere.
    expect(await closeDrawer(yesterday, 500, "Fond de caisse")).toEqual([{ expected: 0, counted: 500 }]);
    expect(await closeDrawer(today, sold.total + 400, "Cent francs manquent")).toEqual([
      { expected: sold.total + 500, counted: sold.total + 400 },
    ]);
    expect(await getMessage(closeDrawer(today, 0))).toContain("déjà clôturée");
    expect(await getMessage(closeDrawer(daysAgo(3), 0))).toContain("déjà clôturée");

    await move("drawer", "bank", 1000);
    expect(
      await admin`
        select book_day::text as day, amount from public.cash_movements order by book_day, amount`,
    ).toEqual([
      { day: yesterday, amount: 500 },
      { day: today, amount: 100 },
      { day: today, amount: sold.total },
      { day: daysAgo(-1), amount: 1000 },
    ]);
    expect(await listBalances()).toEqual(["bank 1000", "difference -400", `drawer ${sold.total - 600}`]);
    const [sum] = await admin`
      select count(*)::integer from private.list_cash_balances('infinity') b
      join (
        select account, sum(amount) as amount from (
          select to_account::text as account, amount from public.cash_movements
          union all select from_account::text, -amount from public.cash_movements
        ) m group by 1
      ) whole using (account, amount)`;
    // From the closings, or from all movements: the balances are the same.
    expect(sum).toEqual({ count: 4 });
  });

  it("is not added to by whoever writes while it is being closed", async () => {
    const writer = database.connect("supabase_admin", 1);
    let closing: ReturnType<typeof closeDrawer> | undefined;
    await writer.begin(async (tx) => {
      await tx`insert into public.cash_movements (from_account, to_account, amount) values ('bank', 'drawer', 700)`;
      closing = closeDrawer(today, 700);
      await expect
        .poll(
          async () => (await admin`select from pg_locks where locktype = 'advisory' and not granted`).length,
        )
        .toBe(1);
    });
    expect(await closing).toEqual([{ expected: 700, counted: 700 }]);
  });
});

describe("a movement", () => {
  it("goes between the shop's own accounts, is stored once and taken back once", async () => {
    const movement = {
      id: randomUUID(),
      from_account: "drawer",
      to_account: "expense",
      amount: 900,
      note: "Taxi",
    };
    await call(staff.manager, "record_cash_movement", movement);
    await call(staff.manager, "record_cash_movement", movement);
    expect(await listBalances()).toEqual(["drawer -900", "expense 900"]);
    for (const corrected of [{ amount: 5 }, { note: "Essence" }, { reference: "Reçu 12" }]) {
      expect(
        await getMessage(call(staff.manager, "record_cash_movement", { ...movement, ...corrected })),
      ).toContain("autre contenu");
    }
    const reverse = (id: string, note = "Erreur") =>
      runAs(api, staff.manager, (tx) => tx`select public.reverse_cash_movement(${id}, ${note})`);
    expect(await getMessage(reverse(movement.id, " "))).toContain("motif");
    await reverse(movement.id);
    expect(await listBalances()).toEqual([]);
    expect(await getMessage(reverse(movement.id))).toContain("déjà annulé");
  });

  it("that paid an order is taken back, and the order is to be collected again", async () => {
    const sold = await order();
    await record(staff.manager, sold.id, "delivered", { cash: sold.total });
    const findPayments = () => admin<{ id: string }[]>`
      select id from public.cash_movements where order_id = ${sold.id} and from_account = 'order' order by recorded_at`;
    const [first] = await findPayments();
    const reverse = (id = "") =>
      runAs(api, staff.manager, (tx) => tx`select public.reverse_cash_movement(${id}, 'Autre commande')`);
    const readOrder = async () =>
      (
        await admin`
      select stage, status, paid_amount, completed_at is not null as is_completed,
        (select count(*)::integer from public.mails where subject_id = ${sold.id}) as mails
      from public.orders where id = ${sold.id}`
      )[0];
    const completed = await readOrder();
    expect(completed).toMatchObject({ status: "completed", mails: 2 });
    await reverse(first?.id);
    expect(await readOrder()).toEqual({
      ...completed,
      status: "processing",
      paid_amount: 0,
      is_completed: false,
    });
    expect(await listBalances()).toEqual([]);
    expect(await getMessage(reverse(first?.id))).toContain("déjà annulé");
    const [report] = await runAs(
      api,
      staff.manager,
      (tx) => tx`
      select cash::integer, refunded::integer from public.cash_report(current_date, current_date)`,
    );
    expect(report).toEqual({ cash: 0, refunded: 0 });

    await record(staff.manager, sold.id, "paid", { cash: sold.total });
    expect(await readOrder()).toEqual(completed);
    // What the money was given back for is not given back again.
    await admin`update public.orders set credited_amount = 1 where id = ${sold.id}`;
    await call(staff.manager, "refund_order", {
      id: randomUUID(),
      order_id: sold.id,
      amount: 1,
      method: "cash",
    });
    const [, second] = await findPayments();
    expect(await getMessage(reverse(second?.id))).toContain("remboursé");
    // A refund that was noted by mistake is taken back, too.
    const [refund] = await admin<{ id: string }[]>`
      select id from public.cash_movements where order_id = ${sold.id} and to_account = 'order' and reverses_id is null`;
    await reverse(refund?.id);
    expect(await readOrder()).toMatchObject({ status: "completed", paid_amount: sold.total });
    expect(await listBalances()).toEqual([`drawer ${sold.total}`]);
    const listToRefund = () =>
      runAs(api, staff.manager, (tx) => tx`select refundable from public.orders_to_refund()`);
    expect(await listToRefund()).toEqual([{ refundable: 1 }]);
    const [later] = await runAs(
      api,
      staff.manager,
      (tx) => tx`select cash::integer, refunded::integer from public.cash_report(current_date, current_date)`,
    );
    expect(later).toEqual({ cash: sold.total, refunded: 0 });
    expect(await getMessage(reverse(refund?.id))).toContain("déjà annulé");
    // What is owed again when the payment goes, is paid again when the refund comes back.
    await call(staff.manager, "refund_order", {
      id: randomUUID(),
      order_id: sold.id,
      amount: 1,
      method: "mobile_money",
      reference: "OM-7",
    });
    await admin.begin(async (tx) => {
      await tx`select set_config('yaare.recording_event', ${sold.id}, true)`;
      await tx`update public.orders set credited_amount = 0, status = 'processing' where id = ${sold.id}`;
    });
    const [again] = await admin<{ id: string }[]>`
      select id from public.cash_movements where order_id = ${sold.id} and from_account = 'mobile_money'`;
    await reverse(again?.id);
    expect(await readOrder()).toMatchObject({ status: "completed", paid_amount: sold.total });
  });

  it("from one order to another is a credit, and no money of the report", async () => {
    const [first, second] = [await order(), await order()];
    await record(staff.manager, first.id, "delivered", { cash: first.total });
    await admin`update public.orders set credited_amount = 500 where id = ${first.id}`;
    const credit = {
      id: randomUUID(),
      order_id: first.id,
      amount: 500,
      method: "order",
      to_number: second.number,
    };
    await call(staff.manager, "refund_order", credit);
    const report = await runAs(
      api,
      staff.manager,
      (tx) => tx`
      select orders::integer, cash::integer, refunded::integer from public.cash_report(current_date, current_date)`,
    );
    expect(report).toEqual([{ orders: 1, cash: first.total, refunded: 0 }]);
  });

  it("by a reference that has paid before is to be looked at, unless one customer pays two orders", async () => {
    const [first, second, own] = [await order(), await order(), await order()];
    await admin`update public.orders set customer_phone = '76 00 00 01' where id = ${second.id}`;
    const pay = async (actor: Actor, { id }: { id: string }, reference: string) => {
      const [told] = await record(actor, id, "paid", { mobile_money: 1000, reference });
      return told?.message ?? null;
    };
    expect(await pay(staff.manager, first, "MP2711.1204.A77")).toBeNull();
    expect(await pay(staff.manager, own, "MP2711.1204.A77")).toBeNull();
    expect(await pay(staff.manager, second, "mp 27111204a77")).toBe(
      `La référence mp 27111204a77 a déjà payé la commande ${first.number}`,
    );
    expect(await pay(staff.manager, first, "MP2711.1204.A77")).toContain("déjà notée pour cette commande");
    expect(await pay(staff.manager, first, "Orange")).toBeNull();
    expect(await pay(staff.manager, second, "Orange")).toBeNull();
    // All of them are in the book.
    expect(await listBalances()).toEqual(["mobile_money 6000"]);
  });

  it("of mobile money that was taken back is neither in the sum of its run nor at its stop", async () => {
    const sold = await order();
    const run = await sendOut(sold.id);
    await record(staff.courier, sold.id, "delivered", {
      cash: 1000,
      mobile_money: 2500,
      reference: "MP2711.1530.B12",
    });
    const readRun = async () => {
      const [read] = await runAs(
        api,
        staff.manager,
        (tx) => tx`
          select r.mobile_money::integer as of_run, s.stop -> 'cash' as cash, s.stop -> 'mobile_money' as mobile_money
          from public.runs_to_close() r, jsonb_array_elements(public.get_run(r.id) -> 'stops') s (stop)
          where r.id = ${run}`,
      );
      return read;
    };
    expect(await readRun()).toEqual({ of_run: 2500, cash: 1000, mobile_money: 2500 });
    const [told] = await admin<{ id: string }[]>`
      select id from public.cash_movements where order_id = ${sold.id} and amount = 2500`;
    await runAs(
      api,
      staff.manager,
      (tx) => tx`select public.reverse_cash_movement(${told?.id ?? ""}, 'Jamais arrivé')`,
    );
    expect(await readRun()).toEqual({ of_run: 0, cash: 1000, mobile_money: 0 });
    const readClosing = async (actor: Actor) => {
      const [row] = await runAs(
        api,
        actor,
        (tx) => tx`select public.get_run(${run}) -> 'closing' as closing`,
      );
      return row?.closing;
    };
    expect(await readClosing(staff.manager)).toBeNull();
    await closeRun(run, 900, "Monnaie");
    const closing = { expected_amount: 1000, handed_amount: 900, note: "Monnaie" };
    expect(await readClosing(staff.manager)).toMatchObject(closing);
    expect(await readClosing(staff.stock)).toBeNull();
  });

  it("that a second phone of a courier told is taken back, before the run is closed and after", async () => {
    const sold = await order();
    const run = await sendOut(sold.id);
    await record(staff.courier, sold.id, "delivered", { cash: sold.total });
    const lines = [{ position: 1, quantity: 1 }];
    await record(staff.courier, sold.id, "partly_delivered", { cash: sold.total - 7500, lines });
    await record(staff.courier, sold.id, "paid", { cash: 300 });
    const reverseToo = async (amount: number) => {
      const [told] = await admin<{ id: string }[]>`
        select id from public.cash_movements where order_id = ${sold.id} and amount = ${amount} and from_account = 'order'`;
      await runAs(
        api,
        staff.manager,
        (tx) => tx`select public.reverse_cash_movement(${told?.id ?? ""}, 'Deux téléphones')`,
      );
    };
    await reverseToo(sold.total - 7500);
    expect(await listBalances()).toEqual([`courier ${sold.total + 300}`]);
    await closeRun(run, sold.total, "300 de trop");
    await reverseToo(300);
    await closeRun(run, 0, "Ce n'était pas de trop");
    expect(await listBalances()).toEqual([`drawer ${sold.total}`]);
    const [report] = await runAs(
      api,
      staff.manager,
      (tx) => tx`select cash::integer, refunded::integer from public.cash_report(current_date, current_date)`,
    );
    expect(report).toEqual({ cash: sold.total, refunded: 0 });
    const [closing] = await admin<{ id: string }[]>`
      select id from public.cash_movements where run_id = ${run} and to_account = 'drawer'`;
    expect(
      await getMessage(
        runAs(api, staff.manager, (tx) => tx`select public.reverse_cash_movement(${closing?.id ?? ""}, 'x')`),
      ),
    ).toContain("par un livreur");
  });

  it.each([
    ["order", "drawer", 5, {}, "invalide"],
    ["drawer", "drawer", 5, {}, "invalide"],
    ["courier", "drawer", 5, {}, "invalide"],
    ["drawer", "difference", 5, {}, "invalide"],
    ["drawer", "bank", 0, {}, "nombre entier"],
    ["drawer", "bank", 1.5, {}, "nombre entier"],
    ["drawer", "bank", 5, { id: "x" }, "invalide"],
    ["drawer", "expense", 5, { note: " " }, "motif est requis"],
    ["drawer", "bank", 5, { reference: "x".repeat(101) }, "trop long"],
  ])("from %s to %s of %s %j is refused", async (from, to, amount, values, reason) => {
    expect(await getMessage(move(from, to, amount, values))).toContain(reason);
    expect(await admin`select from public.cash_movements`).toHaveLength(0);
  });

  it("is found by its account, page by page, newest first", async () => {
    for (const amount of [1, 2, 3, 4, 5]) await move(amount % 2 ? "drawer" : "mobile_money", "bank", amount);
    const list = async (account: string | null, skip: number, actor = staff.sales) => {
      const rows = await runAs(
        api,
        actor,
        (tx) => tx<{ amount: number }[]>`
          select amount from public.list_cash_movements(${account}, skip => ${skip}, take => 2)`,
      );
      return rows.map(({ amount }) => amount);
    };
    expect([await list(null, 0), await list(null, 2), await list(null, 4)]).toEqual([[5, 4], [3, 2], [1]]);
    expect([await list("drawer", 0), await list("drawer", 2)]).toEqual([[5, 3], [1]]);
    expect(await list("mobile_money", 0)).toEqual([4, 2]);
    expect(await list(null, -1)).toEqual([5, 4]);
    expect(await list(null, 0, staff.courier)).toEqual([]);
  });

  it("is in the report by day, courier and zone", async () => {
    const [first, second] = [await order(), await order()];
    await sendOut(first.id);
    await record(staff.courier, first.id, "delivered", { cash: first.total });
    await record(staff.manager, second.id, "delivered", { mobile_money: second.total, reference: "OM-1" });
    const report = (from: string, to: string) =>
      runAs(
        api,
        staff.sales,
        (tx) => tx`
          select day::text, collector, orders::integer, cash::integer, mobile_money::integer
          from public.cash_report(${from}::text::date, ${to}::text::date)`,
      );
    expect(await report(daysAgo(1), today)).toEqual([
      { day: today, collector: null, orders: 1, cash: 0, mobile_money: second.total },
      { day: today, collector: "courier", orders: 1, cash: first.total, mobile_money: 0 },
    ]);
    // Another courier of that name has a name, and lines, of their own; so has a former one.
    const namesake = await createStaffActor(admin, "courier@autre.example.com", "courier");
    await admin`update public.runs set courier_id = ${namesake.id}`;
    const third = await order();
    await sendOut(third.id);
    await record(staff.courier, third.id, "delivered", { cash: third.total });
    const listCouriers = async () =>
      (await report(today, today)).map(({ collector, cash }) => [collector, cash]).slice(1);
    expect(await listCouriers()).toEqual([
      ["courier", third.total],
      ["courier (2)", first.total],
    ]);
    await admin`delete from public.admin_users where id = ${namesake.id}`;
    await admin`update public.runs set courier_name = 'courier' where courier_id = ${namesake.id}`;
    expect(await listCouriers()).toEqual([
      ["courier", third.total],
      ["courier (ancien)", first.total],
    ]);
    expect(await getMessage(report("2020-01-01", today))).toContain("une année");
    expect(await getMessage(report(today, daysAgo(1)))).toContain("une année");
    expect(await getMessage(report("-infinity", "infinity"))).toContain("une année");
  });
});

describe("the nightly check", () => {
  it("compares all orders once a day, a part at a time, and names those that differ", async () => {
    const orders = [await order(), await order(), await order()];
    const check = async () => {
      const [row] = await admin<{ more: boolean }[]>`select private.check_cash(2) as more`;
      return row?.more;
    };
    const wrong = orders[1];
    await admin.unsafe(`
      set session_replication_role = replica;
      update public.orders set paid_amount = 5 where id = '${wrong?.id}';
      set session_replication_role = origin`);
    expect([await check(), await check(), await check()]).toEqual([true, false, false]);
    expect(
      await runAs(
        api,
        staff.sales,
        (tx) => tx`select orders_count::integer, problem_count::integer, problems from public.cash_checks`,
      ),
    ).toEqual([
      {
        orders_count: 3,
        problem_count: 1,
        problems: [{ id: wrong?.id, number: wrong?.number, paid: 5, booked: 0 }],
      },
    ]);
  });
});

describe("a carrier", () => {
  let carrier: string;
  beforeEach(async () => {
    const [row] = await admin<{ id: string }[]>`
      insert into public.carriers (name) values ('Sahel Express') returning id`;
    carrier = row?.id ?? "";
  });

  const hand = (parcels: object[], actor = staff.manager) =>
    runAs(
      api,
      actor,
      (tx) =>
        tx`select public.hand_to_carrier(${carrier}, ${JSON.stringify(parcels)}::text::jsonb) as handed`,
    );
  async function handNew(tracking_number: string) {
    const parcel = await order();
    await record(staff.manager, parcel.id, "prepared");
    await hand([{ number: parcel.number, tracking_number }]);
    return parcel;
  }
  const settle = (rows: object[], id: string = randomUUID(), actor = staff.manager) =>
    call(actor, "import_settlement", {
      id,
      carrier_id: carrier,
      account: "bank",
      file_name: "mars.csv",
      rows,
    }).then(() => id);
  const resolve = (settlement: string, position: number, number: string | null, note: string | null) =>
    runAs(
      api,
      staff.manager,
      (tx) => tx`select public.resolve_settlement_row(${settlement}, ${position}, ${number}, ${note})`,
    );
  const listRows = () => admin`
    select number, amount, result, expected_amount from public.carrier_settlement_rows order by position`;
  const getStage = async (id: string) => {
    const [row] = await admin<{ stage: string; status: string; paid_amount: number }[]>`
      select stage, status, paid_amount from public.orders where id = ${id}`;
    return row;
  };

  it("takes prepared orders only, each once, and gives them back", async () => {
    const parcel = await order();
    expect(await getMessage(hand([{ number: parcel.number }]))).toContain("n'est pas préparée");
    expect(await getMessage(hand([{ number: "ORD-0" }]))).toContain("n'existe pas");
    expect(await getMessage(hand([]))).toContain("1 à 200");
    await record(staff.manager, parcel.id, "prepared");
    expect(await getMessage(hand([{ number: parcel.number }], staff.sales))).toContain("rôle");
    expect(await hand([{ number: parcel.number, tracking_number: "SX-1" }])).toEqual([{ handed: 1 }]);
    expect(await hand([{ number: parcel.number, tracking_number: "SX-1" }])).toEqual([{ handed: 0 }]);
    expect(await getStage(parcel.id)).toMatchObject({ stage: "on_road" });
    const other = await order();
    await record(staff.manager, other.id, "prepared");
    expect(await getMessage(hand([{ number: other.number, tracking_number: "sx 1" }]))).toContain(
      "autre colis",
    );
    await runAs(api, staff.manager, (tx) => tx`select public.take_back_parcel(${parcel.id})`);
    expect(await getStage(parcel.id)).toMatchObject({ stage: "prepared" });
    const run = await sendOut();
    await admin`insert into public.run_stops (run_id, order_id, position) values (${run}, ${other.id}, 1)`;
    expect(await getMessage(hand([{ number: other.number }]))).toContain("dans une tournée");
    const fetched = await order();
    await record(staff.manager, fetched.id, "prepared");
    await admin`update public.orders set pickup_point_name = 'Dépôt' where id = ${fetched.id}`;
    expect(await getMessage(hand([{ number: fetched.number }]))).toContain("retirée en magasin");
  });

  it("gets a tracking number once, and holds no cash of an order that came back or that the settler drove", async () => {
    const [first, second] = [await order(), await order()];
    const run = await sendOut(first.id, second.id);
    await admin`update public.runs set courier_id = ${staff.manager.id} where id = ${run}`;
    for (const { id } of [first, second]) await record(staff.manager, id, "absent");
    const attempts = [first, second].map(({ number }) =>
      getMessage(hand([{ number, tracking_number: "SX-7" }])),
    );
    expect((await Promise.all(attempts)).sort()).toEqual(["", expect.stringContaining("autre colis")]);
    await hand([{ number: first.number, tracking_number: "SX-7" }]).catch(() => null);
    const [parcel] = await admin<{ order_id: string }[]>`select order_id from public.carrier_parcels`;
    const [driven, other] = parcel?.order_id === first.id ? [first, second] : [second, first];
    await hand([{ number: other.number }]);
    await record(staff.sales, other.id, "absent");
    await record(staff.owner, other.id, "delivered", { cash: other.total });
    expect(await listBalances()).toEqual([`drawer ${other.total}`]);
    await settle([{ number: "SX-7", amount: driven.total }]);
    expect(await listBalances()).toEqual([`bank ${driven.total}`, `drawer ${other.total}`]);
    expect(
      await getMessage(call(staff.manager, "import_settlement", { id: "x", carrier_id: "y" })),
    ).toContain("1 à 500 lignes");
    const rows = Array.from({ length: 11 }, () => ({ number: "SX-8", amount: 100_000_000 }));
    expect(await getMessage(settle(rows))).toContain("trop élevé");
    expect(await getMessage(settle(rows.slice(1), "x"))).toContain("invalide");
  });

  it("passes on what it collected of an order that came back after all", async () => {
    const [refused, absent] = [await handNew("SX-5"), await handNew("SX-6")];
    await record(staff.manager, refused.id, "paid", { cash: refused.total });
    await record(staff.manager, refused.id, "refused", { reason: "Abîmé" });
    await record(staff.manager, absent.id, "paid", { cash: 1000 });
    await record(staff.manager, absent.id, "absent");
    await settle([
      { number: "SX-5", amount: refused.total },
      { number: "SX-6", amount: 1000 },
    ]);
    expect((await listRows()).map(({ result }) => result)).toEqual(["matched", "matched"]);
    expect(await getStage(absent.id)).toMatchObject({ stage: "prepared", paid_amount: 1000 });
    expect(await listBalances()).toEqual([`bank ${refused.total + 1000}`]);
    // The second attempt is to be settled by itself.
    await hand([{ number: absent.number, tracking_number: "SX-6" }]);
    await settle([{ number: "SX-6", amount: absent.total - 1000 }]);
    expect(await getStage(absent.id)).toMatchObject({
      stage: "delivered",
      status: "completed",
      paid_amount: absent.total,
    });
    expect(await listBalances()).toEqual([`bank ${refused.total + absent.total}`]);
  });

  it("sends rows too many, which are settled without a parcel and without money that never came", async () => {
    const [refused, kept] = [await handNew("SX-11"), await handNew("SX-12")];
    const settlement = await settle([
      { number: "SX-11", amount: 0 },
      { number: "SX-12", amount: kept.total - 5 },
      { number: "SX-12", amount: kept.total - 5 },
      { number: "SX-12", amount: 7 },
    ]);
    expect((await listRows()).map(({ result }) => result)).toEqual(Array(4).fill("differs"));
    await record(staff.manager, refused.id, "refused", { reason: "Abîmé" });
    await resolve(settlement, 1, null, null);
    expect(await getStage(refused.id)).toMatchObject({ stage: "refused", paid_amount: 0 });
    await resolve(settlement, 2, null, "Frais");
    // The same parcel once more: what is left of the row is its amount, which came, or did not.
    expect(await getMessage(resolve(settlement, 3, null, null))).toContain("Expliquez la différence");
    await runAs(
      api,
      staff.manager,
      (tx) => tx`select public.resolve_settlement_row(${settlement}, 3, null, 'En double', false)`,
    );
    await resolve(settlement, 4, null, "Pourboire");
    expect(await getStage(kept.id)).toMatchObject({ stage: "delivered", paid_amount: kept.total });
    expect(await listBalances()).toEqual([`bank ${kept.total + 2}`, "difference -2"]);
    const back = await handNew("SX-13");
    await record(staff.manager, back.id, "refused", { reason: "Abîmé" });
    await settle([{ number: "SX-13", amount: 0 }]);
    expect((await listRows()).find(({ number }) => number === "SX-13")).toMatchObject({ result: "matched" });
  });

  it("has nothing of what the customer pays at the counter, once the parcel is back", async () => {
    const parcel = await handNew("SX-1");
    await record(staff.manager, parcel.id, "paid", { cash: 1000 });
    await record(staff.manager, parcel.id, "absent");
    await record(staff.manager, parcel.id, "delivered", { cash: parcel.total - 1000 });
    expect(await listBalances()).toEqual(["carrier 1000", `drawer ${parcel.total - 1000}`]);
    await settle([{ number: "SX-1", amount: 1000 }]);
    expect((await listRows()).map(({ result }) => result)).toEqual(["matched"]);
    expect(await listBalances()).toEqual(["bank 1000", `drawer ${parcel.total - 1000}`]);
  });

  it("leaves no money with a parcel that another attempt replaces", async () => {
    const parcel = await handNew("SX-1");
    await record(staff.manager, parcel.id, "paid", { cash: 1000 });
    await record(staff.manager, parcel.id, "absent");
    const [other] = await admin<{ id: string }[]>`
      insert into public.carriers (name) values ('Rapide') returning id`;
    const first = carrier;
    for (const next of [other?.id ?? "", first]) {
      carrier = next;
      expect(await getMessage(hand([{ number: parcel.number, tracking_number: "R-1" }]))).toContain(
        `a encaissé la commande ${parcel.number}`,
      );
    }
    await settle([{ number: "SX-1", amount: 1000 }]);
    carrier = other?.id ?? "";
    await hand([{ number: parcel.number, tracking_number: "R-1" }]);
    await settle([{ number: "R-1", amount: parcel.total - 1000 }]);
    expect(await listBalances()).toEqual([`bank ${parcel.total}`]);
  });

  it("is asked for what it collected, of the last attempt and of what came back, and for nothing that was paid before", async () => {
    const [refused, again, paid] = [await handNew("SX-40"), await handNew("SX-41"), await order()];
    for (const { id } of [refused, again]) await record(staff.manager, id, "paid", { cash: 5000 });
    await record(staff.manager, refused.id, "refused", { reason: "Abîmé" });
    await record(staff.manager, again.id, "absent");
    await settle([{ number: "SX-41", amount: 5000 }]);
    await hand([{ number: again.number, tracking_number: "SX-42" }]);
    await record(staff.manager, paid.id, "paid", { cash: paid.total });
    await record(staff.manager, paid.id, "prepared");
    await hand([{ number: paid.number, tracking_number: "SX-43" }]);
    const listOpen = async () => {
      const rows = await runAs(
        api,
        staff.manager,
        (tx) => tx<{ tracking_number: string; stage: string; amount: number }[]>`
          select tracking_number, stage, amount from public.open_parcels()`,
      );
      return rows.map((row) => `${row.tracking_number} ${row.stage} ${row.amount}`);
    };
    const others = ["SX-40 refused 5000", `SX-42 on_road ${again.total - 5000}`];
    expect(await listOpen()).toEqual([...others, "SX-43 on_road 0"]);
    await record(staff.manager, paid.id, "delivered");
    expect(await listOpen()).toEqual(others);
  });

  it("may list what was settled before in each settlement: only what is new has arrived", async () => {
    const [first, part, next] = [await handNew("SX-1"), await handNew("SX-2"), await handNew("SX-3")];
    const rows = [
      { number: "SX-1", amount: first.total },
      { number: "SX-2", amount: 1000 },
    ];
    const settlement = await settle(rows);
    await resolve(settlement, 2, null, "Le reste suit");
    const balances = [`bank ${first.total + 1000}`, `difference ${part.total - 1000}`];
    expect(await listBalances()).toEqual(balances);
    // Of a parcel that was paid in part, the same amount may be another part.
    const cumulated = [...rows, { number: "sx 3", amount: next.total }];
    await settle(cumulated);
    expect(
      await admin`
      select r.result, r.expected_amount, r.note from public.carrier_settlement_rows r
      where r.settlement_id <> ${settlement} order by r.position`,
    ).toEqual([
      { result: "resolved", expected_amount: 0, note: expect.stringMatching(/^Reçu avec le relevé du \d\d/) },
      { result: "settled_before", expected_amount: null, note: null },
      { result: "matched", expected_amount: null, note: null },
    ]);
    expect(await listBalances()).toEqual([
      `bank ${first.total + 1000 + 1000 + next.total}`,
      "carrier -1000",
      balances[1],
    ]);
    expect(
      await admin`
      select total_amount from public.carrier_settlements where id <> ${settlement}`,
    ).toEqual([{ total_amount: 1000 + next.total }]);
  });

  it("settles what matches; what differs, is unknown or missing stays until it is resolved", async () => {
    const [paid, told, short, missing] = [
      await handNew("SX-1"),
      await handNew("SX-2"),
      await handNew("SX-3"),
      await handNew("SX-4"),
    ];
    // The desk knows already: the cash lies with the carrier all the same.
    await record(staff.manager, told.id, "delivered", { cash: told.total });
    expect(await listBalances()).toEqual([`carrier ${told.total}`]);
    // Something of it came back already: the carrier has collected all of it all the same.
    await admin`update public.orders set credited_amount = 7500 where id = ${told.id}`;
    const rows = [
      { number: "sx1", amount: paid.total },
      // The digits of its order alone.
      { number: told.number.slice(4), amount: told.total },
      { number: "SX-3", amount: short.total - 300 },
      { number: "SX-9", amount: 4000 },
      { number: "SX-1", amount: paid.total },
    ];
    expect(await getMessage(settle(rows, randomUUID(), staff.sales))).toContain("rôle");
    expect(await getMessage(settle([{ number: "SX-1", amount: -5 }]))).toContain("montant entier");
    expect(await getMessage(settle([{ number: "SX-1" }]))).toContain("montant entier");
    const settlement = await settle(rows);
    await settle(rows, settlement);
    expect(await getMessage(settle(rows.slice(1), settlement))).toContain("autre contenu");
    // The same file again, or a part of it.
    expect(await getMessage(settle(rows.slice(1)))).toContain("déjà été importées");
    expect((await listRows()).map(({ result }) => result)).toEqual([
      "matched",
      "matched",
      "differs",
      "unknown",
      "settled_before",
    ]);
    expect(await getStage(paid.id)).toEqual({
      stage: "delivered",
      status: "completed",
      paid_amount: paid.total,
    });
    expect(await getStage(short.id)).toMatchObject({ stage: "on_road", paid_amount: 0 });
    const total = rows.reduce((sum, { amount }) => sum + amount, 0);
    expect(await listBalances()).toEqual([`bank ${total}`, `carrier ${paid.total + told.total - total}`]);

    expect(await getMessage(resolve(settlement, 3, null, null))).toContain("différence de 300");
    await resolve(settlement, 3, null, "Frais retenus");
    await resolve(settlement, 4, missing.number, "Numéro mal lu");
    await resolve(settlement, 5, null, "Payé deux fois");
    expect(await getMessage(resolve(settlement, 5, null, "Encore"))).toContain("déjà réglée");
    expect(await getMessage(resolve(settlement, 9, null, null))).toContain("n'existe pas");
    expect(await getStage(short.id)).toMatchObject({ status: "completed", paid_amount: short.total });
    expect(await getStage(missing.id)).toMatchObject({ status: "completed", paid_amount: missing.total });
    const customersPaid = paid.total + told.total + short.total + missing.total;
    expect(await listBalances()).toEqual([`bank ${total}`, `difference ${customersPaid - total}`]);
    expect(await admin`select from public.carrier_parcels where settled_at is null`).toHaveLength(0);
  });
});
