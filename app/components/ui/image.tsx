/**
 * A square image. Its size is known in advance, so the layout does not shift; the browser picks the smallest
 * format that it supports; images outside the viewport are loaded lazily.
 */
import { getImageSources } from "#app/lib/images/image-sources.ts";

interface ImageProps {
  /** The URL as stored in the database; null shows the placeholder. */
  url: string | null;
  alt: string;
  /** The displayed width, as the `sizes` attribute. */
  sizes: string;
  /**
   * When the image is loaded: `high` for images above the fold, which the application's script waits for;
   * `eager` with the page; `lazy` when it comes near the viewport.
   */
  priority?: "high" | "eager" | "lazy";
  className?: string;
}

export function Image({ url, alt, sizes, priority = "lazy", className = "" }: ImageProps) {
  const { src, avif, webp } = url ? getImageSources(url) : { src: null, avif: null, webp: null };
  return (
    <picture className={`image-frame ${className}`}>
      {avif && <source type="image/avif" srcSet={avif} sizes={sizes} />}
      {webp && <source type="image/webp" srcSet={webp} sizes={sizes} />}
      <img
        src={src ?? "/placeholder.svg"}
        alt={alt}
        width={640}
        height={640}
        loading={priority === "lazy" ? "lazy" : undefined}
        fetchPriority={priority === "high" ? "high" : undefined}
        decoding="async"
      />
    </picture>
  );
}
