import { AuthApiError, AuthRetryableFetchError, type GoTrueClient } from "@supabase/auth-js";
import { beforeEach, expect, it, vi } from "vitest";
import { renewSession } from "./renew-session.ts";

const client = { refreshSession: vi.fn(), signOut: vi.fn() } satisfies Pick<
  GoTrueClient,
  "refreshSession" | "signOut"
>;

beforeEach(() => {
  vi.resetAllMocks();
});

it("keeps a session that could be renewed", async () => {
  client.refreshSession.mockResolvedValue({ error: null });
  expect(await renewSession(client)).toBe("renewed");
  expect(client.signOut).not.toHaveBeenCalled();
});

it("keeps the session when nobody answers", async () => {
  client.refreshSession.mockResolvedValue({ error: new AuthRetryableFetchError("Failed to fetch", 0) });
  expect(await renewSession(client)).toBe("unreachable");
  expect(client.signOut).not.toHaveBeenCalled();
});

it("removes a session that is refused, on this device only", async () => {
  const error = new AuthApiError("Invalid Refresh Token", 400, "refresh_token_not_found");
  client.refreshSession.mockResolvedValue({ error });
  expect(await renewSession(client)).toBe("ended");
  expect(client.signOut).toHaveBeenCalledWith({ scope: "local" });
});
