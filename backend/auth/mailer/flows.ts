/** PKCE flows whose link is sent by mail: the challenge is stored until the link comes back. */
import { randomUUID } from "node:crypto";
import type { AuthenticationMethod } from "#backend/auth/models/amr-claim.ts";
import { type Challenge, insertFlowState } from "#backend/auth/models/flow-state.ts";
import type { TransactionSql } from "#backend/core/database/database.ts";

/**
 * Whether the link carries an authorization code instead of a session, which is the case when there was a
 * challenge.
 */
export async function beginMailFlow(
  tx: TransactionSql,
  userId: string,
  challenge: Challenge | null,
  method: AuthenticationMethod,
): Promise<boolean> {
  if (!challenge) return false;
  await insertFlowState(tx, {
    id: randomUUID(),
    userId,
    challenge,
    providerType: method,
    method,
    referrer: null,
    linkingTargetId: null,
    clientStateId: null,
  });
  return true;
}
