/** The French labels of security events. */

const ACTION_LABELS: Readonly<Record<string, string>> = {
  login: "Connexion",
  logout: "Déconnexion",
  login_failed: "Connexion refusée",
  limit_refused: "Trop d'essais",
  credentials_revoked: "Accès d'un inconnu retirés",
  admin_granted: "Entrée dans l'équipe",
  admin_role_changed: "Rôle changé",
  admin_revoked: "Retrait de l'équipe",
  user_signedup: "Inscription",
  user_invited: "Invitation",
  user_deleted: "Compte supprimé",
  user_modified: "Compte modifié",
  user_recovery_requested: "Mot de passe oublié",
  user_updated_password: "Mot de passe changé",
  identity_unlinked: "Identité dissociée",
  factor_in_progress: "Second facteur commencé",
  verification_attempted: "Code de second facteur saisi",
  factor_unenrolled: "Second facteur retiré",
  factor_deleted: "Second facteur supprimé par l'administration",
};

/** The service's own name for an action that the shop does not know. */
export function getActionLabel(action: string): string {
  return ACTION_LABELS[action] ?? action;
}

/** How many events were recorded as one; 1 for a single one. */
export function getEventCount(traits: unknown): number {
  const count =
    typeof traits === "object" && traits !== null && "count" in traits ? Number(traits.count) : Number.NaN;
  return Number.isInteger(count) && count > 0 ? count : 1;
}
