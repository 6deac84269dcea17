/** Who opens what somebody sent has read it. Once for each: afterwards it may be marked as unread again. */
import { useEffect, useRef } from "react";
import type { useChange } from "./use-change.ts";

export function useReading(
  { id, read_at }: { id: string; read_at: string | null },
  change: ReturnType<typeof useChange>["change"],
  markAsRead: () => Promise<void>,
): void {
  const opened = useRef("");
  useEffect(() => {
    if (opened.current === id) return;
    opened.current = id;
    if (!read_at) void change("Marquer comme lu", markAsRead);
  });
}
