/** Deeper than any message that is meant, and far from what overflows a stack, here or at those who are told. */
const MAX_DEPTH = 200;

/** Undefined when the text is no JSON, or nests too deep: it comes from clients, or from whoever may notify. */
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
