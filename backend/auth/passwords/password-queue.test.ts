import { expect, test } from "vitest";
import { PasswordQueue } from "./password-queue.ts";

/** A queue of one task at a time, whose tasks end when the test says so; `order` has the networks that were served, `first` those of first tasks. */
function createQueue(maxPerNetwork: number, maxWaiting: number) {
  const clock = { now: 0 };
  const limits = { maxPerNetwork, maxWaiting, maxWaitMs: 5000 };
  const queue = new PasswordQueue({ concurrency: 1, ...limits, now: () => clock.now });
  const order: (string | null)[] = [];
  const first: (string | null)[] = [];
  const ends: (() => void)[] = [];
  const run = (network: string | null) =>
    queue.run(network, async (isFirst) => {
      order.push(network);
      if (isFirst) first.push(network);
      const { promise, resolve } = Promise.withResolvers<void>();
      ends.push(resolve);
      await promise;
      return network;
    });
  const finishAll = async (tasks: Promise<unknown>[]) => {
    const settled = Promise.allSettled(tasks);
    let isDone = false;
    settled.then(() => {
      isDone = true;
    });
    while (!isDone) {
      ends.shift()?.();
      await new Promise(setImmediate);
    }
    return settled;
  };
  return { run, order, first, finishAll, clock };
}

test("a newcomer is next, however many tasks other networks have waiting", async () => {
  const { run, order, finishAll } = createQueue(50, 200);
  const flood = Array.from({ length: 80 }, (_, i) => run(`flood ${i % 2}`));
  await new Promise(setImmediate);
  const customer = run("customer");
  await finishAll([...flood, customer]);
  // After one task of each network at most.
  expect(order.indexOf("customer")).toBeLessThanOrEqual(2);
});

test("a first password begins beside one of a flood, and everything else waits for both", async () => {
  const { run, order, first, finishAll } = createQueue(50, 200);
  const before = run("flood");
  await finishAll([before]);
  const flood = [run("flood"), run("flood"), run("flood")];
  await finishAll(flood.slice(0, 2));
  expect(order).toEqual(["flood", "flood", "flood", "flood"]);
  const people = [run("one"), run("other"), run("one")];
  await new Promise(setImmediate);
  expect(order.slice(4)).toEqual(["one"]);
  await finishAll([...flood, ...people]);
  expect(order.slice(4)).toEqual(["one", "other", "one"]);
  // The second of one is alone when it begins.
  expect(first).toEqual(["flood", "flood", "one", "other", "one"]);
});

test("the first of a flood that waits is no first one", async () => {
  const { run, first, finishAll } = createQueue(50, 200);
  const person = run("person");
  const flood = Array.from({ length: 4 }, () => run("flood"));
  await finishAll([person, ...flood]);
  expect(first).toEqual(["person"]);
});

test("a network that asks one after the other has its first passwords, and not without end", async () => {
  const { run, first, finishAll, clock } = createQueue(50, 200);
  for (let count = 0; count < 13; count++) await finishAll([run("flood")]);
  expect(first).toHaveLength(10);
  // Half of them are forgotten.
  clock.now = 15_000;
  await finishAll([run("flood")]);
  expect(first).toHaveLength(11);
});

test("networks take turns", async () => {
  const { run, order, finishAll } = createQueue(50, 200);
  await finishAll(["a", "a", "a", "a", "b", "b"].map(run));
  expect(order).toEqual(["a", "b", "a", "b", "a", "a"]);
});

test("a network with too much waiting is told to retry, and others are not refused", async () => {
  const { run, finishAll } = createQueue(3, 200);
  const results = await finishAll([...Array(6).fill("flood"), "customer"].map(run));
  expect(results.map(({ status }) => status)).toEqual([
    ...Array(4).fill("fulfilled"),
    ...Array(2).fill("rejected"),
    "fulfilled",
  ]);
  expect(results[5]).toMatchObject({
    reason: { status: 429, code: "over_request_rate_limit", extras: { retryAfterSeconds: 2 } },
  });
});

test("when all is full, the longest line loses its newest task to a newcomer", async () => {
  const { run, order, finishAll } = createQueue(4, 8);
  const results = await finishAll(
    [...Array(5).fill("a"), ...Array(4).fill("b"), "customer", "another"].map(run),
  );
  expect(results.filter(({ status }) => status === "rejected")).toHaveLength(2);
  expect(order).toEqual(expect.arrayContaining(["customer", "another"]));
});

test("when everybody has one task waiting, the next is refused for all", async () => {
  const { run, finishAll } = createQueue(4, 2);
  const results = await finishAll(["a", "b", "c", "d"].map(run));
  expect(results[3]).toMatchObject({ reason: { status: 503, code: "over_request_rate_limit" } });
});

test("what waited too long is refused", async () => {
  const { run, order, finishAll, clock } = createQueue(4, 8);
  const tasks = ["a", "a", "b"].map(run);
  await new Promise(setImmediate);
  clock.now = 5001;
  const results = await finishAll(tasks);
  expect(results.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "rejected"]);
  expect(order).toEqual(["a"]);
});
