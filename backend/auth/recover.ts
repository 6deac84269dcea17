/** POST /recover: a link and a code by mail, to set a new password with. Says nothing about who has an account. */
import { z } from "zod";
import { readBody, text } from "./body.ts";
import { parseEmail } from "./email-address.ts";
import type { AuthDeps, Endpoint } from "./endpoint.ts";
import { AuthError, validationFailed } from "./errors.ts";
import { inEvenTime } from "./even-time.ts";
import { mailCode } from "./mailer/codes.ts";
import { beginMailFlow } from "./mailer/flows.ts";
import { findUserByEmail } from "./models/user.ts";
import { readChallenge } from "./pkce.ts";
import { redirectTargetOf } from "./redirects.ts";
import { spendMail } from "./send-limits.ts";

const recoverBody = z.object({ email: text, code_challenge: text, code_challenge_method: text });

export function recover(deps: AuthDeps): Endpoint {
  const { sql, settings } = deps;
  return async (c) => {
    const body = await readBody(c.req.raw, recoverBody);
    if (!settings.emailEnabled) {
      throw new AuthError(422, "email_provider_disabled", "Email logins are disabled");
    }
    if (!body.email) throw validationFailed("Password recovery requires an email");
    const email = parseEmail(body.email);
    const challenge = readChallenge(body);
    return inEvenTime(deps, async () => {
      await spendMail(deps, "recovery", email);
      const user = await findUserByEmail(sql, email);
      if (user) {
        await sql.begin(async (tx) => {
          const pkce = await beginMailFlow(tx, user.id, challenge, "recovery");
          const redirectTo = redirectTargetOf(c, settings);
          await mailCode(tx, deps, { userId: user.id, purpose: "recovery", email, redirectTo, pkce });
        });
      }
      return Response.json({});
    });
  };
}
