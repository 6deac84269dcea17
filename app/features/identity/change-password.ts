/** Changing the password: what auth-js answers becomes what the form says, and where. Never throws. */
import type { GoTrueClient } from "@supabase/auth-js";
import { authRefusalMessage } from "../../lib/auth-refusal.ts";

const FAILED = "Le mot de passe n'a pas pu être changé. Veuillez réessayer.";

type PasswordField = "currentPassword" | "newPassword";

/** Which field a refusal is about. */
const fields: Readonly<Record<string, PasswordField>> = {
  current_password_required: "currentPassword",
  current_password_invalid: "currentPassword",
  same_password: "newPassword",
  weak_password: "newPassword",
};

export type PasswordChange =
  | { kind: "changed" }
  /** `field` is null when the failure is about neither of them. */
  | { kind: "refused"; field: PasswordField | null; message: string };

/**
 * The service then ends every other session of the account; this one goes on. Who came by a link to recover the account
 * need not know the current password.
 */
export async function changePassword(
  connect: () => Promise<Pick<GoTrueClient, "updateUser">>,
  passwords: { currentPassword?: string; newPassword: string },
): Promise<PasswordChange> {
  const { currentPassword: current_password, newPassword: password } = passwords;
  try {
    const { error } = await (await connect()).updateUser({ password, current_password });
    if (!error) return { kind: "changed" };
    if (error.name === "AuthSessionMissingError") {
      return { kind: "refused", field: null, message: "Votre session est terminée. Reconnectez-vous." };
    }
    const field = (error.code !== undefined && fields[error.code]) || null;
    return { kind: "refused", field, message: authRefusalMessage(error, FAILED) };
  } catch (error) {
    console.error("identity: the password could not be changed", error);
    return { kind: "refused", field: null, message: FAILED };
  }
}
