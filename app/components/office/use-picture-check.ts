/** Tries a picture's address out while it is typed. */
import { useEffect, useRef, useState } from "react";
import { isPictureAddress } from "../../lib/picture-address.ts";
import { pictureLoads } from "../../lib/picture-check.ts";

/** A pause in typing, ms. */
const PAUSE = 300;

/** none: there is no address, or what stands there is none. */
export type PictureState = "none" | "checking" | "good" | "broken";

export const BROKEN_PICTURE = "Cette URL d'image semble invalide ou inaccessible";

export function usePictureCheck(typed: string): PictureState {
  const url = typed.trim();
  const [checked, setChecked] = useState<{ url: string; loads: boolean } | null>(null);
  // What stands there from the start is looked at at once.
  const pause = useRef(0);

  useEffect(() => {
    const wait = pause.current;
    pause.current = PAUSE;
    if (!isPictureAddress(url)) return;
    let isCurrent = true;
    const timer = setTimeout(async () => {
      const loads = await pictureLoads(url);
      if (isCurrent) setChecked({ url, loads });
    }, wait);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [url]);

  if (!isPictureAddress(url)) return "none";
  if (checked?.url !== url) return "checking";
  return checked.loads ? "good" : "broken";
}
