import { expect, it } from "vitest";
import type { AuditEntry } from "./audit.queries.ts";
import { getRowPath } from "./audit-link.ts";

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

it("links to the row's own screen, or to its list", () => {
  expect(getRowPath(entry({}))).toBe("/admin/products/edit/7");
  for (const table_name of ["technician_profiles", "technician_contacts"]) {
    expect(getRowPath(entry({ table_name }))).toBe("/admin/technicians/edit/7");
  }
  expect(getRowPath(entry({ table_name: "orders", what: "ORD-123456" }))).toBe(
    "/admin/orders?search=ORD-123456",
  );
  for (const table_name of ["messages", "quotes"]) {
    expect(getRowPath(entry({ table_name }))).toBe(`/admin/${table_name}/7`);
  }
  for (const table_name of ["categories", "brands", "testimonials"]) {
    expect(getRowPath(entry({ table_name }))).toBe(`/admin/${table_name}`);
  }
  expect(getRowPath(entry({ table_name: "product_reviews" }))).toBe("/admin/reviews");
  expect(getRowPath(entry({ table_name: "shop_settings", row_id: null }))).toBe("/admin/settings");
  expect(getRowPath(entry({ table_name: "limits", row_id: null }))).toBe("/admin/limits");
});

it("has no link for a deleted row, or a row without a screen", () => {
  expect(getRowPath(entry({ action: "delete" }))).toBeNull();
  expect(getRowPath(entry({ table_name: "admin_users" }))).toBeNull();
  // A deleted child row belongs to a row that still exists.
  expect(getRowPath(entry({ action: "delete", table_name: "product_images" }))).toBe(
    "/admin/products/edit/7",
  );
  expect(getRowPath(entry({ action: "delete", table_name: "technician_contacts" }))).toBe(
    "/admin/technicians/edit/7",
  );
});
