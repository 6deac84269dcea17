import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { beginsOtherwise, MATCHING_MODULE, passOverOtherRoutes } from "./quick-route-matching.ts";

test("React Router still looks for routes where the plugin changes it", () => {
  const code = readFileSync(`node_modules/${MATCHING_MODULE}`, "utf8");
  expect(passOverOtherRoutes(code), "The server tries every route for each page.").not.toBe(code);
});

test("a route is passed over only when no path of it can be meant", () => {
  const patterns = ["/", "/product/:slug", "/Products", "/:page/x", "/admin/*", "*", "/product?/x", ""];
  const listTried = (path: string) => patterns.filter((pattern) => !beginsOtherwise(pattern, path));
  const always = ["/", "/:page/x", "*", "/product?/x", ""];
  expect(listTried("/")).toEqual(always);
  expect(listTried("/PRODUCT/marteau")).toEqual(patterns.filter((each) => !/admin|Products/.test(each)));
  expect(listTried("/products")).toEqual(patterns.filter((each) => !each.includes("admin")));
  expect(listTried("/admin/orders")).toEqual(["/", "/:page/x", "/admin/*", "*", "/product?/x", ""]);
});
