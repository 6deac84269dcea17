/** Runs: what fits into one, sending it out, what its courier reads, and the proof of a delivery. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Sql } from "#backend/core/database/database.ts";
import {
  type Actor,
  createCustomerActor,
  createStaffActor,
  getSqlState,
  runAs,
} from "#tests/support/actors.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/database.ts";
import { createOrderInput, insertOrder, type PricedProduct } from "#tests/support/orders.ts";
import { createProduct } from "#tests/support/products.ts";

let database: TestDatabase;
let admin: Sql;
let api: Sql;
let awa: Actor;
let owner: Actor;
let issa: Actor;
let drill: PricedProduct;
let today: string;
let tomorrow: string;

beforeAll(async () => {
  database = await createTestDatabase();
  admin = database.connect("supabase_admin");
  api = database.connect("authenticator", 10);
  awa = await createCustomerActor(admin, "awa@example.com");
  owner = await createStaffActor(admin, "owner@example.com", "owner");
  issa = await createStaffActor(admin, "issa@example.com", "courier");
  drill = await createProduct(admin, { price: 7500, stock: 1000 });
  const [days] = await admin<{ today: string; tomorrow: string }[]>`
    select (now() at time zone 'UTC')::date::text as today, ((now() at time zone 'UTC')::date + 1)::text as tomorrow`;
  today = days?.today ?? "";
  tomorrow = days?.tomorrow ?? "";
});
afterAll(() => database.drop());
beforeEach(async () => {
  await admin`update public.order_settings set delivery_proof = 'none'`;
});

interface Run {
  id: string;
  state: string;
  updated_at: string;
  proof: string;
}
interface Stop {
  order_id: string;
  is_open: boolean;
  due_amount: number;
  lines: { position: number; quantity: number; credits: number[] }[];
  outcome: { kind: string; conflict: string | null } | null;
}

async function createOrder(changes: Record<string, unknown> = {}, quantity = 2): Promise<string> {
  const { id } = await runAs(api, awa, (tx) =>
    insertOrder(tx, createOrderInput([{ product: drill, quantity }])),
  );
  await record(id, "prepared");
  if (Object.keys(changes).length > 0) {
    await admin`update public.orders set ${admin(changes)} where id = ${id}`;
  }
  return id;
}

interface Outcome {
  outcome: string;
  message: string | null;
  stage: string;
  status: string;
}
async function record(
  order: string,
  kind: string,
  data: object = {},
  actor = owner,
  id: string = randomUUID(),
  /** What the phone says of the moment, and of the run. */
  reported: { at?: string; run_id?: string } = {},
): Promise<Outcome | undefined> {
  const event = JSON.stringify({ id, order_id: order, kind, data, ...reported });
  const [outcome] = await runAs(
    api,
    actor,
    (tx) => tx<Outcome[]>`select * from public.record_order_event(${event}::text::jsonb)`,
  );
  return outcome;
}

async function saveRun(
  orders: string[],
  changes: Record<string, unknown> = {},
  expected: string | null = null,
): Promise<Run> {
  const run = JSON.stringify({
    day: today,
    name: "Patte d'Oie",
    courier_id: issa.id,
    order_ids: orders,
    ...changes,
  });
  const [saved] = await runAs(
    api,
    owner,
    (tx) => tx<Run[]>`select id, state, updated_at::text, proof
      from public.save_run(${run}::text::jsonb, ${expected}::text::timestamptz)`,
  );
  if (!saved) throw new Error("no run");
  return saved;
}
async function sendOut(run: Run, actor = owner): Promise<Run | undefined> {
  const [sent] = await runAs(
    api,
    actor,
    (tx) => tx<Run[]>`select id, state, updated_at::text, proof from public.send_out_run(${run.id})`,
  );
  return sent;
}
async function listStops(actor: Actor): Promise<Stop[]> {
  const [row] = await runAs(
    api,
    actor,
    (tx) => tx<{ runs: { stops: Stop[] }[] }[]>`select public.courier_runs() as runs`,
  );
  return row?.runs.flatMap(({ stops }) => stops) ?? [];
}
async function findStop(order: string, actor = issa): Promise<Stop | undefined> {
  return (await listStops(actor)).find(({ order_id }) => order_id === order);
}
async function getMessage(work: Promise<unknown>): Promise<string> {
  try {
    await work;
  } catch (error) {
    if (error instanceof Error) return error.message;
  }
  return "";
}
const getStage = async (order: string) => {
  const [row] = await admin`select stage from public.orders where id = ${order}`;
  return row?.stage;
};
/** Run by the owner's connection: a run that is out would stay in the way of the next test. */
const close = (run: Run) => admin`
  update public.runs set state = 'closed', closed_at = now(), handed_amount = 0 where id = ${run.id}`;

