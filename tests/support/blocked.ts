import type { Sql } from "../../backend/core/database.ts";

/** Waits until so many transactions of the API wait for a lock. `admin` sees what others do. */
export async function untilBlocked(admin: Sql, count: number): Promise<void> {
  for (;;) {
    const blocked = await admin`
      select from pg_stat_activity
      where datname = current_database() and usename = 'authenticator' and wait_event_type = 'Lock'`;
    if (blocked.length >= count) return;
  }
}
