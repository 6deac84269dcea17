/**
 * Which accounts are administrators, who may read and send more than customers in one request. The application tells;
 * its answer holds for a minute, so that it is asked rarely. It grants nothing: the policies decide about rows.
 */
import { LRUCache } from "lru-cache";
import type { Claims } from "#backend/core/gateway/tokens.ts";
import { isUuid } from "#backend/core/values/uuid.ts";

const ANSWER_MS = 60_000;
const MAX_ACCOUNTS = 10_000;

/** Whether the account with this id is an administrator's. */
export type FindAdministrator = (userId: string) => Promise<boolean>;

export class Administrators {
  readonly #find: FindAdministrator;
  readonly #answers = new LRUCache<string, Promise<boolean>>({ max: MAX_ACCOUNTS, ttl: ANSWER_MS });

  constructor(find: FindAdministrator) {
    this.#find = find;
  }

  /** False too when the application cannot tell. */
  async has(claims: Claims | null): Promise<boolean> {
    const id = claims?.sub;
    if (!id || !isUuid(id)) return false;
    const known = this.#answers.get(id);
    if (known) return known;
    const answer = this.#find(id).catch(() => {
      this.#answers.delete(id);
      return false;
    });
    this.#answers.set(id, answer);
    return answer;
  }
}
