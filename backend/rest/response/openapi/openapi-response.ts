/** The response at the root. */
import { CORS_HEADERS } from "#backend/core/http/http.ts";
import type { Schema } from "#backend/rest/api-request/action.ts";
import { inspectionSchema } from "#backend/rest/query/inspect.ts";
import type { ResultRow } from "#backend/rest/query/statement.ts";
import { formatServerTiming, type RequestTiming } from "#backend/rest/response/server-timing.ts";
import { createOpenapiDocument, type DocumentContext } from "./document.ts";

export function createOpenapiResponse(
  context: DocumentContext,
  { schema, headersOnly, timing }: { schema: Schema; headersOnly: boolean; timing: RequestTiming | null },
  { body }: ResultRow,
): Response {
  const started = performance.now();
  const inspected = inspectionSchema.parse(JSON.parse(new TextDecoder().decode(body ?? undefined)));
  const document = headersOnly ? null : JSON.stringify(createOpenapiDocument(context, inspected));
  const headers = {
    "Content-Type": "application/openapi+json; charset=utf-8",
    ...(schema.negotiated && { "Content-Profile": schema.name }),
    ...(timing && { "Server-Timing": formatServerTiming(timing, performance.now() - started) }),
    ...CORS_HEADERS,
  };
  return new Response(document, { headers });
}
