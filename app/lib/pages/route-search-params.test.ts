import { expect, test } from "vitest";
import { listRouteSearchParams } from "./route-search-params.ts";

test("each route has its whole path, what it reads, and its layouts", () => {
  const routes = {
    root: { id: "root", path: "", module: {} },
    shop: { id: "shop", parentId: "root", module: {} },
    home: { id: "home", parentId: "shop", module: {} },
    list: { id: "list", parentId: "shop", path: "products", module: { handle: { searchParams: ["page"] } } },
  };
  expect(listRouteSearchParams(routes)).toEqual([
    { path: "/", names: [], routeIds: ["root", "shop", "home"] },
    { path: "/products", names: ["page"], routeIds: ["root", "shop", "list"] },
  ]);
});