describe("a planned run", () => {
  it("is what the planner saved last, and its orders are no longer to plan", async () => {
    const [first, second, third] = [await createOrder(), await createOrder(), await createOrder()];
    const listToPlan = async () => {
      const rows = await runAs(
        api,
        owner,
        (tx) => tx<{ id: string }[]>`select id from public.orders_to_plan(${today})`,
      );
      return rows.map(({ id }) => id).filter((id) => [first, second, third].includes(id));
    };
    const id = randomUUID();
    const run = await saveRun([first, second], { id });
    // The form was sent twice.
    expect(await saveRun([first, second], { id })).toMatchObject({ id, state: "planned" });
    expect(await listToPlan()).toEqual([third]);
    expect(await getSqlState(saveRun([third], { id }, run.updated_at))).toBe("PT409");
    const [current] = await admin<
      { updated_at: string }[]
    >`select updated_at::text from public.runs where id = ${id}`;
    const saved = await saveRun([third, first], { id }, current?.updated_at);
    expect(
      await admin`select order_id, position from public.run_stops where run_id = ${id} order by position`,
    ).toEqual([
      { order_id: third, position: 1 },
      { order_id: first, position: 2 },
    ]);
    const [summary] = await runAs(
      api,
      owner,
      (tx) =>
        tx`select id, stops, open_stops, due_amount, total from public.list_runs(${today}) where id = ${id}`,
    );
    expect(summary).toMatchObject({ stops: 2, open_stops: 2, total: "1" });
    // Its courier does not see it yet.
    expect(await listStops(issa)).toEqual([]);
    await runAs(api, owner, (tx) => tx`select public.take_out_of_run(${id}, ${third})`);
    expect(await listToPlan()).toEqual([second, third]);
    expect(await getSqlState(saveRun([first], { id }, saved.updated_at))).toBe("PT409");
    await runAs(api, owner, (tx) => tx`select public.delete_run(${id})`);
    expect(await listToPlan()).toEqual([first, second, third]);
    expect(await getSqlState(saveRun([first], { id }, saved.updated_at))).toBe("PT404");
    expect(await getSqlState(runAs(api, owner, (tx) => tx`select public.delete_run(${id})`))).toBe(null);
  });

  it("takes only the orders that fit", async () => {
    const planned = await createOrder();
    const run = await saveRun([planned], { name: "Déjà là" });
    const unprepared = await runAs(api, awa, (tx) =>
      insertOrder(tx, createOrderInput([{ product: drill, quantity: 1 }])),
    );
    const takenAlong = await createOrder({ source: "counter", shipping_address: { address: "", city: "" } });
    const offered = await runAs(
      api,
      owner,
      (tx) => tx<{ id: string }[]>`select id from public.orders_to_plan(${today})`,
    );
    expect(offered.map(({ id }) => id)).not.toContain(takenAlong);
    const attempts: [orders: string[], reason: string, changes?: Record<string, unknown>][] = [
      [[randomUUID()], "n'existe plus"],
      [[planned, planned], "qu'une fois"],
      [[planned], "déjà dans la tournée « Déjà là »"],
      [[unprepared.id], "n'est pas encore préparée"],
      [[await createOrder({ pickup_point_name: "Magasin" })], "retirée en magasin"],
      [[takenAlong], "retirée en magasin"],
      [[await createOrder({ delivery_day: tomorrow })], "est à livrer le"],
      [["x"], "tournée est invalide"],
      [[], "Choisissez le jour", { day: "2026-02-31" }],
      [[], "jour de la tournée est passé", { day: "2026-01-01" }],
      [[], "trop lointain", { day: "2999-01-01" }],
      [[], "un nom de 100 caractères", { name: " " }],
      [[], "ne fait pas de livraisons", { courier_id: awa.id }],
    ];
    for (const [orders, reason, changes] of attempts) {
      expect(await getMessage(saveRun(orders, changes))).toContain(reason);
    }
    // What is late fits.
    const late = await createOrder({ delivery_day: "2026-01-02" });
    const late_run = await saveRun([late], {});
    for (const { id } of [run, late_run]) {
      await runAs(api, owner, (tx) => tx`select public.delete_run(${id})`);
    }
  });

  it("holds an order once, however many plan it at the same moment", async () => {
    const order = await createOrder();
    const attempts = await Promise.all([1, 2, 3].map(() => getSqlState(saveRun([order]))));
    expect(attempts.sort()).toEqual([null, "YA010", "YA010"].sort());
    await admin`delete from public.runs where state = 'planned'`;
  });
});

