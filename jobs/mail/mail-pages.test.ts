import { describe, expect, it } from "vitest";
import { createMailPages } from "./mail-pages.ts";

const config = {
  mail: { smtpUrl: null, from: null },
  dataDir: "/nowhere",
  siteUrl: "http://localhost:3000",
};
const pages = createMailPages(config);
const key = pages.address?.split("key=")[1] ?? "";
const request = {
  method: "GET",
  url: pages.address ?? "",
  headers: { host: "localhost:3000" },
  socket: { remoteAddress: "127.0.0.1" },
};

const PROXY_HEADERS = [
  ...["forwarded", "via", "x-real-ip", "x-forwarded-for", "x-forwarded-proto", "x-forwarded-host"],
  ...["x-forwarded-server", "x-client-ip", "true-client-ip", "cf-connecting-ip", "cf-ray", "cdn-loop"],
  ...["fastly-client-ip", "x-envoy-external-address", "x-original-for", "x-azure-clientip"],
];

describe("the local mail pages", () => {
  it.each([
    {},
    { url: `/mails/?key=${key}` },
    { url: `/mails?a=1&key=${key}` },
    { url: `/mails/x.eml?key=${key}` },
    { url: "/mails", headers: { host: "localhost:3000", cookie: `mails_key=${key}` } },
    { url: "/mails/x.eml", headers: { host: "localhost:3000", cookie: `a=1; mails_key=${key}; b=2` } },
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
    ...PROXY_HEADERS.map((name) => ({ headers: { host: "localhost", [name]: "203.0.113.7" } })),
    { url: "/mails" },
    { url: "/mails?key=" },
    { url: `/mails?key=${key}x` },
    { url: `/mails?key=${key.slice(1)}` },
    { url: "/mails", headers: { host: "localhost:3000", cookie: "mails_key=" } },
    { url: "/mails", headers: { host: "localhost:3000", cookie: `other_mails_key=${key}` } },
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
    const { address, handles } = createMailPages({ ...config, ...part });
    expect([address, handles(request)]).toEqual([null, false]);
  });

  it("have another key at each start", () => {
    expect(key.length).toBeGreaterThan(20);
    expect(createMailPages(config).handles(request)).toBe(false);
  });

  it("give the key to their links by a cookie for their path alone", async () => {
    const response = await pages.fetch(new Request(`http://localhost${pages.address}`));
    expect(response.headers.get("set-cookie")).toBe(
      `mails_key=${key}; Path=/mails; HttpOnly; SameSite=Strict`,
    );
    expect(await response.text()).not.toContain(key);
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
