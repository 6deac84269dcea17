/** The error message of a failed category save. */

import { toUserMessage } from "#app/features/admin/shared/mutations/user-error.ts";
import { UNEXPECTED_ERROR } from "#app/lib/error-messages.ts";

export const SLUG_TAKEN_MESSAGE = "Ce slug est déjà celui d'une autre catégorie";

interface CategorySaveError {
  /** The field that the message belongs to, if any. */
  field?: "slug";
  message: string;
}

/** Uses the server's own reason when there is one. */
export function toCategorySaveError(error: unknown): CategorySaveError {
  return error instanceof Error && error.message.includes("categories_slug_key")
    ? { field: "slug", message: SLUG_TAKEN_MESSAGE }
    : { message: toUserMessage(error, UNEXPECTED_ERROR, UNEXPECTED_ERROR) };
}
