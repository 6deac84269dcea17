/** What a screen of the back office says when something was not done. */
import { PostgrestError } from "@supabase/postgrest-js";
import { NOT_ADMINISTRATOR } from "./administrator.ts";

/** Postgres's code for what the caller has no right to, as when it was taken away while a screen was open. */
const NOT_ALLOWED = "42501";

/** Something was not done, for a reason that is known in words. */
export class Refusal extends Error {}

/** The server's own reason; `fallback` when there is none, as without a network, whose errors are English. */
export function refusalMessage(error: unknown, fallback = "Une erreur est survenue"): string {
  if (error instanceof Refusal) return error.message;
  if (!(error instanceof PostgrestError)) return fallback;
  return error.code === NOT_ALLOWED ? NOT_ADMINISTRATOR : error.message || fallback;
}
