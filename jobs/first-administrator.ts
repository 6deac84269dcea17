/**
 * Ensures that the shop has an administrator: the one of the configuration, else one with a random password
 * that is printed once.
 */
import { randomBytes } from "node:crypto";
import type { Config } from "#backend/core/config/config.ts";
import { ADVISORY_LOCKS } from "#backend/core/database/advisory-locks.ts";
import { withConnection } from "#backend/core/database/with-connection.ts";
import { getErrorCode, getErrorMessage, StartupError } from "#backend/core/errors.ts";
import type { Backend } from "#backend/index.ts";

/**
 * Throws a StartupError when the configured address belongs to a customer (otherwise the first person to
 * register it would get the shop), or when the address or password is not valid for an account.
 */
export async function ensureAdministrator(
  backend: Pick<Backend, "target" | "createUser">,
  admin: Config["admin"],
): Promise<void> {
  const email = admin.email.toLowerCase();
  const password = admin.password ?? randomBytes(12).toString("base64url");
  const isNew = await withConnection(backend.target, "postgres", (owner) =>
    owner.begin(async (tx) => {
      // Instances that start together do this one after another.
      await tx`select pg_advisory_xact_lock(${ADVISORY_LOCKS.admin})`;
      const [existing] = await tx`
        select from public.admin_users
        where ${admin.password === null} or email = ${email} limit 1`;
      if (existing) return false;
      const id = await createAccount();
      await tx`insert into public.admin_users ${tx({ id, name: "Administration", email })}`;
      return true;
    }),
  );
  if (isNew && admin.password === null) {
    process.stdout.write(`\n  Administrator: ${admin.email}\n  Password, shown this once: ${password}\n\n`);
  }

  async function createAccount(): Promise<string> {
    try {
      const { id } = await backend.createUser({ email, password, checksPassword: admin.password !== null });
      return id;
    } catch (error) {
      const code = getErrorCode(error) ?? "";
      if (code === "email_exists") {
        throw new StartupError(
          `ADMIN_EMAIL ${admin.email} is the account of somebody who is no administrator: set another ADMIN_EMAIL, or insert that account into admin_users.`,
        );
      }
      if (!["validation_failed", "weak_password"].includes(code)) throw error;
      throw new StartupError(
        `No administrator can be made of ADMIN_EMAIL and ADMIN_PASSWORD (${getErrorMessage(error)}): set others.`,
      );
    }
  }
}
