/**
 * POST /recover: sends a link and a code by mail to set a new password. The response does not reveal whether
 * the account exists.
 */
import { z } from "zod";
import { readBody, text } from "#backend/auth/body.ts";
import { runInConstantTime } from "#backend/auth/constant-time.ts";
import { parseEmail } from "#backend/auth/email-address.ts";
import type { AuthDeps, Endpoint } from "#backend/auth/endpoint.ts";
import { AuthError, validationFailed } from "#backend/auth/errors.ts";
import { parseChallenge } from "#backend/auth/grants/pkce.ts";
import { beginMailFlow } from "#backend/auth/mailer/flows.ts";
import { enqueueMailCode } from "#backend/auth/mailer/mail-codes.ts";
import { recordEvent } from "#backend/auth/models/audit-log-entry.ts";
import { isEmailProven } from "#backend/auth/models/identity.ts";
import { findUserByEmail } from "#backend/auth/models/user.ts";
import { getRedirectTarget } from "#backend/auth/redirects.ts";
import { admitMail, spendMail } from "#backend/auth/send-rate-limits.ts";

const recoverBodySchema = z.object({ email: text, code_challenge: text, code_challenge_method: text });

export function recover(deps: AuthDeps): Endpoint {
  const { sql, settings } = deps;
  return async (c) => {
    const body = await readBody(c.req.raw, recoverBodySchema);
    if (!settings.emailEnabled) {
      throw new AuthError(422, "email_provider_disabled", "Email logins are disabled");
    }
    if (!body.email) throw validationFailed("Password recovery requires an email");
    const email = parseEmail(body.email);
    const challenge = parseChallenge(body);
    return runInConstantTime(deps, async () => {
      await admitMail(deps, { purpose: "recovery", email, ip: c.env.ip });
      const user = await findUserByEmail(sql, email);
      const isSent =
        user &&
        (await spendMail(deps, { purpose: "recovery", email, isProven: await isEmailProven(sql, user) }));
      if (isSent) {
        await sql.begin(async (tx) => {
          const pkce = await beginMailFlow(tx, user.id, challenge, "recovery");
          const redirectTo = getRedirectTarget(c, settings);
          await enqueueMailCode(tx, deps, { userId: user.id, purpose: "recovery", email, redirectTo, pkce });
          await recordEvent(tx, { action: "user_recovery_requested", actor: user, ip: c.env.ip });
        });
      }
      return Response.json({});
    });
  };
}
