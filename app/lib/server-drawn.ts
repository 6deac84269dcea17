/** Props of an element whose inside the server drew: the browser takes it as it finds it and carries no copy of it. */

/** `html` comes from our own components, never from anyone's input. */
export function serverDrawn(html: string) {
  return { suppressHydrationWarning: true, dangerouslySetInnerHTML: { __html: html } };
}
