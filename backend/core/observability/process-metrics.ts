/** Metrics of this process: what it answers and how fast, its memory, processor, and how late its event loop is. */
import type { ServerResponse } from "node:http";
import type { Http2ServerResponse } from "node:http2";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { counter, gauge, Histogram, type Metric } from "./metrics.ts";

/** In seconds: from a page out of the cache to the longest deadline. */
const DURATIONS = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const EVENT_LOOP_RESOLUTION_MS = 20;
const NANOSECONDS = 1e9;

export class ProcessMetrics {
  readonly #requests = new Histogram(DURATIONS);
  readonly #eventLoop = monitorEventLoopDelay({ resolution: EVENT_LOOP_RESOLUTION_MS });
  readonly #version: string;
  #openRequests = 0;

  /** @param version of the shop */
  constructor(version: string) {
    this.#version = version;
    this.#eventLoop.enable();
  }

  /** Measures a request until its response is sent, or its client is gone. */
  observe(request: { method?: string }, response: ServerResponse | Http2ServerResponse, kind: string): void {
    const started = performance.now();
    this.#openRequests += 1;
    response.once("close", () => {
      this.#openRequests -= 1;
      const status = response.writableFinished ? String(response.statusCode) : "aborted";
      this.#requests.observe(
        { kind, method: toKnownMethod(request), status },
        (performance.now() - started) / 1000,
      );
    });
  }

  read(): Metric[] {
    const { rss, heapUsed, external } = process.memoryUsage();
    const { user, system } = process.cpuUsage();
    const delay = this.#eventLoop;
    const metrics = [
      gauge("yaare_info", "The version of the shop and of Node.", [
        { labels: { version: this.#version, node: process.versions.node }, value: 1 },
      ]),
      this.#requests.toMetric("yaare_http_request_duration_seconds", "Durations of requests until sent."),
      gauge("yaare_http_requests_open", "Requests that are being answered.", this.#openRequests),
      counter("process_cpu_seconds_total", "Processor time of this process.", (user + system) / 1e6),
      gauge("process_resident_memory_bytes", "Memory of this process.", rss),
      gauge("process_start_time_seconds", "When this process started.", Date.now() / 1000 - process.uptime()),
      gauge("nodejs_heap_used_bytes", "Memory of objects.", heapUsed),
      gauge("nodejs_external_memory_bytes", "Memory of buffers.", external),
      gauge("nodejs_eventloop_delay_seconds", "How late timers were since the last scrape.", [
        { labels: { quantile: "0.5" }, value: toSeconds(delay.percentile(50)) },
        { labels: { quantile: "0.99" }, value: toSeconds(delay.percentile(99)) },
        { labels: { quantile: "1" }, value: toSeconds(delay.max) },
      ]),
    ];
    delay.reset();
    return metrics;
  }
}

const METHODS = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

/** Whatever clients invent is one method: each label costs memory. */
function toKnownMethod({ method = "" }: { method?: string }): string {
  return METHODS.has(method) ? method : "other";
}

/** The delay contains the interval of the measurement itself. */
function toSeconds(nanoseconds: number): number {
  return Math.max(0, nanoseconds / NANOSECONDS - EVENT_LOOP_RESOLUTION_MS / 1000);
}
