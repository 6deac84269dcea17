/** Where the row of an entry can be looked at. */
import type { AuditEntry } from "./audit.queries.ts";

/** Null for what is gone, and for what has no screen. */
export function rowAddress({ action, table_name, row_id, what }: AuditEntry): string | null {
  // A picture that is gone belongs to a product that is not.
  const isGone =
    action === "delete" && table_name !== "product_images" && table_name !== "technician_contacts";
  if (isGone) return null;
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
    case "categories":
    case "brands":
    case "testimonials":
      return `/admin/${table_name}`;
    case "product_reviews":
      return "/admin/reviews";
    case "shop_settings":
      return "/admin/settings";
    default:
      return null;
  }
}
