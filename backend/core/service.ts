/** What the gateway hands to a service, and what it expects of one. */
import type { Claims, TokenFailure } from "./tokens.ts";

export interface RequestContext {
  /** The client's address, for limits. */
  ip: string;
  /** Of the verified bearer token or API key; null without one, or when it failed. */
  claims: Claims | null;
  /** Set when a token came and did not verify: each service answers it in its own protocol. */
  tokenFailure: TokenFailure | null;
}

/** A service answers every request of its prefix, its failures included: `fetch` does not reject. */
export interface Service {
  fetch(request: Request, context: RequestContext): Promise<Response>;
  close(): Promise<void>;
}
