/**
 * The default error messages of schemas, for rules without a message of their own: «Required» and «Invalid
 * input», since zod/mini includes no texts. They are set in browsers only: on the server the setting would apply to
 * the backend, too.
 */
import * as z from "zod/mini";

if (typeof document !== "undefined") {
  z.config({ localeError: ({ input }) => (input === undefined ? "Required" : "Invalid input") });
}
