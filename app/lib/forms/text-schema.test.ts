import { expect, it } from "vitest";
import * as z from "zod/mini";
import { normalizedText } from "./text-schema.ts";

it("removes control characters before lengths are checked, and keeps line breaks", () => {
  const text = z.string().check(normalizedText(), z.minLength(2));
  expect(text.parse(" Secteur\u0000 22\u0007,\n\tporte bleue 🚪 ")).toBe("Secteur 22,\n\tporte bleue 🚪");
  expect(text.safeParse("\u0000\u0000\u0000").success).toBe(false);
});
