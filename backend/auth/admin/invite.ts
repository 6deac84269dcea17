/** POST /invite: an account for an address, and the mail that opens it. */
import { z } from "zod";
import { createAccount, emailExists } from "../accounts.ts";
import { metadata, readBody, text } from "../body.ts";
import { parseEmail } from "../email-address.ts";
import type { AuthDeps, Endpoint } from "../endpoint.ts";
import { mailCode } from "../mailer/codes.ts";
import { findUserByEmail } from "../models/user.ts";
import { redirectTargetOf } from "../redirects.ts";
import { viewOf } from "./users.ts";

const inviteBody = z.object({ email: text, data: metadata });

export function invite(deps: AuthDeps): Endpoint {
  return async (c) => {
    const body = await readBody(c.req.raw, inviteBody);
    const email = parseEmail(body.email ?? "");
    const redirectTo = redirectTargetOf(c, deps.settings);
    const view = await deps.sql.begin(async (tx) => {
      const known = await findUserByEmail(tx, email);
      if (known?.confirmed_at) throw emailExists();
      const userId = known?.id ?? (await createAccount(tx, { email, data: body.data }));
      await mailCode(tx, deps, { userId, purpose: "invite", email, redirectTo, pkce: false });
      return viewOf(tx, userId);
    });
    return Response.json(view);
  };
}
