import { PostgrestError, type PostgrestResponse } from "@supabase/postgrest-js";
import { describe, expect, it, vi } from "vitest";
import { loadCountedPage, loadEstimatedPage, loadListPage } from "./list-page.ts";

const list = (length: number) =>
  vi.fn(async (from: number, to: number) => Array.from({ length }, (_, index) => index).slice(from, to + 1));

it("returns a page and whether another follows", async () => {
  expect(await loadListPage(1, 2, list(0))).toEqual({ rows: [], page: 1, pageSize: 2, hasMore: false });
  expect(await loadListPage(1, 2, list(2))).toEqual({ rows: [0, 1], page: 1, pageSize: 2, hasMore: false });
  expect(await loadListPage(1, 2, list(3))).toEqual({ rows: [0, 1], page: 1, pageSize: 2, hasMore: true });
  expect(await loadListPage(2, 2, list(3))).toEqual({ rows: [2], page: 2, pageSize: 2, hasMore: false });
});

it.each([
  [1, 1, [0]],
  [3, 2, [2]],
  [4, 2, [2, 3]],
  [13, 7, [12]],
])("returns the last page of %i rows instead of one after the end: %i", async (length, page, rows) => {
  for (const requested of [page + 1, 9, 200])
    expect(await loadListPage(requested, 2, list(length))).toEqual({
      rows,
      page,
      pageSize: 2,
      hasMore: false,
    });
});

it("finds the last page in few steps, and an empty list has its first one", async () => {
  const query = list(3);
  await loadListPage(9999, 25, query);
  expect(query.mock.calls.length).toBeLessThan(12);
  expect(await loadListPage(9, 2, list(0))).toEqual({ rows: [], page: 1, pageSize: 2, hasMore: false });
});

/** A list as a response of postgrest-js. */
const counted = (length: number) =>
  vi.fn(async (from: number, to: number): Promise<PostgrestResponse<number>> => {
    const rest = { status: 200, statusText: "" };
    if (from > 0 && from >= length) {
      const error = new PostgrestError({ message: "Range", code: "PGRST103", details: "", hint: "" });
      return { ...rest, success: false, data: null, count: null, error };
    }
    const data = Array.from({ length }, (_, index) => index).slice(from, to + 1);
    return { ...rest, success: true, data, count: length, error: null };
  });

it("returns the total of a counted list", async () => {
  expect(await loadCountedPage(1, 2, counted(0))).toEqual({
    rows: [],
    page: 1,
    pageSize: 2,
    hasMore: false,
    total: 0,
  });
  expect(await loadCountedPage(2, 2, counted(5))).toEqual({
    rows: [2, 3],
    page: 2,
    pageSize: 2,
    hasMore: true,
    total: 5,
  });
  expect(await loadCountedPage(3, 2, counted(5))).toMatchObject({ rows: [4], hasMore: false });
});

it("returns the last page of a counted list instead of one after the end", async () => {
  const query = counted(3);
  expect(await loadCountedPage(9, 2, query)).toMatchObject({ rows: [2], page: 2, hasMore: false, total: 3 });
  expect(query.mock.calls).toEqual([
    [16, 17],
    [0, 1],
    [2, 3],
  ]);
  expect(await loadCountedPage(9, 2, counted(2))).toMatchObject({ rows: [0, 1], page: 1, total: 2 });
});

it("ends with the row 10,000: a later page is the last one, which says that the list is longer", async () => {
  const query = list(20_000);
  expect(await loadListPage(400, 25, query)).toMatchObject({ page: 400, hasMore: false, isCut: true });
  expect(await loadListPage(9999, 25, query)).toMatchObject({ page: 400, hasMore: false, isCut: true });
  expect(await loadListPage(399, 25, query)).toMatchObject({ page: 399, hasMore: true });
  expect(await loadListPage(400, 25, list(10_000))).toMatchObject({ page: 400, hasMore: false });
  expect(await loadListPage(400, 25, list(10_000))).not.toHaveProperty("isCut");
});

describe("a list that is counted by the database", () => {
  const load = (page: number, length: number, total: number, isExact: boolean) =>
    loadEstimatedPage(page, 25, list(length), async () => ({ total, isExact }));

  it("has the database's number of rows, and says whether it is an estimate", async () => {
    const page = await load(1, 900, 900, true);
    expect(page).toMatchObject({ total: 900, hasMore: true });
    expect(page.isEstimate).toBeUndefined();
    expect(await load(1, 20_000, 19_000, false)).toMatchObject({ total: 19_000, isEstimate: true });
  });

  it("has at least the rows that were read", async () => {
    expect(await load(2, 30, 29, true)).toMatchObject({ total: 30, hasMore: false });
    expect(await load(2, 100, 7, false)).toMatchObject({ total: 51, isEstimate: true });
    expect(await load(400, 10_100, 9000, false)).toMatchObject({ total: 10_001, isEstimate: true });
  });

  it("has the last page instead of one after the end", async () => {
    expect(await load(9, 30, 30, true)).toMatchObject({ page: 2, total: 30 });
  });
});
