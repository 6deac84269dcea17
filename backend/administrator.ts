/**
 * A shop has at least one administrator: the one of the configuration, else one with a random password that is shown
 * this one time.
 */
import { randomBytes } from "node:crypto";
import { createUser } from "./auth/index.ts";
import type { Config } from "./core/config.ts";
import { connectDatabase, type DatabaseTarget } from "./core/database.ts";
import { codeOf, messageOf, StartError } from "./core/errors.ts";
import { LOCKS } from "./core/locks.ts";

/**
 * Throws a StartError when the configured address is a customer's (whoever registered it first would be given the shop),
 * or when nobody could register with that address and password.
 */
export async function ensureAdministrator(
  target: DatabaseTarget,
  { admin, auth: rules }: Pick<Config, "admin" | "auth">,
): Promise<void> {
  const owner = connectDatabase(target, { user: "postgres", max: 1, applicationName: "setup" });
  const auth = connectDatabase(target, { user: "supabase_auth_admin", max: 1, applicationName: "setup" });
  try {
    const email = admin.email.toLowerCase();
    const password = admin.password ?? randomBytes(12).toString("base64url");
    const isNew = await owner.begin(async (tx) => {
      // Copies of the process that start together take turns.
      await tx`select pg_advisory_xact_lock(${LOCKS.administrator})`;
      const [known] = await tx`
        select from public.admin_users
        where ${admin.password === null} or email = ${email} limit 1`;
      if (known) return false;
      const id = await createAccount();
      await tx`insert into public.admin_users ${tx({ id, name: "Administration", email })}`;
      return true;
    });
    if (isNew && admin.password === null) {
      process.stdout.write(`\n  Administrator: ${admin.email}\n  Password, shown this once: ${password}\n\n`);
    }

    async function createAccount(): Promise<string> {
      try {
        const user = { email, password, confirmed: true };
        return (await createUser(auth, user, admin.password === null ? undefined : rules)).id;
      } catch (error) {
        const code = codeOf(error) ?? "";
        if (code === "email_exists") {
          throw new StartError(
            `ADMIN_EMAIL ${admin.email} is the account of somebody who is no administrator: set another ADMIN_EMAIL, or insert that account into admin_users.`,
          );
        }
        if (!["validation_failed", "weak_password"].includes(code)) throw error;
        throw new StartError(
          `No administrator can be made of ADMIN_EMAIL and ADMIN_PASSWORD (${messageOf(error)}): set others.`,
        );
      }
    }
  } finally {
    await Promise.all([owner.end({ timeout: 1 }), auth.end({ timeout: 1 })]);
  }
}
