import { expect, test } from "vitest";
import { parseSortOrder, updateQuery } from "./list-search-params.ts";

const params = (query: string) => new URLSearchParams(query);

test("a change keeps the other parameters and resets the page", () => {
  expect(updateQuery(params("search=vis&page=3"), { sort: "-name" })).toBe("?search=vis&sort=-name");
  expect(updateQuery(params("search=vis&page=3"), { search: "" })).toBe("?");
  expect(updateQuery(params("search=vis&page=3"), { search: null, status: "pending" })).toBe(
    "?status=pending",
  );
});

test("a change of the page keeps the other parameters, and the first page has no parameter", () => {
  expect(updateQuery(params("search=vis"), { page: 2 })).toBe("?search=vis&page=2");
  expect(updateQuery(params("search=vis&page=2"), { page: 1 })).toBe("?search=vis");
});

test("an unknown sort order gives the default", () => {
  const fallback = { by: "created_at", descending: true } as const;
  const keys = ["name", "created_at"] as const;
  expect(parseSortOrder(params("sort=name"), keys, fallback)).toEqual({ by: "name", descending: false });
  expect(parseSortOrder(params("sort=-name"), keys, fallback)).toEqual({ by: "name", descending: true });
  for (const query of ["", "sort=", "sort=--name", "sort=password"]) {
    expect(parseSortOrder(params(query), keys, fallback)).toEqual(fallback);
  }
});
