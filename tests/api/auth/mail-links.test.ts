/** Where the link of a mail leads: to the shop, or where its settings allow. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { freshEmail, startAuth, type TestAuth } from "./service.ts";

let auth: TestAuth;
beforeAll(async () => {
  const redirectUrls = ["https://app.example/**", "yaare://*"];
  auth = await startAuth({ emailEverySeconds: 0, siteUrl: "http://shop.test", redirectUrls });
});
afterAll(() => auth.close());

const landingFor = async (asked: string, headers?: Record<string, string>) => {
  const email = freshEmail();
  await auth.call(`/otp?redirect_to=${encodeURIComponent(asked)}`, { body: { email }, headers });
  const { link } = await auth.mailTo(email);
  return new URL(link).searchParams.get("redirect_to");
};

test.each([
  "http://shop.test/compte?a=1",
  "https://app.example/",
  "https://app.example/deep/er?x=1",
  "yaare://callback",
])("%s is allowed", async (address) => {
  expect(await landingFor(address)).toBe(address);
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
])("%s becomes the site", async (address) => {
  expect(await landingFor(address)).toBe("http://shop.test");
});

test("a site on this machine has several names", async () => {
  const local = await startAuth({ siteUrl: "http://localhost:3000", emailEverySeconds: 0 });
  try {
    const { user } = await local.signUp();
    for (const [asked, led] of [
      ["http://127.0.0.1:41235/reset-password", "http://127.0.0.1:41235/reset-password"],
      ["http://[::1]:80/", "http://[::1]/"],
      ["https://localhost:3000/", "http://localhost:3000"],
      ["http://localhost.evil.example/", "http://localhost:3000"],
    ] as const) {
      await local.call(`/recover?redirect_to=${encodeURIComponent(asked)}`, {
        body: { email: user.email },
      });
      const { link } = await local.mailTo(user.email);
      expect(new URL(link).searchParams.get("redirect_to")).toBe(led);
    }
  } finally {
    await local.close();
  }
});

test("the page that asked is taken when nothing else was said, if it is allowed", async () => {
  expect(await landingFor("", { referer: "https://app.example/connexion" })).toBe(
    "https://app.example/connexion",
  );
  expect(await landingFor("", { referer: "https://evil.example/" })).toBe("http://shop.test");
});

test("a link whose target was changed leads to the site", async () => {
  const { user } = await auth.signUp();
  await auth.call("/recover", { body: { email: user.email } });
  const link = new URL((await auth.mailTo(user.email)).link);
  link.searchParams.set("redirect_to", "https://evil.example/");
  expect((await auth.follow(link.href)).page).toBe("http://shop.test/");
});
