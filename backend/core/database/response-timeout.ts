/**
 * Closes a connection to a database that does not respond: a frozen server, or a network that drops packets
 * silently. postgres.js would wait forever. Postgres ends slow statements itself, by `statement_timeout`.
 */
import type { Socket } from "node:net";

/** ReadyForQuery, the end of every response; the last byte is the state of the transaction. */
const READY = Buffer.from([0x5a, 0, 0, 0, 5]);
/** NotificationResponse, which comes unasked and is no part of a response. */
const NOTIFICATION = 0x41;
/** The size of a message header: the type, and the length of the rest. */
const HEADER = 5;

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
  /** How much of a notification is still to come. */
  let notificationRest = 0;
  socket.on("data", (chunk: Buffer) => {
    let at = notificationRest;
    while (isReady && chunk[at] === NOTIFICATION && at + HEADER <= chunk.length)
      at += 1 + chunk.readInt32BE(at + 1);
    notificationRest = Math.max(0, at - chunk.length);
    if (at >= chunk.length) return;
    isReady = chunk.subarray(-READY.length - 1, -1).equals(READY);
    if (isReady) bytesAnswered = socket.bytesWritten;
  });
  socket.setTimeout(ms);
  socket.on("timeout", () => {
    // What is sent from now on has its own time: a statement may be due at the moment in which an idle connection is.
    const { bytesRead, bytesWritten } = socket;
    // What arrived while this process was busy is read first.
    setImmediate(() => {
      const isWaiting = bytesWritten > bytesAnswered || !isReady;
      if (!isWaiting || socket.bytesRead !== bytesRead) return;
      socket.emit("error", new ResponseTimeoutError());
      // Later, because postgres.js never writes again when a write is still scheduled at the close.
      setImmediate(() => socket.destroy());
    });
  });
}
