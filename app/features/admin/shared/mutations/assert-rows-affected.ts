/**
 * Asserts that a mutation affected rows. Row-level security rejects an update or a deletion silently: no row
 * matches. These functions find out the reason for the user. `rows` are the ids that the mutation returned.
 */
import { getCurrentAdministrator } from "#app/features/admin/shared/administrator.ts";
import { getForbiddenMessage, UserError } from "./user-error.ts";

export const DELETED_MESSAGE = "Cet élément n'existe plus : il a été supprimé entre-temps.";

/** Throws a UserError with the reason when no row was updated. */
export async function assertRowsUpdated(rows: readonly unknown[]): Promise<void> {
  if (rows.length > 0) return;
  const isAllowed = (await getCurrentAdministrator()) !== null;
  throw new UserError(isAllowed ? DELETED_MESSAGE : getForbiddenMessage());
}

/** The same for a deletion. A row that another user has already deleted is a success. */
export async function assertRowsDeleted(rows: readonly unknown[]): Promise<void> {
  if (rows.length === 0 && (await getCurrentAdministrator()) === null)
    throw new UserError(getForbiddenMessage());
}
