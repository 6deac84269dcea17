/** Flows whose link goes out by mail: the challenge waits in the database until the link comes back. */
import { randomUUID } from "node:crypto";
import type { TransactionSql } from "../../core/database.ts";
import type { AuthenticationMethod } from "../models/amr-claim.ts";
import { type Challenge, insertFlowState } from "../models/flow-state.ts";

/** Whether the link shall carry a code instead of a session: it does when there was a challenge. */
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
