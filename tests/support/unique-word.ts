/** Words that no other name contains. */
import { randomBytes } from "node:crypto";

/**
 * For the names of a test's rows: a search for the word finds only these. Letters only: a search for a size must not
 * find it in the word.
 */
export const createUniqueWord = () =>
  `essai-${Array.from(randomBytes(8), (byte) => String.fromCharCode(97 + (byte % 26))).join("")}`;
