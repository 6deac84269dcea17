/** Sends what a courier told to the shop, with the errors that the queue knows. */
import { PostgrestError } from "@supabase/postgrest-js";
import { INSUFFICIENT_PRIVILEGE } from "#app/lib/supabase/error-codes.ts";
import { describeFailure, getFailureStatus } from "#app/lib/supabase/failure-message.ts";
import { INVALID_TOKEN_CODES } from "#app/lib/supabase/invalid-token.ts";
import { readStoredSession } from "#app/lib/supabase/read-stored-session.ts";
import { getAccessToken, getSupabase } from "#app/lib/supabase/supabase.client.ts";
import { upload } from "#app/lib/supabase/upload.client.ts";
import { isAccessGranted, PATIENCE_MS } from "./courier.queries.ts";
import {
  type Outcome,
  type OutcomeTransport,
  RejectedOutcomeError,
  SignedOutError,
} from "./outcome-queue.ts";

const FORBIDDEN = "Cette commande n'est pas dans une de vos tournées : prévenez la boutique";
const CONFLICT = "La boutique doit vérifier ce résultat";

/** The transport of one account: nothing is sent in the name of another one that has signed in meanwhile. */
export function createTransport(accountId: string): OutcomeTransport {
  return {
    async sendPhoto(outcome, photo) {
      requireAccount(accountId);
      const status = await upload({
        bucket: "delivery-proofs",
        path: `${outcome.orderId}/${outcome.id}.jpg`,
        body: toJpeg(photo),
        contentType: "image/jpeg",
        token: await getAccessToken(),
        onProgress: () => {},
        signal: AbortSignal.timeout(120_000),
      });
      // Any other answer is final: 409 says that it has arrived before. A delivery without its photo is a conflict.
      if (status === 401) throw new SignedOutError();
      if (isTemporary(status)) throw new Error("The photo was not sent", { cause: { status } });
    },
    async sendOutcome(outcome) {
      requireAccount(accountId);
      try {
        return await recordOutcome(outcome);
      } catch (error) {
        throw await toQueueError(error);
      }
    },
  };
}

async function recordOutcome({ id, runId, orderId, kind, at, data }: Outcome): Promise<string | null> {
  const event = { id, run_id: runId, order_id: orderId, kind, at, data: { ...data } };
  const { data: rows } = await getSupabase()
    .rpc("record_order_event", { event })
    .abortSignal(AbortSignal.timeout(PATIENCE_MS))
    .throwOnError();
  const [answer] = rows;
  return answer?.message ?? (answer?.outcome === "conflict" ? CONFLICT : null);
}

async function toQueueError(error: unknown): Promise<unknown> {
  if (!(error instanceof PostgrestError)) return error;
  if (INVALID_TOKEN_CODES.includes(error.code) || readStoredSession() === null) return new SignedOutError();
  if (error.code === INSUFFICIENT_PRIVILEGE) {
    // Whoever drives has lost the session's access, or the order.
    return (await isAccessGranted(getSupabase()))
      ? new RejectedOutcomeError(FORBIDDEN, { cause: error })
      : new SignedOutError();
  }
  const status = getFailureStatus(error);
  return status === null || !isTemporary(status)
    ? new RejectedOutcomeError(describeFailure(error, FORBIDDEN), { cause: error })
    : error;
}

/** No response, or one that says nothing about what was sent. */
const isTemporary = (status: number) => status === 0 || status === 408 || status === 429 || status >= 500;

function requireAccount(accountId: string): void {
  if (readStoredSession()?.user.id !== accountId) throw new SignedOutError();
}

function toJpeg(base64: string): Blob {
  return new Blob([Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))], { type: "image/jpeg" });
}
