/** What people type or paste into forms. */
import * as z from "zod/mini";
import "./validation-defaults.ts";

/**
 * Takes the spaces around a text away, and with them what nobody sees and no database takes: control characters
 * other than tabs and line ends, as they come along from other programs.
 */
export function tidied() {
  return z.overwrite<string>((text) => text.replace(/[^\P{Cc}\t\n\r]/gu, "").trim());
}
