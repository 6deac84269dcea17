/** The customers of a shop under load. */
import { randomUUID } from "node:crypto";
import type { Sql } from "#backend/core/database/database.ts";
import { loadKeys } from "#backend/core/gateway/keys.ts";
import { createTokens } from "#backend/core/gateway/tokens.ts";

export interface Account {
  id: string;
  email: string;
  password: string;
  /** An access token. */
  token: string;
}

/**
 * Many customers with a proven address and a session, written into the database: registrations are limited. Each of
 * them places few orders, as customers do; the open orders of one are counted at each of theirs.
 */
export async function createCustomers(
  sql: Sql,
  { dataDir, url }: { dataDir: string; url: string },
  count: number,
): Promise<Pick<Account, "id" | "token">[]> {
  const tokens = await createTokens(await loadKeys(dataDir));
  const customers = Array.from({ length: count }, () => ({ id: randomUUID(), session: randomUUID() }));
  const ids = customers.map(({ id }) => id);
  const sessions = customers.map(({ session }) => session);
  await sql`
    insert into auth.users
      (id, aud, role, email, confirmation_sent_at, email_confirmed_at, raw_user_meta_data, created_at, updated_at)
    select id, 'authenticated', 'authenticated', id || '@exemple.bf', now(), now(), '{}', now(), now()
    from unnest(${ids}::uuid[]) as new (id)`;
  await sql`
    insert into auth.sessions (id, user_id, aal, created_at, updated_at)
    select session, id, 'aal1', now(), now()
    from unnest(${sessions}::uuid[], ${ids}::uuid[]) as new (session, id)`;
  const issuedAt = Math.floor(Date.now() / 1000);
  return Promise.all(
    customers.map(async ({ id, session }) => ({
      id,
      token: await tokens.sign({
        sub: id,
        iss: `${url}/auth/v1`,
        aud: "authenticated",
        role: "authenticated",
        aal: "aal1",
        session_id: session,
        iat: issuedAt,
        exp: issuedAt + 3600,
      }),
    })),
  );
}

/**
 * Makes the accounts those of customers who proved their address, and the limits of orders so wide that a load is
 * checked against them and not refused.
 */
export async function widenOrderLimits(sql: Sql, accounts: readonly Account[]): Promise<void> {
  await sql`
    update auth.users set confirmation_sent_at = created_at, email_confirmed_at = now()
    where id in ${sql(accounts.map(({ id }) => id))}`;
  await sql`
    update public.limits set maximum = 1000000
    where starts_with(name, 'order') and maximum is not null`;
}

/** So wide that a load is checked against all of them and not refused. Those of bytes are wider already. */
export async function widenLimits(sql: Sql): Promise<void> {
  await sql`update public.limits set maximum = greatest(maximum, 1000000) where maximum is not null`;
}

/** Registers a new customer, who is signed in. */
export async function signUp(shop: { url: string; anonKey: string }): Promise<Account> {
  const [email, password] = [`bench-${randomUUID()}@exemple.bf`, randomUUID()];
  const response = await fetch(`${shop.url}/auth/v1/signup`, {
    method: "POST",
    headers: { apikey: shop.anonKey, "content-type": "application/json" },
    body: JSON.stringify({ email, password }),
  });
  const session: { access_token?: string; user?: { id: string } } = await response.json();
  if (!session.access_token || !session.user) {
    throw new Error(`The customer could not be made: ${response.status}.`);
  }
  return { id: session.user.id, email, password, token: session.access_token };
}
