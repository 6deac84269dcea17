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
