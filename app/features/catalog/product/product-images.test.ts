import { expect, it } from "vitest";
import { listGalleryImages } from "./product-images.ts";

const image = (image_url: string, is_primary = false) => ({ image_url, is_primary });

it("puts the primary image first and keeps the others in their order", () => {
  const images = [image("/a.jpg"), image("/b.jpg", true), image("/c.jpg")];
  expect(listGalleryImages({ image: "/b.jpg", images })).toEqual(["/b.jpg", "/a.jpg", "/c.jpg"]);
});

it("starts with the product's own image when none is primary", () => {
  expect(listGalleryImages({ image: "/own.jpg", images: [image("/a.jpg")] })).toEqual(["/own.jpg", "/a.jpg"]);
});

it("is empty for a product without images", () => {
  expect(listGalleryImages({ image: null, images: [] })).toEqual([]);
});
