import { describe, expect, test } from "vitest";
import { parsePreferences } from "#backend/rest/api-request/preferences.ts";
import { RestError } from "#backend/rest/errors.ts";
import { formatContentRange, getRangeStatus } from "./content-range.ts";
import { fromDatabaseError } from "./database-error.ts";
import { createErrorResponse } from "./error-response.ts";
import { formatPreferenceApplied } from "./preference-applied.ts";

describe("Content-Range", () => {
  test.each([
    [0, 9, null, "0-9/*", 200],
    [0, 9, 10, "0-9/10", 200],
    [10, 19, 100, "10-19/100", 206],
    [0, -1, 0, "*/0", 200],
    [0, -1, null, "*/*", 200],
    [5, 4, 5, "*/5", 206],
    [6, 5, 5, "*/5", 416],
  ])("rows %s to %s of %s", (first, last, total, header, status) => {
    expect(formatContentRange(first, last, total)).toBe(header);
    expect(getRangeStatus(first, last, total)).toBe(status);
  });
});

describe("Preference-Applied", () => {
  const preferences = parsePreferences(
    "count=exact, return=minimal, missing=default, resolution=merge-duplicates, tx=rollback, handling=strict, max-affected=2",
    new Set(),
  );

  test("names the applied preferences, in a fixed order", () => {
    expect(formatPreferenceApplied(preferences, "insert", { resolves: true, txOverride: true })).toBe(
      "resolution=merge-duplicates, missing=default, return=minimal, count=exact, tx=rollback, handling=strict",
    );
    expect(formatPreferenceApplied(preferences, "delete", { resolves: false, txOverride: false })).toBe(
      "return=minimal, count=exact, handling=strict, max-affected=2",
    );
    expect(formatPreferenceApplied(preferences, "read", { resolves: false, txOverride: false })).toBe(
      "count=exact, handling=strict",
    );
  });

  test("is absent when none was applied", () => {
    const none = parsePreferences(null, new Set());
    expect(formatPreferenceApplied(none, "read", { resolves: false, txOverride: true })).toBeNull();
  });
});

describe("an error of the database", () => {
  const toError = (code: string, message = "", detail?: string, isAnonymous = false) =>
    fromDatabaseError({ code, message, detail }, isAnonymous);

  test.each([
    ["08006", 503],
    ["23503", 409],
    ["23505", 409],
    ["23514", 400],
    ["25006", 405],
    ["25P02", 500],
    ["28000", 403],
    ["42501", 403],
    ["42703", 400],
    ["42883", 404],
    ["42P01", 404],
    ["42P17", 500],
    ["53300", 503],
    ["53400", 500],
    ["57014", 500],
    ["57P01", 503],
    ["P0001", 400],
    ["P0002", 500],
    ["XX000", 500],
    ["PT418", 418],
    ["PTabc", 500],
    ["YA002", 400],
  ])("%s has the status %s", (code, status) => {
    expect(toError(code)).toMatchObject({ status, body: { code } });
  });

  test("requests a token from the anonymous role when privileges are missing", () => {
    const error = toError("42501", "permission denied", undefined, true);
    expect(error).toMatchObject({ status: 401, headers: { "WWW-Authenticate": "Bearer" } });
  });

  test("distinguishes client errors from server errors", () => {
    expect(toError("21000", "UPDATE requires a WHERE clause").status).toBe(400);
    expect(toError("21000", "more than one row returned by a subquery").status).toBe(500);
    expect(toError("22023", 'role "x" does not exist').status).toBe(401);
    expect(toError("22023", "invalid value").status).toBe(400);
  });

  test("may define its response itself", () => {
    const error = toError(
      "PGRST",
      '{"code":"X1","message":"Payer d\'abord","hint":"caisse"}',
      '{"status":402,"status_text":"Pay","headers":{"X-Pay":"1"}}',
    );
    expect(error).toMatchObject({ status: 402, statusText: "Pay", headers: { "X-Pay": "1" } });
    expect(error.body).toEqual({ code: "X1", message: "Payer d'abord", details: null, hint: "caisse" });
    expect(toError("PGRST", "no json").body).toMatchObject({
      code: "PGRST121",
      details: "Invalid JSON value for MESSAGE: 'no json'",
    });
    expect(toError("PGRST", '{"code":"X","message":"m"}').body.details).toBe(
      "DETAIL is missing in the RAISE statement",
    );
    expect(toError("PGRST", '{"code":"X","message":"m"}', '{"status":1,"headers":{}}').body.code).toBe(
      "PGRST121",
    );
  });
});

describe("an error response", () => {
  const error = new RestError(406, { code: "PGRST116", message: "No" });

  test("always has the same four members, and the Proxy-Status header", async () => {
    const response = createErrorResponse(error, false);
    expect(response.headers.get("proxy-status")).toBe("PostgREST; error=PGRST116");
    expect(await response.json()).toEqual({ code: "PGRST116", message: "No", details: null, hint: null });
  });

  test("has no body for HEAD", async () => {
    expect(await createErrorResponse(error, true).text()).toBe("");
  });
});
