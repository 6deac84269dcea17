/**
 * Closes a connection to a database that does not respond: a frozen server, or a network that drops packets
 * silently. postgres.js would wait forever. Postgres ends slow statements itself, by `statement_timeout`.
 */
import type { Socket } from "node:net";

/** ReadyForQuery, the end of every response; the last byte is the state of the transaction. */
const READY = Buffer.from([0x5a, 0, 0, 0, 5]);

class ResponseTimeoutError extends Error {
  readonly code = "RESPONSE_TIMEOUT";

  constructor() {
    super("the database does not respond");
  }
}

/**
 * `socket` is new: nothing was sent on it. It is destroyed with an error whose code is RESPONSE_TIMEOUT after
 * `ms` milliseconds in which something was sent, or a response has begun, and nothing came.
 */
export function limitResponseTime(socket: Socket, ms: number): void {
  let isReady = true;
  let bytesAnswered = 0;
  socket.on("data", (chunk: Buffer) => {
    isReady = chunk.subarray(-READY.length - 1, -1).equals(READY);
    if (isReady) bytesAnswered = socket.bytesWritten;
  });
  socket.setTimeout(ms);
  socket.on("timeout", () => {
    const { bytesRead } = socket;
    // What arrived while this process was busy is read first.
    setImmediate(() => {
      const isWaiting = socket.bytesWritten > bytesAnswered || !isReady;
      if (!isWaiting || socket.bytesRead !== bytesRead) return;
      socket.emit("error", new ResponseTimeoutError());
      // Later, because postgres.js never writes again when a write is still scheduled at the close.
      setImmediate(() => socket.destroy());
    });
  });
}
