/** A time limit for waiting on another process. */

/**
 * Calls `onExceeded` after `ms` milliseconds, unless the returned function is called before. What has arrived
 * by then is read first: a process that was busy or suspended must not take its own delay for the other's.
 */
export function startDeadline(ms: number, onExceeded: () => void): () => void {
  let immediate: NodeJS.Immediate | undefined;
  const timer = setTimeout(() => {
    immediate = setImmediate(onExceeded);
  }, ms);
  return () => {
    clearTimeout(timer);
    clearImmediate(immediate);
  };
}