describe("a run that is sent out", () => {
  it("has a courier and orders, which are on the road", async () => {
    const order = await createOrder();
    const run = await saveRun([order], { courier_id: null });
    expect(await getMessage(sendOut(run))).toContain("Donnez d'abord la tournée à un livreur");
    expect(await getMessage(saveRun([], {}).then((empty) => sendOut(empty)))).toContain("aucune commande");
    const given = await saveRun([order], { id: run.id }, run.updated_at);
    expect(await sendOut(given)).toMatchObject({ state: "out", proof: "none" });
    expect(await sendOut(given)).toMatchObject({ state: "out" });
    expect(await getStage(order)).toBe("on_road");
    expect(
      await admin`select kind, data ->> 'courier' as courier from public.order_events
        where order_id = ${order} and kind = 'on_road'`,
    ).toEqual([{ kind: "on_road", courier: expect.any(String) }]);
    expect(await getMessage(saveRun([], { id: run.id }, given.updated_at))).not.toBe("");
    expect(await getSqlState(runAs(api, owner, (tx) => tx`select public.delete_run(${run.id})`))).toBe(
      "YA010",
    );
    await close(run);
    await admin`delete from public.runs where state = 'planned'`;
  });

  it("does not leave with an order that was cancelled, or postponed", async () => {
    const [kept, cancelled, postponed] = [await createOrder(), await createOrder(), await createOrder()];
    const run = await saveRun([kept, cancelled, postponed]);
    await record(cancelled, "cancelled", { reason: "Le client a appelé" });
    await admin`update public.orders set delivery_day = ${tomorrow} where id = ${postponed}`;
    expect(await getMessage(sendOut(run))).toContain("est à livrer le");
    await runAs(api, owner, (tx) => tx`select public.take_out_of_run(${run.id}, ${postponed})`);
    expect(await sendOut(run)).toMatchObject({ state: "out" });
    expect([await getStage(kept), await getStage(cancelled)]).toEqual(["on_road", "cancelled"]);
    await close(run);
  });

  it("waits in the list of today until it is closed, and says of which day it is to another run", async () => {
    const order = await createOrder();
    const run = await saveRun([order]);
    const list = async (day: string) => {
      const rows = await runAs(
        api,
        owner,
        (tx) => tx<{ day: string }[]>`
          select day::text from public.list_runs(${day}::text::date) where id = ${run.id}`,
      );
      return rows.map((row) => row.day);
    };
    const [former] = await admin<{ day: string; shown: string }[]>`
      update public.runs set day = current_date - 3 where id = ${run.id}
      returning day::text, to_char(day, 'DD/MM/YYYY') as shown`;
    expect(await list(today)).toEqual([former?.day]);
    expect(await list(former?.day ?? "")).toEqual([former?.day]);
    expect(await list(tomorrow)).toEqual([]);
    expect(await getMessage(saveRun([order]))).toContain(`du ${former?.shown}`);
    await admin`update public.runs set state = 'out', out_at = now() where id = ${run.id}`;
    expect(await list(today)).toEqual([former?.day]);
    await admin`
      update public.runs set state = 'closed', closed_at = now(), handed_amount = 0 where id = ${run.id}`;
    expect(await list(today)).toEqual([]);
    await admin`update public.run_stops set is_open = false where run_id = ${run.id}`;
  });

  it("loses an order that stays in the shop, but not the cash that was taken for it", async () => {
    const order = await createOrder();
    const run = await saveRun([order]);
    await sendOut(run);
    const takeOut = () => runAs(api, owner, (tx) => tx`select public.take_out_of_run(${run.id}, ${order})`);
    await takeOut();
    expect(await getStage(order)).toBe("prepared");
    expect(await findStop(order)).toMatchObject({ is_open: false, outcome: null });
    expect(await getSqlState(takeOut())).toBe("PT404");
    expect(await record(order, "delivered", { cash: 1000 }, issa)).toMatchObject({ outcome: "recorded" });
    await close(run);
  });

  it("leaves the outcome of an order to the courier who has it now", async () => {
    const order = await createOrder();
    const run = await saveRun([order]);
    await sendOut(run);
    await record(order, "absent", {}, issa);
    await close(run);
    const other = await createStaffActor(admin, `${randomUUID()}@example.com`, "courier");
    const next = await saveRun([order], { courier_id: other.id });
    await sendOut(next);
    const message = "Cette commande est partie avec un autre livreur";
    const refused = await record(order, "refused", { reason: "Trop cher" }, issa);
    expect(refused).toMatchObject({ outcome: "conflict", message, stage: "on_road" });
    // Cash is never refused, and counts once.
    const paid = { cash: 500 };
    expect(await record(order, "delivered", paid, issa)).toMatchObject({
      outcome: "conflict",
      stage: "on_road",
    });
    expect(await record(order, "delivered", paid, issa)).toMatchObject({
      outcome: "known",
      stage: "on_road",
    });
    expect(await findStop(order, other)).toMatchObject({ is_open: true, outcome: null });
    expect(await record(order, "delivered", {}, other)).toMatchObject({ outcome: "recorded" });
    await close(next);
  });

  it("is told of for a week after it was closed, and then by the shop alone", async () => {
    const order = await createOrder();
    const run = await saveRun([order]);
    await sendOut(run);
    await record(order, "absent", {}, issa);
    await close(run);
    const closeBefore = (days: number) =>
      admin`update public.runs set closed_at = now() - make_interval(days => ${days}) where id = ${run.id}`;
    await closeBefore(6);
    expect(await record(order, "note", { text: "Portail bleu" }, issa)).toMatchObject({
      outcome: "recorded",
    });
    await closeBefore(8);
    for (const named of [undefined, run.id]) {
      const told = record(order, "refused", { reason: "Trop cher" }, issa, randomUUID(), { run_id: named });
      expect(await getSqlState(told)).toBe("42501");
    }
    expect(await getStage(order)).toBe("prepared");
  });
});

