/**
 * The logger of the process: JSON lines on standard error, so that standard output stays free for messages to
 * the operator.
 */
import { destination, type Logger, pino } from "pino";
import { getRequestId } from "./request-id.ts";

export type { Logger };

export function createLogger(level: string): Logger {
  return pino(
    {
      level,
      base: null,
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      mixin: () => {
        const requestId = getRequestId();
        return requestId === undefined ? {} : { requestId };
      },
      redact: ["password", "*.password", "authorization", "*.authorization", "apikey", "*.apikey"],
    },
    destination({ dest: 2, sync: true }),
  );
}
