/** Checks whether an image URL loads, while it is typed. */
import { useEffect, useRef, useState } from "react";
import { canLoadImage } from "#app/lib/images/can-load-image.ts";
import { isImageUrl } from "#app/lib/images/image-url.ts";

/** Debounce of the check, in ms. */
const DEBOUNCE_MS = 300;

/** none: there is no URL, or the text is not a URL. */
export type ImageCheckState = "none" | "checking" | "good" | "broken";

export const BROKEN_IMAGE_MESSAGE = "Cette URL d'image semble invalide ou inaccessible";

export function useImageCheck(typed: string): ImageCheckState {
  const url = typed.trim();
  const [checked, setChecked] = useState<{ url: string; loads: boolean } | null>(null);
  // The initial value is checked without a delay.
  const delay = useRef(0);

  useEffect(() => {
    const currentDelay = delay.current;
    delay.current = DEBOUNCE_MS;
    if (!isImageUrl(url)) return;
    let isCurrent = true;
    const timer = setTimeout(async () => {
      const loads = await canLoadImage(url);
      if (isCurrent) setChecked({ url, loads });
    }, currentDelay);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [url]);

  if (!isImageUrl(url)) return "none";
  if (checked?.url !== url) return "checking";
  return checked.loads ? "good" : "broken";
}
