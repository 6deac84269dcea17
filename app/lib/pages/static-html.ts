/**
 * Props of an element with static HTML. The server renders its content; hydration keeps it, so that the
 * browser loads no second copy of it.
 */

/** `html` must come from our own components, never from user input. */
export function toStaticHtmlProps(html: string) {
  return { suppressHydrationWarning: true, dangerouslySetInnerHTML: { __html: html } };
}
