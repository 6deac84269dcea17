/**
 * The auth service: accounts, sessions and tokens over schema auth, as Supabase Auth answers them. `api.ts` is its
 * table of contents.
 */
import type { Sql } from "../core/database.ts";
import type { Logger } from "../core/log.ts";
import type { Service } from "../core/service.ts";
import type { Tokens } from "../core/tokens.ts";
import { createApi } from "./api.ts";
import { type AuthConfig, settingsFrom } from "./config.ts";
import { AuthError, errorResponse } from "./errors.ts";
import { startAuthHousekeeping } from "./housekeeping.ts";
import { createLimits } from "./limits.ts";
import { createProvider } from "./providers/provider.ts";
import { createSmsSender } from "./sms/sender.ts";

export { createUser } from "./accounts.ts";

const REQUEST_TIMEOUT_MS = 10_000;

/** `sql` may read and write schema auth; it stays the caller's to close. */
export async function createAuth(deps: {
  sql: Sql;
  tokens: Tokens;
  log: Logger;
  /** Keys the hashes of codes; the same in all copies of the process. */
  secret: string;
  config: AuthConfig;
}): Promise<Service> {
  const { sql, tokens, log, secret } = deps;
  const settings = settingsFrom(deps.config);
  const limits = createLimits(sql);
  const sms = settings.sms ? createSmsSender(settings.sms, log) : null;
  const providers = new Map(settings.providers.map((options) => [options.name, createProvider(options)]));
  const api = createApi({ sql, tokens, log, secret, settings, limits, providers, sms });
  const stopHousekeeping = startAuthHousekeeping(sql, log);
  return {
    fetch: (request, context) => inTime(request, log, async () => api.fetch(request, context)),
    close: stopHousekeeping,
  };
}

async function inTime(request: Request, log: Logger, answer: () => Promise<Response>): Promise<Response> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    const error = new AuthError(504, "request_timeout", "Processing this request timed out, please retry");
    timer = setTimeout(() => reject(error), REQUEST_TIMEOUT_MS);
  });
  try {
    return await Promise.race([answer(), late]);
  } catch (error) {
    return errorResponse(error, request, log);
  } finally {
    clearTimeout(timer);
  }
}
