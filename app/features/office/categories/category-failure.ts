/** What is said when a category could not be saved. */
import { refusalMessage } from "../refusal.ts";

interface SaveFailure {
  /** The field it is about, if it is about one. */
  field?: "slug";
  message: string;
}

/** The server's own reason when it gave one. */
export function saveFailure(error: unknown): SaveFailure {
  const message = refusalMessage(error, "Une erreur inattendue s'est produite");
  return message.includes("categories_slug_key")
    ? { field: "slug", message: "Ce slug est déjà celui d'une autre catégorie" }
    : { message };
}
