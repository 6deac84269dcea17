/**
 * A part of a page whose markup the server renders once, for as long as it is the same: the card of a product, the
 * filters of a list, the footer. Another page, or the same one after a change elsewhere on it, contains it again. The
 * browser renders the part like any other.
 *
 * The server renders it apart from the page, so it has none of the page's contexts and no `useId`, which would be the
 * same in several parts.
 */
import { createContext, type ReactNode, useContext } from "react";

/** Everything that a markup depends on. Functions are compared by identity, other values as JSON. */
export type MarkupInput = readonly unknown[];

/** Returns the markup of what `render` returns, which depends on nothing but `input`. */
export type RenderCached = (input: MarkupInput, render: () => ReactNode) => string;

const RenderCachedContext = /* @__PURE__ */ createContext<RenderCached | null>(null);

interface RenderCachedProviderProps {
  value: RenderCached | null;
  children: ReactNode;
}

/** Without it, parts are rendered with their page: in development. */
export function RenderCachedProvider({ value, children }: RenderCachedProviderProps) {
  return <RenderCachedContext value={value}>{children}</RenderCachedContext>;
}

interface CachedMarkupProps {
  /** The element around the markup. */
  as: "li" | "div";
  id?: string;
  className?: string | undefined;
  input: MarkupInput;
  children(): ReactNode;
}

/** The browser's bundle has nothing of the server's. */
export const CachedMarkup = import.meta.env.SSR ? ServerMarkup : Markup;

function Markup({ as: Element, input: _input, children, ...attributes }: CachedMarkupProps) {
  return <Element {...attributes}>{children()}</Element>;
}

function ServerMarkup(part: CachedMarkupProps) {
  const renderCached = useContext(RenderCachedContext);
  if (!renderCached) return <Markup {...part} />;
  const { as: Element, input, children, ...attributes } = part;
  const markup = renderCached(input, children);
  // biome-ignore lint/security/noDangerouslySetInnerHtml: React has rendered it.
  return <Element {...attributes} dangerouslySetInnerHTML={{ __html: markup }} />;
}
