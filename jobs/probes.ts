/** What the process tells those who watch it, gathered from all of its parts. */
import { join } from "node:path";
import type { Hono } from "hono";
import type { Config } from "#backend/core/config/config.ts";
import type { OpenCertificate } from "#backend/core/http/tls-certificate.ts";
import { counter, gauge, type Metric } from "#backend/core/observability/metrics.ts";
import { toPoolMetrics } from "#backend/core/observability/pool-metrics.ts";
import { createProbes } from "#backend/core/observability/probes.ts";
import type { ProcessMetrics } from "#backend/core/observability/process-metrics.ts";
import { createReadinessCheck, isWritable } from "#backend/core/observability/readiness.ts";
import type { Backend } from "#backend/index.ts";
import type { ShopMetrics } from "./shop-metrics.ts";

/** The parts; null for what this process does not have. */
export interface WatchedParts {
  /** Without it, which is in front of a hosted Supabase, there are no metrics of the shop either. */
  backend: Pick<Backend, "isHealthy" | "getPoolUse"> | null;
  shopMetrics: ShopMetrics | null;
  processMetrics: ProcessMetrics | null;
  /** Of the process's own TLS. */
  certificate: OpenCertificate | null;
  /** How many pages the page cache answered, and how many it did not. */
  getCacheUse(): { hits: number; misses: number };
}

export function createShopProbes(
  parts: WatchedParts,
  config: Pick<Config, "dataDir" | "s3" | "metricsToken">,
  headers: Readonly<Record<string, string>>,
): Hono {
  return createProbes({
    isHealthy: parts.backend?.isHealthy ?? (async () => true),
    checkReadiness: createShopReadiness(parts, config),
    readMetrics: () => readMetrics(parts),
    metricsToken: config.metricsToken,
    headers,
  });
}

/** In front of a hosted project, and with a bucket, those who run these watch them. */
function createShopReadiness(
  { backend, shopMetrics }: WatchedParts,
  { dataDir, s3 }: Pick<Config, "dataDir" | "s3">,
) {
  if (!backend || !shopMetrics) return createReadinessCheck({});
  const storage = () => (s3 ? Promise.resolve(true) : isWritable(join(dataDir, "storage")));
  const needed = { database: backend.isHealthy, migrations: shopMetrics.isMigrated, storage };
  return createReadinessCheck(needed, { outbox: shopMetrics.areMailsLeaving });
}

async function readMetrics({
  backend,
  shopMetrics,
  processMetrics,
  certificate,
  getCacheUse,
}: WatchedParts): Promise<Metric[]> {
  const { hits, misses } = getCacheUse();
  const pool = backend?.getPoolUse();
  return [
    ...(processMetrics?.read() ?? []),
    counter("yaare_page_cache_hits_total", "Pages that were answered from the cache.", hits),
    counter("yaare_page_cache_misses_total", "Pages that were not.", misses),
    ...(pool ? toPoolMetrics(pool) : []),
    ...(certificate ? [toCertificateMetric(certificate)] : []),
    ...((await shopMetrics?.read()) ?? []),
  ];
}

function toCertificateMetric({ current }: OpenCertificate): Metric {
  const seconds = current.endsAt.getTime() / 1000;
  return gauge("yaare_tls_certificate_expiry_timestamp_seconds", "When the certificate ends.", seconds);
}
