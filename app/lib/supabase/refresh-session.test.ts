import { AuthApiError, AuthRetryableFetchError, type GoTrueClient } from "@supabase/auth-js";
import { beforeEach, expect, it, vi } from "vitest";
import { replaceToken } from "./refresh-session.ts";

const client = { getSession: vi.fn(), refreshSession: vi.fn(), signOut: vi.fn() } satisfies Partial<
  Record<keyof GoTrueClient, unknown>
>;

const toData = (token: string | null) => ({ data: { session: token && { access_token: token } } });

beforeEach(() => {
  vi.resetAllMocks();
  client.getSession.mockResolvedValue(toData("old"));
  client.refreshSession.mockResolvedValue({ ...toData("new"), error: null });
});

it("refreshes the session and keeps it", async () => {
  expect(await replaceToken(client, "old")).toBe("new");
  expect(client.signOut).not.toHaveBeenCalled();
});

it("refreshes once for concurrent requests, and again for a later one", async () => {
  const tokens = await Promise.all(["old", "old", "old"].map((token) => replaceToken(client, token)));
  expect(tokens).toEqual(["new", "new", "new"]);
  expect(client.refreshSession).toHaveBeenCalledOnce();
  await replaceToken(client, "old");
  expect(client.refreshSession).toHaveBeenCalledTimes(2);
});

it.each([
  ["another request has refreshed the session", "new"],
  ["the user has signed out", null],
])("does not refresh when %s", async (_, token) => {
  client.getSession.mockResolvedValue(toData(token));
  expect(await replaceToken(client, "old")).toBe(token);
  expect(client.refreshSession).not.toHaveBeenCalled();
});

it("keeps the session when the service is unreachable", async () => {
  const error = new AuthRetryableFetchError("Failed to fetch", 0);
  client.refreshSession.mockResolvedValue({ ...toData(null), error });
  expect(await replaceToken(client, "old")).toBeNull();
  expect(client.signOut).not.toHaveBeenCalled();
});

it("removes a rejected session, on this device only", async () => {
  const error = new AuthApiError("Invalid Refresh Token", 400, "refresh_token_not_found");
  client.refreshSession.mockResolvedValue({ ...toData(null), error });
  expect(await replaceToken(client, "old")).toBeNull();
  expect(client.signOut).toHaveBeenCalledWith({ scope: "local" });
});
