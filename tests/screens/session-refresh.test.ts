/**
 * The lifetime of a session: refreshed before it expires, stored while the server is unreachable, removed
 * when it is rejected.
 */
import { afterEach, vi } from "vitest";
import { SESSION_KEY } from "#app/lib/supabase/stored-session.ts";
import { toCartEntry, toCartLine } from "#tests/support/browser-storage.ts";
import { createProduct } from "#tests/support/products.ts";
import { getConfirmButton } from "#tests/support/screens/checkout.ts";
import type { Network } from "#tests/support/screens/network.ts";
import { allowErrors, expect, screen, test } from "#tests/support/screens/screen.ts";
import {
  findAccountButton,
  findSignInLink,
  getCurrentUrl,
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

/** What the browser requests; the rest is the frame of the page, for which the server asks the database. */
const BROWSER_URL = /\/(auth|rest)\/v1\/(?!shop_settings|categories)/;

/** Takes the browser's network away; returns a function that gives it back. */
function goOffline(network: Network): () => void {
  const reconnect = network.disconnect(BROWSER_URL);
  const onLine = vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  return () => {
    reconnect();
    onLine.mockRestore();
    window.dispatchEvent(new Event("online"));
  };
}

/** auth-js retries the refresh until half a minute has passed: this skips that time. */
async function advancePastRefresh(network: Network) {
  await vi.waitFor(() => expect(network.listRequests(REFRESH_URL).length).toBeGreaterThan(1), WAIT_OPTIONS);
  vi.setSystemTime(Date.now() + MINUTE_MS);
}

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
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
  await shop.network.settle();
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
    await findAccountButton(me);
    await advancePastRefresh(shop.network);
    await findAccountButton(me);
    expect(refreshToken(readStoredSession())).toBe(refreshToken(session));

    restore();
    window.dispatchEvent(new Event("online"));
    await vi.waitFor(
      () => expect(refreshToken(readStoredSession())).not.toBe(refreshToken(session)),
      WAIT_OPTIONS,
    );
    await findAccountButton(me);
    await shop.network.settle();
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

test("without a network the account opens and says what it waits for, and is loaded when the network is back", async ({
  open,
  shop,
  customer,
  errors,
}) => {
  const me = await customer();
  const session = await shop.signIn(me);
  const goOnline = goOffline(shop.network);
  stopClock();
  await open("/account", { storage: withExpiry(session, -10) });
  expect(await screen.findByText(/^Vous restez connecté\./)).toBeVisible();
  await findAccountButton(me);
  await advancePastRefresh(shop.network);
  expect(await screen.findByText("Votre profil n'a pas pu être chargé.")).toBeVisible();
  expect(refreshToken(readStoredSession())).toBe(refreshToken(session));

  goOnline();
  await vi.waitFor(() => expect(screen.getByLabelText("Prénom")).toHaveValue("Fatou"), WAIT_OPTIONS);
  expect(screen.queryByText(/^Vous restez connecté\./)).toBeNull();
  allowErrors(errors, /./);
});

test("without a network the checkout stands, and a session that has ended meanwhile leads to the sign-in", async ({
  open,
  shop,
  customer,
  errors,
}) => {
  const me = await customer();
  const session = await shop.signIn(me);
  const goOnline = goOffline(shop.network);
  stopClock();
  const line = toCartLine(await createProduct(shop.sql));
  await open("/checkout", { storage: { ...withExpiry(session, -10), ...toCartEntry(line) } });
  expect(await screen.findByText(/^Vous restez connecté\./)).toBeVisible();
  expect(screen.getByLabelText("Email")).toHaveValue(me.email);
  expect(getConfirmButton()).toBeVisible();
  await advancePastRefresh(shop.network);

  await shop.sql`delete from auth.sessions where user_id = ${me.id}`;
  goOnline();
  await vi.waitFor(() => expect(getCurrentUrl()).toBe("/login?returnUrl=/checkout"), WAIT_OPTIONS);
  expect(readStoredSession()).toBeNull();
  allowErrors(errors, /./);
});
