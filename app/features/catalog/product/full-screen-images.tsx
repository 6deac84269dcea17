/**
 * The images of a product over the whole screen, with zoom: by a double tap or double click, by buttons, and by
 * the keys +, - and 0; pinching is the browser's own. Swipes and the arrow keys lead to the other images; a
 * zoomed image is scrolled or dragged.
 */
import { type KeyboardEvent, type PointerEvent, useLayoutEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { Modal } from "#app/components/dialog/modal.tsx";
import {
  ChevronLeftIcon,
  ChevronRightIcon,
  CloseIcon,
  MinusIcon,
  PlusIcon,
} from "#app/components/ui/icons.tsx";
import { ScrollRow } from "#app/components/ui/scroll-row.tsx";
import { getImageSources } from "#app/lib/images/image-sources.ts";

const MAX_ZOOM = 4;
/** The zoom of a double tap. */
const TAP_ZOOM = 2.5;
/** Two taps within this time, in ms, and this distance, in px, are a double tap. */
const DOUBLE_TAP_MS = 350;
const DOUBLE_TAP_DISTANCE = 40;
/** How far an arrow key scrolls a zoomed image, in px. */
const SCROLL_STEP = 80;
/** A scroll container must be focusable for keyboard users, though it has no controls of its own. */
const FOCUSABLE = { tabIndex: 0 };

interface FullScreenImagesProps {
  name: string;
  /** At least one URL. */
  images: string[];
  /** The index of the image that is shown first. */
  first: number;
  /** Called with the index of the image that was shown last. */
  onClose: (index: number) => void;
}

/** A place in the window. */
interface Point {
  clientX: number;
  clientY: number;
}

export function FullScreenImages({ name, images, first, onClose }: FullScreenImagesProps) {
  const row = useRef<HTMLDivElement>(null);
  const [current, setCurrent] = useState(first);
  const [zoom, setZoom] = useState(1);
  const lastTap = useRef({ clientX: 0, clientY: 0, time: 0 });
  const count = images.length;

  useLayoutEffect(() => {
    if (row.current) row.current.scrollLeft = first * row.current.clientWidth;
  }, [first]);

  function show(index: number) {
    const element = row.current;
    if (!element || count === 1) return;
    setZoom(1);
    element.scrollTo({ left: ((index + count) % count) * element.clientWidth });
  }

  function onRowScroll() {
    const { scrollLeft, clientWidth } = row.current ?? { scrollLeft: 0, clientWidth: 1 };
    const index = Math.round(scrollLeft / clientWidth);
    if (index === current) return;
    setCurrent(index);
    setZoom(1);
  }

  /** The element that shows the current image, and scrolls it once it is zoomed. */
  function getStage(): HTMLElement | undefined {
    return row.current?.querySelectorAll("li")[current];
  }

  /** Zooms so that what is at the point stays there; without a point, at the centre of the screen. */
  function zoomTo(wanted: number, point?: Point) {
    const next = Math.min(MAX_ZOOM, Math.max(1, wanted));
    const stage = getStage();
    const image = stage?.querySelector("img");
    if (!stage || !image || next === zoom) return;
    const { clientX = window.innerWidth / 2, clientY = window.innerHeight / 2 } = point ?? {};
    const before = image.getBoundingClientRect();
    flushSync(() => setZoom(next));
    const after = image.getBoundingClientRect();
    stage.scrollBy(
      after.left + ((clientX - before.left) / before.width) * after.width - clientX,
      after.top + ((clientY - before.top) / before.height) * after.height - clientY,
    );
  }

  function onTap({ clientX, clientY, isPrimary, timeStamp: time }: PointerEvent) {
    // The other finger of a pinch.
    if (!isPrimary) return;
    const last = lastTap.current;
    const isDouble =
      time - last.time < DOUBLE_TAP_MS &&
      Math.hypot(clientX - last.clientX, clientY - last.clientY) < DOUBLE_TAP_DISTANCE;
    lastTap.current = { clientX, clientY, time: isDouble ? 0 : time };
    if (isDouble) zoomTo(zoom > 1 ? 1 : TAP_ZOOM, { clientX, clientY });
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const actions: Readonly<Record<string, () => void>> = {
      "+": () => zoomTo(zoom + 1),
      "=": () => zoomTo(zoom + 1),
      "-": () => zoomTo(zoom - 1),
      "0": () => zoomTo(1),
      ...(zoom === 1
        ? { ArrowLeft: () => show(current - 1), ArrowRight: () => show(current + 1) }
        : {
            ArrowLeft: () => getStage()?.scrollBy(-SCROLL_STEP, 0),
            ArrowRight: () => getStage()?.scrollBy(SCROLL_STEP, 0),
            ArrowUp: () => getStage()?.scrollBy(0, -SCROLL_STEP),
            ArrowDown: () => getStage()?.scrollBy(0, SCROLL_STEP),
          }),
    };
    const action = actions[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  }

  return (
    <Modal
      aria-label={`Photos de ${name}`}
      className="m-0 size-full max-h-none max-w-none bg-white text-foreground"
      onKeyDown={onKeyDown}
      onClose={() => onClose(current)}
    >
      <div className="flex h-full flex-col">
        <div className="flex justify-end p-2">
          <button type="button" aria-label="Fermer" className="icon-btn" onClick={() => onClose(current)}>
            <CloseIcon size={26} />
          </button>
        </div>
        <ScrollRow ref={row} onScroll={onRowScroll} className="min-h-0 grow">
          {images.map((url, index) => (
            <li
              key={url}
              className={`zoom-stage ${zoom > 1 && index === current ? "overscroll-contain" : ""}`}
              onPointerUp={onTap}
              onPointerMove={zoom > 1 ? dragByMouse : undefined}
              {...(zoom > 1 && index === current && FOCUSABLE)}
            >
              <ZoomableImage
                url={url}
                alt={index === 0 ? name : `${name}, photo ${index + 1}`}
                zoom={index === current ? zoom : 1}
              />
            </li>
          ))}
        </ScrollRow>
        <div className="flex items-center justify-center gap-1 border-t border-border p-1 tabular-nums">
          {count > 1 && (
            <>
              <ToolButton label="Photo précédente" onClick={() => show(current - 1)}>
                <ChevronLeftIcon size={22} />
              </ToolButton>
              <p role="status" className="min-w-12 text-center text-sm">
                <span className="sr-only">Photo </span>
                {current + 1} / {count}
              </p>
              <ToolButton label="Photo suivante" onClick={() => show(current + 1)}>
                <ChevronRightIcon size={22} />
              </ToolButton>
            </>
          )}
          <ToolButton label="Réduire" disabled={zoom === 1} onClick={() => zoomTo(zoom - 1)}>
            <MinusIcon size={22} />
          </ToolButton>
          <p role="status" className="min-w-12 text-center text-sm">
            <span className="sr-only">Zoom </span>
            {Math.round(zoom * 100)}&nbsp;%
          </p>
          <ToolButton label="Agrandir" disabled={zoom === MAX_ZOOM} onClick={() => zoomTo(zoom + 1)}>
            <PlusIcon size={22} />
          </ToolButton>
        </div>
      </div>
    </Modal>
  );
}

/** A finger scrolls a zoomed image natively; a mouse has to drag it. */
function dragByMouse({ pointerType, buttons, movementX, movementY, currentTarget }: PointerEvent) {
  if (pointerType === "mouse" && buttons === 1) currentTarget.scrollBy(-movementX, -movementY);
}

function ZoomableImage({ url, alt, zoom }: { url: string; alt: string; zoom: number }) {
  const { src, avif } = getImageSources(url);
  return (
    <picture>
      {avif && <source type="image/avif" srcSet={avif} sizes="640px" />}
      <img
        src={src}
        alt={alt}
        draggable={false}
        style={{ width: `calc(min(100cqw, 100cqh) * ${zoom})` }}
        className={`aspect-square max-w-none object-contain ${zoom > 1 ? "cursor-move" : "cursor-zoom-in"}`}
      />
    </picture>
  );
}

interface ToolButtonProps {
  label: string;
  /** `aria-disabled`, since a disabled button would lose the focus. */
  disabled?: boolean;
  onClick: () => void;
  children: React.ReactNode;
}

function ToolButton({ label, disabled = false, onClick, children }: ToolButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-disabled={disabled}
      className="icon-btn hover:bg-surface-muted aria-disabled:text-border-strong"
      onClick={onClick}
    >
      {children}
    </button>
  );
}
