import { expect, test } from "vitest";
import { addImage, inOrder, moveImage, removeImage, setPrimaryImage } from "./product-image-list.ts";

/** «0 /a *»: the place, the address, the mark of the primary one. */
const told = (images: ReturnType<typeof inOrder>) =>
  images.map((image) => `${image.display_order} ${image.image_url}${image.is_primary ? " *" : ""}`);

const three = ["/a", "/b", "/c"].reduce(addImage, []);

test("the first picture added becomes the primary one, the next do not", () => {
  expect(told(three)).toEqual(["0 /a *", "1 /b", "2 /c"]);
});

test("removing renumbers, and the first remaining one follows a removed primary one", () => {
  expect(told(removeImage(three, 1))).toEqual(["0 /a *", "1 /c"]);
  expect(told(removeImage(three, 0))).toEqual(["0 /b *", "1 /c"]);
  expect(told(removeImage(setPrimaryImage(three, 2), 0))).toEqual(["0 /b", "1 /c *"]);
  expect(removeImage(removeImage(addImage([], "/a"), 0), 0)).toEqual([]);
});

test("moving renumbers and takes the mark along; the ends stay", () => {
  expect(told(moveImage(three, 0, 1))).toEqual(["0 /b", "1 /a *", "2 /c"]);
  expect(told(moveImage(three, 2, -1))).toEqual(["0 /a *", "1 /c", "2 /b"]);
  expect(told(moveImage(three, 0, -1))).toEqual(told(three));
  expect(told(moveImage(three, 2, 1))).toEqual(told(three));
});

test("setting a primary one clears the mark of the others", () => {
  expect(told(setPrimaryImage(three, 1))).toEqual(["0 /a", "1 /b *", "2 /c"]);
});

test("what the database holds gets places without gaps and one mark", () => {
  const stored = [
    { image_url: "/a", is_primary: false, display_order: 4 },
    { image_url: "/b", is_primary: false, display_order: 9 },
  ];
  expect(told(inOrder(stored))).toEqual(["0 /a *", "1 /b"]);
});
