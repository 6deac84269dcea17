import { expect, test, vi } from "vitest";
import * as z from "zod/mini";

const getMessages = () =>
  z
    .object({ name: z.string(), age: z.number(), city: z.string("Ville requise") })
    .safeParse({ age: "dix" })
    .error?.issues.map(({ message }) => message);

test("a rule without a message has the documented one in browsers and zod's own on the server", async () => {
  await import("./text-schema.ts");
  expect(getMessages()).toEqual(["Invalid input", "Invalid input", "Ville requise"]);
  vi.resetModules();
  vi.stubGlobal("document", {});
  await import("./text-schema.ts");
  expect(getMessages()).toEqual(["Required", "Invalid input", "Ville requise"]);
});
