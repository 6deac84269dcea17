import { expect, test } from "vitest";
import { changedQuery, readOrder } from "./list-address.ts";

const params = (query: string) => new URLSearchParams(query);

test("a change keeps the rest of the address and begins at the first page", () => {
  expect(changedQuery(params("search=vis&page=3"), { sort: "-name" })).toBe("?search=vis&sort=-name");
  expect(changedQuery(params("search=vis&page=3"), { search: "" })).toBe("?");
  expect(changedQuery(params("search=vis&page=3"), { search: null, status: "pending" })).toBe(
    "?status=pending",
  );
});

test("another page keeps everything, and the first one needs no parameter", () => {
  expect(changedQuery(params("search=vis"), { page: 2 })).toBe("?search=vis&page=2");
  expect(changedQuery(params("search=vis&page=2"), { page: 1 })).toBe("?search=vis");
});

test("an order that the list does not know is its own", () => {
  const own = { by: "created_at", descending: true } as const;
  const keys = ["name", "created_at"] as const;
  expect(readOrder(params("sort=name"), keys, own)).toEqual({ by: "name", descending: false });
  expect(readOrder(params("sort=-name"), keys, own)).toEqual({ by: "name", descending: true });
  for (const query of ["", "sort=", "sort=--name", "sort=password"]) {
    expect(readOrder(params(query), keys, own)).toEqual(own);
  }
});
