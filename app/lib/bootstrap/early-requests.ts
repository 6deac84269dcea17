/**
 * What a private page reads first, requested by an inline script while the application's code is being loaded. The
 * application sends the same request a few seconds later, and gets the response of this one.
 */
import { getAnonKey, getSupabaseUrl } from "#app/lib/supabase/config.client.ts";

interface EarlyRequest {
  token: string;
  response: Promise<Response>;
}

declare global {
  /** By URL; each is taken once. */
  var earlyRequests: Map<string, EarlyRequest> | undefined;
}

/** After this time on the page, in ms, a response may be outdated. */
const MAX_AGE_MS = 30_000;

/** The application does not wait longer for one, in ms, and sends the request itself. */
const TIMEOUT_MS = 20_000;

/** `paths` begin with the service, and are exactly those that the client of this service requests. */
export function requestEarly(token: string, paths: readonly string[]): void {
  globalThis.earlyRequests = new Map(
    paths.map((path) => {
      const url = getSupabaseUrl() + path;
      const headers = { apikey: getAnonKey(), authorization: `Bearer ${token}` };
      const signal = AbortSignal.timeout(TIMEOUT_MS);
      return [url, { token, response: fetch(url, { headers, signal }) }];
    }),
  );
  // The application sends a failed request again.
  for (const { response } of globalThis.earlyRequests.values()) response.catch(() => {});
}

/** The response to the same request of the same user; null when there is none, or it failed. */
export async function takeEarlyResponse(
  input: RequestInfo | URL,
  init: RequestInit | undefined,
  token: string | null,
): Promise<Response | null> {
  const url = String(input);
  const early = globalThis.earlyRequests?.get(url);
  if (!early || early.token !== token || (init?.method ?? "GET") !== "GET") return null;
  globalThis.earlyRequests?.delete(url);
  if (performance.now() > MAX_AGE_MS) return null;
  return early.response.catch(() => null);
}
