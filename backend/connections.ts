/** The database role and the maximum number of connections of each service. */

import { type ConnectOptions, connectDatabase, type DatabaseTarget } from "./core/database/database.ts";
import { HEALTH_TIMEOUT_MS } from "./core/database/database-health.ts";
import type { ConnectListener } from "./page-changes.ts";
import type { ConnectReplication } from "./realtime/postgres-changes/replication.ts";
import type { Connect } from "./rest/connection-pool.ts";

/** Longer than the statement timeouts of the services, which are 8 s. */
const RESPONSE_TIMEOUT_MS = 15_000;

/**
 * One pool for each service, to be closed by the caller. The connections that rest and realtime open
 * themselves come on top.
 */
export function openPools(target: DatabaseTarget) {
  const open = (options: ConnectOptions) =>
    connectDatabase(target, { responseTimeoutMs: RESPONSE_TIMEOUT_MS, ...options });
  return {
    rest: open({ user: "authenticator", max: 2, applicationName: "rest" }),
    auth: open({ user: "supabase_auth_admin", max: 8, applicationName: "auth", reportsStatements: true }),
    storage: open({
      user: "supabase_storage_admin",
      max: 8,
      applicationName: "storage",
      reportsStatements: true,
    }),
    health: open({
      user: "authenticator",
      max: 1,
      applicationName: "health",
      arrayTypes: false,
      responseTimeoutMs: HEALTH_TIMEOUT_MS,
    }),
    realtime: open({ user: "authenticator", max: 3, applicationName: "realtime", arrayTypes: false }),
  };
}

/** The connections of rest: each request has one to itself while it runs. */
export function connectRest(target: DatabaseTarget): Connect {
  return (on) =>
    connectDatabase(target, {
      user: "authenticator",
      max: 1,
      applicationName: "rest",
      arrayTypes: false,
      ...on,
    });
}

/** The connection that receives the notifications about pages. */
export function connectPageChanges(target: DatabaseTarget): ConnectListener {
  return (on) =>
    connectDatabase(target, {
      user: "authenticator",
      max: 1,
      applicationName: "pages",
      arrayTypes: false,
      ...on,
    });
}

/** The replication stream, opened as the one role that may read it. */
export function connectReplication(target: DatabaseTarget): ConnectReplication {
  return (onClose) =>
    connectDatabase(target, {
      user: "postgres",
      max: 1,
      applicationName: "realtime",
      arrayTypes: false,
      replication: true,
      onClose,
    });
}
