/** Connections to Postgres: to the embedded cluster over its socket, or to an external server by its URL. */
import type { Socket } from "node:net";
import postgres from "postgres";
import { openDatabaseSocket, readTlsSettings, type TlsSettings } from "./database-socket.ts";
import { createNotifyOptions, createSocketOptions, watchClient } from "./postgres-js.ts";
import { limitResponseTime } from "./response-timeout.ts";
import { reportQuery } from "./statements.ts";

export type Sql = postgres.Sql;
export type TransactionSql = postgres.TransactionSql;

export type DatabaseTarget =
  | { kind: "embedded"; socketDir: string; port: number; database: string }
  | { kind: "url"; url: string };

/**
 * The role that logs in to the embedded cluster. With `DATABASE_URL` there is one role, that of the URL, and
 * each service has only the privileges granted to it.
 */
export type DatabaseUser =
  | "supabase_admin"
  | "postgres"
  | "authenticator"
  | "supabase_auth_admin"
  | "supabase_storage_admin";

export interface ConnectOptions {
  user: DatabaseUser;
  /** The maximum number of connections. */
  max: number;
  applicationName: string;
  /** Called each time a connection has closed. */
  onClose?: () => void;
  /**
   * Whether a new connection first queries the database's array types, so that arrays are parsed. A
   * connection that is lost during that query ends the process: postgres.js offers no way to catch the error.
   */
  arrayTypes?: boolean;
  /** Called with each new connection's socket, for code that uses it beside postgres.js. */
  onSocket?: (socket: Socket) => void;
  /**
   * The longest time without a response, in milliseconds, after which a connection is closed and its statements
   * fail. It must be longer than their `statement_timeout`. Rest has deadlines of its own.
   */
  responseTimeoutMs?: number;
  /** A replication connection: it stays open and uses only the simple protocol. */
  replication?: boolean;
  /** Whether its statements are reported as they end. Rest reports its transactions itself. */
  reportsStatements?: boolean;
  /** Called with each notification. A connection that receives them stays open. */
  onNotify?: (channel: string, payload: string) => void;
}

/**
 * Session settings that fix the text format of values whatever the server's own settings are, as a
 * replication stream has them.
 */
export const VALUE_FORMAT_SETTINGS = {
  datestyle: "ISO",
  intervalstyle: "postgres",
  timezone: "UTC",
  extra_float_digits: 1,
  bytea_output: "hex",
};

/** A dead server is found after this time and ten probes of a second (libuv), also by a connection that only listens. */
const KEEP_ALIVE_SECONDS = 15;
/** The longest pause between attempts to connect again: the shop continues soon after the database does. */
const MAX_RECONNECT_DELAY_SECONDS = 2;

/** The embedded cluster is reached over a Unix socket. */
const NO_TLS: TlsSettings = { mode: "disable", rootCertificate: null };

/**
 * A pool that opens connections on demand. Notices are dropped, because nothing reads them. Throws a
 * StartupError when the URL's TLS parameters are wrong.
 */
export function connectDatabase(target: DatabaseTarget, options: ConnectOptions): Sql {
  const sql = openClient(target, options);
  if (!options.reportsStatements) return sql;
  return watchClient(sql, (query) => reportQuery(query, options.user));
}

function openClient(target: DatabaseTarget, options: ConnectOptions): Sql {
  const { onSocket, responseTimeoutMs } = options;
  const staysOpen = options.replication || options.onNotify !== undefined;
  const server = target.kind === "url" ? readTlsSettings(target.url) : null;
  const common: postgres.Options<Record<string, never>> = {
    max: options.max,
    connect_timeout: 10,
    keep_alive: KEEP_ALIVE_SECONDS,
    backoff: (attempts) => Math.random() * Math.min(3 ** attempts / 50, MAX_RECONNECT_DELAY_SECONDS),
    idle_timeout: staysOpen ? 0 : 300,
    ...(staysOpen && { max_lifetime: null }),
    ...(options.onNotify && createNotifyOptions(options.onNotify)),
    onnotice: () => {},
    onclose: options.onClose,
    fetch_types: options.arrayTypes ?? true,
    ...createSocketOptions(async (address) => {
      const socket = await openDatabaseSocket(address, server?.tls ?? NO_TLS);
      if (responseTimeoutMs !== undefined) limitResponseTime(socket, responseTimeoutMs);
      onSocket?.(socket);
      return socket;
    }),
    connection: {
      application_name: options.applicationName,
      ...(options.replication && { replication: "database", ...VALUE_FORMAT_SETTINGS }),
    },
  };
  if (target.kind === "url") return postgres(server?.url ?? target.url, common);
  return postgres({
    ...common,
    host: target.socketDir,
    port: target.port,
    database: target.database,
    username: options.user,
  });
}
