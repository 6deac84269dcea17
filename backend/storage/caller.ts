/**
 * Runs statements as the caller or as the owner of the tables. A caller's work runs in a transaction with the
 * role and claims of the token, so that the policies on storage.objects and storage.buckets apply; access by
 * a signed URL or to a public bucket runs as the owner of the tables, who bypasses policies.
 */
import { getClientAddress } from "#backend/core/client-network.ts";
import type { TransactionSql } from "#backend/core/database/database.ts";
import type { Claims } from "#backend/core/gateway/tokens.ts";
import { getRequestToken } from "#backend/core/http/http.ts";
import { startDeadline } from "#backend/core/timing/deadline.ts";
import { isUuid } from "#backend/core/values/uuid.ts";
import type { StorageContext, StorageDeps } from "./endpoint.ts";
import { accessDenied, databaseUnavailable, headerMissing } from "./errors.ts";

export interface Caller {
  role: string;
  claims: Claims;
  /** The client's. */
  ip: string;
  /** The properties of the request that policies can read, by the names of settings. */
  request: Record<string, string>;
}

/** The actor of a signed URL and of a public bucket, where no policy has to allow the access. */
export const TABLE_OWNER = "owner";
export type Actor = Caller | typeof TABLE_OWNER;

const ROLES = new Set(["anon", "authenticated", "service_role"]);
const STATEMENT_TIMEOUT = "8s";
/** For the turn of the network, a connection and the beginning of a transaction. */
const BEGIN_TIMEOUT_MS = 10_000;
const BASE_PATH = "/storage/v1";

/** Throws InvalidRequest without a token, and AccessDenied for one that does not verify, and for an unknown role. */
export function getCaller(c: StorageContext): Caller {
  const { claims, tokenFailure } = c.env;
  if (tokenFailure) throw accessDenied(tokenFailure.message);
  if (!claims) throw c.req.header("authorization") ? accessDenied("Invalid Compact JWS") : headerMissing();
  const role = claims.role ?? "anon";
  if (!ROLES.has(role)) throw accessDenied(`role "${role}" does not exist`);
  if (claims.session_id && !isUuid(claims.session_id))
    throw accessDenied("The session_id claim must be a UUID");
  return { role, claims: { ...claims, role }, ip: c.env.ip, request: requestSettings(c, role, claims.sub) };
}

/**
 * Policies read the setting `storage.operation` through `storage.operation()`, to allow one kind of request
 * only.
 */
function requestSettings(c: StorageContext, role: string, sub = ""): Record<string, string> {
  const { raw, method } = c.req;
  const { pathname, search } = new URL(raw.url);
  return {
    "request.jwt": getRequestToken(raw.headers) ?? "",
    "request.jwt.claim.role": role,
    "request.jwt.claim.sub": sub,
    "request.headers": JSON.stringify(Object.fromEntries(raw.headers)),
    "request.method": method,
    "request.path": pathname.slice(BASE_PATH.length) + search,
    "request.address": getClientAddress(c.env.ip),
    "storage.operation": `storage.${c.get("operation")}`,
  };
}

/**
 * The owner id of objects and buckets that this caller creates: null for the API keys, which have no user.
 */
export function getOwnerId({ claims }: Caller): string | null {
  return claims.sub ?? null;
}

type Database = Pick<StorageDeps, "sql" | "turns">;

/**
 * Runs `work` in a transaction as this actor. The policies of the caller's rows may cost much, so a network has a few
 * such transactions at a time. Rejects with Postgres's own errors, or as `work` does, and with 503 when the database
 * has not begun the transaction in time; it is then never run.
 */
export function runAs<T>({ sql, turns }: Database, actor: Actor, work: (tx: TransactionSql) => Promise<T>) {
  let isLate = false;
  return new Promise<T>((resolve, reject) => {
    const cancelDeadline = startDeadline(BEGIN_TIMEOUT_MS, () => {
      isLate = true;
      reject(databaseUnavailable());
    });
    const run = async (tx: TransactionSql) => {
      if (!isLate) await setRole(tx, actor);
      if (isLate) throw databaseUnavailable();
      cancelDeadline();
      return { value: await work(tx) };
    };
    const begin = async () => {
      if (isLate) throw databaseUnavailable();
      return sql.begin(run);
    };
    const hasTurns = actor !== TABLE_OWNER && actor.role !== "service_role";
    (hasTurns ? turns.run(actor.ip, begin) : begin())
      .then(({ value }) => resolve(value), reject)
      .finally(cancelDeadline);
  });
}

/** As `runAs`, but always rolls back: it only finds out whether the work is allowed. */
export async function dryRunAs(
  database: Database,
  actor: Actor,
  work: (tx: TransactionSql) => Promise<unknown>,
) {
  const rollback = Symbol("rollback");
  try {
    await runAs(database, actor, async (tx) => {
      await work(tx);
      throw rollback;
    });
  } catch (error) {
    if (error !== rollback) throw error;
  }
}

/**
 * Sets the role for the rest of the transaction, once the session behind the token was found. All settings are
 * local to it, so none remain on the connection.
 * @param address the client's, for limits; a caller has it among the properties of the request
 */
export async function setRole(tx: TransactionSql, actor: Actor, address = ""): Promise<void> {
  await tx`select set_config('statement_timeout', ${STATEMENT_TIMEOUT}, true),
    set_config('storage.allow_delete_query', 'true', true),
    set_config('request.address', ${address}, true)`;
  if (actor === TABLE_OWNER) return;
  const { role, claims, request } = actor;
  const { session_id: sessionId } = claims;
  await tx`select ${sessionId ? tx`auth.require_session(${sessionId}),` : tx``}
    set_config('request.jwt.claims', ${JSON.stringify(claims)}, true),
    (select count(set_config(key, value, true)) from jsonb_each_text(${tx.json(request)})),
    set_config('role', ${role}, true)`;
}
