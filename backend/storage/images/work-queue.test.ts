import { expect, test } from "vitest";
import { WorkQueue } from "./work-queue.ts";

function setup(limits: ConstructorParameters<typeof WorkQueue>[0]) {
  const queue = new WorkQueue(limits);
  const started: string[] = [];
  const ends = new Map<string, PromiseWithResolvers<string>>();
  const add = (network: string, name: string) => {
    const work = queue.add(network, () => {
      started.push(name);
      const end = Promise.withResolvers<string>();
      ends.set(name, end);
      return end.promise;
    });
    work.result.catch(() => {});
    return work;
  };
  const end = async (name: string) => {
    ends.get(name)?.resolve(name);
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { add, started, ends, end };
}

test("limits concurrency, and refuses when too much waits", async () => {
  const { add, started, ends, end } = setup({ concurrency: 2, maxQueued: 2, maxQueuedOfNetwork: 9 });
  const [a, b, c, d] = [add("x", "a"), add("x", "b"), add("x", "c"), add("x", "d")];
  expect(() => add("y", "e")).toThrow(expect.objectContaining({ code: "SlowDown" }));
  expect(started).toEqual(["a", "b"]);
  await end("b");
  expect([await b.result, started]).toEqual(["b", ["a", "b", "c"]]);
  ends.get("a")?.reject(new Error("failed"));
  await expect(a.result).rejects.toThrow("failed");
  await end("c");
  await end("d");
  expect(await Promise.all([c.result, d.result])).toEqual(["c", "d"]);
  add("x", "free again");
  expect(started).toEqual(["a", "b", "c", "d", "free again"]);
});

test("networks take turns, and one of them waits for a few only", async () => {
  const { add, started, end } = setup({ concurrency: 1, maxQueued: 9, maxQueuedOfNetwork: 3 });
  for (const name of ["a1", "a2", "a3", "a4"]) add("a", name);
  expect(() => add("a", "a5")).toThrow(expect.objectContaining({ code: "SlowDown" }));
  for (const [network = "", name = ""] of [
    ["b", "b1"],
    ["c", "c1"],
    ["b", "b2"],
  ])
    add(network, name);
  for (const name of ["a1", "a2", "b1", "c1", "a3", "b2", "a4"]) await end(name);
  expect(started).toEqual(["a1", "a2", "b1", "c1", "a3", "b2", "a4"]);
});

test("dropped work never begins, and leaves its place to others", async () => {
  const { add, started, end } = setup({ concurrency: 1, maxQueued: 2, maxQueuedOfNetwork: 2 });
  const running = add("x", "a");
  const [b] = [add("x", "b"), add("x", "c")];
  expect([running.drop(), b.drop(), b.drop()]).toEqual([false, true, false]);
  await expect(b.result).rejects.toMatchObject({ code: "Aborted" });
  add("x", "d");
  for (const name of ["a", "c", "d"]) await end(name);
  expect(started).toEqual(["a", "c", "d"]);
});

test("work that two networks want begins at the first turn of either, once", async () => {
  const { add, started, end } = setup({ concurrency: 1, maxQueued: 9, maxQueuedOfNetwork: 9 });
  add("x", "a");
  const [, , wanted] = [add("x", "b"), add("x", "c"), add("x", "wanted")];
  wanted.join("y");
  for (const name of ["a", "b", "wanted", "c"]) await end(name);
  expect(started).toEqual(["a", "b", "wanted", "c"]);
});
