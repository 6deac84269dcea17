/**
 * Changes and reads the query of a list's URL, which has its search, filters, sort order and page, so that the list
 * can be shared, reloaded and returned to. Single parameters are parsed by `pages/search-params.ts`.
 */

/**
 * The query string with some parameters changed; null and "" remove a parameter. Any change but one of the
 * page resets the page to the first.
 */
export function updateQuery(
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

export interface SortOrder<Key extends string> {
  by: Key;
  descending: boolean;
}

/**
 * `sort=name` or `sort=-name`; anything else gives the list's default order, which is null for one that the database
 * decides, such as the best matches of a search first.
 */
export function parseSortOrder<Key extends string, Default extends SortOrder<Key> | null>(
  params: URLSearchParams,
  keys: readonly Key[],
  fallback: Default,
): SortOrder<Key> | Default {
  const text = params.get("sort") ?? "";
  const descending = text.startsWith("-");
  const by = keys.find((key) => key === text.slice(descending ? 1 : 0));
  return by ? { by, descending } : fallback;
}
