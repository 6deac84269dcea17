/** What an operator sees of a process: readiness, metrics, the ids of requests, and slow statements with their callers. */
import { rename } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test, vi } from "vitest";
import { WAIT_TIMEOUT_MS } from "#tests/support/wait-timeout.ts";
import { createShopDataDir, startShopProcess } from "./shop-process.ts";

const TOKEN = "a-token-of-the-scraper";
const metricsHeaders = { authorization: `Bearer ${TOKEN}` };

async function openShop(env: Record<string, string> = {}) {
  const dataDir = await createShopDataDir();
  const shop = startShopProcess({ DATA_DIR: dataDir, LOG_LEVEL: "warn", METRICS_TOKEN: TOKEN, ...env });
  const url = await shop.opened;
  const readMetrics = async () => (await fetch(`${url}/metrics`, { headers: metricsHeaders })).text();
  return { dataDir, url, shop, readMetrics };
}

test("a process is ready with all its parts, and not while its files cannot be written", async () => {
  const { dataDir, url } = await openShop();
  const ask = async () => {
    const response = await fetch(`${url}/readyz`);
    return [response.status, await response.json()];
  };
  const parts = { database: "ok", migrations: "ok", storage: "ok", outbox: "ok" };
  expect(await ask()).toEqual([200, { status: "ready", parts }]);
  await rename(join(dataDir, "storage"), join(dataDir, "storage-away"));
  await vi.waitFor(
    async () =>
      expect(await ask()).toEqual([503, { status: "not ready", parts: { ...parts, storage: "failing" } }]),
    { timeout: WAIT_TIMEOUT_MS },
  );
});

test("metrics tell what the process does, to whoever has the token", async () => {
  const { url, readMetrics } = await openShop();
  const strangers: Record<string, string>[] = [
    {},
    { authorization: "Bearer guessed" },
    { authorization: TOKEN },
  ];
  for (const headers of strangers) {
    expect((await fetch(`${url}/metrics`, { headers })).status).toBe(404);
  }
  for (let times = 0; times < 2; times++) await (await fetch(`${url}/terms`)).text();
  await (await fetch(`${url}/rest/v1/brands?select=name`)).text();
  await (await fetch(`${url}/rest/v1/nothing`)).text();
  const text = await vi.waitFor(
    async () => {
      const metrics = await readMetrics();
      expect(metrics).toContain('_count{kind="rest",method="GET",status="404"} 1');
      return metrics;
    },
    { timeout: WAIT_TIMEOUT_MS },
  );
  for (const line of [
    /^yaare_info\{version="\d+\.\d+\.\d+",node="\d/m,
    /^yaare_http_request_duration_seconds_bucket\{kind="rest",method="GET",status="200",le="\+Inf"\} 1$/m,
    /^yaare_http_request_duration_seconds_count\{kind="page",method="GET",status="200"\} 2$/m,
    /^yaare_page_cache_hits_total 1$/m,
    /^yaare_rest_connections\{state="open"\} [1-9]/m,
    /^yaare_rest_requests_waiting\{priority="write"\} 0$/m,
    /^nodejs_eventloop_delay_seconds\{quantile="0.99"\} 0\.\d/m,
    /^process_resident_memory_bytes \d{8,}$/m,
    /^yaare_database_up 1$/m,
    /^yaare_orders_last_minute 0$/m,
    /^yaare_mails\{state="waiting"\} \d/m,
  ]) {
    expect(text).toMatch(line);
  }
  expect(text).not.toMatch(/^yaare_backup_age_seconds /m);
});

describe("without a token in the configuration", () => {
  test("nobody reads metrics", async () => {
    const { url } = await openShop({ METRICS_TOKEN: "" });
    const attempts: Record<string, string>[] = [
      {},
      { authorization: "Bearer " },
      { authorization: "Bearer null" },
    ];
    for (const headers of attempts) expect((await fetch(`${url}/metrics`, { headers })).status).toBe(404);
  });
});

test("a slow statement is in the log with its caller and the id of the request", async () => {
  const { url, shop } = await openShop({ SLOW_STATEMENT_MS: "0", TRUST_PROXY: "1" });
  const response = await fetch(`${url}/rest/v1/brands?name=eq.secret`, {
    headers: { "x-request-id": "from-the-proxy-1" },
  });
  expect(response.headers.get("x-request-id")).toBe("from-the-proxy-1");
  const line = await vi.waitFor(
    () => {
      const found = shop
        .stderr()
        .split("\n")
        .find((each) => each.includes("from-the-proxy-1"));
      expect(found).toBeDefined();
      return found ?? "";
    },
    { timeout: WAIT_TIMEOUT_MS },
  );
  expect(JSON.parse(line)).toMatchObject({
    msg: "a slow statement",
    requestId: "from-the-proxy-1",
    role: "anon",
    method: "GET",
    path: "/brands",
    ms: expect.any(Number),
    statement: expect.stringContaining("brands"),
  });
  expect(line).not.toContain("secret");
  const own = (await fetch(`${url}/rest/v1/brands`)).headers.get("x-request-id");
  expect(own).toMatch(/^[0-9a-f-]{36}$/);
});
