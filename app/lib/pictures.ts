/**
 * Where the smaller and lighter forms of a picture are. The shop's own pictures exist at two widths and in two
 * modern formats beside the JPEG that the database names; the storage service makes those of an uploaded one, in the
 * format that the browser takes; a picture from anywhere else is used as it is.
 */

export interface PictureSources {
  src: string;
  /** Candidates by width for `srcset`, or null when only `src` exists. */
  avif: string | null;
  webp: string | null;
  /** The same in whatever format the answer has. */
  any: string | null;
}

const OWN_PICTURE = /^(\/pictures\/[^?#]+)-640\.jpg$/;
const UPLOADED = /\/storage\/v1\/object\/public\/product-pictures\/[^?#]+$/;

export function pictureSources(url: string): PictureSources {
  const base = OWN_PICTURE.exec(url)?.[1];
  if (base) return { src: url, avif: candidates(base, "avif"), webp: candidates(base, "webp"), any: null };
  const any = UPLOADED.test(url)
    ? [320, 640, 1200].map((width) => `${rendered(url, width)} ${width}w`).join(", ")
    : null;
  return { src: url, avif: null, webp: null, any };
}

/** The small form of a picture, for thumbnails that never need more. */
export function smallPicture(url: string): string {
  return UPLOADED.test(url) ? rendered(url, 320) : url.replace(OWN_PICTURE, "$1-320.avif");
}

function candidates(base: string, format: string): string {
  return `${base}-320.${format} 320w, ${base}-640.${format} 640w`;
}

function rendered(url: string, width: number): string {
  return `${url.replace("/object/", "/render/image/")}?width=${width}`;
}
