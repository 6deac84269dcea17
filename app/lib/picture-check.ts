/** Whether the browser can show a picture, tried out before its address is saved. */

/** What has not answered by then counts as good: a slow network is no reason to refuse an address. */
export const PICTURE_CHECK_MS = 3000;

export function pictureLoads(url: string): Promise<boolean> {
  return new Promise((resolve) => {
    const image = new Image();
    const timer = setTimeout(settle, PICTURE_CHECK_MS, true);
    function settle(loads: boolean) {
      clearTimeout(timer);
      resolve(loads);
    }
    image.onload = () => settle(true);
    image.onerror = () => settle(false);
    image.src = url;
  });
}
