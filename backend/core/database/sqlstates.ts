/**
 * The error codes of Postgres that the services recognize, by their names in its manual. What a code means over HTTP
 * is in each service's `errors.ts`; rest has PostgREST's table of its own.
 */
export const DATETIME_FIELD_OVERFLOW = "22008";
export const INVALID_DATETIME_FORMAT = "22007";
export const INVALID_TEXT_REPRESENTATION = "22P02";
export const CHARACTER_NOT_IN_REPERTOIRE = "22021";
export const UNTRANSLATABLE_CHARACTER = "22P05";
export const FOREIGN_KEY_VIOLATION = "23503";
export const UNIQUE_VIOLATION = "23505";
export const SERIALIZATION_FAILURE = "40001";
export const DEADLOCK_DETECTED = "40P01";
export const INSUFFICIENT_PRIVILEGE = "42501";
export const UNDEFINED_OBJECT = "42704";
export const TOO_MANY_CONNECTIONS = "53300";
export const OBJECT_NOT_IN_PREREQUISITE_STATE = "55000";
export const LOCK_NOT_AVAILABLE = "55P03";
export const QUERY_CANCELED = "57014";
export const UNDEFINED_FILE = "58P01";
export const RAISE_EXCEPTION = "P0001";
/** Not of Postgres: raised by the shop for what a limit refuses. PostgREST answers PTxyz with the status xyz. */
export const LIMIT_REFUSED = "PT429";
/** Not of Postgres: raised by auth.require_session. PostgREST answers it as the error says. */
export const SESSION_ENDED = "PGRST";

/** Whether the application raised it: Postgres has no other classes of errors that begin with these letters. */
export function isApplicationError(code: string | undefined): boolean {
  return code === RAISE_EXCEPTION || (code !== undefined && /^(?!P0|XX)[I-Z]/.test(code));
}
