import { AuthApiError, AuthRetryableFetchError, type GoTrueClient } from "@supabase/auth-js";
import { beforeEach, expect, it, vi } from "vitest";
import { refreshSession } from "./refresh-session.ts";

const client = { refreshSession: vi.fn(), signOut: vi.fn() } satisfies Pick<
  GoTrueClient,
  "refreshSession" | "signOut"
>;

beforeEach(() => {
  vi.resetAllMocks();
});

it("keeps a session that was refreshed", async () => {
  client.refreshSession.mockResolvedValue({ error: null });
  expect(await refreshSession(client)).toBe("refreshed");
  expect(client.signOut).not.toHaveBeenCalled();
});

it("keeps the session when the service is unreachable", async () => {
  client.refreshSession.mockResolvedValue({ error: new AuthRetryableFetchError("Failed to fetch", 0) });
  expect(await refreshSession(client)).toBe("unreachable");
  expect(client.signOut).not.toHaveBeenCalled();
});

it("removes a rejected session, on this device only", async () => {
  const error = new AuthApiError("Invalid Refresh Token", 400, "refresh_token_not_found");
  client.refreshSession.mockResolvedValue({ error });
  expect(await refreshSession(client)).toBe("ended");
  expect(client.signOut).toHaveBeenCalledWith({ scope: "local" });
});
