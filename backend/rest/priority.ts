/**
 * The priority of a request decides how many connections it may share with others like it, how long it waits
 * for one, and who is served first. Nothing that a visitor reads can take the connections of an order.
 */
/** From the first that is served to the last. `schema` is the load of the schema cache. */
export const PRIORITIES = ["schema", "write", "signed-in-read", "anonymous-read", "page"] as const;
export type Priority = (typeof PRIORITIES)[number];

interface RequestTraits {
  readOnly: boolean;
  isAnonymous: boolean;
  /** Whether a page that is rendered on the server sends the request. */
  isForPage: boolean;
}

export function getPriority({ readOnly, isAnonymous, isForPage }: RequestTraits): Priority {
  if (!readOnly) return "write";
  if (!isAnonymous) return "signed-in-read";
  return isForPage ? "page" : "anonymous-read";
}
