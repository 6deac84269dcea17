import { expect, it } from "vitest";
import { readableSlug } from "./slugs.ts";

it("makes a slug readable", () => {
  expect(readableSlug("outils-electriques")).toBe("Outils electriques");
  expect(readableSlug("plomberie")).toBe("Plomberie");
  expect(readableSlug("--a--b-")).toBe("A b");
  expect(readableSlug("")).toBe("");
});
