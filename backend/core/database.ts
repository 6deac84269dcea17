/** Connections to Postgres: to the embedded cluster over its socket, or to an external server by its URL. */
import { connect, type Socket } from "node:net";
import postgres from "postgres";

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
  /**
   * Called with each new connection's socket, unless it is encrypted. For code that uses the socket beside
   * postgres.js.
   */
  onSocket?: (socket: Socket) => void;
  /** A replication connection: it stays open and uses only the simple protocol. */
  replication?: boolean;
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

/** The host and port that postgres.js has resolved. */
type ServerAddress = Pick<postgres.ParsedOptions, "path" | "host" | "port" | "ssl">;

/** `socket` is missing in the types of postgres.js. */
type PostgresOptions = postgres.Options<Record<string, never>> & {
  socket?: (address: ServerAddress) => Socket;
};

/** A pool that opens connections on demand. Notices are dropped, because nothing reads them. */
export function connectDatabase(target: DatabaseTarget, options: ConnectOptions): Sql {
  const { onSocket } = options;
  const common: PostgresOptions = {
    max: options.max,
    connect_timeout: 10,
    idle_timeout: options.replication ? 0 : 300,
    ...(options.replication && { max_lifetime: null }),
    onnotice: () => {},
    onclose: options.onClose,
    fetch_types: options.arrayTypes ?? true,
    ...(onSocket && { socket: (address: ServerAddress) => openSocket(address, onSocket) }),
    connection: {
      application_name: options.applicationName,
      ...(options.replication && { replication: "database", ...VALUE_FORMAT_SETTINGS }),
    },
  };
  if (target.kind === "url") return postgres(target.url, common);
  return postgres({
    ...common,
    host: target.socketDir,
    port: target.port,
    database: target.database,
    username: options.user,
  });
}

/** postgres.js verifies the certificate against `host`. */
function openSocket({ path, host, port, ssl }: ServerAddress, onSocket: (socket: Socket) => void): Socket {
  const [hostname = "localhost"] = host;
  const socket = path ? connect(path) : connect(port[0] ?? 5432, hostname);
  if (!ssl) onSocket(socket);
  return Object.assign(socket, { host: hostname });
}
