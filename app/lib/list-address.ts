/** A list's search, filters, order and page stand in its address, so that it can be shared, reloaded and come back to. */

/** The query of an address with some parameters changed; null and "" remove one. Any change but of the page begins at the first. */
export function changedQuery(
  params: URLSearchParams,
  changes: Record<string, string | number | null>,
): string {
  const changed = new URLSearchParams(params);
  if (!("page" in changes)) changed.delete("page");
  for (const [name, value] of Object.entries(changes)) {
    if (value === null || value === "" || (name === "page" && value === 1)) changed.delete(name);
    else changed.set(name, String(value));
  }
  const query = changed.toString();
  return query === "" ? "?" : `?${query}`;
}

export interface ListOrder<Key extends string> {
  by: Key;
  descending: boolean;
}

/** `sort=name` or `sort=-name`; anything else is the order that the list has by itself. */
export function readOrder<Key extends string>(
  params: URLSearchParams,
  keys: readonly Key[],
  fallback: ListOrder<Key>,
): ListOrder<Key> {
  const text = params.get("sort") ?? "";
  const descending = text.startsWith("-");
  const by = keys.find((key) => key === text.slice(descending ? 1 : 0));
  return by ? { by, descending } : fallback;
}
