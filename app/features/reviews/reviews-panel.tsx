/**
 * The reviews on the product page, lazily hydrated: the server renders them, and the browser keeps the static
 * HTML until it comes near the viewport. Only then the code for voting and writing is loaded and replaces it,
 * so visitors who do not open the reviews do not download it. A press on the static HTML is replayed after
 * the hydration.
 */

import { useLayoutEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { Button } from "#app/components/ui/button.tsx";
import { toastError } from "#app/components/ui/toast/toast.ts";
import { useFailureToast } from "#app/components/ui/use-failure-toast.ts";
import { REVIEWS_LOAD_ERROR } from "#app/lib/error-messages.ts";
import { toStaticHtmlProps } from "#app/lib/pages/static-html.ts";
import type { ReviewsSectionProps } from "./reviews-section.tsx";

/** The server imports the section with this module; the browser imports it when it hydrates the section. */
const serverModule = import.meta.env.SSR ? await import("./reviews-section.tsx") : null;

/** On a client-side navigation there is no server HTML: a loading text is shown. */
const LOADING = "Chargement des avis...";
const staticHtmlProps = toStaticHtmlProps(LOADING);

export function ReviewsPanel(props: ReviewsSectionProps) {
  useFailureToast(props.result, REVIEWS_LOAD_ERROR);
  const [hydratedModule, setHydratedModule] = useState<typeof import("./reviews-section.tsx") | null>(null);
  /** Whether their code could not be fetched and there is no server HTML to read either. */
  const [isMissing, setIsMissing] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  /** The indexes of the pressed and the focused control; -1 for none. */
  const controlIndexes = useRef({ pressed: -1, focused: -1 });

  // A layout effect, and flushSync below: a key pressed while nothing has the focus would be lost.
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const controls = () => Array.from(element.querySelectorAll<HTMLElement>("a,button"));
    if (hydratedModule) {
      controls()[controlIndexes.current.focused]?.focus();
      controls()[controlIndexes.current.pressed]?.click();
      return;
    }
    function hydrate() {
      setIsMissing(false);
      import("./reviews-section.tsx").then(
        (section) => {
          controlIndexes.current.focused = controls().findIndex((control) => control.matches(":focus"));
          flushSync(() => setHydratedModule(section));
        },
        (error: unknown) => {
          console.error("reviews: their code could not be fetched", error);
          toastError(REVIEWS_LOAD_ERROR);
          setIsMissing(element?.textContent === LOADING);
        },
      );
    }
    element.onclick = ({ target }) => {
      controlIndexes.current.pressed = controls().findIndex(
        (control) => target instanceof Node && control.contains(target),
      );
      hydrate();
    };
    // One screen ahead: the tabs are often at the lower edge of the viewport when the panel is opened. A busy
    // browser reports several changes at once, the oldest first: any of them may be the one that shows the panel.
    const observer = new IntersectionObserver(
      (changes) => changes.some(({ isIntersecting }) => isIntersecting) && hydrate(),
      { rootMargin: "100%" },
    );
    observer.observe(element);
    return () => {
      element.onclick = null;
      observer.disconnect();
    };
  }, [hydratedModule]);

  const Section = (hydratedModule ?? serverModule)?.ReviewsSection;
  return (
    <>
      <div id="donner-mon-avis" ref={box} hidden={isMissing}>
        {Section ? (
          <div key="hydrated">
            <Section {...props} />
          </div>
        ) : (
          <div key="static" {...staticHtmlProps} />
        )}
      </div>
      {isMissing && (
        <div className="grid justify-items-start gap-3">
          <p role="alert">{REVIEWS_LOAD_ERROR}</p>
          {/* A press on the panel loads the reviews. */}
          <Button variant="outline" onClick={() => box.current?.click()}>
            Réessayer
          </Button>
        </div>
      )}
    </>
  );
}
