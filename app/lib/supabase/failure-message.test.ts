import { AuthApiError, AuthRetryableFetchError } from "@supabase/auth-js";
import { PostgrestError } from "@supabase/postgrest-js";
import { describe, expect, it } from "vitest";
import { describeFailure, getFailureStatus } from "./failure-message.ts";

const FALLBACK = "Rien n'a été enregistré.";
const OFFLINE = "Connexion impossible. Vérifiez votre réseau et réessayez.";
const BROKEN = "La boutique a rencontré un problème. Réessayez dans un instant.";
const CLOSED = "La boutique est indisponible pour le moment. Réessayez dans quelques minutes.";
const SLOW = "La boutique met trop de temps à répondre. Réessayez dans un instant.";

const database = (code: string, message: string) =>
  new PostgrestError({ code, message, details: "", hint: "" });

describe("describeFailure", () => {
  it.each<[string, unknown, string]>([
    ["what fetch throws", new TypeError("Failed to fetch"), OFFLINE],
    ["the same in postgrest-js", { code: "", message: "TypeError: Failed to fetch" }, OFFLINE],
    ["the same in auth-js", new AuthRetryableFetchError("Failed to fetch", 0), OFFLINE],
    ["a cause", new Error("Read failed", { cause: { code: "", message: "TypeError: x" } }), OFFLINE],
    ["a timeout", new DOMException("signal timed out", "TimeoutError"), SLOW],
    ["a timeout in postgrest-js", { code: "", message: "AbortError: This operation was aborted" }, SLOW],
    ["a cancelled statement", database("57014", "canceling statement due to statement timeout"), SLOW],
    ["no connection", database("PGRST003", "Timed out acquiring connection from connection pool."), CLOSED],
    ["a 503 of auth", new AuthRetryableFetchError("{}", 503), CLOSED],
    ["a 500 of auth", new AuthRetryableFetchError("Internal Server Error", 500), BROKEN],
    ["a 200 that is no JSON", new AuthRetryableFetchError("Unexpected token '<'", 0), BROKEN],
    ["an answer of a proxy", database("HTTP503", ""), CLOSED],
    ["an internal error", database("XX000", "cache lookup failed for type 0"), BROKEN],
    [
      "a taken value",
      database("23505", "duplicate key value violates unique constraint"),
      "Cette valeur existe déjà.",
    ],
  ])("has a sentence for %s", (_, error, sentence) => {
    expect(describeFailure(error, FALLBACK)).toBe(sentence);
  });

  it.each<[string, unknown]>([
    ["a 422 without a text", new AuthApiError("{}", 422, undefined)],
    ["an English message", new AuthApiError("Unable to validate email address: invalid format", 400, "x")],
    ["English without a telling word", new AuthApiError("Nonces mismatch", 400, "bad_oauth_state")],
    ["English of PostgREST", database("PGRST117", "Unsupported HTTP method: TRACE")],
    ["markup", database("PGRST100", "<html><body>502</body></html>")],
    ["an unknown error", new Error("boom")],
    ["no error", "boom"],
  ])("returns the fallback for %s", (_, error) => {
    expect(describeFailure(error, FALLBACK)).toBe(FALLBACK);
  });

  it.each([
    database("YA002", "Stock insuffisant : Perceuse"),
    database("YA002", "Stock insuffisant : Multiprise «Value for You», Server 4U"),
    database("P0001", "Request refused by a rule of the shop"),
    new AuthApiError("Le service dit ceci", 400, "validation_failed"),
    new AuthApiError("Compte gelé", 400, "odd"),
    database("XX000", "disque plein"),
    new AuthApiError("Le service refuse", 400, undefined),
  ])("shows a French message of the service itself", (error) => {
    expect(describeFailure(error, FALLBACK)).toBe(error.message);
  });
});

it("tells a missing response from a failed one", () => {
  expect(getFailureStatus(new TypeError("Failed to fetch"))).toBe(0);
  expect(getFailureStatus(database("HTTP502", ""))).toBe(502);
  expect(getFailureStatus(new Error("boom"))).toBeNull();
});
