/** How the process reaches Postgres: the embedded cluster over its socket, or any other by its address. */
import { connect, type Socket } from "node:net";
import postgres from "postgres";

export type Sql = postgres.Sql;
export type TransactionSql = postgres.TransactionSql;

export type DatabaseTarget =
  | { kind: "embedded"; socketDir: string; port: number; database: string }
  | { kind: "url"; url: string };

/**
 * Which role logs in to the embedded cluster. With `DATABASE_URL` there is one role, the address's own,
 * and each service works within what it was granted there.
 */
export type DatabaseUser =
  | "supabase_admin"
  | "postgres"
  | "authenticator"
  | "supabase_auth_admin"
  | "supabase_storage_admin";

export interface ConnectOptions {
  user: DatabaseUser;
  /** Connections at most. */
  max: number;
  applicationName: string;
  /** Called each time a connection has closed. */
  onClose?: () => void;
  /**
   * Whether a new connection asks for the database's array types first, so that arrays are read as such.
   * A connection that is lost during that question ends the process: postgres.js lets nobody catch it.
   */
  arrayTypes?: boolean;
  /** Called with each new connection's socket, unless it is encrypted: for whoever speaks on it beside postgres.js. */
  onSocket?: (socket: Socket) => void;
  /** A connection that can read the stream of changes: it stays open, and speaks only the simple protocol. */
  replication?: boolean;
}

/** Settings under which values are written in one way, whatever the server's own say: that of a stream of changes. */
export const READABLE_VALUES = {
  datestyle: "ISO",
  intervalstyle: "postgres",
  timezone: "UTC",
  extra_float_digits: 1,
  bytea_output: "hex",
};

/** Where postgres.js has made out that the server is. */
type Address = Pick<postgres.ParsedOptions, "path" | "host" | "port" | "ssl">;

/** `socket` is missing in the types. */
type Options = postgres.Options<Record<string, never>> & { socket?: (address: Address) => Socket };

/** A pool that opens its connections when they are needed. Notices are dropped: nobody reads them. */
export function connectDatabase(target: DatabaseTarget, options: ConnectOptions): Sql {
  const { onSocket } = options;
  const common: Options = {
    max: options.max,
    connect_timeout: 10,
    idle_timeout: options.replication ? 0 : 300,
    ...(options.replication && { max_lifetime: null }),
    onnotice: () => {},
    onclose: options.onClose,
    fetch_types: options.arrayTypes ?? true,
    ...(onSocket && { socket: (address: Address) => openSocket(address, onSocket) }),
    connection: {
      application_name: options.applicationName,
      ...(options.replication && { replication: "database", ...READABLE_VALUES }),
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

/** `host` is what postgres.js verifies a certificate by. */
function openSocket({ path, host, port, ssl }: Address, onSocket: (socket: Socket) => void): Socket {
  const [hostname = "localhost"] = host;
  const socket = path ? connect(path) : connect(port[0] ?? 5432, hostname);
  if (!ssl) onSocket(socket);
  return Object.assign(socket, { host: hostname });
}
