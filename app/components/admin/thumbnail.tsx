/** A small image of a row or a field. A missing or broken image shows the placeholder. */
import { getThumbnailUrl } from "#app/lib/images/image-sources.ts";

interface ThumbnailProps {
  url: string | null;
  /** The classes of its size and shape: «size-10 rounded-md». */
  className: string;
  /** A logo is shown completely, a photograph fills its frame. */
  contain?: boolean;
}

export function Thumbnail({ url, className, contain = false }: ThumbnailProps) {
  return (
    <span className={`image-frame shrink-0 ${contain ? "bg-white *:object-contain!" : ""} ${className}`}>
      <img
        src={url ? getThumbnailUrl(url) : "/placeholder.svg"}
        alt=""
        width={80}
        height={80}
        loading="lazy"
        decoding="async"
      />
    </span>
  );
}
