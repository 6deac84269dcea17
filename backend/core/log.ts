/**
 * The logger of the process: JSON lines on standard error, so that standard output stays free for messages to
 * the operator.
 */
import { destination, type Logger, pino } from "pino";

export type { Logger };

export function createLogger(level: string): Logger {
  return pino(
    {
      level,
      base: null,
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      redact: ["password", "*.password", "authorization", "*.authorization", "apikey", "*.apikey"],
    },
    destination({ dest: 2, sync: true }),
  );
}
