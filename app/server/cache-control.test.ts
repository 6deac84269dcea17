import { expect, it } from "vitest";
import { parseSharedLifetime, withoutStaleWhileRevalidate } from "./cache-control.ts";

it("parses how long a shared cache may store and send a response", () => {
  expect(parseSharedLifetime("public, max-age=0, s-maxage=300, stale-while-revalidate=86400")).toEqual({
    freshMs: 300_000,
    staleMs: 86_400_000,
  });
  expect(parseSharedLifetime("s-maxage=10")).toEqual({ freshMs: 10_000, staleMs: 0 });
});

it.each(["", "public, max-age=60", "private, s-maxage=60", "no-store, s-maxage=60", "no-cache, s-maxage=60"])(
  "does not allow caching for «%s»",
  (cacheControl) => {
    expect(parseSharedLifetime(cacheControl)).toBeNull();
  },
);

it("removes stale-while-revalidate for browsers", () => {
  expect(withoutStaleWhileRevalidate("public, max-age=0, s-maxage=300, stale-while-revalidate=86400")).toBe(
    "public, max-age=0, s-maxage=300",
  );
  expect(withoutStaleWhileRevalidate("")).toBe("");
});
