/** POST /invite: creates an account for an address and queues the mail that opens it. */
import { z } from "zod";
import { createAccount, emailExists } from "#backend/auth/accounts.ts";
import { metadata, readBody, text } from "#backend/auth/body.ts";
import { parseEmail } from "#backend/auth/email-address.ts";
import type { AuthDeps, Endpoint } from "#backend/auth/endpoint.ts";
import { enqueueMailCode } from "#backend/auth/mailer/mail-codes.ts";
import { findUserByEmail } from "#backend/auth/models/user.ts";
import { getRedirectTarget } from "#backend/auth/redirects.ts";
import { readUserView } from "./users.ts";

const inviteBodySchema = z.object({ email: text, data: metadata });

export function invite(deps: AuthDeps): Endpoint {
  return async (c) => {
    const body = await readBody(c.req.raw, inviteBodySchema);
    const email = parseEmail(body.email ?? "");
    const redirectTo = getRedirectTarget(c, deps.settings);
    const view = await deps.sql.begin(async (tx) => {
      const existing = await findUserByEmail(tx, email);
      if (existing?.confirmed_at) throw emailExists();
      const userId = existing?.id ?? (await createAccount(tx, { email, data: body.data }));
      await enqueueMailCode(tx, deps, { userId, purpose: "invite", email, redirectTo, pkce: false });
      return readUserView(tx, userId);
    });
    return Response.json(view);
  };
}
