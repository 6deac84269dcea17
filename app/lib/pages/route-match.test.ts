import { expect, it } from "vitest";
import { findRouteData, getRouteData } from "./route-match.ts";

interface Root {
  id: "root";
  loaderData: { siteUrl: string };
}
interface Layout {
  id: "layout";
  loaderData: { shop: string } | undefined;
}
const root: Root = { id: "root", loaderData: { siteUrl: "https://yaare.bf" } };
const failed: Layout = { id: "layout", loaderData: undefined };

it("finds a parent route by its id, at any position", () => {
  expect(getRouteData([failed, root], "root").siteUrl).toBe("https://yaare.bf");
  expect(findRouteData([root, failed, undefined], "layout")?.shop).toBeUndefined();
});

it("throws in a component when the route has no data", () => {
  expect(() => getRouteData([root, failed], "layout")).toThrow("layout");
});
