import { expect, it } from "vitest";
import { parseAuthLink } from "./auth-link.ts";

const parse = (address: string) => parseAuthLink(new URL(address, "https://boutique.example/reset-password"));

it.each([
  ["", { kind: "none" }],
  ["?code=a", { kind: "link", code: "a", tokenHash: null }],
  ["#token_hash=b&type=recovery", { kind: "link", code: null, tokenHash: { hash: "b", type: "recovery" } }],
  [
    "?code=a#token_hash=b&type=invite&sb=",
    { kind: "link", code: "a", tokenHash: { hash: "b", type: "invite" } },
  ],
  ["?error=x&error_code=otp_expired", { kind: "expired" }],
  ["#error=x&error_code=otp_expired", { kind: "expired" }],
])("%s", (address, link) => {
  expect(parse(address)).toEqual(link);
});

it("ignores sessions, and hashes that do not lead to a new password", () => {
  for (const address of [
    "#access_token=a&refresh_token=b&expires_in=3600&token_type=bearer&type=recovery",
    "#token_hash=b&type=magiclink",
    "#token_hash=b",
  ]) {
    expect(parse(address)).toEqual({ kind: "none" });
  }
});
