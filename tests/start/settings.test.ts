/** Invalid settings: the start fails with one line that names the setting. */
import { createServer } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { waitForPort } from "#harness/wait-for-port.ts";
import { createDataDir, expectStartupError, startShopProcess } from "./shop-process.ts";

describe("the start is refused", () => {
  it("when the database cannot be reached", async () => {
    const shop = startShopProcess({
      DATA_DIR: await createDataDir(),
      DATABASE_URL: "postgres://shop:secret-word@127.0.0.1:9/shop",
    });
    await expectStartupError(shop, /DATABASE_URL cannot be reached .*check the address\.$/);
    expect(shop.stderr()).not.toContain("secret-word");
  });

  it("when the server at that port is no database and closes each connection", async () => {
    const other = createServer((socket) => socket.on("error", () => {}).end()).listen(0, "127.0.0.1");
    onTestFinished(() => {
      other.close();
    });
    const shop = startShopProcess({
      DATA_DIR: await createDataDir(),
      DATABASE_URL: `postgres://shop@127.0.0.1:${await waitForPort(other)}/shop?sslmode=disable`,
    });
    await expectStartupError(
      shop,
      /DATABASE_URL cannot be reached \(the connection was closed\): check the address\.$/,
    );
  });

  it.each([
    ["PORT", "eighty", /^PORT=eighty is not a port/],
    ["HOST", "192.0.2.1", /^HOST=192\.0\.2\.1 is not an address of this machine/],
    ["HOST", "a b", /^HOST=a b is no address: set another HOST\.$/],
    ["DATABASE_URL", "mysql://x", /^DATABASE_URL is not an address/],
    ["SUPABASE_URL", "https://x.supabase.co", /SUPABASE_ANON_KEY/],
    [
      "SMTP_URL",
      "mail.example:587",
      /^SMTP_URL is not an address that begins with smtp:\/\/ or smtps:\/\/\.$/,
    ],
    ["MAIL_FROM", "boutique", /^MAIL_FROM=boutique is neither an e-mail address nor a name with one/],
  ])("when %s is %s", async (name, value, line) => {
    await expectStartupError(startShopProcess({ DATA_DIR: await createDataDir(), [name]: value }), line);
  });

  it("when the bucket cannot be used, with nothing else in the log", async () => {
    const S3_URL = "http://key:secret-word@127.0.0.1:9/bucket";
    const shop = startShopProcess({ DATA_DIR: await createDataDir(), LOG_LEVEL: "warn", S3_URL });
    await expectStartupError(
      shop,
      /^The bucket of S3_URL cannot be used \(.+\): check address, keys and region\.$/,
    );
  });
});
