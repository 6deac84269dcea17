import { expect, it } from "vitest";
import { pictureSources, smallPicture } from "./pictures.ts";

it("knows the lighter forms of the shop's own pictures", () => {
  expect(pictureSources("/pictures/perceuse-1-640.jpg")).toEqual({
    src: "/pictures/perceuse-1-640.jpg",
    avif: "/pictures/perceuse-1-320.avif 320w, /pictures/perceuse-1-640.avif 640w",
    webp: "/pictures/perceuse-1-320.webp 320w, /pictures/perceuse-1-640.webp 640w",
  });
  expect(smallPicture("/pictures/perceuse-1-640.jpg")).toBe("/pictures/perceuse-1-320.avif");
});

it("uses a picture from elsewhere as it is", () => {
  for (const url of ["https://example.com/pictures/a-640.jpg", "/pictures/a.svg", "/other/a-640.jpg"]) {
    expect(pictureSources(url)).toEqual({ src: url, avif: null, webp: null });
    expect(smallPicture(url)).toBe(url);
  }
});

it("has the forms of an uploaded picture made by the storage service, wherever that is", () => {
  for (const origin of ["", "https://abc.supabase.co"]) {
    const url = `${origin}/storage/v1/object/public/product-pictures/a/b.jpg`;
    const made = `${origin}/storage/v1/render/image/public/product-pictures/a/b.jpg?width=`;
    expect(pictureSources(url)).toEqual({ src: url, avif: null, webp: `${made}320 320w, ${made}640 640w` });
    expect(smallPicture(url)).toBe(`${made}320`);
  }
});
