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

test("without a reason the screen's own sentence stands", () => {
  expect(refusalMessage(refused("", ""))).toBe("Une erreur est survenue");
  expect(refusalMessage(new TypeError("Failed to fetch"))).toBe("Une erreur est survenue");
  expect(refusalMessage("nothing", "Impossible de supprimer le technicien")).toBe(
    "Impossible de supprimer le technicien",
  );
});
