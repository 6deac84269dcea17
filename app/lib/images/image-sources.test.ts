import { expect, it } from "vitest";
import { getImageSources, getThumbnailUrl } from "./image-sources.ts";

it("gives the variants of the demo shop's images", () => {
  expect(getImageSources("/pictures/perceuse-1-640.jpg")).toEqual({
    src: "/pictures/perceuse-1-640.jpg",
    avif: "/pictures/perceuse-1-320.avif 320w, /pictures/perceuse-1-640.avif 640w",
    webp: "/pictures/perceuse-1-320.webp 320w, /pictures/perceuse-1-640.webp 640w",
  });
  expect(getThumbnailUrl("/pictures/perceuse-1-640.jpg")).toBe("/pictures/perceuse-1-320.avif");
});

it("uses an image of another site unchanged", () => {
  for (const url of ["https://example.com/pictures/a-640.jpg", "/pictures/a.svg", "/other/a-640.jpg"]) {
    expect(getImageSources(url)).toEqual({ src: url, avif: null, webp: null });
    expect(getThumbnailUrl(url)).toBe(url);
  }
});

it("gives the storage service's variants of an uploaded image, on any origin", () => {
  for (const origin of ["", "https://abc.supabase.co"]) {
    const url = `${origin}/storage/v1/object/public/product-pictures/a/b.jpg`;
    const resized = `${origin}/storage/v1/render/image/public/product-pictures/a/b.jpg?width=`;
    expect(getImageSources(url)).toEqual({
      src: url,
      avif: null,
      webp: `${resized}320 320w, ${resized}640 640w`,
    });
    expect(getThumbnailUrl(url)).toBe(`${resized}320`);
  }
});
