import { pino } from "pino";
import { afterEach, expect, it, vi } from "vitest";
import { Rooms, type RoomsDatabase } from "./index.ts";

/** What other copies would notify is handed to `tell`. */
function roomsAlone() {
  const listeners = new Map<string, (text: string) => void>();
  const database: RoomsDatabase = {
    listen: async (channel, onNotify) => {
      listeners.set(channel, onNotify);
    },
    notify: async () => {},
    readMessages: async () => [],
  };
  const tell = (origin: string, message: unknown) =>
    listeners.get("realtime_relay")?.(`${origin} 1 1 1 ${JSON.stringify(message)}`);
  return { rooms: new Rooms(database, pino({ enabled: false })), tell };
}

afterEach(() => {
  vi.useRealTimers();
});

it("forgets who is present at a copy that fell silent, and nobody of one that says it is alive", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "Date"] });
  const { rooms, tell } = roomsAlone();
  const notice = vi.fn();
  const name = { topic: "bench", isPrivate: false };
  await rooms.enter(name, { hear: () => {}, notice });
  for (const origin of ["killed", "alive"]) {
    const entry = { key: origin, ref: origin, origin, payload: "{}" };
    tell(origin, { kind: "joined", room: "public bench", entry });
  }
  const present = () => Object.keys(JSON.parse(rooms.presentIn(name)));
  const pass = (seconds: number) => {
    vi.advanceTimersByTime(seconds * 1000);
    tell("alive", { kind: "alive" });
  };
  pass(15);
  pass(15);
  expect(present()).toEqual(["killed", "alive"]);
  pass(15);
  expect(present()).toEqual(["alive"]);
  expect(JSON.parse(notice.mock.lastCall?.[0])).toMatchObject({ joins: {}, leaves: { killed: {} } });
  await rooms.close();
});
