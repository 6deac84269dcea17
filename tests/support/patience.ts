/** How long a test waits for what should come at once, ms: it bounds a hang, on a slow machine with other work too. */
export const PATIENCE_MS = 30_000;
