import { describe, expect, test } from "vitest";
import { authorizeRole, getClaimedRole } from "./caller-role.ts";
import { defaultRestConfig, withDatabaseSettings } from "./config.ts";
import { cinema } from "./schema-cache/cinema.fixture.ts";

describe("the role of a caller", () => {
  test.each([
    [".role", { role: "editor" }, "editor"],
    [".level", { level: 5 }, "5"],
    [".level", { level: null }, "anon"],
    ['.roles[?(@ == "b")]', { roles: ["a", 5, "b"] }, "b"],
    ['.roles[?(@ != "a")]', { roles: ["a", 5, "b"] }, "b"],
    ['.roles[?(@ ^== "shop_")]', { roles: ["other", "shop_editor"] }, "shop_editor"],
    ['.roles[?(@ ==^ "_editor")]', { roles: ["editor", "shop_editor"] }, "shop_editor"],
    ['.roles[?(@ *== "_ed")]', { roles: ["editor", "shop_editor"] }, "shop_editor"],
    ['.roles[?(@ == "b")]', { roles: ["a"] }, "anon"],
    ['.roles[?(@ == "b")]', { roles: "b" }, "anon"],
    [".role", {}, "anon"],
    [".app_metadata.roles[1]", { app_metadata: { roles: ["a", "b"] } }, "b"],
    ['."https://x.org/role"', { "https://x.org/role": "far" }, "far"],
    [".toString", {}, "anon"],
    [".a.b", { a: null }, "anon"],
  ])("at %s of the claims %o", (key, claims, expected) => {
    const config = withDatabaseSettings(defaultRestConfig, new Map([["jwt_role_claim_key", key]]));
    expect(getClaimedRole(claims, config)).toBe(expected);
  });

  test("is the anonymous one without a token, if there is one", () => {
    expect(getClaimedRole(null, defaultRestConfig)).toBe("anon");
    expect(
      getClaimedRole(null, withDatabaseSettings(defaultRestConfig, new Map([["db_anon_role", ""]]))),
    ).toBeNull();
  });
});

describe("a caller", () => {
  const check =
    (aud: unknown, audience: string | null, role = "anon") =>
    () =>
      authorizeRole({ aud }, role, { audience }, cinema);

  test("must present a token for this audience, when the token names an audience", () => {
    for (const aud of [undefined, "shop", ["other", "shop"], []]) expect(check(aud, "shop")).not.toThrow();
    expect(check("other", null)).not.toThrow();
    for (const aud of ["other", ["other"], 5]) expect(check(aud, "shop")).toThrow("JWT not in audience");
  });

  test("must have a role that exists", () => {
    expect(check("shop", "shop", "nobody")).toThrow('role "nobody" does not exist');
  });
});
