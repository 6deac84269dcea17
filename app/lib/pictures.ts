/**
 * Where the smaller and lighter forms of a picture are. The shop's own pictures exist at two widths and in two
 * modern formats beside the JPEG that the database names; a picture from anywhere else is used as it is.
 */

export interface PictureSources {
  src: string;
  /** Candidates by width for `srcset`, or null when only `src` exists. */
  avif: string | null;
  webp: string | null;
}

const OWN_PICTURE = /^(\/pictures\/[^?#]+)-640\.jpg$/;

export function pictureSources(url: string): PictureSources {
  const base = OWN_PICTURE.exec(url)?.[1];
  if (!base) return { src: url, avif: null, webp: null };
  return { src: url, avif: candidates(base, "avif"), webp: candidates(base, "webp") };
}

/** The small form of an own picture, for thumbnails that never need more. */
export function smallPicture(url: string): string {
  return url.replace(OWN_PICTURE, "$1-320.avif");
}

function candidates(base: string, format: string): string {
  return `${base}-320.${format} 320w, ${base}-640.${format} 640w`;
}
