/** Order status changes: administrators change the status, and a cancellation restores the stock once. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { NEXT_STATUSES, transitions } from "#app/features/admin/shared/labels/order-statuses.ts";
import { ORDER_STATUS_VALUES, type OrderStatus } from "#app/lib/supabase/database.types.ts";
import type { Sql } from "#backend/core/database/database.ts";
import {
  type Actor,
  createAdministratorActor,
  createCustomerActor,
  getSqlState,
  runAs,
  serviceRole,
} from "#tests/support/actors.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/database.ts";
import { createOrderInput, getStock, insertOrder, type PricedProduct } from "#tests/support/orders.ts";
import { createProduct } from "#tests/support/products.ts";

let database: TestDatabase;
let admin: Sql;
let api: Sql;
let awa: Actor;
let administrator: Actor;
let drill: PricedProduct;
let orderId: string;

beforeAll(async () => {
  database = await createTestDatabase();
  admin = database.connect("supabase_admin");
  api = database.connect("authenticator", 10);
  awa = await createCustomerActor(admin, "awa@example.com");
  administrator = await createAdministratorActor(admin, "admin@example.com");
});
afterAll(() => database.drop());
beforeEach(async () => {
  drill = await createProduct(admin, { price: 7500, stock: 10 });
  orderId = (
    await runAs(api, awa, (tx) => insertOrder(tx, createOrderInput([{ product: drill, quantity: 4 }])))
  ).id;
});

/** Updates the status; returns the number of changed rows. */
const updateStatus = async (status: string, reason: string | null = null, actor: Actor = administrator) => {
  const rows = await runAs(
    api,
    actor,
    (tx) => tx`
      update public.orders set status = ${status}, cancellation_reason = ${reason} where id = ${orderId} returning id`,
  );
  return rows.length;
};

const updateStatusWithReason = (status: string) =>
  updateStatus(status, status === "cancelled" ? "Client injoignable" : null);

/** Takes the order to a status, by statuses before it; returns all that it had since it was pending. */
async function reachStatus(status: OrderStatus): Promise<OrderStatus[]> {
  if (status === "pending") return [];
  const before = await reachStatus(transitions[status].from[0] ?? "pending");
  await updateStatusWithReason(status);
  return [...before, status];
}

describe("an administrator", () => {
  it.each(
    ORDER_STATUS_VALUES.flatMap((from) =>
      ORDER_STATUS_VALUES.filter((to) => to !== from).map((to) => [from, to] as const),
    ),
  )("changes %s to %s as the admin area offers it", async (from, to) => {
    const passed = await reachStatus(from);
    const isOffered = to !== "pending" && transitions[to].from.includes(from);
    if (!isOffered) return expect(await getSqlState(updateStatusWithReason(to))).toBe("YA006");
    expect(await updateStatusWithReason(to)).toBe(1);
    // Each status that it went through has a timestamp, no other has one.
    const [stored] = await admin<{ row: Record<string, unknown> }[]>`
      select to_jsonb(o) as row from public.orders o where id = ${orderId}`;
    expect(NEXT_STATUSES.filter((status) => stored?.row[`${status}_at`]).sort()).toEqual(
      [...passed, to].sort(),
    );
  });

  it("gives a reason for a cancellation", async () => {
    expect(await getSqlState(updateStatus("cancelled"))).toBe("YA006");
    expect(await getSqlState(updateStatus("cancelled", "   "))).toBe("YA006");
    expect(await getSqlState(updateStatus("cancelled", "x".repeat(501)))).toBe("YA006");
    expect(await getSqlState(updateStatus("processing", "sans objet"))).toBe("YA006");
    expect(await updateStatus("cancelled", "x".repeat(500))).toBe(1);
  });

  it("cannot cancel what was delivered and is still to be paid", async () => {
    await updateStatus("processing");
    await admin`update public.orders set stage = 'delivered' where id = ${orderId}`;
    await expect(updateStatus("cancelled", "Doublon")).rejects.toThrow(
      "Une commande livrée ne s'annule plus : enregistrez un retour",
    );
  });

  it("cannot set an unknown status", async () => {
    expect(await getSqlState(updateStatus("en_attente"))).toBe("23514");
  });
});

it("every status is in the sums of the dashboard", async () => {
  const sums = await runAs(api, administrator, (tx) => tx`select status from public.orders_by_status()`);
  expect(sums.map(({ status }) => status).sort()).toEqual([...ORDER_STATUS_VALUES].sort());
});

describe("other callers", () => {
  it("a customer cannot change an order, not even their own", async () => {
    expect(await updateStatus("cancelled", "Je ne veux plus", awa)).toBe(0);
    expect(await getStock(admin, drill)).toBe(6);
  });

  it("the service role changes orders as an administrator does", async () => {
    expect(await updateStatus("processing", null, serviceRole)).toBe(1);
    expect(await updateStatus("cancelled", "Rupture", serviceRole)).toBe(1);
    expect(await getSqlState(updateStatus("completed", null, serviceRole))).toBe("YA006");
  });

  it("only the service role deletes orders through the API", async () => {
    for (const actor of [awa, administrator]) {
      const statement = runAs(api, actor, (tx) => tx`delete from public.orders where id = ${orderId}`);
      expect(await getSqlState(statement)).toBe("42501");
    }
  });
});

describe("stock", () => {
  it("is restored by a cancellation, and only once when it is sent many times at once", async () => {
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, () => getSqlState(updateStatus("cancelled", "Doublon"))),
    );
    expect(outcomes).toEqual(outcomes.map(() => null));
    expect(await getStock(admin, drill)).toBe(10);
  });

  it("is not restored when the order is completed", async () => {
    await updateStatus("completed");
    expect(await getStock(admin, drill)).toBe(6);
  });
});
