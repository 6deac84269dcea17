/**
 * The French messages for errors of the auth service. There is one table of error codes, so that the same
 * error has the same message everywhere. Codes that are not in it are described like those of the other services
 * (failure-message.ts).
 */

import type { AuthError } from "@supabase/auth-js";
import { CURRENT_PASSWORD_REQUIRED, INVALID_EMAIL } from "#app/lib/forms/validation-messages.ts";
import { describeFailure } from "./failure-message.ts";

export const SIGN_IN_ERROR_TITLE = "Erreur de connexion";
export const SESSION_ENDED = "Votre session est terminée. Reconnectez-vous.";
export const UNEXPECTED_ERROR = "Une erreur inattendue s'est produite. Veuillez réessayer.";
const TOO_MANY_ATTEMPTS = "Trop de tentatives de connexion. Veuillez patienter.";

const authMessages: Readonly<Record<string, string>> = {
  invalid_credentials: "Email ou mot de passe incorrect.",
  email_not_confirmed: "Veuillez confirmer votre email avant de vous connecter.",
  over_request_rate_limit: TOO_MANY_ATTEMPTS,
  over_email_send_rate_limit:
    "Un email vient déjà de vous être envoyé. Veuillez patienter avant de réessayer.",
  user_already_exists: "Un compte existe déjà avec cet email. Connectez-vous.",
  email_exists: "Un compte existe déjà avec cet email. Connectez-vous.",
  email_address_invalid: INVALID_EMAIL,
  user_banned: "Ce compte est suspendu. Contactez-nous pour en savoir plus.",
  current_password_required: CURRENT_PASSWORD_REQUIRED,
  current_password_invalid: "Le mot de passe actuel est incorrect.",
  reauthentication_needed:
    "Le délai pour choisir un mot de passe est passé. Demandez un nouveau lien ou reconnectez-vous.",
  same_password: "Le nouveau mot de passe doit être différent de l'actuel.",
  session_not_found: SESSION_ENDED,
  insufficient_aal: "Confirmez d'abord le code de votre second facteur.",
  mfa_verification_failed: "Ce code est faux, ou il a déjà servi. Saisissez le prochain code affiché.",
  mfa_challenge_expired: "Ce code a expiré. Saisissez celui qui est affiché maintenant.",
  mfa_totp_enroll_not_enabled: "Le second facteur n'est pas disponible pour le moment.",
  signup_disabled: "Les inscriptions sont fermées pour le moment.",
  anonymous_provider_disabled: "Commander sans compte n'est pas possible pour le moment.",
  phone_exists: "Un compte existe déjà avec ce numéro. Connectez-vous par un code SMS.",
  over_sms_send_rate_limit: "Un code vient déjà de vous être envoyé. Veuillez patienter avant de réessayer.",
  sms_send_failed: "Le code n'a pas pu être envoyé. Vérifiez le numéro, puis réessayez.",
  otp_expired: "Ce code est faux ou il a expiré. Demandez-en un autre.",
  email_provider_disabled: "La connexion par email est fermée pour le moment.",
};

const weakPasswordReasons: Readonly<Record<string, string>> = {
  length: "il est trop court",
  characters: "il manque des lettres, des chiffres ou des symboles",
  pwned: "il est trop facile à deviner",
};

/** The French message of the code, else one that fits the answer, else the fallback. */
export function getAuthErrorMessage(error: AuthError, fallback: string): string {
  const details: AuthErrorDetails = { code: error.code, status: error.status, message: error.message };
  if ("reasons" in error && Array.isArray(error.reasons)) details.reasons = error.reasons;
  return translateAuthError(details, fallback);
}

/** The parts of an auth-js error that decide the message. */
interface AuthErrorDetails {
  code?: string | undefined;
  status?: number | undefined;
  message: string;
  reasons?: readonly string[] | undefined;
}

/** The French message for an error of the auth service, else one that fits the answer, else the fallback. */
export function translateAuthError(error: AuthErrorDetails, fallback: string): string {
  const { code, status, reasons } = error;
  if (code === "weak_password") return weakPasswordMessage(reasons ?? []);
  const known = code === undefined ? undefined : authMessages[code];
  if (known) return known;
  if (status === 429) return TOO_MANY_ATTEMPTS;
  return describeFailure(error, fallback);
}

function weakPasswordMessage(reasons: readonly string[]): string {
  const known = reasons.map((reason) => weakPasswordReasons[reason]).filter((text) => text !== undefined);
  return known.length === 0
    ? "Ce mot de passe est trop faible."
    : `Ce mot de passe est trop faible : ${known.join(", ")}.`;
}
