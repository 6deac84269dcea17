import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { respondInTime } from "./respond-in-time.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const after = (ms: number, text: string) =>
  new Promise<Response>((resolve) => setTimeout(() => resolve(new Response(text)), ms));
const failAfter = (ms: number) =>
  new Promise<Response>((_, reject) => setTimeout(() => reject(new TypeError("Failed to fetch")), ms));

test.each<[string, () => Promise<Response>, string | null, string]>([
  ["a quick network", () => after(100, "network"), "copy", "network"],
  ["a network that fails", () => failAfter(100), "copy", "copy"],
  ["a network that fails, nothing stored", () => failAfter(100), null, "offline page"],
  ["a network that takes too long", () => after(60_000, "network"), "copy", "copy"],
  ["a slow network, nothing stored", () => after(60_000, "network"), null, "network"],
  ["a network that fails late, nothing stored", () => failAfter(60_000), null, "offline page"],
])("%s", async (_, network, stored, expected) => {
  const response = respondInTime(
    network(),
    async () => (stored === null ? undefined : new Response(stored)),
    async () => new Response("offline page"),
  );
  await vi.advanceTimersByTimeAsync(61_000);
  expect(await (await response).text()).toBe(expected);
});
