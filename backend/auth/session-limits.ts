/** How long a session may be refreshed, and beside which others: the rules, apart from the database. */
import type { AuthSettings } from "./config.ts";

export interface SessionTimes {
  /** Since it was started. */
  age_seconds: number;
  /** Since it was last refreshed, or started. */
  idle_seconds: number;
  /** Whether its user has started another one since. */
  is_superseded: boolean;
  /** Whether its user has a second factor that it has not shown. */
  lacks_factor: boolean;
}

type Rules = Pick<
  AuthSettings,
  "sessionTimeboxSeconds" | "sessionInactivitySeconds" | "sessionLowAalSeconds" | "singleSession"
>;

/** Why the session is over, in the protocol's words; null while it is not. */
export function endOf(session: SessionTimes, rules: Rules): string | null {
  const { sessionTimeboxSeconds: timebox, sessionInactivitySeconds: inactivity, singleSession } = rules;
  const { sessionLowAalSeconds: lowAal } = rules;
  if (timebox !== null && session.age_seconds > timebox) return "Session Expired";
  if (inactivity !== null && session.idle_seconds > inactivity) return "Session Expired (Inactivity)";
  if (lowAal !== null && session.lacks_factor && session.age_seconds > lowAal) {
    return "Session Expired (Low AAL: User Needs MFA Verification)";
  }
  if (singleSession && session.is_superseded) return "Session Expired (Revoked by Newer Login)";
  return null;
}
