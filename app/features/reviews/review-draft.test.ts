import { beforeEach, expect, it, vi } from "vitest";
import { createMemoryStorage } from "#app/lib/storage/memory-storage.fixture.ts";
import { clearReviewDraft, readReviewDraft, writeReviewDraft } from "./review-draft.ts";

let values: Map<string, string>;

beforeEach(() => {
  values = new Map();
  vi.spyOn(console, "error").mockImplementation(() => {});
  vi.stubGlobal("window", {
    sessionStorage: createMemoryStorage(values),
  });
});

it("stores the draft under its key, until it is cleared", () => {
  writeReviewDraft("review:vis:awa", { rating: "3", comment: "Elles tiennent" });
  expect(readReviewDraft("review:vis:awa")).toEqual({ rating: "3", comment: "Elles tiennent" });
  expect(readReviewDraft("review:vis:issa")).toEqual({});
  clearReviewDraft("review:vis:awa");
  expect(readReviewDraft("review:vis:awa")).toEqual({});
});

it.each(["{", "null", "7", '{"comment":7,"evil":"x"}'])("reads %j as an empty draft", (text) => {
  values.set("private:review:vis:awa", text);
  expect(readReviewDraft("review:vis:awa")).toEqual({});
});
