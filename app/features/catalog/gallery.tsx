/**
 * The pictures of a product: a strip for the finger, thumbnails that are links to the pictures (so they work
 * without script), and buttons that go round from the last picture to the first.
 */

import { type UIEvent, useRef, useState } from "react";
import { ChevronLeftIcon, ChevronRightIcon } from "../../components/ui/icons.tsx";
import { Picture } from "../../components/ui/picture.tsx";
import { slide } from "../../components/ui/slide.ts";
import { Strip } from "../../components/ui/strip.tsx";
import { smallPicture } from "../../lib/pictures.ts";

const SIZES = "(max-width: 767px) 300px, 600px";

interface GalleryProps {
  name: string;
  /** The primary picture first; empty shows the placeholder. */
  pictures: string[];
}

export function Gallery({ name, pictures }: GalleryProps) {
  const strip = useRef<HTMLDivElement>(null);
  const [current, setCurrent] = useState(0);
  const count = pictures.length;

  function show(index: number) {
    const element = strip.current;
    if (element) slide(element, ((index + count) % count) * element.clientWidth);
  }

  function onScroll({ currentTarget: { scrollLeft, clientWidth } }: UIEvent<HTMLElement>) {
    setCurrent(Math.round(scrollLeft / clientWidth));
  }

  if (count === 0) return <Picture url={null} alt={name} sizes={SIZES} className="rounded-card" />;
  return (
    <section aria-label="Photos du produit" className="min-w-0">
      <div className="relative">
        <Strip ref={strip} onScroll={onScroll} className="rounded-card border border-line">
          {pictures.map((url, index) => (
            <li key={url} id={`photo-${index + 1}`} className="w-full">
              <Picture
                url={url}
                alt={index === 0 ? name : `${name}, photo ${index + 1}`}
                sizes={SIZES}
                fetched={index === 0 ? "first" : "near"}
                className="max-md:aspect-[6/5]"
              />
            </li>
          ))}
        </Strip>
        {count > 1 && (
          <>
            <GalleryButton label="Photo précédente" side="left-2" onClick={() => show(current - 1)}>
              <ChevronLeftIcon size={22} />
            </GalleryButton>
            <GalleryButton label="Photo suivante" side="right-2" onClick={() => show(current + 1)}>
              <ChevronRightIcon size={22} />
            </GalleryButton>
            <p className="absolute right-3 bottom-3 rounded-full bg-ink/75 px-3 py-1 text-xs font-semibold text-white tabular-nums md:hidden">
              {current + 1} / {count}
            </p>
          </>
        )}
      </div>
      {count > 1 && (
        <ul className="mt-3 flex gap-2 overflow-x-auto max-md:hidden">
          {pictures.map((url, index) => (
            <li key={url}>
              <a
                href={`#photo-${index + 1}`}
                aria-label={`Voir la photo ${index + 1}`}
                aria-current={index === current ? "true" : undefined}
                className="frame size-20 rounded-lg border-2 border-line aria-[current]:border-laterite"
                onClick={(event) => {
                  event.preventDefault();
                  show(index);
                }}
              >
                <img src={smallPicture(url)} alt="" width={80} height={80} loading="lazy" decoding="async" />
              </a>
            </li>
          ))}
        </ul>
      )}
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
      className={`icon-btn absolute top-1/2 -mt-[22px] rounded-full border border-line bg-white/90 ${side}`}
    >
      {children}
    </button>
  );
}
