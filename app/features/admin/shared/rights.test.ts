import { expect, test } from "vitest";
import { mayOpen } from "./rights.ts";

const stock = new Set(["orders.read", "orders.prepare", "returns.receive", "stock.count"]);
const courier = new Set(["runs.drive"]);

test.each([
  ["/admin/dashboard", true, true],
  ["/admin/security", true, true],
  ["/admin/nothing", true, true],
  ["/admin/orders?search=ORD-000001", true, false],
  ["/admin/orders/1/slip", true, false],
  ["/admin/orders/1/edit", false, false],
  ["/admin/orders/1/split", false, false],
  ["/admin/products", true, false],
  ["/admin/products?sort=stock", true, false],
  ["/admin/products/edit/1", false, false],
  ["/admin/products/new", false, false],
  ["/admin/users", false, false],
  ["/admin/users/administrators", false, false],
  ["/admin/settings", false, false],
  ["/admin/desk/confirm", false, false],
  ["/admin/desk/prepare", true, false],
  ["/admin/desk/late", true, false],
  ["/admin/cash/report", false, false],
  ["/admin/returns/count-in", true, false],
  ["/admin/returns/refunds", false, false],
])("%s is open to the stock (%s) and to a courier (%s)", (path, forStock, forCourier) => {
  expect([mayOpen(path, stock), mayOpen(path, courier)]).toEqual([forStock, forCourier]);
});
