import { expect, it } from "vitest";
import { createLogger } from "#backend/core/observability/log.ts";
import { createSiteNameCheck } from "./site-name.ts";

function listWarnings(siteUrl: string, requests: { url?: string; headers: Record<string, string> }[]) {
  const warnings: unknown[] = [];
  const log = Object.assign(createLogger("silent"), { warn: (text: unknown) => warnings.push(text) });
  const check = createSiteNameCheck(siteUrl, log);
  for (const request of requests) check({ url: "/", ...request });
  return warnings;
}

it.each([
  ["http://localhost:3000", { host: "boutique.example" }],
  ["http://localhost:3000", { host: "Boutique.Example:8080" }],
  ["http://localhost:3000", { host: "192.168.1.20:3000" }],
  ["http://localhost:3000", { host: "127.0.0.1:3000", "x-forwarded-host": "boutique.example" }],
  ["http://localhost:3000", { ":authority": "boutique.example" }],
  ["https://ancienne.example", { host: "boutique.example" }],
  ["https://boutique.example", { host: "www.boutique.example" }],
])("the shop with the address %s says once that it is reached by %o", (siteUrl, headers) => {
  expect(listWarnings(siteUrl, [{ headers }, { headers }, { headers: { host: "b.example" } }])).toEqual([
    expect.stringMatching(/^The shop is reached as \S+, but SITE_URL is \S+: set SITE_URL to /),
  ]);
});

it.each([
  ["http://localhost:3000", { host: "localhost:3000" }],
  ["http://localhost:3000", { host: "127.0.0.1:3000" }],
  ["http://localhost:3000", { host: "[::1]:3000" }],
  ["https://boutique.example", { host: "boutique.example:443" }],
  ["https://boutique.example", { host: "10.0.0.7:3000" }],
  ["https://boutique.example", { host: "localhost:3000" }],
  ["http://localhost:3000", {}],
  ["http://localhost:3000", { host: "a b\nc" }],
])("the shop with the address %s says nothing about %o", (siteUrl, headers) => {
  expect(listWarnings(siteUrl, [{ headers }])).toEqual([]);
});

it("says nothing about a health check", () => {
  expect(
    listWarnings("http://localhost:3000", [{ url: "/healthz", headers: { host: "probe.internal" } }]),
  ).toEqual([]);
});
