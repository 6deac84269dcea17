/** Waits for the locks of the database, so that a test can arrange an interleaving of transactions. */
import type { DatabaseUser, Sql } from "#backend/core/database/database.ts";

/** Waits until this number of transactions of a user wait for a lock. `admin` can see other sessions. */
export async function waitForBlockedTransactions(
  admin: Sql,
  count: number,
  user: DatabaseUser = "authenticator",
): Promise<void> {
  for (;;) {
    const blocked = await admin`
      select from pg_stat_activity
      where datname = current_database() and usename = ${user} and wait_event_type = 'Lock'`;
    if (blocked.length >= count) return;
  }
}
