/**
 * What the server answered to a change. Row-level security refuses an update or a deletion without a word: no row was
 * there to be changed. This finds the reason, so that a screen can say it.
 */
import { currentAdministrator, NOT_ADMINISTRATOR } from "./administrator.ts";

/** The parts of postgrest-js's answer that matter; `data` holds the written row or rows. */
interface Answer {
  data: unknown;
  error: { code: string; message: string } | null;
  /** 0 when the server could not be reached. */
  status: number;
}

const INSUFFICIENT_PRIVILEGE = "42501";
const UNIQUE_VIOLATION = "23505";

/** The server said no; the message is for people, the cause has the code. */
export class Refusal extends Error {}

/** Throws a Refusal with the reason unless a row was written, and another error when the server cannot be reached. */
export async function expectWritten(answer: Answer): Promise<void> {
  throwRefusal(answer);
  if (!isNothing(answer.data)) return;
  const known = await currentAdministrator();
  throw new Refusal(known ? "Cet élément n'existe plus : il a été supprimé entre-temps." : NOT_ADMINISTRATOR);
}

/** The same for a deletion. A row that somebody else has deleted is gone as it should be. */
export async function expectGone(answer: Answer): Promise<void> {
  throwRefusal(answer);
  if (isNothing(answer.data) && !(await currentAdministrator())) throw new Refusal(NOT_ADMINISTRATOR);
}

/** Whether a new row is there already under its id: it was sent before, and the answer got lost. */
export function wasSentBefore({ error }: Pick<Answer, "error">): boolean {
  return error?.code === UNIQUE_VIOLATION && error.message.includes("_pkey");
}

function throwRefusal({ error, status }: Answer): void {
  if (!error) return;
  if (status === 0) {
    throw new Error("Connexion impossible. Vérifiez votre réseau et réessayez.", { cause: error });
  }
  const isRight = error.code === INSUFFICIENT_PRIVILEGE;
  throw new Refusal(isRight ? NOT_ADMINISTRATOR : error.message, { cause: error });
}

function isNothing(data: unknown): boolean {
  return data === null || (Array.isArray(data) && data.length === 0);
}
