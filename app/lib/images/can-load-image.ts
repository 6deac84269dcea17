/** Checks whether the browser can load an image, before its URL is saved. */

/** An image that is not loaded by then counts as valid: a slow network is no reason to reject a URL. */
export const IMAGE_LOAD_TIMEOUT_MS = 3000;

/** False only when the browser reports an error in time. Never rejects. */
export function canLoadImage(url: string): Promise<boolean> {
  return new Promise((resolve) => {
    const image = new Image();
    const timer = setTimeout(settle, IMAGE_LOAD_TIMEOUT_MS, true);
    function settle(loads: boolean) {
      clearTimeout(timer);
      resolve(loads);
    }
    image.onload = () => settle(true);
    image.onerror = () => settle(false);
    image.src = url;
  });
}
