/**
 * The inline scripts of React Router in a rendered page, which the content security policy allows by their hashes. A
 * script that came into the page with somebody's text must not be among them, so they are not found by their
 * markup: `ServerRouter` gives a random mark of this rendering to its own scripts, as their nonce. No text can
 * contain it. The mark is removed, because the page is cached and the same for everyone.
 */

/** The page without the mark, and the texts of the scripts that had it. */
export function takeMarkedScripts(page: string, mark: string): { html: string; scripts: string[] } {
  const pieces = page.split(` nonce="${mark}"`);
  const scripts: string[] = [];
  pieces.slice(1).forEach((piece, index) => {
    const before = pieces[index] ?? "";
    if (!before.startsWith("<script", before.lastIndexOf("<"))) return;
    scripts.push(piece.slice(piece.indexOf(">") + 1, piece.indexOf("</script>")));
  });
  return { html: pieces.join(""), scripts };
}
