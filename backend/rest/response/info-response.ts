/** The response to OPTIONS: the methods that the relation or the function allows. */
import { CORS_HEADERS, createEmptyResponse } from "#backend/core/http/http.ts";
import { formatServerTiming, type RequestTiming } from "./server-timing.ts";

export function createInfoResponse(allow: string, timing: RequestTiming | null): Response {
  return createEmptyResponse(200, {
    Allow: allow,
    ...(timing && { "Server-Timing": formatServerTiming(timing, 0) }),
    ...CORS_HEADERS,
  });
}
