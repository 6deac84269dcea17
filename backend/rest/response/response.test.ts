import { describe, expect, test } from "vitest";
import { parsePreferences } from "../api-request/preferences.ts";
import { RestError } from "../errors.ts";
import { contentRange, rangeStatus } from "./content-range.ts";
import { fromDatabaseError } from "./database-error.ts";
import { errorResponse } from "./error-response.ts";
import { preferenceApplied } from "./preference-applied.ts";

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
    expect(contentRange(first, last, total)).toBe(header);
    expect(rangeStatus(first, last, total)).toBe(status);
  });
});

describe("Preference-Applied", () => {
  const preferences = parsePreferences(
    "count=exact, return=minimal, missing=default, resolution=merge-duplicates, tx=rollback, handling=strict, max-affected=2",
    new Set(),
  );

  test("names what was honoured, in one order", () => {
    expect(preferenceApplied(preferences, "insert", { resolves: true, txOverride: true })).toBe(
      "resolution=merge-duplicates, missing=default, return=minimal, count=exact, tx=rollback, handling=strict",
    );
    expect(preferenceApplied(preferences, "delete", { resolves: false, txOverride: false })).toBe(
      "return=minimal, count=exact, handling=strict, max-affected=2",
    );
    expect(preferenceApplied(preferences, "read", { resolves: false, txOverride: false })).toBe(
      "count=exact, handling=strict",
    );
  });

  test("is absent when nothing was", () => {
    const none = parsePreferences(null, new Set());
    expect(preferenceApplied(none, "read", { resolves: false, txOverride: true })).toBeNull();
  });
});

describe("an error of the database", () => {
  const answer = (code: string, message = "", detail?: string, isAnonymous = false) =>
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
  ])("%s is status %s", (code, status) => {
    expect(answer(code)).toMatchObject({ status, body: { code } });
  });

  test("asks the anonymous for a token where rights are missing", () => {
    const error = answer("42501", "permission denied", undefined, true);
    expect(error).toMatchObject({ status: 401, headers: { "WWW-Authenticate": "Bearer" } });
  });

  test("tells what the client did from what the server did", () => {
    expect(answer("21000", "UPDATE requires a WHERE clause").status).toBe(400);
    expect(answer("21000", "more than one row returned by a subquery").status).toBe(500);
    expect(answer("22023", 'role "x" does not exist').status).toBe(401);
    expect(answer("22023", "invalid value").status).toBe(400);
  });

  test("may be an answer that a function made itself", () => {
    const error = answer(
      "PGRST",
      '{"code":"X1","message":"Payer d\'abord","hint":"caisse"}',
      '{"status":402,"status_text":"Pay","headers":{"X-Pay":"1"}}',
    );
    expect(error).toMatchObject({ status: 402, statusText: "Pay", headers: { "X-Pay": "1" } });
    expect(error.body).toEqual({ code: "X1", message: "Payer d'abord", details: null, hint: "caisse" });
    expect(answer("PGRST", "no json").body).toMatchObject({
      code: "PGRST121",
      details: "Invalid JSON value for MESSAGE: 'no json'",
    });
    expect(answer("PGRST", '{"code":"X","message":"m"}').body.details).toBe(
      "DETAIL is missing in the RAISE statement",
    );
    expect(answer("PGRST", '{"code":"X","message":"m"}', '{"status":1,"headers":{}}').body.code).toBe(
      "PGRST121",
    );
  });
});

describe("an error's answer", () => {
  const error = new RestError(406, { code: "PGRST116", message: "No" });

  test("has always the same four members, and says who answers", async () => {
    const response = errorResponse(error, false);
    expect(response.headers.get("proxy-status")).toBe("PostgREST; error=PGRST116");
    expect(await response.json()).toEqual({ code: "PGRST116", message: "No", details: null, hint: null });
  });

  test("has no body for HEAD", async () => {
    expect(await errorResponse(error, true).text()).toBe("");
  });
});
