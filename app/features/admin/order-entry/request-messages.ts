/** What the screens say when an order could not be saved. */

import { StaleVersionError } from "#app/features/admin/shared/mutations/stale-version-error.ts";
import { toUserMessage } from "#app/features/admin/shared/mutations/user-error.ts";
import { InvalidOrderError } from "./staff-orders.mutations.ts";

const UNREACHABLE = "Le serveur ne répond pas. Rien n'est perdu : renvoyez dès que le réseau revient.";
const CHANGED_MEANWHILE = "Quelqu'un l'a modifié entre-temps. Rechargez la page pour voir sa version.";

export function getMutationMessage(error: unknown): string {
  if (error instanceof InvalidOrderError) return error.message;
  if (error instanceof StaleVersionError) return error.message || CHANGED_MEANWHILE;
  return toUserMessage(error, UNREACHABLE);
}
