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

/**
 * Gives each request of the listener its id, and tells it in the response. Cached pages and files get none: the same
 * bytes answer many requests, on CDNs too, and nothing happens behind them.
 */
export function withRequestId<
  Request extends IdentifiedRequest,
  Response extends ServerResponse | Http2ServerResponse,
  T,
>(
  trustProxy: boolean,
  listener: (request: Request, response: Response) => T,
): (request: Request, response: Response) => T {
  return (request, response) => {
    const { method, url = "", headers } = request;
    const requestId = chooseRequestId(headers, trustProxy);
    response.setHeader(REQUEST_ID_HEADER, requestId);
    const work = { requestId, method, path: url.split("?", 1)[0] };
    return runWork(work, () => listener(request, response));
  };
}

/** Undefined outside of a request. */
export function getRequestId(): string | undefined {
  return getWork().requestId;
}
