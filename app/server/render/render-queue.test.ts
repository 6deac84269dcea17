import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { OverloadError, RenderQueue } from "./render-queue.ts";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Renderings that end when the test says so; `started` are their names in order. */
function setup(perNetwork = { concurrency: 2, maxWaiting: 2 }) {
  const queue = new RenderQueue({ concurrency: 2, maxWaiting: 2, timeoutMs: 1_000, perNetwork });
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  const render = (name: string) => () => {
    started.push(name);
    const { promise, resolve } = Promise.withResolvers<string>();
    ends.set(name, () => resolve(name));
    return promise;
  };
  const end = async (name: string) => {
    ends.get(name)?.();
    await settle();
  };
  return { queue, started, render, end };
}

const settle = () => new Promise((resolve) => setImmediate(resolve));

it("renders a few pages at a time, in the order of the visitors", async () => {
  const { queue, started, render, end } = setup();
  const pages = ["a", "b", "c", "d"].map((name) => queue.run("a network", render(name)));
  expect(started).toEqual(["a", "b"]);
  await end("b");
  expect(started).toEqual(["a", "b", "c"]);
  await end("a");
  await end("c");
  await end("d");
  expect(await Promise.all(pages)).toEqual(["a", "b", "c", "d"]);
});

it("rejects at once when too many wait", async () => {
  const { queue, started, render, end } = setup();
  const pages = ["a", "b", "c", "d"].map((name) => queue.run("a network", render(name)));
  await expect(queue.run("a network", render("e"))).rejects.toThrow(OverloadError);
  await end("a");
  void queue.run("a network", render("f"));
  for (const name of ["b", "c", "d", "f"]) await end(name);
  await Promise.all(pages);
  expect(started).toEqual(["a", "b", "c", "d", "f"]);
});

it("rejects after a while, and does not start what nobody waits for any more", async () => {
  const { queue, started, render, end } = setup();
  const pages = ["a", "b", "c"].map((name) => queue.run("a network", render(name)));
  const results = Promise.allSettled(pages);
  vi.advanceTimersByTime(1_000);
  for (const { status } of await results) expect(status).toBe("rejected");
  // They still hold what they use: the next one waits for them.
  void queue.run("a network", render("d"));
  expect(started).toEqual(["a", "b"]);
  await end("a");
  expect(started).toEqual(["a", "b", "d"]);
});

it("goes on after a page that could not be rendered", async () => {
  const { queue, started, render } = setup();
  const fail = () => Promise.reject(new Error("database unavailable"));
  await expect(queue.run("a network", fail)).rejects.toThrow("database unavailable");
  await expect(queue.run("a network", fail)).rejects.toThrow("database unavailable");
  void queue.run("a network", render("a"));
  void queue.run("a network", render("b"));
  expect(started).toEqual(["a", "b"]);
});

it("refreshes one page at a time, each once, and only while nobody waits", async () => {
  const { queue, started, render, end } = setup();
  void queue.run("a network", render("visitor"));
  for (const key of ["a", "a", "b"]) queue.refresh(key, 1, render(`refresh ${key}`));
  expect(started).toEqual(["visitor"]);
  await end("visitor");
  expect(started).toEqual(["visitor", "refresh a"]);
  void queue.run("a network", render("other visitor"));
  expect(started).toEqual(["visitor", "refresh a", "other visitor"]);
  await end("refresh a");
  expect(started).toHaveLength(3);
  await end("other visitor");
  expect(started).toEqual(["visitor", "refresh a", "other visitor", "refresh b"]);
  await end("refresh b");
});

it("refreshes the pages of the highest priority first, and those of the same in their order", async () => {
  const { queue, started, render, end } = setup();
  queue.refresh("running", 1, render("running"));
  queue.refresh("a", 1, render("a"));
  queue.refresh("b", 2, render("b"));
  queue.refresh("c", 2, render("c"));
  for (const name of ["running", "b", "c"]) await end(name);
  expect(started).toEqual(["running", "b", "c", "a"]);
});

it("refreshes the next page after one that failed", async () => {
  const { queue, started, render } = setup();
  queue.refresh("a", 1, () => Promise.reject(new Error("database unavailable")));
  queue.refresh("b", 1, render("b"));
  await settle();
  expect(started).toEqual(["b"]);
});

it("renders for other networks while one has used up its part", async () => {
  const { queue, started, render, end } = setup({ concurrency: 1, maxWaiting: 1 });
  const pages = ["a", "b"].map((name) => queue.run("a flood", render(name)));
  await expect(queue.run("a flood", render("c"))).rejects.toThrow(OverloadError);
  pages.push(queue.run("somebody else", render("d")));
  expect(started).toEqual(["a", "d"]);
  await end("a");
  expect(started).toEqual(["a", "d", "b"]);
  await end("b");
  await end("d");
  expect(await Promise.all(pages)).toEqual(["a", "b", "d"]);
});

it("lets a flood of one network have its part only while nobody else waits", async () => {
  const { queue, started, render, end } = setup({ concurrency: 2, maxWaiting: 9 });
  for (const name of ["a", "b"]) void queue.run("a flood", render(name));
  void queue.run("a flood", render("c"));
  void queue.run("one visitor", render("first"));
  expect(started).toEqual(["a", "b"]);
  await end("a");
  void queue.run("another visitor", render("second"));
  // The flood has one page left that is being rendered, and its next one came before both.
  expect(started).toEqual(["a", "b", "first"]);
  await end("first");
  expect(started).toEqual(["a", "b", "first", "second"]);
  await end("second");
  expect(started).toEqual(["a", "b", "first", "second", "c"]);
});

it("forgets the refreshes that are too many", async () => {
  const { queue, render, end } = setup();
  const page = queue.run("a network", render("a page"));
  const refresh = vi.fn(async () => {});
  for (let key = 0; key < 3_000; key++) queue.refresh(String(key), 1, refresh);
  await end("a page");
  await page;
  await expect.poll(() => refresh.mock.calls.length).toBe(2_000);
  await settle();
  expect(refresh).toHaveBeenCalledTimes(2_000);
});
