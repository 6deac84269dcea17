import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { CachedResponse } from "./http/cached-response.ts";
import { PageCache, type PageChange, type RenderedPage } from "./page-cache.ts";
import { OverloadError, RenderQueue } from "./render/render-queue.ts";

const CACHE_CONTROL = "public, max-age=0, s-maxage=10";

const wrong = (...tags: string[]): PageChange => ({ wrong: tags, old: [] });
const old = (...tags: string[]): PageChange => ({ wrong: [], old: tags });

/**
 * A cache of pages whose text is the number of the rendering that created them, with a clock set by the test.
 */
class CacheFixture {
  now = 1_000_000;
  renderCount = 0;
  next: Partial<{ status: number; cacheControl: string; tags: string[]; setsCookie: boolean }> = {};
  failure: Error | null = null;
  gate: Promise<void> = Promise.resolve();
  readonly cache = new PageCache({
    maxBytes: 10_000,
    freshMs: 300_000,
    queue: new RenderQueue({
      concurrency: 2,
      maxWaiting: 5,
      timeoutMs: 60_000,
      perNetwork: { concurrency: 1, maxWaiting: 5 },
    }),
    now: () => this.now,
    render: async (): Promise<RenderedPage> => {
      this.renderCount += 1;
      const text = String(this.renderCount);
      const {
        status = 200,
        cacheControl = CACHE_CONTROL,
        tags = ["product:1"],
        setsCookie = false,
      } = this.next;
      await this.gate;
      if (this.failure) throw this.failure;
      return {
        response: new CachedResponse(status, new Headers(), Buffer.from(text)),
        cacheControl,
        tags,
        setsCookie,
      };
    },
  });

  /** Blocks rendering until the returned function is called. */
  hold(): () => void {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.gate = promise;
    return resolve;
  }

  async text(key = "/", network = "a network"): Promise<string> {
    const { response } = await this.cache.get(key, network);
    const raw = await response.respond({ method: "GET", acceptEncoding: undefined, ifNoneMatch: undefined });
    return String(raw.body);
  }

  async settled(): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve));
  }
}

let fixture: CacheFixture;
beforeEach(() => {
  fixture = new CacheFixture();
});

describe("caching", () => {
  it("renders a page once and reports its age", async () => {
    expect(await fixture.text()).toBe("1");
    fixture.now += 42_500;
    expect(await fixture.text()).toBe("1");
    expect(fixture.cache.peek("/")?.ageSeconds).toBe(42);
    expect(fixture.cache.peek("/other")).toBeNull();
  });

  it("renders a page once for concurrent requests", async () => {
    expect(await Promise.all([fixture.text(), fixture.text(), fixture.text()])).toEqual(["1", "1", "1"]);
  });

  it("renders a page for a network that need not wait, though another one has asked first", async () => {
    const release = fixture.hold();
    const flood = ["/1", "/2", "/"].map((path) => fixture.text(path));
    fixture.gate = Promise.resolve();
    expect(await fixture.text("/", "another network")).toBe("2");
    release();
    expect(await Promise.all(flood)).toEqual(["1", "3", "2"]);
  });

  it.each([
    ["a private page", { cacheControl: "private, s-maxage=300" }],
    ["a page without a lifetime", { cacheControl: "" }],
    ["a page that does not exist", { status: 404 }],
    ["a redirect", { status: 302 }],
    ["a page that sets a cookie", { setsCookie: true }],
  ])("does not cache %s", async (_, next) => {
    fixture.next = next;
    expect(await fixture.text()).toBe("1");
    expect(await fixture.text()).toBe("2");
  });

  it("does not share a page with a cookie between concurrent requests", async () => {
    fixture.next = { setsCookie: true };
    const texts = await Promise.all([fixture.text(), fixture.text()]);
    expect(new Set(texts).size).toBe(2);
  });

  it("evicts unused pages when memory runs out", async () => {
    for (let i = 0; i < 2_000; i++) await fixture.text(`/page-${i}`);
    expect(fixture.cache.peek("/page-0")).toBeNull();
    expect(fixture.cache.peek("/page-1999")).not.toBeNull();
  });
});

