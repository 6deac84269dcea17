/** auth.mfa_challenges: each row awaits one proof by a factor. */
import type { TransactionSql } from "#backend/core/database/database.ts";

export interface FactorChallenge {
  id: string;
  ip_address: string;
  /** The code's hash, for a text message. */
  otp_code: string | null;
  verified_at: Date | null;
  age_seconds: number;
}

export async function insertFactorChallenge(
  tx: TransactionSql,
  challenge: { id: string; factorId: string; ip: string; codeHash: string | null },
): Promise<void> {
  await tx`
    insert into auth.mfa_challenges (id, factor_id, created_at, ip_address, otp_code)
    values (${challenge.id}, ${challenge.factorId}, now(), ${challenge.ip}, ${challenge.codeHash})`;
}

export async function findFactorChallenge(
  tx: TransactionSql,
  id: string,
  factorId: string,
): Promise<FactorChallenge | null> {
  const [challenge] = await tx<FactorChallenge[]>`
    select id, host(ip_address) as ip_address, otp_code, verified_at,
      extract(epoch from now() - created_at)::float8 as age_seconds
    from auth.mfa_challenges where id = ${id} and factor_id = ${factorId}`;
  return challenge ?? null;
}

export async function markChallengeVerified(tx: TransactionSql, id: string): Promise<void> {
  await tx`update auth.mfa_challenges set verified_at = now() where id = ${id}`;
}

/** Deletes challenges that expired long ago. */
export async function deleteOldFactorChallenges(tx: TransactionSql): Promise<void> {
  await tx`delete from auth.mfa_challenges where created_at < now() - interval '1 day'`;
}
