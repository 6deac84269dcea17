import { PostgrestError } from "@supabase/postgrest-js";
import { expect, test } from "vitest";
import { Refusal, refusalMessage } from "./refusal.ts";

const refused = (message: string, code: string) =>
  new PostgrestError({ message, code, details: "", hint: "" });

test("the server's reason is said, and a lost right in words", () => {
  expect(refusalMessage(refused("disque plein", "53100"))).toBe("disque plein");
  expect(refusalMessage(refused("new row violates row-level security policy", "42501"))).toBe(
    "Vous n'avez pas les droits d'administrateur",
  );
  expect(refusalMessage(new Refusal("Cet élément n'existe plus"))).toBe("Cet élément n'existe plus");
});

test("the server's reason is found in an error that was made of it, too", () => {
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
  expect(refusalMessage(new TypeError("Failed to fetch"))).toBe("Une erreur est survenue");
  expect(refusalMessage("nothing", "Impossible de supprimer le technicien")).toBe(
    "Impossible de supprimer le technicien",
  );
});
