/** Words that no other name contains. */
import { randomUUID } from "node:crypto";

/** For the names of a test's rows: a search for the word finds only these. */
export const createUniqueWord = () => `essai-${randomUUID().slice(0, 8)}`;
