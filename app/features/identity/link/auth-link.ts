/**
 * The link of an account mail, as the auth service or the mail's template has put it into the URL: an
 * authorization code, which only the browser that requested the mail can exchange, the hash of a one-time token,
 * which any browser may present, or an error. Sessions in a URL are not read at all: anybody could have put them
 * there.
 */

/** The kinds of links that lead to a new password. */
const TYPES = ["recovery", "invite"] as const;

export interface TokenHash {
  hash: string;
  type: (typeof TYPES)[number];
}

export type AuthLink =
  | { kind: "none" }
  /** The link is not valid: it was used, or it is too old. */
  | { kind: "expired" }
  /** At least one of the two is present. */
  | { kind: "link"; code: string | null; tokenHash: TokenHash | null };

export function parseAuthLink({ searchParams, hash }: Pick<URL, "searchParams" | "hash">): AuthLink {
  const fragment = new URLSearchParams(hash.slice(1));
  if (searchParams.has("error_code") || fragment.has("error_code")) return { kind: "expired" };
  const code = searchParams.get("code");
  const tokenHash = parseTokenHash(fragment);
  return code || tokenHash ? { kind: "link", code, tokenHash } : { kind: "none" };
}

function parseTokenHash(fragment: URLSearchParams): TokenHash | null {
  const hash = fragment.get("token_hash");
  const type = TYPES.find((known) => known === fragment.get("type"));
  return hash && type ? { hash, type } : null;
}

const LINK_PARAMS = ["code", "error", "error_code", "error_description", "sb_flow_id", "message"];

/** Reads the link from the page's URL and removes it from there: a reload must not present it again. */
export function takeAuthLink(): AuthLink {
  const url = new URL(window.location.href);
  const link = parseAuthLink(url);
  for (const name of LINK_PARAMS) url.searchParams.delete(name);
  url.hash = "";
  if (url.href !== window.location.href) {
    window.history.replaceState(window.history.state, "", url.pathname + url.search);
  }
  return link;
}
