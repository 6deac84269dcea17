/** What traces need of the libraries of OpenTelemetry, which are loaded only when a collector is configured. */
import type { Attributes, Span } from "@opentelemetry/api";

interface SpanOptions {
  kind: "server" | "client" | "internal";
  attributes: Attributes;
  /** A span of this process, or the `traceparent` of another. */
  parent?: Span | string | undefined;
  /** How long ago it began. */
  ageMs?: number;
}

export interface Tracer {
  start(name: string, options: SpanOptions): Span;
  fail(span: Span, error: unknown): void;
  close(): Promise<void>;
}
