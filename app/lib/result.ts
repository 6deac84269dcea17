/**
 * The result of loading one section of a page. A section that fails must not affect the others: the loader
 * returns the failure as a value, and the section shows its own error message.
 */
export type Result<T> = { ok: true; value: T } | { ok: false };

/** The rows of a section; none when it failed. */
export function getRows<T>(result: Result<T[]>): T[] {
  return result.ok ? result.value : [];
}

/** Waits for a section's data. A failure is logged once; `what` names the section. */
export async function toResult<T>(what: string, data: Promise<T>): Promise<Result<T>> {
  try {
    return { ok: true, value: await data };
  } catch (error) {
    console.error(`load ${what}: ${error}`);
    return { ok: false };
  }
}
