/**
 * auth.sign_in_limits: the remaining password attempts of an account, shared by all instances. An
 * attacker with many IP addresses meets one bucket for the whole account. A network that presented the right
 * password before has a bucket of its own, so that strangers do not lock the owner out there; open sessions
 * are not affected. Unknown accounts have a bucket too, so that the limit does not reveal who has an account.
 */
import { createHash } from "node:crypto";
import { getClientNetwork } from "#backend/core/client-network.ts";
import type { Sql, TransactionSql } from "#backend/core/database/database.ts";

const BURST = 10;
/** After the burst, one attempt comes back in this time: about 2,900 a day. It is also the longest wait. */
export const SECONDS_PER_ATTEMPT = 30;

/** Consumes one attempt before the password is compared. False when none is left. */
export async function consumeSignInAttempt(sql: Sql, email: string, ip: string): Promise<boolean> {
  const account = accountKey(email);
  const network = getClientNetwork(ip);
  const rows = await sql`
    insert into auth.sign_in_limits as l (account, network, tokens, updated_at)
    select ${account}, coalesce(max(known.network), ''), ${BURST - 1}::float8, clock_timestamp()
    from auth.sign_in_limits known where known.account = ${account} and known.network = ${network}
    on conflict (account, network) do update
    set tokens = ${refilled(sql)} - 1, updated_at = clock_timestamp()
    where ${refilled(sql)} >= 1
    returning 1`;
  return rows.length > 0;
}

/**
 * Called after the right password: records the network as known and refunds the attempt to the strangers'
 * bucket.
 */
export async function recordTrustedNetwork(sql: Sql, email: string, ip: string): Promise<void> {
  const account = accountKey(email);
  await sql`
    with known as (
      insert into auth.sign_in_limits as l (account, network, tokens, updated_at)
      values (${account}, ${getClientNetwork(ip)}, ${BURST}, now())
      on conflict (account, network) do update set tokens = excluded.tokens, updated_at = excluded.updated_at
      returning xmax = 0 as is_new
    )
    update auth.sign_in_limits set tokens = least(${BURST}::float8, tokens + 1)
    where account = ${account} and network = '' and (select is_new from known)`;
}

/** Deletes strangers' buckets that have been full for a long time, and networks unused for months. */
export async function deleteOldSignInLimits(sql: TransactionSql): Promise<void> {
  await sql`
    delete from auth.sign_in_limits
    where updated_at < now() - case network when '' then interval '1 day' else interval '90 days' end`;
}

function refilled(sql: Sql) {
  return sql`least(
    ${BURST}::float8,
    l.tokens + greatest(0, extract(epoch from clock_timestamp() - l.updated_at))::float8 / ${SECONDS_PER_ATTEMPT}::float8
  )`;
}

function accountKey(email: string): Buffer {
  return createHash("sha256").update(email.toLowerCase()).digest();
}
