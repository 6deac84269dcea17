/**
 * What the database knows for those who watch the process: metrics of the orders, the mails, the backup and of what
 * limits refused; and whether the schema is this version's and mails leave.
 */
import type { DatabaseTarget, Sql } from "#backend/core/database/database.ts";
import { findLastMigration } from "#backend/core/database/migrations.ts";
import { gauge, type Metric } from "#backend/core/observability/metrics.ts";
import { startDeadline } from "#backend/core/timing/deadline.ts";
import { connectJob } from "./connect-job.ts";

const DEADLINE_MS = 3_000;

export interface ShopMetrics {
  /** Whether the database does not answer in time is one of them. */
  read(): Promise<Metric[]>;
  /** Whether the database has every migration of this version. */
  isMigrated(): Promise<boolean>;
  /** Whether no mail has been waiting for long. */
  areMailsLeaving(): Promise<boolean>;
  close(): Promise<void>;
}

export function openShopMetrics(target: DatabaseTarget): ShopMetrics {
  const sql = connectJob(target, "metrics");
  const lastMigration = findLastMigration();
  return {
    read: () =>
      new Promise((resolve) => {
        const fail = () => resolve([toDatabaseUp(0)]);
        const cancelDeadline = startDeadline(DEADLINE_MS, fail);
        readShopMetrics(sql)
          .then((metrics) => resolve([toDatabaseUp(1), ...metrics]), fail)
          .finally(cancelDeadline);
      }),
    isMigrated: async () => {
      const [row] = await sql`
        select from supabase_migrations.schema_migrations where version = ${await lastMigration}`;
      return row !== undefined;
    },
    areMailsLeaving: async () => {
      const [row] = await sql`select from private.find_shop_problems() where kind = 'mails_waiting'`;
      return row === undefined;
    },
    close: () => sql.end({ timeout: 1 }),
  };
}

const toDatabaseUp = (value: 0 | 1) => gauge("yaare_database_up", "Whether the database answers.", value);

async function readShopMetrics(sql: Sql): Promise<Metric[]> {
  const [[row], refusals] = await Promise.all([
    sql<ShopRow[]>`
      select
        (select count(*) from public.orders where created_at > now() - interval '1 minute')::float8 as orders,
        (select count(*) from private.find_shop_problems())::float8 as problems,
        extract(epoch from now() - (select max(backed_up_at) from private.instances))::float8 as backup_age,
        m.waiting::float8, m.oldest::float8,
        (select count(*) from public.mails where failed_at > now() - interval '1 day')::float8 as failed,
        pg_database_size(current_database())::float8 as bytes
      from (
        select count(*) as waiting, coalesce(extract(epoch from now() - min(created_at)), 0) as oldest
        from public.mails where sent_at is null and failed_at is null
      ) m`,
    sql<{ limit: string; refused: number }[]>`
      select name || '/' || audience || '/' || scope as limit, refused::float8
      from public.limit_refusals where day = (now() at time zone 'UTC')::date`,
  ]);
  if (!row) throw new Error("The metrics query returned no row");
  return [
    gauge("yaare_orders_last_minute", "Orders of the last minute.", row.orders),
    gauge("yaare_problems", "Problems that the admin area shows.", row.problems),
    gauge("yaare_mails", "Mails by state, the failed ones of a day.", [
      { labels: { state: "waiting" }, value: row.waiting },
      { labels: { state: "failed" }, value: row.failed },
    ]),
    gauge("yaare_mails_oldest_waiting_seconds", "The age of the oldest waiting mail.", row.oldest),
    gauge(
      "yaare_backup_age_seconds",
      "The age of the last proven backup; none before the first.",
      row.backup_age === null ? [] : row.backup_age,
    ),
    gauge("yaare_database_bytes", "The size of the database.", row.bytes),
    gauge(
      "yaare_limit_refusals_today",
      "Refusals by limit, of all processes, today (UTC).",
      refusals.map(({ limit, refused }) => ({ labels: { limit }, value: refused })),
    ),
  ];
}

interface ShopRow {
  orders: number;
  problems: number;
  /** Null before the first backup. */
  backup_age: number | null;
  waiting: number;
  oldest: number;
  failed: number;
  bytes: number;
}
