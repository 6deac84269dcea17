/** Words that stand in no other name. */
import { randomUUID } from "node:crypto";

/** To put into the names of what a test makes: searching it finds just that. */
export const newWord = () => `essai-${randomUUID().slice(0, 8)}`;
