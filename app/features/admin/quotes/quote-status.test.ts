import { expect, it } from "vitest";
import { hasPreview, toQuoteStatus } from "./quote-status.ts";

it("an unknown status counts as new", () => {
  expect(["answered", "lost", ""].map(toQuoteStatus)).toEqual(["answered", "new", "new"]);
});

it("knows which files a browser can show", () => {
  const paths = ["image/1/mur.jpg", "file/1/plan.PNG", "image/1/mur.heic", "file/1/plan.pdf", "file/1/jpg"];
  expect(paths.map(hasPreview)).toEqual([true, true, false, false, false]);
});
