import { expect, it } from "vitest";
import { hasPreview } from "./quote-preview.ts";

it("knows which files a browser can show", () => {
  const paths = ["image/1/mur.jpg", "file/1/plan.PNG", "image/1/mur.heic", "file/1/plan.pdf", "file/1/jpg"];
  expect(paths.map(hasPreview)).toEqual([true, true, false, false, false]);
});
