/** What an endpoint is: a function of a request, made with what the service works with. */
import { isIP } from "node:net";
import type { Context } from "hono";
import type { Sql } from "../core/database.ts";
import type { Logger } from "../core/log.ts";
import type { RequestContext } from "../core/service.ts";
import type { Tokens } from "../core/tokens.ts";
import type { AuthSettings } from "./config.ts";
import type { Limits } from "./limits.ts";
import type { ClientInfo, Session } from "./models/session.ts";
import type { User } from "./models/user.ts";
import type { Provider } from "./providers/provider.ts";
import type { SmsSender } from "./sms/sender.ts";

export interface AuthDeps {
  sql: Sql;
  tokens: Tokens;
  log: Logger;
  settings: AuthSettings;
  limits: Limits;
  /** Keys the hashes of codes. */
  secret: string;
  /** By name. */
  providers: Map<string, Provider>;
  /** Null where nobody takes text messages. */
  sms: SmsSender | null;
}

/** Hono's `env` carries what the gateway found out about the request. */
export interface AuthEnv {
  Bindings: RequestContext;
}

export type AuthContext = Context<AuthEnv>;
export type Endpoint = (c: AuthContext) => Promise<Response>;
export type CallerEndpoint = (c: AuthContext, caller: Caller) => Promise<Response>;

/** Who calls, when the call has passed `authenticated`. A token made elsewhere may name no session. */
export interface Caller {
  user: User;
  session: Session | null;
}

const MAX_USER_AGENT = 512;

/** What a session remembers of it. */
export function clientOf(c: AuthContext): ClientInfo {
  return {
    ip: isIP(c.env.ip) ? c.env.ip : null,
    userAgent: c.req.header("user-agent")?.slice(0, MAX_USER_AGENT) ?? null,
  };
}
