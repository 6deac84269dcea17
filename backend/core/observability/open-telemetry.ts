/**
 * The libraries of OpenTelemetry, as this process uses them. They read the standard variables `OTEL_…` themselves:
 * endpoint, headers, sampler, service name.
 */
import {
  type Context,
  DiagLogLevel,
  diag,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  type TraceFlags,
  trace,
} from "@opentelemetry/api";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from "@opentelemetry/resources";
import { BasicTracerProvider, BatchSpanProcessor } from "@opentelemetry/sdk-trace-base";
import type { Logger } from "./log.ts";
import type { Tracer } from "./tracer.ts";

const KINDS = { server: SpanKind.SERVER, client: SpanKind.CLIENT, internal: SpanKind.INTERNAL };

/** `00-<trace>-<span>-<flags>` (W3C Trace Context). */
const TRACEPARENT = /^00-(?<traceId>[0-9a-f]{32})-(?<spanId>[0-9a-f]{16})-(?<flags>[0-9a-f]{2})$/;

/** Spans that wait to be sent: more are dropped while the collector does not take them. */
const MAX_WAITING = 2_048;
const EXPORT_TIMEOUT_MS = 5_000;
/** A stop does not wait longer for the collector. */
const CLOSE_TIMEOUT_MS = 2_000;
/** A collector that is away is reported this often. */
const COMPLAINT_INTERVAL_MS = 600_000;

export function openTracer(version: string, log: Logger): Tracer {
  reportFailures(log);
  const exporter = new OTLPTraceExporter({ timeoutMillis: EXPORT_TIMEOUT_MS });
  const provider = new BasicTracerProvider({
    resource: defaultResource()
      .merge(resourceFromAttributes({ "service.name": "yaare", "service.version": version }))
      .merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [
      new BatchSpanProcessor(exporter, { maxQueueSize: MAX_WAITING, exportTimeoutMillis: EXPORT_TIMEOUT_MS }),
    ],
  });
  const spans = provider.getTracer("yaare", version);
  return {
    start: (name, { kind, attributes, parent, ageMs = 0 }) =>
      spans.startSpan(
        name,
        { kind: KINDS[kind], attributes, startTime: Date.now() - ageMs },
        toContext(parent),
      ),
    fail: (span, error) => span.setStatus({ code: SpanStatusCode.ERROR, message: String(error) }),
    close: async () => {
      const timeout = new Promise((resolve) => setTimeout(resolve, CLOSE_TIMEOUT_MS).unref());
      await Promise.race([provider.shutdown().catch(() => {}), timeout]);
    },
  };
}

function toContext(parent: Span | string | undefined): Context {
  if (parent === undefined) return ROOT_CONTEXT;
  if (typeof parent !== "string") return trace.setSpan(ROOT_CONTEXT, parent);
  const { traceId = "", spanId = "", flags = "" } = TRACEPARENT.exec(parent)?.groups ?? {};
  const traceFlags: TraceFlags = Number.parseInt(flags, 16) & 1;
  const spanContext = { traceId, spanId, traceFlags, isRemote: true };
  return trace.isSpanContextValid(spanContext)
    ? trace.setSpanContext(ROOT_CONTEXT, spanContext)
    : ROOT_CONTEXT;
}

/** A collector that is away for long would fill the log. */
function reportFailures(log: Logger): void {
  let reportedAt = Number.NEGATIVE_INFINITY;
  const report = (message: string) => {
    if (performance.now() - reportedAt < COMPLAINT_INTERVAL_MS) return;
    reportedAt = performance.now();
    log.warn({ reason: message.slice(0, 300) }, "traces did not reach the collector");
  };
  const ignore = () => {};
  diag.setLogger(
    { error: report, warn: report, info: ignore, debug: ignore, verbose: ignore },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  );
}
