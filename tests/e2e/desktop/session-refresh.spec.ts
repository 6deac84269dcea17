/** How long a session lasts: renewed before it ends, kept while the server cannot be asked, gone when it is refused. */
import type { Page } from "@playwright/test";
import {
  asSession,
  expect,
  expectLogged,
  forgive,
  remember,
  SESSION_KEY,
  signInOver,
  test,
} from "../support/shopper.ts";

const REFRESH = "**/auth/v1/token?grant_type=refresh_token";
const MINUTE = 60;

const storedSession = (page: Page) => page.evaluate((key) => localStorage.getItem(key), SESSION_KEY);
const inSeconds = (seconds: number) => Math.floor(Date.now() / 1000) + seconds;

test("a session near its end is renewed by itself, and rights are asked for again", async ({
  page,
  shop,
  customer,
}) => {
  const session = await signInOver(shop, await customer());
  await remember(page, asSession(session));
  let checks = 0;
  page.on("request", (request) => {
    if (request.url().endsWith("/rpc/is_admin_user")) checks += 1;
  });
  let renewals = 0;
  page.on("request", (request) => {
    if (request.url().includes("grant_type=refresh_token")) renewals += 1;
  });
  await page.clock.install();
  await page.goto("/cart");
  await expect.poll(() => checks).toBeGreaterThan(0);
  const before = checks;
  await page.clock.fastForward((session.expires_at - inSeconds(5 * MINUTE)) * 1000);
  await page.clock.runFor(31_000);
  expect(renewals, "five minutes before the end nothing is renewed").toBe(0);
  await page.clock.runFor(4 * MINUTE * 1000);
  await expect
    .poll(async () => JSON.parse((await storedSession(page)) ?? "{}").refresh_token)
    .not.toBe(session.refresh_token);
  await expect.poll(() => checks).toBeGreaterThan(before);
});

/** A session whose access token has run out, and the shop's answers to its renewal. */
async function openWithExpiredSession(
  page: Page,
  session: object,
  answer: { status: number; body: object } | "network",
) {
  let asked = 0;
  await page.route(REFRESH, (route) => {
    asked += 1;
    if (answer === "network") return route.abort("internetdisconnected");
    return route.fulfill({ status: answer.status, json: answer.body });
  });
  await remember(page, asSession({ ...session, expires_at: inSeconds(-10) }));
  await page.clock.install();
  await page.goto("/cart");
  return { asked: () => asked };
}

for (const answer of [
  { status: 502, body: {} },
  { status: 503, body: {} },
  { status: 504, body: {} },
  "network",
] as const) {
  const what = answer === "network" ? "the network is gone" : `the server answers ${answer.status}`;
  test(`a session that cannot be renewed because ${what} is kept, and tried again`, async ({
    page,
    shop,
    customer,
    pageErrors,
  }) => {
    const session = await signInOver(shop, await customer());
    const { asked } = await openWithExpiredSession(page, session, answer);
    await expect
      .poll(async () => {
        await page.clock.runFor(1000);
        return asked();
      })
      .toBeGreaterThan(4);
    await page.clock.runFor(MINUTE * 1000);
    expect(JSON.parse((await storedSession(page)) ?? "{}").refresh_token).toBe(session.refresh_token);

    await page.unroute(REFRESH);
    await page.reload();
    await expect(page.getByRole("banner").getByRole("button", { name: /^cliente-/ })).toBeVisible();
    await expectLogged(pageErrors, /status of 50|ERR_INTERNET_DISCONNECTED/);
    forgive(pageErrors, /refresh|AuthRetryable/i);
  });
}

test("a session whose renewal is refused is removed", async ({ page, shop, customer, pageErrors }) => {
  const session = await signInOver(shop, await customer());
  const { asked } = await openWithExpiredSession(page, session, {
    status: 400,
    body: { code: 400, error_code: "refresh_token_not_found", msg: "Invalid Refresh Token" },
  });
  await expect(page.getByRole("banner").getByRole("link", { name: "Connexion" })).toBeVisible();
  expect(await storedSession(page)).toBeNull();
  expect(asked()).toBe(1);
  await expectLogged(pageErrors, /status of 400/);
  forgive(pageErrors, /refresh/i);
});

test("a stored session that is nonsense is a visitor's", async ({ page }) => {
  await remember(page, { [SESSION_KEY]: "{broken" });
  await page.goto("/cart");
  await expect(page.getByRole("banner").getByRole("link", { name: "Connexion" })).toHaveAttribute(
    "aria-busy",
    "false",
  );
});

test("a session that an address brings, as links in mails do, is taken over and out of the address", async ({
  page,
  shop,
  customer,
}) => {
  const known = await customer();
  const { access_token, refresh_token } = await signInOver(shop, known);
  const brought = new URLSearchParams({
    access_token,
    refresh_token,
    expires_in: "3600",
    token_type: "bearer",
  });
  await page.goto(`/cart#${brought}`);
  await expect(
    page.getByRole("banner").getByRole("button", { name: known.email.split("@")[0] ?? "" }),
  ).toBeVisible();
  await expect(page).not.toHaveURL(/access_token/);
  expect(JSON.parse((await storedSession(page)) ?? "{}")).toMatchObject({ access_token, refresh_token });
});
