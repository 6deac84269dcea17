/**
 * The id of a request, for whoever looks for it later: it is in the response, in every log line that the request
 * causes, and in the setting `request.id` of its statements. The error page shows it.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import { randomUUID } from "node:crypto";
import type { IncomingHttpHeaders, ServerResponse } from "node:http";
import type { Http2ServerResponse } from "node:http2";

const REQUEST_ID_HEADER = "x-request-id";

/** What proxies and clients use: UUIDs, hexadecimal numbers, their own short ids. */
const ID = /^[\w.-]{8,64}$/;

const current = new AsyncLocalStorage<string>();

/** The id that a trusted proxy has given to the request, or a new one. */
export function chooseRequestId(headers: IncomingHttpHeaders, trustProxy: boolean): string {
  const given = headers[REQUEST_ID_HEADER];
  return trustProxy && typeof given === "string" && ID.test(given) ? given : randomUUID();
}

/** Runs the work as part of the request, and tells its id in the response. */
export function runWithRequestId<T>(
  id: string,
  response: ServerResponse | Http2ServerResponse,
  work: () => T,
): T {
  response.setHeader(REQUEST_ID_HEADER, id);
  return current.run(id, work);
}

/** Undefined outside of a request. */
export function getRequestId(): string | undefined {
  return current.getStore();
}
