import { beforeEach, describe, expect, it } from "vitest";
import { type MadePage, PageCache } from "./page-cache.ts";
import { StoredAnswer } from "./stored-answer.ts";

const CACHE_CONTROL = "public, max-age=0, s-maxage=300, stale-while-revalidate=3600";

/** A cache over pages whose text is the number of the making that gave them, with a clock that the test moves. */
class Bench {
  now = 1_000_000;
  made = 0;
  next: Partial<{ status: number; cacheControl: string; tags: string[]; setsCookie: boolean }> = {};
  failure: Error | null = null;
  gate: Promise<void> = Promise.resolve();
  readonly cache = new PageCache({
    maxBytes: 10_000,
    now: () => this.now,
    make: async (): Promise<MadePage> => {
      this.made += 1;
      const text = String(this.made);
      await this.gate;
      if (this.failure) throw this.failure;
      const {
        status = 200,
        cacheControl = CACHE_CONTROL,
        tags = ["products"],
        setsCookie = false,
      } = this.next;
      return {
        answer: new StoredAnswer(status, new Headers(), Buffer.from(text)),
        cacheControl,
        tags,
        setsCookie,
      };
    },
  });

  /** Holds back everything that is made until the returned function is called. */
  hold(): () => void {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.gate = promise;
    return resolve;
  }

  async text(key = "/"): Promise<string> {
    const { answer } = await this.cache.get(key);
    const wire = await answer.answer({ method: "GET", acceptEncoding: undefined, ifNoneMatch: undefined });
    return String(wire.body);
  }

  async settled(): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve));
  }
}

let bench: Bench;
beforeEach(() => {
  bench = new Bench();
});

describe("keeping", () => {
  it("makes a page once and tells its age", async () => {
    expect(await bench.text()).toBe("1");
    bench.now += 42_500;
    expect(await bench.text()).toBe("1");
    expect(bench.cache.peek("/")?.ageSeconds).toBe(42);
    expect(bench.cache.peek("/other")).toBeNull();
  });

  it("makes it once for all who ask at the same time", async () => {
    expect(await Promise.all([bench.text(), bench.text(), bench.text()])).toEqual(["1", "1", "1"]);
  });

  it.each([
    ["a private page", { cacheControl: "private, s-maxage=300" }],
    ["a page without a lifetime", { cacheControl: "" }],
    ["an address that does not exist", { status: 404 }],
    ["a redirect", { status: 302 }],
    ["a page that sets a cookie", { setsCookie: true }],
  ])("does not keep %s", async (_, next) => {
    bench.next = next;
    expect(await bench.text()).toBe("1");
    expect(await bench.text()).toBe("2");
  });

  it("gives a page with a cookie to nobody else who waited for it", async () => {
    bench.next = { setsCookie: true };
    const texts = await Promise.all([bench.text(), bench.text()]);
    expect(new Set(texts).size).toBe(2);
  });

  it("forgets the pages that nobody asks for when memory runs out", async () => {
    for (let i = 0; i < 2_000; i++) await bench.text(`/page-${i}`);
    expect(bench.cache.peek("/page-0")).toBeNull();
    expect(bench.cache.peek("/page-1999")).not.toBeNull();
  });
});

describe("stale pages", () => {
  it("shows the old one while one new one is made", async () => {
    await bench.text();
    bench.now += 301_000;
    const release = bench.hold();
    expect(await Promise.all([bench.text(), bench.text()])).toEqual(["1", "1"]);
    release();
    await bench.settled();
    expect(await bench.text()).toBe("2");
    expect(bench.made).toBe(2);
  });

  it("makes a new one first when the old one is too old to be shown", async () => {
    await bench.text();
    bench.now += 3_901_000;
    expect(await bench.text()).toBe("2");
  });

  it("makes anew what shows a changed table, and only that", async () => {
    await bench.text();
    bench.next = { tags: ["brands", "categories"] };
    await bench.text("/brands");
    bench.cache.invalidate("products");
    expect([await bench.text(), await bench.text("/brands")]).toEqual(["1", "2"]);
    await bench.settled();
    expect([await bench.text(), await bench.text("/brands")]).toEqual(["3", "2"]);
  });

  it("makes every page anew when changes may have been missed", async () => {
    await bench.text();
    bench.cache.invalidate(null);
    await bench.text();
    await bench.settled();
    expect(await bench.text()).toBe("2");
  });

  it("does not trust a page whose table changed while it was made", async () => {
    const release = bench.hold();
    const first = bench.text();
    bench.cache.invalidate("products");
    release();
    expect(await first).toBe("1");
    expect(await bench.text()).toBe("1");
    await bench.settled();
    expect(await bench.text()).toBe("2");
  });

  it.each([
    ["fails", () => new Error("database away"), {}],
    ["is an error page", () => null, { status: 500, cacheControl: "no-store" }],
    ["lacks a part that could not be loaded", () => null, { cacheControl: "no-store" }],
  ])("keeps the old one when the new one %s, and tries again later", async (_, failure, next) => {
    await bench.text();
    bench.cache.invalidate("products");
    bench.failure = failure();
    bench.next = next;
    expect(await bench.text()).toBe("1");
    await bench.settled();
    expect(await bench.text()).toBe("1");
    expect(bench.made).toBe(2);

    bench.failure = null;
    bench.next = {};
    bench.now += 6_000;
    await bench.text();
    await bench.settled();
    expect(await bench.text()).toBe("3");
  });

  it("drops the old one when its address is gone", async () => {
    await bench.text();
    bench.cache.invalidate("products");
    bench.next = { status: 404 };
    await bench.text();
    await bench.settled();
    expect(bench.cache.peek("/")).toBeNull();
  });
});

it("passes a failure on when there is nothing to show, and keeps nothing of it", async () => {
  bench.failure = new Error("database away");
  await expect(bench.text()).rejects.toThrow("database away");
  bench.failure = null;
  expect(await bench.text()).toBe("2");
});
