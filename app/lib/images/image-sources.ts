/**
 * The smaller variants of an image. The demo shop's images exist in two widths and in two modern formats beside
 * the JPEG that the database names. The storage service creates the variants of an uploaded image, as WebP
 * for a browser that accepts it. An image from any other site is used as it is.
 */
import { IMAGE_BUCKET, IMAGE_WIDTHS } from "./image-widths.ts";

export interface ImageSources {
  src: string;
  /** Candidates by width for `srcset`, or null when only `src` exists. */
  avif: string | null;
  webp: string | null;
}

const DEMO_IMAGE_URL = /^(?<base>\/pictures\/[^?#]+)-640\.jpg$/;
const UPLOADED_IMAGE_URL = new RegExp(`/object(/public/${IMAGE_BUCKET}/.+)`);
/** Replaces the match of `UPLOADED_IMAGE_URL`; the width in pixels follows. */
const RESIZED_URL_REPLACEMENT = "/render/image$1?width=";
const [THUMBNAIL_WIDTH] = IMAGE_WIDTHS;

export function getImageSources(url: string): ImageSources {
  const base = DEMO_IMAGE_URL.exec(url)?.groups?.base;
  if (base) {
    return { src: url, avif: createSrcset(`${base}-`, ".avif"), webp: createSrcset(`${base}-`, ".webp") };
  }
  const webp = UPLOADED_IMAGE_URL.test(url)
    ? createSrcset(url.replace(UPLOADED_IMAGE_URL, RESIZED_URL_REPLACEMENT), "")
    : null;
  return { src: url, avif: null, webp };
}

/** The URL of the smallest variant, for thumbnails. */
export function getThumbnailUrl(url: string): string {
  return url
    .replace(DEMO_IMAGE_URL, `$1-${THUMBNAIL_WIDTH}.avif`)
    .replace(UPLOADED_IMAGE_URL, `${RESIZED_URL_REPLACEMENT}${THUMBNAIL_WIDTH}`);
}

function createSrcset(prefix: string, suffix: string): string {
  return IMAGE_WIDTHS.map((width) => `${prefix}${width}${suffix} ${width}w`).join(", ");
}
