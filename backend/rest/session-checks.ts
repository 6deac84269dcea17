/**
 * A token is valid until it expires, also after its session has ended: a sign-out, a changed password, a ban. So the
 * database looks for the session: for every write, and for a read when this process has not done so for a while. It
 * does that within the statement that a request sends anyway, so that it costs no message.
 */
import { LRUCache } from "lru-cache";
import type { Claims } from "#backend/core/gateway/tokens.ts";
import { isUuid } from "#backend/core/values/uuid.ts";
import { tokenInvalid } from "./errors.ts";

/** How long reads go on after a session has ended, at most. */
const READ_INTERVAL_MS = 30_000;
const MAX_SESSIONS = 20_000;

export class SessionChecks {
  /** When the database last found the session, by its id. By a clock that nobody sets. */
  readonly #foundAt = new LRUCache<string, number>({ max: MAX_SESSIONS });

  /** The id of the session that the database has to look for; null when there is none, or no need. */
  getDue(claims: Claims | null, readOnly: boolean): string | null {
    const id = claims?.session_id;
    if (!id) return null;
    if (!isUuid(id))
      throw tokenInvalid({ reason: "claims", message: "The JWT session_id claim must be a UUID" });
    const foundAt = this.#foundAt.get(id);
    const isRecent = foundAt !== undefined && performance.now() - foundAt < READ_INTERVAL_MS;
    return readOnly && isRecent ? null : id;
  }

  /** `id` is what `getDue` returned, once the request has succeeded. */
  setFound(id: string | null): void {
    if (id !== null) this.#foundAt.set(id, performance.now());
  }
}
