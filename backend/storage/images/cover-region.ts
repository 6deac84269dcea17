/** The part of an image that `cover` shows by its gravity. */
import type { TransformOptions } from "./transform-options.ts";

interface Size {
  width: number;
  height: number;
}

/**
 * In pixels of the upright image, in the shape of the output. Null when the whole image is shown, or when the
 * encoder chooses the part itself: the centre, or what catches the eye.
 */
export function getCoverRegion(
  image: Size,
  { width, height, resize, gravity, x_offset = 0, y_offset = 0 }: TransformOptions,
): (Size & { left: number; top: number }) | null {
  if (resize !== "cover" || !width || !height || !gravity || gravity === "sm") return null;
  const scale = Math.max(width / image.width, height / image.height);
  const region = {
    width: Math.min(Math.max(Math.round(width / scale), 1), image.width),
    height: Math.min(Math.max(Math.round(height / scale), 1), image.height),
  };
  const [free, down] = [image.width - region.width, image.height - region.height];
  const toPixels = (offset: number, side: number) => (Math.abs(offset) >= 1 ? offset / scale : offset * side);
  const [x, y] = [toPixels(x_offset, image.width), toPixels(y_offset, image.height)];
  const place = (offset: number, space: number) => Math.min(Math.max(Math.round(offset), 0), space);
  if (gravity === "fp") {
    const [focusX, focusY] = [x_offset * image.width, y_offset * image.height];
    const left = place(focusX - region.width / 2, free);
    return { ...region, left, top: place(focusY - region.height / 2, down) };
  }
  const fromLeft = gravity.endsWith("we") ? x : gravity.endsWith("ea") ? free - x : free / 2 + x;
  const fromTop = gravity.startsWith("no") ? y : gravity.startsWith("so") ? down - y : down / 2 + y;
  return { ...region, left: place(fromLeft, free), top: place(fromTop, down) };
}
