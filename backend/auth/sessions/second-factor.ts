import type { AuthDeps, Caller } from "#backend/auth/endpoint.ts";
import { listFactors } from "#backend/auth/models/factor.ts";

/** Whether the account has a second factor that the caller's session has not presented. */
export async function lacksSecondFactor(
  sql: AuthDeps["sql"],
  { user, session }: Pick<Caller, "user" | "session">,
): Promise<boolean> {
  if (session?.aal === "aal2") return false;
  return (await listFactors(sql, user.id)).some(({ status }) => status === "verified");
}
