/**
 * Renders the toasts, newest first. Each closes after five seconds; hover or focus pauses the timers. They are
 * placed where they cover no control.
 */
import X from "lucide-react/icons/x";
import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from "react";
import { Link } from "react-router";
import { useFreePlace } from "#app/components/ui/floating/use-free-place.ts";
import { UnbrokenNumbers } from "#app/components/ui/unbroken-numbers.tsx";
import { dismissToast, getToasts, subscribeToToasts, TOAST_MS, type Toast } from "./toast.ts";

const SWIPE_PX = 80;

/** Below the text: beside it, the action would leave too narrow a column on a phone. */
const ACTION_CLASS = "-my-2 inline-flex min-h-11 items-center font-semibold underline underline-offset-4";

const noToasts: readonly Toast[] = [];

export function ToastViewport() {
  const toasts = useSyncExternalStore(subscribeToToasts, getToasts, () => noToasts);
  const list = useRef<HTMLOListElement>(null);
  const [pointed, setPointed] = useState(false);
  const [focused, setFocused] = useState(false);
  /** The element that had the focus before a toast. */
  const previousFocus = useRef<EventTarget | null>(null);

  useFreePlace(list, toasts);

  // A removed toast fires neither `pointerleave` nor `blur`. A layout effect, since a key pressed while
  // nothing has the focus would be lost.
  useLayoutEffect(() => {
    if (toasts.length === 0) setPointed(false);
    if (list.current?.contains(document.activeElement)) return;
    setFocused(false);
    if (document.activeElement !== document.body) return;
    if (previousFocus.current instanceof HTMLElement) previousFocus.current.focus({ preventScroll: true });
  }, [toasts]);

  return (
    <ol
      ref={list}
      className="pointer-events-none absolute inset-x-0 bottom-0 flex flex-col gap-2 md:left-auto md:w-96"
      onPointerEnter={() => setPointed(true)}
      onPointerLeave={() => setPointed(false)}
      onFocus={({ relatedTarget, currentTarget }) => {
        if (!currentTarget.contains(relatedTarget)) {
          previousFocus.current = relatedTarget ?? document.getElementById("content");
        }
        setFocused(true);
      }}
      onBlur={({ relatedTarget, currentTarget }) => {
        setFocused(false);
        // Without a `relatedTarget` the toast is being removed: `previousFocus` gets the focus back.
        if (relatedTarget && !currentTarget.contains(relatedTarget)) previousFocus.current = null;
      }}
    >
      {toasts.map((shown) => (
        <ToastCard key={shown.id} toast={shown} paused={pointed || focused} />
      ))}
    </ol>
  );
}

const variants = {
  default: "border-l-success bg-white text-foreground",
  error: "border-l-transparent bg-danger text-white",
  info: "border-l-transparent bg-info text-white",
};

function ToastCard({ toast, paused }: { toast: Toast; paused: boolean }) {
  const { id, title, description, note, variant = "default", action } = toast;
  const remaining = useRef(TOAST_MS);
  const swipe = useSwipe(() => dismissToast(id));

  useEffect(() => {
    if (paused) return;
    const started = performance.now();
    const timer = setTimeout(() => dismissToast(id), remaining.current);
    return () => {
      clearTimeout(timer);
      remaining.current -= performance.now() - started;
    };
  }, [id, paused]);

  return (
    <li
      className={`toast-in pointer-events-auto flex touch-pan-y items-start gap-2 rounded-card border-l-4 py-2 pl-4 shadow-float ${variants[variant]}`}
      {...swipe}
    >
      <div className="min-w-0 flex-1 py-1">
        <div role={variant === "error" ? "alert" : undefined}>
          <p className="font-semibold">
            <UnbrokenNumbers text={title} />
          </p>
          {description && (
            <p className="text-sm break-words opacity-90">
              <UnbrokenNumbers text={description} />
            </p>
          )}
          {note && (
            <p className="mt-1 text-sm break-words opacity-90">
              <UnbrokenNumbers text={note} />
            </p>
          )}
        </div>
        {action && "to" in action && (
          <Link to={action.to} className={ACTION_CLASS} onClick={() => dismissToast(id)}>
            {action.label}
          </Link>
        )}
        {action && "onClick" in action && (
          <button
            type="button"
            className={ACTION_CLASS}
            onClick={() => {
              dismissToast(id);
              action.onClick();
            }}
          >
            {action.label}
          </button>
        )}
      </div>
      <button
        type="button"
        aria-label="Fermer la notification"
        className="mr-1 grid size-11 shrink-0 place-items-center rounded-lg opacity-80 hover:opacity-100"
        onClick={() => dismissToast(id)}
      >
        <X aria-hidden size={18} />
      </button>
    </li>
  );
}

/**
 * Swipe to dismiss: follows a horizontal swipe and closes the toast beyond a threshold; otherwise it springs
 * back.
 */
function useSwipe(onClose: () => void) {
  const [startX, setStartX] = useState<number | null>(null);
  const [offset, setOffset] = useState(0);
  function end() {
    if (Math.abs(offset) > SWIPE_PX) onClose();
    setStartX(null);
    setOffset(0);
  }
  return {
    style: offset === 0 ? undefined : { transform: `translateX(${offset}px)` },
    onPointerDown(event: React.PointerEvent) {
      if (event.pointerType !== "mouse") setStartX(event.clientX);
    },
    onPointerMove(event: React.PointerEvent) {
      if (startX !== null) setOffset(event.clientX - startX);
    },
    onPointerUp: end,
    onPointerCancel: end,
  };
}
