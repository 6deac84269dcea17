import { expect, test, vi } from "vitest";
import * as z from "zod/mini";

const said = () =>
  z
    .object({ name: z.string(), age: z.number(), city: z.string("Ville requise") })
    .safeParse({ age: "dix" })
    .error?.issues.map(({ message }) => message);

test("a form without a sentence of its own says the documented words, and the server keeps zod's", async () => {
  await import("./typed-text.ts");
  expect(said()).toEqual(["Invalid input", "Invalid input", "Ville requise"]);
  vi.resetModules();
  vi.stubGlobal("document", {});
  await import("./typed-text.ts");
  expect(said()).toEqual(["Required", "Invalid input", "Ville requise"]);
});
