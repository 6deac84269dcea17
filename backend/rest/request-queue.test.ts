import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type Network, RequestQueue } from "./request-queue.ts";

const busy: Network = { id: "192.0.2.0/24", maximum: 1, limitKey: "parallel_reads/visitor/network" };
const other: Network = { ...busy, id: "198.51.100.0/24" };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("a network that uses its part waits while another is served", async () => {
  const queue = new RequestQueue<string>({ connections: 2, waitMs: 1000 });
  queue.take(busy);
  expect([queue.mayUse(busy), queue.mayUse(other), queue.mayUse(null)]).toEqual([false, true, true]);
  const second = queue.wait(busy);
  const visitor = queue.wait(other);
  expect(queue.countServable()).toBe(1);
  queue.serve("a connection");
  expect(await visitor).toBe("a connection");
  expect([queue.use, queue.hasServable()]).toEqual([{ inUse: 2, waiting: 1 }, false]);
  queue.release(busy);
  queue.serve("another");
  expect(await second).toBe("another");
});

test("a network of which many wait has half of its connections", async () => {
  const queue = new RequestQueue<number>({ connections: 10, waitMs: 1000 });
  const flood: Network = { ...busy, maximum: 3 };
  for (let use = 0; use < 3; use++) queue.take(flood);
  const served: number[] = [];
  for (let waiting = 0; waiting < 21; waiting++) {
    queue.wait(flood).then(
      (connection) => served.push(connection),
      () => {},
    );
  }
  queue.release(flood);
  expect([queue.hasServable(), queue.countServable(), queue.mayUse(other)]).toEqual([false, 0, true]);
  queue.release(flood);
  queue.serve(1);
  queue.release(flood);
  // Nineteen are left now.
  queue.serve(2);
  queue.serve(3);
  await Promise.resolve();
  expect(served).toEqual([1, 2, 3]);
  expect(queue.hasServable()).toBe(false);
  queue.failAll(new Error("closed"));
});

test("who waits too long is told whether others of the network or all are in the way", async () => {
  const queue = new RequestQueue<string>({ connections: 1, waitMs: 1000 });
  queue.take(busy);
  const refused = [queue.wait(busy), queue.wait(other)].map((waiting) =>
    waiting.catch((error: { status: number }) => error.status),
  );
  await vi.runAllTimersAsync();
  expect(await Promise.all(refused)).toEqual([429, 504]);
  expect(queue.use).toEqual({ inUse: 1, waiting: 0 });
});

test("so are all of a flood that wait too long", async () => {
  const queue = new RequestQueue<string>({ connections: 10, waitMs: 1000 });
  const flood: Network = { ...busy, maximum: 2 };
  queue.take(flood);
  const refused = Array.from({ length: 21 }, () =>
    queue.wait(flood).catch((error: { status: number }) => error.status),
  );
  await vi.runAllTimersAsync();
  expect(await Promise.all(refused)).toEqual(Array(21).fill(429));
});

test("half of the places to wait are for one network", () => {
  const queue = new RequestQueue<string>({ connections: 1, waitMs: 1000 });
  const fill = (network: Network, count: number) => {
    for (let waiting = 0; waiting < count; waiting++) queue.wait(network).catch(() => {});
  };
  fill(busy, 63);
  expect(queue.findRefusal(busy)).toMatchObject({ status: 429 });
  expect(queue.findRefusal(other)).toBeNull();
  fill(other, 62);
  expect(queue.findRefusal(null)).toMatchObject({ status: 504 });
  queue.failAll(new Error("closed"));
  expect(queue.findRefusal(busy)).toBeNull();
});

/** Those that wait are served one after the other, each `serviceMs` later. */
async function serveSlowly(queue: RequestQueue<string>, times: number, serviceMs: number): Promise<void> {
  for (let served = 0; served < times; served++) {
    await vi.advanceTimersByTimeAsync(serviceMs);
    queue.release(null);
    queue.serve("a connection");
  }
}

test("a network that uses none goes before one that uses some", async () => {
  const queue = new RequestQueue<string>({ connections: 3, waitMs: 3000 });
  const flood: Network = { ...busy, maximum: 3 };
  for (let use = 0; use < 3; use++) queue.take(flood);
  const served: string[] = [];
  void queue.wait(flood).then(() => served.push("flood"));
  void queue.wait(other).then(() => served.push("other"));
  queue.release(flood);
  queue.serve("a connection");
  queue.release(flood);
  queue.serve("another");
  await Promise.resolve();
  expect(served).toEqual(["other", "flood"]);
});

