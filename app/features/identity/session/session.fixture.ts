import type { Session } from "@supabase/auth-js";

/** A session of the user Awa, as auth-js reports it. */
export const session = (access_token = "access"): Session => ({
  access_token,
  refresh_token: "refresh",
  expires_in: 3600,
  token_type: "bearer",
  user: {
    id: "awa",
    app_metadata: {},
    user_metadata: {},
    aud: "authenticated",
    created_at: "2026-01-01T00:00:00Z",
  },
});
