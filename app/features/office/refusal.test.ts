import { PostgrestError } from "@supabase/postgrest-js";
import { afterEach, expect, test, vi } from "vitest";
import { Refusal, refusalMessage } from "./refusal.ts";

const refused = (message: string, code: string) =>
  new PostgrestError({ message, code, details: "", hint: "" });

/** A browser that holds a session, or none any more. */
const signedIn = (session: string | null) =>
  vi.stubGlobal("window", { localStorage: { getItem: () => session } });

afterEach(() => vi.unstubAllGlobals());

test("the server's reason is said, and a lost right in words", () => {
  signedIn("{}");
  expect(refusalMessage(refused("disque plein", "53100"))).toBe("disque plein");
  expect(refusalMessage(refused("new row violates row-level security policy", "42501"))).toBe(
    "Vous n'avez pas les droits d'administrateur",
  );
  expect(refusalMessage(new Refusal("Cet élément n'existe plus"))).toBe("Cet élément n'existe plus");
});

test("whose session has ended is told so, and not of a right that nobody took away", () => {
  signedIn(null);
  const ended = "Votre session est terminée. Reconnectez-vous dans un autre onglet, puis réessayez.";
  expect(refusalMessage(refused("permission denied for table products", "42501"))).toBe(ended);
  expect(refusalMessage(refused("JWT expired", "PGRST303"))).toBe(ended);
  // It is still there: the network was lost on the way to a new token.
  signedIn("{}");
  expect(refusalMessage(refused("JWT expired", "PGRST303"))).toBe("Une erreur est survenue");
});

test("the server's reason is found in an error that was made of it, too", () => {
  signedIn("{}");
  const wrapped = (cause: unknown) => new Error("Failed", { cause });
  expect(refusalMessage(wrapped({ code: "53100", message: "disque plein" }))).toBe("disque plein");
  const lost = { code: "42501", message: "permission denied" };
  expect(refusalMessage(wrapped(lost))).toBe("Vous n'avez pas les droits d'administrateur");
  const offline = { code: "", message: "TypeError: Failed to fetch" };
  expect([offline, null, { code: 7, message: "x" }].map((cause) => refusalMessage(wrapped(cause)))).toEqual(
    Array(3).fill("Une erreur est survenue"),
  );
});

test("without a reason the screen's own sentence stands", () => {
  expect(refusalMessage(refused("", ""))).toBe("Une erreur est survenue");
  expect(refusalMessage(new TypeError("Failed to fetch"))).toBe(
    "Le serveur ne répond pas. Vérifiez la connexion, puis réessayez.",
  );
  expect(refusalMessage(new TypeError("Failed to fetch"), "le serveur ne répond pas")).toBe(
    "le serveur ne répond pas",
  );
  expect(refusalMessage("nothing", "Impossible de supprimer le technicien")).toBe(
    "Impossible de supprimer le technicien",
  );
});
