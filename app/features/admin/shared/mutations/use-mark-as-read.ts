/**
 * Marks a message or a quote as read when it is opened. Once for each: afterwards it may be marked as unread
 * again.
 */
import { useEffect, useRef } from "react";
import type { useMutation } from "./use-mutation.ts";

export function useMarkAsRead(
  { id, read_at }: { id: string; read_at: string | null },
  mutate: ReturnType<typeof useMutation>["mutate"],
  markAsRead: () => Promise<void>,
): void {
  const opened = useRef("");
  useEffect(() => {
    if (opened.current === id) return;
    opened.current = id;
    if (!read_at) void mutate("Marquer comme lu", markAsRead);
  });
}
