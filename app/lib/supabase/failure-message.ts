/**
 * The one place that turns a failed answer of the backend into a French sentence for the user: an error of
 * auth-js, postgrest-js or storage-js, or of `fetch` itself. The services and the proxies in front of them
 * answer in English, in JSON or in HTML, which no screen shows; and a screen blames the user's network only when
 * there was no answer at all.
 */

import { RETRY_SOON } from "#app/lib/error-messages.ts";
import { FOREIGN_KEY_VIOLATION, QUERY_CANCELED, UNIQUE_VIOLATION } from "./error-codes.ts";

/** In place of a status: there was no response. */
export const NO_RESPONSE = 0;

const NOT_READABLE = 502;
const TIMED_OUT = 504;

/** What decides about the sentence. */
interface Failure {
  /** Of the response, NO_RESPONSE without one; null when it is not known. */
  status: number | null;
  code: string;
  message: string;
}

/** The code of an answer that was not the service's own (check-response.ts): «HTTP503». */
const STATUS_CODE = /^HTTP(?<status>\d{3})$/;

/** The service's own sentence if it is one for users, else one for the status, else `fallback`. */
export function describeFailure(error: unknown, fallback: string): string {
  const failure = toFailure(error);
  if (isForUsers(failure)) return failure.message;
  const { status, code } = failure;
  return (status === null ? null : describeStatus(status)) ?? describeCode(code) ?? fallback;
}

/** The status of a failed request: that of its response, NO_RESPONSE without one, null when it is not known. */
export function getFailureStatus(error: unknown): number | null {
  return toFailure(error).status;
}

/** What follows the sentence that a request has failed: only without a response it is worth checking the network. */
export function getRetryAdvice(error: unknown): string {
  return getFailureStatus(error) === NO_RESPONSE ? "Vérifiez votre connexion, puis réessayez." : RETRY_SOON;
}

/** Null for a status that does not say enough: the caller knows what was asked. */
function describeStatus(status: number): string | null {
  if (status === NO_RESPONSE) return "Connexion impossible. Vérifiez votre réseau et réessayez.";
  if (status === 408 || status === TIMED_OUT)
    return `La boutique met trop de temps à répondre. ${RETRY_SOON}`;
  if (status === 413) return "C'est trop volumineux pour être envoyé.";
  if (status === 429) return "Trop de demandes en peu de temps. Patientez, puis réessayez.";
  if (status === 503) return "La boutique est indisponible pour le moment. Réessayez dans quelques minutes.";
  if (status >= 500) return `La boutique a rencontré un problème. ${RETRY_SOON}`;
  return null;
}

/** A sentence for the classes of Postgres's codes that a user can do something about. */
function describeCode(code: string): string | null {
  if (code === UNIQUE_VIOLATION) return "Cette valeur existe déjà.";
  if (code === FOREIGN_KEY_VIOLATION) return "Cet élément est encore utilisé ailleurs.";
  return /^2[23]/.test(code) ? "Une valeur n'est pas acceptée. Vérifiez votre saisie." : null;
}

function toFailure(error: unknown): Failure {
  if (typeof error !== "object" || error === null) return { status: null, code: "", message: "" };
  const [name, code, message] = [
    readText(error, "name"),
    readText(error, "code"),
    readText(error, "message"),
  ];
  const status = readStatus(error, name, code, message);
  const cause: unknown = error instanceof Error ? error.cause : null;
  // An error of our own names what failed; its cause is the failure.
  const isWrapped = status === null && code === "" && typeof cause === "object" && cause !== null;
  return isWrapped ? toFailure(cause) : { status, code, message };
}

function readStatus(error: object, name: string, code: string, message: string): number | null {
  const status: unknown = Reflect.get(error, "status");
  // auth-js reports an answer that it cannot parse as if there had been none.
  if (status === NO_RESPONSE && /json|unexpected/i.test(message)) return NOT_READABLE;
  if (typeof status === "number") return status;
  const named = STATUS_CODE.exec(code)?.groups?.status;
  if (named) return Number(named);
  // postgrest-js has the name of what `fetch` threw in the message.
  const thrown = code === "" ? `${name} ${message}` : name;
  if (/\b(Timeout|Abort)Error\b/.test(thrown)) return TIMED_OUT;
  if (/\b(TypeError|NetworkError|AuthRetryableFetchError)\b/.test(thrown)) return NO_RESPONSE;
  return readStatusOfCode(code);
}

/** The status that stands for a code of Postgres or PostgREST; null for one that is about what was asked. */
function readStatusOfCode(code: string): number | null {
  if (code === QUERY_CANCELED) return TIMED_OUT;
  if (/^(08|53|57)|^PGRST00/.test(code)) return 503;
  return /^(XX|58|F0)/.test(code) ? 500 : null;
}

function readText(error: object, field: string): string {
  const value: unknown = Reflect.get(error, field);
  return typeof value === "string" ? value : "";
}

/** The codes that the shop's own SQL raises: it writes their messages for the user, in French. */
const SHOP_CODE = /^(?:YA\d{3}|PT4\d\d|P0001)$/;

/** A code of Postgres, whose messages are in the language of the database. */
const POSTGRES_CODE = /^[0-9A-Z]{5}$/;

/** Markup, JSON, the name of an error, or words that only English has. */
const NOT_FOR_USERS =
  /^\s*[{[<"]|\w*Error\b|json|\b(the|of|is|are|was|were|be|been|not|no|to|for|with|by|from|and|has|have|must|should|cannot|failed|failure|invalid|missing|unknown|unexpected|unable|denied|required|expected|timeout|timed|unavailable|forbidden|unauthorized|gateway|bad|internal|request|response|server|value|duplicate|violates|column|syntax|token|expired|user|password|found|slow|down|too|many|try|again|your|already|exceeded)\b/i;

/** An accent, an elision, or words that only French has. */
const FRENCH =
  /[à-öø-ÿœ]|\b[cdjlmnqst]['’]\p{L}|\b(le|la|les|un|une|des|du|et|est|ce|cet|cette|votre|vos|notre|pour|par|sur|dans|aux?)\b/iu;

/**
 * Whether the message is a sentence for users. One of the shop's own SQL always is, whatever the products in it are
 * called. Auth, PostgREST and Storage write English beside their codes, so there a message must show that it is
 * French; without such a code it must not show that it is English.
 */
function isForUsers({ status, code, message }: Failure): boolean {
  if (message.trim() === "") return false;
  if (SHOP_CODE.test(code)) return true;
  if (NOT_FOR_USERS.test(message)) return false;
  if (code === "") return status !== null && status !== NO_RESPONSE;
  return POSTGRES_CODE.test(code) || FRENCH.test(message);
}
