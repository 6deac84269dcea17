/**
 * The stylesheet that a page has in its head: a route names it in its `handle`. The landing pages name none
 * and have the small one (styles/app.css).
 */

/**
 * «full» is for the inner pages of the shop and includes app.css; «admin» is for the admin area and includes
 * «full».
 */
type StylesheetName = "full" | "admin";

/** Attribute of the style or link element of these stylesheets; its value is the stylesheet's name. */
export const STYLESHEET_ATTRIBUTE = "data-stylesheet";

export function createStylesheetHandle(stylesheet: StylesheetName): { stylesheet: StylesheetName } {
  return { stylesheet };
}

/** The stylesheet that a route names; null when it names none. */
export function getStylesheetName(handle: unknown): StylesheetName | null {
  if (typeof handle !== "object" || handle === null || !("stylesheet" in handle)) return null;
  return handle.stylesheet === "full" || handle.stylesheet === "admin" ? handle.stylesheet : null;
}

/**
 * Adds the stylesheet after a navigation in the browser, unless the page has it. Resolves also when the
 * stylesheet fails to load: a partly styled page is better than none.
 */
export function loadStylesheet(name: StylesheetName, url: string): Promise<void> {
  if (document.querySelector(`[${STYLESHEET_ATTRIBUTE}="${name}"]`)) return Promise.resolve();
  return new Promise((resolve) => {
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.href = url;
    link.setAttribute(STYLESHEET_ATTRIBUTE, name);
    link.onload = link.onerror = () => resolve();
    document.head.append(link);
  });
}
