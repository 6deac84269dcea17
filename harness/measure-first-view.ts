/**
 * Measures the first view of a page on a cheap phone: empty cache, 400 kbit/s with 400 ms latency, a
 * processor four times slower. The browser's own events are counted, with the compressed bytes on the
 * network.
 */
import { setTimeout } from "node:timers/promises";
import type { Browser, BrowserContextOptions, CDPSession } from "@playwright/test";

/** How long no request may be pending before the page counts as loaded, ms. */
const QUIET_MS = 500;

export interface FirstView {
  requests: number;
  /** Compressed bytes by kind (document, script, image, font, stylesheet, other), without headers. */
  bytes: Record<string, number>;
  totalBytes: number;
  /** Milliseconds from the start of the navigation. */
  fcp: number;
  lcp: number;
  cls: number;
}

export interface ViewConditions {
  slow: boolean;
  /** The browser storage of a returning visitor, such as a session. */
  storage?: BrowserContextOptions["storageState"];
}

/** The phone of the benchmarks. */
export const PHONE = {
  viewport: { width: 360, height: 800 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
};

export async function measureFirstView(
  browser: Browser,
  url: string,
  { slow, storage }: ViewConditions,
): Promise<FirstView> {
  const context = await browser.newContext({
    ...PHONE,
    locale: "fr-FR",
    serviceWorkers: "block",
    storageState: storage,
  });
  try {
    const page = await context.newPage();
    const cdp = await context.newCDPSession(page);
    const traffic = await observeTraffic(cdp);
    if (slow) {
      await cdp.send("Network.emulateNetworkConditions", {
        offline: false,
        latency: 400,
        downloadThroughput: 50_000,
        uploadThroughput: 50_000,
      });
      await cdp.send("Emulation.setCPUThrottlingRate", { rate: 4 });
    }
    await page.addInitScript(observePaint);
    await page.addInitScript(postponeTimers);
    await page.goto(url, { waitUntil: "load", timeout: 60_000 });
    // The application starts some time after the load: a busy machine pauses longer than «networkidle» waits.
    await page.waitForFunction(() => !("capturedClick" in window));
    await traffic.waitUntilQuiet();
    const paint = await page.evaluate(() => ({ ...window.paint }));
    return { ...traffic.count(), ...paint };
  } finally {
    await context.close();
  }
}

declare global {
  interface Window {
    paint: { fcp: number; lcp: number; cls: number };
  }
}

/** Runs in the page, before its own scripts. */
function observePaint(): void {
  const paint = { fcp: 0, lcp: 0, cls: 0 };
  window.paint = paint;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntriesByName("first-contentful-paint")) paint.fcp = entry.startTime;
  }).observe({ type: "paint", buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) paint.lcp = entry.startTime;
  }).observe({ type: "largest-contentful-paint", buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      if ("value" in entry && typeof entry.value === "number") paint.cls += entry.value;
    }
  }).observe({ type: "layout-shift", buffered: true });
}

/**
 * Runs in the page, before its own scripts. What a page fetches a second after its start is not part of the first view,
 * which takes longer than that on a busy machine.
 */
function postponeTimers(): void {
  const { setTimeout } = window;
  window.setTimeout = Object.assign(
    (handler: TimerHandler, ms = 0, ...args: unknown[]) =>
      setTimeout(handler, ms < 1000 ? ms : ms + 600_000, ...args),
    setTimeout,
  );
}

interface Traffic {
  count(): Pick<FirstView, "requests" | "bytes" | "totalBytes">;
  /** Waits until no request has been pending for a while. */
  waitUntilQuiet(): Promise<void>;
}

async function observeTraffic(cdp: CDPSession): Promise<Traffic> {
  const kinds = new Map<string, string>();
  const headers = new Map<string, number>();
  const pending = new Set<string>();
  const bytes: Record<string, number> = {};
  let requests = 0;
  let lastChange = performance.now();
  const setPending = (requestId: string, isPending: boolean) => {
    if (isPending) pending.add(requestId);
    else pending.delete(requestId);
    lastChange = performance.now();
  };
  await cdp.send("Network.enable");
  cdp.on("Network.requestWillBeSent", ({ requestId }) => setPending(requestId, true));
  cdp.on("Network.loadingFailed", ({ requestId }) => setPending(requestId, false));
  cdp.on("Network.responseReceived", ({ requestId, type, response }) => {
    if (!response.url.startsWith("http")) return;
    requests++;
    kinds.set(requestId, type.toLowerCase());
    headers.set(requestId, response.encodedDataLength);
  });
  cdp.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    setPending(requestId, false);
    const kind = kinds.get(requestId);
    if (kind) bytes[kind] = (bytes[kind] ?? 0) + encodedDataLength - (headers.get(requestId) ?? 0);
  });
  return {
    count: () => ({
      requests,
      bytes,
      totalBytes: Object.values(bytes).reduce((sum, count) => sum + count, 0),
    }),
    async waitUntilQuiet() {
      while (pending.size > 0 || performance.now() - lastChange < QUIET_MS) await setTimeout(QUIET_MS / 5);
    },
  };
}
