/**
 * What is said of a value where a rule has no sentence of its own: the documented words, which zod/mini comes without.
 * In browsers only: on the server this setting would be the backend's, too.
 */
import * as z from "zod/mini";

if (typeof document !== "undefined") {
  z.config({ localeError: ({ input }) => (input === undefined ? "Required" : "Invalid input") });
}
