/**
 * The lifetime of a session: refreshed before it expires, stored while the server is unreachable, removed
 * when it is rejected.
 */
import { afterEach, vi } from "vitest";
import { SESSION_KEY } from "#app/lib/supabase/stored-session.ts";
import type { Network } from "#tests/support/screens/network.ts";
import { expect, screen, test } from "#tests/support/screens/screen.ts";
import {
  findAccountButton,
  findSignInLink,
  readStoredSession,
  withExpiry,
} from "#tests/support/screens/session.ts";
import { WAIT_TIMEOUT_MS } from "#tests/support/wait-timeout.ts";

const REFRESH_URL = /grant_type=refresh_token/;
const IS_ADMIN_URL = /rpc\/is_admin_user/;
const MINUTE_MS = 60_000;

/** Bounds a hang: the expected change is immediate. */
const WAIT_OPTIONS = { timeout: WAIT_TIMEOUT_MS };

/** From here on the test moves the clock, and with it the timer of auth-js that fires every half minute. */
function stopClock() {
  vi.useFakeTimers({ toFake: ["Date", "setInterval", "clearInterval"] });
}

/** auth-js retries the refresh until half a minute has passed: this skips that time. */
async function advancePastRefresh(network: Network) {
  await vi.waitFor(() => expect(network.listRequests(REFRESH_URL).length).toBeGreaterThan(1), WAIT_OPTIONS);
  vi.setSystemTime(Date.now() + MINUTE_MS);
}

afterEach(() => {
  vi.useRealTimers();
});

const refreshToken = (session: string | null): unknown => JSON.parse(session ?? "{}").refresh_token;

test("a session that is about to expire is refreshed by itself, and the admin right is requested again", async ({
  open,
  shop,
  customer,
}) => {
  const me = await customer();
  const session = await shop.signIn(me);
  const end = JSON.parse(session).expires_at * 1000;
  stopClock();
  await open("/cart", { storage: { [SESSION_KEY]: session } });
  await findAccountButton(me);
  vi.setSystemTime(end - 5 * MINUTE_MS);
  await vi.advanceTimersByTimeAsync(MINUTE_MS);
  expect(
    shop.network.listRequests(REFRESH_URL),
    "four minutes before the end nothing is renewed",
  ).toHaveLength(0);
  await vi.advanceTimersByTimeAsync(2.5 * MINUTE_MS);
  expect(Date.now()).toBeLessThan(end - MINUTE_MS);
  await vi.waitFor(
    () => expect(refreshToken(readStoredSession())).not.toBe(refreshToken(session)),
    WAIT_OPTIONS,
  );
  expect(shop.network.listRequests(REFRESH_URL)).toHaveLength(1);
  const renewed = `Bearer ${JSON.parse(readStoredSession() ?? "{}").access_token}`;
  await vi.waitFor(
    () => expect(shop.network.listRequests(IS_ADMIN_URL).at(-1)?.headers.get("authorization")).toBe(renewed),
    WAIT_OPTIONS,
  );
});

test.for([
  { what: "the server responds with 502", status: 502 },
  { what: "the server responds with 503", status: 503 },
  { what: "the server responds with 504", status: 504 },
  { what: "the network is gone", status: 0 },
])(
  "a session that cannot be refreshed because $what stays stored, and the refresh is retried",
  async ({ status }, { open, shop, customer }) => {
    const me = await customer();
    const session = await shop.signIn(me);
    const restore =
      status === 0 ? shop.network.disconnect(REFRESH_URL) : shop.network.fail(REFRESH_URL, { status });
    stopClock();
    await open("/cart", { storage: withExpiry(session, -10) });
    await advancePastRefresh(shop.network);
    await findSignInLink();
    expect(refreshToken(readStoredSession())).toBe(refreshToken(session));

    vi.useRealTimers();
    restore();
    await open("/cart");
    await findAccountButton(me);
  },
);

test("a session whose refresh is rejected is removed", async ({ open, shop, customer }) => {
  const session = await shop.signIn(await customer());
  const body = { code: 400, error_code: "refresh_token_not_found", msg: "Invalid Refresh Token" };
  shop.network.respond(REFRESH_URL, () => Response.json(body, { status: 400 }));
  await open("/cart", { storage: withExpiry(session, -10) });
  await findSignInLink();
  expect(readStoredSession()).toBeNull();
  expect(shop.network.listRequests(REFRESH_URL)).toHaveLength(1);
});

test("without a network the account says so and the session stays; the next attempt opens it", async ({
  open,
  shop,
  customer,
}) => {
  const session = await shop.signIn(await customer());
  const restore = shop.network.disconnect(REFRESH_URL);
  const reload = vi.spyOn(window.location, "reload").mockImplementation(() => {});
  stopClock();
  const { user } = await open("/account", { storage: withExpiry(session, -10) });
  await advancePastRefresh(shop.network);
  expect(await screen.findByRole("alert")).toHaveTextContent(
    "La page n'a pas pu s'ouvrir : le réseau ne répond pas.",
  );
  expect(refreshToken(readStoredSession())).toBe(refreshToken(session));
  await user.click(screen.getByRole("button", { name: "Réessayer" }));
  expect(reload).toHaveBeenCalledOnce();
  reload.mockRestore();

  vi.useRealTimers();
  restore();
  await open("/account");
  expect(await screen.findByLabelText("Prénom")).toHaveValue("Fatou");
});
