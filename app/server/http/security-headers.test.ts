import { expect, it } from "vitest";
import { securityHeaders } from "./security-headers.ts";

it.each([
  [{ siteUrl: "http://localhost:3000", hstsSubdomains: true }, undefined],
  [{ siteUrl: "https://yaare.example" }, "max-age=31536000"],
  [{ siteUrl: "https://yaare.example", hstsSubdomains: true }, "max-age=31536000; includeSubDomains"],
])("a shop with %o requires https by %s", (site, value) => {
  expect(securityHeaders(site)["strict-transport-security"]).toBe(value);
});
