import { expect, it } from "vitest";
import { galleryPictures } from "./product-pictures.ts";

const picture = (image_url: string, is_primary = false) => ({ image_url, is_primary });

it("puts the primary picture first and keeps the others in their order", () => {
  const images = [picture("/a.jpg"), picture("/b.jpg", true), picture("/c.jpg")];
  expect(galleryPictures({ image: "/b.jpg", images })).toEqual(["/b.jpg", "/a.jpg", "/c.jpg"]);
});

it("starts with the product's own picture when none is marked", () => {
  expect(galleryPictures({ image: "/own.jpg", images: [picture("/a.jpg")] })).toEqual(["/own.jpg", "/a.jpg"]);
});

it("is empty for a product without pictures", () => {
  expect(galleryPictures({ image: null, images: [] })).toEqual([]);
});
