/** What a screen of the back office says when something was not done. */
import { PostgrestError } from "@supabase/postgrest-js";
import { hasStoredSession } from "../../lib/stored-session.ts";
import { NOT_ADMINISTRATOR } from "./administrator.ts";

/** Postgres's code for what the caller has no right to, as when it was taken away while a screen was open. */
const NOT_ALLOWED = "42501";

/** PostgREST's for a token that it does not take: no new one was to be had. */
const REFUSED_TOKEN = ["PGRST301", "PGRST303"];

const SESSION_ENDED = "Votre session est terminée. Reconnectez-vous dans un autre onglet, puis réessayez.";
const UNREACHABLE = "Le serveur ne répond pas. Vérifiez la connexion, puis réessayez.";

/** Why the server lets nobody do this here: who has been signed out has not lost the right. */
export function notAllowed(): string {
  return hasStoredSession() ? NOT_ADMINISTRATOR : SESSION_ENDED;
}

/** Something was not done, for a reason that is known in words. */
export class Refusal extends Error {}

/** The server's own reason; `fallback` when there is none, as without a network, whose errors are English. */
export function refusalMessage(
  error: unknown,
  fallback = error instanceof TypeError ? UNREACHABLE : "Une erreur est survenue",
): string {
  if (error instanceof Refusal) return error.message;
  const failure = error instanceof PostgrestError ? error : causeOf(error);
  if (!failure) return fallback;
  if (failure.code === NOT_ALLOWED) return notAllowed();
  if (REFUSED_TOKEN.includes(failure.code)) return hasStoredSession() ? fallback : SESSION_ENDED;
  return failure.message || fallback;
}

/** The server's failure that an error of our own was made of; without a code it is none of the server's. */
function causeOf(error: unknown): { code: string; message: string } | null {
  const cause = error instanceof Error ? error.cause : null;
  if (typeof cause !== "object" || cause === null || !("code" in cause) || !("message" in cause)) return null;
  const { code, message } = cause;
  return typeof code === "string" && code !== "" && typeof message === "string" ? { code, message } : null;
}
