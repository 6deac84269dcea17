import { beforeEach, describe, expect, it } from "vitest";
import { CachedResponse } from "./cached-response.ts";
import { PageCache, type RenderedPage } from "./page-cache.ts";

const CACHE_CONTROL = "public, max-age=0, s-maxage=300, stale-while-revalidate=3600";

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
    now: () => this.now,
    render: async (): Promise<RenderedPage> => {
      this.renderCount += 1;
      const text = String(this.renderCount);
      await this.gate;
      if (this.failure) throw this.failure;
      const {
        status = 200,
        cacheControl = CACHE_CONTROL,
        tags = ["products"],
        setsCookie = false,
      } = this.next;
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

  async text(key = "/"): Promise<string> {
    const { response } = await this.cache.get(key);
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
    fixture.now += 3_901_000;
    expect(await fixture.text()).toBe("2");
  });

  it("renders only the pages again that show a changed table", async () => {
    await fixture.text();
    fixture.next = { tags: ["brands", "categories"] };
    await fixture.text("/brands");
    fixture.cache.invalidate("products");
    expect([await fixture.text(), await fixture.text("/brands")]).toEqual(["1", "2"]);
    await fixture.settled();
    expect([await fixture.text(), await fixture.text("/brands")]).toEqual(["3", "2"]);
  });

  it("renders every page again when changes may have been missed", async () => {
    await fixture.text();
    fixture.cache.invalidate(null);
    await fixture.text();
    await fixture.settled();
    expect(await fixture.text()).toBe("2");
  });

  it("treats a page as stale whose table changed while it was rendered", async () => {
    const release = fixture.hold();
    const first = fixture.text();
    fixture.cache.invalidate("products");
    release();
    expect(await first).toBe("1");
    expect(await fixture.text()).toBe("1");
    await fixture.settled();
    expect(await fixture.text()).toBe("2");
  });

  it.each([
    ["fails", () => new Error("database unavailable"), {}],
    ["is an error page", () => null, { status: 500, cacheControl: "no-store" }],
    ["lacks a section that failed to load", () => null, { cacheControl: "no-store" }],
  ])("keeps the old page when the new one %s, and retries later", async (_, failure, next) => {
    await fixture.text();
    fixture.cache.invalidate("products");
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

  it("deletes the old page when it no longer exists", async () => {
    await fixture.text();
    fixture.cache.invalidate("products");
    fixture.next = { status: 404 };
    await fixture.text();
    await fixture.settled();
    expect(fixture.cache.peek("/")).toBeNull();
  });
});

it("passes an error on when there is no cached page, and does not cache it", async () => {
  fixture.failure = new Error("database unavailable");
  await expect(fixture.text()).rejects.toThrow("database unavailable");
  fixture.failure = null;
  expect(await fixture.text()).toBe("2");
});