test("while many wait and all of them long, nobody waits longer than in an overload", async () => {
  const queue = new RequestQueue<string>({ connections: 1, waitMs: 3000, overloadWaitMs: 300 });
  queue.take(null);
  const refused: number[] = [];
  const arrive = () => queue.wait(null).catch(({ status }: { status: number }) => refused.push(status));
  for (let waiting = 0; waiting < 9; waiting++) void arrive();
  await serveSlowly(queue, 2, 400);
  expect([refused.length, queue.admit(other)]).toEqual([0, true]);
  await serveSlowly(queue, 1, 400);
  await vi.advanceTimersByTimeAsync(0);
  // The six that had waited for too long.
  expect(refused).toEqual(Array(6).fill(504));
  void arrive();
  expect(queue.admit(other)).toBe(true);
  await vi.advanceTimersByTimeAsync(151);
  expect(queue.admit(other)).toBe(false);
  await vi.advanceTimersByTimeAsync(150);
  expect([refused.length, queue.admit(other)]).toEqual([7, true]);
});

test("a few that wait for slow ones are no overload", async () => {
  const queue = new RequestQueue<string>({ connections: 1, waitMs: 5000, overloadWaitMs: 300 });
  queue.take(null);
  for (let waiting = 0; waiting < 4; waiting++) void queue.wait(null);
  await serveSlowly(queue, 4, 900);
  void queue.wait(null).catch(() => {});
  await vi.advanceTimersByTimeAsync(400);
  expect([queue.use.waiting, queue.admit(other)]).toEqual([1, true]);
});

test("one network with many of them is in an overload alone", async () => {
  const queue = new RequestQueue<string>({ connections: 2, waitMs: 3000, overloadWaitMs: 300 });
  const flood: Network = { ...busy, maximum: 2 };
  for (let use = 0; use < 2; use++) queue.take(flood);
  const refused = Array.from({ length: 15 }, () =>
    queue.wait(flood).catch(({ status }: { status: number }) => status),
  );
  for (let served = 0; served < 3; served++) {
    await vi.advanceTimersByTimeAsync(400);
    queue.release(flood);
    queue.serve("a connection");
  }
  expect(await Promise.all(refused)).toEqual([...Array(3).fill("a connection"), ...Array(12).fill(429)]);
  queue.wait(flood).catch(() => {});
  await vi.advanceTimersByTimeAsync(200);
  expect([queue.admit(flood), queue.admit(other)]).toEqual([false, true]);
});

test("networks that all use their share are in an overload together", async () => {
  const queue = new RequestQueue<string>({ connections: 2, waitMs: 3000, overloadWaitMs: 300 });
  const networks = [busy, other].map((network) => ({ ...network, maximum: 2 }));
  for (const network of networks) queue.take(network);
  const refused = networks.flatMap((network) =>
    Array.from({ length: 10 }, () => queue.wait(network).catch(({ status }: { status: number }) => status)),
  );
  for (let served = 0; served < 3; served++) {
    await vi.advanceTimersByTimeAsync(400);
    for (const network of networks) queue.release(network);
    for (const network of networks) if (queue.hasServable()) queue.serve(network.id);
  }
  expect(new Set(await Promise.all(refused))).toContain(429);
  expect(queue.use.waiting).toBe(0);
});

test("in an overload no more wait than are served in time", async () => {
  const queue = new RequestQueue<string>({ connections: 1, waitMs: 3000, overloadWaitMs: 300 });
  queue.take(null);
  for (let waiting = 0; waiting < 9; waiting++) queue.wait(null).catch(() => {});
  await serveSlowly(queue, 3, 400);
  for (let waiting = 0; waiting < 3; waiting++) queue.wait(null).catch(() => {});
  // Of those that begin in the same turn of the event loop two may wait, and the others in the next.
  expect([1, 2, 3].map(() => queue.admit(null))).toEqual([true, true, false]);
  await vi.advanceTimersByTimeAsync(0);
  expect(queue.admit(null)).toBe(true);
  for (let waiting = 0; waiting < 2; waiting++) queue.wait(null).catch(() => {});
  expect(queue.admit(null)).toBe(false);
  queue.failAll(new Error("closed"));
});
