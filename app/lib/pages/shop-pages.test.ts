import { expect, test } from "vitest";
import { getShopPages } from "./shop-pages.ts";

const Component = () => null;

test("pages have their whole path and the handles of their layouts", () => {
  const routes = {
    root: { id: "root", path: "", module: { default: Component } },
    shop: { id: "shop", parentId: "root", module: { default: Component, handle: { noindex: false } } },
    home: { id: "home", parentId: "shop", module: { default: Component } },
    order: {
      id: "order",
      parentId: "shop",
      path: "account/orders/:id",
      module: { default: Component, handle: { noindex: true } },
    },
    robots: { id: "robots", parentId: "root", path: "robots.txt", module: {} },
  };
  expect(getShopPages(routes)).toEqual([
    { path: "/", handle: { noindex: false } },
    { path: "/account/orders/:id", handle: { noindex: true } },
  ]);
});
