import { describe, expect, it } from "vitest";
import { readTlsSettings } from "./database-socket.ts";

describe("the TLS parameters of a connection URL", () => {
  it.each([
    ["", "prefer", null],
    ["?sslmode=disable", "disable", null],
    ["?sslmode=require", "require", null],
    ["?sslmode=require&sslrootcert=/ca.pem", "require", "/ca.pem"],
    ["?sslmode=verify-ca&sslrootcert=/ca.pem", "verify-ca", "/ca.pem"],
    ["?sslmode=verify-full", "verify-full", null],
    ["?sslmode=verify-full&sslrootcert=system", "verify-full", null],
    ["?sslrootcert=system", "verify-full", null],
  ])("%j means %s with the root certificate %s", (query, mode, rootCertificate) => {
    expect(readTlsSettings(`postgres://user@host/shop${query}`)).toEqual({
      url: "postgres://user@host/shop",
      tls: { mode, rootCertificate },
    });
  });

  it("are taken out of the URL, and no others", () => {
    expect(readTlsSettings("postgres:///shop?options=-c%20a%3Db&sslmode=disable").url).toBe(
      "postgres:///shop?options=-c+a%3Db",
    );
  });

  it.each([
    ["sslmode=allow", /^TLS in DATABASE_URL .* correct sslmode=allow\.$/],
    ["ssl=true", /^TLS in DATABASE_URL .* correct ssl\.$/],
    ["sslmode=verify-ca", /^sslmode=verify-ca .* set sslrootcert to a file/],
    ["sslmode=verify-ca&sslrootcert=system", /^sslmode=verify-ca .* set sslrootcert to a file/],
    ["sslmode=require&sslrootcert=system", /^sslmode=require .* set sslrootcert to a file/],
  ])("%s is refused", (query, message) => {
    expect(() => readTlsSettings(`postgres://host/shop?${query}`)).toThrow(message);
  });
});
