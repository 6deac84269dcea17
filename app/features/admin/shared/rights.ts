/**
 * The rights of whoever is signed in, as the database names them, and the right that each screen needs. Menus, links
 * and addresses ask here, so that nobody is led to a screen that has nothing to show them. The database itself protects
 * the data.
 */

/** The rights that screens ask for. */
export type Right =
  | "audit.read"
  | "cash.close"
  | "cash.read"
  | "cash.take"
  | "catalog.write"
  | "content.write"
  | "costs.read"
  | "customers.read"
  | "delivery.write"
  | "orders.cancel"
  | "orders.change"
  | "orders.complete"
  | "orders.confirm"
  | "orders.place"
  | "orders.prepare"
  | "orders.read"
  | "prices.write"
  | "returns.open"
  | "returns.receive"
  | "returns.refund"
  | "runs.drive"
  | "runs.plan"
  | "settings.write"
  | "staff.manage"
  | "stock.close"
  | "stock.count"
  | "stock.receive";

export type Rights = ReadonlySet<string>;

/**
 * By the start of the path, the more specific first; `:id` is any segment. A screen that is not listed is for the whole
 * staff.
 */
const SCREEN_RIGHTS: readonly (readonly [path: string, right: Right])[] = [
  ["/admin/audit", "audit.read"],
  ["/admin/mails", "settings.write"],
  ["/admin/limits", "settings.write"],
  ["/admin/status", "settings.write"],
  ["/admin/personal-data", "settings.write"],
  ["/admin/settings", "settings.write"],
  ["/admin/orders/new", "orders.place"],
  ["/admin/orders/drafts", "orders.place"],
  ["/admin/orders/:id/edit", "orders.change"],
  ["/admin/orders/:id/split", "orders.change"],
  ["/admin/orders", "orders.read"],
  ["/admin/desk/confirm", "orders.confirm"],
  ["/admin/desk/prepare", "orders.prepare"],
  ["/admin/desk/collect", "cash.take"],
  ["/admin/desk", "orders.read"],
  ["/admin/picking", "orders.prepare"],
  ["/admin/runs", "runs.plan"],
  ["/admin/products/new", "catalog.write"],
  ["/admin/products/edit", "catalog.write"],
  ["/admin/products/import", "catalog.write"],
  ["/admin/products", "stock.count"],
  ["/admin/receipts", "stock.count"],
  ["/admin/stock-counts", "stock.count"],
  ["/admin/reorder", "stock.count"],
  ["/admin/categories", "catalog.write"],
  ["/admin/attributes", "catalog.write"],
  ["/admin/brands", "catalog.write"],
  ["/admin/search-terms", "catalog.write"],
  ["/admin/price-lists", "prices.write"],
  ["/admin/promo-codes", "prices.write"],
  ["/admin/sales", "prices.write"],
  ["/admin/delivery", "delivery.write"],
  ["/admin/cash", "cash.read"],
  ["/admin/carriers", "cash.read"],
  ["/admin/returns/refunds", "cash.read"],
  ["/admin/returns", "orders.read"],
  ["/admin/quotes", "content.write"],
  ["/admin/users/administrators", "settings.write"],
  ["/admin/users", "customers.read"],
  ["/admin/technicians", "content.write"],
  ["/admin/messages", "content.write"],
  ["/admin/testimonials", "content.write"],
  ["/admin/reviews", "content.write"],
];

/** Whether the screen at this path, which may have search parameters, is for somebody with these rights. */
export function mayOpen(path: string, rights: Rights): boolean {
  const segments = new URL(path, "http://admin").pathname.split("/");
  const entry = SCREEN_RIGHTS.find(([start]) =>
    start.split("/").every((segment, index) => segment === ":id" || segment === segments[index]),
  );
  return !entry || rights.has(entry[1]);
}
