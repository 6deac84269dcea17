/** What watches the process asks: `/healthz` for its life, `/readyz` for whether it can serve, `/metrics` for figures. */
import { Hono } from "hono";
import { isEqualConstantTime } from "#backend/core/gateway/gateway.ts";
import { formatMetrics, type Metric } from "./metrics.ts";
import type { Readiness } from "./readiness.ts";

interface ProbeOptions {
  isHealthy(): Promise<boolean>;
  checkReadiness(): Promise<Readiness>;
  readMetrics(): Promise<Metric[]>;
  /** Without one in the configuration nobody reads them, and the address is one like any other that does not exist. */
  metricsToken: string | null;
  headers: Readonly<Record<string, string>>;
}

export function createProbes(options: ProbeOptions): Hono {
  const { headers, metricsToken } = options;
  const app = new Hono();
  app.get("/healthz", async (c) => {
    if (await options.isHealthy()) return c.json({ status: "ok" }, 200, headers);
    return c.json({ status: "unavailable", database: "no answer" }, 503, { ...headers, "retry-after": "2" });
  });
  app.get("/readyz", async (c) => {
    const { isReady, parts } = await options.checkReadiness();
    const body = { status: isReady ? "ready" : "not ready", parts };
    return c.json(body, isReady ? 200 : 503, isReady ? headers : { ...headers, "retry-after": "2" });
  });
  app.get("/metrics", async (c) => {
    const given = c.req.header("authorization") ?? "";
    if (metricsToken === null || !isEqualConstantTime(given, `Bearer ${metricsToken}`)) return c.notFound();
    return c.text(formatMetrics(await options.readMetrics()), 200, {
      ...headers,
      "content-type": "text/plain; version=0.0.4; charset=utf-8",
      "cache-control": "no-store",
    });
  });
  return app;
}
