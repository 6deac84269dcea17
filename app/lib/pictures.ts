/**
 * Where the smaller and lighter forms of a picture are. The shop's own pictures exist at two widths and in two
 * modern formats beside the JPEG that the database names; the storage service makes those of an uploaded one, as WebP
 * for a browser that takes it; a picture from anywhere else is used as it is.
 */

export interface PictureSources {
  src: string;
  /** Candidates by width for `srcset`, or null when only `src` exists. */
  avif: string | null;
  webp: string | null;
}

const OWN_PICTURE = /^(\/pictures\/[^?#]+)-640\.jpg$/;
const UPLOADED = /\/object(\/public\/product-pictures\/.+)/;
const RENDERED = "/render/image$1?width=";

export function pictureSources(url: string): PictureSources {
  const base = OWN_PICTURE.exec(url)?.[1];
  if (base) {
    return { src: url, avif: candidates(`${base}-`, ".avif"), webp: candidates(`${base}-`, ".webp") };
  }
  const webp = UPLOADED.test(url) ? candidates(url.replace(UPLOADED, RENDERED), "") : null;
  return { src: url, avif: null, webp };
}

/** The small form of a picture, for thumbnails that never need more. */
export function smallPicture(url: string): string {
  return url.replace(OWN_PICTURE, "$1-320.avif").replace(UPLOADED, `${RENDERED}320`);
}

function candidates(start: string, end: string): string {
  return `${start}320${end} 320w, ${start}640${end} 640w`;
}
