/**
 * POST /recover: sends a link and a code by mail to set a new password. The response does not reveal whether
 * the account exists.
 */
import { z } from "zod";
import { readBody, text } from "./body.ts";
import { runInConstantTime } from "./constant-time.ts";
import { parseEmail } from "./email-address.ts";
import type { AuthDeps, Endpoint } from "./endpoint.ts";
import { AuthError, validationFailed } from "./errors.ts";
import { beginMailFlow } from "./mailer/flows.ts";
import { enqueueMailCode } from "./mailer/mail-codes.ts";
import { recordEvent } from "./models/audit-log-entry.ts";
import { isEmailProven } from "./models/identity.ts";
import { findUserByEmail } from "./models/user.ts";
import { parseChallenge } from "./pkce.ts";
import { getRedirectTarget } from "./redirects.ts";
import { admitMail, spendMail } from "./send-rate-limits.ts";

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