describe("a courier", () => {
  it("reads what is needed of the own orders, and nothing else of the shop", async () => {
    const order = await createOrder({}, 3);
    const run = await saveRun([order]);
    await sendOut(run);
    const stop = await findStop(order);
    const [due] = await admin`select total_amount from public.orders where id = ${order}`;
    expect(stop).toMatchObject({
      is_open: true,
      due_amount: due?.total_amount,
      lines: [{ position: 1, quantity: 3, credits: [7500, 15_000, 22_500] }],
      outcome: null,
    });
    expect(
      Object.keys(stop ?? {})
        .sort()
        .join(" "),
    ).toBe(
      "address customer_name due_amount half_day is_open lines notes number order_id outcome paid_amount paid_references phone position stage weekdays",
    );
    const other = await createStaffActor(admin, `${randomUUID()}@example.com`, "courier");
    expect(await listStops(other)).toEqual([]);
    expect(await listStops(awa)).toEqual([]);
    // A line of a thousand bricks is refused in part, too.
    await admin`update public.order_items set quantity = 1000, unit_price = 75 where order_id = ${order}`;
    const [line] = (await findStop(order))?.lines ?? [];
    expect([line?.quantity, line?.credits.length, line?.credits.at(-1)]).toEqual([1000, 1000, 75_000]);
    await admin`update public.order_items set quantity = 3, unit_price = 7500 where order_id = ${order}`;
    for (const table of ["orders", "order_items", "order_events", "order_settings", "profiles"]) {
      const own = table === "profiles" ? ` where id <> '${issa.id}'` : "";
      expect(await runAs(api, issa, (tx) => tx.unsafe(`select from public.${table}${own}`))).toHaveLength(0);
    }
    expect(await runAs(api, other, (tx) => tx`select from public.runs`)).toHaveLength(0);
    expect(await runAs(api, issa, (tx) => tx`select from public.runs where id = ${run.id}`)).toHaveLength(1);
    await close(run);
    expect(await findStop(order)).toBeUndefined();
  });

  it("reads no run and no cash any more once they have left the staff", async () => {
    const leaver = await createStaffActor(admin, `${randomUUID()}@example.com`, "courier");
    const order = await createOrder();
    const run = await saveRun([order], { courier_id: leaver.id });
    await sendOut(run);
    await admin`
      insert into public.cash_movements (at, from_account, to_account, amount, order_id, run_id, courier_id)
      values (now(), 'order', 'courier', 100, ${order}, ${run.id}, ${leaver.id})`;
    const count = async (table: string) =>
      (await runAs(api, leaver, (tx) => tx.unsafe(`select from public.${table}`))).length;
    const tables = ["runs", "run_stops", "cash_movements"];
    expect(await Promise.all(tables.map(count))).toEqual([1, 1, 1]);
    await admin`delete from public.admin_users where id = ${leaver.id}`;
    expect(await Promise.all(tables.map(count))).toEqual([0, 0, 0]);
  });

  it("postpones a delivery by an absence, and the order can be planned again", async () => {
    const order = await createOrder({ delivery_day: today, delivery_half: "morning" });
    const run = await saveRun([order]);
    await sendOut(run);
    expect(await record(order, "absent", { day: tomorrow }, issa)).toMatchObject({ stage: "prepared" });
    expect(await findStop(order)).toMatchObject({ is_open: false, outcome: { kind: "absent" } });
    expect(
      await admin`select delivery_day::text, delivery_half from public.orders where id = ${order}`,
    ).toEqual([{ delivery_day: tomorrow, delivery_half: null }]);
    const next = await saveRun([order], { day: tomorrow });
    await sendOut(next);
    // A day that does not exist postpones to no other day.
    expect(await record(order, "absent", { day: "2027-02-31" }, issa)).toMatchObject({ outcome: "recorded" });
    expect(await admin`select delivery_day::text from public.orders where id = ${order}`).toEqual([
      { delivery_day: tomorrow },
    ]);
    // A day that the zone does not serve is kept as it was agreed on, and looked at.
    const [zone] = await admin<{ id: string }[]>`
      insert into public.delivery_zones (name, days)
      values ('Tougan', ${[new Date(tomorrow).getUTCDay() || 7]}) returning id`;
    await admin`update public.orders set zone_id = ${zone?.id ?? ""} where id = ${order}`;
    const third = await saveRun([order], { day: tomorrow });
    await sendOut(third);
    const after = new Date(Date.parse(tomorrow) + 86_400_000).toISOString().slice(0, 10);
    expect(await record(order, "absent", { day: after }, issa)).toMatchObject({
      outcome: "conflict",
      message: expect.stringContaining("« Tougan »"),
      stage: "prepared",
    });
    expect(await getMessage(record(order, "absent", { day: after }, owner))).toContain("« Tougan »");
    await admin`update public.orders set delivery_day = ${tomorrow} where id = ${order}`;
    await close(third);
    await admin`delete from public.delivery_zones where id = ${zone?.id ?? ""}`;
    await record(order, "delivered", {}, issa);
    // Both runs are out: each has its own outcome of the order.
    const outcomes = (await listStops(issa)).filter(({ order_id }) => order_id === order);
    expect(outcomes.map(({ outcome }) => outcome?.kind)).toEqual(["absent", "absent"]);
    await close(run);
    await close(next);
  });

  it("is over with an absence that the desk is told, and the order can be planned again", async () => {
    const order = await createOrder();
    const run = await saveRun([order]);
    await sendOut(run);
    expect(await record(order, "absent", {}, owner)).toMatchObject({ stage: "prepared" });
    expect(await findStop(order)).toMatchObject({ is_open: false });
    const next = await saveRun([order], { day: tomorrow });
    // Of a run that is planned, nothing has been tried yet.
    await record(order, "absent", {}, owner);
    expect(await admin`select order_id from public.run_stops where run_id = ${next.id} and is_open`).toEqual([
      { order_id: order },
    ]);
    await close(run);
  });

  it("tells of an absence with a clock that is slow, and of the run that the phone names", async () => {
    const order = await createOrder({ delivery_day: today });
    const [first, slow] = [await saveRun([order]), "2026-01-01T08:00:00Z"];
    await sendOut(first);
    const tell = (data: object, reported: { at?: string; run_id?: string }) =>
      record(order, "absent", data, issa, randomUUID(), reported);
    expect(await tell({}, { at: slow })).toMatchObject({ outcome: "recorded", stage: "prepared" });
    const second = await saveRun([order]);
    // From another phone, while the order is planned again.
    expect(await tell({ day: tomorrow }, { run_id: first.id })).toMatchObject({ stage: "prepared" });
    expect(await admin`select delivery_day::text as day from public.orders where id = ${order}`).toEqual([
      { day: today },
    ]);
    await sendOut(second);
    const [earlier] = await admin<
      { at: string }[]
    >`select out_at::text as at from public.runs where id = ${first.id}`;
    for (const reported of [{ at: earlier?.at ?? "" }, { run_id: first.id }]) {
      expect(await tell({}, reported)).toMatchObject({ outcome: "recorded", stage: "on_road" });
    }
    const isOpen = () => admin`select is_open from public.run_stops where order_id = ${order} and is_open`;
    expect(await isOpen()).toHaveLength(1);
    expect(await tell({}, { at: slow, run_id: second.id })).toMatchObject({ stage: "prepared" });
    expect(await isOpen()).toHaveLength(0);
    await close(first);
    await close(second);
  });

  it("counts a payment once that two phones tell, and each instalment", async () => {
    const order = await createOrder();
    const run = await saveRun([order]);
    await sendOut(run);
    const [due] = await admin<{ total: number }[]>`
      select total_amount as total from public.orders where id = ${order}`;
    const rest = (due?.total ?? 0) - 1000;
    await record(order, "delivered", {}, issa);
    for (const cash of [500, 500, rest]) {
      expect(await record(order, "paid", { cash }, issa)).toMatchObject({ outcome: "recorded" });
    }
    expect(await record(order, "paid", { cash: rest }, issa)).toMatchObject({ outcome: "known" });
    // Another amount is other money.
    expect(await record(order, "paid", { cash: 700 }, issa)).toMatchObject({ outcome: "conflict" });
    const [held] = await admin`select private.get_run_cash(${run.id})::integer as cash`;
    expect(held).toEqual({ cash: rest + 1700 });
    await close(run);
  });

  it("leaves no stop open of what is over, and none closed of what is still on the road", async () => {
    const order = await createOrder();
    const run = await saveRun([order]);
    await sendOut(run);
    const [due] = await admin<{ total: number }[]>`
      select total_amount as total from public.orders where id = ${order}`;
    // Nothing is left of it, yet cash was taken: twice, by two phones.
    const refused = { cash: 500, lines: [{ position: 1, quantity: 2 }] };
    expect(await record(order, "partly_delivered", refused, issa)).toMatchObject({
      outcome: "conflict",
      stage: "on_road",
    });
    expect(await record(order, "partly_delivered", refused, issa)).toMatchObject({ outcome: "known" });
    expect(await findStop(order)).toMatchObject({ is_open: true });
    await record(order, "absent", {}, issa);
    const next = await saveRun([order], { day: tomorrow });
    // The customer came running after the courier, and paid the rest later.
    expect(await record(order, "delivered", {}, issa)).toMatchObject({
      stage: "delivered",
      status: "processing",
    });
    expect(await admin`select from public.run_stops where order_id = ${order} and is_open`).toHaveLength(0);
    expect(await record(order, "delivered", { cash: (due?.total ?? 0) - 500 }, issa)).toMatchObject({
      outcome: "conflict",
      status: "completed",
    });
    await close(run);
    await runAs(api, owner, (tx) => tx`select public.delete_run(${next.id})`);
  });

  it("is not signed out in the middle of a run, other staff is", async () => {
    const order = await createOrder();
    const run = await saveRun([order]);
    const isOpen = async (actor: Actor) => {
      const session = randomUUID();
      await admin`
        insert into auth.sessions (id, user_id, created_at)
        values (${session}, ${actor.id}, now() - make_interval(mins => (select admin_idle_minutes + 1 from public.security_settings)))`;
      const [row] = await admin.begin(async (tx) => {
        await tx`select set_config('request.jwt.claims', ${JSON.stringify({ sub: actor.id, role: "authenticated", session_id: session })}, true)`;
        await tx`set local role authenticated`;
        return tx<{ access: string }[]>`select public.get_admin_access() as access`;
      });
      return row?.access;
    };
    expect(await isOpen(issa)).toBe("idle");
    await sendOut(run);
    expect(await isOpen(issa)).toBe("granted");
    expect(await isOpen(owner)).toBe("idle");
    await close(run);
    expect(await isOpen(issa)).toBe("idle");
  });
});

