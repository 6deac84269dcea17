/** The admin path of the row of an audit entry. */
import type { AuditEntry } from "./audit.queries.ts";

/** Null for a deleted row, and for a table without a screen. */
export function getRowPath({ action, table_name, row_id, what }: AuditEntry): string | null {
  // A deleted image belongs to a product that still exists.
  const isDeleted =
    action === "delete" && table_name !== "product_images" && table_name !== "technician_contacts";
  if (isDeleted) return null;
  switch (table_name) {
    case "products":
    case "product_images":
      return row_id && `/admin/products/edit/${row_id}`;
    case "technician_profiles":
    case "technician_contacts":
      return row_id && `/admin/technicians/edit/${row_id}`;
    case "orders":
      return `/admin/orders?search=${encodeURIComponent(what)}`;
    case "messages":
    case "quotes":
      return row_id && `/admin/${table_name}/${row_id}`;
    case "carriers":
    case "categories":
    case "brands":
    case "testimonials":
      return `/admin/${table_name}`;
    case "product_reviews":
      return "/admin/reviews";
    case "profiles":
      return `/admin/users?search=${encodeURIComponent(what)}`;
    case "shop_settings":
      return "/admin/settings";
    case "retention_settings":
      return "/admin/personal-data";
    case "limits":
      return "/admin/limits";
    default:
      return null;
  }
}
