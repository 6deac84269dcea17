/** Changing the password: maps the errors of auth-js to messages and form fields. Never throws. */
import type { GoTrueClient } from "@supabase/auth-js";
import { getAuthErrorMessage, SESSION_ENDED } from "#app/lib/supabase/auth-error-message.ts";

const FAILED = "Le mot de passe n'a pas pu être changé. Veuillez réessayer.";

type PasswordField = "currentPassword" | "newPassword";

/** The form field of an error code. */
const fieldByErrorCode: Readonly<Record<string, PasswordField>> = {
  current_password_required: "currentPassword",
  current_password_invalid: "currentPassword",
  same_password: "newPassword",
  weak_password: "newPassword",
};

export type PasswordChangeResult =
  | { kind: "changed" }
  /** `field` is null when the error concerns neither of them. */
  | { kind: "error"; field: PasswordField | null; message: string };

/**
 * The service ends every other session of the account; this one continues. A session from a recovery link
 * does not need the current password.
 */
export async function changePassword(
  connect: () => Promise<Pick<GoTrueClient, "updateUser">>,
  passwords: { currentPassword?: string; newPassword: string },
): Promise<PasswordChangeResult> {
  const { currentPassword: current_password, newPassword: password } = passwords;
  try {
    const { error } = await (await connect()).updateUser({ password, current_password });
    if (!error) return { kind: "changed" };
    if (error.name === "AuthSessionMissingError") {
      return { kind: "error", field: null, message: SESSION_ENDED };
    }
    const field = (error.code !== undefined && fieldByErrorCode[error.code]) || null;
    return { kind: "error", field, message: getAuthErrorMessage(error, FAILED) };
  } catch (error) {
    console.error("identity: the password could not be changed", error);
    return { kind: "error", field: null, message: FAILED };
  }
}
