/**
 * Replaces an answer that is not the service's own: a page of a proxy or of a hotel's network, whatever its
 * status, or an error that says nothing. The clients would parse it, and report its text, a failed network or
 * nothing at all as the error.
 */

/**
 * How long an answer is waited for, ms, where the caller has no signal of its own. The server gives up before that, so
 * only a network that is dead without the browser's knowledge takes longer; the browser would wait for minutes.
 */
const READ_TIMEOUT_MS = 30_000;
const WRITE_TIMEOUT_MS = 65_000;

/** postgrest-js waits as long as a 503 asks, three times: of a longer time, s, the screen tells at once. */
const MAX_RETRY_AFTER = 5;

/** `fetch` for the clients that send no user's token by themselves. */
export async function fetchChecked(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  return checkResponse(await fetchInTime(input, init), init);
}

/** `fetch`; an error with the status 504 when there is no answer in time. An upload of a file takes as long as it takes. */
export async function fetchInTime(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const isRead = /^(GET|HEAD)$/.test(init?.method ?? "GET");
  const isFile = init?.body && typeof init.body !== "string";
  if (init?.signal || isFile || input instanceof Request) return fetch(input, init);
  const signal = AbortSignal.timeout(isRead ? READ_TIMEOUT_MS : WRITE_TIMEOUT_MS);
  // postgrest-js would repeat a read that throws, three times.
  return fetch(input, { ...init, signal }).catch((error: unknown) => {
    if (signal.aborted) return createErrorResponse(504);
    throw error;
  });
}

/** The response, or an error in the services' form instead of what is no JSON or no error of theirs. */
export async function checkResponse(response: Response, init?: RequestInit): Promise<Response> {
  if (Number(response.headers.get("retry-after")) > MAX_RETRY_AFTER && response.status === 503)
    return createErrorResponse(503);
  if (init?.method === "HEAD" || !isSuspicious(response, init)) return response;
  try {
    const body: unknown = JSON.parse(await response.clone().text());
    if (response.ok || hasText(body)) return response;
  } catch {
    // It is no JSON.
  }
  return createErrorResponse(response.ok ? 502 : response.status);
}

/** Each error of a service has more than a message, which a proxy writes, in English. */
function hasText(body: unknown): boolean {
  return (
    typeof body === "object" &&
    body !== null &&
    Object.entries(body).some(([name, value]) => name !== "message" && typeof value === "string")
  );
}

/**
 * An error in the services' form with the code «HTTP502» for the status 502, and without a text; «HTTP000» stands for
 * no response (failure-message.ts). Postgrest-js reads the code, auth-js the error code.
 */
export function createErrorResponse(status: number): Response {
  const code = `HTTP${String(status).padStart(3, "0")}`;
  const body = { code, error_code: code, message: "", details: null, hint: null };
  return Response.json(body, { status: status || 504 });
}

/**
 * A failed response, JSON without a body, which postgrest-js would take for no row, or a text: a file may have any other
 * type, and a list may have been requested as text.
 */
function isSuspicious({ ok, status, headers }: Response, init?: RequestInit): boolean {
  const type = headers.get("content-type") ?? "";
  if (!ok) return true;
  if (type.startsWith("application/json")) return status === 200 && headers.get("content-length") === "0";
  return type.startsWith("text/") && !new Headers(init?.headers).get("accept")?.startsWith("text/");
}
