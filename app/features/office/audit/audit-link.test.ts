import { expect, it } from "vitest";
import type { AuditEntry } from "./audit.queries.ts";
import { rowAddress } from "./audit-link.ts";

const entry = (values: Partial<AuditEntry>): AuditEntry => ({
  id: 1,
  at: "2026-11-21T14:05:00Z",
  actor_id: null,
  actor_name: null,
  action: "update",
  table_name: "products",
  row_id: "7",
  what: "Vis",
  before: null,
  after: null,
  ...values,
});

it("leads to the row's own screen, or to its list", () => {
  expect(rowAddress(entry({}))).toBe("/admin/products/edit/7");
  expect(rowAddress(entry({ table_name: "technician_contacts" }))).toBe("/admin/technicians/edit/7");
  expect(rowAddress(entry({ table_name: "orders", what: "ORD-123456" }))).toBe(
    "/admin/orders?search=ORD-123456",
  );
  expect(rowAddress(entry({ table_name: "quotes" }))).toBe("/admin/quotes/7");
  expect(rowAddress(entry({ table_name: "brands" }))).toBe("/admin/brands");
  expect(rowAddress(entry({ table_name: "product_reviews" }))).toBe("/admin/reviews");
  expect(rowAddress(entry({ table_name: "shop_settings", row_id: null }))).toBe("/admin/settings");
});

it("leads nowhere where nothing is to be seen", () => {
  expect(rowAddress(entry({ action: "delete" }))).toBeNull();
  expect(rowAddress(entry({ table_name: "admin_users" }))).toBeNull();
  expect(rowAddress(entry({ action: "delete", table_name: "product_images" }))).toBe(
    "/admin/products/edit/7",
  );
});
