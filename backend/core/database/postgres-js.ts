/**
 * Everything that relies on more than the documented interface of postgres.js, as it is in version 3.4.9. The
 * unit test beside this module runs the installed version against it. Where postgres.js behaves otherwise,
 * `interceptData` or the missing name of a statement report it, and rest uses postgres.js alone.
 */
import { Socket } from "node:net";
import type postgres from "postgres";
import type { ServerAddress } from "./database-socket.ts";

/** The host and port that postgres.js has resolved. */
type ResolvedAddress = Pick<postgres.ParsedOptions, "path" | "host" | "port">;

/** `socket` is documented, and missing in the types. */
interface SocketOptions {
  ssl: false;
  socket: (address: ResolvedAddress) => Promise<Socket>;
}

/**
 * Options of `unsafe`. `simple` is missing in the types; without it postgres.js would not prepare statements
 * without parameters.
 */
export const PREPARED = { prepare: true, simple: false };
export const UNPREPARED = { prepare: false, simple: false };

/** Options with which a pool passes its connections' notifications to `onnotify`, which is missing in the types. */
export function createNotifyOptions(onnotify: (channel: string, payload: string) => void): {
  onnotify: typeof onnotify;
} {
  return { onnotify };
}

/**
 * Options with which each connection uses a socket from `open`, encrypted or not. Several hosts are tried in
 * turn.
 */
export function createSocketOptions(open: (address: ServerAddress) => Promise<Socket>): SocketOptions {
  let attempts = 0;
  return {
    ssl: false,
    socket: async ({ path, host: hosts, port: ports }) => {
      const index = attempts++ % hosts.length;
      const [host = "localhost", port = 5432] = [hosts[index], ports[index]];
      const socket = await open(path ? { path } : { host, port }).then(failAtEnd, createFailedSocket);
      // Named in the messages of postgres.js.
      return Object.assign(socket, { host, port });
    },
  };
}

/**
 * A connection that is closed fails with an error first, and again when it is closed. Without the first,
 * postgres.js writes the rollback of a running transaction to a socket that it has removed, which ends the
 * process; without the second, a statement that was sent between the two never settles.
 */
function failAtEnd(socket: Socket): Socket {
  const error = Object.assign(new Error("the connection was closed"), { code: "CONNECTION_CLOSED" });
  socket.on("error", () => {});
  socket.once("end", () => socket.destroy(error));
  return socket.once("close", () => socket.emit("error", error));
}

/**
 * A connection whose `socket` rejected would never be used again. A socket that fails after the first write is
 * handled like a lost connection, and opened again with growing intervals.
 */
function createFailedSocket(error: Error): Socket {
  const socket = new Socket();
  socket.write = () => {
    process.nextTick(() => {
      socket.emit("error", error);
      socket.emit("close", true);
    });
    return true;
  };
  return socket;
}

/**
 * Passes the data of an idle connection's socket to `handle`, and on to postgres.js where that returns false.
 * Returns false and changes nothing if postgres.js does not read the socket by a single listener.
 */
export function interceptData(socket: Socket, handle: (chunk: Buffer) => boolean): boolean {
  const [reader, ...others] = socket.listeners("data");
  if (reader === undefined || others.length > 0) return false;
  socket.removeAllListeners("data");
  socket.on("data", (chunk: Buffer) => {
    if (!handle(chunk)) reader.call(socket, chunk);
  });
  return true;
}

interface QueryWatcher {
  /** When it is sent; a fragment of another query never is. */
  onStart(): void;
  /** When it has succeeded or failed; with its text, in which values are `$1`. */
  onEnd(text: string): void;
}

/** What a query of postgres.js calls when it is awaited, and what is called with its result. */
interface WatchableQuery {
  handler: (query: WatchableQuery) => unknown;
  resolve: (result: unknown) => void;
  reject: (error: unknown) => void;
  string?: string;
}

/** Returns the same query. One that looks otherwise than expected is not watched. */
export function watchQuery<Query extends object>(query: Query, { onStart, onEnd }: QueryWatcher): Query {
  if (!isWatchable(query)) return query;
  const { handler, resolve, reject } = query;
  query.handler = (sent) => {
    onStart();
    query.resolve = (result) => {
      onEnd(query.string ?? "");
      resolve(result);
    };
    query.reject = (error) => {
      onEnd(query.string ?? "");
      reject(error);
    };
    return handler(sent);
  };
  return query;
}

function isWatchable(query: object): query is WatchableQuery {
  return ["handler", "resolve", "reject"].every((name) => typeof Reflect.get(query, name) === "function");
}

/** The same client, whose queries, those of its transactions and those of its reserved connections go through `watch`. */
export function watchClient<Client extends object>(
  client: Client,
  watch: <Query extends object>(query: Query) => Query,
): Client {
  const watchResult = (result: unknown) =>
    typeof result === "object" && result !== null ? watch(result) : result;
  return new Proxy(client, {
    apply: (target, self, args) => watchResult(call(target, self, args)),
    get: (target, name) => {
      const value = Reflect.get(target, name);
      if (typeof value !== "function") return value;
      if (name === "unsafe" || name === "file") {
        return (...args: unknown[]) => watchResult(call(value, target, args));
      }
      if (name === "begin" || name === "savepoint") {
        return (...args: unknown[]) => call(value, target, args.map(watchCallback));
      }
      if (name === "reserve") {
        return async () => watchClient(await call(value, target, []), watch);
      }
      return value;
    },
  });

  function watchCallback(argument: unknown): unknown {
    if (typeof argument !== "function") return argument;
    return (inner: object) => call(argument, undefined, [watchClient(inner, watch)]);
  }
}

function call(target: unknown, self: unknown, args: unknown[]) {
  if (typeof target !== "function") throw new TypeError("not a function");
  return Reflect.apply(target, self, args);
}
