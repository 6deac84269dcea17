/**
 * The auth service: accounts, sessions and tokens over schema auth, with the API of Supabase Auth. `api.ts`
 * holds the route table.
 */
import type { Sql } from "#backend/core/database/database.ts";
import type { Service } from "#backend/core/gateway/service.ts";
import type { Tokens } from "#backend/core/gateway/tokens.ts";
import type { Limits } from "#backend/core/limits/limits.ts";
import { NetworkTurns } from "#backend/core/limits/network-turns.ts";
import type { Logger } from "#backend/core/observability/log.ts";
import { startDeadline } from "#backend/core/timing/deadline.ts";
import { createUser } from "./accounts.ts";
import { createApi } from "./api.ts";
import { type AuthConfig, resolveSettings } from "./config.ts";
import type { IsAdministrator } from "./endpoint.ts";
import { AuthError, createErrorResponse } from "./errors.ts";
import { startAuthHousekeeping } from "./housekeeping.ts";
import type { EnqueueAccountMail } from "./mailer/account-mail.ts";
import { createProvider } from "./providers/provider.ts";
import { createRefusalLog } from "./refusals.ts";
import { createSharedRateLimiter } from "./shared-rate-limiter.ts";
import { createSmsSender } from "./sms/sender.ts";

const REQUEST_TIMEOUT_MS = 10_000;

export interface AuthService extends Service {
  /**
   * Creates a confirmed account without a request. Rejects with an AuthError (email_exists,
   * validation_failed); a password that a person chose is checked too (weak_password).
   */
  createUser(user: { email: string; password: string; checksPassword: boolean }): Promise<{ id: string }>;
}

/** `sql` must be able to read and write schema auth. Closing it is up to the caller. */
export async function createAuth(deps: {
  sql: Sql;
  tokens: Tokens;
  log: Logger;
  /** The key of the code hashes, the same in all instances. */
  secret: string;
  config: AuthConfig;
  limits: Limits;
  enqueueMail: EnqueueAccountMail;
  isAdministrator: IsAdministrator;
}): Promise<AuthService> {
  const { sql, tokens, log, secret, limits, enqueueMail, isAdministrator } = deps;
  const settings = resolveSettings(deps.config);
  const rateLimiter = createSharedRateLimiter(sql);
  const sms = settings.sms ? createSmsSender(settings.sms, log) : null;
  const providers = new Map(settings.providers.map((options) => [options.name, createProvider(options)]));
  const refusals = createRefusalLog(sql, log);
  const api = createApi({
    sql,
    tokens,
    log,
    secret,
    settings,
    rateLimiter,
    limits,
    turns: new NetworkTurns(() => limits.getMaximum("parallel_accounts", "network")),
    providers,
    sms,
    enqueueMail,
    isAdministrator,
    refusals,
  });
  const stopHousekeeping = startAuthHousekeeping(sql, log);
  return {
    fetch: (request, context) => withTimeout(request, log, async () => api.fetch(request, context)),
    createUser: ({ checksPassword, ...user }) =>
      createUser(sql, { ...user, confirmed: true }, checksPassword ? settings : undefined),
    close: async () => {
      await Promise.all([stopHousekeeping(), refusals.close()]);
    },
  };
}

async function withTimeout(
  request: Request,
  log: Logger,
  handle: () => Promise<Response>,
): Promise<Response> {
  const { promise: timeout, reject } = Promise.withResolvers<never>();
  const error = new AuthError(504, "request_timeout", "Processing this request timed out, please retry");
  const cancelDeadline = startDeadline(REQUEST_TIMEOUT_MS, () => reject(error));
  try {
    return await Promise.race([handle(), timeout]);
  } catch (error) {
    return createErrorResponse(error, request, log);
  } finally {
    cancelDeadline();
  }
}
