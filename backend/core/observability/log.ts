/**
 * The logger of the process: JSON lines on standard error, so that standard output stays free for messages to
 * the operator.
 */
import { format } from "node:util";
import { type DestinationStream, destination, type Logger, pino, stdSerializers } from "pino";
import { getErrorCode } from "#backend/core/errors.ts";
import { getRequestId } from "./request-id.ts";

export type { Logger };

export function createLogger(
  level: string,
  stream: DestinationStream = destination({ dest: 2, sync: true }),
): Logger {
  const repetitions = new Repetitions();
  let suppressed = 0;
  return pino(
    {
      level,
      base: null,
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      mixin: () => {
        const requestId = getRequestId();
        return { ...(requestId !== undefined && { requestId }), ...(suppressed > 0 && { suppressed }) };
      },
      hooks: {
        logMethod(args, method, lineLevel) {
          const before = lineLevel < WARN ? 0 : repetitions.count(getKind(lineLevel, args));
          if (before === null) return;
          suppressed = before;
          method.apply(this, args);
          suppressed = 0;
        },
      },
      serializers: { err: serializeError },
      redact: ["password", "*.password", "authorization", "*.authorization", "apikey", "*.apikey"],
    },
    stream,
  );
}

/** What Postgres tells of an error beside its message quotes rows, such as «Key (email)=(…) already exists». */
function serializeError(error: Error) {
  return { ...stdSerializers.err(error), detail: undefined, where: undefined };
}

/** The pages log to the console, since they also run in browsers; their libraries do so as well. */
export function redirectConsole(log: Logger): void {
  console.error = (...args) => log.error(format(...args));
  console.warn = (...args) => log.warn(format(...args));
}

/**
 * A caller was told that they may not do what they asked for. Rows and files that a policy hides are not there for
 * them, which is no refusal.
 */
export function logRefusedAccess(
  log: Logger,
  refused: { code: string; topic?: string; role?: string | null; user?: string | null | undefined },
  request?: Pick<Request, "method" | "url">,
): void {
  const asked = request && { method: request.method, path: new URL(request.url).pathname };
  log.warn({ ...refused, ...asked }, "access was refused");
}

/** Pino's number of the level. */
const WARN = 40;
const REPETITION_MS = 1_000;
/** Kinds that are told apart at once. Texts of errors may hold what a client sent. */
const MAX_KINDS = 100;

/**
 * Whoever makes a request fail makes a thousand fail: of each kind of warning and error the log has one line in a
 * second, with the number of those that it left out before (`suppressed`).
 */
class Repetitions {
  readonly #kinds = new Map<string, { writtenAt: number; suppressed: number }>();

  /** How many lines of this kind were left out before this one; null when it is left out, too. */
  count(kind: string): number | null {
    const now = performance.now();
    const key = this.#kinds.has(kind) || this.#hasRoom(now) ? kind : "";
    const last = this.#kinds.get(key);
    if (last && now - last.writtenAt < REPETITION_MS) {
      last.suppressed += 1;
      return null;
    }
    this.#kinds.set(key, { writtenAt: now, suppressed: 0 });
    return last?.suppressed ?? 0;
  }

  #hasRoom(now: number): boolean {
    if (this.#kinds.size < MAX_KINDS) return true;
    for (const [kind, { writtenAt }] of this.#kinds) {
      if (now - writtenAt >= REPETITION_MS) this.#kinds.delete(kind);
    }
    return this.#kinds.size < MAX_KINDS;
  }
}

/** The text of a line with what tells lines of one text apart: the status, the kind of the error, the statement. */
function getKind(level: number, [first, second]: unknown[]): string {
  const fields = typeof first === "object" && first !== null ? first : {};
  const error = "err" in fields ? fields.err : undefined;
  return [
    level,
    typeof first === "string" ? first : second,
    "status" in fields && fields.status,
    "code" in fields && fields.code,
    "statement" in fields && fields.statement,
    error instanceof Error && error.name,
    getErrorCode(error),
  ].join(" ");
}
