/**
 * On whose behalf the database is spoken to. What a caller does runs in a transaction as the role of the token, with
 * its claims, so that the policies on storage.objects and storage.buckets decide; what a signed address or a public
 * bucket allows runs as the owner of the tables, whom no policy binds.
 */
import type { Sql, TransactionSql } from "../core/database.ts";
import { tokenOf } from "../core/http.ts";
import type { Claims } from "../core/tokens.ts";
import type { StorageContext } from "./endpoint.ts";
import { accessDenied } from "./errors.ts";

export interface Caller {
  role: string;
  claims: Claims;
  /** What policies may ask of the request, by the names of settings. */
  request: Record<string, string>;
}

/** Whoever holds a signed address: the signature has said what may be done. */
export const OWNER = "owner";
export type Actor = Caller | typeof OWNER;

const ROLES = new Set(["anon", "authenticated", "service_role"]);
const STATEMENT_TIMEOUT = "8s";
const BASE_PATH = "/storage/v1";

/** Throws AccessDenied without a token, for one that does not verify, or that names a role that is not a caller's. */
export function callerOf(c: StorageContext): Caller {
  const { claims, tokenFailure } = c.env;
  if (tokenFailure) throw accessDenied(tokenFailure.message);
  if (!claims) throw accessDenied("Invalid Compact JWS");
  const role = claims.role ?? "anon";
  if (!ROLES.has(role)) throw accessDenied(`role "${role}" does not exist`);
  return { role, claims: { ...claims, role }, request: requestSettings(c, role, claims.sub) };
}

/** `storage.operation` is what `storage.operation()` tells a policy that holds for one kind of request only. */
function requestSettings(c: StorageContext, role: string, sub = ""): Record<string, string> {
  const { raw, method } = c.req;
  const { pathname, search } = new URL(raw.url);
  return {
    "request.jwt": tokenOf(raw.headers) ?? "",
    "request.jwt.claim.role": role,
    "request.jwt.claim.sub": sub,
    "request.headers": JSON.stringify(Object.fromEntries(raw.headers)),
    "request.method": method,
    "request.path": pathname.slice(BASE_PATH.length) + search,
    "storage.operation": `storage.${c.get("operation")}`,
  };
}

/** What objects and buckets of this caller are marked with: null for the API keys, which are nobody's. */
export function ownerIdOf({ claims }: Caller): string | null {
  return claims.sub ?? null;
}

/** A transaction as this actor. Rejects with Postgres's own errors, or as `work` does. */
export function actAs<T>(sql: Sql, actor: Actor, work: (tx: TransactionSql) => Promise<T>) {
  return sql.begin(async (tx) => {
    await become(tx, actor);
    return work(tx);
  });
}

/** As `actAs`, and takes everything back: whether the work would be allowed is all that it finds out. */
export async function tryAs(sql: Sql, actor: Actor, work: (tx: TransactionSql) => Promise<unknown>) {
  const takenBack = Symbol("taken back");
  try {
    await actAs(sql, actor, async (tx) => {
      await work(tx);
      throw takenBack;
    });
  } catch (error) {
    if (error !== takenBack) throw error;
  }
}

/** For the rest of the transaction. All settings are local to it, so that nothing is left on the connection. */
export async function become(tx: TransactionSql, actor: Actor): Promise<void> {
  await tx`select set_config('statement_timeout', ${STATEMENT_TIMEOUT}, true),
    set_config('storage.allow_delete_query', 'true', true)`;
  if (actor === OWNER) return;
  const { role, claims, request } = actor;
  await tx`select set_config('request.jwt.claims', ${JSON.stringify(claims)}, true),
    (select count(set_config(key, value, true)) from jsonb_each_text(${tx.json(request)})),
    set_config('role', ${role}, true)`;
}
