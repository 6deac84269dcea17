/**
 * The shop's name where its settings cannot be read: while the database is away, on an error page. A shop of another
 * name changes it here and in its settings.
 */
export const DEFAULT_SHOP_NAME = "Yaaré";
