/** Every address of the shop and the module that answers it: the table of contents of `app/`. */
import { index, layout, type RouteConfig, route } from "@react-router/dev/routes";

/** A screen of the back office that is not built yet: it says so instead of a 404. */
function inOffice(path: string) {
  return route(path, "routes/office/coming-soon.tsx", { id: `coming-soon ${path}` });
}

export default [
  route("manifest.webmanifest", "routes/storefront/web-manifest.ts"),
  route("search-suggestions", "routes/storefront/search-suggestions.ts"),
  layout("routes/storefront/layout.tsx", [
    index("routes/storefront/home.tsx"),
    route("products", "routes/storefront/products.tsx"),
    route("product/:slug", "routes/storefront/product.tsx"),
    route("cart", "routes/storefront/cart.tsx"),
    layout("routes/storefront/further-pages.tsx", [
      route("checkout", "routes/storefront/checkout.tsx"),
      route("order-confirmation", "routes/storefront/order-confirmation.tsx"),
      route("login", "routes/storefront/login.tsx"),
      route("wishlist", "routes/storefront/wishlist.tsx"),
      route("review", "routes/storefront/review.tsx"),
      route("account", "routes/account/account.tsx"),
      route("account/orders/:id", "routes/account/order.tsx"),
      route("categories", "routes/storefront/categories.tsx"),
      route("promotions", "routes/storefront/promotions.tsx"),
      route("delivery", "routes/storefront/delivery.tsx"),
      route("terms", "routes/storefront/terms.tsx"),
      route("privacy", "routes/storefront/privacy.tsx"),
      route("about", "routes/storefront/about.tsx"),
      route("technicians", "routes/technicians/technicians.tsx"),
      route("technician/:slug", "routes/technicians/technician.tsx"),
      route("technician-matching", "routes/technicians/technician-matching.tsx"),
      route("request-quote", "routes/storefront/request-quote.tsx"),
    ]),
    route("*", "routes/storefront/not-found.tsx"),
  ]),
  layout("routes/office/office.tsx", [
    route("admin/login", "routes/office/login.tsx"),
    route("admin/orders/:id/slip", "routes/office/order-slip.tsx"),
    layout("routes/office/desk.tsx", [
      route("admin/dashboard", "routes/office/dashboard.tsx"),
      route("admin/products", "routes/office/products.tsx"),
      route("admin/products/import", "routes/office/products-import.tsx"),
      route("admin/products/new", "routes/office/product-new.tsx"),
      route("admin/products/edit/:id", "routes/office/product-edit.tsx"),
      route("admin/technicians", "routes/office/technicians.tsx"),
      route("admin/technicians/new", "routes/office/technician-form.tsx", { id: "new technician" }),
      route("admin/technicians/edit/:id", "routes/office/technician-form.tsx"),
      route("admin/categories/new?", "routes/office/categories.tsx"),
      route("admin/orders", "routes/office/orders.tsx"),
      route("admin/users", "routes/office/users.tsx"),
      route("admin/brands", "routes/office/brands.tsx"),
      route("admin/testimonials", "routes/office/testimonials.tsx"),
      route("admin/reviews", "routes/office/reviews.tsx"),
      route("admin/messages", "routes/office/messages.tsx"),
      route("admin/messages/:id", "routes/office/message.tsx"),
      route("admin/quotes", "routes/office/quotes.tsx"),
      route("admin/quotes/:id", "routes/office/quote.tsx"),
      route("admin/settings", "routes/office/settings.tsx"),
    ]),
  ]),
  route("robots.txt", "routes/crawlers/robots.ts"),
  route("sitemap.xml", "routes/crawlers/sitemap.ts"),
] satisfies RouteConfig;
