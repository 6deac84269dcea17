import { pino } from "pino";
import { afterEach, expect, it, vi } from "vitest";
import { TopicHub, type TopicHubDatabase } from "./topic-hub.ts";

/** A topic hub without a database; `notify` delivers messages of other instances. */
function createTopicHub() {
  const listeners = new Map<string, (text: string) => void>();
  const database: TopicHubDatabase = {
    listen: async (channel, onNotify) => {
      listeners.set(channel, onNotify);
    },
    notify: async () => {},
    readMessages: async () => [],
  };
  const notify = (origin: string, message: unknown) =>
    listeners.get("realtime_relay")?.(`${origin} 1 1 1 ${JSON.stringify(message)}`);
  return { topicHub: new TopicHub(database, pino({ enabled: false })), notify };
}

afterEach(() => {
  vi.useRealTimers();
});

it("removes the presence of an instance without heartbeat, and keeps that of one with heartbeats", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "Date", "performance"] });
  const { topicHub, notify } = createTopicHub();
  const receivePresenceDiff = vi.fn();
  const name = { topic: "bench", isPrivate: false };
  await topicHub.join(name, { receiveBroadcast: () => {}, receivePresenceDiff });
  for (const origin of ["killed", "alive"]) {
    const entry = { key: origin, ref: origin, origin, payload: "{}" };
    notify(origin, { kind: "joined", room: "public bench", entry });
  }
  const present = () => Object.keys(JSON.parse(topicHub.presenceState(name)));
  const pass = (seconds: number) => {
    vi.advanceTimersByTime(seconds * 1000);
    notify("alive", { kind: "alive" });
  };
  pass(15);
  // The machine's clock proves nothing.
  vi.setSystemTime(Date.now() + 3_600_000);
  pass(15);
  expect(present()).toEqual(["killed", "alive"]);
  pass(15);
  expect(present()).toEqual(["alive"]);
  expect(JSON.parse(receivePresenceDiff.mock.lastCall?.[0])).toMatchObject({
    joins: {},
    leaves: { killed: {} },
  });
  await topicHub.close();
});

it("sends what is large to many members in turns, in the order in which it was sent", async () => {
  const { topicHub } = createTopicHub();
  const id = { topic: "crowd", isPrivate: false };
  const received: string[] = [];
  const listeners = Array.from({ length: 10 }, () => ({
    receiveBroadcast: () => received.push("broadcast"),
    receivePresenceDiff: () => received.push("presence"),
  }));
  for (const listener of listeners) await topicHub.join(id, listener);
  topicHub.broadcast(id, { event: "word", payload: '"x"' });
  expect(received).toHaveLength(10);
  topicHub.broadcast(id, { event: "word", payload: JSON.stringify("x".repeat(200_000)) });
  topicHub.track(id, listeners[0] ?? expect.fail(), "key", "{}");
  expect(received.length).toBeLessThan(20);
  await vi.waitFor(() => expect(received).toHaveLength(30));
  expect(received.slice(10)).toEqual([...Array(10).fill("broadcast"), ...Array(10).fill("presence")]);
  await topicHub.close();
});
