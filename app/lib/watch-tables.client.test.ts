import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { watchTables } from "./watch-tables.client.ts";

const said: string[] = [];
const listener = {
  changed: () => said.push("changed"),
  watching: () => said.push("watching"),
  lost: () => said.push("lost"),
};

/** What the official client was asked, and the ways in which it answers. */
const realtime = vi.hoisted(() => ({
  asked: [] as string[],
  answer: (_status: string) => {},
  change: () => {},
  options: { accessToken: async (): Promise<string | null> => null },
}));

vi.mock("@supabase/realtime-js", () => ({
  RealtimeClient: class {
    constructor(address: string, options: typeof realtime.options) {
      realtime.asked.push(`connect ${address}`);
      realtime.options = options;
    }
    async setAuth() {
      await Promise.resolve();
      realtime.asked.push("auth");
    }
    channel(topic: string) {
      realtime.asked.push("channel");
      const channel = {
        topic,
        on(_kind: string, { table }: { table: string }, change: () => void) {
          realtime.asked.push(`on ${table}`);
          realtime.change = change;
          return channel;
        },
        subscribe(answer: (status: string) => void) {
          realtime.asked.push("subscribe");
          realtime.answer = answer;
        },
      };
      return channel;
    }
    removeChannel() {
      realtime.asked.push("leave");
      realtime.answer("CLOSED");
    }
  },
}));
vi.mock("./backend.client.ts", () => ({ backendAddress: () => "https://shop.test", anonKey: () => "anon" }));
vi.mock("./auth.client.ts", () => ({ authClient: async () => ({}) }));
vi.mock("./supabase.client.ts", () => ({
  accessToken: async () => "the token of now",
}));

beforeEach(() => {
  vi.useFakeTimers();
  said.length = 0;
  realtime.asked.length = 0;
});
afterEach(() => vi.useRealTimers());

const opened = () => vi.waitFor(() => expect(realtime.asked).toContain("subscribe"));

it("joins with the token of whoever is signed in, tells what happens, and leaves", async () => {
  const leave = watchTables(["orders", "quotes"], listener);
  await opened();
  expect(realtime.asked).toEqual([
    "connect wss://shop.test/realtime/v1",
    "auth",
    "channel",
    "on orders",
    "on quotes",
    "subscribe",
  ]);
  expect(await realtime.options.accessToken()).toBe("the token of now");
  realtime.answer("SUBSCRIBED");
  realtime.change();
  realtime.answer("CHANNEL_ERROR");
  realtime.answer("SUBSCRIBED");
  expect(said).toEqual(["watching", "changed", "lost", "watching"]);
  leave();
  realtime.change();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(realtime.asked.at(-1)).toBe("leave");
  expect(said).toHaveLength(4);
});

it("opens a channel anew that the server has ended, as for a token that ran out", async () => {
  const leave = watchTables(["orders"], listener);
  await opened();
  realtime.answer("SUBSCRIBED");
  realtime.asked.length = 0;
  realtime.answer("CLOSED");
  expect(said).toEqual(["watching", "lost"]);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(realtime.asked).toEqual(["auth", "channel", "on orders", "subscribe"]);
  realtime.answer("CLOSED");
  realtime.asked.length = 0;
  leave();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(realtime.asked).toEqual([]);
});

it("joins nothing when it is left before it has begun", async () => {
  watchTables(["orders"], listener)();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(realtime.asked).not.toContain("subscribe");
});
