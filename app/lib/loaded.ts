/**
 * The result of loading one block of a page. A page is made of several blocks, and one that fails must not take
 * the others down: the loader hands the failure over as a value, and the block shows its own sentence for it.
 */
export type Loaded<T> = { ok: true; value: T } | { ok: false };

/** Waits for a block's data; a failure is logged once, with `what` naming the block. */
export async function load<T>(what: string, data: Promise<T>): Promise<Loaded<T>> {
  try {
    return { ok: true, value: await data };
  } catch (error) {
    console.error(`load ${what}: ${error}`);
    return { ok: false };
  }
}
