/**
 * Admin rights follow the session: they are checked for every session that auth-js reports, and there are
 * none without one.
 */
import type { AuthChangeEvent, Session } from "@supabase/auth-js";
import { expect, it, vi } from "vitest";
import { session } from "./session.fixture.ts";
import { followSession } from "./session.tsx";

const fake = vi.hoisted(() => ({
  report: (_event: AuthChangeEvent, _session: Session | null): void => {},
  isAdmin: vi.fn<() => Promise<boolean>>(),
}));

vi.mock("#app/lib/supabase/auth.client.ts", () => ({
  getAuthClient: async () => ({
    onAuthStateChange(report: typeof fake.report) {
      fake.report = report;
    },
  }),
}));
vi.mock("#app/lib/supabase/supabase.client.ts", () => ({ getSupabase: () => null }));
vi.mock("./session.queries.ts", () => ({ isAdminUser: fake.isAdmin }));

it("checks the rights of each session, ignores a late response, and resets the rights at the sign-out", async () => {
  const [onState, onIsAdmin] = [vi.fn(), vi.fn()];
  await followSession(onState, onIsAdmin);
  const late = Promise.withResolvers<boolean>();
  fake.isAdmin.mockReturnValueOnce(late.promise).mockResolvedValue(false);

  fake.report("INITIAL_SESSION", session("first"));
  fake.report("TOKEN_REFRESHED", session("second"));
  expect(onState).toHaveBeenLastCalledWith({
    status: "signed-in",
    session: session("second"),
    isRenewalPending: false,
  });
  late.resolve(true);
  await vi.waitFor(() => expect(onIsAdmin.mock.calls).toEqual([[false]]));

  fake.isAdmin.mockResolvedValue(true);
  fake.report("USER_UPDATED", session("third"));
  await vi.waitFor(() => expect(onIsAdmin).toHaveBeenLastCalledWith(true));
  expect(fake.isAdmin).toHaveBeenCalledTimes(3);

  fake.report("SIGNED_OUT", null);
  expect(onState).toHaveBeenLastCalledWith({ status: "anonymous", session: null });
  expect(onIsAdmin.mock.calls).toEqual([[false], [true], [false]]);
});
