/** The code that a page loads. */
import type { Page } from "@playwright/test";

/**
 * Notes the scripts that a page requests from now on; the returned function resolves to their texts. They are read from
 * the server again, because a browser forgets a response once its page has been left.
 */
export function collectScripts(page: Page): () => Promise<string[]> {
  const urls = new Set<string>();
  page.on("request", (request) => {
    if (request.resourceType() === "script") urls.add(request.url());
  });
  return () => Promise.all([...urls].map(async (url) => (await page.request.get(url)).text()));
}
