/**
 * The error codes of the database's API by name: those that the shop's own SQL raises, and those of Postgres
 * and PostgREST that a screen has to recognize. No other module of `app/` contains a code.
 *
 * The database writes the French message of its own codes, because it knows the products, amounts and limits
 * that they concern. Screens show `error.message` and have no second text for them.
 */

// The shop's own codes (supabase/migrations). HTTP status 400 for YA…; PT404 to PT429 name their status.

/** The total of the order differs. Details: the current total, shipping fee and prices. */
export const ORDER_TOTAL_CHANGED = "YA001";
/** There is not enough stock. Details: the products with the pieces that are available. */
export const OUT_OF_STOCK = "YA002";
/** A product of the order no longer exists. Details: the ids. */
export const PRODUCT_UNAVAILABLE = "YA003";
/** The id belongs to an order with other contents. */
export const ORDER_ID_TAKEN = "YA004";
/** The order is malformed. */
export const MALFORMED_ORDER = "YA005";
/** The order's status does not allow the change. */
export const INVALID_STATUS_CHANGE = "YA006";
/** The values are invalid. Details: the problems by column. */
export const INVALID_VALUES = "YA007";
/** Visitors and customers insert one row a request. */
export const TOO_MANY_ROWS = "YA008";
/** The administrators do not allow the change: oneself, an administrator already, an invitation that is over. */
export const ADMINISTRATORS_UNCHANGED = "YA009";
/** The event does not follow from what happened to the order before, or its values are invalid. */
export const INVALID_ORDER_EVENT = "YA010";
/** The promo code of the order does not count. */
export const PROMO_CODE_REFUSED = "YA011";
/** The person has an order that somebody still has to do something for. */
export const ORDER_IS_OPEN = "YA012";
/** The caller has to show again that it is them, by a password or a code. */
export const RECENT_SIGN_IN_REQUIRED = "YA013";
/** The row was deleted in the meantime. */
export const ROW_DELETED = "PT404";
/** Someone else saved the row in the meantime. Details: who and when. */
export const EDIT_CONFLICT = "PT409";
/** A limit of the table of limits is reached. Details: the limit. */
export const LIMIT_REACHED = "PT429";

// Codes of Postgres and PostgREST.

/** A privilege or a row-level security policy is missing, as when a right is revoked while a screen is open. */
export const INSUFFICIENT_PRIVILEGE = "42501";
export const UNIQUE_VIOLATION = "23505";
export const FOREIGN_KEY_VIOLATION = "23503";
/** A statement took longer than its limit. */
export const QUERY_CANCELED = "57014";
/** The requested page is beyond the last row. */
export const RANGE_NOT_SATISFIABLE = "PGRST103";
/** No connection to the database was free in time, for everybody or for one network. */
export const NO_CONNECTION = "PGRST003";
/** The token cannot be decoded. */
export const INVALID_TOKEN = "PGRST301";
/** A claim of the token is invalid: it has expired, for example. */
export const INVALID_TOKEN_CLAIM = "PGRST303";
