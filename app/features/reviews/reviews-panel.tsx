/**
 * The reviews in the product page. The server draws them, and the browser leaves the drawing alone until it is looked
 * at: only then the code for voting and writing is fetched and takes the drawing's place. Whoever does not open the
 * reviews pays nothing for them. A press on the drawing is done as soon as the code is there.
 */
import { useLayoutEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { toastError } from "../../components/ui/toast/toast.ts";
import { useFailureToast } from "../../components/ui/use-failure-toast.ts";
import { serverDrawn } from "../../lib/server-drawn.ts";
import type { ReviewsSectionProps } from "./reviews-section.tsx";

/** Only the server has it from the start. */
const drawing = import.meta.env.SSR ? await import("./reviews-section.tsx") : null;

const FAILED = "Impossible de charger les avis clients";

/** On the way from another page nothing is drawn. */
const asDrawn = serverDrawn("Chargement des avis...");

export function ReviewsPanel(props: ReviewsSectionProps) {
  useFailureToast(props.loaded, FAILED);
  const [live, setLive] = useState<typeof import("./reviews-section.tsx") | null>(null);
  const box = useRef<HTMLDivElement>(null);
  /** Where the visitor is among the controls; nothing stands at -1. */
  const at = useRef({ pressed: -1, focused: -1 });

  // At once, here and below: a key pressed while the focus is nowhere would be lost.
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const controls = () => Array.from(element.querySelectorAll<HTMLElement>("a,button"));
    if (live) {
      controls()[at.current.focused]?.focus();
      controls()[at.current.pressed]?.click();
      return;
    }
    function bringToLife() {
      import("./reviews-section.tsx").then(
        (section) => {
          at.current.focused = controls().findIndex((control) => control.matches(":focus"));
          flushSync(() => setLive(section));
        },
        (error: unknown) => {
          console.error("reviews: their code could not be fetched", error);
          toastError(FAILED);
        },
      );
    }
    element.onclick = ({ target }) => {
      at.current.pressed = controls().findIndex(
        (control) => target instanceof Node && control.contains(target),
      );
      bringToLife();
    };
    // A screen ahead: the tabs often stand at the lower edge when the panel is opened.
    const observer = new IntersectionObserver(([seen]) => seen?.isIntersecting && bringToLife(), {
      rootMargin: "100%",
    });
    observer.observe(element);
    return () => {
      element.onclick = null;
      observer.disconnect();
    };
  }, [live]);

  const Section = (live ?? drawing)?.ReviewsSection;
  return (
    <div id="donner-mon-avis" ref={box}>
      {Section ? (
        <div key="live">
          <Section {...props} />
        </div>
      ) : (
        <div key="drawn" {...asDrawn} />
      )}
    </div>
  );
}
