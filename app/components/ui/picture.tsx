/**
 * A square picture in its frame: its size is known before it arrives, the lightest form that the browser
 * understands is taken, and only what is (nearly) looked at is fetched.
 */
import { pictureSources } from "../../lib/pictures.ts";

interface PictureProps {
  /** As the database names it; without one the placeholder stands in. */
  url: string | null;
  alt: string;
  /** The width it is shown at, as `sizes`. */
  sizes: string;
  /**
   * When it is fetched: first for what the first screen shows (the application waits for it), soon for what
   * follows, and otherwise when it comes near.
   */
  fetched?: "first" | "soon" | "near";
  className?: string;
}

export function Picture({ url, alt, sizes, fetched = "near", className = "" }: PictureProps) {
  const { src, avif, webp } = url ? pictureSources(url) : { src: null, avif: null, webp: null };
  return (
    <picture className={`frame ${className}`}>
      {avif && <source type="image/avif" srcSet={avif} sizes={sizes} />}
      {webp && <source type="image/webp" srcSet={webp} sizes={sizes} />}
      <img
        src={src ?? "/placeholder.svg"}
        alt={alt}
        width={640}
        height={640}
        loading={fetched === "near" ? "lazy" : undefined}
        fetchPriority={fetched === "first" ? "high" : undefined}
        decoding="async"
      />
    </picture>
  );
}
