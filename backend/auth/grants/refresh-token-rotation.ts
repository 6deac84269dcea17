/** The rules of refresh token rotation, apart from the database. */

export interface PresentedToken {
  token: string;
  revoked: boolean;
  /** Age since it was revoked, if it was. */
  age_seconds: number;
}

export interface ActiveToken {
  token: string;
  parent: string | null;
}

export type Rotation =
  /** The active token: revoke it and create its child. */
  | { kind: "rotate" }
  /** A used token whose client may have missed the response: return the active one again. */
  | { kind: "reuse"; token: string }
  /** A token used long ago: two parties hold it, and one of them stole it. */
  | { kind: "theft-detected" };

/**
 * `active` is the session's active token. A used token is accepted when the active one is its child (the
 * response was lost, however long ago), or within the reuse interval (many tabs at once). All of them then
 * get the same active token.
 */
export function decideRotation(
  presented: PresentedToken,
  active: ActiveToken | null,
  reuseSeconds: number,
): Rotation {
  if (!presented.revoked) return { kind: "rotate" };
  if (!active) return { kind: "theft-detected" };
  const forgiven = active.parent === presented.token || presented.age_seconds <= reuseSeconds;
  return forgiven ? { kind: "reuse", token: active.token } : { kind: "theft-detected" };
}
