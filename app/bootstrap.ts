/**
 * The inline script in the head of every page, bundled and minified by the build (scripts/vite/script-bundle.ts).
 * It runs before the page is rendered, because what it listens for would be over by the time the application is
 * loaded. It
 * - marks images that fail to load (the stylesheet then shows the placeholder or the brand's name);
 * - captures the last click on a button that has no handler yet, which the application then replays
 *   (click-replay.ts), so that «Ajouter au panier» or «Se connecter» works on a slow network as soon as it is
 *   visible. The event is stopped: otherwise an application that has just been hydrated would handle it as
 *   well, and the browser would submit a form to an address that does not accept it;
 * - adds a product to the stored cart as soon as its button is pressed, and shows how much is in it (early-cart.ts);
 * - marks pressed links and forms that lead to another page (mark-press.ts), until the application does;
 * - leaves out the layout of what is far below the top (from-top.ts);
 * - starts the application once the images of the first screen are shown (defer-scripts.ts), at the first
 *   touch or key, or after three seconds; where the network loses a part of it or of the page, the page is loaded again
 *   once there is a network (reload-lost.ts), and at the press of a button that does nothing without it.
 */
import { addEarly, showStoredCount } from "./features/cart/early-cart.ts";
import type { ClickCapture } from "./lib/bootstrap/click-replay.ts";
import { DEFERRED_SCRIPT_TYPE } from "./lib/bootstrap/defer-scripts.ts";
import { layOutFromTop } from "./lib/bootstrap/from-top.ts";
import { markPress, unmarkPresses } from "./lib/bootstrap/mark-press.ts";
import { reloadWhenReachable, watchDocument } from "./lib/bootstrap/reload-lost.ts";

const MAX_WAIT_MS = 3000;
/** Buttons that do nothing before hydration: neither a submit button nor one that opens a popover. */
const PLAIN_BUTTON = "button[type=button]:not([popovertarget])";

let isStarted = false;
/** Loads the page again, when the network has lost a part of the application. */
let reload: (() => void) | null = null;

/** Listens in the capture phase: load and error events of images do not bubble. */
function listen(type: string, listener: (event: Event) => void): void {
  addEventListener(type, listener, true);
}

function markImage({ type, target }: Event): void {
  if (target instanceof HTMLImageElement) target.toggleAttribute("data-broken", type === "error");
}

const capture: ClickCapture = (event) => {
  const button = findButton(event);
  if (!button) {
    markPress(event);
    return;
  }
  event.preventDefault();
  event.stopPropagation();
  if (addEarly(button)) return;
  capture.button?.removeAttribute("aria-busy");
  capture.button = button;
  button.setAttribute("aria-busy", "true");
  reload?.();
};

/** The button whose click or submission only the application can handle; null for any other event. */
function findButton(event: Event): HTMLElement | null {
  const { target } = event;
  if (event instanceof SubmitEvent)
    return target instanceof HTMLFormElement && target.method === "post" ? event.submitter : null;
  return target instanceof Element ? target.closest<HTMLElement>(PLAIN_BUTTON) : null;
}

function onLost(isLost?: () => boolean): void {
  reload = reloadWhenReachable(isLost);
}

/** Runs the deferred script, and requests all of its modules at once. */
function start(): void {
  const deferred = document.querySelector<HTMLScriptElement>(`script[type="${DEFERRED_SCRIPT_TYPE}"]`);
  if (!deferred || isStarted) return;
  isStarted = true;
  for (const href of deferred.dataset.modules?.split(" ") ?? []) {
    const link = document.createElement("link");
    link.rel = "modulepreload";
    link.href = href;
    document.head.append(link);
  }
  const script = document.createElement("script");
  script.type = "module";
  script.text = deferred.text;
  script.onerror = () => onLost();
  document.head.append(script);
}

/** Resolves when the images of the first screen are ready to be painted or have failed. */
function decodeFirstImages(): Promise<unknown> {
  const images = [...document.images].filter((image) => image.fetchPriority === "high");
  return Promise.allSettled(images.map((image) => image.decode()));
}

layOutFromTop();
watchDocument(onLost);
showStoredCount();
window.capturedClick = capture;
listen("error", markImage);
listen("load", markImage);
listen("click", capture);
listen("submit", capture);
addEventListener("pageshow", unmarkPresses);
listen("pointerdown", start);
listen("keydown", start);
listen("DOMContentLoaded", () => {
  setTimeout(start, MAX_WAIT_MS);
  // After the frame that paints them: starting the application takes longer than a frame. The first frame of a page is
  // shown long after it was asked for.
  const nextFrame = requestAnimationFrame;
  decodeFirstImages().then(() =>
    new PerformanceObserver(() => nextFrame(() => nextFrame(start))).observe({
      type: "paint",
      buffered: true,
    }),
  );
});
