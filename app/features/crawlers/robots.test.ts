import { expect, test } from "vitest";
import { robotsTxt } from "./robots.ts";

test("the pages that must not be indexed are disallowed by their first segment", () => {
  const noindex = { noindex: true };
  const text = robotsTxt("https://yaare.bf", [
    { path: "/", handle: {} },
    { path: "/cart", handle: noindex },
    { path: "/account", handle: noindex },
    { path: "/account/orders/:id", handle: noindex },
    { path: "/admin/products", handle: noindex },
    { path: "/*", handle: noindex },
  ]);
  const rules = text.split("\n").filter((line) => line.startsWith("Disallow: "));
  expect(rules.slice(0, 4)).toEqual([
    "Disallow: /account",
    "Disallow: /admin/",
    "Disallow: /cart",
    "Disallow: /search-suggestions",
  ]);
  expect(rules).not.toContain("Disallow: /");
});
