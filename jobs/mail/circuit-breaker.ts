/**
 * The circuit breaker of the mail server: after several failures in a row that are the server's, nothing is
 * sent for a while, so that a server that is down costs no mail its attempts. Then one mail tries: it ends
 * the pause, or doubles the next one.
 */

interface Settings {
  /** Failures in a row that open it. */
  failures: number;
  minPauseMs: number;
  maxPauseMs: number;
}

export interface CircuitBreaker {
  /** Whether an attempt may start. Each attempt that may ends with one of the other three. */
  admit(): boolean;
  /** The server has answered, whatever it said about the mail. */
  succeed(): void;
  /** The server has failed. */
  fail(): void;
  /** The server was not asked. */
  cancel(): void;
}

/** Calls `onChange` when it opens, and when it closes. @param now milliseconds of a clock that never steps back */
export function createCircuitBreaker(
  { failures: maxFailures, minPauseMs, maxPauseMs }: Settings,
  onChange: (isOpen: boolean) => void,
  now: () => number = () => performance.now(),
): CircuitBreaker {
  let failures = 0;
  /** 0 while it is closed. */
  let pauseMs = 0;
  let pauseEnd = 0;
  let isTrying = false;

  function pause(): void {
    pauseMs = Math.min(Math.max(pauseMs * 2, minPauseMs), maxPauseMs);
    pauseEnd = now() + pauseMs;
  }

  return {
    admit: () => {
      if (pauseMs === 0) return true;
      if (isTrying || now() < pauseEnd) return false;
      isTrying = true;
      return true;
    },
    succeed: () => {
      if (pauseMs > 0) onChange(false);
      failures = 0;
      pauseMs = 0;
      isTrying = false;
    },
    fail: () => {
      failures++;
      if (pauseMs === 0) {
        if (failures < maxFailures) return;
        pause();
        onChange(true);
      } else if (isTrying) {
        isTrying = false;
        pause();
      }
      // Otherwise the attempt had begun before the pause.
    },
    cancel: () => {
      isTrying = false;
    },
  };
}
