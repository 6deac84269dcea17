import { afterEach, expect, it, vi } from "vitest";
import { randomId } from "./random-id.ts";

const UUID = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;

afterEach(() => {
  vi.unstubAllGlobals();
});

it("gives another UUID each time", () => {
  expect(randomId()).toMatch(UUID);
  expect(randomId()).not.toBe(randomId());
});

it("gives a UUID where the browser offers no randomUUID", () => {
  vi.stubGlobal("crypto", { getRandomValues: (bytes: Uint8Array) => bytes.fill(255) });
  expect(randomId()).toBe("ffffffff-ffff-4fff-bfff-ffffffffffff");
  expect(randomId()).toMatch(UUID);
});
