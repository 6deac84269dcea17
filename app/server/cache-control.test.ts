import { expect, it } from "vitest";
import { sharedLifetime, withoutStale } from "./cache-control.ts";

it("reads how long a shared cache may keep and show an answer", () => {
  expect(sharedLifetime("public, max-age=0, s-maxage=300, stale-while-revalidate=86400")).toEqual({
    freshMs: 300_000,
    staleMs: 86_400_000,
  });
  expect(sharedLifetime("s-maxage=10")).toEqual({ freshMs: 10_000, staleMs: 0 });
});

it.each(["", "public, max-age=60", "private, s-maxage=60", "no-store, s-maxage=60", "no-cache, s-maxage=60"])(
  "keeps nothing that says «%s»",
  (cacheControl) => {
    expect(sharedLifetime(cacheControl)).toBeNull();
  },
);

it("tells browsers nothing about showing stale pages", () => {
  expect(withoutStale("public, max-age=0, s-maxage=300, stale-while-revalidate=86400")).toBe(
    "public, max-age=0, s-maxage=300",
  );
  expect(withoutStale("")).toBe("");
});
