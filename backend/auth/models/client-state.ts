/** auth.oauth_client_states: our own secret of a sign-in at a provider, until the browser is back. */
import type { TransactionSql } from "../../core/database.ts";

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

/** Takes it out: an answer that comes twice finds nothing the second time. */
export async function takeClientState(tx: TransactionSql, id: string): Promise<string | null> {
  const [row] = await tx<{ code_verifier: string | null }[]>`
    delete from auth.oauth_client_states where id = ${id} returning code_verifier`;
  return row?.code_verifier ?? null;
}

/** Those whose browser never came back. */
export async function deleteOldClientStates(tx: TransactionSql): Promise<void> {
  await tx`delete from auth.oauth_client_states where created_at < now() - interval '1 day'`;
}
