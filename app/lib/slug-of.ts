/** The slug of a name, by the rule of technicians and categories; the database's function free_slug goes the same way. */
import { withoutAccents } from "./search-text.ts";

const MAX_LENGTH = 200;

/** «Électricité & plomberie» -> «electricite-plomberie»; "" for a name without letters or digits. */
export function slugOf(name: string): string {
  return withoutAccents(name)
    .toLowerCase()
    .replaceAll("œ", "oe")
    .replaceAll("æ", "ae")
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-/, "")
    .slice(0, MAX_LENGTH)
    .replace(/-$/, "");
}
