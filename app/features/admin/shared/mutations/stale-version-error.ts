/**
 * Nothing was written, because the version that the edit started from is not the stored one (any more), or
 * because a policy hides the row from this user.
 */
export class StaleVersionError extends Error {
  /** When another user saved, if the server says so. */
  readonly at: string | null;

  /** `message`: the server's own reason, if it gives one. */
  constructor(message = "", at: string | null = null) {
    super(message);
    this.at = at;
  }
}
