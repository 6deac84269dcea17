import { generateKeyPairSync } from "node:crypto";
import { copyFile, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { StartupError } from "#backend/core/errors.ts";
import { openCertificate } from "./tls-certificate.ts";

const FIXTURES = join(import.meta.dirname, "../../../tests/support/tls");
const otherKey = generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey;
const otherPem = otherKey.export({ type: "pkcs8", format: "pem" });

let folder: string;
let files: { cert: string; key: string };
let logged: string[];
const log = pino(
  { level: "warn", base: null },
  { write: (line: string) => logged.push(JSON.parse(line).msg) },
);

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "yaare-tls-"));
  files = { cert: join(folder, "shop.crt"), key: join(folder, "shop.key") };
  logged = [];
  await copyFile(join(FIXTURES, "localhost.crt"), files.cert);
  await copyFile(join(FIXTURES, "localhost.key"), files.key);
});
afterEach(() => rm(folder, { recursive: true }));

const open = (siteUrl = "https://localhost") => openCertificate(files, siteUrl, log, 5);

describe("the certificate", () => {
  it("is read with its end", async () => {
    const certificate = await open();
    expect(certificate.current.endsAt.toISOString()).toBe("2120-01-01T00:00:00.000Z");
    expect(logged).toEqual([]);
    certificate.close();
  });

  it.each([
    ["a file that is missing", () => rm(files.cert), /^The file TLS_CERT=.* does not exist/],
    ["a folder", () => rm(files.key).then(() => mkdir(files.key)), /^The file TLS_KEY=.* is a folder/],
    ["a file that is none", () => writeFile(files.cert, "none"), /^TLS_CERT=.* is no certificate in PEM/],
    ["a key that is none", () => writeFile(files.key, "none"), /^TLS_KEY=.* is no private key in PEM/],
    ["the key of another", () => writeFile(files.key, otherPem), /^TLS_KEY=.* is not the key of .* pair/],
    [
      "a key behind a passphrase",
      () =>
        writeFile(
          files.key,
          otherKey.export({ type: "pkcs8", format: "pem", cipher: "aes-256-cbc", passphrase: "secret" }),
        ),
      /^TLS_KEY=.* is encrypted with a passphrase/,
    ],
  ])("is refused at the start: %s", async (_, damage, message) => {
    await damage();
    const opened = open();
    await expect(opened).rejects.toThrow(message);
    await expect(opened).rejects.toBeInstanceOf(StartupError);
  });

  it("is reported when it has ended or is for another name", async () => {
    await copyFile(join(FIXTURES, "ended.crt"), files.cert);
    (await open()).close();
    expect(logged).toEqual([
      expect.stringMatching(/ended at 2020-01-02T00:00:00.000Z: renew it/),
      expect.stringMatching(/is not for localhost, the name of SITE_URL/),
    ]);
  });

  it("is read again when its files change; until they belong together the old one stays", async () => {
    const certificate = await open("https://shop.test");
    const renewed = vi.fn();
    certificate.onRenewal(renewed);
    await writeFile(files.key, otherPem);
    await vi.waitFor(() =>
      expect(logged).toContainEqual(expect.stringMatching(/not renewed, the old one stays/)),
    );
    expect(renewed).not.toHaveBeenCalled();
    await copyFile(join(FIXTURES, "ended.crt"), files.cert);
    await copyFile(join(FIXTURES, "localhost.key"), files.key);
    await vi.waitFor(() => expect(certificate.current.endsAt.getUTCFullYear()).toBe(2020));
    expect(renewed).toHaveBeenCalled();
    certificate.close();
  });
});
