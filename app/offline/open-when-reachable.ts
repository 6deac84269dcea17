/** Opens a page by itself once there is a network, while the offline page stands in for it. */

const FIRST_PAUSE_MS = 2000;
/** A browser ends a worker that is busy for minutes. «Réessayer» remains. */
const MAX_PAUSE_MS = 60_000;

/** A window or tab of the shop, as the service worker knows it. */
interface OpenWindow {
  url: string;
  navigate(url: string): Promise<unknown>;
}

/**
 * Asks for the page after pauses that double, and opens it in the window that was answered by the offline page. Ends when
 * that window has left the page: `findWindow` then finds another address, or nothing.
 */
export async function openWhenReachable(
  url: string,
  findWindow: () => Promise<OpenWindow | null>,
): Promise<void> {
  for (let pause = FIRST_PAUSE_MS; pause < MAX_PAUSE_MS; pause *= 2) {
    await new Promise((resolve) => setTimeout(resolve, pause));
    const opened = await findWindow();
    if (opened?.url !== url) return;
    const isReachable = await fetch(url, { method: "HEAD" }).then(
      () => true,
      () => false,
    );
    if (isReachable) {
      await opened.navigate(url);
      return;
    }
  }
}
