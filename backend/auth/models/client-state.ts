/**
 * auth.oauth_client_states: the service's PKCE verifier of a sign-in at a provider, until the browser
 * returns.
 */
import type { TransactionSql } from "#backend/core/database/database.ts";

export async function insertClientState(
  tx: TransactionSql,
  id: string,
  provider: string,
  verifier: string,
): Promise<void> {
  await tx`
    insert into auth.oauth_client_states (id, provider_type, code_verifier, created_at)
    values (${id}, ${provider}, ${verifier}, now())`;
}

/** Deletes and returns it: a callback that comes twice finds nothing the second time. */
export async function consumeClientState(tx: TransactionSql, id: string): Promise<string | null> {
  const [row] = await tx<{ code_verifier: string | null }[]>`
    delete from auth.oauth_client_states where id = ${id} returning code_verifier`;
  return row?.code_verifier ?? null;
}

/** Deletes the states whose browser never returned. */
export async function deleteOldClientStates(tx: TransactionSql): Promise<void> {
  await tx`delete from auth.oauth_client_states where created_at < now() - interval '1 day'`;
}
