import { expect, it } from "vitest";
import { pageKey } from "./page-key.ts";

it.each([
  ["/products", "/products"],
  ["/products?", "/products"],
  ["/products?page=2&category=plomberie", "/products?category=plomberie&page=2"],
  ["/products?brand=b&brand=a", "/products?brand=b&brand=a"],
  ["/products?utm_source=x&page=2&fbclid=y", "/products?page=2"],
  ["/product/marteau?utm_campaign=noel", "/product/marteau"],
  ["/products?q=b%C3%A9ton+arm%C3%A9", "/products?q=b%C3%A9ton+arm%C3%A9"],
])("the key of %s is %s", (url, key) => {
  expect(pageKey(url)).toBe(key);
});

it("distinguishes parameters that a page could distinguish", () => {
  expect(pageKey("/products?Page=2")).not.toBe(pageKey("/products?page=2"));
  expect(pageKey("/products?a=1&a=2")).not.toBe(pageKey("/products?a=2&a=1"));
});
