/** The answer at the root. */
import { OPEN_HEADERS } from "../../../core/http.ts";
import type { Schema } from "../../api-request/action.ts";
import type { Inspection } from "../../query/inspect.ts";
import type { ResultRow } from "../../query/statement.ts";
import { type DocumentContext, openapiDocument } from "./document.ts";

export function openapiResponse(
  context: DocumentContext,
  { schema, headersOnly }: { schema: Schema; headersOnly: boolean },
  { body }: ResultRow,
): Response {
  const inspection: Inspection = JSON.parse(new TextDecoder().decode(body ?? undefined) || "null");
  const headers = {
    "Content-Type": "application/openapi+json; charset=utf-8",
    ...(schema.negotiated && { "Content-Profile": schema.name }),
    ...OPEN_HEADERS,
  };
  return new Response(headersOnly ? null : JSON.stringify(openapiDocument(context, inspection)), { headers });
}
