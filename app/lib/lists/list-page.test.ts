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

it("returns the first page instead of one after the end", async () => {
  const query = list(3);
  expect(await loadListPage(9, 2, query)).toEqual({ rows: [0, 1], page: 1, pageSize: 2, hasMore: true });
  expect(query.mock.calls).toEqual([
    [16, 18],
    [0, 2],
  ]);
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

it("returns the first page of a counted list instead of one after the end", async () => {
  const query = counted(3);
  expect(await loadCountedPage(9, 2, query)).toMatchObject({
    rows: [0, 1],
    page: 1,
    hasMore: true,
    total: 3,
  });
  expect(query.mock.calls).toEqual([
    [16, 17],
    [0, 1],
  ]);
});

describe("a list that is estimated", () => {
  /** A list of `length` rows whose number the database estimates as `estimate`. */
  const estimated = (length: number, estimate: number) =>
    vi.fn(async (from: number, to: number, count: "exact" | "estimated") => {
      const data = Array.from(
        { length: Math.max(0, Math.min(length - from, to - from + 1)) },
        (_, n) => from + n,
      );
      return {
        status: 200,
        statusText: "",
        success: true as const,
        data,
        count: count === "exact" ? length : estimate,
        error: null,
      };
    });

  it("is counted on its last page, and by the database below a thousand rows", async () => {
    expect(await loadEstimatedPage(2, 25, estimated(30, 29))).toMatchObject({ total: 30, hasMore: false });
    expect(await loadEstimatedPage(1, 25, estimated(900, 900))).toMatchObject({ total: 900, hasMore: true });
  });

  it("is counted exactly up to 10,000 rows, whatever the estimate", async () => {
    for (const estimate of [1001, 40_000]) {
      const page = await loadEstimatedPage(1, 25, estimated(10_000, estimate));
      expect(page).toMatchObject({ total: 10_000 });
      expect(page.isEstimate).toBeUndefined();
    }
  });

  it("has an estimate beyond that, which says so and is never less than what is known", async () => {
    expect(await loadEstimatedPage(1, 25, estimated(10_001, 5000))).toMatchObject({
      total: 10_001,
      isEstimate: true,
    });
    expect(await loadEstimatedPage(1, 25, estimated(200_000, 190_000))).toMatchObject({
      total: 190_000,
      isEstimate: true,
    });
  });

  it("has the first page instead of one after the end", async () => {
    expect(await loadEstimatedPage(9, 25, estimated(30, 30))).toMatchObject({ page: 1, total: 30 });
  });
});
