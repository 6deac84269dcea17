/**
 * Marks what was pressed before hydration and leads to another page: the link or the submit button, and the main
 * content, get `aria-busy` until the browser has left. On a slow network the answer takes seconds, and without a sign
 * people press again. After hydration the application marks them (components/ui/pending-link.tsx).
 */

/** To be called with a click or submission that no other code handles. */
export function markPress(event: Event): void {
  const link = event instanceof MouseEvent && findLink(event);
  const form = event instanceof SubmitEvent && event.target instanceof HTMLFormElement && event.target;
  if (!link && !(form && form.method === "get")) return;
  const pressed = event instanceof SubmitEvent ? event.submitter : link;
  for (const element of [pressed, document.querySelector("main")]) {
    if (element) element.setAttribute("aria-busy", "true");
  }
}

/** For a page that the browser shows again as it was left. */
export function unmarkPresses({ persisted }: Pick<PageTransitionEvent, "persisted">): void {
  if (!persisted) return;
  for (const element of document.querySelectorAll("[aria-busy=true]")) element.removeAttribute("aria-busy");
}

/** The link to another page of the shop that a click opens in this window; null for any other click. */
function findLink({ target, button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): Element | null {
  const link = target instanceof Element ? target.closest("a") : null;
  if (!link || button || metaKey || ctrlKey || shiftKey || altKey) return null;
  const { origin, pathname, search } = window.location;
  const isOther = link.origin === origin && link.pathname + link.search !== pathname + search;
  return isOther && !link.target && !link.download ? link : null;
}
