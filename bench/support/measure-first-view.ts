/**
 * Measures the first view of a page on a cheap phone: empty cache, 400 kbit/s with 400 ms latency, a
 * processor four times slower. The browser's own events are counted, with the compressed bytes on the
 * network.
 */
import type { Browser, BrowserContextOptions, CDPSession } from "@playwright/test";

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

const PHONE = { viewport: { width: 360, height: 800 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true };

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
    const traffic = await countTraffic(cdp);
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
    await page.goto(url, { waitUntil: "load", timeout: 60_000 });
    await page.waitForLoadState("networkidle");
    const paint = await page.evaluate(() => ({ ...window.paint }));
    return { ...traffic(), ...paint };
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

async function countTraffic(
  cdp: CDPSession,
): Promise<() => Pick<FirstView, "requests" | "bytes" | "totalBytes">> {
  const kinds = new Map<string, string>();
  const headers = new Map<string, number>();
  const bytes: Record<string, number> = {};
  let requests = 0;
  await cdp.send("Network.enable");
  cdp.on("Network.responseReceived", ({ requestId, type, response }) => {
    if (!response.url.startsWith("http")) return;
    requests++;
    kinds.set(requestId, type.toLowerCase());
    headers.set(requestId, response.encodedDataLength);
  });
  cdp.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    const kind = kinds.get(requestId);
    if (kind) bytes[kind] = (bytes[kind] ?? 0) + encodedDataLength - (headers.get(requestId) ?? 0);
  });
  return () => ({ requests, bytes, totalBytes: Object.values(bytes).reduce((sum, count) => sum + count, 0) });
}
