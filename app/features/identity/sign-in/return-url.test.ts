import { describe, expect, it } from "vitest";
import { toSafeReturnUrl } from "./return-url.ts";

describe("toSafeReturnUrl", () => {
  it.each([
    "/",
    "/checkout",
    "/account?tab=commandes",
    "/products?search=100%25%20PVC&minPrice=0#liste",
    "/products?search=a%5Cb//c",
    "/product/perceuse-%C3%A0-percussion",
  ])("accepts %j", (path) => {
    expect(toSafeReturnUrl(path)).toBe(path);
  });

  it.each([
    ["nothing", null],
    ["an empty text", ""],
    ["an absolute address", "https://evil.example/checkout"],
    ["an address without scheme", "//evil.example"],
    ["a backslash that browsers read as a slash", "/\\evil.example"],
    ["two backslashes", "\\\\evil.example"],
    ["a backslash inside the path", "/checkout\\..\\evil"],
    ["a script", "javascript:alert(1)"],
    ["data", "data:text/html,x"],
    ["a relative path", "checkout"],
    ["a tab that browsers drop", "/\t/evil.example"],
    ["a newline that browsers drop", "/\n/evil.example"],
    ["leading space", " //evil.example"],
    ["an encoded slash", "/%2Fevil.example"],
    ["an encoded address without scheme", "%2F%2Fevil.example"],
    ["an encoded backslash", "/%5Cevil.example"],
    ["a doubly encoded slash", "/%252Fevil.example"],
    ["encoded dots that lead to two slashes", "/%2e%2e//evil.example"],
    ["dots that lead to two slashes", "/a/..//evil.example"],
    ["an encoded tab", "/%09/evil.example"],
    ["broken encoding", "/%E0%A4%A"],
    ["a path that is no address", "//["],
  ])("rejects %s", (_what, value) => {
    expect(toSafeReturnUrl(value)).toBe("/");
  });

  it("does not return to the sign-in page", () => {
    expect(toSafeReturnUrl("/login?returnUrl=/login")).toBe("/");
    expect(toSafeReturnUrl("/x/../login")).toBe("/");
    expect(toSafeReturnUrl("/login/x")).toBe("/");
    expect(toSafeReturnUrl("/login-aide")).toBe("/login-aide");
  });
});
