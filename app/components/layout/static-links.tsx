/**
 * A part of the layout that consists of texts and links, such as the footer: only the server renders it, and
 * hydration keeps its HTML, so that no script contains it a second time. Its links still navigate within the
 * application, by one handler for all of them, and the link to the current page is marked.
 */
import { type MouseEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { CachedMarkup, type MarkupInput } from "#app/lib/pages/cached-markup.tsx";
import { toStaticHtmlProps } from "#app/lib/pages/static-html.ts";

interface StaticLinksProps {
  /** Of the element around the links; unique in the page. */
  id: string;
  /** Called when a link is followed. */
  onFollow?: () => void;
  /** What the links depend on (lib/pages/cached-markup.tsx). */
  input: MarkupInput;
  /** What the server renders, from a module that only the server imports. */
  children(): ReactNode;
}

export function StaticLinks({ id, onFollow, input, children }: StaticLinksProps) {
  const links = useRef<HTMLDivElement>(null);
  const navigate = useNavigate();
  const current = useCurrentPage();
  // React renders it again if it gives up hydrating the page: the server's HTML is still there then.
  const [html] = useState(() => (import.meta.env.SSR ? "" : (document.getElementById(id)?.innerHTML ?? "")));

  useEffect(() => {
    for (const link of links.current?.querySelectorAll("a") ?? []) {
      if (link.getAttribute("href") === current) link.setAttribute("aria-current", "page");
      else link.removeAttribute("aria-current");
    }
  }, [current]);

  function follow(event: MouseEvent) {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    if (link?.origin !== window.location.origin) return;
    onFollow?.();
    if (event.defaultPrevented || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    void navigate(link.pathname + link.search + link.hash);
  }

  const props = { ref: links, onClick: follow };
  return import.meta.env.SSR ? (
    <CachedMarkup as="div" id={id} input={input}>
      {children}
    </CachedMarkup>
  ) : (
    <div id={id} {...props} {...toStaticHtmlProps(html)} />
  );
}

/** The address of the current page as links have it; a category is a page of its own. */
export function useCurrentPage(): string {
  const { pathname, search } = useLocation();
  const category = new URLSearchParams(search).get("category");
  return pathname === "/products" && category ? `/products?category=${category}` : pathname;
}
