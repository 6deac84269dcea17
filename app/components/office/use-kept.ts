/**
 * What a screen shows while it follows the database: a reading that fails takes nothing away of what was read before,
 * nor what is being typed or chosen in it. On another screen, or with other filters, nothing is kept.
 */
import { useState } from "react";
import { useLocation } from "react-router";
import type { Loaded } from "../../lib/loaded.ts";

export function useKept<Found extends Loaded<unknown>>(found: Found): Found {
  // Reading the same screen again is no navigation: the key stays.
  const { key } = useLocation();
  const [kept, setKept] = useState({ key, found });
  const isNewer = kept.key !== key || (found.ok && found !== kept.found);
  if (isNewer) setKept({ key, found });
  return isNewer || found.ok ? found : kept.found;
}
