/**
 * Returns the last successful result of a screen that revalidates: a failed revalidation replaces neither the
 * data nor the input and selection on the screen. A navigation to another screen, or with other filters,
 * discards the last result.
 */
import { useState } from "react";
import { useLocation } from "react-router";
import type { Result } from "#app/lib/result.ts";

export function useLastGood<R extends Result<unknown>>(result: R): R {
  // A revalidation is no navigation: the key of the location stays the same.
  const { key } = useLocation();
  const [lastGood, setLastGood] = useState({ key, result });
  const isNewer = lastGood.key !== key || (result.ok && result !== lastGood.result);
  if (isNewer) setLastGood({ key, result });
  return isNewer || result.ok ? result : lastGood.result;
}
