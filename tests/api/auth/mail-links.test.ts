/** The redirect target of a mail's link: the shop, or an address that its settings allow. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { createUniqueEmail, startAuth, type TestAuth } from "./auth-fixture.ts";

let auth: TestAuth;
beforeAll(async () => {
  const redirectUrls = ["https://app.example/**", "yaare://*"];
  auth = await startAuth({ emailMinIntervalSeconds: 0, siteUrl: "http://shop.test", redirectUrls });
});
afterAll(() => auth.close());

const getRedirectFor = async (requested: string, headers?: Record<string, string>) => {
  const email = createUniqueEmail();
  await auth.call(`/otp?redirect_to=${encodeURIComponent(requested)}`, { body: { email }, headers });
  const { link } = await auth.getLatestMail(email);
  return new URL(link).searchParams.get("redirect_to");
};

test.each([
  "http://shop.test/compte?a=1",
  "https://app.example/",
  "https://app.example/deep/er?x=1",
  "yaare://callback",
])("%s is allowed", async (address) => {
  expect(await getRedirectFor(address)).toBe(address);
});

test.each([
  "https://evil.example/",
  "//evil.example",
  "https://shop.test/",
  "http://shop.test:81/",
  "http://shop.test@evil.example/",
  "http://shop.test.evil.example/",
  "http://user:pass@shop.test/",
  "http:\\\\evil.example",
  "https://app.example.evil.example/",
  "https://app.example@evil.example/",
  "javascript:alert(1)//http://shop.test",
  "data:text/html,x",
  "yaare://a/b",
  "/compte",
  "http://shop.test/\u0001",
])("%s is replaced by the site", async (address) => {
  expect(await getRedirectFor(address)).toBe("http://shop.test");
});

test("a local site has several host names", async () => {
  const local = await startAuth({ siteUrl: "http://localhost:3000", emailMinIntervalSeconds: 0 });
  try {
    const { user } = await local.signUp();
    for (const [requested, target] of [
      ["http://127.0.0.1:41235/reset-password", "http://127.0.0.1:41235/reset-password"],
      ["http://[::1]:80/", "http://[::1]/"],
      ["https://localhost:3000/", "http://localhost:3000"],
      ["http://localhost.evil.example/", "http://localhost:3000"],
    ] as const) {
      await local.call(`/recover?redirect_to=${encodeURIComponent(requested)}`, {
        body: { email: user.email },
      });
      const { link } = await local.getLatestMail(user.email);
      expect(new URL(link).searchParams.get("redirect_to")).toBe(target);
    }
  } finally {
    await local.close();
  }
});

test("the requesting page is the default target, if it is allowed", async () => {
  expect(await getRedirectFor("", { referer: "https://app.example/connexion" })).toBe(
    "https://app.example/connexion",
  );
  expect(await getRedirectFor("", { referer: "https://evil.example/" })).toBe("http://shop.test");
});

test("a link with a changed target redirects to the site", async () => {
  const { user } = await auth.signUp();
  await auth.call("/recover", { body: { email: user.email } });
  const link = new URL((await auth.getLatestMail(user.email)).link);
  link.searchParams.set("redirect_to", "https://evil.example/");
  expect((await auth.followLink(link.href)).page).toBe("http://shop.test/");
});