describe("stale pages", () => {
  it("sends the stale page while a single new one is rendered", async () => {
    await fixture.text();
    fixture.now += 301_000;
    const release = fixture.hold();
    expect(await Promise.all([fixture.text(), fixture.text()])).toEqual(["1", "1"]);
    release();
    await fixture.settled();
    expect(await fixture.text()).toBe("2");
    expect(fixture.renderCount).toBe(2);
  });

  it("renders a new page first when the old one is too old", async () => {
    await fixture.text();
    fixture.now += 331_000;
    expect(await fixture.text()).toBe("2");
  });

  it("serves an old page for a moment while a single new one is rendered", async () => {
    await fixture.text();
    fixture.now += 20_000;
    fixture.cache.invalidate(old("product:1"));
    const release = fixture.hold();
    expect(await Promise.all([fixture.text(), fixture.text()])).toEqual(["1", "1"]);
    fixture.now += 31_000;
    const later = [fixture.text(), fixture.text()];
    release();
    expect(await Promise.all(later)).toEqual(["2", "2"]);
    expect(fixture.renderCount).toBe(2);
  });

  it("refreshes a page that becomes old again and again at most every five seconds", async () => {
    for (let second = 0; second < 60; second++) {
      await fixture.text();
      await fixture.settled();
      fixture.cache.invalidate(old("product:1"));
      fixture.now += 1_000;
    }
    expect(fixture.renderCount).toBe(12);
  });

  it("stores a page as old whose texts changed while it was rendered", async () => {
    const release = fixture.hold();
    const first = fixture.text();
    fixture.cache.invalidate(old("product:1"));
    release();
    expect(await first).toBe("1");
    fixture.now += 11_000;
    expect(await fixture.text()).toBe("1");
    await fixture.settled();
    expect(await fixture.text()).toBe("2");
  });

  it("refreshes nothing while a visitor waits for a page", async () => {
    await fixture.text();
    fixture.now += 20_000;
    fixture.cache.invalidate(old("product:1"));
    const release = fixture.hold();
    const other = fixture.text("/other");
    expect(await fixture.text()).toBe("1");
    await fixture.settled();
    expect(fixture.renderCount).toBe(2);
    release();
    expect(await other).toBe("2");
    await fixture.settled();
    expect(await fixture.text()).toBe("3");
  });

  it.each([
    ["fails", () => new Error("database unavailable"), {}],
    ["is an error page", () => null, { status: 500, cacheControl: "no-store" }],
    ["lacks a section that failed to load", () => null, { cacheControl: "no-store" }],
  ])("keeps the old page when the new one %s, and retries later", async (_, failure, next) => {
    await fixture.text();
    fixture.now += 20_000;
    fixture.cache.invalidate(old("product:1"));
    fixture.failure = failure();
    fixture.next = next;
    expect(await fixture.text()).toBe("1");
    await fixture.settled();
    expect(await fixture.text()).toBe("1");
    expect(fixture.renderCount).toBe(2);

    fixture.failure = null;
    fixture.next = {};
    fixture.now += 6_000;
    await fixture.text();
    await fixture.settled();
    expect(await fixture.text()).toBe("3");
  });

  it("answers when it is too old and no new one can be rendered", async () => {
    await fixture.text();
    fixture.now += 3_600_000;
    fixture.failure = new Error("database unavailable");
    expect([await fixture.text(), await fixture.text()]).toEqual(["1", "1"]);
    expect(fixture.renderCount).toBe(2);
  });

  it("answers when it is too old and too many pages wait", async () => {
    await fixture.text();
    fixture.now += 3_600_000;
    const release = fixture.hold();
    const others = Array.from({ length: 6 }, (_, n) => fixture.text(`/other-${n}`));
    expect(await fixture.text()).toBe("1");
    fixture.cache.invalidate(wrong("product:1"));
    await expect(fixture.text()).rejects.toThrow(OverloadError);
    release();
    await Promise.all(others);
  });

  it("deletes the old page when it no longer exists", async () => {
    await fixture.text();
    fixture.now += 20_000;
    fixture.cache.invalidate(old("product:1"));
    fixture.next = { status: 404 };
    await fixture.text();
    await fixture.settled();
    expect(fixture.cache.peek("/")).toBeNull();
  });
});

