/**
 * Replaces an answer that is not the service's own: a page of a proxy or of a hotel's network, whatever its
 * status. The clients would parse it, and report its text, or a failed network, as the error.
 */

/** `fetch` for the clients that send no user's token by themselves. */
export async function fetchChecked(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  return checkResponse(await fetch(input, init), init);
}

/** The response, or an error in the services' form instead of one that is no JSON. */
export async function checkResponse(response: Response, init?: RequestInit): Promise<Response> {
  if (init?.method === "HEAD" || !isSuspicious(response, init)) return response;
  try {
    JSON.parse(await response.clone().text());
    return response;
  } catch {
    return createErrorResponse(response.ok ? 502 : response.status);
  }
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

/** A failed response, or a text: a file may have any other type, and a list may have been requested as text. */
function isSuspicious({ ok, headers }: Response, init?: RequestInit): boolean {
  const isText = headers.get("content-type")?.startsWith("text/") ?? false;
  return !ok || (isText && !new Headers(init?.headers).get("accept")?.startsWith("text/"));
}
