/** The interface between the gateway and the services. */
import type { Claims, TokenFailure } from "./tokens.ts";

export interface RequestContext {
  /** The client's IP address, for rate limits. */
  ip: string;
  /** The claims of the verified bearer token or API key; null without one, or when verification failed. */
  claims: Claims | null;
  /** Set when a token failed verification: each service reports it in its own protocol. */
  tokenFailure: TokenFailure | null;
  /** How long the token took to verify, in milliseconds. */
  tokenTime?: number;
  /** Whether a page that is rendered on the server sends the request: nobody's order depends on it. */
  isForPage?: boolean;
}

/** A service handles every request of its prefix, errors included: `fetch` does not reject. */
export interface Service {
  fetch(request: Request, context: RequestContext): Promise<Response>;
  close(): Promise<void>;
}
