/**
 * What a caller may do on a private topic. The policies on realtime.messages decide: two rows that stand for a
 * broadcast and a presence are written, looked for and written again in the caller's name, and all is undone.
 */
import type { Sql, TransactionSql } from "../../core/database.ts";
import { codeOf } from "../../core/errors.ts";
import type { Access } from "../access.ts";

interface Right {
  read: boolean;
  write: boolean;
}

export interface Rights {
  broadcast: Right;
  presence: Right;
}

const everything: Right = { read: true, write: true };
const nothing: Right = { read: false, write: false };

/** On a public topic; and before anybody has asked. */
export const ALL_RIGHTS: Rights = { broadcast: everything, presence: everything };
export const NO_RIGHTS: Rights = { broadcast: nothing, presence: nothing };

const INSUFFICIENT_PRIVILEGE = "42501";

class Undo extends Error {}

/**
 * `headers` are the request's, for policies to read. Rejects with Postgres's own error when a policy fails or the
 * database does not answer.
 */
export async function askRights(
  sql: Sql,
  { role, claims, sub }: Access,
  topic: string,
  headers: Record<string, string>,
): Promise<Rights> {
  let rights: Rights | null = null;
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
      rights = {
        broadcast: { read: readable.has("broadcast"), write: await mayInsert(tx, topic, "broadcast") },
        presence: { read: readable.has("presence"), write: await mayInsert(tx, topic, "presence") },
      };
      throw new Undo();
    });
  } catch (error) {
    if (!(error instanceof Undo)) throw error;
  }
  if (rights === null) throw new Error("the rights on a topic were not told");
  return rights;
}

async function readProbes(tx: TransactionSql, ids: string[]): Promise<Set<string>> {
  const rows = await permitted(
    tx,
    (nested) => nested<{ extension: string }[]>`
      select extension from realtime.messages where id in ${nested(ids)}`,
  );
  return new Set(rows?.map(({ extension }) => extension));
}

async function mayInsert(tx: TransactionSql, topic: string, extension: string): Promise<boolean> {
  const rows = await permitted(
    tx,
    (nested) =>
      nested`insert into realtime.messages (topic, extension, private) values (${topic}, ${extension}, true)`,
  );
  return rows !== null;
}

/** Null when the database forbids it. */
async function permitted<T>(tx: TransactionSql, work: (nested: TransactionSql) => Promise<T>) {
  try {
    return await tx.savepoint(work);
  } catch (error) {
    if (codeOf(error) === INSUFFICIENT_PRIVILEGE) return null;
    throw error;
  }
}
