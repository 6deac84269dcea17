/** The small picture of a row or a field; what is missing or broken shows the placeholder. */
import { smallPicture } from "../../lib/pictures.ts";

interface ThumbnailProps {
  url: string | null;
  /** Its size and shape: «size-10 rounded-md». */
  className: string;
  /** A logo is shown whole, a photograph fills its frame. */
  whole?: boolean;
}

export function Thumbnail({ url, className, whole = false }: ThumbnailProps) {
  return (
    <span className={`frame shrink-0 ${whole ? "bg-white *:object-contain!" : ""} ${className}`}>
      <img
        src={url ? smallPicture(url) : "/placeholder.svg"}
        alt=""
        width={80}
        height={80}
        loading="lazy"
        decoding="async"
      />
    </span>
  );
}
