import { expect, it } from "vitest";
import { createGetPageKey } from "./page-key.ts";

const layouts = ["root", "shop"];
const getPageKey = createGetPageKey([
  { path: "/", names: [], routeIds: [...layouts, "home"] },
  { path: "/*", names: [], routeIds: [...layouts, "not-found"] },
  {
    path: "/products",
    names: ["category", "page", "search"],
    repeatedNames: ["facet"],
    routeIds: [...layouts, "products"],
  },
  { path: "/product/:slug", names: ["reviews"], routeIds: [...layouts, "product"] },
]);

it.each([
  ["/products", "/products"],
  ["/products?", "/products"],
  ["/products?page=2&category=plomberie", "/products?category=plomberie&page=2"],
  ["/products?utm_source=x&page=2&fbclid=y", "/products?page=2"],
  ["/product/marteau?utm_campaign=noel", "/product/marteau"],
  ["/product/marteau?reviews=2&x=1", "/product/marteau?reviews=2"],
  ["/products?search=b%C3%A9ton+arm%C3%A9", "/products?search=b%C3%A9ton+arm%C3%A9"],
  ["/Products/?page=2", "/products?page=2"],
  ["/PRODUCTS", "/products"],
  ["/products///", "/products"],
  ["/%70roducts?page=2", "/products?page=2"],
  ["/Product/marteau/", "/product/marteau"],
  ["/product/Marteau", "/product/Marteau"],
  ["/product/%6Darteau", "/product/marteau"],
  ["/product/b%c3%a9ton", "/product/b%C3%A9ton"],
  ["/product/a%2Fb", "/product/a%2Fb"],
  // What cannot be decoded would be logged by React Router.
  ["/product/%zz", "/product/%25zz"],
  ["/nowhere/%ff%C3%A9?page=2", "/nowhere/%25ff%25C3%25A9"],
  ["/Products/_.data?page=2", "/products.data?page=2"],
  ["/PRODUCTS.data", "/products.data"],
  ["/Somewhere/", "/Somewhere/"],
  ["/products?page=2&page=3", "/products?page=2"],
  ["/products?Page=2&a[]=1&%00=2", "/products"],
  ["/products?facet=b:1&page=2&facet=a:1&facet=&facet=b:1", "/products?page=2&facet=a%3A1&facet=b%3A1"],
  [
    `/products?${Array.from({ length: 50 }, (_, index) => `facet=a:${100 + index}`).join("&")}`,
    `/products?${Array.from({ length: 20 }, (_, index) => `facet=a%3A${100 + index}`).join("&")}`,
  ],
  [
    `/products?facet=${["a", "b", "c"].map((letter) => letter.repeat(100)).join(",")}`,
    `/products?facet=${["a", "b", "c"].map((letter) => letter.repeat(100)).join("&facet=")}`,
  ],
  [`/products?facet=${"x".repeat(500)}`, `/products?facet=${"x".repeat(200)}`],
  ["/?x=1", "/"],
  ["/somewhere?x=1", "/somewhere"],
  [`/products?search=${"x".repeat(5_000)}`, `/products?search=${"x".repeat(200)}`],
  ["/products.data?page=2&_routes=products%2Cshop&x=1", "/products.data?page=2&_routes=shop%2Cproducts"],
  ["/products.data?_routes=nope,home", "/products.data"],
  ["/_.data?x=1&_routes=home", "/_.data?_routes=home"],
  ["/products?_routes=products", "/products"],
  ["/__manifest?paths=%2Fa%2C%2Fb&version=1", "/__manifest?paths=%2Fa%2C%2Fb&version=1"],
])("the key of %s is %s", (url, key) => {
  expect(getPageKey(url)).toBe(key);
});
