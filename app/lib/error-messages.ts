/**
 * What a shopper reads when a service refused: its error codes in French. One table, so that the same failure
 * says the same everywhere. A code that is not here has no sentence of ours, and the screen falls back on the
 * service's own message.
 */
const authMessages: Readonly<Record<string, string>> = {
  invalid_credentials: "Email ou mot de passe incorrect.",
  email_not_confirmed: "Veuillez confirmer votre email avant de vous connecter.",
  over_request_rate_limit: "Trop de tentatives de connexion. Veuillez patienter.",
  over_email_send_rate_limit:
    "Un email vient déjà de vous être envoyé. Veuillez patienter avant de réessayer.",
  user_already_exists: "Un compte existe déjà avec cet email. Connectez-vous.",
  email_exists: "Un compte existe déjà avec cet email. Connectez-vous.",
  email_address_invalid: "Email invalide",
  user_banned: "Ce compte est suspendu. Contactez-nous pour en savoir plus.",
  current_password_required: "Le mot de passe actuel est requis.",
  current_password_invalid: "Le mot de passe actuel est incorrect.",
  same_password: "Le nouveau mot de passe doit être différent de l'actuel.",
  session_not_found: "Votre session est terminée. Reconnectez-vous.",
  signup_disabled: "Les inscriptions sont fermées pour le moment.",
  email_provider_disabled: "La connexion par email est fermée pour le moment.",
};

const weakPasswordReasons: Readonly<Record<string, string>> = {
  length: "il est trop court",
  characters: "il manque des lettres, des chiffres ou des symboles",
  pwned: "il figure dans une liste de mots de passe volés",
};

/** The parts of an auth-js error that decide what is said. */
export interface AuthFailure {
  code?: string | undefined;
  status?: number | undefined;
  message: string;
  reasons?: readonly string[] | undefined;
}

/** The French sentence for a refusal by the auth service, else its own message, else the fallback. */
export function authErrorMessage(failure: AuthFailure, fallback: string): string {
  const { code, status, message, reasons } = failure;
  if (code === "weak_password") return weakPasswordMessage(reasons ?? []);
  const known = code === undefined ? undefined : authMessages[code];
  if (known) return known;
  if (status === 429) return "Trop de tentatives de connexion. Veuillez patienter.";
  return message || fallback;
}

function weakPasswordMessage(reasons: readonly string[]): string {
  const known = reasons.map((reason) => weakPasswordReasons[reason]).filter((text) => text !== undefined);
  return known.length === 0
    ? "Ce mot de passe est trop faible."
    : `Ce mot de passe est trop faible : ${known.join(", ")}.`;
}
