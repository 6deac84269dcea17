/** What is said when a category could not be saved. */
import { Refusal } from "../written.ts";

interface SaveFailure {
  /** The field it is about, if it is about one. */
  field?: "slug";
  message: string;
}

/** The server's own reason when it gave one. */
export function saveFailure(error: unknown): SaveFailure {
  if (!(error instanceof Refusal)) return { message: "Une erreur inattendue s'est produite" };
  if (error.message.includes("categories_slug_key")) {
    return { field: "slug", message: "Ce slug est déjà celui d'une autre catégorie" };
  }
  return { message: error.message };
}