describe("wrong pages", () => {
  it("are rendered again before they are answered, once for all visitors", async () => {
    await fixture.text();
    fixture.next = { tags: ["product:2"] };
    await fixture.text("/other");
    fixture.cache.invalidate(wrong("product:1"));
    expect(fixture.cache.peek("/")).toBeNull();
    expect(await Promise.all([fixture.text(), fixture.text(), fixture.text("/other")])).toEqual([
      "3",
      "3",
      "2",
    ]);
  });

  it("are rendered again before somebody asks, if somebody has asked since the last time", async () => {
    await fixture.text();
    fixture.cache.invalidate(wrong("product:1"));
    await fixture.settled();
    expect(fixture.renderCount).toBe(2);
    for (let edit = 0; edit < 3; edit++) {
      fixture.cache.invalidate(wrong("product:1"));
      await fixture.settled();
    }
    expect(fixture.renderCount).toBe(2);
    expect(await fixture.text()).toBe("3");
  });

  it("are rendered again after visitors' pages, first those that are asked for most often", async () => {
    for (const path of ["/rare", "/frequent", "/rare", "/frequent", "/frequent"]) await fixture.text(path);
    fixture.next = { tags: ["product:2"] };
    const release = fixture.hold();
    const other = fixture.text("/other");
    fixture.cache.invalidate(wrong("product:1"));
    release();
    await other;
    await fixture.settled();
    expect([await fixture.text("/frequent"), await fixture.text("/rare")]).toEqual(["4", "5"]);
  });

  it("that are being rendered answer only who asked before the change", async () => {
    const release = fixture.hold();
    const before = [fixture.text(), fixture.text()];
    await fixture.settled();
    fixture.cache.invalidate(wrong("product:1"));
    const after = [fixture.text(), fixture.text(), fixture.text()];
    release();
    expect(await Promise.all(before)).toEqual(["1", "1"]);
    expect(await Promise.all(after)).toEqual(["2", "2", "2"]);
    expect(await fixture.text()).toBe("2");
  });

  it("do not make another page wrong that is being rendered", async () => {
    const release = fixture.hold();
    const before = fixture.text();
    await fixture.settled();
    fixture.cache.invalidate(wrong("product:2"));
    const after = fixture.text();
    release();
    expect([await before, await after, await fixture.text()]).toEqual(["1", "1", "1"]);
  });

  it("that do not exist yet are rendered again for who asks after the change", async () => {
    fixture.next = { status: 404 };
    const release = fixture.hold();
    const before = fixture.text();
    await fixture.settled();
    fixture.cache.invalidate(old("products"));
    fixture.next = {};
    const after = fixture.text();
    release();
    expect([await before, await after]).toEqual(["1", "2"]);
  });

  it("are not answered when the new one fails", async () => {
    await fixture.text();
    fixture.cache.invalidate(wrong("product:1"));
    fixture.failure = new Error("database unavailable");
    await expect(fixture.text()).rejects.toThrow("database unavailable");
  });

  it("are not answered when a change comes during a refresh that fails", async () => {
    await fixture.text();
    fixture.now += 20_000;
    fixture.cache.invalidate(old("product:1"));
    const release = fixture.hold();
    await fixture.text();
    fixture.cache.invalidate(wrong("product:1"));
    fixture.failure = new Error("database unavailable");
    release();
    await expect(fixture.text()).rejects.toThrow("database unavailable");
  });
});

it("passes an error on when there is no cached page, and does not cache it", async () => {
  fixture.failure = new Error("database unavailable");
  await expect(fixture.text()).rejects.toThrow("database unavailable");
  fixture.failure = null;
  expect(await fixture.text()).toBe("2");
});

describe("pages of which changes may have been missed", () => {
  beforeEach(() => fixture.text());
  afterEach(() => {
    vi.useRealTimers();
  });

  it("are rendered again before they are answered", async () => {
    fixture.cache.invalidate(null);
    expect(fixture.cache.peek("/")).toBeNull();
    expect(await fixture.text()).toBe("2");
    expect(fixture.cache.peek("/")).not.toBeNull();
  });

  it("are the answer when no new one can be rendered", async () => {
    fixture.failure = new Error("no database");
    fixture.cache.invalidate(null);
    expect(await fixture.text()).toBe("1");
  });

  it("are the answer for who has waited for two seconds, within half a minute", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const release = fixture.hold();
    fixture.cache.invalidate(null);
    const soon = fixture.text();
    await vi.advanceTimersByTimeAsync(2_000);
    expect(await soon).toBe("1");
    fixture.now += 30_000;
    const later = fixture.text();
    await vi.advanceTimersByTimeAsync(2_000);
    release();
    expect(await later).toBe("2");
  });

  it("are no answer once they are known to be wrong", async () => {
    const release = fixture.hold();
    fixture.cache.invalidate(null);
    fixture.cache.invalidate(wrong("product:1"));
    const page = fixture.text();
    fixture.failure = new Error("no database");
    release();
    await expect(page).rejects.toThrow("no database");
  });
});
