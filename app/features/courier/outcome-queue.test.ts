/** What a courier told without a network: kept, in order, and sent once. */
import { beforeEach, expect, test } from "vitest";
import {
  countOthersWaiting,
  createOutcomeQueue,
  type Outcome,
  type OutcomeTransport,
  RejectedOutcomeError,
  SignedOutError,
  sendWaiting,
} from "./outcome-queue.ts";

/** Local storage with room for so many characters. */
class MemoryStorage implements Storage {
  [key: string]: unknown;
  readonly #room: number;

  constructor(room = Number.POSITIVE_INFINITY) {
    this.#room = room;
  }
  get length() {
    return Object.keys(this).length;
  }
  key(index: number) {
    return Object.keys(this)[index] ?? null;
  }
  getItem(key: string) {
    const value = this[key];
    return typeof value === "string" ? value : null;
  }
  setItem(key: string, value: string) {
    const others = Object.entries(this).filter(([name]) => name !== key);
    const used = others.reduce((sum, [name, text]) => sum + name.length + String(text).length, 0);
    if (used + key.length + value.length > this.#room) throw new DOMException("full", "QuotaExceededError");
    this[key] = value;
  }
  removeItem(key: string) {
    delete this[key];
  }
  clear() {
    for (const key of Object.keys(this)) delete this[key];
  }
}

let storage: MemoryStorage;
beforeEach(() => {
  storage = new MemoryStorage();
});

const createOutcome = (id: string, minute: number): Outcome => ({
  id,
  runId: "run",
  orderId: `order-${id}`,
  number: `ORD-${id}`,
  kind: "delivered",
  at: `2026-11-23T10:${String(minute).padStart(2, "0")}:00.000Z`,
  data: { cash: 5000 },
});

/** A shop that answers each outcome as the map says: with a conflict, or an error that is thrown. */
function createShop(answers: Record<string, string | Error> = {}) {
  const received: string[] = [];
  const transport: OutcomeTransport = {
    sendPhoto: async ({ id }, photo) => void received.push(`${id} ${photo}`),
    async sendOutcome({ id }) {
      received.push(id);
      const answer = answers[id];
      if (answer instanceof Error) throw answer;
      return answer ?? null;
    },
  };
  return { received, transport };
}

const listStates = () =>
  createOutcomeQueue(storage, "issa")
    .list()
    .map(({ id, state }) => `${id} ${state}`);

test("what was told is there after a restart, and is sent in the order in which it was told", async () => {
  const queue = createOutcomeQueue(storage, "issa");
  queue.add(createOutcome("b", 2), null);
  queue.add(createOutcome("a", 1), "photo");
  expect(listStates()).toEqual(["a waiting", "b waiting"]);
  expect(createOutcomeQueue(storage, "issa").list()[0]).toEqual({
    ...createOutcome("a", 1),
    state: "waiting",
    message: "",
    isTried: false,
  });
  const { received, transport } = createShop({ b: "Cette commande est annulée" });
  expect(await sendWaiting(createOutcomeQueue(storage, "issa"), transport)).toBe("done");
  expect(received).toEqual(["a photo", "a", "b"]);
  expect(listStates()).toEqual(["a sent", "b conflict"]);
  expect(queue.readPhoto("a")).toBe(null);
  // Nothing is sent again.
  await sendWaiting(queue, transport);
  expect(received).toHaveLength(3);
});

test("without an answer the outcome waits with its id, and those after it too", async () => {
  const queue = createOutcomeQueue(storage, "issa");
  queue.add(createOutcome("a", 1), null);
  queue.add(createOutcome("b", 2), null);
  const dead = createShop({ a: new TypeError("Failed to fetch") });
  expect(await sendWaiting(queue, dead.transport)).toBe("offline");
  expect(dead.received).toEqual(["a"]);
  expect(queue.list().map(({ id, state, isTried }) => [id, state, isTried])).toEqual([
    ["a", "waiting", true],
    ["b", "waiting", false],
  ]);
  // A shop that fails is no missing network.
  const failing = createShop({ a: new Error("The photo was not sent", { cause: { status: 503 } }) });
  expect(await sendWaiting(queue, failing.transport)).toBe("unavailable");
  const alive = createShop();
  expect(await sendWaiting(queue, alive.transport)).toBe("done");
  expect(alive.received).toEqual(["a", "b"]);
});

test("what the shop rejects stays with its reason, and holds nothing up", async () => {
  const queue = createOutcomeQueue(storage, "issa");
  queue.add(createOutcome("a", 1), null);
  queue.add(createOutcome("b", 2), null);
  const { transport } = createShop({ a: new RejectedOutcomeError("Cette commande n'existe plus") });
  expect(await sendWaiting(queue, transport)).toBe("done");
  expect(listStates()).toEqual(["a rejected", "b sent"]);
  expect(queue.list()[0]?.message).toBe("Cette commande n'existe plus");
});

test("nothing is lost when the session is over, or when somebody else signs in", async () => {
  const queue = createOutcomeQueue(storage, "issa");
  queue.add(createOutcome("a", 1), null);
  const { transport } = createShop({ a: new SignedOutError() });
  expect(await sendWaiting(queue, transport)).toBe("signed-out");
  expect(listStates()).toEqual(["a waiting"]);
  const other = createShop();
  expect(await sendWaiting(createOutcomeQueue(storage, "awa"), other.transport)).toBe("done");
  expect(other.received).toEqual([]);
  expect(countOthersWaiting(storage, "awa")).toBe(1);
  expect(countOthersWaiting(storage, null)).toBe(1);
  expect(countOthersWaiting(storage, "issa")).toBe(0);
});

test("an outcome for which there is no room is not half stored", () => {
  storage = new MemoryStorage(400);
  const queue = createOutcomeQueue(storage, "issa");
  expect(() => queue.add(createOutcome("a", 1), "x".repeat(300))).toThrow("full");
  expect(storage.length).toBe(0);
  queue.add(createOutcome("a", 1), null);
  expect(listStates()).toEqual(["a waiting"]);
});

test("what is not an outcome is passed over", () => {
  storage.setItem("courier:outcome:issa:x", "{");
  storage.setItem("courier:outcome:issa:y", '{"kind":"stolen","state":"waiting"}');
  storage.setItem("cart", "[]");
  expect(listStates()).toEqual([]);
});
