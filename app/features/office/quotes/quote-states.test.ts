import { expect, it } from "vitest";
import { hasPreview, quoteStatus } from "./quote-states.ts";

it("takes a status that it does not know for a new one", () => {
  expect(["answered", "lost", ""].map(quoteStatus)).toEqual(["answered", "new", "new"]);
});

it("knows what a browser can show", () => {
  const paths = ["image/1/mur.jpg", "file/1/plan.PNG", "image/1/mur.heic", "file/1/plan.pdf", "file/1/jpg"];
  expect(paths.map(hasPreview)).toEqual([true, true, false, false, false]);
});
