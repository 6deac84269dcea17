/** How long a test waits for an expected event, ms: it bounds a hang, on a slow and busy machine too. */
export const WAIT_TIMEOUT_MS = 30_000;

/** How long a whole test may take, ms: it bounds a hang, too, on one core beside other work. */
export const TEST_TIMEOUT_MS = 300_000;
