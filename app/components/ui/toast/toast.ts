/**
 * `toast()` can be called from anywhere, also outside React, and this file is all that a page carries of it:
 * the list of toasts. What shows them is fetched when the first one appears (toaster.tsx).
 */

export interface ToastOptions {
  title: string;
  description?: string;
  /** A line under the description, for what follows. */
  note?: string;
  variant?: "default" | "destructive" | "blue";
  /** Of the messages about one topic only the latest stays. */
  topic?: string;
  /** One way to answer, such as undoing, or one way on; the toast closes when it is taken. */
  action?: { label: string; onClick(): void } | { label: string; to: string };
}

export interface Toast extends ToastOptions {
  id: number;
}

/** How long a toast stands. */
export const TOAST_MS = 5000;

const MAX_TOASTS = 5;

let toasts: readonly Toast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

/** Shows a message for five seconds, above the ones already there; beyond five the oldest goes. */
export function toast(options: ToastOptions): void {
  lastId += 1;
  const others = toasts.filter(({ topic }) => !topic || topic !== options.topic);
  publish([{ ...options, id: lastId }, ...others].slice(0, MAX_TOASTS));
}

/** Says that something went wrong. */
export function toastError(description: string): void {
  toast({ title: "Erreur", description, variant: "destructive" });
}

export function dismissToast(id: number): void {
  publish(toasts.filter((shown) => shown.id !== id));
}

/** The toasts on show, newest first. */
export function getToasts(): readonly Toast[] {
  return toasts;
}

export function subscribeToToasts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function publish(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}
