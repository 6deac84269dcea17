/** Why the session of an administrator is over, in French. */
export const SESSION_END_REASONS = {
  idle: "Votre session a pris fin, faute d'activité.",
  expired: "Votre session a atteint sa durée maximale.",
  ended: "Votre session a été fermée.",
};

export type SessionEnd = keyof typeof SESSION_END_REASONS;

export function isSessionEnd(access: string | null): access is SessionEnd {
  return access !== null && Object.hasOwn(SESSION_END_REASONS, access);
}
