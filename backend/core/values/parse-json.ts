/** Deeper than any legitimate value, and far from a stack overflow: here, at the receivers, or in Postgres. */
const MAX_DEPTH = 200;

/**
 * Undefined when the text is not JSON, or nests too deep. The text comes from clients or notifications:
 * untrusted.
 */
export function parseJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return isShallow(value, MAX_DEPTH) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isShallow(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) return true;
  return levels > 0 && Object.values(value).every((inner) => isShallow(inner, levels - 1));
}
