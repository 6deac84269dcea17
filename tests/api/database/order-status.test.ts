/** What becomes of an order: administrators move it on, and a cancellation gives the stock back once. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Sql } from "../../../backend/core/database.ts";
import { createTestDatabase, type TestDatabase } from "../../support/database.ts";
import { type Actor, as, createAdministrator, createCustomer, failureOf, service } from "./actors.ts";
import { createGoods, type Goods, insertOrder, orderOf, stockOf } from "./goods.ts";

let database: TestDatabase;
let admin: Sql;
let api: Sql;
let awa: Actor;
let administrator: Actor;
let drill: Goods;
let orderId: string;

beforeAll(async () => {
  database = await createTestDatabase();
  admin = database.connect("supabase_admin");
  api = database.connect("authenticator", 10);
  awa = await createCustomer(admin, "awa@example.com");
  administrator = await createAdministrator(admin, "admin@example.com");
});
afterAll(() => database.drop());
beforeEach(async () => {
  drill = await createGoods(admin, 7500, 10);
  orderId = (await as(api, awa, (tx) => insertOrder(tx, orderOf([{ goods: drill, quantity: 4 }])))).id;
});

/** Moves the order; returns how many rows changed. */
const move = async (status: string, reason: string | null = null, actor: Actor = administrator) => {
  const rows = await as(
    api,
    actor,
    (tx) => tx`
      update public.orders set status = ${status}, cancellation_reason = ${reason} where id = ${orderId} returning id`,
  );
  return rows.length;
};

describe("an administrator", () => {
  it.each([["processing", "completed"], ["completed"], ["processing", "cancelled"], ["cancelled"]])(
    "moves an order to %s %s",
    async (...path) => {
      for (const status of path) {
        expect(await move(status, status === "cancelled" ? "Client injoignable" : null)).toBe(1);
      }
      // Each state that it came to has its moment, no other has one.
      const [moments] = await admin<Record<string, Date | null>[]>`
        select processing_at as processing, completed_at as completed, cancelled_at as cancelled
        from public.orders where id = ${orderId}`;
      const passed = Object.entries(moments ?? {}).filter(([, moment]) => moment instanceof Date);
      expect(passed.map(([status]) => status)).toEqual(path);
    },
  );

  it.each([
    ["completed", "pending"],
    ["completed", "cancelled"],
    ["cancelled", "pending"],
    ["cancelled", "completed"],
    ["processing", "pending"],
  ])("does not move it from %s to %s", async (from, to) => {
    await move(from, from === "cancelled" ? "Doublon" : null);
    expect(await failureOf(move(to, to === "cancelled" ? "Doublon" : null))).toBe("YA006");
  });

  it("says why an order is cancelled", async () => {
    expect(await failureOf(move("cancelled"))).toBe("YA006");
    expect(await failureOf(move("cancelled", "   "))).toBe("YA006");
    expect(await failureOf(move("cancelled", "x".repeat(501)))).toBe("YA006");
    expect(await failureOf(move("processing", "sans objet"))).toBe("YA006");
    expect(await move("cancelled", "x".repeat(500))).toBe(1);
  });

  it("finds no status of another name", async () => {
    expect(await failureOf(move("en_attente"))).toBe("23514");
  });
});

describe("others", () => {
  it("a customer changes no order, not even the own one", async () => {
    expect(await move("cancelled", "Je ne veux plus", awa)).toBe(0);
    expect(await stockOf(admin, drill)).toBe(6);
  });

  it("the service moves orders as an administrator does", async () => {
    expect(await move("processing", null, service)).toBe(1);
    expect(await move("cancelled", "Rupture", service)).toBe(1);
    expect(await failureOf(move("completed", null, service))).toBe("YA006");
  });

  it("nobody deletes an order through the API but the service", async () => {
    for (const actor of [awa, administrator]) {
      const statement = as(api, actor, (tx) => tx`delete from public.orders where id = ${orderId}`);
      expect(await failureOf(statement)).toBe("42501");
    }
  });
});

describe("stock", () => {
  it("comes back with a cancellation, and only once when it is sent many times at once", async () => {
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, () => failureOf(move("cancelled", "Doublon"))),
    );
    expect(outcomes).toEqual(outcomes.map(() => null));
    expect(await stockOf(admin, drill)).toBe(10);
  });

  it("stays taken when the order is completed", async () => {
    await move("completed");
    expect(await stockOf(admin, drill)).toBe(6);
  });
});
