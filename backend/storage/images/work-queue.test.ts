import { expect, test } from "vitest";
import { WorkQueue } from "./work-queue.ts";

test("limits concurrency, runs the others in order, and rejects when the queue is full", async () => {
  const queue = new WorkQueue(2, 2);
  const started: string[] = [];
  const ends = new Map<string, PromiseWithResolvers<void>>();
  const run = (name: string) =>
    queue.run(() => {
      started.push(name);
      const end = Promise.withResolvers<void>();
      ends.set(name, end);
      return end.promise;
    });
  const [a, b, c, d] = [run("a"), run("b"), run("c"), run("d")];
  await expect(run("e")).rejects.toMatchObject({ code: "SlowDown" });
  expect(started).toEqual(["a", "b"]);
  ends.get("b")?.resolve();
  await b;
  await expect.poll(() => started).toEqual(["a", "b", "c"]);
  ends.get("a")?.reject(new Error("failed"));
  await expect(a).rejects.toThrow("failed");
  await expect.poll(() => started).toEqual(["a", "b", "c", "d"]);
  for (const end of ends.values()) end.resolve();
  await Promise.all([c, d]);
  expect(await queue.run(async () => "free again")).toBe("free again");
});
