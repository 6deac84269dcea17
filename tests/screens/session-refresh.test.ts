/** How long a session lasts: renewed before it ends, stored while the server cannot be asked, gone when it is refused. */
import { afterEach, vi } from "vitest";
import { SESSION_KEY } from "../../app/lib/stored-session.ts";
import { PATIENCE_MS } from "../support/patience.ts";
import { endingIn, findAccountButton, findVisitor, storedSession } from "./support/identity.ts";
import type { Network } from "./support/network.ts";
import { expect, screen, test } from "./support/screen.ts";

const REFRESH = /grant_type=refresh_token/;
const RIGHTS = /rpc\/is_admin_user/;
const MINUTE_MS = 60_000;

/** Bounds a hang: what comes is seen at once. */
const PATIENCE = { timeout: PATIENCE_MS };

/** From now on the test moves the clock, and with it what auth-js looks at every half minute. */
function stopClock() {
  vi.useFakeTimers({ toFake: ["Date", "setInterval", "clearInterval"] });
}

/** The renewal is tried again until half a minute has passed: this lets it pass at once. */
async function outlastRenewal(network: Network) {
  await vi.waitFor(() => expect(network.asked(REFRESH).length).toBeGreaterThan(1), PATIENCE);
  vi.setSystemTime(Date.now() + MINUTE_MS);
}

afterEach(() => {
  vi.useRealTimers();
});

const refreshToken = (session: string | null): unknown => JSON.parse(session ?? "{}").refresh_token;

test("a session near its end is renewed by itself, and rights are asked for again", async ({
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
  expect(shop.network.asked(REFRESH), "four minutes before the end nothing is renewed").toHaveLength(0);
  await vi.advanceTimersByTimeAsync(2.5 * MINUTE_MS);
  expect(Date.now()).toBeLessThan(end - MINUTE_MS);
  await vi.waitFor(() => expect(refreshToken(storedSession())).not.toBe(refreshToken(session)), PATIENCE);
  expect(shop.network.asked(REFRESH)).toHaveLength(1);
  const renewed = `Bearer ${JSON.parse(storedSession() ?? "{}").access_token}`;
  await vi.waitFor(
    () => expect(shop.network.asked(RIGHTS).at(-1)?.headers.get("authorization")).toBe(renewed),
    PATIENCE,
  );
});

test.for([
  { what: "the server answers 502", status: 502 },
  { what: "the server answers 503", status: 503 },
  { what: "the server answers 504", status: 504 },
  { what: "the network is gone", status: 0 },
])(
  "a session that cannot be renewed because $what stays stored, and is tried again",
  async ({ status }, { open, shop, customer }) => {
    const me = await customer();
    const session = await shop.signIn(me);
    const restore = status === 0 ? shop.network.cut(REFRESH) : shop.network.fail(REFRESH, { status });
    stopClock();
    await open("/cart", { storage: endingIn(session, -10) });
    await outlastRenewal(shop.network);
    await findVisitor();
    expect(refreshToken(storedSession())).toBe(refreshToken(session));

    vi.useRealTimers();
    restore();
    await open("/cart");
    await findAccountButton(me);
  },
);

test("a session whose renewal is refused is removed", async ({ open, shop, customer }) => {
  const session = await shop.signIn(await customer());
  const body = { code: 400, error_code: "refresh_token_not_found", msg: "Invalid Refresh Token" };
  shop.network.answer(REFRESH, () => Response.json(body, { status: 400 }));
  await open("/cart", { storage: endingIn(session, -10) });
  await findVisitor();
  expect(storedSession()).toBeNull();
  expect(shop.network.asked(REFRESH)).toHaveLength(1);
});

test("without a network the account says so and the session stays; the next try opens it", async ({
  open,
  shop,
  customer,
}) => {
  const session = await shop.signIn(await customer());
  const restore = shop.network.cut(REFRESH);
  const reload = vi.spyOn(window.location, "reload").mockImplementation(() => {});
  stopClock();
  const { user } = await open("/account", { storage: endingIn(session, -10) });
  await outlastRenewal(shop.network);
  expect(await screen.findByRole("alert")).toHaveTextContent(
    "La page n'a pas pu s'ouvrir : le réseau ne répond pas.",
  );
  expect(refreshToken(storedSession())).toBe(refreshToken(session));
  await user.click(screen.getByRole("button", { name: "Réessayer" }));
  expect(reload).toHaveBeenCalledOnce();
  reload.mockRestore();

  vi.useRealTimers();
  restore();
  await open("/account");
  expect(await screen.findByLabelText("Prénom")).toHaveValue("Fatou");
});
