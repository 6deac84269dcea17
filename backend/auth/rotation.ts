/** What happens to a refresh token that is shown: the rules of rotation, apart from the database. */

export interface ShownToken {
  token: string;
  revoked: boolean;
  /** Since it was revoked, when it was. */
  age_seconds: number;
}

export interface ActiveToken {
  token: string;
  parent: string | null;
}

export type Rotation =
  /** It is the active one: revoke it and make its child. */
  | { kind: "rotate" }
  /** It was used, but by a client that may not have got the answer: give the active one again. */
  | { kind: "repeat"; token: string }
  /** It was used long ago: two hold it, and one of them stole it. */
  | { kind: "stolen" };

/**
 * `active` is the session's active token. A used token is forgiven when the active one is its child (the answer
 * was lost, however long ago), or within the reuse interval (many tabs at once): all of them then meet in the same
 * active token.
 */
export function rotationOf(shown: ShownToken, active: ActiveToken | null, reuseSeconds: number): Rotation {
  if (!shown.revoked) return { kind: "rotate" };
  if (!active) return { kind: "stolen" };
  const forgiven = active.parent === shown.token || shown.age_seconds <= reuseSeconds;
  return forgiven ? { kind: "repeat", token: active.token } : { kind: "stolen" };
}
