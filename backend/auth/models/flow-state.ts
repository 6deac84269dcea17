/**
 * auth.flow_state: PKCE sign-ins in progress, from the client's challenge until the client presents the
 * verifier with the code that the browser brought back. For a provider, the row's id is also the `state`
 * parameter.
 */
import { randomUUID } from "node:crypto";
import type { Sql, TransactionSql } from "#backend/core/database/database.ts";
import type { AuthenticationMethod } from "./amr-claim.ts";

export type ChallengeMethod = "s256" | "plain";

export interface Challenge {
  value: string;
  method: ChallengeMethod;
}

export interface FlowState {
  id: string;
  user_id: string | null;
  code_challenge: string | null;
  code_challenge_method: ChallengeMethod | null;
  provider_type: string;
  provider_access_token: string | null;
  provider_refresh_token: string | null;
  authentication_method: AuthenticationMethod;
  referrer: string | null;
  linking_target_id: string | null;
  oauth_client_state_id: string | null;
  /** Age since the code was issued, else since the flow began. */
  age_seconds: number;
}

export interface NewFlowState {
  id: string;
  userId: string | null;
  challenge: Challenge | null;
  providerType: string;
  method: AuthenticationMethod;
  referrer: string | null;
  linkingTargetId: string | null;
  clientStateId: string | null;
}

export async function insertFlowState(tx: Sql | TransactionSql, flow: NewFlowState): Promise<void> {
  await tx`
    insert into auth.flow_state (
      id, user_id, code_challenge, code_challenge_method, provider_type, authentication_method, referrer,
      linking_target_id, oauth_client_state_id, created_at, updated_at
    ) values (
      ${flow.id}, ${flow.userId}, ${flow.challenge?.value ?? null}, ${flow.challenge?.method ?? null},
      ${flow.providerType}, ${flow.method}, ${flow.referrer}, ${flow.linkingTargetId}, ${flow.clientStateId},
      now(), now()
    )`;
}

/** The code of the user's newest flow of this method; null when there is none. */
export async function issueAuthCode(
  tx: TransactionSql,
  userId: string,
  method: AuthenticationMethod,
): Promise<string | null> {
  const code = randomUUID();
  const [row] = await tx`
    update auth.flow_state set auth_code = ${code}, auth_code_issued_at = now(), updated_at = now()
    where id = (
      select id from auth.flow_state
      where user_id = ${userId} and authentication_method = ${method} and auth_code is null
      order by created_at desc limit 1
    )
    returning id`;
  return row ? code : null;
}

/** Locks the flow until this transaction ends, so that a code is used once. */
export async function lockFlowStateByCode(tx: TransactionSql, code: string): Promise<FlowState | null> {
  const [flow] = await tx<FlowState[]>`
    select *, extract(epoch from now() - coalesce(auth_code_issued_at, created_at))::float8 as age_seconds
    from auth.flow_state where auth_code = ${code} for update`;
  return flow ?? null;
}

export async function deleteFlowState(tx: TransactionSql, id: string): Promise<void> {
  await tx`delete from auth.flow_state where id = ${id}`;
}

/** Deletes flows older than a week: a mail's link, and so its flow, may stay unused that long. */
export async function deleteOldFlowStates(sql: TransactionSql): Promise<void> {
  await sql`delete from auth.flow_state where created_at < now() - interval '7 days'`;
}

/** Whether an unfinished PKCE flow of this method waits for a link, which is now sent again. */
export async function hasPendingFlow(
  tx: TransactionSql,
  userId: string,
  method: AuthenticationMethod,
): Promise<boolean> {
  const rows = await tx`
    select from auth.flow_state
    where user_id = ${userId} and authentication_method = ${method} and auth_code is null limit 1`;
  return rows.length > 0;
}

export async function findFlowState(tx: TransactionSql, id: string): Promise<FlowState | null> {
  const [flow] = await tx<FlowState[]>`
    select *, extract(epoch from now() - created_at)::float8 as age_seconds from auth.flow_state where id = ${id}`;
  return flow ?? null;
}

/**
 * Called when the provider has identified the user. Returns the code that the client exchanges for a session.
 */
export async function finishFlowState(
  tx: TransactionSql,
  id: string,
  { userId, accessToken, refreshToken }: { userId: string; accessToken: string; refreshToken: string | null },
): Promise<string> {
  const code = randomUUID();
  await tx`
    update auth.flow_state
    set user_id = ${userId}, auth_code = ${code}, auth_code_issued_at = now(), updated_at = now(),
      provider_access_token = ${accessToken}, provider_refresh_token = ${refreshToken}
    where id = ${id}`;
  return code;
}
