/** JSON as the database's driver returns it: parsed, but of a shape that only the writer of the row knows. */
import { z } from "zod";

export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };
export type JsonObject = { [key: string]: Json };

/** A column of JSON objects. A row written by SQL may hold anything: what is no object counts as absent. */
export const jsonObjectColumn = z
  .custom<JsonObject>((value) => typeof value === "object" && value !== null && !Array.isArray(value))
  .nullable()
  .catch(null);
