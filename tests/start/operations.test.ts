/** What an operator sees of a process: readiness, metrics, the ids of requests, and slow statements with their callers. */
import { rename } from "node:fs/promises";
import { createServer } from "node:http";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { waitForPort } from "#harness/wait-for-port.ts";
import { WAIT_TIMEOUT_MS } from "#tests/support/wait-timeout.ts";
import { createShopDataDir, startShopProcess } from "./shop-process.ts";

const TOKEN = "a-token-of-the-scraper";
const metricsHeaders = { authorization: `Bearer ${TOKEN}` };

interface CollectedSpan {
  traceId: string;
  spanId: string;
  parentSpanId: string;
  name: string;
  attributes: Record<string, string | number | undefined>;
}

interface SentSpan extends Omit<CollectedSpan, "attributes"> {
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[];
}

/** Keeps the spans that are sent to it. */
async function openCollector() {
  const spans: CollectedSpan[] = [];
  const server = createServer(async (request, response) => {
    const sent: { resourceSpans: { scopeSpans: { spans: SentSpan[] }[] }[] } = JSON.parse(
      await text(request),
    );
    for (const span of sent.resourceSpans.flatMap((one) => one.scopeSpans.flatMap((scope) => scope.spans))) {
      const pairs = span.attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue]);
      spans.push({ ...span, attributes: Object.fromEntries(pairs) });
    }
    response.end("{}");
  }).listen(0, "127.0.0.1");
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return { url: `http://127.0.0.1:${await waitForPort(server)}`, spans };
}

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
  const metricsText = await vi.waitFor(
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
    expect(metricsText).toMatch(line);
  }
  expect(metricsText).not.toMatch(/^yaare_backup_age_seconds /m);
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
  const waitForLine = (text: string) =>
    vi.waitFor(
      () => {
        const found = shop
          .stderr()
          .split("\n")
          .find((each) => each.includes(text));
        expect(found).toBeDefined();
        return found ?? "";
      },
      { timeout: WAIT_TIMEOUT_MS },
    );
  const line = await waitForLine("from-the-proxy-1");
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
  // Those of the other services have the same form.
  const forgotten = await fetch(`${url}/auth/v1/token?grant_type=password&secret=1`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email: "secret@exemple.bf", password: "secret-secret" }),
  });
  expect(forgotten.status).toBe(400);
  expect(await waitForLine("supabase_auth_admin")).toMatch(
    /"requestId":"[0-9a-f-]{36}","ms":\d+,"role":"supabase_auth_admin","method":"POST","path":"\/auth\/v1\/token","statement":"/,
  );
  expect(await waitForLine('"task":"Shop state"')).toContain('"role":"postgres"');
  expect(shop.stderr()).not.toContain("secret");
  const own = (await fetch(`${url}/rest/v1/brands`)).headers.get("x-request-id");
  expect(own).toMatch(/^[0-9a-f-]{36}$/);
});

test("traces tell a collector what a request caused, as part of the proxy's trace", async () => {
  const collector = await openCollector();
  const { url, shop } = await openShop({
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_BSP_SCHEDULE_DELAY: "50",
    SLOW_STATEMENT_MS: "0",
    TRUST_PROXY: "1",
  });
  const [traceId, proxySpan] = ["4bf92f3577b34da6a3ce929d0e0e4736", "00f067aa0ba902b7"];
  const headers = { traceparent: `00-${traceId}-${proxySpan}-01`, "x-request-id": "page-of-the-trace" };
  expect((await fetch(`${url}/products?q=secret`, { headers })).status).toBe(200);
  const spans = await vi.waitFor(
    () => {
      const found = collector.spans.filter((span) => span.traceId === traceId);
      expect(found.map(({ name }) => name)).toContain("GET page");
      return found;
    },
    { timeout: WAIT_TIMEOUT_MS },
  );
  const server = spans.find(({ name }) => name === "GET page");
  expect(server).toMatchObject({
    parentSpanId: proxySpan,
    attributes: { "url.path": "/products", "http.response.status_code": 200 },
  });
  const render = spans.find(({ name }) => name === "render");
  expect(render?.parentSpanId).toBe(server?.spanId);
  const statements = spans.filter(({ attributes }) => attributes["db.system.name"] === "postgresql");
  expect(statements.map(({ parentSpanId }) => parentSpanId)).toContain(render?.spanId);
  expect(JSON.stringify(spans)).not.toContain("secret");
  // The statements of the page have its id in the log too.
  expect(shop.stderr()).toMatch(/"requestId":"page-of-the-trace".*"role":"anon"/);
  // Periodic work is traced as well.
  await vi.waitFor(() => expect(collector.spans.map(({ name }) => name)).toContain("Shop state"), {
    timeout: WAIT_TIMEOUT_MS,
  });
});

test("a collector that is away is reported once, and delays nothing", async () => {
  const { url, shop } = await openShop({
    OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:9",
    OTEL_BSP_SCHEDULE_DELAY: "50",
  });
  await vi.waitFor(
    async () => {
      expect((await fetch(`${url}/terms`)).status).toBe(200);
      expect(shop.stderr()).toContain("traces did not reach the collector");
    },
    { timeout: WAIT_TIMEOUT_MS },
  );
  shop.child.kill("SIGTERM");
  expect(await shop.exited).toBe(0);
  expect(shop.stderr().match(/traces did not reach/g)).toHaveLength(1);
});
