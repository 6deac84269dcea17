/**
 * A link to a page by its path, for parts of pages that the server renders apart (lib/pages/cached-markup.tsx): its
 * markup is that of React Router's link, which asks for the router's contexts.
 */
import type { ComponentProps } from "react";
import { Link } from "react-router";

export interface PageLinkProps extends Omit<ComponentProps<"a">, "href"> {
  to: string;
}

export function PageLink({ to, ...link }: PageLinkProps) {
  return import.meta.env.SSR ? <a {...link} href={to} data-discover="true" /> : <Link {...link} to={to} />;
}
