/** The response at the root. */
import { CORS_HEADERS } from "#backend/core/http.ts";
import type { Schema } from "#backend/rest/api-request/action.ts";
import { inspectionSchema } from "#backend/rest/query/inspect.ts";
import type { ResultRow } from "#backend/rest/query/statement.ts";
import { createOpenapiDocument, type DocumentContext } from "./document.ts";

export function createOpenapiResponse(
  context: DocumentContext,
  { schema, headersOnly }: { schema: Schema; headersOnly: boolean },
  { body }: ResultRow,
): Response {
  const inspected = inspectionSchema.parse(JSON.parse(new TextDecoder().decode(body ?? undefined)));
  const headers = {
    "Content-Type": "application/openapi+json; charset=utf-8",
    ...(schema.negotiated && { "Content-Profile": schema.name }),
    ...CORS_HEADERS,
  };
  return new Response(headersOnly ? null : JSON.stringify(createOpenapiDocument(context, inspected)), {
    headers,
  });
}
