import { PostgrestError } from "@supabase/postgrest-js";
import { afterEach, expect, test, vi } from "vitest";
import { toUserMessage, UserError } from "./user-error.ts";

const createError = (message: string, code: string) =>
  new PostgrestError({ message, code, details: "", hint: "" });

/** Stubs a browser with or without a session. */
const stubSession = (session: string | null) =>
  vi.stubGlobal("window", { localStorage: { getItem: () => session } });

afterEach(() => vi.unstubAllGlobals());

test("returns the server's reason, and a message for a revoked right", () => {
  stubSession("{}");
  expect(toUserMessage(createError("disque plein", "53100"))).toBe("disque plein");
  expect(toUserMessage(createError("new row violates row-level security policy", "42501"))).toBe(
    "Vous n'avez pas les droits d'administrateur",
  );
  const missing = { message: "Votre rôle ne permet pas cette action", code: "42501", hint: "" };
  expect(toUserMessage(new PostgrestError({ ...missing, details: "orders.confirm" }))).toBe(missing.message);
  expect(toUserMessage(new UserError("Cet élément n'existe plus"))).toBe("Cet élément n'existe plus");
});

test("tells an ended session from a revoked right", () => {
  stubSession(null);
  const ended = "Votre session est terminée. Reconnectez-vous dans un autre onglet, puis réessayez.";
  expect(toUserMessage(createError("permission denied for table products", "42501"))).toBe(ended);
  expect(toUserMessage(createError("JWT expired", "PGRST303"))).toBe(ended);
  // The session still exists: the network failed during the token refresh.
  stubSession("{}");
  expect(toUserMessage(createError("JWT expired", "PGRST303"))).toBe("Une erreur est survenue");
});

test("finds the server's reason in the cause of a wrapping error", () => {
  stubSession("{}");
  const wrapped = (cause: unknown) => new Error("Failed", { cause });
  expect(toUserMessage(wrapped({ code: "53100", message: "disque plein" }))).toBe("disque plein");
  const lost = { code: "42501", message: "permission denied" };
  expect(toUserMessage(wrapped(lost))).toBe("Vous n'avez pas les droits d'administrateur");
  const offline = { code: "", message: "TypeError: Failed to fetch" };
  expect(toUserMessage(wrapped(offline))).toBe(
    "Le serveur ne répond pas. Vérifiez la connexion, puis réessayez.",
  );
  expect([null, { code: 7, message: "x" }].map((cause) => toUserMessage(wrapped(cause)))).toEqual(
    Array(2).fill("Une erreur est survenue"),
  );
});

test("returns the fallback without a reason", () => {
  expect(toUserMessage(createError("", ""))).toBe("Une erreur est survenue");
  expect(toUserMessage(new TypeError("Failed to fetch"))).toBe(
    "Le serveur ne répond pas. Vérifiez la connexion, puis réessayez.",
  );
  expect(toUserMessage(new TypeError("Failed to fetch"), "le serveur ne répond pas")).toBe(
    "le serveur ne répond pas",
  );
  const failed = "Impossible de supprimer le technicien";
  expect(toUserMessage("nothing", "le serveur ne répond pas", failed)).toBe(failed);
  // The server has answered, with a status alone.
  const rejected = createError("", "HTTP422");
  expect(toUserMessage(rejected, "le serveur ne répond pas")).toBe("Une erreur est survenue");
});
