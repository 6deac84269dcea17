/** The type of an endpoint: a function of a request, created with the dependencies of the service. */
import { isIP } from "node:net";
import type { Context } from "hono";
import type { Sql } from "#backend/core/database/database.ts";
import type { RequestContext } from "#backend/core/gateway/service.ts";
import type { Tokens } from "#backend/core/gateway/tokens.ts";
import type { Limits } from "#backend/core/limits/limits.ts";
import type { NetworkTurns } from "#backend/core/limits/network-turns.ts";
import type { Logger } from "#backend/core/observability/log.ts";
import type { AuthSettings } from "./config.ts";
import type { EnqueueAccountMail } from "./mailer/account-mail.ts";
import type { ClientInfo, Session } from "./models/session.ts";
import type { User } from "./models/user.ts";
import type { Provider } from "./providers/provider.ts";
import type { RefusalLog } from "./refusals.ts";
import type { SharedRateLimiter } from "./shared-rate-limiter.ts";
import type { SmsSender } from "./sms/sender.ts";

export interface AuthDeps {
  sql: Sql;
  tokens: Tokens;
  log: Logger;
  settings: AuthSettings;
  rateLimiter: SharedRateLimiter;
  limits: Limits;
  /** For the requests that no limit by time counts. */
  turns: NetworkTurns;
  /** The key of the code hashes. */
  secret: string;
  /** Providers by name. */
  providers: Map<string, Provider>;
  /** Null when no SMS gateway is configured. */
  sms: SmsSender | null;
  enqueueMail: EnqueueAccountMail;
  isAdministrator: IsAdministrator;
  refusals: RefusalLog;
}

/** Whether stricter rules apply to an account, which the application decides. */
export type IsAdministrator = (sql: Sql, userId: string) => Promise<boolean>;

/** Hono's `env` carries the gateway's request context. */
export interface AuthEnv {
  Bindings: RequestContext;
}

export type AuthContext = Context<AuthEnv>;
export type Endpoint = (c: AuthContext) => Promise<Response>;
export type CallerEndpoint = (c: AuthContext, caller: Caller) => Promise<Response>;

/**
 * The caller of an endpoint behind `requireUser`. The session is null when a token issued elsewhere names
 * none.
 */
export interface Caller {
  user: User;
  session: Session | null;
}

const MAX_USER_AGENT = 512;

/** The client information that a session stores. */
export function getClientInfo(c: AuthContext): ClientInfo {
  return {
    ip: isIP(c.env.ip) ? c.env.ip : null,
    userAgent: c.req.header("user-agent")?.slice(0, MAX_USER_AGENT) ?? null,
  };
}
