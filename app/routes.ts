/** Every address of the shop and the module that answers it: the table of contents of `app/`. */
import { index, layout, type RouteConfig, route } from "@react-router/dev/routes";

const comingSoon = "routes/storefront/coming-soon.tsx";

/** An address of the specification whose screen is not built yet: it says so instead of a 404. */
function announced(path: string) {
  return route(path, comingSoon, { id: `coming-soon ${path}` });
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
      announced("request-quote"),
    ]),
    announced("admin/login"),
    announced("admin/dashboard"),
    announced("admin/products"),
    announced("admin/products/new"),
    announced("admin/products/edit/:id"),
    announced("admin/technicians"),
    announced("admin/technicians/new"),
    announced("admin/technicians/edit/:id"),
    announced("admin/categories"),
    announced("admin/categories/new"),
    announced("admin/orders"),
    announced("admin/users"),
    announced("admin/brands"),
    announced("admin/testimonials"),
    announced("admin/reviews"),
    announced("admin/messages"),
    announced("admin/quotes"),
    announced("admin/settings"),
    route("*", "routes/storefront/not-found.tsx"),
  ]),
  route("robots.txt", "routes/crawlers/robots.ts"),
  route("sitemap.xml", "routes/crawlers/sitemap.ts"),
] satisfies RouteConfig;
