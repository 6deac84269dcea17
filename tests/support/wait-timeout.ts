/** How long a test waits for an expected event, ms: it bounds a hang, on a slow and busy machine too. */
export const WAIT_TIMEOUT_MS = 30_000;
