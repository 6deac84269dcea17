import { PostgrestError, type PostgrestResponse } from "@supabase/postgrest-js";
import { expect, it, vi } from "vitest";
import { readCountedPage, readListPage } from "./list-page.ts";

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

/** A list as postgrest-js answers it. */
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

it("knows of a counted list how many rows there are", async () => {
  expect(await readCountedPage(1, 2, counted(0))).toEqual({
    rows: [],
    page: 1,
    size: 2,
    more: false,
    total: 0,
  });
  expect(await readCountedPage(2, 2, counted(5))).toEqual({
    rows: [2, 3],
    page: 2,
    size: 2,
    more: true,
    total: 5,
  });
  expect(await readCountedPage(3, 2, counted(5))).toMatchObject({ rows: [4], more: false });
});

it("gives the first page of a counted list in the place of one after the end", async () => {
  const ask = counted(3);
  expect(await readCountedPage(9, 2, ask)).toMatchObject({ rows: [0, 1], page: 1, more: true, total: 3 });
  expect(ask.mock.calls).toEqual([
    [16, 17],
    [0, 1],
  ]);
});
