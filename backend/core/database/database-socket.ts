/**
 * Sockets to Postgres: over a Unix socket, or over TCP with TLS as libpq defines it by the parameters `sslmode`
 * and `sslrootcert` of a connection URL. TLS is negotiated here rather than by postgres.js, so that the code
 * that uses the socket beside postgres.js has the decrypted one, and so that each mode checks what its name
 * promises. Where this differs from libpq:
 * - `prefer` never falls back to a plain connection after a failed handshake, only when the server has no TLS;
 * - `verify-full` without `sslrootcert` trusts Node's certificate authorities, like `sslrootcert=system`;
 * - `allow`, the files in `~/.postgresql`, client certificates and the variables `PGSSL…` are not supported.
 */
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { connect, isIP, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";
import { StartupError } from "#backend/core/errors.ts";

const SSL_MODES = ["disable", "prefer", "require", "verify-ca", "verify-full"] as const;

export interface TlsSettings {
  mode: (typeof SSL_MODES)[number];
  /** The path of a PEM file. Null trusts Node's authorities where the mode verifies the certificate. */
  rootCertificate: string | null;
}

/** `path` is that of a Unix socket, which is never encrypted. */
export type ServerAddress = { path: string } | { host: string; port: number };

/** As long as postgres.js waits for the server's response after that. */
const CONNECT_TIMEOUT_MS = 10_000;
/** The message that asks for TLS, before any other. The server responds with one byte, S or N. */
const SSL_REQUEST = Buffer.from([0, 0, 0, 8, 0x04, 0xd2, 0x16, 0x2f]);

/** An error beside those of the network and of TLS, with a `code` as they have. */
class ConnectError extends Error {
  readonly code = "CONNECT_FAILED";
}

/**
 * Takes the TLS parameters out of a connection URL: postgres.js would send `sslrootcert` to the server. Throws
 * a StartupError that names the parameter.
 */
export function readTlsSettings(databaseUrl: string): { url: string; tls: TlsSettings } {
  const url = new URL(databaseUrl);
  const rootCertificate = url.searchParams.get("sslrootcert");
  const isSystem = rootCertificate === "system";
  const given = url.searchParams.get("sslmode") ?? (isSystem ? "verify-full" : "prefer");
  const mode = SSL_MODES.find((name) => name === given);
  if (mode === undefined || url.searchParams.has("ssl")) {
    throw new StartupError(
      `TLS in DATABASE_URL is set by sslmode, which is one of ${SSL_MODES.join(", ")}: correct ${mode === undefined ? `sslmode=${given}` : "ssl"}.`,
    );
  }
  if (mode === "verify-ca" ? rootCertificate === null || isSystem : isSystem && mode !== "verify-full") {
    throw new StartupError(
      `sslmode=${mode} in DATABASE_URL would accept any server with a public certificate: set sslrootcert to a file, or sslmode=verify-full.`,
    );
  }
  url.searchParams.delete("sslmode");
  url.searchParams.delete("sslrootcert");
  return { url: url.href, tls: { mode, rootCertificate: isSystem ? null : rootCertificate } };
}

/** Resolves with an open socket, encrypted if `tls` demands it. Rejects with an error that has a `code`. */
export async function openDatabaseSocket(address: ServerAddress, tls: TlsSettings): Promise<Socket> {
  const signal = AbortSignal.timeout(CONNECT_TIMEOUT_MS);
  const socket = connect({ ...address, noDelay: true });
  // Only the first error is awaited below, and one without a listener would end the process.
  socket.on("error", () => {});
  try {
    await once(socket, "connect", { signal });
    if ("path" in address || tls.mode === "disable") return socket;
    if (await acceptsTls(socket, signal)) return await encrypt(socket, address.host, tls, signal);
    if (tls.mode === "prefer") return socket;
    throw new ConnectError(`the server has no TLS, which sslmode=${tls.mode} demands`);
  } catch (error) {
    socket.destroy();
    throw signal.aborted ? new ConnectError("there is no answer") : error;
  }
}

async function acceptsTls(socket: Socket, signal: AbortSignal): Promise<boolean> {
  socket.write(SSL_REQUEST);
  const closed = once(socket, "close", { signal }).then(() => null);
  const response: Buffer | null = await Promise.race([
    once(socket, "data", { signal }).then(([data]) => data),
    closed,
  ]);
  if (response === null) throw new ConnectError("the server closed the connection");
  const text = response.toString("latin1");
  // Data after the byte would be unencrypted, and taken for a part of the encrypted connection.
  if (text !== "S" && text !== "N") throw new ConnectError("the server is no Postgres");
  return text === "S";
}

async function encrypt(
  socket: Socket,
  host: string,
  { mode, rootCertificate }: TlsSettings,
  signal: AbortSignal,
): Promise<Socket> {
  const encrypted = connectTls({
    socket,
    host,
    servername: isIP(host) === 0 ? host : undefined,
    ca: rootCertificate === null ? undefined : await readFile(rootCertificate),
    rejectUnauthorized: rootCertificate !== null || mode === "verify-full",
    ...(mode !== "verify-full" && { checkServerIdentity: () => undefined }),
  });
  await once(encrypted, "secureConnect", { signal });
  return encrypted;
}
