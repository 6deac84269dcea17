import { expect, it } from "vitest";
import { isSharedCacheable } from "./cache-control.ts";

it.each(["public, max-age=0, s-maxage=10", "s-maxage=10"])("allows caching for «%s»", (cacheControl) => {
  expect(isSharedCacheable(cacheControl)).toBe(true);
});

it.each(["", "public, max-age=60", "private, s-maxage=60", "no-store, s-maxage=60", "no-cache, s-maxage=60"])(
  "does not allow caching for «%s»",
  (cacheControl) => {
    expect(isSharedCacheable(cacheControl)).toBe(false);
  },
);
