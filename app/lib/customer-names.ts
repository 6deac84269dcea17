/** A customer's name, as every form asks for it. Lengths are those of the database. */
import { textOf } from "./typed-text.ts";

export const firstName = textOf(2, 100, "Le prénom est requis");
export const lastName = textOf(2, 100, "Le nom est requis");
