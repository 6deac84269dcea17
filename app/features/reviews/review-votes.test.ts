import { beforeEach, expect, it, vi } from "vitest";
import { createVoteMemory } from "./review-votes.ts";

let values: Map<string, string>;
const storage = () => ({
  getItem: (key: string) => values.get(key) ?? null,
  setItem: (key: string, value: string) => void values.set(key, value),
});

beforeEach(() => {
  values = new Map();
  vi.spyOn(console, "error").mockImplementation(() => {});
});

it("is one device, also after a reload", () => {
  const id = createVoteMemory(storage).deviceId();
  expect(id).toMatch(/^[\da-f-]{36}$/);
  expect(createVoteMemory(storage).deviceId()).toBe(id);
});

it("knows its votes and the counts it saw, also after a reload", () => {
  const memory = createVoteMemory(storage);
  expect(memory.countWithVote("a")).toBeNull();
  memory.remember("a", 3);
  memory.remember("b", 1);
  memory.remember("a", 4);
  expect(createVoteMemory(storage).countWithVote("a")).toBe(4);
  expect(createVoteMemory(storage).countWithVote("b")).toBe(1);
  expect(createVoteMemory(storage).countWithVote("c")).toBeNull();
});

it("forgets the oldest of very many", () => {
  const memory = createVoteMemory(storage);
  for (let index = 0; index <= 200; index++) memory.remember(`review-${index}`, 1);
  expect(memory.countWithVote("review-0")).toBeNull();
  expect(memory.countWithVote("review-1")).toBe(1);
  expect(memory.countWithVote("review-200")).toBe(1);
});

it.each(["{", "null", "7", "{}", '[7, ["a"], ["a", "1"], null]'])("reads %j as no vote", (text) => {
  values.set("review-votes", text);
  values.set("device-id", "not an id");
  const memory = createVoteMemory(storage);
  expect(memory.countWithVote("a")).toBeNull();
  expect(memory.deviceId()).toMatch(/^[\da-f-]{36}$/);
  memory.remember("a", 2);
  expect(memory.countWithVote("a")).toBe(2);
});

it("remembers while the page lives where nothing can be stored", () => {
  const memory = createVoteMemory(() => {
    throw new DOMException("denied", "SecurityError");
  });
  expect(memory.deviceId()).toBe(memory.deviceId());
  memory.remember("a", 2);
  expect(memory.countWithVote("a")).toBe(2);
});