describe("the proof of a delivery", () => {
  const findCode = async (order: string, actor: Actor) => {
    const [row] = await runAs(
      api,
      actor,
      (tx) => tx<{ code: string | null }[]>`select public.delivery_code(${order}) as code`,
    );
    return row?.code ?? null;
  };

  it("is the code that only the customer and the desk read", async () => {
    await admin`update public.order_settings set delivery_proof = 'code'`;
    const [right, wrong, missing] = [await createOrder(), await createOrder(), await createOrder()];
    const run = await saveRun([right, wrong, missing]);
    expect(await findCode(right, awa)).toBe(null);
    expect(await sendOut(run)).toMatchObject({ proof: "code" });
    const code = await findCode(right, awa);
    expect(code).toMatch(/^\d{4}$/);
    expect(await findCode(right, owner)).toBe(code);
    expect(await findCode(right, issa)).toBe(null);
    expect(await getSqlState(runAs(api, issa, (tx) => tx`select from private.delivery_codes`))).toBe("42501");
    const cash = (await findStop(right))?.due_amount;
    expect(await record(right, "delivered", { cash, code }, issa)).toMatchObject({
      outcome: "recorded",
      status: "completed",
    });
    expect(await findCode(right, awa)).toBe(null);
    const other = String((Number(await findCode(wrong, owner)) + 1) % 10_000).padStart(4, "0");
    for (const [order, data, reason] of [
      [wrong, { cash, code: other }, "Le code du client est faux"],
      [missing, { cash }, "Le code du client manque"],
    ] as const) {
      expect(await record(order, "delivered", data, issa)).toMatchObject({
        outcome: "conflict",
        message: reason,
        status: "completed",
      });
      expect(await findStop(order)).toMatchObject({ outcome: { kind: "delivered", conflict: reason } });
    }
    const [summary] = await runAs(
      api,
      owner,
      (tx) => tx`select conflicts, due_amount from public.list_runs(${today}) where id = ${run.id}`,
    );
    expect(summary).toEqual({ conflicts: 2, due_amount: "0" });
    await close(run);
  });

  it("is a photo that the courier of the stop uploads, and the desk sees", async () => {
    await admin`update public.order_settings set delivery_proof = 'photo'`;
    const [shown, bare] = [await createOrder(), await createOrder()];
    const run = await saveRun([shown, bare]);
    const event = randomUUID();
    const upload = (actor: Actor, name: string) =>
      getSqlState(
        runAs(
          api,
          actor,
          (tx) => tx`insert into storage.objects (bucket_id, name) values ('delivery-proofs', ${name})`,
        ),
      );
    const name = `${shown}/${event}.jpg`;
    expect(await upload(issa, name)).toBe("42501");
    await sendOut(run);
    const other = await createStaffActor(admin, `${randomUUID()}@example.com`, "courier");
    for (const [actor, path] of [
      [awa, name],
      [other, name],
      [issa, `${shown}/x.jpg`],
      [issa, `${randomUUID()}/${event}.jpg`],
    ] as const) {
      expect(await upload(actor, path)).toBe("42501");
    }
    expect(await upload(issa, name)).toBe(null);
    const read = (actor: Actor) =>
      runAs(api, actor, (tx) => tx`select name from storage.objects where bucket_id = 'delivery-proofs'`);
    expect(await read(owner)).toEqual([{ name }]);
    expect(await read(issa)).toEqual([]);
    expect(await read(awa)).toEqual([]);
    expect(await record(shown, "delivered", {}, issa, event)).toMatchObject({ outcome: "recorded" });
    expect(await record(bare, "delivered", {}, issa)).toMatchObject({
      outcome: "conflict",
      message: "La photo de la livraison manque",
    });
    // A phone that sends again and again does not fill the disk.
    for (let i = 0; i < 20; i++) expect(await upload(issa, `${bare}/${randomUUID()}.jpg`)).toBe(null);
    expect(await upload(issa, `${bare}/${randomUUID()}.jpg`)).toBe("42501");
    await close(run);
  });
});
