/** Rights follow the session: each one that auth-js reports is asked for its own, and without one there are none. */
import type { AuthChangeEvent, Session } from "@supabase/auth-js";
import { expect, it, vi } from "vitest";
import { session } from "./session.fixture.ts";
import { followSession } from "./session.tsx";

const fake = vi.hoisted(() => ({
  report: (_event: AuthChangeEvent, _session: Session | null): void => {},
  isAdmin: vi.fn<() => Promise<boolean>>(),
}));

vi.mock("../../lib/auth.client.ts", () => ({
  authClient: async () => ({
    onAuthStateChange(report: typeof fake.report) {
      fake.report = report;
    },
  }),
}));
vi.mock("../../lib/supabase.client.ts", () => ({ supabase: () => null }));
vi.mock("./identity.queries.ts", () => ({ isAdminUser: fake.isAdmin }));

it("asks for the rights at each session, drops an answer that comes too late, and leaves nobody any", async () => {
  const [tell, tellIsAdmin] = [vi.fn(), vi.fn()];
  await followSession(tell, tellIsAdmin);
  const late = Promise.withResolvers<boolean>();
  fake.isAdmin.mockReturnValueOnce(late.promise).mockResolvedValue(false);

  fake.report("INITIAL_SESSION", session("first"));
  fake.report("TOKEN_REFRESHED", session("second"));
  expect(tell).toHaveBeenLastCalledWith({ status: "signed-in", session: session("second") });
  late.resolve(true);
  await vi.waitFor(() => expect(tellIsAdmin.mock.calls).toEqual([[false]]));

  fake.isAdmin.mockResolvedValue(true);
  fake.report("USER_UPDATED", session("third"));
  await vi.waitFor(() => expect(tellIsAdmin).toHaveBeenLastCalledWith(true));
  expect(fake.isAdmin).toHaveBeenCalledTimes(3);

  fake.report("SIGNED_OUT", null);
  expect(tell).toHaveBeenLastCalledWith({ status: "anonymous", session: null });
  expect(tellIsAdmin.mock.calls).toEqual([[false], [true], [false]]);
});
