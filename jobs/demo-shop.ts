/** Fills an empty shop with the demo shop's data, once (`supabase/seed/demo.sql`). */
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { ADVISORY_LOCKS } from "#backend/core/database/advisory-locks.ts";
import type { DatabaseTarget, Sql, TransactionSql } from "#backend/core/database/database.ts";
import { withConnection } from "#backend/core/database/with-connection.ts";

const SUPABASE = join(import.meta.dirname, "../supabase");
/** The path that the Supabase CLI's table of seed files records. */
const SEED = "seed/demo.sql";

/** Whether the demo shop may be inserted: it never was, and there are no products. */
export function needsDemoShop(target: DatabaseTarget): Promise<boolean> {
  return withConnection(target, "postgres", isEmpty);
}

/** Inserts the demo shop, unless another process has just done so. */
export async function insertDemoShop(target: DatabaseTarget): Promise<void> {
  const text = await readFile(join(SUPABASE, SEED), "utf8");
  const hash = createHash("sha256").update(text).digest("hex");
  await withConnection(target, "postgres", (owner) =>
    owner.begin(async (tx) => {
      await tx`select pg_advisory_xact_lock(${ADVISORY_LOCKS.setup})`;
      if (!(await isEmpty(tx))) return;
      await tx.unsafe(text);
      await tx`insert into supabase_migrations.seed_files ${tx({ path: SEED, hash })}`;
    }),
  );
}

async function isEmpty(sql: Sql | TransactionSql): Promise<boolean> {
  const rows = await sql`
    select from supabase_migrations.seed_files where path = ${SEED}
    union all select from public.products limit 1`;
  return rows.length === 0;
}
