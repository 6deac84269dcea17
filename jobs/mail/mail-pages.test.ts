import { describe, expect, it } from "vitest";
import { createMailPages } from "./mail-pages.ts";

const config = {
  mail: { smtpUrl: null, from: null },
  dataDir: "/nowhere",
  siteUrl: "http://localhost:3000",
};
const request = {
  method: "GET",
  url: "/mails",
  headers: { host: "localhost:3000" },
  socket: { remoteAddress: "127.0.0.1" },
};

describe("the local mail pages", () => {
  const pages = createMailPages(config);

  it.each([
    {},
    { url: "/mails/" },
    { url: "/mails?a=1" },
    { url: "/mails/x.eml" },
    { method: "HEAD" },
    { headers: { host: "127.0.0.1:3000" } },
    { headers: { host: "[::1]:3000" } },
    { headers: { host: "localhost" } },
    { socket: { remoteAddress: "::1" } },
    { socket: { remoteAddress: "::ffff:127.0.0.1" } },
  ])("are shown to a request with %o", (part) => {
    expect(pages.handles({ ...request, ...part })).toBe(true);
  });

  it.each([
    { socket: { remoteAddress: "192.168.1.20" } },
    { socket: { remoteAddress: "::ffff:10.0.0.1" } },
    { socket: { remoteAddress: "2001:db8::127.0.0.1" } },
    { socket: {} },
    { headers: {} },
    { headers: { host: "boutique.example" } },
    { headers: { host: "localhost.boutique.example" } },
    { headers: { host: "boutique.example@localhost" } },
    { headers: { host: "127.0.0.1.boutique.example" } },
    { headers: { host: "localhost", "x-forwarded-for": "203.0.113.7" } },
    { headers: { host: "localhost", forwarded: "for=203.0.113.7" } },
    { method: "POST" },
    { url: "/mailsx" },
    { url: "/" },
  ])("do not exist for a request with %o", (part) => {
    expect(pages.handles({ ...request, ...part })).toBe(false);
  });

  it.each([
    ["the shop has a public address", { siteUrl: "https://boutique.example" }],
    ["they are sent", { mail: { smtpUrl: "smtp://mail.example", from: null } }],
  ])("do not exist when %s", (_what, part) => {
    expect(createMailPages({ ...config, ...part }).handles(request)).toBe(false);
  });

  it("serve no other file", async () => {
    for (const file of ["keys.json", "..%2fkeys.json", "%2e%2e/keys.json", "x.eml"]) {
      const response = await pages.fetch(new Request(`http://localhost/mails/${file}`));
      expect(response.status).toBe(404);
    }
  });

  it("say when there are no mails, in a page without scripts", async () => {
    const response = await pages.fetch(new Request("http://localhost/mails"));
    expect(await response.text()).toContain("Aucun mail pour l'instant");
    expect(response.headers.get("content-security-policy")).toContain("default-src 'none'");
    expect(response.headers.get("cache-control")).toBe("no-store");
  });
});
