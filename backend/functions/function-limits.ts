/** The resource limits of a function. The times are those of a hosted project. */
export interface FunctionLimits {
  /** The size limits of the bodies of requests and responses. */
  maxRequestBytes: number;
  maxResponseBytes: number;
  /** The time until a response must begin. */
  responseTimeoutMs: number;
  /** The longest life of a thread. It accepts no more requests after half of it. */
  maxLifetimeMs: number;
  /** How long a thread without work stays alive. */
  idleTimeoutMs: number;
  /** The longest time that a function may block its event loop. */
  maxBlockedMs: number;
  maxMemoryMegabytes: number;
}

export const defaultLimits: FunctionLimits = {
  maxRequestBytes: 1 << 20,
  maxResponseBytes: 10 << 20,
  responseTimeoutMs: 150_000,
  maxLifetimeMs: 400_000,
  idleTimeoutMs: 60_000,
  maxBlockedMs: 10_000,
  maxMemoryMegabytes: 128,
};
