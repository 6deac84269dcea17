import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { OverloadError, RenderQueue } from "./render-queue.ts";
import { SharedRendering } from "./shared-rendering.ts";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** A rendering, and a queue in which each network may have one page rendered while another one waits. */
function setup() {
  const queue = new RenderQueue({
    concurrency: 2,
    maxWaiting: 10,
    timeoutMs: 1_000,
    perNetwork: { concurrency: 1, maxWaiting: 1 },
  });
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const render = vi.fn(() => promise);
  const onEnd = vi.fn();
  /** Takes what a network may have rendered, until it is called again. */
  const occupy = (network: string) => {
    const other = Promise.withResolvers<void>();
    queue.run(network, () => other.promise).catch(() => {});
    return other.resolve;
  };
  return {
    queue,
    rendering: new SharedRendering(queue, render, onEnd),
    render,
    onEnd,
    resolve,
    reject,
    occupy,
  };
}

const settle = () => new Promise((resolve) => setImmediate(resolve));

it("starts when the first network may render, once for all", async () => {
  const { rendering, render, onEnd, resolve, occupy } = setup();
  const release = occupy("a");
  const [a, b] = [rendering.wait("a"), rendering.wait("b")];
  expect(render).toHaveBeenCalledOnce();
  resolve("page");
  expect(await Promise.all([a, b])).toEqual(["page", "page"]);
  release();
  await settle();
  expect([render.mock.calls.length, onEnd.mock.calls.length]).toEqual([1, 1]);
});

it("waits on for the place of another network when the own one is refused", async () => {
  const { queue, rendering, resolve, occupy } = setup();
  const release = occupy("a");
  occupy("b");
  queue.run("b", settle).catch(() => {});
  const [a, b] = [rendering.wait("a"), rendering.wait("b")];
  await settle();
  release();
  resolve("page");
  expect(await Promise.all([a, b])).toEqual(["page", "page"]);
});

it("ends without a page when no network has a place any more", async () => {
  const { rendering, render, onEnd, occupy } = setup();
  occupy("a");
  const results = Promise.allSettled([rendering.wait("a"), rendering.wait("a")]);
  vi.advanceTimersByTime(1_000);
  for (const result of await results)
    expect(result).toMatchObject({ status: "rejected", reason: expect.any(OverloadError) });
  expect([render.mock.calls.length, onEnd.mock.calls.length]).toEqual([0, 1]);
});

it("goes on for others when it takes too long, and passes its error on", async () => {
  const { rendering, reject } = setup();
  const late = rendering.wait("a").catch((error: unknown) => error);
  vi.advanceTimersByTime(1_000);
  expect(await late).toBeInstanceOf(OverloadError);
  const other = rendering.wait("b");
  reject(new Error("lost"));
  await expect(other).rejects.toThrow("lost");
});
