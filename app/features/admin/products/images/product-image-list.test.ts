import { expect, test } from "vitest";
import { addImage, moveImage, normalizeImages, removeImage, setPrimaryImage } from "./product-image-list.ts";

/** «0 /a *»: the position, the URL, and the mark of the primary image. */
const summarize = (images: ReturnType<typeof normalizeImages>) =>
  images.map((image) => `${image.display_order} ${image.image_url}${image.is_primary ? " *" : ""}`);

const three = ["/a", "/b", "/c"].reduce(addImage, []);

test("the first image becomes the primary one, later ones do not", () => {
  expect(summarize(three)).toEqual(["0 /a *", "1 /b", "2 /c"]);
});

test("a removal renumbers, and the first image follows a removed primary one", () => {
  expect(summarize(removeImage(three, 1))).toEqual(["0 /a *", "1 /c"]);
  expect(summarize(removeImage(three, 0))).toEqual(["0 /b *", "1 /c"]);
  expect(summarize(removeImage(setPrimaryImage(three, 2), 0))).toEqual(["0 /b", "1 /c *"]);
  expect(removeImage(removeImage(addImage([], "/a"), 0), 0)).toEqual([]);
});

test("a move renumbers and keeps the primary mark; the ends stay", () => {
  expect(summarize(moveImage(three, 0, 1))).toEqual(["0 /b", "1 /a *", "2 /c"]);
  expect(summarize(moveImage(three, 2, -1))).toEqual(["0 /a *", "1 /c", "2 /b"]);
  expect(summarize(moveImage(three, 0, -1))).toEqual(summarize(three));
  expect(summarize(moveImage(three, 2, 1))).toEqual(summarize(three));
});

test("a new primary image clears the mark of the others", () => {
  expect(summarize(setPrimaryImage(three, 1))).toEqual(["0 /a", "1 /b *", "2 /c"]);
});

test("stored images get positions without gaps and one primary mark", () => {
  const stored = [
    { image_url: "/a", is_primary: false, display_order: 4 },
    { image_url: "/b", is_primary: false, display_order: 9 },
  ];
  expect(summarize(normalizeImages(stored))).toEqual(["0 /a *", "1 /b"]);
});
