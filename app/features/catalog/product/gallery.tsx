/**
 * The image gallery of a product: a scrollable row, thumbnails that are links to the images (so they work
 * without script), and previous and next buttons that wrap around. An image is a link to its file; with script
 * it opens the full-screen view, whose code is loaded with the first press.
 */

import { type MouseEvent, type ReactNode, type UIEvent, useRef, useState } from "react";
import { ChevronLeftIcon, ChevronRightIcon } from "#app/components/ui/icons.tsx";
import { Image } from "#app/components/ui/image.tsx";
import { ScrollRow } from "#app/components/ui/scroll-row.tsx";
import { smoothScrollTo } from "#app/components/ui/smooth-scroll-to.ts";
import { getThumbnailUrl } from "#app/lib/images/image-sources.ts";

const SIZES = "(max-width: 767px) 300px, 600px";
/** On a phone the price and the stock stay above the buy bar, and the product loses no edge. */
const FRAME_CLASS = "max-md:aspect-[7/6]";

interface GalleryProps {
  name: string;
  /** The primary image first; an empty list shows the placeholder. */
  images: string[];
}

export function Gallery({ name, images }: GalleryProps) {
  const row = useRef<HTMLDivElement>(null);
  const [current, setCurrent] = useState(0);
  const [fullScreen, setFullScreen] = useState<ReactNode>(null);
  const count = images.length;

  function show(index: number) {
    const element = row.current;
    if (element) smoothScrollTo(element, ((index + count) % count) * element.clientWidth);
  }

  function onScroll({ currentTarget: { scrollLeft, clientWidth } }: UIEvent<HTMLElement>) {
    setCurrent(Math.round(scrollLeft / clientWidth));
  }

  async function openFullScreen(event: MouseEvent<HTMLAnchorElement>) {
    // With a modifier the browser opens the file in another tab.
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    const { href } = event.currentTarget;
    try {
      const { FullScreenImages } = await import("./full-screen-images.tsx");
      setFullScreen(
        <FullScreenImages
          name={name}
          images={images}
          first={current}
          onClose={(index) => {
            setFullScreen(null);
            show(index);
          }}
        />,
      );
    } catch (error) {
      console.error("catalog: the full-screen images could not be fetched", error);
      window.location.assign(href);
    }
  }

  if (count === 0) {
    return <Image url={null} alt={name} sizes={SIZES} className={`rounded-card ${FRAME_CLASS}`} />;
  }
  return (
    <section aria-label="Photos du produit" className="min-w-0">
      <div className="relative">
        <ScrollRow ref={row} onScroll={onScroll} className="rounded-card border border-border">
          {images.map((url, index) => (
            <li key={url} id={`photo-${index + 1}`} className="w-full">
              <a
                href={url}
                aria-label={`Agrandir la photo ${index + 1}`}
                tabIndex={index === current ? undefined : -1}
                className="block cursor-zoom-in outline-offset-[-3px]"
                onClick={(event) => void openFullScreen(event)}
              >
                <Image
                  url={url}
                  alt={index === 0 ? name : `${name}, photo ${index + 1}`}
                  sizes={SIZES}
                  priority={index === 0 ? "high" : "lazy"}
                  className={FRAME_CLASS}
                />
              </a>
            </li>
          ))}
        </ScrollRow>
        {count > 1 && (
          <>
            <GalleryButton label="Photo précédente" side="left-2" onClick={() => show(current - 1)}>
              <ChevronLeftIcon size={22} />
            </GalleryButton>
            <GalleryButton label="Photo suivante" side="right-2" onClick={() => show(current + 1)}>
              <ChevronRightIcon size={22} />
            </GalleryButton>
            <p className="pointer-events-none absolute right-3 bottom-3 rounded-full bg-foreground/75 px-3 py-1 text-xs font-semibold text-white tabular-nums md:hidden">
              {current + 1} / {count}
            </p>
          </>
        )}
      </div>
      {count > 1 && (
        <ul className="-mx-1 mt-1 flex gap-2 overflow-x-auto p-1 md:mt-2">
          {images.map((url, index) => (
            <li key={url} className="shrink-0">
              <a
                href={`#photo-${index + 1}`}
                aria-label={`Voir la photo ${index + 1}`}
                aria-current={index === current ? "true" : undefined}
                className="image-frame size-12 rounded-lg border-2 border-border aria-[current]:border-brand md:size-20"
                onClick={(event) => {
                  event.preventDefault();
                  show(index);
                }}
              >
                <img
                  src={getThumbnailUrl(url)}
                  alt=""
                  width={80}
                  height={80}
                  loading="lazy"
                  decoding="async"
                />
              </a>
            </li>
          ))}
        </ul>
      )}
      {fullScreen}
    </section>
  );
}

interface GalleryButtonProps {
  label: string;
  side: string;
  onClick: () => void;
  children: React.ReactNode;
}

function GalleryButton({ label, side, onClick, children }: GalleryButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      onClick={onClick}
      className={`icon-btn absolute top-1/2 -mt-5.5 rounded-full border border-border bg-white/90 ${side}`}
    >
      {children}
    </button>
  );
}
