/**
 * Traces of what the process does, for a collector of OpenTelemetry. Its libraries are loaded only when one is
 * configured; otherwise every function here just does the work.
 */
import type { IncomingHttpHeaders } from "node:http";
import type { Attributes } from "@opentelemetry/api";
import { observeStatements } from "#backend/core/database/statements.ts";
import type { Logger } from "./log.ts";
import type { Tracer } from "./tracer.ts";
import { getWork, runWork } from "./work-context.ts";

let tracer: Tracer | null = null;

/** Returns the function that sends what is left and ends it. */
export async function openTracing(version: string, log: Logger): Promise<() => Promise<void>> {
  const { openTracer } = await import("./open-telemetry.ts");
  const opened = openTracer(version, log);
  tracer = opened;
  const stopStatements = observeStatements(0, ({ ms, role, statement }) => {
    const { span: parent } = getWork();
    // What is part of nothing, such as the check of the database's health, would be noise.
    if (!parent) return;
    const attributes = { "db.system.name": "postgresql", "db.query.text": statement, "db.user": role };
    opened.start(getOperation(statement), { kind: "client", attributes, parent, ageMs: ms }).end();
  });
  return async () => {
    stopStatements();
    tracer = null;
    await opened.close();
  };
}

/** Traces the work as a part of the work in progress. */
export async function traceWork<T>(name: string, attributes: Attributes, work: () => Promise<T>): Promise<T> {
  if (!tracer) return work();
  const current = tracer;
  const span = current.start(name, { kind: "internal", attributes, parent: getWork().span });
  try {
    return await runWork({ span }, work);
  } catch (error) {
    current.fail(span, error);
    throw error;
  } finally {
    span.end();
  }
}

interface TracedRequest {
  method?: string;
  url?: string;
  headers: IncomingHttpHeaders;
}

interface TracedResponse {
  statusCode: number;
  writableFinished: boolean;
  once(event: "close", listener: () => void): unknown;
}

/**
 * Traces the request until its response is sent. Only a trusted proxy may say what it is part of: anyone else could
 * add to the traces of others, or have every request traced.
 */
export function traceRequest(
  { method = "", url = "", headers }: TracedRequest,
  response: TracedResponse,
  { kind, trustProxy }: { kind: string; trustProxy: boolean },
  work: () => void,
): void {
  const current = tracer;
  if (!current) {
    work();
    return;
  }
  const given = trustProxy ? headers.traceparent : undefined;
  const span = current.start(`${method} ${kind}`, {
    kind: "server",
    parent: typeof given === "string" ? given : undefined,
    attributes: {
      "http.request.method": method,
      "http.route": kind,
      // Without the query, which may hold secrets.
      "url.path": url.split("?", 1)[0] ?? "",
    },
  });
  response.once("close", () => {
    span.setAttribute("http.response.status_code", response.statusCode);
    if (!response.writableFinished) current.fail(span, new Error("The client did not wait"));
    else if (response.statusCode >= 500) current.fail(span, new Error(`Status ${response.statusCode}`));
    span.end();
  });
  runWork({ span }, work);
}

/** `SELECT`, `INSERT` …; REST's statements begin with `WITH`. */
function getOperation(statement: string): string {
  return /^\w+/.exec(statement)?.[0].toUpperCase() ?? "statement";
}
