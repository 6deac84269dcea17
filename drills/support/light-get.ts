/** GET requests that cost little: `fetch` needs more processor time for an answer than the shop that gives it. */
import { Agent, get } from "node:http";
import { getErrorCode } from "#backend/core/errors.ts";

/** A request that is not answered by then hangs. */
export const HANG_MS = 60_000;

export interface LightAnswer {
  /** 0 when the connection ended without an answer. */
  status: number;
  retryAfter: string | null;
}

/**
 * Answers come as a browser asks for them, compressed. Connections stay open, as many as there are requests at a time.
 */
export function createLightGet(): (url: string, headers: Record<string, string>) => Promise<LightAnswer> {
  const agent = new Agent({ keepAlive: true, maxFreeSockets: Number.POSITIVE_INFINITY });
  const send = (url: string, headers: Record<string, string>): Promise<LightAnswer> =>
    new Promise((resolve) => {
      const fail = () => resolve({ status: 0, retryAfter: null });
      const request = get(
        url,
        { agent, headers: { "accept-encoding": "br", ...headers }, timeout: HANG_MS },
        (response) => {
          const { statusCode = 0, headers } = response;
          response.resume();
          response.once("end", () =>
            resolve({ status: statusCode, retryAfter: headers["retry-after"] ?? null }),
          );
          response.once("close", fail);
        },
      );
      request.once("timeout", () => request.destroy());
      // The shop closes what was idle for long, perhaps just now: a browser then asks again over another connection.
      request.once("error", (error) => {
        if (request.reusedSocket && getErrorCode(error) === "ECONNRESET") resolve(send(url, headers));
        else fail();
      });
    });
  return send;
}
