import { expect, it } from "vitest";
import * as z from "zod/mini";
import { tidied } from "./typed-text.ts";

it("leaves out what no database takes, before lengths are judged, and keeps lines", () => {
  const text = z.string().check(tidied(), z.minLength(2));
  expect(text.parse(" Secteur\u0000 22\u0007,\n\tporte bleue 🚪 ")).toBe("Secteur 22,\n\tporte bleue 🚪");
  expect(text.safeParse("\u0000\u0000\u0000").success).toBe(false);
});
