/**
 * auth.sign_in_limits: how many guesses at its password an account still takes, shared by all copies of the
 * process. A guesser with many addresses meets one bucket for the whole account. A network from which the right
 * password came before has a bucket of its own, so that guessing strangers do not lock the owner out there; open
 * sessions are not touched in any case. Unknown accounts have their bucket too: the limit tells nobody who exists.
 */
import { createHash } from "node:crypto";
import type { Sql, TransactionSql } from "../../core/database.ts";
import { networkOf } from "../../core/network.ts";

const BURST = 10;
/** After the burst, one guess comes back in this time: some 2,900 a day, and no wait is longer. */
export const SECONDS_PER_GUESS = 30;

/** Spends one guess, before the password is looked at; false when there is none left. */
export async function spendGuess(sql: Sql, email: string, ip: string): Promise<boolean> {
  const account = accountKey(email);
  const network = networkOf(ip);
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

/** The password was right: the network is known from now on, and the strangers' bucket gets its guess back. */
export async function rememberNetwork(sql: Sql, email: string, ip: string): Promise<void> {
  const account = accountKey(email);
  await sql`
    with known as (
      insert into auth.sign_in_limits as l (account, network, tokens, updated_at)
      values (${account}, ${networkOf(ip)}, ${BURST}, now())
      on conflict (account, network) do update set tokens = excluded.tokens, updated_at = excluded.updated_at
      returning xmax = 0 as is_new
    )
    update auth.sign_in_limits set tokens = least(${BURST}::float8, tokens + 1)
    where account = ${account} and network = '' and (select is_new from known)`;
}

/** Strangers' buckets that have long been full again, and networks unused for a season. */
export async function deleteOldLimits(sql: TransactionSql): Promise<void> {
  await sql`
    delete from auth.sign_in_limits
    where updated_at < now() - case network when '' then interval '1 day' else interval '90 days' end`;
}

function refilled(sql: Sql) {
  return sql`least(
    ${BURST}::float8,
    l.tokens + greatest(0, extract(epoch from clock_timestamp() - l.updated_at))::float8 / ${SECONDS_PER_GUESS}::float8
  )`;
}

function accountKey(email: string): Buffer {
  return createHash("sha256").update(email.toLowerCase()).digest();
}
