import { expect, it, vi } from "vitest";
import { readListPage } from "./list-page.ts";

const list = (length: number) =>
  vi.fn(async (from: number, to: number) => Array.from({ length }, (_, index) => index).slice(from, to + 1));

it("gives a page and says whether another follows", async () => {
  expect(await readListPage(1, 2, list(0))).toEqual({ rows: [], page: 1, size: 2, more: false });
  expect(await readListPage(1, 2, list(2))).toEqual({ rows: [0, 1], page: 1, size: 2, more: false });
  expect(await readListPage(1, 2, list(3))).toEqual({ rows: [0, 1], page: 1, size: 2, more: true });
  expect(await readListPage(2, 2, list(3))).toEqual({ rows: [2], page: 2, size: 2, more: false });
});

it("gives the first page in the place of one after the end", async () => {
  const ask = list(3);
  expect(await readListPage(9, 2, ask)).toEqual({ rows: [0, 1], page: 1, size: 2, more: true });
  expect(ask.mock.calls).toEqual([
    [16, 18],
    [0, 2],
  ]);
});
