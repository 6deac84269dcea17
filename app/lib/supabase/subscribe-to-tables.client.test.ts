import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { subscribeToTables } from "./subscribe-to-tables.client.ts";

const events: string[] = [];
const subscriber = {
  onChange: () => events.push("changed"),
  onSubscribed: () => events.push("subscribed"),
  onDisconnected: () => events.push("disconnected"),
};

/** The calls to the official client, and the callbacks by which it responds. */
const realtime = vi.hoisted(() => ({
  calls: [] as string[],
  topics: [] as string[],
  setStatus: (_status: string) => {},
  change: () => {},
  options: { accessToken: async (): Promise<string | null> => null },
}));

vi.mock("@supabase/realtime-js", () => ({
  RealtimeClient: class {
    constructor(url: string, options: typeof realtime.options) {
      realtime.calls.push(`connect ${url}`);
      realtime.options = options;
    }
    async setAuth() {
      await Promise.resolve();
      realtime.calls.push("auth");
    }
    channel(topic: string) {
      realtime.calls.push("channel");
      realtime.topics.push(topic);
      const channel = {
        topic,
        on(_kind: string, { table }: { table: string }, change: () => void) {
          realtime.calls.push(`on ${table}`);
          realtime.change = change;
          return channel;
        },
        subscribe(onStatus: (status: string) => void) {
          realtime.calls.push("subscribe");
          realtime.setStatus = onStatus;
        },
      };
      return channel;
    }
    removeChannel() {
      realtime.calls.push("leave");
      realtime.setStatus("CLOSED");
    }
  },
}));
vi.mock("./config.client.ts", () => ({
  getSupabaseUrl: () => "https://shop.test",
  getAnonKey: () => "anon",
}));
vi.mock("./auth.client.ts", () => ({ getAuthClient: async () => ({}) }));
vi.mock("./supabase.client.ts", () => ({
  getAccessToken: async () => "the current token",
}));

beforeEach(() => {
  vi.useFakeTimers();
  events.length = 0;
  realtime.calls.length = 0;
});
afterEach(() => vi.useRealTimers());

const waitForSubscription = () => vi.waitFor(() => expect(realtime.calls).toContain("subscribe"));

it("joins with the user's token, reports changes, and leaves", async () => {
  const unsubscribe = subscribeToTables(["orders", "quotes"], subscriber);
  await waitForSubscription();
  expect(realtime.calls).toEqual([
    "connect wss://shop.test/realtime/v1",
    "auth",
    "channel",
    "on orders",
    "on quotes",
    "subscribe",
  ]);
  expect(await realtime.options.accessToken()).toBe("the current token");
  realtime.setStatus("SUBSCRIBED");
  realtime.change();
  realtime.setStatus("CHANNEL_ERROR");
  realtime.setStatus("SUBSCRIBED");
  expect(events).toEqual(["subscribed", "changed", "disconnected", "subscribed"]);
  unsubscribe();
  realtime.change();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(realtime.calls.at(-1)).toBe("leave");
  expect(events).toHaveLength(4);
});

it("reopens a channel that the server has closed, as for an expired token", async () => {
  const unsubscribe = subscribeToTables(["orders"], subscriber);
  await waitForSubscription();
  realtime.setStatus("SUBSCRIBED");
  realtime.calls.length = 0;
  realtime.setStatus("CLOSED");
  expect(events).toEqual(["subscribed", "disconnected"]);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(realtime.calls).toEqual(["auth", "channel", "on orders", "subscribe"]);
  realtime.setStatus("CLOSED");
  realtime.calls.length = 0;
  unsubscribe();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(realtime.calls).toEqual([]);
});

it("opens channels whose names a stranger, who could send to them, does not know", async () => {
  realtime.topics.length = 0;
  for (const _screen of [1, 2]) subscribeToTables(["orders"], subscriber);
  await vi.waitFor(() => expect(realtime.topics).toHaveLength(2));
  for (const topic of realtime.topics) expect(topic).toMatch(/^office-[0-9a-f-]{36}$/);
  expect(new Set(realtime.topics).size).toBe(2);
});

it("joins nothing when it is unsubscribed before it has started", async () => {
  subscribeToTables(["orders"], subscriber)();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(realtime.calls).not.toContain("subscribe");
});
