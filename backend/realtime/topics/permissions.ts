/**
 * The permissions of a caller on a private topic. The policies on realtime.messages decide: two probe rows,
 * one for broadcast and one for presence, are inserted, then selected and inserted as the caller, and all is
 * rolled back.
 */

import type { Sql, TransactionSql } from "#backend/core/database/database.ts";
import { INSUFFICIENT_PRIVILEGE } from "#backend/core/database/sqlstates.ts";
import { getErrorCode } from "#backend/core/errors.ts";
import type { AuthContext } from "#backend/realtime/auth-context.ts";

interface Permission {
  read: boolean;
  write: boolean;
}

export interface TopicPermissions {
  broadcast: Permission;
  presence: Permission;
}

const fullAccess: Permission = { read: true, write: true };
const noAccess: Permission = { read: false, write: false };

/** The permissions on a public topic. */
export const ALL_PERMISSIONS: TopicPermissions = { broadcast: fullAccess, presence: fullAccess };
/** The permissions on a private topic until the policies have been queried. */
export const NO_PERMISSIONS: TopicPermissions = { broadcast: noAccess, presence: noAccess };

class RollbackSignal extends Error {}

/**
 * `headers` are those of the request, for policies to read. Rejects with Postgres's own error when a policy
 * fails or the database does not respond.
 */
export async function queryPermissions(
  sql: Sql,
  { role, claims, sub }: AuthContext,
  topic: string,
  headers: Record<string, string>,
): Promise<TopicPermissions> {
  let permissions: TopicPermissions | null = null;
  try {
    await sql.begin(async (tx) => {
      await tx`
        select set_config('role', 'service_role', true), set_config('statement_timeout', '8s', true),
          set_config('realtime.topic', ${topic}, true), set_config('request.jwt.claims', ${claims}, true),
          set_config('request.jwt.claim.sub', ${sub}, true), set_config('request.jwt.claim.role', ${role}, true),
          set_config('request.headers', ${JSON.stringify(headers)}, true)`;
      const probes = await tx<{ id: string }[]>`
        insert into realtime.messages (topic, extension, private)
        values (${topic}, 'broadcast', true), (${topic}, 'presence', true)
        returning id`;
      await tx`select set_config('role', ${role}, true)`;
      const readable = await readProbes(
        tx,
        probes.map(({ id }) => id),
      );
      permissions = {
        broadcast: { read: readable.has("broadcast"), write: await mayInsert(tx, topic, "broadcast") },
        presence: { read: readable.has("presence"), write: await mayInsert(tx, topic, "presence") },
      };
      throw new RollbackSignal();
    });
  } catch (error) {
    if (!(error instanceof RollbackSignal)) throw error;
  }
  if (permissions === null) throw new Error("the permissions on a topic were not found out");
  return permissions;
}

async function readProbes(tx: TransactionSql, ids: string[]): Promise<Set<string>> {
  const rows = await runIfPermitted(
    tx,
    (nested) => nested<{ extension: string }[]>`
      select extension from realtime.messages where id in ${nested(ids)}`,
  );
  return new Set(rows?.map(({ extension }) => extension));
}

async function mayInsert(tx: TransactionSql, topic: string, extension: string): Promise<boolean> {
  const rows = await runIfPermitted(
    tx,
    (nested) =>
      nested`insert into realtime.messages (topic, extension, private) values (${topic}, ${extension}, true)`,
  );
  return rows !== null;
}

/** Null when the database denies the statement. */
async function runIfPermitted<T>(tx: TransactionSql, work: (nested: TransactionSql) => Promise<T>) {
  try {
    return await tx.savepoint(work);
  } catch (error) {
    if (getErrorCode(error) === INSUFFICIENT_PRIVILEGE) return null;
    throw error;
  }
}
