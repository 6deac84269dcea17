/**
 * The id of a request, for whoever looks for it later: it is in the response, in every log line that the request
 * causes, and in the setting `request.id` of its statements. The error page shows it.
 */
import { randomUUID } from "node:crypto";
import type { IncomingHttpHeaders, ServerResponse } from "node:http";
import type { Http2ServerResponse } from "node:http2";
import { getWork, runWork } from "./work-context.ts";

const REQUEST_ID_HEADER = "x-request-id";

/** What proxies and clients use: UUIDs, hexadecimal numbers, their own short ids. */
const ID = /^[\w.-]{8,64}$/;

interface IdentifiedRequest {
  method?: string;
  url?: string;
  headers: IncomingHttpHeaders;
}

/** The id that a trusted proxy has given to the request, or a new one. */
export function chooseRequestId(headers: IncomingHttpHeaders, trustProxy: boolean): string {
  const given = headers[REQUEST_ID_HEADER];
  return trustProxy && typeof given === "string" && ID.test(given) ? given : randomUUID();
}

/** Runs the work as part of the request, and tells its id in the response. */
export function runWithRequestId<T>(
  { method, url = "", headers }: IdentifiedRequest,
  response: ServerResponse | Http2ServerResponse,
  trustProxy: boolean,
  work: () => T,
): T {
  const requestId = chooseRequestId(headers, trustProxy);
  response.setHeader(REQUEST_ID_HEADER, requestId);
  return runWork({ requestId, method, path: url.split("?", 1)[0] }, work);
}

/** Undefined outside of a request. */
export function getRequestId(): string | undefined {
  return getWork().requestId;
}
