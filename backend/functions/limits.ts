/** What a function may use. Times and codes are those of a hosted project. */
export interface FunctionLimits {
  /** Bytes of a request's body, and of an answer's. */
  requestBytes: number;
  responseBytes: number;
  /** Milliseconds until an answer must begin. */
  answerMs: number;
  /** Milliseconds that a thread lives at most: it takes no more requests after the half of it. */
  lifetimeMs: number;
  /** Milliseconds that a thread without work is kept. */
  idleMs: number;
  /** Milliseconds that a function may compute without a pause. */
  busyMs: number;
  memoryMegabytes: number;
}

export const defaultLimits: FunctionLimits = {
  requestBytes: 1 << 20,
  responseBytes: 10 << 20,
  answerMs: 150_000,
  lifetimeMs: 400_000,
  idleMs: 60_000,
  busyMs: 10_000,
  memoryMegabytes: 128,
};
