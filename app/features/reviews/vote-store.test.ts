import { beforeEach, expect, it, vi } from "vitest";
import { createMemoryStorage } from "#app/lib/storage/memory-storage.fixture.ts";
import { createVoteStore } from "./vote-store.ts";

let values: Map<string, string>;
const storage = () => createMemoryStorage(values);

beforeEach(() => {
  values = new Map();
  vi.spyOn(console, "error").mockImplementation(() => {});
});

it("keeps its device id after a reload", () => {
  const id = createVoteStore(storage).deviceId();
  expect(id).toMatch(/^[\da-f-]{36}$/);
  expect(createVoteStore(storage).deviceId()).toBe(id);
});

it("keeps its votes and their counts after a reload", () => {
  const store = createVoteStore(storage);
  expect(store.countWithVote("a")).toBeNull();
  store.record("a", 3);
  store.record("b", 1);
  store.record("a", 4);
  expect(createVoteStore(storage).countWithVote("a")).toBe(4);
  expect(createVoteStore(storage).countWithVote("b")).toBe(1);
  expect(createVoteStore(storage).countWithVote("c")).toBeNull();
});

it("drops the oldest votes beyond the limit", () => {
  const store = createVoteStore(storage);
  for (let index = 0; index <= 200; index++) store.record(`review-${index}`, 1);
  expect(store.countWithVote("review-0")).toBeNull();
  expect(store.countWithVote("review-1")).toBe(1);
  expect(store.countWithVote("review-200")).toBe(1);
});

it.each(["{", "null", "7", "{}", '[7, ["a"], ["a", "1"], null]'])("reads %j as no vote", (text) => {
  values.set("review-votes", text);
  values.set("device-id", "not an id");
  const store = createVoteStore(storage);
  expect(store.countWithVote("a")).toBeNull();
  expect(store.deviceId()).toMatch(/^[\da-f-]{36}$/);
  store.record("a", 2);
  expect(store.countWithVote("a")).toBe(2);
});

it("falls back to memory when nothing can be stored", () => {
  const store = createVoteStore(() => {
    throw new DOMException("denied", "SecurityError");
  });
  expect(store.deviceId()).toBe(store.deviceId());
  store.record("a", 2);
  expect(store.countWithVote("a")).toBe(2);
});
